#pragma once
// A place or a size, independent of drawing libraries.

#include <concepts>

namespace app {

/// A place or a size; its owner defines the unit. Converts from and to any other type with x and y, such as that of a drawing library.
struct Point {
  float x = 0, y = 0;

  constexpr Point() = default;
  constexpr Point(float across, float down) : x(across), y(down) {}
  template <class Other>
  requires requires(const Other& p) {
    { p.x } -> std::convertible_to<float>;
    { p.y } -> std::convertible_to<float>;
  }
  constexpr Point(const Other& p) : x(p.x), y(p.y) {}  // NOLINT(google-explicit-constructor)
  template <class Other>
  requires(requires(Other p) { p.x, p.y; } && std::constructible_from<Other, float, float>) constexpr operator Other() const {
    return Other(x, y);
  }  // NOLINT(google-explicit-constructor)
  friend constexpr bool operator==(Point, Point) = default;
};

}  // namespace app
