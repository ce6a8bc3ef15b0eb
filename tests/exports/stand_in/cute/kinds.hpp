#pragma once
// The kinds of values that the stand-in of CuTe's API tells apart; see cute/tensor.hpp.

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace cute {

// --- Integers
template <auto v>
struct C {
  static constexpr auto value = v;
  constexpr operator decltype(v)() const { return v; }
};
template <int v>
using Int = C<v>;
using _0 = Int<0>;
using _1 = Int<1>;
struct Underscore {};
inline constexpr Underscore _;
template <class T, int... modes>
struct ScaledBasis {};
template <int... modes>
struct E : ScaledBasis<_1, modes...> {};
template <class T, int... modes>
ScaledBasis<T, modes...> operator*(T, E<modes...>);

/// A result: an integer or a tuple, of which no more is known.
struct Any {
  operator int() const;
};
Any operator+(Any, Any);

template <class... Modes>
struct tuple {};

template <class T>
using bare = std::remove_cvref_t<T>;
template <class T>
inline constexpr bool is_basis = false;
template <class T, int... modes>
inline constexpr bool is_basis<ScaledBasis<T, modes...>> = true;
template <int... modes>
inline constexpr bool is_basis<E<modes...>> = true;
template <class T>
inline constexpr bool is_static_integer = false;
template <auto v>
inline constexpr bool is_static_integer<C<v>> = true;
// The flag of a layout without its pointer to shared memory yet stands in the place of a static 0.
template <int bits>
struct smem_ptr_flag_bits {};
template <int bits>
inline constexpr bool is_static_integer<smem_ptr_flag_bits<bits>> = true;
template <int sparsity, int bits>
struct smem_sparse_ptr_flag_bits {};
template <int sparsity, int bits>
inline constexpr bool is_static_integer<smem_sparse_ptr_flag_bits<sparsity, bits>> = true;

template <class T>
concept Integer = std::integral<bare<T>> || is_static_integer<bare<T>> || std::same_as<bare<T>, Any>;
template <class T>
concept Leaf = Integer<T> || is_basis<bare<T>>;

template <class T>
inline constexpr int rank_v = Leaf<T> || std::same_as<T, Underscore> ? 1 : -1;
template <>
inline constexpr int rank_v<Any> = -1;
template <class... Modes>
inline constexpr int rank_v<tuple<Modes...>> = sizeof...(Modes);

/// Every leaf: an integer; an integer or _; an integer, a layout or _.
template <class T>
inline constexpr bool all_integers = Leaf<T>;
template <class... Modes>
inline constexpr bool all_integers<tuple<Modes...>> = (all_integers<Modes> && ...);
template <class T>
inline constexpr bool all_coordinates = Leaf<T> || std::same_as<T, Underscore>;
template <class... Modes>
inline constexpr bool all_coordinates<tuple<Modes...>> = (all_coordinates<Modes> && ...);
template <class T>
inline constexpr bool has_underscore = std::same_as<T, Underscore>;
template <class... Modes>
inline constexpr bool has_underscore<tuple<Modes...>> = (has_underscore<Modes> || ...);
template <class T>
inline constexpr bool is_tuple_v = std::same_as<T, Any>;
template <class... Modes>
inline constexpr bool is_tuple_v<tuple<Modes...>> = true;

template <class T>
concept IntTuple = all_integers<bare<T>>;
template <class T>
concept Tuple = is_tuple_v<bare<T>>;
template <class T>
concept Coordinate = all_coordinates<bare<T>>;

// --- Layouts and what holds them
struct LayoutLeft {};
struct LayoutRight {};
template <class T>
concept Major = std::same_as<bare<T>, LayoutLeft> || std::same_as<bare<T>, LayoutRight>;

template <class A, class B>
inline constexpr bool congruent_v = std::same_as<A, Any> || std::same_as<B, Any> || (Leaf<A> && Leaf<B>);
template <class... A, class... B>
inline constexpr bool congruent_v<tuple<A...>, tuple<B...>> = [] {
  if constexpr (sizeof...(A) == sizeof...(B)) return (congruent_v<A, B> && ...);
  else return false;
}();

/// A coordinate fits where it is one integer, or has as many modes.
template <class Shape, class... Coordinates>
inline constexpr bool fits = sizeof...(Coordinates) == 1 || rank_v<Shape> < 0 || rank_v<Shape> == int(sizeof...(Coordinates));
template <class Shape, class... Modes>
inline constexpr bool fits<Shape, tuple<Modes...>> = rank_v<Shape> < 0 || rank_v<Shape> == int(sizeof...(Modes));

template <class Shape, class Stride>
struct Layout;
using AnyLayout = Layout<Any, Any>;

template <class Shape, class Stride>
struct Layout {
  static_assert(congruent_v<Shape, Stride>, "a layout's shape and stride are congruent");
  template <Coordinate... Coordinates>
  requires(fits<Shape, bare<Coordinates>...>) std::conditional_t<(has_underscore<bare<Coordinates>> || ...), AnyLayout, Any>
  operator()(Coordinates const&...) const;
  Any get_hier_coord(Integer auto) const;
  Any get_flat_coord(Integer auto) const;
  Any get_1d_coord(Integer auto) const;
  AnyLayout with_shape(IntTuple auto const&...) const;
  AnyLayout compose(auto const&...) const;
};
template <class T>
inline constexpr bool is_layout = false;
template <class Shape, class Stride>
inline constexpr bool is_layout<Layout<Shape, Stride>> = true;
template <class Shape, class Stride>
inline constexpr int rank_v<Layout<Shape, Stride>> = rank_v<Shape>;

template <int bits, int base, int shift>
struct Swizzle {
  static_assert(bits >= 0 && base >= 0 && (shift < 0 ? -shift : shift) >= bits, "a swizzle's shift is no less than its bits");
  Any operator()(Integer auto) const;
};
template <class T>
inline constexpr bool is_swizzle = false;
template <int bits, int base, int shift>
inline constexpr bool is_swizzle<Swizzle<bits, base, shift>> = true;

template <class Outer, class Shape>
struct ComposedLayout {
  Outer layout_a() const;
  Any offset() const;
  AnyLayout layout_b() const;
  template <Coordinate... Coordinates>
  requires(
      fits<Shape, bare<Coordinates>...>) std::conditional_t<(has_underscore<bare<Coordinates>> || ...), ComposedLayout<Outer, Any>, Any>
  operator()(Coordinates const&...) const;
  ComposedLayout<Outer, Any> with_shape(IntTuple auto const&...) const;
};
template <class T>
inline constexpr bool is_composed = false;
template <class Outer, class Shape>
inline constexpr bool is_composed<ComposedLayout<Outer, Shape>> = true;
template <class Outer, class Shape>
inline constexpr int rank_v<ComposedLayout<Outer, Shape>> = rank_v<Shape>;

template <class T>
concept PlainLayout = is_layout<bare<T>>;
template <class T>
concept AnyKindOfLayout = is_layout<bare<T>> || is_composed<bare<T>>;
template <class T>
concept SwizzleFunction = is_swizzle<bare<T>>;

template <class T>
struct counting_iterator {
  T start;
  T operator*() const;
};
template <class T>
counting_iterator<T> operator+(counting_iterator<T>, Integer auto);
struct ArithmeticTuple {
  Any operator*() const;
};

template <class Iterator, class L>
struct Tensor {
  Iterator data() const;
  L layout() const;
  template <Coordinate... Coordinates>
  requires(fits<L, bare<Coordinates>...>) std::conditional_t<(has_underscore<bare<Coordinates>> || ...), Tensor<Iterator, AnyLayout>, Any>
  operator()(Coordinates const&...) const;
  Tensor<Iterator, AnyLayout> compose(auto const&...) const;
};
template <class T>
inline constexpr bool is_tensor_v = false;
template <class Iterator, class L>
inline constexpr bool is_tensor_v<Tensor<Iterator, L>> = true;
template <class Iterator, class L>
inline constexpr int rank_v<Tensor<Iterator, L>> = rank_v<L>;
template <class T>
concept SomeTensor = is_tensor_v<bare<T>>;
template <class T>
concept HasLayout = AnyKindOfLayout<T> || SomeTensor<T>;

/// The type of the same kind that an operation on A gives.
template <class A>
struct changed;
template <class Shape, class Stride>
struct changed<Layout<Shape, Stride>> {
  using type = AnyLayout;
};
template <class Outer, class Shape>
struct changed<ComposedLayout<Outer, Shape>> {
  using type = ComposedLayout<Outer, Any>;
};
template <class Iterator, class L>
struct changed<Tensor<Iterator, L>> {
  using type = Tensor<Iterator, AnyLayout>;
};
template <IntTuple T>
struct changed<T> {
  using type = Any;
};
template <class A>
using Changed = typename changed<bare<A>>::type;

/// A tiler: a layout, an integer, _ or a tuple of such.
template <class T>
inline constexpr bool is_tiler_v = Leaf<T> || is_layout<T> || std::same_as<T, Underscore>;
template <class... Modes>
inline constexpr bool is_tiler_v<tuple<Modes...>> = (is_tiler_v<Modes> && ...);
template <class T>
concept Tiler = is_tiler_v<bare<T>>;
template <class T>
inline constexpr int tiler_modes = -1;
template <class... Modes>
inline constexpr int tiler_modes<tuple<Modes...>> = sizeof...(Modes);
/// As many modes as the layout, or fewer.
template <class T, class A>
concept TilerOf = Tiler<T> &&(rank_v<bare<A>> < 0 || tiler_modes<bare<T>> <= rank_v<bare<A>>);

}  // namespace cute
