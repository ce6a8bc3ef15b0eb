#include "app/panels/start/start_page.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "app/actions/documents.hpp"
#include "app/actions/lessons.hpp"
#include "app/actions/starting.hpp"
#include "app/commands/commands.hpp"
#include "app/figures/pictures.hpp"
#include "app/lessons/examples.hpp"
#include "app/ui/grid_view.hpp"
#include "app/ui/menus.hpp"
#include "app/ui/widgets.hpp"
#include "render/labellings.hpp"

namespace app {

/// The examples' pictures, each made once.
struct StartPage {
  struct Tile {
    std::optional<Picture> picture;
    CardView view;
  };
  std::vector<Tile> tiles;  ///< of the first examples()
  bool drawn = false;       ///< the page is on the screen: pictures may follow
};

namespace {

constexpr int most_recent_shown = 6;

/// The value that stands for an example.
std::optional<Picture> picture_of_example(const Example& example) {
  const auto sheet = example_sheet(example.name, Language::english);
  SheetEvaluator evaluator;
  evaluator.update(sheet);
  const int entry = evaluator.find(example.show);
  return entry < 0 ? std::nullopt : picture_of(sheet, evaluator.results(), entry);
}

/// One picture a frame, once the page is drawn: the window opens no later for them.
void make_pictures(Ui& ui, StartPage& page) {
  const auto all = examples();
  if (page.tiles.size() < all.size()) {
    if (page.drawn) page.tiles.push_back({picture_of_example(all[page.tiles.size()]), {}});
    ui.animating = true;
  }
  page.drawn = true;
}

/// Buttons in a row, that goes on in the next line where they do not fit.
class ButtonRow {
 public:
  ButtonRow(Ui& ui, float left, float right, float y) : ui_(ui), left_(left), right_(right), x_(left), y_(y) {}
  bool operator()(const char* id, std::string_view label, bool primary = false) {
    const auto& face = primary ? ui_.fonts.ui_bold : ui_.fonts.ui;
    const auto shown = fitted(face, label, right_ - left_ - ui_.px(32));
    const float width = text_width(face, shown) + ui_.px(32);
    if (x_ > left_ && x_ + width > right_) x_ = left_, y_ += height() + ui_.px(10);
    const ImVec2 at{x_, y_}, end{x_ + width, y_ + height()};
    x_ = end.x + ui_.px(10);
    const bool clicked = area(id, at, {width, height()});
    const bool over = ImGui::IsItemHovered();
    auto* list = ImGui::GetWindowDrawList();
    const ImU32 back = primary ? (over ? ui_.ink.function : ui_.ink.accent) : over ? ui_.ink.selected_back : ui_.ink.panel;
    list->AddRectFilled(at, end, back, ui_.px(7));
    if (!primary) compat::rectangle(list, at, end, over ? ui_.ink.accent : ui_.ink.chip_border, ui_.px(7), 1);
    draw_text_centred(list, face, {(at.x + end.x) / 2, (at.y + end.y - face.size) / 2}, primary ? ui_.ink.accent_text : ui_.ink.text,
                      shown);
    return clicked;
  }
  float height() const { return ui_.px(38); }
  float end() const { return y_ + height(); }

