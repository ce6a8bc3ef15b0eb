// Random commands on random sheets: undone to the beginning a sheet is what it was, redone what it became, byte for byte.
//
//   CUTESCOPE_RANDOM_COMMANDS=100000 CUTESCOPE_SEED=1 test_app -tc='*random commands*'

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/actions/appearance.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/sheet_edits.hpp"
#include "app/commands/commands.hpp"
#include "app/import/open.hpp"
#include "random_steps.hpp"
#include "tests/folder.hpp"
#include "tests/rounds.hpp"

using namespace app;
using random_steps::Source;

namespace {

constexpr std::int64_t usual_commands = rounds(100'000), commands_of_a_trial = 150;

std::int64_t wanted_commands() {
  const char* given = std::getenv("CUTESCOPE_RANDOM_COMMANDS");
  return given != nullptr ? std::strtoll(given, nullptr, 0) : usual_commands;
}

/// The sheet without what undo leaves alone: pins, playback, isolation, and finds of a watch.
Sheet undoable(Sheet sheet) {
  std::erase_if(sheet.entries, [](const Entry& e) { return e.watched != 0; });
  for (auto& e : sheet.entries) e.pin.reset();
  auto& l = sheet.launch;
  l.position = l.block = l.warp = l.thread = -1;
  return sheet;
}

/// Returns the sheet as its file gives it back: lines without blanks around them, none empty.
Sheet as_read(Sheet sheet) {
  for (auto& e : sheet.entries) e.text = algebra::trimmed(e.text);
  std::erase_if(sheet.entries, [](const Entry& e) { return e.text.empty(); });
  return sheet;
}

/// Returns everything that is derived from a sheet, as text.
std::string consequences(const Workspace& workspace) {
  std::string all = fmt::format("integers {}\n", static_cast<int>(workspace.evaluator().rule()));
  for (const auto& r : workspace.evaluator().results()) {
    all += r.name + (r.is_note ? "#" : "") + " | ";
    if (r.evaluation) all += algebra::to_string(r.evaluation->value, algebra::Marks::underscores);
    else if (r.problem) all += fmt::format("{} at {}..{}", r.problem->problem.message.text(), r.problem->span.begin, r.problem->span.end);
    all += '\n';
  }
  return all + (workspace.launch() ? fmt::format("{} requests", workspace.launch()->requests()) : workspace.launch().error());
}

/// Returns "" if the workspace's derived data equals that of a fresh one with the same sheet, and the sheet's file is read back as the same
/// sheet.
std::string inconsistency(const Workspace& workspace) {
  const Workspace fresh(workspace.sheet());
  if (const auto is = consequences(workspace), wanted = consequences(fresh); is != wanted)
    return fmt::format("what follows from the sheet is\n{}\nbut the workspace has\n{}", wanted, is);
  const auto sheet = undoable(workspace.sheet());
  const auto read = parse_sheet(serialise(sheet));
  if (!read) return fmt::format("the sheet's file cannot be read: {}\n{}", read.error(), serialise(sheet));
  if (!(*read == as_read(sheet)))
    return fmt::format("the sheet\n{}\nis read from its file as\n{}", serialise(as_read(sheet)), serialise(*read));
  return {};
}

/// Undoes and redoes all that was done to the active document. "" if each step gave the sheet that there was. steps: counts them.
std::string history_fault(State& state, const Sheet& beginning, std::size_t& steps) {
  auto& workspace = state.workspace;
  workspace.seal_edit();
  const auto now = [&] { return serialise(undoable(workspace.sheet())); };
  const auto end = undoable(workspace.sheet());
  std::vector<std::string> texts{now()};
  if (auto fault = inconsistency(workspace); !fault.empty()) return "at the end " + fault;
  for (; workspace.can_undo(); texts.push_back(now())) undo(workspace, state.view);
  steps += texts.size() - 1;
  if (texts.back() != serialise(beginning)) return fmt::format("it began as\n{}\nand is undone to\n{}", serialise(beginning), texts.back());
  if (!(undoable(workspace.sheet()) == beginning)) return "undone, the sheet has another content, but the same text";
  if (auto fault = inconsistency(workspace); !fault.empty()) return "undone " + fault;
  for (auto n = texts.size() - 1; n-- > 0;) {
    redo(workspace, state.view);
    if (now() != texts[n]) return fmt::format("step {} gave\n{}\nand is redone as\n{}", texts.size() - 1 - n, texts[n], now());
  }
  if (!(undoable(workspace.sheet()) == end)) return "redone, the sheet has another content, but the same text";
  if (auto fault = inconsistency(workspace); !fault.empty()) return "redone " + fault;
  return {};
}

/// A random sheet and the steps done to it.
struct Trial {
  std::uint64_t sheet = 0;
  std::vector<std::uint64_t> steps;
};

struct Done {
  std::vector<std::string> said;  ///< the steps in words
  std::size_t undone = 0;         ///< edits that were undone
};

/// Returns "" if all documents of the trial can be undone and redone.
std::string fault_of(const Trial& trial, const Folder& folder, Done& done) {
  auto& said = done.said;
  said.clear();
  Source r(trial.sheet);
  auto sheet = random_steps::random_sheet(r);
  std::string path;
  if (r.chance(30)) {
    path = folder.at("sheet.cutes");
    REQUIRE(save_sheet(sheet, path));
    sheet = load_sheet(path).value();
  }
  State state(std::move(sheet), path);
  auto& workspace = state.workspace;
  std::map<std::uint64_t, Sheet> beginnings;  // by document
  const auto note_new = [&] {
    for (const auto& d : workspace.documents())
      if (const auto [at, is_new] = beginnings.try_emplace(d.id); is_new) {
        CHECK_FALSE(d.history.can_undo());
        at->second = undoable(d.sheet);
        retell(at->second, Language::english);
      }
  };
  note_new();
  for (const auto step : trial.steps) {
    said.emplace_back();
    INFO("the last step begun: ", said.size());
    said.back() = random_steps::perform(state, step, note_new);
  }
  choose_language(workspace, state.view, Language::english);
  while (workspace.can_reopen()) reopen_document(workspace, state.view);
  std::string fault;
  for (int i = 0; fault.empty() && i < static_cast<int>(workspace.documents().size()); ++i) {
    show_document(workspace, state.view, i);
    fault = history_fault(state, beginnings.at(workspace.document().id), done.undone);
    if (!fault.empty()) fault = fmt::format("document {} ({}): {}", i + 1, workspace.title(Texts()), fault);
  }
  workspace.drop_verdicts();
  return fault;
}

/// Returns the fault with as few of the steps as are found to be needed.
std::string shrunk(Trial trial, const Folder& folder) {
  Done done;
  auto fault = fault_of(trial, folder, done);
  for (auto part = trial.steps.size() / 2; part > 0; part /= 2)
    for (std::size_t from = 0; from + part <= trial.steps.size();) {
      auto fewer = trial;
      fewer.steps.erase(fewer.steps.begin() + static_cast<std::ptrdiff_t>(from),
                        fewer.steps.begin() + static_cast<std::ptrdiff_t>(from + part));
      if (auto still = fault_of(fewer, folder, done); still.empty()) from += part;
      else trial = std::move(fewer), fault = std::move(still);
    }
  fault_of(trial, folder, done);
  std::string all;
  for (const auto& step : done.said) all += "  " + step + "\n";
  return fmt::format("{}after the steps\n{}", fault + "\n", all);
}

}  // namespace

TEST_CASE("random commands are undone to the beginning and redone to the end, byte for byte") {
  const Folder folder;
  auto seed = algebra::random_layouts::chosen_seed();
  Done done;
  for (auto left = wanted_commands(); left > 0; left -= commands_of_a_trial, ++seed) {
    INFO("CUTESCOPE_SEED=", seed, " CUTESCOPE_RANDOM_COMMANDS=1 does it again");
    Source r(seed);
    Trial trial{r.next(), {}};
    for (auto n = commands_of_a_trial; n > 0; --n) trial.steps.push_back(r.next());
    const auto fault = fault_of(trial, folder, done);
    REQUIRE_MESSAGE(fault.empty(), shrunk(trial, folder));
  }
  // Most commands change how a sheet is looked at, or nothing where they are given nonsense. Enough of them change it.
  CHECK(static_cast<std::int64_t>(done.undone) > wanted_commands() / 10);
}
