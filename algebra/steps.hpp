#pragma once
// An operation worked through: the stages, in the order in which they are taught, with these numbers. The operations
// write them down while they compute the result, so that the two cannot drift apart.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout.hpp"
#include "algebra/value.hpp"

namespace algebra {

/// What the values of a stage's layout are.
enum class StageOf : std::uint8_t {
  indices,      ///< of the layout that the operation works on, and of its result
  coordinates,  ///< 1-D, of that layout, or of the mode of it that is at work
  copies,       ///< the indices at which copies of that layout begin
  other,
};

struct Step {
  std::string_view words;  ///< with {} where the values go; English, and the key of a translation
  std::vector<std::string> values;
  std::optional<Layout> stage;  ///< the layout at this stage, to draw; none where there is none yet
  int level = 0;                ///< 0: a step of the operation itself; 1..: of an operation within
  StageOf of = StageOf::indices;
  std::optional<std::int64_t> covered{};  ///< of a complement: the indices below it that the modes looked at so far reach
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
    list_.push_back({words, {text(values)...}, std::nullopt, level_, of_});
  }
  /// The same with the layout at this stage. Until the next step more can be said about it.
  template <class... Values>
  Step& show(const Layout& stage, std::string_view words, const Values&... values) {
    list_.push_back({words, {text(values)...}, stage, level_, of_});
    return list_.back();
  }
  const std::vector<Step>& list() const { return list_; }

  /// What stages are of, unless said otherwise.
  StageOf of() const { return of_; }

  /// While it lives, steps are of an operation within, whose stages are the same as before or what is said. Does nothing
  /// for a null pointer.
  class Within {
   public:
    explicit Within(Steps* steps, std::optional<StageOf> of = {})
        : steps_(steps), before_(steps != nullptr ? steps->of_ : StageOf::indices) {
      if (steps_ == nullptr) return;
      ++steps_->level_;
      steps_->of_ = of.value_or(before_);
    }
    ~Within() {
      if (steps_ == nullptr) return;
      --steps_->level_;
      steps_->of_ = before_;
    }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    Steps* steps_;
    StageOf before_;
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
  StageOf of_ = StageOf::indices;
  std::vector<Step> list_;
};

}  // namespace algebra
