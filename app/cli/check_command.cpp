#include "app/cli/check_command.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/functions/members.hpp"
#include "algebra/reading/printed_memory.hpp"
#include "algebra/reading/printed_places.hpp"
#include "algebra/text/characters.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/check_sources.hpp"
#include "app/cli/check_verdicts.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/cli/sheet_places.hpp"
#include "app/cli/witnesses.hpp"
#include "app/document/facts.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/dsl/dsl_ir.hpp"
#include "app/import/dsl/dsl_print.hpp"
#include "app/import/front_end.hpp"
#include "app/import/headers_together.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using nlohmann::json;

/// Where a text stands as words of its own in the statement that begins in that line of a program; nothing if it does not.
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

/// Where a program's statement has what a problem is about: what the message names first, what its entry's text has there, or the name.
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

/// The same of a program, whose sheet begins with a note; of layouts that are only printed in it nothing is known.
Places places_in_program(const Sheet& sheet) {
  Places places;
  for (const auto& e : sheet.entries) places.entries.push_back({std::max<std::size_t>(e.source.line, 1), 1});
  return places;
}

/// What is found in one sheet, printed as it comes or gathered as JSON.
struct Findings {
  const CheckRequest& request;
  const std::string& file;
  json object;
  std::string_view program{};  ///< its text; "" of a sheet
  bool python = false;         ///< the program is one in the CuTe DSL
  int problems = 0;

  void problem(const SourcePlace& p, std::string_view message) {
    ++problems;
    if (!request.json) print_out("{}:{}:{}: {}{}\n", file, p.line, p.column, in_words("error: "), message);
  }
  void note(const SourcePlace& p, std::string_view message) const {
    if (!request.json) print_out("{}:{}:{}: {}{}\n", file, p.line, p.column, in_words("note: "), message);
  }
  void value(const SourcePlace& p, std::string_view text) const {
    if (!request.json && !request.quiet) print_out("{}:{}: {}\n", file, p.line, text);
  }
};

/// Of "FILE: line 3: why" or "the link's sheet: line 3: why" the place, and why. `file` is said with the place.
std::pair<SourcePlace, algebra::Message> place_of(algebra::Message message, std::string_view file) {
  SourcePlace place;
  const auto inner = [&] { return *message.operands().back().message; };
  if ((message.key() == "{}: {}" && message.operands()[0].text == file) || message.key() == in_link_key) message = inner();
  if (message.key() != line_key) return {place, message};
  place.line = std::stoul(message.operands()[0].text);
  return {place, inner()};
}

SourcePlace within(SourcePlace place, std::size_t column) { return {place.line, place.column + column}; }

std::string without_kind(const algebra::Diagnostic& d) { return problem_line(d); }

json check_entry(const EntryResult& r, const Entry& written, const SourcePlace& place, algebra::Marks marks, Findings& found) {
  // Spans of a program's entry are those of its text in the language.
  const bool of_program = !found.program.empty();
  json entry{{"line", place.line}, {"text", written.text}};
  if (!r.name.empty()) entry["name"] = r.name;
  if (r.evaluation) {
    const auto& v = r.evaluation->verdict;
    const auto value = found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
    entry["value"] = value;
    entry["verdict"] = json_of(v);
    // What breaks a contract is said as the entry's problem.
    const auto said = v.kind == algebra::Verdict::Kind::broken ? std::nullopt : words_of(v, true);
    const auto beside = algebra::Message::list(facts_of_program(r));
    found.value(place,
                fmt::format("{}{}{}{}{}", r.name, r.name.empty() ? "" : " = ", value, beside.empty() ? "" : " (" + in_words(beside) + ")",
                            said ? "  [" + in_words(said->sentence) + "]" : ""));
  }
  if (r.problem) {
    entry["error"] = json_of(*r.problem);
    found.problem(of_program ? place_of_problem(found.program, place.line, r, written.text) : within(place, r.problem->span.begin),
                  without_kind(*r.problem));
  }
  if (r.evaluation)
    for (const auto& hint : r.evaluation->hints) {
      entry["hints"].push_back(json_of(hint));
      found.note(of_program ? place : within(place, hint.span.begin), without_kind(hint));
    }
  return entry;
}

/// The one that is right where they differ comes first.
using Witnesses = std::vector<WitnessedLayouts>;

/// "in nothing that was printed before", or "at mA + 4096".
algebra::Message memory_words(const std::string& memory) {
  if (memory == algebra::PrintedMemory::in_nothing) return "in nothing that was printed before";
  return algebra::message("at {}", memory);
}

