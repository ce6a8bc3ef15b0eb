#include "algebra/hardware/tma_limits.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/tma_bytes.hpp"
#include "algebra/layout/checked.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace algebra {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Returns the layout with rows padded to multiples of 16 bytes, as little as possible; empty if more than one stride is to blame.
std::vector<std::string> padded(const Tensor& tensor) {
  const auto unit = TmaLimits::alignment * 8 / std::gcd<std::int64_t>(TmaLimits::alignment * 8, tensor.type->bits);
  auto stride = tensor.layout.stride().transformed([&](Int d) {
    if (d.value == 0 || d.value == 1) return d;
    return Int{round_up(d.value, unit), d.is_static};
  });
  return {to_string(Layout(tensor.layout.shape(), stride), Marks::underscores)};
}

}  // namespace

std::int64_t span_of(TensorMap::Swizzle swizzle) {
  switch (swizzle) {
    case TensorMap::Swizzle::none: return 0;
    case TensorMap::Swizzle::b32: return 32;
    case TensorMap::Swizzle::b64: return 64;
    default: return 128;
  }
}

Problem tma_problem(const Message& words, const Message& sentence, std::vector<std::string> works) {
  return {"tma", message("{}: {}", words, sentence), std::move(works)};
}

std::string_view tma_data_type(const ElementType& type) {
  // Without a type, the bits are copied as unsigned integers.
  const auto* record = record_of(type.name.empty() ? ElementType{fmt::format("u{}", type.bits), type.bits} : type);
  if (record != nullptr && !record->tma.empty()) return record->tma;
  throw tma_problem(
      "Unknown TMA Format!",
      message("TMA has no elements of type {}; use a type of the same width, as in make_tma_copy<uint{}_t>.",
              type.name.empty() ? message("{} bit", type.bits) : Message::verbatim(std::string(type.name)), std::clamp(type.bits, 8, 64)));
}

TensorMap::Swizzle tma_swizzle(const ComposedLayout& shared) {
  const int bits = shared.outer.offset.pointer_bits;
  const auto s = bits != 0 ? on_bytes(shared.outer, bits) : *shared.outer.only_swizzle();
  const auto refuse = [&](const Message& words) {
    return tma_problem(words,
                       message("Sw<{},{},{}> is not one of TMA's swizzles of bytes: Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3>, Sw<2,5,2> and "
                               "Sw<2,6,..>, as in GMMA's layouts.",
                               s.bits, s.base, s.shift),
                       {"GMMA::Layout_K_SW128_Atom"});
  };
  using Kind = TensorMap::Swizzle;
  if (s.base == 4) {
    if (s.bits > 3) throw refuse("Expected B = 0,1,2, or 3 when M == 4. Unsupported layout swizzle.");
    if (s.shift != 3) throw refuse("Expected S = 3 when M == 4. Unsupported layout swizzle.");
    return std::array{Kind::none, Kind::b32, Kind::b64, Kind::b128}[at(s.bits)];
  }
  if (s.base != 5 && s.base != 6) throw refuse("Unsupported layout swizzle.");
  if (s.bits != 2) throw refuse("Expected B = 2 when M == 5 or 6. Unsupported layout swizzle.");
  if (s.base == 5 && s.shift != 2) throw refuse("Expected S = 2 when M == 5. Unsupported layout swizzle.");
  return s.base == 5 ? Kind::b128_atom_32b : Kind::b128_atom_64b;
}

