#pragma once
// The open documents and everything derived from the active one: values, verdicts, links, the launch's plan, pictures. How they are viewed
// is ViewState's.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/document.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/facts.hpp"
#include "app/document/sheet.hpp"
#include "app/document/verdicts.hpp"
#include "app/figures/pictures.hpp"
#include "app/map/map_reader.hpp"
#include "app/session/sheet_session.hpp"
#include "gpu/run/playback.hpp"

namespace app {

class FrontEnd;
class ToolRunner;

/// Returns whether a document is a built-in lesson that was opened as one, so that LessonProgress keeps its text. A sheet from a file, a
/// link or the clipboard never is.
bool is_lesson(const Document&);

class Workspace {
 public:
  /// Opens one document with a sheet. path: its file; empty: none.
  explicit Workspace(Sheet, std::string path = {});
  ~Workspace();

  // The active document.
  // Its sheet is changed only by `edit` and the functions after it, which update everything derived from it.
  const Sheet& sheet() const { return document().sheet; }
  const SheetEvaluator& evaluator() const { return session_.evaluator(); }
  bool has_entry(int entry) const { return entry >= 0 && entry < static_cast<int>(sheet().entries.size()); }
  const EntryResult& result(int entry) const { return session_.result(entry); }
  const tl::expected<gpu::LaunchPlan, algebra::Message>& launch() const { return session_.launch(); }
  /// Returns a card's diagram, cached until the sheet changes; null if there is nothing to draw.
  const Picture* picture(int entry, int card = 0) const;
  /// A counter of changes of the sheet that affect pictures.
  std::uint64_t pictures_version() const { return pictures_version_; }
  /// Returns the launch's tensor as a grid with the borders of its tiles; null without a launch.
  const render::Diagram* launch_diagram() const { return launch_diagram_ ? &*launch_diagram_ : nullptr; }
  /// Returns the first touch of each element, for labels; empty for large launches.
  const std::vector<std::optional<algebra::Touch>>& launch_touches() const { return launch_touches_; }
  /// Incremented when the plan changes, or is run again.
  std::uint64_t launch_version() const { return session_.launch_version() + runs_again_; }
  /// A counter of changes of the sheet other than by typing, after which text fields reload their text.
  std::uint64_t sheet_version() const { return sheet_version_; }
  /// Runs the launch again although its plan is unchanged.
  void run_again() { ++runs_again_; }
  /// Plans the launch again after a change of its limits.
  void plan_again() { refresh(); }
  /// Returns whether a launch that came with a link waits for permission to run. launch() then has its plan.
  bool asks_to_run() const { return session_.asks_to_run(); }
  /// Holds the launch of the active document back until it is allowed.
  void hold_launch();
  void allow_launch();
  /// Marks the active document as a program that the user has opened.
  void opened_program() { shown().is_program = !sheet().program.path.empty(); }

  /// Changes the sheet in one undo step. name: in English, shown after "Undo:". Consecutive edits with the same non-empty merge key are one
  /// step.
  void edit(std::string_view name, const std::function<void(Sheet&)>& change, const std::string& merge_key = {});
  /// Changes the sheet as `edit` does, by something that is not the user's work: a document without unsaved changes stays saved.
  void take_in(std::string_view name, const std::function<void(Sheet&)>& change);
  /// Changes view settings in the sheet (playback, isolation, pins): no undo step, no evaluation.
  void set_view(const std::function<void(Sheet&)>& change);
  void undo();
  void redo();
  bool can_undo() const { return document().history.can_undo(); }
  bool can_redo() const { return document().history.can_redo(); }
  /// Return the names of the edits that undo would revert and redo would repeat; "" if there is none.
  std::string_view undo_name() const { return document().history.undo_name(); }
  std::string_view redo_name() const { return document().history.redo_name(); }
  /// Ends a run of merged edits. A run that has restored the original sheet leaves no step.
  void seal_edit() { shown().history.seal(sheet()); }
  /// Reverts the unfinished merged edit with that key, if there is one; leaves no redo step.
  void cancel_edit(const std::string& merge_key);
  /// Makes text fields reload the sheet's text: see sheet_version.
  void reload_text() { ++sheet_version_; }

  // The open documents, one per tab. There is always at least one; only the active one is evaluated.
  std::span<const Document> documents() const { return documents_; }
  int active() const { return active_; }
  const Document& document() const { return documents_[static_cast<std::size_t>(active_)]; }
  const std::string& path() const { return document().path; }
  std::string title(const Texts& texts) const { return document().title(texts); }
  bool unsaved() const { return unsaved(active_); }
  /// Returns Document::unsaved, cached until the next change because every frame shows it. False for a built-in lesson, which `lessons`
  /// keeps.
  bool unsaved(int document) const;
  /// Returns the indices of the unsaved documents.
  std::vector<int> unsaved_documents() const;
  /// Returns the number of edits in all documents, including undo and redo.
  std::uint64_t edits() const { return edits_; }
  /// A counter of changes of any document or of the list of documents.
  std::uint64_t changes() const { return changes_; }

  /// Makes a document to `add`. path: the file that holds the sheet; empty: none.
  Document new_document(Sheet, std::string path);
  /// Adds a document after the active one, or in place of it if that is untouched, and activates it.
  void add(Document);
  void activate(int document);
  void move_document(int from, int to);
  /// Closes a document without asking. Closing the last one leaves an empty document.
  void close(int document);
  bool can_reopen() const { return !closed_.empty(); }
  void reopen_closed();
  /// Stores the selected entry in the active document, before another document is shown.
  void store_view(int selected);
  /// Call this after the active document was saved to that file.
  void saved_as(const std::string& path);
  /// Replaces the active document's sheet by its file's new content, in an edit that leaves the document saved.
  void read_again(Sheet, std::optional<FileStamp>);
  /// Sets the language of built-in lessons in all tabs, and of tools' answers.
  void set_language(Language);
  Language language() const { return language_; }

