#include "algebra/hardware/matrix_descriptor.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/layout/contract_checks.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

using Of = MatrixDescriptor::Of;
using Direction = Major;
using Field = DescriptorBits::Field;

constexpr std::uint64_t offset_mask = (1u << 14) - 1;

constexpr std::array<DescriptorLayout, 4> gmma_layouts{
    {{"INTERLEAVE", 0, {0, 4, 3}, 1}, {"B32", 3, {1, 4, 3}, 2}, {"B64", 2, {2, 4, 3}, 4}, {"B128", 1, {3, 4, 3}, 8}}};
constexpr std::array<DescriptorLayout, 5> umma_layouts{{{"SWIZZLE_NONE", 0, {0, 4, 3}, 1},
                                                        {"SWIZZLE_32B", 6, {1, 4, 3}, 2},
                                                        {"SWIZZLE_64B", 4, {2, 4, 3}, 4},
                                                        {"SWIZZLE_128B", 2, {3, 4, 3}, 8},
                                                        {"SWIZZLE_128B_BASE32B", 1, {2, 5, 2}, 8, 4}}};

std::string_view name_of(Of of) { return of == Of::gmma ? "GMMA" : "UMMA"; }
std::string_view name_of(Direction major) { return major == Direction::k ? "K" : "MN"; }

[[noreturn]] void refuse(const Message& cute, const Message& ours) { throw Problem{"not canonical", message("{} {}", cute, ours), {}}; }

/// The tile that a descriptor is made for, and the current step, for error messages.
struct Making {
  Of of;
  Direction major;
  const Layout& tile;
  int bits;
  DescriptorLayout layout{};

  [[noreturn]] void refuse_canonical(const Message& cute, const Message& ours) const {
    refuse(message("Not a canonical {}_{} Layout: {}", name_of(of), name_of(major), cute), ours);
  }
};

[[noreturn]] void refuse_dynamic(const Layout& l) {
  throw Problem{"dynamic",
                message("The compiler makes the descriptor of {}, and one of the strides and sizes that it needs is dynamic: write them "
                        "as _8.",
                        to_string(l, Marks::underscores)),
                {}};
}

void require_tile(Of of, const Tensor& t) {
  const bool elsewhere = t.memory != MemorySpace::shared && t.memory != MemorySpace::unknown;
  if (elsewhere || t.coordinate || t.descriptors)
    refuse(message("{} Descriptors can only be constructed on smem.", name_of(of)),
           "This tensor is not in shared memory: make_tensor(make_smem_ptr<half_t>(ptr), layout) is.");
  if (const int r = rank(t.layout); r != 2)
    refuse(message("{} Descriptors can only be constructed on rank-2 tensors.", name_of(of)),
           message("A tile has the modes (M,K) or (N,K), and this one has rank {}.", r));
  if (!t.type) throw Problem{"argument", "The tile has no element type: write one, such as half_t, before the layout.", {}};
}

/// Returns CuTe's layout_type.
DescriptorLayout layout_type(Of of, const Tensor& t) {
  if (!t.has_plain_layout())
    throw Problem{"not canonical",
                  "The swizzle of a descriptor is that of the pointer, on bytes, and this one is a part of the layout: "
                  "Sw<3,4,3> o smem_ptr[16b](unset) o (64,16):(64,1) waits for its pointer.",
                  {}};
  const auto s = t.pointer_swizzle().value_or(Swizzle{0, 4, 3});
  for (const auto& l : layouts_of(of))
    if (l.swizzle == s) return l;
  const auto ours = [&](std::string_view those) { return message("The swizzle is {}; supported: {}.", plain(s), those); };
  constexpr std::string_view of_16_bytes = "Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3> and Sw<3,4,3>";
  if (of == Of::gmma) refuse("Unsupported layout swizzle.", ours(of_16_bytes));
  if (s.base == 4 && s.shift != 3) refuse("Expected S = 3 when M == 4. Unsupported layout swizzle.", ours(of_16_bytes));
  if (s.base == 4) refuse("Expected B = 0,1,2, or 3 when M == 4. Unsupported layout swizzle.", ours(of_16_bytes));
  if (s.base == 5 && s.bits != 2) refuse("Expected B = 2 when M == 5. Unsupported layout swizzle.", ours("Sw<2,5,2>"));
  if (s.base == 5) refuse("Expected S = 2 when M == 5. Unsupported layout swizzle.", ours("Sw<2,5,2>"));
  refuse("Only 16B and 32B Atoms are supported for UMMA. Unsupported layout swizzle.",
         ours("Sw<0,4,3>, Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3> and Sw<2,5,2>"));
}

