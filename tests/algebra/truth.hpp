#pragma once
// Helpers of the tests of sentences: values as functions computed from their definition, without the library's evaluation, and the numbers
// in a sentence.

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "naive_algebra.hpp"
#include "random_layouts.hpp"
#include "tests/rounds.hpp"

namespace algebra::truth {

using naive::Wide;
using Index = std::function<Wide(Wide)>;

/// Cases of each kind; CUTESCOPE_CASES chooses another number, CUTESCOPE_SEED other cases.
inline int cases() {
  const char* given = std::getenv("CUTESCOPE_CASES");
  return given != nullptr ? std::atoi(given) : rounds(1000);
}

/// Bit by bit, as CuTe's documentation draws it.
inline Wide swizzled(const Swizzle& s, Wide i) {
  auto result = i;
  for (int k = 0; k < s.bits; ++k) {
    const int read = s.base + (s.shift > 0 ? s.shift : 0) + k, changed = s.base - (s.shift < 0 ? s.shift : 0) + k;
    if ((i >> read & 1) != 0) result ^= Wide{1} << changed;
  }
  return result;
}
inline Wide outer(const OuterFunction& f, Wide i) {
  if (!f.inside.empty()) i = outer(f.inside[0], i);
  i += f.offset.value.value;
  if (const auto* s = std::get_if<Swizzle>(&f.function)) return swizzled(*s, i);
  return naive::Function(std::get<Layout>(f.function))(i);
}

/// A value as a function of 1-D coordinates, or of indices; and the shape of its coordinates.
struct Function {
  Index at;
  std::optional<IntTuple> shape;
};
inline Function function(const Value& v) {
  if (const auto* l = std::get_if<Layout>(&v)) return {naive::Function(*l), l->shape()};
  if (const auto* s = std::get_if<Swizzle>(&v)) return {[s = *s](Wide i) { return swizzled(s, i); }, {}};
  if (const auto* c = std::get_if<ComposedLayout>(&v))
    return {[o = c->outer, l = naive::Function(c->layout)](Wide i) { return outer(o, l(i)); }, c->layout.shape()};
  const auto* c = std::get_if<ComposedFunction>(&v);
  REQUIRE(c != nullptr);
  return {[c = *c](Wide i) { return outer(c.outer, swizzled(c.swizzle, i)); }, {}};
}

inline Value value_of(const std::string& text) {
  const auto e = evaluate(text, {}, IntegerRule::cute);
  REQUIRE_MESSAGE(e, text);
  return e->value;
}
inline std::string in_cute(const Value& v) { return to_string(v, Marks::underscores); }
inline std::string call(const char* name, const Value& a) { return std::string(name) + "(" + in_cute(a) + ")"; }
inline std::string call(const char* name, const Value& a, const Value& b) {
  return std::string(name) + "(" + in_cute(a) + ", " + in_cute(b) + ")";
}

/// Returns whether f, with integers of the shape as its coordinates, is a layout: by trying all ways to cut each integer into factors.
inline bool is_layout(const IntTuple& shape, const Index& f) {
  std::vector<std::int64_t> extents;
  shape.for_each_integer([&](Int i) { extents.push_back(i.value); });
  if (f(0) != 0) return false;
  std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // size and step
  const auto additive = [&] {
    Wide total = 1;
    for (const auto e : extents) total *= e;
    for (Wide c = 0; c < total; ++c) {
      Wide sum = 0;
      for (const auto& [size, step] : modes) sum += c / step % size * f(step);
      if (sum != f(c)) return false;
    }
    return true;
  };
  const std::function<bool(std::size_t, std::int64_t, std::int64_t)> cut = [&](std::size_t i, std::int64_t left, std::int64_t step) {
    if (i == extents.size()) return additive();
    if (left == 1) return cut(i + 1, i + 1 < extents.size() ? extents[i + 1] : 1, step);
    for (std::int64_t size = 2; size <= left; ++size) {
      if (size > 2 && f(Wide{size - 1} * step) != (size - 1) * f(step)) break;
      if (left % size != 0) continue;
      modes.emplace_back(size, step);
      const bool found = cut(i, left / size, step * size);
      modes.pop_back();
      if (found) return true;
    }
    return false;
  };
  return cut(0, extents.empty() ? 1 : extents[0], 1);
}

/// Returns "6" or "6 (48 / 8)"; nothing where that is not so.
inline std::optional<std::int64_t> number(const std::string& words) {
  static const std::regex form("(-?\\d+)(?: \\((-?\\d+) / (-?\\d+)\\))?");
  std::smatch m;
  if (!std::regex_match(words, m, form)) return std::nullopt;
  const auto n = std::stoll(m[1]);
  if (m[2].matched && (std::stoll(m[3]) == 0 || std::stoll(m[2]) != n * std::stoll(m[3]))) return std::nullopt;
  return n;
}

/// Returns the text with the suggestion put in at the diagnostic's place.
inline std::string repaired(std::string text, const Diagnostic& d, const std::string& suggestion) {
  return text.replace(d.span.begin, d.span.end - d.span.begin, suggestion);
}

/// A sentence that is false: the input, what was said, and why it is not so.
inline void is_false(const std::string& text, const std::string& said, const std::string& why) {
  FAIL_CHECK(text << "\n  says: " << said << "\n  but:  " << why);
}

}  // namespace algebra::truth
