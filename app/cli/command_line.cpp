#include "app/cli/command_line.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/text/utf8.hpp"
#include "app/cli/always_command.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/arguments.hpp"
#include "app/cli/check_command.hpp"
#include "app/cli/code_command.hpp"
#include "app/cli/diff_command.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/export_command.hpp"
#include "app/cli/find_command.hpp"
#include "app/cli/flow_command.hpp"
#include "app/cli/gemm_command.hpp"
#include "app/cli/infer_command.hpp"
#include "app/cli/inspect_command.hpp"
#include "app/cli/instrument_command.hpp"
#include "app/cli/lessons_command.hpp"
#include "app/cli/link_command.hpp"
#include "app/cli/map_command.hpp"
#include "app/cli/output.hpp"
#include "app/cli/reference.hpp"
#include "app/cli/run_command.hpp"
#include "app/cli/scales_command.hpp"
#include "app/cli/settings_option.hpp"
#include "app/cli/spoken_help.hpp"
#include "app/cli/suggest_command.hpp"
#include "app/cli/text_commands.hpp"
#include "app/cli/window_commands.hpp"
#include "app/document/names.hpp"
#include "app/document/watch.hpp"
#include "app/gemm/gemm_choice.hpp"
#include "app/state/limits.hpp"
#include "app/storage/settings.hpp"
#include "app/system/texts.hpp"
#include "app/system/user_folders.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "render/colourings.hpp"
#include "render/export.hpp"
#include "render/figure.hpp"
#include "render/labellings.hpp"

