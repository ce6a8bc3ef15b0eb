#include "app/panels/dialogs/guide_dialog.hpp"

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <utility>

#include <fmt/format.h>

#include "app/actions/looking.hpp"
#include "app/commands/guide.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/widgets.hpp"

namespace app {

/// What the dialog keeps from frame to frame.
struct GuideUi {
  std::string search, searched;
  Language searched_in = Language::english;
  std::vector<GuidePlace> found;
  ListChoice choice;       ///< of the pages, or of what was found
  std::uint64_t jump = 0;  ///< GuideView::jump that the page last followed
  GuidePlace at;           ///< the place that was gone to; marked
  GuidePlace wanted;       ///< the one to go to at the next jump, which need have no anchor
  int scrolls = 0;         ///< frames left to scroll to it
  int page = -1;           ///< that `tops` is of
  float width = 0;
  const ImFont* font = nullptr;
  std::vector<float> tops;  ///< of the blocks, and of the end
};

namespace {

using Kind = GuideBlock::Kind;

/// Draws blocks, or only measures them if there is no list.
class Writer {
 public:
  Writer(Ui& ui, Requests& requests, ImDrawList* list, int page) : ui_(ui), requests_(requests), list_(list), page_(page) {}

  /// Returns the height.
  float text(const GuideText& runs, ImVec2 at, float width, const Face& plain, const Face& strong, ImU32 ink) {
    const float line = std::max(plain.size, ui_.fonts.mono_small.size) + ui_.px(4);
    float x = 0, y = 0;
    bool space = false;
    for (const auto& run : runs) {
      const auto& face = run.code ? ui_.fonts.mono_small : run.strong ? strong : plain;
      const auto target = run.link.empty() ? GuidePlace{} : guide_link(page_, run.link);
      for (std::string_view rest = run.text; !rest.empty();) {
        if (rest[0] == ' ') {
          space = true;
          rest.remove_prefix(1);
          continue;
        }
        const auto word = rest.substr(0, word_length(rest));
        rest.remove_prefix(word.size());
        const float w = text_width(face, word), blank = space && x > 0 ? text_width(plain, " ") : 0;
        if (x > 0 && x + blank + w > width) x = 0, y += line;
        else x += blank;
        space = false;
        if (list_ != nullptr) piece(run, word, {at.x + x, at.y + y}, w, line, face, target.page >= 0 ? ui_.ink.link : ink, target);
        x += w;
      }
    }
    return y + line;
  }

  float block(const GuideBlock& b, ImVec2 at, float width, int marked_row) {
    const auto& f = ui_.fonts;
    switch (b.kind) {
      case Kind::heading: {
        const float above = b.level == 1 ? 0 : ui_.px(b.level == 2 ? 14 : 8);
        const auto& face = b.level <= 2 ? f.ui_bold : f.ui_bold_small;
        return above + text(b.text, {at.x, at.y + above}, width, face, face, ui_.ink.text) + ui_.px(6);
      }
      case Kind::paragraph: return text(b.text, at, width, f.ui_small, f.ui_bold_small, ui_.ink.text) + ui_.px(8);
      case Kind::item: {
        const float indent = ui_.px(16) * static_cast<float>(b.level);
        if (list_ != nullptr) list_->AddCircleFilled({at.x + indent - ui_.px(9), at.y + f.ui_small.size * 0.6f}, ui_.px(2), ui_.ink.faint);
        return text(b.text, {at.x + indent, at.y}, width - indent, f.ui_small, f.ui_bold_small, ui_.ink.text) + ui_.px(4);
      }
      case Kind::code: return code(plain(b.text), at, width);
      case Kind::table: return table(b, at, width, marked_row);
    }
    return 0;
  }

  /// Top of a row of a table within the block.
  float row_top(const GuideBlock& b, float width, int row) {
    const auto widths = column_widths(b, width);
    float y = 0;
    for (int r = 0; r < row; ++r) y += row_height(b, r, widths);
    return y;
  }

