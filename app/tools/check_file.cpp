#include "app/tools/check_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/functions/members.hpp"
#include "algebra/reading/printed_memory.hpp"
#include "algebra/reading/printed_places.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/facts.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/dsl/dsl_ir.hpp"
#include "app/import/dsl/dsl_print.hpp"
#include "app/import/front_end.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"
#include "app/session/sheet_session.hpp"
#include "app/system/files.hpp"
#include "app/tools/check_sources.hpp"
#include "app/tools/sheet_places.hpp"
#include "app/tools/witnesses.hpp"

namespace app {

using algebra::message;
using nlohmann::json;

namespace {

/// Finds a text as whole words in the statement that begins in that line of a program. Nothing if it is not there.
std::optional<SourcePlace> place_in_statement(std::string_view program, std::size_t line, std::string_view wanted) {
  std::size_t begin = 0;
  for (std::size_t n = 1; n < line; ++n) {
    begin = program.find('\n', begin);
    if (begin == std::string_view::npos) return std::nullopt;
    ++begin;
  }
  const auto statement = program.substr(0, program.find(';', begin));
  const auto alone = [&](std::size_t at) {
    const bool before = at > 0 && algebra::is_word(statement[at - 1]) && algebra::is_word(wanted.front());
    const auto end = at + wanted.size();
    return !before && !(end < statement.size() && algebra::is_word(statement[end]) && algebra::is_word(wanted.back()));
  };
  if (wanted.empty()) return std::nullopt;
  for (auto at = statement.find(wanted, begin); at != std::string_view::npos; at = statement.find(wanted, at + 1)) {
    if (!alone(at)) continue;
    const auto before = statement.substr(begin, at - begin);
    const auto last_break = before.rfind('\n');
    return SourcePlace{line + static_cast<std::size_t>(std::ranges::count(before, '\n')),
                       last_break == std::string_view::npos ? at - begin + 1 : before.size() - last_break};
  }
  return std::nullopt;
}

/// Finds what a problem is about in a program's statement: the message's first operand, else the entry's text there, else its name.
SourcePlace place_of_problem(std::string_view program, std::size_t line, const EntryResult& r, const std::string& text) {
  const auto& [span, problem] = *r.problem;
  const auto& operands = problem.message.operands();
  const auto named = !operands.empty() && operands[0].kind == algebra::Operand::Kind::text ? std::string_view(operands[0].text) : "";
  const auto blamed =
      span.end <= text.size() && span.begin < span.end ? std::string_view(text).substr(span.begin, span.end - span.begin) : "";
  for (const auto wanted : {named, blamed, std::string_view(r.name)})
    if (const auto place = place_in_statement(program, line, wanted)) return *place;
  return {line, 1};
}

/// Finds the places of a program's entries; its sheet begins with a note. Layouts that it only prints have no place.
Places places_in_program(const Sheet& sheet) {
  Places places;
  for (const auto& e : sheet.entries) places.entries.push_back({std::max<std::size_t>(e.source.line, 1), 1});
  return places;
}

/// Collects the findings of one file as JSON, and prints each as it comes.
struct FileFindings {
  CheckRun& run;
  const CheckQuestion& own;
  const std::string& file;
  CheckedFile& checked;
  std::string_view program{};  ///< its text; "" of a sheet
  bool python = false;         ///< the program is one in the CuTe DSL
  std::set<std::pair<std::size_t, std::string>> not_understood{};
  std::set<std::string> refusals{};  ///< that were told of this file

  json& object() { return checked.object; }
  Report& report() { return run.report; }

