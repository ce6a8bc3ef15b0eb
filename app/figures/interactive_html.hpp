#pragma once
// The cards of an interactive figure as HTML, which is all there without scripts.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/interactive_cards.hpp"

namespace app {

/// The text in HTML, between tags or in quotes: it stays text whatever is in it.
std::string escaped(std::string_view);

struct PageHtml {
  std::string html;
  std::map<std::string, std::string> colours;  ///< by class; see render::WebGrid
};

/// Notes, cards and values without a picture in the order of the sheet, with the words of the program in both languages.
PageHtml page_html(const Sheet&, const SheetEvaluator&, const InteractiveOptions&, const std::vector<PageCard>&);

}  // namespace app
