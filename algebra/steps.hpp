#pragma once
// An operation worked through: the stages, in the order in which they are taught, with these numbers. The operations
// write them down while they compute the result, so that the two cannot drift apart.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout.hpp"
#include "algebra/value.hpp"

namespace algebra {

struct Step {
  std::string_view words;            ///< with {} where the values go; English, and the key of a translation
  std::vector<std::string> values;
  std::optional<Layout> stage;       ///< the layout at this stage, to draw; none where there is none yet
  int level = 0;                     ///< 0: a step of the operation itself; 1..: of an operation within
};

std::string to_string(const Step&);
/// As lines of text: those of the operation numbered, those of operations within indented.
std::string to_string(const std::vector<Step>&, Marks);

/// Where an operation writes its steps. Operations take a pointer, and nothing is written where it is null.
class Steps {
 public:
  explicit Steps(Marks marks) : marks_(marks) {}

  template <class... Values>
  void say(std::string_view words, const Values&... values) {
    list_.push_back({words, {text(values)...}, std::nullopt, level_});
  }
  /// The same with the layout at this stage.
  template <class... Values>
  void show(const Layout& stage, std::string_view words, const Values&... values) {
    list_.push_back({words, {text(values)...}, stage, level_});
  }
  const std::vector<Step>& list() const { return list_; }

  /// While it lives, steps are of an operation within. Does nothing for a null pointer.
  class Within {
   public:
    explicit Within(Steps* steps) : steps_(steps) {
      if (steps_ != nullptr) ++steps_->level_;
    }
    ~Within() {
      if (steps_ != nullptr) --steps_->level_;
    }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Steps* steps_;
  };

 private:
  std::string text(const Layout& l) const { return to_string(l, marks_); }
  std::string text(const IntTuple& t) const { return to_string(t, marks_); }
  std::string text(Int i) const { return to_string(IntTuple(i), marks_); }
  std::string text(const Tiler& t) const { return to_string(Value(t), marks_); }
  std::string text(Mode m) const { return text(m.shape) + ":" + text(m.stride); }
  std::string text(std::size_t n) const { return std::to_string(n); }
  std::string text(std::int64_t n) const { return std::to_string(n); }
  std::string text(int n) const { return std::to_string(n); }
  std::string text(std::string_view s) const { return std::string(s); }

  Marks marks_;
  int level_ = 0;
  std::vector<Step> list_;
};

}  // namespace algebra
