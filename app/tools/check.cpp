// `cutescope check`: checks sheets, and the layouts of programs, in a build.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "app/report/answers.hpp"
#include "app/tools/check_baseline.hpp"
#include "app/tools/check_file.hpp"
#include "app/tools/check_sources.hpp"
#include "app/tools/check_verdicts.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;
using nlohmann::json;

std::vector<Option> check_options() {
  return joined_options(
      {{argument("files", "FILE",
                 "Sheets (.cutes), programs (.cu .cpp .hpp .py), folders of them, a compile_commands.json, links, expressions, or -")
            .required()
            .repeated()},
       program_options(),
       {flag("--front-end", "Read C++ programs by clang's front end, too: static sizes are the compiler's").local(),
        text_option("--arch", "NAME", "Compile for this with --front-end, such as sm_90a. Default: what the program names")
            .not_empty()
            .local(),
        text_option("--std", "NAME", "Compile as this standard with --front-end, such as c++20. Default: c++17").not_empty().local(),
        integer("--instance", "N", 1, 1e6, "Show this one of the instantiations that --front-end lists").local(),
        text_option("--ran", "FILE", "Take the exact values that cutescope.hpp has printed into this log of the program").not_empty(),
        exclude_option(), text_option("--baseline", "FILE", "Do not count the findings that this file lists").not_empty(),
        flag("--write-baseline", "Write the findings into the file of --baseline").local()},
       strictness_options(),
       {flag("--quiet", "Print only findings and hints"), form_option(), json_option(), seconds_option(), memory_option(),
        language_option()}});
}

/// The counts of one run of check, for its last line.
struct CheckCounts {
  std::size_t files = 0, problems = 0, not_understood = 0, without_cute = 0, known = 0, unread = 0;
};

/// Returns the last line: "1 problem in 4 files; not understood: 3 definitions; without CuTe: 2 files; not read: 1 file"
Message check_summary(const CheckCounts& n) {
  auto text = n.problems == 1 ? Message("1 problem") : message("{} problems", n.problems);
  if (n.files != 1) text = message("{} in {} files", text, n.files);
  if (n.not_understood == 1) text = message("{}; not understood: 1 definition", text);
  else if (n.not_understood > 1) text = message("{}; not understood: {} definitions", text, n.not_understood);
  if (n.without_cute == 1) text = message("{}; without CuTe: 1 file", text);
  else if (n.without_cute > 1) text = message("{}; without CuTe: {} files", text, n.without_cute);
  if (n.unread == 1) text = message("{}; not read: 1 file", text);
  else if (n.unread > 1) text = message("{}; not read: {} files", text, n.unread);
  if (n.known > 0) text = message("{}; in the baseline: {}", text, n.known);
  return text;
}

/// Returns the named headers: with the named sources they are one program.
HeadersTogether named_headers_of(const CheckQuestion& question) {
  std::vector<std::string> headers;
  ProgramFolders folders{.include = question.folders};
  for (const auto& file : question.files)
    if (program_language(file) == ProgramLanguage::cpp) (is_cpp_header(file) ? headers : folders.beside).push_back(file);
  return {std::move(headers), question.settings, question.macros, std::move(folders)};
}

/// Adds the folders and macros of the file's build; those that the user gives come first.
CheckQuestion question_of(const CheckQuestion& question, const CompiledSource& source) {
  auto own = question;
  own.folders.insert(own.folders.end(), source.folders.begin(), source.folders.end());
  own.macros.insert(own.macros.begin(), source.macros.begin(), source.macros.end());
  if (own.compiled_as.architecture.empty()) own.compiled_as.architecture = source.compiled_as.architecture;
  if (own.compiled_as.standard.empty()) own.compiled_as.standard = source.compiled_as.standard;
  return own;
}

