#include "app/document/evaluation.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/functions/fit.hpp"
#include "algebra/functions/tmem_copies.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/decide.hpp"

namespace app {
namespace {

using algebra::Diagnostic;
using algebra::IntegerRule;

/// Returns the position of a name in a text, as a whole word; `from` if it does not occur.
std::size_t place_of_name(std::string_view text, std::string_view name, std::size_t from) {
  for (auto at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const auto end = at + name.size();
    if ((at == 0 || !algebra::is_word(text[at - 1])) && (end == text.size() || !algebra::is_word(text[end]))) return at;
  }
  return from;
}

Diagnostic shifted(Diagnostic d, std::size_t by) {
  d.span.begin += by;
  d.span.end += by;
  return d;
}

}  // namespace

CuteCause cute_cause(const Sheet& sheet) {
  if (sheet.integers != IntegerRule::automatic) return {};
  for (std::size_t i = 0; i < sheet.entries.size(); ++i) {
    const auto& text = sheet.entries[i].text;
    if (text.starts_with('#')) continue;
    auto mark = algebra::static_integer_in(text);
    if (mark.empty()) continue;
    const auto line = algebra::split_line(text);
    return {static_cast<int>(i), line && !line->name.empty() ? line->name : fmt::format("line {}", i + 1), std::string(mark)};
  }
  return {};
}

IntegerRule resolved_rule(const Sheet& sheet) {
  if (sheet.integers != IntegerRule::automatic) return sheet.integers;
  return cute_cause(sheet) ? IntegerRule::cute : IntegerRule::math;
}

namespace {

/// Sets the assumptions of each entry of a program. A parameter that the user has changed is no assumption any more.
void say_assumed(const Sheet& sheet, std::vector<EntryResult>& results) {
  std::set<std::string, std::less<>> still;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (const auto& source = sheet.entries[i].source; source.parameter && !source.assumed.empty()) still.insert(results[i].name);
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto source = sheet.entries[i].source;
    std::string names;
    for (std::string_view rest = source.assumed; !rest.empty();)
      if (const auto name = algebra::take_until(rest, ' '); still.contains(name))
        names += fmt::format("{}{}", names.empty() ? "" : " ", name);
    source.assumed = std::move(names);
    results[i].assumed = assumed_words(source, results[i].name);
    results[i].first_round = source.first_round;
    results[i].by = source.by;
  }
}

}  // namespace

std::string root_of(const std::vector<EntryResult>& results, int entry) {
  for (int steps = 0; entry >= 0 && steps < static_cast<int>(results.size()) + 1; ++steps) {
    const auto& r = results[static_cast<std::size_t>(entry)];
    const auto* e = r.evaluation ? &*r.evaluation : r.last_good ? &*r.last_good : nullptr;
    if (e == nullptr) return {};
    const auto& made = e->made_by;
    const auto* function = algebra::function_of(made);
    const auto operand = static_cast<std::size_t>(function != nullptr ? function->keeps_memory_of : algebra::expression::no_argument);
    if (operand >= made.names.size() || made.names[operand].empty()) return r.name;
    const auto found =
        std::ranges::find_if(results, [&](const EntryResult& other) { return !other.is_note && other.name == made.names[operand]; });
    entry = found == results.end() ? -1 : static_cast<int>(found - results.begin());
  }
  return {};
}

