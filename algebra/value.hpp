#pragma once
// The values that expressions evaluate to.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "algebra/atoms.hpp"
#include "algebra/layout.hpp"

namespace algebra {

/// A tiler: a layout, `_`, or <a, b, ...> with a tiler for each mode. An integer N is the layout N:1.
struct Tiler {
  std::variant<Layout, IntTuple, std::vector<Tiler>> is;  ///< IntTuple: an integer as written, or `_`

  bool by_mode() const { return is.index() == 2; }
  const std::vector<Tiler>& modes() const { return std::get<2>(is); }  ///< requires by_mode()
  friend bool operator==(const Tiler&, const Tiler&) = default;
};

/// CuTe's Swizzle<B,M,S> on element offsets.
struct Swizzle {
  int bits = 0, base = 0, shift = 0;
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
};
std::int64_t apply(const Swizzle&, std::int64_t index);

/// The offset inside a composed layout: an integer, or CuTe's MixedBits, some of whose bits are static.
struct Offset {
  Int value{0, true};
  std::uint32_t dynamic_bits = 0;  ///< 0: an integer; otherwise a mask of the bits of `value` that are dynamic
  /// Not 0: CuTe's smem_ptr[16b](unset), in place of a static 0, with the width of the elements. The layout waits for a pointer
  /// to shared memory, to which its swizzle will belong; CuTe prints that in bytes, and the function here is on elements.
  int pointer_bits = 0;
  /// Behind smem_sparse<2>_ptr[16b](unset): the number of logical elements, which the layout counts, that are stored as one.
  int pointer_sparsity = 1;
  /// Of a pointer's swizzle that moves parts of an element, and that the function on elements does not show whole: it on bytes.
  std::optional<Swizzle> torn{};
  /// The width that a logical element takes of what is stored.
  int logical_bits() const { return pointer_bits / pointer_sparsity; }
  friend bool operator==(const Offset&, const Offset&) = default;
};

/// The outer part of a composed layout, `function o offset o`: adds the offset to an index, then applies the function. With
/// more functions inside, as in `(16,4):(4,1) o 5 o Sw<1,0,3> o 0 o`, those are applied before the offset is added.
struct OuterFunction {
  std::variant<Swizzle, Layout> function;
  Offset offset{};
  std::vector<OuterFunction> inside{};  ///< none, or the one next to the offset
  /// What is a function of its own, in `(S o 1 o A) o 2 o B` S o 1 o A: as many functions more belong to it, and as many
  /// of those to the function that begins it, and so on. None: this function alone.
  std::vector<std::size_t> left{};
  std::int64_t operator()(std::int64_t index) const;
  std::int64_t before(std::int64_t index) const;  ///< what the function is applied to
  /// The swizzle where CuTe's layout_a() is one; else null.
  const Swizzle* swizzle() const { return left.empty() ? std::get_if<Swizzle>(&function) : nullptr; }
  /// The swizzle where it is all there is; else null.
  const Swizzle* only_swizzle() const { return inside.empty() ? swizzle() : nullptr; }
  friend bool operator==(const OuterFunction&, const OuterFunction&) = default;
};

/// CuTe's ComposedLayout: outer function o offset o layout.
struct ComposedLayout {
  OuterFunction outer;
  Layout layout;
  std::int64_t operator()(std::int64_t coordinate) const { return outer(layout(coordinate)); }
  friend bool operator==(const ComposedLayout&, const ComposedLayout&) = default;
};

/// A ComposedLayout with a swizzle in the place of its layout, `64:1 o -24 o Sw<2,2,3>`, as the inverse of a swizzle at an
/// offset is: a function of an index that has no shape.
struct ComposedFunction {
  OuterFunction outer;
  Swizzle swizzle;
  std::int64_t operator()(std::int64_t index) const { return outer(apply(swizzle, index)); }
  friend bool operator==(const ComposedFunction&, const ComposedFunction&) = default;
};

/// An element type: its short name (f16, f32, i8), "" where only the width is known, and the width in bits.
struct ElementType {
  std::string name;
  int bits = 32;
  friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// Where the elements of a tensor are. `tensor` is the tensor memory of Blackwell.
enum class MemorySpace : std::uint8_t { unknown, global, shared, registers, tensor };

struct MatrixDescriptor;

/// What a tensor of matrix descriptors has in place of a pointer, CuTe's DescriptorIterator: the descriptor that it begins with.
struct DescriptorIterator {
  std::shared_ptr<const MatrixDescriptor> at;  ///< never null
  friend bool operator==(const DescriptorIterator&, const DescriptorIterator&);
};

/// A layout at an offset in elements from a pointer: `ptr+4 o (4,4):(8,1)`; at a swizzled pointer `Sw<3,4,3>_ptr+4 o (8,64):(64,1)`.
struct Tensor {
  std::int64_t offset = 0;  ///< 0 at a swizzled pointer
  Layout layout;
  std::optional<OuterFunction> outer{};  ///< set for a tensor with a composed layout, and at a swizzled pointer
  std::optional<IntTuple> coordinate{};  ///< set for a coordinate tensor, ArithTuple(0,4) o ...; replaces the offset
  /// CuTe's swizzle_ptr: the function of `outer` is the pointer's swizzle, on elements, and the offset of `outer` is the
  /// pointer's. Only what is inside `outer` belongs to the layout.
  bool swizzled_pointer = false;
  std::optional<ElementType> type{};  ///< of the elements; none where nobody said
  MemorySpace memory = MemorySpace::unknown;
  /// Set for a tensor whose elements are descriptors: its indices and its offset are steps of 16 bytes of their start address.
  std::optional<DescriptorIterator> descriptors{};
  /// Whether its layout is one, and not a composed layout.
  bool has_plain_layout() const { return !outer || (swizzled_pointer && outer->inside.empty()); }
  /// The pointer's swizzle as CuTe has it, on bytes; none of a pointer without one.
  std::optional<Swizzle> pointer_swizzle() const;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// Several tensors with coordinates in common, CuTe's tensor of a ZipIterator and a ZipLayout; its layout alone; and a tuple
/// of anything, such as the tensors that it is made of.
struct Zip {
  using Part = std::variant<Layout, ComposedLayout, Tensor, IntTuple, Swizzle>;
  enum class Of : std::uint8_t { tensor, layout, tuple };
  Of of = Of::tensor;
  std::vector<Part> parts;  ///< at least one; of a tensor tensors, of a layout layouts and composed ones
  friend bool operator==(const Zip&, const Zip&) = default;
};

/// The result of slice_and_offset and domain_offset.
struct LayoutAndOffset {
  std::variant<Layout, ComposedLayout, Zip> layout;
  IntTuple offset;  ///< of zipped layouts a tuple of theirs
  friend bool operator==(const LayoutAndOffset&, const LayoutAndOffset&) = default;
};

/// LayoutLeft and LayoutRight, which order a shape; GMMA::Major::MN and GMMA::Major::K, of an operand of an MMA.
enum class Major : std::uint8_t { left, right, mn, k };

struct Truth {
  bool holds = false;
  std::string why{};  ///< the first difference, if it does not hold
  friend bool operator==(const Truth&, const Truth&) = default;
};

/// An MMA instruction.
struct MmaAtom {
  const MmaTraits* traits = nullptr;  ///< in the table of atoms; never null
  std::string arguments{};            ///< "GMMA::Major::K,GMMA::Major::MN": the majors of a GMMA instruction
  friend bool operator==(const MmaAtom&, const MmaAtom&) = default;
};

struct Tma;  // algebra/tma.hpp

/// A copy instruction; with a value type, CuTe's Copy_Atom.
struct CopyAtom {
  const CopyTraits* traits = nullptr;  ///< in the table of atoms, or those of `tma`; never null
  std::optional<ElementType> type{};
  std::shared_ptr<const Tma> tma{};  ///< what the instruction copies by, of make_tma_copy and make_tma_atom; null of any other
  friend bool operator==(const CopyAtom&, const CopyAtom&);
};

/// CuTe's TiledCopy; with a thread, its ThrCopy. Made and checked by make_tiled_copy (algebra/tiled.hpp).
struct TiledCopy {
  CopyAtom atom;     ///< with a type
  Layout layout_tv;  ///< (thread, value) -> coordinate in the tile
  Tiler tiler;       ///< the tile, by mode
  std::optional<Int> thread{};
  friend bool operator==(const TiledCopy&, const TiledCopy&) = default;
};

/// CuTe's TV_Tiler, what make_tmem_warp_partitioner returns: the tiles of threads, or of warps, without an instruction; with a thread,
/// its TV_Partitioner.
struct TvTiler {
  Layout layout_tv;  ///< (thread, value) -> coordinate in the tile
  Tiler tiler;       ///< the tile, by mode
  std::optional<Int> thread{};
  friend bool operator==(const TvTiler&, const TvTiler&) = default;
};

/// CuTe's TiledMMA; with a thread, its ThrMMA. Made and checked by make_tiled_mma (algebra/tiled.hpp).
struct TiledMma {
  MmaAtom atom;
  Layout thr_layout_mnk;  ///< (m,n,k) -> index of the atom
  Tiler permutations;     ///< of M, N and K, applied before the atoms tile them; by mode, `_` for none
  std::optional<Int> thread{};
  friend bool operator==(const TiledMma&, const TiledMma&) = default;
};

/// The 64 bits that tell WGMMA (CuTe's GmmaDescriptor) or tcgen05 (UMMA::SmemDescriptor) where its tile of A or B is in shared
/// memory. Made and read by algebra/matrix_descriptor.hpp.
struct MatrixDescriptor {
  enum class Of : std::uint8_t { gmma, umma };
  Of of = Of::gmma;
  Major major{};  ///< MN or K: the direction in which the 16 bytes of a chunk lie
  std::uint64_t bits = 0;
  Tensor tile;  ///< what it was made of, with the element type; moved with the start address of an iterated descriptor
  friend bool operator==(const MatrixDescriptor&, const MatrixDescriptor&) = default;
};

/// Neighbouring bits of a coordinate or of an index that have a name in common: m0, m1, ...
struct BitGroup {
  std::string name;
  int count = 0;
  int first = 0;  ///< the number of the lowest of them, 0 but where others of the name are left out
  int mode = 0;   ///< of the layout; groups of one mode stand beside each other, as lane and warp of the threads
  friend bool operator==(const BitGroup&, const BitGroup&) = default;
};

/// A layout as a function of bits, linear over F2 but for an offset: coordinate bit c alone changes the index by XOR with
/// images[c], and those of several bits are XORed. Made and read by algebra/bit_matrix.hpp.
struct BitMatrix {
  std::vector<BitGroup> columns, rows;  ///< bits of the 1-D coordinate and of the index, lowest first
  std::vector<std::uint64_t> images;    ///< the columns: bit r is the entry of row r
  std::uint64_t offset = 0;             ///< the index at coordinate 0
  int element_bits = 0;                 ///< the width of what is in memory or moved; 0: nobody said
  friend bool operator==(const BitMatrix&, const BitMatrix&) = default;
};

using Value = std::variant<IntTuple, Layout, Tiler, Tensor, Swizzle, ComposedLayout, ComposedFunction, Zip, LayoutAndOffset, Truth,
                           ElementType, Major, MmaAtom, CopyAtom, TiledCopy, TvTiler, TiledMma, MatrixDescriptor, BitMatrix>;

/// Formats a value as CuTe's print does (`ptr+4 o L` for a tensor, `Sw<3,4,3>_ptr+4 o L` at a swizzled pointer, `Sw<3,4,3> o 0 o L`
/// for a composed layout). The element type and the memory of a tensor are left out, as its address is: element_type, memory_of. Atoms,
/// tiled copies and tiled MMAs, for which CuTe prints a paragraph, become their type with its parts, which can be read
/// back: `TiledMMA<SM80_16x8x16_F32F16F16F32_TN,(_2,_2,_1):(_1,_2,_0),<_,_,_>>`. So do zipped tensors and layouts, which it
/// does not print: `make_zip_tensor(ptr+0 o A,ptr+4 o B)`.
std::string to_string(const Value&, Marks);
/// Formats a value for messages: static integers without the underscore.
inline std::string plain(const Value& v) { return to_string(v, Marks::plain); }

/// The layout of a value: itself, a tensor's, a LayoutAndOffset's, a composed layout's inner one, or the first of zipped
/// ones whose modes have the same sizes. Indices that are coordinates become 1-D coordinates, as in their picture. nullopt
/// for any other value, and for a layout with a negative size, which holds no elements.
std::optional<Layout> layout_of(const Value&);

/// The type of a value's elements: a tensor's, the width that a layout behind smem_ptr[16b](unset) waits for, or that of the
/// first of zipped ones. nullopt where the value does not say.
std::optional<ElementType> element_type(const Value&);
/// The width of a value's elements in bits: that of their type, or 32.
int element_bits(const Value&);
/// Where a value's elements are; of zipped tensors those of the first.
MemorySpace memory_of(const Value&);

/// A part of a zipped tensor or layout as a value of its own.
Value part_of(const Zip&, std::size_t);
/// Whether each mode has one size in all parts, so that they have their 1-D coordinates in common.
bool same_mode_sizes(const Zip&);

}  // namespace algebra
