#include "app/cli/check_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "app/document/sheet_link.hpp"
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
void read_arguments(const std::vector<std::string>& arguments, const fs::path& directory, CheckSource& source) {
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

bool is_checked(const fs::path& path) { return path.extension() == ".cutes" || program_language(path.string()).has_value(); }

/// The sheets and programs beneath a folder.
std::vector<CheckSource> sources_in(const std::string& folder) {
  std::vector<CheckSource> found;
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
  std::ranges::sort(found, {}, &CheckSource::path);
  return found;
}

}  // namespace

tl::expected<std::vector<CheckSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path) {
  const auto database = json::parse(text, nullptr, false);
  if (!database.is_array())
    return Bad(message("{} is no compilation database: it is no array of commands, as CMake and Bear write it", path));
  std::vector<CheckSource> found;
  for (const auto& entry : database) {
    const auto word = [&](const char* name) {
      const auto it = entry.is_object() ? entry.find(name) : entry.end();
      return it != entry.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    const auto file = word("file");
    if (file.empty()) continue;
    const auto directory = fs::path(path).parent_path() / word("directory");
    CheckSource source{.path = (directory / file).lexically_normal().string()};
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

tl::expected<std::vector<CheckSource>, algebra::Message> check_sources(const std::vector<std::string>& arguments) {
  constexpr std::size_t most_bytes = std::size_t{256} << 20;
  std::vector<CheckSource> all;
  std::set<std::string> known;
  for (const auto& argument : arguments) {
    std::vector<CheckSource> more;
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
