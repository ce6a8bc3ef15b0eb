#include "algebra/reading/memref.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/spelling.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

using Of = RunTimeNumber::Of;

constexpr std::size_t most_modes = 64;
constexpr std::int64_t most = std::int64_t{1} << 40;  ///< bound of guessed numbers

/// A number of the type; nullopt if it is known only at run time.
using Number = std::optional<std::int64_t>;

class Reader {
 public:
  explicit Reader(std::string_view text) : in_(text, memref_mark.size(), angle_brackets) {}

  MemRef run() {
    extents();
    element();
    if (take(',')) layout_or_memory();
    if (take(',')) memory();
    if (!take('>')) fail(message("In this memref \"{}\" is expected.", ">"));
    return {.printed = printed(), .strided = strides_.has_value(), .size = in_.place()};
  }

 private:
  [[noreturn]] void fail(Message why) const { throw MemRefProblem{.at = in_.place(), .message = std::move(why)}; }
  void blanks() { in_.skip(" "); }
  bool take(char c) {
    blanks();
    if (!in_.take(c)) return false;
    blanks();
    return true;
  }

  /// Reads `?` or an integer; returns nullopt, and reads nothing, if neither stands there.
  std::optional<Number> number() {
    if (in_.take('?')) return Number();
    std::int64_t n = 0;
    const auto rest = in_.rest();
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), n);
    const auto size = static_cast<std::size_t>(end - rest.data());
    if (error == std::errc::result_out_of_range) fail(message("{} does not fit into 63 bits.", rest.substr(0, size)));
    if (error != std::errc{}) return std::nullopt;
    in_.to(in_.place() + size);
    return Number(n);
  }
  Number wanted_number() {
    blanks();
    if (const auto n = number()) return *n;
    fail(message("In this memref a number or \"?\" is expected."));
  }

  /// 2x?x
  void extents() {
    if (in_.comes("*x")) fail(message("This memref has no rank: there is no layout before the program runs."));
    for (;;) {
      const auto begin = in_.place();
      const auto n = number();
      if (!n || !in_.take('x')) {
        in_.to(begin);
        break;
      }
      extents_.push_back(*n);
      if (extents_.size() > most_modes) fail(message("A memref has at most {} modes here.", most_modes));
    }
    if (!extents_.empty()) return;
    // memref<f16, smem, "..."> is a type of CuTe's IR, which is read elsewhere.
    if (in_.rest().find('"') == std::string_view::npos) fail(message("This memref has no modes: it is one element."));
    fail({});
  }

  void element() {
    const auto begin = in_.place();
    element_ = in_.word().value_or("");
    if (element_.empty() || in_.here() == '<') {
      in_.to(begin);
      fail(message("The element type of this memref is not supported; f16, bf16, f32, i8 and similar ones are."));
    }
  }

  void layout_or_memory() {
    if (in_.take("strided")) return strided();
    if (in_.comes("affine_map")) fail(message("The affine map of this memref is not supported; strided<[...]> is."));
    memory();
  }

  /// strided<[3, 1], offset: 4>
  void strided() {
    strides_.emplace();
    if (!take('<') || !take('[')) fail(message("In this memref \"{}\" is expected.", "<["));
    if (!take(']')) {
      do strides_->push_back(wanted_number());
      while (take(','));
      if (!take(']')) fail(message("In this memref \"{}\" is expected.", "]"));
    }
    if (take(',')) {
      constexpr std::string_view word = "offset:";
      if (!in_.take(word)) fail(message("In this memref \"{}\" is expected.", word));
      offset_ = wanted_number();
    }
    if (!take('>')) fail(message("In this memref \"{}\" is expected.", ">"));
    if (strides_->size() != extents_.size())
      fail(message("This memref has {} modes, and strides for {}.", extents_.size(), strides_->size()));
  }

  /// Reads 3, #gpu.address_space<workgroup>, or any other attribute: up to the bracket that closes the type.
  void memory() {
    const auto words = in_.until(">");
    const bool shared = words == "3" || words == "3 : i32" || words == "3 : i64" || words.find("workgroup") != std::string_view::npos ||
                        words.find("shared") != std::string_view::npos;
    const bool global = words == "1" || words.find("global") != std::string_view::npos;
    memory_ = shared ? ", smem" : global ? ", gmem" : "";
  }

  /// Writes a number, or a `?` with a likely value; returns the number used.
  std::int64_t write(Printed& to, Number n, RunTimeNumber::Of of, std::size_t leaf, std::int64_t likely) {
    if (n) {
      to.text += fmt::format("{}", *n);
      return *n;
    }
    to.text += '?';
    to.numbers.push_back({.of = of, .leaf = leaf, .likely = likely});
    return likely;
  }

  Printed printed() {
    Printed all;
    constexpr std::string_view before_layout = " o ";
    all.text = readable(fmt::format("ptr<{}{}>{}", element_, memory_, before_layout));
    all.text.resize(all.text.size() - before_layout.size());
    if (!offset_ || *offset_ != 0) {
      all.text += '+';
      write(all, offset_, Of::other, 0, 0);
      if (!offset_) all.numbers.back().may_have_a_name = false;
    }
    all.text += fmt::format("{}(", before_layout);
    constexpr std::int64_t extent = 8;
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < extents_.size(); ++i) {
      if (i > 0) all.text += ',';
      sizes.push_back(write(all, extents_[i], Of::shape, i, extent));
    }
    // The last mode is the fastest: from there on, uses the smallest strides for which no two elements overlap.
    std::vector<Number> strides = strides_.value_or(std::vector<Number>(extents_.size()));
    std::vector<std::int64_t> likely(strides.size(), 1);
    bool known = true;
    std::int64_t next = 1;
    for (auto i = strides.size(); i-- > 0;) {
      likely[i] = strides[i].value_or(next);
      if (!strides_ && known) strides[i] = next;
      known = known && extents_[i].has_value();
      const auto size = std::max<std::int64_t>(sizes[i], 1), step = std::max<std::int64_t>(likely[i], 1);
      next = std::max(next, step > most / size ? most : step * size);
    }
    all.text += "):(";
    for (std::size_t i = 0; i < strides.size(); ++i) {
      if (i > 0) all.text += ',';
      write(all, strides[i], Of::stride, i, likely[i]);
    }
    all.text += ')';
    return all;
  }

  std::string_view text_;
  Cursor in_;
  std::vector<Number> extents_;
  std::string_view element_, memory_;
  std::optional<std::vector<Number>> strides_;
  Number offset_ = 0;
};

}  // namespace

tl::expected<MemRef, MemRefProblem> read_memref(std::string_view text) {
  if (!text.starts_with(memref_mark)) return tl::unexpected(MemRefProblem{});
  try {
    return Reader(text).run();
  } catch (MemRefProblem& problem) {
    return tl::unexpected(std::move(problem));
  }
}

}  // namespace algebra::dialects