Layout in_chunks(const Layout& l, int bits) {
  try {
    return recast_layout(l, bits, chunk_bits);
  } catch (Problem& p) {
    if (p.condition != "divisibility") throw;
    refuse("Divisibility condition.",
           message("The elements of {} cannot be taken together in chunks of 16 bytes: {}", to_string(l, Marks::plain), p.message));
  }
}

/// Makes CuTe's checks of the sizes, which precede the division.
void require_sizes(const Making& m, const Layout& chunks) {
  const auto rows = size_of(mode(chunks, 0)), along_k = size_of(mode(chunks, 1));
  if (m.major == Direction::k && m.layout.rows != core_matrix_rows)
    refuse("SWIZZLE_128B_BASE32B is invalid for Major-K.", "Sw<2,5,2> is for MN-major tiles.");
  const auto known = [&](Int n) {
    if (!n.is_static) refuse_dynamic(m.tile);
    return n.value;
  };
  if (m.of == Of::gmma && m.major == Direction::mn) {
    const auto k = known(along_k);
    if (k * m.bits != 256 && k * m.bits != 128 && k * m.bits != 512)
      m.refuse_canonical("Expected K-size 256/sizeof_bits<T> for dense or (128|512)/sizeof_bits<T> for sparse.",
                         message("An instruction takes {} along K, or {} or {} of a sparse matrix; the tile has {}, once "
                                 "neighbours in memory are taken together in chunks of 16 bytes.",
                                 256 / m.bits, 128 / m.bits, 512 / m.bits, k));
  }
  if (m.major == Direction::mn) return;
  if (known(rows) % core_matrix_rows != 0)
    m.refuse_canonical("Expected MN-size multiple of 8.", message("A core matrix has 8 rows, and mode 0 of the tile has {}.", rows.value));
  if (m.of == Of::gmma)
    if (const auto k = known(along_k); k != 2 && k != 4)
      m.refuse_canonical("Expected K-size 2 for dense or 4 for sparse (in units of uint128_t).",
                         message("Mode 1 of the tile has {}, once neighbours in memory are taken together in chunks of 16 bytes.", k));
}

/// Returns the tile in the canonical form's shape, ((atom, rest), (atom, rest)) in chunks. Throws if one of the four is not an integer.
Layout divided(const Making& m, const Layout& chunks) {
  const bool k_major = m.major == Direction::k;
  const auto first = k_major ? core_matrix_rows : m.layout.chunks, second = k_major ? 2 : m.layout.rows;
  const Layout by_first(IntTuple(first), IntTuple(1)), by_second(IntTuple(second), IntTuple(1));
  const auto canonical = [&] {
    try {
      return logical_divide(chunks, Tiler{std::vector<Tiler>{Tiler{by_first}, Tiler{by_second}}});
    } catch (Problem& p) {
      if (p.condition != "shape divisibility" && p.condition != "stride divisibility") throw;
      refuse(p.condition.starts_with("shape") ? Message("Shape Divisibility Condition.") : Message("Stride Divisibility Condition."),
             message("In chunks of 16 bytes the tile is {}, which {} and {} do not divide: {}", to_string(chunks, Marks::plain), first,
                     second, p.message));
    }
  }();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (const auto part = canonical.shape().mode(i).mode(j); canonical.shape().mode(i).rank() != 2 || part.is_tuple())
        m.refuse_canonical(
            "Expected profile failure.",
            message("In chunks of 16 bytes, divided by {} and {}, the tile is {}; its mode ({},{}) is {}, which has more than one stride.",
                    first, second, to_string(canonical, Marks::plain), i, j,
                    to_string(Layout(part, canonical.stride().mode(i).mode(j)), Marks::plain)));
  return canonical;
}

void require_stride(const Making& m, std::string_view mode, std::string_view step, std::int64_t given, std::int64_t wanted) {
  if (given == wanted) return;
  m.refuse_canonical("Expected stride failure.", message("Mode {}: from {} to the next there are {} bytes, and {} has {}.", mode, step,
                                                         given * 16, m.layout.name, wanted * 16));
}

struct Strides {
  std::int64_t lbo = 0, sbo = 0;
};

