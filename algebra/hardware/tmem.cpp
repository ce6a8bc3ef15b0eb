#include "algebra/hardware/tmem.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/literals.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/layout/layout_text.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Datapaths of a layout count from 0; the next column is 128 datapaths further.
constexpr std::int64_t column = Tmem::datapaths, most_columns = 16384;

Problem refusal(const Message& words, const Message& sentence) { return {"tmem", message("{} {}", words, sentence), {}}; }

/// Returns (datapath, column) -> address.
Layout addresses(std::int64_t datapath, std::int64_t step, std::int64_t columns = most_columns) {
  return {literals::tuple({column, columns}), literals::tuple({datapath, step})};
}

/// Places M rows on M datapaths; for fewer than 128 rows, splits N over the remaining datapaths.
Layout on_datapaths(std::int64_t m, std::int64_t n) {
  const auto parts = Tmem::datapaths / m;
  if (parts == 1) return {literals::tuple({m, n}), literals::tuple({IntTuple(1), column})};
  return {literals::tuple({m, literals::tuple({n / parts, parts})}), literals::tuple({IntTuple(1), literals::tuple({column, m})})};
}

void require_one_of(std::int64_t m, std::initializer_list<std::int64_t> known, const Message& words) {
  for (const auto k : known)
    if (k == m) return;
  throw refusal(words, message("It is {}.", m));
}

struct Placed {
  Layout atom;
  std::int64_t step = 1;  ///< distance between atoms, in atoms
};

Placed matrix_atom(const TmemFragment& f, std::int64_t m, std::int64_t n) {
  using Mode = TmemAllocMode;
  if (f.sms == 1) {
    if (f.mode != Mode::interleaved && f.mode != Mode::non_interleaved)
      throw refusal("UMMA_1SM only accepts Interleaved or NonInterleaved.", "The others are for pairs of SMs and for scale factors.");
    require_one_of(m, {64, 128}, "UMMA_1SM M-mode size should be 64 or 128.");
    if (m == 128) return {on_datapaths(m, n)};
    // Uses every second group of 16 datapaths: another atom may take the groups in between, or none.
    return {{literals::tuple({literals::tuple({16, 4}), n}), literals::tuple({literals::tuple({IntTuple(1), 32}), column})},
            f.mode == Mode::interleaved ? 1 : 2};
  }
  if (f.sms != 2) throw refusal("UMMA expects N_SM == 1 or N_SM == 2.", message("It is {}.", f.sms));
  if (f.mode != Mode::interleaved && f.mode != Mode::duplicated)
    throw refusal("UMMA_2SM only accepts Interleaved or Duplicated.", "NonInterleaved is for one SM.");
  require_one_of(m, {32, 64, 128}, "UMMA_2SM M-mode size should be 32 or 64 or 128.");
  if (f.mode == Mode::duplicated && m == 32)
    throw refusal("Only TmemAllocMode::Interleaved is supported for UMMA_2SM M_MMA=32.", "Duplicated is for M of 64.");
  // Duplicated: each half of the datapaths has all columns.
  return {on_datapaths(f.mode == Mode::duplicated ? 128 : m, n)};
}

Placed stationary_atom(std::int64_t m, std::int64_t n) {
  require_one_of(m, {32, 64, 128}, "Weight stationary UMMA_1SM M-mode size should be 32 or 64 or 128.");
  require_one_of(n, {64, 128, 256}, "Dense weight stationary UMMA_1SM N-mode size should be 64 or 128 or 256.");
  return {on_datapaths(m, n)};
}

