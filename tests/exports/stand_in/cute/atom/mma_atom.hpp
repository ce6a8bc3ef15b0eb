#pragma once
// Atoms, tiled copies and tiled MMAs, as cute/tensor.hpp has layouts: kinds only. exports_test.sh writes cute/atom/operations.hpp
// from the table of atoms.

#include <cute/tensor.hpp>

namespace cute {

struct DescriptorFields {
  int layout_type_, start_address_, leading_byte_offset_, stride_byte_offset_, base_offset_, version_, lbo_mode_;
};
struct GmmaDescriptor {
  uint64_t desc_;
  DescriptorFields bitfield;
};
namespace GMMA {
enum class Major { K, MN };
template <class Type>
using SmemAtom = ComposedLayout<Swizzle<3, 4, 3>, Any>;
#define CUTE_SMEM_ATOM(NAME)                        \
  using Layout_##NAME##_Atom_Bits = SmemAtom<bool>; \
  template <class Type>                             \
  using Layout_##NAME##_Atom = SmemAtom<Type>;      \
  template <class Type, int sparsity>               \
  using Layout_##NAME##_SpAtom = SmemAtom<Type>
CUTE_SMEM_ATOM(K_INTER);
CUTE_SMEM_ATOM(K_SW32);
CUTE_SMEM_ATOM(K_SW64);
CUTE_SMEM_ATOM(K_SW128);
CUTE_SMEM_ATOM(MN_INTER);
CUTE_SMEM_ATOM(MN_SW32);
CUTE_SMEM_ATOM(MN_SW64);
CUTE_SMEM_ATOM(MN_SW128);
template <class Type, Major>
using Layout_SW128_Atom = SmemAtom<Type>;
enum class LayoutType {};
char const* to_string(LayoutType);
template <Major, class T, class L>
GmmaDescriptor make_gmma_desc(Tensor<typed_pointer<T>, L> const&);
}  // namespace GMMA
namespace UMMA {
enum class Major { K, MN };
template <class Type>
using Layout_MN_SW128_32B_Atom = ComposedLayout<Swizzle<2, 5, 2>, Any>;
template <AnyKindOfLayout A, IntTuple... Order>
Changed<A> tile_to_mma_shape(A const&, IntTuple auto const&, Order const&...);
enum class LayoutType {};
char const* to_string(LayoutType);
struct SmemDescriptor : DescriptorFields {
  uint64_t desc_;
};
template <Major, class T, class L>
SmemDescriptor make_umma_desc(Tensor<typed_pointer<T>, L> const&);
}  // namespace UMMA
// Tensor memory: fragments, which make their own tensors.
namespace UMMA {
enum class TmemAllocMode { Interleaved, NonInterleaved, Duplicated, ScaleFactorDuplicated4by1, ScaleFactorDuplicated2by2 };
struct TmemFragment {};
template <class T, class S = unsigned, TmemAllocMode = TmemAllocMode::Interleaved>
struct tmem_frg_1sm : TmemFragment {};
template <class T, class S = unsigned, TmemAllocMode = TmemAllocMode::Interleaved>
struct tmem_frg_2sm : TmemFragment {};
template <class T, class S, int sms, TmemAllocMode = TmemAllocMode::Interleaved>
struct tmem_frg : TmemFragment {};
template <class T, class S, int sms>
struct tmem_frg_ws : TmemFragment {};
template <class T, class S = unsigned>
struct tmem_frg_ws_1sm : TmemFragment {};
template <class T>
struct tmem_e_frg : TmemFragment {};
template <class T>
struct tmem_e_frg_ws : TmemFragment {};
template <class T, int vector, int sms, bool is_sfa, TmemAllocMode = TmemAllocMode::ScaleFactorDuplicated4by1>
struct tmem_sf_frg : TmemFragment {};
}  // namespace UMMA
template <std::derived_from<UMMA::TmemFragment> F>
Tensor<counting_iterator<int>, AnyLayout> make_tensor(IntTuple auto const&);
struct MmaOperation {};
struct AnyMma : MmaOperation {};
struct CopyOperation {};
template <class T>
concept SomeMmaOperation = std::derived_from<bare<T>, MmaOperation>;
template <class T>
concept SomeCopyOperation = std::derived_from<bare<T>, CopyOperation>;

template <SomeMmaOperation Operation>
struct MMA_Atom {
  using Shape_MNK = Any;
  using ThrID = AnyLayout;
  using LayoutA_TV = AnyLayout;
  using LayoutB_TV = AnyLayout;
  using LayoutC_TV = AnyLayout;
};
template <SomeCopyOperation Operation, class Value>
struct Copy_Atom {
  using ThrID = AnyLayout;
  using ValLayoutSrc = AnyLayout;
  using ValLayoutDst = AnyLayout;
  using ValLayoutRef = AnyLayout;
};
template <class T>
inline constexpr bool is_mma = std::derived_from<T, MmaOperation>;
template <class Operation>
inline constexpr bool is_mma<MMA_Atom<Operation>> = true;
template <class T>
concept SomeMma = is_mma<bare<T>>;
template <class T>
inline constexpr bool is_copy_atom = false;
template <class Operation, class Value>
inline constexpr bool is_copy_atom<Copy_Atom<Operation, Value>> = true;
template <class T>
concept SomeCopyAtom = is_copy_atom<bare<T>>;

using Registers = Tensor<counting_iterator<int>, AnyLayout>;

/// A thread's part; its tensors have the rank of fragments, which is not followed.
struct ThreadMma {
  Any thr_vmnk_;
  Registers partition_fragment_A(SomeTensor auto const&) const;
  Registers partition_fragment_B(SomeTensor auto const&) const;
  Registers partition_fragment_C(SomeTensor auto const&) const;
  template <SomeTensor A>
  Changed<A> partition_A(A const&) const;
  template <SomeTensor A>
  Changed<A> partition_B(A const&) const;
  template <SomeTensor A>
  Changed<A> partition_C(A const&) const;
};
struct TiledMMA : MMA_Atom<AnyMma> {
  template <int mode>
  Any permutation_mnk() const;
  Registers make_fragment_A(SomeTensor auto const&) const;
  Registers make_fragment_B(SomeTensor auto const&) const;
  Registers make_fragment_C(SomeTensor auto const&) const;
  ThreadMma get_slice(Coordinate auto const&) const;
  AnyLayout get_layoutA_TV() const;
  AnyLayout get_layoutB_TV() const;
  AnyLayout get_layoutC_TV() const;
  AnyLayout get_thr_layout_vmnk() const;
  AnyLayout thrfrg_A(PlainLayout auto const&) const;
  AnyLayout thrfrg_B(PlainLayout auto const&) const;
  AnyLayout thrfrg_C(PlainLayout auto const&) const;
};
struct ThreadCopy {
  Any thr_idx_;
  template <SomeTensor A>
  A retile_S(A const&) const;
  template <SomeTensor A>
  A retile_D(A const&) const;
  template <SomeTensor A>
  Changed<A> partition_S(A const&) const;
  template <SomeTensor A>
  Changed<A> partition_D(A const&) const;
};
struct TiledCopy {
  using Tiler_MN = Any;
  using TiledLayout_TV = AnyLayout;
  ThreadCopy get_slice(Coordinate auto const&) const;
  AnyLayout get_layoutS_TV() const;
  AnyLayout get_layoutD_TV() const;
  AnyLayout tidfrg_S(PlainLayout auto const&) const;
  AnyLayout tidfrg_D(PlainLayout auto const&) const;
};

template <class T>
concept AtMostThree = PlainLayout<T> && rank_v<bare<T>>
<= 3;
TiledMMA make_tiled_mma(SomeMma auto const&);
TiledMMA make_tiled_mma(SomeMma auto const&, AtMostThree auto const&);
TiledMMA make_tiled_mma(SomeMma auto const&, AtMostThree auto const&, Tiler auto const&);
TiledCopy make_tiled_copy(SomeCopyAtom auto const&, PlainLayout auto const&);
TiledCopy make_tiled_copy(SomeCopyAtom auto const&, PlainLayout auto const&, PlainLayout auto const&);
TiledCopy make_tiled_copy_impl(SomeCopyAtom auto const&, PlainLayout auto const&, Tiler auto const&);
TiledCopy make_tiled_copy_A(SomeCopyAtom auto const&, TiledMMA const&);
TiledCopy make_tiled_copy_B(SomeCopyAtom auto const&, TiledMMA const&);
TiledCopy make_tiled_copy_C(SomeCopyAtom auto const&, TiledMMA const&);
TiledCopy make_tiled_copy_S(SomeCopyAtom auto const&, TiledCopy const&);
TiledCopy make_tiled_copy_D(SomeCopyAtom auto const&, TiledCopy const&);
TiledCopy make_tiled_copy_C_atom(SomeCopyAtom auto const&, TiledMMA const&);
TiledCopy make_cotiled_copy(SomeCopyAtom auto const&, PlainLayout auto const&, PlainLayout auto const&);
// TMA, by the instructions that take a tensor map.
struct TmaOperation : CopyOperation {};
struct SM90_TMA_LOAD : TmaOperation {};
struct SM90_TMA_LOAD_MULTICAST : TmaOperation {};
struct SM90_TMA_STORE : TmaOperation {};
template <class T>
concept SomeTmaOperation = std::derived_from<bare<T>, TmaOperation>;
struct TmaCopy : TiledCopy {
  Tensor<counting_iterator<int>, AnyLayout> get_tma_tensor(IntTuple auto const&) const;
};
template <class Internal = void>
TmaCopy make_tma_copy(SomeTmaOperation auto const&, SomeTensor auto const&, AnyKindOfLayout auto const&);
template <class Internal = void>
TmaCopy make_tma_copy(SomeTmaOperation auto const&, SomeTensor auto const&, AnyKindOfLayout auto const&, Integer auto const&);
template <class Internal = void>
TmaCopy make_tma_copy(SomeTmaOperation auto const&, SomeTensor auto const&, AnyKindOfLayout auto const&, Tiler auto const&,
                      Integer auto const&);
template <class Internal = void>
TmaCopy make_tma_atom(SomeTmaOperation auto const&, SomeTensor auto const&, AnyKindOfLayout auto const&, Tiler auto const&);
template <class Internal = void>
TmaCopy make_tma_atom(SomeTmaOperation auto const&, SomeTensor auto const&, AnyKindOfLayout auto const&, Tiler auto const&,
                      Integer auto const&);
template <int... modes>
int create_tma_multicast_mask(PlainLayout auto const&, Coordinate auto const&);
TiledCopy make_tmem_copy(SomeCopyOperation auto const&, SomeTensor auto const&);
struct TvPartitioner {
  template <SomeTensor T>
  Changed<T> partition(T const&) const;
};
struct TvTiler {
  using Tiler_MN = Any;
  using TiledLayout_TV = AnyLayout;
  TvPartitioner get_slice(Coordinate auto const&) const;
};
TvTiler make_tmem_warp_partitioner(SomeTensor auto const&);
TvTiler make_tiler_impl(PlainLayout auto const&, Tiler auto const&);
TiledCopy make_utccp_copy(SomeCopyOperation auto const&, SomeTensor auto const&);
template <SomeCopyOperation Operation>
Registers get_utccp_smem_desc_tensor(SomeTensor auto const&);
Any partition_shape_A(TiledMMA const&, IntTuple auto const&);
Any partition_shape_B(TiledMMA const&, IntTuple auto const&);
Any partition_shape_C(TiledMMA const&, IntTuple auto const&);
Any tile_shape(TiledMMA const&);
template <int mode>
Any tile_size(TiledMMA const&);
template <int... modes>
Any thr_size(TiledMMA const&);
template <int... modes>
Any size(TiledMMA const&);
template <int... modes>
Any size(TiledCopy const&);

template <class T>
requires(is_copy_atom<T> || (is_mma<T> && !std::derived_from<T, MmaOperation>) || std::same_as<T, TiledMMA> || std::same_as<T, TiledCopy> ||
         std::same_as<T, TmaCopy> || std::same_as<T, ThreadMma> ||
         std::same_as<T, ThreadCopy>) inline constexpr bool is_printable<T> = true;

}  // namespace cute

#include <cute/atom/operations.hpp>
