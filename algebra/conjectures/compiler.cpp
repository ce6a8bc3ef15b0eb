#include "algebra/conjectures/compiler.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algebra/conjectures/universe.hpp"
#include "algebra/language/arguments.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/language/spelling.hpp"

namespace algebra::conjectures {

using expression::Call;
using expression::Function;
using expression::Node;
using NodeKind = Node::Kind;

namespace {

/// Compiles the instructions. Equal expressions share one instruction.
class Compiler {
 public:
  Compiler(const Statement& s, const Environment& known, IntegerRule rule, Values& values, Code& out)
      : statement_(s), known_(known), rule_(rule), values_(values), out_(out) {}

  int formula(const Formula& f, std::vector<int>* sides = nullptr) {
    using Op = Formula::Op;
    using D = Instruction::Do;
    std::vector<int> in;
    for (const auto& side : f.sides) in.push_back(node(side, f.op == Op::kept));
    if (sides != nullptr) *sides = in;
    for (const auto& part : f.parts) in.push_back(formula(part));
    switch (f.op) {
      case Op::holds: return add({.what = D::holds, .in = in});
      case Op::equal: return equal(in);
      case Op::differs: return add({.what = D::negation, .in = {equal(in)}});
      case Op::same: return add({.what = D::same, .in = in});
      case Op::less: return add({.what = D::less, .in = in});
      case Op::less_equal: return add({.what = D::less_equal, .in = in});
      case Op::defined: return add({.what = D::defined, .in = in});
      case Op::negation: return add({.what = D::negation, .in = in});
      case Op::both: return add({.what = D::both, .in = in});
      case Op::either: return add({.what = D::either, .in = in});
      case Op::kept: break;
    }
    const auto& made = out_.instructions[static_cast<std::size_t>(in[0])];
    if (made.what != D::run || made.function->contract == nullptr)
      throw Diagnostic{
          f.sides[0].span,
          {"argument", "kept(E) asks whether an operation keeps its contract: E must be a call of an operation that has one.", {}}};
    Instruction kept{.what = D::kept, .in = made.in, .function = made.function, .call = made.call};
    kept.made_by = in[0];
    return add(std::move(kept));
  }

 private:
  int last_level() const { return static_cast<int>(statement_.names.size()) - 1; }

  int equal(const std::vector<int>& in) {
    return add({.what = Instruction::Do::equal, .in = in, .function = &expression::function_of(expression::Notation::equal)});
  }

  /// Adds an instruction and returns its number; reuses an equal one.
  int add(Instruction i) {
    using D = Instruction::Do;
    for (const auto operand : i.in) {
      const auto& o = out_.instructions[static_cast<std::size_t>(operand)];
      i.level = std::max(i.level, o.level);
      i.of_first = i.of_first || o.of_first;
    }
    i.of_last_alone = i.level == last_level() && std::all_of(i.in.begin(), i.in.end(), [&](int operand) {
                        const auto& o = out_.instructions[static_cast<std::size_t>(operand)];
                        return o.level < 0 || o.of_last_alone;
                      });
    std::string indices;
    for (const auto& index : i.call.indices) indices += to_string(index, Marks::underscores) + ";";
    const auto computes = fmt::format("{} {} {}", static_cast<int>(i.what), static_cast<const void*>(i.function), indices);
    const auto key = i.what == D::tree || i.what == D::input || i.what == D::constant
                         ? std::string()
                         : fmt::format("{} {}", computes, fmt::join(i.in, ","));
    if (!key.empty())
      if (const auto it = numbers_.find(key); it != numbers_.end()) return it->second;
    if (i.what == D::run || i.what == D::equal || i.what == D::apply || i.what == D::kept) {
      auto& memory = memories_[computes];
      if (memory == nullptr) memory = new_memory();
      i.memory = memory;
    } else if (i.what == D::tree) {
      i.memory = new_memory();
    }
    i.of_function = composes_layouts(i);
    i.call.arguments.resize(i.in.size());
    i.call.names.resize(i.in.size());
    i.call.spans.resize(i.in.size());
    i.held.assign(i.in.size(), Values::unknown);
    out_.instructions.push_back(std::move(i));
    const auto number = static_cast<int>(out_.instructions.size()) - 1;
    if (!key.empty()) numbers_.emplace(key, number);
    return number;
  }
  /// Returns whether the value, unless refused, is a layout for any values of the names.
  bool is_layout(int number) const {
    const auto& i = out_.instructions[static_cast<std::size_t>(number)];
    switch (i.what) {
      case Instruction::Do::input: return statement_.names[static_cast<std::size_t>(i.level)].kind == Kind::layout;
      case Instruction::Do::constant: return i.scalar != Values::refused && std::holds_alternative<Layout>(values_.value(i.scalar));
      case Instruction::Do::run: return i.of_function;
      default: return false;
    }
  }
  bool composes_layouts(const Instruction& i) const {
    const bool may = i.what == Instruction::Do::run || i.what == Instruction::Do::kept;
    return may && i.function == &expression::function_of(expression::Notation::compose) && i.in.size() == 2 && i.call.indices.empty() &&
           is_layout(i.in[0]) && is_layout(i.in[1]);
  }
  Memory* new_memory() { return out_.memories.emplace_back(std::make_unique<Memory>()).get(); }

