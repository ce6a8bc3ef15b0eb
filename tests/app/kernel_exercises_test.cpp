// Tests exercises about the work of a sheet's kernel.

#include <doctest/doctest.h>

#include <string>

#include "app/lessons/lessons.hpp"
#include "app/state/state.hpp"

using namespace app;

namespace {

using Kind = ExerciseState::Kind;

/// C = A·B of 2×2 matrices, one element a thread; n is the number of rounds.
const std::string product = R"(clear(tCrC)
for k in 0..n
  copy(tCgA(_,_,k), tCrA)
  copy(tCgB(_,_,k), tCrB)
  gemm(tCrA, tCrB, tCrC)
end
axpby(1, tCrC, 0, tCgC)
threadIdx_x = 0
blockDim_x = 4
tC = (_2,_2):(_1,_2)
mA = make_tensor(make_gmem_ptr<float>(0), (_2,_2):(_1,_2))
mB = make_tensor(make_gmem_ptr<float>(0), (_2,_2):(_1,_2))
mC = make_tensor(make_gmem_ptr<float>(0), (_2,_2):(_1,_2))
tCgA = local_partition(local_tile(mA, (_2,_1), (0,_)), tC, threadIdx_x, Step<_1,X>{})
tCgB = local_partition(local_tile(mB, (_2,_1), (0,_)), tC, threadIdx_x, Step<X,_1>{})
tCgC = local_partition(mC, tC, threadIdx_x)
tCrA = make_tensor<float>(make_shape(_1, _1))
tCrB = make_tensor<float>(make_shape(_1, _1))
tCrC = make_tensor<float>(make_shape(_1,_1))
)";

/// Returns the state of the exercise with these checks, whose answer is in `entry`.
ExerciseState state(const std::string& rows, const std::string& entry, const std::string& checks) {
  const auto sheet = parse_sheet(rows + "@exercise entry=" + entry + " " + checks + "\n");
  REQUIRE_MESSAGE(sheet, sheet.error().text());
  return State(*sheet).workspace.lessons().states.at(0);
}

}  // namespace

TEST_CASE("a kernel is right where nothing is found in it; else the first finding is said with its row") {
  const auto with = [](const std::string& n, const std::string& checks) { return state(product + "n = " + n + "\n", "n", checks); };
  CHECK(with("2", "kernel=right").kind == Kind::solved);
  const auto short_of = with("1", "kernel=right else=\"Not all of it.\"");
  CHECK(short_of.kind == Kind::wrong);
  CHECK(short_of.otherwise == "Not all of it.");
  CHECK(short_of.why == "line 7: mC(0,0) has 1 of its 2 products: the first missing one is k = 1");
  CHECK(with("3", "kernel=right").why == "line 3: thread 0 reads mA(0,2), which is beyond its end (2,2)");
  // Nothing is found in what does nothing, either.
  CHECK(with("0", "kernel=right").why == "Nothing is multiplied: no gemm is reached.");
  // In Chinese, too.
  const Texts zh(Language::chinese);
  CHECK(zh(short_of.why) != short_of.why.text());
}

TEST_CASE("a kernel may be asked for one kind of finding") {
  const auto with = [](const std::string& n, const std::string& checks) { return state(product + "n = " + n + "\n", "n", checks); };
  CHECK(with("1", "kernel=missing").kind == Kind::solved);
  CHECK(with("2", "kernel=missing").why == "The check finds nothing in this kernel: it is right.");
  CHECK(with("3", "kernel=missing").why ==
        "The check finds something else, out_of_range: line 3: thread 0 reads mA(0,2), which is beyond its end (2,2)");
}

TEST_CASE("an answer stands in the place of another entry for its check alone") {
  const auto with = [](const std::string& answer, const std::string& kind) {
    return state(product + "n = 2\nS = " + answer + "\n", "S", "kernel=" + kind + " with=tC");
  };
  CHECK(with("(_2,_2):(_2,_1)", "right").kind == Kind::solved);
  const auto twice = with("(_2,_2):(_1,_1)", "right");
  CHECK(twice.kind == Kind::wrong);
  CHECK(twice.why == "line 5: the element of C in row 0 and column 0 is computed twice");
  CHECK(with("(_2,_2):(_1,_1)", "twice").kind == Kind::solved);
  // The exercise may name the entry that the answer replaces.
  CHECK(state(product + "n = 2\nm = n-1\n", "m", "kernel=missing with=n").kind == Kind::solved);
}

