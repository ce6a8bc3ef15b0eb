#include "algebra/layout/memory_budget.hpp"

#include <algorithm>

namespace algebra {

MemoryBudget::Share::~Share() {
  if (budget_ != nullptr) budget_->taken_ -= bytes_;
}

std::int64_t MemoryBudget::left() const { return std::max<std::int64_t>(0, bytes_ - taken_); }

void MemoryBudget::set(std::int64_t bytes) { bytes_ = std::clamp(bytes, least, largest); }

std::optional<MemoryBudget::Share> MemoryBudget::take(std::int64_t bytes) {
  auto taken = taken_.load();
  do {
    if (bytes < 0 || bytes > bytes_ - taken) return std::nullopt;
  } while (!taken_.compare_exchange_weak(taken, taken + bytes));
  note_peak(taken + bytes);
  return Share(*this, bytes);
}

MemoryBudget::Share MemoryBudget::take_small(std::int64_t bytes) {
  note_peak(taken_ += bytes);
  return {*this, bytes};
}

void MemoryBudget::note_peak(std::int64_t taken) {
  auto peak = peak_.load();
  while (peak < taken && !peak_.compare_exchange_weak(peak, taken)) {
  }
}

MemoryBudget& memory_budget() {
  static MemoryBudget budget;
  return budget;
}

}  // namespace algebra
