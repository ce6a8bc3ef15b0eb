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

std::string element_text(const EntryResult& result, int entry, std::int64_t coordinate) {
  const auto* value = result.value();
  const auto shape = value != nullptr ? algebra::links::element_shape(*value) : std::nullopt;
  if (!shape || coordinate < 0) return {};
  const auto at = rank_coordinate(algebra::links::counting(*shape), coordinate);
  return fmt::format("{}{} = {}", called(result, entry), at.front() == '(' ? at : "(" + at + ")", algebra::index_text(*value, coordinate));
}

}  // namespace app
