#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fit.hpp"

namespace fit {
namespace {

using app::TextLog;
using gui::Drawn;
using gui::Gui;

std::string root_of(const std::string& window) { return window.substr(0, window.find('/')); }

/// Windows of this frame that are seen.
bool is_seen(const ImGuiWindow& w) {
  return w.Active && !w.Hidden && w.HiddenFramesCanSkipItems <= 0 && w.HiddenFramesCannotSkipItems <= 0;
}

struct Over {
  float before, after;  ///< pixels beyond the two ends
};
Over beyond(float from, float to, float least, float most) { return {std::max(0.0f, least - from), std::max(0.0f, to - most)}; }

/// Returns whether the scroll bars of the window can bring a part that is so far beyond its edges into sight.
bool scrolls_there(Over over, float scroll, float most, bool bar) {
  constexpr float slack = 1.5f;
  const float before = bar ? scroll : 0, after = bar ? most - scroll : 0;
  return over.before <= before + slack && over.after <= after + slack;
}

/// Returns why the text can never be seen in whole; "" if it is in sight, or the scroll bars of the windows around it bring it into sight.
std::string hidden_by(const TextLog::Asked& a) {
  ImRect around{{-FLT_MAX, -FLT_MAX}, {FLT_MAX, FLT_MAX}}, box{a.from, a.to};
  for (const auto* w = a.window; w != nullptr; w = (w->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? w->ParentWindow : nullptr) {
    const auto& r = w->InnerRect;
    if (w->Hidden || w->SkipItems) {  // scrolled out of sight as a whole: it comes back as a whole
      box = w->Rect();
      continue;
    }
    const auto across = a.scrolls ? Over{} : beyond(box.Min.x, box.Max.x, r.Min.x, r.Max.x);
    const auto down = a.scrolls ? Over{} : beyond(box.Min.y, box.Max.y, r.Min.y, r.Max.y);
    if (!scrolls_there(across, w->Scroll.x, w->ScrollMax.x, w->ScrollbarX)) return fmt::format("across {}", w->Name);
    if (!scrolls_there(down, w->Scroll.y, w->ScrollMax.y, w->ScrollbarY)) return fmt::format("down {}", w->Name);
    box.Translate({across.before - across.after, down.before - down.after});  // where the bars bring it
    box.ClipWithFull(r);
    around.ClipWith(r);
  }
  if (a.scrolls) return {};
  // A clip rectangle within the window that cuts it.
  const auto cut = [](float from, float to, float clip_from, float clip_to, float least, float most) {
    const auto [before, after] = beyond(from, to, clip_from, clip_to);
    return (before > 1.5f && clip_from > least + 1.5f) || (after > 1.5f && clip_to < most - 1.5f);
  };
  const bool seen = !cut(a.from.x, a.to.x, a.clip_from.x, a.clip_to.x, around.Min.x, around.Max.x) &&
                    !cut(a.from.y, a.to.y, a.clip_from.y, a.clip_to.y, around.Min.y, around.Max.y);
  return seen ? "" : "a clip rectangle";
}

bool holds(ImVec2 from, ImVec2 to, ImVec2 at) { return at.x >= from.x - 1 && at.x <= to.x + 1 && at.y >= from.y - 1 && at.y <= to.y + 1; }

/// Adds cut letters of ImGui's own widgets, except those that the text log has reported already.
void cut_letters(const Gui& g, std::vector<Finding>& all) {
  const auto& log = g.asked();
  for (const auto& d : g.drawn()) {
    if (!d.cut && !d.scrolled) continue;
    const auto at = d.centre();
    const ImVec2 end{d.seen_to.x - 1, at.y};  // several texts in a row may look like one
    if (std::ranges::any_of(log.texts, [&](const auto& a) { return holds(a.from, a.to, at) || holds(a.from, a.to, end); })) continue;
    if (std::ranges::any_of(log.fields, [&](const auto& f) { return holds(f.from, f.to, at); })) continue;
    const auto* w = ImGui::FindWindowByName(d.window.c_str());
    bool scrolls = false;
    for (; w != nullptr && !scrolls; w = (w->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? w->ParentWindow : nullptr)
      scrolls = (!d.cut || w->ScrollbarX) && (!d.scrolled || w->ScrollbarY);
    if (!scrolls) all.push_back({"cut", d.text, d.window});
  }
}

/// Adds letters on letters. Another window, such as a menu, hides the texts beneath it.
void overlaps(const Gui& g, std::vector<Finding>& all) {
  struct Box {
    const Drawn* drawn;
    std::string root;
  };
  std::vector<Box> boxes;
  for (const auto& d : g.drawn())
    if (d.window.find("##Foreground") == std::string::npos) boxes.push_back({&d, root_of(d.window)});
  std::ranges::stable_sort(boxes, [](const auto& a, const auto& b) { return a.drawn->seen_from.y < b.drawn->seen_from.y; });
  const float slack = std::max(1.5f, 1.5f * g.ui.scale);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].drawn->seen_from.y < boxes[i].drawn->seen_to.y; ++j) {
      const auto &a = *boxes[i].drawn, &b = *boxes[j].drawn;
      const float across = std::min(a.seen_to.x, b.seen_to.x) - std::max(a.seen_from.x, b.seen_from.x),
                  down = std::min(a.seen_to.y, b.seen_to.y) - std::max(a.seen_from.y, b.seen_from.y);
      if (across <= slack || down <= slack || boxes[i].root != boxes[j].root) continue;
      all.push_back({"overlap", fmt::format("'{}' and '{}'", a.text, b.text), a.window});
    }
}

void windows(const Gui& g, std::vector<Finding>& all) {
  const auto size = g.size();
  for (const auto* w : ImGui::GetCurrentContext()->Windows) {
    if (!is_seen(*w) || (w->Flags & ImGuiWindowFlags_NoInputs) != 0) continue;
    const bool child = (w->Flags & ImGuiWindowFlags_ChildWindow) != 0;
    constexpr float slack = 1.5f;
    if (!child &&
        (w->Pos.x < -slack || w->Pos.y < -slack || w->Pos.x + w->Size.x > size.x + slack || w->Pos.y + w->Size.y > size.y + slack))
      all.push_back({"window beyond the display", fmt::format("{:.0f} x {:.0f}", w->Size.x, w->Size.y), w->Name});
    // Items that no bar brings into sight. ImGui's field of several lines goes across with its cursor, as one of one line does.
    const bool field = child && std::ranges::any_of(g.asked().fields, [&](const auto& f) {
                         return holds(f.from, f.to, w->Rect().Min) && holds(f.from, f.to, w->Rect().Max);
                       });
    if (w->ScrollMax.x > slack && !w->ScrollbarX && !field)
      all.push_back({"no bar across", fmt::format("{:.0f} of {:.0f} px", w->ScrollMax.x, w->InnerRect.GetWidth()), w->Name});
    if (w->ScrollMax.y > slack && !w->ScrollbarY)
      all.push_back({"no bar down", fmt::format("{:.0f} of {:.0f} px", w->ScrollMax.y, w->InnerRect.GetHeight()), w->Name});
  }
}

bool is_open(const char* window) {
  const auto* w = ImGui::FindWindowByName(window);
  return w != nullptr && is_seen(*w);
}

bool tooltip_is_open() {
  return std::ranges::any_of(ImGui::GetCurrentContext()->Windows,
                             [](const auto* w) { return is_seen(*w) && (w->Flags & ImGuiWindowFlags_Tooltip) != 0; });
}

}  // namespace

std::vector<Finding> findings(const Gui& g) {
  std::vector<Finding> all;
  for (const auto& a : g.asked().texts)
    if (const auto by = hidden_by(a); !by.empty())
      all.push_back(
          {"out of sight", a.text.substr(0, 60) + (a.text == "…" ? fmt::format(" at {:.0f}, {:.0f}", a.from.x, a.from.y) : ""), by});
  constexpr float least_column = 5;  // times the size of its letters: about twelve letters
  for (const auto& c : g.asked().columns)
    if (c.width < least_column * c.size) all.push_back({"narrow column", fmt::format("{:.0f} px: {}", c.width, c.text), ""});
  cut_letters(g, all);
  overlaps(g, all);
  windows(g, all);
  return all;
}

std::vector<Finding> silent_ellipses(Gui& g) {
  const auto words = g.state.view.texts.all();
  const auto is_title = [&](const Drawn& d) {
    return words.find(d.text) != std::string::npos || std::ranges::any_of(app::commands(), [&](const auto& c) {
             return app::title_of(c, g.state.workspace, g.state.view.texts).find(d.text) != std::string::npos;
           });
  };
  // Beneath a menu or a dialog nothing is pointed at.
  const bool beneath = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup) || g.state.view.tour_step >= 0 || is_open("##offer");
  std::vector<Finding> all;
  const auto drawn = g.drawn();
  for (const auto& d : drawn) {
    if (!d.text.ends_with("…") || d.text == "…" || is_title(d) || d.window.starts_with("##")) continue;
    if (d.scrolled || d.cut || d.text.ends_with("……")) continue;                        // partly scrolled out of sight; a note's own
    if (d.window.starts_with("Cutescope/start") && d.text == "Open a file…") continue;  // its own
    if (d.window.starts_with("dialog/lessons")) continue;                               // a click opens the lesson, which says it all
    if (beneath && d.window.starts_with("Cutescope")) continue;
    g.move({d.seen_to.x - 2, (d.seen_from.y + d.seen_to.y) / 2});
    g.frame();
    // Nor beneath a card of help.
    const auto* above = ImGui::GetCurrentContext()->HoveredWindow;
    if (above != nullptr && !d.window.starts_with(above->RootWindow->Name)) continue;
    if (!tooltip_is_open()) all.push_back({"silent ellipsis", d.text, d.window});
  }
  g.move({-1, -1});
  return all;
}

}  // namespace fit
