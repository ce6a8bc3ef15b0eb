// The tools in a page: their records and their answers about the sheet or a file of the page.

#include "app/web/answers.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/figures/map_player.hpp"
#include "app/flow/program_flow.hpp"
#include "app/report/spoken.hpp"
#include "app/system/files.hpp"
#include "app/tools/kernel_file.hpp"
#include "app/tools/tools.hpp"

namespace app {
namespace {

/// The name of the page's sheet for tools.
constexpr const char* page_sheet = "sheet.cutes";

PageJson option_json(const Option& o, const Texts& texts) {
  PageJson j{{"key", o.key()},
             {"value", o.value},
             {"help", texts(o.help.c_str())},
             {"argument", o.is_argument()},
             {"required", o.is_required},
             {"repeated", o.is_repeated}};
  if (!o.initial.empty()) j["initial"] = o.initial;
  if (o.choices != nullptr) j["choices"] = o.choices();
  return j;
}

/// Follows no kernel; kernels are only counted.
constexpr std::size_t no_kernel = std::numeric_limits<std::size_t>::max();

}  // namespace

/// Returns the records: [{name, group, help, example, options}].
PageJson WebHost::Answers::tools() {
  PageJson all = PageJson::array();
  for (const auto* tool : app::tools()) {
    PageJson options = PageJson::array();
    for (const auto& o : tool->options())
      if (!o.is_hidden && !o.is_local) options.push_back(option_json(o, host_.texts_));
    all.push_back({{"name", tool->name},
                   {"group", word(std::string(title_of(tool->group)))},
                   {"help", word(std::string(tool->help))},
                   {"example", tool->example},
                   {"options", std::move(options)}});
  }
  return {{"tools", std::move(all)}};
}

/// Runs a tool: "name"; "given", pairs of an option's key and its value; "files", pairs of a name and a text that tools read by that name.
/// The page's sheet is sheet.cutes. Returns {status, text, remarks, data, findings: [{level, rule, message, suggestions, file, line}]}.
PageJson WebHost::Answers::tool() {
  speak(host_.texts_.language());
  lend_file(page_sheet, serialise(host_.sheet()));
  for (const auto& [name, text] : asked_.value("files", std::vector<std::pair<std::string, std::string>>())) lend_file(name, text);
  const auto* tool = tool_named(app::tools(), text("name"));
  if (tool == nullptr) throw WebProblem{algebra::message("The page does not support {}.", text("name"))};
  const auto arguments = Arguments::check(tool->options(), asked_.value("given", Arguments::Given()));
  if (!arguments) return refused(arguments.error());
  KeptReport kept;
  ToolHost page;
  Report report(kept, ReportForm::text_and_json, tool->name);
  const int status = tool->run(*arguments, report, page);
  report.finish();
  PageJson findings = PageJson::array();
  for (const auto& f : report.findings())
    findings.push_back({{"level", name_of(f.level)},
                        {"rule", f.rule},
                        {"message", said(f.message)},
                        {"suggestions", f.suggestions},
                        {"file", f.place.file},
                        {"line", f.place.line}});
  return {{"status", status},
          {"text", kept.answer},
          {"remarks", kept.remarks},
          {"data", PageJson::parse(kept.data_json(), nullptr, false)},
          {"findings", std::move(findings)}};
}

/// Lists the kernels that a program's host calls: "file", its name; "text". Returns {"kernels": names}. Follows none of them, so that it is
/// fast for any opened file.
PageJson WebHost::Answers::kernels() {
  const auto name = text("file");
  lend_file(name, text("text"));
  const auto file = KernelFile::read(name, {}, {}, {});
  if (!file) return refused(file.error());
  PageJson kernels = PageJson::array();
  for (const auto& flow : flows_of_program(file->source(), {}, {}, no_kernel)) kernels.push_back(flow.kernel);
  return {{"kernels", std::move(kernels)}};
}

/// Makes the map of a kernel, as an interactive page: "file", the name of the program; "text"; "kernel", its number, by default 0; "theme".
/// Returns {"html", "kernels"}.
PageJson WebHost::Answers::map() {
  const auto name = text("file");
  lend_file(name, text("text"));
  const auto selected = read_map({.path = name, .number = asked_.value("kernel", std::size_t{0})});
  if (!selected) return refused(selected.error());
  const MapPlayerOptions options{
      .language = host_.texts_.language(), .is_bilingual = false, .theme = asked_.value("theme", std::string("auto")), .source = name};
  const auto page = map_player(selected->story, selected->choice, options);
  if (!page) return refused(page.error());
  return {{"html", *page}, {"kernels", selected->kernels}};
}

}  // namespace app
