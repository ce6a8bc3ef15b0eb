#pragma once
// A line of a table.

#include <algorithm>
#include <string>
#include <vector>

/// Returns the fields of a line, which tabs or other separators divide.
inline std::vector<std::string> fields_of(const std::string& line, char separator = '\t') {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at <= line.size();) {
    const auto end = std::min(line.find(separator, at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return fields;
}
