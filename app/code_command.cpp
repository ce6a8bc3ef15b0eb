#include "app/code_command.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/command_line.hpp"
#include "app/files.hpp"
#include "app/launch_code.hpp"
#include "app/program.hpp"

namespace app {
namespace {

using algebra::code::Definition;
using algebra::code::Dialect;
using Bad = tl::unexpected<std::string>;

/// The sheet's entries, the wanted one last, and the line that each came from.
struct Definitions {
  std::vector<Definition> all;
  std::vector<int> lines;
};

tl::expected<Definitions, std::string> definitions_of(const Sheet& sheet, int entry) {
  Definitions d;
  const auto add = [&](int i) -> tl::expected<void, std::string> {
    const auto line = algebra::split_line(sheet.entries[static_cast<std::size_t>(i)].text);
    if (!line) return i == entry ? Bad(line.error().problem.message) : tl::expected<void, std::string>{};
    if (line->is_note) return i == entry ? Bad("A note is not a value.") : tl::expected<void, std::string>{};
    d.all.push_back({line->name, std::string(line->expression)});
    d.lines.push_back(i);
    return {};
  };
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i)
    if (i != entry) static_cast<void>(add(i));
  if (const auto last = add(entry); !last) return Bad(last.error());
  return d;
}

template <class Make>
auto made(const Sheet& sheet, int entry, Make&& make) -> tl::expected<typename decltype(make(std::vector<Definition>{}))::value_type, std::string> {
  auto d = definitions_of(sheet, entry);
  if (!d) return Bad(d.error());
  auto result = make(d->all);
  if (result) return std::move(*result);
  const auto& refusal = result.error();
  const auto& name = d->all[refusal.definition].name;
  return Bad(fmt::format("{}: {}", name.empty() ? fmt::format("line {}", d->lines[refusal.definition] + 1) : name, refusal.diagnostic.problem.message));
}

}  // namespace

tl::expected<std::string, std::string> code_of(const Sheet& sheet, int entry, Dialect dialect) {
  return made(sheet, entry, [&](const std::vector<Definition>& all) { return algebra::code::program(all, resolved_rule(sheet), dialect); });
}

tl::expected<std::string, std::string> line_of(const Sheet& sheet, int entry, Dialect dialect) {
  const auto lines = made(sheet, entry, [&](const std::vector<Definition>& all) { return algebra::code::statements(all, resolved_rule(sheet), dialect); });
  if (!lines) return Bad(lines.error());
  return lines->back();
}

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
  Sheet sheet;
  if (names_sheet(request.source)) {
    auto loaded = load_sheet(request.source);
    if (!loaded) return complain(bad_input, loaded.error());
    sheet = std::move(*loaded);
  } else {
    sheet.entries.emplace_back().text = request.source;
  }
  if (request.launch) return export_launch(sheet, request);
  int entry = -1;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i) {
    const auto line = algebra::split_line(sheet.entries[static_cast<std::size_t>(i)].text);
    if (!line || line->is_note) continue;
    // Without a name, the last one: it is what the sheet is about.
    if (request.entry.empty() || line->name == request.entry) entry = i;
    if (!request.entry.empty() && entry >= 0) break;
  }
  if (entry < 0) return complain(bad_input, request.entry.empty() ? fmt::format("{} has nothing to export", request.source) : fmt::format("there is no entry {} in {}", request.entry, request.source));
  const bool python = request.out.ends_with(".py") || (request.out == "-" && !request.dialect.empty() && request.dialect != "cpp");
  const auto dialect = !python ? Dialect::cpp : request.dialect == "pycute" ? Dialect::pycute : Dialect::dsl;
  const auto text = code_of(sheet, entry, dialect);
  if (!text) return complain(bad_input, text.error());
  return deliver(*text, request.out);
}

}  // namespace app
