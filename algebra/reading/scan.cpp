// Every value has a `:` between shape and stride. From each `:` the shape is read backwards and the stride forwards, and
// neither reaches past another `:`; so each byte is looked at a few times at most, whatever the bytes are.

#include "algebra/reading/scan.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/spelling.hpp"
#include "algebra/reading/scanned_name.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

/// Returns the length of a promise after a `?` that begins or ends at i: {i64 div=8} of ?{i64 div=8}, as the CuTe DSL prints numbers known
/// only at run time; 0 if there is none.
constexpr std::size_t max_promise = 48;
std::size_t promise_from(std::string_view text, std::size_t i) {
  if (i == 0 || text[i - 1] != '?') return 0;
  const auto close = text.substr(i, max_promise).find('}');
  return close == std::string_view::npos ? 0 : close + 1;
}
std::size_t promise_to(std::string_view text, std::size_t i) {
  const auto least = i > max_promise ? i - max_promise : 0;
  const auto open = text.substr(least, i - least).rfind('{');
  if (open == std::string_view::npos || least + open == 0 || text[least + open - 1] != '?') return 0;
  return i + 1 - (least + open);
}
bool in_tuple(char c) { return is_digit(c) || c == '_' || c == ',' || c == '-' || c == '@' || is_blank(c); }

constexpr std::size_t max_factor = 300;  ///< maximum length of a pointer with its address, or of ArithTuple(...)
constexpr std::size_t max_known = 4096;
constexpr std::size_t looked_back = LogScanner::max_value + LogScanner::max_prefix + LogScanner::max_words + 64;

/// Joins the source into one line without blanks, except between two numbers in a tuple, which keeps them from becoming one. A line may
/// have been broken within a number.
std::string in_one_line(std::string_view source) {
  std::string text;
  for (Cursor cursor(source, 0, round_brackets); !cursor.done();) {
    if (const char c = cursor.here(); !is_blank(c)) {
      text += c;
      cursor.step();
      continue;
    }
    const auto begin = cursor.place();
    cursor.skip();
    const bool broken = source.substr(begin, cursor.place() - begin).find('\n') != std::string_view::npos;
    if (cursor.depth() == 0 || (!broken && begin > 0 && is_word(source[begin - 1]) && is_word(cursor.here()))) text += ' ';
  }
  return text;
}

}  // namespace

std::vector<Scanned> LogScanner::feed(std::string_view bytes) {
  std::vector<Scanned> found;
  // Works in pieces, so that the buffer stays small for any amount of input.
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), max_value))) {
    const auto piece = bytes.substr(0, max_value);
    append(piece);
    // Does not scan after every single byte: an incomplete value would be examined again each time.
    if (piece.find('\n') == std::string_view::npos && buffer_.size() < tried_ + 4096) continue;
    scan(false, found);
  }
  return found;
}

std::vector<Scanned> LogScanner::finish() {
  std::vector<Scanned> found;
  scan(true, found);
  settle_outer(found);
  note_unused_aliases();
  return found;
}

/// Appends bytes without escape sequences such as ESC [ ... m.
void LogScanner::append(std::string_view bytes) {
  if (escape_ == Escape::none && bytes.find('\x1b') == std::string_view::npos) {
    buffer_.append(bytes);
    return;
  }
  for (const char c : bytes) {
    if (c == '\x1b') escape_ = Escape::begun;
    else if (escape_ == Escape::begun) escape_ = c == '[' ? Escape::sequence : Escape::none;
    else if (escape_ == Escape::sequence && c >= ' ' && c <= '?') continue;
    else if (escape_ == Escape::sequence && c >= '@' && c <= '~') escape_ = Escape::none;
    else escape_ = Escape::none, buffer_ += c;
  }
}

