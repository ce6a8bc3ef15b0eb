#include "app/import/one_line.hpp"

#include <algorithm>

#include "algebra/text/statements.hpp"

namespace app {

std::string in_one_line(std::string_view source, std::size_t most) {
  // Only the beginning of a long text is used.
  constexpr std::size_t blanks = 8;
  const bool whole = most > source.size() / blanks;
  std::string text(whole ? source : source.substr(0, blanks * most)), tidy;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\v' || c == '\r'; }, ' ');
  // one_line leaves out comments only if there is a line break.
  for (const char c : algebra::one_line(text + "\n")) {
    const bool opened =
        tidy.size() > 1 && tidy.back() == ' ' && std::string_view("([{").find(tidy[tidy.size() - 2]) != std::string_view::npos;
    if (opened || (tidy.ends_with(' ') && std::string_view(")]},").find(c) != std::string_view::npos)) tidy.pop_back();
    if (tidy.size() >= most) {
      while (!tidy.empty() && (static_cast<unsigned char>(tidy.back()) & 0x80) != 0) tidy.pop_back();
      return tidy + " ...";
    }
    tidy += c;
  }
  return whole ? tidy : tidy + " ...";
}

}  // namespace app
