// Expressions, which are golden rows with some of their tokens changed, as the only entry of a sheet. An input is an expression; what
// changes it is RowMutator, which knows numbers, brackets and names: bytes that are changed at random are syntax errors.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>

#include "tests/fuzz/check.hpp"
#include "tests/mutated_rows.hpp"
#include "tests/tried_sheet.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // One entry is one line.
  if (text.find('\n') != std::string_view::npos) return 0;
  try {
    tried_sheet::Came came;
    tried_sheet::try_text(text, came);
  } catch (const algebra::Problem& p) {
    fuzz::check(false, "a problem escapes (" + p.condition + ")", text);
  } catch (const std::exception& e) {
    fuzz::check(false, std::string("an exception escapes (") + e.what() + ")", text);
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned int seed) {
  static const RowMutator rows;
  RowMutator::Source r(seed);
  const std::string_view given(reinterpret_cast<const char*>(data), size);
  const auto text = rows.changed(given.empty() || r.chance(5) ? std::string_view(rows.row(r)) : given, r);
  const auto taken = std::min(text.size(), most);
  std::memcpy(data, text.data(), taken);
  return taken;
}
