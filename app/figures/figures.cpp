#include "app/figures/figures.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/language/value_indexing.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/figures/bank_figure.hpp"
#include "app/figures/figure_words.hpp"
#include "app/figures/pictures.hpp"
#include "app/figures/thread_value.hpp"
#include "app/launch/launch_plan.hpp"
#include "gpu/run/playback.hpp"
#include "render/marked.hpp"
#include "render/owner_figures.hpp"
#include "render/swizzle_figure.hpp"
#include "render/tma_cells.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using render::Figure;
using Made = tl::expected<Figure, Message>;

constexpr std::array<std::pair<std::string_view, FigureKind>, figure_kinds> kinds{{{"card", FigureKind::card},
                                                                                   {"canvas", FigureKind::canvas},
                                                                                   {"steps", FigureKind::steps},
                                                                                   {"operands", FigureKind::operands},
                                                                                   {"swizzle", FigureKind::swizzle},
                                                                                   {"tma", FigureKind::tma},
                                                                                   {"trace", FigureKind::trace},
                                                                                   {"banks", FigureKind::banks},
                                                                                   {"tv", FigureKind::tv},
                                                                                   {"slices", FigureKind::slices},
                                                                                   {"compare", FigureKind::compare}}};

constexpr const char no_launch[] = "This sheet has no launch to trace: add an @launch line, or fill in the GPU panel's fields.";

auto refused(Message why) { return tl::unexpected(std::move(why)); }

/// Returns the line without its name: "composition(A, B)".
std::string expression_of(const Entry& entry) {
  const auto line = algebra::split_line(entry.text);
  auto text = line ? std::string(line->expression) : entry.text;
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string called(const EntryResult& r, const Sheet& sheet, int entry) {
  return r.name.empty() ? expression_of(sheet.entries[static_cast<std::size_t>(entry)]) : r.name;
}

/// Returns the entry's view for another value beside it: with its palette and labels, without settings that suit only the entry's own
/// shape.
render::View neighbour_view(const Entry& entry) {
  auto view = entry.view;
  view.slice = 0;
  view.transposed = false;
  return view;
}

Message without_picture(const std::string& name, const algebra::Value* value) {
  const auto* zip = value != nullptr ? std::get_if<algebra::Zip>(value) : nullptr;
  if (value != nullptr && std::holds_alternative<algebra::ComposedFunction>(*value))
    return message("{} has no picture: it is a function of an index, without a shape whose elements could be drawn.", name);
  if (const auto* l = value != nullptr ? std::get_if<algebra::Layout>(value) : nullptr; l != nullptr && has_basis(*l) && !has_indices(*l))
    return message("{} has no picture: some of its strides are indices, others coordinates, which cannot be added.", name);
  if (zip != nullptr && !algebra::same_mode_sizes(*zip))
    return message("{} has no picture: the modes of its parts differ in size, so that they have no elements in common.", name);
  const auto* composed = value != nullptr ? std::get_if<algebra::ComposedLayout>(value) : nullptr;
  const auto* tensor = value != nullptr ? std::get_if<algebra::Tensor>(value) : nullptr;
  if ((composed != nullptr && composed->outer.offset.torn) || (tensor != nullptr && tensor->outer && tensor->outer->offset.torn))
    return message("{} has no picture: its swizzle moves parts of elements, which have no index.", name);
  if (value != nullptr && layout_of(*value) && !algebra::indexing(*value))
    return message("{} has no picture: one of its functions would take a coordinate as an index.", name);
  return message("{} has no picture: only layouts, tensors, shapes, tilers, tiled copies and MMAs have one.", name);
}

render::Panel panel_of(Picture picture) {
  return {.diagram = std::move(picture.diagram), .caption = {}, .joint = {}, .title = std::move(picture.title)};
}

Made card(const Sheet& sheet, const SheetEvaluator& evaluator, int entry, int number = 0) {
  const auto& results = evaluator.results();
  auto picture = picture_of(sheet, results, entry, number < sheet.entries[static_cast<std::size_t>(entry)].cards() ? number : 0);
  if (!picture || picture->dimmed) {
    const auto& result = results[static_cast<std::size_t>(entry)];
    return refused(without_picture(called(result, sheet, entry), result.value()));
  }
  Figure figure;
  figure.panels.push_back(panel_of(std::move(*picture)));
  return figure;
}

Made canvas(const Sheet& sheet, const SheetEvaluator& evaluator) {
  constexpr std::size_t most = 60;
  Figure figure;
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    if (!sheet.entries[i].visible) continue;
    for (int n = 0; n < sheet.entries[i].cards(); ++n) {
      auto picture = picture_of(sheet, evaluator.results(), static_cast<int>(i), n);
      if (!picture || picture->dimmed) continue;
      if (figure.panels.size() == most) return refused(message("A figure of the canvas has at most {} cards; hide some.", most));
      figure.panels.push_back(panel_of(std::move(*picture)));
    }
  }
  if (figure.panels.empty()) return refused("No card of this sheet is shown.");
  return figure;
}

