#include "app/actions/step_focus.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_set>

#include "algebra/language/vocabulary.hpp"
#include "app/document/link_graph.hpp"

namespace app {
namespace {

using algebra::links::Budget;
using algebra::links::IndexMap;
using algebra::links::Link;
using algebra::links::LinkKind;

const algebra::Step* chosen_step(const Workspace& workspace, const ViewState& view, std::size_t& at) {
  if (view.selected < 0 || view.selected >= static_cast<int>(workspace.evaluator().results().size()) ||
      !workspace.result(view.selected).evaluation)
    return nullptr;
  const auto& steps = workspace.explained(view.selected).steps;
  if (steps.empty()) return nullptr;
  at = static_cast<std::size_t>(std::clamp(view.inspector.step, 0, static_cast<int>(steps.size()) - 1));
  return &steps[at];
}

/// Returns the mode that a step belongs to: "Mode 1: ..." begins the work on a mode, and its nested steps follow. For a tiler's mode within
/// a mode, returns the outer one and sets `nested`.
std::optional<int> mode_of(const std::vector<algebra::Step>& steps, std::size_t at, bool* nested = nullptr) {
  int level = steps[at].level + 1;
  std::optional<int> found;
  for (auto i = at + 1; i-- > 0;) {
    const auto& s = steps[i];
    if (s.level >= level) continue;
    level = s.level;
    if (!s.mode) {
      if (level == 0) break;
      continue;
    }
    if (found && nested != nullptr) *nested = true;
    found = s.mode;
  }
  return found;
}

/// The chosen step, and the layout that it works on.
struct Work {
  const algebra::Step* step = nullptr;
  const algebra::Evaluation* e = nullptr;
  std::optional<int> mode;
  int operand = 0;                        ///< the operand with the layout
  int entry = -1;                         ///< its entry, -1 for none
  std::optional<algebra::Layout> layout;  ///< the whole layout
  std::optional<Link> link;               ///< between its elements and the result's
  bool is_result = false;                 ///< the stage is the result itself
  bool nested = false;                    ///< the stage belongs to a mode within the mode, and has no links

  bool has_stage() const { return step->stage && !nested && !algebra::has_basis(*step->stage); }
  bool reorders() const { return link && link->kind == LinkKind::element; }
};

std::optional<Work> chosen_work(const Workspace& workspace, const ViewState& view) {
  std::size_t at = 0;
  Work w;
  w.step = chosen_step(workspace, view, at);
  if (w.step == nullptr) return std::nullopt;
  w.e = &*workspace.result(view.selected).evaluation;
  w.mode = mode_of(workspace.explained(view.selected).steps, at, &w.nested);
  const auto& made = w.e->made_by;
  // The operand with the same elements as the result, possibly in another order; else the first.
  for (auto& link : algebra::links::links_of(w.e->value, made)) {
    if (link.first_entries || link.second_entries) continue;
    if (link.second != Link::result || (link.kind != LinkKind::element && link.first != 0) || (w.link && w.link->kind == LinkKind::element))
      continue;
    if (link.kind == LinkKind::element) w.operand = link.first;
    w.link = std::move(link);
  }
  const auto k = static_cast<std::size_t>(w.operand);
  if (k >= made.operands.size()) return std::nullopt;
  if (!made.names[k].empty()) w.entry = workspace.evaluator().find(made.names[k]);
  w.layout = layout_of(made.operands[k]);
  if (w.layout && algebra::has_basis(*w.layout)) w.layout.reset();
  const auto result = layout_of(w.e->value);
  w.is_result = !w.mode && w.step->stage && result && *w.step->stage == *result;
  return w;
}

/// A layout, or the mode of it that a step works on: the part of a 1-D coordinate c in that mode is c / before % size.
struct AtWork {
  algebra::Layout layout;
  std::int64_t before = 1, size = 1;

