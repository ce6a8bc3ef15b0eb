#include "app/import/compile_commands.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;
using nlohmann::json;
using Bad = tl::unexpected<algebra::Message>;

/// A command as a shell splits it into arguments.
std::vector<std::string> split(std::string_view command) {
  std::vector<std::string> all;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    auto c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      open = false;
      continue;
    }
    if (!open) all.emplace_back();
    open = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      if (c == '\\' && quote != '\'' && i + 1 < command.size()) c = command[++i];
      all.back() += c;
    }
  }
  return all;
}

/// "sm_90a" of -arch=sm_90a, and of -gencode arch=compute_90a,code=sm_90a; "" if an argument says no such thing.
std::string architecture_in(std::string_view argument) {
  for (const std::string_view before : {"sm_", "compute_"}) {
    const auto at = argument.find(before);
    if (at == std::string_view::npos) continue;
    auto number = argument.substr(at + before.size());
    number = number.substr(0, number.find_first_not_of("0123456789af"));
    if (!number.empty()) return "sm_" + std::string(number);
  }
  return {};
}

/// What the arguments of a compiler say of macros, folders, the architecture and the standard.
void read_arguments(const std::vector<std::string>& arguments, const fs::path& directory, CompiledSource& source) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view a = arguments[i];
    /// The value of an option, which may be the next argument.
    const auto value = [&](std::string_view option) -> std::string {
      if (a.size() > option.size()) return std::string(a.substr(option.size() + (a[option.size()] == '=' ? 1 : 0)));
      return i + 1 < arguments.size() ? arguments[++i] : std::string();
    };
    const auto add_folder = [&](const std::string& folder) {
      if (!folder.empty()) source.folders.push_back((directory / folder).lexically_normal().string());
    };
    if (a.starts_with("-isystem")) {
      add_folder(value("-isystem"));
    } else if (a.starts_with("-I")) {
      add_folder(value("-I"));
    } else if (a.starts_with("-D")) {
      if (auto macro = defined_macro(value("-D"))) source.macros.push_back(std::move(*macro));
    } else if (a.starts_with("-U")) {
      if (auto name = value("-U"); is_macro_name(name)) source.macros.push_back({std::move(name), std::nullopt});
    } else if (a.starts_with("-std=") || a.starts_with("--std")) {
      source.compiled_as.standard = value(a.substr(0, a.find("std") + 3));
    } else if (a.starts_with("-arch") || a.starts_with("--gpu-architecture") || a.starts_with("-gencode") ||
               a.starts_with("--generate-code") || a.starts_with("--cuda-gpu-arch")) {
      if (auto architecture = architecture_in(a.find('=') == std::string_view::npos && i + 1 < arguments.size() ? arguments[i + 1] : a);
          !architecture.empty())
        source.compiled_as.architecture = std::move(architecture);
    }
  }
}

/// How many of the folders around a file are the same, from the root.
std::ptrdiff_t folders_alike(const fs::path& a, const fs::path& b) {
  const auto x = a.parent_path(), y = b.parent_path();
  return std::distance(x.begin(), std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first);
}

/// Of a file itself, else of a header that of the source that lies nearest.
std::optional<CompiledSource> command_in(const std::vector<CompiledSource>& all, const fs::path& file) {
  const auto nearer = [&](const CompiledSource& a, const CompiledSource& b) {
    return folders_alike(a.path, file) < folders_alike(b.path, file);
  };
  auto it = std::ranges::find(all, file.string(), &CompiledSource::path);
  if (it == all.end() && is_cpp_header(file.string())) it = std::ranges::max_element(all, nearer);
  if (it == all.end()) return std::nullopt;
  return *it;
}

/// Those of a database; null where there is none that can be read. A program is read at each change of what it is given, so that the one
/// that was read last is kept until its file is another.
std::shared_ptr<const std::vector<CompiledSource>> sources_of(const std::string& database) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  struct Kept {
    std::string path;
    FileStamp stamp;
    std::shared_ptr<const std::vector<CompiledSource>> sources;
  };
  static std::mutex mutex;
  static std::optional<Kept> kept;
  const auto stamp = stamp_of(database);
  if (!stamp) return nullptr;
  const std::lock_guard lock(mutex);
  if (kept && kept->path == database && kept->stamp == *stamp) return kept->sources;
  const auto text = read_file(database, most_bytes);
  auto all = text ? compiled_sources(*text, database) : tl::unexpected(text.error());
  kept = Kept{database, *stamp, all ? std::make_shared<const std::vector<CompiledSource>>(std::move(*all)) : nullptr};
  return kept->sources;
}

}  // namespace

tl::expected<std::vector<CompiledSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path) {
  const auto database = json::parse(text, nullptr, false);
  if (!database.is_array())
    return Bad(message("{} is no compilation database: it is no array of commands, as CMake and Bear write it", path));
  std::vector<CompiledSource> found;
  for (const auto& entry : database) {
    const auto word = [&](const char* name) {
      const auto it = entry.is_object() ? entry.find(name) : entry.end();
      return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    const auto file = word("file");
    if (file.empty()) continue;
    const auto directory = fs::path(path).parent_path() / word("directory");
    CompiledSource source{.path = (directory / file).lexically_normal().string()};
    if (program_language(source.path) != ProgramLanguage::cpp) continue;
    auto arguments = split(word("command"));
    if (const auto it = entry.find("arguments"); it != entry.end() && it->is_array())
      for (const auto& a : *it)
        if (a.is_string()) arguments.push_back(a.get<std::string>());
    read_arguments(arguments, directory, source);
    found.push_back(std::move(source));
  }
  if (found.empty()) return Bad(message("{}: none of its commands compiles a C++ program", path));
  return found;
}

std::optional<CompiledSource> compile_command_of(const std::string& file) {
  if (program_language(file) != ProgramLanguage::cpp) return std::nullopt;
  std::error_code error;
  const auto whole = fs::absolute(file, error).lexically_normal();
  auto around = whole.parent_path();
  for (int up = 0; !error && up < 12 && around.has_relative_path(); ++up, around = around.parent_path()) {
    for (const auto* inner : {"compile_commands.json", "build/compile_commands.json"}) {
      const auto all = sources_of((around / inner).string());
      if (auto found = all ? command_in(*all, whole) : std::nullopt) return found;
    }
    std::error_code none;
    if (fs::exists(around / ".git", none)) break;
  }
  return std::nullopt;
}

Commanded as_commanded(const std::string& file, ProgramFolders folders, std::span<const MacroSetting> macros, CompiledAs compiled_as) {
  Commanded all{std::move(folders), {}, std::move(compiled_as)};
  if (const auto command = compile_command_of(file)) {
    all.folders.include.insert(all.folders.include.end(), command->folders.begin(), command->folders.end());
    all.macros = command->macros;
    if (all.compiled_as.architecture.empty()) all.compiled_as.architecture = command->compiled_as.architecture;
    if (all.compiled_as.standard.empty()) all.compiled_as.standard = command->compiled_as.standard;
  }
  // Of two settings of a macro the last holds.
  all.macros.insert(all.macros.end(), macros.begin(), macros.end());
  return all;
}

}  // namespace app