/// Returns the strides for the descriptor, after checking that the remaining strides are those the hardware assumes. A stride that is
/// neither may be dynamic: for a K-major tile, the step beyond two chunks along K.
Strides strides_of(const Making& m, const Layout& canonical) {
  const auto stride = [&](int i, int j) {
    const auto step = canonical.stride().mode(i).mode(j).integer();
    if (!step.is_static) refuse_dynamic(m.tile);
    return step.value;
  };
  const bool swizzled = m.layout.swizzle.bits != 0;
  if (m.major == Direction::k) {
    require_stride(m, "(0,0)", "a row", stride(0, 0), m.layout.chunks);
    if (swizzled) require_stride(m, "(1,0)", "a chunk along K", stride(1, 0), 1);
    return {stride(1, 0), stride(0, 1)};
  }
  if (swizzled) require_stride(m, "(0,0)", "a chunk along MN", stride(0, 0), 1);
  require_stride(m, "(1,0)", "a row along K", stride(1, 0), m.layout.chunks);
  return swizzled ? Strides{stride(0, 1), stride(1, 1)} : Strides{stride(1, 1), stride(0, 1)};
}

std::uint64_t offset_field(std::int64_t chunks, int first) { return (static_cast<std::uint64_t>(chunks) & offset_mask) << first; }

std::uint64_t bits_of(Of of, const DescriptorLayout& layout, std::int64_t start, Strides strides) {
  auto bits = offset_field(start, 0) | offset_field(strides.lbo, 16) | offset_field(strides.sbo, 32);
  if (of == Of::umma) bits |= std::uint64_t{1} << 46;  // Blackwell's version field
  return bits | static_cast<std::uint64_t>(layout.code) << (of == Of::gmma ? 62 : 61);
}

std::int64_t& offset_in(Tensor& t) { return t.swizzled_pointer ? t.outer->offset.value.value : t.offset; }

/// Returns the address of a tensor's first byte in chunks; a pointer within a chunk is rounded down, as in CuTe.
std::int64_t start_of(const Tensor& t) {
  auto copy = t;
  return (Int{offset_in(copy), true} * Int{t.type->bits, true}).value >> 7;
}

void record(Steps* steps, const Making& m, const Layout& chunks, const Layout& canonical, Strides strides) {
  if (steps == nullptr) return;
  steps->show(chunks, "In chunks of 16 bytes the tile is {}.", chunks);
  steps->say("The pointer's swizzle {} makes the layout type {}, code {}.", plain(m.layout.swizzle), std::string(m.layout.name),
             m.layout.code);
  steps->show(canonical, "Divide it by the atom, as ((atom, rest), (atom, rest)): {}.", canonical);
  steps->say("The leading byte offset is {} chunks of 16 bytes, the stride byte offset {}.", strides.lbo, strides.sbo);
}

}  // namespace

std::span<const DescriptorLayout> layouts_of(Of of) {
  return of == Of::gmma ? std::span<const DescriptorLayout>(gmma_layouts) : std::span<const DescriptorLayout>(umma_layouts);
}

std::vector<DescriptorBits> bit_fields(const MatrixDescriptor& d) {
  const bool umma = d.of == Of::umma;
  std::vector<DescriptorBits> all{{Field::start, "start address", 0, MatrixDescriptor::start_bits},
                                  {Field::lbo, "leading byte offset", 16, 14},
                                  {Field::sbo, "stride byte offset", 32, 14}};
  if (umma) all.push_back({Field::version, "version", 46, 2});
  all.push_back({Field::base_offset, "base offset", 49, 3});
  if (umma) all.push_back({Field::lbo_mode, "LBO mode", 52, 1});
  all.push_back({Field::layout, "layout type", umma ? 61 : 62, umma ? 3 : 2});
  for (auto& f : all) f.value = d.bits >> f.first & ((std::uint64_t{1} << f.count) - 1);
  return all;
}

DescriptorFields fields(const MatrixDescriptor& d) {
  DescriptorFields f;
  for (const auto& b : bit_fields(d)) {
    const int value = static_cast<int>(b.value);
    switch (b.field) {
      case Field::start: f.start = value; break;
      case Field::lbo: f.lbo = value; break;
      case Field::sbo: f.sbo = value; break;
      case Field::version: f.version = value; break;
      case Field::base_offset: f.base_offset = value; break;
      case Field::lbo_mode: f.lbo_mode = value; break;
      case Field::layout:
        for (const auto& l : layouts_of(d.of))
          if (l.code == value) f.layout = l;
        break;
    }
  }
  return f;
}

