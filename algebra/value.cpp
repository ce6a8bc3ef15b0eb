#include "algebra/value.hpp"

#include <fmt/format.h>

namespace algebra {

std::int64_t apply(const Swizzle& s, std::int64_t index) {
  // Bits [base + |shift|, ... + bits) are xored into bits [base, ... + bits), or the other way round for shift < 0.
  const auto mask = ((std::uint64_t{1} << s.bits) - 1) << (s.base + (s.shift > 0 ? s.shift : 0));
  const auto u = static_cast<std::uint64_t>(index);
  return static_cast<std::int64_t>(s.shift >= 0 ? u ^ ((u & mask) >> s.shift) : u ^ ((u & mask) << -s.shift));
}

namespace {

std::string tiler_text(const Tiler& t, Marks marks) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return to_string(*layout, marks);
  if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return to_string(*leaf, marks);
  std::string text = "<";
  for (const auto& m : t.modes()) text += (text.size() > 1 ? "," : "") + tiler_text(m, marks);
  return text + ">";
}

struct Printer {
  Marks marks;
  std::string operator()(const IntTuple& t) const { return to_string(t, marks); }
  std::string operator()(const Layout& l) const { return to_string(l, marks); }
  std::string operator()(const Tiler& t) const { return tiler_text(t, marks); }
  std::string operator()(const Tensor& t) const { return fmt::format("ptr+{} o {}", t.offset, to_string(t.layout, marks)); }
  std::string operator()(const Swizzle& s) const { return fmt::format("Sw<{},{},{}>", s.bits, s.base, s.shift); }
  std::string operator()(const ComposedLayout& c) const {
    const auto offset = marks == Marks::underscores ? fmt::format("_{}", c.offset) : fmt::format("{}", c.offset);
    return fmt::format("{} o {} o {}", (*this)(c.swizzle), offset, to_string(c.layout, marks));
  }
  std::string operator()(const Truth& t) const { return t.holds ? "true" : "false"; }
  std::string operator()(const ElementType& t) const { return t.name; }
  std::string operator()(Major m) const { return m == Major::left ? "LayoutLeft" : "LayoutRight"; }
};

}  // namespace

std::string to_string(const Value& value, Marks marks) { return std::visit(Printer{marks}, value); }

}  // namespace algebra
