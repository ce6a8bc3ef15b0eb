#pragma once
// Builds a linear layout factor by factor, as Triton multiplies them.

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/reading/linear_layout.hpp"
#include "algebra/reading/triton_attribute.hpp"

namespace algebra::dialects {

inline constexpr std::int64_t most_tensor_size = std::int64_t{1} << 30;

/// A layout under construction: each factor continues where the previous ones end in its mode.
struct LinearMaking {
  LinearLayout layout;
  std::vector<int> order;  ///< the order in which modes are extended to a larger shape

  explicit LinearMaking(std::vector<std::string_view> inputs, std::vector<int> modes) : order(std::move(modes)) {
    for (const auto name : inputs) layout.inputs.push_back({name});
    layout.shape.assign(order.size(), 1);
  }
  int rank() const { return static_cast<int>(order.size()); }
  void add(std::size_t input, LinearLayout::Basis basis) { layout.inputs[input].bases.push_back(std::move(basis)); }
  /// Adds n values of the input along a mode.
  void identity(std::size_t input, std::int64_t n, int mode) {
    for (; n > 1; n /= 2) {
      LinearLayout::Basis basis(layout.shape.size());
      auto& size = layout.shape[static_cast<std::size_t>(mode)];
      basis[static_cast<std::size_t>(mode)] = size;
      size *= 2;
      if (size > most_tensor_size) throw TritonProblem{"The sizes of this encoding are too large."};
      add(input, std::move(basis));
    }
  }
  /// Adds n values of the input that lead nowhere.
  void zeros(std::size_t input, std::int64_t n) {
    for (; n > 1; n /= 2) add(input, LinearLayout::Basis(layout.shape.size()));
  }
  /// Adds the input's values mode by mode, the first of the order fastest; along `broadcast` they lead nowhere.
  void identities(std::size_t input, const std::vector<std::int64_t>& sizes, const std::vector<int>& modes, int broadcast = -1) {
    for (const int m : modes) {
      if (m == broadcast) zeros(input, sizes[static_cast<std::size_t>(m)]);
      else identity(input, sizes[static_cast<std::size_t>(m)], m);
    }
  }
  void not_smaller(const std::vector<std::int64_t>& wanted) {
    for (const int m : order) {
      const auto want = wanted[static_cast<std::size_t>(m)], have = layout.shape[static_cast<std::size_t>(m)];
      if (have < want) identity(0, want / have, m);
    }
  }
  /// Makes bits beyond the shape lead nowhere, the largest steps first; with `leave_out`, drops such registers instead.
  void not_larger(const std::vector<std::int64_t>& wanted, bool leave_out = false) {
    for (std::size_t m = 0; m < wanted.size(); ++m) {
      while (layout.shape[m] > wanted[m]) {
        LinearLayout::Input* of = nullptr;
        std::size_t at = 0;
        std::int64_t largest = 0;
        for (auto& input : layout.inputs)
          for (std::size_t i = 0; i < input.bases.size(); ++i)
            if (input.bases[i][m] > largest) largest = input.bases[i][m], of = &input, at = i;
        layout.shape[m] /= 2;
        if (of == nullptr) continue;
        if (leave_out && of == &layout.inputs[0]) of->bases.erase(of->bases.begin() + static_cast<std::ptrdiff_t>(at));
        else of->bases[at][m] = 0;
      }
    }
  }
};

}  // namespace algebra::dialects
