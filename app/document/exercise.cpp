// Reading and writing `@lesson` and `@exercise` lines; see docs/sheet-format.md.

#include "app/document/exercise.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "app/document/setting_words.hpp"
#include "gpu/flow/check.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using CheckKind = ExerciseCheck::Kind;
using Bad = tl::unexpected<Message>;

constexpr std::array<std::string_view, 5> properties{"injective", "surjective", "bijective", "contiguous", "compact"};
constexpr std::array<std::string_view, 3> of_launches{"coalesced", "conflict_free", "once"};

/// Returns true if `word` names a kind of finding in kernels; appends all such names to `all`, for a message.
bool is_finding(std::string_view word, std::string& all) {
  bool is = false;
  for (int k = 0; k <= static_cast<int>(gpu::FlowFinding::Kind::endless); ++k) {
    const auto name = gpu::name_of(static_cast<gpu::FlowFinding::Kind>(k));
    is = is || name == word;
    all += fmt::format("{}{}", k == 0 ? "" : " ", name);
  }
  return is;
}

bool one_of(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view key_of(CheckKind kind) {
  constexpr std::array<std::string_view, 5> keys{"check", "check", "property", "launch", "kernel"};
  return keys[static_cast<std::size_t>(kind)];
}

/// Returns the text of an exercise's setting with this key; null for settings that are no plain text.
std::string* text_of(Exercise& e, std::string_view key) {
  if (key == "entry") return &e.entry;
  if (key == "task") return &e.task;
  if (key == "start") return &e.start;
  if (key == "answer") return &e.answer;
  return nullptr;
}

}  // namespace

tl::expected<Lesson, Message> read_lesson(std::string_view rest) {
  Lesson lesson;
  SettingsRead read;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto option = split_option(word);
    auto [key, value, assigned] = option;
    if (key == "name") lesson.name = std::move(value);
    else if (key == "title") lesson.title = std::move(value);
    else return Bad(message("@lesson has no setting \"{}\"", key));
    if (auto why = read.add("@lesson", option); !why.empty()) return Bad(std::move(why));
  }
  if (lesson.title.empty()) return Bad("@lesson needs a title, such as title=\"Composition\"");
  return lesson;
}

tl::expected<Exercise, Message> read_exercise(std::string_view rest) {
  Exercise e;
  SettingsRead read, of_check;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto option = split_option(word);
    auto [key, value, assigned] = option;
    if (auto* text = text_of(e, key); text != nullptr) {
      *text = std::move(value);
    } else if (key == "hint") {
      if (!value.empty()) e.hints.push_back(std::move(value));
    } else if (key == "check") {
      if (value.empty()) return Bad("\"check\" needs an expression");
      e.checks.push_back({.kind = CheckKind::holds, .what = std::move(value)});
    } else if (key == "is") {
      if (e.checks.empty() || e.checks.back().kind != CheckKind::holds)
        return Bad("\"is\" must follow the \"check\" that it is compared with");
      if (value.empty()) return Bad("\"is\" needs a value to compare with");
      e.checks.back().kind = CheckKind::equals;
      e.checks.back().is = std::move(value);
    } else if (key == "property") {
      if (!one_of(properties, value))
        return Bad(message("a property is injective, surjective, bijective, contiguous or compact, not \"{}\"", value));
      e.checks.push_back({.kind = CheckKind::property, .what = std::move(value)});
    } else if (key == "launch") {
      if (!one_of(of_launches, value))
        return Bad(message("a launch is checked for coalesced, conflict_free or once, not for \"{}\"", value));
      e.checks.push_back({.kind = CheckKind::launch, .what = std::move(value)});
    } else if (key == "kernel") {
      std::string kinds;
      if (value != "right" && !is_finding(value, kinds))
        return Bad(message("a kernel is checked for right or for a kind of finding ({}), not for \"{}\"", kinds, value));
      e.checks.push_back({.kind = CheckKind::kernel, .what = std::move(value)});
    } else if (key == "with") {
      if (e.checks.empty() || e.checks.back().kind != CheckKind::kernel)
        return Bad("\"with\" follows the \"kernel\" whose entry has the answer");
      if (value.empty()) return Bad("\"with\" needs the name of an entry");
      e.checks.back().with = std::move(value);
    } else if (key == "else") {
      if (e.checks.empty()) return Bad("\"else\" must follow the check that it belongs to");
      e.checks.back().otherwise = std::move(value);
    } else {
      return Bad(message("@exercise has no setting \"{}\"", key));
    }
    // An exercise may have several hints and checks; a setting within a check occurs once.
    if (key == "check" || key == "property" || key == "launch" || key == "kernel") of_check.clear();
    SettingsRead any;
    auto& these = text_of(e, key) != nullptr ? read : key == "is" || key == "with" || key == "else" ? of_check : any;
    if (auto why = these.add("@exercise", option); !why.empty()) return Bad(std::move(why));
  }
  if (e.entry.empty()) return Bad("@exercise needs the entry that the answer is written in, such as entry=S");
  if (e.checks.empty()) return Bad("@exercise needs something to check, such as check=\"size(S) == 8\"");
  return e;
}

std::string lesson_line(const Lesson& l) {
  if (l.empty()) return {};
  return fmt::format("@lesson{} title={}\n", l.name.empty() ? "" : " name=" + in_quotes(l.name), in_quotes(l.title));
}

std::string exercise_line(const Exercise& e) {
  auto line = fmt::format("@exercise entry={}", in_quotes(e.entry));
  const auto put = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) line += fmt::format(" {}={}", key, in_quotes(value));
  };
  put("task", e.task);
  put("start", e.start);
  for (const auto& c : e.checks) {
    put(key_of(c.kind), c.what);
    if (c.kind == CheckKind::equals) put("is", c.is);
    put("with", c.with);
    put("else", c.otherwise);
  }
  for (const auto& hint : e.hints) put("hint", hint);
  put("answer", e.answer);
  return line + "\n";
}

}  // namespace app
