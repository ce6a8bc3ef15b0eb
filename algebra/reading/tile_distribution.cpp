#include "algebra/reading/tile_distribution.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace algebra::dialects {
namespace {

using Sizes = std::vector<std::int64_t>;

/// The sizes of R and of each X, with their strides in the tile.
struct Parts {
  std::vector<Sizes> sizes, strides;  ///< [0]: R; [1 + x]: H of x
  std::vector<std::vector<bool>> used;
  Sizes lengths;  ///< of the tile

  std::pair<std::int64_t, std::int64_t> take(std::int64_t major, std::int64_t minor) {
    if (major < 0 || static_cast<std::size_t>(major) >= sizes.size() || minor < 0 ||
        static_cast<std::size_t>(minor) >= sizes[static_cast<std::size_t>(major)].size())
      throw CallProblem{message("tile_distribution_encoding has no part ({},{}).", major, minor)};
    const auto i = static_cast<std::size_t>(major), k = static_cast<std::size_t>(minor);
    if (used[i][k]) throw CallProblem{message("tile_distribution_encoding uses the part ({},{}) twice.", major, minor)};
    used[i][k] = true;
    return {sizes[i][k], strides[i][k]};
  }
};

Parts parts_of(const CallValue& encoding) {
  Parts parts;
  parts.sizes.push_back(encoding.numbers_of("RsLengths", 0));
  for (const auto& [key, h] : encoding.needed("HsLengthss", 1).items) parts.sizes.push_back(h.numbers());
  std::int64_t tile = 1;
  for (std::size_t i = 0; i < parts.sizes.size(); ++i) {
    const auto& sizes = parts.sizes[i];
    std::int64_t length = 1;
    for (const auto n : sizes) {
      if (n < 1 || n > (std::int64_t{1} << 30) / length / tile)
        throw CallProblem{
            message("A length of tile_distribution_encoding is positive, and the tile has at most 2^30 elements, not {}.", n)};
      length *= n;
    }
    auto strides = row_major(sizes);
    for (auto& s : strides) s = i == 0 ? 0 : s * tile;
    parts.strides.push_back(std::move(strides));
    parts.used.emplace_back(sizes.size(), false);
    if (i == 0) continue;
    parts.lengths.push_back(length);
    tile *= length;
  }
  return parts;
}

}  // namespace

Printed tile_distribution(const CallValue& encoding) {
  auto parts = parts_of(encoding);
  const auto& majors = encoding.needed("Ps2RHssMajor", 2).items;
  const auto& minors = encoding.needed("Ps2RHssMinor", 3).items;
  const auto y_major = encoding.numbers_of("Ys2RHsMajor", 4), y_minor = encoding.numbers_of("Ys2RHsMinor", 5);
  if (majors.size() != minors.size() || y_major.size() != y_minor.size())
    throw CallProblem{"The lists of majors and minors of tile_distribution_encoding have as many elements as each other."};
  std::vector<StridedMode> modes;
  std::vector<std::string> names;
  for (std::size_t p = 0; p < majors.size(); ++p) {
    const auto major = majors[p].second.numbers(), minor = minors[p].second.numbers();
    if (major.size() != minor.size())
      throw CallProblem{"The lists of majors and minors of tile_distribution_encoding have as many elements as each other."};
    auto& mode = modes.emplace_back();
    for (std::size_t i = major.size(); i-- > 0;) mode.push_back(parts.take(major[i], minor[i]));
    names.push_back(fmt::format("p{}", p));
  }
  for (std::size_t y = 0; y < y_major.size(); ++y) {
    modes.push_back({parts.take(y_major[y], y_minor[y])});
    names.push_back(fmt::format("y{}", y));
  }
  for (std::size_t i = 1; i < parts.used.size(); ++i)
    for (std::size_t k = 0; k < parts.used[i].size(); ++k)
      if (!parts.used[i][k] && parts.sizes[i][k] > 1)
        throw CallProblem{message("tile_distribution_encoding gives the part ({},{}) to no thread and no value.", i, k)};
  if (modes.empty()) throw CallProblem{"A tile_distribution_encoding without p and y has no elements."};
  return {.part = {},
          .text = text_of_modes(modes),
          .numbers = {},
          .note = fmt::format("({}) -> 1-D coordinate in ({}), first mode fastest", fmt::join(names, ","), fmt::join(parts.lengths, ","))};
}

}  // namespace algebra::dialects
