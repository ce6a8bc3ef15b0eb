#include "app/flow/sheet_trace.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/lines.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/evaluation.hpp"

namespace app {

using algebra::message;
namespace {

using Piece = KernelStep::Piece;

/// The limit of calls and loop rounds. Kernels in lessons are short, and a longer trace is of no use on screen.
constexpr std::size_t most_calls = 20'000;

bool is_number(std::string_view text) {
  text = algebra::trimmed(text);
  if (text.starts_with('_') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), algebra::is_digit);
}

/// Returns the sheet with its numbers replaced by those of the settings.
Sheet with_settings(const Sheet& sheet, const ProgramSettings& settings) {
  auto set = sheet;
  for (auto& e : set.entries) {
    const auto line = algebra::split_line(e.text);
    if (!line || line->is_note || !is_number(line->expression)) continue;
    for (const auto& [name, value] : settings)
      if (same_parameter(line->name, name)) e.text = fmt::format("{} = {}", line->name, value);
  }
  return set;
}

class Tracer {
 public:
  Tracer(const Sheet& sheet, const ProgramSettings& settings, std::span<const std::size_t> lines)
      : sheet_(with_settings(sheet, settings)), lines_(lines.begin(), lines.end()) {
    if (lines_.empty()) lines_ = numbers_of(sheet_);
    evaluator_.update(sheet_);
  }

  TracedProgram run() {
    const auto& results = evaluator_.results();
    const auto first = std::ranges::find_if(results, [](const EntryResult& r) { return r.step && r.step->kind == KernelStep::Kind::call; });
    if (first == results.end()) return {};
    for (std::size_t i = 0; i < results.size(); ++i) define(i);
    trace_.kernel = "kernel";
    trace_.line = trace_.calls_at = lines_[static_cast<std::size_t>(first - results.begin())];
    rows(0, results.size());
    trace_.threads = threads();
    for (const auto* name : {"gridDim.x", "gridDim.y", "gridDim.z"})
      if (const auto n = number_named(name)) trace_.grid.push_back(*n);
    program_.kernels.push_back(std::move(trace_));
    return std::move(program_);
  }

 private:
  const EntryResult& result(std::size_t i) const { return evaluator_.results()[i]; }

  /// Adds the entry's definition after those of the entries that it uses.
  void define(std::size_t i) {
    if (std::ranges::find(defined_, i) != defined_.end()) return;
    defined_.push_back(i);
    const auto& r = result(i);
    if (!r.is_value() || r.name.empty() || !r.evaluation || evaluator_.find(r.name) != static_cast<int>(i)) return;
    const auto line = algebra::split_line(sheet_.entries[i].text);
    if (!line) return;
    for (const auto& name : algebra::free_names(line->expression))
      if (const int used = evaluator_.find(name); used >= 0) define(static_cast<std::size_t>(used));
    const bool parameter = is_number(line->expression);
    program_.program.definitions.push_back({.function = "kernel",
                                            .name = parameter ? parameter_name(r.name) : r.name,
                                            .entry = r.name,
                                            .text = std::string(line->expression),
                                            .line = lines_[i],
                                            .parameter = parameter});
  }

  std::optional<std::int64_t> number_named(std::string_view name) const {
    const int at = evaluator_.find(parameter_entry(name));
    const auto* v = at < 0 ? nullptr : result(static_cast<std::size_t>(at)).value();
    return v == nullptr ? std::nullopt : algebra::integer_of(*v);
  }

  std::optional<std::int64_t> threads() const {
    std::optional<std::int64_t> n;
    for (const auto* name : {"blockDim.x", "blockDim.y", "blockDim.z"})
      if (const auto extent = number_named(name)) n = n.value_or(1) * *extent;
    if (n) return n;
    for (const auto& c : trace_.calls)
      if ((c.function == "copy" && c.arguments.size() == 3) || (c.function == "gemm" && c.arguments.size() == 4))
        if (const auto size = evaluated(fmt::format("size({})", c.arguments.front().term.text())); size && *size > n.value_or(0)) n = size;
    return n;
  }

  std::optional<std::int64_t> evaluated(std::string_view text) const {
    const auto e = evaluator_.evaluate(text, algebra::IntegerRule::cute);
    return e ? algebra::integer_of(e->value) : std::nullopt;
  }

  std::string with_variables(std::string_view text) const {
    std::string out(text);
    for (const auto& v : variables_) out = with_number(out, v.name, v.value);
    return out;
  }

  /// Traces the rows [from, to).
  void rows(std::size_t from, std::size_t to) {
    for (auto i = from; i < to && trace_.incomplete.empty(); ++i) {
      const auto& r = result(i);
      if (!r.depth) continue;
      if (r.problem || !r.step) {
        trace_.incomplete = message("line {}: {}", lines_[i], r.problem ? r.problem->problem.message : algebra::Message{});
        return;
      }
      switch (r.step->kind) {
        case KernelStep::Kind::call: call(i); break;
        case KernelStep::Kind::loop: i = loop(i, to); break;
        case KernelStep::Kind::branch: i = branch(i, to); break;
        default: break;
      }
    }
  }