 private:
  Ui& ui_;
  float left_, right_, x_, y_;
};

/// "Open a file…  Ctrl+O".
std::string with_keys(const Ui& ui, const char* title, std::string_view command) {
  return fmt::format("{}   {}", ui.tr(title), to_string(std::ranges::find(commands(), command, &Command::id)->shortcut));
}

bool has_command(std::string_view id) { return std::ranges::find(commands(), id, &Command::id) != commands().end(); }

/// What most people want now, as the one button that stands out, and the other ways to begin.
float ways_to_begin(Ui& ui, const State& state, Requests& requests, float x, float y, float width) {
  ButtonRow button(ui, x, x + width, y);
  const auto& workspace = state.workspace;
  const int lesson = next_lesson(workspace);
  const auto& last = state.session.last_shown;
  const auto last_title = title_of_place(last, state.view.texts.language());
  bool stands_out = true;
  if (has_sheet(workspace)) {
    if (button("back", fmt::format(fmt::runtime(ui.tr("Back to {}")), workspace.title(*ui.texts)), true)) requests.add<leave_start_page>();
    stands_out = false;
  } else if (!last_title.empty()) {
    if (button("go on", fmt::format(fmt::runtime(ui.tr("Go on with {}")), last_title), true)) requests.add<go_on>(last);
    stands_out = false;
  }
  const auto words = lesson == 0 ? "Begin with lesson 1: {}" : "Next lesson: {}";
  if (button("lesson", fmt::format(fmt::runtime(ui.tr(words)), lesson_title(lesson, state.view.texts.language())), stands_out))
    requests.add<open_lesson>(lesson);
  if (button("open", with_keys(ui, "Open a file…", "file.open"))) requests.command("file.open");
  const auto& io = ImGui::GetIO();
  const bool free = state.view.dialog == Dialog::none && !ImGui::IsAnyItemActive();
  if (button("paste", fmt::format("{}   Ctrl+V", ui.tr("Paste"))) || (free && io.KeyCtrl && compat::key_pressed(ImGuiKey_V))) {
    const char* copied = ImGui::GetClipboardText();
    requests.add<paste_sheet>(std::string(copied == nullptr ? "" : copied));
  }
  if (button("empty", with_keys(ui, "Empty sheet", "file.new"))) requests.command("file.new");
  if (has_command("lessons.overview") && button("lessons", ui.tr("All lessons"))) requests.command("lessons.overview");
  if (button("tour", ui.tr("Tour"))) requests.command("help.tour");
  return button.end();
}

/// Above what stands in it, but it takes no mouse: that is for the tile.
void draw_picture(Ui& ui, StartPage::Tile& tile, ImVec2 at, ImVec2 size) {
  const auto& d = tile.picture->diagram;
  const double rows = static_cast<double>(d.rows.extent), columns = static_cast<double>(d.columns.extent);
  const double fit = std::min({size.x / columns, size.y / rows, static_cast<double>(ui.px(30))}), cell = fit >= 2 ? std::floor(fit) : fit;
  const ImVec2 grid{static_cast<float>(columns * cell), static_cast<float>(rows * cell)};
  const ImVec2 corner{std::round(at.x + (size.x - grid.x) / 2), std::round(at.y + (size.y - grid.y) / 2)};
  const bool readable = d.view.label_by->lines == 1 && cell >= ui.px(17);
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("picture", {size.x, size.y},
                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground);
  draw_grid(ui, "grid", {d, tile.view, static_cast<float>(cell), corner, grid}, {.label = readable ? &ui.fonts.mono_tiny : nullptr});
  ImGui::EndChild();
}

float example_tiles(Ui& ui, StartPage& page, Requests& requests, float x, float y, float width) {
  auto* list = ImGui::GetWindowDrawList();
  const auto& face = ui.fonts.ui;
  const auto all = examples();
  const float gap = ui.px(14), pad = ui.px(12), foot = face.size + ui.px(20);
  const int columns = std::clamp(static_cast<int>((width + gap) / (ui.px(196) + gap)), 1, 5);
  const float side = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns), height = ui.px(138) + foot;
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const auto& example = all[static_cast<std::size_t>(i)];
    const ImVec2 at{x + static_cast<float>(i % columns) * (side + gap), y + static_cast<float>(i / columns) * (height + gap)};
    const ImVec2 end{at.x + side, at.y + height};
    ImGui::PushID(i);
    if (area("example", at, {side, height})) requests.add<open_example>(example.name);
    const bool over = ImGui::IsItemHovered();
    list->AddRectFilled(at, end, ui.ink.panel, ui.px(8));
    compat::rectangle(list, at, end, over ? ui.ink.accent : ui.ink.line, ui.px(8), over ? ui.px(1.5f) : 1);
    draw_text(list, face, {at.x + pad, end.y - foot + ui.px(6)}, over ? ui.ink.accent : ui.ink.text,
              fitted(face, ui.tr(example.title.c_str()), side - 2 * pad));
    if (i < static_cast<int>(page.tiles.size()) && page.tiles[static_cast<std::size_t>(i)].picture)
      draw_picture(ui, page.tiles[static_cast<std::size_t>(i)], {at.x + pad, at.y + pad}, {side - 2 * pad, height - foot - pad});
    ImGui::PopID();
  }
  const int rows = (static_cast<int>(all.size()) + columns - 1) / columns;
  return y + static_cast<float>(rows) * (height + gap) - gap;
}

