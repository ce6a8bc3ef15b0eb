#include "algebra/layout/contracts_composed.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "algebra/layout/advice.hpp"
#include "algebra/layout/as_layout.hpp"
#include "algebra/layout/contract_checks.hpp"

namespace algebra {

using namespace contract;  // NOLINT: the file is about them

namespace {

const Layout* shaped(const FunctionOrLayout& f) {
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return &c->layout;
  return std::get_if<Layout>(&f);
}

/// Compares elements 0, 1, ... as `enumerate` does for a layout; an even sample if there are too many.
template <class Holds>
Verdict enumerate_all(Message contract, std::int64_t total, const Checking& checking, Holds&& holds) {
  return enumerate(std::move(contract), Layout(IntTuple(total), IntTuple(1)), checking,
                   [&](std::int64_t i, std::int64_t) { return holds(i); });
}

/// Returns how many indices to check of a function without a shape: enough to cover all combinations of its swizzles' bits, unless those
/// are too many.
std::int64_t indices_of(const FunctionOrLayout& f) {
  int bits = 12;
  const auto add = [&](const Swizzle& s) { bits = std::max(bits, s.bits + s.base + std::abs(s.shift)); };
  const auto look = [&](const auto& self, const OuterFunction& outer) -> void {
    if (const auto* s = std::get_if<Swizzle>(&outer.function)) add(*s);
    for (const auto& inside : outer.inside) self(self, inside);
  };
  if (const auto* s = std::get_if<Swizzle>(&f)) add(*s);
  if (const auto* c = std::get_if<ComposedFunction>(&f)) add(c->swizzle), look(look, c->outer);
  return std::int64_t{1} << std::min(bits, 62);
}

/// Returns whether the inverse of f, part by part, reaches the index i: i must be below the size of the inverse of each layout in f.
/// `inverse`: f's.
bool reaches(const FunctionOrLayout& f, std::int64_t i) {
  const auto of_composed = [&](const auto& c) {
    const auto first = layout_a(c.outer);
    if (!reaches(first, i)) return false;
    const auto back = index_function(right_inverse(first));
    return back && reaches(layout_b(c), (*back)(i)-offset_of(c.outer).value.value);
  };
  if (const auto* l = std::get_if<Layout>(&f)) return i >= 0 && i < size(right_inverse(*l));
  if (const auto* c = std::get_if<ComposedLayout>(&f)) return of_composed(*c);
  if (const auto* c = std::get_if<ComposedFunction>(&f)) return of_composed(*c);
  return true;
}

/// Returns all indices of f in increasing order; nullopt if there are more elements than `checking` allows.
std::optional<std::vector<std::int64_t>> sorted_indices(const IndexFunction& f, std::int64_t elements, const Checking& checking) {
  if (elements > std::min(checking.most, checked_whole)) return std::nullopt;
  std::vector<std::int64_t> all;
  for (std::int64_t c = 0; c < elements; ++c) all.push_back(f(c));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

Verdict check_composition(const FunctionOrLayout& a, const FunctionOrLayout& b, const FunctionOrLayout& r, const Checking& checking) {
  const auto outer = index_function(a), inner = index_function(b), result = index_function(r);
  if (!outer || !inner || !result) return {};
  const auto look = [&](std::int64_t i) {
    const auto have = (*result)(i), want = (*outer)((*inner)(i));
    return have == want ? Message{} : message("R({}) = {} where A(B({})) = {}", i, have, i, want);
  };
  const auto* of = shaped(b) != nullptr ? shaped(b) : shaped(a);
  if (of == nullptr) return enumerate_all("R(i) = A(B(i))", indices_of(r), checking, look);
  const Message contract = "R(c) = A(B(c))";
  if (shaped(r) == nullptr || !compatible(of->shape(), shaped(r)->shape()))
    return broken(contract, message("R does not accept coordinates of the shape {}", to_string(of->shape(), Marks::plain)));
  return enumerate_all(contract, size(*of), checking, look);
}

Verdict check_right_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking& checking) {
  const auto f = index_function(l), back = index_function(r);
  if (!f || !back) return {};
  const Message contract = "L(R(i)) = i";
  const auto look = [&](std::int64_t i) {
    const auto again = (*f)((*back)(i));
    return again == i ? Message{} : message("L(R({})) = {}", i, again);
  };
  if (shaped(r) != nullptr) return enumerate_all(contract, size(*shaped(r)), checking, look);
  if (shaped(l) == nullptr) return enumerate_all(contract, indices_of(r), checking, look);
  return enumerate_all(contract, size(*shaped(l)), checking, [&](std::int64_t c) {
    const auto i = (*f)(c);
    return reaches(l, i) ? look(i) : Message{};
  });
}

Verdict check_left_inverse(const FunctionOrLayout& l, const FunctionOrLayout& r, const Checking& checking) {
  const auto f = index_function(l), back = index_function(r);
  if (!f || !back) return {};
  const auto total = shaped(l) != nullptr ? size(*shaped(l)) : indices_of(l);
  const auto all = sorted_indices(*f, total, checking);
  const bool quasi = all && std::adjacent_find(all->begin(), all->end()) != all->end();
  return enumerate_all(quasi ? Message("L(R(L(i))) = L(i)") : Message("R(L(i)) = i"), total, checking, [&](std::int64_t i) {
    const auto index = (*f)(i), again = (*back)(index);
    if (again == i) return Message{};
    if (!quasi) return message("R(L({})) = {}", i, again);
    return (*f)(again) == index ? Message{} : message("L(R(L({}))) = {} where L({}) = {}", i, (*f)(again), i, index);
  });
}

Verdict check_complement(const ComposedLayout& l, const Layout& r, const Checking& checking) {
  const auto f = index_function(l);
  if (!f || has_basis(r)) return {};
  const Message contract = "increasing and disjoint from L";
  const auto taken = sorted_indices(*f, size(l.layout), checking);
  if (!taken) return pending(contract, std::max(size(r), size(l.layout)));
  return enumerate(contract, r, checking, [&](std::int64_t i, std::int64_t here) -> Message {
    if (i > 0 && here <= r(i - 1)) return message("R({}) = {} after R({}) = {}", i, here, i - 1, r(i - 1));
    if (here != 0 && std::binary_search(taken->begin(), taken->end(), here))
      return message("R({}) = {}, which is also an index of L", i, here);
    return {};
  });
}

Verdict check_logical_product(const Layout& block, const ComposedLayout& tiler, const ComposedLayout& r, const Checking& checking) {
  const auto copies = index_function(tiler), result = index_function(r), of_block = index_function(block);
  if (!copies || !result || !of_block) return {};
  const Message contract = "R(a, b) = A(a) + A*(B(b))";
  const auto step = size(block), total = step * size(tiler.layout);
  if (size(r.layout) != total)
    return broken(contract, message("R has {} elements, but {} copies of {} are needed", size(r.layout), size(tiler.layout), step));
  const auto free = complement(block, size_of(block) * cosize_of(tiler.layout));
  return enumerate_all(contract, total, checking, [&](std::int64_t i) {
    const auto have = (*result)(i), want = (*of_block)(i % step) + free((*copies)(i / step));
    return have == want ? Message{} : message("R({}) = {} where A({}) + A*(B({})) = {}", i, have, i % step, i / step, want);
  });
}

namespace {

/// Returns a coordinate with its `_` replaced by 1-D coordinates, which are taken from the number x: x counts all combinations.
IntTuple filled_in(const IntTuple& c, const IntTuple& shape, std::int64_t& x) {
  if (c.is_underscore()) {
    const auto n = product(shape).value, at = x % n;
    x /= n;
    return IntTuple(at);
  }
  if (!c.is_tuple()) return c;
  IntTuple filled;
  for (int i = 0; i < c.rank(); ++i) filled.append(filled_in(c.mode(i), shape.mode(i), x));
  return filled;
}

/// A slice of a composed layout: CuTe's result, and the exact one.
struct Cut {
  std::int64_t offset;  ///< offset at which CuTe's slice begins
  IndexFunction have, want;
  Layout left;  ///< the remaining modes, without the functions applied after the layout
};
std::optional<Cut> cut_out(const ComposedLayout& a, const IntTuple& c) {
  if (!has_underscore(c) || a.outer.offset.pointer_bits != 0 || has_basis(a.layout)) return std::nullopt;
  const auto r = slice_and_offset(c, a);
  const auto* composed = std::get_if<ComposedLayout>(&r.layout);
  const auto have = index_function(composed != nullptr ? FunctionOrLayout(*composed) : FunctionOrLayout(std::get<Layout>(r.layout)));
  if (!have || !r.offset.is_integer()) return std::nullopt;
  auto left = slice(c, a.layout);
  const auto begin = index_of(c, a.layout).integer().value;
  IndexFunction want = [outer = a.outer, begin, left](std::int64_t x) { return outer(begin + left(x)); };
  return Cut{r.offset.integer().value, *have, std::move(want), std::move(left)};
}

}  // namespace

Verdict check_slice(const ComposedLayout& a, const IntTuple& c, Begins begins, const Checking& checking) {
  const auto cut = cut_out(a, c);
  if (!cut) return {};
  const auto written = [&](std::int64_t x) {
    auto rest = x;
    const auto at = filled_in(c, a.layout.shape(), rest);
    return "A" + to_string(at.is_tuple() ? at : IntTuple::tuple({at}), Marks::plain);
  };
  const bool anywhere = begins == Begins::anywhere;
  const auto from = anywhere ? cut->have(0) : 0, o = anywhere ? cut->want(0) : cut->offset;
  const auto contract = anywhere ? Message("R(x) - R(0) = A(c, x) - A(c, 0)") : Message("R(x) = A(c, x) - o");
  return enumerate_all(contract, size(cut->left), checking, [&](std::int64_t x) {
    const auto have = cut->have(x) - from, want = cut->want(x) - o;
    if (have == want) return Message{};
    if (anywhere) return message("R({}) - R(0) = {} where {} - {} = {}", x, have, written(x), written(0), want);
    return message("R({}) = {} where {} - {} = {}", x, have, written(x), o, want);
  });
}

Verdict check_slice(const Slicing& s, const Checking& checking) {
  const auto layout = layout_behind(s.tensor);
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  const auto cut = composed != nullptr ? cut_out(*composed, s.coordinate) : std::nullopt;
  if (!cut) return {};
  const auto begin = s.tensor.swizzled_pointer ? s.tensor.outer->offset.value.value : s.tensor.offset;
  return enumerate_all("each element of the part is where the tensor has it", size(cut->left), checking, [&](std::int64_t x) {
    const auto have = cut->offset + cut->have(x), want = cut->want(x);
    if (have == want) return Message{};
    return message("element {} is at ptr+{} where the tensor has it at ptr+{}", x, begin + have, begin + want);
  });
}

Verdict and_slice(Verdict verdict, const Slicing& s, const Checking& checking) {
  if (verdict.kind == Verdict::Kind::broken || verdict.kind == Verdict::Kind::pending) return verdict;
  auto of_slice = check_slice(s, checking);
  return of_slice.kind == Verdict::Kind::broken || of_slice.kind == Verdict::Kind::pending ? of_slice : verdict;
}

std::optional<Layout> exact_slice(const ComposedLayout& a, const IntTuple& c) {
  const auto cut = cut_out(a, c);
  if (!cut) return std::nullopt;
  return layout_of_function(all_known(cut->left).shape(), [&](std::int64_t x) { return cut->want(x) - cut->want(0); });
}

}  // namespace algebra
