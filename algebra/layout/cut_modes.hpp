#pragma once
// Finds the modes that a tiler cuts separately, and the tiler of each. Internal to the library.

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/layout/composed.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra {

/// The parts of a tensor that a tiler cuts: its modes, nested modes where the tiler is nested by mode, or the whole tensor.
class CutModes {
 public:
  CutModes(const Layout& tensor, const Tiler&);

  int count() const { return static_cast<int>(parts_.size()); }
  const Layout& part(int i) const { return parts_[static_cast<std::size_t>(i)]; }
  /// Returns the tiler of a part; null for a part that is not cut.
  const Tiler* tiler(int i) const { return tilers_[static_cast<std::size_t>(i)]; }
  /// Returns the tensor's mode that contains a part; -1: the part is the whole tensor.
  int number(int i) const { return numbers_[static_cast<std::size_t>(i)]; }

  /// Returns a layout with the tensor's shape whose value is the sum over the parts of steps[i] * (1-D coordinate in part i). Parts with a
  /// step of 0 are ignored. The values continue beyond a part's end.
  Layout counting(std::span<const std::int64_t> steps) const;
  /// Returns the layout with the tensor's shape whose value is the 1-D coordinate in part i.
  Layout counting(int i) const;

 private:
  void find(const Layout&, const Tiler*, int number);
  IntTuple strides(const IntTuple& shape, const Tiler*, std::span<const std::int64_t> steps, std::size_t& next) const;

  IntTuple shape_;
  const Tiler& tiler_;
  std::vector<Layout> parts_;
  std::vector<const Tiler*> tilers_;
  std::vector<int> numbers_;
};

}  // namespace algebra
