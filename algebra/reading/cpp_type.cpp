#include "algebra/reading/cpp_type.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

/// Thrown if the type is not a layout's; ends the reading.
struct NoLayout {};

/// A part of a type, in the language's notation and in CuTe IR's, from which the likely values of unknown numbers are derived.
struct Part {
  enum class Is : std::uint8_t { integer, tuple, tiler, swizzle, layout, flag } is = Is::integer;
  std::string text, ir;
};

class TypeReader {
 public:
  explicit TypeReader(std::string_view text) : in_(text, 0, angle_brackets) {}

  Part type(int depth = 0) {
    if (depth > 64) throw NoLayout{};
    const auto name = this->name();
    if (const auto n = number_in(name)) return integer(*n);
    if (is_run_time(name)) return {Part::Is::integer, "?", "?"};
    if (name == "Underscore") return {Part::Is::flag, "_", "_"};
    if (name == "C" || name == "Int" || name == "constant" || name == "integral_constant") return integer(constant());
    if (name == "tuple" || name == "ArithmeticTuple" || name == "Shape" || name == "Stride" || name == "Coord" || name == "Step" ||
        name == "Tile")
      return tuple(depth);
    if (name == "ScaledBasis") return basis(depth);
    if (name == "Swizzle") {
      const auto all = fmt::format("<{}>", fmt::join(numbers(), ","));
      return {Part::Is::swizzle, "Sw" + all, "S" + all};
    }
    if (name == "smem_ptr_flag_bits") return {Part::Is::flag, fmt::format("smem_ptr[{}b](unset)", fmt::join(numbers(), "")), "0"};
    if (name == "Layout") return layout(depth);
    if (name == "ComposedLayout") return composed(depth);
    throw NoLayout{};
  }

  std::size_t read() const { return in_.place(); }

 private:
  bool takes(char c) {
    in_.skip();
    return in_.take(c);
  }
  void expect(char c) {
    if (!takes(c)) throw NoLayout{};
  }
  std::string_view word() {
    in_.skip();
    return in_.word().value_or("");
  }

  /// Reads a name without its namespaces and qualifiers; of `unsigned long` the last word.
  std::string_view name() {
    for (;;) {
      takes(':'), takes(':');
      const auto found = word();
      if (found.empty()) throw NoLayout{};
      if (in_.comes("::")) continue;
      constexpr std::array<std::string_view, 5> qualifiers{"const", "class", "struct", "typename", "volatile"};
      if (std::ranges::find(qualifiers, found) != qualifiers.end()) continue;
      if (is_run_time(found)) {
        // long unsigned int
        for (auto before = in_;; before = in_)
          if (!is_run_time(word())) {
            in_ = before;
            break;
          }
      }
      return found;
    }
  }

  static bool is_run_time(std::string_view name) {
    constexpr std::array<std::string_view, 17> all{"int",      "long",     "unsigned", "signed",    "short",   "char",
                                                   "size_t",   "int8_t",   "int16_t",  "int32_t",   "int64_t", "uint8_t",
                                                   "uint16_t", "uint32_t", "uint64_t", "ptrdiff_t", "__int64"};
    return std::ranges::find(all, name) != all.end();
  }

  /// _4
  static std::optional<std::string> number_in(std::string_view name) {
    if (name.size() < 2 || name.front() != '_' || !std::ranges::all_of(name.substr(1), is_digit)) return std::nullopt;
    return std::string(name.substr(1));
  }

  static Part integer(const std::string& n) { return {Part::Is::integer, "_" + n, n}; }

  /// 4, -4, 4UL, (int)4, (unsigned long)4
  std::string number() {
    if (takes('(')) in_.until(")"), expect(')');
    std::string n(takes('-') ? "-" : "");
    const auto digits = word();
    const auto end = std::min(digits.find_first_not_of("0123456789"), digits.size());
    if (end == 0 || digits.find_first_not_of("uUlL", end) != std::string_view::npos) throw NoLayout{};
    return n.append(digits.substr(0, end));
  }

  std::vector<std::string> numbers() {
    std::vector<std::string> all;
    expect('<');
    do all.push_back(number());
    while (takes(','));
    expect('>');
    return all;
  }

  /// <4>, <int, 4>
  std::string constant() {
    expect('<');
    in_.skip();
    if (is_letter(in_.here())) {
      name();
      expect(',');
    }
    auto n = number();
    expect('>');
    return n;
  }

