#include "app/tools/check_sources.hpp"

#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <utility>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;
using Bad = tl::unexpected<algebra::Message>;

bool is_checked(const fs::path& path) { return path.extension() == ".cutes" || program_language(path.string()).has_value(); }

/// The most files that are looked through in all folders together; a repository with its third parties has some ten thousand.
constexpr std::size_t most_entries = 100'000;

/// Tells whether the kernel makes up a folder's files as they are read: processes, devices, its own state.
bool is_made_up(const fs::path& folder) {
  // Numbers of linux/magic.h, which not every libc has.
  constexpr std::array<unsigned long, 12> kinds{0x9fa0,     0x62656572, 0x64626720, 0x74726163, 0x27e0eb, 0x63677270,
                                                0x73636673, 0xcafe4a11, 0x62656570, 0xde5e81e4, 0x1cd1,   0x19800202};
  struct statfs of {};
  return ::statfs(folder.c_str(), &of) == 0 && std::ranges::find(kinds, static_cast<unsigned long>(of.f_type)) != kinds.end();
}

/// Tells whether a pattern matches a whole name.
bool is_of_name(std::string_view pattern, std::string_view name) {
  // The place to go on from where a * takes a character more.
  std::size_t p = 0, n = 0, star = std::string_view::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') star = p++, from = n;
    else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) ++p, ++n;
    else if (star != std::string_view::npos) p = star + 1, n = ++from;
    else return false;
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty())
    if (const auto part = algebra::take_until(path, '/'); !part.empty() && part != ".") parts.push_back(part);
  return parts;
}

/// Tells whether the pattern's parts match the path's, or those of a folder that it lies in.
bool is_of_parts(const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& path) {
  // By how many parts of the path those of the pattern so far may have taken.
  std::vector<bool> taken(path.size() + 1, false);
  taken[0] = true;
  for (const auto part : pattern) {
    std::vector<bool> next(path.size() + 1, false);
    for (std::size_t i = 0; i <= path.size(); ++i) {
      if (part == "**") next[i] = taken[i] || (i > 0 && next[i - 1]);
      else next[i] = i > 0 && taken[i - 1] && is_of_name(part, path[i - 1]);
    }
    taken = std::move(next);
  }
  return std::find(taken.begin() + 1, taken.end(), true) != taken.end();
}

bool is_excluded(const std::vector<std::string>& patterns, std::string_view path) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches_path(pattern, path); });
}

/// Looks through folders for sheets and programs.
class FolderWalk {
 public:
  explicit FolderWalk(const std::vector<std::string>& excluded) : excluded_(excluded) {}

  tl::expected<std::vector<CompiledSource>, algebra::Message> files_under(const std::string& folder) {
    std::vector<CompiledSource> found;
    std::vector<std::string> by_link;
    std::vector<fs::path> open{folder};
    while (!open.empty()) {
      const auto here = std::move(open.back());
      open.pop_back();
      if (is_made_up(here)) {
        left_out_.push_back(message("{} is not searched: it is not a folder of files", here.string()));
        continue;
      }
      if (auto why = why_out_of_bounds(here.string()); !why.empty()) return Bad(std::move(why));
      std::error_code error;
      fs::directory_iterator it(here, error);
      for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        if (++entries_ > most_entries)
          return Bad(
              message("{} has more than {} files and folders beneath it: name the folders in it, or the files", folder, most_entries));
        if (it->path().filename().string().starts_with('.')) continue;
        if (!excluded_.empty() && is_excluded(excluded_, it->path().lexically_relative(folder).string())) {
          any_excluded_ = true;
          continue;
        }
        std::error_code unknown;
        const bool is_link = it->is_symlink(unknown);
        if (is_link && it->is_directory(unknown)) ++links_;
        else if (it->is_directory(unknown)) open.push_back(it->path());
        else if (!is_checked(it->path()) || !it->is_regular_file(unknown)) continue;
        else if (is_link) by_link.push_back(it->path().string());
        else found.push_back({.path = it->path().string()});
      }
      if (error) left_out_.push_back(message("{} is not searched: {}", here.string(), error.message()));
    }
    add_links(std::move(by_link), found);
    std::ranges::sort(found, {}, &CompiledSource::path);
    return found;
  }

  bool any_excluded() const { return any_excluded_; }

  std::vector<algebra::Message> left_out() {
    if (links_ > 0) left_out_.push_back(message("links to folders are not followed: {}", std::exchange(links_, 0)));
    return std::move(left_out_);
  }

 private:
  /// Adds links to files that are not looked at by themselves or by an earlier link.
  static void add_links(std::vector<std::string> links, std::vector<CompiledSource>& found) {
    if (links.empty()) return;
    std::error_code unknown;
    std::set<std::string> known;
    for (const auto& source : found) known.insert(fs::weakly_canonical(source.path, unknown).string());
    std::ranges::sort(links);
    for (auto& link : links)
      if (known.insert(fs::weakly_canonical(link, unknown).string()).second) found.push_back({.path = std::move(link)});
  }

  const std::vector<std::string>& excluded_;
  std::size_t entries_ = 0, links_ = 0;
  bool any_excluded_ = false;
  std::vector<algebra::Message> left_out_;
};

}  // namespace