  AtWork(const algebra::Layout& all, std::optional<int> mode) : layout(all) {
    if (mode && *mode < algebra::rank(all)) {
      for (int i = 0; i < *mode; ++i) before *= std::max<std::int64_t>(1, algebra::size(algebra::mode(all, i)));
      layout = algebra::mode(all, *mode);
    }
    size = std::max<std::int64_t>(1, algebra::size(layout));
  }
  std::int64_t part(std::int64_t c) const { return c / before % size; }
  /// Returns whether all other modes are 0 at a coordinate.
  bool has(std::int64_t c) const { return part(c) * before == c; }
};

/// Returns a tiler's operand as a layout: a shape or a tiler by mode counts its elements mode by mode.
std::optional<AtWork> tiler_at_work(const algebra::Value& value, std::optional<int> mode, bool only_sizes) {
  const auto shape = algebra::links::element_shape(value);
  if (!shape) return std::nullopt;
  AtWork at(algebra::links::counting(*shape), mode);
  const auto* tiler = std::get_if<algebra::Tiler>(&value);
  const auto* of_mode = tiler != nullptr && tiler->by_mode() && mode && *mode < static_cast<int>(tiler->modes().size())
                            ? std::get_if<algebra::Layout>(&tiler->modes()[static_cast<std::size_t>(*mode)].is)
                            : nullptr;
  if (of_mode != nullptr && algebra::size(*of_mode) == at.size) at.layout = *of_mode;
  else if (const auto whole = layout_of(value); whole && !mode && !only_sizes) at.layout = *whole;
  else at.layout = algebra::links::counting(at.size);
  return at;
}

/// Returns the tiler's mode that cuts the layout's mode. A step with X skips some of the tiler's modes.
std::optional<int> mode_of_tiler(const algebra::Provenance& made, std::optional<int> mode) {
  const auto* step = mode && made.operands.size() == 4 ? std::get_if<algebra::IntTuple>(&made.operands[3]) : nullptr;
  if (step == nullptr || !step->is_tuple()) return mode;
  for (int i = 0, kept = 0; i < step->rank(); ++i)
    if ((step->mode(i).is_integer() || step->mode(i).is_tuple()) && kept++ == *mode) return i;
  return std::nullopt;
}

template <class Has>
StepPart listed(std::optional<int> mode, std::int64_t size, const AtWork& at, Has&& has) {
  StepPart part{.mode = mode, .in = std::vector<bool>(static_cast<std::size_t>(size))};
  bool all = true;
  for (std::int64_t c = 0; c < size; ++c) {
    if (!at.has(c)) continue;
    const bool in = has(at.part(c));
    part.in[static_cast<std::size_t>(c)] = in;
    all = all && in;
  }
  if (all) part.in.clear();
  return part;
}

}  // namespace

std::optional<StepFocus> step_focus(const Workspace& workspace, const ViewState& view) {
  std::size_t at = 0;
  if (chosen_step(workspace, view, at) == nullptr) return std::nullopt;
  StepFocus focus;
  for (const auto& name : workspace.result(view.selected).evaluation->made_by.names)
    focus.operands.push_back(name.empty() ? -1 : workspace.evaluator().find(name));
  focus.mode = mode_of(workspace.explained(view.selected).steps, at);
  return focus;
}

namespace {

/// Returns the part of another operand that has the result's elements, such as the tensor of a TMA copy: those at the places of the step's
/// elements.
StepPart part_through_result(const Work& w, int operand, std::int64_t size) {
  StepPart part;
  if (!w.layout || !w.reorders() || size > most_reached || algebra::size(*w.layout) > most_listed) return part;
  const auto links = algebra::links::links_of(w.e->value, w.e->made_by);
  const auto link = std::find_if(links.begin(), links.end(), [&](const Link& l) {
    return l.first == operand && l.second == Link::result && l.kind == LinkKind::element;
  });
  if (link == links.end()) return part;
  part.in.resize(static_cast<std::size_t>(size));
  Budget budget{most_reached};
  for (std::int64_t c = 0; c < algebra::size(*w.layout); ++c) {
    if ((*w.layout)(c) >= *w.step->covered) continue;
    w.link->relation.forward(c, budget, [&](std::int64_t at) {
      return link->relation.backward(at, budget, [&](std::int64_t there) {
        if (there < size) part.in[static_cast<std::size_t>(there)] = true;
        return true;
      });
    });
  }
  return part;
}

}  // namespace

StepPart step_part(const Workspace& workspace, const ViewState& view, int operand) {
  const auto w = chosen_work(workspace, view);
  if (!w || operand < 0 || operand >= static_cast<int>(w->e->made_by.operands.size())) return {};
  const auto& step = *w->step;
  const auto& value = w->e->made_by.operands[static_cast<std::size_t>(operand)];
  const auto shape = algebra::links::element_shape(value);
  const auto size = shape ? algebra::product(*shape).value : 0;
  const bool is_tiler = operand == 1 && w->operand == 0;
  const auto mode = operand == w->operand ? w->mode : is_tiler ? mode_of_tiler(w->e->made_by, w->mode) : std::nullopt;
  StepPart all{.mode = mode, .in = {}};
  if (operand != w->operand && step.covered && step.of == algebra::StageOf::copies && !is_tiler)
    return part_through_result(*w, operand, size);
  if (size < 1 || size > most_listed) return all;
  if (operand == w->operand) {
    if (!w->layout || algebra::size(*w->layout) != size) return all;
    const AtWork at(*w->layout, mode);
    if (step.covered && step.of == algebra::StageOf::copies)
      return listed(mode, size, at, [&](std::int64_t c) { return at.layout(c) < *step.covered; });
    if (!w->has_stage() || !w->reorders() || algebra::size(*step.stage) > most_listed) return all;
    const bool coordinates = step.of == algebra::StageOf::coordinates;
    if (!coordinates && step.of != algebra::StageOf::indices) return all;
    std::unordered_set<std::int64_t> values;
    // A tensor cut out of another one begins at an offset.
    const auto* cut = w->is_result ? std::get_if<algebra::Tensor>(&w->e->value) : nullptr;
    const auto* from = std::get_if<algebra::Tensor>(&value);
    const auto begin = [](const algebra::Tensor* t) {
      return t == nullptr ? 0 : t->swizzled_pointer ? t->outer->offset.value.value : t->offset;
    };
    const auto offset = cut == nullptr ? 0 : begin(cut) - begin(from);
    for (std::int64_t c = 0; c < algebra::size(*step.stage); ++c) values.insert((*step.stage)(c) + offset);
    return listed(mode, size, at, [&](std::int64_t c) { return values.contains(coordinates ? c : at.layout(c)); });
  }
  if (!is_tiler || w->nested || !step.covered || step.of != algebra::StageOf::coordinates) return all;
  const auto* function = algebra::function_of(w->e->made_by);
  const auto at = tiler_at_work(value, mode, function != nullptr && function->threads == operand);
  return at ? listed(mode, size, *at, [&](std::int64_t c) { return at->layout(c) < *step.covered; }) : all;
}

namespace {

/// Inserts the places of elements in a stage with the elements of its operand or of the result, which are in their order: of several with
/// one value, only the one at that place. Returns false for any other stage.
bool places_in_stage(const Work& w, const AtWork& at, std::int64_t part, const std::vector<std::int64_t>& of_result, std::int64_t value,
                     std::set<std::int64_t>& places) {
  const auto& stage = *w.step->stage;
  const auto size = algebra::size(stage);
  if (size == at.size && stage(part) == value) {
    places.insert(part);
    return true;
  }
  const auto result = layout_of(w.e->value);
  if (!result) return false;
  const AtWork in_result(*result, w.mode);
  if (size != in_result.size) return false;
  bool any = false;
  for (const auto c : of_result) {
    const auto place = in_result.part(c);
    if (stage(place) != value) continue;
    places.insert(place);
    any = true;
  }
  return any;
}

}  // namespace

std::vector<std::int64_t> in_stage(const Workspace& workspace, const ViewState& view, const Element& element) {
  constexpr std::size_t most = 256;
  std::vector<std::int64_t> found;
  const auto w = element ? chosen_work(workspace, view) : std::nullopt;
  if (!w || !w->has_stage()) return found;
  const auto coordinates_in = [&](int entry) {
    const auto* marked = entry < 0 ? nullptr : workspace.linking().of(element).in(entry);
    auto all =
        marked == nullptr || marked->role == Role::place || marked->role == Role::owner ? std::vector<std::int64_t>{} : marked->coordinates;
    if (all.size() > most) all.resize(most);
    return all;
  };
  const auto of_result = coordinates_in(view.selected);
  if (w->is_result) return of_result;
  if (!w->layout) return found;
  const AtWork at(*w->layout, w->mode);
  std::set<std::int64_t> wanted, there;
  const auto of = w->step->of;
  if (of == algebra::StageOf::copies) {
    // The index at which the copy of the element starts.
    const auto leg = algebra::links::index_map(w->e->value);
    if (!leg || w->mode) return found;
    for (const auto c : of_result)
      if (const auto in = workspace.linking().in_operand({view.selected, c}, w->operand); !in.empty())
        wanted.insert((*leg)(c) - (*w->layout)(in.front()));
  } else if (of != algebra::StageOf::other) {
    auto elements = coordinates_in(w->entry);
    if (elements.empty())
      for (const auto c : of_result) {
        const auto in = workspace.linking().in_operand({view.selected, c}, w->operand);
        elements.insert(elements.end(), in.begin(), in.end());
      }
    for (const auto c : elements) {
      const auto part = at.part(c), value = of == algebra::StageOf::coordinates ? part : at.layout(part);
      if (!places_in_stage(*w, at, part, of_result, value, there)) wanted.insert(value);
    }
  }
  found.assign(there.begin(), there.end());
  const IndexMap stage(*w->step->stage);
  Budget budget{20'000};
  for (const auto v : wanted) {
    if (found.size() >= most || budget.spent()) break;
    stage.where(v, budget, [&](std::int64_t c) {
      found.push_back(c);
      return found.size() < most;
    });
  }
  return found;
}

Element element_of_stage(const Workspace& workspace, const ViewState& view, std::int64_t coordinate) {
  const auto w = chosen_work(workspace, view);
  if (!w || !w->has_stage() || coordinate < 0 || coordinate >= algebra::size(*w->step->stage)) return {};
  if (w->is_result) return {view.selected, coordinate};
  if (!w->layout) return {};
  Budget budget{20'000};
  const auto value = (*w->step->stage)(coordinate);
  Element found;
  const auto take = [&](int entry) {
    return [&found, entry](std::int64_t c) {
      found = {entry, c};
      return false;
    };
  };
  const auto of = w->step->of;
  if (of == algebra::StageOf::copies) {
    const auto leg = algebra::links::index_map(w->e->value);
    if (leg && !w->mode) leg->where(value, budget, take(view.selected));
    return found;
  }
  if (of == algebra::StageOf::other) return {};
  const AtWork at(*w->layout, w->mode);
  std::int64_t part = value;
  if (of == algebra::StageOf::indices) {
    // In a stage with the elements of the operand, an element is at its own place; otherwise at the first with its value.
    part = algebra::size(*w->step->stage) == at.size && at.layout(coordinate) == value ? coordinate : -1;
    if (part < 0)
      IndexMap(at.layout).where(value, budget, [&](std::int64_t c) {
        part = c;
        return false;
      });
  }
  if (part < 0 || part >= at.size) return {};
  if (w->entry >= 0) return {w->entry, part * at.before};
  if (w->link) w->link->relation.forward(part * at.before, budget, take(view.selected));
  return found;
}

}  // namespace app