/// Places metadata of 8 or 4 bits as a matrix, and of wider elements with rows and columns exchanged, 8 by 8.
Placed metadata_atom(const TmemFragment& f, std::int64_t m, std::int64_t n) {
  const bool ws = f.of == TmemFragment::Of::metadata_of_ws;
  if (ws) require_one_of(m, {32, 64, 128}, "Weight stationary UMMA_1SM M-mode size should be 32 or 64 or 128.");
  else require_one_of(m, {128}, "Only 128 implemented right now.");
  const auto wanted = f.type.bits == 32 ? 16 : f.type.bits == 16 ? 32 : f.type.bits == 8 ? 64 : 128;
  if (f.type.bits > 32 || (ws && f.type.bits < 8)) throw refusal("Invalid ValueType.", message("It has {} bits.", f.type.bits));
  require_one_of(n, {wanted}, Message::verbatim(fmt::format("N_MMA == {}.", wanted)));
  if (f.type.bits <= 8) {
    const auto parts = Tmem::datapaths / m;
    if (parts == 1) return {on_datapaths(m, n)};
    return {{literals::tuple({m, literals::tuple({n, parts})}), literals::tuple({IntTuple(1), literals::tuple({column, m})})}};
  }
  const auto half = n / 2;
  const auto rows = literals::tuple({8, 2, m / 16}), columns = literals::tuple({half, 2});
  const auto row_steps = literals::tuple({IntTuple(1), column * half, 16}), column_steps = literals::tuple({column, 8});
  if (m == 128) return {{literals::tuple({rows, columns}), literals::tuple({row_steps, column_steps})}};
  return {{literals::tuple({rows, columns, Tmem::datapaths / m}), literals::tuple({row_steps, column_steps, m})}};
}

/// Places ((M,copies),(VS,NSF)): 32 rows per column, repeated in each of the four quarters of the datapaths.
Placed scale_atom(const TmemFragment& f, const IntTuple& first) {
  if (first.mode(1).rank() != 2 || !first.mode(1).is_tuple())
    throw refusal("Expected an MMA-SF partitioned tensor.", "Its first mode is (M,(VecSize,NSF)).");
  const auto m = product(first.mode(0)).value, vs = product(first.mode(1).mode(0)).value, nsf = product(first.mode(1).mode(1)).value;
  const auto k_shape = literals::tuple({vs, nsf}), k_stride = literals::tuple({IntTuple(0), column});
  if (f.is_sfa || f.mode == TmemAllocMode::scale_factor_duplicated_4by1)
    return {{literals::tuple({literals::tuple({literals::tuple({32, m / 32}), 4}), k_shape}),
             literals::tuple({literals::tuple({literals::tuple({IntTuple(1), 4 * column}), 32}), k_stride})}};
  if (f.mode != TmemAllocMode::scale_factor_duplicated_2by2 || f.sms != 2)
    throw refusal("Should be 2x2 Datapath.", "Scale factors of B are duplicated 4by1, or 2by2 for pairs of SMs.");
  return {{literals::tuple({literals::tuple({literals::tuple({32, m / 64}), 2, 2}), k_shape}),
           literals::tuple({literals::tuple({literals::tuple({IntTuple(1), 4 * column}), 64, 32}), k_stride})}};
}

Placed atom_of(const TmemFragment& f, const IntTuple& first) {
  const auto m = product(first.mode(0)).value, n = product(first.mode(1)).value;
  switch (f.of) {
    case TmemFragment::Of::matrix: return matrix_atom(f, m, n);
    case TmemFragment::Of::stationary: return stationary_atom(m, n);
    case TmemFragment::Of::metadata:
    case TmemFragment::Of::metadata_of_ws: return metadata_atom(f, m, n);
    case TmemFragment::Of::scale_factors: break;
  }
  return scale_atom(f, first);
}

Layout addresses_of(const TmemFragment& f) {
  switch (f.of) {
    case TmemFragment::Of::matrix:
    case TmemFragment::Of::stationary: return addresses(Tmem::datapath(f.type.bits), f.storage_bits / f.type.bits);
    case TmemFragment::Of::scale_factors: return addresses(Tmem::datapath(f.type.bits), 1);
    default: break;
  }
  // Metadata addresses count bits; for 32-bit elements pairs of bits, for 4-bit elements half bits.
  const auto bits = std::int64_t{1} << 21;
  if (f.type.bits == 32) return upcast(addresses(bits, 1), 2);
  return f.type.bits == 4 ? addresses(2 * bits, 1, 2 * most_columns) : addresses(bits, 1);
}

