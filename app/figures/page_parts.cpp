#include "app/figures/page_parts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/text/characters.hpp"
#include "app/figures/interactive_html.hpp"
#include "app/system/sha256.hpp"
#include "render/packed.hpp"
#include "render/theme.hpp"

namespace app {
namespace {

std::string hex(render::Rgb c) { return fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b); }

/// Returns the window's colours of a theme as CSS variables, by the names that figure.css uses.
std::string variables(render::ThemeName name) {
  const auto& t = render::theme(name);
  return fmt::format(
      "color-scheme:{};--page:{};--card:{};--edge:{};--text:{};--faint:{};--hair:{};--border:{};--accent:{};--bad:{};--good:{};--mark:{}",
      name == render::ThemeName::dark ? "dark" : "light", hex(t.page), hex(t.card), hex(t.card_border), hex(t.text), hex(t.faint_text),
      hex(t.hair_line), hex(t.tile_border), hex(t.accent), hex(t.warning), hex(t.good), hex(t.selection));
}

std::string hash_of(std::string_view text) {
  const auto sum = sha256(text);
  return fmt::format("'sha256-{}'", render::to_base64({reinterpret_cast<const char*>(sum.data()), sum.size()}));
}

}  // namespace

std::string page_colours(const std::map<std::string, std::string>& colours) {
  const auto light = variables(render::ThemeName::light), dark = variables(render::ThemeName::dark);
  constexpr std::string_view fills = "{0} .f{{fill:var(--{1})}}{0} .l{{stroke:var(--{1})}}";
  std::string css;
  for (const auto& [name, rule] : colours) css += fmt::format(".cutescope-figure .{}{{{}}}\n", name, rule);
  const auto theme = [&](std::string_view figure, const std::string& all, std::string_view which) {
    return fmt::format("{}{{{}}}", figure, all) + fmt::format(fmt::runtime(fills), figure, which) + "\n";
  };
  css += theme(".cutescope-figure", light, "light");
  css += "@media (prefers-color-scheme:dark){" + theme(".cutescope-figure[data-theme=auto]", dark, "dark") + "}\n";
  // Notebooks (JupyterLab, VS Code, Colab) have a theme of their own, which takes precedence over the desktop's.
  constexpr std::string_view in_notebook = "{} .cutescope-figure[data-theme=auto]";
  css += theme(fmt::format(in_notebook, ":is([data-jp-theme-light=true],.vscode-light,html[theme=light])"), light, "light");
  css += theme(fmt::format(in_notebook, ":is([data-jp-theme-light=false],.vscode-dark,html[theme=dark])"), dark, "dark");
  css += theme(".cutescope-figure[data-theme=dark]", dark, "dark");
  css += "@media print{" + theme(".cutescope-figure[data-theme][data-theme]", light, "light") + "}\n";
  return css;
}

std::string script_text(const nlohmann::ordered_json& json) {
  std::string safe;
  for (const char c : json.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace)) {
    if (c == '<') safe += "\\u003c";
    else safe += c;
  }
  return safe;
}

std::string without_empty_lines(std::string_view text) {
  std::string kept;
  kept.reserve(text.size());
  while (!text.empty()) {
    const auto line = algebra::take_until(text, '\n');
    if (!algebra::trimmed(line).empty()) kept.append(line).append("\n");
  }
  return kept;
}

std::string whole_page(const PageParts& parts) {
  constexpr std::string_view body = "body{margin:0}";
  auto page = fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n", parts.language.tag());
  page += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src {}; style-src {} {}; "
      "base-uri 'none'; form-action 'none'\">\n",
      hash_of(parts.script), hash_of(parts.style), hash_of(body));
  page += "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n";
  page += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n", escaped(parts.title.empty() ? "Cutescope" : parts.title),
                      body);
  return page + parts.body + "</body>\n</html>\n";
}

}  // namespace app
