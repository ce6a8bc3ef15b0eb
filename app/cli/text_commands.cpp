#include "app/cli/text_commands.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iostream>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/refusal.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/statements.hpp"
#include "app/cli/answers.hpp"
#include "app/cli/check_verdicts.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/line_names.hpp"
#include "app/cli/output.hpp"
#include "app/document/facts.hpp"
#include "app/figures/printed_table.hpp"
#include "app/import/printed_type.hpp"
#include "gpu/launch/all_cores.hpp"

namespace app {
namespace {

using algebra::Diagnostic;
using algebra::IntegerRule;
using algebra::Marks;

std::string_view name_of(algebra::Condition::Source source) {
  using Source = algebra::Condition::Source;
  return source == Source::cute ? "CuTe" : source == Source::paper ? "papers" : "tractable";
}

/// Why an operation is refused: conditions, what was asked for, the layout that it is or the proof that it is none, and repairs.
nlohmann::json refusal_json(const algebra::Refusal& r, Marks marks) {
  nlohmann::json j{{"operation", r.operation}, {"conditions", nlohmann::json::array()}};
  if (!r.part.empty()) j["part"] = json_of(r.part);
  for (const auto& o : r.operands) j["operands"][o.name] = algebra::to_string(o.layout, marks);
  for (const auto& c : r.conditions) {
    auto& condition = j["conditions"].emplace_back(nlohmann::json{{"condition", c.name}, {"of", name_of(c.source)}, {"holds", c.holds}});
    if (c.holds) continue;
    condition["why"] = json_of(c.why);
    if (c.operand >= 0 && c.mode >= 0)
      condition["at"] = {{"operand", r.operands[static_cast<std::size_t>(c.operand)].name}, {"mode", c.mode}};
  }
  if (!r.indices.empty()) {
    j["shape"] = algebra::to_string(r.shape, marks);
    auto& indices = j["indices"] = nlohmann::json::array();
    // Where any index will do there is none.
    for (const auto i : r.indices) indices.push_back(r.partial && i < 0 ? nlohmann::json() : nlohmann::json(i));
  }
  if (r.layout) j["layout"] = algebra::to_string(*r.layout, marks);
  if (r.proof) {
    const auto& p = *r.proof;
    j["proof"] = {
        {"elements", {p.first, p.second, p.sum}}, {"indices", {p.at_first, p.at_second, p.at_sum}}, {"message", json_of(described(p))}};
  }
  if (r.ways > 0) j["proof"] = {{"ways", r.ways}, {"message", json_of(described(r).back())}};
  if (r.bits) j["bits"] = json_of(*r.bits, marks);
  if (r.swizzled) j["swizzled"] = algebra::to_string(*r.swizzled, marks);
  if (const auto& s = r.side_by_side)
    j["side_by_side"] = {{"first", algebra::to_string(s->first, marks)},
                         {"second", algebra::to_string(s->second, marks)},
                         {"begin", s->begin},
                         {"integer", s->integer},
                         {"at", s->at}};
  for (const auto& repair : r.repairs)
    j["repairs"].push_back(
        {{"operand", repair.operand}, {"expression", repair.expression}, {"result", algebra::to_string(repair.result, marks)}});
  return j;
}

std::string json_line(std::string_view source, const tl::expected<algebra::Evaluation, Diagnostic>& e, Marks marks,
                      const algebra::Environment& names) {
  nlohmann::json j{{"expression", source}};
  if (!e) {
    j["error"] = json_of(e.error());
    if (const auto line = algebra::split_line(source); line && !line->is_note) {
      const auto rule = marks == Marks::underscores ? IntegerRule::cute : IntegerRule::math;
      if (const auto refusal = algebra::refusal_of(line->expression, names, rule, e.error())) j["refusal"] = refusal_json(*refusal, marks);
    }
    return dumped(j);
  }
  j["value"] = algebra::to_string(e->value, marks);
  if (const auto type = algebra::element_type(e->value)) j["element"] = algebra::words_of(*type).text();
  if (const auto memory = algebra::word_of(algebra::memory_of(e->value)); !memory.empty()) j["memory"] = memory;
  j["verdict"] = json_of(e->verdict);
  if (e->warning) j["warning"] = json_of(*e->warning);
  for (const auto& hint : e->hints) j["hints"].push_back(json_of(hint));
  if (const auto* descriptor = std::get_if<algebra::MatrixDescriptor>(&e->value)) j["descriptor"] = json_of(*descriptor);
  if (const auto* t = std::get_if<algebra::Tensor>(&e->value); t != nullptr && t->descriptors)
    j["descriptor"] = json_of(advanced(*t->descriptors->at, t->offset));
  if (const auto* truth = std::get_if<algebra::Truth>(&e->value); truth != nullptr && !truth->why.empty()) j["why"] = truth->why.text();
  if (const auto* m = std::get_if<algebra::BitMatrix>(&e->value)) j["bits"] = json_of(*m, marks);
  if (auto tma = tma_json(e->value, marks); !tma.is_null()) j["tma"] = std::move(tma);
  return dumped(j);
}

/// The rule is that of a sheet: one _N anywhere makes it CuTe's.
IntegerRule rule_of(const std::vector<std::string>& expressions, IntegerRule wanted) {
  if (wanted != IntegerRule::automatic) return wanted;
  for (const auto& e : expressions)
    if (algebra::resolve(IntegerRule::automatic, e) == IntegerRule::cute) return IntegerRule::cute;
  return IntegerRule::math;
}

void show_note(const std::string& words) {
  if (!words.empty()) print_err("{}{}\n", in_words("note: "), words);
}

/// One line of a sheet without a window: its diagnostic has its place in the whole line.
template <class Answer>
auto answered(const std::string& source, const algebra::Environment& names, Answer&& answer)
    -> decltype(answer(std::string_view{}, names)) {
  // Encodings have a `=` of their own.
  if (const auto type = printed_type(source)) {
    if (!*type) return tl::unexpected(Diagnostic{{0, source.size()}, {"syntax", type->error(), {}}});
    show_note((*type)->unknown);
    show_note((*type)->note);
    return answer((*type)->expression, names);
  }
  const auto line = algebra::split_line(source);
  if (!line) return tl::unexpected(line.error());
  auto value = answer(line->expression, names);
  if (!value) {
    value.error().span.begin += line->expression_begin;
    value.error().span.end += line->expression_begin;
  }
  return value;
}

void keep_name(const std::string& source, algebra::Environment& names, const algebra::Value& value) {
  if (const auto line = algebra::split_line(source); line && !line->name.empty()) names.insert_or_assign(line->name, value);
}

void show_remarks(const algebra::Evaluation& e) {
  if (e.warning) print_err("{}{}\n", in_words("warning: "), problem_line(*e.warning));
  for (const auto& hint : e.hints) print_err("{}{}\n", in_words("note: "), problem_line(hint));
  if (const auto* truth = std::get_if<algebra::Truth>(&e.value); truth != nullptr && !truth->why.empty())
    print_err("{}{}\n", in_words("note: "), in_words(truth->why));
  if (std::holds_alternative<algebra::BitMatrix>(e.value))
    print_err("{}{}\n", in_words("note: "), in_words(algebra::Message::list(algebra::facts_of(e))));
}

/// What there is time for where a program asks, and wants its answer soon.
constexpr algebra::Checking much{.most = 1 << 20, .sample = true, .cancelled = nullptr};

}  // namespace

int eval_expressions(const std::vector<std::string>& expressions, const EvalOptions& options) {
  const auto rule = rule_of(expressions, options.integers);
  algebra::Environment names;
  int status = done;
  for (const auto& source : expressions) {
    auto value =
        answered(source, names, [&](std::string_view text, const algebra::Environment& env) { return algebra::evaluate(text, env, rule); });
    if (!value) status = bad_input;
    else if (options.json) algebra::set_verdict(*value, much);
    if (options.json) print_out_json(json_line(source, value, marks_of(rule), names) + "\n");
    else if (value) print_out("{}\n", algebra::to_string(value->value, marks_of(rule)));
    else show_problem(source, value.error());
    if (!value) continue;
    if (!options.json) show_remarks(*value);
    keep_name(source, names, value->value);
  }
  return status;
}

int explain_expression(const std::vector<std::string>& expressions, const EvalOptions& options) {
  const auto rule = rule_of(expressions, options.integers);
  const auto marks = marks_of(rule);
  algebra::Environment names;
  for (const auto& source : expressions) {
    const bool last = &source == &expressions.back();
    auto explained =
        answered(source, names, [&](std::string_view text, const algebra::Environment& env) { return algebra::explain(text, env, rule); });
    if (!explained) {
      show_problem(source, explained.error());
      return bad_input;
    }
    if (!last) {
      keep_name(source, names, explained->evaluation.value);
      continue;
    }
    auto& e = explained->evaluation;
    if (e.check) {
      DecideProgress progress;
      if (auto verdicts = decide({&e.check, 1}, options.seconds, progress); verdicts[0]) algebra::set_verdict(e, std::move(*verdicts[0]));
    }
    const auto value = algebra::to_string(e.value, marks);
    const auto line = algebra::split_line(source);
    const auto choices = algebra::tmem_choices(e.value, line && !line->name.empty() ? line->name : std::string(algebra::trimmed(source)));
    if (options.json) {
      nlohmann::json j{{"expression", source}, {"value", value}, {"steps", nlohmann::json::array()}};
      for (const auto& step : explained->steps) {
        auto one = json_of(step.words);
        one["level"] = step.level;
        if (step.stage) one["stage"] = algebra::to_string(*step.stage, marks);
        j["steps"].push_back(std::move(one));
      }
      if (choices) j["tmem_copies"] = json_of(*choices);
      if (const auto words = algebra::not_run_here(e.value); !words.empty()) j["note"] = json_of(words);
      print_out_json(dumped(j) + "\n");
      continue;
    }
    print_out("{}\n", source);
    if (explained->steps.empty() && !choices)
      print_out("{}\n", in_words(algebra::message(
                            "There is nothing to work through: {} has no steps.",
                            e.made_by.operation.empty() ? algebra::Message("a value") : algebra::Message::verbatim(e.made_by.operation))));
    auto steps = explained->steps;
    for (auto& step : steps) step.words = algebra::Message::verbatim(in_words(step.words));
    print_out("{}= {}\n", algebra::to_string(steps, marks), value);
    if (e.verdict.kind == algebra::Verdict::Kind::kept) print_out("{}\n", in_words(words_of(e.verdict, true)->sentence));
    if (choices)
      for (const auto& fit : choices->fits) print_out("{}\n", in_words(algebra::described(fit)));
    if (const auto words = algebra::not_run_here(e.value); !words.empty()) print_out("{}\n", in_words(words));
    if (is_sampled(e.verdict) && e.verdict.total <= most_decidable && options.seconds > 0)
      print_err("{}{}\n", in_words("note: "), in_words(whole_hint));
    show_remarks(e);
  }
  return done;
}

namespace {

/// Answers statements in their order. Those that use no name of each other are evaluated side by side, and while those of one batch
/// are, the next are read.
class LineAnswers {
 public:
  explicit LineAnswers(const EvalOptions& options) : options_(options), names_(options.integers) {}

