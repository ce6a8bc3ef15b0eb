#include "algebra/layout/properties.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/element.hpp"
#include "algebra/layout/indexing.hpp"

namespace algebra {
namespace {

struct Function {
  bool injective = false, surjective = false, decided = true;
};

/// Returns whether the modes, sorted by stride, each step over all before: then the layout is injective, without looking at elements.
bool steps_over(const ModeList& all) {
  std::vector<Mode> modes(all.begin(), all.end());
  std::erase_if(modes, [](const Mode& m) { return m.shape.value == 1; });
  std::sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) { return std::abs(a.stride.value) < std::abs(b.stride.value); });
  std::int64_t reach = 0;
  for (const auto& m : modes) {
    if (std::abs(m.stride.value) <= reach) return false;
    reach += (m.shape.value - 1) * std::abs(m.stride.value);
  }
  return true;
}

/// Tabulates the values of vectors over F2, which do not add as numbers do.
Function function_over_bits(const Layout& l) {
  constexpr std::int64_t most = 1 << 20;
  const auto f = indexing(l);
  if (!f || size(l) > most) return {.decided = false};
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < size(l); ++i) all.push_back((*f)(i));
  std::sort(all.begin(), all.end());
  const auto distinct = std::unique(all.begin(), all.end()) - all.begin();
  return {.injective = distinct == size(l), .surjective = distinct == cosize(l)};
}

Function function_of(const Layout& l) {
  const auto elements = size(l), reach = cosize(l);
  if (elements <= 0 || has_negative_size(l)) return {.decided = false};
  // With negative strides CuTe counts as many indices, but they begin below 0.
  const bool from_zero = index_range(l).least == 0;
  if (steps_over(flat_modes(l))) return {.injective = true, .surjective = elements == reach && from_zero};
  constexpr std::int64_t most = 1 << 20;
  if (elements > most) return {.decided = false};
  std::vector<std::int64_t> all(static_cast<std::size_t>(elements));
  indices(l, 0, all);
  std::sort(all.begin(), all.end());
  const auto distinct = std::unique(all.begin(), all.end()) - all.begin();
  return {.injective = distinct == elements, .surjective = distinct == reach && from_zero};
}

/// Returns whether the strides of modes with more than one element do not decrease, from left to right.
bool is_sorted(const Layout& l) {
  std::int64_t before = std::numeric_limits<std::int64_t>::min();
  bool sorted = true;
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int s, Int d) {
    if (s.value == 1) return;
    sorted = sorted && d.value >= before;
    before = d.value;
  });
  return sorted;
}

}  // namespace

Properties properties(const Layout& given, int element_bits) {
  const bool bits = has_bits(given);
  const auto l = has_basis(given) ? linearised(given).layout : given;
  const auto f = bits ? function_over_bits(given) : function_of(l);
  Properties p{.injective = f.injective, .surjective = f.surjective, .decided = f.decided};
  p.compact = f.decided && f.injective && f.surjective;
  p.sorted = is_sorted(l);
  const auto modes = coalesce_modes(all_known(bits ? given : l));
  p.coalesced = layout_of_modes(modes);
  p.contiguous = modes.size() == 1 && (modes[0].stride.value == 1 || modes[0].shape.value == 1);
  // Consecutive coordinates share an access while they are adjacent and every other stride keeps the alignment.
  p.vector_bits = element_bits;
  if (modes[0].stride.value == 1)
    for (std::int64_t n = 2; n * element_bits <= 128; n *= 2) {
      const bool aligned = std::all_of(modes.begin() + 1, modes.end(), [n](const Mode& m) { return m.stride.value % n == 0; });
      if (modes[0].shape.value % n != 0 || !aligned) break;
      p.vector_bits = static_cast<int>(n) * element_bits;
    }
  return p;
}

int vector_bits_at(int vector_bits, int element_bits, std::int64_t begin) {
  while (vector_bits > element_bits && begin % (vector_bits / element_bits) != 0) vector_bits /= 2;
  return vector_bits;
}

Message kind_of_function(const Layout& l) {
  const auto f = has_bits(l) ? function_over_bits(l) : function_of(has_basis(l) ? linearised(l).layout : l);
  if (!f.decided) return "not checked";
  if (f.injective) return f.surjective ? Message("bijective") : Message("injective");
  return f.surjective ? Message("surjective") : Message("not injective");
}

}  // namespace algebra
