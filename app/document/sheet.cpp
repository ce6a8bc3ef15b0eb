#include "app/document/sheet.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/names.hpp"
#include "app/document/setting_words.hpp"
#include "assets/assets.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "render/colourings.hpp"
#include "render/labellings.hpp"
#include "render/tmem_cells.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using Bad = tl::unexpected<Message>;

/// Parses "12,40" or "320x200".
std::optional<std::pair<int, int>> two_numbers(std::string_view text, char between, int least) {
  const auto middle = text.find(between);
  if (middle == std::string_view::npos) return std::nullopt;
  const auto first = integer(text.substr(0, middle)), second = integer(text.substr(middle + 1));
  const auto fits = [&](const std::optional<std::int64_t>& n) { return n && *n >= least && *n <= most_canvas_points; };
  if (!fits(first) || !fits(second)) return std::nullopt;
  return std::pair(static_cast<int>(*first), static_cast<int>(*second));
}

/// Parses the settings of a card. `keyword`: @view, or @card for a further card, which cannot be hidden alone.
tl::expected<void, Message> read_view(std::string_view keyword, std::string_view rest, SettingsRead& read, Entry& of, CardSettings& entry) {
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto option = split_option(word);
    const auto& [key, value, assigned] = option;
    if (key == "hidden" && keyword == "@view") {
      of.visible = false;
    } else if (key == "transposed") {
      entry.view.transposed = true;
    } else if (key == "colour") {
      const auto c = render::colouring_named(value);
      if (!c) return Bad(message("there is no colour mode \"{}\"", value));
      entry.view.colour_by = *c;
    } else if (key == "of") {
      entry.colour_from = value;
    } else if (key == "label") {
      const auto l = render::labelling_named(value);
      if (!l) return Bad(message("there is no label mode \"{}\"", value));
      entry.view.label_by = *l;
    } else if (key == "palette") {
      const auto p = palette_name(value);
      if (!p) return Bad(message("there is no palette \"{}\"", value));
      entry.view.palette = *p;
    } else if (key == "headings") {
      const auto h = headings(value);
      if (!h) return Bad(message("headings are auto, flat or natural, not \"{}\"", value));
      entry.view.headings = *h;
    } else if (key == "tmem") {
      const auto grid = render::tmem_grid(value);
      if (!grid) return Bad(message("tensor memory is shown as allocated, whole or modes, not as \"{}\"", value));
      entry.view.tmem = *grid;
    } else if (key == "slabs") {
      entry.view.slabs = true;
    } else if (key == "legend") {
      entry.legend = true;
    } else if (key == "at") {
      const auto at = two_numbers(value, ',', 0);
      if (!at) return Bad(message("\"{}\" is not a place of a card, such as 40,120", value));
      entry.at = {at->first, at->second};
    } else if (key == "size") {
      const auto size = two_numbers(value, 'x', 1);
      if (!size) return Bad(message("\"{}\" is not a size of a card, such as 320x200", value));
      entry.size = {size->first, size->second};
    } else if (key == "slice") {
      const auto n = integer(value);
      if (!n || *n < 0) return Bad(message("\"{}\" is not a slice number", value));
      entry.view.slice = *n;
    } else if (key == "element") {
      const auto bits = element_bits(value);
      if (!bits) return Bad(message("there is no element type \"{}\"", value));
      entry.view.element_bits = *bits;
    } else {
      return Bad(message("{} has no setting \"{}\"", keyword, key));
    }
    const bool flag = key == "hidden" || key == "transposed" || key == "slabs" || key == "legend";
    if (auto why = read.add(keyword, option, flag); !why.empty()) return Bad(std::move(why));
  }
  return {};
}

/// The settings of a launch that are not fields of its form: numbers, -1 for all.
constexpr std::array<std::pair<std::string_view, std::int64_t LaunchSettings::*>, 4> shown_of_launch{
    {{"position", &LaunchSettings::position},
     {"block", &LaunchSettings::block},
     {"warp", &LaunchSettings::warp},
     {"thread", &LaunchSettings::thread}}};

tl::expected<void, Message> read_launch(std::string_view rest, SettingsRead& read, LaunchSettings& launch) {
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto option = split_option(word);
    const auto& [key, value, assigned] = option;
    const auto* field = gpu::field_with_key(key);
    const auto* shown = std::ranges::find(shown_of_launch, key, &decltype(shown_of_launch)::value_type::first);
    bool taken = false;
    if (field != nullptr) {
      taken = (field->text != nullptr || !value.empty()) && field->set(launch, value);
    } else if (const auto number = integer(value); shown != shown_of_launch.end() && number && *number >= -1) {
      launch.*shown->second = *number;
      taken = true;
    }
    if (!taken) return Bad(message("@launch does not take \"{}\"", word));
    if (auto why = read.add("@launch", option); !why.empty()) return Bad(std::move(why));
  }
  return {};
}

