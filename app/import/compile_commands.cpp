#include "app/import/compile_commands.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <mutex>
#include <utility>

#include <nlohmann/json.hpp>

#include "algebra/text/row_named.hpp"
#include "app/document/program_origin.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"

namespace app {
namespace fs = std::filesystem;
namespace {

using algebra::message;
using nlohmann::json;
using Bad = tl::unexpected<algebra::Message>;

/// Splits a command into arguments as a shell does.
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

/// Returns "sm_90a" for -arch=sm_90a and for -gencode arch=compute_90a,code=sm_90a, and "" for an argument without an architecture.
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

/// Returns a standard in the form of -std, such as c++20 or gnu++2b, or "" if the value is none.
std::string standard_in(std::string_view value) {
  constexpr std::size_t longest = 12;
  const bool plain = value.size() <= longest && value.find("++") != std::string_view::npos &&
                     value.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+") == std::string_view::npos;
  return plain ? std::string(value) : std::string();
}

/// Reads macros, folders, architecture and standard from the arguments of a compiler. All else is ignored on purpose: the database decides
/// neither which program runs nor options such as -fplugin or --config.
void read_arguments(const std::vector<std::string>& arguments, const fs::path& directory, CompiledSource& source) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view a = arguments[i];
    /// Returns the value of an option, which may be the next argument.
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
      if (auto standard = standard_in(value(a.substr(0, a.find("std") + 3))); !standard.empty())
        source.compiled_as.standard = std::move(standard);
    } else if (a.starts_with("-arch") || a.starts_with("--gpu-architecture") || a.starts_with("-gencode") ||
               a.starts_with("--generate-code") || a.starts_with("--cuda-gpu-arch")) {
      if (auto architecture = architecture_in(a.find('=') == std::string_view::npos && i + 1 < arguments.size() ? arguments[i + 1] : a);
          !architecture.empty())
        source.compiled_as.architecture = std::move(architecture);
    }
  }
}

/// Returns how many leading folders two paths share.
std::ptrdiff_t folders_alike(const fs::path& a, const fs::path& b) {
  const auto x = a.parent_path(), y = b.parent_path();
  return std::distance(x.begin(), std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first);
}

/// Returns the command of a file. A header without one gets that of the source that shares the most folders with it.
std::optional<CompiledSource> command_in(const std::vector<CompiledSource>& all, const fs::path& file) {
  const auto nearer = [&](const CompiledSource& a, const CompiledSource& b) {
    return folders_alike(a.path, file) < folders_alike(b.path, file);
  };
  auto it = std::ranges::find(all, file.string(), &CompiledSource::path);
  if (it == all.end() && is_cpp_header(file.string())) it = std::ranges::max_element(all, nearer);
  if (it == all.end()) return std::nullopt;
  return *it;
}

/// Collects the sources of a database while it is parsed, so that memory does not grow with the rest of its contents.
class DatabaseReader : public nlohmann::json_sax<json> {
 public:
  explicit DatabaseReader(const std::string& path) : path_(path), folder_(fs::path(path).parent_path()) {}

  std::vector<CompiledSource> found;
  algebra::Message problem;  ///< why the rest was not read; "" if all was read or the text is not JSON

