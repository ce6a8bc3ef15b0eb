#pragma once
// A place or a size where nothing is drawn.

#include <concepts>

namespace app {

/// A place or a size, in whichever unit its owner says. It is made of, and becomes, any other type of an x and a y, such as that of a
/// library that draws.
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