bool matches_path(std::string_view pattern, std::string_view path) {
  const auto parts = path_parts(path);
  const auto wanted = path_parts(pattern);
  if (wanted.empty()) return false;
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.find('/') != std::string_view::npos || wanted[0] == "**") return is_of_parts(wanted, parts);
  return std::ranges::any_of(parts, [&](std::string_view part) { return is_of_name(wanted[0], part); });
}

void note_left_out(Report& report, const std::vector<algebra::Message>& left_out) {
  for (const auto& m : left_out) {
    report.note(m);
    report.keep({.level = Finding::Level::note, .rule = "not_looked_at", .message = m});
  }
}

Option exclude_option() {
  return text_option("--exclude", "PATTERN",
                     "Leave out files and folders of this path or name, such as third_party or tests/**/*.py (repeatable)")
      .repeated()
      .not_empty();
}

tl::expected<CheckSources, algebra::Message> check_sources(const std::vector<std::string>& arguments,
                                                           const std::vector<std::string>& excluded) {
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  CheckSources sources;
  FolderWalk walk(excluded);
  std::set<std::string> known;
  bool any_excluded = false;
  for (const auto& argument : arguments) {
    std::vector<CompiledSource> more;
    std::error_code error;
    const bool is_path = checked_kind(argument) == SourceKind::file;
    if (is_path && fs::is_directory(argument, error)) {
      auto found = walk.files_under(argument);
      if (!found) return Bad(found.error());
      more = std::move(*found);
      if (more.empty() && !walk.any_excluded()) return Bad(message("there is no sheet and no program in the folder {}", argument));
    } else if (is_path && argument.ends_with(".json")) {
      const auto text = read_file(argument, most_bytes);
      if (!text) return Bad(text.error());
      auto compiled = compiled_sources(*text, argument);
      if (!compiled) return Bad(compiled.error());
      more = std::move(*compiled);
      // A repository's file is matched by its path in it: a database often lies in a folder of its own.
      any_excluded |= std::erase_if(more, [&](const CompiledSource& source) {
                        const auto here = fs::current_path(error).string() + "/";
                        return is_excluded(excluded, std::string_view(source.path).substr(source.path.starts_with(here) ? here.size() : 0));
                      }) > 0;
    } else if (is_path && is_excluded(excluded, argument)) {
      any_excluded = true;
    } else {
      more.push_back({.path = argument});
    }
    for (auto& source : more)
      if (known.insert(source.path).second) sources.all.push_back(std::move(source));
  }
  if (sources.all.empty() && (any_excluded || walk.any_excluded())) return Bad("--exclude leaves out all files");
  sources.left_out = walk.left_out();
  return sources;
}

SourceKind checked_kind(const std::string& source) {
  const auto kind = source_kind(source);
  const auto is_of_path = [](char c) { return algebra::is_word(c) || c == '/' || c == '.' || c == '-'; };
  return kind == SourceKind::expression && std::ranges::all_of(source, is_of_path) ? SourceKind::file : kind;
}

CuteWords words_of_cute(std::string_view program) {
  auto words = CuteWords::none;
  const auto is_word = [](char c) { return algebra::is_word(c); };
  std::string_view before;
  for (auto at = program.begin(); at != program.end();) {
    at = std::find_if(at, program.end(), is_word);
    const auto end = std::find_if_not(at, program.end(), is_word);
    const auto word = program.substr(static_cast<std::size_t>(at - program.begin()), static_cast<std::size_t>(end - at));
    const auto behind = program.substr(static_cast<std::size_t>(end - program.begin()));
    at = end;
    if (word == "cutlass" || word == "pycute") return CuteWords::certain;
    // In a comment it may be an ordinary word.
    if (word == "cute") {
      const bool has_inside =
          behind.starts_with("::") || (behind.size() > 1 && (behind[0] == '/' || behind[0] == '.') && is_word(behind[1]));
      if (has_inside || before == "namespace" || before == "import") return CuteWords::certain;
    }
    // Names such as uint32_t are in every program.
    if (word.find('_') != std::string_view::npos && !word.ends_with("_t") && algebra::function_named(word) != nullptr) {
      constexpr std::array<std::string_view, 5> telling{"_layout", "tiled_", "local_", "zipped_", "thrfrg"};
      const auto is_in_word = [&](std::string_view part) { return word.find(part) != std::string_view::npos; };
      if (std::ranges::any_of(telling, is_in_word)) return CuteWords::certain;
      words = CuteWords::some;
    }
    before = word;
  }
  return words;
}

}  // namespace app
