#include "algebra/text/message.hpp"
#include "app/actions/asking_tools.hpp"
#include "app/actions/cards.hpp"
#include "app/actions/comparing.hpp"
#include "app/actions/compiling.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/launching.hpp"
#include "app/actions/mapping.hpp"
#include "app/actions/pointer.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet_link.hpp"
#include "app/gemm/gemm_choice.hpp"
#include "app/lessons/lessons.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/dialogs/gemm_dialog.hpp"
#include "app/panels/places.hpp"
#include "app/state/front_end.hpp"
#include "app/system/files.hpp"
#include "app/tools/tools.hpp"
#include "command_rows.hpp"
#include "finder.hpp"
#include "fit.hpp"
#include "program_sheet.hpp"
#include "tests/test_data.hpp"

namespace fit {
namespace {

using gui::Gui;

void open_sheet(Gui& g, const std::string& text) {
  const auto sheet = app::parse_sheet(text);
  if (!sheet) throw std::runtime_error("the sheet of a state: " + sheet.error().text());
  app::start_sheet(g.state.workspace, g.state.view, *sheet);
  g.settle();
}

/// A press and a release, without the pauses that a person makes.
void tap(Gui& g, ImVec2 at, int button = 0) {
  g.move(at);
  g.press(button);
  g.release(button);
  g.settle();
}

void open_menu(Gui& g, const char* title) {
  if (const auto* d = g.find(g.ui.tr(title))) tap(g, d->centre());
  g.move({-1, -1});
}

void pin(Gui& g) {
  gui::select(g, "A");
  app::toggle_pin(g.state.workspace, app::Element{g.state.workspace.evaluator().find("A"), 13});
  g.settle();
}

void select_result(Gui& g) {
  for (const char* name : {"T", "C", "D"})
    if (g.state.workspace.evaluator().find(name) >= 0) return gui::select(g, name);
}

const char* broken_sheet = R"(cutescope 1
# Entries that do not work, each with what is wrong and what would work.
A = (8,8):(8,1)
a_rather_long_name_for_a_layout_of_a_tile = ((2,(2,2)),(4,(2,2)),(8,(2,2)),16):((1,(2,4)),(8,(32,64)),(128,(1024,2048)),4096)
B = composition(a_rather_long_name_for_a_layout_of_a_tile, ((3,(5,7)),(11,13)):((1,(3,15)),(105,1155)))
C = zipped_divide(A, <3:1, 5:1>)
D = no_such_function(A)
E = (8,8):(8,1
F = composition(A, 5:3)
G = complement((4,4):(1,1), 12345678)
H = logical_divide(a_rather_long_name_for_a_layout_of_a_tile, ((4,4),(4,4)):((1,4),(16,64)))
K = ((((((((((2,2),2),2),2),2),2),2),2),2),2):((((((((((1,2),4),8),16),32),64),128),256),512),1024)
)";

const char* descriptors_sheet = R"(cutescope 1
D = make_gmma_desc<GMMA::Major::K>(half_t, tile_to_shape(GMMA::Layout_K_INTER_Atom<half_t>, (16,16)))
E = make_gmma_desc<GMMA::Major::MN>(half_t, tile_to_shape(GMMA::Layout_MN_SW32_Atom<half_t>, (64,16)))
B = make_tensor(make_smem_ptr<half_t>(ptr), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>, (16,128)))
mma = make_tiled_mma(SM90_64x16x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>)
tB = make_fragment_B(mma, partition_B(mma, 0, B))
)";

const char* failing_launch = R"(cutescope 1
A = (64,64):(64,1)
@launch kernel=local_partition tensor=A tile=(7,9) threads=(32,8):(8,1)
)";

const char* launch_of_a_link = R"(@cutescope 1
A = ((8,(4,8)),(16,16)):((16,(4096,128)),(1,1024))
@launch tensor="A   # a rather long comment that says what the tensor is of, and where" tile=(64,64) threads=(32,8):(8,1) grid=4096
)";