  void add(const std::string& text) {
    auto statement = names_.begin(text);
    if (!statement) {
      answer();
      statement = names_.begin(text);
    }
    const bool otherwise = may_be_written_otherwise(statement->name);
    next_.push_back({std::move(*statement)});
    if (otherwise) answer();
    else if (next_.size() == most_at_once) begin_next();
  }

  /// All that were added.
  void answer() {
    if (!next_.empty()) begin_next();
    finish_begun();
  }

  void tell() {
    if (options_.json) print_out_json(out_);
    else print_out_text(out_);
    flush_output();
    out_.clear();
  }
  bool has_much_to_tell() const { return out_.size() > 1 << 16; }
  int status() const { return status_; }

 private:
  struct Asked {
    LineNames::Statement statement;
    std::string answer{};
    bool has_value = false;
    std::optional<algebra::PackedValue> value{};  ///< to be kept under its name
  };
  using Batch = std::vector<Asked>;
  static constexpr std::size_t most_at_once = 4096;

  void evaluate(Asked& a, const algebra::Environment& names) const {
    const auto& text = a.statement.text;
    const auto rule = a.statement.rule;
    auto e = answered(text, names, [&](std::string_view expression, const algebra::Environment& env) {
      return algebra::evaluate(expression, env, rule, {.verdicts = options_.json, .steps = nullptr});
    });
    if (e && options_.json) algebra::set_verdict(*e, much);
    a.answer = options_.json ? json_line(text, e, marks_of(rule), names)
               : e           ? algebra::to_string(e->value, marks_of(rule))
                             : error_line(e.error());
    a.has_value = e.has_value();
    if (e && !a.statement.name.empty()) a.value.emplace(e->value);
  }
  /// On any thread. Where memory is short it is evaluated once more when the others are done.
  void try_to_evaluate(Asked& a) const {
    try {
      evaluate(a, a.statement.names);
    } catch (const std::bad_alloc&) {
      a.has_value = false;
      a.value.reset();
    }
  }

