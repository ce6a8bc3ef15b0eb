// Reading and writing `@program` and `@macro` lines; see docs/sheet-format.md.

#include "app/document/program_origin.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/document/setting_words.hpp"
#include "app/system/control_characters.hpp"

namespace app {
using algebra::Message;
using algebra::message;

using NoProgram = tl::unexpected<Message>;

bool is_like_option(std::string_view path) { return path.starts_with('-') || path.starts_with('@'); }

std::string program_file(const ProgramOrigin& program) { return program.path.starts_with('/') ? program.path : std::string(); }

void leave_folder(ProgramOrigin& program) {
  program.path.erase(0, program.path.rfind('/') + 1);
  if (is_like_option(program.path)) program = {};
}

void complete_path(ProgramOrigin& program, const std::string& sheet_path) {
  if (program.path.empty() || program.path.starts_with('/')) return;
  std::error_code error;
  const auto folder = std::filesystem::absolute(sheet_path, error).parent_path();
  if (!error && std::filesystem::is_regular_file(sheet_path, error)) program.path = (folder / program.path).lexically_normal().string();
}

tl::expected<std::string, Message> read_program_path(std::string_view rest) {
  std::string path;
  SettingsRead read;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    auto option = split_option(word);
    if (option.key != "file") return NoProgram(message("{} has no setting \"{}\"", "@program", option.key));
    if (auto why = read.add("@program", option); !why.empty()) return NoProgram(std::move(why));
    path = std::move(option.value);
  }
  if (path.empty()) return NoProgram("@program needs the file, such as file=sgemm.cu");
  if (has_control_characters(path)) return NoProgram("@program: the file's name has control characters");
  if (is_like_option(path)) return NoProgram(message("@program: {} looks like an option of a compiler; write ./{}", path, path));
  return path;
}

tl::expected<ProgramMacro, Message> read_macro(std::string_view rest, const std::vector<ProgramMacro>& before) {
  ProgramMacro macro;
  SettingsRead read;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    auto option = split_option(word);
    if (option.key == "name") macro.name = option.value;
    else if (option.key == "value") macro.value = option.value;
    else if (option.key == "set") macro.set = true;
    else return NoProgram(message("{} has no setting \"{}\"", "@macro", option.key));
    if (auto why = read.add("@macro", option, option.key == "set"); !why.empty()) return NoProgram(std::move(why));
  }
  if (macro.name.empty()) return NoProgram("@macro needs the macro's name, such as name=USE_TMA");
  if (std::ranges::any_of(before, [&](const ProgramMacro& m) { return m.name == macro.name; }))
    return NoProgram(message("a second @macro line of {}: one of the two would be lost", macro.name));
  return macro;
}

std::string program_lines(const ProgramOrigin& program) {
  if (program.path.empty()) return {};
  auto lines = fmt::format("@program file={}\n", in_quotes(program.path));
  for (const auto& macro : program.macros) {
    lines += fmt::format("@macro name={}", in_quotes(macro.name));
    if (macro.value) lines += fmt::format(" value={}", in_quotes(*macro.value));
    lines += macro.set ? " set\n" : "\n";
  }
  return lines;
}

}  // namespace app