const std::vector<EntryResult>& SheetEvaluator::update(const Sheet& sheet) {
  const auto start = std::chrono::steady_clock::now();
  cause_ = cute_cause(sheet);
  const auto rule = sheet.integers != IntegerRule::automatic ? sheet.integers : cause_ ? IntegerRule::cute : IntegerRule::math;
  const bool rule_changed = rule != rule_;
  rule_ = rule;

  // Entries keep their results through insertions and deletions: at the same place, else by text, in order of appearance.
  const auto same = [](const Node& node, const Entry& e) {
    return node.text == e.text && node.source_problem == e.source.problem && node.source_assumed == e.source.assumed;
  };
  const auto count = sheet.entries.size();
  const auto none = nodes_.size();
  std::vector<std::size_t> from(count, none);
  std::vector<bool> taken(nodes_.size(), false);
  std::size_t placed = 0;
  for (std::size_t i = 0; i < std::min(count, nodes_.size()); ++i)
    if (same(nodes_[i], sheet.entries[i])) from[i] = i, taken[i] = true, ++placed;
  if (placed < count && placed < nodes_.size()) {
    std::unordered_map<std::string_view, std::vector<std::size_t>> old;  // in reverse order, the first to appear at the back
    for (std::size_t i = nodes_.size(); i-- > 0;)
      if (!taken[i]) old[nodes_[i].text].push_back(i);
    for (std::size_t i = 0; i < count; ++i) {
      if (from[i] != none) continue;
      const auto it = old.find(sheet.entries[i].text);
      if (it == old.end() || it->second.empty() || !same(nodes_[it->second.back()], sheet.entries[i])) continue;
      from[i] = it->second.back();
      it->second.pop_back();
      taken[from[i]] = true;
    }
  }
  bool in_place = count == nodes_.size();
  for (std::size_t i = 0; i < count && in_place; ++i) in_place = from[i] == i || (from[i] == none && !taken[i]);
  const auto kept = rule_changed ? Node::State::fresh : Node::State::waiting;
  if (in_place) {
    // The usual case, at every keystroke: thousands of results stay in place. An edited entry keeps its last good picture.
    for (std::size_t i = 0; i < count; ++i) {
      nodes_[i].state = from[i] == i ? kept : Node::State::fresh;
      if (from[i] != i) results_[i] = EntryResult{.last_good = std::move(results_[i].last_good)};
    }
  } else {
    std::vector<Node> nodes(count);
    std::vector<EntryResult> results(count);
    for (std::size_t i = 0; i < count; ++i) {
      if (from[i] != none) {
        nodes[i] = std::move(nodes_[from[i]]);
        nodes[i].state = kept;
        results[i] = std::move(results_[from[i]]);
      } else if (nodes_.size() == count && !taken[i]) {
        results[i].last_good = std::move(results_[i].last_good);
      }
    }
    nodes_ = std::move(nodes);
    results_ = std::move(results);
  }
  for (std::size_t i = 0; i < count; ++i)
    if (nodes_[i].state == Node::State::fresh) parse_entry(i, sheet.entries[i]);
    else nodes_[i].text = sheet.entries[i].text;

  defined_.clear();
  for (std::size_t i = 0; i < count; ++i)
    if (results_[i].is_value() && !results_[i].name.empty()) defined_.emplace(results_[i].name, static_cast<int>(i));

  // The first entry with a name defines it, so an edit may change the definition.
  for (std::size_t i = 0; i < count; ++i) {
    const auto& result = results_[i];
    const int first = result.name.empty() ? -1 : find(result.name);
    const bool evaluated = !nodes_[i].without_expression && nodes_[i].source_problem.empty();
    if (nodes_[i].state == Node::State::waiting && evaluated && (first == static_cast<int>(i)) != nodes_[i].first)
      nodes_[i].state = Node::State::fresh;
    nodes_[i].first = first == static_cast<int>(i);
  }

  // A step has no value, and is checked together with the other steps (check_steps): copy(A, B), unless an entry is named copy.
  for (std::size_t i = 0; i < count; ++i) {
    auto& node = nodes_[i];
    auto& result = results_[i];
    const auto text = std::string_view(node.text).substr(std::min(node.expression_begin, node.text.size()));
    if (result.is_note || !result.name.empty() || !node.source_problem.empty() || !is_step(text)) continue;
    const bool is_call = find(std::string(text.substr(0, text.find_first_of("(< ")))) >= 0;
    if (is_call == !result.depth && node.state != Node::State::fresh) continue;
    result.last_good.reset();
    result.evaluation.reset();
    result.problem.reset();
    result.step.reset();
    result.depth.reset();
    if (!is_call) result.depth = 0;
    result.version = node.version = next_version_++;
    node.state = is_call ? Node::State::fresh : Node::State::done;
  }

  evaluated_ = 0;
  for (std::size_t i = 0; i < count; ++i) settle_entry(i);
  check_steps();
  blame_rule(sheet);
  say_assumed(sheet, results_);
  this->count();
  if (evaluated_ > 0) {
    last_evaluated_ = evaluated_;
    milliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
  return results_;
}

/// Adds a sentence to the problem of each line that has no static integer and no value, but would have a value by the rule math: names the
/// entry that makes the integers cute.
void SheetEvaluator::blame_rule(const Sheet& sheet) {
  std::vector<std::size_t> broken;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    auto& problem = results_[i].problem;
    if (auto own = std::exchange(nodes_[i].own_problem, std::nullopt); own && problem) problem->problem.message = std::move(*own);
    if (cause_ && problem && !results_[i].evaluation && algebra::static_integer_in(nodes_[i].text).empty()) broken.push_back(i);
  }
  if (broken.empty()) {
    by_math_.reset();
    return;
  }
  auto by_math = sheet;
  by_math.integers = IntegerRule::math;
  if (!by_math_) by_math_ = std::make_shared<SheetEvaluator>();
  by_math_->update(by_math);
  for (const auto i : broken) {
    const auto& other = by_math_->results()[i];
    if (!other.evaluation || other.problem) continue;
    auto& told = results_[i].problem->problem.message;
    const auto why = algebra::message("The rule math has no such problem: integers follow the rule cute because {} contains {}.",
                                      cause_.name, cause_.mark);
    nodes_[i].own_problem = told;
    told = algebra::message("{} {}", *nodes_[i].own_problem, why);
  }
}

