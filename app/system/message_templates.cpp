#include "app/system/message_templates.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

constexpr std::size_t most_known = 1 << 12;
constexpr int deepest = 6, most_work = 512, most_places = 8;
constexpr std::size_t longest = 1 << 14;  ///< bytes of a message that is worth a search

std::vector<std::string_view> split_at_operands(std::string_view text) {
  std::vector<std::string_view> parts;
  for (auto at = text.find("{}"); at != std::string_view::npos; at = text.find("{}")) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 2);
  }
  parts.push_back(text);
  return parts;
}

/// What stands in place of each {}: parts[part..] against `text`, which begins with the operand before parts[part]. Only
/// what stands in quotes may be empty.
bool match(const std::vector<std::string_view>& parts, std::size_t part, std::string_view text, std::vector<std::string_view>& operands,
           int& tries) {
  const auto fixed = parts[part];
  const std::size_t least = fixed.starts_with('"') ? 0 : 1;
  if (part + 1 == parts.size()) {
    if (text.size() < fixed.size() + least || !text.ends_with(fixed)) return false;
    operands.push_back(text.substr(0, text.size() - fixed.size()));
    return true;
  }
  for (auto at = text.find(fixed, least); at != std::string_view::npos && --tries > 0; at = text.find(fixed, at + 1)) {
    operands.push_back(text.substr(0, at));
    if (match(parts, part + 1, text.substr(at + fixed.size()), operands, tries)) return true;
    operands.pop_back();
  }
  return false;
}

/// Whether a key has no words of its own, only what it joins: any text would match it.
bool only_joins(std::string_view key) {
  return key.find('{') != std::string_view::npos &&
         std::none_of(key.begin(), key.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
}

/// A sentence or a part of one, not a layout or a name.
bool has_words(std::string_view text) {
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) return false;
  return text.find(": ") != std::string_view::npos || text.find(". ") != std::string_view::npos ||
         std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) != 0; });
}

}  // namespace

MessageTemplates::MessageTemplates(std::string_view table) {
  for (auto rest = table; !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with('#')) continue;
    auto parts = split_at_operands(line.substr(0, tab));
    const auto translation = line.substr(tab + 1);
    of_key_.emplace(line.substr(0, tab), translation);
    if (only_joins(line.substr(0, tab))) continue;
    if (parts.size() == 1) {
      whole_.emplace(parts[0], translation);
      continue;
    }
    std::size_t fixed = 0;
    for (const auto part : parts) fixed += part.size();
    templates_.push_back({std::move(parts), translation, fixed});
  }
  // What begins with fixed words is surer than what begins with an operand, which could be anything.
  std::stable_sort(templates_.begin(), templates_.end(), [](const Template& a, const Template& b) {
    const bool sure_a = !a.parts.front().empty(), sure_b = !b.parts.front().empty();
    return sure_a != sure_b ? sure_a : a.fixed > b.fixed;
  });
}

MessageTemplates::Words MessageTemplates::filled(const Template& t, const std::vector<std::string_view>& operands, Search& search) const {
  Words words{.known = true};
  words.text = algebra::filled(t.translation, [&](std::size_t index, bool word) {
    if (index >= operands.size()) return std::string();
    const bool wordy = has_words(operands[index]);
    auto inner = word || wordy ? translated(operands[index], search) : Words{};
    words.left += inner.known ? inner.left : wordy ? 1 : 0;
    return inner.known ? std::move(inner.text) : std::string(operands[index]);
  });
  return words;
}

MessageTemplates::Words MessageTemplates::translated(std::string_view message, Search& search) const {
  if (message.empty() || ++search.depth > deepest || --search.work < 0) {
    --search.depth;
    return {};
  }
  if (const auto it = search.found.find(message); it != search.found.end()) {
    --search.depth;
    return it->second;
  }
  auto best = best_of(message, search);
  --search.depth;
  search.found.insert_or_assign(message, best);
  return best;
}

MessageTemplates::Words MessageTemplates::best_of(std::string_view message, Search& search) const {
  if (const auto it = whole_.find(message); it != whole_.end()) return {.known = true, .left = 0, .text = std::string(it->second)};
  Words best;
  const auto take = [&](Words words) {
    if (words.known && (!best.known || words.left < best.left)) best = std::move(words);
    return best.known && best.left == 0;
  };
  std::vector<std::string_view> operands;
  for (const auto& t : templates_) {
    const auto first = t.parts.front(), last = t.parts.back();
    if (message.size() < t.fixed || !message.starts_with(first) || !message.ends_with(last)) continue;
    operands.clear();
    int tries = 256;
    if (match(t.parts, 1, message.substr(first.size()), operands, tries) && take(filled(t, operands, search))) return best;
  }
  // A list, or several sentences. Of `name: sentence` and of a list the name may be anybody's.
  for (const std::string_view between : {" · ", ". ", "\n", ": "}) {
    int places = 0;
    for (auto at = message.find(between); at != std::string_view::npos && ++places <= most_places; at = message.find(between, at + 1)) {
      const auto left = message.substr(0, between == ". " ? at + 1 : at), right = message.substr(at + between.size());
      const auto a = translated(left, search), b = translated(right, search);
      const bool either = between == " · " || between == ": ";
      if (!a.known && !(either && b.known)) continue;
      const auto left_of = [](const Words& w, std::string_view text) { return w.known ? w.left : has_words(text) ? 1 : 0; };
      const auto text_of = [](const Words& w, std::string_view text) { return w.known ? w.text : std::string(text); };
      const auto joined = between == ". " ? "" : between == ": " ? "：" : std::string(between);
      if (take({.known = true, .left = left_of(a, left) + left_of(b, right), .text = text_of(a, left) + joined + text_of(b, right)}))
        return best;
    }
  }
  return best;
}

std::string MessageTemplates::operator()(std::string_view message) const {
  if (message.size() > longest) return std::string(message);
  std::string key(message);
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
  }
  Search search{.work = most_work};
  auto words = translated(message, search);
  auto text = words.known ? std::move(words.text) : key;
  const std::lock_guard lock(mutex_);
  if (known_.size() >= most_known) known_.clear();
  known_.emplace(std::move(key), text);
  return text;
}

std::string MessageTemplates::translated(const algebra::Message& message) const {
  const auto found = of_key_.find(message.key());
  // What the table lacks may still be read as a sentence.
  if (found == of_key_.end() && !only_joins(message.key())) return (*this)(message.text());
  return algebra::filled(found != of_key_.end() ? found->second : message.key(), [&](std::size_t i, bool word) {
    if (i >= message.operands().size()) return std::string();
    const auto& operand = message.operands()[i];
    if (operand.message != nullptr) return translated(*operand.message);
    // What is not data yet.
    return word || has_words(operand.text) ? (*this)(std::string_view(operand.text)) : operand.text;
  });
}

std::string MessageTemplates::all() const {
  std::string text;
  for (const auto& [english, translation] : whole_) text += translation;
  for (const auto& t : templates_) text += t.translation;
  return text;
}

}  // namespace app
