#pragma once
// Everything the finder finds in a text, fed in pieces of `chunk` bytes as from a pipe.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "algebra/reading/find.hpp"

inline std::vector<algebra::Found> found_in(std::string_view text, std::size_t chunk = std::string_view::npos) {
  algebra::Finder finder;
  std::vector<algebra::Found> all;
  const auto add = [&](std::vector<algebra::Found> some) { std::move(some.begin(), some.end(), std::back_inserter(all)); };
  for (std::size_t i = 0; i < text.size(); i += std::min(chunk, text.size() - i)) add(finder.feed(text.substr(i, chunk)));
  add(finder.finish());
  return all;
}
