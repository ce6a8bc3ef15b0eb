#include "algebra/language/cute_ir.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "algebra/language/spelling.hpp"
#include "algebra/layout/rounding.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

using Of = RunTimeNumber::Of;

[[noreturn]] void fail(std::size_t at, Message why) { throw CuteIrProblem{.at = at, .message = std::move(why)}; }

/// A number of a shape or a stride, or its place if it is unknown.
struct Leaf {
  std::int64_t value = 0;  ///< the number; if unknown, its place in Printed::numbers
  bool known = true;
  bool basis = false;
};

/// Reads the quoted text of a type.
class Reader {
 public:
  Reader(std::string_view source, std::size_t begin) : source_(source), begin_(begin) {}

  Printed run() {
    value();
    if (at_ < source_.size()) unexpected("the end");
    return std::move(printed_);
  }

 private:
  static constexpr int max_depth = 64;
  static constexpr std::size_t max_leaves = 1024;

  char here() const { return at_ < source_.size() ? source_[at_] : '\0'; }
  bool comes(std::string_view text) const { return source_.substr(at_).starts_with(text); }
  void blanks() {
    while (here() == ' ') ++at_;
  }
  [[noreturn]] void unexpected(std::string_view wanted) const {
    const auto end = at_ + std::min<std::size_t>(source_.size() - at_, 1);
    fail(begin_ + at_,
         message("In this type of CuTe's IR {} is expected, not \"{}\".", wanted, at_ == end ? "\"" : shown(source_.substr(at_, 4))));
  }
  /// Returns the first character, which may have several bytes.
  static std::string shown(std::string_view text) {
    std::size_t n = 1;
    while (n < text.size() && (static_cast<unsigned char>(text[n]) & 0xC0) == 0x80) ++n;
    return std::string(text.substr(0, n));
  }
  void expect(char c, std::string_view written) {
    blanks();
    if (here() != c) unexpected(fmt::format("\"{}\"", c));
    printed_.text += written;
    ++at_;
  }

  /// value := tile | factor (' o ' factor)*
  void value() {
    if (here() == '[') return tile(0);
    factor();
    while (comes(" o ")) {
      at_ += 3;
      printed_.text += " o ";
      factor();
    }
  }

  /// tile := '[' tile (';' tile)* ']' | layout | '_'
  void tile(int depth) {
    if (depth > max_depth) fail(begin_ + at_, message("An expression is nested at most {} deep.", max_depth));
    blanks();
    if (here() != '[') return factor();
    expect('[', "<");
    tile(depth + 1);
    while (blanks(), here() == ';') {
      expect(';', ",");
      tile(depth + 1);
    }
    expect(']', ">");
  }

  /// factor := 'S<' numbers '>' | tuple (':' tuple)?
  void factor() {
    blanks();
    if (comes("S<")) {
      const auto close = source_.find('>', at_);
      const auto inner = source_.substr(at_ + 2, close == std::string_view::npos ? 0 : close - at_ - 2);
      const auto is_number = [](char c) { return is_digit(c) || c == ',' || c == '-' || c == ' '; };
      if (inner.empty() || !std::ranges::all_of(inner, is_number)) unexpected("a swizzle such as S<3,4,3>");
      printed_.text += fmt::format("Sw<{}>", inner);
      at_ = close + 1;
      return;
    }
    shape_.clear(), stride_.clear();
    leaves_ = &shape_;
    of_ = Of::shape;
    const auto before = printed_.numbers.size();
    const auto begin = at_;
    tuple(0);
    if (here() != ':') {
      // Accepts an offset: the 2 of S<3,5,4> o 2 o (8,4):(1,8).
      if (source_.find(" o ") == std::string_view::npos) return;
      if (shape_.size() != 1 || shape_[0].basis)
        fail(begin_ + begin, "The offset of a composed layout is read if it is one number; this is a coordinate.");
      for (auto i = before; i < printed_.numbers.size(); ++i)
        printed_.numbers[i].of = Of::other, printed_.numbers[i].likely = 0, printed_.numbers[i].may_have_a_name = false;
      return;
    }
    expect(':', ":");
    leaves_ = &stride_;
    of_ = Of::stride;
    tuple(0);
    choose_strides();
  }