/// A value that reading has, "" for none, and whether it is assumed.
struct Read {
  std::string value{};
  bool assumed = false;
};

/// A witness's layout as an entry of its own: where reading has no value, or another.
void add_witnessed(const Witness& by, std::size_t line, const std::string& name, const WitnessedLayouts::Shown& shown, const Read& read,
                   Findings& found) {
  json entry{{"line", line},          {"name", name}, {"function", shown.function}, {"kind", "layout"}, {"parameter", false},
             {"value", shown.layout}, {"by", by.by}};
  if (!read.value.empty()) entry["read"] = read.value;
  if (!shown.memory.empty()) entry["memory"] = shown.memory;
  found.object["entries"].push_back(std::move(entry));
  found.value({line, 1}, fmt::format("{} = {}  [{}{}]", name, shown.layout, in_words(by.note),
                                     shown.memory.empty() ? std::string() : ", " + in_words(memory_words(shown.memory))));
  // What was assumed is settled now.
  if (!read.value.empty() && !read.assumed) found.note({line, 1}, in_words(by.differs(read.value, name, shown.layout)));
}

/// Whether a witness knows better than `read` what is there: then it is listed as an entry. `all_read`: what reading has there in all
/// calls; of these a program may have run one.
bool corrected(const Witnesses& witnesses, std::size_t line, const std::string& name, const Read& read,
               const std::vector<std::string>& all_read, Findings& found) {
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    const auto* shown = witnesses[i].at(line, name);
    if (shown == nullptr) continue;
    for (auto other = i + 1; other < witnesses.size(); ++other)
      if (!witnesses[other].agree(line, name, shown->layout))
        found.note({line, 1}, in_words(algebra::message("the compiler has {} for {}, and the program, as it ran, {}",
                                                        witnesses[other].at(line, name)->layout, name, shown->layout)));
    const auto agrees = [&](const std::string& value) { return !value.empty() && witnesses[i].agree(line, name, value); };
    if (agrees(read.value) || (&witnesses[i].by() == &witness::ran && std::any_of(all_read.begin(), all_read.end(), agrees))) return false;
    add_witnessed(witnesses[i].by(), line, name, *shown, read, found);
    return true;
  }
  return false;
}

