// Words in both languages: all translated, none cut off at its place, at any scale.

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/lessons/lessons.hpp"
#include "app/ui/font_cache.hpp"
#include "gui.hpp"

using gui::Gui;

namespace {

/// A state of the window that has words of its own.
struct State {
  std::string name;
  std::function<bool(Gui&)> reach;  ///< false: it cannot be reached, and the test fails
  bool source = false;              ///< shows a program, whose long lines scroll sideways and which is in no language
};

bool click_menu(Gui& g, const char* title) { return g.click_text(g.ui.tr(title)); }

std::vector<State> states() {
  std::vector<State> all{{"at rest", [](Gui&) { return true; }}};
  for (const char* command : {"inspector.properties", "inspector.steps", "inspector.memory", "inspector.code"})
    all.push_back({command, [command](Gui& g) { return g.command(command); }, command == std::string_view("inspector.code")});
  for (const char* command : {"run.banks", "run.requests", "run.source"})
    all.push_back({command, [command](Gui& g) { return g.command(command); }, command == std::string_view("run.source")});
  for (const char* menu : {"File", "Edit", "View", "Run", "Lessons", "Export", "Help"})
    all.push_back({fmt::format("menu {}", menu), [menu](Gui& g) { return click_menu(g, menu); }});
  for (const char* command : {"file.open", "file.save_as", "view.palette", "help.keys", "help.about", "help.tour", "export.card",
                              "export.canvas", "export.steps", "export.page", "export.trace", "view.present", "teach.predict",
                              "teach.iterate", "lessons.open.6", "lessons.open.13", "view.legend", "edit.operations"})
    all.push_back({command, [command](Gui& g) { return g.command(command); }});
  all.push_back({"a card's menu", [](Gui& g) {
                   const auto* d = g.find_containing(g.ui.tr("colour: "));
                   if (d == nullptr) return false;
                   g.click(d->centre());
                   return true;
                 }});
  return all;
}

/// Text that users wrote, or a value: it may be cut by the field that it stands in, and is the same in every language.
bool is_data(const Gui& g, std::string_view text) {
  for (const auto& e : g.state.workspace.sheet().entries)
    if (e.text.find(text) != std::string::npos) return true;
  return false;
}

/// Words of Latin letters that a Chinese text may hold: names of the field, units, keys, formats, languages.
bool is_international(std::string_view word) {
  static const std::set<std::string, std::less<>> known{
#include "international_words.inc"
  };
  return known.contains(std::string(word));
}

/// Returns the Latin words of a text, three letters or longer, that stand for themselves: not part of a name or an expression.
std::vector<std::string> latin_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool code = false;
  const auto end = [&] {
    if (word.size() >= 3 && !code) words.push_back(word);
    word.clear();
    code = false;
  };
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (u < 0x80 && std::isalpha(u)) word += c;
    else if (u < 0x80 && (std::isdigit(u) || std::string_view("_()<>:=./,-#").find(c) != std::string_view::npos)) word += c, code = true;
    else end();
  }
  end();
  return words;
}

struct WindowSize {
  int width, height;
  float scale;
};

std::string joined(const std::set<std::string>& texts) {
  std::string all;
  for (const auto& t : texts) all += fmt::format("{}\"{}\"", all.empty() ? "" : ", ", t);
  return all;
}

}  // namespace

TEST_CASE("no text is cut off, in either language, at any scale") {
  for (const auto language : {app::Language::english, app::Language::chinese})
    for (const auto& size : {WindowSize{1600, 1000, 1}, WindowSize{1280, 720, 1}, WindowSize{1280, 720, 1.5f}, WindowSize{1600, 1000, 2}})
      for (const auto& state : states()) {
        Gui g(app::starter_sheet(), {.width = size.width, .height = size.height, .scale = size.scale, .language = language});
        const auto where = fmt::format("{}, {}x{} at {}, {}", state.name, size.width, size.height, size.scale,
                                       language == app::Language::chinese ? "Chinese" : "English");
        CHECK_MESSAGE(state.reach(g), where);
        std::set<std::string> cut;
        for (const auto& d : g.drawn())
          if (d.cut && !state.source && !is_data(g, d.text)) cut.insert(d.text);
        CHECK_MESSAGE(cut.empty(), where, ": ", joined(cut));
      }
}

#if IMGUI_VERSION_NUM < 19200
TEST_CASE("of the Chinese glyphs only those that are drawn are rasterised, and those all") {
  Gui g(app::starter_sheet(), {.language = app::Language::chinese});
  const auto count = [&] {
    int there = 0, all = 0;
    for (const auto* font : ImGui::GetIO().Fonts->Fonts)
      for (const auto& glyph : font->Glyphs)
        if (glyph.Codepoint >= 0x2E80) ++all, there += glyph.U0 <= 1 ? 1 : 0;
    return std::pair{there, all};
  };
  const auto [there, all] = count();
  CHECK(all > 5000);
  CHECK(there > 50);
  CHECK(there < all / 8);
  CHECK(g.shows("文件"));
  // Text that is drawn for the first time is complete in its first frame.
  g.state.view.dialog = app::Dialog::about;
  g.frame();
  for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i)
    for (const auto& vertex : ImGui::GetDrawData()->CmdLists[i]->VtxBuffer) CHECK(vertex.uv.x <= 1);
  g.command("view.present");
  CHECK(count().first < count().second / 8);
}

TEST_CASE("a change of the language loads no face anew: its letters come late, and its signs are there") {
  Gui g(app::starter_sheet());
  const auto chinese = app::Language::chinese;
  const auto needs_more = [&](const std::string& text) { return g.ui.font_cache->need(text); };
  CHECK_FALSE(needs_more(app::Texts(chinese).all()));
  for (int n = 0; n < static_cast<int>(app::lesson_names().size()); ++n) {
    INFO(n);
    CHECK_FALSE(needs_more(app::lesson_title(n, chinese) + std::string(app::lesson_opening(n, chinese))));
    CHECK_FALSE(needs_more(app::lesson_text(app::lesson_sheet(n, chinese))));
  }
}
#endif

TEST_CASE("the Chinese window has no English words") {
  for (const auto& state : states()) {
    Gui g(app::starter_sheet(), {.language = app::Language::chinese});
    CHECK_MESSAGE(state.reach(g), state.name);
    std::set<std::string> english;
    for (const auto& d : g.drawn()) {
      if (is_data(g, d.text) || d.scrolled || state.source) continue;
      for (const auto& word : latin_words(d.text))
        if (!is_international(word) && !is_data(g, word)) english.insert(fmt::format("{} in {}", word, d.text));
    }
    CHECK_MESSAGE(english.empty(), state.name, ": ", joined(english));
  }
}