/// Returns the unit of the addresses: for metadata, CuTe's sparse_elem, a number of bits. There is no type for the half bits of 4-bit
/// elements.
ElementType stored_type(const TmemFragment& f) {
  const bool metadata = f.of == TmemFragment::Of::metadata || f.of == TmemFragment::Of::metadata_of_ws;
  return metadata && f.type.bits > 4 ? ElementType{"", f.type.bits == 32 ? 2 : 1} : f.type;
}

}  // namespace

Tensor make_tmem_fragment(const TmemFragment& f, const IntTuple& shape) {
  if (!shape.is_tuple() || shape.rank() < 2 || !shape.mode(0).is_tuple() || shape.mode(0).rank() != 2)
    throw refusal("Expected post-partitioned shape ((M_MMA,N_MMA),...).",
                  message("{} is not such a shape; partition_shape_C returns one.", to_string(shape, Marks::plain)));
  if (!shape.all_static())
    throw Problem{
        "static",
        message("The shape of a fragment in tensor memory is static: write {}.", to_string(make_layout(shape), Marks::underscores)),
        {}};
  if (f.type.bits > f.storage_bits)
    throw refusal("TMEM MMA allocations require StorageType big enough for ValueType.",
                  message("{} bits do not hold {}.", f.storage_bits, f.type.bits));
  const bool matrix = f.of == TmemFragment::Of::matrix || f.of == TmemFragment::Of::stationary;
  if (const auto bits = product(shape).value * f.storage_bits; matrix && bits > Tmem::capacity_bits)
    throw refusal("Requesting more TMEM than is available.",
                  message("{} elements of {} bits take {} columns of 512.", product(shape).value, f.storage_bits,
                          (bits + Tmem::datapaths * Tmem::column_bits - 1) / (Tmem::datapaths * Tmem::column_bits)));
  const auto [atom, step] = atom_of(f, shape.mode(0));
  IntTuple tiles;
  for (int i = 1; i < shape.rank(); ++i) tiles.append(shape.mode(i));
  const Layout order(tiles, compact_major(tiles, Major::left, IntTuple(step)));
  return {.offset = 0,
          .layout = composition(addresses_of(f), tiled_product(atom, tiler_of(order))),
          .type = stored_type(f),
          .memory = MemorySpace::tensor};
}

namespace {

/// Returns bit of a value -> bit of tensor memory, CuTe's ValID: the datapaths that a warp reaches, and the bits of each, adjacent ones or,
/// for 16-bit elements, every second half of a column.
Layout value_bits(const CopyTraits& traits) {
  for (const auto& [what, text] : traits.more)
    if (what == "ValID")
      if (auto layout = read_layout(text)) return *std::move(layout);
  throw Problem{
      "atom",
      message("{} copies nothing between tensor memory and registers or shared memory; SM100_TMEM_LOAD_32dp32b1x does.", traits.name),
      {"SM100_TMEM_LOAD_32dp32b1x"}};
}

TiledCopy copy_of(const CopyAtom& instruction, const Layout& threads, const Tensor& t) {
  const auto values = coalesce(upcast(value_bits(*instruction.traits), t.type->bits));
  const auto layout_tv = make_layout(threads, values);
  try {
    return make_cotiled_copy(make_copy_atom(instruction, *t.type), layout_tv, t.layout);
  } catch (Problem& p) {
    // The tensor's modes are not multiples of the instruction's.
    if (p.condition.starts_with("shape")) p.message = message("Shape Divisibility Condition. {}", p.message);
    if (p.condition.starts_with("stride")) p.message = message("Stride Divisibility Condition. {}", p.message);
    if (p.condition != "codomain") throw;
    p.message = message(
        "The memory pointed to by AtomTVLayout does not exist in the DataLayout. {} copies {} of tensor memory, and the "
        "tensor has {}.",
        instruction.traits->name, to_string(values, Marks::plain), to_string(t.layout, Marks::plain));
    throw;
  }
}

}  // namespace

TiledCopy make_tmem_copy(const CopyAtom& instruction, const Tensor& t) {
  // Each warp has its quarter of the datapaths.
  const Layout threads(IntTuple::tuple({IntTuple(32), IntTuple(4)}),
                       IntTuple::tuple({IntTuple(0), IntTuple(32 * Tmem::datapath(t.type->bits))}));
  return copy_of(instruction, threads, t);
}

