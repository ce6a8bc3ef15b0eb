// Layouts as matrices over F2, and the cost of changing one thread-value layout into another. CuTe has none of these functions.

#include "algebra/functions/records.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/links/link_bits.hpp"

namespace algebra::expression {
namespace {

/// Returns the argument; a shape counts as its layout.
Value mapping(const Call& c, std::size_t i) { return c.is_tuple(i) ? Value(c.layout(i)) : c.argument(i); }

/// Returns the element type if the call begins with one, else null. Throws unless there are `others` further arguments.
const ElementType* type_before(const Call& c, std::size_t others) {
  const auto* type = std::get_if<ElementType>(&c.argument(0));
  if ((type != nullptr) == (c.count() == others + 1)) return type;
  throw ArgumentProblem{{"argument",
                         others == 1 ? message("{} takes a layout, or a type and a layout.", c.name)
                                     : message("{} takes two layouts, or a type and two layouts.", c.name),
                         {}},
                        0};
}

BitMatrix matrix_of(const Value& v) {
  if (const auto* s = std::get_if<Swizzle>(&v)) return bit_matrix(*s, s->base + s->bits + std::abs(s->shift));
  return bit_matrix(v);
}

/// Names the rows by the place in shared memory if an element type is given.
Value placed_in_banks(const Call& c, BitMatrix m) {
  const auto* type = type_before(c, 1);
  return type == nullptr ? std::move(m) : by_banks(std::move(m), type->bits);
}
Value run_bit_matrix(const Call& c) { return placed_in_banks(c, matrix_of(mapping(c, c.count() - 1))); }
Value run_thread_value_bits(const Call& c) { return placed_in_banks(c, thread_value_bits(mapping(c, c.count() - 1))); }

Value run_make_bit_matrix(const Call& c) {
  std::vector<std::vector<std::uint64_t>> modes;
  for (std::size_t i = 0; i < c.count(); ++i) {
    auto& mode = modes.emplace_back();
    c.integers(i).for_each_integer([&](Int image) {
      if (image.value < 0) throw ArgumentProblem{{"negative", message("{} is not a column of bits: it is negative.", image.value), {}}, i};
      mode.push_back(static_cast<std::uint64_t>(image.value));
    });
  }
  return make_bit_matrix(std::move(modes));
}

Value run_layout_of_bits(const Call& c) {
  const auto* m = std::get_if<BitMatrix>(&c.argument(0));
  if (m == nullptr)
    throw ArgumentProblem{
        {"argument", message("{} takes a matrix of bits, such as bit_matrix((4,8):(8,1)), not {}.", c.name, plain(c.argument(0))), {}}, 0};
  return as_value(layout_of_bits(*m));
}

Value run_conversion(const Call& c) {
  const auto* type = type_before(c, 2);
  return conversion(mapping(c, c.count() - 2), mapping(c, c.count() - 1), type != nullptr ? type->bits : 0);
}

}  // namespace

std::vector<Function> bit_functions() {
  return {
      {.name = "bit_matrix",
       .signature = "bit_matrix(A) · bit_matrix(type, A)",
       .group = Group::algebra,
       .meaning = "a layout or a swizzle as a matrix over F2: from bits of the coordinate to bits of the index",
       .parameters = "layout",
       .arguments = {1, 2},
       .run = run_bit_matrix,
       .links = links::bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout binary rank bank conflict xor",
       .example = {"bit_matrix(Swizzle<2,0,2> o (4,4):(1,4))", "BitMatrix m(1,2) n(5,10)"}},
      {.name = "bit_matrix_TV",
       .signature = "bit_matrix_TV(A) · bit_matrix_TV(type, A)",
       .group = Group::partition,
       .meaning = "a thread-value layout as a matrix over F2: from bits of the lane, the warp and the register",
       .parameters = "layout",
       .arguments = {1, 2},
       .run = run_thread_value_bits,
       .links = links::bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout binary lane warp register Triton",
       .example = {"bit_matrix_TV(((4,8),(2,2)):((32,1),(16,8)))", "BitMatrix lane(32,64,1,2,4) warp() reg(16,8)"}},
      {.name = "make_bit_matrix",
       .signature = "make_bit_matrix((1,2), (4,9))",
       .group = Group::algebra,
       .meaning = "a matrix over F2 from its columns: the index that each bit of each mode changes",
       .parameters = "columns",
       .arguments = {1, 16},
       .run = run_make_bit_matrix,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout basis",
       .example = {"make_bit_matrix((1,2), (5,10))", "BitMatrix m(1,2) n(5,10)"}},
      {.name = "layout_of_bits",
       .signature = "layout_of_bits(M)",
       .group = Group::algebra,
       .meaning = "the layout, with a swizzle if it needs one, that has this matrix over F2",
       .parameters = "matrix",
       .arguments = {1, 1},
       .run = run_layout_of_bits,
       .makes_layout = true,
       .code = {.cpp = code::cpp::none},
       .search_words = "F2 linear layout swizzle from matrix",
       .example = {"layout_of_bits(make_bit_matrix((1,2), (5,10)))", "Sw<2,0,2> o 0 o (4,4):(1,4)"}},
      {.name = "conversion",
       .signature = "conversion(A, B) · conversion(type, A, B)",
       .group = Group::partition,
       .meaning = "where each thread of B finds its values among those of A, and the cost of moving them",
       .formula = "A(R(t,v)) = B(t,v)",
       .parameters = "source target",
       .arguments = {2, 3},
       .run = run_conversion,
       .links = links::conversion_bits,
       .code = {.cpp = code::cpp::none},
       .search_words = "convert layout shuffle shfl warp shared memory registers cost Triton",
       .example = {"conversion(half_t, (32,4):(1,32), (32,(2,2)):(1,(64,32)))", "BitMatrix lane(1,2,4,8,16) warp() reg(64,32)"}},
  };
}

}  // namespace algebra::expression
