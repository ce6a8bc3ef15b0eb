#include "app/actions/compiling.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Returns the question for the compiler; nullopt unless the sheet was read from a C++ program's file.
std::optional<FrontEndQuestion> question_of(const Sheet& sheet) {
  const auto path = program_file(sheet.program);
  if (path.empty() || program_language(path) != ProgramLanguage::cpp || is_stream(path)) return std::nullopt;
  FrontEndQuestion q{.program = sheet.program};
  for (const auto& e : sheet.entries)
    if (e.source.parameter && e.source.by == SaidBy::reading) q.parameters.push_back({.text = e.text, .source = e.source});
  return q;
}

/// Returns the numbers of the program's definitions, and of those understood by reading without the compiler.
std::pair<std::size_t, std::size_t> counted(const Workspace& workspace) {
  std::set<std::pair<std::size_t, std::string>> all, open;
  const auto& entries = workspace.sheet().entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& e = entries[i];
    const auto& result = workspace.result(static_cast<int>(i));
    if (e.source.line == 0 || e.source.parameter || result.is_note) continue;
    const std::pair place(e.source.line, e.text.substr(0, e.text.find(' ')));
    all.insert(place);
    if (result.problem || result.broken() || e.source.by == SaidBy::compiler) open.insert(place);
  }
  return {all.size() - open.size(), all.size()};
}

/// Returns the canonical folder of a program, so that no other name of another folder inherits the permission; "" if there is none.
std::string folder_of(const ProgramOrigin& program) {
  std::error_code error;
  const auto path = program_file(program);
  const auto folder = std::filesystem::canonical(std::filesystem::path(path).parent_path(), error);
  return error || path.empty() ? std::string() : folder.string();
}
std::optional<bool> decided_about(const Workspace& workspace) {
  const auto& allowed = workspace.front_end().allowed;
  const auto it = allowed.find(compiler_folder(workspace));
  return it == allowed.end() ? std::nullopt : std::optional(it->second);
}

bool is_still_open(const Workspace& workspace, std::uint64_t document) {
  return std::any_of(workspace.documents().begin(), workspace.documents().end(), [&](const Document& d) { return d.id == document; });
}

/// Returns a path quoted for a shell.
std::string quoted(const std::string& path) {
  std::string word("'");
  for (const char c : path)
    if (c == '\'') word += "'\\''";
    else word += c;
  return word + "'";
}

/// Adds the instantiation's values to the sheet, in one undo step.
void take_in(Workspace& workspace, FrontEnd::Said& said) {
  said.in_sheet = true;
  auto next = with_compiled(workspace.sheet(), *said.program, said.shown, texts_in(workspace.language()), &said.count);
  workspace.take_in("the compiler's values", [&](Sheet& sheet) {
    // The first note stays in the window's language.
    if (!sheet.entries.empty() && !next.entries.empty() && sheet.entries[0].source.line == 0 && sheet.entries[0].text.starts_with('#'))
      next.entries[0].text = sheet.entries[0].text;
    sheet.entries = std::move(next.entries);
  });
}

}  // namespace

CompilerOffer compiler_offer(const Workspace& workspace) {
  CompilerOffer offer;
  const auto& front_end = workspace.front_end();
  const auto document = workspace.document().id;
  const auto considered = front_end.considered.find(document);
  // Before the first check nothing is known of the compiler.
  if (considered == front_end.considered.end()) return offer;
  std::tie(offer.read, offer.all) = counted(workspace);
  offer.compiler = front_end.compiler;
  offer.why = considered->second;
  offer.folder = compiler_folder(workspace);
  offer.allowed = decided_about(workspace);
  offer.said = front_end.said_of(document);
  offer.doing = front_end.doing();
  using Stage = CompilerOffer::Stage;
  if (offer.doing.document == document) offer.stage = Stage::asking;
  else if (offer.said != nullptr && offer.said->program) offer.stage = Stage::said;
  else if (offer.said != nullptr) offer.stage = Stage::failed, offer.why = offer.said->problem;
  else if (offer.read == offer.all) offer.stage = Stage::none;
  else offer.stage = offer.why.empty() ? Stage::ready : Stage::missing;
  return offer;
}