  void problem(const SourcePlace& p, std::size_t end, const char* rule, const algebra::Message& m,
               const std::vector<std::string>& suggestions = {}) {
    Finding f{
        .rule = rule, .message = m, .suggestions = suggestions, .place = {.file = file, .line = p.line, .column = p.column, .end = end}};
    if (run.baseline.knows(f)) return;
    ++checked.problems;
    report().add(std::move(f));
  }
  void note(const SourcePlace& p, const char* rule, const algebra::Message& m, const std::vector<std::string>& suggestions = {}) {
    report().add({.level = Finding::Level::note,
                  .rule = rule,
                  .message = m,
                  .suggestions = suggestions,
                  .place = {.file = file, .line = p.line, .column = p.column}});
  }
  /// Adds a definition that was not understood, once.
  void add_not_understood(const SourcePlace& p, const ProgramDefinition& d, const algebra::Problem& why) {
    if (!not_understood.emplace(d.line, d.name).second) return;
    ++checked.not_understood;
    if (!own.quiet) note(p, "not_understood", why.message, why.suggestions);
  }
  /// Adds a line beside the answer on how the program was read.
  void remark(const SourcePlace& p, const algebra::Message& m) {
    report().print("{}:{}:{}: {}{}\n", file, p.line, p.column, in_words("note: "), in_words(m));
  }
  void value(const SourcePlace& p, std::string_view text) {
    if (!own.quiet) report().print("{}:{}: {}\n", file, p.line, text);
  }
  /// Records that the file cannot be checked.
  void fail(int status, const algebra::Message& why) {
    checked.status = std::max(checked.status, status);
    checked.is_open = true;
    report().print("cutescope: {}{}\n", in_words("error: "), in_words(why));
    report().keep({.rule = status == environment_failed ? "environment" : "input", .message = why, .place = {.file = file}});
  }
};

/// Splits "FILE: line 3: why" or "the link's sheet: line 3: why" into the place and the reason. `file` names the place's file.
std::pair<SourcePlace, algebra::Message> place_of_refusal(algebra::Message message, std::string_view file) {
  SourcePlace place;
  const auto inner = [&] { return *message.operands().back().message; };
  if ((message.key() == "{}: {}" && message.operands()[0].text == file) || message.key() == in_link_key) message = inner();
  if (message.key() != line_key) return {place, message};
  place.line = std::stoul(message.operands()[0].text);
  return {place, inner()};
}

SourcePlace place_in_entry(SourcePlace place, std::size_t column) { return {place.line, place.column + column}; }

/// Tells whether a condition is one of CuTe or of the algebra. A program that breaks another, one of the sheet's language, was not
/// understood.
bool is_of_layouts(std::string_view condition) {
  constexpr std::string_view all =
      "|adjacent elements|bijective|codomain|common domain|composable|congruent|divisibility|evenly_divides|factor|gmem|injective|"
      "left inverse divisibility|mismatched ranks|mutual refinement|negative size|not canonical|partition|permutation|power of two|"
      "refinement|shape divisibility|shape_div|static_assert|stride divisibility|surjective|swizzle|tensor map|tile divisibility|"
      "tiler rank|tma|tmem|weakly congruent|";
  return !condition.empty() && all.find(fmt::format("|{}|", condition)) != std::string_view::npos;
}

/// Tells whether a stride has more numbers than its shape. CuTe compiles such a layout, because its assertion that they are congruent is
/// switched off.
bool has_spare_strides(const algebra::Message& why) {
  if (why.key() != "The stride {} does not have the profile of the shape {}: it has {}, the shape has {}.") return false;
  return std::stoll(why.operands()[2].text) > std::stoll(why.operands()[3].text);
}

/// Tells whether a definition's problem is the program's: not one that follows from an assumed number or from a thread without a number.
bool is_of_program(const EntryResult& r, const ProgramDefinition& d, const ProgramSettings& settings) {
  if (!d.assumed.empty() || has_spare_strides(d.problem.empty() ? r.problem->problem.message : d.problem)) return false;
  if (r.evaluation)
    return !r.evaluation->verdict.outside ||
           std::ranges::any_of(settings, [](const auto& s) { return parameter_name(parameter_entry(s.first)).starts_with("threadIdx"); });
  return is_of_layouts(d.problem.empty() ? std::string_view(r.problem->problem.condition) : std::string_view(d.refused));
}

/// Whether a contract is broken only by tiles that reach beyond the end of what they divide.
bool reaches_beyond(const algebra::Verdict& v) {
  const auto& why = v.counterexample;
  if (why.key() == "element {} is owned but not in the tensor of {}") return why.operands()[0].text.find('-') == std::string::npos;
  if (why.key() != "the tiles hold {} elements, A has {}: the tiler does not divide it") return false;
  const auto count = [&](std::size_t i) { return std::stoll(why.operands()[i].text); };
  return count(0) > count(1);
}

/// `d`: of a program's entry.
json check_entry(const EntryResult& r, const Entry& written, const ProgramDefinition* d, const SourcePlace& place, algebra::Marks marks,
                 FileFindings& found) {
  // Spans of a program's entry are those of its text in the language.
  const bool of_program = !found.program.empty();
  json entry{{"line", place.line}, {"text", written.text}};
  if (!r.name.empty()) entry["name"] = r.name;
  if (r.evaluation) {
    const auto& v = r.evaluation->verdict;
    const auto value = found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
    entry["value"] = value;
    entry["verdict"] = json_of(v);
    // A broken contract is the entry's problem.
    const auto said = v.kind == algebra::Verdict::Kind::broken ? std::nullopt : words_of(v, true);
    const auto beside = algebra::Message::list(facts_of_program(r));
    const auto name = d != nullptr && d->parameter ? parameter_name(r.name) : r.name;
    found.value(place,
                fmt::format("{}{}{}{}{}", name, name.empty() ? "" : " = ", value, beside.empty() ? "" : " (" + in_words(beside) + ")",
                            said ? "  [" + in_words(said->sentence) + "]" : ""));
  }
  if (r.problem) {
    const auto& [span, problem] = *r.problem;
    entry["error"] = json_of(*r.problem);
    const auto at = of_program ? place_of_problem(found.program, place.line, r, written.text) : place_in_entry(place, span.begin);
    // CuTe rounds the number of tiles up. A program guards the elements beyond the end by predicates, which a layout does not have.
    const bool is_guarded = d != nullptr && r.evaluation && reaches_beyond(r.evaluation->verdict);
    // The refused value that this one uses has the reason.
    const bool is_wrong = d == nullptr || (!is_guarded && is_of_program(r, *d, found.own.settings) &&
                                           (d->refused.empty() || found.refusals.insert(problem.message.text()).second));
    entry["level"] = name_of(is_wrong ? Finding::Level::error : Finding::Level::note);
    const std::size_t end = of_program || span.end <= span.begin ? 0 : place.column + span.end;
    if (is_wrong) found.problem(at, end, r.evaluation ? "contract" : "problem", problem.message, problem.suggestions);
    else if (is_guarded) found.note(at, "contract", problem.message, problem.suggestions);
    else found.add_not_understood(at, *d, problem);
  }
  if (r.evaluation)
    for (const auto& hint : r.evaluation->hints) {
      entry["hints"].push_back(json_of(hint));
      found.note(of_program ? place : place_in_entry(place, hint.span.begin), "hint", hint.problem.message, hint.problem.suggestions);
    }
  return entry;
}

/// Layouts from other sources. Where two differ, the first is right.
using Witnesses = std::vector<WitnessedLayouts>;

/// Returns the place of a tensor's memory: "in nothing that was printed before", or "at mA + 4096".
algebra::Message memory_words(const std::string& memory) {
  if (memory == algebra::PrintedMemory::in_nothing) return "in nothing that was printed before";
  return message("at {}", memory);
}

/// A value that reading has, "" for none, and whether it is assumed.
struct ReadValue {
  std::string value{};
  bool assumed = false;
};

/// Adds a witness's layout as an entry of its own, beside the value that was read.
void add_witnessed(const Witness& by, std::size_t line, const std::string& name, const WitnessedLayouts::Shown& shown,
                   const ReadValue& read, FileFindings& found) {
  json entry{{"line", line},          {"name", name}, {"function", shown.function}, {"kind", "layout"}, {"parameter", false},
             {"value", shown.layout}, {"by", by.by}};
  if (!read.value.empty()) entry["read"] = read.value;
  if (!shown.memory.empty()) entry["memory"] = shown.memory;
  found.object()["entries"].push_back(std::move(entry));
  found.value({line, 1}, fmt::format("{} = {}  [{}{}]", name, shown.layout, in_words(by.note),
                                     shown.memory.empty() ? std::string() : ", " + in_words(memory_words(shown.memory))));
  // No value is an assumption any more.
  if (!read.value.empty() && !read.assumed) found.note({line, 1}, "reading", by.differs(read.value, name, shown.layout));
}

/// Whether a witness knows better than `read` what is there: then it is listed as an entry. `all_read`: what reading has there in all
/// calls; of these a program may have run one.
bool add_correction(const Witnesses& witnesses, std::size_t line, const std::string& name, const ReadValue& read,
                    const std::vector<std::string>& all_read, FileFindings& found) {
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const auto* shown = witnesses[i].layout_at(line, name);
    if (shown == nullptr) continue;
    for (auto other = i + 1; other < witnesses.size(); ++other)
      if (!witnesses[other].agrees(line, name, shown->layout))
        found.note({line, 1}, "reading",
                   message("the compiler gives {} for {}, and the program, as it ran, {}", witnesses[other].layout_at(line, name)->layout,
                           name, shown->layout));
    const auto has_value = [&](const std::string& value) { return !value.empty() && witnesses[i].agrees(line, name, value); };
    if (has_value(read.value) || (&witnesses[i].witness() == &witness::ran && std::any_of(all_read.begin(), all_read.end(), has_value)))
      return false;
    add_witnessed(witnesses[i].witness(), line, name, *shown, read, found);
    return true;
  }
  return false;
}

/// Returns the JSON of a program's entry; a tiled copy, an MMA or an atom has a row for each member.
void add_of_program(json entry, const ProgramDefinition& d, const EntryResult& r, json& all) {
  entry["name"] = d.name;
  entry["function"] = d.function;
  entry["kind"] = d.kind;
  entry["parameter"] = d.parameter;
  if (!d.assumed.empty()) entry["assumed"] = d.assumed;
  if (d.first_round) entry["first_round"] = true;
  if (r.problem) entry["problem"] = problem_line(*r.problem);
  const auto* value = r.value();
  all.push_back(entry);
  if (value == nullptr) return;
  for (const auto& m : algebra::members_of(*value)) {
    all.push_back({{"line", d.line},
                   {"name", fmt::format("{}.{}", d.name, m.name)},
                   {"function", d.function},
                   {"kind", d.kind},
                   {"value", algebra::to_string(m.value, algebra::Marks::underscores)}});
    if (!d.assumed.empty()) all.back()["assumed"] = d.assumed;
    if (d.first_round) all.back()["first_round"] = true;
  }
}

void check_sheet(const Sheet& sheet, const Places& places, const CppProgram* program, FileFindings& found,
                 const Witnesses& witnesses = {}) {
  SheetSession session(sheet);
  found.run.verdicts.decide(session);
  const auto& results = session.results();
  const auto marks = marks_of(session.evaluator().rule());
  found.object()["entries"] = json::array();
  const auto value_of = [&](const EntryResult& r) {
    if (!r.evaluation || r.problem) return std::string();
    return found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
  };
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> read;
  for (std::size_t i = 0; program != nullptr && !witnesses.empty() && i < results.size(); ++i) {
    if (results[i].is_note) continue;
    const auto& d = program->definitions.at(i - 1);
    if (d.file.empty()) read[{d.line, d.name}].push_back(value_of(results[i]));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& r = results[i];
    if (r.is_note) continue;
    const auto* d = program != nullptr ? &program->definitions.at(i - 1) : nullptr;
    if (d != nullptr && d->file.empty() && !witnesses.empty() &&
        add_correction(witnesses, d->line, d->name, {value_of(r), !d->assumed.empty()}, read[{d->line, d->name}], found))
      continue;
    // Another file's definition is listed, and is not a problem of this one.
    if (d != nullptr && !d->file.empty()) {
      json entry{{"line", d->line}, {"text", sheet.entries[i].text}, {"file", d->file}, {"file_line", d->file_line}};
      if (r.evaluation) entry["value"] = found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
      add_of_program(std::move(entry), *d, r, found.object()["entries"]);
      continue;
    }
    auto entry = check_entry(r, sheet.entries[i], d, places.entries.at(i), marks, found);
    if (d != nullptr)
      for (const auto& w : witnesses)
        if (const auto* shown = w.layout_at(d->line, d->name); shown != nullptr && !shown->memory.empty()) {
          entry["memory"] = shown->memory;
          found.note(places.entries.at(i), "memory", message("{} is {}, as it ran", d->name, memory_words(shown->memory)));
        }
    if (d != nullptr) add_of_program(std::move(entry), *d, r, found.object()["entries"]);
    else found.object()["entries"].push_back(std::move(entry));
  }
  for (const auto& w : witnesses)
    for (const auto& [place, shown] : w.all())
      if (read.emplace(place, std::vector<std::string>{}).second) add_correction(witnesses, place.first, place.second, {}, {}, found);
  if (sheet.launch.empty()) return;
  const auto& launch = session.launch();
  found.object()["launch"] = {{"line", places.launch.line}};
  if (launch) return;
  found.object()["launch"]["error"] = json_of(ReportError{.message = launch.error()});
  found.problem(places.launch, 0, "launch", launch.error());
}

/// The macros that a program's conditions ask for. Of those that nothing defines the user may not have thought.
void add_macros(const std::vector<AskedMacro>& macros, FileFindings& found) {
  static constexpr std::array by{"file", "setting", "compiler", "nothing"};
  found.object()["macros"] = json::array();
  for (const auto& m : macros) {
    json macro{{"name", m.name}, {"line", m.line}, {"by", by.at(static_cast<std::size_t>(m.by))}, {"value", nullptr}};
    if (m.value) macro["value"] = *m.value;
    found.object()["macros"].push_back(std::move(macro));
    if (m.by != AskedMacro::By::nothing) continue;
    const bool name = is_macro_name(m.name);
    found.remark({m.line, 1}, name ? message("{} is assumed undefined; -D {} defines it", m.name, m.name)
                                   : message("{} is assumed 0: no header is read", m.name));
  }
}

/// Where a program's other files lie. Headers that are named together are of each source that is; sources stay programs of their own,
/// as a compiler has them.
ProgramFolders program_folders_of(const CheckQuestion& own, const std::string& file) {
  ProgramFolders folders{.include = own.folders};
  const bool header = is_cpp_header(file);
  for (const auto& other : own.files)
    if (other != file && program_language(other) == ProgramLanguage::cpp && (header || is_cpp_header(other)))
      folders.beside.push_back(other);
  return folders;
}

/// Asks the compiler's front end, and says what came of it. A signal to end ends the compiler.
WitnessedLayouts compiled_layouts(const std::string& text, FileFindings& found) {
  const auto& own = found.own;
  auto& report = found.report();
  const auto folders = program_folders_of(own, found.file);
  const auto answer = ask_front_end(ProgramFiles::gather(found.file, text, folders), own.compiled_as, folders, own.macros,
                                    {.given_up = [&] { return found.run.verdicts.interrupted(); }});
  auto& about = found.object()["front_end"];
  if (!answer) {
    about = {{"error", json_of(ReportError{.message = answer.error()})}};
    found.fail(environment_failed, answer.error());
    return WitnessedLayouts(witness::front_end);
  }
  auto instances = json::array();
  for (const auto& i : answer->instances) instances.push_back({{"function", i.function}, {"arguments", i.arguments}});
  about = {
      {"compiler", answer->compiler}, {"source", answer->source}, {"from_cache", answer->from_cache}, {"instances", std::move(instances)}};
  if (!answer->errors.empty()) about["errors"] = answer->errors;
  if (!answer->instead_of.empty()) {
    about["instead_of"] = answer->instead_of;
    report.say(message("{} does not know {}: it compiles for sm_90a", answer->compiler, answer->instead_of));
  }
  report.say(message("{} has {} instantiations in {}; --instance N shows another than the first of each function", answer->compiler,
                     answer->instances.size(), answer->source));
  for (std::size_t i = 0; i < answer->instances.size() && !own.quiet; ++i)
    report.print("  {}: {}<{}>\n", i + 1, answer->instances[i].function, answer->instances[i].arguments);
  if (!answer->errors.empty())
    report.say(message("{} could not compile all of it: {}", answer->compiler, answer->errors.substr(0, answer->errors.find('\n'))));
  if (own.instance > answer->instances.size()) {
    const auto said = message("there are {} instantiations, but no number {}", answer->instances.size(), own.instance);
    about["error"] = json_of(ReportError{.message = said});
    found.fail(wrong_input, said);
    return WitnessedLayouts(witness::front_end);
  }
  return {*answer, found.file, own.instance};
}

/// Adds what the running program printed for this file, from the log of --ran.
WitnessedLayouts ran_layouts(FileFindings& found) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  const auto& path = found.own.ran;
  const auto log = read_file(path, most_bytes);
  WitnessedLayouts all = log ? WitnessedLayouts(algebra::printed_values(*log), found.file) : WitnessedLayouts(witness::ran);
  if (!all.all().empty()) {
    found.object()["ran"] = {{"values", all.all().size()}};
    found.run.any_ran = true;
    return all;
  }
  const auto said = log ? message("{}: cutescope.hpp has printed no value of {} in it", path, found.file) : log.error();
  found.object()["ran"] = {{"error", json_of(ReportError{.message = said})}};
  // A log of one program is not of all the files of a folder.
  if (found.own.several) found.run.none_ran = said;
  else found.fail(wrong_input, said);
  return all;
}

