#pragma once
// The window without OpenGL: frames of Dear ImGui with injected mouse and keys, and the texts that they draw. A test finds what
// a user would see, where it is shown.

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
  float scale = 1;                  ///< pixels per point
  app::Language language = app::Language::english;
  render::ThemeName theme = render::ThemeName::light;
  bool all_panels = true;  ///< open, whatever there is to show; false: as of a first run
};

class Gui {
 public:
  explicit Gui(app::Sheet = app::starter_sheet(), const Look& = {});
  ~Gui();
  Gui(const Gui&) = delete;
  Gui& operator=(const Gui&) = delete;

  app::State state;
  app::Ui ui;

  /// The window's size changes, in pixels.
  void resize(int width, int height);
  ImVec2 size() const;
  /// The texts that the panels asked for in the last frame, in sight or not. Its windows are ImGui's.
  const app::TextLog& asked() const { return asked_; }

  /// Draws a frame as the window's loop does, and executes its requests.
  void frame();
  /// Draws frames until all input is handled and drawn.
  void settle();

  // The mouse, in pixels from the top left. Each function draws as many frames as would pass for a person.
  void move(ImVec2);
  void press(int button = 0);
  void release(int button = 0);
  void click(ImVec2, int button = 0);
  void double_click(ImVec2);
  void drag(ImVec2 from, ImVec2 to, int steps = 8);
  void wheel(float notches);

  // The keyboard: keys by GLFW's codes, text as typed.
  void key(int code, bool control = false, bool shift = false, bool alt = false);
  void type(std::string_view);
  /// Runs a command by its shortcut, else as the menu does. False if it is disabled or does not exist.
  bool command(std::string_view id);

  /// Returns the texts of the last frame, in drawing order.
  const std::vector<Drawn>& drawn() const { return drawn_; }
  /// Returns the nth text of the last frame that equals (or contains) this one; null if there is none. Valid until the next frame.
  const Drawn* find(std::string_view text, int nth = 0) const;
  const Drawn* find_containing(std::string_view text, int nth = 0) const;
  bool shows(std::string_view text) const { return find_containing(text) != nullptr; }
  /// Clicks in the middle of a text; false if it is not drawn.
  bool click_text(std::string_view text, int nth = 0);
  /// All texts of the last frame, one per line, for failure messages.
  std::string everything() const;

 private:
  struct Lettering;
  static std::vector<std::unique_ptr<Lettering>>& left_lettering();
  void take_lettering();

  Look look_;
  ImVec2 pixels_;  ///< as resized; 0: as `look_` says
  std::unique_ptr<Lettering> lettering_;
  ImGuiContext* context_ = nullptr;
  app::KeyQueue keys_;
  std::vector<Drawn> drawn_;
  app::TextLog asked_;
};

}  // namespace gui