namespace app {
namespace {

int print_text(std::string_view text) {
  print_out_text(text);
  return done;
}

void add_integers(CLI::App& command, algebra::IntegerRule& rule) {
  command
      .add_option_function<std::string>(
          "--integers", [&rule](const std::string& name) { rule = integer_rule(name).value_or(rule); },
          "how integers are read: cute has static and dynamic ones")
      ->check(CLI::IsMember(integer_rule_names()));
}

/// What an option says that it takes, where not CLI11 but the command checks it, with a better sentence.
std::string one_of(const std::vector<std::string>& words) { return fmt::format("TEXT:{{{}}}", fmt::join(words, ",")); }

template <class Choices>
std::vector<std::string> keys_of(const Choices& choices) {
  std::vector<std::string> keys;
  for (const auto& c : choices) keys.emplace_back(c->key);
  return keys;
}

/// Also not nan, which CLI::Range lets pass.
CLI::Validator within(double least, double most) {
  const CLI::Validator number(
      [](const std::string& text) {
        return std::isfinite(std::strtod(text.c_str(), nullptr)) ? std::string() : "is not a number: " + text;
      },
      "");
  auto range = number & CLI::Range(least, most);
  return range.description(fmt::format("[{} - {}]", least, most));
}

void add_language(CLI::App& command, std::string& language) {
  std::vector<std::string> codes;
  for (const auto& l : languages()) codes.emplace_back(l.code);
  command.add_option("--language", language, "the language of the texts that it shows")->check(CLI::IsMember(codes));
}

/// Of what grows with the number of elements.
void add_memory(CLI::App& command, std::optional<double>& mib) {
  constexpr auto mebibyte = std::int64_t{1} << 20;
  command
      .add_option("--memory", mib,
                  "MiB for traces and other tables that grow with the number of elements; otherwise as in the settings: 512")
      ->check(within(algebra::MemoryBudget::least / mebibyte, algebra::MemoryBudget::largest / mebibyte));
}

void add_time(CLI::App& command, std::optional<double>& seconds) {
  command
      .add_option("--time", seconds,
                  "seconds for verdicts that look at every element, beyond which they are samples; 0: as long as it takes; otherwise as "
                  "in the settings: 5")
      ->check(within(0, 1e6));
}

/// How the window looks and where its launches run: of the window, of a watch and of a picture of it.
void add_look(CLI::App& command, WindowRequest& p, const char* size, const std::vector<std::string>& themes) {
  command.add_option("--size", p.size, size)->type_name("WIDTHxHEIGHT");
  command.add_option("--theme", p.theme, "the colours of the window")->check(CLI::IsMember(themes));
  add_language(command, p.language);
  add_memory(command, p.memory_mib);
  command.add_option("--device", p.device, "where launches run")->check(CLI::IsMember({"auto", "cuda", "cpu"}));
  command.add_option("--inject", p.inject)->group("");
}

/// Of a window that stays.
void add_run(CLI::App& command, WindowRequest& p) {
  command.add_flag("--no-settings", p.no_settings,
                   "as if opened for the first time, and nothing is remembered: settings, recent files, recovery");
  command.add_option("--frame-log", p.frame_log, "append a line per drawn frame to this file");
  command.add_option("--probe", p.probe)->group("");
}

}  // namespace

namespace {

/// "column (8.5 cm, 9 pt), ..."
std::string listed_templates() {
  std::vector<std::string> all;
  for (const auto& t : render::figure_templates)
    all.push_back(fmt::format("{} ({:g} x {:g} cm, {:g} pt)", t.name, t.width_cm, t.height_cm, t.letters));
  return in_words(
      algebra::message("{}; {}: cells of their usual size, however large the figure is; without a size it is at most one for A4",
                       fmt::format("{}", fmt::join(all, ", ")), natural_size));
}

/// Of an option without which something else is done: a name that a script has left empty is not that.
const CLI::Validator not_empty([](const std::string& text) { return text.empty() ? "is empty, where it is the name of a file" : ""; }, "");

void add_max_size(CLI::App& command, const algebra::Message& without, std::function<void(std::int64_t)> take) {
  command
      .add_option_function<double>(
          "--max-size", [take = std::move(take)](double mib) { take(std::llround(mib * 0x1p20)); },
          in_words(algebra::message("MiB that a file may have; without: {}", without)))
      ->check(within(1, 1e9));
}

/// The options of the fields of a launch, in the order of its form. One that is left empty says nothing.
void add_launch_fields(CLI::App& command, std::vector<std::pair<const gpu::LaunchField*, std::string>>& given) {
  std::vector<const gpu::LaunchField*> fields;
  for (const auto& field : gpu::launch_fields())
    if (!field.option.empty()) fields.push_back(&field);
  std::ranges::sort(fields, {}, &gpu::LaunchField::place);
  for (const auto* field : fields) {
    const auto take = [&given, field](const std::string& value) {
      if (!value.empty()) given.emplace_back(field, value);
    };
    if (!field->flag.empty()) {
      command.add_flag_callback(
          std::string(field->option), [take, field] { take(std::string(field->flag)); }, std::string(field->meaning));
      continue;
    }
    auto* option = command.add_option_function<std::string>(std::string(field->option), take, std::string(field->meaning));
    if (field->choices == nullptr || field->open) continue;
    auto choices = field->choices();
    std::erase(choices, "");
    option->check(CLI::IsMember(choices));
  }
}

CLI::App* add_gemm(CLI::App& cli, GemmRequest& r) {
  auto* gemm = cli.add_subcommand("gemm", "a sheet with a kernel that multiplies matrices, as it is chosen");
  std::vector<std::string> kinds, types, types_c;
  const auto add = [](std::vector<std::string>& all, std::string_view name) {
    if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
  };
  for (const auto& kind : gemm_kinds()) {
    kinds.emplace_back(kind.key);
    for (const auto& t : kind.types) add(types, t.type), add(types_c, t.type_c);
  }
  const auto swizzles = gemm_swizzle_keys();
  gemm->add_option("--kind", r.kind, "of kernel; without: tensor_cores")->check(CLI::IsMember(kinds));
  gemm->add_option("--problem", r.problem, "M, N and K of the matrices, such as 256x256x64")->type_name("MxNxK");
  gemm->add_option("--tile", r.tile, "of a block, likewise")->type_name("MxNxK");
  gemm->add_option("--threads", r.threads,
                   "that share a tile of C: threads, warps or warpgroups along M and N, as the kind of kernel has it")
      ->type_name("MxN");
  gemm->add_option("--stages", r.stages, "of the tiles in shared memory")->check(CLI::Range(1, 1024));
  gemm->add_option("--type", r.type, "of the elements of A and B, as the kind of kernel has them")->check(CLI::IsMember(types));
  gemm->add_option("--type-c", r.type_c, "of the elements of C, and of the sums")->check(CLI::IsMember(types_c));
  for (auto [option, rows, meaning] : {std::tuple("--rows-a", &r.rows_a, "along which A has its rows in memory: K, or M"),
                                       std::tuple("--rows-b", &r.rows_b, "along which B has its rows in memory: K, or N")})
    gemm->add_option(option, *rows, meaning)->check(CLI::IsMember({std::string(key_of(GemmMajor::k)), std::string(key_of(GemmMajor::mn))}));
  gemm->add_option("--rows-c", r.rows_c, "along which C has its rows in memory: N, or M")
      ->check(CLI::IsMember({std::string(key_of(GemmMajorC::n)), std::string(key_of(GemmMajorC::m))}));
  gemm->add_option("--swizzle", r.swizzle, "bytes of the rows of shared memory whose pieces of 16 bytes are permuted")
      ->check(CLI::IsMember(std::vector<std::string>(swizzles.begin(), swizzles.end())));
  gemm->add_option("-o,--output", r.out, "a sheet (.cutes); without, or as -, standard output")->check(not_empty);
  return gemm;
}

CLI::App* add_suggest(CLI::App& cli, SuggestRequest& r) {
  auto* suggester = cli.add_subcommand("suggest", "which layout a tile in shared memory needs, or which threads one in global memory");
  suggester->add_option("--tile", r.form.tile, "its shape or its layout now, such as (128,64) or (128,64):(64,1)");
  suggester->add_option("--type", r.form.element, "element type: half_t, float, int8_t, ...; without: the tile's, or else float");
  suggester
      ->add_option(
          "--write", r.writes,
          "who writes the tile: a tiled copy, A of, B of or C of a tiled MMA, a layout (thread, value) -> coordinate, or tma and a "
          "tensor; perhaps with 4 x before it, how often it happens, and by 8 bytes behind it; several times: more of them")
      ->expected(1)
      ->take_all();
  suggester->add_option("--read", r.reads, "who reads the tile, likewise")->expected(1)->take_all();
  suggester->add_flag("--swizzles", r.family.swizzles,
                      "every Swizzle<B,M,S> may be taken; without this and the next three: swizzles, orders and the canonical layouts");
  suggester->add_flag("--order", r.family.order, "every order of the modes");
  suggester->add_option("--padding", r.family.padding, "up to so many elements, or bytes as in 32B, behind a mode");
  suggester->add_flag("--canonical", r.family.canonical, "the layouts that WGMMA and tcgen05.mma read; alone: no others");
  suggester->add_option("--global", r.global, "the layout of a tile in global memory, for which threads are wanted");
  suggester->add_option("--threads", r.threads, "of --global: so many")->check(CLI::Range(1, 1024))->default_str("128");
  suggester->add_option("--sheet", r.sheet, "a sheet (.cutes) or a program whose names the expressions use")->check(not_empty);
  add_settings(*suggester, r.set, r.macros);
  suggester->add_option("--into", r.into, "a sheet that the best is added to as an entry")->check(not_empty);
  suggester->add_option("--count", r.count, "how many are listed")->check(CLI::Range(1, 100000))->capture_default_str();
  suggester->add_flag("--json", r.json, "a JSON object");
  return suggester;
}

CLI::App* add_always(CLI::App& cli, AlwaysRequest& r) {
  auto* always =
      cli.add_subcommand("always", "a statement about all layouts, tried for small and random ones; exit status 1 on a counterexample");
  always
      ->add_option("lines", r.lines,
                   "the statement, such as \"A o (B o C) == (A o B) o C if size(C) > 1\"; more than one: names for the last")
      ->required();
  always
      ->add_option("--size", r.settings.bound.size,
                   "the largest size and cosize of layouts of which all are tried, and the largest integer")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  always->add_option("--depth", r.settings.bound.depth, "how deep their modes are nested")->check(CLI::Range(0, 8))->capture_default_str();
  always->add_option("--time", r.settings.seconds, "seconds for all of it, of which a fifth is for random layouts")
      ->check(within(0.01, 1e6))
      ->capture_default_str();
  always->add_flag("--no-random", r.no_random, "no random layouts once the small ones are done");
  always->add_option("--seed", r.settings.seed, "of the random layouts")->capture_default_str();
  always->add_flag("--defined", r.settings.undefined_fails, "where an operation of the statement is refused, it does not hold");
  always->add_flag("--json", r.json, "a JSON object");
  return always;
}

int run_arguments(int argc, char** argv) {
  speak(asked_language(argc, argv));
  CLI::App cli{"Cutescope: an explorer for CuTe's layout algebra."};
  cli.failure_message(&failure_text);
  cli.set_version_flag("--version", "cutescope " CUTESCOPE_VERSION);
  cli.require_subcommand(0, 1);
  WindowRequest picture;
  cli.add_option("file", picture.file,
                 "a sheet (.cutes) or its link, or a program (.cu .cpp .hpp .py) for its layouts; without one, the start page");
  add_settings(cli, picture.settings, picture.macros);
  add_look(cli, picture, "of the window", {"light", "dark", "system"});
  add_run(cli, picture);

  EvalOptions eval_options;
  std::vector<std::string> expressions;
  std::string spoken;  // by a command: asked_language() has found it before
  auto* eval = cli.add_subcommand("eval", "values in CuTe notation, one line an expression; - reads them from standard input");
  eval->add_option("expressions", expressions, "expressions, or -")->required();
  add_integers(*eval, eval_options.integers);
  eval->add_flag("--json", eval_options.json, "a JSON object a line");
  add_language(*eval, spoken);

  InspectRequest inspect_request;
  auto* inspect = cli.add_subcommand("inspect", "what the inspector shows of a value and of an element");
  inspect->add_option("lines", inspect_request.lines, "lines of a sheet, or a sheet (.cutes), its link, or a program")->required();
  inspect->add_option("--entry", inspect_request.entry, "the entry's name; otherwise the last one");
  inspect->add_option("--at", inspect_request.at, "an element's coordinate, such as 25 or (9,1)");
  add_integers(*inspect, inspect_request.integers);
  inspect->add_flag("--launch", inspect_request.launch, "also the fields of the sheet's launch, as its form shows them");
  inspect->add_flag("--json", inspect_request.json, "a JSON object");
  add_language(*inspect, spoken);

  std::string expression;
  auto* print = cli.add_subcommand("print", "CuTe's print_layout table");
  print->add_option("expression", expression)->required();
  add_integers(*print, eval_options.integers);
  add_language(*print, spoken);

  auto* explainer = cli.add_subcommand("explain", "an operation worked through, step by step, with its numbers");
  explainer->add_option("expressions", expressions, "the expression; more than one: names for the last")->required();
  add_integers(*explainer, eval_options.integers);
  explainer->add_flag("--json", eval_options.json, "a JSON object");
  add_language(*explainer, spoken);
  std::optional<double> check_seconds;
  add_time(*explainer, check_seconds);

  AlwaysRequest always_request;
  auto* always = add_always(cli, always_request);
  add_integers(*always, always_request.integers);
  add_language(*always, spoken);

  LinkRequest link_request;
  auto* linker = cli.add_subcommand("link", "a sheet as a link that the window and the page open, or the sheet in a link");
  linker->add_option("source", link_request.source, "a sheet (.cutes), a link or an expression")->required();
  linker->add_option("--address", link_request.address, "of the page that is to open it, such as https://example.org/cutescope.html");
  linker->add_flag("--text", link_request.text, "the text of its sheet instead");
  add_language(*linker, spoken);

  CheckRequest check_request;
  auto* check = cli.add_subcommand("check", "every entry of sheets and programs, and its verdict; exit status 1 on a problem");
  check
      ->add_option("files", check_request.files,
                   "sheets (.cutes) and programs (.cu .cpp .hpp .py), folders of them, or a compile_commands.json")
      ->required();
  add_settings(*check, check_request.settings, check_request.macros);
  add_folders(*check, check_request.folders);
  check->add_flag("--front-end", check_request.front_end, "C++ programs by clang's front end, too: static sizes are the compiler's");
  check->add_option("--arch", check_request.compiled_as.architecture, "of --front-end: sm_80, sm_90a; by what the program names")
      ->check(not_empty);
  check->add_option("--std", check_request.compiled_as.standard, "of --front-end: c++17 (the default), c++20, ...")->check(not_empty);
  check->add_option("--instance", check_request.instance, "of --front-end: which of the instantiations that it lists is shown, from 1");
  check->add_option("--ran", check_request.ran, "a log of the program, with what cutescope.hpp has printed: those values are exact")
      ->check(not_empty);
  check->add_flag("--quiet", check_request.quiet, "problems and notes only");
  check->add_flag("--json", check_request.json, "a JSON object");
  add_language(*check, spoken);
  std::optional<double> memory_mib;
  add_time(*check, check_seconds);
  add_memory(*check, memory_mib);

  FlowRequest flow_request;
  auto* flow = cli.add_subcommand(
      "flow",
      "what the kernels of programs move, and what does not add up; exit status 1 on a finding, 4 where there is none but "
      "not all was looked at");
  flow->add_option("files", flow_request.files, "programs (.cu .cuh .cpp .hpp .py), sheets with steps, or folders of them")->required();
  flow->add_option("--kernel", flow_request.kernel, "only those with this in their name")->check(not_empty);
  add_settings(*flow, flow_request.settings, flow_request.macros);
  add_folders(*flow, flow_request.folders);
  auto* flow_run = flow->add_flag("--run", flow_request.run,
                                  "runs a block of each on small integers: C against plain arithmetic, and what each thread has in each "
                                  "step against its layouts");
  flow->add_option("--device", flow_request.device, "of --run: cuda, cpu, or auto: a GPU where there is one")
      ->check(CLI::IsMember({"auto", "cuda", "cpu"}))
      ->needs(flow_run);
  flow->add_flag("--json", flow_request.json, "a JSON object");
  add_language(*flow, spoken);

  bool functions_json = false;
  auto* functions = cli.add_subcommand("functions", "the functions of the language, with what they do");
  functions->add_flag("--json", functions_json, "a JSON object a line");
  add_language(*functions, spoken);

  LessonsRequest lessons_request;
  auto* lessons = cli.add_subcommand("lessons", "the built-in lessons, or one of them as a sheet");
  lessons->add_option("number", lessons_request.number, "of the lesson; without one, the list of them");
  lessons->add_option("-o,--output", lessons_request.out, "a sheet (.cutes); without, or as -, standard output")->check(not_empty);
  add_language(*lessons, spoken);

  std::string log;
  bool find_json = false;
  auto* finder = cli.add_subcommand("find", "the layouts and tensors that CuTe's print wrote into a program's output");
  finder->add_option("file", log, "a file, or - for standard input")->required();
  finder->add_flag("--json", find_json, "a JSON object a line");
  add_language(*finder, spoken);

  InferRequest infer_request;
  auto* infer = cli.add_subcommand("infer", "the layout behind a table of indices, of pairs, or of threads and values");
  infer->add_option("file", infer_request.path, "a file, or - for standard input: print_layout, print_latex, CSV, pairs (1,2) -> 10")
      ->required();
  infer->add_option("--as", infer_request.as, "what the text is read as; threads: a row for each")
      ->check(CLI::IsMember({"auto", "table", "pairs", "threads"}));
  infer->add_flag("--json", infer_request.json, "a JSON object a table");
  add_language(*infer, spoken);

  DiffRequest diff_request;
  auto* diff = cli.add_subcommand("diff", "where two layouts differ; exit status 0 equal as functions, 1 different");
  diff->add_option("a", diff_request.a, "an expression")->required();
  diff->add_option("b", diff_request.b, "another one")->required();
  diff->add_option("-o,--output", diff_request.out, "a picture of each with the differences coloured: x.svg gives x-A.svg and x-B.svg")
      ->check(not_empty);
  add_max_size(*diff, "256", [&diff_request](std::int64_t bytes) { diff_request.most_bytes = bytes; });
  diff->add_flag("--json", diff_request.json, "a JSON object");
  add_language(*diff, spoken);

  ScalesRequest scales_request;
  auto* scales = cli.add_subcommand("scales", "whether scale factors lie where a kernel reads them; exit status 1 if not");
  scales->add_option("--reads", scales_request.reads, "what the kernel reads: \"sm100 nvfp4\", or a layout over (rows, K, batches)")
      ->required();
  scales->add_option("--writes", scales_request.writes,
                     "what the producer writes: \"row-major M x K/16, padded to 128\", \"size=(256,16) stride=(16,1)\", or a layout");
  scales->add_option("--problem", scales_request.problem, "M,N,K or M,N,K,L of the GEMM");
  scales->add_option("--operand", scales_request.operand, "whose scales they are")
      ->check(CLI::IsMember({"A", "B", "D"}))
      ->capture_default_str();
  scales->add_option("--vector", scales_request.vector, "elements of a group, where neither side says it")->check(CLI::Range(1, 65536));
  scales->add_option("--dump", scales_request.dump, "a file of scales as the producer wrote them")->check(not_empty);
  scales->add_option("--scales", scales_request.in_order, "with --dump: the same scales in order of batches, rows and groups")
      ->check(not_empty);
  scales->add_option("--matrix", scales_request.matrix, "with --dump: the matrix before it was quantised, row-major")->check(not_empty);
  scales->add_option("--type", scales_request.type, "of its elements")->check(CLI::IsMember({"f32", "f16", "bf16"}))->capture_default_str();
  scales->add_flag("--json", scales_request.json, "a JSON object");
  add_language(*scales, spoken);

  InstrumentRequest instrument_request;
  auto* instrument = cli.add_subcommand("instrument", "copies of a CuTe program's files that print what its values are when it runs");
  instrument->add_option("files", instrument_request.files, "of the program (.cu .cuh .cpp .hpp .h)")->required();
  instrument->add_option("-o,--out", instrument_request.folder, "the folder of the copies, and of cutescope.hpp, which they include")
      ->required()
      ->check(not_empty);
  add_macros(*instrument, instrument_request.macros);
  add_language(*instrument, spoken);
  std::string header_out;
  auto* header = cli.add_subcommand("header", "cutescope.hpp, by which a CuTe program prints what its values are: CUTESCOPE(tAgA, mma);");
  header->add_option("-o,--out", header_out, "a file; otherwise standard output")->check(not_empty);
  add_language(*header, spoken);

  int keep = Watch::usually_kept;
  auto* watcher = cli.add_subcommand("watch", "the window, with the layouts that a running program prints, newest first");
  std::vector<std::string> watched;
  watcher
      ->add_option("file", watched,
                   "a log that may grow, or - for standard input; behind --, a program and what it is given: it is started")
      ->required();
  watcher->add_option("--keep", keep, "how many of them are kept in the sheet")
      ->check(CLI::Range(1, static_cast<int>(Watch::most_kept)))
      ->capture_default_str();
  add_look(*watcher, picture, "of the window", {"light", "dark", "system"});
  add_run(*watcher, picture);

  const CLI::Validator utf8([](const std::string& text) { return algebra::is_utf8(text) ? std::string() : std::string("is not UTF-8"); },
                            "");
  std::vector<std::string> templates;
  for (const auto& t : render::figure_templates) templates.emplace_back(t.name);
  templates.emplace_back(natural_size);
  ExportRequest request;
  auto* exporter =
      cli.add_subcommand("export", "a picture: .svg .pdf .png .tex .txt; an interactive page: .html; or a program: .hpp .cpp .cu .py");
  exporter->add_option("source", request.source, "an expression, a sheet (.cutes) or a program")->required();
  exporter->add_option("-o,--output", request.out, "the file; its ending chooses the format")->required();
  add_settings(*exporter, request.set, request.macros);
  add_folders(*exporter, request.folders);
  exporter
      ->add_option("--entry", request.entries,
                   "one entry of the sheet, two that are compared, or any number on a page; without it, all of them")
      ->expected(1)
      ->take_all();
  exporter->add_option("--color-by,--colour-by", request.colour, "what the cells' colours say")
      ->type_name(one_of(keys_of(render::colourings())));
  exporter->add_option("--label", request.label, "what the cells are labelled with")->type_name(one_of(keys_of(render::labellings())));
  exporter->add_option("--palette", request.palette, "the palette of the colours")->type_name(one_of(palette_names()));
  exporter
      ->add_option("--figure", request.figure,
                   "what is drawn; tv: threads and values; compare: two entries; map: how a kernel moves; without it, the canvas of a "
                   "sheet, or the entry's card")
      ->check(CLI::IsMember([] {
        auto names = figure_kind_names();
        names.emplace_back("map");
        return names;
      }()));
  MapRequest map_request;
  exporter->add_option("--kernel", map_request.kernel, "of a map: a part of the kernel's name; without it, the first");
  exporter->add_option("--thread", map_request.thread, "of a map: the thread whose elements are lit; 0")->check(CLI::Range(0, 1023));
  exporter->add_option("--k-tile", map_request.k_tile, "of a map: the k tile whose loads are shown; 0")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 40));
  exporter
      ->add_option("--step", request.settings.request.step, "of the steps: only this one, 1, 2, ...; of a map: the kernel after that step")
      ->check(CLI::Range(1, 100000));
  exporter->add_flag(
      "--slides", request.slides,
      "a PDF of the slides that the window presents: entries, steps, hints and answers, a page each; of a map: each line of the kernel");
  exporter->add_flag("--each", request.settings.each, "of the steps: one file each, OUT-1.svg, OUT-2.svg, ...");
  exporter->add_option("--tile", request.settings.request.tile,
                       "of tv: the shape that a layout (thread, value) -> index tiles, such as (16,8)");
  exporter
      ->add_option("--width", request.settings.width_cm, "of the page in cm, such as 8.5 for one column; letters shrink to 5 pt at least")
      ->check(within(render::least_width_cm, render::most_width_cm));
  exporter
      ->add_option("--height", request.settings.height_cm,
                   "that the page has at most, in cm; grids shrink, and then are cut where labels would be smaller than 5 pt")
      ->check(within(render::least_width_cm, render::most_width_cm));
  exporter->add_option("--template", request.page, in_words(algebra::message("the box and the letters of: {}", listed_templates())))
      ->check(CLI::IsMember(templates));
  exporter->add_option("--title", request.settings.title, "above the figure")->check(utf8);
  exporter->add_option("--caption", request.settings.caption, "below the figure")->check(utf8);
  exporter->add_flag("--legend", request.settings.legend, "which colour is what");
  exporter->add_flag_callback(
      "--no-headings", [&request] { request.settings.headings = false; }, "without coordinates beside the grids");
  exporter->add_flag_callback(
      "--no-borders", [&request] { request.settings.borders = false; }, "without the borders of tiles");
  exporter->add_flag_callback(
      "--no-names", [&request] { request.settings.names = false; }, "without names and values above the grids");
  exporter->add_option("--font", request.settings.font, "a family for all text, such as \"Latin Modern Sans\"")->check(utf8);
  exporter->add_flag("--transparent", request.settings.transparent, "without a background");
  exporter
      ->add_option("--theme", request.theme,
                   "the colours of the page: paper is print, and screen light; grey has patterns in place of colours; an interactive page "
                   "has light or dark, without it those of "
                   "the reader's system")
      ->check(CLI::IsMember(theme_names()));
  exporter->add_option("--scale", request.settings.scale, "of a PNG, pixels per point")->check(within(0.1, 20.0))->capture_default_str();
  exporter->add_flag("--fragment", request.settings.fragment, "of a page: only what is pasted into another page");
  exporter->add_option("--hide", request.hidden, "of a page: an entry whose values are to be guessed; several times: more of them")
      ->expected(1)
      ->take_all();
  add_max_size(*exporter, "256, and a page of 262144 cells", [&request](std::int64_t bytes) { request.settings.most_bytes = bytes; });
  add_language(*exporter, spoken);
  add_memory(*exporter, memory_mib);
  exporter->add_flag("--transposed", request.settings.transposed, "rows and columns exchanged");
  exporter->add_option("--tmem", request.tmem, "cards of tensor memory: allocated (columns), whole (all 512), or modes (of the tensor)")
      ->check(CLI::IsMember({"allocated", "whole", "modes"}));
  CodeRequest code;
  exporter->add_option("--dialect", code.dialect, "of a .py: dsl (CuTe DSL) or pycute; with -o -: triton, the encoding")
      ->check(CLI::IsMember(std::vector<std::string>(algebra::code::dialect_keys.begin(), algebra::code::dialect_keys.end())));
  exporter->add_flag("--launch", code.launch, "the sheet's launch as a CUDA program: .cu");