  bool null() override { return plain(); }
  bool boolean(bool) override { return plain(); }
  bool number_integer(number_integer_t) override { return plain(); }
  bool number_unsigned(number_unsigned_t) override { return plain(); }
  bool number_float(number_float_t, const string_t&) override { return plain(); }
  bool binary(binary_t&) override { return plain(); }
  bool string(string_t& text) override {
    if (!plain()) return false;
    if (depth_ == of_entry && key_ == Key::file) file_ = text;
    if (depth_ == of_entry && key_ == Key::directory) directory_ = text;
    if (depth_ == of_entry && key_ == Key::command) return add_arguments(split(text), text.size());
    if (depth_ == of_entry + 1 && in_arguments_) return add_arguments({text}, text.size());
    return true;
  }
  bool key(string_t& text) override {
    const auto* row = algebra::row_named(keys, text);
    if (depth_ == of_entry) key_ = row != nullptr ? row->is : Key::other;
    return true;
  }
  bool start_object(std::size_t) override {
    if (depth_ == 0) return false;
    if (++depth_ == of_entry) begin_entry();
    return true;
  }
  bool end_object() override { return depth_-- != of_entry || end_entry(); }
  bool start_array(std::size_t) override {
    if (++depth_ == of_entry) key_ = Key::other;  // not an object: it cannot be an entry
    else if (depth_ == of_entry + 1) in_arguments_ = key_ == Key::arguments;
    return true;
  }
  bool end_array() override {
    if (depth_-- == of_entry + 1) in_arguments_ = false;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  enum class Key : std::uint8_t { other, file, directory, command, arguments };
  struct KeyName {
    std::string_view name;
    Key is;
  };
  static constexpr std::array<KeyName, 4> keys{
      {{"file", Key::file}, {"directory", Key::directory}, {"command", Key::command}, {"arguments", Key::arguments}}};
  static constexpr int of_entry = 2;
  static constexpr std::size_t most_sources = 200'000, most_bytes_of_command = 1 << 20;

  bool plain() const { return depth_ > 0; }
  void begin_entry() {
    key_ = Key::other;
    file_ = directory_ = {};
    arguments_.clear();
    bytes_ = 0;
  }
  bool add_arguments(std::vector<std::string> more, std::size_t bytes) {
    bytes_ += bytes + 1;
    if (bytes_ > most_bytes_of_command) {
      problem = message("{} is not read: a command in it is longer than {} bytes", path_, most_bytes_of_command);
      return false;
    }
    std::move(more.begin(), more.end(), std::back_inserter(arguments_));
    return true;
  }
  bool end_entry() {
    if (file_.empty()) return true;
    if (is_like_option(file_)) {
      problem = message("{} is not read: its file {} looks like an option of a compiler; write ./{}", path_, file_, file_);
      return false;
    }
    const auto directory = folder_ / directory_;
    CompiledSource source{.path = (directory / file_).lexically_normal().string()};
    if (program_language(source.path) != ProgramLanguage::cpp) return true;
    if (found.size() == most_sources) {
      problem = message("{} is not read: it has more than {} sources", path_, most_sources);
      return false;
    }
    read_arguments(arguments_, directory, source);
    found.push_back(std::move(source));
    return true;
  }

  const std::string& path_;
  fs::path folder_;
  int depth_ = 0;
  bool in_arguments_ = false;
  Key key_ = Key::other;
  std::string file_, directory_;
  std::vector<std::string> arguments_;
  std::size_t bytes_ = 0;
};

/// Returns the sources of a database's text. Error: one sentence, if the text is not a database.
tl::expected<std::vector<CompiledSource>, algebra::Message> read_database(std::string_view text, const std::string& path) {
  DatabaseReader reader(path);
  if (json::sax_parse(text, &reader)) return std::move(reader.found);
  if (!reader.problem.empty()) return Bad(std::move(reader.problem));
  return Bad(message("{} is not a compilation database: it is not an array of commands, as CMake and Bear write it", path));
}

/// A database that was found.
struct Database {
  std::vector<CompiledSource> sources;
  algebra::Message problem;  ///< why it has no sources; "" if it could be read
};
/// Returns the database at a path, or null if there is none. Programs are read again after each change of their parameters, so the last
/// database is cached until its file changes.
std::shared_ptr<const Database> database_at(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{32} << 20;
  struct Kept {
    std::string path;
    FileStamp stamp;
    std::shared_ptr<const Database> database;
  };
  static std::mutex mutex;
  static std::optional<Kept> kept;
  const auto stamp = stamp_of(path);
  if (!stamp) return nullptr;
  const std::lock_guard lock(mutex);
  if (kept && kept->path == path && kept->stamp == *stamp) return kept->database;
  const auto text = read_regular_file(path, most_bytes);
  auto all = text ? read_database(*text, path) : tl::unexpected(text.error());
  auto database = all ? Database{std::move(*all), {}} : Database{{}, std::move(all.error())};
  kept = Kept{path, *stamp, std::make_shared<const Database>(std::move(database))};
  return kept->database;
}

/// A file's command in the nearest readable database, and the problem of a nearer one that is not.
struct NearestCommand {
  std::optional<CompiledSource> source;
  algebra::Message problem;
};
NearestCommand nearest_command(const std::string& file) {
  NearestCommand nearest;
  if (program_language(file) != ProgramLanguage::cpp) return nearest;
  std::error_code error;
  const auto whole = fs::absolute(file, error).lexically_normal();
  auto around = whole.parent_path();
  for (int up = 0; !error && up < 12 && around.has_relative_path(); ++up, around = around.parent_path()) {
    for (const auto* inner : {"compile_commands.json", "build/compile_commands.json"}) {
      const auto database = database_at((around / inner).string());
      if (database == nullptr) continue;
      if (nearest.problem.empty()) nearest.problem = database->problem;
      nearest.source = command_in(database->sources, whole);
      if (nearest.source) return nearest;
    }
    std::error_code none;
    if (fs::exists(around / ".git", none)) break;
  }
  return nearest;
}

}  // namespace

tl::expected<std::vector<CompiledSource>, algebra::Message> compiled_sources(std::string_view text, const std::string& path) {
  auto found = read_database(text, path);
  if (found && found->empty()) return Bad(message("{}: none of its commands compiles a C++ program", path));
  return found;
}

std::optional<CompiledSource> compile_command_of(const std::string& file) { return nearest_command(file).source; }

Commanded as_commanded(const std::string& file, ProgramFolders folders, std::span<const MacroSetting> macros, CompiledAs compiled_as) {
  auto [command, problem] = nearest_command(file);
  Commanded all{std::move(folders), {}, std::move(compiled_as), std::move(problem)};
  if (command) {
    all.folders.include.insert(all.folders.include.end(), command->folders.begin(), command->folders.end());
    all.macros = command->macros;
    if (all.compiled_as.architecture.empty()) all.compiled_as.architecture = command->compiled_as.architecture;
    if (all.compiled_as.standard.empty()) all.compiled_as.standard = command->compiled_as.standard;
  }
  // The last of two settings of a macro wins.
  all.macros.insert(all.macros.end(), macros.begin(), macros.end());
  return all;
}

}  // namespace app