void LogScanner::scan(bool final, std::vector<Scanned>& found) {
  tried_ = buffer_.size();
  for (;;) {
    const auto* hit =
        next_ < buffer_.size() ? static_cast<const char*>(std::memchr(buffer_.data() + next_, ':', buffer_.size() - next_)) : nullptr;
    const auto colon = hit == nullptr ? buffer_.size() : static_cast<std::size_t>(hit - buffer_.data());
    // Types in a compiler's dump are read as a whole, including their colons.
    if (const auto type = next_type(colon); type != colon) {
      // The value before the type is not composed with anything. It is reported first, since lines are only counted forwards.
      if (outer_ && outer_->end <= type) settle_outer(found);
      if (at_type(type, final, found) == Outcome::incomplete) break;
      no_type_ = next_ = std::max(next_, type + 1);
      continue;
    }
    if (hit == nullptr) {
      next_ = buffer_.size();
      break;
    }
    next_ = colon;
    const auto held = outer_;
    if (at_colon(colon, final, found) == Outcome::incomplete) break;
    // The layout it would be composed with has the next `:`; here there is none.
    if (held && outer_ && outer_->begin == held->begin) settle_outer(found);
    next_ = colon + 1;
  }
  if (outer_ && next_ > outer_->end + looked_back) settle_outer(found);
  forget();
}

LogScanner::Outcome LogScanner::at_colon(std::size_t colon, bool final, std::vector<Scanned>& found) {
  if (colon == 0 || !(is_digit(buffer_[colon - 1]) || buffer_[colon - 1] == ')')) return Outcome::nothing;
  const bool tuple = buffer_[colon - 1] == ')';
  if (colon + 1 == buffer_.size()) return final ? Outcome::nothing : Outcome::incomplete;
  const char ahead = buffer_[colon + 1];
  if (tuple ? ahead != '(' : !is_digit(ahead) && ahead != '_' && ahead != '-') return Outcome::nothing;
  const auto begin = shape_begin(colon);
  if (!begin) return Outcome::nothing;
  std::size_t end = 0;
  if (const auto o = stride_end(colon + 1, tuple, end); o != Outcome::done) return o == Outcome::incomplete && final ? Outcome::nothing : o;
  bool composed = false;
  if (const auto o = look_behind(end, tuple, final, composed); o != Outcome::done) return o;

  const auto prefix = prefix_of(*begin);
  if (*begin >= 2 && at(*begin - 1) == ':' && at(*begin - 2) == ')') return Outcome::nothing;
  if (!tuple) {
    const bool marked = std::string_view(buffer_).substr(*begin, end - *begin).find('_') != std::string_view::npos;
    const auto words = prefix.located || marked ? std::string_view{} : words_before(*begin);
    const auto tail = words.substr(words.size() - std::min<std::size_t>(words.size(), 6));
    const bool named = tail == "layout" || tail == "Layout" || tail == "LAYOUT";
    if (!prefix.located && !(marked || named)) return Outcome::nothing;
    if (prefix.begin == *begin && !stands_alone(*begin)) return Outcome::nothing;
  }
  if (!prefix.outer) settle_outer(found);
  if (composed) {
    outer_ = Range{prefix.begin, end};
    return Outcome::done;
  }
  outer_.reset();
  report({prefix.begin, end}, found);
  return Outcome::done;
}