Message words_of(const CompilerOffer& offer) {
  using Stage = CompilerOffer::Stage;
  switch (offer.stage) {
    case Stage::none: break;
    case Stage::missing:
    case Stage::ready: return message("reading gives {} of {} values", offer.read, offer.all);
    case Stage::asking: {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(FrontEnd::Clock::now() - offer.doing.since).count();
      if (offer.doing.parts < 2) return message("{} is running: {} s", offer.compiler, seconds);
      return message("{} is running: {} of {} parts are done, {} s", offer.compiler, offer.doing.done, offer.doing.parts, seconds);
    }
    case Stage::said: {
      const auto& count = offer.said->count;
      if (count.differs > 0)
        return message("{} values from {}, {} of them not as read in the source", count.added + count.differs, offer.compiler,
                       count.differs);
      return message("{} values from {}, the others as read in the source", count.added, offer.compiler);
    }
    case Stage::failed: return offer.why;
  }
  return {};
}

bool can_ask_compiler(const Workspace& workspace) {
  const auto q = question_of(workspace.sheet());
  if (!q || is_asking_compiler(workspace) || !is_compiler_allowed(workspace)) return false;
  const auto& considered = workspace.front_end().considered;
  const auto it = considered.find(workspace.document().id);
  return it != considered.end() ? it->second.empty() : why_no_front_end(q->program.path, {}).empty();
}

bool is_asking_compiler(const Workspace& workspace) { return workspace.front_end().doing().document == workspace.document().id; }

void ask_compiler(Workspace& workspace, HostRequests& host) {
  auto q = question_of(workspace.sheet());
  if (!q || !is_compiler_allowed(workspace)) return;
  auto& front_end = workspace.front_end();
  front_end.compiler = installed_clang();
  front_end.considered.emplace(workspace.document().id, Message{});
  front_end.ask(workspace.document().id, std::move(*q));
  host.tell(message("{} is running in the background", front_end.compiler), false);
}

std::string compiler_folder(const Workspace& workspace) {
  return question_of(workspace.sheet()) ? folder_of(workspace.sheet().program) : std::string();
}
bool has_compiler_folder(const Workspace& workspace) { return !compiler_folder(workspace).empty(); }
bool is_compiler_allowed(const Workspace& workspace) { return decided_about(workspace).value_or(false); }

void allow_compiler(Workspace& workspace, HostRequests& host) {
  const auto folder = compiler_folder(workspace);
  if (folder.empty()) return;
  workspace.front_end().allowed.insert_or_assign(folder, true);
  if (can_ask_compiler(workspace)) ask_compiler(workspace, host);
}

void forbid_compiler(Workspace& workspace, HostRequests& host) {
  const auto folder = compiler_folder(workspace);
  if (folder.empty()) return;
  auto& front_end = workspace.front_end();
  front_end.allowed.insert_or_assign(folder, false);
  if (const auto doing = front_end.doing(); doing.document != 0 && folder_of(doing.of.program) == folder) front_end.give_up();
  host.tell(message("no compiler is used for the programs in {}", folder), false);
}

void change_compiler_allowed(Workspace& workspace, HostRequests& host) {
  is_compiler_allowed(workspace) ? forbid_compiler(workspace, host) : allow_compiler(workspace, host);
}

void stop_compiler(Workspace& workspace, HostRequests& host) {
  if (!is_asking_compiler(workspace)) return;
  workspace.front_end().give_up();
  host.tell(message("{} was stopped", workspace.front_end().compiler), false);
}

bool has_instances(const Workspace& workspace) {
  const auto* said = workspace.front_end().said_of(workspace.document().id);
  return said != nullptr && said->titles.size() > 1;
}

void show_instance(Workspace& workspace, std::size_t instance) {
  auto* said = workspace.front_end().said_of(workspace.document().id);
  if (said == nullptr || !said->program || instance >= said->titles.size()) return;
  said->shown = instance;
  take_in(workspace, *said);
}

void show_next_instance(Workspace& workspace) {
  const auto* said = workspace.front_end().said_of(workspace.document().id);
  if (said != nullptr && !said->titles.empty()) show_instance(workspace, (said->shown + 1) % said->titles.size());
}

bool can_instrument(const Workspace& workspace) { return question_of(workspace.sheet()).has_value(); }

