#include "app/commands/guide.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <md4c.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/line_breaks.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using Kind = GuideBlock::Kind;

struct Listed {
  std::string_view name, title;
};
constexpr std::array pages_in_order{
    Listed{"guide", "The guide"},
    Listed{"hopper", "Hopper and Blackwell"},
    Listed{"scales", "Scale factors"},
    Listed{"window", "The window"},
    Listed{"window-reference", "The window: reference"},
    Listed{"language", "The language"},
    Listed{"functions", "The functions"},
    Listed{"algebra", "The algebra"},
    Listed{"mathematics", "The mathematics"},
    Listed{"memory-model", "The memory model"},
    Listed{"command-line", "The command line"},
    Listed{"sheet-format", "The sheet format"},
    Listed{"files", "Files"},
    Listed{"guide.zh", "The guide"},
    Listed{"tour.zh", "A tour of the window"},
    Listed{"hopper.zh", "Hopper and Blackwell"},
    Listed{"scales.zh", "Scale factors"},
    Listed{"language.zh", "The language"},
    Listed{"functions.zh", "The functions"},
    Listed{"mathematics.zh", "The mathematics"},
    Listed{"requests.zh", "Requests of memory"},
    Listed{"command-line.zh", "The command line"},
    Listed{"glossary.zh", "Terms"},
};

/// Returns the language code of a page's name: zh for "guide.zh", en for "guide".
std::string_view code_of(std::string_view name) {
  const auto point = name.rfind('.');
  return point == std::string_view::npos ? Language::english.code : name.substr(point + 1);
}

std::string_view source_of(std::string_view name) { return assets::get(fmt::format("docs/{}.md", name)); }

/// Returns the anchor of a heading, formed as GitHub forms it.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  while (!heading.empty()) {
    const auto letter = algebra::first_letter(heading);
    heading.remove_prefix(letter.size());
    const auto byte = static_cast<unsigned char>(letter.front());
    if (letter == " ") anchor += '-';
    else if (letter.size() > 1) anchor += algebra::opens(letter) || algebra::closes(letter) ? "" : letter;
    else if (std::isalnum(byte) != 0 || letter == "-" || letter == "_") anchor += static_cast<char>(std::tolower(byte));
  }
  return anchor;
}

/// Collects the blocks of a page while md4c reads it.
struct Reader {
  std::vector<GuideBlock> blocks;
  GuideBlock now;
  bool open = false;
  int lists = 0, strong = 0, images = 0, code = 0;
  std::string link;

  GuideText& text() { return now.kind == Kind::table && !now.rows.empty() && !now.rows.back().empty() ? now.rows.back().back() : now.text; }
  void begin(Kind kind, int level = 0) {
    end();
    now = {};
    now.kind = kind;
    now.level = level;
    open = true;
  }
  void end() {
    if (!open) return;
    open = false;
    if (now.kind == Kind::heading) now.anchor = anchor_of(plain(now.text));
    if (!now.text.empty() || !now.rows.empty()) blocks.push_back(std::move(now));
  }
  void write(std::string_view words) {
    if (images > 0 || !open) return;
    auto& runs = text();
    const GuideRun look{{}, code > 0 && now.kind != Kind::code, strong > 0, link};
    if (runs.empty() || runs.back().code != look.code || runs.back().strong != look.strong || runs.back().link != look.link)
      runs.push_back(look);
    runs.back().text += words;
  }
};

int enter_block(MD_BLOCKTYPE type, void* detail, void* user) {
  auto& r = *static_cast<Reader*>(user);
  switch (type) {
    case MD_BLOCK_H: r.begin(Kind::heading, static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level)); break;
    case MD_BLOCK_P:
      // The first paragraph of an item is the item itself.
      if (!(r.open && r.now.kind == Kind::item && r.now.text.empty())) r.begin(Kind::paragraph);
      break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: ++r.lists; break;
    case MD_BLOCK_LI: r.begin(Kind::item, r.lists); break;
    case MD_BLOCK_CODE: r.begin(Kind::code); break;
    case MD_BLOCK_TABLE: r.begin(Kind::table); break;
    case MD_BLOCK_TR: r.now.rows.emplace_back(); break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: r.now.rows.back().emplace_back(); break;
    default: break;
  }
  return 0;
}