void SheetEvaluator::parse_entry(std::size_t i, const Entry& entry) {
  auto& node = nodes_[i];
  auto& result = results_[i];
  node.text = entry.text;
  node.source_problem = entry.source.problem;
  node.source_assumed = entry.source.assumed;
  node.without_expression = false;
  node.uses.clear();
  node.used_versions.clear();
  node.own_problem.reset();
  result.problem.reset();
  result.evaluation.reset();
  result.refusal.reset();
  result.claim.reset();
  result.step.reset();
  result.depth.reset();
  // An empty line, such as a line just added, is no problem.
  if (node.text.find_first_not_of(" \t") == std::string::npos) {
    result.name.clear();
    result.is_note = false;
    result.last_good.reset();
    node.version = next_version_++;
    node.state = Node::State::done;
    return;
  }
  const auto line = algebra::split_line(node.text);
  // The program's reader did not understand this text, which is not in the language of layouts: its message is the problem.
  if (!line || !node.source_problem.empty()) {
    result.name = line ? line->name : "";
    result.is_note = false;
    if (!node.source_problem.empty()) result.problem = Diagnostic{{0, node.text.size()}, {"not understood", node.source_problem, {}}};
    else result.problem = line.error();
    node.version = next_version_++;
    node.state = Node::State::done;
    return;
  }
  result.name = line->name;
  result.is_note = line->is_note;
  // `S =` without an expression is no problem either.
  node.without_expression = !line->is_note && !line->name.empty() && line->expression.find_first_not_of(" \t") == std::string_view::npos;
  if (node.without_expression) {
    node.version = next_version_++;
    node.state = Node::State::done;
    return;
  }
  node.expression_begin = line->expression_begin;
  if (!line->is_note) node.uses = algebra::free_names(line->expression);
  node.state = Node::State::fresh;
}

/// Evaluates entry i after what it uses, unless nothing it depends on has changed.
void SheetEvaluator::settle_entry(std::size_t i) {
  auto& node = nodes_[i];
  auto& result = results_[i];
  if (result.depth) node.state = Node::State::done;
  if (node.state == Node::State::done) return;
  if (node.state == Node::State::running) {
    result.evaluation.reset();
    node.own_problem.reset();
    result.problem = Diagnostic{{0, node.text.size()}, {"cycle", algebra::message("{} depends on itself.", result.name), {}}};
    node.used_versions.clear();  // it is evaluated again when the cycle is broken
    node.version = next_version_++;
    node.state = Node::State::done;
    return;
  }
  const bool fresh = node.state == Node::State::fresh;
  node.state = Node::State::running;
  std::vector<std::uint64_t> versions;
  for (const auto& name : node.uses) {
    const int used = find(name);
    if (used >= 0) settle_entry(static_cast<std::size_t>(used));
    versions.push_back(used >= 0 ? nodes_[static_cast<std::size_t>(used)].version : 0);
  }
  if (node.state == Node::State::done) return;  // it is part of a cycle
  if (fresh || versions != node.used_versions) {
    node.used_versions = std::move(versions);
    const auto no_memory = [&] {
      auto& r = results_[i];
      r.evaluation.reset();
      r.refusal.reset();
      r.problem = Diagnostic{{0, node.text.size()}, {"limit", "There is not enough memory for this.", {}}};
    };
    try {
      evaluate_entry(i);
    } catch (const std::bad_alloc&) {
      no_memory();
    } catch (const std::length_error&) {
      no_memory();
    }
  }
  node.state = Node::State::done;
}

