#pragma once
// The functions of CuTe's API, for programs that are only compiled: nothing here computes, and nothing has a body.
//
// A function takes the kinds of arguments that CuTe's takes: layouts, tensors, tuples of integers, coordinates with _, tilers,
// swizzles, atoms. Ranks and static integers are checked where they are known, that is, up to the first operation. So it refuses
// what CuTe refuses because of its kind, and not what CuTe refuses because of a value. exports_test.sh compares it with CuTe's
// own headers where those are at hand.

#include <cstddef>
#include <tuple>

#include <cute/kinds.hpp>

namespace cute {

// --- Making them
template <IntTuple... T>
tuple<T...> make_shape(T const&...);
template <IntTuple... T>
tuple<T...> make_stride(T const&...);
template <Coordinate... T>
tuple<T...> make_coord(T const&...);
template <Coordinate... T>
tuple<T...> make_step(T const&...);
template <Tiler... T>
tuple<T...> make_tile(T const&...);
template <class... T>
tuple<T...> make_tuple(T const&...);

template <IntTuple Shape>
Layout<Shape, Any> make_layout(Shape const&);
template <IntTuple Shape, IntTuple Stride>
Layout<Shape, Stride> make_layout(Shape const&, Stride const&);
template <IntTuple Shape>
Layout<Shape, Any> make_layout(Shape const&, Major auto);
template <AnyKindOfLayout A, AnyKindOfLayout... L>
Layout<tuple<A, L...>, Any> make_layout(A const&, L const&...);
Layout<Any, Any> make_layout(SwizzleFunction auto const&);
template <class... L>
inline constexpr int rank_v<Layout<tuple<L...>, Any>> = sizeof...(L);
AnyLayout make_ordered_layout(IntTuple auto const& shape, IntTuple auto const& order);
AnyLayout make_layout_like(PlainLayout auto const&);
AnyLayout make_fragment_like(PlainLayout auto const&);
template <SomeTensor A>
Changed<A> make_fragment_like(A const&);
template <SomeTensor A>
Changed<A> make_tensor_like(A const&);
AnyLayout make_identity_layout(IntTuple auto const&);
Any make_basis_like(IntTuple auto const&);
template <Major M>
Any compact_major(IntTuple auto const&);
Any compact_col_major(IntTuple auto const&);
Any compact_row_major(IntTuple auto const&);
Any compact_order(IntTuple auto const&, IntTuple auto const&);
template <class Iterator, HasLayout L>
requires(!SomeTensor<L> && !IntTuple<Iterator>) Tensor<Iterator, L> make_tensor(Iterator const&, L const&);
template <class Iterator, IntTuple Shape, IntTuple Stride>
requires(!IntTuple<Iterator>) Tensor<Iterator, Layout<Shape, Stride>> make_tensor(Iterator const&, Shape const&, Stride const&);
template <IntTuple Shape>
Tensor<ArithmeticTuple, Layout<Shape, Any>> make_identity_tensor(Shape const&);
template <AnyKindOfLayout A>
Tensor<ArithmeticTuple, A> make_coord_tensor(A const&);
template <class Outer, AnyKindOfLayout L>
requires(SwizzleFunction<Outer> || AnyKindOfLayout<Outer>) ComposedLayout<Outer, Any> make_composed_layout(Outer const&,
                                                                                                           Integer auto const&, L const&);

// --- The algebra

template <class A, IntTuple... Profile>
requires((HasLayout<A> || IntTuple<A>)&&sizeof...(Profile) <= 1) Changed<A> coalesce(A const&, Profile const&...);
template <PlainLayout A, IntTuple... Profile>
requires(sizeof...(Profile) <= 1) AnyLayout filter(A const&, Profile const&...);
template <class A, IntTuple... Profile>
requires((HasLayout<A> || IntTuple<A>)&&sizeof...(Profile) <= 1) Changed<A> filter_zeros(A const&, Profile const&...);
template <HasLayout A, TilerOf<A> T>
requires(!SomeTensor<A>) Changed<A> composition(A const&, T const&);
template <SwizzleFunction S, PlainLayout L>
ComposedLayout<S, Any> composition(S const&, L const&);
template <SwizzleFunction S, PlainLayout L>
ComposedLayout<S, Any> composition(S const&, Integer auto const&, L const&);
template <AnyKindOfLayout A, PlainLayout L>
ComposedLayout<A, Any> composition(A const&, Integer auto const&, L const&);
template <SwizzleFunction S, int bits, PlainLayout L>
ComposedLayout<S, Any> composition(S const&, smem_ptr_flag_bits<bits> const&, L const&);
template <PlainLayout A, SwizzleFunction S>
ComposedLayout<S, Any> composition(A const&, S const&);
template <SwizzleFunction A, SwizzleFunction B>
Swizzle<0, 0, 0> composition(A const&, B const&);
template <PlainLayout A, AnyKindOfLayout B>
requires(!PlainLayout<B>) ComposedLayout<AnyLayout, Any> composition(A const&, B const&);
AnyLayout complement(AnyKindOfLayout auto const&);
AnyLayout complement(AnyKindOfLayout auto const&, IntTuple auto const&);
template <class A>
requires(AnyKindOfLayout<A> || SwizzleFunction<A> || std::same_as<A, Underscore>) A right_inverse(A const&);
template <class A>
requires(AnyKindOfLayout<A> || SwizzleFunction<A> || std::same_as<A, Underscore>) A left_inverse(A const&);
AnyLayout nullspace(PlainLayout auto const&);
AnyLayout max_common_layout(AnyKindOfLayout auto const&, AnyKindOfLayout auto const&);
Any max_common_vector(AnyKindOfLayout auto const&, AnyKindOfLayout auto const&);
Any max_alignment(AnyKindOfLayout auto const&);
AnyLayout domain_distribute(IntTuple auto const&, IntTuple auto const&);

template <HasLayout A, TilerOf<A> T>
Changed<A> logical_divide(A const&, T const&);
template <HasLayout A, TilerOf<A> T>
Changed<A> zipped_divide(A const&, T const&);
template <HasLayout A, TilerOf<A> T>
Changed<A> tiled_divide(A const&, T const&);
template <HasLayout A, TilerOf<A> T>
Changed<A> flat_divide(A const&, T const&);
template <HasLayout A, TilerOf<A> T>
Changed<A> tile_unzip(A const&, T const&);
template <AnyKindOfLayout A, TilerOf<A> T>
Changed<A> logical_product(A const&, T const&);
template <AnyKindOfLayout A, TilerOf<A> T>
Changed<A> zipped_product(A const&, T const&);
template <AnyKindOfLayout A, TilerOf<A> T>
Changed<A> tiled_product(A const&, T const&);
template <AnyKindOfLayout A, TilerOf<A> T>
Changed<A> flat_product(A const&, T const&);
template <AnyKindOfLayout A>
Changed<A> blocked_product(A const&, PlainLayout auto const&);
template <AnyKindOfLayout A>
Changed<A> raked_product(A const&, PlainLayout auto const&);
template <AnyKindOfLayout A, IntTuple... Order>
Changed<A> tile_to_shape(A const&, IntTuple auto const&, Order const&...);

// --- Modes
template <class A>
concept Sized = HasLayout<A> || IntTuple<A>;
template <int... modes>
Any size(Sized auto const&);
template <int... modes>
Any rank(Sized auto const&);
template <int... modes>
Any depth(Sized auto const&);
template <int... modes>
Any shape(Sized auto const&);
template <int... modes>
Any stride(PlainLayout auto const&);
template <int... modes>
Any cosize(AnyKindOfLayout auto const&);
template <int... modes>
Any coshape(PlainLayout auto const&);
template <int... modes>
Any coprofile(PlainLayout auto const&);
template <int... modes, HasLayout A>
std::conditional_t<SomeTensor<A>, AnyLayout, Changed<A>> layout(A const&);
template <int mode, int... modes, class A>
requires(HasLayout<A> || Tuple<A>) Changed<A> get(A const&);
template <int... modes, class A>
requires(PlainLayout<A> || Tuple<A>) Changed<A> select(A const&);
template <int begin, int end, class A>
requires((AnyKindOfLayout<A> || Tuple<A>)&&begin <= end && (rank_v<A> < 0 || end <= rank_v<A>)) Changed<A> take(A const&);
template <int begin, int end, class A>
requires((AnyKindOfLayout<A> || Tuple<A>)&&begin <= end && (rank_v<A> < 0 || end <= rank_v<A>)) Changed<A> group(A const&);
template <int begin, int end, SomeTensor A>
Changed<A> group_modes(A const&);
template <class A>
requires(AnyKindOfLayout<A> || IntTuple<A>) Changed<A> flatten(A const&);
template <class A>
requires(PlainLayout<A> || IntTuple<A>) Changed<A> unflatten(A const&, IntTuple auto const&);

template <class A, class B>
inline constexpr bool same_kind = (PlainLayout<A> && PlainLayout<B>) || (IntTuple<A> && IntTuple<B>);
template <int... n, class A>
requires(AnyKindOfLayout<A> || IntTuple<A>) Changed<A> append(A const&);
template <int... n, class A, class B>
requires(same_kind<A, B>) Changed<A> append(A const&, B const&);
template <int... n, class A>
requires(PlainLayout<A> || IntTuple<A>) Changed<A> prepend(A const&);
template <int... n, class A, class B>
requires(same_kind<A, B>) Changed<A> prepend(A const&, B const&);
template <int n, class A, class B>
requires(same_kind<A, B>) Changed<A> replace(A const&, B const&);
template <class A>
requires(AnyKindOfLayout<A> || Tuple<A>) Changed<A> zip(A const&);
template <class A, class B>
requires(same_kind<A, B>) Changed<A> zip(A const&, B const&);
template <class A>
A reverse(A const&);
template <PlainLayout A, class F>
AnyLayout transform_layout(A const&, F&&) {
  return AnyLayout{};
}
template <PlainLayout A, PlainLayout B, class F>
AnyLayout transform_layout(A const&, B const&, F&&) {
  return AnyLayout{};
}
template <int n>
Any repeat(auto const&);
Any front(IntTuple auto const&);
Any back(IntTuple auto const&);
Any tuple_cat(IntTuple auto const&...);
Any wrap(IntTuple auto const&);
Any unwrap(IntTuple auto const&);
Any repeat_like(IntTuple auto const&, Integer auto const&);

// --- Coordinates
Any idx2crd(IntTuple auto const&, IntTuple auto const&);
Any idx2crd(IntTuple auto const&, IntTuple auto const&, IntTuple auto const&);
Any crd2idx(Coordinate auto const&, PlainLayout auto const&);
Any crd2idx(Coordinate auto const&, IntTuple auto const&);
Any crd2idx(Coordinate auto const&, IntTuple auto const&, IntTuple auto const&);
Any crd2crd(IntTuple auto const&, IntTuple auto const&, IntTuple auto const&);
template <Coordinate At, class A>
requires((PlainLayout<A> || IntTuple<A>)&&fits<A, At>) Changed<A> slice(At const&, A const&);
template <Coordinate At, class A>
requires((PlainLayout<A> || IntTuple<A>)&&fits<A, At>) Changed<A> dice(At const&, A const&);
template <Coordinate At, AnyKindOfLayout A>
requires(fits<A, At>) tuple<Changed<A>, Any> slice_and_offset(At const&, A const&);
template <AnyKindOfLayout A>
tuple<A, Any> domain_offset(Coordinate auto const&, A const&);
template <SomeTensor A>
A domain_offset(Coordinate auto const&, A const&);

// --- Shapes and integers
bool congruent(IntTuple auto const&, IntTuple auto const&);
bool weakly_congruent(IntTuple auto const&, IntTuple auto const&);
bool compatible(IntTuple auto const&, IntTuple auto const&);
bool evenly_divides(IntTuple auto const&, Tiler auto const&);
Any shape_div(IntTuple auto const&, IntTuple auto const&);
Any ceil_div(IntTuple auto const&, IntTuple auto const&);
Any ceil_div(IntTuple auto const&, PlainLayout auto const&);
Any round_up(IntTuple auto const&, IntTuple auto const&);
Any elem_scale(IntTuple auto const&, IntTuple auto const&);
Any inner_product(IntTuple auto const&, IntTuple auto const&);
Any sum(IntTuple auto const&);
Any product_each(IntTuple auto const&);
Any product_like(IntTuple auto const&, IntTuple auto const&);
Any abs(Integer auto const&);
Any max(IntTuple auto const&, IntTuple auto const&...);
Any min(IntTuple auto const&, IntTuple auto const&...);
Any gcd(IntTuple auto const&, IntTuple auto const&...);
Any lcm(Integer auto const&, Integer auto const&);
#define CUTE_COMPARISON(name) bool name(IntTuple auto const&, IntTuple auto const&)
CUTE_COMPARISON(elem_less);
CUTE_COMPARISON(elem_leq);
CUTE_COMPARISON(elem_gtr);
CUTE_COMPARISON(elem_geq);
CUTE_COMPARISON(lex_less);
CUTE_COMPARISON(lex_leq);
CUTE_COMPARISON(lex_gtr);
CUTE_COMPARISON(lex_geq);
CUTE_COMPARISON(colex_less);
CUTE_COMPARISON(colex_leq);
CUTE_COMPARISON(colex_gtr);
CUTE_COMPARISON(colex_geq);
#undef CUTE_COMPARISON
template <class A, class B>
inline constexpr bool is_same_v = std::is_same_v<bare<A>, bare<B>>;

// --- Types
struct half_t {};
struct bfloat16_t {};
struct tfloat32_t {};
struct float_e4m3_t {};
struct float_e5m2_t {};
struct float_ue8m0_t {};
struct float_ue4m3_t {};
struct int4b_t {};
struct uint4b_t {};
using int8_t = std::int8_t;
using int16_t = std::int16_t;
using int32_t = std::int32_t;
using int64_t = std::int64_t;
using uint8_t = std::uint8_t;
using uint16_t = std::uint16_t;
using uint32_t = std::uint32_t;
using uint64_t = std::uint64_t;
struct uint128_t {};
template <int bits>
struct uint_bits {};
template <int bits>
using uint_bit_t = uint_bits<bits>;

// --- Pointers to elements of a type
template <class T>
struct typed_pointer {};
template <class T>
typed_pointer<T> operator+(typed_pointer<T>, Integer auto);
template <class T>
typed_pointer<T> make_gmem_ptr(std::nullptr_t);
template <class T>
typed_pointer<T> make_smem_ptr(std::nullptr_t);
template <class T>
typed_pointer<T> make_rmem_ptr(T*);
template <class T>
T* raw_pointer_cast(typed_pointer<T>);
template <class T>
T* raw_pointer_cast(T*);
template <class T, AnyKindOfLayout L>
Tensor<T*, L> make_tensor(L const&);
template <int... modes, SomeTensor A>
Changed<A> tensor(A const&);

template <int n, class A>
requires(AnyKindOfLayout<A> || SwizzleFunction<A>) A upcast(A const&);
template <int n, class A>
requires(AnyKindOfLayout<A> || SwizzleFunction<A>) A downcast(A const&);
template <class From, class To, AnyKindOfLayout A>
Changed<A> recast_layout(A const&);
Swizzle<0, 0, 0> get_swizzle_portion(AnyKindOfLayout auto const&);
AnyLayout get_nonswizzle_portion(AnyKindOfLayout auto const&);

// --- Partitions
template <SomeTensor A, Tiler T, Coordinate At, Coordinate... Step>
requires(sizeof...(Step) <= 1) Changed<A> local_tile(A const&, T const&, At const&, Step const&...);
template <SomeTensor A, Coordinate... Step>
requires(sizeof...(Step) <= 1) Changed<A> local_partition(A const&, PlainLayout auto const&, Integer auto const&, Step const&...);
template <SomeTensor A>
Changed<A> inner_partition(A const&, Tiler auto const&, Coordinate auto const&);
template <SomeTensor A>
Changed<A> outer_partition(A const&, Tiler auto const&, Coordinate auto const&);

// --- Zipped tensors, for which it has none
template <class... T>
struct Parts {};
template <AnyKindOfLayout... L>
struct ZipLayout {
  ZipLayout(L const&...);
  template <Coordinate... Coordinates>
  Any operator()(Coordinates const&...) const;
  Parts<L...> layouts_;
};
template <SomeTensor... T>
struct ZipTensor {
  template <Coordinate... Coordinates>
  requires((has_underscore<bare<Coordinates>> || ...)) ZipTensor operator()(Coordinates const&...) const;
  ZipLayout<AnyLayout> layout() const;
};
template <SomeTensor... T>
ZipTensor<T...> make_zip_tensor(T const&...);
template <SomeTensor... T>
Parts<T...> unzip_tensor(ZipTensor<T...> const&);
template <SomeTensor... T>
ZipTensor<T...> local_tile(ZipTensor<T...> const&, Tiler auto const&, Coordinate auto const&);
template <int mode, SomeTensor... T>
ZipLayout<AnyLayout, AnyLayout> layout(ZipTensor<T...> const&);
template <int i, class... T>
std::tuple_element_t<i, std::tuple<T...>> get(Parts<T...> const&);

// --- Printing: what CuTe has a print for
template <class T>
inline constexpr bool is_printable = false;
template <class T>
requires(all_coordinates<T> || HasLayout<T> || SwizzleFunction<T> ||
         std::same_as<T, ArithmeticTuple>) inline constexpr bool is_printable<T> = true;
template <class... Modes>
requires(!all_coordinates<tuple<Modes...>>) inline constexpr bool is_printable<tuple<Modes...>> = (is_printable<Modes> && ...);
template <class T>
requires(is_printable<bare<T>>) void print(T const&);
void print(char const*);

}  // namespace cute
