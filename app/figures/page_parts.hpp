#pragma once
// Common parts of interactive pages: the colours of the themes, the data block, and the whole page, which loads nothing.

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/system/texts.hpp"

namespace app {

/// Returns CSS: the colours of figures by class (render::WebGrid, render::ThemePairs), and the themes, chosen by the viewer's system or the
/// page.
std::string page_colours(const std::map<std::string, std::string>& colours);

/// Returns the JSON as text that cannot end the script element around it.
std::string script_text(const nlohmann::ordered_json&);

/// Removes empty lines. In Markdown an empty line would end the HTML, and indented lines after it would become code.
std::string without_empty_lines(std::string_view text);

struct PageParts {
  Language language = Language::english;  ///< shown first
  std::string title;                      ///< of the page; "": none
  std::string style, script;              ///< as in the body; the page's policy allows no others
  std::string body;                       ///< HTML with the style and script
};
/// Returns a whole page, which loads nothing from elsewhere.
std::string whole_page(const PageParts&);

}  // namespace app
