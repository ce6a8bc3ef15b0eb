#pragma once
// The glyphs that the window needs, and the font files.

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/system/texts.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/late_glyphs.hpp"

namespace app {

struct FontFile {
  std::string path;
  int index = 0;  ///< face within a collection
};

/// A memory-mapped file; null data if it cannot be mapped.
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
  /// Returns fontconfig's file for a family and weight; cached.
  const FontFile& find(const char* family, int weight);

  /// Marks glyphs as needed for the rest of the run, so that a text that reappears costs nothing. Returns true if fonts must be rebuilt for
  /// them. Chinese ones are added later, see `late`.
  bool need(std::string_view text);
  bool need(ImWchar);
  /// Needed characters beyond Latin-1, ascending: those of text fonts, and those of East Asian fonts.
  std::vector<ImWchar> symbols() const;
  std::vector<ImWchar> chinese() const;

  /// Maps a file once; the mapping is valid until forget_files().
  const MappedFile& map(const std::string& path) { return files_.try_emplace(path, path).first->second; }
  bool has_mapped(const void* data) const;
  void forget_files() { files_.clear(); }

  LateGlyphs late;
  bool more_chinese = false;  ///< `late` does not have all needed ones

  Language language = Language::english;  ///< the language whose texts are marked as needed
  bool guide_needed = false;              ///< the glyphs of the guide are marked as needed
  bool texts_needed = false;
  std::uint64_t looked_at = 0;    ///< Workspace::changes() when the sheet was last searched for glyphs
  algebra::Message notice;        ///< the notice that was last searched
  std::uint64_t tool_answer = 0;  ///< the number of the tool's answer that was last searched

 private:
  std::map<std::pair<std::string, int>, FontFile> found_;
  std::map<std::string, MappedFile> files_;
  std::vector<bool> needed_ = std::vector<bool>(0x10000);
};

}  // namespace app