TEST_CASE("a kernel that is not known, not decided or too large is not right, and that is said") {
  CHECK(state("S = 4:1\n", "S", "kernel=right").why == "The sheet has no kernel.");
  CHECK(state(product + "n = size(nobody)\n", "n", "kernel=right").kind == Kind::wrong);
  const auto undecided = state(product + "n = 2\nS = size(4)\nwait(full[0], who)\n", "S", "kernel=right");
  CHECK(undecided.kind == Kind::wrong);
  CHECK_MESSAGE(undecided.why.text().starts_with("not decided: line 22:"), undecided.why.text());
  // 2^30 products, and 6,000 barriers.
  auto large = product + "n = 1024\n";
  const auto each = [&](const std::string& from, const std::string& to) {
    for (auto at = large.find(from); at != std::string::npos; at = large.find(from, at + to.size())) large.replace(at, from.size(), to);
  };
  each("(_2,_2):(_1,_2))", "(_1024,_1024):(_1,_1024))");
  each("tC = (_2,_2):(_1,_2)", "tC = (_32,_32):(_1,_32)");
  each("(_2,_1)", "(_1024,_1)");
  each("blockDim_x = 4", "blockDim_x = 1024");
  each("make_shape(_1,_1)", "make_shape(_32,_32)");
  each("make_shape(_1, _1)", "make_shape(_32,_1)");
  CHECK(state(large, "n", "kernel=right").why == "The kernel is too large to be checked.");
  CHECK(state("for k in 0..n\n  __syncthreads()\n  __syncthreads()\nend\nblockDim_x = 32\nthreadIdx_x = 0\nn = 3000\n", "n", "kernel=right")
            .why == "The kernel is too large to be checked.");
}

TEST_CASE("checks of a kernel are read, written and refused as others are") {
  const std::string text = "@cutescope 1\nS =\n@exercise entry=S kernel=race with=n else=\"No race.\" kernel=right answer=2\n";
  const auto sheet = parse_sheet(text);
  REQUIRE(sheet);
  REQUIRE(sheet->exercises.at(0).checks.size() == 2);
  CHECK(sheet->exercises[0].checks[0].with == "n");
  CHECK(sheet->exercises[0].checks[0].otherwise == "No race.");
  CHECK(serialise(*sheet) == text);
  const auto error = [](const std::string& line) { return parse_sheet("A = 4:1\n@exercise entry=S " + line + "\n").error().text(); };
  CHECK(error("kernel=fast").find("not_waited") != std::string::npos);
  CHECK(error("check=S with=n") == "line 2: \"with\" follows the \"kernel\" whose entry has the answer");
  CHECK(error("kernel=right with=") == "line 2: \"with\" needs the name of an entry");
  CHECK(error("kernel=race with=n with=m").find("twice") != std::string::npos);
}

TEST_CASE("what was found in a kernel is kept while its entries stay") {
  const auto sheet = parse_sheet(product + "n = 1\n# a note\n");
  REQUIRE(sheet);
  KernelChecks kernels;
  const auto why = kernels.failure(*sheet, {.kind = ExerciseCheck::Kind::kernel, .what = "right"}, "1");
  REQUIRE(why);
  auto other = *sheet;
  other.entries.back().text = "# another note";
  CHECK(kernels.failure(other, {.kind = ExerciseCheck::Kind::kernel, .what = "right"}, "1") == why);
  CHECK(!kernels.failure(other, {.kind = ExerciseCheck::Kind::kernel, .what = "right", .with = "n"}, "2"));
  CHECK(kernels.failure(other, {.kind = ExerciseCheck::Kind::kernel, .what = "right"}, "1") == why);
}
