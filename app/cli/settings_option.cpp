#include "app/cli/settings_option.hpp"

namespace app {
namespace {

const CLI::Validator defines([](const std::string& text) { return defined_macro(text) ? "" : "is not NAME or NAME=VALUE: " + text; }, "");
const CLI::Validator names_file([](const std::string& text) { return text.empty() ? "is empty, where it is the name of a file" : ""; }, "");
const CLI::Validator undefines([](const std::string& text) { return is_macro_name(text) ? "" : "is not a macro's name: " + text; }, "");

}  // namespace

void add_macros(CLI::App& command, MacroSettings& macros) {
  using Strings = std::vector<std::string>;
  command
      .add_option_function<Strings>(
          "-D",
          [&macros](const Strings& all) {
            // A name that is taken away is not defined, wherever -U stands.
            MacroSettings defined;
            for (const auto& text : all) defined.push_back(defined_macro(text).value());
            macros.insert(macros.begin(), defined.begin(), defined.end());
          },
          "NAME or NAME=VALUE: a macro of a C++ program, for its #if and its code; several times: several of them")
      ->expected(1)
      ->take_all()
      ->check(defines);
  command
      .add_option_function<Strings>(
          "-U",
          [&macros](const Strings& all) {
            for (const auto& name : all) macros.push_back({name, std::nullopt});
          },
          "NAME: a macro that is not defined, whatever -D or the compiler says; several times: several of them")
      ->expected(1)
      ->take_all()
      ->check(undefines);
}

void add_settings(CLI::App& command, ProgramSettings& settings, MacroSettings& macros) {
  add_macros(command, macros);
  command
      .add_option_function<std::vector<std::string>>(
          "--set",
          [&settings](const std::vector<std::string>& all) {
            for (const auto& text : all) settings.emplace_back(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
          },
          "NAME=VALUE: what a program is given, such as M=512 or threadIdx.x=37; several times: several of them")
      ->expected(1)
      ->take_all()
      ->check(CLI::Validator(
          [](const std::string& text) {
            const auto sign = text.find('=');
            return sign == 0 || sign == std::string::npos || sign + 1 == text.size() ? "is not NAME=VALUE: " + text : std::string();
          },
          ""));
}

void add_folders(CLI::App& command, std::vector<std::string>& folders) {
  command
      .add_option("-I", folders,
                  "FOLDER: where a program's #include \"...\", or a Python program's modules, are looked for, too; several times: several")
      ->expected(1)
      ->take_all()
      ->check(names_file);
}

}  // namespace app
