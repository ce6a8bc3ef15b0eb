#include "algebra/reading/call_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

using Kind = CallValue::Kind;

constexpr int most_nested = 32;
constexpr std::size_t most_items = 4096;

class CallReader {
 public:
  explicit CallReader(std::string_view text) : in_(text) {}

  std::optional<CallValue> whole() {
    auto v = value(0);
    in_.skip(" \t\r\n;");
    return v && in_.done() ? v : std::nullopt;
  }

 private:
  std::optional<CallValue> value(int depth) {
    if (depth > most_nested) return std::nullopt;
    in_.skip();
    const char c = in_.here();
    if (c == '\'' || c == '"') return quoted(c);
    if (c == '(' || c == '[') {
      CallValue list{.kind = Kind::list};
      in_.take(c);
      if (!items(list, c == '(' ? ')' : ']', depth)) return std::nullopt;
      return after(std::move(list), depth);
    }
    if (c == '-' || is_digit(c)) {
      const auto n = in_.number();
      if (!n || is_word(in_.here())) return std::nullopt;
      return CallValue{.kind = Kind::number, .number = *n};
    }
    auto name = dotted();
    if (name.empty()) return std::nullopt;
    return after(CallValue{.kind = Kind::name, .word = std::move(name)}, depth);
  }

  /// Reads what follows a value: arguments in (), <> or [] of a name, and .method(...) of anything.
  std::optional<CallValue> after(CallValue v, int depth) {
    for (std::size_t i = 0; i < most_items; ++i) {
      in_.skip();
      if (v.is(Kind::name) && (in_.here() == '(' || in_.here() == '<' || in_.here() == '[')) {
        const char open = in_.here();
        in_.take(open);
        v.kind = Kind::call;
        if (!items(v, open == '(' ? ')' : open == '<' ? '>' : ']', depth)) return std::nullopt;
      } else if (v.is(Kind::call) && in_.comes("{}")) {
        in_.take("{}");
      } else if (!v.is(Kind::name) && in_.here() == '.') {
        in_.take('.');
        const auto method = in_.word();
        if (!method) return std::nullopt;
        CallValue call{.kind = Kind::name, .word = std::string(*method)};
        call.object.push_back(std::move(v));
        v = std::move(call);
        // A property, such as .T, is a method without arguments.
        in_.skip();
        if (in_.here() != '(') v.kind = Kind::call;
      } else {
        return v;
      }
    }
    return std::nullopt;
  }

  bool items(CallValue& of, char close, int depth) {
    in_.skip();
    while (!in_.take(close)) {
      if (of.items.size() == most_items) return false;
      const auto begin = in_.place();
      std::string key(dotted());
      in_.skip();
      if (key.empty() || in_.comes("==") || !in_.take('=')) {
        in_.to(begin);
        key.clear();
      }
      auto v = value(depth + 1);
      if (!v) return false;
      of.items.emplace_back(std::move(key), *std::move(v));
      in_.skip();
      if (in_.take(close)) return true;
      if (!in_.take(',')) return false;
      in_.skip();
    }
    return true;
  }

  std::optional<CallValue> quoted(char quote) {
    in_.take(quote);
    const auto text = in_.until(std::string_view(&quote, 1));
    if (!in_.take(quote)) return std::nullopt;
    return CallValue{.kind = Kind::text, .word = std::string(text)};
  }

  /// Reads gl.amd.Name or ck_tile::name.
  std::string dotted() {
    std::string name;
    if (is_digit(in_.here())) return name;
    for (;;) {
      const auto word = in_.word();
      if (!word) return name;
      name += *word;
      const auto begin = in_.place();
      if (in_.take("::")) name += "::";
      else if (in_.take('.')) name += '.';
      else return name;
      if (is_word(in_.here())) continue;
      in_.to(begin);
      return name;
    }
  }

  Cursor in_;
};

[[noreturn]] void refuse_call(Message message) { throw CallProblem{std::move(message)}; }

}  // namespace

const CallValue* CallValue::argument(std::string_view key, std::size_t place) const {
  std::size_t at = 0;
  for (const auto& [name, value] : items) {
    if (name == key && !key.empty()) return &value;
    if (name.empty() && at++ == place) return &value;
  }
  return nullptr;
}

const CallValue& CallValue::needed(std::string_view key, std::size_t place) const {
  const auto* value = argument(key, place);
  if (value == nullptr) refuse_call(message("{} needs {}.", function(), key));
  return *value;
}

std::int64_t CallValue::number_of(std::string_view key, std::size_t place) const {
  const auto& value = needed(key, place);
  if (!value.is(Kind::number)) refuse_call(message("{} of {} must be a number.", key, function()));
  return value.number;
}

std::vector<std::int64_t> CallValue::numbers_of(std::string_view key, std::size_t place) const {
  const auto& value = needed(key, place);
  if (!value.is(Kind::list) && !value.is(Kind::call)) refuse_call(message("{} of {} must be a list of numbers.", key, function()));
  return value.numbers();
}

std::vector<std::int64_t> CallValue::numbers() const {
  std::vector<std::int64_t> all;
  for (const auto& [key, value] : items) {
    if (!value.is(Kind::number))
      refuse_call(message("{} must be a list of numbers.", is(Kind::call) ? function() : std::string_view("A list")));
    all.push_back(value.number);
  }
  return all;
}

std::string_view CallValue::function() const {
  const auto at = word.find_last_of(".:");
  return at == word.npos ? std::string_view(word) : std::string_view(word).substr(at + 1);
}

std::optional<CallValue> read_call(std::string_view text) {
  constexpr std::size_t longest = 1 << 16;
  if (text.size() > longest) return std::nullopt;
  return CallReader(text).whole();
}

std::string text_of_modes(const std::vector<StridedMode>& modes) {
  std::vector<std::string> sizes, strides;
  for (const auto& mode : modes) {
    StridedMode parts;
    for (const auto& [size, stride] : mode) {
      if (size == 1) continue;
      if (!parts.empty() && stride == parts.back().first * parts.back().second) parts.back().first *= size;
      else parts.emplace_back(size, stride);
    }
    if (parts.empty()) parts.emplace_back(1, 0);
    std::vector<std::int64_t> s, d;
    for (const auto& [size, stride] : parts) s.push_back(size), d.push_back(stride);
    const bool one = parts.size() == 1;
    sizes.push_back(one ? fmt::format("{}", s[0]) : fmt::format("({})", fmt::join(s, ",")));
    strides.push_back(one ? fmt::format("{}", d[0]) : fmt::format("({})", fmt::join(d, ",")));
  }
  if (modes.size() == 1) return fmt::format("{}:{}", sizes[0], strides[0]);
  return fmt::format("({}):({})", fmt::join(sizes, ","), fmt::join(strides, ","));
}

std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * std::max<std::int64_t>(1, shape[i]);
  return strides;
}

}  // namespace algebra::dialects