std::string to_string(const MatrixDescriptor& d, Marks) {
  const auto f = fields(d);
  const bool umma = d.of == Of::umma;
  return fmt::format("{} {:#018x} ({}={}, start {}, LBO {}, SBO {}, base {}{})", umma ? "SmemDescriptor" : "GmmaDescriptor", d.bits,
                     f.layout.name, f.layout.code, f.start, f.lbo, f.sbo, f.base_offset,
                     umma ? fmt::format(", version {}, LBO mode {}", f.version, f.lbo_mode) : "");
}

MatrixDescriptor make_matrix_descriptor(Of of, Direction major, const Tensor& tile, Steps* steps) {
  require_tile(of, tile);
  Making m{of, major, tile.layout, tile.type->bits};
  const auto chunks = in_chunks(tile.layout, m.bits);
  m.layout = layout_type(of, tile);
  require_sizes(m, chunks);
  const auto canonical = divided(m, chunks);
  const auto strides = strides_of(m, canonical);
  record(steps, m, chunks, canonical, strides);
  return {of, major, bits_of(of, m.layout, start_of(tile), strides), tile};
}

MatrixDescriptor advanced(const MatrixDescriptor& d, std::int64_t chunks) {
  auto result = d;
  // CuTe adds to the lower 32 bits; the carry is lost.
  const auto low = static_cast<std::uint32_t>(d.bits) + static_cast<std::uint32_t>(chunks);
  result.bits = (d.bits & ~std::uint64_t{0xffffffff}) | low;
  auto& offset = offset_in(result.tile);
  offset = (Int{offset, true} + Int{chunks, true} * Int{chunk_bits / d.tile.type->bits, true}).value;
  return result;
}

Tensor make_descriptors(Of of, Direction major, const Tensor& partition) {
  auto tile = partition;
  tile.layout = mode(partition.layout, 0);
  const auto first = make_matrix_descriptor(of, major, tile);
  return {.layout = replace(in_chunks(partition.layout, partition.type->bits), 0, Layout()),
          .memory = MemorySpace::shared,
          .descriptors = DescriptorIterator{std::make_shared<const MatrixDescriptor>(first)}};
}

std::optional<DescribedOperand> described_operand(const MmaAtom& atom, Matrix matrix) {
  const auto written = plain(atom);
  const auto name = std::string_view(written).substr(0, written.find('<')), arguments = std::string_view(written).substr(name.size());
  // The places of A and B follow from the name: with _SS both are in shared memory, with _RS and _TS only B.
  const auto has = [&](std::string_view part) { return name.ends_with(part) || name.find(fmt::format("{}_", part)) != name.npos; };
  const bool both = has("_SS"), second = has("_RS") || has("_TS");
  if (matrix == Matrix::c || (!both && (!second || matrix == Matrix::a))) return std::nullopt;
  // The majors are those of A and B, in this order; instructions without them take K-major operands.
  constexpr std::string_view word = "Major::";
  auto at = arguments.find(word);
  if (matrix == Matrix::b && at != arguments.npos) at = arguments.find(word, at + word.size());
  const bool mn = at != arguments.npos && arguments.substr(at + word.size()).starts_with("MN");
  return DescribedOperand{name.starts_with("SM9") || name.find("GMMA") != name.npos ? Of::gmma : Of::umma, mn ? Major::mn : Major::k};
}

DescriptorTile tile_of(const MatrixDescriptor& d) {
  const int bits = d.tile.type->bits, values = chunk_bits / bits;
  if (chunk_bits % bits != 0) return {};
  const bool k_major = d.major == Direction::k;
  const auto along = size(mode(d.tile.layout, k_major ? 1 : 0));
  return {size(mode(d.tile.layout, k_major ? 0 : 1)), (along + values - 1) / values, values};
}

std::optional<std::int64_t> place_of(const MatrixDescriptor& d, std::int64_t row, std::int64_t chunk) {
  const auto f = fields(d);
  const std::int64_t width = f.layout.chunks, rows = f.layout.rows, lbo = f.lbo, sbo = f.sbo;
  const bool swizzled = f.layout.swizzle.bits != 0;
  if (d.major == Direction::k) {
    if (swizzled && chunk >= width) return std::nullopt;
    return row % rows * width + row / rows * sbo + chunk * (swizzled ? 1 : lbo);
  }
  if (!swizzled) return row % rows + row / rows * lbo + chunk * sbo;
  return row % rows * width + row / rows * sbo + chunk % width + chunk / width * lbo;
}

