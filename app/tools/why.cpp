// `cutescope why`: the reason behind an error of a compiler, the CuTe DSL, the CUDA runtime or compute-sanitizer.

#include "app/tools/tools.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/reading/scan.hpp"
#include "app/import/program.hpp"
#include "app/report/answers.hpp"
#include "app/system/files.hpp"
#include "app/why/repair.hpp"
#include "app/why/why.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

constexpr std::size_t most_error_bytes = std::size_t{64} << 20, most_program_bytes = std::size_t{4} << 20, most_layouts = 64;

std::vector<Option> why_options() {
  return {argument("file", "FILE", "The text of the error, or - for standard input").required(),
          text_option("--program", "FILE", "The program that the text is about, if it is not where the text has it"), json_option(),
          language_option()};
}

nlohmann::json place_json(const why::TextPlace& p) {
  if (p.line == 0) return nullptr;
  return {{"file", p.file}, {"line", p.line}, {"column", p.column}};
}

nlohmann::json reason_json(const why::Why& w) {
  nlohmann::json one{
      {"known", w.rule != nullptr}, {"compiler", why::name_of(w.error.source)}, {"operation", w.operation}, {"error", w.error.words}};
  one["user"] = place_json(w.user);
  one["place"] = place_json(w.error.place);
  one["operands"] = nlohmann::json::array();
  for (const auto& o : w.operands) one["operands"].push_back({{"name", o.name}, {"text", o.text}, {"expression", o.expression}});
  if (w.rule != nullptr) {
    one["rule"] = json_of(w.rule->sentence());
    one["id"] = w.rule->id;
    one["advice"] = json_of(w.rule->what_to_do());
    one["page"] = fmt::format("docs/{}", w.rule->page);
  }
  if (!w.call.empty()) one["call"] = w.call;
  if (!w.reason.empty()) one["reason"] = json_of(w.reason);
  one["repairs"] = nlohmann::json::array();
  for (const auto& r : w.repairs) {
    nlohmann::json repair{{"operand", r.operand}, {"was", r.was}, {"now", r.now}, {"cpp", r.cpp}, {"call", r.call}, {"value", r.value}};
    if (r.line > 0) repair["line"] = r.line, repair["text"] = r.text;
    one["repairs"].push_back(std::move(repair));
  }
  return one;
}

std::string shown(const why::TextPlace& p) {
  if (p.line == 0) return {};
  return p.column > 0 ? fmt::format("{}:{}:{}", p.file, p.line, p.column) : fmt::format("{}:{}", p.file, p.line);
}

void tell(const why::Why& w, Report& report) {
  const auto row = [&](const char* label, const std::string& text) {
    if (!text.empty()) report.print("  {:<12} {}\n", in_words(label), text);
  };
  const auto place = shown(w.user);
  report.print("{}{}\n", place.empty() ? "" : place + ": ", in_words(w.rule->sentence()));
  row("operation", w.operation);
  std::string operands;
  for (const auto& o : w.operands) operands += fmt::format("{}{} = {}", operands.empty() ? "" : "; ", o.name, o.text);
  row("operands", operands);
  if (!w.reason.empty()) row("reason", in_words(w.reason));
  row("error", w.error.words.empty() ? w.error.expression : w.error.words);
  row("asserted at", w.error.is_assertion ? shown(w.error.place) : "");
  row("compiler", std::string(why::name_of(w.error.source)));
  row("advice", in_words(w.rule->what_to_do()));
  for (const auto& r : w.repairs) {
    auto text = r.operand.empty() ? r.now : fmt::format("{} = {}", r.operand, r.now);
    if (!r.value.empty()) text += fmt::format("  ->  {}", r.value);
    row("works", text);
    if (r.line > 0) row("", fmt::format("{}: {}", r.line, r.text));
  }
  row("page", fmt::format("docs/{}", w.rule->page));
}

/// Returns the program that the text is about: --program, or the user's file beside the text or here; "" if there is none.
std::string program_of(const Arguments& asked, const std::string& path, const std::vector<why::Why>& all, Report& report, int& status) {
  if (asked.has("program")) {
    const auto text = read_file(asked.text("program"), most_program_bytes);
    if (!text) status = report.refuse(wrong_input, text.error());
    return text.value_or("");
  }
  for (const auto& w : all) {
    if (w.user.file.empty()) continue;
    for (const auto& folder : {std::filesystem::path(path).parent_path(), std::filesystem::path()}) {
      const auto file = (folder / w.user.file).string();
      if (!is_file(file)) continue;
      if (const auto text = read_file(file, most_program_bytes)) return *text;
    }
  }
  return {};
}

int tell_why(const Arguments& asked, Report& report, ToolHost&) {
  const auto path = source_kind(asked.text("file")) == SourceKind::input ? std::string(input_path) : asked.text("file");
  const auto text = read_file(path, most_error_bytes);
  if (!text) return report.refuse(wrong_input, text.error());
  auto all = why::reasons_in(*text);
  int status = done;
  const auto program = program_of(asked, path, all, report, status);
  if (status != done) return status;
  if (!program.empty())
    for (auto& w : all) w.repairs.clear(), why::find_repairs(w, program);
  auto& data = report.data();
  data = {{"reasons", nlohmann::json::array()}, {"layouts", nlohmann::json::array()}};
  for (const auto& w : all) {
    if (w.rule == nullptr) continue;
    data["reasons"].push_back(reason_json(w));
    tell(w, report);
    report.keep({.rule = std::string(w.rule->id),
                 .message = w.rule->sentence(),
                 .place = {.file = w.user.file, .line = w.user.line, .column = w.user.column}});
  }
  if (!data["reasons"].empty()) return found;
  if (!all.empty()) data["reasons"].push_back(reason_json(all[0]));
  const auto why_not =
      all.empty() ? Message("There is no error in this text.") : message("No rule is known for this error: {}", all[0].error.words);
  data["problem"] = json_of(ReportError{.message = why_not});
  report.say(why_not);
  algebra::LogScanner scanner;
  std::vector<algebra::Scanned> layouts;
  const auto keep = [&layouts](std::vector<algebra::Scanned> more) {
    for (auto& f : more) layouts.push_back(std::move(f));
  };
  constexpr std::size_t piece = std::size_t{1} << 16;
  for (std::size_t at = 0; at < text->size() && layouts.size() < most_layouts; at += piece)
    keep(scanner.feed(std::string_view(*text).substr(at, piece)));
  keep(scanner.finish());
  for (const auto& f : layouts) {
    if (data["layouts"].size() >= most_layouts) break;
    data["layouts"].push_back({{"name", f.name}, {"line", f.line}, {"text", f.text}});
    report.print("  {}{}\n", f.name.empty() ? "" : f.name + " = ", f.text);
  }
  return not_all_checked;
}

}  // namespace

const Tool why_tool{
    .name = "why",
    .group = ToolGroup::layouts,
    .help = "Say why a compiler, the CuTe DSL or CUDA refuses a program, and what works",
    .example = "why errors.txt",
    .options = why_options,
    .run = tell_why,
    .answer =
        "reasons:[{known:bool,compiler:str,operation:str,error:str,user?:any,place?:any,operands:[{name:str,text:str,expression:str}],"
        "rule?:msg,id?:str,advice?:msg,page?:str,call?:str,reason?:msg,repairs:[{operand:str,was:str,now:str,cpp:str,call:str,value:str,"
        "line?:int,text?:str}]}],layouts:[{name:str,line:int,text:str}],problem?:any"};

}  // namespace app
