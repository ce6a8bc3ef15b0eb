#pragma once
// Everything the scanner finds in a text, fed in pieces of `chunk` bytes as from a pipe.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "algebra/reading/scan.hpp"

inline std::vector<algebra::Scanned> scanned_in(std::string_view text, std::size_t chunk = std::string_view::npos) {
  algebra::LogScanner scanner;
  std::vector<algebra::Scanned> all;
  const auto add = [&](std::vector<algebra::Scanned> some) { std::move(some.begin(), some.end(), std::back_inserter(all)); };
  for (std::size_t i = 0; i < text.size(); i += std::min(chunk, text.size() - i)) add(scanner.feed(text.substr(i, chunk)));
  add(scanner.finish());
  return all;
}