float recent_files(Ui& ui, const Session& session, Requests& requests, float x, float y, float width) {
  const auto& face = ui.fonts.ui;
  int shown = 0;
  for (const auto& file : session.recent_files) {
    std::error_code ignored;
    if (shown == most_recent_shown || !std::filesystem::is_regular_file(file, ignored)) continue;
    const std::filesystem::path path(file);
    const auto name = fitted(face, path.filename().string(), width * 0.6f);
    ImGui::PushID(shown++);
    if (text_button(ui, face, "recent", name, {x, y}, Pointed::underlined)) requests.add<open_file>(file);
    ImGui::PopID();
    const float after = x + text_width(face, name) + ui.px(12);
    draw_text(ImGui::GetWindowDrawList(), ui.fonts.ui_small, {after, y + (face.size - ui.fonts.ui_small.size) / 2}, ui.ink.faint,
              fitted(ui.fonts.ui_small, path.parent_path().string(), x + width - after));
    y += face.size + ui.px(10);
  }
  return y;
}

bool any_recent(const Session& session) {
  return std::any_of(session.recent_files.begin(), session.recent_files.end(), [](const std::string& file) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored);
  });
}

}  // namespace

void start_page(Ui& ui, const State& state, Requests& requests, ImVec2 at, ImVec2 size) {
  auto& page = ui.kept<StartPage>();
  make_pictures(ui, page);
  ui.fill(ImGui::GetWindowDrawList(), at, {at.x + size.x, at.y + size.y}, ui.ink.page);
  help_here(ui, "start", at, {at.x + size.x, at.y + size.y});
  ImGui::SetCursorScreenPos(at);
  compat::begin_child("start", size);
  auto* list = ImGui::GetWindowDrawList();
  const float width = std::min(size.x - ui.px(56), ui.px(1060)), x = at.x + std::floor((size.x - width) / 2),
              top = at.y - ImGui::GetScrollY();
  float y = top + ui.px(32);
  const auto heading = [&](const char* title) {
    y += ui.px(28);
    draw_text(list, ui.fonts.ui_bold, {x, y}, ui.ink.text, ui.tr(title));
    y += ui.fonts.ui_bold.size + ui.px(12);
  };
  y += flow_text(list, ui, {x, y}, width, ui.ink.faint, ui.ink.chip,
                 ui.tr("Write a CuTe layout and see it as a grid: which element lies where, in which tile, and which thread touches it.")) +
       ui.px(16);
  y = ways_to_begin(ui, state, requests, x, y, width);
  heading("Examples");
  y = example_tiles(ui, page, requests, x, y, width);
  if (any_recent(state.session)) {
    heading("Recent files");
    y = recent_files(ui, state.session, requests, x, y, width);
  }
  y += ui.px(18);
  y +=
      flow_text(list, ui, {x, y}, width, ui.ink.faint, ui.ink.chip,
                ui.tr("Or type a layout, or drop a file on the window: a sheet (.cutes), or a program (.cu, .cpp, .py) for its layouts.")) +
      ui.px(24);
  ImGui::SetCursorScreenPos({at.x, y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  const bool free = state.view.dialog == Dialog::none && !ImGui::IsAnyItemActive() && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (free && escape_pressed(ui)) requests.add<leave_start_page>();
}

}  // namespace app
