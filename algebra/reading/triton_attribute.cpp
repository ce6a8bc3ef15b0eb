#include "algebra/reading/triton_attribute.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/utf8.hpp"

namespace algebra::dialects {
namespace {

using Value = TritonAttribute::Value;
using Numbers = std::vector<std::int64_t>;

[[noreturn]] void refuse(Message message) { throw TritonProblem{std::move(message)}; }

class AttributeReader {
 public:
  explicit AttributeReader(std::string_view source) : in_(source, 0, angle_brackets) {}

  /// attribute := '#' word ('.' word '<' ... '>')?
  TritonAttribute attribute() {
    if (++depth_ > 16) refuse("An encoding is nested at most 16 deep.");
    expect('#');
    TritonAttribute a;
    auto name = word();
    if (!in_.take('.')) {
      a.alias = std::move(name);
      --depth_;
      return a;
    }
    a.kind = word();
    expect('<');
    in_.skip();
    // padded_shared has [32:+4] in front, and tensor_memory_encoding no braces.
    if (in_.here() == '[') paddings(a), in_.skip();
    if (in_.here() == '{') dictionary(a);
    else if (in_.here() != '>') entries(a, '>');
    // Anything after the dictionary, such as `, alignment = 16`, does not affect the layout.
    in_.until(">");
    if (!in_.take('>')) unexpected("\">\"");
    --depth_;
    return a;
  }

 private:
  [[noreturn]] void unexpected(std::string_view wanted) const {
    const auto rest = in_.rest();
    refuse(rest.empty() ? message("This encoding ends too early: {} is expected.", wanted)
                        : message("In this encoding {} is expected at byte {}, not \"{}\".", wanted, in_.place() + 1,
                                  rest.substr(0, next_boundary(rest, 1))));
  }
  void expect(char c) {
    in_.skip();
    if (!in_.take(c)) unexpected(fmt::format("\"{}\"", c));
  }
  std::string word() {
    const auto found = in_.word();
    if (!found) unexpected("a name");
    return std::string(*found);
  }

  void dictionary(TritonAttribute& a) {
    expect('{');
    entries(a, '}');
    in_.take('}');
  }
  /// Reads key = value, ... up to the closing character.
  void entries(TritonAttribute& a, char close) {
    in_.skip();
    while (in_.here() != close) {
      auto key = (in_.skip(), word());
      expect('=');
      a.values.insert_or_assign(std::move(key), value(0));
      in_.skip();
      if (in_.here() == close) break;
      expect(',');
    }
  }
  /// Reads [32:+4, 512:+16].
  void paddings(TritonAttribute& a) {
    expect('[');
    do {
      const auto interval = number();
      expect(':');
      expect('+');
      in_.skip();
      a.paddings.emplace_back(interval, number());
      if (a.paddings.size() > 16) refuse("A list of an encoding has at most 64 elements.");
      in_.skip();
    } while (in_.take(','));
    expect(']');
  }

  Value value(int depth) {
    if (depth > 8) refuse("An encoding is nested at most 16 deep.");
    in_.skip();
    if (in_.here() == '#') {
      std::vector<TritonAttribute> one;
      one.push_back(attribute());
      return {std::move(one)};
    }
    if (in_.here() == '{') {
      std::vector<TritonAttribute> one(1);
      dictionary(one.front());
      return {std::move(one)};
    }
    if (in_.take('[')) {
      std::vector<Value> list;
      in_.skip();
      while (in_.here() != ']') {
        if (list.size() == 64) refuse("A list of an encoding has at most 64 elements.");
        list.push_back(value(depth + 1));
        in_.skip();
        if (in_.here() == ']') break;
        expect(',');
      }
      in_.take(']');
      return {std::move(list)};
    }
    for (const auto& [text, holds] : {std::pair<std::string_view, bool>{"true", true}, {"false", false}})
      if (in_.take(text)) return Value{holds};
    if (is_digit(in_.here())) return {number()};
    const auto name = in_.word();
    if (!name) unexpected("a number, a list or an encoding");
    return Value{std::string(*name)};
  }

  std::int64_t number() {
    in_.skip();
    const auto rest = in_.rest();
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    if (error == std::errc::invalid_argument) unexpected("a number, a list or an encoding");
    if (error != std::errc{} || n < 0 || n > (std::int64_t{1} << 30))
      refuse(message("A number of an encoding is from 0 to 2^30, not {}.", rest.substr(0, static_cast<std::size_t>(end - rest.data()))));
    in_.to(in_.place() + static_cast<std::size_t>(end - rest.data()));
    return n;
  }

