#pragma once
// What interactive pages have in common: the colours of the themes, the data block, and the whole page, which requests nothing.

#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "app/system/texts.hpp"

namespace app {

/// CSS: the colours of figures by class (render::WebGrid, render::ThemePairs), and the themes, as the reader's system or the page chooses.
std::string page_colours(const std::map<std::string, std::string>& colours);

/// The JSON as text in a script element, which nothing in it can end.
std::string script_text(const nlohmann::ordered_json&);

/// In Markdown an empty line would end the HTML, and what follows would be read as text, as code where it is indented.
std::string without_empty_lines(std::string_view text);

struct PageParts {
  Language language = Language::english;  ///< shown first
  std::string title;                      ///< of the page; "": none
  std::string style, script;              ///< as they stand in the body, whose policy allows no others
  std::string body;                       ///< HTML, style and script among it
};
/// A whole page, which can request nothing from anywhere.
std::string whole_page(const PageParts&);

}  // namespace app
