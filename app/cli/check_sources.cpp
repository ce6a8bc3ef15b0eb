#include "app/cli/check_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "app/document/sheet_link.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;
using Bad = tl::unexpected<algebra::Message>;

bool is_checked(const fs::path& path) { return path.extension() == ".cutes" || program_language(path.string()).has_value(); }

/// The sheets and programs beneath a folder.
std::vector<CompiledSource> sources_in(const std::string& folder) {
  std::vector<CompiledSource> found;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end;
       it.increment(error)) {
    const auto name = it->path().filename().string();
    std::error_code unknown;
    if (name.starts_with('.')) {
      if (it->is_directory(unknown)) it.disable_recursion_pending();
    } else if (it->is_regular_file(unknown) && is_checked(it->path())) {
      found.push_back({.path = it->path().string()});
    }
  }
  std::ranges::sort(found, {}, &CompiledSource::path);
  return found;
}

}  // namespace

tl::expected<std::vector<CompiledSource>, algebra::Message> check_sources(const std::vector<std::string>& arguments) {
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  std::vector<CompiledSource> all;
  std::set<std::string> known;
  for (const auto& argument : arguments) {
    std::vector<CompiledSource> more;
    std::error_code error;
    if (!is_sheet_link(argument) && fs::is_directory(argument, error)) {
      more = sources_in(argument);
      if (more.empty()) return Bad(message("there is no sheet and no program in the folder {}", argument));
    } else if (argument.ends_with(".json")) {
      const auto text = read_file(argument, most_bytes);
      if (!text) return Bad(text.error());
      auto compiled = compiled_sources(*text, argument);
      if (!compiled) return Bad(compiled.error());
      more = std::move(*compiled);
    } else {
      more.push_back({.path = argument});
    }
    for (auto& source : more)
      if (known.insert(source.path).second) all.push_back(std::move(source));
  }
  return all;
}

}  // namespace app
