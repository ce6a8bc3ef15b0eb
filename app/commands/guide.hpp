#pragma once
// The pages of docs/ that the window shows, parsed.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/system/texts.hpp"

namespace app {

/// A piece of text in one style.
struct GuideRun {
  std::string text;
  bool code = false, strong = false;
  std::string link;  ///< link target as written: "functions.md#the-algebra"; empty: no link
};
using GuideText = std::vector<GuideRun>;

struct GuideBlock {
  enum class Kind : std::uint8_t { heading, paragraph, item, code, table };
  Kind kind = Kind::paragraph;
  int level = 0;                             ///< heading: 1 is the page's title; item: 1, 2, ...
  std::string anchor;                        ///< heading: "the-algebra"
  GuideText text;                            ///< code: one run with line breaks
  std::vector<std::vector<GuideText>> rows;  ///< table: rows of cells; the first row is the heading
};

struct GuidePage {
  std::string_view name;   ///< file docs/NAME.md; NAME.zh is in Chinese
  std::string_view title;  ///< in English
  std::vector<GuideBlock> blocks;
};

/// Returns the pages in the order of the list. They are parsed at the first call.
std::span<const GuidePage> guide_pages();
/// Returns the index in guide_pages(); -1 for an unknown name.
int guide_page(std::string_view name);
/// Returns the index of the page NAME.zh in that language if it exists, else guide_page(name).
int guide_page_in(Language, std::string_view name);
/// Returns true if the list in this language has the page: it is in the language, or is English and has no translation.
bool is_listed_in(Language, const GuidePage&);
/// Returns true if the page is written in the language.
bool is_in(Language, const GuidePage&);
/// Returns the pages in the list of a language, translated ones first, so that the guide opens with one.
std::vector<int> guide_list(Language);
/// Returns the index of the page in the language if that version has the place. A row of a function exists in every language, a heading
/// only in its own.
int guide_page_shown(Language, std::string_view name, std::string_view place);
/// Returns the source of all pages, for loading its glyphs.
std::string guide_source();
/// Returns the text without its styles.
std::string plain(const GuideText&);

/// A place in a page: a block, and in a table a row.
struct GuidePlace {
  int page = -1, block = 0, row = -1;
  friend bool operator==(const GuidePlace&, const GuidePlace&) = default;
};
/// Returns the target of a link such as "window.md#cards" or "#cards"; page -1 if it is no page of the guide. from: the page with the link.
GuidePlace guide_link(int from, std::string_view link);
/// Returns the place of the heading with that anchor, or of the table row that begins with that function; else the page's beginning.
GuidePlace guide_place(int page, std::string_view place);

/// Returns at most `most` places with the text, ignoring case, in English or in the translation: headings, then table rows, then
/// paragraphs, items and code.
std::vector<GuidePlace> guide_search(std::string_view search, const Texts&, std::size_t most);

/// Returns a line of the found text that begins shortly before the match.
std::string guide_snippet(const GuidePlace&, std::string_view search);

}  // namespace app
