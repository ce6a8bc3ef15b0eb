#include "algebra/conjectures/program.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/arguments.hpp"
#include "algebra/language/elements.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/language/lines.hpp"

namespace algebra::conjectures {

using expression::Call;
using expression::Function;
using expression::Node;
using NodeKind = Node::Kind;

namespace {

/// Results of values with smaller numbers stand in tables, others in a map.
constexpr Id in_tables = 1 << 16;
/// Values, and results in maps, beyond which what was computed is forgotten.
constexpr std::size_t much = 400'000;
/// Bytes of tables beyond which it is, too.
constexpr std::size_t much_memory = std::size_t{384} << 20;
/// Elements that a contract looks at.
constexpr std::int64_t checked_elements = 1 << 14;

}  // namespace

/// The results of one operation, by the numbers of its operands.
struct Program::Memory {
  struct Numbers {
    std::size_t operator()(const std::vector<Id>& ids) const {
      std::uint64_t h = 0x9e3779b97f4a7c15;
      for (const auto id : ids) h = (h ^ id) * 0xff51afd7ed558ccd, h ^= h >> 32;
      return static_cast<std::size_t>(h);
    }
  };
  std::vector<Id> of_one;
  std::vector<std::vector<Id>> rows;  ///< of two operands, by the first
  std::unordered_map<std::uint64_t, Id> pairs;
  std::unordered_map<std::vector<Id>, Id, Numbers> more;

  std::size_t bytes = 0;

  void reach(std::vector<Id>& table, Id count) {
    if (table.size() >= count) return;
    bytes -= table.capacity() * sizeof(Id);
    table.reserve(std::max<std::size_t>(count, table.size() * 3 / 2));
    bytes += table.capacity() * sizeof(Id);
    if (table.empty()) table.push_back(Values::refused);  // of a refused operand
    table.resize(table.capacity(), Values::unknown);
  }
  std::vector<Id>& row(Id first, Id count) {
    if (rows.size() <= first) rows.resize(first + 1);
    reach(rows[first], count);
    return rows[first];
  }
  std::size_t in_maps() const { return pairs.size() + more.size(); }
};

struct Program::Instruction {
  enum class Do : std::uint8_t {
    input,
    constant,
    run,
    apply,
    tree,
    same,
    equal,
    less,
    less_equal,
    negation,
    both,
    either,
    defined,
    holds,
    kept
  };
  Do what = Do::constant;
  std::vector<int> in{};
  int level = -1;                      ///< the last free name on which it depends; -1: none
  bool of_last_alone = false;          ///< it depends on no other name than the last
  int made_by = -1;                    ///< of kept: the operation's instruction
  const Function* function = nullptr;  ///< of run, equal and kept
  Call call{};
  Node tree{};                       ///< with names for its parts
  std::vector<std::string> parts{};  ///< these names
  Memory* memory = nullptr;
  Id scalar = Values::refused;
  std::vector<Id> list{};
  std::vector<Id> held{};  ///< the numbers of the call's operands as they are now
};

/// Makes the instructions. An expression that is written twice is one.
class Program::Compiler {
 public:
  explicit Compiler(Program& p) : p_(p) {}

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
    const auto& made = p_.code_[static_cast<std::size_t>(in[0])];
    if (made.what != D::run || made.function->contract == nullptr)
      throw Diagnostic{
          f.sides[0].span,
          {"argument", "kept(E) asks whether an operation keeps its contract: E is the call of an operation that has one.", {}}};
    Instruction kept{.what = D::kept, .in = made.in, .function = made.function, .call = made.call};
    kept.made_by = in[0];
    return add(std::move(kept));
  }

 private:
  int equal(const std::vector<int>& in) {
    return add({.what = Instruction::Do::equal, .in = in, .function = &expression::function_of(expression::Notation::equal)});
  }

