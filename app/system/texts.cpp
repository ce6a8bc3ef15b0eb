#include "app/system/texts.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "algebra/text/characters.hpp"
#include "algebra/text/line_breaks.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

std::vector<Language> found_languages() {
  constexpr std::string_view folder = "translations/", messages = "-messages.tsv";
  std::vector<Language> found;
  for (auto path : assets::paths())
    if (path.starts_with(folder) && path.ends_with(messages))
      found.push_back({path.substr(folder.size(), path.size() - folder.size() - messages.size())});
  std::sort(found.begin(), found.end(), [](const Language& a, const Language& b) { return a.code < b.code; });
  found.insert(found.begin(), Language::english);
  return found;
}

/// Marks the beginning and end of an operand until blanks are set.
constexpr char seam = '\x01';

/// Returns true for Chinese letters, without full-width marks.
bool is_letter(std::string_view letter) { return algebra::is_wide(letter) && letter >= "\u3400" && letter < "\uF900"; }

/// Replaces the seams by blanks or nothing. A blank is set between Chinese and code or a number, and between sentences of which the first
/// is English, such as an assertion of CuTe.
std::string with_blanks(std::string_view text) {
  const auto latin = [](std::string_view l) {
    return l.size() == 1 && l[0] > ' ' && l[0] < 0x7F && std::string_view(",.;:!?").find(l[0]) == l.npos;
  };
  std::string out;
  std::string_view before;
  int seams = 0;  // since the last letter: two between adjacent operands
  while (!text.empty()) {
    const auto letter = algebra::first_letter(text);
    text.remove_prefix(letter.size());
    if (letter[0] == seam) {
      ++seams;
      continue;
    }
    const bool differ = (is_letter(before) && latin(letter)) || (latin(before) && is_letter(letter));
    if ((seams > 0 && differ) || (seams == 2 && before == "." && (latin(letter) || is_letter(letter)))) out += ' ';
    seams = 0;
    out += letter;
    before = letter;
  }
  return out;
}

std::string translation_path(Language language, std::string_view ending) {
  return std::string("translations/").append(language.code).append(ending);
}

}  // namespace

std::span<const Language> languages() {
  static const auto all = found_languages();
  return all;
}

std::optional<Language> language_named(std::string_view code) {
  for (const auto& l : languages())
    if (l.code == code) return l;
  return std::nullopt;
}

Language language_of_locale(std::string_view locale) {
  for (const auto& l : languages())
    if (locale.starts_with(l.code)) return l;
  return Language::english;
}

std::vector<std::string> lines_of_family(std::string_view line) {
  std::vector<std::string> lines(1);
  for (auto close = line.find('}'); close != line.npos; close = line.find('}')) {
    const auto open = std::min(line.find('{'), close);
    auto words = line.substr(open, close - open).substr(open < close ? 1 : 0);
    const bool several = words.find('|') != words.npos;
    for (auto& l : lines) l += line.substr(0, several ? open : close + 1);
    line.remove_prefix(close + 1);
    if (!several) continue;
    if (lines.size() == 1) lines.resize(1 + static_cast<std::size_t>(std::ranges::count(words, '|')), std::string(lines[0]));
    for (auto& l : lines) l += algebra::take_until(words, '|');
  }
  for (auto& l : lines) l += line;
  return lines;
}

Texts::Texts(Language language) : language_(language) {
  if (language == Language::english) return;
  // Lines are `English <TAB> translation`; # starts a comment. The table refers to the texts.
  auto families = std::make_shared<std::vector<std::string>>();
  for (auto rest = assets::get(translation_path(language, ".tsv")); !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with('#')) continue;
    if (line.find('|') == std::string_view::npos) {
      table_.emplace(line.substr(0, tab), line.substr(tab + 1));
      continue;
    }
    for (auto& member : lines_of_family(line)) families->push_back(std::move(member));
  }
  for (std::string_view member : *families) {
    const auto english = algebra::take_until(member, '\t');
    table_.emplace(english, member);
  }
  families_ = std::move(families);
  for (auto rest = assets::get(translation_path(language, "-messages.tsv")); !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    const auto tab = line.find('\t');
    if (tab != std::string_view::npos && !line.starts_with('#')) messages_.emplace(line.substr(0, tab), line.substr(tab + 1));
  }
  for (auto rest = assets::get(translation_path(language, "-glossary.tsv")); !rest.empty();) {
    auto line = algebra::take_until(rest, '\n');
    if (line.empty() || line.starts_with('#')) continue;
    auto& names = terms_.emplace_back(Term{algebra::take_until(line, '\t')});
    // The text in brackets explains the term and is not part of it.
    auto used = algebra::take_until(line, '\t');
    used = used.substr(0, std::min(used.find(" ("), used.find("（")));
    if (used != names.front()) names.push_back(used);
    for (auto others = algebra::take_until(line, '\t'); !others.empty();) names.push_back(algebra::take_until(others, ','));
  }
}

const char* Texts::operator()(const char* english) const {
  const auto it = table_.find(std::string_view(english));
  return it == table_.end() ? english : it->second.c_str();
}

std::optional<std::string_view> Texts::translation(std::string_view key) const {
  if (const auto it = messages_.find(key); it != messages_.end()) return it->second;
  if (const auto it = table_.find(key); it != table_.end()) return it->second;
  return std::nullopt;
}

std::string Texts::operator()(const algebra::Message& message) const {
  if (language_ == Language::english) return message.text();
  const auto said = [&](std::size_t i, bool word) {
    if (i >= message.operands().size()) return std::string();
    const auto& operand = message.operands()[i];
    if (operand.message != nullptr) return (*this)(*operand.message);
    return word ? std::string(translation(operand.text).value_or(operand.text)) : operand.text;
  };
  return with_blanks(algebra::filled(translation(message.key()).value_or(message.key()),
                                     [&](std::size_t i, bool word) { return seam + said(i, word) + seam; }));
}

std::vector<std::string> Texts::in_other_words(std::string_view wanted) const {
  std::vector<std::string> words{std::string(wanted)};
  for (const auto& term : terms_)
    if (std::ranges::find(term, wanted) != term.end())
      for (const auto name : term)
        if (std::ranges::find(words, name) == words.end()) words.emplace_back(name);
  return words;
}

std::string Texts::names_in(std::string_view english, std::string_view translated) const {
  std::string names;
  for (const auto& term : terms_)
    if (english.find(term[0]) != std::string_view::npos || (term.size() > 1 && translated.find(term[1]) != std::string_view::npos))
      for (const auto name : term) names.append(names.empty() ? "" : " ").append(name);
  return names;
}

const Texts& texts_in(Language language) {
  // Reading a language's tables is a fifth of the start of a command: each is read when it is first used.
  struct Table {
    std::once_flag once{};
    std::optional<Texts> texts{};
  };
  const auto known = languages();
  static std::vector<Table> tables(known.size());
  const auto it = std::ranges::find(known, language);
  const auto index = static_cast<std::size_t>(it == known.end() ? 0 : it - known.begin());
  auto& table = tables[index];
  std::call_once(table.once, [&] { table.texts.emplace(known[index]); });
  return *table.texts;
}

std::string Texts::all() const {
  std::string text;
  for (const auto& [english, translation] : table_) text += translation;
  for (const auto& [key, translation] : messages_) text += translation;
  return text;
}

}  // namespace app