void open_link_with_launch(Gui& g) {
  const auto sheet = app::parse_sheet(launch_of_a_link);
  if (!sheet) throw std::runtime_error("the sheet of a link: " + sheet.error().text());
  app::open_link(g.state.workspace, g.state.view, g.state.host, app::sheet_link(*sheet));
  g.settle();
}

/// As its map.
void open_kernel(Gui& g, const std::string& name) {
  app::open_file(g.state.workspace, g.state.view, g.state.session, g.state.host, test_data() + "/fixtures/kernels/" + name + ".cu");
  g.settle();
  g.state.workspace.finish_map();
  g.settle();
}

/// With long names, and more parameters than there is room for.
std::string kernel_sheet() {
  return program_sheet("# a_kernel_with_a_rather_long_name.cu: 8 of 9 definitions\n",
                       R"(N = 256
@source line=211 section=gemm_nt parameter
K = 1234567
@source line=212 section=gemm_nt parameter
a_rather_long_name_of_a_leading_dimension = 4096
@source line=213 section=gemm_nt parameter
stages =
@source line=215 section=gemm_nt parameter problem="stages has no value here: nobody calls gemm_nt with it"
blockIdx_x = 0
@source line=62 parameter
)",
                       "gemm_device_with_a_long_name_for_all_the_types_of_its_arguments");
}

void many_tabs(Gui& g) {
  for (int i = 0; i < 12; ++i) {
    app::start_sheet(g.state.workspace, g.state.view, app::Sheet{});
    app::insert_entry(g.state.workspace, g.state.view, "A = (4,8):(8,1)");
    g.frame();
  }
  g.command("lessons.open.1");
}

void compare(Gui& g) {
  const int a = g.state.workspace.evaluator().find("A");
  for (int i = 0; i < static_cast<int>(g.state.workspace.sheet().entries.size()); ++i)
    if (i != a && g.state.workspace.picture(i, 0) != nullptr) {
      app::begin_comparison(g.state.workspace, g.state.view, {a, 0}, {i, 0});
      break;
    }
  g.settle();
}

void add_descriptors(std::vector<WindowState>& all) {
  all.push_back({"descriptors", [](Gui& g) { open_sheet(g, descriptors_sheet); }});
  all.push_back({"descriptors, a field pointed at", [](Gui& g) {
                   open_sheet(g, descriptors_sheet);
                   if (const auto* field = g.find((*g.ui.texts)(algebra::Message("stride byte offset")))) g.move(field->centre());
                   g.settle();
                 }});
}

void add_lessons(std::vector<WindowState>& all) {
  for (std::size_t n = 1; n <= app::lesson_names().size(); ++n)
    all.push_back({"lesson " + std::to_string(n), [n](Gui& g) {
                     g.command("lessons.open." + std::to_string(n));
                     g.settle();
                     if (app::has_map(g.state.workspace)) g.state.workspace.finish_map();
                   }});
  all.push_back({"lesson, hints and the answer", [](Gui& g) {
                   g.command("lessons.open.3");
                   for (int i = 0; i < 3; ++i) g.command("lessons.hint");
                   g.command("lessons.answer");
                 }});
  all.push_back({"lesson, wrong answer", [](Gui& g) {
                   g.command("lessons.open.3");
                   const auto& sheet = g.state.workspace.sheet();
                   if (sheet.exercises.empty()) return;
                   const int entry = g.state.workspace.evaluator().find(sheet.exercises.front().entry);
                   if (entry >= 0)
                     app::replace_entry(g.state.workspace, g.state.view, entry, {sheet.exercises.front().entry + " = (3,5):(5,1)"});
                   g.settle();
                 }});
}