  /// The steps of an entry's operation, with a diagram of each stage. Cached for the last entry until it changes.
  struct Explained {
    std::uint64_t version = 0;
    std::vector<algebra::Step> steps;
    std::vector<std::optional<render::Diagram>> stages;
  };
  const Explained& explained(int entry) const;

  /// Sets the function that background threads call when there is a verdict to collect or a find of the watch.
  void wake_with(std::function<void()> wake);
  /// Sets the verdicts that were found in the background. Returns true if there were any.
  bool collect_verdicts();
  /// Returns whether verdicts are still being computed or waiting to be collected.
  bool verdicts_pending() const { return !verdicts_->idle(); }
  /// Waits for all verdicts and collects them. For pictures and tests.
  void finish_verdicts();
  /// Sets the seconds for exhaustive verdicts; 0: unlimited.
  void limit_checks(double seconds);
  /// Returns how many of the current verdicts are finished; 0 of 0: none are being computed.
  Verdicts::Progress checking() const { return verdicts_->progress(); }
  /// Checks every element for verdicts that are samples.
  void check_everything();
  /// Samples the remaining verdicts.
  void stop_checking() { verdicts_->sample_rest(); }
  /// Stops computing verdicts. Call this before destroying anything that `wake` uses.
  void drop_verdicts();

  /// Returns the question for a map of the active document's kernels; null if it has none, or they cannot be read.
  const MapQuestion* map_question() const;
  /// Reads that map in the background, unless it exists or is being read.
  void want_map(const MapQuestion&);
  /// Returns the active document's last map, or null.
  const MapAnswer* map() const;
  /// Returns what the background thread is doing for it.
  MapReader::Doing mapping() const { return maps_->doing(); }
  /// Returns the percentage of steps checked so far.
  int mapping_percent() const { return maps_->percent(); }
  void stop_map_check() { maps_->stop_checking(); }
  /// Runs the block of the shown map in the background.
  void run_map();
  /// As MapReader::run_on; tools use the same GPU.
  void run_maps_on(MapReader::MakeDevice make);
  /// Takes a map that was read. Returns true if there was one.
  bool collect_map();
  /// Waits for the requested map and its check. For pictures and tests.
  void finish_map();

  /// The compiler's front end, which runs for open programs in the background.
  FrontEnd& front_end() { return *front_end_; }
  const FrontEnd& front_end() const { return *front_end_; }

  /// The tools that run in the background.
  ToolRunner& tools() { return *tools_; }
  const ToolRunner& tools() const { return *tools_; }

  /// Shows the finds of `watch` below the sheet's own entries from now on.
  void watch(std::unique_ptr<Watch> watch);
  bool watching() const { return document().watch != nullptr; }
  bool watch_paused() const { return document().watch_paused; }
  void pause_watch(bool paused) { shown().watch_paused = paused; }
  const WatchReport& watched() const { return document().watched; }
  const std::string& watched_path() const { return document().watch->path(); }
  /// Returns the watch's report if it has changed since the last call; nullopt while paused.
  std::optional<WatchReport> take_watched();
  /// Shows the finds, newest first. No undo step, and nothing becomes unsaved. Entries keep their view settings.
  void show_watched(WatchReport);

  LinkGraph& linking() const { return session_.links(); }
  /// The input for facts on elements.
  DocumentView document_view() const { return session_.view(sheet()); }

  LessonProgress& lessons() { return session_.lessons; }
  const LessonProgress& lessons() const { return session_.lessons; }

 private:
  void refresh();
  void retell(Document&) const;
  void number_cards();
  void want_verdicts();
  void place_watched();
  Document& shown() { return documents_[static_cast<std::size_t>(active_)]; }
  void keep_lesson();  ///< call this after the user's text has changed
  void go_to(Sheet);   ///< shows the sheet of an undo or redo step
  void show_active();  ///< evaluates the active document from scratch
  void changed() { ++changes_; }

  std::vector<Document> documents_;
  int active_ = 0;
  std::vector<Document> closed_;  ///< in the order of closing
  std::uint64_t next_document_ = 1, changes_ = 1, sheet_version_ = 1, edits_ = 0;
  mutable std::vector<std::optional<bool>> unsaved_;  ///< by document; nullopt: not compared since unsaved_at_
  mutable std::uint64_t unsaved_at_ = 0;              ///< changes() then
  Language language_ = Language::english;
  SheetSession session_;            ///< of the active document
  std::uint64_t runs_again_ = 0;    ///< calls of run_again
  std::uint64_t drawn_launch_ = 0;  ///< the version of the plan that launch_diagram_ is of
  std::optional<render::Diagram> launch_diagram_;
  std::vector<std::optional<algebra::Touch>> launch_touches_;
  std::unique_ptr<Verdicts> verdicts_;
  std::unique_ptr<MapReader> maps_;
  std::unique_ptr<FrontEnd> front_end_;
  std::unique_ptr<ToolRunner> tools_;
  MapQuestion asked_map_;
  std::uint64_t asked_map_of_ = 0;                  ///< document; 0: none
  std::map<std::uint64_t, MapAnswer> map_answers_;  ///< by document
  mutable std::optional<MapQuestion> map_question_;
  mutable std::uint64_t map_question_at_ = 0;  ///< changes() then
  std::function<void()> wake_;
  mutable Explained explained_;
  mutable std::map<std::pair<int, int>, std::optional<Picture>> pictures_;  ///< by entry and card; nullopt: cannot be drawn
  std::uint64_t pictures_version_ = 0;
  std::int64_t last_card_ = 0;  ///< the last number assigned to a card
};

}  // namespace app
