#include "app/cli/export_command.hpp"

#include <cstdlib>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "app/actions/appearance.hpp"
#include "app/actions/slides.hpp"
#include "app/cli/cli_tools.hpp"
#include "app/cli/code_command.hpp"
#include "app/cli/export_progress.hpp"
#include "app/cli/map_command.hpp"
#include "app/document/names.hpp"
#include "app/figures/interactive.hpp"
#include "app/import/open.hpp"
#include "app/report/answers.hpp"
#include "app/session/sheet_session.hpp"
#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"
#include "app/system/files.hpp"
#include "app/system/texts.hpp"
#include "render/colourings.hpp"
#include "render/export.hpp"
#include "render/labellings.hpp"
#include "render/tmem_cells.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// Turns the names that options give into settings. Error: a sentence with the names that an option takes.
tl::expected<ExportSettings, Message> settings_of(const ExportRequest& request) {
  auto s = request.settings;
  s.request.language = spoken_texts().language();
  s.colour = render::colouring_named(request.colour);
  if (!request.colour.empty() && !s.colour)
    return tl::unexpected(message("--color-by takes {}, not {}", render::listed_keys(render::colourings()), request.colour));
  s.label = render::labelling_named(request.label);
  if (!request.label.empty() && !s.label)
    return tl::unexpected(message("--label takes {}, not {}", render::listed_keys(render::labellings()), request.label));
  s.palette = palette_name(request.palette);
  if (!request.palette.empty() && !s.palette)
    return tl::unexpected(message("--palette takes {}, not {}", algebra::alternatives(palette_names()), request.palette));
  for (const auto& page : render::figure_templates) {
    if (page.name != request.page) continue;
    s.letters = page.letters;
    if (s.width_cm <= 0) s.width_cm = page.width_cm;
    if (s.height_cm <= 0) s.height_cm = page.height_cm;
  }
  s.natural = request.page == natural_size;
  s.tmem = render::tmem_grid(request.tmem);
  s.theme = theme_name(request.theme).value_or(render::ThemeName::print);
  s.request.kind = figure_kind(request.figure).value_or(FigureKind::card);
  if ((s.each || s.request.step != 0) && s.request.kind != FigureKind::steps)
    return tl::unexpected(Message("--step and --each are only valid with --figure=steps"));
  if (s.each && s.request.step != 0) return tl::unexpected(Message("--each writes every step, --step one: use one of them"));
  if (!s.request.tile.empty() && s.request.kind != FigureKind::tv) return tl::unexpected(Message("--tile is only valid with --figure=tv"));
  const bool compares = s.request.kind == FigureKind::compare;
  if (is_page_path(request.out)) return s;
  if (compares != (request.entries.size() == 2) || request.entries.size() > 2)
    return tl::unexpected(Message("--figure=compare takes two entries, --entry A --entry B; a sheet's other figures take one"));
  return s;
}

std::string names_in(const std::vector<EntryResult>& results) {
  std::string names;
  for (const auto& r : results)
    if (!r.name.empty()) names += (names.empty() ? "" : ", ") + r.name;
  return names;
}

/// Returns the entries that the canvas shows; a sheet's only one also if it is hidden.
std::vector<int> shown_entries(const Sheet& sheet, const std::vector<EntryResult>& results) {
  std::vector<int> shown;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].is_value() && (sheet.entries[i].visible || results.size() == 1)) shown.push_back(static_cast<int>(i));
  return shown;
}

/// Warns of each of these entries that has no card because it has no value.
void warn_of_missing(Report& report, const Sheet& sheet, const std::vector<EntryResult>& results, const std::vector<int>& shown) {
  for (const auto i : shown) {
    const auto& result = results[static_cast<std::size_t>(i)];
    if (result.evaluation || !result.problem) continue;
    const auto& text = sheet.entries[static_cast<std::size_t>(i)].text;
    report.warn(fmt::format("{}: {}", in_words(message("{} is not in the figure", result.name.empty() ? text : result.name)),
                            problem_line(*result.problem)));
  }
}