  Cursor in_;
  int depth_ = 0;
};

Numbers numbers_of(const Value& value, std::string_view key, std::string_view kind) {
  const auto* list = std::get_if<std::vector<Value>>(&value.is);
  if (list == nullptr) refuse(message("{} of #ttg.{} must be a list of numbers.", key, kind));
  Numbers all;
  for (const auto& v : *list) {
    const auto* n = std::get_if<std::int64_t>(&v.is);
    if (n == nullptr) refuse(message("{} of #ttg.{} must be a list of numbers.", key, kind));
    all.push_back(*n);
  }
  return all;
}

}  // namespace

const Value* TritonAttribute::find(std::string_view key) const {
  const auto it = values.find(key);
  return it == values.end() ? nullptr : &it->second;
}

std::int64_t TritonAttribute::number(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) refuse(message("The encoding #ttg.{} needs {}.", kind, key));
  if (const auto* n = std::get_if<std::int64_t>(&value->is)) return *n;
  refuse(message("{} of #ttg.{} must be a number.", key, kind));
}

bool TritonAttribute::flag(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) refuse(message("The encoding #ttg.{} needs {}.", kind, key));
  if (const auto* holds = std::get_if<bool>(&value->is)) return *holds;
  refuse(message("{} of #ttg.{} must be true or false.", key, kind));
}

Numbers TritonAttribute::numbers(std::string_view key) const {
  const auto* value = find(key);
  if (value == nullptr) refuse(message("The encoding #ttg.{} needs {}.", kind, key));
  return numbers_of(*value, key, kind);
}

std::string TritonAttribute::word(std::string_view key) const {
  const auto* value = find(key);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->is);
  return text == nullptr ? std::string() : *text;
}

TritonAttribute TritonAttribute::attribute(std::string_view key) const {
  const auto* value = find(key);
  const auto* one = value == nullptr ? nullptr : std::get_if<std::vector<TritonAttribute>>(&value->is);
  if (one == nullptr || one->empty()) refuse(message("The encoding #ttg.{} needs {}.", kind, key));
  return one->front();
}

std::vector<Numbers> TritonAttribute::bases(std::string_view key, int rank) const {
  const auto* value = find(key);
  return value == nullptr ? std::vector<Numbers>{} : bases_of(*value, rank);
}

std::vector<Numbers> TritonAttribute::bases_of(const Value& value, int rank) const {
  const auto* list = std::get_if<std::vector<Value>>(&value.is);
  if (list == nullptr) refuse(message("The bases of #ttg.{} are lists of numbers, such as [[0, 1], [8, 0]].", kind));
  std::vector<Numbers> all;
  for (const auto& v : *list) {
    all.push_back(numbers_of(v, "A basis", kind));
    if (rank >= 0 && all.back().size() != static_cast<std::size_t>(rank))
      refuse(message("A basis of #ttg.{} has {} numbers for a tensor of {} modes.", kind, all.back().size(), rank));
    if (all.back().size() != all.front().size()) refuse(message("The bases of #ttg.{} have as many numbers as each other.", kind));
  }
  return all;
}

bool is_power_of_two(std::int64_t n) { return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)); }

Numbers powers(const TritonAttribute& a, std::string_view key, int rank) {
  auto sizes = a.numbers(key);
  if (static_cast<int>(sizes.size()) != rank)
    refuse(message("{} of #ttg.{} has {} numbers for a tensor of {} modes.", key, a.kind, sizes.size(), rank));
  for (const auto n : sizes)
    if (!is_power_of_two(n) || n > (std::int64_t{1} << 30)) refuse(message("{} of #ttg.{} takes powers of two, not {}.", key, a.kind, n));
  return sizes;
}

std::vector<int> order_of(const TritonAttribute& a, std::string_view key, int rank) {
  const auto given = a.numbers(key);
  std::vector<int> modes(given.begin(), given.end()), sorted = modes;
  std::ranges::sort(sorted);
  for (int i = 0; i < static_cast<int>(sorted.size()); ++i)
    if (sorted[static_cast<std::size_t>(i)] != i) refuse(message("{} of #ttg.{} names each mode once, from 0.", key, a.kind));
  if (static_cast<int>(modes.size()) != rank)
    refuse(message("{} of #ttg.{} has {} numbers for a tensor of {} modes.", key, a.kind, modes.size(), rank));
  return modes;
}

TritonAttribute parse_triton_attribute(std::string_view text) { return AttributeReader(text).attribute(); }

TritonAttribute resolved(TritonAttribute a, const std::map<std::string, std::string, std::less<>>& aliases) {
  for (int i = 0; !a.alias.empty(); ++i) {
    const auto it = aliases.find(a.alias);
    if (it == aliases.end() || i == 8) refuse(message("There is no #{} in this text.", a.alias));
    a = parse_triton_attribute(it->second);
  }
  return a;
}

TritonAttribute resolved(const Value& value, const std::map<std::string, std::string, std::less<>>& aliases) {
  const auto* one = std::get_if<std::vector<TritonAttribute>>(&value.is);
  if (one == nullptr || one->empty()) refuse("The parent of an encoding is an encoding.");
  return resolved(one->front(), aliases);
}

}  // namespace algebra::dialects
