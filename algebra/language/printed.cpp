#include "algebra/language/printed.hpp"

#include <fmt/format.h>

namespace algebra::dialects {
namespace {

using Of = RunTimeNumber::Of;

/// Returns the text with put(number) in place of each `?`.
template <class Put>
std::string filled(const Printed& printed, Put&& put) {
  std::string text;
  std::size_t next = 0;
  for (const char c : printed.text) {
    if (c == '?' && next < printed.numbers.size()) text += put(printed.numbers[next++]);
    else text += c;
  }
  return text;
}

}  // namespace

std::string with_numbers(const Printed& printed) {
  return filled(printed, [](const RunTimeNumber& n) { return fmt::format("{}", n.likely); });
}

Named with_names(const Printed& printed, std::string_view name) {
  Named named;
  named.text = filled(printed, [&](const RunTimeNumber& n) {
    if (!n.may_have_a_name) return fmt::format("{}", n.likely);
    const auto own = fmt::format("{}_{}{}", name, n.of == Of::stride ? 'd' : 'n', n.leaf);
    named.definitions.push_back(fmt::format("{} = {}", own, n.likely / n.multiple));
    return n.multiple == 1 ? own : fmt::format("{}*{}", n.multiple, own);
  });
  return named;
}

std::string run_time_words(const Printed& printed) {
  std::string words;
  for (const auto& n : printed.numbers) {
    words += words.empty() ? run_time_note : std::string_view(", ");
    words += n.of == Of::shape ? fmt::format("shape {}", n.leaf) : n.of == Of::stride ? fmt::format("stride {}", n.leaf) : "an offset";
    if (n.multiple != 1) words += fmt::format(" (a multiple of {})", n.multiple);
  }
  return words;
}

}  // namespace algebra::dialects
