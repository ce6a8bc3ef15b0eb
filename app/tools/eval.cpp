// `cutescope eval`: values in CuTe's notation.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <array>
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

#include "algebra/language/refusal.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/text/statements.hpp"
#include "app/document/decide.hpp"
#include "app/figures/printed_table.hpp"
#include "app/report/answers.hpp"
#include "app/tools/asked_expressions.hpp"
#include "app/tools/line_names.hpp"
#include "gpu/launch/all_cores.hpp"

namespace app {
namespace {

using algebra::Diagnostic;
using algebra::IntegerRule;
using algebra::Marks;
using algebra::message;

/// Limits for verdicts in JSON: a program that asks wants its answer soon.
constexpr algebra::Checking much{.most = 1 << 20, .sample = true, .cancelled = nullptr};

std::string_view name_of_source(algebra::Condition::Source source) {
  using Source = algebra::Condition::Source;
  return source == Source::cute ? "CuTe" : source == Source::paper ? "papers" : "tractable";
}

/// Why an operation is refused: conditions, what was asked for, the layout that it is or the proof that it is none, and repairs.
nlohmann::json refusal_json(const algebra::Refusal& r, Marks marks) {
  nlohmann::json j{{"operation", r.operation}, {"conditions", nlohmann::json::array()}};
  if (!r.part.empty()) j["part"] = json_of(r.part);
  for (const auto& o : r.operands) j["operands"][o.name] = algebra::to_string(o.layout, marks);
  for (const auto& c : r.conditions) {
    auto& condition =
        j["conditions"].emplace_back(nlohmann::json{{"condition", c.name}, {"of", name_of_source(c.source)}, {"holds", c.holds}});
    if (c.holds) continue;
    condition["why"] = json_of(c.why);
    if (c.operand >= 0 && c.mode >= 0)
      condition["at"] = {{"operand", r.operands[static_cast<std::size_t>(c.operand)].name}, {"mode", c.mode}};
  }
  if (!r.indices.empty()) {
    j["shape"] = algebra::to_string(r.shape, marks);
    auto& indices = j["indices"] = nlohmann::json::array();
    // Any index will do: null.
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

nlohmann::json row_of_value(std::string_view source, const algebra::Evaluation& evaluation, Marks marks) {
  const auto* e = &evaluation;
  nlohmann::json j{{"expression", source}};
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
  return j;
}

nlohmann::json row_of_error(std::string_view source, const Diagnostic& error, const algebra::Refusal* refusal, Marks marks) {
  nlohmann::json j{{"expression", source}, {"error", json_of(error)}};
  if (refusal != nullptr) j["refusal"] = refusal_json(*refusal, marks);
  return j;
}

nlohmann::json row_of_line(std::string_view source, const tl::expected<algebra::Evaluation, Diagnostic>& e, IntegerRule rule,
                           const algebra::Environment& names, const std::vector<std::string>& notes) {
  const auto refusal = [&]() -> std::optional<algebra::Refusal> {
    const auto line = algebra::split_line(source);
    if (e || !line || line->is_note) return std::nullopt;
    return algebra::refusal_of(line->expression, names, rule, e.error());
  }();
  auto j = e ? row_of_value(source, *e, marks_of(rule)) : row_of_error(source, e.error(), refusal ? &*refusal : nullptr, marks_of(rule));
  if (!notes.empty()) j["notes"] = notes;
  return j;
}

/// Answers statements in their order. Those that use no name of each other are evaluated side by side, and while those of one batch
/// are, the next are read.
class LineAnswers {
 public:
  LineAnswers(Report& report, IntegerRule integers) : report_(report), names_(integers) {}

  /// Adds a name that an argument before them defines.
  void know(const std::string& text, const algebra::Value& value) {
    if (const auto statement = names_.begin(text)) names_.end(*statement, algebra::PackedValue(value));
  }

  void add(const std::string& text) {
    auto statement = names_.begin(text);
    if (!statement) {
      answer();
      statement = names_.begin(text);
    }
    const bool otherwise = may_be_written_otherwise(statement->name);
    next_.push_back({std::move(*statement)});
    if (otherwise) answer();
    else if (next_.size() == most_at_once) begin_statements();
  }

  /// Evaluates all statements that were added.
  void answer() {
    if (!next_.empty()) begin_statements();
    finish_statements();
  }

  void tell() {
    if (report_.is_json()) report_.rows(out_);
    else report_.print_text(out_);
    report_.flush();
    out_.clear();
  }
  bool has_much_to_tell() const { return out_.size() > 1 << 16; }
  int status() const { return status_; }

 private:
  struct Asked {
    LineNames::Statement statement;
    std::string answer{};
    std::vector<std::string> notes{};
    bool has_value = false;
    std::optional<algebra::PackedValue> value{};  ///< to be kept under its name
  };
  using Batch = std::vector<Asked>;
  static constexpr std::size_t most_at_once = 4096;

  void evaluate(Asked& a, const algebra::Environment& names) const {
    const auto& text = a.statement.text;
    const auto rule = a.statement.rule;
    const bool is_json = report_.is_json();
    a.notes.clear();
    auto e = answer_line(text, names, a.notes, [&](std::string_view expression, const algebra::Environment& env) {
      return algebra::evaluate(expression, env, rule, {.verdicts = is_json, .steps = nullptr});
    });
    if (e && is_json) algebra::set_verdict(*e, much);
    a.answer = is_json ? dumped(row_of_line(text, e, rule, names, a.notes))
               : e     ? algebra::to_string(e->value, marks_of(rule))
                       : in_words("error: ") + problem_line(e.error());
    a.has_value = e.has_value();
    if (e && !a.statement.name.empty()) a.value.emplace(e->value);
  }
  /// Evaluates a statement, on any thread. If memory is short, it is evaluated once more after the others.
  void try_to_evaluate(Asked& a) const {
    try {
      evaluate(a, a.statement.names);
    } catch (const std::bad_alloc&) {
      a.has_value = false;
      a.value.reset();
    }
  }

  /// Evaluates the next ones, on other cores until finish_statements(), and meanwhile finishes those before them.
  void begin_statements() {
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

  void finish_statements() {
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
    if (!a.has_value) status_ = wrong_input;
    if (!a.notes.empty() && report_.is_text()) tell(), tell_notes(report_, a.notes);
    out_ += a.answer;
    out_ += '\n';
    names_.end(a.statement, std::move(a.value));
  }

  Report& report_;
  LineNames names_;
  Batch begun_;  ///< of what is being evaluated
  Batch next_;
  std::string out_;
  int status_ = done;
  const std::atomic<bool> never_ = false;  ///< cancelled
  std::optional<gpu::CoreJobs<std::function<void(std::int64_t)>>> evaluating_;
};

/// Reads the next line, at most one byte more than an entry can have, so that an endless line takes no more memory. False at the end.
bool next_line(std::istream& in, std::vector<char>& buffer, std::string& line) {
  buffer.resize(algebra::max_source + 2);
  in.getline(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  const auto count = static_cast<std::size_t>(in.gcount());
  const bool cut = in.fail() && count == buffer.size() - 1;
  if (cut) {
    in.clear(in.rdstate() & ~std::ios::failbit);
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  // A line that ends was read with its line break.
  line.assign(buffer.data(), cut || in.eof() ? count : count - (count > 0 ? 1 : 0));
  return cut || !in.fail();
}

/// Answers the arguments except `-`, one by one.
class ArgumentAnswers {
 public:
  ArgumentAnswers(Report& report, IntegerRule rule, bool as_table) : report_(report), rule_(rule), as_table_(as_table) {}

  void add(AskedSource& source) {
    if (!source.is_sheet) return add_expression(source.text);
    if (source.problem.empty()) return add_sheet(source);
    status_ = wrong_input;
    last_.reset();
    if (report_.is_json()) add_row({{"expression", source.text}, {"error", json_of(ReportError{.message = source.problem})}});
    report_.say_why({.message = source.problem});
  }
  /// Prints the table of the last value, with --table. Returns the exit status.
  int finish() {
    if (as_table_ && last_) {
      if (const auto table = printed_table(last_->first, last_->second); !table) {
        status_ = wrong_input;
        if (report_.is_json()) row_["error"] = json_of(ReportError{.message = table.error()});
        report_.say_why({.message = table.error()});
      } else {
        report_.print_text(*table);
        row_["table"] = *table;
      }
    }
    if (!row_.is_null()) report_.row(row_);
    return status_;
  }
  /// Returns the lines whose names later ones may use.
  const std::vector<std::pair<std::string, algebra::Value>>& named() const { return named_; }

 private:
  void add_expression(const std::string& text) {
    std::vector<std::string> notes;
    auto e = answer_line(text, names_, notes, [&](std::string_view expression, const algebra::Environment& env) {
      return algebra::evaluate(expression, env, rule_);
    });
    if (e && report_.is_json()) algebra::set_verdict(*e, much);
    tell_notes(report_, notes);
    if (report_.is_json()) add_row(row_of_line(text, e, rule_, names_, notes));
    if (!e) return refuse(text, e.error());
    tell_value(*e, marks_of(rule_));
    keep(text, e->value);
  }

  void add_sheet(AskedSource& source) {
    auto& session = source.session;
    const auto marks = marks_of(session.evaluator().rule());
    bool is_whole = true;
    for (std::size_t i = 0; i < source.sheet.entries.size(); ++i) {
      const auto& entry = source.sheet.entries[i];
      // A statement about all layouts has its value once it was tried.
      if (const auto& r = session.results()[i]; r.claim && r.evaluation && r.evaluation->check)
        session.set_verdict(r.version, r.evaluation->check(much));
      const auto& r = session.results()[i];
      if (!r.is_value() || (!r.evaluation && !r.problem)) continue;
      // A parameter is not a definition.
      if (r.evaluation && entry.source.parameter) {
        keep(entry.text, r.evaluation->value);
        continue;
      }
      const auto row = [&](nlohmann::json j) {
        j["file"] = source.text;
        if (entry.source.line > 0) j["line"] = entry.source.line;
        add_row(std::move(j));
      };
      if (r.evaluation) {
        auto e = *r.evaluation;
        if (report_.is_json()) {
          if (!r.claim) algebra::set_verdict(e, much);
          row(row_of_value(entry.text, e, marks));
        }
        tell_value(e, marks);
        keep(entry.text, e.value);
        continue;
      }
      if (report_.is_json()) row(row_of_error(entry.text, *r.problem, r.refusal.get(), marks));
      // A definition that was not understood is not an expression with an error.
      if (entry.source.problem.empty()) refuse(entry.text, *r.problem);
      else is_whole = false;
    }
    if (!is_whole)
      report_.note(source.sheet.summary.empty() ? message("{}: not all of its definitions are understood", source.text)
                                                : source.sheet.summary);
  }

  void tell_value(const algebra::Evaluation& e, Marks marks) {
    if (as_table_) last_.emplace(e.value, marks);
    else report_.print("{}\n", algebra::to_string(e.value, marks));
    tell_remarks(report_, e);
  }
  void refuse(const std::string& text, const Diagnostic& error) {
    status_ = wrong_input;
    last_.reset();
    report_.say_why(error_of(text, error));
  }
  void keep(const std::string& text, const algebra::Value& value) {
    add_name(names_, text, value);
    named_.emplace_back(text, value);
  }
  /// Adds a row, which is written once the next one comes: the last may have a table.
  void add_row(nlohmann::json row) {
    if (!row_.is_null()) report_.row(row_);
    row_ = std::move(row);
  }

  Report& report_;
  const IntegerRule rule_;
  const bool as_table_;
  algebra::Environment names_;
  std::vector<std::pair<std::string, algebra::Value>> named_;
  std::optional<std::pair<algebra::Value, Marks>> last_;  ///< for the table
  nlohmann::json row_;
  int status_ = done;
};

void answer_input(LineAnswers& answers) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::ios::sync_with_stdio(false);
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
}

std::vector<Option> eval_options() {
  return joined_options({{argument("expressions", "EXPRESSION",
                                   "Expressions, sheets (.cutes), programs or links; - reads statements from standard input, line by line")
                              .required()
                              .repeated(),
                          flag("--table", "Print the last value as a table, as CuTe's print_layout does")},
                         program_options(),
                         {integers_option(), json_option(), language_option()}});
}

int eval(const Arguments& asked, Report& report, ToolHost&) {
  auto texts = asked.all("expressions");
  // Statements of standard input are answered one by one as they come; a table is of one value alone.
  const bool streams = !asked.flag("table") && texts.back() == "-";
  if (streams) texts.pop_back();
  if (!asked.flag("table") && std::ranges::find(texts, "-") != texts.end())
    return report.refuse(wrong_input, message("{} must come last: it may use the names of the arguments before it", "-"));
  auto sources = read_sources(texts, asked);
  if (const auto idle = idle_settings(sources, asked); !idle.empty()) return report.refuse(wrong_input, idle);
  const auto rule = rule_of(sources, asked.integers());
  ArgumentAnswers answers(report, rule, asked.flag("table"));
  for (auto& source : sources) answers.add(source);
  const int status = answers.finish();
  if (!streams) return status;
  LineAnswers lines(report, asked.integers());
  for (const auto& [text, value] : answers.named()) lines.know(text, value);
  answer_input(lines);
  return std::max(status, lines.status());
}

constexpr std::array old_eval_commands{OldCommand{"print", "table", "true", "eval --table"}};

}  // namespace

const Tool eval_tool{.name = "eval",
                     .group = ToolGroup::layouts,
                     .help = "Print the values of expressions, sheets and programs in CuTe's notation, one a line",
                     .example = "eval \"A = (8,8):(8,1)\" \"composition(A, 6:4)\"",
                     .options = eval_options,
                     .run = eval,
                     .answer =
                         "rows,expression:str,value?:str,file?:str|null,line?:int|null,element?:str,memory?:str,"
                         "verdict?:verdict,warning?:err,hints?:[err],descriptor?:obj,why?:str,bits?:obj,tma?:obj,refusal?:obj,"
                         "notes?:any,table?:str",
                     .old_commands = old_eval_commands};

}  // namespace app