/// Finds an entry by its name. Error: one sentence with the names that there are.
tl::expected<int, Message> entry_named(const std::string& name, const ExportRequest& request, const SheetEvaluator& evaluator) {
  if (const auto entry = evaluator.find(name); entry >= 0) return entry;
  const auto names = names_in(evaluator.results());
  return tl::unexpected(message("there is no entry {} in {}; it has {}", name, request.source,
                                names.empty() ? Message("none with a name") : Message::verbatim(names)));
}

/// Why a way to colour or to label means nothing for the figures; "" if it does.
template <class Choice>
Message meaningless(const char* option, const std::optional<Choice>& asked, const std::vector<Choice>& possible,
                    const std::vector<render::Figure>& figures) {
  if (!asked || std::ranges::find(possible, *asked) != possible.end()) return {};
  const auto& panels = figures.front().panels;
  const auto drawn = std::ranges::find_if(panels, [](const render::Panel& p) { return p.diagram.has_value(); });
  const char* why = drawn == panels.end() ? nullptr : render::why_not(*asked, *drawn->diagram);
  return message("{} takes {} here, not {}: {}", option, render::listed_keys(possible), (*asked)->key,
                 why == nullptr ? Message() : Message(why, {}));
}

Message meaningless(const ExportSettings& settings, const std::vector<render::Figure>& figures) {
  const auto wrong = meaningless("--color-by", settings.colour, colours_for(figures), figures);
  return wrong.empty() ? meaningless("--label", settings.label, labels_for(figures), figures) : wrong;
}

int export_picture(Report& report, const ExportRequest& request, const Sheet& sheet, const SheetEvaluator& evaluator,
                   const std::vector<int>& named, ExportSettings settings) {
  const auto& results = evaluator.results();
  auto entries = named;
  const auto shown = shown_entries(sheet, results);
  auto& kind = settings.request.kind;
  // A figure has room for all of them.
  if (entries.empty() && request.figure.empty() && shown.size() > 1) kind = FigureKind::canvas;
  if (of_entry(kind) && entries.empty() && shown.size() > 1) {
    const auto names = names_in(results);
    return report.refuse(wrong_input, message("--figure={} takes one entry: --entry takes one of {}; --figure=canvas shows all",
                                              name_of(kind), names.empty() ? Message("those with a name") : Message::verbatim(names)));
  }
  if (kind == FigureKind::canvas) warn_of_missing(report, sheet, results, shown);
  if (entries.empty()) entries.push_back(shown.front());
  // Paper has no way to turn to another slice.
  if (request.figure.empty() && kind == FigureKind::card && has_slices(sheet, evaluator, entries.front())) kind = FigureKind::slices;
  for (const auto entry : entries) {
    const auto& result = results[static_cast<std::size_t>(entry)];
    if (!of_entry(kind) || result.evaluation) continue;
    // The card of what is refused is the function that was asked for.
    if ((kind == FigureKind::card || kind == FigureKind::slices) && result.refusal != nullptr) continue;
    return report.refuse(wrong_input, error_of(sheet.entries[static_cast<std::size_t>(entry)].text, *result.problem));
  }
  settings.request.entry = entries.front();
  settings.request.with = entries.back();
  const auto figures = figures_of(sheet, evaluator, settings);
  if (!figures) return report.refuse(wrong_input, figures.error());
  const auto wrong = meaningless(settings, *figures);
  if (!wrong.empty()) return report.refuse(wrong_input, wrong);
  tl::expected<std::vector<ExportedFigure>, Message> written;
  {
    ExportProgress progress;
    written = export_figures(*figures, settings, request.out, std::ref(progress));
  }
  if (!written) return report.refuse_write(written.error());
  for (const auto& [path, facts] : *written) {
    report.data()["files"].push_back({{"path", path}, {"facts", facts_text(facts).text()}});
    if (const auto text = facts_text(facts); !text.empty()) report.say(message("{}: {}", path, text));
    for (const auto& warning : warnings(facts)) report.warn(in_words(warning));
  }
  return done;
}