void add_dialogs(std::vector<WindowState>& all) {
  const std::pair<const char*, app::Dialog> dialogs[] = {
      {"open", app::Dialog::open},       {"save", app::Dialog::save_as},    {"export", app::Dialog::export_figure},
      {"palette", app::Dialog::palette}, {"atoms", app::Dialog::atoms},     {"about", app::Dialog::about},
      {"keys", app::Dialog::help},       {"lessons", app::Dialog::lessons}, {"changed on disk", app::Dialog::changed_on_disk}};
  for (const auto& [name, dialog] : dialogs)
    all.push_back({std::string("dialog: ") + name, [dialog = dialog](Gui& g) {
                     g.state.view.dialog = dialog;
                     g.settle();
                     g.settle();
                   }});
  all.push_back({"dialog: export a page", [](Gui& g) {
                   g.command("export.page");
                   g.settle();
                 }});
  all.push_back({"dialog: find a layout", [](Gui& g) {
                   g.command("edit.find_layout");
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: find a layout, a wrong access", [](Gui& g) {
                   g.command("edit.find_layout");
                   g.state.view.layout_question.accesses.push_back({.text = "make_tiled_copy(none)", .write = true, .weight = 4});
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: find threads", [](Gui& g) {
                   g.command("edit.find_layout");
                   auto& asked = g.state.view.layout_question;
                   asked.of = app::LayoutQuestion::Of::global_threads;
                   asked.tile = "(128,64):(512,1)", asked.element = "half_t";
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: find threads, none divide the tile", [](Gui& g) {
                   g.command("edit.find_layout");
                   auto& asked = g.state.view.layout_question;
                   asked.of = app::LayoutQuestion::Of::global_threads;
                   asked.tile = "(128,64):(512,1)", asked.threads = 100;
                   gui::settle_finder(g);
                 }});
  const auto inferring = [&](const char* name, const char* text, algebra::TableForm form) {
    all.push_back({std::string("dialog: infer a layout") + name, [text, form](Gui& g) {
                     g.state.view.table_question = {.text = text, .form = form};
                     g.command("edit.infer_table");
                     gui::settle_finder(g);
                   }});
  };
  inferring("", "", algebra::TableForm::automatic);
  inferring(", found", "0 1 4 5\n2 3 6 7\n8 9 12 13\n10 11 14 15\n", algebra::TableForm::automatic);
  inferring(", refused",
            "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31\n"
            "32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 99\n",
            algebra::TableForm::automatic);
  inferring(", no table", "0 1 2\n3 4\n", algebra::TableForm::table);
  inferring(", threads", "(0,0) (0,1)\n(0,2) (0,3)\n(1,0) (1,1)\n(1,2) (1,3)\n", algebra::TableForm::by_thread);
  for (const char* command : {"edit.find_layout", "edit.infer_table", "edit.scales", "file.gemm", "tool.diff"})
    all.push_back({std::string("dialog: help over ") + command, [command](Gui& g) {
                     g.command(command);
                     gui::settle_finder(g);
                     g.command("help.here");
                     gui::settle_finder(g);
                   }});
  all.push_back({"dialog: where is my scale", [](Gui& g) {
                   g.command("edit.scales");
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: where is my scale, in a file", [](Gui& g) {
                   g.command("edit.scales");
                   g.state.view.scale_question.file = "scales.bin";
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: where is my scale, no answer", [](Gui& g) {
                   g.command("edit.scales");
                   g.state.view.scale_question = {.reads = "sm10 nvfp4", .writes = "row-major M x K/16", .problem = "256,128,64"};
                   gui::settle_finder(g);
                 }});
  for (const auto* tool : app::tools())
    all.push_back({"dialog: tool " + std::string(tool->name), [tool](Gui& g) {
                     g.command("tool." + std::string(tool->name));
                     g.state.view.tool_question.more = true;
                     g.settle();
                   }});
  all.push_back({"dialog: tool diff, answered", [](Gui& g) {
                   g.command("tool.diff");
                   g.state.view.tool_question.values = {{"a", "(4,6):(6,1)"}, {"b", "(4,6):(1,4)"}};
                   app::run_asked_tool(g.state.workspace, g.state.view);
                   g.state.workspace.tools().finish();
                   g.settle();
                 }});
  for (const auto& kind : app::gemm_kinds())
    all.push_back({"dialog: new GEMM, " + std::string(kind.key), [&kind](Gui& g) {
                     g.command("file.gemm");
                     app::gemm_view_of(g.ui).chosen = kind.start;
                     gui::settle_finder(g);
                   }});
  all.push_back({"dialog: new GEMM, refused", [](Gui& g) {
                   g.command("file.gemm");
                   app::gemm_view_of(g.ui).chosen.along_m = app::gemm_view_of(g.ui).chosen.along_n = 32;
                   gui::settle_finder(g);
                 }});
  all.push_back({"dialog: unsaved", [](Gui& g) {
                   many_tabs(g);
                   for (const auto& d : g.state.workspace.documents()) g.state.view.asked_about.push_back(d.id);
                   g.state.view.dialog = app::Dialog::unsaved;
                   g.settle();
                 }});
  all.push_back({"dialog: the launch of a link", open_link_with_launch});
  all.push_back({"the launch of a link that was not allowed", [](Gui& g) {
                   open_link_with_launch(g);
                   g.state.view.dialog = app::Dialog::none;
                   g.settle();
                 }});
  all.push_back({"dialog: recover", [](Gui& g) {
                   for (int i = 0; i < 3; ++i) {
                     app::RecoverableSession left;
                     left.left.time = 1'700'000'000;
                     const std::string path = "/a/long/way/to/a/folder/with/a/long/name/and/then/some/" + std::string(40, 'x') + ".cutes";
                     left.left.sheets = {{.path = path, .text = "cutescope 1\n"}, {.path = {}, .text = "cutescope 1\n"}};
                     g.state.session.left.push_back(std::move(left));
                   }
                   g.state.view.dialog = app::Dialog::recover;
                   g.settle();
                 }});
}

