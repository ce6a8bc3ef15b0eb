// Files for download from a page: figures, pages and programs.

#include "app/web/answers.hpp"

#include <fmt/format.h>

#include "app/document/names.hpp"
#include "app/document/written_call.hpp"
#include "app/figures/entry_code.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/interactive.hpp"
#include "render/figure.hpp"

namespace app {
namespace {

using algebra::Message;

using Json = PageJson;

Json file(const char* type, const tl::expected<std::string, Message>& data) {
  if (!data) throw WebProblem{data.error()};
  return {{"type", type}, {"data", *data}};
}

}  // namespace

Json WebHost::Answers::export_file() {
  using algebra::code::Dialect;
  const auto format = text("format");
  const auto sheet = host_.shown_sheet();
  if (format == "html")
    return file("text/html", interactive_page(sheet, host_.session_.evaluator(),
                                              {.language = host_.texts_.language(), .title = {}, .entries = {}, .hidden = {}}));
  if (format == "hpp") return file("text/plain", code_of(sheet, Dialect::cpp));
  if (format == "py") return file("text/plain", code_of(sheet, Dialect::dsl));
  const auto picture = render::format_of("x." + format);
  const auto kind = figure_kind(text("kind"));
  if (!picture || !kind) throw WebProblem{algebra::message("The page cannot write {}.", format)};
  ExportSettings settings;
  settings.request.kind = *kind;
  settings.request.entry = of_entry(*kind) ? static_cast<int>(entry()) : 0;
  settings.request.card = asked_.value("card", 0);
  settings.request.language = host_.texts_.language();
  settings.legend = true;
  const auto figures = figures_of(sheet, host_.session_.evaluator(), settings);
  if (!figures) return refused(figures.error());
  return file(format == "svg" ? "image/svg+xml" : "text/plain", render::figure_bytes(figures->front(), options_of(settings, *picture)));
}

/// Writes a call with the chosen entry for a new one: {"text", "placeholder"}. For an entry without a name, returns {"named"}, its text
/// with a free name; the page then repeats the question.
Json WebHost::Answers::call() {
  const auto& evaluator = host_.session_.evaluator();
  std::vector<std::string> names;
  if (!evaluator.results().empty()) {
    if (const auto named = named_entry(evaluator, host_.sheet().entries[entry()].text)) return {{"named", *named}};
    if (const auto& name = result().name; !name.empty()) names.push_back(name);
  }
  const auto written = written_call(evaluator, unused_name(evaluator), text("name"), names);
  Json answer{{"text", written.text}};
  // Names are of ASCII letters: bytes are units.
  if (written.placeholder) answer["placeholder"] = {written.placeholder->begin, written.placeholder->end};
  return answer;
}

}  // namespace app
