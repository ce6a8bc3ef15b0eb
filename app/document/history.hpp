#pragma once
// Undo and redo. A step is a copy of the whole sheet, which is small.

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/sheet.hpp"

namespace app {

/// The undo history of a document. `Shown`: the document's state, a sheet, perhaps with further state of a host.
template <class Shown>
class HistoryOf {
 public:
  /// Records the document before an edit of this name. Consecutive edits with the same non-empty `merge_key` are one step: typing in one
  /// entry, or a whole drag.
  void before_edit(const Shown& before, std::string_view name, const std::string& merge_key = {}) {
    if (!merge_key.empty() && merge_key == last_key_ && !past_.empty()) return;
    past_.push_back({before, std::string(name)});
    if (past_.size() > limit) past_.pop_front();
    future_.clear();
    last_key_ = merge_key;
  }
  /// Ends a run of merged edits, when the entry loses the keyboard or the mouse button is released. Drops the step if the run did not
  /// change the document.
  void seal(const Shown& now) {
    if (!last_key_.empty() && !past_.empty() && past_.back().shown == now) past_.pop_back();
    last_key_.clear();
  }
  /// Drops the unfinished run with this key and returns the document before it; nullopt if there is no such run.
  std::optional<Shown> cancel(const std::string& merge_key) {
    if (merge_key.empty() || merge_key != last_key_ || past_.empty()) return std::nullopt;
    auto before = std::move(past_.back().shown);
    past_.pop_back();
    last_key_.clear();
    return before;
  }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  /// Return the names of the edits that the next undo reverts and the next redo repeats; "" if there is none.
  std::string_view undo_name() const { return past_.empty() ? std::string_view{} : past_.back().name; }
  std::string_view redo_name() const { return future_.empty() ? std::string_view{} : future_.back().name; }
  /// Return the document to show, given the present one. Require can_undo() or can_redo(), respectively.
  Shown undo(const Shown& now) { return step(past_, future_, now); }
  Shown redo(const Shown& now) { return step(future_, past_, now); }
  void clear() { *this = {}; }

 private:
  static constexpr std::size_t limit = 1000;

  struct Step {
    Shown shown;       ///< in past_, the state before the edit; in future_, after it
    std::string name;  ///< name of the edit
  };

  Shown step(std::deque<Step>& from, std::deque<Step>& to, const Shown& now) {
    auto& last = from.back();
    to.push_back({now, std::move(last.name)});
    Shown shown = std::move(last.shown);
    from.pop_back();
    last_key_.clear();
    return shown;
  }

  std::deque<Step> past_, future_;
  std::string last_key_;
};

using History = HistoryOf<Sheet>;

}  // namespace app
