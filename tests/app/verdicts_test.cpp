#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/document/decide.hpp"
#include "app/document/verdicts.hpp"
#include "app/state/state.hpp"
#include "tests/app/sheets.hpp"

using namespace app;
using app_test::sheet_of;

namespace {}  // namespace

TEST_CASE("a value with many elements gets its verdict in the background") {
  State a(sheet_of({"A = (1024,1024):(1024,1)", "D = zipped_divide(A, (32,32))", "E = composition(A, 3000:1023)"}));
  REQUIRE(a.workspace.result(1).evaluation);
  CHECK(a.workspace.result(1).evaluation->verdict.kind == algebra::Verdict::Kind::pending);
  CHECK(a.workspace.result(1).evaluation->verdict.checked == 0);
  a.workspace.finish_verdicts();
  const auto& v = a.workspace.result(1).evaluation->verdict;
  CHECK(v.kind == algebra::Verdict::Kind::kept);
  CHECK(v.checked == 1 << 20);
  CHECK(v.total == 1 << 20);
}

TEST_CASE("a verdict that is found broken warns as one found at once does") {
  State a(sheet_of({"composition((8,8,1024):(8,1,64), (6,1024):(3,64))"}));
  REQUIRE(a.workspace.result(0).evaluation);
  CHECK(a.workspace.result(0).evaluation->verdict.kind == algebra::Verdict::Kind::pending);
  CHECK(!a.workspace.result(0).problem);
  a.workspace.finish_verdicts();
  CHECK(a.workspace.result(0).evaluation->verdict.kind == algebra::Verdict::Kind::broken);
  REQUIRE(a.workspace.result(0).problem);
  CHECK(a.workspace.result(0).problem->problem.message.text().find("but R(") != std::string::npos);
  CHECK(a.workspace.evaluator().problems() == 1);
}

TEST_CASE("beyond its time a verdict is a sample, until every element is asked for") {
  State a(sheet_of({"A = (4096,4096):(4096,1)", "D = zipped_divide(A, (32,32))", "E = coalesce(A)"}));
  a.workspace.stop_checking();
  a.workspace.finish_verdicts();
  CHECK(a.workspace.evaluator().sampled() == 2);
  for (const int entry : {1, 2}) {
    const auto& v = a.workspace.result(entry).evaluation->verdict;
    CHECK(v.kind == algebra::Verdict::Kind::kept);
    CHECK(v.checked == algebra::checked_whole);
    CHECK(v.total == 1 << 24);
  }
  // An edit elsewhere does not look at them again.
  a.workspace.edit("x", [](Sheet& s) { s.entries.push_back({.text = "F = 4:1"}); });
  CHECK(a.workspace.checking().total == 0);
  REQUIRE(run_command(a, "limits.everything"));
  CHECK(a.workspace.verdicts_pending());
  a.workspace.finish_verdicts();
  CHECK(a.workspace.evaluator().sampled() == 0);
  CHECK(a.workspace.result(2).evaluation->verdict.checked == 1 << 24);
  CHECK_FALSE(run_command(a, "limits.everything"));
}

namespace {

/// Returns a check of 2^30 elements: a sample at once, whole only when it is cancelled.
algebra::Verdict endless(const algebra::Checking& c) {
  const auto total = std::int64_t{1} << 30;
  const bool whole = c.most > algebra::checked_whole;
  while (whole && !*c.cancelled) std::this_thread::yield();
  return {
      .kind = algebra::Verdict::Kind::kept, .contract = "endless", .checked = whole ? total : c.most, .total = total, .counterexample = {}};
}

}  // namespace

TEST_CASE("many verdicts are decided within a time: whole where there is time, else of a sample") {
  std::vector<VerdictCheck> checks(40, endless);
  checks[7] = [](const algebra::Checking& c) {
    return algebra::Verdict{.kind = algebra::Verdict::Kind::kept,
                            .contract = "small",
                            .checked = std::min<std::int64_t>(c.most, 1 << 20),
                            .total = 1 << 20,
                            .counterexample = {}};
  };
  DecideProgress progress;
  const auto verdicts = decide(checks, 0.05, progress);
  REQUIRE(verdicts.size() == 40);
  for (std::size_t i = 0; i < 40; ++i) {
    REQUIRE(verdicts[i]);
    CHECK(is_sampled(*verdicts[i]) == (i != 7));
    CHECK(verdicts[i]->checked == (i == 7 ? 1 << 20 : algebra::checked_whole));
  }
  CHECK(progress.looked_at == 40);
  CHECK(progress.whole == 1);
}

