#pragma once
// Pictures read back from files, and how much two of them differ.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <cairo.h>
#include <unistd.h>

namespace pictures {

namespace fs = std::filesystem;

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

/// Returns a PNG on white; empty if it cannot be read.
inline Picture read_png(const fs::path& path) {
  Picture result;
  auto* file = cairo_image_surface_create_from_png(path.c_str());
  if (cairo_surface_status(file) == CAIRO_STATUS_SUCCESS) {
    result.width = cairo_image_surface_get_width(file);
    result.height = cairo_image_surface_get_height(file);
    auto* white = cairo_image_surface_create(CAIRO_FORMAT_RGB24, result.width, result.height);
    auto* cairo = cairo_create(white);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_source_surface(cairo, file, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(white);
    for (int y = 0; y < result.height; ++y)
      for (int x = 0; x < result.width; ++x) {
        const auto* pixel = cairo_image_surface_get_data(white) + y * cairo_image_surface_get_stride(white) + x * 4;
        const auto word = *reinterpret_cast<const std::uint32_t*>(pixel);
        for (const int shift : {16, 8, 0}) result.rgb.push_back(static_cast<std::uint8_t>(word >> shift));
      }
    cairo_surface_destroy(white);
  }
  cairo_surface_destroy(file);
  return result;
}

/// Averages squares of 4 x 4 pixels: programs smooth text and lines differently, and shift them by half a pixel, but
/// put them in the same place.
inline std::vector<double> blurred(const Picture& p, int columns, int rows) {
  std::vector<double> result(static_cast<std::size_t>(columns * rows * 3));
  for (int y = 0; y < rows * 4; ++y)
    for (int x = 0; x < columns * 4; ++x)
      for (int channel = 0; channel < 3; ++channel)
        result[static_cast<std::size_t>((y / 4 * columns + x / 4) * 3 + channel)] +=
            p.rgb[static_cast<std::size_t>((y * p.width + x) * 3 + channel)] / 16.0;
  return result;
}

/// Mean difference per channel, 0 .. 255, and the fraction of channels that differ by more than 48.
struct Difference {
  double mean = 255, strong = 1;
};

inline Difference difference(const Picture& a, const Picture& b) {
  if (a.rgb.empty() || b.rgb.empty() || std::abs(a.width - b.width) > 1 || std::abs(a.height - b.height) > 1) return {};
  const int columns = std::min(a.width, b.width) / 4, rows = std::min(a.height, b.height) / 4;
  const auto first = blurred(a, columns, rows), second = blurred(b, columns, rows);
  double sum = 0, strong = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto d = std::abs(first[i] - second[i]);
    sum += d;
    strong += d > 48;
  }
  const auto count = static_cast<double>(first.size());
  return {sum / count, strong / count};
}

inline bool alike(Difference d) { return d.mean < 5 && d.strong < 0.014; }

inline bool installed(const std::string& program) { return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0; }

class PictureFolder {
 public:
  PictureFolder() {
    auto name = (fs::temp_directory_path() / "cutescope-pictures-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~PictureFolder() {
    if (!keep) fs::remove_all(path_);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  bool keep = false;  ///< keep the pictures of a failure for inspection

 private:
  fs::path path_;
};

}  // namespace pictures
