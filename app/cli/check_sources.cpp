#include "app/cli/check_sources.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "app/document/sheet_link.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;
using Bad = tl::unexpected<algebra::Message>;

bool is_checked(const fs::path& path) { return path.extension() == ".cutes" || program_language(path.string()).has_value(); }

/// What is looked through of all folders together: a repository with its third parties has some ten thousand.
constexpr std::size_t most_entries = 100'000;

/// Whether a folder's files are made up by the kernel as they are read: processes, devices, its own state.
bool is_made_up(const fs::path& folder) {
  // Numbers of linux/magic.h, which not every libc has.
  constexpr std::array<unsigned long, 12> kinds{0x9fa0,     0x62656572, 0x64626720, 0x74726163, 0x27e0eb, 0x63677270,
                                                0x73636673, 0xcafe4a11, 0x62656570, 0xde5e81e4, 0x1cd1,   0x19800202};
  struct statfs of {};
  return ::statfs(folder.c_str(), &of) == 0 && std::ranges::find(kinds, static_cast<unsigned long>(of.f_type)) != kinds.end();
}

/// Looks through folders for sheets and programs.
class Walk {
 public:
  tl::expected<std::vector<CompiledSource>, algebra::Message> beneath(const std::string& folder) {
    std::vector<CompiledSource> found;
    std::vector<fs::path> open{folder};
    while (!open.empty()) {
      const auto here = std::move(open.back());
      open.pop_back();
      if (is_made_up(here)) {
        left_out_.push_back(message("{} is not looked through: it is no folder of files", here.string()));
        continue;
      }
      std::error_code error;
      fs::directory_iterator it(here, error);
      for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        if (++entries_ > most_entries)
          return Bad(
              message("{} has more than {} files and folders beneath it: name the folders in it, or the files", folder, most_entries));
        if (it->path().filename().string().starts_with('.')) continue;
        std::error_code unknown;
        if (it->is_symlink(unknown) && it->is_directory(unknown)) ++links_;
        else if (it->is_directory(unknown)) open.push_back(it->path());
        else if (is_checked(it->path()) && it->is_regular_file(unknown)) found.push_back({.path = it->path().string()});
      }
      if (error) left_out_.push_back(message("{} is not looked through: {}", here.string(), error.message()));
    }
    std::ranges::sort(found, {}, &CompiledSource::path);
    return found;
  }

  std::vector<algebra::Message> left_out() {
    if (links_ > 0) left_out_.push_back(message("links to folders are not followed: {}", std::exchange(links_, 0)));
    return std::move(left_out_);
  }

 private:
  std::size_t entries_ = 0, links_ = 0;
  std::vector<algebra::Message> left_out_;
};

}  // namespace

tl::expected<CheckSources, algebra::Message> check_sources(const std::vector<std::string>& arguments) {
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  CheckSources sources;
  Walk walk;
  std::set<std::string> known;
  for (const auto& argument : arguments) {
    std::vector<CompiledSource> more;
    std::error_code error;
    if (!is_sheet_link(argument) && fs::is_directory(argument, error)) {
      auto found = walk.beneath(argument);
      if (!found) return Bad(found.error());
      more = std::move(*found);
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
      if (known.insert(source.path).second) sources.all.push_back(std::move(source));
  }
  sources.left_out = walk.left_out();
  return sources;
}

}  // namespace app