/// Returns where the shape that ends at the `:` begins.
std::optional<std::size_t> LogScanner::shape_begin(std::size_t colon) const {
  if (buffer_[colon - 1] != ')') {
    auto i = colon;
    while (i > 0 && is_digit(buffer_[i - 1])) --i;
    if (colon - i > 19) return std::nullopt;
    return i > 0 && buffer_[i - 1] == '_' ? i - 1 : i;
  }
  int depth = 0, breaks = 0;
  const auto least = colon > max_value ? colon - max_value : 0;
  for (auto i = colon; i-- > least;) {
    const char c = buffer_[i];
    if (c == ')') {
      if (++depth > max_depth) return std::nullopt;
    } else if (c == '(') {
      if (--depth == 0) return i;
    } else if (c == '}') {
      const auto promise = promise_to(buffer_, i);
      if (promise == 0 || promise > i) return std::nullopt;
      i -= promise - 1;
    } else if (c == '?') {
      continue;
    } else if (!in_tuple(c) || (c == '\n' && ++breaks > max_breaks)) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

LogScanner::Outcome LogScanner::stride_end(std::size_t begin, bool tuple, std::size_t& end) const {
  if (tuple) {
    int depth = 0, breaks = 0;
    const auto most = std::min(buffer_.size(), begin + max_value);
    for (auto i = begin; i < most; ++i) {
      const char c = buffer_[i];
      if (c == '(') {
        if (++depth > max_depth) return Outcome::nothing;
      } else if (c == ')') {
        if (--depth == 0) return end = i + 1, Outcome::done;
      } else if (c == '{') {
        const auto promise = promise_from(buffer_, i);
        if (promise == 0) return buffer_.size() - i < max_promise ? Outcome::incomplete : Outcome::nothing;
        i += promise - 1;
      } else if (c == '?') {
        continue;
      } else if (!in_tuple(c) || (c == '\n' && ++breaks > max_breaks)) {
        return Outcome::nothing;
      }
    }
    return most == buffer_.size() && most - begin < max_value ? Outcome::incomplete : Outcome::nothing;
  }
  // _4, -4, _-4, and with a basis behind them: _1@0@1.
  auto i = begin;
  if (at(i) == '_') ++i;
  if (at(i) == '-') ++i;
  const auto digits = [&] {
    const auto from = i;
    while (is_digit(at(i)) && i - from < 20) ++i;
    return i - from > 0 && i - from < 20;
  };
  const auto stopped = [&] { return i == buffer_.size() ? Outcome::incomplete : Outcome::nothing; };
  if (!digits()) return stopped();
  for (int bases = 0; at(i) == '@'; ++bases) {
    ++i;
    if (bases == max_depth || !digits()) return stopped();
  }
  end = i;
  return Outcome::done;
}

/// Returns whether the text after a value allows it to be one. composed: ` o ` follows.
LogScanner::Outcome LogScanner::look_behind(std::size_t end, bool tuple, bool final, bool& composed) const {
  const auto size = buffer_.size();
  const auto unknown = [&](std::size_t i) { return i >= size && !final; };
  const char c = at(end), next = at(end + 1);
  if (unknown(end)) return Outcome::incomplete;
  if (!tuple && is_word(c)) return Outcome::nothing;
  if (c == ':' || (!tuple && c == '.')) {
    // 10:20:30 and 1.5 are no values; but print_tensor writes a `:` after the tensor, and a sentence ends with a `.`.
    if (unknown(end + 1)) return Outcome::incomplete;
    return is_word(next) || next == '(' || next == ':' ? Outcome::nothing : Outcome::done;
  }
  if (c == ' ') {
    if (unknown(end + 1)) return Outcome::incomplete;
    if (next == 'o' && unknown(end + 2)) return Outcome::incomplete;
    composed = next == 'o' && at(end + 2) == ' ';
  }
  return Outcome::done;
}

/// Returns the bracket that matches the one at `close`, within one line and not far away.
std::optional<std::size_t> LogScanner::opening(std::size_t close, char open) const {
  int depth = 0;
  const char closing = buffer_[close];
  for (auto i = close + 1; i-- > 0 && close - i < max_factor;) {
    const char c = buffer_[i];
    if (c == '\n') return std::nullopt;
    if (c == closing) ++depth;
    if (c == open && --depth == 0) return i;
  }
  return std::nullopt;
}

/// Returns where the factor of `a o b o layout` that ends at `end` begins.
std::optional<std::size_t> LogScanner::factor_begin(std::size_t end, Prefix& prefix) const {
  if (outer_ && outer_->end == end) {
    prefix.outer = true;
    return outer_->begin;
  }
  if (end == 0) return std::nullopt;
  const auto word_begin = [&](std::size_t i) {
    const auto least = i > 64 ? i - 64 : 0;
    while (i > least && is_word(buffer_[i - 1])) --i;
    return i;
  };
  const char c = buffer_[end - 1];
  // A pointer with a swizzle before it: Sw<3,4,3>_smem_ptr[16b](0x80), smem_ptr_S<3,4,3>_16b(0x80).
  const auto behind_swizzle = [&](std::size_t word) {
    Prefix swizzle;
    if (word > 0 && buffer_[word] == '_' && buffer_[word - 1] == '>')
      if (const auto begin = factor_begin(word, swizzle)) return *begin;
    return word;
  };
  if (c == 'b') {
    const auto word = word_begin(end);
    const auto text = std::string_view(buffer_).substr(word, end - word);
    const auto begin = behind_swizzle(word);
    if (bits_of_old_pointer(text).empty() && begin == word) return std::nullopt;
    prefix.located = true;
    return begin;
  }
  if (c == ']') {
    const auto bracket = opening(end - 1, '[');
    if (!bracket) return std::nullopt;
    const auto word = word_begin(*bracket);
    if (!std::string_view(buffer_).substr(word, *bracket - word).ends_with("mem_")) return std::nullopt;
    prefix.located = true;
    return behind_swizzle(word);
  }
  if (is_digit(c)) {
    auto i = word_begin(end);
    if (i > 4 && buffer_[i - 1] == '+' && word_begin(i - 1) + 3 <= i - 1 && buffer_.compare(i - 4, 3, "ptr") == 0) {
      prefix.located = true;
      return word_begin(i - 1);
    }
    const auto digits = buffer_[i] == '_' ? i + 1 : i;
    const bool number =
        std::all_of(buffer_.begin() + static_cast<std::ptrdiff_t>(digits), buffer_.begin() + static_cast<std::ptrdiff_t>(end), is_digit);
    return number && digits < end && (i == 0 || buffer_[i - 1] != ':') ? std::optional(i) : std::nullopt;
  }
  if (c == '>') {
    const auto open = opening(end - 1, '<');
    if (!open) return std::nullopt;
    const auto i = word_begin(*open);
    const auto word = std::string_view(buffer_).substr(i, *open - i);
    if (!names_swizzle(word) && !word.ends_with("ptr") && !word.ends_with("ptr_S") && word != "sparse") return std::nullopt;
    prefix.located = true;
    return i;
  }
  if (c == 'r' && end >= 3 && buffer_.compare(end - 3, 3, "ptr") == 0) {
    prefix.located = true;
    return word_begin(end);
  }
  if (c != ')') return std::nullopt;
  auto open = opening(end - 1, '(');
  if (!open || *open == 0) return std::nullopt;
  auto i = *open;
  if (buffer_[i - 1] == ']') {
    const auto bracket = opening(i - 1, '[');
    if (!bracket) return std::nullopt;
    i = *bracket;
  }
  const auto word = word_begin(i);
  if (word == i && i == *open) {
    const auto inner = std::string_view(buffer_).substr(i, end - i);
    const bool coordinate = std::all_of(inner.begin(), inner.end(), [](char d) { return in_tuple(d) || d == '(' || d == ')'; });
    if (!coordinate || (i > 0 && buffer_[i - 1] == ':')) return std::nullopt;
    prefix.located = true;
    return i;
  }
  if (word == i || is_digit(buffer_[word])) return std::nullopt;
  prefix.located = true;
  return behind_swizzle(word);
}

LogScanner::Prefix LogScanner::prefix_of(std::size_t begin) const {
  Prefix prefix{.begin = begin}, tried = prefix;
  for (int factors = 0; factors < 4 && tried.begin >= 4; ++factors) {
    if (buffer_.compare(tried.begin - 3, 3, " o ") != 0) break;
    const auto at = factor_begin(tried.begin - 3, tried);
    if (!at || begin - *at > max_prefix) {
      // The outer layout itself may be as long as any.
      if (!(at && tried.outer)) break;
    }
    tried.begin = *at;
    // An offset alone is no beginning: the factor before it must be known.
    if (tried.located || tried.outer) prefix = tried;
    if (tried.outer) break;
  }
  return prefix;
}

/// Returns whether integers may begin here: not within a word, a number, an address, or a time.
bool LogScanner::stands_alone(std::size_t begin) const {
  if (begin == 0) return true;
  const char c = buffer_[begin - 1];
  if (c == ':') return begin >= 2 && !is_digit(buffer_[begin - 2]) && buffer_[begin - 2] != ':' && buffer_[begin - 2] != ')';
  return is_blank(c) || std::strchr("=([{<>,;|\"'`", c) != nullptr;
}

std::string_view LogScanner::words_before(std::size_t begin) const {
  const auto least = std::max(begin > max_words ? begin - max_words : 0, std::min(told_, begin));
  auto from = begin;
  while (from > least && buffer_[from - 1] != '\n') --from;
  auto words = std::string_view(buffer_).substr(from, begin - from);
  const auto cut = [](char c) { return is_blank(c) || c == '\0' || std::strchr(":=-([{<>|,;\"'`", c) != nullptr; };
  const auto trimmed = [&] {
    while (!words.empty() && cut(words.back())) words.remove_suffix(1);
  };
  trimmed();
  // An unknown factor before ` o `, an offset or weird<1,2>, is not a name.
  while (words == "o" || words.ends_with(" o")) {
    words.remove_suffix(words.size() > 1 ? 2 : 1);
    trimmed();
    const auto factor = words.substr(words.find_last_of(" \t") + 1);
    const auto digits = factor.substr(factor.starts_with('_') ? 1 : 0);
    if (factor.find_first_of("<>()[]") != std::string_view::npos || std::all_of(digits.begin(), digits.end(), is_digit))
      words.remove_suffix(factor.size());
    trimmed();
  }
  // The CuTe DSL: sA: tensor<ptr<f16, smem> o (4,2):(1,4)>.
  constexpr std::string_view wrapper = "tensor";
  if (begin > 0 && words.size() > wrapper.size() && words.ends_with(wrapper) && cut(words[words.size() - wrapper.size() - 1])) {
    words.remove_suffix(wrapper.size());
    trimmed();
  }
  // Closing punctuation of the previous value is not part of the words.
  while (!words.empty() && (is_blank(words.front()) || std::strchr(":,;|)]}>\"'`.", words.front()) != nullptr)) words.remove_prefix(1);
  return words;
}

std::optional<std::pair<Value, Marks>> LogScanner::value_of(const std::string& text, bool compilers) {
  if (const auto known = known_.find(text); known != known_.end()) return known->second;
  const auto read = readable(text);
  const auto rule = resolve(IntegerRule::automatic, read);
  auto evaluated = evaluate(read, {}, rule, {.verdicts = false, .steps = nullptr});
  std::optional<std::pair<Value, Marks>> value;
  if (evaluated &&
      (std::holds_alternative<Layout>(evaluated->value) || std::holds_alternative<Tensor>(evaluated->value) ||
       std::holds_alternative<ComposedLayout>(evaluated->value) ||
       (compilers && (std::holds_alternative<Tiler>(evaluated->value) || std::holds_alternative<BitMatrix>(evaluated->value)))))
    value.emplace(std::move(evaluated->value), rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
  if (known_.size() == max_known) known_.clear();
  if (text.size() <= 512) known_.emplace(text, value);
  return value;
}

void LogScanner::report(Range range, std::vector<Scanned>& found) {
  auto text = in_one_line(std::string_view(buffer_).substr(range.begin, range.end - range.begin));
  dialects::Printed printed;
  if (text.find('?') != std::string::npos) {
    // The CuTe DSL's print at compile time: numbers known only at run time are written as in its IR.
    const auto last = text.rfind(" o ");
    const auto begin = last == std::string::npos ? 0 : last + 3;
    auto type = dialects::read_cute_ir(fmt::format("layout<\"{}\">", text.substr(begin)));
    if (!type || type->values.size() != 1 || text.find('?') < begin) return;
    printed = std::move(type->values.front());
    printed.text.insert(0, readable(text.substr(0, begin)));
    text = dialects::with_numbers(printed);
  }
  auto value = value_of(text);
  if (!value) return;
  count_lines(range.begin);
  const auto words = words_before(range.begin);
  text = readable(text);
  found.push_back({.words = std::string(words),
                   .name = name_from(words),
                   .text = std::move(text),
                   .value = std::move(value->first),
                   .marks = value->second,
                   .line = line_,
                   .column = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(range.begin) - line_begin_) + 1,
                   .printed = std::move(printed)});
  told_ = range.end;
}

/// Reports a layout followed by ` o ` as a value of its own if nothing was composed with it.
void LogScanner::settle_outer(std::vector<Scanned>& found) {
  if (!outer_) return;
  const auto range = *outer_;
  outer_.reset();
  report(range, found);
}

void LogScanner::count_lines(std::size_t to) {
  while (counted_ < to) {
    const auto* hit = static_cast<const char*>(std::memchr(buffer_.data() + counted_, '\n', to - counted_));
    if (hit == nullptr) {
      counted_ = to;
      break;
    }
    counted_ = static_cast<std::size_t>(hit - buffer_.data()) + 1;
    line_begin_ = static_cast<std::ptrdiff_t>(counted_);
    ++line_;
  }
}

/// Drops the bytes that no value can reach back to any more.
void LogScanner::forget() {
  auto keep = next_ > looked_back ? next_ - looked_back : 0;
  if (outer_) keep = std::min(keep, outer_->begin > max_words ? outer_->begin - max_words : 0);
  if (keep < looked_back) return;
  count_lines(keep);
  buffer_.erase(0, keep);
  const auto back = [&](std::size_t& i) { i = i > keep ? i - keep : 0; };
  back(next_), back(no_type_), back(tried_), back(told_), back(counted_);
  line_begin_ -= static_cast<std::ptrdiff_t>(keep);
  if (outer_) back(outer_->begin), back(outer_->end);
}

}  // namespace algebra