  /// Evaluates the next ones, on other cores until finish_begun(), and meanwhile finishes those before them.
  void begin_next() {
    if (evaluating_) evaluating_->finish();
    std::swap(begun_, next_);
    static constexpr std::size_t at_a_time = most_at_once / 4;  // a batch takes milliseconds: more threads would take longer to start
    const auto pieces = static_cast<std::int64_t>((begun_.size() + at_a_time - 1) / at_a_time);
    evaluating_.emplace(pieces, never_, [this](std::int64_t i) {
      const auto first = static_cast<std::size_t>(i) * at_a_time;
      for (auto& a : std::span(begun_).subspan(first, std::min(at_a_time, begun_.size() - first))) try_to_evaluate(a);
    });
    finish(next_);
  }

  void finish_begun() {
    if (!evaluating_) return;
    evaluating_->finish();
    evaluating_.reset();
    finish(begun_);
  }

  void finish(Batch& batch) {
    for (auto& a : batch) finish(a);
    batch.clear();
  }

  void finish(Asked& a) {
    // Only a message needs more names than the statement's own.
    if (!a.has_value) evaluate(a, names_.with_latest(a.statement));
    if (!a.has_value) status_ = bad_input;
    out_ += a.answer;
    out_ += '\n';
    names_.end(a.statement, std::move(a.value));
  }