void SheetEvaluator::evaluate_entry(std::size_t i) {
  auto& node = nodes_[i];
  auto& result = results_[i];
  result.version = node.version = next_version_++;
  result.decided = false;
  node.own_problem.reset();
  result.problem.reset();
  result.evaluation.reset();
  result.refusal.reset();
  result.claim.reset();
  if (result.is_note) return;
  ++evaluated_;
  const auto expression = std::string_view(node.text).substr(node.expression_begin);
  if (!result.name.empty()) {
    const int first = find(result.name);
    if (first >= 0 && static_cast<std::size_t>(first) < i) {
      result.problem =
          Diagnostic{{0, result.name.size()}, {"duplicate name", algebra::message("{} is already defined above.", result.name), {}}};
      return;
    }
  }
  for (const auto& name : node.uses) {
    const int used = find(name);
    if (used < 0) continue;
    const auto& source = results_[static_cast<std::size_t>(used)];
    if (source.evaluation || source.is_note) continue;
    const auto at = place_of_name(node.text, name, node.expression_begin);
    result.problem =
        Diagnostic{{at, at + name.size()}, {"unusable operand", algebra::message("{} has no value: its own entry says why.", name), {}}};
    return;
  }
  if (algebra::conjectures::is_claim(expression)) return evaluate_claim(i, expression);
  auto evaluation = algebra::evaluate(expression, names_for(i), rule_);
  if (!evaluation) {
    if (auto refusal = algebra::refusal_of(expression, names_for(i), rule_, evaluation.error()))
      result.refusal = std::make_shared<const algebra::Refusal>(std::move(*refusal));
    result.problem = shifted(std::move(evaluation.error()), node.expression_begin);
    return;
  }
  if (evaluation->warning) result.problem = shifted(*evaluation->warning, node.expression_begin);
  for (auto& hint : evaluation->hints) hint = shifted(std::move(hint), node.expression_begin);
  if (auto wrong = algebra::tmem_trespass(evaluation->made_by))
    evaluation->hints.push_back({{0, node.text.size()}, {"warp's lanes", algebra::message("{}.", *wrong), {}}});
  if (auto hint = fit_hint(*evaluation)) evaluation->hints.push_back({{0, node.text.size()}, std::move(*hint)});
  result.last_good = *evaluation;
  result.evaluation = std::move(*evaluation);
}

/// Evaluates `always CLAIM`, a statement about all layouts: true until a counterexample is found.
void SheetEvaluator::evaluate_claim(std::size_t i, std::string_view expression) {
  auto& result = results_[i];
  auto claim = algebra::conjectures::Claim::read(expression, names_for(i), rule_);
  if (!claim) {
    result.problem = shifted(std::move(claim.error()), nodes_[i].expression_begin);
    return;
  }
  result.claim = *std::move(claim);
  algebra::Evaluation evaluation{.value = algebra::Truth{.holds = true, .why = "not decided yet"}, .made_by = {}, .verdict = {}};
  evaluation.verdict.kind = algebra::Verdict::Kind::pending;
  evaluation.verdict.contract = algebra::Message::verbatim(std::string(algebra::trimmed(expression)));
  evaluation.check = [claim = result.claim](const algebra::Checking& checking) { return claim->decide(checking); };
  result.last_good = evaluation;
  result.evaluation = std::move(evaluation);
}