  RunRequest run_request;
  auto* run = cli.add_subcommand("run", "a launch, and its report");
  run->add_option("sources", run_request.sources, "a sheet (.cutes), or the expressions TENSOR TILE THREADS");
  add_settings(*run, run_request.set, run_request.macros);
  add_launch_fields(*run, run_request.given);
  run->add_option("--device", run_request.device, "where the launch runs")->check(CLI::IsMember({"auto", "cuda", "cpu"}));
  add_memory(*run, memory_mib);
  std::optional<std::int64_t> launch_accesses;
  run->add_option("--accesses", launch_accesses,
                  "the most accesses, blocks x threads x values, of a launch; otherwise as in the settings: 2^30")
      ->check(CLI::Range(std::int64_t{1}, gpu::largest_launch_accesses));
  run->add_flag("--source", run_request.source, "print the kernel as CUDA C++ instead of running it");
  run->add_flag("--json", run_request.json, "a JSON object");
  add_language(*run, spoken);
  run->add_option("--inject", run_request.inject)->group("");

  SuggestRequest suggest_request;
  auto* suggester = add_suggest(cli, suggest_request);
  add_language(*suggester, spoken);

  GemmRequest gemm_request;
  auto* gemm = add_gemm(cli, gemm_request);
  add_language(*gemm, spoken);