  void tuple(int depth) {
    if (depth > max_depth) fail(begin_ + at_, message("An expression is nested at most {} deep.", max_depth));
    blanks();
    if (here() != '(') return leaf();
    expect('(', "(");
    if (here() != ')') {
      tuple(depth + 1);
      while (blanks(), here() == ',') {
        expect(',', ",");
        tuple(depth + 1);
      }
    }
    expect(')', ")");
  }

  std::int64_t number() {
    const auto rest = source_.substr(at_);
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    if (error == std::errc::result_out_of_range)
      fail(begin_ + at_, message("{} does not fit into 63 bits.", rest.substr(0, static_cast<std::size_t>(end - rest.data()))));
    if (error != std::errc{}) unexpected("a number, \"?\" or \"(\"");
    at_ += static_cast<std::size_t>(end - rest.data());
    return n;
  }

  void leaf() {
    if (++count_ > max_leaves) fail(begin_ + at_, message("An expression has at most {} numbers and names.", max_leaves));
    auto& index = of_ == Of::stride ? strides_ : shapes_;
    Leaf leaf;
    if (here() == '_') {
      ++at_;
      printed_.text += '_';
    } else if (here() == '?') {
      ++at_;
      leaf = {.value = static_cast<std::int64_t>(printed_.numbers.size()), .known = false};
      RunTimeNumber unknown{.of = of_, .leaf = index};
      if (here() == '{') unknown.multiple = multiple();
      constexpr std::int64_t extent = 8;
      unknown.likely = of_ == Of::shape ? round_up(extent, unknown.multiple) : unknown.multiple;
      unknown.may_have_a_name = here() != '@';
      printed_.numbers.push_back(unknown);
      printed_.text += '?';
    } else {
      const auto from = at_;
      leaf.value = number();
      printed_.text += source_.substr(from, at_ - from);
    }
    ++index;
    while (here() == '@') {
      leaf.basis = true;
      const auto from = at_++;
      if (!is_digit(here())) unexpected("a number");
      number();
      printed_.text += source_.substr(from, at_ - from);
    }
    leaves_->push_back(leaf);
  }

  /// Reads {i64 div=128} after an unknown number.
  std::int64_t multiple() {
    const auto close = source_.find('}', at_);
    if (close == std::string_view::npos) unexpected("\"}\"");
    const auto inner = source_.substr(at_, close - at_);
    std::int64_t n = 1;
    if (const auto div = inner.find("div="); div != std::string_view::npos) {
      at_ += div + 4;
      n = number();
      if (n < 1 || n > (std::int64_t{1} << 40) || at_ != close) fail(begin_ + at_, "A divisor such as div=128 is a number from 1 to 2^40.");
    }
    at_ = close + 1;
    return n;
  }

  /// Sets the likely values of unknown strides: the smallest for which no two elements overlap, mode by mode. Beside a basis element an
  /// unknown stride can only be 0.
  void choose_strides() {
    const bool coordinates = std::ranges::any_of(stride_, [](const Leaf& l) { return l.basis; });
    if (coordinates)
      for (const auto& l : stride_)
        if (!l.known && !l.basis) printed_.numbers[static_cast<std::size_t>(l.value)].likely = 0;
    if (coordinates || shape_.size() != stride_.size()) return;
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const auto extent = [&](std::size_t i) {
      const auto n = shape_[i].known ? shape_[i].value : printed_.numbers[static_cast<std::size_t>(shape_[i].value)].likely;
      return std::clamp<std::int64_t>(n, 1, most);
    };
    const auto behind = [&](std::int64_t stride, std::size_t i) { return stride > most / extent(i) ? most : stride * extent(i); };
    std::int64_t next = 1;
    for (std::size_t i = 0; i < stride_.size(); ++i)
      if (stride_[i].known && stride_[i].value > 0) next = std::max(next, behind(stride_[i].value, i));
    for (std::size_t i = 0; i < stride_.size(); ++i) {
      if (stride_[i].known) continue;
      auto& unknown = printed_.numbers[static_cast<std::size_t>(stride_[i].value)];
      unknown.likely = round_up(std::min(next, most), unknown.multiple);
      next = behind(unknown.likely, i);
    }
  }