TEST_CASE("deciding many verdicts ends where it is cancelled, with what was found") {
  const std::vector<VerdictCheck> checks(40, endless);
  DecideProgress progress;
  std::jthread user([&] {
    while (progress.looked_at < 40) std::this_thread::yield();
    progress.cancelled = true;
  });
  const auto verdicts = decide(checks, 0, progress);
  for (const auto& v : verdicts) CHECK((v && is_sampled(*v)));
  DecideProgress at_once;
  at_once.cancelled = true;
  for (const auto& v : decide(checks, 0, at_once)) CHECK_FALSE(v);
}

TEST_CASE("the time of the background is shared by all verdicts, and can be ended") {
  Verdicts verdicts;
  verdicts.limit(0);
  std::vector<Verdicts::Job> jobs;
  for (std::uint64_t version = 1; version <= 20; ++version) jobs.push_back({version, endless});
  verdicts.want(jobs);
  CHECK(verdicts.progress().total == 20);
  verdicts.sample_rest();
  verdicts.finish();
  const auto answers = verdicts.take();
  REQUIRE(answers.size() == 20);
  for (const auto& answer : answers) CHECK(is_sampled(answer.verdict));
  CHECK(verdicts.progress().total == 0);
}

TEST_CASE("verdicts that nobody wants any more are cancelled, and others go on") {
  Verdicts verdicts;
  std::atomic<bool> started = false, cancelled = false;
  verdicts.want({{1, [&](const algebra::Checking& c) {
                    started = true;
                    while (!*c.cancelled) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    cancelled = true;
                    return algebra::Verdict{};
                  }}});
  while (!started) std::this_thread::yield();
  verdicts.want({{2, [](const algebra::Checking& c) {
                    return algebra::Verdict{
                        .kind = algebra::Verdict::Kind::kept, .contract = "two", .checked = c.most, .total = c.most, .counterexample = {}};
                  }}});
  verdicts.finish();
  CHECK(cancelled);
  const auto answers = verdicts.take();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].version == 2);
  CHECK(answers[0].verdict.checked == algebra::checked_in_background);
  CHECK(verdicts.take().empty());
}

TEST_CASE("whoever waits is woken once an answer is there, and not after going away") {
  std::atomic<int> woken = 0;
  Verdicts verdicts;
  verdicts.wake_with([&] { ++woken; });
  const auto job = [](const algebra::Checking&) { return algebra::Verdict{}; };
  verdicts.want({{1, job}});
  verdicts.finish();
  CHECK(woken == 1);
  verdicts.wake_with({});
  verdicts.take();
  verdicts.want({{2, job}});
  verdicts.finish();
  CHECK(woken == 1);
}

TEST_CASE("an entry edited while its verdict is looked for keeps none of the old one") {
  State a(sheet_of({"zipped_divide((2048,2048):(2048,1), (32,32))"}));
  const auto before = a.workspace.result(0).version;
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "zipped_divide((1024,2048):(2048,1), (32,32))"; });
  CHECK(a.workspace.result(0).version != before);
  a.workspace.finish_verdicts();
  CHECK(a.workspace.result(0).evaluation->verdict.total == 1024 * 2048);
}

TEST_CASE("only what depends on an edited entry is evaluated again, and the window can say how much that was") {
  State a(sheet_of({"A = (8,8):(8,1)", "B = (4,4):(1,4)", "C = coalesce(A)", "D = coalesce(B)", "E = C == A"}));
  CHECK(a.workspace.evaluator().last_evaluated() == 5);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = (8,8):(1,8)"; });
  CHECK(a.workspace.evaluator().last_evaluated() == 3);
  a.workspace.edit("edit", [](Sheet& s) { s.entries[3].text = "D = filter(B)"; });
  CHECK(a.workspace.evaluator().last_evaluated() == 1);
}