tl::expected<std::vector<render::Panel>, Message> stages(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                         const FigureRequest& request) {
  const auto& entry = sheet.entries[static_cast<std::size_t>(request.entry)];
  std::vector<render::Panel> panels;
  const auto steps = evaluator.explain(request.entry);
  // Uses the operation's own steps; if they are no sequence, those of the operations within as well.
  int level = 0;
  const auto drawn = [&] { return std::count_if(steps.begin(), steps.end(), [&](const auto& s) { return s.stage && s.level <= level; }); };
  while (level < 8 && drawn() < 2) ++level;
  for (const auto& step : steps) {
    if (!step.stage || step.level > level) continue;
    auto diagram = render::describe(*step.stage, "", neighbour_view(entry));
    if (!diagram) continue;
    panels.push_back({std::move(*diagram), message("{}. {}", panels.size() + 1, step.words), ""});
  }
  if (panels.empty())
    return refused(message("{} has no steps to draw; choose an operation, such as a composition or a divide.",
                           called(evaluator.results()[static_cast<std::size_t>(request.entry)], sheet, request.entry)));
  if (request.step < 0 || request.step > static_cast<int>(panels.size()))
    return refused(message("There are {} steps with a picture; there is no step {}.", panels.size(), request.step));
  return panels;
}

Made steps(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  auto panels = stages(sheet, evaluator, request);
  if (!panels) return refused(panels.error());
  Figure figure;
  if (request.step > 0) {
    figure.panels.push_back(std::move((*panels)[static_cast<std::size_t>(request.step - 1)]));
    return figure;
  }
  figure.panels = std::move(*panels);
  figure.title = expression_of(sheet.entries[static_cast<std::size_t>(request.entry)]);
  return figure;
}

Made operands(const Sheet& sheet, const SheetEvaluator& evaluator, int index) {
  const auto& results = evaluator.results();
  const auto& entry = sheet.entries[static_cast<std::size_t>(index)];
  const auto& result = results[static_cast<std::size_t>(index)];
  const auto& made = result.evaluation->made_by;
  if (made.operation.empty() || made.operands.empty())
    return refused(message("{} is not an operation: it has no operands to draw beside its result.", called(result, sheet, index)));
  Figure figure;
  const auto* function = algebra::function_of(made);
  const std::string between = function != nullptr && function->notation == algebra::Notation::compose ? "o" : ",";
  for (std::size_t i = 0; i < made.operands.size(); ++i) {
    const auto& name = i < made.names.size() ? made.names[i] : std::string();
    const int named = name.empty() ? -1 : evaluator.find(name);
    std::optional<render::Diagram> diagram;
    if (named >= 0) {
      if (auto picture = picture_of(sheet, results, named)) diagram = std::move(picture->diagram);
    } else {
      diagram = render::describe(made.operands[i], "", neighbour_view(entry));
    }
    // An operand without a picture, such as an integer, is text in the formula.
    if (diagram) figure.panels.push_back({std::move(*diagram), "", between});
    else if (const auto text = name.empty() ? algebra::to_string(made.operands[i], algebra::Marks::plain) : name; figure.panels.empty())
      figure.panels.push_back({std::nullopt, "", text + " " + between});
    else figure.panels.back().joint += fmt::format(" {} {}", text, between);
  }
  // The "," after the last operand becomes "=".
  auto& last = figure.panels.back().joint;
  last.resize(last.size() - between.size());
  last += '=';
  auto own = card(sheet, evaluator, index);
  if (!own) return refused(own.error());
  figure.panels.push_back(std::move(own->panels[0]));
  figure.title = expression_of(entry);
  return figure;
}

Made swizzle(const Sheet& sheet, const SheetEvaluator& evaluator, int index) {
  const auto& result = evaluator.results()[static_cast<std::size_t>(index)];
  auto figure = render::swizzle_figure(result.evaluation->value, result.name, sheet.entries[static_cast<std::size_t>(index)].view);
  if (!figure)
    return refused(message("{} has no swizzle; use a layout that has one, such as composition(Swizzle<3,0,3>, (8,8):(8,1)).",
                           called(result, sheet, index)));
  return std::move(*figure);
}

Made tma(const Sheet& sheet, const SheetEvaluator& evaluator, int index) {
  const auto& result = evaluator.results()[static_cast<std::size_t>(index)];
  auto figure = render::tma_figure(result.evaluation->value, result.name, sheet.entries[static_cast<std::size_t>(index)].view);
  if (!figure) return refused(message("{} is not a TMA copy; make one with make_tma_copy.", called(result, sheet, index)));
  return std::move(*figure);
}