/// Checks the format's number. A file has a higher number only if this version could misread it; unknown settings alone keep the number.
tl::expected<void, Message> read_version(std::string_view text) {
  const auto version = integer(text);
  if (!version || *version < 1)
    return Bad(message("@cutescope takes the number of the format, such as {}, not \"{}\"", sheet_format, text));
  if (*version > sheet_format)
    return Bad(message("this sheet has format {}, from a later version of Cutescope; this version reads formats up to {}", *version,
                       sheet_format));
  return {};
}

/// The settings parsed so far, of the sheet and of its last entry.
struct LinesRead {
  std::set<std::string, std::less<>> lines, entry_lines;  ///< keywords that may occur once
  SettingsRead launch, view;
  void next_entry() { entry_lines.clear(), view.clear(); }
};

Bad second_line(std::string_view keyword) { return Bad(message("a second {} line: one of the two would be lost", keyword)); }

/// Parses one `@` line. Returns false for a line of a later version, which is kept as it is.
tl::expected<bool, Message> read_setting(std::string_view line, LinesRead& read, Sheet& sheet) {
  auto rest = line;
  const auto keyword = next_word(rest);
  // The keywords that the sheet, or an entry, has once.
  if (keyword == "@integers" || keyword == "@lesson" || keyword == "@panels" || keyword == "@program")
    if (!read.lines.emplace(keyword).second) return second_line(keyword);
  if (!sheet.entries.empty() && (keyword == "@source" || keyword == "@pin"))
    if (!read.entry_lines.emplace(keyword).second) return second_line(keyword);
  if (keyword == "@cutescope") return read_version(algebra::trimmed(rest)).map([] { return true; });
  if (keyword == "@integers") {
    const auto rule = integer_rule(algebra::trimmed(rest));
    if (!rule) return Bad(message("@integers takes auto, math or cute, not \"{}\"", algebra::trimmed(rest)));
    sheet.integers = *rule;
    return true;
  }
  if (keyword == "@lesson")
    return read_lesson(rest).map([&](Lesson lesson) {
      sheet.lesson = std::move(lesson);
      return true;
    });
  if (keyword == "@exercise")
    return read_exercise(rest).map([&](Exercise exercise) {
      sheet.exercises.push_back(std::move(exercise));
      return true;
    });
  if (keyword == "@panels")
    return read_panels(rest).map([&](PanelSet panels) {
      sheet.panels = panels;
      return true;
    });
  if (keyword == "@program")
    return read_program_path(rest).map([&](std::string path) {
      sheet.program.path = std::move(path);
      return true;
    });
  if (keyword == "@macro") {
    if (sheet.program.path.empty()) return Bad("a @macro line must follow the @program line");
    return read_macro(rest, sheet.program.macros).map([&](ProgramMacro macro) {
      sheet.program.macros.push_back(std::move(macro));
      return true;
    });
  }
  if (keyword == "@launch") return read_launch(rest, read.launch, sheet.launch).map([] { return true; });
  if (sheet.entries.empty()) return false;
  if (keyword == "@view") return read_view(keyword, rest, read.view, sheet.entries.back(), sheet.entries.back()).map([] { return true; });
  if (keyword == "@card") {
    auto& entry = sheet.entries.back();
    if (entry.more.size() == max_more_cards) return Bad(message("an entry has at most {} cards", max_more_cards + 1));
    SettingsRead of_card;
    return read_view(keyword, rest, of_card, entry, entry.more.emplace_back()).map([] { return true; });
  }
  if (keyword == "@source")
    return read_source(rest).map([&](EntrySource source) {
      sheet.entries.back().source = std::move(source);
      return true;
    });
  if (keyword == "@pin") {
    const auto coordinate = integer(algebra::trimmed(rest));
    if (!coordinate || *coordinate < 0) return Bad(message("@pin takes a 1-D coordinate, not \"{}\"", algebra::trimmed(rest)));
    sheet.entries.back().pin = *coordinate;
    return true;
  }
  return false;
}

