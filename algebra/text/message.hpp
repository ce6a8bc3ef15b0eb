#pragma once
// Messages for the user as data: a key with placeholders, and the operands.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// nvcc cannot compile fmt; kernels make no messages.
#ifndef __CUDACC__
#include <fmt/format.h>
#endif

namespace algebra {

class Message;

/// An operand of a message: a number, another message, or a text that is the same in every language, such as a layout, a name or a path.
struct Operand {
  enum class Kind : std::uint8_t { text, number, message };
  Kind kind = Kind::text;
  std::string text{};                        ///< the text to show; for a message, in English
  std::shared_ptr<const Message> message{};  ///< set for Kind::message
};

/// A sentence, or a part of one. Its key is the English text with a `{}` for each operand; the key stands where the message is made, is
/// checked against the operands at compile time, and finds the translation (assets/translations, app::Texts::operator()). Code that depends
/// on a message uses its key and operands; tests/architecture refuses searches in its words.
class Message {
 public:
  /// Makes an empty message.
  Message() = default;
  /// Makes a message from a literal without operands.
  template <std::size_t size>
  Message(const char (&text)[size]) : key_(text, size - 1) {}  // NOLINT(google-explicit-constructor)
  /// Makes a message. The key must be a literal: it has to outlive every message.
  Message(std::string_view key, std::vector<Operand> operands) : key_(key), operands_(std::move(operands)) {}
  /// Makes a message whose text is the same in every language, or comes from elsewhere, such as a driver.
  static Message verbatim(std::string text);
  /// Joins messages with a blank between sentences; omits empty ones.
  static Message sequence(Message, Message);
  /// Joins facts, "size 8 · rank 2"; omits empty ones.
  static Message list(const std::vector<Message>&);

  std::string_view key() const { return key_; }
  const std::vector<Operand>& operands() const { return operands_; }
  bool empty() const { return key_.empty(); }
  /// Renders in English.
  std::string text() const;
  operator std::string() const { return text(); }                        // NOLINT(google-explicit-constructor)
  friend std::ostream& operator<<(std::ostream& out, const Message& m);  ///< prints in English
  friend bool operator==(const Message& a, const Message& b) { return a.text() == b.text(); }
  friend bool operator==(const Message& a, std::string_view text) { return a.text() == text; }
  template <std::size_t size>
  friend bool operator==(const Message& a, const char (&text)[size]) {
    return a.text() == std::string_view(text, size - 1);
  }

 private:
  std::string_view key_;
  std::vector<Operand> operands_;
};

/// Renders a message as text: in English, or in a host's language.
using Say = std::function<std::string(const Message&)>;
inline std::string in_english(const Message& m) { return m.text(); }

/// Replaces each `{}` of `key` by fill(i, ...) for the operand at that place. A translation numbers its places, `{1}`, if their order
/// differs; `fill` is then called with that number, and with true for `{1!}`, an operand that is itself translated.
template <class Fill>
std::string filled(std::string_view key, Fill&& fill) {
  std::string text;
  std::size_t next = 0;
  while (!key.empty()) {
    const auto open = key.find('{');
    text += key.substr(0, open);
    if (open == std::string_view::npos) break;
    key.remove_prefix(open + 1);
    const auto close = std::min(key.find('}'), key.size());
    auto place = key.substr(0, close);
    key.remove_prefix(std::min(close + 1, key.size()));
    const bool word = place.ends_with('!');
    if (word) place.remove_suffix(1);
    const bool numbered = !place.empty() && place[0] >= '0' && place[0] <= '9';
    text += fill(numbered ? static_cast<std::size_t>(place[0] - '0') : next++, word);
  }
  return text;
}

}  // namespace algebra

#ifndef __CUDACC__

namespace algebra {

template <class T>
Operand operand(const T& value) {
  if constexpr (std::is_same_v<T, Operand>) return value;
  else if constexpr (std::is_same_v<T, Message>) return {Operand::Kind::message, value.text(), std::make_shared<const Message>(value)};
  else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>)
    return {Operand::Kind::number, fmt::format("{}", value), nullptr};
  else return {Operand::Kind::text, fmt::format("{}", value), nullptr};
}

/// A key checked at compile time: there must be as many operands as places, and no place may have a format specifier, since a translation
/// would not repeat it; such operands are formatted by the caller.
template <class... Values>
struct KeyFor {
  fmt::format_string<const Values&...> text;
  template <std::size_t size>
  consteval KeyFor(const char (&literal)[size]) : text(literal) {  // NOLINT(google-explicit-constructor)
    for (std::size_t i = 0; i + 1 < size; ++i)
      if (literal[i] == ':' && i > 0 && in_place(literal, i)) throw "a place of a message has no format";
  }

 private:
  template <std::size_t size>
  static consteval bool in_place(const char (&literal)[size], std::size_t i) {
    while (i > 0 && literal[i - 1] >= '0' && literal[i - 1] <= '9') --i;
    return i > 0 && literal[i - 1] == '{';
  }
};

/// Makes a message with its operands; the key is the English text.
template <class... Values>
Message message(std::type_identity_t<KeyFor<Values...>> key, const Values&... values) {
  const fmt::string_view literal = key.text;
  return {std::string_view(literal.data(), literal.size()), {operand(values)...}};
}

/// Lists names for a sentence: "index, tile or none".
template <class Names>
Message alternatives(const Names& names) {
  std::string before;
  std::size_t left = names.size();
  for (const auto& name : names) {
    if (--left == 0) return before.empty() ? Message::verbatim(std::string(name)) : message("{} or {}", before, name);
    before.append(before.empty() ? "" : ", ").append(name);
  }
  return {};
}

}  // namespace algebra

template <>
struct fmt::formatter<algebra::Message> : fmt::formatter<std::string_view> {
  auto format(const algebra::Message& m, fmt::format_context& context) const {
    return fmt::formatter<std::string_view>::format(m.text(), context);
  }
};

#endif