void add_teaching(std::vector<WindowState>& all) {
  all.push_back({"presentation", [](Gui& g) { g.command("view.present"); }});
  all.push_back({"presentation, a step with operands", [](Gui& g) {
                   select_result(g);
                   g.command("view.present_here");
                   g.command("present.operands");
                   for (int i = 0; i < 2; ++i) g.command("present.next");
                 }});
  all.push_back({"presentation, the launch", [](Gui& g) {
                   g.command("view.present");
                   g.command("present.forward");
                 }});
  all.push_back({"presentation of a lesson", [](Gui& g) {
                   g.command("lessons.open.8");
                   g.command("view.present");
                 }});
  all.push_back({"comparison", compare});
  all.push_back({"walk", [](Gui& g) {
                   gui::select(g, "A");
                   g.command("teach.iterate");
                 }});
  all.push_back({"predicting", [](Gui& g) {
                   gui::select(g, "A");
                   g.command("teach.predict");
                 }});
  all.push_back({"answering", [](Gui& g) {
                   gui::select(g, "A");
                   g.command("teach.predict");
                   g.command("teach.answers");
                   app::ask(g.state.workspace, g.state.view, g.state.view.selected, 10);
                   g.settle();
                 }});
  for (int step = 0; step < 5; ++step)
    all.push_back({"tour, step " + std::to_string(step + 1), [step](Gui& g) {
                     g.state.view.tour_step = step;
                     g.settle();
                   }});
  for (const char* topic : {"sheet", "operations", "canvas", "inspector.0", "launch", "menus", "function:zipped_divide", "status:problems"})
    all.push_back({std::string("help card: ") + topic, [topic](Gui& g) {
                     app::card_of_help(g.ui).shown = topic;
                     app::card_of_help(g.ui).shown_of = app::places_of(g.ui).canvas;
                     g.settle();
                   }});
}

