#include "app/cli/export_command.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "app/actions/appearance.hpp"
#include "app/actions/slides.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/code_command.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/export_progress.hpp"
#include "app/cli/output.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/names.hpp"
#include "app/figures/interactive.hpp"
#include "app/import/open.hpp"
#include "app/state/view_state.hpp"
#include "app/state/workspace.hpp"
#include "app/system/texts.hpp"
#include "render/colourings.hpp"
#include "render/export.hpp"
#include "render/labellings.hpp"
#include "render/tmem_cells.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// The options' names as what they mean. Error: what an option takes.
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
    return tl::unexpected(Message("--step and --each are of --figure=steps"));
  if (s.each && s.request.step != 0) return tl::unexpected(Message("--each writes every step, --step one: take one of them"));
  if (!s.request.tile.empty() && s.request.kind != FigureKind::tv) return tl::unexpected(Message("--tile is of --figure=tv"));
  const bool compares = s.request.kind == FigureKind::compare;
  if (is_page_path(request.out)) return s;
  if (compares != (request.entries.size() == 2) || request.entries.size() > 2)
    return tl::unexpected(Message("--figure=compare is of two entries, --entry A --entry B; a sheet's other figures are of one"));
  return s;
}

std::string names_in(const std::vector<EntryResult>& results) {
  std::string names;
  for (const auto& r : results)
    if (!r.name.empty()) names += (names.empty() ? "" : ", ") + r.name;
  return names;
}

/// The entries that the canvas shows; the only one of a sheet also where it is hidden.
std::vector<int> shown_entries(const Sheet& sheet, const std::vector<EntryResult>& results) {
  std::vector<int> shown;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (results[i].is_value() && (sheet.entries[i].visible || results.size() == 1)) shown.push_back(static_cast<int>(i));
  return shown;
}

/// Which of these entries have no card because they have no value.
void tell_missing(const Sheet& sheet, const std::vector<EntryResult>& results, const std::vector<int>& shown) {
  for (const auto i : shown) {
    const auto& result = results[static_cast<std::size_t>(i)];
    if (result.evaluation || !result.problem) continue;
    const auto& text = sheet.entries[static_cast<std::size_t>(i)].text;
    print_err("{}{}: {}\n", in_words("warning: "), in_words(message("{} is not in the figure", result.name.empty() ? text : result.name)),
              problem_line(*result.problem));
  }
}

/// An entry by its name. Error: one sentence with the names that there are.
tl::expected<int, Message> entry_named(const std::string& name, const ExportRequest& request, const SheetEvaluator& evaluator) {
  if (const auto entry = evaluator.find(name); entry >= 0) return entry;
  const auto names = names_in(evaluator.results());
  return tl::unexpected(message("there is no entry {} in {}; it has {}", name, request.source,
                                names.empty() ? Message("none with a name") : Message::verbatim(names)));
}

/// A way to colour or to label that none of the figures has a meaning for.
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

int export_picture(const ExportRequest& request, const Sheet& sheet, const SheetEvaluator& evaluator, const std::vector<int>& named,
                   ExportSettings settings) {
  const auto& results = evaluator.results();
  auto entries = named;
  const auto shown = shown_entries(sheet, results);
  auto& kind = settings.request.kind;
  // A figure has room for all of them.
  if (entries.empty() && request.figure.empty() && shown.size() > 1) kind = FigureKind::canvas;
  if (of_entry(kind) && entries.empty() && shown.size() > 1) {
    const auto names = names_in(results);
    return complain(wrong_usage, message("--figure={} is of one entry: --entry takes one of {}; --figure=canvas shows all", name_of(kind),
                                         names.empty() ? Message("those with a name") : Message::verbatim(names)));
  }
  if (kind == FigureKind::canvas) tell_missing(sheet, results, shown);
  if (entries.empty()) entries.push_back(shown.front());
  // On paper nobody turns to another slice.
  if (request.figure.empty() && kind == FigureKind::card && has_slices(sheet, evaluator, entries.front())) kind = FigureKind::slices;
  for (const auto entry : entries) {
    const auto& result = results[static_cast<std::size_t>(entry)];
    if (!of_entry(kind) || result.evaluation) continue;
    // The card of what is refused is the function that was asked for.
    if ((kind == FigureKind::card || kind == FigureKind::slices) && result.refusal != nullptr) continue;
    show_problem(sheet.entries[static_cast<std::size_t>(entry)].text, *result.problem);
    return bad_input;
  }
  settings.request.entry = entries.front();
  settings.request.with = entries.back();
  const auto figures = figures_of(sheet, evaluator, settings);
  if (!figures) return complain(bad_input, figures.error());
  const auto wrong = meaningless(settings, *figures);
  if (!wrong.empty()) return complain(wrong_usage, wrong);
  tl::expected<std::vector<ExportedFigure>, Message> written;
  {
    ExportProgress progress;
    written = export_figures(*figures, settings, request.out, std::ref(progress));
  }
  if (!written) return complain(bad_input, written.error());
  for (const auto& [path, facts] : *written) {
    if (const auto text = facts_text(facts); !text.empty()) print_out("{}\n", in_words(message("{}: {}", path, text)));
    for (const auto& warning : warnings(facts)) print_err("{}{}\n", in_words("warning: "), in_words(warning));
  }
  return done;
}