void require_global(const Tma& tma) {
  const auto& map = tma.map;
  const auto begin = checked::product(tma.tensor.offset, tma.tensor.type->bits) / 8;
  if (begin % TmaLimits::alignment != 0)
    throw tma_problem("(reinterpret_cast<uint64_t>(gmem_address) & 0b1111) == 0",
                      message("The tensor begins at byte {}; TMA takes addresses that are multiples of 16 bytes, such as {}.", begin,
                              begin / TmaLimits::alignment * TmaLimits::alignment));
  for (int i = 0; i < TensorMap::max_rank; ++i) {
    if (map.global_dim[at(i)] < 1)
      throw tma_problem(Message::verbatim(fmt::format("gmem_prob_shape[{}] >= (uint64_t(1))", i)),
                        message("Dimension {} of the tensor map has {} elements; it needs at least 1.", i, map.global_dim[at(i)]));
    if (map.global_dim[at(i)] > TmaLimits::dim)
      throw tma_problem(
          Message::verbatim(fmt::format("gmem_prob_shape[{}] <= (uint64_t(1) << 32)", i)),
          message("Dimension {} of the tensor map has {} elements; at most 2^32 = 4294967296 are possible.", i, map.global_dim[at(i)]));
  }
  // Strides are whole bytes, rounded down: for adjacent 4-bit elements both sides are 0.
  if (map.global_stride[0] != map.element_bits / 8)
    throw tma_problem("gmem_prob_stride[0] == 1 && \"Majorness of smem doesn't match majorness of gmem\"",
                      message("What is adjacent in shared memory lies {} elements apart in the tensor {}; TMA copies rows whose elements "
                              "are adjacent in both.",
                              map.global_stride[0] * 8 / map.element_bits, to_string(tma.tensor.layout, Marks::plain)));
  for (int i = 1; i < TensorMap::max_rank; ++i) {
    const auto step = map.global_stride[at(i)];
    if (step >= TmaLimits::stride || step < 0)
      throw tma_problem(Message::verbatim(fmt::format("(gmem_prob_stride[{}]) < (uint64_t(1) << 40)", i)),
                        message("The stride of dimension {} is {} bytes; TMA's are less than 2^40 = 1099511627776.", i, step));
    if (step % TmaLimits::alignment != 0)
      throw tma_problem(Message::verbatim(fmt::format("(gmem_prob_stride[{}] & 0b1111) == 0", i)),
                        message("The stride of dimension {} is {} bytes; TMA needs a multiple of 16, such as {}.", i, step,
                                (step / TmaLimits::alignment + 1) * TmaLimits::alignment),
                        padded(tma.tensor));
  }
}

void require_box(const Tma& tma) {
  for (int i = 0; i < tma.map.rank; ++i)
    if (const auto box = tma.map.box_dim[at(i)]; box > TmaLimits::box)
      throw tma_problem(
          Message::verbatim(fmt::format("smem_box_shape[{}] <= (uint32_t(1) << 8)", i)),
          message("The box has {} elements along dimension {}; at most 256 are possible. A tile of 256 along that mode, copied {} times, "
                  "would work.",
                  box, i, (box + TmaLimits::box - 1) / TmaLimits::box));
}

std::vector<Message> refused_by_driver(const TensorMap& map) {
  std::vector<Message> all;
  const auto inner = map.box_dim[0] * map.element_bits / 8, span = span_of(map.swizzle);
  if (inner % TmaLimits::inner_box != 0)
    all.push_back(message("The driver takes inner boxes that are multiples of 16 bytes; this is {} elements or {} bytes wide.",
                          map.box_dim[0], inner));
  if (span != 0 && inner > span)
    all.push_back(message("The driver takes inner boxes of at most the {} bytes that the swizzle {} permutes; this is {} bytes wide.", span,
                          to_string(map.swizzle), inner));
  return all;
}

std::vector<Message> tma_warnings(const Tma& tma) {
  const auto& map = tma.map;
  auto all = refused_by_driver(map);
  const auto inner = map.box_dim[0] * map.element_bits / 8, span = span_of(map.swizzle);
  if (span != 0 && inner < span && rows_of(map) > 1)
    all.push_back(
        message("The inner box has {} bytes, and the swizzle {} permutes {}: TMA begins each row of the box at a multiple of {} bytes in "
                "shared memory, not side by side as the layout has them. Use rows of {} bytes or a narrower swizzle.",
                inner, to_string(map.swizzle), span, span, span));
  if (map.rank == TensorMap::max_rank && tma.basis.stride().mode(TensorMap::max_rank - 1).leaves() > 1) {
    const auto last = mode(tma.basis, TensorMap::max_rank - 1);
    int wide = 0;
    last.shape().for_each_integer([&](Int n) { wide += n.value > 1 ? 1 : 0; });
    if (wide > 1)
      all.push_back(
          message("The modes from the fifth on share one dimension of the tensor map: the tile's {} of them become a box of {} adjacent "
                  "elements there, which are other elements of the tensor.",
                  to_string(last.shape(), Marks::plain), map.box_dim[TensorMap::max_rank - 1]));
  }
  return all;
}

}  // namespace algebra
