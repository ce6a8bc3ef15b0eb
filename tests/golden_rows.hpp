#pragma once
// The rows of tests/golden: what CuTe C++ answers.

#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/test_data.hpp"

struct GoldenRow {
  std::string operation, expression, result;
};

/// All rows of a file of tests/golden. The test fails if there are none, or if a row is malformed.
inline std::vector<GoldenRow> golden_rows(const std::string& file) {
  std::ifstream in(test_data() + "/golden/" + file);
  std::vector<GoldenRow> rows;
  for (std::string line; std::getline(in, line);) {
    const auto a = line.find('\t'), b = line.find('\t', a + 1);
    REQUIRE(b != std::string::npos);
    rows.push_back({line.substr(0, a), line.substr(a + 1, b - a - 1), line.substr(b + 1)});
  }
  REQUIRE(!rows.empty());
  return rows;
}