  auto* shot = cli.add_subcommand("screenshot", "the window, drawn offscreen");
  shot->add_option("file", picture.file, "a sheet (.cutes) or a program")->required();
  shot->add_option("-o,--output", picture.out, "a PNG file")->required();
  add_settings(*shot, picture.settings, picture.macros);
  add_look(*shot, picture, "of the window, before scaling", {"light", "dark"});
  shot->add_option("--scale", picture.scale, "pixels per point")->check(within(0.5, 4.0))->capture_default_str();
  shot->add_option("--entry", picture.entry, "the entry that is selected");
  shot->add_option("--view", picture.view, "of the GPU panel")->check(CLI::IsMember({"memory", "banks", "requests", "source"}));
  shot->add_option("--panel-height", picture.panel_height, "of the GPU panel, in points")->check(within(1, 4000));
  shot->add_option("--tab", picture.tab, "of the inspector")->check(CLI::IsMember({"element", "properties", "steps", "memory", "code"}));
  shot->add_option("--step", picture.step, "of the steps: 1, 2, ...")->check(CLI::Range(1, 100000));
  shot->add_option("--command", picture.commands,
                   "that is run first, such as export.card, which opens a dialog; several times: one after the other");

  std::string shell;
  auto* completer = cli.add_subcommand("completion", "a completion script for a shell");
  completer->add_option("shell", shell, "the one that completes")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  auto* manual = cli.add_subcommand("manual", "the manual page, for man -l -");
  for (auto* command : {completer, manual}) add_language(*command, spoken);

