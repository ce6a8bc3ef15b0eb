#pragma once
// The steps of an operation, in the order in which they are taught, with the actual numbers. Operations record them
// while they compute the result, so that the two cannot disagree.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/layout/composed.hpp"
#include "algebra/text/message.hpp"

namespace algebra {

/// Meaning of the values of a stage's layout.
enum class StageOf : std::uint8_t {
  indices,      ///< indices of the operation's input layout and of its result
  coordinates,  ///< 1-D coordinates of the input layout or of its current mode
  copies,       ///< the indices at which copies of the input layout begin
  other,
};

struct Step {
  Message words;                ///< the step as a sentence with the actual numbers
  std::optional<Layout> stage;  ///< the layout at this stage, to draw; empty if there is none yet
  int level = 0;                ///< 0: a step of the operation itself; 1 and more: of a nested operation
  StageOf of = StageOf::indices;
  std::optional<int> mode{};              ///< the first step for this mode; the steps within follow
  std::optional<std::int64_t> covered{};  ///< complement only: the modes processed so far cover the indices below this
};

/// Returns one line per step: numbered for the operation itself, indented for nested operations.
std::string to_string(const std::vector<Step>&, Marks);

/// Records an operation's steps. Operations take a pointer to it and record nothing if it is null. Nothing here is inlined, and values are
/// passed by value, so that the operations stay small and keep their integers in registers.
class Steps {
 public:
  explicit Steps(Marks marks) : marks_(marks) {}

  template <class... Values>
  [[gnu::noinline, gnu::cold]] void say(std::string_view words, Values... values) {
    list_.push_back({{words, {operand(values)...}}, std::nullopt, level_, of_});
  }
  /// Records a step with the layout at this stage. The returned step may be amended until the next one is added.
  template <class... Values>
  [[gnu::noinline, gnu::cold]] Step& show(const Layout& stage, std::string_view words, Values... values) {
    list_.push_back({{words, {operand(values)...}}, stage, level_, of_});
    return list_.back();
  }
  const std::vector<Step>& list() const { return list_; }

  /// Returns the meaning of the following stages.
  StageOf of() const { return of_; }

  /// Marks the steps recorded during its lifetime as those of a nested operation, whose stages mean `of` (default:
  /// unchanged). Does nothing for a null pointer.
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
  static Operand text(std::string words) { return {Operand::Kind::text, std::move(words), nullptr}; }
  static Operand number(std::string digits) { return {Operand::Kind::number, std::move(digits), nullptr}; }
  std::string written(Int i) const { return to_string(IntTuple(i), marks_); }
  Operand operand(const Layout& l) const { return text(to_string(l, marks_)); }
  Operand operand(const IntTuple& t) const { return text(to_string(t, marks_)); }
  Operand operand(const Tiler& t) const { return text(to_string(t, marks_)); }
  Operand operand(Mode m) const { return text(written(m.shape) + ":" + written(m.stride)); }
  Operand operand(Int i) const { return text(written(i)); }
  static Operand operand(std::size_t n) { return number(std::to_string(n)); }
  static Operand operand(std::int64_t n) { return number(std::to_string(n)); }
  static Operand operand(int n) { return number(std::to_string(n)); }
  static Operand operand(std::string_view s) { return text(std::string(s)); }

  Marks marks_;
  int level_ = 0;
  StageOf of_ = StageOf::indices;
  std::vector<Step> list_;
};

}  // namespace algebra