/// Writes a page with every card that the sheet shows, or those of the named entries.
int export_page(Report& report, const ExportRequest& request, Sheet sheet, const SheetEvaluator& evaluator, const std::vector<int>& named,
                const ExportSettings& settings) {
  const auto& results = evaluator.results();
  InteractiveOptions options{.language = spoken_texts().language(), .entries = named, .hidden = {}};
  for (const auto& name : request.hidden) {
    const auto entry = entry_named(name, request, evaluator);
    if (!entry) return report.refuse(wrong_input, entry.error());
    options.hidden.push_back(*entry);
  }
  const auto shown = named.empty() ? shown_entries(sheet, results) : named;
  warn_of_missing(report, sheet, results, shown);
  if (options.entries.empty()) options.entries = shown.size() == 1 ? shown : std::vector<int>();
  if (settings.colour || settings.label) {
    auto canvas = settings;
    canvas.request.kind = FigureKind::canvas;
    const auto figures = figures_of(sheet, evaluator, canvas);
    if (!figures) return report.refuse(wrong_input, figures.error());
    const auto wrong = meaningless(settings, *figures);
    if (!wrong.empty()) return report.refuse(wrong_input, wrong);
  }
  const auto written = write_page(std::move(sheet), evaluator, settings, options, request.out);
  if (!written) return report.refuse_write(written.error());
  report.data()["files"].push_back({{"path", request.out}, {"bytes", *written}});
  report.say(message("{}: {}", request.out, fmt::format("{} kB", (*written + 999) / 1000)));
  return done;
}

/// Writes the stops of a presentation, a page each.
int export_slides(Report& report, const ExportRequest& request, Sheet sheet) {
  Workspace workspace(std::move(sheet), request.source);
  ViewState view;
  choose_language(workspace, view, spoken_texts().language());
  const auto pages = write_slides(workspace, view, theme_name(request.theme).value_or(render::ThemeName::print), request.out);
  if (!pages) return report.refuse_write(pages.error());
  report.data()["files"].push_back({{"path", request.out}, {"pages", *pages}});
  report.say(message("{}: {} pages", request.out, *pages));
  return done;
}

}  // namespace

int export_figure(const ExportRequest& request, Report& report) {
  const bool page = is_page_path(request.out);
  if (const auto format = render::format_of(request.out); !page && !format)
    return report.refuse(wrong_input,
                         Message::sequence(format.error(), "Pages are .html files, programs are .hpp, .cpp, .cu and .py files."));
  auto settings = settings_of(request);
  if (!settings) return report.refuse(wrong_input, settings.error());
  auto sheet = sheet_of_source(request.source, request.set, request.macros, {.include = request.folders});
  if (!sheet) return report.refuse(wrong_input, sheet.error());
  if (request.slides) return export_slides(report, request, std::move(*sheet));
  const SheetSession session(*sheet);
  const auto& evaluator = session.evaluator();
  std::vector<int> entries;
  for (const auto& name : request.entries) {
    const auto entry = entry_named(name, request, evaluator);
    if (!entry) return report.refuse(wrong_input, entry.error());
    entries.push_back(*entry);
  }
  if (entries.empty() && shown_entries(*sheet, session.results()).empty())
    return report.refuse(wrong_input, message("{} has nothing to export", request.source));
  return page ? export_page(report, request, std::move(*sheet), evaluator, entries, *settings)
              : export_picture(report, request, *sheet, evaluator, entries, std::move(*settings));
}

namespace {

/// Lists the templates: "column (8.5 x 20 cm, 9 pt), ...".
std::string listed_templates() {
  std::vector<std::string> all;
  for (const auto& t : render::figure_templates)
    all.push_back(fmt::format("{} ({:g} x {:g} cm, {:g} pt)", t.name, t.width_cm, t.height_cm, t.letters));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const auto& t : render::figure_templates) names.emplace_back(t.name);
  names.emplace_back(natural_size);
  return names;
}

std::vector<std::string> export_formats() { return {"svg", "pdf", "png", "tex", "txt", "html", "hpp", "cpp", "cu", "py"}; }

template <class Choices>
std::vector<std::string> keys_of(const Choices& choices) {
  std::vector<std::string> keys;
  for (const auto& c : choices) keys.emplace_back(c->key);
  return keys;
}

/// The kinds of files that an export writes, as its path and its options say. An option belongs to some of them.
enum ExportKind : unsigned {
  for_picture = 1,
  for_page = 2,
  for_program = 4,
  for_slides = 8,
  for_map = 16,
  for_map_page = 32,
  for_map_slides = 64
};
constexpr unsigned for_any_map = for_map | for_map_page | for_map_slides;

