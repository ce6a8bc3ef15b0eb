#include "algebra/text/utf8.hpp"

#include <algorithm>
#include <iterator>

#include <utf8.h>

namespace algebra {
namespace {
constexpr char32_t replacement = 0xFFFD;
}

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

bool is_utf8(std::string_view text) { return utf8::is_valid(text.begin(), text.end()); }

char32_t take_code_point(std::string_view& text) {
  try {
    auto at = text.begin();
    const auto code_point = utf8::next(at, text.end());
    text.remove_prefix(static_cast<std::size_t>(at - text.begin()));
    return code_point;
  } catch (const utf8::exception&) {
    text.remove_prefix(1);
    return replacement;
  }
}

void append_utf8(std::string& text, char32_t code_point) {
  const bool exists = code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
  utf8::unchecked::append(exists ? code_point : replacement, std::back_inserter(text));
}

}  // namespace algebra
