#include "algebra/text/columns.hpp"

namespace algebra {

std::size_t columns_of(std::string_view text) {
  // Decides by the first byte: from U+3000 on, letters and marks of Chinese, Japanese and Korean are wide.
  std::size_t columns = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    columns += byte >= 0xE3 ? 2U : byte < 0x80 || byte >= 0xC0 ? 1U : 0U;
  }
  return columns;
}

namespace {

std::string blanks_beside(std::string_view text, std::size_t columns) {
  const auto taken = columns_of(text);
  return std::string(taken < columns ? columns - taken : 0, ' ');
}

}  // namespace

std::string padded(std::string text, std::size_t columns) { return text += blanks_beside(text, columns); }
std::string padded_left(std::string text, std::size_t columns) { return text.insert(0, blanks_beside(text, columns)); }

}  // namespace algebra
