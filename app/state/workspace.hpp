#pragma once
// The open documents and what follows from the active one: values, verdicts, links, the launch's plan, pictures. It knows
// nothing of how any of it is looked at: that is ViewState.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/document/verdicts.hpp"
#include "app/figures/pictures.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/lessons/lessons.hpp"
#include "gpu/playback.hpp"

namespace app {

class LinkGraph;

class Workspace {
 public:
  /// One open document with that sheet. `path`: its file; empty: it has none.
  explicit Workspace(Sheet, std::string path = {});
  ~Workspace();

  // The active document. `edit` and its relatives are the only way to change its sheet: they keep what follows from it up
  // to date.
  const Sheet& sheet() const { return document().sheet; }
  const SheetEvaluator& evaluator() const { return evaluator_; }
  bool has_entry(int entry) const { return entry >= 0 && entry < static_cast<int>(sheet().entries.size()); }
  const EntryResult& result(int entry) const { return evaluator_.results()[static_cast<std::size_t>(entry)]; }
  const tl::expected<gpu::LaunchPlan, std::string>& launch() const { return launch_; }
  /// A card's diagram, made once per change of the sheet; null where there is nothing to draw.
  const Picture* picture(int entry, int card = 0) const;
  /// Grows with every change of the sheet that pictures are made from.
  std::uint64_t pictures_version() const { return pictures_version_; }
  /// The tensor of the launch as a grid with its tiles' borders; null without a launch.
  const render::Diagram* launch_diagram() const { return launch_diagram_ ? &*launch_diagram_ : nullptr; }
  /// Who touches each element first, for labels; empty for large launches.
  const std::vector<std::optional<algebra::Touch>>& launch_touches() const { return launch_touches_; }
  std::uint64_t launch_version() const { return launch_version_; }  ///< grows whenever the plan changes
  /// Grows with each change of the sheet that did not come from typing: text fields show the sheet's text again.
  std::uint64_t sheet_version() const { return sheet_version_; }
  void run_again() { ++launch_version_; }

  /// Changes the sheet in one undo step. `name`: English words after "Undo:". Edits in a row with the same non-empty merge
  /// key are one step.
  void edit(std::string_view name, const std::function<void(Sheet&)>& change, const std::string& merge_key = {});
  /// Changes how the sheet is looked at (playback, isolation, pins): no undo step and nothing to evaluate.
  void set_view(const std::function<void(Sheet&)>& change);
  void undo();
  void redo();
  bool can_undo() const { return document().history.can_undo(); }
  bool can_redo() const { return document().history.can_redo(); }
  /// What undo and redo would revert and repeat, as `edit` was told; empty without a step.
  std::string_view undo_name() const { return document().history.undo_name(); }
  std::string_view redo_name() const { return document().history.redo_name(); }
  /// Ends a run of merged edits; a run that came back to where it began leaves no step.
  void seal_edit() { shown().history.seal(sheet()); }
  /// Reverts the unfinished merged edit with that key, if there is one; leaves no redo step.
  void cancel_edit(const std::string& merge_key);
  /// The sheet's text has changed other than by typing: see sheet_version.
  void reload_text() { ++sheet_version_; }

  // The open documents, a tab each. There is always one; only the active one is evaluated.
  std::span<const Document> documents() const { return documents_; }
  int active() const { return active_; }
  const Document& document() const { return documents_[static_cast<std::size_t>(active_)]; }
  const std::string& path() const { return document().path; }
  std::string title() const { return document().title(); }
  bool unsaved() const { return unsaved(active_); }
  /// Compared with the file once a change: drawn in every frame.
  bool unsaved(int document) const;
  /// The unsaved documents, by their place.
  std::vector<int> unsaved_documents() const;
  /// Grows with each change of any document, and of which there are.
  std::uint64_t changes() const { return changes_; }

  /// A document that can be added; its file, if it has one, holds that sheet.
  Document new_document(Sheet, std::string path);
  /// Adds a document after the active one, or in place of an untouched one, and makes it active.
  void add(Document);
  void activate(int document);
  void move_document(int from, int to);
  /// Without asking. The last one leaves an empty document.
  void close(int document);
  bool can_reopen() const { return !closed_.empty(); }
  void reopen_closed();
  /// Remembers the entry that is selected in the active document, before another one is shown.
  void store_view(int selected);
  /// The active document's sheet is in that file now.
  void saved_as(const std::string& path);
  /// The active document's file holds this sheet now, and so does the document: an edit that leaves nothing unsaved.
  void read_again(Sheet);
  /// Languages of the built-in lessons' notes.
  void set_language(Language);

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
  void watch(std::unique_ptr<Watch> watch);
  bool watching() const { return document().watch != nullptr; }
  bool watch_paused() const { return document().watch_paused; }
  void pause_watch(bool paused) { shown().watch_paused = paused; }
  const WatchReport& watched() const { return document().watched; }
  const std::string& watched_path() const { return document().watch->path(); }
  /// What was found since the last call; nothing while paused.
  std::optional<WatchReport> take_watched();
  /// Shows what was found, newest first. No undo step, and nothing to save. Entries keep how they are looked at.
  void show_watched(WatchReport);

  LinkGraph& linking() const;

  LessonProgress lessons;

 private:
  void refresh();
  void number_cards();
  void want_verdicts();
  void place_watched();
  Document& shown() { return documents_[static_cast<std::size_t>(active_)]; }
  void go_to(Sheet);   ///< a step of undo or redo
  void show_active();  ///< evaluates it from the beginning
  void changed() { ++changes_; }

  std::vector<Document> documents_;
  int active_ = 0;
  std::vector<Document> closed_;  ///< last closed last
  std::uint64_t next_document_ = 1, changes_ = 1, sheet_version_ = 1;
  mutable std::vector<std::optional<bool>> unsaved_;  ///< by document; empty: not compared since unsaved_at_
  mutable std::uint64_t unsaved_at_ = 0;              ///< changes() then
  Language language_ = Language::english;
  SheetEvaluator evaluator_;
  tl::expected<gpu::LaunchPlan, std::string> launch_{tl::unexpected(std::string{})};
  std::uint64_t launch_version_ = 0;
  std::optional<render::Diagram> launch_diagram_;
  std::vector<std::optional<algebra::Touch>> launch_touches_;
  std::unique_ptr<Verdicts> verdicts_;
  std::function<void()> wake_;
  mutable Explained explained_;
  std::shared_ptr<LinkGraph> linking_;
  mutable std::map<std::pair<int, int>, std::optional<Picture>> pictures_;  ///< of an entry's card; empty: nothing to draw
  std::uint64_t pictures_version_ = 0;
  std::int64_t last_card_ = 0;  ///< the last number given to a card
};

}  // namespace app
