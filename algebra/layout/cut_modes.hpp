#pragma once
// The modes that a tiler cuts one by one, and how far each is cut. Internal to the library.

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/layout/composed.hpp"
#include "algebra/layout/layout.hpp"

namespace algebra {

/// The tensor's modes, those within where the tiler is by mode there too, or the tensor as a whole.
class CutModes {
 public:
  CutModes(const Layout& tensor, const Tiler&);

  int count() const { return static_cast<int>(parts_.size()); }
  const Layout& part(int i) const { return parts_[static_cast<std::size_t>(i)]; }
  /// The tiler of a part; null for one that is not cut.
  const Tiler* tiler(int i) const { return tilers_[static_cast<std::size_t>(i)]; }
  /// The mode of the tensor that a part is, or is in; -1: the whole tensor.
  int number(int i) const { return numbers_[static_cast<std::size_t>(i)]; }

  /// Counts through each part in its own steps: the tensor's shape with step * (1-D coordinate in the part), summed. Parts with a step of
  /// 0 are ignored. Beyond a part's end it counts on.
  Layout counting(std::span<const std::int64_t> steps) const;
  /// Counts through one part alone: what the identity tensor has there.
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