std::vector<Option> export_options() {
  std::vector<Option> all{
      argument("source", "SOURCE", "An expression, a sheet (.cutes), its link, a program, or - for standard input").required(),
      text_option("-o,--output", "FILE", "Write here; the ending chooses the format; - is standard output, in the format of --format")
          .required()
          .not_empty(),
      choice("--format", &export_formats, "With -o -: write this format")};
  for (auto& o : program_options()) all.push_back(std::move(o));
  const auto add = [&all](unsigned kinds, Option o) { all.push_back(std::move(o).only_of(kinds)); };
  add(for_picture | for_page | for_program,
      text_option("--entry", "NAME",
                  "Draw this entry of the sheet; repeat it for a comparison of two or for several on a page. Default: all (repeatable)")
          .repeated());
  add(for_picture | for_page, choice(
                                  "--color-by,--colour-by", [] { return keys_of(render::colourings()); }, "Colour the cells by")
                                  .open());
  add(for_picture | for_page, choice(
                                  "--label", [] { return keys_of(render::labellings()); }, "Label the cells with")
                                  .open());
  add(for_picture | for_page, choice("--palette", &palette_names, "Choose the colours").open());
  add(for_picture | for_any_map, choice(
                                     "--figure",
                                     [] {
                                       auto names = figure_kind_names();
                                       names.emplace_back("map");
                                       return names;
                                     },
                                     "Draw threads and values (tv), two entries (compare), the map of a kernel (map), ... Default: all "
                                     "cards of a sheet, or the entry's"));
  add(for_any_map, text_option("--kernel", "NAME", "For a map: draw the kernel with this in its name. Default: the first"));
  add(for_any_map, integer("--thread", "N", 0, 1023, "For a map: highlight the elements of this thread").usually("0"));
  add(for_map | for_map_page,
      integer("--k-tile", "N", 0, static_cast<double>(std::int64_t{1} << 40), "For a map: show the loads of this k tile").usually("0"));
  add(for_picture | for_map | for_map_page,
      integer("--step", "N", 1, 100000, "For steps: draw only this one, from 1; for a map: the kernel after that step"));
  add(for_slides | for_map_slides,
      flag("--slides", "Write a PDF of slides: a page for each entry, step, hint and answer; for a map, for each line of the kernel"));
  add(for_picture, flag("--each", "For steps: write a file each, OUT-1.svg, OUT-2.svg, ..."));
  add(for_picture, text_option("--tile", "SHAPE", "For tv: the shape that a layout (thread, value) -> index tiles, such as (16,8)"));
  add(for_picture | for_map | for_map_page, number("--width", "CM", render::least_width_cm, render::most_width_cm,
                                                   "Draw the page this wide, such as 8.5 for one column; letters shrink to 5 pt at least"));
  add(for_picture | for_map | for_map_page,
      number("--height", "CM", render::least_width_cm, render::most_width_cm,
             "Draw the page at most this high; grids shrink, and are cut where labels would be smaller than 5 pt"));
  add(for_picture,
      choice("--template", &template_names,
             in_words(algebra::message("Use the box and the letters of {}; {} keeps the default size of cells. Default: at most one for A4",
                                       listed_templates(), natural_size))));
  add(for_picture | for_page, text_option("--title", "TEXT", "Write this above the figure"));
  add(for_picture, text_option("--caption", "TEXT", "Write this below the figure"));
  add(for_picture, flag("--legend", "Add a legend of the colours"));
  add(for_picture, flag("--no-headings", "Leave out the coordinates beside the grids"));
  add(for_picture, flag("--no-borders", "Leave out the borders of tiles"));
  add(for_picture, flag("--no-names", "Leave out names and values above the grids"));
  add(for_picture, text_option("--font", "FAMILY", "Use this font for all text, such as \"Latin Modern Sans\""));
  add(for_picture, flag("--transparent", "Leave out the background"));
  add(for_picture | for_page | for_slides | for_any_map,
      choice("--theme", &theme_names,
             "Choose the page's colours: paper is print, screen light; grey has patterns; an interactive page follows the reader's system "
             "without it"));
  add(for_picture | for_map, number("--scale", "N", 0.1, 20, "For a PNG: pixels per point").usually("2"));
  add(for_page, flag("--fragment", "For a page: write only a fragment to paste into another page"));
  add(for_page, text_option("--hide", "NAME", "For a page: hide the values of this entry, which readers guess (repeatable)").repeated());
  add(for_picture | for_page,
      number("--max-size", "MIB", 1, 1e9, "Refuse to write a larger file. Default: 256 MiB, and a page of 262144 cells"));
  add(for_picture | for_page, flag("--transposed", "Exchange rows and columns"));
  add(for_picture | for_page, choice(
                                  "--tmem",
                                  [] {
                                    return std::vector<std::string>{"allocated", "whole", "modes"};
                                  },
                                  "Draw tensor memory's allocated columns, all 512 (whole), or the tensor's modes"));
  add(for_program,
      choice(
          "--dialect", [] { return std::vector<std::string>(algebra::code::dialect_keys.begin(), algebra::code::dialect_keys.end()); },
          "For a .py: CuTe DSL (dsl) or pycute; with -o -: also triton, the encoding"));
  add(for_picture | for_page | for_program, flag("--launch", "Write the sheet's launch as a CUDA program (.cu)"));
  all.push_back(memory_option());
  all.push_back(json_option());
  all.push_back(language_option());
  return all;
}

