#include "app/report/finding_forms.hpp"

#include <algorithm>
#include <set>

#include "app/report/answers.hpp"

namespace app {
namespace {

using nlohmann::json;

std::string english(const Finding& f) {
  auto text = f.message.text();
  if (!f.suggestions.empty()) text += fmt::format(" Nearest that work: {}", fmt::join(f.suggestions, ", "));
  return text;
}

/// Returns the path as a repository names it, without the leading "./" that walking the folder "." gives.
std::string_view path_in_repository(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

/// Returns a file's name as a URI: SARIF escapes blanks and % in one.
std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || c == '%' || c == '?' || c == '#' || c == '"') uri += fmt::format("%{:02X}", byte);
    else uri += c;
  }
  return uri;
}

json sarif_place(const ReportPlace& p) {
  json place{{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(path_in_repository(p.file))}}}}}};
  if (p.line == 0) return place;
  json region{{"startLine", p.line}};
  if (p.column > 0) region["startColumn"] = p.column;
  if (p.end > p.column && p.column > 0) region["endColumn"] = p.end;
  place["physicalLocation"]["region"] = std::move(region);
  return place;
}

std::string sarif(std::string_view tool, const std::vector<Finding>& findings) {
  std::set<std::string> rules;
  auto results = json::array();
  for (const auto& f : findings) {
    rules.insert(f.rule);
    json one{{"ruleId", f.rule}, {"level", name_of(f.level)}, {"message", {{"text", english(f)}}}};
    if (!f.place.file.empty()) one["locations"].push_back(sarif_place(f.place));
    for (const auto& r : f.related) one["relatedLocations"].push_back(sarif_place(r));
    results.push_back(std::move(one));
  }
  auto listed = json::array();
  for (const auto& rule : rules) listed.push_back({{"id", rule}, {"name", rule}});
  const json run{{"tool", {{"driver", {{"name", fmt::format("cutescope {}", tool)}, {"rules", std::move(listed)}}}}},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", std::move(results)}};
  return dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}}) + "\n";
}

/// Escapes the text of a workflow command; in a property also : and ,.
std::string escaped_for_github(std::string_view text, bool is_property) {
  std::string out;
  for (const char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else if (is_property && c == ':') out += "%3A";
    else if (is_property && c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

std::string github(std::string_view tool, const std::vector<Finding>& findings) {
  std::string text;
  for (const auto& f : findings) {
    const auto level = f.level == Finding::Level::note ? std::string_view("notice") : name_of(f.level);
    std::string where;
    if (!f.place.file.empty()) where = fmt::format("file={},", escaped_for_github(path_in_repository(f.place.file), true));
    if (f.place.line > 0) where += fmt::format("line={},", f.place.line);
    if (f.place.column > 0) where += fmt::format("col={},", f.place.column);
    text += fmt::format("::{} {}title=cutescope {}%3A {}::{}\n", level, where, tool, escaped_for_github(f.rule, true),
                        escaped_for_github(english(f), false));
  }
  return text;
}

std::string escaped_for_xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') out += ' ';
    else out += c;
  }
  return out;
}

/// Returns JUnit's XML: a test case for each file, which fails if the file has an error.
std::string junit(std::string_view tool, const std::vector<Finding>& findings, std::vector<std::string> files) {
  for (const auto& f : findings)
    if (std::ranges::find(files, f.place.file) == files.end()) files.push_back(f.place.file);
  std::string cases;
  std::size_t failures = 0;
  for (const auto& file : files) {
    std::string failed;
    for (const auto& f : findings)
      if (f.place.file == file && f.level == Finding::Level::error)
        failed += fmt::format("      <failure type=\"{}\" message=\"{}\">{}:{}:{}</failure>\n", escaped_for_xml(f.rule),
                              escaped_for_xml(english(f)), escaped_for_xml(file), f.place.line, f.place.column);
    failures += failed.empty() ? 0 : 1;
    const auto name = escaped_for_xml(file.empty() ? tool : std::string_view(file));
    cases += failed.empty() ? fmt::format("    <testcase classname=\"cutescope.{}\" name=\"{}\"/>\n", tool, name)
                            : fmt::format("    <testcase classname=\"cutescope.{}\" name=\"{}\">\n{}    </testcase>\n", tool, name, failed);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"cutescope {}\" tests=\"{}\" failures=\"{}\">\n{}"
      "  </testsuite>\n</testsuites>\n",
      tool, files.size(), failures, cases);
}

}  // namespace

std::string findings_text(ReportForm form, std::string_view tool, const std::vector<Finding>& findings,
                          const std::vector<std::string>& files) {
  switch (form) {
    case ReportForm::github: return github(tool, findings);
    case ReportForm::sarif: return sarif(tool, findings);
    case ReportForm::junit: return junit(tool, findings, files);
    case ReportForm::text:
    case ReportForm::json:
    case ReportForm::text_and_json: break;
  }
  return {};
}

}  // namespace app