/// What a program's entry is in the program; of tiled copies, MMAs and atoms with a row for each member.
void add_of_program(json entry, const ProgramDefinition& d, const EntryResult& r, json& all) {
  entry["name"] = d.name;
  entry["function"] = d.function;
  entry["kind"] = d.kind;
  entry["parameter"] = d.parameter;
  if (!d.assumed.empty()) entry["assumed"] = d.assumed;
  if (d.first_round) entry["first_round"] = true;
  if (r.problem) entry["problem"] = without_kind(*r.problem);
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

void check_sheet(const Sheet& sheet, const Places& places, const CppProgram* program, CheckVerdicts& verdicts, Findings& found,
                 const Witnesses& witnesses = {}) {
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  verdicts.decide(evaluator);
  const auto marks = marks_of(evaluator.rule());
  found.object["entries"] = json::array();
  const auto value_of = [&](const EntryResult& r) {
    if (!r.evaluation || r.problem) return std::string();
    return found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
  };
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> read;
  for (std::size_t i = 0; program != nullptr && !witnesses.empty() && i < evaluator.results().size(); ++i) {
    if (evaluator.results()[i].is_note) continue;
    const auto& d = program->definitions.at(i - 1);
    if (d.file.empty()) read[{d.line, d.name}].push_back(value_of(evaluator.results()[i]));
  }
  for (std::size_t i = 0; i < evaluator.results().size(); ++i) {
    const auto& r = evaluator.results()[i];
    if (r.is_note) continue;
    const auto* d = program != nullptr ? &program->definitions.at(i - 1) : nullptr;
    if (d != nullptr && d->file.empty() && !witnesses.empty() &&
        corrected(witnesses, d->line, d->name, {value_of(r), !d->assumed.empty()}, read[{d->line, d->name}], found))
      continue;
    // Of another file, which is not the one that is checked: listed, and no problem of this one.
    if (d != nullptr && !d->file.empty()) {
      json entry{{"line", d->line}, {"text", sheet.entries[i].text}, {"file", d->file}, {"file_line", d->file_line}};
      if (r.evaluation) entry["value"] = found.python ? dsl_string(r.evaluation->value) : algebra::to_string(r.evaluation->value, marks);
      add_of_program(std::move(entry), *d, r, found.object["entries"]);
      continue;
    }
    auto entry = check_entry(evaluator.results()[i], sheet.entries[i], places.entries.at(i), marks, found);
    if (d != nullptr)
      for (const auto& w : witnesses)
        if (const auto* shown = w.at(d->line, d->name); shown != nullptr && !shown->memory.empty()) {
          entry["memory"] = shown->memory;
          found.note(places.entries.at(i), in_words(algebra::message("{} is {}, as it ran", d->name, memory_words(shown->memory))));
        }
    if (program != nullptr)
      add_of_program(std::move(entry), program->definitions.at(i - 1), evaluator.results()[i], found.object["entries"]);
    else found.object["entries"].push_back(std::move(entry));
  }
  for (const auto& w : witnesses)
    for (const auto& [place, shown] : w.all())
      if (read.emplace(place, std::vector<std::string>{}).second) corrected(witnesses, place.first, place.second, {}, {}, found);
  if (sheet.launch.empty()) return;
  const auto launch = plan(evaluator, sheet.launch);
  found.object["launch"] = {{"line", places.launch.line}};
  if (launch) return;
  found.object["launch"]["error"] = json_of(launch.error());
  found.problem(places.launch, in_words(launch.error()));
}

/// The macros that a program's conditions ask for. Of those that nothing defines the user may not have thought.
void add_macros(const std::vector<AskedMacro>& macros, Findings& found) {
  static constexpr std::array by{"file", "setting", "compiler", "nothing"};
  found.object["macros"] = json::array();
  for (const auto& m : macros) {
    json macro{{"name", m.name}, {"line", m.line}, {"by", by.at(static_cast<std::size_t>(m.by))}, {"value", nullptr}};
    if (m.value) macro["value"] = *m.value;
    found.object["macros"].push_back(std::move(macro));
    if (m.by != AskedMacro::By::nothing) continue;
    const bool name = is_macro_name(m.name);
    found.note({m.line, 1}, in_words(name ? algebra::message("{} is taken as not defined; -D {} defines it", m.name, m.name)
                                          : algebra::message("{} is taken as 0: no header is read", m.name)));
  }
}

/// Where a program's other files lie. Headers that are named together are of each source that is; sources stay programs of their own,
/// as a compiler has them.
ProgramFolders folders_of(const CheckRequest& request, const std::string& file) {
  ProgramFolders folders{.include = request.folders};
  const bool header = is_cpp_header(file);
  for (const auto& other : request.files)
    if (other != file && program_language(other) == ProgramLanguage::cpp && (header || is_cpp_header(other)))
      folders.beside.push_back(other);
  return folders;
}

/// Asks the compiler's front end, and says what came of it. A signal to end ends the compiler.
WitnessedLayouts compiled_layouts(const std::string& text, const std::string& file, const CheckVerdicts& verdicts, Findings& found) {
  const auto& request = found.request;
  const auto folders = folders_of(request, file);
  const auto answer = ask_front_end(ProgramFiles::gather(file, text, folders), request.compiled_as, folders, request.macros,
                                    {.given_up = [&] { return verdicts.interrupted(); }});
  if (!answer) {
    ++found.problems;
    found.object["front_end"] = {{"error", json_of(answer.error())}};
    if (!request.json) print_out("cutescope: {}{}\n", in_words("error: "), in_words(answer.error()));
    return WitnessedLayouts(witness::front_end);
  }
  auto instances = json::array();
  for (const auto& i : answer->instances) instances.push_back({{"function", i.function}, {"arguments", i.arguments}});
  found.object["front_end"] = {
      {"compiler", answer->compiler}, {"source", answer->source}, {"from_cache", answer->from_cache}, {"instances", std::move(instances)}};
  if (!answer->errors.empty()) found.object["front_end"]["errors"] = answer->errors;
  if (!answer->instead_of.empty()) found.object["front_end"]["instead_of"] = answer->instead_of;
  if (!request.json) {
    if (!answer->instead_of.empty())
      print_out("{}\n", in_words(algebra::message("{} does not know {}: it compiles for sm_90a", answer->compiler, answer->instead_of)));
    print_out("{}\n",
              in_words(algebra::message("{} has {} instantiations in {}; --instance N shows another than the first of each function",
                                        answer->compiler, answer->instances.size(), answer->source)));
    for (std::size_t i = 0; i < answer->instances.size() && !request.quiet; ++i)
      print_out("  {}: {}<{}>\n", i + 1, answer->instances[i].function, answer->instances[i].arguments);
    if (!answer->errors.empty())
      print_out("{}\n", in_words(algebra::message("{} could not compile all of it: {}", answer->compiler,
                                                  answer->errors.substr(0, answer->errors.find('\n')))));
  }
  if (request.instance > answer->instances.size()) {
    ++found.problems;
    const auto said = algebra::message("there are {} instantiations, and no {}", answer->instances.size(), request.instance);
    if (!request.json) print_out("cutescope: {}{}\n", in_words("error: "), in_words(said));
    return WitnessedLayouts(witness::front_end);
  }
  return {*answer, file, request.instance};
}

/// What the program has printed, and how much of it is of this file.
WitnessedLayouts ran_layouts(const std::string& file, Findings& found) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  const auto log = read_file(found.request.ran, most_bytes);
  WitnessedLayouts all = log ? WitnessedLayouts(algebra::printed_values(*log), file) : WitnessedLayouts(witness::ran);
  if (all.all().empty()) {
    const auto said = log ? algebra::message("{}: cutescope.hpp has printed nothing of {} in it", found.request.ran, file) : log.error();
    ++found.problems;
    found.object["ran"] = {{"error", json_of(said)}};
    if (!found.request.json) print_out("cutescope: {}{}\n", in_words("error: "), in_words(said));
  } else {
    found.object["ran"] = {{"values", all.all().size()}};
  }
  return all;
}