ExportRequest request_of(const Arguments& a) {
  ExportRequest r{.source = a.text("source"),
                  .out = a.text("output"),
                  .colour = a.text("colour-by"),
                  .label = a.text("label"),
                  .palette = a.text("palette"),
                  .theme = a.text("theme"),
                  .tmem = a.text("tmem"),
                  .figure = a.text("figure"),
                  .page = a.text("template"),
                  .entries = a.all("entry"),
                  .hidden = a.all("hide"),
                  .slides = a.flag("slides"),
                  .settings = {},
                  .set = a.settings(),
                  .macros = a.macros(),
                  .folders = a.folders()};
  auto& s = r.settings;
  s.request.step = static_cast<int>(a.integer("step").value_or(0));
  s.request.tile = a.text("tile");
  s.each = a.flag("each");
  s.width_cm = a.number("width").value_or(s.width_cm);
  s.height_cm = a.number("height").value_or(s.height_cm);
  s.title = a.text("title"), s.caption = a.text("caption"), s.font = a.text("font");
  s.legend = a.flag("legend"), s.headings = !a.flag("no-headings"), s.borders = !a.flag("no-borders"), s.names = !a.flag("no-names");
  s.transparent = a.flag("transparent"), s.fragment = a.flag("fragment"), s.transposed = a.flag("transposed");
  s.scale = a.number("scale").value_or(s.scale);
  if (const auto mib = a.number("max-size")) s.most_bytes = std::llround(*mib * 0x1p20);
  return r;
}

ExportKind kind_of(const ExportRequest& request) {
  const bool is_map = request.figure == "map";
  if (request.slides) return is_map ? for_map_slides : for_slides;
  if (is_page_path(request.out)) return is_map ? for_map_page : for_page;
  return is_map ? for_map : is_code_path(request.out) ? for_program : for_picture;
}

/// Why a given option says nothing about this export, in a sentence; "" if all belong to it.
Message misplaced_option(const Arguments& a, const ExportRequest& request) {
  if (request.slides && !request.out.ends_with(".pdf")) return message("--slides writes .pdf, not {}", request.out);
  const auto kind = kind_of(request);
  const bool is_map = (kind & for_any_map) != 0;
  for (const auto& o : export_options()) {
    if (!a.has(o.key()) || o.belongs_to == 0 || (o.belongs_to & kind) != 0) continue;
    if (!is_map && (o.belongs_to & ~for_any_map) == 0) return message("{} is only valid with --figure=map", o.name());
    if (is_map && (o.belongs_to & for_any_map) == 0) return message("{} is not valid with --figure=map", o.name());
    if (request.slides) return message("{} is not valid with --slides", o.name());
    const auto others = o.belongs_to & (for_picture | for_page | for_program);
    const auto kinds = others == (for_picture | for_page) ? Message("pictures and pages")
                       : others == for_page               ? Message("pages (.html)")
                       : others == for_program            ? Message("programs")
                                                          : Message("pictures");
    return message("{} applies to {}, not to {}", o.name(), kinds, request.out);
  }
  if (is_map && a.has("k-tile") && a.has("step")) return "--k-tile and --step both choose the step: use one of them";
  return {};
}

