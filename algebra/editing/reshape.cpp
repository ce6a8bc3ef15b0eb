#include "algebra/editing/reshape.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "algebra/editing/number_tokens.hpp"

namespace algebra::editing {
namespace {

using Integers = std::vector<std::int64_t>;

Integers leaves(const IntTuple& tuple) {
  Integers all;
  tuple.for_each_integer([&](Int i) { all.push_back(i.value); });
  return all;
}

/// An entry given literally, with its integers by role.
struct Written {
  std::size_t begin = 0;  ///< start of the expression in the line
  IntTuple shape;
  Integers extents, strides;         ///< the leaves; no strides if none are written
  std::vector<NumberToken> numbers;  ///< the extents, then the strides
};

std::optional<Written> written(std::string_view line, IntegerRule rule) {
  const auto split = split_line(line);
  if (!split || split->is_note) return std::nullopt;
  Written w{split->expression_begin, {}, {}, {}, numbers_in(line)};
  if (w.numbers.empty() || w.numbers.size() > 256 || std::ranges::any_of(w.numbers, &NumberToken::hexadecimal)) return std::nullopt;
  // Evaluated without names: an entry that depends on others has no value here.
  const auto value = evaluate(split->expression, {}, rule);
  if (!value) return std::nullopt;
  const auto* layout = std::get_if<Layout>(&value->value);
  const auto* shape = std::get_if<IntTuple>(&value->value);
  if (layout == nullptr && (shape == nullptr || !shape->is_tuple() || shape->rank() == 0)) return std::nullopt;
  if (layout != nullptr && has_basis(*layout)) return std::nullopt;
  w.shape = layout != nullptr ? layout->shape() : *shape;
  w.extents = leaves(w.shape);
  auto expected = w.extents;
  if (layout != nullptr && w.numbers.size() == 2 * w.extents.size()) {
    w.strides = leaves(layout->stride());
    expected.insert(expected.end(), w.strides.begin(), w.strides.end());
  }
  const bool as_written = std::ranges::equal(w.numbers, expected, {}, &NumberToken::value);
  return as_written && std::ranges::all_of(w.extents, [](auto e) { return e >= 1; }) ? std::optional(std::move(w)) : std::nullopt;
}

GridShape grid_shape(const IntTuple& shape) {
  const int rank = shape.rank();
  if (rank < 2) return {product(shape).value, 1, 1};
  return {product(shape.mode(0)).value, product(shape.mode(1)).value, rank};
}

/// Returns compact strides for these extents, from the first or from the last on; nullopt beyond 62 bits.
std::optional<Integers> compact(const Integers& extents, bool from_first) {
  Integers strides(extents.size());
  std::int64_t next = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const auto i = from_first ? k : extents.size() - 1 - k;
    strides[i] = next;
    if (__builtin_mul_overflow(next, extents[i], &next) || next > (std::int64_t{1} << 62)) return std::nullopt;
  }
  return strides;
}

/// Returns the strides for changed extents.
std::optional<Integers> following(const Written& old, const Integers& extents) {
  // The stride of one element is ignored, unless that makes the order ambiguous.
  for (const bool strictly : {true, false})
    for (const bool from_first : {true, false}) {
      const auto before = compact(old.extents, from_first);
      if (!before) continue;
      bool same = true;
      for (std::size_t i = 0; i < before->size(); ++i)
        same = same && ((*before)[i] == old.strides[i] || (!strictly && old.extents[i] == 1));
      if (same) return compact(extents, from_first);
    }
  return compact(extents, true) ? std::optional(old.strides) : std::nullopt;
}

/// Sets the outermost integer of leaves [begin, end) so that their product is about `size`.
void resize(Integers& extents, std::size_t begin, std::size_t end, std::int64_t size) {
  if (begin == end) return;
  std::int64_t inner = 1;
  // Too large or empty: no size comes near.
  for (auto i = begin; i + 1 < end; ++i)
    if (extents[i] < 1 || __builtin_mul_overflow(inner, extents[i], &inner)) return;
  size = std::max<std::int64_t>(1, size);
  extents[end - 1] = std::max<std::int64_t>(1, size / inner + (size % inner >= inner - inner / 2 ? 1 : 0));
}

}  // namespace

std::optional<GridShape> shape_of_entry(std::string_view line, IntegerRule rule) {
  const auto w = written(line, rule);
  return w ? std::optional(grid_shape(w->shape)) : std::nullopt;
}

std::optional<std::string> reshaped(std::string_view line, GridShape wanted, IntegerRule rule) {
  const auto w = written(line, rule);
  if (!w) return std::nullopt;
  auto numbers = w->extents;
  const auto first = w->shape.rank() < 2 ? numbers.size() : leaves(w->shape.mode(0)).size();
  resize(numbers, 0, first, wanted.first);
  if (w->shape.rank() >= 2) resize(numbers, first, first + leaves(w->shape.mode(1)).size(), wanted.second);
  if (!w->strides.empty()) {
    const auto strides = following(*w, numbers);
    if (!strides) return std::nullopt;
    numbers.insert(numbers.end(), strides->begin(), strides->end());
  } else if (!compact(numbers, true)) {
    return std::nullopt;
  }
  std::string text;
  std::size_t from = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto& digits = w->numbers[i].digits;
    text += line.substr(from, digits.begin - from);
    text += fmt::format("{}", numbers[i]);
    from = digits.end;
  }
  text += line.substr(from);
  return evaluate(std::string_view(text).substr(w->begin), {}, rule) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace algebra::editing
