#include "app/cli/code_command.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/cli/exit_status.hpp"
#include "app/figures/entry_code.hpp"
#include "app/import/open.hpp"
#include "app/launch/launch_code.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::code::Dialect;

}  // namespace

bool is_code_path(const std::string& path) {
  constexpr std::array<std::string_view, 6> endings{".hpp", ".cpp", ".cu", ".cuh", ".h", ".py"};
  return path == "-" || std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return path.ends_with(e); });
}

namespace {

int deliver(const std::string& text, const std::string& out) {
  if (out == "-") {
    fmt::print("{}", text);
    return done;
  }
  const auto written = write_file(out, text);
  return written ? done : complain(bad_input, written.error());
}

int export_launch(const Sheet& sheet, const CodeRequest& request) {
  if (sheet.launch.empty()) return complain(bad_input, fmt::format("{} has no launch", request.source));
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const auto text = launch_program(evaluator, sheet.launch);
  return text ? deliver(*text, request.out) : complain(bad_input, text.error());
}

}  // namespace

int export_code(const CodeRequest& request) {
  auto read = sheet_of_source(request.source);
  if (!read) return complain(bad_input, read.error());
  const auto sheet = std::move(*read);
  if (request.launch) return export_launch(sheet, request);
  int entry = -1;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    const auto line = algebra::split_line(sheet.entries[static_cast<std::size_t>(i)].text);
    if (!line || line->is_note) continue;
    // Without a name, the last one: it is what the sheet is about.
    if (request.entry.empty() || line->name == request.entry) entry = i;
    if (!request.entry.empty() && entry >= 0) break;
  }
  if (entry < 0)
    return complain(bad_input, request.entry.empty() ? fmt::format("{} has nothing to export", request.source)
                                                     : fmt::format("there is no entry {} in {}", request.entry, request.source));
  const bool python = request.out.ends_with(".py") || (request.out == "-" && !request.dialect.empty() && request.dialect != "cpp");
  const auto dialect = !python ? Dialect::cpp : request.dialect == "pycute" ? Dialect::pycute : Dialect::dsl;
  const auto text = code_of(sheet, entry, dialect);
  if (!text) return complain(bad_input, text.error());
  return deliver(*text, request.out);
}

}  // namespace app