  int constant(const Node& node) {
    Instruction i;
    try {
      i.scalar = values_.add(expression::evaluate_tree(node, known_, rule_, {.verdicts = false}).value);
    } catch (const Diagnostic& d) {
      // Problems that do not depend on numbers are errors of the statement; a refusal because of numbers is a value.
      static constexpr std::array<std::string_view, 8> never{"syntax", "unknown name", "unknown function",  "kernel",
                                                             "call",   "argument",     "template argument", "unknown atom"};
      if (std::find(never.begin(), never.end(), d.problem.condition) != never.end()) throw;
    }
    return add(std::move(i));
  }

  bool is_free(std::string_view name) const { return input_of(name).has_value(); }
  std::optional<int> input_of(std::string_view name) const {
    for (std::size_t i = 0; i < statement_.names.size(); ++i)
      if (statement_.names[i].name == name) return static_cast<int>(i);
    return std::nullopt;
  }
  bool has_free(const Node& node) const {
    if ((node.kind == NodeKind::name || node.kind == NodeKind::call || node.kind == NodeKind::pointer) && is_free(node.text)) return true;
    const auto free = [&](const Node& n) { return has_free(n); };
    return std::any_of(node.children.begin(), node.children.end(), free) || std::any_of(node.indices.begin(), node.indices.end(), free);
  }

  /// Returns whether the node is never an integer, whatever the names stand for.
  bool groups(const Node& n) const {
    if (n.kind == NodeKind::tuple && n.children.size() == 1) return groups(n.children[0]);
    if (n.kind == NodeKind::compose || n.kind == NodeKind::equal || n.kind == NodeKind::layout) return true;
    if (n.kind != NodeKind::name) return false;
    const auto input = input_of(n.text);
    return input && statement_.names[static_cast<std::size_t>(*input)].kind == Kind::layout;
  }

  /// Compiles a node. `runs`: make an instruction even for an operation without free names.
  int node(const Node& n, bool runs = false) {
    if (n.kind == NodeKind::name)
      if (const auto input = input_of(n.text)) {
        auto& number = inputs_[*input];
        if (number == 0) {
          number = add({.what = Instruction::Do::input}) + 1;
          out_.instructions.back().level = *input;
          out_.instructions.back().of_first = *input == 0;
          out_.instructions.back().of_last_alone = *input == last_level();
        }
        return number - 1;
      }
    if (!has_free(n) && !runs) return constant(n);
    // Brackets around one layout only group.
    if (n.kind == NodeKind::tuple && n.children.size() == 1 && groups(n.children[0])) return node(n.children[0], runs);
    if (n.kind == NodeKind::equal) return equal({node(n.children[0]), node(n.children[1])});
    if (n.kind == NodeKind::compose) {
      const auto plain = [&](const Node& child) {
        return child.kind != NodeKind::integer && child.kind != NodeKind::pointer &&
               !(child.kind == NodeKind::call && begins_coordinates(child.text));
      };
      if (std::all_of(n.children.begin(), n.children.end(), plain)) {
        auto left = node(n.children[0]);
        for (std::size_t i = 1; i < n.children.size(); ++i)
          left = run(expression::function_of(expression::Notation::compose), {left, node(n.children[i])});
        return left;
      }
    }
    if (n.kind == NodeKind::apply || (n.kind == NodeKind::call && is_free(n.text))) {
      std::vector<int> in;
      if (n.kind == NodeKind::call) {
        if (statement_.names[static_cast<std::size_t>(*input_of(n.text))].kind == Kind::integer)
          throw Diagnostic{n.head, {"unknown function", message("There is no function {} here.", n.text), {}}};
        Node callee{.kind = NodeKind::name, .span = n.head, .text = n.text};
        in.push_back(node(callee));
      }
      for (const auto& child : n.children) in.push_back(node(child));
      return add({.what = Instruction::Do::apply, .in = std::move(in)});
    }
    if (n.kind == NodeKind::call)
      if (const auto i = call(n)) return *i;
    return has_free(n) ? tree(n) : constant(n);
  }