/// Adds the layouts of the DSL's intermediate files beside the program.
WitnessedLayouts layouts_of_ir(const CppProgram& program, FileFindings& found) {
  const auto kept = kept_ir(found.file);
  std::vector<DslIrLayout> all;
  for (const auto& [path, ir] : kept) {
    found.object()["ir"].push_back({{"file", path}, {"layouts", ir.layouts.size()}, {"places", ir.has_places}});
    all.insert(all.end(), ir.layouts.begin(), ir.layouts.end());
  }
  if (!kept.empty() && std::none_of(kept.begin(), kept.end(), [](const auto& k) { return k.second.has_places; }))
    found.report().say(
        message("{} has no line numbers, so it is not compared: set CUTE_DSL_KEEP=ir-debug and CUTE_DSL_LINEINFO=1", kept.front().first));
  return {all, found.file, program};
}

/// Tells which settings and macros that a person gave are of the program. What is of none: why, where it is the only file.
algebra::Message settings_of(CppProgram& program, FileFindings& found) {
  const auto& asked = found.run.question;
  // A build's macros are of all its files.
  std::erase_if(program.unused_macros,
                [&](const auto& name) { return std::ranges::find(asked.macros, name, &MacroSetting::name) == asked.macros.end(); });
  auto why = unused_settings(program, found.file);
  if (!asked.several) return why;
  const auto tell = [&](const std::string& name, const std::string& told, const std::vector<std::string>& unused) {
    if (std::ranges::find(unused, name) == unused.end()) found.run.settings.used(told);
    else found.run.settings.unused(told, why);
  };
  for (const auto& [name, value] : asked.settings) tell(name, name, program.unused);
  for (const auto& m : asked.macros) tell(m.name, "-D " + m.name, program.unused_macros);
  return {};
}

