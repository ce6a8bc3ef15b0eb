#include "app/panels/dialogs/dialogs.hpp"

#include <algorithm>

#include "app/actions/looking.hpp"
#include "app/commands/guide.hpp"
#include "app/ui/guide_writer.hpp"
#include "app/ui/lists.hpp"
#include "app/ui/widgets.hpp"

namespace app {

/// State of the dialog kept from frame to frame.
struct GuideUi {
  std::string search, searched;
  Language searched_in = Language::english;
  std::vector<GuidePlace> found;
  ListChoice choice;       ///< in the list of pages or results
  std::uint64_t jump = 0;  ///< GuideView::jump that the page last followed
  GuidePlace at;           ///< the current place, which is marked
  GuidePlace wanted;       ///< the place for the next jump, also without an anchor
  int scrolls = 0;         ///< remaining frames of scrolling to it
  int page = -1;           ///< the page of `tops`
  float width = 0;
  const ImFont* font = nullptr;
  std::vector<float> tops;  ///< tops of the blocks, and the bottom of the last
};

namespace {

int shown_page(const Ui& ui, const ViewState& view) { return guide_page_shown(ui.texts->language(), view.guide.page, view.guide.place); }

/// Returns the index of a page in the list.
int place_in_list(Language language, int page) {
  const auto order = guide_list(language);
  return static_cast<int>(std::ranges::find(order, page) - order.begin());
}

/// Draws the pages, or the search results. A click or Enter opens one.
void contents(Ui& ui, GuideUi& guide, const ViewState& view, Requests& requests, ImVec2 size, bool entered) {
  const auto &face = ui.fonts.ui, &small = ui.fonts.ui_small;
  const bool searching = !guide.search.empty();
  const auto pages = guide_pages();
  const auto order = guide_list(ui.texts->language());
  const auto place_of = [&](int i) {
    return searching ? guide.found[static_cast<std::size_t>(i)] : GuidePlace{.page = order[static_cast<std::size_t>(i)]};
  };
  const auto page_of = [&](int i) -> const auto& { return pages[static_cast<std::size_t>(place_of(i).page)]; };
  ListLook look{.id = "contents",
                .count = static_cast<int>(searching ? guide.found.size() : order.size()),
                .size = size,
                .row = searching ? 2 * small.size + ui.px(14) : face.size + ui.px(16),
                .pages = searching};
  if (look.count == 0) return ImGui::TextDisabled("%s", ui.tr("Nothing found"));
  const int shown = shown_page(ui, view);
  for (int i = 0; i < look.count; ++i)
    if (searching ? place_of(i) == guide.at : place_of(i).page == shown) look.marked = i;
  const int taken = list(ui, guide.choice, look, entered, [&](const ListRow& r) {
    const auto& page = page_of(r.number);
    const auto title = std::string(ui.tr(std::string(page.title).c_str()));
    if (!searching) return row_words(ui, r, face, title, "", 0);
    auto* list = ImGui::GetWindowDrawList();
    const auto place = place_of(r.number);
    draw_text(list, small, {r.at.x + ui.px(8), r.at.y + ui.px(4)}, ui.ink.text,
              fitted(small, guide_snippet(place, guide.search), r.size.x - ui.px(14)));
    draw_text(list, small, {r.at.x + ui.px(8), r.at.y + small.size + ui.px(7)}, ui.ink.faint, title);
  });
  if (taken < 0) return;
  requests.add<show_guide>(std::string(page_of(taken).name), std::string{});
  if (searching) guide.wanted = place_of(taken);
}

void show_page(Ui& ui, GuideUi& guide, const ViewState& view, Requests& requests, float width) {
  const int number = shown_page(ui, view);
  const auto& page = guide_pages()[static_cast<std::size_t>(number)];
  if (guide.jump != view.guide.jump) {
    guide.jump = view.guide.jump;
    if (guide.search.empty()) guide.choice.choose(place_in_list(ui.texts->language(), number));
    guide.at = guide.wanted.page == number ? guide.wanted : guide_place(number, view.guide.place);
    guide.wanted = {};
    guide.scrolls = 3;
  }
  const auto origin = ImGui::GetCursorScreenPos();
  float above = 0;
  if (ui.texts->language() != Language::english && is_in(Language::english, page))
    above = flow_text(ImGui::GetWindowDrawList(), ui, origin, width, ui.ink.faint, ui.ink.chip,
                      ui.tr("This page is in English; what functions mean is translated.")) +
            ui.px(8);
  if (guide.page != number || guide.width != width || guide.font != ui.fonts.ui_small.font || guide.tops.empty()) {
    guide.page = number, guide.width = width, guide.font = ui.fonts.ui_small.font;
    GuideWriter measure(ui, nullptr, number);
    guide.tops.assign(1, 0);
    for (const auto& b : page.blocks) guide.tops.push_back(guide.tops.back() + measure.block(b, {}, width, -1));
  }
  if (guide.scrolls > 0 && guide.at.page == number) {
    const auto block = static_cast<std::size_t>(guide.at.block);
    float y = above + guide.tops[block];
    if (guide.at.row > 0) y += GuideWriter(ui, nullptr, number).row_top(page.blocks[block], width, guide.at.row) - ui.px(60);
    ImGui::SetScrollY(guide.at.block == 0 && guide.at.row < 0 ? 0 : std::max(0.0f, y));
    --guide.scrolls;
  }
  const float from = ImGui::GetScrollY() - above, to = from + ImGui::GetWindowHeight();
  GuideWriter writer(ui, ImGui::GetWindowDrawList(), number);
  for (std::size_t b = 0; b < page.blocks.size(); ++b)
    if (guide.tops[b + 1] >= from && guide.tops[b] <= to)
      writer.block(page.blocks[b], {origin.x, origin.y + above + guide.tops[b]}, width,
                   guide.at.page == number && guide.at.block == static_cast<int>(b) ? guide.at.row : -1);
  if (const auto& followed = writer.followed()) requests.add<show_guide>(followed->page, followed->place);
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
  if (first) guide.search.clear(), guide.searched.clear(), guide.choice.choose(place_in_list(ui.texts->language(), shown_page(ui, view)));
  const bool entered = search_field(ui, "##guide", "Search the guide", guide.search, left, first);
  if (guide.searched != guide.search || guide.searched_in != ui.texts->language()) {
    guide.searched = guide.search;
    guide.searched_in = ui.texts->language();
    guide.found = guide_search(guide.search, *ui.texts, most_found);
    guide.choice.choose(guide.search.empty() ? place_in_list(ui.texts->language(), shown_page(ui, view)) : 0);
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
