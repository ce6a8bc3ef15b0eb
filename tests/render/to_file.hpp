#pragma once
// A picture in a file, for tests that read it back with other programs.

#include <filesystem>
#include <fstream>

#include "render/export.hpp"

namespace render {

inline tl::expected<void, algebra::Message> export_file(const Diagram& d, const ExportOptions& options, const std::filesystem::path& path,
                                                        const Progress& progress = {}) {
  std::ofstream file(path, std::ios::binary);
  return export_to(
      d, options, [&](std::string_view bytes) { return static_cast<bool>(file << bytes); }, progress);
}

}  // namespace render
