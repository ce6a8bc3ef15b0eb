#include "app/ui/font_cache.hpp"

#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace app {
namespace {

constexpr std::size_t first_chinese = 0x2E80, opening_quote = 0x2018, closing_quotes = 0x201D;

/// Returns whether a character is Chinese, including quotation marks: Latin texts here do not use these, and Latin fonts have them too
/// narrow.
constexpr bool is_chinese(std::size_t code) { return code >= first_chinese || (code >= opening_quote && code <= closing_quotes); }

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0) return;
  if (::fstat(file, &status) == 0 && status.st_size > 0) {
    // Private and writable, because ImGui takes a non-const pointer, although it writes nothing.
    void* data = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (data != MAP_FAILED) data_ = data, size_ = static_cast<std::size_t>(status.st_size);
  }
  ::close(file);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(data_, size_);
}

const FontFile& FontCache::find(const char* family, int weight) {
  const auto [found, is_new] = found_.try_emplace({family, weight});
  if (!is_new) return found->second;
  FcPattern* pattern = FcPatternCreate();
  FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
  FcPatternAddInteger(pattern, FC_WEIGHT, weight);
  FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
  FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
  FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
  FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult status;
  FcPattern* match = FcFontMatch(nullptr, pattern, &status);
  if (match != nullptr) {
    FcChar8* path = nullptr;
    if (FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch) found->second.path = reinterpret_cast<const char*>(path);
    FcPatternGetInteger(match, FC_INDEX, 0, &found->second.index);
    FcPatternDestroy(match);
  }
  FcPatternDestroy(pattern);
  return found->second;
}

bool FontCache::has_mapped(const void* data) const {
  return std::any_of(files_.begin(), files_.end(), [&](const auto& f) { return f.second.data() == data; });
}

bool FontCache::need(ImWchar code) {
  if (code < 0x100 || needed_[code]) return false;
  needed_[code] = true;
  if (!is_chinese(code) || compat::keeps_font_files) return true;
  more_chinese = true;
  return false;
}

bool FontCache::need(std::string_view text) {
  bool any = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    unsigned int code = 0;
    const int n = ImTextCharFromUtf8(&code, text.data() + i, text.data() + text.size());
    if (n <= 0) break;
    i += static_cast<std::size_t>(n);
    if (code < 0x10000) any = need(static_cast<ImWchar>(code)) || any;
  }
  return any;
}

std::vector<ImWchar> FontCache::symbols() const {
  std::vector<ImWchar> codes;
  for (std::size_t c = 0x100; c < first_chinese; ++c)
    if (needed_[c] && !is_chinese(c)) codes.push_back(static_cast<ImWchar>(c));
  return codes;
}

std::vector<ImWchar> FontCache::chinese() const {
  std::vector<ImWchar> codes;
  for (std::size_t c = opening_quote; c < needed_.size(); ++c)
    if (needed_[c] && is_chinese(c)) codes.push_back(static_cast<ImWchar>(c));
  return codes;
}

}  // namespace app
