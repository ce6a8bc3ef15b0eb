#pragma once
// A budget for tables whose size grows with the number of elements: one for the whole program, asked before such a table is made. A caller
// that is refused reports it and does the nearest thing that works: it looks at fewer elements, or none.

#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

namespace algebra {

class MemoryBudget {
 public:
  static constexpr std::int64_t usual = std::int64_t{512} << 20, least = std::int64_t{64} << 20, largest = std::int64_t{1} << 40;

  /// A part of the budget, given back when destroyed.
  class Share {
   public:
    Share() = default;
    Share(Share&& other) noexcept : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&& other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~Share();
    std::int64_t bytes() const { return bytes_; }

   private:
    friend MemoryBudget;
    Share(MemoryBudget& budget, std::int64_t bytes) : budget_(&budget), bytes_(bytes) {}
    MemoryBudget* budget_ = nullptr;
    std::int64_t bytes_ = 0;
  };

  std::int64_t bytes() const { return bytes_; }
  std::int64_t taken() const { return taken_; }
  std::int64_t left() const;
  /// Returns the most bytes taken at once since forget_peak(). For tests.
  std::int64_t peak() const { return peak_; }
  void forget_peak() { peak_ = taken_.load(); }
  /// Sets the budget, clamped to [least, largest]. Existing shares stay valid.
  void set(std::int64_t bytes);
  /// Takes `bytes`; nullopt if fewer are left. May be called on any thread.
  std::optional<Share> take(std::int64_t bytes);
  /// Takes at most 32 MiB for a table that is indispensable: counted, and never refused.
  Share take_small(std::int64_t bytes);

 private:
  void note_peak(std::int64_t taken);

  std::atomic<std::int64_t> bytes_{usual}, taken_{0}, peak_{0};
};

MemoryBudget& memory_budget();

}  // namespace algebra
