// Whether a tiled copy gives each thread the registers that a tiled MMA wants.

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/code/writer.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/tiled_arguments.hpp"
#include "algebra/operations.hpp"
#include "algebra/tiled.hpp"

namespace algebra::expression {
namespace {

constexpr std::int64_t most_compared = 1 << 20;

/// The elements of a thread's part, in the order of its values.
std::vector<std::int64_t> elements_of(const Tensor& part) {
  std::vector<std::int64_t> elements(static_cast<std::size_t>(size(part.layout)));
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = part.offset + part.layout(static_cast<std::int64_t>(i));
  return elements;
}

/// A tile that both divide, column by column: an element is its 1-D coordinate.
Layout common_tile(const TiledCopy& copy, const TiledMma& mma, Matrix matrix) {
  const auto of_copy = product_each(tile_shape(copy)), of_mma = tile_shape(mma);
  if (of_copy.rank() != 2)
    throw Problem{"argument", fmt::format("A copy for an MMA has a tile of two modes, not {}.", to_string(of_copy, Marks::plain)), {}};
  const int first = matrix == Matrix::b ? 1 : 0, second = matrix == Matrix::c ? 1 : 2;
  const auto both = [&](int of_the_copy, int of_the_mma) {
    return IntTuple(Int{std::lcm(product(of_copy.mode(of_the_copy)).value, product(of_mma.mode(of_the_mma)).value), true});
  };
  return make_layout(IntTuple::tuple({both(0, first), both(1, second)}));
}

std::string coordinate(std::int64_t element, std::int64_t rows) { return fmt::format("({},{})", element % rows, element / rows); }
std::string some(const std::vector<std::int64_t>& elements, std::int64_t rows) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, elements.size()); ++i) text += (i > 0 ? " " : "") + coordinate(elements[i], rows);
  return elements.size() > shown ? text + " ..." : text;
}

/// Why the copy does not fit; nothing where it does.
std::optional<std::string> misfit(const TiledCopy& copy, const TiledMma& mma, Matrix matrix) {
  const auto threads = size(mode(copy.layout_tv, 0)), of_mma = size(thr_layout_vmnk(mma));
  if (threads != of_mma) return fmt::format("the copy has {} threads, the MMA {}", threads, of_mma);
  const auto tile = common_tile(copy, mma, matrix);
  const auto rows = size(mode(tile, 0));
  // What is copied to registers for A and B; from registers for C.
  const auto side = matrix == Matrix::c ? Side::source : Side::destination;
  const Tensor tensor{.layout = tile};
  std::int64_t compared = 0;
  for (std::int64_t t = 0, seen = 0; seen < threads && compared < most_compared; ++t) {
    if (!has_thread(mma, t)) continue;
    ++seen;
    const Int thread{t, true};
    const auto part = partition(mma, matrix, thread, tensor);
    const auto wanted = elements_of(part), given = elements_of(partition(copy, side, thread, tensor));
    compared += static_cast<std::int64_t>(wanted.size());
    auto a = given, b = wanted;
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a != b) return fmt::format("the copy gives thread {} the elements {}, the MMA wants {}", t, some(given, rows), some(wanted, rows));
    // The same elements: each in its register?
    const auto registers = retile(copy, make_layout(part.layout.shape()));
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto at = registers(static_cast<std::int64_t>(i));
      const auto there = wanted[static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, static_cast<std::int64_t>(wanted.size()) - 1))];
      if (there != given[i])
        return fmt::format("the copy gives register {} of thread {} the element {}, the MMA wants {}", at, t, coordinate(given[i], rows),
                           coordinate(there, rows));
    }
  }
  return std::nullopt;
}

constexpr char letter_of(Matrix m) { return m == Matrix::a ? 'A' : m == Matrix::b ? 'B' : 'C'; }

template <Matrix matrix>
Value run_fits(const Call& c) {
  auto copy = tiled_copy(c);
  auto mma = needed<TiledMma>(c, 1, "a tiled MMA");
  copy.layout_tv = all_known(copy.layout_tv);
  copy.tiler = all_known(copy.tiler);
  mma.thr_layout_mnk = all_known(mma.thr_layout_mnk);
  mma.permutations = all_known(mma.permutations);
  auto why = misfit(copy, mma, matrix);
  if (!why) return Truth{true};
  const auto other = attempt([&] { return misfit(make_tiled_copy(copy.atom, mma, matrix), mma, matrix); });
  if (other && !*other) *why += fmt::format("; make_tiled_copy_{}(atom, mma) fits", letter_of(matrix));
  return Truth{false, std::move(*why)};
}

std::string no_code(const code::Cpp&, const code::Written& w) {
  code::Writer::refuse(*w.node, fmt::format("CuTe has no {}: it is a question that Cutescope answers.", w.name()));
}

template <Matrix matrix>
Function fits(std::string_view name, std::string_view signature, std::string_view meaning, Example example) {
  return {.name = name,
          .signature = signature,
          .group = Group::partition,
          .meaning = meaning,
          .parameters = "copy mma",
          .arguments = {2, 2},
          .run = run_fits<matrix>,
          .code = {.cpp = no_code},
          .search_words = "register retile owner",
          .example = example};
}

}  // namespace

std::vector<Function> fit_functions() {
  return {
      fits<Matrix::a>("fits_A", "fits_A(tiled_copy, tiled_mma)", "does the copy give each thread the registers of A that the MMA wants?",
                      {"fits_A(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), mma)", "true", mma_entry}),
      fits<Matrix::b>("fits_B", "fits_B(tiled_copy, tiled_mma)", "does the copy give each thread the registers of B that the MMA wants?",
                      {"fits_B(make_tiled_copy_B(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), mma)", "true", mma_entry}),
      fits<Matrix::c>("fits_C", "fits_C(tiled_copy, tiled_mma)", "does the copy take C from the registers that the MMA has it in?",
                      {"fits_C(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint64_t>,float>, mma), mma)", "true", mma_entry}),
  };
}

}  // namespace algebra::expression
