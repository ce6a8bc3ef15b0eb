#pragma once
// Everything that the window shows, and the only way to change it.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/document/verdicts.hpp"
#include "app/figures/export_settings.hpp"
#include "app/figures/pictures.hpp"
#include "app/launch/launch_look.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/lessons/lessons.hpp"
#include "app/state/cards.hpp"
#include "app/state/inspector_look.hpp"
#include "app/state/sheet_look.hpp"
#include "app/state/teaching.hpp"
#include "app/system/texts.hpp"
#include "render/theme.hpp"

namespace app {

class Linking;
struct Counterparts;

/// A question that the window must ask before it goes on.
enum class Dialog : std::uint8_t {
  none,
  open,
  save_as,
  export_figure,
  palette,
  about,
  help,
  unsaved,          ///< sheets of App::asked_about, before the window closes
  close_unsaved,    ///< the same, before the tab closes
  changed_on_disk,  ///< somebody else wrote the file that is to be saved
  recover,          ///< what a window that was killed has left
};

struct Session;

class App {
 public:
  explicit App(Sheet, std::string path = {});
  ~App();

  // The document that is shown. `edit` is the one way to change it: it remembers the sheet for undo and evaluates anew.
  const Sheet& sheet() const { return document().sheet; }
  const SheetEvaluator& evaluator() const { return evaluator_; }
  bool has_entry(int entry) const { return entry >= 0 && entry < static_cast<int>(sheet().entries.size()); }
  const EntryResult& result(int entry) const { return evaluator_.results()[static_cast<std::size_t>(entry)]; }
  const tl::expected<LaunchPlan, std::string>& launch() const { return launch_; }
  /// A card's diagram, made once per change of the sheet; null where there is nothing to draw.
  const Picture* picture(int entry, int card = 0) const;
  /// Grows with every change of the sheet that pictures are made from.
  std::uint64_t pictures_version() const { return pictures_version_; }
  /// The tensor of the launch as a grid with its tiles' borders; null without a launch.
  const render::Diagram* launch_diagram() const { return launch_diagram_ ? &*launch_diagram_ : nullptr; }
  /// Who touches each element first, for labels; empty for large launches.
  const std::vector<std::optional<algebra::Touch>>& launch_touches() const { return launch_touches_; }
  std::uint64_t launch_version() const { return launch_version_; }  ///< grows whenever the plan changes

  void edit(const std::function<void(Sheet&)>& change, const std::string& merge_key = {});
  /// Changes what is looked at, not the document: no undo step and nothing to evaluate (playback, isolation, pins).
  void adjust(const std::function<void(Sheet&)>& change);
  void undo();
  void redo();
  bool can_undo() const { return document().history.can_undo(); }
  bool can_redo() const { return document().history.can_redo(); }
  /// Ends a run of edits with one merge key; a run that came back to where it began leaves no step.
  void seal_edit() { shown().history.seal(sheet()); }
  /// Takes back a run that is going on: the sheet is as it was before, and there is no step to redo. Nothing without one.
  void cancel_edit(const std::string& merge_key);

  bool unsaved() const { return unsaved(active_); }
  /// Compared with the file once a change: drawn in every frame.
  bool unsaved(int document) const;
  const std::string& path() const { return document().path; }
  std::string title() const { return document().title(); }

  // The sheets that are open, a tab each. There is always one; only the active one is evaluated.
  std::span<const Document> documents() const { return documents_; }
  int active() const { return active_; }
  const Document& document() const { return documents_[static_cast<std::size_t>(active_)]; }
  void activate(int document);
  /// To the left or to the right of another tab.
  void move_document(int from, int to);
  /// Asks first when it is not saved.
  void request_close(int document);
  /// Without asking. The last one leaves an empty sheet.
  void close(int document);
  bool can_reopen() const { return !closed_.empty(); }
  void reopen_closed();
  /// The sheets that are not saved, by their place.
  std::vector<int> unsaved_documents() const;
  /// A sheet that is in no file, or not as it is now, in a tab of its own.
  void open_unsaved(Sheet, const std::string& path, int selected_entry);
  /// Grows with each change of any document, and of which there are.
  std::uint64_t changes() const { return changes_; }

  // What is remembered from run to run.
  Session& session() { return *session_; }
  const Session& session() const { return *session_; }

  /// Each false with a message in `notice` when it did not work. An open file's tab is shown.
  bool open(const std::string& path);
  bool save(const std::string& path);
  /// What `exporting` says, to that file; several steps go to files beside it.
  bool export_to(const std::string& path);
  /// The entry's card to the desktop's clipboard.
  bool copy_picture(int entry);
  /// In a new tab, unless the active one is untouched.
  void start_new(Sheet);
  void tell(std::string text, bool bad);  ///< in the status bar

  /// An entry below the selected one, with the keyboard; returns where.
  int insert_entry(std::string text);
  /// Several below the selected entry, in one undo step.
  void insert_entries(const std::vector<std::string>& lines);
  /// A new entry that calls a function with the chosen entries; what is missing is selected for typing.
  void insert_call(std::string_view function);
  /// In place of one entry several, in one undo step: what was pasted into it.
  void replace_entry(int entry, const std::vector<std::string>& lines);
  /// Puts text on the clipboard after the frame, or says why there is none.
  void copy(const tl::expected<std::string, std::string>& text);