 private:
  /// Up to the next blank; a Chinese character is a word of its own.
  static std::size_t word_length(std::string_view text) {
    const auto wide = [](char c) { return static_cast<unsigned char>(c) >= 0xE3; };
    if (wide(text[0])) {
      std::size_t n = 1;
      while (n < text.size() && (static_cast<unsigned char>(text[n]) & 0xC0) == 0x80) ++n;
      return n;
    }
    std::size_t n = 1;
    while (n < text.size() && text[n] != ' ' && !wide(text[n])) ++n;
    return n;
  }

  void piece(const GuideRun& run, std::string_view word, ImVec2 at, float w, float line, const Face& face, ImU32 ink, GuidePlace target) {
    if (run.code)
      list_->AddRectFilled({at.x - ui_.px(1), at.y - ui_.px(1)}, {at.x + w + ui_.px(1), at.y + line - ui_.px(3)}, ui_.ink.chip, ui_.px(3));
    draw_text(list_, face, {at.x, at.y + (line - ui_.px(4) - face.size) / 2}, ink, word);
    if (target.page < 0) return;
    ImGui::SetCursorScreenPos(at);
    ImGui::PushID(links_++);
    if (ImGui::InvisibleButton("link", {w, line})) follow(run.link, target);
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      list_->AddLine({at.x, at.y + line - ui_.px(3)}, {at.x + w, at.y + line - ui_.px(3)}, ink);
    }
    ImGui::PopID();
  }

  void follow(const std::string& link, GuidePlace target) {
    const auto hash = link.find('#');
    requests_.add<show_guide>(std::string(guide_pages()[static_cast<std::size_t>(target.page)].name),
                              hash == std::string::npos ? std::string{} : link.substr(hash + 1));
  }

  float code(const std::string& source, ImVec2 at, float width) {
    const auto& face = ui_.fonts.mono_small;
    const float pad = ui_.px(8);
    const auto end = source.find_last_not_of('\n') + 1;
    const char* begin = source.data();
    const float h = face.font->CalcTextSizeA(face.size, FLT_MAX, width - 2 * pad, begin, begin + end).y + 2 * pad;
    if (list_ != nullptr) {
      list_->AddRectFilled(at, {at.x + width, at.y + h}, ui_.ink.chip, ui_.px(5));
      list_->AddText(face.font, face.size, {at.x + pad, at.y + pad}, ui_.ink.text, begin, begin + end, width - 2 * pad);
    }
    return h + ui_.px(10);
  }

  /// A cell as it is shown: a text that has a translation in the translation.
  GuideText shown(const GuideText& cell) const {
    const auto words = plain(cell);
    const std::string other = ui_.tr(words.c_str());
    const bool linked = std::any_of(cell.begin(), cell.end(), [](const GuideRun& run) { return !run.link.empty(); });
    return linked || other == words ? cell : GuideText{{other, false, false, {}}};
  }

  float natural_width(const GuideText& cell) const {
    float w = 0;
    for (const auto& run : shown(cell)) w += text_width(run.code ? ui_.fonts.mono_small : ui_.fonts.ui_small, run.text);
    return w + ui_.px(16);
  }

  /// Each as wide as it needs; where that is too much, the narrow ones as they need and the wide ones share the rest.
  std::vector<float> column_widths(const GuideBlock& b, float width) const {
    std::vector<float> widths;
    for (const auto& row : b.rows)
      for (std::size_t c = 0; c < row.size(); ++c) {
        widths.resize(std::max(widths.size(), c + 1));
        widths[c] = std::max(widths[c], natural_width(row[c]));
      }
    float sum = 0, wide = 0;
    for (const float w : widths) sum += w;
    if (sum <= width) return widths;
    const float fair = width / static_cast<float>(widths.size());
    float left = width;
    for (const float w : widths) (w <= fair ? left : wide) += w <= fair ? -w : w;
    for (float& w : widths)
      if (w > fair) w *= left / wide;
    return widths;
  }

  float row_height(const GuideBlock& b, int row, const std::vector<float>& widths) {
    auto* list = std::exchange(list_, nullptr);
    float h = 0;
    const auto& cells = b.rows[static_cast<std::size_t>(row)];
    for (std::size_t c = 0; c < cells.size(); ++c) h = std::max(h, cell(cells[c], {}, widths[c], row == 0));
    list_ = list;
    return h;
  }