  /// The number of an instruction: that of an equal one, if there is one.
  int add(Instruction i) {
    using D = Instruction::Do;
    for (const auto operand : i.in) i.level = std::max(i.level, p_.code_[static_cast<std::size_t>(operand)].level);
    i.of_last_alone = i.level == p_.last_level() && std::all_of(i.in.begin(), i.in.end(), [&](int operand) {
                        const auto& o = p_.code_[static_cast<std::size_t>(operand)];
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
    i.call.arguments.resize(i.in.size());
    i.call.names.resize(i.in.size());
    i.call.spans.resize(i.in.size());
    i.held.assign(i.in.size(), Values::unknown);
    p_.code_.push_back(std::move(i));
    const auto number = static_cast<int>(p_.code_.size()) - 1;
    if (!key.empty()) numbers_.emplace(key, number);
    return number;
  }
  Memory* new_memory() { return p_.memories_.emplace_back(std::make_unique<Memory>()).get(); }

  int constant(const Node& node) {
    Instruction i;
    try {
      i.scalar = p_.values_.add(expression::evaluate_tree(node, p_.known_, p_.rule_, {.verdicts = false}).value);
    } catch (const Diagnostic& d) {
      // What is refused for its numbers is refused as a part of the statement, too; what is no expression is an error.
      static constexpr std::array<std::string_view, 8> never{"syntax", "unknown name", "unknown function",  "kernel",
                                                             "call",   "argument",     "template argument", "unknown atom"};
      if (std::find(never.begin(), never.end(), d.problem.condition) != never.end()) throw;
    }
    return add(std::move(i));
  }

  bool is_free(std::string_view name) const { return input_of(name).has_value(); }
  std::optional<int> input_of(std::string_view name) const {
    for (std::size_t i = 0; i < p_.statement_.names.size(); ++i)
      if (p_.statement_.names[i].name == name) return static_cast<int>(i);
    return std::nullopt;
  }
  bool has_free(const Node& node) const {
    if ((node.kind == NodeKind::name || node.kind == NodeKind::call || node.kind == NodeKind::pointer) && is_free(node.text)) return true;
    const auto free = [&](const Node& n) { return has_free(n); };
    return std::any_of(node.children.begin(), node.children.end(), free) || std::any_of(node.indices.begin(), node.indices.end(), free);
  }

  /// Whether it is no integer whatever the names stand for.
  bool groups(const Node& n) const {
    if (n.kind == NodeKind::tuple && n.children.size() == 1) return groups(n.children[0]);
    if (n.kind == NodeKind::compose || n.kind == NodeKind::equal || n.kind == NodeKind::layout) return true;
    if (n.kind != NodeKind::name) return false;
    const auto input = input_of(n.text);
    return input && p_.statement_.names[static_cast<std::size_t>(*input)].kind == Kind::layout;
  }

  /// `runs`: also an operation without a free name is to be one.
  int node(const Node& n, bool runs = false) {
    if (n.kind == NodeKind::name)
      if (const auto input = input_of(n.text)) {
        auto& number = inputs_[*input];
        if (number == 0) {
          number = add({.what = Instruction::Do::input}) + 1;
          p_.code_.back().level = *input;
          p_.code_.back().of_last_alone = *input == p_.last_level();
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
               !(child.kind == NodeKind::call && child.text == "ArithTuple");
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
        if (p_.statement_.names[static_cast<std::size_t>(*input_of(n.text))].kind == Kind::integer)
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
    i.call.name = f.name, i.call.written = written, i.call.indices = std::move(indices), i.call.as_in_cpp = p_.rule_ == IntegerRule::cute;
    return add(std::move(i));
  }

  /// The call of a function on its operands; nullopt where the evaluator does more than that.
  std::optional<int> call(const Node& n) {
    const auto* f = expression::find_function(n.text, !n.indices.empty());
    if (f == nullptr || f->run == nullptr || f->takes_function || f->tiled_of_part || !n.keywords.empty()) return std::nullopt;
    const auto free = [&](const Node& index) { return has_free(index); };
    if (std::any_of(n.indices.begin(), n.indices.end(), free)) return std::nullopt;
    const auto odd = [](const Node& child) { return child.kind == NodeKind::pointer || child.kind == NodeKind::tiler; };
    if (std::any_of(n.children.begin(), n.children.end(), odd)) return std::nullopt;
    Call c{.name = f->name, .indices = {}, .arguments = {}, .names = {}, .spans = {}};
    for (const auto& index : n.indices)
      c.indices.push_back(expression::evaluate_tree(index, p_.known_, p_.rule_, {.verdicts = false}).value);
    c.arguments.resize(n.children.size(), Value(Layout()));
    c.names.resize(n.children.size());
    c.spans.resize(n.children.size());
    const auto in_order = expression::arranged(n, *f, c);
    if (in_order.count() != n.children.size()) return std::nullopt;
    std::vector<int> in;
    for (const auto& child : n.children) in.push_back(node(child));
    return run(*f, std::move(in), in_order.indices, n.text);
  }

  /// Any other node: the evaluator's, with a name for each part that has a free name in it.
  int tree(const Node& n) {
    Instruction i{.what = Instruction::Do::tree};
    i.tree = n;
    const auto replace = [&](Node& part) {
      if (!has_free(part)) return;
      i.in.push_back(node(part));
      const auto& name = *p_.texts_.emplace_back(std::make_unique<const std::string>(fmt::format("part{}{}", p_.texts_.size(), '\1')));
      i.parts.push_back(name);
      part = Node{.kind = NodeKind::name, .span = part.span, .head = part.head, .text = name};
    };
    for (auto& child : i.tree.children) replace(child);
    for (auto& index : i.tree.indices) replace(index);
    if (i.in.empty()) {
      // Something the evaluator knows to be wrong.
      expression::evaluate_tree(n, p_.known_, p_.rule_, {.verdicts = false});
      throw Diagnostic{n.span, {"syntax", "This has no value.", {}}};
    }
    if (n.kind == NodeKind::call && expression::find_function(n.text, !n.indices.empty()) == nullptr) {
      Environment names = p_.known_;
      for (const auto& part : i.parts) names.emplace(part, Layout());
      expression::evaluate_tree(i.tree, names, p_.rule_, {.verdicts = false});
    }
    return add(std::move(i));
  }

  Program& p_;
  std::unordered_map<std::string, int> numbers_;
  std::unordered_map<std::string, Memory*> memories_;
  std::map<int, int> inputs_;
};

Program::Program(const Statement& s, const Environment& known, IntegerRule rule)
    : statement_(s), known_(known), rule_(rule), names_(s.names.size()) {
  Compiler compiler(*this);
  // The parts of the condition, those that the first names decide before the others.
  std::vector<const Formula*> parts;
  for (const auto& c : s.condition)
    if (c.op == Formula::Op::both)
      for (const auto& part : c.parts) parts.push_back(&part);
    else parts.push_back(&c);
  std::vector<std::pair<int, const Formula*>> by_level;
  {
    Program probe(*this, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      // Of one name those first that compare integers, which costs least.
      const bool compares = parts[i]->op == Formula::Op::less || parts[i]->op == Formula::Op::less_equal;
      const auto level = probe.code_[static_cast<std::size_t>(probe.condition_[i].instruction)].level;
      by_level.emplace_back(2 * level + (compares ? 0 : 1), parts[i]);
    }
  }
  std::stable_sort(by_level.begin(), by_level.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [level, part] : by_level) {
    const auto instruction = compiler.formula(*part);
    condition_.push_back({instruction, static_cast<int>(code_.size())});
  }
  claim_ = compiler.formula(s.claim, &claim_sides_);
  // What has no free name, once and for all.
  for (auto& i : code_)
    if (i.level < 0 && i.what != Instruction::Do::constant) {
      std::vector<Id> operands;
      for (const auto o : i.in) operands.push_back(code_[static_cast<std::size_t>(o)].scalar);
      i.scalar = result(i, operands);
    }
}

/// Only to see on which names the parts of a condition depend.
Program::Program(const Program& other, const std::vector<const Formula*>& parts)
    : statement_(other.statement_), known_(other.known_), rule_(other.rule_), names_(other.names_) {
  Compiler compiler(*this);
  for (const auto* part : parts) condition_.push_back({compiler.formula(*part), 0});
}

Program::~Program() = default;

bool Program::choose(std::size_t name, Id id) {
  const auto level = static_cast<int>(name);
  std::vector<Id> operands;
  for (auto& i : code_) {
    if (i.level != level) continue;
    if (i.what == Instruction::Do::input) {
      i.scalar = id;
      continue;
    }
    operands.clear();
    for (const auto o : i.in) operands.push_back(code_[static_cast<std::size_t>(o)].scalar);
    i.scalar = result(i, operands);
  }
  return std::all_of(condition_.begin(), condition_.end(), [&](const Part& part) {
    const auto& i = code_[static_cast<std::size_t>(part.instruction)];
    return i.level > level || i.scalar == Values::yes;
  });
}

void Program::run_code(int begin, int end, std::span<const std::uint32_t> places, bool same_list) {
  for (int n = begin; n < end; ++n) {
    auto& i = code_[static_cast<std::size_t>(n)];
    if (i.level != last_level() || names_ == 0) continue;
    // What depends on the last name alone is known of a list that is tried again.
    if (i.of_last_alone && same_list) continue;
    i.list.resize(std::max(i.list.size(), last_.size()));
    if (i.what == Instruction::Do::input) std::copy(last_.begin(), last_.end(), i.list.begin());
    else if (i.of_last_alone) run_list(i, {all_places_.data(), last_.size()});
    else run_list(i, places);
  }
}

Program::Counts Program::try_last(std::span<const Id> last) {
  const auto count = static_cast<std::uint32_t>(last.size());
  while (all_places_.size() < count) all_places_.push_back(static_cast<std::uint32_t>(all_places_.size()));
  const bool same_list = std::equal(last.begin(), last.end(), last_.begin(), last_.end());
  if (!same_list) last_.assign(last.begin(), last.end());
  Counts counts;
  met_.clear();
  std::span<const std::uint32_t> places(all_places_.data(), count);
  const auto leave = [&](std::span<const std::uint32_t> left) {
    counts.skipped = count - static_cast<std::int64_t>(left.size());
    met_.assign(count, 0);
    for (const auto p : left) met_[p] = 1;
  };
  int done = 0;
  for (const auto& part : condition_) {
    // Operations that no place needs any more are not run; those of the last name alone are, for the next trial of the list.
    run_code(done, part.end, places, same_list);
    done = part.end;
    const auto& c = code_[static_cast<std::size_t>(part.instruction)];
    if (c.level != last_level() || names_ == 0) {
      if (c.scalar != Values::yes) places = {};
      continue;
    }
    std::size_t left = 0;
    if (places_.size() < count) places_.resize(count);
    for (const auto p : places)
      if (c.list[p] == Values::yes) places_[left++] = p;
    places = {places_.data(), left};
  }
  run_code(done, static_cast<int>(code_.size()), places, same_list);
  if (!condition_.empty()) leave(places);
  const auto& claim = code_[static_cast<std::size_t>(claim_)];
  if (claim.level == last_level() && names_ > 0) {
    for (const auto p : places) {
      counts.holds += claim.list[p] == Values::yes ? 1 : 0;
      counts.fails += claim.list[p] == Values::no ? 1 : 0;
    }
  } else {
    const auto all = static_cast<std::int64_t>(places.size());
    counts.holds = claim.scalar == Values::yes ? all : 0;
    counts.fails = claim.scalar == Values::no ? all : 0;
  }
  counts.undefined = static_cast<std::int64_t>(places.size()) - counts.holds - counts.fails;
  return counts;
}

Id Program::claimed(std::size_t place) const {
  if (!met_.empty() && met_[place] == 0) return Values::unknown;
  const auto& claim = code_[static_cast<std::size_t>(claim_)];
  return names_ > 0 && claim.level == static_cast<int>(names_) - 1 ? claim.list[place] : claim.scalar;
}
bool Program::fails(std::size_t place) const { return claimed(place) == Values::no; }
bool Program::undefined(std::size_t place) const {
  const auto id = claimed(place);
  return id != Values::no && id != Values::yes && id != Values::unknown;
}

void Program::run_list(Instruction& i, std::span<const std::uint32_t> places) {
  using D = Instruction::Do;
  if ((i.what == D::run || i.what == D::equal || i.what == D::kept) && i.in.size() == 2 && values_.count() <= in_tables)
    return run_pairs(i, places);
  if (i.what == D::less || i.what == D::less_equal) return compare_list(i, places);
  const auto level = last_level();
  std::array<Id, 2> few{};
  std::vector<Id> many;
  std::span<Id> operands = few;
  if (i.in.size() <= 2) operands = operands.first(i.in.size());
  else many.resize(i.in.size()), operands = many;
  for (const auto p : places) {
    for (std::size_t k = 0; k < i.in.size(); ++k) {
      const auto& o = code_[static_cast<std::size_t>(i.in[k])];
      operands[k] = o.level == level ? o.list[p] : o.scalar;
    }
    i.list[p] = result(i, operands);
  }
}

/// A comparison of integers, one of which may be the same for the whole list.
void Program::compare_list(Instruction& i, std::span<const std::uint32_t> places) {
  const auto &a = code_[static_cast<std::size_t>(i.in[0])], &b = code_[static_cast<std::size_t>(i.in[1])];
  const bool strict = i.what == Instruction::Do::less;
  evaluations_ += static_cast<std::int64_t>(places.size());
  for (const auto p : places) {
    const auto x = values_.integer(a.level == last_level() ? a.list[p] : a.scalar),
               y = values_.integer(b.level == last_level() ? b.list[p] : b.scalar);
    if (x == Values::no_integer || y == Values::no_integer) i.list[p] = Values::refused;
    else i.list[p] = (strict ? x < y : x <= y) ? Values::yes : Values::no;
  }
}

/// The loop in which searches of pairs and triples are: an operation of two operands whose results stand in tables.
void Program::run_pairs(Instruction& i, std::span<const std::uint32_t> places) {
  const auto level = last_level();
  const auto &a = code_[static_cast<std::size_t>(i.in[0])], &b = code_[static_cast<std::size_t>(i.in[1])];
  const bool reflexive = i.what == Instruction::Do::equal;
  const auto look = [&](Id x, Id y, Id& out) {
    const std::array<Id, 2> operands{x, y};
    out = found_or_computed(i, operands);
  };
  auto* out = i.list.data();
  evaluations_ += static_cast<std::int64_t>(places.size());
  if (a.level != level) {
    if (a.scalar == Values::refused) {
      for (const auto p : places) out[p] = Values::refused;
      return;
    }
    const auto* y = b.list.data();
    Id count = 0;
    for (const auto p : places) count = std::max(count, y[p] + 1);
    const auto* row = i.memory->row(a.scalar, count).data();
    for (const auto p : places) {
      out[p] = row[y[p]];
      if (reflexive && y[p] == a.scalar) out[p] = Values::yes;
      if (out[p] != Values::unknown) continue;
      look(a.scalar, y[p], out[p]);
      row = i.memory->row(a.scalar, count).data();
    }
    return;
  }
  const auto* x = a.list.data();
  auto& rows = i.memory->rows;
  for (const auto p : places) {
    const auto first = x[p], second = b.level == level ? b.list[p] : b.scalar;
    if (first == Values::refused || second == Values::refused) out[p] = Values::refused;
    else if (reflexive && first == second) out[p] = Values::yes;
    else if (first < rows.size() && second < rows[first].size() && rows[first][second] != Values::unknown) out[p] = rows[first][second];
    else look(first, second, out[p]);
  }
}

/// What an instruction gives for these operands.
Id Program::result(Instruction& i, std::span<const Id> operands) {
  using D = Instruction::Do;
  ++evaluations_;
  const auto truth = [](bool is) { return is ? Values::yes : Values::no; };
  switch (i.what) {
    case D::both:
      if (std::any_of(operands.begin(), operands.end(), [](Id id) { return id == Values::no; })) return Values::no;
      return std::all_of(operands.begin(), operands.end(), [](Id id) { return id == Values::yes; }) ? Values::yes : Values::refused;
    case D::either:
      if (std::any_of(operands.begin(), operands.end(), [](Id id) { return id == Values::yes; })) return Values::yes;
      return std::all_of(operands.begin(), operands.end(), [](Id id) { return id == Values::no; }) ? Values::no : Values::refused;
    case D::defined: return truth(operands[0] != Values::refused);
    default: break;
  }
  if (std::any_of(operands.begin(), operands.end(), [](Id id) { return id == Values::refused; })) return Values::refused;
  switch (i.what) {
    case D::holds: return operands[0] == Values::yes || operands[0] == Values::no ? operands[0] : Values::refused;
    case D::negation:
      if (operands[0] == Values::no) return Values::yes;
      return operands[0] == Values::yes ? Values::no : Values::refused;
    case D::same: return truth(operands[0] == operands[1]);
    case D::less:
    case D::less_equal: {
      const auto a = values_.integer(operands[0]), b = values_.integer(operands[1]);
      if (a == Values::no_integer || b == Values::no_integer) return Values::refused;
      return truth(i.what == D::less ? a < b : a <= b);
    }
    case D::equal:
      if (operands[0] == operands[1]) return Values::yes;
      break;
    default: break;
  }
  return found_or_computed(i, operands);
}

Id Program::found_or_computed(Instruction& i, std::span<const Id> operands) {
  auto& memory = *i.memory;
  if (operands.size() == 1 && operands[0] < in_tables) {
    memory.reach(memory.of_one, operands[0] + 1);
    if (const auto known = memory.of_one[operands[0]]; known != Values::unknown) return known;
    const auto id = compute(i, operands);
    return memory.of_one[operands[0]] = id;
  }
  if (operands.size() == 2) {
    if (operands[0] < in_tables && operands[1] < in_tables) {
      if (const auto known = memory.row(operands[0], operands[1] + 1)[operands[1]]; known != Values::unknown) return known;
      const auto id = compute(i, operands);
      return memory.rows[operands[0]][operands[1]] = id;
    }
    const auto key = std::uint64_t{operands[0]} << 32 | operands[1];
    if (const auto it = memory.pairs.find(key); it != memory.pairs.end()) return it->second;
    const auto id = compute(i, operands);
    memory.pairs.emplace(key, id);
    return id;
  }
  std::vector<Id> key(operands.begin(), operands.end());
  if (const auto it = memory.more.find(key); it != memory.more.end()) return it->second;
  const auto id = compute(i, operands);
  memory.more.emplace(std::move(key), id);
  return id;
}

Id Program::compute(Instruction& i, std::span<const Id> operands) {
  using D = Instruction::Do;
  try {
    Value value;
    if (i.what == D::tree) {
      Environment names = known_;
      for (std::size_t k = 0; k < operands.size(); ++k) names.insert_or_assign(i.parts[k], values_.value(operands[k]));
      return values_.add(expression::evaluate_tree(i.tree, names, rule_, {.verdicts = false}).value);
    }
    if (i.what == D::apply) {
      IntTuple coordinate;
      for (std::size_t k = 1; k < operands.size(); ++k) {
        const auto part = values_.value(operands[k]);
        const auto* t = std::get_if<IntTuple>(&part);
        if (t == nullptr) return Values::refused;
        coordinate.append(*t);
      }
      if (coordinate.rank() == 0) return Values::refused;
      if (coordinate.rank() == 1) coordinate = coordinate.mode(0);
      return values_.add(expression::element_at(values_.value(operands[0]), coordinate));
    }
    const auto made = i.what == D::kept ? found_or_computed(code_[static_cast<std::size_t>(i.made_by)], operands) : Values::refused;
    if (i.what == D::kept && made == Values::refused) return Values::refused;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (i.held[k] == operands[k]) continue;
      i.call.arguments[k] = values_.value(operands[k]);
      i.held[k] = operands[k];
    }
    if (i.what == D::kept) {
      const auto verdict = i.function->contract(i.call, values_.value(made), {.most = checked_elements});
      return verdict.kind == Verdict::Kind::broken ? Values::no : Values::yes;
    }
    if (i.function->refuses != nullptr && i.function->refuses(i.call)) return Values::refused;
    value = i.function->run(i.call);
    expression::require_usable(value);
    return values_.add(value);
  } catch (const Problem&) {
    return Values::refused;
  } catch (const Diagnostic&) {
    return Values::refused;
  }
}

bool Program::forget_if_much(Id kept) {
  std::size_t in_maps = 0, bytes = 0;
  for (const auto& memory : memories_) in_maps += memory->in_maps(), bytes += memory->bytes;
  if (values_.count() < kept + much && in_maps < 4 * much && bytes < much_memory) return false;
  forget_from(kept);
  return true;
}

void Program::forget_from(Id kept) {
  for (const auto& memory : memories_) *memory = Memory{};
  for (auto& i : code_) std::fill(i.held.begin(), i.held.end(), Values::unknown);
  values_.forget_from(kept);
  last_.clear();
}

std::vector<std::string> Program::sides(std::span<const Id> chosen) {
  for (std::size_t n = 0; n + 1 < chosen.size(); ++n) choose(n, chosen[n]);
  const Id nothing = Values::refused;
  try_last(chosen.empty() ? std::span<const Id>(&nothing, 1) : chosen.last(1));
  std::vector<std::string> texts;
  for (const auto side : claim_sides_) {
    const auto& i = code_[static_cast<std::size_t>(side)];
    const auto id = names_ > 0 && i.level == static_cast<int>(names_) - 1 ? i.list[0] : i.scalar;
    texts.push_back(id == Values::refused ? std::string()
                                          : to_string(values_.value(id), rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain));
  }
  return texts;
}

}  // namespace algebra::conjectures
