// Functions of CuTe and CUTLASS that select an instruction for a tile. They are in headers that are never read.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"

namespace app {

using algebra::message;
namespace {

constexpr std::array<int, 8> usual_widths{256, 192, 128, 96, 64, 32, 16, 8};

/// Returns the widest instruction that divides the tile. nullopt if none does, or if a program compiled with
/// CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED, which has all multiples of 8, would select another.
std::optional<int> width_for(std::int64_t tile) {
  int widest = 256;
  while (widest > 0 && tile % widest != 0) widest -= 8;
  for (const int n : usual_widths)
    if (tile % n == 0) return n == widest ? std::optional(n) : std::nullopt;
  return std::nullopt;
}

}  // namespace

/// GMMA::ss_op_selector<half_t, half_t, float, TileShape_MNK, GMMA::Major::K, GMMA::Major::MN>(), rs_op_selector (cute/arch/mma_sm90.hpp),
/// sm90_cluster_shape_to_tma_atom(shape) (cutlass/gemm/collective/builders/sm90_common.inl).
std::optional<CppValue> CppInterpreter::selected_instruction(std::string_view base, SyntaxNode named) {
  if (base != "ss_op_selector" && base != "rs_op_selector") return std::nullopt;
  const auto all = named.is("template_function") ? template_arguments(named["arguments"]) : Arguments{};
  if (all.size() < 4) unknown(message("{} takes the types of A, B and C and a tile", base));
  Assumed assumed;
  for (const auto& v : all) {
    if (v.is(Kind::unknown)) unknown(v.why);
    assumed.merge(assumed_of(v));
  }
  const auto of = [&](std::size_t i) {
    const auto text = text_of(type_of(all[i]));
    const auto value = entries_.value_of(entries_.resolved(text));
    const auto* type = value ? std::get_if<algebra::ElementType>(&*value) : nullptr;
    const auto* record = type != nullptr ? algebra::record_of(*type) : nullptr;
    if (record == nullptr || record->mma.empty()) unknown(message("there is no WGMMA instruction of {}", text));
    return record;
  };
  const auto *a = of(0), *b = of(1), *c = of(2);
  const auto bits = a->type.bits;
  constexpr std::array<std::string_view, 2> sums{"F16", "F32"};
  const bool floating = std::ranges::find(sums, c->mma) != sums.end();
  if (!floating || bits != b->type.bits)
    unknown(message("there is no WGMMA instruction of {}", fmt::format("{}, {}, {}", a->mma, b->mma, c->mma)));
  const auto tile = text_of(all[3]);
  const auto m = entries_.integer_of(fmt::format("size<0>({})", is_template(tile) ? tile + "{}" : tile));
  const auto n = entries_.integer_of(fmt::format("size<1>({})", is_template(tile) ? tile + "{}" : tile));
  if (!m || !n || *m % 64 != 0) unknown(message("the tile of {} is not known", base));
  const auto width = width_for(*n);
  if (!width) unknown(message("the instruction for a tile of {} columns depends on CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED", *n));
  auto text = fmt::format("SM90_64x{}x{}_{}{}{}_{}", *width, 256 / bits, c->mma, a->mma, b->mma, base.starts_with("ss") ? "SS" : "RS");
  if (bits == 16) {
    const auto major = [&](std::size_t i) { return i < all.size() ? text_of(all[i]) : std::string("GMMA::Major::K"); };
    text += fmt::format("<{},{}>", major(4), major(5));
  } else {
    text += "_TN";
  }
  auto v = CppValue::of_type(std::move(text));
  v.assumed = std::move(assumed);
  return v;
}

}  // namespace app