  float cell(const GuideText& text_of, ImVec2 at, float width, bool heading) {
    const auto& bold = ui_.fonts.ui_bold_small;
    return text(shown(text_of), {at.x, at.y + ui_.px(3)}, width - ui_.px(12), heading ? bold : ui_.fonts.ui_small, bold,
                heading ? ui_.ink.faint : ui_.ink.text) +
           ui_.px(5);
  }

  float table(const GuideBlock& b, ImVec2 at, float width, int marked_row) {
    const auto widths = column_widths(b, width);
    float y = 0;
    for (int r = 0; r < static_cast<int>(b.rows.size()); ++r) {
      const float h = row_height(b, r, widths);
      if (list_ != nullptr) {
        if (r == marked_row && r > 0)
          list_->AddRectFilled({at.x - ui_.px(4), at.y + y}, {at.x + width, at.y + y + h}, ui_.ink.selected_back, ui_.px(3));
        float x = at.x;
        for (std::size_t c = 0; c < b.rows[static_cast<std::size_t>(r)].size(); ++c) {
          cell(b.rows[static_cast<std::size_t>(r)][c], {x, at.y + y}, widths[c], r == 0);
          x += widths[c];
        }
        list_->AddLine({at.x, at.y + y + h}, {at.x + width, at.y + y + h}, ui_.ink.line);
      }
      y += h;
    }
    return y + ui_.px(10);
  }

  Ui& ui_;
  Requests& requests_;
  ImDrawList* list_;
  int page_, links_ = 0;
};

/// A line that fits of a found text, from shortly before the search on.
std::string snippet(const GuideBlock& b, int row, std::string_view search, const Face& face, float width) {
  std::string words;
  if (row < 0) words = plain(b.text);
  else
    for (const auto& cell : b.rows[static_cast<std::size_t>(row)]) words += (words.empty() ? "" : " — ") + plain(cell);
  std::replace(words.begin(), words.end(), '\n', ' ');
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  };
  const auto at = static_cast<std::size_t>(std::search(words.begin(), words.end(), search.begin(), search.end(), same) - words.begin());
  constexpr std::size_t before = 12;
  if (at < words.size() && at > before && row < 0)
    if (const auto blank = words.find(' ', at - before); blank < at) words = "… " + words.substr(blank + 1);
  return fitted(face, words, width);
}

/// The pages, or what the search has found. A click or Enter goes there.
void contents(Ui& ui, GuideUi& guide, const ViewState& view, Requests& requests, ImVec2 size, bool entered) {
  const auto &face = ui.fonts.ui, &small = ui.fonts.ui_small;
  const bool searching = !guide.search.empty();
  const auto pages = guide_pages();
  const auto place_of = [&](int i) { return searching ? guide.found[static_cast<std::size_t>(i)] : GuidePlace{.page = i}; };
  const auto page_of = [&](int i) -> const auto& { return pages[static_cast<std::size_t>(place_of(i).page)]; };
  ListLook look{.id = "contents",
                .count = static_cast<int>(searching ? guide.found.size() : pages.size()),
                .size = size,
                .row = searching ? 2 * small.size + ui.px(14) : face.size + ui.px(16),
                .pages = searching};
  if (look.count == 0) return ImGui::TextDisabled("%s", ui.tr("Nothing found"));
  for (int i = 0; i < look.count; ++i)
    if (searching ? place_of(i) == guide.at : page_of(i).name == view.guide.page) look.marked = i;
  const int taken = list(ui, guide.choice, look, entered, [&](const ListRow& r) {
    const auto& page = page_of(r.number);
    const auto title = std::string(ui.tr(std::string(page.title).c_str()));
    if (!searching) return row_words(ui, r, face, title, "", 0);
    auto* list = ImGui::GetWindowDrawList();
    const auto place = place_of(r.number);
    draw_text(list, small, {r.at.x + ui.px(8), r.at.y + ui.px(4)}, ui.ink.text,
              snippet(page.blocks[static_cast<std::size_t>(place.block)], place.row, guide.search, small, r.size.x - ui.px(14)));
    draw_text(list, small, {r.at.x + ui.px(8), r.at.y + small.size + ui.px(7)}, ui.ink.faint, title);
  });
  if (taken < 0) return;
  requests.add<show_guide>(std::string(page_of(taken).name), std::string{});
  if (searching) guide.wanted = place_of(taken);
}

