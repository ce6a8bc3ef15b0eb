#pragma once
// Checks, element by element, whether a tiled copy gives each thread the registers that a tiled MMA expects.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/hardware/tiled.hpp"

namespace algebra {

/// A copy and an MMA that meet in the registers of one matrix: the copy writes A's and B's, and reads C's.
struct Fitting {
  TiledCopy copy;
  TiledMma mma;
  Matrix matrix = Matrix::a;
  std::string copy_name{}, mma_name{};  ///< as spelled in the sheet's expressions
};

/// Returns the reason why they do not fit, a sentence without a full stop; nullopt if they fit. Throws a Problem if they have no tile in
/// common.
std::optional<Message> misfit(const Fitting&);

/// A register of a thread.
struct ThreadRegister {
  std::int64_t thread = -1, index = -1;
  friend bool operator==(const ThreadRegister&, const ThreadRegister&) = default;
  friend bool operator<(const ThreadRegister& a, const ThreadRegister& b) {
    return std::pair(a.thread, a.index) < std::pair(b.thread, b.index);
  }
};
/// For each element of a tile that copy and MMA both divide, column by column: its register by the copy and by the MMA. For an element in
/// several registers: the first pair that differs, else the first pair.
struct Owners {
  struct Element {
    ThreadRegister by_copy, by_mma;  ///< -1: no owner, or none that the other side lacks
    bool differs = false;            ///< the owners differ
  };
  IntTuple shape;                 ///< the tile's shape
  std::vector<Element> elements;  ///< by 1-D coordinate
};
/// Returns the owners; nullopt if the tile has more than 2^16 elements. Throws as `misfit`.
std::optional<Owners> owners_of(const Fitting&);

}  // namespace algebra
