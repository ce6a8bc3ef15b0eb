#pragma once
// Which glyphs the window needs, and the font files that have them.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/system/texts.hpp"
#include "app/ui/fonts.hpp"

namespace app {

struct FontFile {
  std::string path;
  int index = 0;  ///< face within a collection
};

/// The bytes of a file, of which only those that are looked at are in memory.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  void* data() const { return data_; }
  int size() const { return static_cast<int>(size_); }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

class FontCache {
 public:
  /// The file that fontconfig has for a family and weight; it is asked once.
  const FontFile& find(const char* family, int weight);

  /// True when a glyph is needed that was not needed before. What was needed stays so: a note that goes and comes back
  /// costs nothing.
  bool need(std::string_view text);
  bool need(ImWchar);
  /// Beyond Latin-1, in order: those that text fonts have, and those of East Asian ones.
  std::vector<ImWchar> symbols() const;
  std::vector<ImWchar> chinese() const;

  /// A file's bytes, mapped once. They go with forget_files().
  const MappedFile& map(const std::string& path) { return files_.try_emplace(path, path).first->second; }
  bool has_mapped(const void* data) const;
  void forget_files() { files_.clear(); }

  Language language = Language::english;  ///< whose texts are needed already
  bool texts_needed = false;
  std::uint64_t looked_at = 0;  ///< Workspace::changes when the sheet was last looked through
  std::string notice;           ///< looked at as well

 private:
  std::map<std::pair<std::string, int>, FontFile> found_;
  std::map<std::string, MappedFile> files_;
  std::vector<bool> needed_ = std::vector<bool>(0x10000);
};

}  // namespace app