int leave_block(MD_BLOCKTYPE type, void*, void* user) {
  auto& r = *static_cast<Reader*>(user);
  switch (type) {
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: --r.lists; break;
    case MD_BLOCK_H:
    case MD_BLOCK_P:
    case MD_BLOCK_LI:
    case MD_BLOCK_CODE:
    case MD_BLOCK_TABLE: r.end(); break;
    default: break;
  }
  return 0;
}

int enter_span(MD_SPANTYPE type, void* detail, void* user) {
  auto& r = *static_cast<Reader*>(user);
  if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) ++r.strong;
  if (type == MD_SPAN_CODE) ++r.code;
  if (type == MD_SPAN_IMG) ++r.images;
  if (type == MD_SPAN_A) {
    const auto& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
    r.link.assign(href.text, href.size);
  }
  return 0;
}

int leave_span(MD_SPANTYPE type, void*, void* user) {
  auto& r = *static_cast<Reader*>(user);
  if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) --r.strong;
  if (type == MD_SPAN_CODE) --r.code;
  if (type == MD_SPAN_IMG) --r.images;
  if (type == MD_SPAN_A) r.link.clear();
  return 0;
}

int add_text(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
  auto& r = *static_cast<Reader*>(user);
  const std::string_view words(text, size);
  if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) r.write(" ");
  else if (type == MD_TEXT_ENTITY) r.write(words == "&lt;" ? "<" : words == "&gt;" ? ">" : words == "&amp;" ? "&" : words);
  else if (type != MD_TEXT_HTML) r.write(words);
  return 0;
}

std::vector<GuideBlock> blocks_of(std::string_view source) {
  Reader reader;
  const MD_PARSER parser{0, MD_FLAG_TABLES | MD_FLAG_NOHTML, enter_block, leave_block, enter_span, leave_span, add_text, nullptr, nullptr};
  md_parse(source.data(), static_cast<MD_SIZE>(source.size()), &parser, &reader);
  reader.end();
  return std::move(reader.blocks);
}

/// Returns true if the signature contains the function's name as a whole word, at its end or before an argument list.
bool calls(std::string_view signature, std::string_view function) {
  for (auto at = signature.find(function); at != std::string_view::npos; at = signature.find(function, at + 1)) {
    const auto end = at + function.size();
    const bool begins = at == 0 || !algebra::is_word(signature[at - 1]);
    if (begins && (end == signature.size() || std::string_view("(<{").find(signature[end]) != std::string_view::npos)) return true;
  }
  return false;
}

}  // namespace

std::span<const GuidePage> guide_pages() {
  static const auto pages = [] {
    std::vector<GuidePage> all;
    for (const auto& [name, title] : pages_in_order) all.push_back({name, title, blocks_of(source_of(name))});
    return all;
  }();
  return pages;
}

int guide_page(std::string_view name) {
  const auto at = std::find_if(pages_in_order.begin(), pages_in_order.end(), [&](const Listed& p) { return p.name == name; });
  return at == pages_in_order.end() ? -1 : static_cast<int>(at - pages_in_order.begin());
}

int guide_page_in(Language language, std::string_view name) {
  const auto translated = guide_page(fmt::format("{}.{}", name, language.code));
  return translated >= 0 ? translated : guide_page(name);
}

bool is_in(Language language, const GuidePage& page) { return code_of(page.name) == language.code; }

bool is_listed_in(Language language, const GuidePage& page) {
  return is_in(language, page) || (is_in(Language::english, page) && guide_page_in(language, page.name) == guide_page(page.name));
}

std::string guide_source() {
  std::string all;
  for (const auto& page : pages_in_order) all += source_of(page.name);
  return all;
}

std::string plain(const GuideText& text) {
  std::string all;
  for (const auto& run : text) all += run.text;
  return all;
}

GuidePlace guide_link(int from, std::string_view link) {
  constexpr std::string_view ending = ".md";
  const auto hash = std::min(link.find('#'), link.size());
  auto file = link.substr(0, hash);
  const auto anchor = link.substr(std::min(hash + 1, link.size()));
  if (file.empty()) return guide_place(from, anchor);
  if (!file.ends_with(ending)) return {};
  file.remove_suffix(ending.size());
  const int page = guide_page(file);
  return page < 0 ? GuidePlace{} : guide_place(page, anchor);
}

