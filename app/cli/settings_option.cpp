#include "app/cli/settings_option.hpp"

namespace app {

void add_settings(CLI::App& command, ProgramSettings& settings) {
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

}  // namespace app
