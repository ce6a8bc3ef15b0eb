#pragma once
// The program in a page: one sheet and its results, with questions and answers in JSON. A host of the core like the window and the command
// line; assets/page/app.js displays the answers. docs/web.md describes it.

#include <optional>
#include <string>
#include <string_view>

#include "algebra/text/message.hpp"
#include "app/document/history.hpp"
#include "app/document/renaming.hpp"
#include "app/document/sheet.hpp"
#include "app/figures/interactive.hpp"
#include "app/session/sheet_session.hpp"
#include "app/system/texts.hpp"

namespace app {

class WebHost {
 public:
  /// Opens the starter sheet.
  WebHost();

  /// Answers a question: its name and a JSON object with its arguments. Returns a JSON object: the state for an edit; {"error": "a
  /// sentence"} in the page's language for any question that cannot be answered.
  std::string answer(std::string_view what, std::string_view question);

 private:
  class Answers;

  /// Updates everything that follows from the sheet, after a change.
  void update();
  /// Returns the sheet, without its launch while that may not run.
  Sheet shown_sheet() const;

  /// The state that undo restores.
  struct Shown {
    Sheet sheet;
    bool held = false;  ///< it came with a link, and its launch may not run yet
    friend bool operator==(const Shown&, const Shown&) = default;
  };
  const Sheet& sheet() const { return shown_.sheet; }

  /// The picture of the last question about cells, which are requested piece by piece.
  struct Drawn {
    PagePicture of;
    render::Diagram diagram;
  };

  Shown shown_;
  Sheet figured_;               ///< the sheet of the page's figure
  std::optional<Drawn> drawn_;  ///< none after a change
  HistoryOf<Shown> history_;
  Renaming renaming_;     ///< renaming by typing in an entry's name
  double edited_at_ = 0;  ///< time of the last edit by the page's clock, in seconds
  SheetSession session_;
  Texts texts_;
};

}  // namespace app