  const EvalOptions& options_;
  LineNames names_;
  Batch begun_;  ///< of what is being evaluated
  Batch next_;
  std::string out_;
  int status_ = done;
  const std::atomic<bool> never_ = false;  ///< cancelled
  std::optional<gpu::CoreJobs<std::function<void(std::int64_t)>>> evaluating_;
};

/// The next line of the input, at most one byte longer than an entry can be: what does not end takes no more memory. False at its end.
bool next_line(std::istream& in, std::vector<char>& buffer, std::string& line) {
  buffer.resize(algebra::max_source + 2);
  in.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  const auto count = static_cast<std::size_t>(in.gcount());
  const bool cut = in.fail() && count == buffer.size() - 1;
  if (cut) {
    in.clear(in.rdstate() & ~std::ios::failbit);
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  // Of a line that ends, the line break was read, too.
  line.assign(buffer.data(), cut || in.eof() ? count : count - (count > 0 ? 1 : 0));
  return cut || !in.fail();
}

}  // namespace

int eval_lines(const EvalOptions& options) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::ios::sync_with_stdio(false);
  LineAnswers answers(options);
  algebra::StatementLines statements;
  std::string line;
  std::vector<char> buffer;
  const algebra::StatementLines::Take take = [&](const std::string& statement) { answers.add(statement); };
  for (bool first = true; next_line(std::cin, buffer, line); first = false) {
    if (first && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    if (line.ends_with('\r')) line.pop_back();
    statements.add(line, take);
    // A reader at a pipe's other end gets its answer before the next question.
    const bool last = std::cin.rdbuf()->in_avail() <= 0;
    if (last) answers.answer();
    if (last || answers.has_much_to_tell()) answers.tell();
  }
  statements.finish(take);
  answers.answer();
  answers.tell();
  return answers.status();
}

int print_table(const std::string& expression, IntegerRule integers) {
  const auto rule = algebra::resolve(integers, expression);
  algebra::Environment none;
  const auto value = answered(expression, none,
                              [&](std::string_view text, const algebra::Environment& env) { return algebra::evaluate(text, env, rule); });
  if (!value) {
    show_problem(expression, value.error());
    return bad_input;
  }
  const auto table = printed_table(value->value, marks_of(rule));
  if (!table) return complain(bad_input, table.error());
  print_out_text(*table);
  return done;
}

int list_functions(bool json) {
  std::string_view group;
  for (const auto& f : algebra::functions()) {
    if (json) {
      print_out_json(dumped({{"name", f.name}, {"signature", f.signature}, {"meaning", f.meaning}, {"group", title_of(f.group)}}) + "\n");
      continue;
    }
    if (title_of(f.group) != group) print_out("{}{}\n", group.empty() ? "" : "\n", in_words(std::string(title_of(f.group)).c_str()));
    group = title_of(f.group);
    print_out("  {:<48} {}\n", f.signature, in_words(std::string(f.meaning).c_str()));
  }
  return done;
}

}  // namespace app