constexpr std::int64_t most_slices = 256;

Made slices(const Sheet& sheet, const SheetEvaluator& evaluator, int index) {
  const auto& result = evaluator.results()[static_cast<std::size_t>(index)];
  auto own = sheet;
  auto& view = own.entries[static_cast<std::size_t>(index)].view;
  view.slabs = false;
  view.slice = 0;
  auto first = card(own, evaluator, index);
  if (!first) return first;
  const auto& d = *first->panels[0].diagram;
  const auto count = d.slices();
  if (count < 2)
    return refused(message("{} has one slice; layouts of rank 3 or more, such as (4,4,3), have several.", called(result, sheet, index)));
  if (count > most_slices)
    return refused(message("A figure has at most {} slices; {} has {}.", most_slices, called(result, sheet, index), count));
  Figure figure;
  figure.title = d.title.empty() ? d.subtitle : fmt::format("{} = {}", d.title, d.subtitle);
  figure.slices = true;
  for (view.slice = 0; view.slice < count; ++view.slice) {
    auto slice = card(own, evaluator, index);
    if (!slice) return slice;
    auto& panel = figure.panels.emplace_back(std::move(slice->panels[0]));
    panel.caption = Message::verbatim(panel.diagram->slice_text());
    panel.diagram->title = panel.diagram->subtitle = "";
    panel.diagram->note = {};
    panel.title = {};
  }
  return figure;
}

Made compare(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  const auto& results = evaluator.results();
  const auto there = [&](int i) {
    return i >= 0 && i < static_cast<int>(results.size()) && results[static_cast<std::size_t>(i)].evaluation;
  };
  if (!there(request.with) || request.with == request.entry) return refused("A comparison needs two entries with values.");
  auto figure = card(sheet, evaluator, request.entry), other = card(sheet, evaluator, request.with);
  if (!figure || !other) return refused(figure ? other.error() : figure.error());
  const auto& a = results[static_cast<std::size_t>(request.entry)].evaluation->value;
  const auto& b = results[static_cast<std::size_t>(request.with)].evaluation->value;
  figure->panels.push_back(std::move(other->panels[0]));
  if (render::mark_differences(*figure->panels[0].diagram, a, *figure->panels[1].diagram, b)) return figure;
  return refused(message("{} and {} cannot be compared: a comparison takes layouts, tensors, or tiles of one size that threads own.",
                         called(results[static_cast<std::size_t>(request.entry)], sheet, request.entry),
                         called(results[static_cast<std::size_t>(request.with)], sheet, request.with)));
}

/// Draws the banks of a request of the launch: the one played last, or the worst.
Made banks(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  const int index = request.entry;
  if (sheet.launch.empty()) return refused(no_launch);
  const auto plan_made = plan(evaluator, sheet.launch);
  if (!plan_made) return refused(plan_made.error());
  auto figure = bank_figure(*plan_made, sheet.launch.position, request.language);
  if (!figure) return refused(figure.error());
  auto& d = *figure->panels.front().diagram;
  if (index >= 0 && index < static_cast<int>(sheet.entries.size()))
    d.view.palette = sheet.entries[static_cast<std::size_t>(index)].view.palette;
  d.title = sheet.launch.tensor;
  return figure;
}

Made trace(const Sheet& sheet, const SheetEvaluator& evaluator, int index) {
  if (sheet.launch.empty()) return refused(no_launch);
  const auto plan_made = plan(evaluator, sheet.launch);
  if (!plan_made) return refused(plan_made.error());
  auto diagram = launch_picture(*plan_made);
  const auto touches = first_touches(*plan_made);
  if (!diagram || touches.empty())
    return refused("The launch is too large for a figure, which shows up to 65536 elements; a smaller tensor works.");
  auto& d = *diagram;
  if (index >= 0 && index < static_cast<int>(sheet.entries.size())) {
    const auto& view = sheet.entries[static_cast<std::size_t>(index)].view;
    d.view.palette = view.palette;
  }
  // With TMA one thread owns everything; the colours distinguish its boxes, in the order of playback.
  const bool by_box = plan_made->shape.instruction.by_box();
  const auto values = static_cast<std::uint32_t>(plan_made->shape.request_values);
  render::show_owners(d, [&](std::int64_t element) {
    const auto touch =
        element >= 0 && element < static_cast<std::int64_t>(touches.size()) ? touches[static_cast<std::size_t>(element)] : std::nullopt;
    if (touch && by_box)
      return render::Diagram::Owner{static_cast<std::int32_t>(touch->access / values * plan_made->blocks() + touch->block),
                                    static_cast<std::int32_t>(touch->access)};
    return touch ? render::Diagram::Owner{static_cast<std::int32_t>(touch->thread), static_cast<std::int32_t>(touch->access)}
                 : render::Diagram::Owner{};
  });
  d.title = sheet.launch.tensor;
  const auto blocks = plan_made->blocks(), threads = plan_made->threads();
  const auto hatched = d.note;
  d.note = by_box ? Message("The boxes that TMA copies, T0 played first; each element shows its box.")
                  : message("{} of {}; each element with the thread that touches it first.",
                            blocks == 1 ? Message("1 block") : message("{} blocks", blocks),
                            threads == 1 ? Message("1 thread") : message("{} threads", threads));
  d.note_line(hatched);
  Figure figure;
  figure.panels.push_back({std::move(d), "", ""});
  return figure;
}

