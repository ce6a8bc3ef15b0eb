#pragma once
// Helpers that read written files as text.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace written {

inline std::string content(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns how often `what` stands in the text, without overlaps.
inline std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

}  // namespace written