/// Reports that a program has nothing to check.
void note_nothing_found(const CppProgram* program, bool of_cute, bool is_named, FileFindings& found) {
  auto& object = found.object();
  object["definitions"] = object["understood"] = 0;
  object["entries"] = json::array();
  found.checked.without_cute = !of_cute;
  if (!of_cute) object["without_cute"] = true;
  if (program != nullptr && !program->missing.empty()) object["missing"] = program->missing;
  if (!is_named) return;
  const auto said = message("{} defines no layout", found.file);
  object["error"] = json_of(ReportError{.message = said});
  found.report().print("{}{}\n", in_words("note: "), in_words(said));
  // Headers that are named together may be of other things.
  found.checked.is_open = of_cute && !(found.own.several && is_cpp_header(found.file));
}

/// Checks a program: its definitions, and how many of them are understood.
void check_program(const std::string& text, bool is_named, FileFindings& found) {
  const auto& file = found.file;
  const auto& own = found.own;
  const auto words = words_of_cute(text);
  // There are many such files in a repository.
  if (words == CuteWords::none && !is_named) return note_nothing_found(nullptr, false, is_named, found);
  auto part = found.run.together.of(file);
  auto program =
      part ? std::move(*part) : read_program(text, *program_language(file), file, own.settings, own.macros, program_folders_of(own, file));
  found.program = text;
  found.python = *program_language(file) == ProgramLanguage::python;
  if (const auto why = settings_of(program, found); !why.empty()) {
    found.object()["error"] = json_of(ReportError{.message = why});
    return found.fail(wrong_input, why);
  }
  Witnesses witnesses;
  if (!own.ran.empty() && !found.python) witnesses.push_back(ran_layouts(found));
  if (own.front_end && !found.python && (is_named || words == CuteWords::certain)) witnesses.push_back(compiled_layouts(text, found));
  if (found.python) witnesses.push_back(layouts_of_ir(program, found));
  const bool witnessed = std::any_of(witnesses.begin(), witnesses.end(), [](const auto& w) { return !w.all().empty(); });
  const auto counted = understood(program);
  const bool has_layouts = witnessed || std::ranges::any_of(program.definitions, &ProgramDefinition::card);
  const bool of_cute = words == CuteWords::certain || has_layouts;
  // Other programs have vectors and calls of open(), too: of those there is nothing to understand.
  const bool nothing = !has_layouts && (counted.definitions == 0 || !of_cute);
  add_macros(nothing ? std::vector<AskedMacro>{} : program.macros, found);
  if (!program.unread.empty()) found.remark({1, 1}, program.unread);
  if (nothing) return note_nothing_found(&program, of_cute, is_named, found);
  const auto sheet = sheet_of_program(program, file);
  check_sheet(sheet, places_in_program(sheet), &program, found, witnesses);
  if (!program.users.empty()) {
    found.object()["users"] = program.users;
    found.report().say(message("its templates are as {} uses them", fmt::format("{}", fmt::join(program.users, ", "))));
  }
  if (!program.missing.empty()) found.object()["missing"] = program.missing;
  found.object()["definitions"] = counted.definitions;
  found.object()["understood"] = counted.understood;
  if (!own.quiet || !own.several) found.report().say(counted.summary(file));
  // Many open definitions: name the options that know more.
  const bool much_is_open = (counted.definitions - counted.understood) * 4 >= counted.definitions && counted.definitions >= 8;
  if (!found.python && !own.front_end && own.ran.empty() && much_is_open && !own.quiet && !own.several)
    found.report().say("--front-end gets the others from the program's compiler, and cutescope instrument makes the program print them");
}

