// `cutescope functions`: what the language has.

#include "app/tools/tools.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebra/language/vocabulary.hpp"

namespace app {
namespace {

std::vector<Option> functions_options() { return {json_option(), language_option()}; }

int list_functions(const Arguments&, Report& report, ToolHost&) {
  std::string_view group;
  for (const auto& f : algebra::functions()) {
    const auto title = title_of(f.group);
    report.row(nlohmann::json{{"name", f.name}, {"signature", f.signature}, {"meaning", f.meaning}, {"group", title}});
    if (title != group) report.print("{}{}\n", group.empty() ? "" : "\n", in_words(std::string(title).c_str()));
    group = title;
    report.print("  {:<48} {}\n", f.signature, in_words(std::string(f.meaning).c_str()));
  }
  return done;
}

}  // namespace

const Tool functions_tool{.name = "functions",
                          .group = ToolGroup::learn,
                          .help = "List the functions of the language, with what they do",
                          .example = "functions",
                          .options = functions_options,
                          .run = list_functions,
                          .answer = "rows,name:str,signature:str,meaning:str,group:str"};

}  // namespace app