Made english_figure(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  if (request.kind == FigureKind::canvas) return canvas(sheet, evaluator);
  if (request.kind == FigureKind::trace) return trace(sheet, evaluator, request.entry);
  if (request.kind == FigureKind::banks) return banks(sheet, evaluator, request);
  const auto& results = evaluator.results();
  if (request.entry < 0 || request.entry >= static_cast<int>(results.size())) return refused("There is no entry to draw.");
  const auto& result = results[static_cast<std::size_t>(request.entry)];
  // A refused expression has a card without a value.
  if (!result.evaluation && (result.refusal == nullptr || request.kind != FigureKind::card))
    return refused(message("{} has no value to draw.", called(result, sheet, request.entry)));
  switch (request.kind) {
    case FigureKind::steps: return steps(sheet, evaluator, request);
    case FigureKind::operands: return operands(sheet, evaluator, request.entry);
    case FigureKind::swizzle: return swizzle(sheet, evaluator, request.entry);
    case FigureKind::tma: return tma(sheet, evaluator, request.entry);
    case FigureKind::slices: return slices(sheet, evaluator, request.entry);
    case FigureKind::compare: return compare(sheet, evaluator, request);
    case FigureKind::tv: return thread_value_figure(sheet, evaluator, request.entry, request.tile);
    case FigureKind::card:
    case FigureKind::canvas:
    case FigureKind::trace:
    case FigureKind::banks: break;
  }
  return card(sheet, evaluator, request.entry, request.card);
}

}  // namespace

std::string_view name_of(FigureKind kind) {
  for (const auto& [name, k] : kinds)
    if (k == kind) return name;
  return "";
}

std::vector<std::string> figure_kind_names() {
  std::vector<std::string> names;
  for (const auto& [name, kind] : kinds) names.emplace_back(name);
  return names;
}

std::optional<FigureKind> figure_kind(std::string_view request) {
  for (const auto& [name, kind] : kinds)
    if (name == request) return kind;
  return std::nullopt;
}

tl::expected<Figure, Message> figure_of(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  const auto no_memory = [] { return tl::unexpected(Message("There is not enough memory for this.")); };
  tl::expected<Figure, Message> figure = no_memory();
  try {
    figure = english_figure(sheet, evaluator, request);
  } catch (const algebra::Problem& p) {
    return tl::unexpected(p.message);
  } catch (const std::bad_alloc&) {
    return no_memory();
  } catch (const std::length_error&) {
    return no_memory();
  }
  if (figure) *figure = in_language(std::move(*figure), request.language);
  return figure;
}

bool has_slices(const Sheet& sheet, const SheetEvaluator& evaluator, int entry) {
  const auto& view = sheet.entries[static_cast<std::size_t>(entry)].view;
  if (view.slabs || view.slice != 0) return false;
  const auto own = card(sheet, evaluator, entry);
  if (!own) return false;
  const auto& d = *own->panels.front().diagram;
  // A table beneath the picture contains all slices already.
  return d.table.empty() && d.slices() > 1 && d.slices() <= most_slices;
}

tl::expected<std::vector<Figure>, Message> step_figures(const Sheet& sheet, const SheetEvaluator& evaluator, const FigureRequest& request) {
  const auto& results = evaluator.results();
  if (request.entry < 0 || request.entry >= static_cast<int>(results.size()) ||
      !results[static_cast<std::size_t>(request.entry)].evaluation)
    return refused("There is no entry to draw.");
  auto panels = stages(sheet, evaluator, request);
  if (!panels) return refused(panels.error());
  std::vector<Figure> figures;
  for (auto& panel : *panels) {
    Figure figure;
    figure.panels.push_back(std::move(panel));
    figures.push_back(in_language(std::move(figure), request.language));
  }
  return figures;
}

std::string numbered_path(const std::string& path, std::size_t number) {
  const auto slash = path.find_last_of('/'), dot = path.find_last_of('.');
  const bool ends = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return ends ? fmt::format("{}-{}{}", path.substr(0, dot), number, path.substr(dot)) : fmt::format("{}-{}", path, number);
}

}  // namespace app
