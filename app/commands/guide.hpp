#pragma once
// The pages of docs/ that the window shows, parsed.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/system/texts.hpp"

namespace app {

/// Text of one look.
struct GuideRun {
  std::string text;
  bool code = false, strong = false;
  std::string link;  ///< as written: "functions.md#the-algebra"; empty: none
};
using GuideText = std::vector<GuideRun>;

struct GuideBlock {
  enum class Kind : std::uint8_t { heading, paragraph, item, code, table };
  Kind kind = Kind::paragraph;
  int level = 0;                             ///< of a heading: 1 is the page's title; of an item: 1, 2, ...
  std::string anchor;                        ///< of a heading: "the-algebra"
  GuideText text;                            ///< of code: one run with line breaks
  std::vector<std::vector<GuideText>> rows;  ///< of a table: cells; the first row is its heading
};

struct GuidePage {
  std::string_view name;   ///< of docs/NAME.md; NAME.zh is in Chinese
  std::string_view title;  ///< in English
  std::vector<GuideBlock> blocks;
};

/// In the order of the list; parsed when they are first asked for.
std::span<const GuidePage> guide_pages();
/// Index in guide_pages(); -1 for a name that is none.
int guide_page(std::string_view name);
/// That of the page in that language, NAME.zh, where there is one: else the same as guide_page().
int guide_page_in(Language, std::string_view name);
/// Whether those who read this language see the page in the list: its pages, and those in English that it has not.
bool is_listed_in(Language, const GuidePage&);
/// Whether the page is in the language.
bool is_in(Language, const GuidePage&);
/// The pages in the list of a language, translated ones first: who opens the guide begins with one.
std::vector<int> guide_list(Language);
/// The page that is asked for, in the language where that has it. Functions have a row in each language, headings only in theirs.
int guide_page_shown(Language, std::string_view name, std::string_view place);
/// The source of all pages, for loading its glyphs.
std::string guide_source();
/// The text without its looks.
std::string plain(const GuideText&);

/// A place in a page: a block, and in a table a row.
struct GuidePlace {
  int page = -1, block = 0, row = -1;
  friend bool operator==(const GuidePlace&, const GuidePlace&) = default;
};
/// Where a link leads: "window.md#cards" or "#cards"; page -1 if it is no page of the guide. from: the page that has the link.
GuidePlace guide_link(int from, std::string_view link);
/// The heading with that anchor, or the row of a table that begins with that function; else the page's beginning.
GuidePlace guide_place(int page, std::string_view place);

/// Where the search is found, ignoring case, in English or in the translation: headings, then rows of tables, then paragraphs, items
/// and code; at most `most`.
std::vector<GuidePlace> guide_search(std::string_view search, const Texts&, std::size_t most);

/// A line of a found text, from shortly before the search on.
std::string guide_snippet(const GuidePlace&, std::string_view search);

}  // namespace app
