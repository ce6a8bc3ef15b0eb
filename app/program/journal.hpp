#pragma once
// Records what the places of a program were before they were changed: where it is not known which of several ways is taken, each is run
// from the same state, and what they changed is taken back or joined.

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace app {

/// `Place`: what can be changed, ordered. `State`: what it was.
template <class Place, class State>
class Journal {
 public:
  using States = std::map<Place, State>;

  /// What places were when they were first changed since it was opened. Copies share it; it is closed when the last of them is gone.
  class Record {
   public:
    Record() = default;  ///< records nothing
    explicit operator bool() const { return open_ != nullptr; }
    const States& states() const { return open_->states; }
    /// Closes it and returns what it has.
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
  /// Notes in each open record what a place is, unless the record has it: state() gives that, and is called once for each.
  template <class F>
  void note(const Place& place, F state) {
    for (auto* states : open_)
      if (const auto at = states->lower_bound(place); at == states->end() || place < at->first) states->emplace_hint(at, place, state());
  }

 private:
  std::vector<States*> open_{};
};

}  // namespace app