/// Every card that the sheet shows, or those of the named entries.
int export_page(const ExportRequest& request, Sheet sheet, const SheetEvaluator& evaluator, const std::vector<int>& named,
                const ExportSettings& settings) {
  const auto& results = evaluator.results();
  InteractiveOptions options{.language = spoken_texts().language(), .entries = named, .hidden = {}};
  for (const auto& name : request.hidden) {
    const auto entry = entry_named(name, request, evaluator);
    if (!entry) return complain(bad_input, entry.error());
    options.hidden.push_back(*entry);
  }
  const auto shown = named.empty() ? shown_entries(sheet, results) : named;
  tell_missing(sheet, results, shown);
  if (options.entries.empty()) options.entries = shown.size() == 1 ? shown : std::vector<int>();
  if (settings.colour || settings.label) {
    auto canvas = settings;
    canvas.request.kind = FigureKind::canvas;
    const auto figures = figures_of(sheet, evaluator, canvas);
    if (!figures) return complain(bad_input, figures.error());
    const auto wrong = meaningless(settings, *figures);
    if (!wrong.empty()) return complain(wrong_usage, wrong);
  }
  const auto written = write_page(std::move(sheet), evaluator, settings, options, request.out);
  if (!written) return complain(bad_input, written.error());
  print_out("{}\n", in_words(message("{}: {}", request.out, fmt::format("{} kB", (*written + 999) / 1000))));
  return done;
}

/// All stops of a presentation, a page each.
int export_slides(const ExportRequest& request, Sheet sheet) {
  Workspace workspace(std::move(sheet), request.source);
  ViewState view;
  choose_language(workspace, view, spoken_texts().language());
  const auto pages = write_slides(workspace, view, theme_name(request.theme).value_or(render::ThemeName::print), request.out);
  if (!pages) return complain(bad_input, pages.error());
  print_out("{}\n", in_words(message("{}: {} pages", request.out, *pages)));
  return done;
}

}  // namespace

Message misplaced_option(const std::vector<std::string>& given, const std::string& out) {
  enum Kind : std::uint8_t { picture = 1, page = 2, program = 4 };
  struct Option {
    std::string_view name;
    int of;
  };
  // What is not listed is of pictures alone.
  static constexpr std::array options{Option{"source", picture | page | program},
                                      Option{"--output", picture | page | program},
                                      Option{"--set", picture | page | program},
                                      Option{"-I", picture | page | program},
                                      Option{"-D", picture | page | program},
                                      Option{"-U", picture | page | program},
                                      Option{"--entry", picture | page | program},
                                      Option{"--memory", picture | page | program},
                                      Option{"--max-size", picture | page},
                                      Option{"--launch", picture | page | program},  // code_command.hpp says more of it
                                      Option{"--dialect", program},
                                      Option{"--color-by", picture | page},
                                      Option{"--label", picture | page},
                                      Option{"--palette", picture | page},
                                      Option{"--tmem", picture | page},
                                      Option{"--transposed", picture | page},
                                      Option{"--theme", picture | page},
                                      Option{"--title", picture | page},
                                      Option{"--fragment", page},
                                      Option{"--hide", page},
                                      Option{"--language", picture | page | program}};
  const int kind = is_code_path(out) ? program : is_page_path(out) ? page : picture;
  if (std::ranges::find(given, "--slides") != given.end()) {
    if (!out.ends_with(".pdf")) return message("--slides is of a PDF: {} is none", out);
    static constexpr std::array<std::string_view, 9> of_slides{"source", "--output", "--slides", "--theme", "--language",
                                                               "--set",  "-D",       "-U",       "--memory"};
    const auto other =
        std::ranges::find_if(given, [](const std::string& name) { return std::ranges::find(of_slides, name) == of_slides.end(); });
    return other == given.end() ? Message() : message("{} is not of --slides", *other);
  }
  for (const auto& name : given) {
    const auto* option = std::ranges::find(options, name, &Option::name);
    const int of = option == options.end() ? picture : option->of;
    if ((of & kind) != 0) continue;
    const auto kinds = of == (picture | page) ? Message("pictures and pages")
                       : of == page           ? Message("pages (.html)")
                       : of == program        ? Message("programs")
                                              : Message("pictures");
    return message("{} is of {}: {} is none", name, kinds, out);
  }
  return {};
}

int export_figure(const ExportRequest& request) {
  const bool page = is_page_path(request.out);
  if (const auto format = render::format_of(request.out); !page && !format)
    return complain(wrong_usage, Message::sequence(format.error(), "Of pages .html is, of programs .hpp, .cpp, .cu and .py are."));
  auto settings = settings_of(request);
  if (!settings) return complain(wrong_usage, settings.error());
  auto sheet = sheet_of_source(request.source, request.set, request.macros, {.include = request.folders});
  if (!sheet) return complain(bad_input, sheet.error());
  if (request.slides) return export_slides(request, std::move(*sheet));
  SheetEvaluator evaluator;
  const auto& results = evaluator.update(*sheet);
  std::vector<int> entries;
  for (const auto& name : request.entries) {
    const auto entry = entry_named(name, request, evaluator);
    if (!entry) return complain(bad_input, entry.error());
    entries.push_back(*entry);
  }
  if (entries.empty() && shown_entries(*sheet, results).empty())
    return complain(bad_input, message("{} has nothing to export", request.source));
  return page ? export_page(request, std::move(*sheet), evaluator, entries, *settings)
              : export_picture(request, *sheet, evaluator, entries, std::move(*settings));
}

}  // namespace app
