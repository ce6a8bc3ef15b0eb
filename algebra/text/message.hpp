#pragma once
// What a user is told, as data: a text with places, and what stands in them.

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

// nvcc does not compile fmt, and a kernel makes no messages.
#ifndef __CUDACC__
#include <fmt/format.h>
#endif

namespace algebra {

class Message;

/// What stands in a place of a message: a number, a message of its own, or a text that is the same in every language, such as a layout,
/// a name or a path.
struct Operand {
  enum class Kind : std::uint8_t { text, number, message };
  Kind kind = Kind::text;
  std::string text{};                        ///< as it is shown; of a message in English
  std::shared_ptr<const Message> message{};  ///< of Kind::message
};

/// A sentence, or a part of one. Its English text with a `{}` for each operand is its key: it stands where the message is made, is
/// checked against the operands when that is compiled, and finds the translation (assets/translations, app::Texts::operator()). What is
/// done with a message depends on its key and operands, never on the words.
class Message {
 public:
  /// Says nothing.
  Message() = default;
  /// A literal without operands.
  template <std::size_t size>
  Message(const char (&text)[size]) : key_(text, size - 1) {}  // NOLINT(google-explicit-constructor)
  /// The key outlives the program's messages: it is a literal.
  Message(std::string_view key, std::vector<Operand> operands) : key_(key), operands_(std::move(operands)) {}
  /// What is the same in every language, or comes from elsewhere, such as a driver.
  static Message verbatim(std::string text);
  /// In a row, with a blank between sentences. What says nothing is left out.
  static Message sequence(Message, Message);
  /// Facts beside one another, "size 8 · rank 2". What says nothing is left out.
  static Message list(const std::vector<Message>&);

  std::string_view key() const { return key_; }
  const std::vector<Operand>& operands() const { return operands_; }
  bool empty() const { return key_.empty(); }
  /// In English.
  std::string text() const;
  operator std::string() const { return text(); }                        // NOLINT(google-explicit-constructor)
  friend std::ostream& operator<<(std::ostream& out, const Message& m);  ///< in English
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

/// How a message becomes text: in English, or as a host's language has it.
using Say = std::function<std::string(const Message&)>;
inline std::string in_english(const Message& m) { return m.text(); }

/// `key` with each `{}` replaced by what `fill(i)` gives for the operand of its place. A translation numbers its places, `{1}`, where
/// they are in another order; `fill` then is called with that number, and with true for `{1!}`, a word that is translated.
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

/// A key for operands of these types. It does not compile where there are fewer operands than places, or where a place says how its
/// operand is formatted, which a translation would not repeat: such an operand is formatted before.
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

/// A message with its operands: the key is the English text.
template <class... Values>
Message message(std::type_identity_t<KeyFor<Values...>> key, const Values&... values) {
  const fmt::string_view literal = key.text;
  return {std::string_view(literal.data(), literal.size()), {operand(values)...}};
}

/// Names as a list for a sentence: "index, tile or none".
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