/// Reads a sheet with the settings that it has.
tl::expected<Sheet, algebra::Message> sheet_with_settings(const std::string& source, const std::string& text, FileFindings& found) {
  const auto load = [&](const ProgramSettings& settings, const MacroSettings& macros) {
    return found.file == source || source == "-" ? sheet_of_file(text, found.file, settings, macros)
                                                 : sheet_of_source(source, settings, macros);
  };
  const auto& asked = found.run.question;
  if (!asked.several) return load(asked.settings, asked.macros);
  if (auto plain = load({}, {}); !plain) return plain;
  ProgramSettings its_own;
  for (const auto& setting : asked.settings) {
    if (const auto one = load({setting}, {})) its_own.push_back(setting), found.run.settings.used(setting.first);
    else found.run.settings.unused(setting.first, one.error());
  }
  for (const auto& macro : asked.macros)
    if (const auto one = load({}, {macro}); !one) found.run.settings.unused("-D " + macro.name, one.error());
  return load(its_own, {});
}

}  // namespace

algebra::Message SettingsUsed::why_unused() const {
  for (const auto& [name, why] : unused_)
    if (!used_.contains(name)) return why;
  return {};
}

CheckedFile check_file(const std::string& source, const CheckQuestion& own, bool is_named, CheckRun& run) {
  const auto kind = checked_kind(source);
  // Places are behind it, and a link is long.
  const auto file = kind == SourceKind::link         ? std::string("link")
                    : kind == SourceKind::input      ? std::string("standard input")
                    : kind == SourceKind::expression ? std::string("expression")
                                                     : source;
  CheckedFile checked{.object = {{"file", file}}};
  FileFindings found{.run = run, .own = own, .file = file, .checked = checked};
  const auto text = kind == SourceKind::link         ? text_of_link(source)
                    : kind == SourceKind::expression ? tl::expected<std::string, algebra::Message>(source)
                                                     : read_file(kind == SourceKind::input ? input_path : source, max_sheet_bytes);
  const auto language = kind == SourceKind::file ? program_language(source) : std::nullopt;
  const bool is_text = text && text->find('\0') == std::string::npos;
  if (!text || (language && !is_text)) {
    const auto why = text ? message("{}: {}", file, algebra::Message("this is not a text file (it holds a NUL byte)")) : text.error();
    checked.object["error"] = json_of(ReportError{.message = why});
    checked.is_open = true;
    if (is_named) found.fail(wrong_input, why);
    else checked.not_looked_at = why;
  } else if (language) {
    check_program(*text, is_named, found);
  } else if (const auto sheet = sheet_with_settings(source, *text, found)) {
    auto places = places_in(text->starts_with("\xEF\xBB\xBF") ? std::string_view(*text).substr(3) : *text);
    if (kind == SourceKind::expression) places.entries.assign(sheet->entries.size(), {});
    check_sheet(*sheet, places, nullptr, found);
  } else {
    const auto [place, why] = place_of_refusal(sheet.error(), file);
    checked.object["error"] = json_of(ReportError{.message = why, .place = {.file = file, .line = place.line}});
    checked.object["line"] = place.line;
    found.problem(place, 0, "problem", why);
  }
  checked.object["problems"] = checked.problems;
  checked.object["not_understood"] = checked.not_understood;
  run.report.looked_at(file);
  return checked;
}

}  // namespace app