std::string card_options(const CardSettings& e) {
  const render::View plain;
  std::string line;
  if (e.view.colour_by != plain.colour_by) line += fmt::format(" colour={}", e.view.colour_by->key);
  if (!e.colour_from.empty()) line += fmt::format(" of={}", in_quotes(e.colour_from));
  if (e.view.label_by != plain.label_by) line += fmt::format(" label={}", e.view.label_by->key);
  if (e.view.palette != plain.palette) line += fmt::format(" palette={}", name_of(e.view.palette));
  if (e.view.transposed) line += " transposed";
  if (e.view.headings != plain.headings) line += fmt::format(" headings={}", name_of(e.view.headings));
  if (e.view.slabs) line += " slabs";
  if (e.view.tmem != plain.tmem) line += fmt::format(" tmem={}", render::name_of(e.view.tmem));
  if (e.view.slice != 0) line += fmt::format(" slice={}", e.view.slice);
  if (e.view.element_bits != plain.element_bits) line += fmt::format(" element={}", type_of_bits(e.view.element_bits));
  if (e.legend) line += " legend";
  if (e.at) line += fmt::format(" at={},{}", e.at->x, e.at->y);
  if (e.size) line += fmt::format(" size={}x{}", e.size->width, e.size->height);
  return line;
}

std::string view_lines(const Entry& e) {
  const auto options = (e.visible ? "" : " hidden") + card_options(e);
  auto lines = options.empty() ? std::string() : "@view" + options + "\n";
  for (const auto& card : e.more) lines += "@card" + card_options(card) + "\n";
  return lines;
}

std::string launch_line(const LaunchSettings& l) {
  if (l == LaunchSettings{}) return {};
  const LaunchSettings plain;
  std::string line = "@launch";
  std::string_view before;
  for (const auto& field : gpu::launch_fields()) {
    const bool argument = field.text != nullptr && field.option.empty();
    const auto value = field.value(l);
    if (field.key != before && (argument || value != field.value(plain))) line += fmt::format(" {}={}", field.key, in_quotes(value));
    before = field.key;
  }
  for (const auto& [key, number] : shown_of_launch)
    if (l.*number >= 0) line += fmt::format(" {}={}", key, l.*number);
  return line + "\n";
}

/// Returns true if the text would be parsed as a setting, or as the escaped form of such a text: backslashes, if any, and @.
bool like_a_setting(std::string_view text) {
  const auto first = text.find_first_not_of('\\');
  return first != std::string_view::npos && text[first] == '@';
}

/// Returns the lines of an entry; "" for an entry without text, as its cards and its pin would be read as the previous entry's.
std::string entry_lines(const Entry& e) {
  const auto text = algebra::trimmed(e.text);
  if (text.empty()) return {};
  auto lines = fmt::format("{}{}\n{}", like_a_setting(text) ? "\\" : "", text, view_lines(e));
  if (e.pin) lines += fmt::format("@pin {}\n", *e.pin);
  lines += source_line(e.source);
  for (const auto& line : e.unknown) lines += line + "\n";
  return lines;
}

}  // namespace

std::string serialise(const Sheet& sheet) {
  auto text = fmt::format("@cutescope {}\n", sheet_format);
  if (sheet.integers != algebra::IntegerRule::automatic) text += fmt::format("@integers {}\n", name_of(sheet.integers));
  text += panels_line(sheet.panels);
  text += program_lines(sheet.program);
  text += lesson_line(sheet.lesson);
  for (const auto& line : sheet.unknown) text += line + "\n";
  for (const auto& e : sheet.entries) text += entry_lines(e);
  text += launch_line(sheet.launch);
  for (const auto& e : sheet.exercises) text += exercise_line(e);
  return text;
}

tl::expected<Sheet, Message> parse_sheet(std::string_view text) {
  if (text.size() > max_sheet_bytes) return Bad(message("a sheet has at most {} bytes, this has {}", max_sheet_bytes, text.size()));
  if (text.find('\0') != std::string_view::npos) return Bad("this is not a text file (it holds a NUL byte)");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Sheet sheet;
  LinesRead read;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto line = algebra::trimmed(algebra::take_until(text, '\n'));
    if (line.empty()) continue;
    if (!algebra::is_utf8(line)) return Bad(Message(line_key, {algebra::operand(number), algebra::operand(Message("not UTF-8 text"))}));
    if (line.front() != '@') {
      if (sheet.entries.size() == max_entries) return Bad(message("a sheet has at most {} entries", max_entries));
      read.next_entry();
      sheet.entries.emplace_back().text = line.substr(line.front() == '\\' && like_a_setting(line) ? 1 : 0);
      continue;
    }
    const auto known = read_setting(line, read, sheet);
    if (!known) return Bad(Message(line_key, {algebra::operand(number), algebra::operand(known.error())}));
    if (!*known) (sheet.entries.empty() ? sheet.unknown : sheet.entries.back().unknown).emplace_back(line);
  }
  return sheet;
}

Sheet starter_sheet() { return parse_sheet(assets::get("sheets/starter.cutes")).value_or(Sheet{}); }

}  // namespace app
