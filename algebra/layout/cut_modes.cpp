#include "algebra/layout/cut_modes.hpp"

#include <utility>

#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

bool cut_by_mode(const IntTuple& shape, const Tiler* tiler) { return tiler != nullptr && tiler->by_mode() && shape.is_tuple(); }

const Tiler* tiler_of_mode(const Tiler& tiler, int i) {
  return i < static_cast<int>(tiler.modes().size()) ? &tiler.modes()[static_cast<std::size_t>(i)] : nullptr;
}

}  // namespace

CutModes::CutModes(const Layout& tensor, const Tiler& tiler) : shape_(tensor.shape()), tiler_(tiler) { find(tensor, &tiler, -1); }

void CutModes::find(const Layout& of, const Tiler* tiler, int number) {
  if (cut_by_mode(of.shape(), tiler)) {
    for (int i = 0; i < rank(of); ++i) find(mode(of, i), tiler_of_mode(*tiler, i), number < 0 ? i : number);
    return;
  }
  // A tensor mode that is an integer is its own mode 0.
  while (tiler != nullptr && tiler->by_mode()) tiler = tiler_of_mode(*tiler, 0);
  parts_.push_back(of);
  tilers_.push_back(tiler);
  numbers_.push_back(number < 0 && tiler_.by_mode() ? 0 : number);
}

IntTuple CutModes::strides(const IntTuple& shape, const Tiler* tiler, std::span<const std::int64_t> steps, std::size_t& next) const {
  if (cut_by_mode(shape, tiler)) {
    IntTuple all;
    for (int i = 0; i < shape.rank(); ++i) all.append(strides(shape.mode(i), tiler_of_mode(*tiler, i), steps, next));
    return all;
  }
  // Needed in modes of size 1 too, where make_layout has strides of 0: tiles continue beyond the end.
  auto step = steps[next++];
  return shape.transformed([&](Int n) { return Int{std::exchange(step, step * n.value), true}; });
}

Layout CutModes::counting(std::span<const std::int64_t> steps) const {
  std::size_t next = 0;
  return {shape_, strides(shape_, &tiler_, steps, next)};
}

Layout CutModes::counting(int i) const {
  std::vector<std::int64_t> steps(parts_.size(), 0);
  steps[static_cast<std::size_t>(i)] = 1;
  return counting(steps);
}

}  // namespace algebra
