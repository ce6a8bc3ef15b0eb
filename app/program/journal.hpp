#pragma once
// Records the former states of a program's places. If it is unknown which of several branches is taken, each is run from the same state,
// and its changes are undone or joined.

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace app {

/// `Place`: a place that can change, ordered. `State`: its former state.
template <class Place, class State>
class Journal {
 public:
  using States = std::map<Place, State>;

  /// The states of places before their first change since the record was opened. Copies share it; it is closed with the last of them.
  class Record {
   public:
    Record() = default;  ///< records nothing
    explicit operator bool() const { return open_ != nullptr; }
    const States& states() const { return open_->states; }
    /// Closes the record and returns its states.
    States taken() {
      auto states = std::move(open_->states);
      open_.reset();
      return states;
    }
    void close() { open_.reset(); }
    friend bool operator==(const Record& a, const Record& b) { return a.open_ == b.open_; }

   private:
    friend class Journal;
    struct Open {
      explicit Open(Journal& of) : journal(of) { journal.open_.push_back(&states); }
      Open(const Open&) = delete;
      Open& operator=(const Open&) = delete;
      ~Open() { std::erase(journal.open_, &states); }
      Journal& journal;
      States states{};
    };
    std::shared_ptr<Open> open_{};
  };

  /// Opens a record. The journal has to outlive it.
  Record open() {
    Record record;
    record.open_ = std::make_shared<typename Record::Open>(*this);
    return record;
  }
  /// Saves the place's present state in each open record that does not have the place yet. `state`: function that returns it, called once
  /// per such record.
  template <class F>
  void note(const Place& place, F state) {
    for (auto* states : open_)
      if (const auto at = states->lower_bound(place); at == states->end() || place < at->first) states->emplace_hint(at, place, state());
  }

 private:
  std::vector<States*> open_{};
};

}  // namespace app
