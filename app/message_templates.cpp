#include "app/message_templates.hpp"

#include <algorithm>
#include <cctype>

namespace app {
namespace {

constexpr std::size_t most_known = 1 << 12;
constexpr int deepest = 6;
constexpr std::size_t longest = 1 << 14;   ///< bytes of a message that is worth a search

std::vector<std::string_view> split_at_operands(std::string_view text) {
  std::vector<std::string_view> parts;
  for (auto at = text.find("{}"); at != std::string_view::npos; at = text.find("{}")) {
    parts.push_back(text.substr(0, at));
    text.remove_prefix(at + 2);
  }
  parts.push_back(text);
  return parts;
}

/// What stands in place of each {}: parts[part..] against `text`, which begins with the operand before parts[part].
bool match(const std::vector<std::string_view>& parts, std::size_t part, std::string_view text, std::vector<std::string_view>& operands, int& tries) {
  const auto fixed = parts[part];
  if (part + 1 == parts.size()) {
    if (text.size() <= fixed.size() || !text.ends_with(fixed)) return false;
    operands.push_back(text.substr(0, text.size() - fixed.size()));
    return true;
  }
  for (auto at = text.find(fixed, 1); at != std::string_view::npos && --tries > 0; at = text.find(fixed, at + 1)) {
    operands.push_back(text.substr(0, at));
    if (match(parts, part + 1, text.substr(at + fixed.size()), operands, tries)) return true;
    operands.pop_back();
  }
  return false;
}

bool has_words(std::string_view text) {
  const auto blank = text.find(' ');
  return blank != std::string_view::npos && std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::islower(c) != 0; });
}

}  // namespace

MessageTemplates::MessageTemplates(std::string_view table) {
  for (auto rest = table; !rest.empty();) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with('#')) continue;
    auto parts = split_at_operands(line.substr(0, tab));
    const auto translation = line.substr(tab + 1);
    if (parts.size() == 1) {
      whole_.emplace(parts[0], translation);
      continue;
    }
    std::size_t fixed = 0;
    for (const auto part : parts) fixed += part.size();
    templates_.push_back({std::move(parts), translation, fixed});
  }
  std::stable_sort(templates_.begin(), templates_.end(), [](const Template& a, const Template& b) { return a.fixed > b.fixed; });
}

std::string MessageTemplates::filled(const Template& t, const std::vector<std::string_view>& operands, int depth) const {
  std::string text;
  std::size_t next = 0;
  for (auto rest = t.translation; !rest.empty();) {
    const auto open = rest.find('{');
    text += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    rest.remove_prefix(open + 1);
    const auto close = std::min(rest.find('}'), rest.size());
    auto which = rest.substr(0, close);
    rest.remove_prefix(std::min(close + 1, rest.size()));
    const bool word = which.ends_with('!');
    if (word) which.remove_suffix(1);
    const auto index = which.empty() ? next++ : static_cast<std::size_t>(which[0] - '0');
    if (index >= operands.size()) continue;
    std::string inner;
    if ((word || has_words(operands[index])) && translate(operands[index], depth + 1, inner)) text += inner;
    else text += operands[index];
  }
  return text;
}

bool MessageTemplates::translate(std::string_view message, int depth, std::string& out) const {
  if (depth > deepest || message.empty()) return false;
  if (const auto it = whole_.find(message); it != whole_.end()) {
    out = it->second;
    return true;
  }
  std::vector<std::string_view> operands;
  for (const auto& t : templates_) {
    const auto first = t.parts.front(), last = t.parts.back();
    if (message.size() <= t.fixed || !message.starts_with(first) || !message.ends_with(last)) continue;
    operands.clear();
    int tries = 256;
    if (!match(t.parts, 1, message.substr(first.size()), operands, tries)) continue;
    out = filled(t, operands, depth);
    return true;
  }
  // A list, or several sentences.
  for (const std::string_view between : {" · ", ". ", "\n"}) {
    for (auto at = message.find(between); at != std::string_view::npos; at = message.find(between, at + 1)) {
      const auto left = message.substr(0, between == ". " ? at + 1 : at), right = message.substr(at + between.size());
      std::string a, b;
      const bool know_left = translate(left, depth + 1, a), know_right = translate(right, depth + 1, b);
      const bool list = between == " · ";
      if (!know_left && !(list && know_right)) continue;
      out = (know_left ? a : std::string(left)) + (between == ". " ? "" : std::string(between)) + (know_right ? b : std::string(right));
      return true;
    }
  }
  return false;
}

std::string MessageTemplates::operator()(std::string_view message) const {
  if (message.size() > longest) return std::string(message);
  std::string key(message);
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  std::string text;
  if (!translate(message, 0, text)) text = key;
  if (known_.size() >= most_known) known_.clear();
  known_.emplace(std::move(key), text);
  return text;
}

std::string MessageTemplates::all() const {
  std::string text;
  for (const auto& [english, translation] : whole_) text += translation;
  for (const auto& t : templates_) text += t.translation;
  return text;
}

}  // namespace app
