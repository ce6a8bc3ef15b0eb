// A whole table is additive: its value is the first one plus what each axis adds. What one axis adds is the function of a layout with
// one coalesced form: its first size is the length of the first run of equal steps, and the rest follows in the same way.

#include "algebra/reading/infer_whole.hpp"

#include <optional>

#include <fmt/format.h>

#include "algebra/layout/wrapping.hpp"

namespace algebra::inferring {
namespace {

/// The contribution of one axis, read from its first coordinate on.
class AxisReader {
 public:
  explicit AxisReader(std::int64_t extent) : extent_(extent) {}

  std::int64_t operator[](std::int64_t c) const { return seen_[static_cast<std::size_t>(c)]; }

  /// Takes the contribution of the next coordinate; returns the required value if it does not fit.
  std::optional<Miss> take(std::int64_t adds) {
    const auto c = static_cast<std::int64_t>(seen_.size());
    if (c > 0) {
      const auto within = c % period_, run = c / period_;
      if (within != 0) {
        const auto expected = wrapped_sum((*this)[c - within], (*this)[within]);
        if (adds != expected)
          return Miss{0, expected, message("The steps of a mode repeat: those before this cell repeat after {}.", period_)};
      } else if (run == 1) {
        step_ = adds;
      } else if (std::int64_t expected = 0; __builtin_mul_overflow(run, step_, &expected) || adds != expected) {
        if (extent_ % (period_ * run) != 0)
          return Miss{0, expected,
                      message("The {} equal steps before this cell could end here only if {} divided the mode's size, {}.", run,
                              period_ * run, extent_)};
        runs_.push_back({run, step_});
        period_ *= run;
        step_ = adds;
      }
    }
    seen_.push_back(adds);
    return std::nullopt;
  }

  /// Returns the runs. Call it after all coordinates were taken.
  std::vector<Run> runs() const {
    auto all = runs_;
    if (extent_ > 1) all.push_back({extent_ / period_, step_});
    return all;
  }

 private:
  std::int64_t extent_, period_ = 1, step_ = 0;
  std::vector<std::int64_t> seen_;
  std::vector<Run> runs_;
};

}  // namespace

std::int64_t Modes::extent(std::size_t axis) const {
  std::int64_t extent = 1;
  for (const auto& run : axes[axis]) extent *= run.size;
  return extent;
}

Modes::Rank Modes::rank() const {
  std::size_t count = 0;
  bool negative = offset < 0;
  std::int64_t elements = 1;
  std::vector<std::int64_t> strides, sizes;
  for (const auto& axis : axes)
    for (const auto& run : axis) {
      ++count;
      elements *= run.size;
      negative = negative || run.stride < 0;
      strides.push_back(run.stride);
      sizes.push_back(run.size);
    }
  return {count, offset != 0, negative, elements, strides, sizes};
}

tl::expected<Modes, Miss> whole_table(std::span<const std::int64_t> extents, std::span<const std::int64_t> values, const Swizzle& swizzle) {
  std::vector<AxisReader> axes(extents.begin(), extents.end());
  std::vector<std::int64_t> at(extents.size(), 0);
  const auto at_cell = [&](std::size_t cell) { return swizzle.bits == 0 ? values[cell] : apply(swizzle, values[cell]); };
  const auto offset = at_cell(0);
  const auto named = [](const std::vector<std::int64_t>& c) {
    return c.size() == 1 ? fmt::format("{}", c[0]) : fmt::format("({})", fmt::join(c, ","));
  };
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    const auto value = at_cell(cell);
    std::size_t axis = 0, not_zero = 0;
    for (std::size_t i = 0; i < at.size(); ++i)
      if (at[i] != 0) axis = i, ++not_zero;
    if (not_zero <= 1) {
      // The first cell has coordinate 0 on every axis.
      for (std::size_t i = 0; i < axes.size(); ++i)
        if (cell == 0 || i == axis)
          if (auto miss = axes[i].take(wrapped_difference(value, offset))) {
            miss->cell = cell;
            miss->expected = wrapped_sum(miss->expected, offset);
            return tl::unexpected(std::move(*miss));
          }
    } else {
      auto expected = offset;
      for (std::size_t i = 0; i < at.size(); ++i) expected = wrapped_sum(expected, axes[i][at[i]]);
      if (value != expected) {
        auto rest = at;
        rest.back() = 0;
        auto last = std::vector<std::int64_t>(at.size(), 0);
        last.back() = at.back();
        Message reason;
        if (at.size() == 2)
          reason = message("In a layout rows and columns add up: {} is {}, {} is {} and {} is {}.", named(rest),
                           wrapped_sum(offset, axes[0][at[0]]), named(last), wrapped_sum(offset, axes[1][at[1]]), named({0, 0}), offset);
        return tl::unexpected(Miss{cell, expected, std::move(reason)});
      }
    }
    for (auto i = at.size(); i-- > 0;) {
      if (++at[i] < extents[i]) break;
      at[i] = 0;
    }
  }
  Modes modes{offset, {}};
  for (const auto& axis : axes) modes.axes.push_back(axis.runs());
  return modes;
}

}  // namespace algebra::inferring
