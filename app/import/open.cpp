#include "app/import/open.hpp"

#include <fmt/format.h>

#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using Bad = tl::unexpected<std::string>;

}  // namespace

tl::expected<Sheet, std::string> load_sheet(const std::string& path) {
  const auto text = read_file(path, max_sheet_bytes);
  if (!text) return Bad(text.error());
  if (program_language(path)) {
    if (text->find('\0') != std::string::npos) return Bad(fmt::format("{}: this is not a text file (it holds a NUL byte)", path));
    auto sheet = sheet_of_text(*text, path);
    if (sheet.entries.empty()) return Bad(fmt::format("{}: no layout is defined in it whose numbers are all known", path));
    return sheet;
  }
  return parse_sheet(*text).map_error([&](const std::string& why) { return fmt::format("{}: {}", path, why); });
}

tl::expected<Sheet, std::string> sheet_of_source(const std::string& source) {
  if (names_sheet(source)) return load_sheet(source);
  Sheet sheet;
  sheet.entries.emplace_back().text = source;
  return sheet;
}

tl::expected<void, std::string> save_sheet(const Sheet& sheet, const std::string& path) {
  if (program_language(path)) return Bad(fmt::format("{} would be a program; a sheet is saved as NAME.cutes", path));
  return write_file(path, serialise(sheet));
}

}  // namespace app