  /// Returns the row with the `end` or `else` of the block that row `i` opens, or `to` if there is none.
  std::size_t end_of(std::size_t i, std::size_t to, KernelStep::Kind what) const {
    for (auto k = i + 1; k < to; ++k)
      if (const auto& s = result(k).step; s && result(k).depth == result(i).depth && (s->kind == what || s->kind == KernelStep::Kind::end))
        return k;
    return to;
  }

  std::size_t loop(std::size_t i, std::size_t to) {
    const auto& s = *result(i).step;
    const auto end = end_of(i, to, KernelStep::Kind::end);
    const auto first = evaluated(with_variables(s.first.text)), last = evaluated(with_variables(s.last.text));
    if (!first || !last) {
      trace_.incomplete = message("line {}: the number of rounds of the loop is not known", lines_[i]);
      return end;
    }
    const auto row = lines_[i];
    for (auto k = *first; k < *last && trace_.incomplete.empty(); ++k) {
      if (!goes_on(i)) break;
      variables_.push_back({s.variable, k, row});
      rounds_.push_back({row, k - *first});
      rows(i + 1, end);
      rounds_.pop_back();
      variables_.pop_back();
    }
    return end;
  }

  std::size_t branch(std::size_t i, std::size_t to) {
    const auto& s = *result(i).step;
    const auto middle = end_of(i, to, KernelStep::Kind::otherwise), end = end_of(i, to, KernelStep::Kind::end);
    ThreadCondition c{
        .line = lines_[i], .left = Term(with_variables(s.first.text)), .sign = s.sign, .right = Term(with_variables(s.last.text))};
    const auto left = evaluated(c.left.text()), right = evaluated(c.right.text());
    if (!left || !right) {
      trace_.incomplete = message("line {}: the threads for which the condition holds are not known", lines_[i]);
      return end;
    }
    c.holds = compares(*left, c.sign, *right);
    const bool holds = c.holds;
    trace_.conditions.insert(std::move(c));
    if (holds) rows(i + 1, middle);
    else if (middle < end) rows(middle + 1, end);
    return end;
  }

  TracedArgument argument(const Piece& piece) {
    TracedArgument a{.source = piece.text};
    auto text = piece.text;
    if (const auto with = with_barrier(piece.text); !with.number.empty()) {
      a.barrier = barrier(with.number);
      text = std::string(with.name);
    }
    a.term = Term(with_variables(text));
    a.number = evaluated(a.term.text());
    a.place = barrier(piece.text);
    for (const auto& v : variables_)
      if (with_number(text, v.name, 0) != text) a.lines.insert(v.line);
    return a;
  }

  /// Returns "full[1]" for full[k%3] in the current round of the loops, or "" if the text is not a barrier.
  std::string barrier(std::string_view text) const {
    const auto b = barrier_text(text);
    if (b.name.empty() || evaluator_.find(std::string(b.name)) >= 0) return {};
    if (b.number.empty()) return std::string(b.name);
    const auto n = evaluated(with_variables(b.number));
    return n ? fmt::format("{}[{}]", b.name, *n) : std::string{};
  }

  /// Counts a call or a round of row `i`. Returns false once the limit is passed.
  bool goes_on(std::size_t i) {
    if (++done_ <= most_calls) return true;
    trace_.incomplete = message("line {}: the kernel has more than {} steps", lines_[i], most_calls);
    return false;
  }

  void call(std::size_t i) {
    if (!goes_on(i)) return;
    const auto& s = *result(i).step;
    TracedCall c{
        .line = lines_[i], .function = s.function, .loops = rounds_, .source = std::string(algebra::trimmed(sheet_.entries[i].text))};
    for (const auto& t : s.templates) c.templates.push_back(argument(t));
    for (const auto& a : s.arguments) c.arguments.push_back(argument(a));
    trace_.calls.push_back(std::move(c));
  }

  struct Variable {
    std::string name;
    std::int64_t value = 0;
    std::size_t line = 0;
  };
  Sheet sheet_;
  std::vector<std::size_t> lines_;
  SheetEvaluator evaluator_{};
  TracedProgram program_{};
  KernelTrace trace_{};
  std::vector<std::size_t> defined_{};
  std::vector<Variable> variables_{};
  std::vector<TracedRound> rounds_{};
  std::size_t done_ = 0;
};

}  // namespace

std::vector<std::size_t> numbers_of(const Sheet& sheet) {
  std::vector<std::size_t> numbers;
  std::size_t number = 0;
  for (const auto& e : sheet.entries) numbers.push_back(e.text.starts_with('#') ? number : ++number);
  return numbers;
}

TracedProgram trace_sheet(const Sheet& sheet, const ProgramSettings& settings, std::span<const std::size_t> lines) {
  return Tracer(sheet, settings, lines).run();
}

}  // namespace app