/// Returns a suggestion for a copy that gives threads other registers than the MMA needs: an entry that compares both where registers pass
/// from the copy to the MMA, and a copy that fits where the entry is that comparison; nullopt where everything fits.
std::optional<algebra::Problem> SheetEvaluator::fit_hint(const algebra::Evaluation& evaluation) const {
  const auto& made = evaluation.made_by;
  if (auto copy = algebra::fitting_tmem_copy(made, evaluation.value); !copy.empty())
    return algebra::Problem{"copy that fits", "The instruction does not fit the tensor.", {std::move(copy)}};
  if (const auto asked = algebra::fitting_asked(made)) {
    const auto wrong = algebra::attempt([&] { return algebra::misfit(*asked).has_value(); });
    auto copy = !wrong || *wrong ? algebra::fitting_copy(*asked) : std::string();
    if (copy.empty()) return std::nullopt;
    return algebra::Problem{"copy that fits", "The copy does not fit the MMA.", {std::move(copy)}};
  }
  if (made.operands.size() < 2 || !std::holds_alternative<algebra::TiledCopy>(made.operands[0])) return std::nullopt;
  const auto* registers = made.inner.empty() ? nullptr : made.inner.back().get();
  if (const int named = made.names.back().empty() ? -1 : find(made.names.back()); named >= 0)
    if (const auto& of = results_[static_cast<std::size_t>(named)].evaluation) registers = &of->made_by;
  const auto assumed = registers != nullptr ? algebra::fitting_assumed(made, *registers) : std::nullopt;
  if (!assumed) return std::nullopt;
  auto why = algebra::attempt([&] { return algebra::misfit(*assumed); });
  if (!why || !*why) return std::nullopt;
  return algebra::Problem{"copy that fits",
                          algebra::message("{} does not fit {}: {}. Compare both:", assumed->copy_name, assumed->mma_name, **why),
                          {algebra::call_of(*assumed)}};
}

algebra::Environment SheetEvaluator::names_for(std::size_t i) const {
  algebra::Environment names;
  for (const auto& name : nodes_[i].uses) {
    const int used = find(name);
    if (used >= 0 && results_[static_cast<std::size_t>(used)].evaluation)
      names.emplace(name, results_[static_cast<std::size_t>(used)].evaluation->value);
  }
  return names;
}

bool SheetEvaluator::set_verdict(std::uint64_t version, algebra::Verdict verdict) {
  for (std::size_t i = 0; i < results_.size(); ++i) {
    auto& result = results_[i];
    if (result.version != version || !result.evaluation) continue;
    auto check = is_sampled(verdict) ? result.evaluation->check : nullptr;
    auto warn = check ? result.evaluation->warn : nullptr;
    algebra::set_verdict(*result.evaluation, std::move(verdict));
    result.evaluation->check = std::move(check);
    result.evaluation->warn = std::move(warn);
    result.decided = true;
    if (const auto report = result.claim != nullptr ? result.claim->report() : std::nullopt)
      result.evaluation->value =
          algebra::Truth{.holds = report->outcome != algebra::conjectures::Report::Outcome::counterexample, .why = described(*report)};
    if (result.evaluation->warning) result.problem = shifted(*result.evaluation->warning, nodes_[i].expression_begin);
    if (result.last_good) {
      result.last_good->check = nullptr;
      result.last_good->warn = nullptr;
    }
    count();
    return true;
  }
  return false;
}

std::vector<algebra::Step> SheetEvaluator::explain(int entry) const {
  const auto i = static_cast<std::size_t>(entry);
  if (i >= nodes_.size() || !results_[i].evaluation) return {};
  auto explained = algebra::explain(std::string_view(nodes_[i].text).substr(nodes_[i].expression_begin), names_for(i), rule_);
  return explained ? std::move(explained->steps) : std::vector<algebra::Step>{};
}

int SheetEvaluator::find(const std::string& name) const {
  const auto it = defined_.find(name);
  return it == defined_.end() ? -1 : it->second;
}

void SheetEvaluator::count() {
  expressions_ = static_cast<int>(std::count_if(results_.begin(), results_.end(), [](const auto& r) { return r.is_value(); }));
  problems_ = static_cast<int>(std::count_if(results_.begin(), results_.end(), [](const auto& r) { return r.problem.has_value(); }));
  sampled_ = static_cast<int>(
      std::count_if(results_.begin(), results_.end(), [](const auto& r) { return r.decided && r.evaluation && r.evaluation->check; }));
}

tl::expected<algebra::Evaluation, Diagnostic> SheetEvaluator::evaluate(std::string_view expression, algebra::IntegerRule rule) const {
  algebra::Environment names;
  for (const auto& name : algebra::free_names(expression))
    if (const int used = find(name); used >= 0 && results_[static_cast<std::size_t>(used)].evaluation)
      names.emplace(name, results_[static_cast<std::size_t>(used)].evaluation->value);
  auto evaluation = algebra::evaluate(expression, names, rule);
  // All names are needed only for a message that proposes the nearest one.
  if (evaluation || evaluation.error().problem.condition != "unknown name") return evaluation;
  for (const auto& r : results_)
    if (!r.name.empty() && r.evaluation) names.emplace(r.name, r.evaluation->value);
  return algebra::evaluate(expression, names, rule);
}

}  // namespace app
