#include "app/document/element_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/value_indexing.hpp"
#include "algebra/links/links.hpp"

namespace app {

std::string rank_coordinate(const algebra::Layout& layout, std::int64_t coordinate) {
  if (!layout.shape().is_tuple()) return fmt::format("{}", coordinate);
  std::string text = "(";
  for (int i = 0; i < algebra::rank(layout); ++i) {
    const auto extent = std::max<std::int64_t>(1, algebra::size(algebra::mode(layout, i)));
    text += fmt::format("{}{}", i == 0 ? "" : ",", i + 1 == algebra::rank(layout) ? coordinate : coordinate % extent);
    coordinate /= extent;
  }
  return text + ")";
}

std::string called(const EntryResult& result, int entry) { return result.name.empty() ? fmt::format("{}", entry + 1) : result.name; }

ArrowEntry arrow_entry(const algebra::links::Arrows& arrows, std::int64_t number) {
  const char left = arrows.cuts ? 'T' : 'S', right = arrows.cuts ? 'U' : 'T';
  const auto in_left = std::ssize(arrows.left);
  const auto arrow = [&](std::int64_t from, std::int64_t to) { return fmt::format("{}{} → {}{}", left, from, right, to); };
  const auto at = static_cast<std::size_t>(number < in_left ? number : number - in_left);
  if (number < in_left) {
    const int to = at < arrows.to.size() ? arrows.to[at] : 0;
    return {fmt::format("{}{}", left, at), to > 0 ? arrow(number, to - 1) : std::string(), arrows.left[at]};
  }
  const int from = arrows.from(at);
  return {fmt::format("{}{}", right, at), from >= 0 ? arrow(from, static_cast<std::int64_t>(at)) : std::string(), arrows.right[at]};
}

std::string element_text(const EntryResult& result, int entry, std::int64_t coordinate) {
  const auto* value = result.value();
  if (value != nullptr && coordinate >= 0)
    if (const auto arrows = algebra::links::arrows_of(*value, result.evaluation->made_by)) {
      if (coordinate >= arrows->count()) return {};
      const auto is = arrow_entry(*arrows, coordinate);
      return fmt::format("{}: {} = {}{}{}", called(result, entry), is.place, is.size, is.arrow.empty() ? "" : ", ", is.arrow);
    }
  const auto shape = value != nullptr ? algebra::links::element_shape(*value) : std::nullopt;
  if (!shape || coordinate < 0) return {};
  const auto at = rank_coordinate(algebra::links::counting(*shape), coordinate);
  return fmt::format("{}{} = {}", called(result, entry), at.front() == '(' ? at : "(" + at + ")", algebra::index_text(*value, coordinate));
}

}  // namespace app