void show_page(Ui& ui, GuideUi& guide, const ViewState& view, Requests& requests, float width) {
  const int number = std::max(0, guide_page(view.guide.page));
  const auto& page = guide_pages()[static_cast<std::size_t>(number)];
  if (guide.jump != view.guide.jump) {
    guide.jump = view.guide.jump;
    if (guide.search.empty()) guide.choice.choose(number);
    guide.at = guide.wanted.page == number ? guide.wanted : guide_place(number, view.guide.place);
    guide.wanted = {};
    guide.scrolls = 3;
  }
  const auto origin = ImGui::GetCursorScreenPos();
  float above = 0;
  if (ui.texts->language() != Language::english)
    above = flow_text(ImGui::GetWindowDrawList(), ui, origin, width, ui.ink.faint, ui.ink.chip,
                      ui.tr("This page is in English; what functions mean is translated.")) +
            ui.px(8);
  if (guide.page != number || guide.width != width || guide.font != ui.fonts.ui_small.font || guide.tops.empty()) {
    guide.page = number, guide.width = width, guide.font = ui.fonts.ui_small.font;
    Writer measure(ui, requests, nullptr, number);
    guide.tops.assign(1, 0);
    for (const auto& b : page.blocks) guide.tops.push_back(guide.tops.back() + measure.block(b, {}, width, -1));
  }
  if (guide.scrolls > 0 && guide.at.page == number) {
    const auto block = static_cast<std::size_t>(guide.at.block);
    float y = above + guide.tops[block];
    if (guide.at.row > 0) y += Writer(ui, requests, nullptr, number).row_top(page.blocks[block], width, guide.at.row) - ui.px(60);
    ImGui::SetScrollY(guide.at.block == 0 && guide.at.row < 0 ? 0 : std::max(0.0f, y));
    --guide.scrolls;
  }
  const float from = ImGui::GetScrollY() - above, to = from + ImGui::GetWindowHeight();
  Writer writer(ui, requests, ImGui::GetWindowDrawList(), number);
  for (std::size_t b = 0; b < page.blocks.size(); ++b)
    if (guide.tops[b + 1] >= from && guide.tops[b] <= to)
      writer.block(page.blocks[b], {origin.x, origin.y + above + guide.tops[b]}, width,
                   guide.at.page == number && guide.at.block == static_cast<int>(b) ? guide.at.row : -1);
  ImGui::SetCursorScreenPos({origin.x, origin.y + above + guide.tops.back()});
  ImGui::Dummy({1, 1});
}

}  // namespace

void guide_dialog(Ui& ui, const ViewState& view, Requests& requests, bool first) {
  auto& guide = ui.kept<GuideUi>();
  constexpr std::size_t most_found = 80;
  const auto screen = ImGui::GetMainViewport()->Size;
  const float width = std::min(ui.px(1000), screen.x * 0.94f), height = std::min(ui.px(800), screen.y * 0.84f), left = ui.px(240);
  const auto at = ImGui::GetCursorScreenPos();
  if (first) guide.search.clear(), guide.searched.clear(), guide.choice.choose(std::max(0, guide_page(view.guide.page)));
  const bool entered = search_field(ui, "##guide", "Search the guide", guide.search, left, first);
  if (guide.searched != guide.search || guide.searched_in != ui.texts->language()) {
    guide.searched = guide.search;
    guide.searched_in = ui.texts->language();
    guide.found = guide_search(guide.search, *ui.texts, most_found);
    guide.choice.choose(guide.search.empty() ? std::max(0, guide_page(view.guide.page)) : 0);
  }
  const float below = ImGui::GetFrameHeight() + ui.px(8);
  ImGui::SetCursorScreenPos({at.x, at.y + below});
  contents(ui, guide, view, requests, {left, height - below}, entered);
  const float room = width - left - ui.px(18);
  const ScrollArea page("page", {at.x + left + ui.px(18), at.y}, {room, height});
  if (guide.search.empty()) scroll_by_keys(ui, false);
  show_page(ui, guide, view, requests, room - ui.px(20));
}

}  // namespace app
