#include "algebra/functions/fit.hpp"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/writer.hpp"
#include "algebra/functions/records.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/atoms.hpp"
#include "algebra/layout/advice.hpp"

namespace algebra::expression {
namespace {

TiledCopy with_static(TiledCopy copy) {
  copy.layout_tv = all_known(copy.layout_tv);
  copy.tiler = all_known(copy.tiler);
  return copy;
}
TiledMma with_static(TiledMma mma) {
  mma.thr_layout_mnk = all_known(mma.thr_layout_mnk);
  mma.permutations = all_known(mma.permutations);
  return mma;
}

template <Matrix matrix>
Value run_fits(const Call& c) {
  const Fitting f{.copy = with_static(tiled_copy(c)), .mma = with_static(needed<TiledMma>(c, 1, "a tiled MMA")), .matrix = matrix};
  auto why = misfit(f);
  if (!why) return Truth{true};
  const auto other = attempt([&] { return misfit({.copy = make_tiled_copy(f.copy.atom, f.mma, matrix), .mma = f.mma, .matrix = matrix}); });
  if (other && !*other) why = message("{}; make_tiled_copy_{}(atom, mma) fits", *why, letter_of(matrix));
  return Truth{false, std::move(*why)};
}

template <Matrix matrix>
Function fits(const Example& example) {
  return member_of({.name = "fits_{0}",
                    .signature = "fits_{0}(tiled_copy, tiled_mma)",
                    .group = Group::partition,
                    .meaning = matrix == Matrix::c ? "does the copy take C from the registers that the MMA has it in?"
                                                   : "does the copy give each thread the registers of {0} that the MMA wants?",
                    .parameters = "copy mma",
                    .arguments = {2, 2},
                    .run = run_fits<matrix>,
                    .code = {.cpp = code::cpp::none},
                    .search_words = "register retile owner",
                    .example = example},
                   letter_of(matrix));
}

}  // namespace

std::vector<Function> fit_functions() {
  return {
      fits<Matrix::a>({"fits_A(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), mma)", "true", mma_entry}),
      fits<Matrix::b>({"fits_B(make_tiled_copy_B(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), mma)", "true", mma_entry}),
      fits<Matrix::c>({"fits_C(make_tiled_copy_C(Copy_Atom<UniversalCopy<uint64_t>,float>, mma), mma)", "true", mma_entry}),
  };
}

}  // namespace algebra::expression

namespace algebra {
namespace {

using expression::letter_of;

constexpr std::array<std::pair<std::string_view, Matrix>, 9> matrices{{{"fits_A", Matrix::a},
                                                                       {"fits_B", Matrix::b},
                                                                       {"fits_C", Matrix::c},
                                                                       {"partition_fragment_A", Matrix::a},
                                                                       {"partition_fragment_B", Matrix::b},
                                                                       {"partition_fragment_C", Matrix::c},
                                                                       {"make_fragment_A", Matrix::a},
                                                                       {"make_fragment_B", Matrix::b},
                                                                       {"make_fragment_C", Matrix::c}}};

std::optional<Matrix> fitted_matrix(const Provenance& p) {
  for (const auto& [name, matrix] : matrices)
    if (p.operation == name) return matrix;
  return std::nullopt;
}

template <class T>
const T* fitted_operand(const Provenance& p, std::size_t i) {
  return i < p.operands.size() ? std::get_if<T>(&p.operands[i]) : nullptr;
}
std::string fitted_name(const Provenance& p, std::size_t i) {
  return p.names[i].empty() ? to_string(p.operands[i], Marks::underscores) : p.names[i];
}

}  // namespace

std::optional<Fitting> fitting_asked(const Provenance& p) {
  const auto* copy = fitted_operand<TiledCopy>(p, 0);
  const auto* mma = fitted_operand<TiledMma>(p, 1);
  const auto matrix = fitted_matrix(p);
  if (copy == nullptr || mma == nullptr || !matrix) return std::nullopt;
  return Fitting{expression::with_static(*copy), expression::with_static(*mma), *matrix, fitted_name(p, 0), fitted_name(p, 1)};
}

std::optional<Fitting> fitting_assumed(const Provenance& retiled, const Provenance& registers) {
  const auto* copy = fitted_operand<TiledCopy>(retiled, 0);
  const auto* mma = fitted_operand<TiledMma>(registers, 0);
  const auto matrix = fitted_matrix(registers);
  if (copy == nullptr || mma == nullptr || !matrix || retiled.operation != (*matrix == Matrix::c ? "retile_S" : "retile_D"))
    return std::nullopt;
  return Fitting{expression::with_static(*copy), expression::with_static(*mma), *matrix, fitted_name(retiled, 0),
                 fitted_name(registers, 0)};
}

std::string call_of(const Fitting& f) { return fmt::format("fits_{}({}, {})", letter_of(f.matrix), f.copy_name, f.mma_name); }

std::string fitting_copy(const Fitting& f) {
  const auto& type = f.copy.atom.type;
  const auto* simplest = type ? find_copy("UniversalCopy", type->bits) : nullptr;
  for (const auto& atom : {f.copy.atom, CopyAtom{simplest != nullptr ? simplest : f.copy.atom.traits, type}}) {
    const auto fits = attempt([&] { return !misfit({make_tiled_copy(atom, f.mma, f.matrix), f.mma, f.matrix, {}, {}}); });
    if (fits && *fits)
      return fmt::format("make_tiled_copy_{}({}, {})", letter_of(f.matrix), to_string(Value(atom), Marks::underscores), f.mma_name);
  }
  return {};
}

}  // namespace algebra