  /// An entry's operation worked through, its stages drawn; made once, until the entry is evaluated again.
  struct Explained {
    std::uint64_t version = 0;
    std::vector<algebra::Step> steps;
    std::vector<std::optional<render::Diagram>> stages;
  };
  const Explained& explained(int entry) const;

  /// `wake` is called from another thread when a verdict has been found in the background: collect_verdicts takes it.
  void wake_with(std::function<void()> wake);
  /// Takes the verdicts that were found in the background. True if there were any.
  bool collect_verdicts();
  /// Some are still being looked for, or are to be collected.
  bool verdicts_pending() const { return !verdicts_->idle(); }
  /// Waits for all of them: for pictures and tests.
  void finish_verdicts();
  /// Stops looking for verdicts: before what `wake` needs goes away.
  void drop_verdicts();

  /// From now on the sheet shows what `watch` finds, below its own entries.
  void watch(std::unique_ptr<Watch>);
  bool watching() const { return document().watch != nullptr; }
  const WatchReport& watched() const { return document().watched; }
  const std::string& watched_path() const { return document().watch->path(); }
  /// Takes what was found, unless paused or the user types in an entry that it would move. True if anything changed.
  bool collect_watched(int typed_in = -1);
  /// Shows what was found, newest first. No undo step, and nothing to save. Entries keep how they are looked at.
  void watch_in(WatchReport);
  /// Makes an ordinary entry of one that a watch found.
  void keep_entry(int entry);

  void run_again() { ++launch_version_; }
  /// From the beginning where the trace is whole.
  void play_or_pause();

  // What is pointed at and how the window looks: not part of the document.
  int selected = 0;
  Element hover;
  /// Where a walk plays, else hovered, else where a walk stands, else pinned. None of an entry whose values are hidden.
  Element shown_element() const;
  /// What is linked to the shown element, in all entries; looked for once, until one or the other changes.
  const Counterparts& linked() const;
  Linking& linking() const;
  bool show_links = false;  ///< lines between the cards' counterparts
  InspectorLook inspector;
  int focus_entry = -1;             ///< the entry whose text wants the keyboard next frame
  std::uint64_t sheet_version = 1;  ///< grows with changes that did not come from typing
  render::ThemeName theme = render::ThemeName::light;
  Texts texts;
  float zoom = 1.0f;
  CardLook cards;
  Dialog dialog = Dialog::none;
  std::vector<std::uint64_t> asked_about;  ///< documents of Dialog::unsaved and close_unsaved
  ExportSettings exporting;                ///< of the export dialog; as it was left, for the session
  std::string export_ending = "svg";       ///< of the file that it proposes
  std::string clipboard;                   ///< text that is to go there; empty: none
  std::string notice;                      ///< last message for the status bar
  bool notice_is_bad = false;
  bool playing = false;
  LaunchLook launch_look;
  SheetLook sheet_look;
  LessonProgress lessons;
  void retell_lesson();       ///< a built-in lesson's notes in the window's language; after a change of that
  bool watch_paused = false;  ///< reading goes on, the sheet stays as it is
  Presentation presenting;
  Predictions predictions;
  Iteration iteration;
  bool full_screen = false;  ///< the window is to fill the screen
  bool quit = false;
  void request_quit();  ///< asks first when something is not saved

 private:
  void refresh();
  void number_cards();
  void want_verdicts();
  void place_watched();
  Document& shown() { return documents_[static_cast<std::size_t>(active_)]; }
  Document begin(Sheet, std::string path);
  void go_to(Sheet);   ///< a step of undo or redo
  void put_away();     ///< what the active document keeps while another one is shown
  void show_active();  ///< evaluates it from the beginning
  void add(Document);  ///< shows it, in place of an untouched one
  void changed() { ++changes_; }

  std::vector<Document> documents_;
  int active_ = 0;
  std::vector<Document> closed_;  ///< last closed last
  std::uint64_t next_document_ = 1, changes_ = 1;
  mutable std::vector<std::optional<bool>> unsaved_;  ///< by document; empty: not compared since unsaved_at_
  mutable std::uint64_t unsaved_at_ = 0;              ///< changes() then
  std::unique_ptr<Session> session_;
  SheetEvaluator evaluator_;
  tl::expected<LaunchPlan, std::string> launch_{tl::unexpected(std::string{})};
  std::uint64_t launch_version_ = 0;
  std::optional<render::Diagram> launch_diagram_;
  std::vector<std::optional<algebra::Touch>> launch_touches_;
  std::unique_ptr<Verdicts> verdicts_;
  std::function<void()> wake_;
  mutable Explained explained_;
  mutable Element pinned_;
  mutable std::uint64_t pinned_at_ = 0;  ///< changes() when it was looked for; 0: not since the entries moved
  std::shared_ptr<Linking> linking_;
  mutable std::map<std::pair<int, int>, std::optional<Picture>> pictures_;  ///< of an entry's card; empty: nothing to draw
  std::uint64_t pictures_version_ = 0;
  std::int64_t last_card_ = 0;  ///< the last number given to a card
};

/// What a panel wants done, after the frame: panels read the App and never change it.
using Action = std::function<void(App&)>;
using Actions = std::vector<Action>;

}  // namespace app
