#pragma once
// Undo and redo: a ring of whole sheets. They are tiny.

#include <deque>
#include <optional>
#include <string>

#include "app/document/sheet.hpp"

namespace app {

class History {
 public:
  /// Remember the sheet as it was before an edit. Edits with the same non-empty `merge_key` in a row are one step:
  /// typing into one entry, or one whole drag.
  void before_edit(const Sheet& sheet, const std::string& merge_key = {}) {
    if (!merge_key.empty() && merge_key == last_key_ && !past_.empty()) return;
    past_.push_back(sheet);
    if (past_.size() > limit) past_.pop_front();
    future_.clear();
    last_key_ = merge_key;
  }
  /// Ends a run of merged edits: the entry lost focus, or the mouse button went up. A run that came back to where it began
  /// was no edit.
  void seal(const Sheet& now) {
    if (!last_key_.empty() && !past_.empty() && past_.back() == now) past_.pop_back();
    last_key_.clear();
  }
  /// The sheet before the run with that key, which is forgotten; nothing where it is not going on.
  std::optional<Sheet> cancel(const std::string& merge_key) {
    if (merge_key.empty() || merge_key != last_key_ || past_.empty()) return std::nullopt;
    auto before = std::move(past_.back());
    past_.pop_back();
    last_key_.clear();
    return before;
  }

  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  Sheet undo(const Sheet& now) { return step(past_, future_, now); }
  Sheet redo(const Sheet& now) { return step(future_, past_, now); }
  void clear() { *this = {}; }

 private:
  static constexpr std::size_t limit = 1000;

  Sheet step(std::deque<Sheet>& from, std::deque<Sheet>& to, const Sheet& now) {
    to.push_back(now);
    Sheet sheet = std::move(from.back());
    from.pop_back();
    last_key_.clear();
    return sheet;
  }

  std::deque<Sheet> past_, future_;
  std::string last_key_;
};

}  // namespace app
