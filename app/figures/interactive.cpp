#include "app/figures/interactive.hpp"

#include <map>

#include <fmt/format.h>

#include "app/figures/interactive_cards.hpp"
#include "app/figures/interactive_data.hpp"
#include "app/figures/interactive_html.hpp"
#include "app/figures/page_parts.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using algebra::Message;

std::string style_of(const std::map<std::string, std::string>& colours) {
  auto css = page_colours(colours);
  css += assets::get("page/figure.css");
  return css;
}

struct Fragment {
  std::string style, script, html;
};

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
  return whole_page({.language = options.language, .title = options.title, .style = f->style, .script = f->script, .body = f->html});
}

}  // namespace app
