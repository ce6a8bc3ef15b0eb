// Finds the types of compilers' dumps in a program's output.

#include "algebra/reading/scan.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "algebra/language/cute_ir.hpp"
#include "algebra/reading/cpp_type.hpp"
#include "algebra/reading/memref.hpp"
#include "algebra/reading/scanned_name.hpp"
#include "algebra/reading/triton.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

/// The beginnings of Triton's encodings, and of the types that have one.
constexpr std::array<std::string_view, 5> encodings{"#ttg.", "#triton_gpu.", "#ttng.", "#triton_nvidia_gpu.", "#ttig."};
constexpr std::array<std::string_view, 2> tensors{"tensor<", "memdesc<"};

/// Returns where the type whose `<` is at `angle` begins, not before `least`; npos if the `<` is not a type's.
std::size_t type_with(std::string_view text, std::size_t angle, std::size_t least) {
  auto begin = std::string_view::npos;
  const auto look_for = [&](std::string_view mark) {
    const auto word = mark.find('<');
    if (angle >= least + word && text.substr(angle - word).starts_with(mark)) begin = std::min(begin, angle - word);
  };
  for (const auto mark : dialects::unmarked_cute_ir) look_for(mark);
  for (const auto mark : tensors) look_for(mark);
  for (const auto mark : dialects::cpp_layout_marks) look_for(mark);
  return begin;
}

/// Length of the longest mark.
constexpr std::size_t longest_mark = [] {
  auto longest = dialects::cute_ir_mark.size();
  for (const auto mark : dialects::unmarked_cute_ir) longest = std::max(longest, mark.size());
  for (const auto mark : encodings) longest = std::max(longest, mark.size());
  for (const auto mark : tensors) longest = std::max(longest, mark.size());
  for (const auto mark : dialects::cpp_layout_marks) longest = std::max(longest, mark.size());
  return longest;
}();

bool begins_with_one(std::string_view text, std::span<const std::string_view> marks) {
  return std::ranges::any_of(marks, [&](std::string_view mark) { return text.starts_with(mark); });
}

/// Reads the type of CuTe's IR at the start of the line, or MLIR's type of a buffer, which is listed if it has strides.
tl::expected<dialects::CuteIrType, dialects::CuteIrProblem> mlir_type(std::string_view line) {
  auto type = dialects::read_cute_ir(line);
  if (type || !type.error().message.empty()) return type;
  auto buffer = dialects::read_memref(line);
  if (!buffer) return type;
  return dialects::CuteIrType{.values = {std::move(buffer->printed)}, .listed = buffer->strided, .size = buffer->size};
}

constexpr std::size_t most_types = 4096;
constexpr std::size_t looked_ahead = 1024;

}  // namespace

/// Returns where the next type before the `:` begins; `colon` if there is none.
std::size_t LogScanner::next_type(std::size_t colon) {
  if (no_type_ > colon) return colon;
  // Searches beyond the colon, because with many colons each would start the search anew.
  const auto text = std::string_view(buffer_).substr(0, std::max(colon, no_type_ + looked_ahead));
  auto first = text.size();
  const auto look_for = [&](std::string_view mark) { first = std::min(first, text.substr(0, first).find(mark, no_type_)); };
  look_for(dialects::cute_ir_mark);
  for (const auto mark : encodings) look_for(mark);
  // Searches for `<` first: words are everywhere, but few of them stand before a `<`.
  for (auto angle = text.find('<', no_type_); angle < first; angle = text.find('<', angle + 1))
    first = std::min(first, type_with(text, angle, no_type_));
  const bool none = first == text.size();
  no_type_ = none ? std::max(no_type_, first > longest_mark ? first - longest_mark : 0) : first;
  return std::min(first, colon);
}

/// Reads a type from its complete line, and moves next_ behind it.
LogScanner::Outcome LogScanner::at_type(std::size_t begin, bool final, std::vector<Scanned>& found) {
  const auto most = begin + dialects::max_cute_ir_type;
  const auto ahead = std::string_view(buffer_).substr(begin, dialects::max_cute_ir_type);
  const auto line_end = begin + std::min(ahead.find('\n'), ahead.size());
  if (line_end == buffer_.size() && line_end < most && !final) return Outcome::incomplete;
  const auto line = std::string(ahead.substr(0, line_end - begin));
  const bool of_triton = begins_with_one(line, encodings) || begins_with_one(line, tensors);
  // tile< within subtile<, or after another dialect's name as in xyz.tile<, is not CuTe's type.
  const bool within_a_word = begin > 0 && (is_word(at(begin - 1)) || at(begin - 1) == '.');
  if (!of_triton && within_a_word) return Outcome::nothing;
  if (begins_with_one(line, dialects::cpp_layout_marks)) return take_cpp_type(begin, line, found) ? Outcome::done : Outcome::nothing;
  return (of_triton ? take_triton(begin, line, found) : take_mlir(begin, line, found)) ? Outcome::done : Outcome::nothing;
}

