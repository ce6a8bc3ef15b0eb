// Fuzzes the scanner of layouts in bytes: each find lies at its reported place, reads back, and is the same however the bytes are split.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/reading/scan.hpp"
#include "tests/algebra/scanned_in.hpp"
#include "tests/fuzz/check.hpp"

using namespace algebra;
using fuzz::check;

namespace {

bool same(const Scanned& a, const Scanned& b) {
  return a.words == b.words && a.name == b.name && a.text == b.text && a.line == b.line && a.column == b.column && a.value == b.value;
}

void check_found(const Scanned& f, std::string_view text) {
  check(f.words.size() <= LogScanner::max_words, "more words than there may be", text);
  check(f.line >= 1 && f.column >= 1 && f.line <= text.size() + 1 && f.column <= text.size(), "a place outside the text", text);
  check(f.text.find_first_of("\r\n") == std::string::npos, "a value in more than one line", text);
  const auto read = evaluate(f.text, {}, resolve(IntegerRule::automatic, f.text), {.verdicts = false, .steps = nullptr});
  check(read && read->value == f.value, "a text that is not its value", text);
  if (f.name.empty()) return;
  const auto line = f.name + " = " + f.text;
  const auto split = split_line(line);
  check(split && split->name == f.name && split->expression == f.text, "a name that no entry can have", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto whole = scanned_in(text, std::string_view::npos);
  std::size_t line = 1;
  for (const auto& f : whole) {
    check_found(f, text);
    check(f.line >= line, "lines out of order", text);
    line = f.line;
  }
  // The first byte chooses the pieces, so that the input does.
  const auto pieces = scanned_in(text, size == 0 ? 1 : 1 + data[0] % 97);
  check(whole.size() == pieces.size() && std::equal(whole.begin(), whole.end(), pieces.begin(), same), "in pieces other values are found",
        text);
  return 0;
}