/// What the intermediate files that lie beside a program in the DSL say of it.
WitnessedLayouts layouts_of_ir(const std::string& file, const CppProgram& program, Findings& found) {
  const auto kept = kept_ir(file);
  std::vector<DslIrLayout> all;
  for (const auto& [path, ir] : kept) {
    found.object["ir"].push_back({{"file", path}, {"layouts", ir.layouts.size()}, {"places", ir.has_places}});
    all.insert(all.end(), ir.layouts.begin(), ir.layouts.end());
  }
  if (!kept.empty() && !found.request.json && std::none_of(kept.begin(), kept.end(), [](const auto& k) { return k.second.has_places; }))
    print_out("{}\n", in_words(algebra::message("{} does not say of which lines it is, and is not compared: CUTE_DSL_KEEP=ir-debug with "
                                                "CUTE_DSL_LINEINFO=1 has the compiler say it",
                                                kept.front().first)));
  return {all, file, program};
}

/// The headers that are named, which are one program with the sources that are.
HeadersTogether headers_of(const CheckRequest& request) {
  std::vector<std::string> headers;
  ProgramFolders folders{.include = request.folders};
  for (const auto& file : request.files)
    if (program_language(file) == ProgramLanguage::cpp) (is_cpp_header(file) ? headers : folders.beside).push_back(file);
  return {std::move(headers), request.settings, request.macros, std::move(folders)};
}

/// A C++ program: its definitions, and how many of them are understood. Nothing in `part`: it is to be read.
void check_program(const std::string& text, const std::string& file, std::optional<CppProgram> part, CheckVerdicts& verdicts,
                   Findings& found) {
  const bool is_part = part.has_value();
  const auto program = part ? std::move(*part)
                            : read_program(text, *program_language(file), file, found.request.settings, found.request.macros,
                                           folders_of(found.request, file));
  found.program = text;
  found.python = *program_language(file) == ProgramLanguage::python;
  Witnesses witnesses;
  if (!found.request.ran.empty() && !found.python) witnesses.push_back(ran_layouts(file, found));
  if (found.request.front_end && !found.python) witnesses.push_back(compiled_layouts(text, file, verdicts, found));
  if (found.python) witnesses.push_back(layouts_of_ir(file, program, found));
  const bool witnessed = std::any_of(witnesses.begin(), witnesses.end(), [](const auto& w) { return !w.all().empty(); });
  const auto why = unused_settings(program, file);
  if (why.empty()) add_macros(program.macros, found);
  if (!program.unread.empty()) found.note({1, 1}, in_words(program.unread));
  const auto counted = understood(program);
  if (!why.empty() || (counted.definitions == 0 && !witnessed)) {
    const auto said = why.empty() ? algebra::message("{}: no layout is defined in it", file) : why;
    // One of several headers may be of other things.
    if (is_part && why.empty()) {
      found.object["definitions"] = found.object["understood"] = 0;
      found.object["entries"] = json::array();
      if (!found.request.json) print_out("{}\n", in_words(said));
      return;
    }
    ++found.problems;
    found.object["error"] = json_of(said);
    if (!found.request.json) print_out("cutescope: {}{}\n", in_words("error: "), in_words(said));
    return;
  }
  const auto sheet = sheet_of_program(program, file);
  check_sheet(sheet, places_in_program(sheet), &program, verdicts, found, witnesses);
  if (!program.users.empty()) {
    found.object["users"] = program.users;
    if (!found.request.json)
      print_out("{}\n", in_words(algebra::message("its templates are as {} uses them", fmt::format("{}", fmt::join(program.users, ", ")))));
  }
  if (!program.missing.empty()) found.object["missing"] = program.missing;
  found.object["definitions"] = counted.definitions;
  found.object["understood"] = counted.understood;
  if (found.request.json) return;
  print_out("{}\n", in_words(counted.summary(file)));
  // Where much is open the ways that know more are named.
  const bool much_is_open = (counted.definitions - counted.understood) * 4 >= counted.definitions && counted.definitions >= 8;
  if (!found.python && !found.request.front_end && found.request.ran.empty() && much_is_open && !found.request.quiet)
    print_out("{}\n", in_words(algebra::Message("--front-end asks the program's compiler for the others, and cutescope instrument has the "
                                                "program print them")));
}

}  // namespace