/// Takes a type of CuTe's IR or a memref, and names it by its line.
bool LogScanner::take_mlir(std::size_t begin, std::string_view line, std::vector<Scanned>& found) {
  const auto type = mlir_type(line);
  if (!type) {
    // Skips the parts of a value that cannot be read.
    next_ = std::max(next_, begin + type.error().size);
    return false;
  }
  settle_outer(found);
  next_ = begin + type->size;
  if (!type->listed) return true;
  count_lines(begin);
  // For a line longer than the kept bytes, only its end is available.
  const auto least = static_cast<std::ptrdiff_t>(begin > dialects::max_cute_ir_type ? begin - dialects::max_cute_ir_type : 0);
  const auto from = static_cast<std::size_t>(std::max(line_begin_, least));
  const auto name = name_in_mlir(std::string_view(buffer_).substr(from, begin - from), line.substr(type->size));
  const auto words = std::string(words_before(begin));
  for (const auto& printed : type->values) {
    auto text = dialects::with_numbers(printed);
    auto value = value_of(text, true);
    if (!value) continue;
    found.push_back({.words = words,
                     .name = printed.part.empty() || name.empty() ? name : name + "_" + printed.part,
                     .text = std::move(text),
                     .value = std::move(value->first),
                     .marks = value->second,
                     .line = line_,
                     .column = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) - line_begin_) + 1,
                     .printed = printed});
  }
  told_ = next_;
  return true;
}

/// Takes the type of a layout in a compiler's message. Messages repeat them, so each name is taken once with each type.
bool LogScanner::take_cpp_type(std::size_t begin, std::string_view line, std::vector<Scanned>& found) {
  const auto type = dialects::cpp_layout_type(line);
  if (!type) return false;
  settle_outer(found);
  next_ = begin + type->size;
  constexpr std::string_view space = "cute::";
  if (begin >= space.size() && std::string_view(buffer_).substr(begin - space.size(), space.size()) == space) begin -= space.size();
  auto text = dialects::with_numbers(type->printed);
  const auto words = words_before(begin);
  auto name = name_from(words);
  if (name == "const") name.clear();
  if (told_types_.size() >= most_types || !told_types_.insert(name + " " + text).second) return true;
  auto value = value_of(text);
  if (!value) return true;
  count_lines(begin);
  found.push_back({.words = std::string(words),
                   .name = name,
                   .text = std::move(text),
                   .value = std::move(value->first),
                   .marks = value->second,
                   .line = line_,
                   .column = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) - line_begin_) + 1,
                   .printed = type->printed});
  told_ = next_;
  return true;
}

/// Takes an alias of an encoding, or the type of a tensor that has one.
bool LogScanner::take_triton(std::size_t begin, std::string_view line, std::vector<Scanned>& found) {
  if (line.starts_with('#')) {
    count_lines(begin);
    const auto least = static_cast<std::ptrdiff_t>(begin > max_words ? begin - max_words : 0);
    const auto from = static_cast<std::size_t>(std::max(line_begin_, least));
    // An encoding without an alias is kept under the name "".
    const auto name = dialects::triton_alias(std::string_view(buffer_).substr(from, begin - from));
    if (aliases_.size() < most_types) {
      aliases_.insert_or_assign(std::string(name), std::string(line));
      alias_lines_.insert_or_assign(std::string(name), line_);
    }
    return true;
  }
  auto type = dialects::triton_type(line, aliases_);
  if (!type) return false;
  settle_outer(found);
  next_ = begin + type->size;
  if (told_types_.size() >= most_types || !told_types_.insert(type->key).second) return true;
  if (!type->value) {
    count_lines(begin);
    // The place of the encoding itself: at its alias, if it has one.
    const auto sign = line.find('#');
    const auto name = line.substr(sign + 1, line.find_first_of(">,", sign) - sign - 1);
    const auto alias = aliases_.find(name);
    const auto encoding = alias != aliases_.end() ? std::string_view(alias->second) : line.substr(sign);
    note_not_read(encoding, alias != aliases_.end() ? alias_lines_.find(name)->second : line_, type->value.error());
    return true;
  }
  auto value = value_of(type->value->text, true);
  if (!value) return true;
  count_lines(begin);
  found.push_back({.words = std::string(words_before(begin)),
                   .name = type->name,
                   .text = type->value->text,
                   .value = std::move(value->first),
                   .marks = value->second,
                   .line = line_,
                   .column = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(begin) - line_begin_) + 1,
                   .printed = *type->value});
  told_ = next_;
  return true;
}

/// Notes the encodings without a tensor whose kind is unsupported for any shape; the message lists the supported kinds.
void LogScanner::note_unused_aliases() {
  for (const auto& [name, encoding] : aliases_)
    if (const auto read = dialects::read_triton(encoding, {64, 64}, aliases_); !read && read.error().key() == dialects::unread_kind)
      note_not_read(encoding, alias_lines_.find(name)->second, read.error());
}

/// Notes `#ttg.amd_mfma<{...}>` under its kind, once per line.
void LogScanner::note_not_read(std::string_view encoding, std::size_t line, const std::string& why) {
  const auto dot = encoding.find('.');
  const auto kind = Cursor(encoding, dot == std::string_view::npos ? 0 : dot + 1).word();
  NotRead one{.name = std::string(kind.value_or("")), .line = line, .why = why};
  const auto same = [&](const NotRead& other) { return other.line == one.line && other.name == one.name; };
  if (not_read_.size() < most_types && std::ranges::none_of(not_read_, same)) not_read_.push_back(std::move(one));
}

}  // namespace algebra