  Part tuple(int depth) {
    Part all{Part::Is::tuple, "(", "("};
    expect('<');
    for (bool first = true; !takes('>'); first = false) {
      if (!first) {
        expect(',');
        all.text += ",", all.ir += ",";
      }
      const auto part = type(depth + 1);
      if (part.is == Part::Is::layout || part.is == Part::Is::tiler) all.is = Part::Is::tiler;
      else if (part.text == "_" && part.is == Part::Is::flag) all.is = all.is == Part::Is::tuple ? Part::Is::flag : all.is;
      else if (part.is != Part::Is::integer && part.is != Part::Is::tuple) throw NoLayout{};
      all.text += part.text, all.ir += part.ir;
    }
    all.text += ")", all.ir += ")";
    if (all.is == Part::Is::tiler) all.text.front() = '<', all.text.back() = '>';
    return all;
  }

  /// ScaledBasis<C<1>, 0, 2>: print has the outermost mode last.
  Part basis(int depth) {
    expect('<');
    auto part = type(depth + 1);
    std::vector<std::string> modes;
    while (takes(',')) modes.push_back(number());
    expect('>');
    for (auto mode = modes.rbegin(); mode != modes.rend(); ++mode) part.text += "@" + *mode, part.ir += "@" + *mode;
    return part;
  }

  /// Returns the default strides of a layout (LayoutLeft, include/cute/stride.hpp), which clang omits. A static size of 1 has stride 0.
  static std::string compact(std::string_view shape) {
    std::string strides;
    std::uint64_t next = 1;
    bool next_known = true;
    for (std::size_t i = 0; i < shape.size();) {
      if (shape[i] != '_' && shape[i] != '?') {
        strides += shape[i++];
        continue;
      }
      const bool known = shape[i] == '_';
      std::uint64_t size = 0;
      for (++i; known && i < shape.size() && is_digit(shape[i]); ++i) {
        if (size > std::numeric_limits<std::uint64_t>::max() / 10 - 1) throw NoLayout{};
        size = size * 10 + static_cast<std::uint64_t>(shape[i] - '0');
      }
      strides += known && size == 1 ? "_0" : next_known ? fmt::format("_{}", next) : "?";
      constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
      next_known = next_known && known && (size == 0 || next <= most / size);
      if (next_known) next *= size;
    }
    return strides;
  }

  Part layout(int depth) {
    expect('<');
    const auto shape = type(depth + 1);
    const auto has_modes = [](const Part& p) { return p.is == Part::Is::integer || p.is == Part::Is::tuple; };
    if (takes('>')) {
      if (!has_modes(shape)) throw NoLayout{};
      const auto strides = compact(shape.text);
      std::string ir;
      for (const char c : strides)
        if (c != '_') ir += c;
      return {Part::Is::layout, shape.text + ":" + strides, shape.ir + ":" + ir};
    }
    expect(',');
    const auto stride = type(depth + 1);
    expect('>');
    if (!has_modes(shape) || shape.is != stride.is) throw NoLayout{};
    return {Part::Is::layout, shape.text + ":" + stride.text, shape.ir + ":" + stride.ir};
  }

  Part composed(int depth) {
    expect('<');
    const auto outer = type(depth + 1);
    expect(',');
    const auto offset = type(depth + 1);
    expect(',');
    const auto inner = type(depth + 1);
    expect('>');
    if ((outer.is != Part::Is::swizzle && outer.is != Part::Is::layout) || offset.text == "_" || inner.is != Part::Is::layout)
      throw NoLayout{};
    return {Part::Is::layout, fmt::format("{} o {} o {}", outer.text, offset.text, inner.text),
            fmt::format("{} o {} o {}", outer.ir, offset.ir, inner.ir)};
  }

  Cursor in_;
};

}  // namespace

std::optional<CppType> cpp_layout_type(std::string_view text) {
  TypeReader reader(text);
  try {
    const auto layout = reader.type();
    if (layout.is != Part::Is::layout) return std::nullopt;
    CppType type{.printed = {.part = {}, .text = layout.text}, .size = reader.read()};
    if (layout.text.find('?') == std::string::npos) return type;
    const auto* kind = layout.text.find(" o ") == std::string::npos ? "layout" : "composed_layout";
    const auto ir = read_cute_ir(fmt::format("{}{}<\"{}\">", cute_ir_mark, kind, layout.ir));
    if (!ir || ir->values.size() != 1) return std::nullopt;
    type.printed.numbers = ir->values[0].numbers;
    return type;
  } catch (const NoLayout&) {
    return std::nullopt;
  }
}

std::optional<CppPart> cpp_part_type(std::string_view text) {
  TypeReader reader(text);
  try {
    const auto part = reader.type();
    if (!trimmed(text.substr(reader.read())).empty()) return std::nullopt;
    constexpr std::array<CppPart::Is, 6> kinds{CppPart::Is::integer, CppPart::Is::tuple,  CppPart::Is::tiler,
                                               CppPart::Is::swizzle, CppPart::Is::layout, CppPart::Is::tuple};
    return CppPart{.is = kinds[static_cast<std::size_t>(part.is)], .text = part.text};
  } catch (const NoLayout&) {
    return std::nullopt;
  }
}

}  // namespace algebra::dialects