/// A program that names its file, of which the compiler would know more than reading does.
void open_with_compiler(Gui& g, std::optional<bool> allowed) {
  constexpr std::string_view head = "@cutescope 1\n";
  open_sheet(g, std::string(head) + "@program file=" + test_data() + "/kernel.cu\n" + std::string(kernel_sheet()).substr(head.size()));
  auto& front_end = g.state.workspace.front_end();
  front_end.compiler = "clang++-19";
  front_end.considered[g.state.workspace.document().id] = {};
  if (allowed) front_end.allowed[app::compiler_folder(g.state.workspace)] = *allowed;
  app::show_map(g.state.workspace, g.state.view, false);
  g.settle();
}

void add_launches(std::vector<WindowState>& all) {
  for (const char* tab : {"run.lines", "run.banks", "run.requests", "run.source"})
    all.push_back({std::string("launch: ") + tab, [tab](Gui& g) { g.command(tab); }});
  all.push_back({"launch: isolated", [](Gui& g) {
                   app::isolate(g.state.workspace, 0, 0, 5);
                   g.settle();
                 }});
  all.push_back({"launch: shared memory", [](Gui& g) {
                   app::set_launch_field(g.state.workspace, *gpu::field_with_key("memory"), "shared");
                   g.command("run.banks");
                 }});
  for (const auto kernel : {gpu::Kernel::tiled_copy, gpu::Kernel::tiled_mma, gpu::Kernel::layout})
    all.push_back({"launch: kernel " + std::string(gpu::name_of(kernel)), [kernel](Gui& g) {
                     app::set_launch_field(g.state.workspace, *gpu::field_with_key("kernel"), std::string(gpu::name_of(kernel)));
                     g.settle();
                   }});
  all.push_back({"launch: cannot run", [](Gui& g) { open_sheet(g, failing_launch); }});
  all.push_back({"launch: none", [](Gui& g) { open_sheet(g, "cutescope 1\nA = (4,8):(8,1)\n"); }});
}

void add_programs(std::vector<WindowState>& all) {
  all.push_back({"program", [](Gui& g) {
                   open_sheet(g, kernel_sheet());
                   gui::select(g, "tAsA");
                 }});
  all.push_back({"program, a compiler that is not allowed", [](Gui& g) { open_with_compiler(g, false); }});
  all.push_back({"program, whether the compiler is allowed", [](Gui& g) { open_with_compiler(g, std::nullopt); }});
  all.push_back({"program, sections folded", [](Gui& g) {
                   open_sheet(g, kernel_sheet());
                   g.command("view.fold_all");
                 }});
  all.push_back({"program, a parameter selected", [](Gui& g) {
                   open_sheet(g, kernel_sheet());
                   gui::select(g, "K");
                 }});
  all.push_back({"program, macros", [](Gui& g) {
                   constexpr std::string_view head = "@cutescope 1\n";
                   open_sheet(g,
                              std::string(head) +
                                  "@program file=kernel.cu\n@macro name=__CUDA_ARCH__ value=800\n@macro name=KERNEL_TILE_M value=128 set\n"
                                  "@macro name=USE_SWIZZLE\n" +
                                  std::string(kernel_sheet()).substr(head.size()));
                   app::show_map(g.state.workspace, g.state.view, false);
                   g.settle();
                 }});
  all.push_back({"map", [](Gui& g) { open_kernel(g, "pipelined"); }});
  all.push_back({"map, its block was run", [](Gui& g) {
                   open_kernel(g, "shared");
                   app::run_map(g.state.workspace, g.state.view);
                   g.settle();
                   g.state.workspace.finish_map();
                   g.settle();
                 }});
  all.push_back({"map, an element that is followed", [](Gui& g) {
                   open_kernel(g, "shared");
                   const auto& map = *g.state.workspace.map()->story->map;
                   auto choice = app::at_k_tile(map, app::first_choice(map), 3);
                   choice.thread = 37;
                   choice.pointed = app::MapPlace{.tensor = map.global_node('A')->tensor, .coordinates = {5, 25}};
                   app::look_at(g.state.workspace, g.state.view, choice);
                   g.settle();
                 }});
  all.push_back({"map, where to export it", [](Gui& g) {
                   open_kernel(g, "shared");
                   g.command("export.map");
                 }});
  all.push_back({"map, several roles", [](Gui& g) { open_kernel(g, "tensor_maps"); }});
  all.push_back({"program, what it needs folded", [](Gui& g) {
                   open_sheet(g, kernel_sheet());
                   g.command("view.needs");
                 }});
}