  std::string_view source_;
  std::size_t begin_, at_ = 0;  ///< start of the quoted text in the type; position in the quoted text
  Printed printed_;
  std::vector<Leaf> shape_, stride_;  ///< of the layout being read
  std::vector<Leaf>* leaves_ = &shape_;
  Of of_ = Of::shape;
  std::size_t shapes_ = 0, strides_ = 0, count_ = 0;
};

/// A parameter in the brackets of a type, which commas separate.
struct Parameter {
  std::string_view text;
  std::size_t begin = 0;
};
struct Parameters {
  std::vector<Parameter> all;
  std::size_t end = 0;  ///< behind the closing bracket

  /// Returns the text in quotes of a parameter "...", <"...">, or key = <"...">; nullopt for any other parameter.
  static std::optional<Parameter> quoted(const Parameter& p) {
    const auto open = p.text.find('"');
    const auto text = Cursor(p.text, open).quoted();
    return text ? std::optional(Parameter{*text, p.begin + open + 1}) : std::nullopt;
  }
  std::optional<Parameter> keyed(std::string_view key) const {
    for (const auto& p : all)
      if (p.text.starts_with(key)) return quoted(p);
    return std::nullopt;
  }
};

Parameters parameters_of(std::string_view text, std::size_t open) {
  Cursor cursor(text, open, mlir_brackets);
  const auto inner = cursor.balanced();
  if (!inner && cursor.here() == '"') fail(cursor.place(), "The quotes that open here are not closed.");
  if (!inner) fail(open, message("This bracket is not closed: \"{}\" is missing.", '>'));
  Parameters found{.all = {}, .end = cursor.place()};
  for (auto one : Cursor(*inner, 0, mlir_brackets).split(',')) {
    one.remove_prefix(std::min(one.find_first_not_of(' '), one.size()));
    if (!one.empty()) found.all.push_back({one, static_cast<std::size_t>(one.data() - text.data())});
  }
  return found;
}

Printed read_quoted(const Parameter& p, std::string part = {}) {
  auto printed = Reader(p.text, p.begin).run();
  printed.part = std::move(part);
  return printed;
}

/// Reads memref<f16, smem, align<128>, S<3,4,3>, "(8,64):(64,1)">.
Printed memref(const Parameters& parameters, std::size_t begin) {
  const auto& all = parameters.all;
  const auto layout = all.empty() ? std::nullopt : Parameters::quoted(all.back());
  if (!layout || all.size() < 2)
    fail(begin, "A memref of CuTe's IR is an element type, a memory and a layout, such as memref<f16, smem, \"(8,64):(64,1)\">.");
  std::string pointer = "ptr<";
  for (std::size_t i = 0; i + 1 < all.size(); ++i) pointer += fmt::format("{}{}", i == 0 ? "" : ", ", all[i].text);
  auto printed = read_quoted(*layout);
  printed.text = readable(fmt::format("{}> o ", pointer)) + printed.text;
  return printed;
}

/// Reads coord_tensor<"(0,0,0)", "(?,?,?):(1@1,1@0,1@2)">.
Printed coordinate_tensor(const Parameters& parameters, std::size_t begin) {
  const auto& all = parameters.all;
  const auto start = all.size() == 2 ? Parameters::quoted(all[0]) : std::nullopt;
  const auto layout = start ? Parameters::quoted(all[1]) : std::nullopt;
  if (!layout)
    fail(begin, "A coord_tensor of CuTe's IR is a coordinate and a layout, such as coord_tensor<\"(0,0)\", \"(8,4):(1@0,1@1)\">.");
  auto at = read_quoted(*start);
  auto printed = read_quoted(*layout);
  for (auto& n : at.numbers) n.of = Of::other, n.likely = 0, n.may_have_a_name = false;
  printed.numbers.insert(printed.numbers.begin(), at.numbers.begin(), at.numbers.end());
  printed.text = fmt::format("ArithTuple{} o {}", at.text.starts_with('(') ? at.text : fmt::format("({})", at.text), printed.text);
  return printed;
}

