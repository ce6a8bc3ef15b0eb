#pragma once
// The window without OpenGL: frames of Dear ImGui with injected mouse and keys, and the text that they draw. What a test finds is
// what a user would see, where they would see it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/ui/drawn_text.hpp"
#include "app/ui/key_queue.hpp"
#include "app/ui/ui.hpp"

namespace gui {

using Drawn = app::DrawnText;

struct Look {
  int width = 1600, height = 1000;  ///< points
  float scale = 1;                  ///< pixels a point
  app::Language language = app::Language::english;
  render::ThemeName theme = render::ThemeName::light;
};

class Gui {
 public:
  explicit Gui(app::Sheet = app::starter_sheet(), const Look& = {});
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  app::State state;
  app::Ui ui;

  /// Draws a frame, as the window's loop would, and lets what was asked for happen.
  void frame();
  /// Frames until what was put in is taken and drawn.
  void settle();

  // The mouse, in pixels from the top left. Each draws the frames that a person's speed would give.
  void move(ImVec2);
  void press(int button = 0);
  void release(int button = 0);
  void click(ImVec2, int button = 0);
  void double_click(ImVec2);
  void drag(ImVec2 from, ImVec2 to, int steps = 8);
  void wheel(float notches);

  // The keyboard: keys by GLFW's codes, text as it would be typed.
  void key(int code, bool control = false, bool shift = false, bool alt = false);
  void type(std::string_view);
  /// A command by its shortcut where it has one, else as the menu would run it. False: it is disabled, or there is none.
  bool command(std::string_view id);

  /// What the last frame drew, in the order of drawing.
  const std::vector<Drawn>& drawn() const { return drawn_; }
  /// The nth text drawn that is (or contains) this one; null where there is none. It is gone with the next frame.
  const Drawn* find(std::string_view text, int nth = 0) const;
  const Drawn* find_containing(std::string_view text, int nth = 0) const;
  bool shows(std::string_view text) const { return find_containing(text) != nullptr; }
  /// Clicks in the middle of a text; false where it is not drawn.
  bool click_text(std::string_view text, int nth = 0);
  /// All texts of the last frame, a line each: for messages of tests.
  std::string everything() const;

 private:
  struct Lettering;
  static std::vector<std::unique_ptr<Lettering>>& left_lettering();
  void take_lettering();

  Look look_;
  std::unique_ptr<Lettering> lettering_;
  ImGuiContext* context_ = nullptr;
  app::KeyQueue keys_;
  std::vector<Drawn> drawn_;
};

}  // namespace gui