int check_files(const CheckRequest& request) {
  const auto sources = check_sources(request.files);
  if (!sources) return complain(bad_input, sources.error());
  int problems = 0;
  auto files = json::array();
  CheckVerdicts verdicts(request.seconds, !request.quiet && !request.json);
  const auto together = headers_of(request);
  for (const auto& [source, its_folders, its_macros, compiled_as] : sources->all) {
    if (verdicts.interrupted()) break;
    // What a person says comes before what its compiler is told.
    auto own = request;
    own.folders.insert(own.folders.end(), its_folders.begin(), its_folders.end());
    own.macros.insert(own.macros.begin(), its_macros.begin(), its_macros.end());
    if (own.compiled_as.architecture.empty()) own.compiled_as.architecture = compiled_as.architecture;
    if (own.compiled_as.standard.empty()) own.compiled_as.standard = compiled_as.standard;
    const bool link = is_sheet_link(source);
    // Places are behind it, and a link is long.
    const auto file = link ? std::string("link") : source;
    Findings found{.request = own, .file = file, .object = {{"file", file}}};
    const auto text = link ? text_of_link(source) : read_file(source, max_sheet_bytes);
    const auto language = program_language(file);
    const bool cpp = language && text && text->find('\0') == std::string::npos;
    const auto sheet = !text || cpp ? tl::expected<Sheet, algebra::Message>(Sheet{})
                       : link       ? load_sheet(source, own.settings, own.macros)
                                    : sheet_of_file(*text, source, own.settings, own.macros);
    if (!text) {
      ++found.problems;
      found.object["error"] = json_of(text.error());
      if (!request.json) print_out("cutescope: {}{}\n", in_words("error: "), in_words(text.error()));
    } else if (cpp) {
      check_program(*text, file, together.of(file), verdicts, found);
    } else if (!sheet) {
      const auto [place, why] = language ? std::pair(SourcePlace{}, sheet.error()) : place_of(sheet.error(), file);
      found.object["error"] = json_of(why);
      found.object["line"] = place.line;
      found.problem(place, in_words(why));
    } else {
      check_sheet(
          *sheet,
          language ? places_in_program(*sheet) : places_in(text->starts_with("\xEF\xBB\xBF") ? std::string_view(*text).substr(3) : *text),
          nullptr, verdicts, found);
    }
    problems += found.problems;
    found.object["problems"] = found.problems;
    files.push_back(std::move(found.object));
  }
  const auto remark = verdicts.remark();
  auto not_looked_at = json::array();
  for (const auto& m : sources->left_out) not_looked_at.push_back(json_of(m));
  const auto problems_counted = problems == 1 ? algebra::Message("1 problem") : algebra::message("{} problems", problems);
  if (request.json)
    print_out_json(dumped({{"problems", problems},
                           {"sampled", verdicts.sampled()},
                           {"seconds", verdicts.seconds()},
                           {"interrupted", verdicts.interrupted()},
                           {"not_looked_at", std::move(not_looked_at)},
                           {"files", std::move(files)}}) +
                   "\n");
  else {
    for (const auto& m : sources->left_out) print_out("{}{}\n", in_words("note: "), in_words(m));
    if (!remark.empty()) print_out("{}\n", in_words(remark));
    const auto files_counted = sources->all.size();
    print_out("{}\n",
              in_words(files_counted == 1 ? problems_counted : algebra::message("{} in {} sheets", problems_counted, files_counted)));
  }
  if (verdicts.interrupted()) return interrupted;
  return problems == 0 ? done : bad_input;
}

}  // namespace app