int check(const Arguments& asked, Report& report, ToolHost& host) {
  if (const auto wrong = contradicting_strictness(asked); !wrong.empty()) return report.refuse(wrong_input, wrong);
  const auto& baseline_path = asked.text("baseline");
  const bool writes_baseline = asked.flag("write-baseline");
  if (writes_baseline && baseline_path.empty()) return report.refuse(wrong_input, "--write-baseline needs --baseline FILE");
  if (const auto mib = asked.number("memory")) algebra::memory_budget().set(static_cast<std::int64_t>(*mib * 0x1p20));
  CheckQuestion question{.files = asked.all("files"),
                         .quiet = asked.flag("quiet"),
                         .settings = asked.settings(),
                         .macros = asked.macros(),
                         .folders = asked.folders(),
                         .front_end = asked.flag("front-end"),
                         .ran = asked.text("ran"),
                         .compiled_as = {.architecture = asked.text("arch"), .standard = asked.text("std")},
                         .instance = static_cast<std::size_t>(asked.integer("instance").value_or(0))};
  const auto sources = check_sources(question.files, asked.all("exclude"));
  if (!sources) return report.refuse(wrong_input, sources.error());
  question.several = sources->all.size() > 1;
  CheckBaseline baseline;
  if (writes_baseline) {
    baseline = CheckBaseline::to_write(baseline_path);
  } else if (!baseline_path.empty()) {
    auto read = CheckBaseline::read(baseline_path);
    if (!read) return report.refuse(wrong_input, read.error());
    baseline = *std::move(read);
  }

  CheckVerdicts verdicts(verdict_seconds(asked, host), report.is_text() && !question.quiet, host);
  SettingsUsed settings;
  const auto together = named_headers_of(question);
  CheckRun run{.question = question,
               .together = together,
               .verdicts = verdicts,
               .baseline = baseline,
               .settings = settings,
               .report = report,
               .any_ran = false,
               .none_ran = {}};
  CheckCounts counts;
  std::size_t looked_at = 0, refused = 0;
  auto left_out = sources->left_out;
  auto files = json::array();
  std::vector<std::string> paths;
  int failed = done;
  bool is_open = false;
  for (const auto& source : sources->all) {
    if (verdicts.interrupted()) break;
    verdicts.files(looked_at++, sources->all.size());
    const bool is_named = std::ranges::find(question.files, source.path) != question.files.end();
    auto file = check_file(source.path, question_of(question, source), is_named, run);
    counts.problems += file.problems;
    counts.not_understood += file.not_understood;
    counts.without_cute += file.without_cute ? 1 : 0;
    refused += file.status != done ? 1 : 0;
    counts.unread += file.status != done || !file.not_looked_at.empty() ? 1 : 0;
    is_open |= file.is_open;
    // Report wrong input before a failing environment.
    if (file.status != done) failed = failed == done ? file.status : std::min(failed, file.status);
    if (!file.not_looked_at.empty()) left_out.push_back(file.not_looked_at);
    files.push_back(std::move(file.object));
    paths.push_back(source.path);
  }
  const bool is_whole = !verdicts.interrupted();
  auto wrong = is_whole ? settings.why_unused() : Message();
  if (is_whole && wrong.empty() && !run.any_ran) wrong = run.none_ran;

  auto& data = report.data();
  data = {{"problems", counts.problems},           {"not_understood", counts.not_understood}, {"without_cute", counts.without_cute},
          {"baseline", baseline.known()},          {"sampled", verdicts.sampled()},           {"seconds", verdicts.seconds()},
          {"interrupted", verdicts.interrupted()}, {"not_looked_at", json_of(left_out)},      {"files", std::move(files)}};
  note_left_out(report, left_out);
  if (const auto remark = verdicts.remark(); !remark.empty()) report.say(remark);
  if (!wrong.empty()) failed = report.refuse(wrong_input, wrong);
  if (writes_baseline && is_whole && failed == done) {
    if (const auto written = baseline.write(); !written) failed = report.refuse(environment_failed, written.error());
    else report.note(message("{}: findings written: {}", baseline.path(), baseline.known()));
  } else if (const auto gone = is_whole ? baseline.count_missing(paths) : 0; gone > 0) {
    report.note(message("{}: {} of its findings are no longer there; --write-baseline leaves them out", baseline.path(), gone));
  }
  counts.files = sources->all.size();
  counts.known = baseline.known();
  // A question that was refused for all files has no answer: "0 problems" would be one.
  if (refused < counts.files && wrong.empty()) report.say(check_summary(counts));

  if (!is_whole) return interrupted;
  if (failed != done) return failed;
  if (counts.problems > 0) return found;
  if (!is_open && counts.not_understood == 0 && left_out.empty()) return done;
  return status_of_unchecked(asked);
}

}  // namespace

const Tool check_tool{.name = "check",
                      .group = ToolGroup::kernels,
                      .help = "Check every entry of sheets, and the layouts of programs",
                      .example = "check \"A = (4,8):(8,1)\"",
                      .options = check_options,
                      .run = check,
                      .answer =
                          "problems:int,not_understood:int,without_cute:int,baseline:int,sampled:int,seconds:num,"
                          "interrupted:bool,not_looked_at:[msg],files:[{file:str,problems:int,not_understood:int,"
                          "without_cute?:bool,line?:int,error?:err|msg,definitions?:int,understood?:int,users?:[str],"
                          "missing?:[str],macros?:[{name:str,line:int,by:str,value:str|null}],front_end?:obj,ran?:obj,"
                          "ir?:[obj],launch?:{line:int,error?:err|msg},entries?:[{line:int,text?:str,name?:str,value?:str,"
                          "verdict?:verdict,error?:err,level?:str,problem?:str,hints?:[err],function?:str,kind?:str,"
                          "parameter?:bool,assumed?:any,first_round?:bool,file?:str,file_line?:int,memory?:str,by?:str,"
                          "read?:str}]}]"};

}  // namespace app