GuidePlace guide_place(int page, std::string_view place) {
  if (page < 0 || page >= static_cast<int>(guide_pages().size())) return {};
  const auto& blocks = guide_pages()[static_cast<std::size_t>(page)].blocks;
  const int count = place.empty() ? 0 : static_cast<int>(blocks.size());
  for (int b = 0; b < count; ++b)
    if (const auto& block = blocks[static_cast<std::size_t>(b)]; block.kind == Kind::heading && block.anchor == place) return {page, b, -1};
  for (int b = 0; b < count; ++b) {
    const auto& rows = blocks[static_cast<std::size_t>(b)].rows;
    for (int r = 1; r < static_cast<int>(rows.size()); ++r)
      if (const auto& cells = rows[static_cast<std::size_t>(r)]; !cells.empty() && calls(plain(cells[0]), place)) return {page, b, r};
  }
  return {page, 0, -1};
}

std::vector<GuidePlace> guide_search(std::string_view search, const Texts& texts, std::size_t most) {
  std::vector<GuidePlace> headings, rows, others;
  if (search.empty()) return {};
  auto wanted = texts.in_other_words(search);
  for (auto& w : wanted) w = algebra::lower(w);
  const auto has = [&](const GuideText& text) {
    const auto words = plain(text);
    const auto english = algebra::lower(words), translated = algebra::lower(texts(words.c_str()));
    return std::ranges::any_of(
        wanted, [&](const std::string& w) { return english.find(w) != std::string::npos || translated.find(w) != std::string::npos; });
  };
  const auto pages = guide_pages();
  for (int p = 0; p < static_cast<int>(pages.size()); ++p) {
    if (!is_listed_in(texts.language(), pages[static_cast<std::size_t>(p)])) continue;
    for (int b = 0; b < static_cast<int>(pages[static_cast<std::size_t>(p)].blocks.size()); ++b) {
      const auto& block = pages[static_cast<std::size_t>(p)].blocks[static_cast<std::size_t>(b)];
      for (int r = 1; r < static_cast<int>(block.rows.size()); ++r)
        if (const auto& cells = block.rows[static_cast<std::size_t>(r)]; std::any_of(cells.begin(), cells.end(), has))
          rows.push_back({p, b, r});
      if (block.rows.empty() && has(block.text)) (block.kind == Kind::heading ? headings : others).push_back({p, b, -1});
    }
  }
  headings.insert(headings.end(), rows.begin(), rows.end());
  headings.insert(headings.end(), others.begin(), others.end());
  headings.resize(std::min(headings.size(), most));
  return headings;
}

std::vector<int> guide_list(Language language) {
  const auto pages = guide_pages();
  std::vector<int> order;
  for (const bool translated : {true, false})
    for (int i = 0; i < static_cast<int>(pages.size()); ++i)
      if (const auto& page = pages[static_cast<std::size_t>(i)]; is_listed_in(language, page) && is_in(language, page) == translated)
        order.push_back(i);
  return order;
}

int guide_page_shown(Language language, std::string_view name, std::string_view place) {
  const int translated = guide_page_in(language, name);
  return std::max(0, place.empty() || guide_place(translated, place).block > 0 ? translated : guide_page(name));
}

std::string guide_snippet(const GuidePlace& place, std::string_view search) {
  const auto& b = guide_pages()[static_cast<std::size_t>(place.page)].blocks[static_cast<std::size_t>(place.block)];
  std::string words;
  if (place.row < 0) words = plain(b.text);
  else
    for (const auto& cell : b.rows[static_cast<std::size_t>(place.row)]) words += (words.empty() ? "" : " — ") + plain(cell);
  std::replace(words.begin(), words.end(), '\n', ' ');
  const auto same = [](char x, char y) { return algebra::lower(x) == algebra::lower(y); };
  const auto at = static_cast<std::size_t>(std::search(words.begin(), words.end(), search.begin(), search.end(), same) - words.begin());
  constexpr std::size_t before = 12;
  if (at < words.size() && at > before && place.row < 0)
    if (const auto blank = words.find(' ', at - before); blank < at) words = "… " + words.substr(blank + 1);
  return words;
}

}  // namespace app
