// The types of compilers' dumps among what a program prints.

#include <algorithm>

#include "algebra/dialects/cute_ir.hpp"
#include "algebra/find.hpp"

namespace algebra {

/// A type of CuTe's IR; next_ moves behind it. The line that it is in says its name.
Finder::Outcome Finder::at_cute_ir(std::size_t begin, bool final, std::vector<Found>& found) {
  const auto most = begin + dialects::max_cute_ir_type;
  const auto ahead = std::string_view(buffer_).substr(begin, dialects::max_cute_ir_type);
  const auto line_end = begin + std::min(ahead.find('\n'), ahead.size());
  if (line_end == buffer_.size() && line_end < most && !final) return Outcome::incomplete;
  const auto line = std::string_view(buffer_).substr(begin, line_end - begin);
  const auto type = dialects::read_cute_ir(line);
  if (!type) {
    // Parts of a value that is not read are none.
    next_ = std::max(next_, begin + type.error().size);
    return Outcome::nothing;
  }
  settle_outer(found);
  next_ = begin + type->size;
  if (!type->listed) return Outcome::done;
  count_lines(begin);
  // Of a line that is longer than what is kept only the end is looked at.
  const auto least = static_cast<std::ptrdiff_t>(begin > dialects::max_cute_ir_type ? begin - dialects::max_cute_ir_type : 0);
  const auto from = static_cast<std::size_t>(std::max(line_begin_, least));
  const auto name = dialects::name_in_mlir(std::string_view(buffer_).substr(from, begin - from), line.substr(type->size));
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
  return Outcome::done;
}

}  // namespace algebra