  int run(const Function& f, std::vector<int> in, std::vector<Value> indices = {}, std::string_view written = {}) {
    Instruction i{.what = Instruction::Do::run, .in = std::move(in), .function = &f};
    i.call.name = f.name, i.call.written = written, i.call.indices = std::move(indices), i.call.as_in_cpp = rule_ == IntegerRule::cute;
    return add(std::move(i));
  }

  /// Compiles the call of a function on its operands; nullopt if the evaluator does more for it than that.
  std::optional<int> call(const Node& n) {
    const auto* f = expression::find_function(n.text, !n.indices.empty());
    if (f == nullptr || f->run == nullptr || f->takes_function || f->tiled_of_part || !n.keywords.empty()) return std::nullopt;
    const auto free = [&](const Node& index) { return has_free(index); };
    if (std::any_of(n.indices.begin(), n.indices.end(), free)) return std::nullopt;
    const auto odd = [](const Node& child) { return child.kind == NodeKind::pointer || child.kind == NodeKind::tiler; };
    if (std::any_of(n.children.begin(), n.children.end(), odd)) return std::nullopt;
    Call c{.name = f->name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
    for (const auto& index : n.indices) c.indices.push_back(expression::evaluate_tree(index, known_, rule_, {.verdicts = false}).value);
    c.arguments.resize(n.children.size(), Value(Layout()));
    c.names.resize(n.children.size());
    c.spans.resize(n.children.size());
    const auto in_order = expression::arranged(n, *f, c);
    if (in_order.count() != n.children.size()) return std::nullopt;
    std::vector<int> in;
    for (const auto& child : n.children) in.push_back(node(child));
    return run(*f, std::move(in), in_order.indices, n.text);
  }

  /// Compiles any other node for the evaluator, with a name for each part that has a free name in it.
  int tree(const Node& n) {
    Instruction i{.what = Instruction::Do::tree};
    i.tree = n;
    const auto replace = [&](Node& part) {
      if (!has_free(part)) return;
      i.in.push_back(node(part));
      const auto& name = *out_.texts.emplace_back(std::make_unique<const std::string>(fmt::format("part{}{}", out_.texts.size(), '\1')));
      i.parts.push_back(name);
      part = Node{.kind = NodeKind::name, .span = part.span, .head = part.head, .text = name};
    };
    for (auto& child : i.tree.children) replace(child);
    for (auto& index : i.tree.indices) replace(index);
    if (i.in.empty()) {
      // Throws if the evaluator finds an error.
      expression::evaluate_tree(n, known_, rule_, {.verdicts = false});
      throw Diagnostic{n.span, {"syntax", "This has no value.", {}}};
    }
    if (n.kind == NodeKind::call && expression::find_function(n.text, !n.indices.empty()) == nullptr) {
      Environment names = known_;
      for (const auto& part : i.parts) names.emplace(part, Layout());
      expression::evaluate_tree(i.tree, names, rule_, {.verdicts = false});
    }
    return add(std::move(i));
  }

  const Statement& statement_;
  const Environment& known_;
  IntegerRule rule_;
  Values& values_;
  Code& out_;
  std::unordered_map<std::string, int> numbers_;
  std::unordered_map<std::string, Memory*> memories_;
  std::map<int, int> inputs_;
};

/// Throws if an operand of not, and, or is neither true nor false, for the first of a few small choices of the names at which it has a
/// value.
void require_truths(const Formula& f, const Statement& s, const Environment& known, IntegerRule rule) {
  for (const auto& part : f.parts) require_truths(part, s, known, rule);
  if (f.op != Formula::Op::holds) return;
  constexpr std::size_t most_tried = 64;
  std::vector<std::vector<Choice>> choices;
  for (const auto& name : s.names) choices.push_back(universe(name.kind, {.size = 4, .depth = 1}, rule, most_tried).choices);
  for (std::size_t tried = 0; tried < (choices.empty() ? 1 : most_tried); ++tried) {
    Environment names = known;
    // Later names change more slowly, so that equal values do not always coincide.
    for (std::size_t n = 0; n < choices.size(); ++n)
      if (!choices[n].empty()) names.insert_or_assign(s.names[n].name, choices[n][tried / (n + 1) % choices[n].size()].value);
    try {
      const auto value = expression::evaluate_tree(f.sides[0], names, rule, {.verdicts = false}).value;
      if (std::holds_alternative<Truth>(value)) return;
    } catch (const Problem&) {
      continue;
    } catch (const Diagnostic&) {
      continue;
    }
    const auto span = f.sides[0].span;
    throw Diagnostic{span,
                     {"argument",
                      message("{} is neither true nor false. A statement is a comparison, such as size(coalesce(A)) == size(A), or a "
                              "question, such as is_injective(A).",
                              std::string_view(s.text).substr(span.begin, span.end - span.begin)),
                      {}}};
  }
}

/// Returns the conjuncts of the condition, cheapest first: those that earlier names decide; then those that do not depend on the first
/// name, whose results serve its next value; then comparisons of integers.
std::vector<const Formula*> in_order(const Statement& s, const Environment& known, IntegerRule rule) {
  std::vector<const Formula*> parts;
  for (const auto& c : s.condition)
    if (c.op == Formula::Op::both)
      for (const auto& part : c.parts) parts.push_back(&part);
    else parts.push_back(&c);
  Values values;
  Code probe;
  Compiler compiler(s, known, rule, values, probe);
  const auto cost = [&](const Formula& part) {
    const auto level = probe.instructions[static_cast<std::size_t>(compiler.formula(part))].level;
    const bool of_first = probe.instructions[static_cast<std::size_t>(compiler.formula(part))].of_first;
    return 4 * level + (of_first ? 2 : 0) + (part.op == Formula::Op::less || part.op == Formula::Op::less_equal ? 0 : 1);
  };
  std::vector<std::pair<int, const Formula*>> by_cost;
  by_cost.reserve(parts.size());
  for (const auto* part : parts) by_cost.emplace_back(cost(*part), part);
  std::stable_sort(by_cost.begin(), by_cost.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = by_cost[i].second;
  return parts;
}

/// Finds the leading conjuncts, for three names, that need the second and the third but not the first.
void find_shared_parts(const Statement& s, Code& code) {
  const auto last = static_cast<int>(s.names.size()) - 1;
  if (last != 2) return;
  const auto at = [&](int n) -> Instruction& { return code.instructions[static_cast<std::size_t>(n)]; };
  std::size_t parts = 0;
  bool any = false;
  for (; parts < code.condition.size() &&
         (at(code.condition[parts].instruction).level < last || !at(code.condition[parts].instruction).of_first);
       ++parts)
    any = any || at(code.condition[parts].instruction).level == last;
  if (!any) return;
  code.shared_parts = parts;
  const auto end = code.condition[parts - 1].end;
  std::vector<bool> used(code.instructions.size(), false);
  for (auto n = static_cast<int>(code.instructions.size()); n-- > 0;) {
    if (n >= end || used[static_cast<std::size_t>(n)])
      for (const auto operand : at(n).in) used[static_cast<std::size_t>(operand)] = true;
    at(n).used_later = n < end && used[static_cast<std::size_t>(n)];
  }
  if (code.claim < end) at(code.claim).used_later = true;
  for (const auto side : code.claim_sides)
    if (side < end) at(side).used_later = true;
}

}  // namespace

Code compiled(const Statement& s, const Environment& known, IntegerRule rule, Values& values) {
  Code code;
  Compiler compiler(s, known, rule, values, code);
  for (const auto* part : in_order(s, known, rule)) {
    const auto instruction = compiler.formula(*part);
    code.condition.push_back({instruction, static_cast<int>(code.instructions.size())});
  }
  code.claim = compiler.formula(s.claim, &code.claim_sides);
  require_truths(s.claim, s, known, rule);
  for (const auto& condition : s.condition) require_truths(condition, s, known, rule);
  find_shared_parts(s, code);
  return code;
}

}  // namespace algebra::conjectures
