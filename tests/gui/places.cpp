// Where the window draws a text: for scripts that point at it with a real mouse.
//
//   window_places SHEET.cutes [--size WIDTHxHEIGHT] [--language en|zh] [--select NAME] [--recovery FOLDER] [--command ID | --click TEXT]... TEXT...
//
// Prints the middle of each text, "x y", in pixels of a window of that size at scale 1, with that entry selected and after
// the commands and clicks. --recovery: the window asks what to do with what killed runs have left in that folder. TEXT@N:
// the middle of its letter N, from 0. TEXT#N: the Nth text of those words, from 0. TEXT~: a part of a text. Exit status 1 with
// the whole window's texts where one is not drawn.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/session.hpp"
#include "gui.hpp"

namespace {

struct Wanted {
  std::string text;
  int letter = -1, nth = 0;
  bool part = false;

  explicit Wanted(std::string written) : text(std::move(written)) {
    if (text.ends_with('~')) part = true, text.pop_back();
    if (const auto at = number_after('@')) letter = *at;
    if (const auto at = number_after('#')) nth = *at;
  }
  std::optional<int> number_after(char mark) {
    const auto at = text.rfind(mark);
    if (at == std::string::npos || at + 1 == text.size() || text.find_first_not_of("0123456789", at + 1) != std::string::npos) return std::nullopt;
    const int n = std::atoi(text.c_str() + at + 1);
    text.erase(at);
    return n;
  }
};

bool print_place(const gui::Gui& g, const Wanted& w) {
  const auto* d = w.part ? g.find_containing(w.text, w.nth) : g.find(w.text, w.nth);
  if (d == nullptr) return false;
  auto at = d->centre();
  // Text with letters to count is source text, whose letters are all as wide.
  if (w.letter >= 0) {
    const auto first = w.part ? d->text.find(w.text) : 0;
    at.x = d->from.x + (d->to.x - d->from.x) * (static_cast<float>(first) + static_cast<float>(w.letter) + 0.5f) / static_cast<float>(d->text.size());
  }
  std::printf("%.0f %.0f\n", static_cast<double>(at.x), static_cast<double>(at.y));
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto sheet = app::load_sheet(argv[1]);
  if (!sheet) {
    std::fprintf(stderr, "%s\n", sheet.error().c_str());
    return 1;
  }
  gui::Look look;
  std::string selected, recovery;
  std::vector<std::string> texts;
  std::vector<std::function<bool(gui::Gui&)>> before;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--size" && i + 1 < argc) std::sscanf(argv[++i], "%dx%d", &look.width, &look.height);
    else if (word == "--language" && i + 1 < argc) look.language = std::string(argv[++i]) == "zh" ? app::Language::chinese : app::Language::english;
    else if (word == "--select" && i + 1 < argc) selected = argv[++i];
    else if (word == "--recovery" && i + 1 < argc) recovery = argv[++i];
    else if (word == "--command" && i + 1 < argc) before.emplace_back([id = std::string(argv[++i])](gui::Gui& g) { return g.command(id); });
    else if (word == "--click" && i + 1 < argc) before.emplace_back([text = std::string(argv[++i])](gui::Gui& g) { return g.click_text(text); });
    else texts.push_back(word);
  }
  gui::Gui g(std::move(*sheet), look);
  if (!selected.empty()) g.app.selected = g.app.evaluator().find(selected);
  if (!recovery.empty()) {
    g.app.session().left = app::Recovery(recovery).left_behind();
    g.app.dialog = app::Dialog::recover;
  }
  for (const auto& b : before) {
    g.settle();
    if (b(g)) continue;
    std::fprintf(stderr, "a command or click does nothing; what is drawn:\n%s", g.everything().c_str());
    return 1;
  }
  g.settle();
  for (const auto& t : texts)
    if (!print_place(g, Wanted(t))) {
      std::fprintf(stderr, "\"%s\" is not drawn; what is:\n%s", t.c_str(), g.everything().c_str());
      return 1;
    }
}
