#pragma once
// The program in a page: one sheet and what is known of it, asked and answered in JSON. A host of the core like the window and the
// command line; assets/page/app.js shows what it says. docs/web.md describes it.

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
  /// With the starter sheet.
  WebHost();

  /// The answer to a question: what is wanted, and a JSON object with the rest of it. A JSON object; {"error": "a sentence"} in the
  /// page's language for a question that cannot be answered, whatever it is. What changes the sheet answers with its state.
  std::string answer(std::string_view what, std::string_view question);

 private:
  class Answers;

  /// After the sheet has changed: everything that follows from it.
  void update();
  /// The sheet without a launch that nobody has allowed yet.
  Sheet shown_sheet() const;

  /// What undo goes through.
  struct Shown {
    Sheet sheet;
    bool held = false;  ///< it came with a link, and nobody has said yet that its launch may run
    friend bool operator==(const Shown&, const Shown&) = default;
  };
  const Sheet& sheet() const { return shown_.sheet; }

  /// The picture whose cells were asked for last: they are asked for piece by piece.
  struct Drawn {
    PagePicture of;
    render::Diagram diagram;
  };

  Shown shown_;
  Sheet figured_;               ///< of which the page has the figure
  std::optional<Drawn> drawn_;  ///< none after a change
  HistoryOf<Shown> history_;
  Renaming renaming_;     ///< by typing in an entry's name
  double edited_at_ = 0;  ///< by the page's clock, in seconds
  SheetSession session_;
  Texts texts_;
};

}  // namespace app