Message as_the_descriptor_says() { return "each 16 bytes of a row are where the descriptor says"; }

/// Checks elements that do not fill a 16-byte chunk evenly: the element's first and last bit must be where the descriptor places them.
Verdict check_bits(const MatrixDescriptor& d, const Layout& rows_of, const Layout& along, const Checking& checking) {
  const std::int64_t bits = d.tile.type->bits, rows = size(rows_of), values = size(along);
  const Layout all(IntTuple::tuple({rows, values}), IntTuple::tuple({std::int64_t{1}, rows}));
  return contract::enumerate(as_the_descriptor_says(), all, checking, [&](std::int64_t i, std::int64_t) -> Message {
    const auto row = i % rows, value = i / rows;
    const auto begin = (rows_of(row) + along(value)) * bits;
    const auto said = [&](std::int64_t bit) -> std::optional<std::int64_t> {
      const auto chunk = place_of(d, row, bit / chunk_bits);
      return chunk ? std::optional(*chunk * chunk_bits + bit % chunk_bits) : std::nullopt;
    };
    const auto first = said(value * bits), last = said(value * bits + bits - 1);
    if (!first || !last)
      return message("element {} of row {} is beyond the {} chunks that a row of the swizzle atom has", value, row,
                     fields(d).layout.chunks);
    if (begin != *first)
      return message("element {} of row {} begins at bit {} of the tile, and the descriptor says {}", value, row, begin, *first);
    if (begin + bits - 1 != *last)
      return message("element {} of row {} ends at bit {} of the tile, and the descriptor says {}", value, row, begin + bits - 1, *last);
    return {};
  });
}

Verdict check_descriptor(const MatrixDescriptor& d, const Checking& checking) {
  const auto tile = tile_of(d);
  const bool k_major = d.major == Direction::k;
  const auto& layout = d.tile.layout;
  const auto rows_of = mode(layout, k_major ? 0 : 1), along = mode(layout, k_major ? 1 : 0);
  // A pointer is rounded down to 16 bytes and cut to the field's 14 bits.
  const int bits = d.tile.type->bits, start = fields(d).start;
  auto whole = d.tile;
  if (const auto at = Int{offset_in(whole), true} * Int{bits, true}; at.value != std::int64_t{start} * chunk_bits)
    return contract::broken(
        as_the_descriptor_says(),
        message("the tile begins at byte {} from the pointer, and the start address is byte {}", at.value / 8, start * 16));
  if (tile.values == 0) return check_bits(d, rows_of, along, checking);
  std::unordered_map<std::int64_t, std::int64_t> taken;
  const Layout all(IntTuple::tuple({tile.rows, tile.chunks}), IntTuple::tuple({std::int64_t{1}, tile.rows}));
  return contract::enumerate(as_the_descriptor_says(), all, checking, [&](std::int64_t i, std::int64_t) -> Message {
    const auto row = i % tile.rows, chunk = i / tile.rows;
    const auto begin = rows_of(row) + along(chunk * tile.values);
    const auto bytes = [&](std::int64_t index) { return index * d.tile.type->bits / 8; };
    const auto where = place_of(d, row, chunk);
    if (!where)
      return message("chunk {} of row {} is beyond the {} chunks that a row of the swizzle atom has", chunk, row, fields(d).layout.chunks);
    if (begin != *where * tile.values)
      return message("chunk {} of row {} begins at byte {} of the tile, and the descriptor says {}", chunk, row, bytes(begin), *where * 16);
    for (std::int64_t v = 1; v < tile.values && chunk * tile.values + v < size(along); ++v)
      if (const auto at = rows_of(row) + along(chunk * tile.values + v); at != begin + v)
        return message("chunk {} of row {} is not 16 bytes in a row: element {} of it is at byte {}, not {}", chunk, row, v, bytes(at),
                       bytes(begin + v));
    if (const auto [other, fresh] = taken.try_emplace(*where, i); !fresh)
      return message("chunk {} of row {} and chunk {} of row {} are the same 16 bytes, at byte {}", other->second / tile.rows,
                     other->second % tile.rows, chunk, row, *where * 16);
    return {};
  });
}

}  // namespace algebra
