#include "render/marked.hpp"

#include <algorithm>
#include <vector>

#include "algebra/language/equality.hpp"

namespace render {
namespace {

/// Marks elements, given by their 1-D coordinates; that of the diagram's first element is `first`.
void mark(Diagram& d, const std::vector<bool>& elements, std::int64_t first = 0) {
  for (auto& part : d.parts) mark(part.diagram, elements, part.first);
  const auto rows = d.rows.extent, columns = d.columns.extent;
  d.view.colour_by = ColourBy::index;  // a palette's colours
  d.colour = {};
  d.colour.separable = false;
  d.colour.table.assign(static_cast<std::size_t>(rows * columns), -1);
  constexpr std::int32_t marked = 1;  ///< a colour of the palette
  bool any = false;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      const auto at = d.coordinate(r, c) + first;
      if (at < first || at >= static_cast<std::int64_t>(elements.size()) || !elements[static_cast<std::size_t>(at)]) continue;
      d.colour.table[static_cast<std::size_t>(r * columns + c)] = marked;
      any = true;
    }
  d.note = any ? algebra::Message("coloured: cells that differ") : algebra::Message("no differences");
}

bool owns_all(const Diagram& d) { return d.has_owners() && d.slices() == 1; }

std::vector<bool> differing_owners(const Diagram& a, const Diagram& b) {
  std::vector<bool> result(static_cast<std::size_t>(algebra::product(a.shape).value));
  const auto owner = [](const Diagram& d, std::int64_t element) {
    const auto cell = d.cell_of(element);
    return cell ? d.owner_at(cell->row, cell->column) : Diagram::Owner{};
  };
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto of_a = owner(a, static_cast<std::int64_t>(i)), of_b = owner(b, static_cast<std::int64_t>(i));
    result[i] = of_a.thread != of_b.thread || of_a.value != of_b.value;
  }
  return result;
}

}  // namespace

bool mark_differences(Diagram& a, const algebra::Value& value_a, Diagram& b, const algebra::Value& value_b) {
  const bool owners = owns_all(a) && owns_all(b) && algebra::product(a.shape).value == algebra::product(b.shape).value;
  const auto elements = owners ? differing_owners(a, b) : algebra::differing(value_a, value_b);
  if (elements.empty()) return false;
  mark(a, elements);
  mark(b, elements);
  return true;
}

std::optional<Diagram> fit_picture(const algebra::Owners& owners, std::string_view name, View view) {
  view.label_by = LabelBy::thread_value;
  auto d = describe(algebra::Value(owners.shape), name, view);
  if (!d) return d;
  d->subtitle.clear();
  std::vector<bool> differs;
  for (const auto& e : owners.elements) differs.push_back(e.differs);
  const auto owner = [](const algebra::ThreadRegister& r) {
    return Diagram::Owner{static_cast<std::int32_t>(r.thread), static_cast<std::int32_t>(r.index)};
  };
  for (std::int64_t r = 0; r < d->rows.extent; ++r)
    for (std::int64_t c = 0; c < d->columns.extent; ++c) {
      const auto& e = owners.elements[static_cast<std::size_t>(d->coordinate(r, c))];
      d->owners.push_back(owner(e.by_copy));
      d->others.push_back(owner(e.by_mma));
    }
  mark(*d, differs);
  if (std::ranges::find(differs, true) != differs.end()) {
    d->note = "above: the thread that has it by the copy";
    d->note_line("below: the thread that has it by the MMA, where that differs");
  }
  return d;
}

std::optional<Diagram> marked_picture(const algebra::Value& shown, const algebra::Value& other, std::string_view name) {
  auto diagram = describe(shown, name, {}, {});
  if (!diagram) return diagram;
  if (const auto cells = algebra::differing(shown, other); !cells.empty()) mark(*diagram, cells);
  return diagram;
}

}  // namespace render