/// Writes the export to request.out.
int export_to_file(const Arguments& a, const ExportRequest& request, Report& report, ToolHost& host) {
  CodeRequest code{.source = request.source,
                   .out = request.out,
                   .entry = request.entries.empty() ? "" : request.entries.front(),
                   .dialect = a.text("dialect"),
                   .launch = a.flag("launch"),
                   .set = request.set,
                   .macros = request.macros,
                   .folders = request.folders};
  const bool is_map = request.figure == "map";
  auto wrong = misplaced_option(a, request);
  if (wrong.empty()) wrong = contradiction(code);
  if (!wrong.empty()) return report.refuse(wrong_input, wrong);
  if (!is_map) return is_code_path(request.out) ? export_code(code, report) : export_figure(request, report);
  const MapRequest map{.path = request.source,
                       .settings = request.set,
                       .macros = request.macros,
                       .folders = request.folders,
                       .kernel = a.text("kernel"),
                       .thread = static_cast<std::size_t>(a.integer("thread").value_or(0)),
                       .step = a.integer("step"),
                       .k_tile = a.has("k-tile") ? a.integer("k-tile") : std::nullopt};
  return export_map(request, map, report, host);
}

/// A folder of its own for a file, which goes with it. "": there is none.
struct ExportFolder {
  std::string path = (std::filesystem::temp_directory_path() / "cutescope-XXXXXX").string();
  ExportFolder() {
    if (::mkdtemp(path.data()) == nullptr) path.clear();
    else allowed_ = allow_own_folder(path);
  }
  ~ExportFolder() {
    std::error_code ignored;
    if (!path.empty()) std::filesystem::remove_all(path, ignored);
  }
  ExportFolder(const ExportFolder&) = delete;
  ExportFolder& operator=(const ExportFolder&) = delete;

 private:
  std::shared_ptr<void> allowed_{};
};

/// Passes on what is wrong, and not which file was written.
struct ExportRemarks : ReportSink {
  explicit ExportRemarks(ReportSink& to) : to_(to) {}
  void text(std::string_view) override {}
  void document(std::string_view) override {}
  void remark(std::string_view t) override { to_.remark(t); }
  void json(std::string_view line) override { to_.json(line); }

 private:
  ReportSink& to_;
};

/// Writes a file of that format in a folder of its own, and its bytes as the report.
int export_to_output(const Arguments& a, ExportRequest request, Report& report, ToolHost& host) {
  const ExportFolder folder;
  if (folder.path.empty())
    return report.refuse(environment_failed, message("cannot write into {}", std::filesystem::temp_directory_path().string()));
  request.out = fmt::format("{}/figure.{}", folder.path, a.text("format"));
  ExportRemarks remarks(report.sink());
  Report own(remarks, report.form(), "export");
  if (const int status = export_to_file(a, request, own, host); status != done) {
    own.finish();
    return status;
  }
  const auto bytes = read_file(request.out, std::size_t{1} << 32);
  if (!bytes) return report.refuse(environment_failed, bytes.error());
  report.document(*bytes);
  return done;
}

int run_export(const Arguments& a, Report& report, ToolHost& host) {
  auto request = request_of(a);
  if (a.has("format") && request.out != "-")
    return report.refuse(wrong_input, "--format is only valid with -o -: another file's ending sets its format");
  return a.has("format") ? export_to_output(a, std::move(request), report, host) : export_to_file(a, request, report, host);
}

}  // namespace

const Tool export_tool{.name = "export",
                       .group = ToolGroup::take_along,
                       .help = "Write a picture (.svg .pdf .png .tex .txt), a page (.html) or a program (.hpp .cpp .cu .py)",
                       .example = "export \"(4,8):(8,1)\" -o layout.svg",
                       .options = export_options,
                       .run = run_export,
                       .answer = "files?:[{path:str,bytes?:int,pages?:int,facts?:str}]"};

}  // namespace app
