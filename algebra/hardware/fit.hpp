#pragma once
// Whether a tiled copy gives each thread the registers that a tiled MMA wants, element by element.

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
  std::string copy_name{}, mma_name{};  ///< as the sheet's expressions write them
};

/// Why they do not fit, in a sentence without a full stop; nothing where they do. Throws a Problem where they have no tile in common.
std::optional<Message> misfit(const Fitting&);

/// A register of a thread.
struct ThreadRegister {
  std::int64_t thread = -1, index = -1;
  friend bool operator==(const ThreadRegister&, const ThreadRegister&) = default;
  friend bool operator<(const ThreadRegister& a, const ThreadRegister& b) {
    return std::pair(a.thread, a.index) < std::pair(b.thread, b.index);
  }
};
/// Who has the elements of a tile that both divide, column by column. Of an element with several owners the first whose owners
/// differ, or the first of all.
struct Owners {
  struct Element {
    ThreadRegister by_copy, by_mma;  ///< -1: nobody, or nobody more than the other has
    bool differs = false;            ///< the owners are not the same ones
  };
  IntTuple shape;                 ///< of the tile
  std::vector<Element> elements;  ///< by 1-D coordinate
};
/// Nothing where the tile has more than 2^16 elements. Throws as `misfit`.
std::optional<Owners> owners_of(const Fitting&);

}  // namespace algebra