  try {
    keep_whole(cli);
    translate_help(cli);
    cli.name(argc > 0 ? argv[0] : "cutescope");
    cli.parse(arguments_of(argc, argv));
  } catch (const CLI::ParseError& e) {
    std::ostringstream out, err;
    const int status = cli.exit(e, out, err);
    print_out_text(out.str());
    print_err_text(err.str());
    return status == 0 ? done : wrong_usage;
  }
  if (const auto wrong = unheard_by_command(cli); !wrong.empty()) return complain(wrong_usage, wrong);
  if (eval->parsed())
    return expressions.size() == 1 && expressions[0] == "-" ? eval_lines(eval_options) : eval_expressions(expressions, eval_options);
  if (explainer->parsed()) {
    eval_options.seconds = check_seconds.value_or(saved_limits(user_folders()).check_seconds);
    return explain_expression(expressions, eval_options);
  }
  if (always->parsed()) return try_always(std::move(always_request));
  if (inspect->parsed()) return inspect_entry(inspect_request);
  if (print->parsed()) return print_table(expression, eval_options.integers);
  // What these take, they ask the settings for; the window reads them itself.
  if (check->parsed() || exporter->parsed() || run->parsed()) {
    auto limits = saved_limits(user_folders());
    limits.memory_mib = memory_mib.value_or(limits.memory_mib);
    limits.launch_accesses = launch_accesses.value_or(limits.launch_accesses);
    check_request.seconds = check_seconds.value_or(limits.check_seconds);
    hold_in_program(limits);
  }
  if (check->parsed()) return check_files(check_request);
  if (flow->parsed()) return tell_flow(flow_request);
  if (instrument->parsed()) return instrument_files(instrument_request);
  if (header->parsed()) return write_header(header_out);
  if (linker->parsed()) return write_link(link_request);
  if (lessons->parsed()) return write_lessons(lessons_request);
  if (functions->parsed()) return list_functions(functions_json);
  if (completer->parsed()) return print_text(completion(cli, shell));
  if (manual->parsed()) return print_text(manual_page(cli));
  if (exporter->parsed()) {
    code.set = request.set, code.macros = request.macros, code.folders = request.folders;
    code.source = request.source, code.out = request.out, code.entry = request.entries.empty() ? "" : request.entries.front();
    const auto given = given_options(*exporter);
    auto wrong = misplaced_map_option(given, request.out, request.figure == "map");
    if (wrong.empty() && request.figure != "map") wrong = misplaced_option(given, request.out);
    if (wrong.empty()) wrong = contradiction(code);
    if (!wrong.empty()) return complain(wrong_usage, wrong);
    if (is_code_path(request.out)) return export_code(code);
  }
  if (finder->parsed()) return find_in(log, find_json);
  if (infer->parsed()) return infer_from(infer_request);
  if (diff->parsed()) return diff_expressions(diff_request);
  if (scales->parsed()) return check_scales(scales_request);
  if (watcher->parsed()) {
    if (std::find(argv, argv + argc, std::string_view("--")) != argv + argc) picture.program = std::move(watched);
    else if (watched.size() > 1) return complain(wrong_usage, "watch takes one file; a program stands behind --");
    else picture.file = watched.front();
    return open_watch(picture, keep);
  }
  if (exporter->parsed()) return request.figure == "map" ? export_map(request, map_request) : export_figure(request);
  if (run->parsed()) return run_launch(run_request);
  if (gemm->parsed()) return write_gemm(gemm_request);
  if (suggester->parsed()) return suggest_layouts(suggest_request);
  if (shot->parsed()) {
    picture.language = spoken_texts().language().code;
    return take_screenshot(picture);
  }
  return open_window(picture);
}

}  // namespace

int command_line(int argc, char** argv) {
  hold_standard_streams();
  // A file that reaches the limit of its size is an error of the write: what was begun is removed.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int status = run_arguments(argc, argv);
    flush_output();
    return status;
  } catch (const OutputFailed& e) {
    return complain(environment_failed, e.code() ? algebra::message("cannot write to standard output: {}", e.code().message())
                                                 : algebra::Message("cannot write to standard output"));
  } catch (const std::bad_alloc&) {
    return complain(environment_failed, "there is not enough memory for this");
  } catch (const std::system_error& e) {
    // Such as a thread that the system does not start.
    return complain(environment_failed, algebra::message("the system refused something that this needs: {}", e.code().message()));
  }
}

}  // namespace app
