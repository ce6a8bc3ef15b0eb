// The memory budget, and the checks that keep within it.

#include <doctest/doctest.h>

#include <utility>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/memory_budget.hpp"

using namespace algebra;

namespace {

/// Returns the verdict of an expression, of every element up to `most`.
Verdict verdict_of(const char* expression, std::int64_t most) {
  auto e = evaluate(expression, {}, IntegerRule::math);
  REQUIRE(e);
  set_verdict(*e, {.most = most, .sample = true, .cancelled = nullptr});
  return e->verdict;
}

}  // namespace

TEST_CASE("the budget gives out what it has, and takes it back") {
  MemoryBudget budget;
  CHECK(budget.bytes() == MemoryBudget::usual);
  {
    auto half = budget.take(MemoryBudget::usual / 2);
    REQUIRE(half);
    CHECK(budget.left() == MemoryBudget::usual / 2);
    CHECK_FALSE(budget.take(MemoryBudget::usual / 2 + 1));
    CHECK_FALSE(budget.take(-1));
    auto moved = std::move(*half);
    CHECK(budget.taken() == MemoryBudget::usual / 2);
    const auto small = budget.take_small(MemoryBudget::usual);
    CHECK(budget.left() == 0);
    CHECK(budget.peak() == MemoryBudget::usual / 2 * 3);
    moved = {};
    CHECK(budget.taken() == MemoryBudget::usual);
  }
  CHECK(budget.taken() == 0);
  budget.set(1);
  CHECK(budget.bytes() == MemoryBudget::least);
}

TEST_CASE("a check of many elements keeps within the budget") {
  memory_budget().forget_peak();
  const auto verdict = verdict_of("zipped_divide((4096,4096):(4096,1), (64,64))", checked_in_background);
  CHECK(verdict.kind == Verdict::Kind::kept);
  CHECK(verdict.checked == 1 << 24);
  CHECK(memory_budget().peak() >= 1 << 21);
  CHECK(memory_budget().peak() <= 64 << 20);
  CHECK(memory_budget().taken() == 0);
}

TEST_CASE("what is too large to look at is not called kept") {
  // A sample cannot show disjointness, so the verdict does not mention it.
  const auto product = verdict_of("blocked_product((128,128):(128,1), (128,128):(128,1))", checked_whole);
  CHECK(product.kind == Verdict::Kind::pending);
  CHECK(product.checked == 0);
  CHECK(product.total == 1 << 28);
  // So many indices so far apart fit in no set, however many may be looked at.
  CHECK(verdict_of("logical_product(4194304:1048576, 2:1)", 1 << 24).kind == Verdict::Kind::pending);
}
