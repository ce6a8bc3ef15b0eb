#pragma once
// A golden file with named columns: tab-separated, comments in "#" lines, then a line with the columns' names.

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/fields.hpp"
#include "tests/test_data.hpp"

struct GoldenTable {
  struct Row {
    const GoldenTable* table = nullptr;
    std::vector<std::string> fields;
    const std::string& operator[](const std::string& column) const {
      const auto at = std::ranges::find(table->columns, column);
      if (at == table->columns.end()) throw std::logic_error("no column " + column);
      return fields.at(static_cast<std::size_t>(at - table->columns.begin()));
    }
  };
  std::vector<std::string> columns;
  std::vector<Row> rows;

  explicit GoldenTable(const std::string& file) {
    std::ifstream in(test_data() + "/golden/" + file);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("# ")) continue;
      if (columns.empty()) columns = fields_of(line);
      else rows.push_back({this, fields_of(line)});
    }
  }
  GoldenTable(const GoldenTable&) = delete;
  GoldenTable& operator=(const GoldenTable&) = delete;
};
