#include "app/actions/comparing.hpp"

#include <fmt/format.h>

#include "algebra/language/equality.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/state/state.hpp"

namespace app {
namespace {

constexpr std::int64_t most_marked = 1 << 14;

constexpr std::int64_t most_compared = 1 << 20;

/// Returns the value whose elements a card's grid shows.
const algebra::Value* shown_value(const Workspace& workspace, CardRef c, const Picture& picture) {
  const auto& r = workspace.result(picture.shown_entry >= 0 ? picture.shown_entry : c.entry);
  if (r.evaluation) return &r.evaluation->value;
  return r.last_good ? &r.last_good->value : nullptr;
}

/// Returns "T3 V0", or "-" without an owner.
std::string owner_text(render::Diagram::Owner o) { return o.thread < 0 ? "-" : fmt::format("T{} V{}", o.thread, o.value); }

std::vector<render::Diagram::Owner> owners_by_coordinate(const render::Diagram& d) {
  std::vector<render::Diagram::Owner> result(static_cast<std::size_t>(algebra::product(d.shape).value));
  for (std::int64_t r = 0; r < d.rows.extent; ++r)
    for (std::int64_t c = 0; c < d.columns.extent; ++c)
      if (const auto at = d.coordinate(r, c); at >= 0 && at < static_cast<std::int64_t>(result.size()))
        result[static_cast<std::size_t>(at)] = d.owner_at(r, c);
  return result;
}

/// Compares owners. Both values need owners of all elements, and the same size.
void compare_owners(const render::Diagram& a, const render::Diagram& b, CardDifference& d) {
  const auto of_a = owners_by_coordinate(a), of_b = owners_by_coordinate(b);
  d.looked_at = d.size_a;
  d.marks.resize(of_a.size());
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    if (of_a[i].thread == of_b[i].thread && of_a[i].value == of_b[i].value) continue;
    d.marks[i] = true;
    if (d.differing++ > 0) continue;
    d.first = static_cast<std::int64_t>(i);
    d.value_a = owner_text(of_a[i]);
    d.value_b = owner_text(of_b[i]);
  }
  d.coordinate = d.first >= 0 ? algebra::natural_coordinate(a.shape, d.first) : std::string();
  d.kind = d.differing > 0 ? CardDifference::Kind::differ : CardDifference::Kind::same;
}

bool owns_all(const render::Diagram& d) {
  if (!d.parts.empty()) return d.has_owners();
  return static_cast<std::int64_t>(d.owners.size()) == algebra::product(d.shape).value;
}

}  // namespace

std::string card_name(const Workspace& workspace, CardRef c) {
  const auto& name = workspace.result(c.entry).name;
  const auto title = name.empty() ? fmt::format("{}", c.entry + 1) : name;
  return c.card == 0 ? title : fmt::format("{} ({})", title, c.card + 1);
}

CardDifference compare_cards(const Workspace& workspace, CardRef a, CardRef b) {
  CardDifference d;
  const auto* picture_a = a ? workspace.picture(a.entry, a.card) : nullptr;
  const auto* picture_b = b ? workspace.picture(b.entry, b.card) : nullptr;
  if (picture_a == nullptr || picture_b == nullptr) return d;
  d.a = card_name(workspace, a);
  d.b = card_name(workspace, b);
  const auto& da = picture_a->diagram;
  const auto& db = picture_b->diagram;
  d.size_a = algebra::product(da.shape).value;
  d.size_b = algebra::product(db.shape).value;
  if (d.size_a == d.size_b && owns_all(da) && owns_all(db)) {
    compare_owners(da, db, d);
    return d;
  }
  const auto* value_a = shown_value(workspace, a, *picture_a);
  const auto* value_b = shown_value(workspace, b, *picture_b);
  if (value_a == nullptr || value_b == nullptr) return d;
  const auto found = algebra::difference(*value_a, *value_b, most_compared);
  using Kind = algebra::Difference::Kind;
  if (found.kind == Kind::not_comparable) return d;
  d.kind = found.equal()               ? CardDifference::Kind::same
           : found.kind == Kind::sizes ? CardDifference::Kind::sizes
                                       : CardDifference::Kind::differ;
  d.differing = found.differing;
  d.looked_at = found.looked_at;
  d.first = found.first;
  d.coordinate = found.coordinate_a;
  d.value_a = found.value_a;
  d.value_b = found.value_b;
  if (!found.equal()) d.marks = algebra::differing(*value_a, *value_b, most_compared);
  return d;
}

bool may_tell(const Workspace& workspace, const ViewState& view, CardRef a, CardRef b, std::int64_t coordinate) {
  return !hides_cell(workspace, view, a.entry, coordinate) && !hides_cell(workspace, view, b.entry, coordinate);
}