TiledCopy make_utccp_copy(const CopyAtom& instruction, const Tensor& t) {
  return copy_of(instruction, Layout(IntTuple(size_of(instruction.traits->thr_id)), IntTuple(0)), t);
}

Tensor make_utccp_descriptors(const CopyAtom& instruction, const Tensor& t) {
  const auto bits_read = value_bits(*instruction.traits);
  if (!t.type || rank(t.layout) < 1 || rank(mode(t.layout, 0)) != 2 || size(mode(mode(t.layout, 0), 1)) != 1)
    throw Problem{"argument",
                  message("Mismatched vec_mode tensor. It must be a part of a tensor in shared memory, as partition_S of a copy to tensor "
                          "memory returns it, not {}.",
                          to_string(t.layout, Marks::plain)),
                  {}};
  const auto elements = upcast(bits_read, t.type->bits).shape();
  auto tile = t;
  tile.layout = composition(flatten(mode(mode(t.layout, 0), 0)), make_layout(IntTuple::tuple({elements.mode(0), elements.mode(1)})));
  const auto first = make_matrix_descriptor(MatrixDescriptor::Of::umma, Major::k, tile);
  return {.layout = recast_layout(t.layout, t.type->bits, chunk_bits),
          .memory = MemorySpace::shared,
          .descriptors = DescriptorIterator{std::make_shared<const MatrixDescriptor>(first)}};
}

TvTiler make_tmem_warp_partitioner(const Tensor& t) {
  const Layout warps(IntTuple(4), IntTuple(32 * Tmem::datapath(t.type->bits))), off_the_end(IntTuple(1), IntTuple(0));
  return make_tv_tiler(product_each(t.layout.shape()), composition(make_layout(left_inverse(t.layout), off_the_end), warps));
}

Message described(const TmemPlace& p, int element_bits) {
  if (element_bits < Tmem::column_bits) return message("lane {}, column {}, bit {}", p.lane, p.column, p.bit);
  return message("lane {}, column {}", p.lane, p.column);
}

namespace {

/// Returns the unit of the tensor's addresses in bits; 0 if it is not in tensor memory.
int bits_in_tmem(const Tensor& t) {
  const bool plain = t.memory == MemorySpace::tensor && t.type && !t.outer && !t.coordinate && !t.descriptors;
  return plain && t.type->bits >= 1 && Tmem::column_bits % t.type->bits == 0 ? t.type->bits : 0;
}

std::optional<TmemPlace> place_of(std::int64_t address, int bits) {
  const auto lane = Tmem::datapath(bits), per_column = Tmem::column_bits / bits;
  if (address < 0 || address / lane >= Tmem::datapaths || address % lane / per_column >= Tmem::columns) return std::nullopt;
  return TmemPlace{address / lane, address % lane / per_column, address % per_column * bits};
}

}  // namespace

std::optional<TmemPlace> tmem_place(const Tensor& t, std::int64_t coordinate) {
  const int bits = bits_in_tmem(t);
  return bits == 0 ? std::nullopt : place_of(t.offset + t.layout(coordinate), bits);
}

std::optional<TmemUse> tmem_use(const Tensor& t) {
  const int bits = bits_in_tmem(t);
  if (bits == 0) return std::nullopt;
  std::array<bool, Tmem::datapaths> lanes{};
  TmemUse use;
  const auto count = size(t.layout);
  if (count < 0 || count > Tmem::capacity_bits / bits) return std::nullopt;
  std::vector<std::int64_t> addresses(static_cast<std::size_t>(count));
  indices(t.layout, 0, addresses);
  for (const auto address : addresses) {
    const auto at = place_of(t.offset + address, bits);
    if (!at) return std::nullopt;
    lanes[static_cast<std::size_t>(at->lane)] = true;
    use.columns = std::max(use.columns, at->column + 1);
  }
  use.lanes = std::ranges::count(lanes, true);
  use.allocated = std::max<std::int64_t>(32, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(use.columns))));
  return use;
}

}  // namespace algebra
