#include "app/report/report.hpp"

#include <algorithm>
#include <map>

#include "app/report/answers.hpp"
#include "app/report/finding_forms.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using nlohmann::json;

json or_null(std::size_t number) { return number == 0 ? json(nullptr) : json(number); }

json place_json(const ReportPlace& p) {
  return {{"file", p.file.empty() ? json(nullptr) : json(p.file)},
          {"line", or_null(p.line)},
          {"column", or_null(p.column)},
          {"end", or_null(p.end)}};
}

/// Returns the fields that an error and a finding share.
json fields_of(const algebra::Message& m, const std::vector<std::string>& suggestions, const ReportPlace& place) {
  json j = place_json(place);
  j["key"] = m.key();
  j["operands"] = gpu::operands_of(m);
  j["text"] = m.text();
  j["suggestions"] = suggestions;
  return j;
}

/// Returns the error's line, and under an expression a caret line with the place.
std::string text_of(const ReportError& e) {
  const auto line = with_suggestions(e.message, e.suggestions);
  if (e.source.empty()) return fmt::format("cutescope: {}\n", line);
  auto text = fmt::format("{}{}\n", in_words("error: "), line);
  const auto begin = e.place.column - std::min<std::size_t>(e.place.column, 1);
  if (e.source.size() > 400 || e.source.find('\n') != std::string::npos || begin > e.source.size()) return text;
  const auto end = std::max(std::min(e.place.end - std::min<std::size_t>(e.place.end, 1), e.source.size()), begin + 1);
  return text + fmt::format("  {}\n  {}{}\n", e.source, std::string(begin, ' '), std::string(end - begin, '^'));
}

}  // namespace

ReportError error_of(std::string_view source, const algebra::Diagnostic& d) {
  return {.message = d.problem.message,
          .code = d.problem.condition,
          .suggestions = d.problem.suggestions,
          .place = {.file = {}, .line = 1, .column = d.span.begin + 1, .end = d.span.end + 1},
          .source = std::string(source)};
}

std::string_view name_of(Finding::Level level) {
  switch (level) {
    case Finding::Level::note: return "note";
    case Finding::Level::warning: return "warning";
    case Finding::Level::error: break;
  }
  return "error";
}

std::string KeptReport::data_json() const {
  // Within a row line breaks are escaped: each that there is ends one.
  auto rows = data;
  while (rows.ends_with('\n')) rows.pop_back();
  std::ranges::replace(rows, '\n', ',');
  return "[" + rows + "]";
}

void Report::remark(std::string_view kind, std::string_view words) {
  if (is_text()) sink_.remark(fmt::format("{}{}\n", kind, words));
}

void Report::row(const json& j) {
  has_rows_ = true;
  if (is_json()) sink_.json(dumped(j) + "\n");
}

void Report::add(Finding f) {
  print("{}:{}:{}: {}{}\n", f.place.file, f.place.line, f.place.column, in_words(fmt::format("{}: ", name_of(f.level)).c_str()),
        with_suggestions(f.message, f.suggestions));
  keep(std::move(f));
}

void Report::rows(std::string_view lines) {
  has_rows_ = true;
  if (is_json()) sink_.json(lines);
}

void Report::say_why(const ReportError& e) {
  if (is_text()) sink_.remark(text_of(e));
}

int Report::refuse(int status, ReportError e) {
  say_why(e);
  if (!is_json()) keep({.rule = e.code.empty() ? "input" : e.code, .message = e.message, .suggestions = e.suggestions, .place = e.place});
  else if (has_rows_) row({{"error", json_of(e)}});
  else data_["error"] = json_of(e);
  return status;
}

int Report::refuse_write(const algebra::Message& m) { return refuse(m.key() == unwritable_key ? environment_failed : wrong_input, m); }

void Report::finish() {
  if (is_json() && !has_rows_ && !data_.is_null()) sink_.json(dumped(data_) + "\n");
  if (!is_json() && !is_text()) sink_.document(findings_text(form_, tool_, findings_, files_));
}

json json_of(const ReportError& e) {
  auto j = fields_of(e.message, e.suggestions, e.place);
  j["code"] = e.code.empty() ? "input" : e.code;
  return j;
}

json json_of(const Finding& f) {
  auto j = fields_of(f.message, f.suggestions, f.place);
  j["level"] = name_of(f.level);
  j["rule"] = f.rule;
  for (const auto& r : f.related) j["related"].push_back(place_json(r));
  return j;
}

}  // namespace app
