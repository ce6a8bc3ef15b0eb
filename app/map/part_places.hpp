#pragma once
// The elements of a part of a tensor by thread and 1-D coordinate, and the reverse: the threads that have an element.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace app {

/// A thread, and the 1-D coordinate (`value`) at which its part has an element.
struct Holder {
  std::int64_t element = 0;  ///< the element's index; in global memory its number in the part's box
  std::size_t thread = 0;
  std::int64_t value = 0;
};

/// An interval of coordinates in each mode of a tensor in global memory: [from, to).
struct ModeRange {
  std::int64_t from = 0, to = 0;
  std::int64_t size() const { return to - from; }
  bool has(std::int64_t x) const { return x >= from && x < to; }
  friend bool operator==(const ModeRange&, const ModeRange&) = default;
};

/// Evaluates each layout of a part once. The table of holders is built on first use, so an object must not be used by two threads at once.
class PartPlaces {
 public:
  explicit PartPlaces(const gpu::FlowPart&);

  const gpu::FlowPart& part() const { return *part_; }
  bool in_global() const { return !part_->modes.empty(); }
  /// Returns the number of elements that a thread has.
  std::int64_t size(std::size_t thread) const;
  /// Returns whether elements have an index: those copied by TMA have only coordinates.
  bool has_index() const { return !index_.forms.empty(); }
  std::int64_t index(std::size_t thread, std::int64_t value) const { return at(index_, thread, value); }
  std::vector<std::int64_t> coordinates(std::size_t thread, std::int64_t value) const;
  /// Returns, in global memory, the range of each mode that all threads together have.
  const std::vector<ModeRange>& box() const { return box_; }

  /// Returns the holders of the element with those coordinates or, if it has none, that index; threads ascending.
  std::vector<Holder> holders(std::int64_t index, const std::vector<std::int64_t>& coordinates) const;
  /// Returns the first holder whose thread satisfies `takes`.
  std::optional<Holder> holder(std::int64_t index, const std::vector<std::int64_t>& coordinates,
                               const std::function<bool(std::size_t thread)>& takes) const;
  /// Returns the 1-D coordinate at which the thread has that index, or -1.
  std::int64_t value_of(std::size_t thread, std::int64_t index) const;

 private:
  struct Table {
    const gpu::FlowPart::Function* function = nullptr;
    std::vector<std::vector<std::int64_t>> forms{};
  };
  static Table table_of(const gpu::FlowPart::Function&);
  static std::int64_t at(const Table&, std::size_t thread, std::int64_t value);
  std::int64_t number(const std::vector<std::int64_t>& coordinates) const;
  struct Place {
    std::int64_t element = 0;
    std::size_t alike = 0;  ///< index into alike_
    std::int64_t value = 0;
  };
  std::span<const Place> places_of(std::int64_t element) const;
  std::vector<Holder> found(std::int64_t element) const;
  /// Returns an element's number in the table of places, or -1 if no thread has it.
  std::int64_t element_of(std::int64_t index, const std::vector<std::int64_t>& coordinates) const;
  void find_places() const;

  const gpu::FlowPart* part_;
  Table index_;
  std::vector<Table> modes_;
  std::vector<ModeRange> box_;
  /// Groups of threads that have the same elements, such as the threads of a warpgroup for an operand that WGMMA reads from shared memory.
  mutable std::vector<std::vector<std::size_t>> alike_;
  mutable std::vector<Place> places_;  ///< by element; empty: not built yet
};

}  // namespace app