TEST_CASE("every step that an operation can say has Chinese words with the same values") {
  const Texts chinese(Language::chinese);
  for (const std::string text : {"coalesce((2,(1,6),1):(1,(6,2),3))",
                                 "coalesce((2,2):(1,4), (1,1))",
                                 "composition((8,8):(8,1), 6:4)",
                                 "(20:2) o ((5,4):(1,5))",
                                 "(4,4):(1,4) o 4:0",
                                 "composition((8,8):(8,1), <4:2,4>)",
                                 "complement((2,2):(1,6), 24)",
                                 "complement(4:0, 24)",
                                 "logical_divide((4,2,3):(2,1,8), 4:2)",
                                 "zipped_divide((8,8,2):(8,1,64), (4,2))",
                                 "tiled_divide((8,8):(8,1), (4,2))",
                                 "flat_divide((8,8):(8,1), (4,2))",
                                 "logical_product((2,2):(4,1), 6:1)",
                                 "blocked_product((2,5):(5,1), (3,4):(1,3))",
                                 "raked_product((2,5):(5,1), (3,4):(1,3))",
                                 "zipped_product((2,2):(1,2), <2,2>)",
                                 "right_inverse((4,8):(9,1))",
                                 "left_inverse((4,8):(1,5))",
                                 "local_tile((8,8):(8,1), (4,4), (0,1))",
                                 "local_partition((8,8):(8,1), (2,4):(4,1), 3)",
                                 "coalesce((_4,2):(_1,_4))",
                                 "coalesce((4,2):(_1,4))"}) {
    CAPTURE(text);
    const auto e = algebra::explain(text, {}, algebra::IntegerRule::automatic);
    REQUIRE(e.has_value());
    CHECK(!e->steps.empty());
    for (const auto& step : e->steps) {
      const auto english = step.words.text();
      CAPTURE(english);
      const auto said = chinese(step.words);
      CHECK(said != english);
      for (const auto& value : step.words.operands()) CHECK(said.find(value.text) != std::string::npos);
    }
  }
}

TEST_CASE("an entry's explanation is made anew when it changes") {
  State a(sheet_of({"A = (8,8):(8,1)", "composition(A, 6:4)"}));
  const auto count = a.workspace.explained(1).steps.size();
  CHECK(count == 4);
  CHECK(a.workspace.explained(1).stages.size() == count);
  CHECK(a.workspace.explained(1).stages[1].has_value());
  a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "A = 64:1"; });
  CHECK(a.workspace.explained(1).steps.size() == 2);
  CHECK(a.workspace.explained(0).steps.empty());
}

TEST_CASE("an edit leaves what is still to be checked whole of the other entries") {
  std::atomic<bool> free{false};
  std::atomic<int> begun{0};
  const auto waits = [&](const algebra::Checking& c) {
    ++begun;
    while (!free && !*c.cancelled) std::this_thread::yield();
    return algebra::Verdict{
        .kind = algebra::Verdict::Kind::kept, .contract = "waits", .checked = c.most, .total = most_decided, .counterexample = {}};
  };
  Verdicts verdicts;
  verdicts.want_everything({{1, waits}, {2, waits}, {3, waits}});
  while (begun == 0) std::this_thread::yield();
  // Entry 2 was edited, and is now version 4.
  verdicts.want({{4, waits}}, {1, 3});
  free = true;
  verdicts.finish();
  std::vector<std::uint64_t> whole, others;
  for (const auto& answer : verdicts.take()) (answer.verdict.checked == most_decided ? whole : others).push_back(answer.version);
  CHECK(whole == std::vector<std::uint64_t>{1, 3});
  CHECK(others == std::vector<std::uint64_t>{4});
}

TEST_CASE("an edit while every element is checked goes on with what it did not change") {
  State a(sheet_of({"A = (4096,4096):(4096,1)", "D = zipped_divide(A, (32,32))", "E = coalesce(A)"}));
  a.workspace.stop_checking();
  a.workspace.finish_verdicts();
  REQUIRE(a.workspace.evaluator().sampled() == 2);
  REQUIRE(run_command(a, "limits.everything"));
  a.workspace.edit("x", [](Sheet& s) { s.entries.push_back({.text = "F = 4:1"}); });
  a.workspace.finish_verdicts();
  CHECK(a.workspace.evaluator().sampled() == 0);
}
