#pragma once
// The cards of an interactive figure as HTML, complete without scripts.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/interactive_cards.hpp"

namespace app {

/// Escapes a text for HTML, between tags or in quotes.
std::string escaped(std::string_view);

struct PageHtml {
  std::string html;
  std::map<std::string, std::string> colours;  ///< by class; see render::WebGrid
};

/// Returns notes, cards and values without a picture in the order of the sheet, the program's words in both languages.
PageHtml page_html(const Sheet&, const SheetEvaluator&, const InteractiveOptions&, const std::vector<PageCard>&);

}  // namespace app