void begin_comparison(const Workspace& workspace, ViewState& view, CardRef a, CardRef b) {
  const auto jump = view.cards.comparison.jump;
  view.cards.comparison = {id_of(workspace, a), id_of(workspace, b), -1, jump};
}

void end_comparison(ViewState& view) {
  const auto jump = view.cards.comparison.jump;
  view.cards.comparison = {};
  view.cards.comparison.jump = jump;
}

void step_difference(Workspace& workspace, ViewState& view, int direction) {
  auto& comparison = view.cards.comparison;
  const auto a = card_with(workspace, comparison.a), b = card_with(workspace, comparison.b);
  if (!a || !b) return end_comparison(view);
  const auto d = compare_cards(workspace, a, b);
  const auto count = static_cast<std::int64_t>(d.marks.size());
  std::int64_t at = comparison.at;
  if (count == 0) {
    if (d.first < 0 || !may_tell(workspace, view, a, b, d.first)) return;
    at = d.first;  // too many to mark, so only the first is known
  } else {
    if (at < 0 || at >= count) at = direction > 0 ? -1 : count;
    const auto told = [&] { return d.marks[static_cast<std::size_t>(at)] && may_tell(workspace, view, a, b, at); };
    for (std::int64_t k = 0; k < count; ++k) {
      at = ((at + direction) % count + count) % count;
      if (told()) break;
    }
    if (!told()) return;
  }
  comparison.at = at;
  ++comparison.jump;
  for (const auto& card : {a, b}) {
    const auto* picture = workspace.picture(card.entry, card.card);
    const auto slices = slices_of(workspace, card);
    if (picture == nullptr || slices < 2) continue;
    const auto slice = at / (picture->diagram.rows.extent * picture->diagram.columns.extent);
    if (slice < slices)
      edit_card(
          workspace, card, "turn to a slice", [&](CardSettings& s) { s.view.slice = slice; },
          fmt::format("slice {}", id_of(workspace, card)));
  }
}

std::vector<bool> compared_elements(const Workspace& workspace, const ViewState& view, int index) {
  if (!workspace.has_entry(view.selected)) return {};
  const auto& comparison = workspace.result(view.selected).evaluation;
  const auto* function = comparison ? algebra::function_of(comparison->made_by) : nullptr;
  if (function == nullptr || function->notation != algebra::Notation::equal || comparison->made_by.operands.size() != 2) return {};
  const auto& made = comparison->made_by;
  const auto& name = workspace.result(index).name;
  if (name.empty()) return {};
  for (std::size_t k = 0; k < 2 && k < made.names.size(); ++k)
    if (made.names[k] == name) {
      auto differ = algebra::differing(made.operands[k], made.operands[1 - k], most_marked);
      const int other = workspace.evaluator().find(made.names[1 - k]);
      for (std::size_t i = 0; i < differ.size(); ++i)
        differ[i] = differ[i] && may_tell(workspace, view, {index, 0}, {other, 0}, static_cast<std::int64_t>(i));
      return differ;
    }
  return {};
}

void compare_entries(Workspace& workspace, ViewState& view, int index, const std::string& other) {
  if (!workspace.has_entry(index)) return;
  const auto name = workspace.result(index).name;
  // An entry without a name is compared by its text, and only the other one's card can be marked.
  const auto self = name.empty() ? fmt::format("({})", workspace.sheet().entries[static_cast<std::size_t>(index)].text) : name;
  // Finds of a watch are kept, as they would disappear with newer ones.
  const int with = workspace.evaluator().find(other);
  if (with >= 0) keep_entry(workspace, view, with);
  if (!name.empty()) keep_entry(workspace, view, workspace.evaluator().find(name));
  view.selected = name.empty() ? index : workspace.evaluator().find(name);
  insert_entry(workspace, view, fmt::format("{} == {}", self, other));
}

std::string said_of(const CardDifference& d, const Texts& texts) {
  using Kind = CardDifference::Kind;
  switch (d.kind) {
    case Kind::same: return fmt::format(fmt::runtime(texts("the same at all {} coordinates")), d.size_a);
    case Kind::not_comparable: return texts("not comparable: one has indices and the other coordinates, or has no elements");
    case Kind::sizes: return fmt::format(fmt::runtime(texts("{} has {} elements, {} has {}")), d.a, d.size_a, d.b, d.size_b);
    case Kind::differ: break;
  }
  auto text = fmt::format(fmt::runtime(texts("{} of {} differ")), d.differing, d.looked_at);
  if (d.looked_at < d.size_a) text += " " + fmt::format(fmt::runtime(texts("(a sample of {})")), d.size_a);
  if (d.first >= 0) text += fmt::format(fmt::runtime(texts(", first at {}: {} ≠ {}")), d.coordinate, d.value_a, d.value_b);
  return text;
}

}  // namespace app