void copy_instrument_command(const Workspace& workspace, HostRequests& host) {
  host.clipboard = fmt::format("cutescope instrument {} -o traced", quoted(workspace.sheet().program.path));
  host.tell("Copied: the command writes the program into the folder traced, with a line that prints each of its values", false);
}

bool advance_compiler(Workspace& workspace, HostRequests& host) {
  auto& front_end = workspace.front_end();
  const auto& document = workspace.document();
  bool any = front_end.collect();
  front_end.keep([&](std::uint64_t id) { return is_still_open(workspace, id); });
  // Drops a question about a program that was closed, or is read with other macros.
  if (const auto doing = front_end.doing(); doing.document != 0) {
    const auto at =
        std::find_if(workspace.documents().begin(), workspace.documents().end(), [&](const Document& d) { return d.id == doing.document; });
    if (at == workspace.documents().end() || at->sheet.program != doing.of.program) {
      front_end.give_up();
      any = true;
    }
  }
  const auto q = question_of(workspace.sheet());
  if (!q) return any;
  if (!front_end.considered.contains(document.id)) {
    front_end.compiler = installed_clang();
    const auto& why = front_end.considered.emplace(document.id, why_no_front_end(q->program.path, {})).first->second;
    const auto [read, all] = counted(workspace);
    // If most of a program is understood, running the compiler is not worth the seconds it takes. A sheet that names a program comes from
    // elsewhere, so nothing is compiled for it automatically.
    if (front_end.by_itself && document.is_program && is_compiler_allowed(workspace) && why.empty() && (all - read) * 4 >= all &&
        all > read && front_end.doing().document == 0)
      ask_compiler(workspace, host);
    return true;
  }
  auto* said = front_end.said_of(document.id);
  if (said == nullptr) return any;
  // With other macros it is another program.
  if (said->of.program != q->program) {
    front_end.forget(document.id);
    return true;
  }
  if (!said->program || said->in_sheet) return any;
  take_in(workspace, *said);
  host.tell(words_of(compiler_offer(workspace)), false);
  return true;
}

std::vector<ToldRow> said_of(const CompilerOffer& offer, const Texts& texts) {
  using Stage = CompilerOffer::Stage;
  Told rows(texts);
  rows.words(texts(words_of(offer)), offer.stage == Stage::failed ? Tone::error : Tone::faint);
  if (offer.stage == Stage::missing) rows.words(texts(offer.why), Tone::faint);
  if (offer.stage == Stage::ready && !offer.allowed) {
    rows.words(texts(message("The others are unknown. Allow {} for the programs in this folder?", offer.compiler)), Tone::text);
    rows.words(offer.folder, Tone::faint);
  }
  if (offer.stage == Stage::ready && offer.allowed == false)
    rows.words(texts(message("the others are unknown: {} is not allowed for the programs in this folder", offer.compiler)), Tone::faint);
  if (offer.stage != Stage::said || offer.said->titles.empty()) return rows.rows;
  if (const auto& errors = offer.said->program->answer.errors; !errors.empty())
    rows.words(texts(algebra::message("{} could not compile all of it: {}", offer.compiler, errors.substr(0, errors.find('\n')))),
               Tone::hint);
  return rows.rows;
}

std::vector<ToldRow> ways_of(const CompilerOffer& offer, const Texts& texts) {
  using Stage = CompilerOffer::Stage;
  Told rows(texts);
  std::vector<ToldLink> ways;
  // Without permission, that is offered first.
  const bool again = offer.stage == Stage::failed;
  if ((offer.stage == Stage::ready || again) && offer.allowed.value_or(false))
    ways.push_back({texts(again ? message("Run {} again", offer.compiler) : message("Run {}", offer.compiler)), request<ask_compiler>()});
  else if (offer.stage == Stage::ready || again) ways.push_back({rows.tr("Allow"), request<allow_compiler>()});
  if (offer.stage == Stage::ready && !offer.allowed) ways.push_back({rows.tr("Do not allow"), request<forbid_compiler>()});
  if (offer.stage == Stage::asking) ways.push_back({rows.tr("Cancel"), request<stop_compiler>()});
  if (offer.stage == Stage::ready || offer.stage == Stage::missing || offer.stage == Stage::failed)
    ways.push_back({rows.tr("Make the program print them"), request<copy_instrument_command>()});
  rows.links(std::move(ways), 6);
  return rows.rows;
}

}  // namespace app
