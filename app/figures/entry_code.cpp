#include "app/figures/entry_code.hpp"

#include <vector>

#include <fmt/format.h>

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using algebra::code::Definition;
using algebra::code::Dialect;
using Bad = tl::unexpected<Message>;

constexpr int all_entries = -1;

/// The entries as definitions, the requested one last, with the sheet's line of each.
struct Definitions {
  std::vector<Definition> all;
  std::vector<int> lines;
};

tl::expected<Definitions, Message> definitions_of(const Sheet& sheet, int entry) {
  Definitions d;
  const auto add = [&](int i) -> tl::expected<void, Message> {
    const auto line = algebra::split_line(sheet.entries[static_cast<std::size_t>(i)].text);
    if (!line) {
      if (entry == all_entries) return Bad(message("line {}: {}", i + 1, line.error().problem.message));
      return i == entry ? Bad(line.error().problem.message) : tl::expected<void, Message>{};
    }
    if (line->is_note) return i == entry ? Bad("A note is not a value.") : tl::expected<void, Message>{};
    if (line->name.empty() && is_step(line->expression))
      return i == entry ? Bad("A step of a kernel is not a value.") : tl::expected<void, Message>{};
    // Lines without an expression are skipped.
    if (entry == all_entries && line->expression.find_first_not_of(" \t") == std::string_view::npos) return {};
    d.all.push_back({line->name, std::string(line->expression)});
    d.lines.push_back(i);
    return {};
  };
  for (int i = 0; i < static_cast<int>(sheet.entries.size()); ++i)
    if (const auto added = i != entry ? add(i) : tl::expected<void, Message>{}; !added) return Bad(added.error());
  if (entry == all_entries) return d;
  if (const auto last = add(entry); !last) return Bad(last.error());
  return d;
}

template <class Make>
auto made(const Sheet& sheet, int entry, Make&& make)
    -> tl::expected<typename decltype(make(std::vector<Definition>{}))::value_type, Message> {
  auto d = definitions_of(sheet, entry);
  if (!d) return Bad(d.error());
  auto result = make(d->all);
  if (result) return std::move(*result);
  const auto& refusal = result.error();
  const auto& name = d->all[refusal.definition].name;
  return Bad(message("{}: {}", name.empty() ? fmt::format("line {}", d->lines[refusal.definition] + 1) : name,
                     refusal.diagnostic.problem.message));
}

}  // namespace

tl::expected<std::string, Message> code_of(const Sheet& sheet, int entry, Dialect dialect) {
  return made(sheet, entry, [&](const std::vector<Definition>& all) { return algebra::code::program(all, resolved_rule(sheet), dialect); });
}

tl::expected<std::string, Message> code_of(const Sheet& sheet, Dialect dialect) {
  return made(sheet, all_entries,
              [&](const std::vector<Definition>& all) { return algebra::code::whole_program(all, resolved_rule(sheet), dialect); });
}

tl::expected<std::string, Message> line_of(const Sheet& sheet, int entry, Dialect dialect) {
  const auto lines =
      made(sheet, entry, [&](const std::vector<Definition>& all) { return algebra::code::statements(all, resolved_rule(sheet), dialect); });
  if (!lines) return Bad(lines.error());
  return lines->back();
}

}  // namespace app
