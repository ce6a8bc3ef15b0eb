#include "app/cli/code_command.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/figures/entry_code.hpp"
#include "app/flow/sheet_program.hpp"
#include "app/import/open.hpp"
#include "app/launch/launch_code.hpp"
#include "app/report/report.hpp"
#include "app/session/sheet_session.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::code::Dialect;

/// Tells whether a path ends in an ending, in upper or lower case.
bool ends_in(std::string_view path, std::string_view ending) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return path.size() >= ending.size() && std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                                                    [&](char a, char b) { return a == lower(b); });
}

}  // namespace

bool is_code_path(const std::string& path) {
  constexpr std::array<std::string_view, 6> endings{".hpp", ".cpp", ".cu", ".cuh", ".h", ".py"};
  return path == "-" || std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return ends_in(path, e); });
}

algebra::Message contradiction(const CodeRequest& request) {
  const bool python = ends_in(request.out, ".py"), code = is_code_path(request.out), named = code && request.out != "-";
  if (request.launch && (!code || python)) return algebra::message("--launch writes a CUDA program: {} does not end in .cu", request.out);
  if (request.launch && !request.entry.empty()) return "--launch writes the sheet's launch, --entry an entry: use one of them";
  if (request.launch && !request.dialect.empty() && request.dialect != "cpp") return "--launch writes CUDA C++, which has no --dialect";
  if (named && request.dialect == "triton") return "--dialect=triton writes an encoding, no program: -o - prints it";
  if (named && !request.dialect.empty() && python == (request.dialect == "cpp"))
    return python ? algebra::message("--dialect={} applies to .hpp and .cpp, not to {}", request.dialect, request.out)
                  : algebra::message("--dialect={} applies to .py, not to {}", request.dialect, request.out);
  return {};
}

namespace {

int deliver(Report& report, const std::string& text, const std::string& out) {
  if (out == "-") {
    report.document(text);
    return done;
  }
  report.data()["files"].push_back({{"path", out}, {"bytes", text.size()}});
  const auto written = write_file(out, text);
  return written ? done : report.refuse_write(written.error());
}

/// An entry that has code: no note, and no line that says nothing yet.
struct Line {
  int entry;
  std::string name;
};

std::vector<Line> values_of(const Sheet& sheet) {
  std::vector<Line> all;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    const auto& text = sheet.entries[static_cast<std::size_t>(i)].text;
    const auto line = algebra::split_line(text);
    if (line ? !line->is_note && line->expression.find_first_not_of(" \t") != std::string_view::npos : !text.empty())
      all.push_back({i, line ? line->name : std::string{}});
  }
  return all;
}

std::string listed_names(const std::vector<Line>& entries) {
  std::string names;
  for (const auto& line : entries)
    if (!line.name.empty()) names += (names.empty() ? "" : ", ") + line.name;
  return names;
}

int export_launch(Report& report, const Sheet& sheet, const CodeRequest& request) {
  if (sheet.launch.empty()) return report.refuse(wrong_input, algebra::message("{} has no launch", request.source));
  const auto text = launch_program(SheetSession(sheet).evaluator(), sheet.launch);
  return text ? deliver(report, *text, request.out) : report.refuse(wrong_input, text.error());
}

}  // namespace

int export_code(const CodeRequest& request, Report& report) {
  auto read = sheet_of_source(request.source, request.set, request.macros, {.include = request.folders});
  if (!read) return report.refuse(wrong_input, read.error());
  const auto sheet = std::move(*read);
  if (request.launch) return export_launch(report, sheet, request);
  // Steps are CUDA's: their kernel is a program.
  if (request.entry.empty() && ends_in(request.out, ".cu") && has_steps(sheet)) {
    const auto program = kernel_program(sheet);
    return program ? deliver(report, *program, request.out) : report.refuse(wrong_input, program.error());
  }
  const auto entries = values_of(sheet);
  const auto wanted = request.entry.empty()
                          ? entries.begin()
                          : std::find_if(entries.begin(), entries.end(), [&](const Line& line) { return line.name == request.entry; });
  if (wanted == entries.end())
    return report.refuse(wrong_input, request.entry.empty()
                                          ? algebra::message("{} has nothing to export", request.source)
                                          : algebra::message("there is no entry {} in {}", request.entry, request.source));
  const auto& keys = algebra::code::dialect_keys;
  const auto usual = ends_in(request.out, ".py") ? Dialect::dsl : Dialect::cpp;
  const auto key = std::find(keys.begin(), keys.end(), request.dialect);
  const auto dialect = key == keys.end() ? usual : static_cast<Dialect>(key - keys.begin());
  const bool whole = request.entry.empty() && entries.size() > 1;
  const auto text = whole ? code_of(sheet, dialect) : code_of(sheet, wanted->entry, dialect);
  if (text) return deliver(report, *text, request.out);
  const auto names = whole ? listed_names(entries) : std::string{};
  return report.refuse(wrong_input, names.empty()
                                        ? text.error()
                                        : algebra::Message::sequence(text.error(), algebra::message("--entry takes one of {}.", names)));
}

}  // namespace app
