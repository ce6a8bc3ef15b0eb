#pragma once
// The places of a part's elements by thread: its functions evaluated once, for all rounds of all loops.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace gpu {

/// Returns the values of a layout, for all coordinates.
std::vector<std::int64_t> all_indices(const algebra::Layout&);

namespace checking {

/// A function of a part, evaluated for a thread on first use. Threads with the same form and start share their values.
class Places {
 public:
  explicit Places(const FlowPart::Function&);
  std::int64_t size(std::size_t thread) const { return static_cast<std::int64_t>(tables_[f_.form[thread]].size()); }
  std::int64_t operator()(std::size_t thread, std::int64_t i) const { return of(thread)[static_cast<std::size_t>(i)]; }
  /// Returns the values for all coordinates of a thread.
  const std::vector<std::int64_t>& of(std::size_t thread) const {
    const auto* own = by_thread_[thread];
    return own != nullptr ? *own : evaluate(thread);
  }
  /// Returns how many numbers it keeps.
  std::size_t kept() const { return kept_; }

 private:
  using ByStart = std::unordered_map<std::int64_t, std::vector<std::int64_t>>;
  const std::vector<std::int64_t>& evaluate(std::size_t thread) const;
  const FlowPart::Function& f_;
  std::vector<std::vector<std::int64_t>> tables_{};                    ///< by form: values of the layout alone
  mutable std::vector<ByStart> values_{};                              ///< by form and start
  mutable std::vector<const std::vector<std::int64_t>*> by_thread_{};  ///< null: not looked up yet; else in `values_`
  mutable std::size_t kept_ = 0;
};

/// A part with its places.
struct Part {
  Part(const FlowPart&, const FlowTensor&);
  std::int64_t size(std::size_t thread) const { return modes.empty() ? index->size(thread) : modes[0].size(thread); }
  const algebra::Layout& layout(std::size_t thread) const {
    return modes.empty() ? part.index.layout(thread) : part.modes[0].layout(thread);
  }
  std::size_t kept() const;
  const FlowPart& part;
  std::size_t tensor;  ///< in Flow::tensors
  std::int64_t room;   ///< elements that fit its memory
  bool own;            ///< each thread has its own elements, in registers
  std::optional<Places> index{};
  std::vector<Places> modes{};
  std::vector<std::int64_t> extents{};    ///< of the tensor, by mode
  std::vector<algebra::Layout> memory{};  ///< the tensor's layout in global memory, by mode; empty: not known
};

/// A cache of recently used parts: a loop's parts are evaluated in its first round.
class Parts {
 public:
  /// Returns the part's places. Valid until `forget_some`.
  const Part& operator()(const FlowPart&, const FlowTensor&);
  /// Evicts the cache once it exceeds its limit. Call this between steps.
  void forget_some();

 private:
  std::unordered_map<const FlowPart*, std::unique_ptr<Part>> all_{};
  std::size_t counted_ = 0;  ///< number of parts when the size was last computed
};

}  // namespace checking
}  // namespace gpu