struct Form {
  enum class Of : std::uint8_t { value, strides, index, memory, coordinates, tiled };
  std::string_view kind;
  Of of = Of::value;
  bool listed = true;
};
constexpr std::array<Form, 12> forms{{{"layout"},
                                      {"composed_layout"},
                                      {"tile"},
                                      {"memref", Form::Of::memory},
                                      {"coord_tensor", Form::Of::coordinates},
                                      {"tiled_copy", Form::Of::tiled},
                                      {"tiled_mma", Form::Of::tiled},
                                      {"swizzle", Form::Of::value, false},
                                      {"shape", Form::Of::value, false},
                                      {"stride", Form::Of::strides, false},
                                      {"coord", Form::Of::index, false},
                                      {"int_tuple", Form::Of::index, false}}};

/// Reads a type; sets `size` to its number of bytes once that is known, also if it then throws.
CuteIrType read(std::string_view text, std::size_t& size) {
  Cursor cursor(text, text.starts_with(cute_ir_mark) ? cute_ir_mark.size() : 0);
  const auto kind = cursor.word().value_or("");
  const auto at = cursor.place();
  const auto* form = std::ranges::find(forms, kind, &Form::kind);
  if (form == forms.end()) fail(0, {});
  if (cursor.here() != '<') fail(at, message("The type {} of CuTe's IR has its value in <\"...\">.", kind));
  const auto parameters = parameters_of(text, at);
  size = parameters.end;
  CuteIrType type;
  type.size = parameters.end;
  if (form->of == Form::Of::tiled) {
    constexpr std::array<std::array<std::string_view, 2>, 4> parts{
        {{"layout_copy_tv", "tv"}, {"tiler_mn", "tiler"}, {"atom_layout_MNK", "atoms"}, {"permutation_MNK", "permutation"}}};
    for (const auto& [key, part] : parts)
      if (const auto p = parameters.keyed(key)) type.values.push_back(read_quoted(*p, std::string(part)));
    if (type.values.empty()) fail(0, {});
  } else if (form->of == Form::Of::memory) {
    type.values.push_back(memref(parameters, at));
  } else if (form->of == Form::Of::coordinates) {
    type.values.push_back(coordinate_tensor(parameters, at));
  } else {
    const auto value = parameters.all.size() == 1 ? Parameters::quoted(parameters.all[0]) : std::nullopt;
    if (!value) fail(at, message("The type {} of CuTe's IR has its value in <\"...\">.", kind));
    type.values.push_back(read_quoted(*value));
    for (auto& n : type.values[0].numbers) {
      if (form->of == Form::Of::strides) n.of = Of::stride, n.likely = n.multiple;
      if (form->of == Form::Of::index) n.of = Of::other, n.likely = 0;
    }
  }
  type.listed = form->listed;
  return type;
}

}  // namespace

tl::expected<CuteIrType, CuteIrProblem> read_cute_ir(std::string_view text) {
  const bool marked = text.starts_with(cute_ir_mark);
  if (!marked && std::ranges::none_of(unmarked_cute_ir, [&](std::string_view begin) { return text.starts_with(begin); }))
    return tl::unexpected(CuteIrProblem{});
  std::size_t size = 0;
  try {
    return read(text.substr(0, std::min(text.size(), max_cute_ir_type)), size);
  } catch (CuteIrProblem& problem) {
    if (!marked) return tl::unexpected(CuteIrProblem{});
    problem.size = size;
    return tl::unexpected(std::move(problem));
  }
}

}  // namespace algebra::dialects
