#include "app/figures/interactive.hpp"

#include <map>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/figures/interactive_cards.hpp"
#include "app/figures/interactive_data.hpp"
#include "app/figures/interactive_html.hpp"
#include "app/system/sha256.hpp"
#include "assets/assets.hpp"
#include "render/packed.hpp"
#include "render/theme.hpp"

namespace app {
namespace {

using algebra::Message;

std::string hex(render::Rgb c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

/// The window's colours of a theme, by the names that figure.css uses.
std::string variables(render::ThemeName name) {
  const auto& t = render::theme(name);
  return fmt::format(
      "color-scheme:{};--page:{};--card:{};--edge:{};--text:{};--faint:{};--hair:{};--border:{};--accent:{};--bad:{};--good:{};--mark:{}",
      name == render::ThemeName::dark ? "dark" : "light", hex(t.page), hex(t.card), hex(t.card_border), hex(t.text), hex(t.faint_text),
      hex(t.hair_line), hex(t.tile_border), hex(t.accent), hex(t.warning), hex(t.good), hex(t.selection));
}

std::string style_of(const std::map<std::string, std::string>& colours) {
  const auto light = variables(render::ThemeName::light), dark = variables(render::ThemeName::dark);
  constexpr std::string_view fills = "{0} .f{{fill:var(--{1})}}{0} .l{{stroke:var(--{1})}}";
  std::string css;
  for (const auto& [name, rule] : colours) css += fmt::format(".cutescope-figure .{}{{{}}}\n", name, rule);
  const auto theme = [&](std::string_view figure, const std::string& all, std::string_view which) {
    return fmt::format("{}{{{}}}", figure, all) + fmt::format(fmt::runtime(fills), figure, which) + "\n";
  };
  css += theme(".cutescope-figure", light, "light");
  css += "@media (prefers-color-scheme:dark){" + theme(".cutescope-figure[data-theme=auto]", dark, "dark") + "}\n";
  // A notebook has a theme of its own, whatever the desktop's: JupyterLab's, VS Code's, Colab's.
  constexpr std::string_view in_notebook = "{} .cutescope-figure[data-theme=auto]";
  css += theme(fmt::format(in_notebook, ":is([data-jp-theme-light=true],.vscode-light,html[theme=light])"), light, "light");
  css += theme(fmt::format(in_notebook, ":is([data-jp-theme-light=false],.vscode-dark,html[theme=dark])"), dark, "dark");
  css += theme(".cutescope-figure[data-theme=dark]", dark, "dark");
  css += "@media print{" + theme(".cutescope-figure[data-theme][data-theme]", light, "light") + "}\n";
  css += assets::get("page/figure.css");
  return css;
}

struct Fragment {
  std::string style, script, html;
};

/// In Markdown an empty line would end the HTML, and what follows would be read as text, as code where it is indented.
std::string without_empty_lines(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  while (!text.empty()) {
    const auto line = algebra::take_until(text, '\n');
    if (!algebra::trimmed(line).empty()) kept.append(line).append("\n");
  }
  return kept;
}

std::string hash_of(std::string_view text) {
  const auto sum = sha256(text);
  return fmt::format("'sha256-{}'", render::to_base64({reinterpret_cast<const char*>(sum.data()), sum.size()}));
}

struct WrittenPage {
  std::vector<PageCard> cards;
  PageHtml text;
};

tl::expected<WrittenPage, Message> written_page(const Sheet& sheet, const SheetEvaluator& evaluator, const InteractiveOptions& options) {
  auto cards = page_cards(sheet, evaluator, options);
  if (!cards) return tl::unexpected(cards.error());
  auto text = page_html(sheet, evaluator, options, *cards);
  return WrittenPage{std::move(*cards), std::move(text)};
}

tl::expected<Fragment, Message> fragment(const Sheet& sheet, const SheetEvaluator& evaluator, const InteractiveOptions& options,
                                         std::string_view more_classes) {
  const auto all = written_page(sheet, evaluator, options);
  if (!all) return tl::unexpected(all.error());
  Fragment f{
      .style = without_empty_lines(style_of(all->text.colours)), .script = without_empty_lines(assets::get("page/figure.js")), .html = {}};
  f.html = fmt::format("<div class=\"cutescope-figure{}\" lang=\"{}\" data-theme=\"{}\">\n<style>{}</style>\n", more_classes,
                       options.language.tag(), escaped(options.theme), f.style);
  if (!options.title.empty()) f.html += without_empty_lines(fmt::format("<h1 class=\"title\">{}</h1>\n", escaped(options.title)));
  f.html += without_empty_lines(all->text.html);
  f.html +=
      "<script type=\"application/json\" class=\"cutescope-data\">" + page_data(evaluator.results(), all->cards, true) + "</script>\n";
  f.html += "<script>" + f.script + "</script>\n</div>\n";
  return f;
}

}  // namespace

tl::expected<InteractiveParts, Message> interactive_parts(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                          const InteractiveOptions& options) {
  const auto all = written_page(sheet, evaluator, options);
  if (!all) return tl::unexpected(all.error());
  return InteractiveParts{
      .cards = all->text.html, .data = page_data(evaluator.results(), all->cards, false), .style = style_of(all->text.colours)};
}

tl::expected<std::string, Message> interactive_fragment(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                        const InteractiveOptions& options) {
  auto f = fragment(sheet, evaluator, options, "");
  if (!f) return tl::unexpected(f.error());
  return std::move(f->html);
}

tl::expected<std::string, Message> interactive_page(const Sheet& sheet, const SheetEvaluator& evaluator,
                                                    const InteractiveOptions& options) {
  const auto f = fragment(sheet, evaluator, options, " whole");
  if (!f) return tl::unexpected(f.error());
  constexpr std::string_view body = "body{margin:0}";
  auto page = fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n", options.language.tag());
  page += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src {} {}; "
      "base-uri 'none'; form-action 'none'\">\n",
      hash_of(f->script), hash_of(f->style), hash_of(body));
  page += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n";
  page += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
                      escaped(options.title.empty() ? "Cutescope" : options.title), body);
  return page + f->html + "</body>\n</html>\n";
}

}  // namespace app
