#pragma once
// The elements of a part of a tensor, by thread and 1-D coordinate, and the other way round: who has an element.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gpu/flow/flow.hpp"

namespace app {

/// What a thread has at a 1-D coordinate of its part.
struct Holder {
  std::int64_t element = 0;  ///< its index; in global memory its number in the part's box
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

/// Evaluates each layout of a part once. What finds the holders is made when it is first asked for: not for two threads at once.
class PartPlaces {
 public:
  explicit PartPlaces(const gpu::FlowPart&);

  const gpu::FlowPart& part() const { return *part_; }
  bool in_global() const { return !part_->modes.empty(); }
  /// How many elements the thread has.
  std::int64_t size(std::size_t thread) const;
  /// Whether its elements have an index: those that TMA copies have coordinates alone.
  bool has_index() const { return !index_.forms.empty(); }
  std::int64_t index(std::size_t thread, std::int64_t value) const { return at(index_, thread, value); }
  std::vector<std::int64_t> coordinates(std::size_t thread, std::int64_t value) const;
  /// In global memory: what all threads have of each mode.
  const std::vector<ModeRange>& box() const { return box_; }

  /// Who has the element with those coordinates or, where there are none, with that index. Threads ascending.
  std::vector<Holder> holders(std::int64_t index, const std::vector<std::int64_t>& coordinates) const;
  /// The first of them for which `takes` holds.
  std::optional<Holder> holder(std::int64_t index, const std::vector<std::int64_t>& coordinates,
                               const std::function<bool(std::size_t thread)>& takes) const;
  /// The 1-D coordinate at which the thread has that index; -1: it has it not.
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
    std::size_t alike = 0;  ///< which threads
    std::int64_t value = 0;
  };
  std::span<const Place> places_of(std::int64_t element) const;
  std::vector<Holder> found(std::int64_t element) const;
  /// Its number in the table of places; -1: nobody has it.
  std::int64_t element_of(std::int64_t index, const std::vector<std::int64_t>& coordinates) const;
  void find_places() const;

  const gpu::FlowPart* part_;
  Table index_;
  std::vector<Table> modes_;
  std::vector<ModeRange> box_;
  /// Threads that have the same elements: those of a warpgroup have, of what WGMMA reads from shared memory.
  mutable std::vector<std::vector<std::size_t>> alike_;
  mutable std::vector<Place> places_;  ///< by element; empty: not made yet
};

}  // namespace app