void add_typing(std::vector<WindowState>& all) {
  all.push_back({"start page", [](Gui& g) {
                   g.command("file.start");
                   g.settle();
                 }});
  all.push_back({"broken entries", [](Gui& g) { open_sheet(g, broken_sheet); }});
  all.push_back({"broken entry, selected", [](Gui& g) {
                   open_sheet(g, broken_sheet);
                   gui::select(g, "B");
                 }});
  all.push_back({"completion", [](Gui& g) {
                   g.command("edit.insert");
                   g.type("F = logical_d");
                 }});
  all.push_back({"help with a call", [](Gui& g) {
                   g.command("edit.insert");
                   g.type("F = zipped_divide(A, ");
                 }});
  all.push_back({"search", [](Gui& g) {
                   g.command("edit.operations");
                   g.type("divide");
                 }});
  all.push_back({"nothing found", [](Gui& g) {
                   g.command("edit.operations");
                   g.type("qqqq");
                 }});
  all.push_back({"chosen entries", [](Gui& g) {
                   for (const int i : {1, 2, 3}) app::choose_entry(g.state.workspace, g.state.view, i, app::Choose::toggle);
                   g.settle();
                 }});
  all.push_back({"pointer on an entry", [](Gui& g) {
                   open_sheet(g, broken_sheet);
                   if (const auto* d = g.find_containing("a_rather_long")) g.move({d->from.x + 60, d->centre().y});
                   g.settle();
                 }});
  all.push_back({"empty sheet", [](Gui& g) { open_sheet(g, "cutescope 1\n"); }});
  all.push_back({"many tabs", many_tabs});
  all.push_back({"long path, bad notice", [](Gui& g) {
                   const std::string path = "/a/long/way/to/a/folder/with/a/long/name/" + std::string(60, 'y') + ".cutes";
                   app::open_unsaved(g.state.workspace, g.state.view, app::starter_sheet(), path, 0);
                   g.state.host.tell(app::cannot_write(path, 13), true);
                   g.settle();
                 }});
}

}  // namespace

std::vector<WindowState> states() {
  std::vector<WindowState> all{{"as opened", [](Gui&) {}}};
  for (const char* tab : {"inspector.element", "inspector.properties", "inspector.steps", "inspector.memory", "inspector.code"}) {
    all.push_back({tab, [tab](Gui& g) {
                     pin(g);
                     g.command(tab);
                   }});
    all.push_back({std::string(tab) + " of a result", [tab](Gui& g) {
                     select_result(g);
                     g.command(tab);
                   }});
  }
  for (const char* title : {"File", "Edit", "View", "Lessons", "Teach", "Run", "Export", "Help"})
    all.push_back({std::string("menu: ") + title, [title](Gui& g) { open_menu(g, title); }});
  all.push_back({"a card fills the canvas", [](Gui& g) {
                   gui::select(g, "A");
                   g.command("view.full");
                 }});
  all.push_back(
      {"slices", [](Gui& g) { open_sheet(g, "cutescope 1\nR = (4,(2,3),5,6):(90,(3,1),18,360)\nS = Swizzle<3,4,3> o (64,64):(64,1)\n"); }});
  add_descriptors(all);
  add_lessons(all);
  add_launches(all);
  add_programs(all);
  add_typing(all);
  add_dialogs(all);
  add_teaching(all);
  return all;
}

}  // namespace fit
