#include "algebra/conjectures/program.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "algebra/conjectures/compiler.hpp"
#include "algebra/language/elements.hpp"
#include "algebra/language/evaluator.hpp"
#include "algebra/layout/coalesce.hpp"
#include "algebra/layout/mode_list.hpp"

namespace algebra::conjectures {

namespace {

/// Results for operands with numbers below this are in tables, others in a map.
constexpr Id in_tables = 1 << 16;
/// Number of values, or of results in maps, beyond which everything computed is forgotten.
constexpr std::size_t much = 400'000;
/// Total number of remembered places that meet shared conjuncts; beyond it no more are kept.
constexpr std::size_t much_shared = 8'000'000;
/// Elements that a contract check looks at.
constexpr std::int64_t checked_elements = 1 << 14;

}  // namespace

Program::Program(const Statement& s, const Environment& known, IntegerRule rule, std::size_t most_table_bytes)
    : known_(known), rule_(rule), most_table_bytes_(most_table_bytes), names_(s.names.size()), code_(compiled(s, known, rule, values_)) {
  // Runs the instructions without a free name once.
  for (auto& i : code_.instructions)
    if (i.level < 0 && i.what != Instruction::Do::constant) {
      std::vector<Id> operands;
      for (const auto o : i.in) operands.push_back(instruction(o).scalar);
      i.scalar = result(i, operands);
    }
}

Program::~Program() = default;

bool Program::choose(std::size_t name, Id id) {
  const auto level = static_cast<int>(name);
  chosen_.resize(names_);
  chosen_[name] = id;
  auto& operands = operands_;
  for (auto& i : code_.instructions) {
    if (i.level != level) continue;
    if (i.what == Instruction::Do::input) {
      i.scalar = id;
      continue;
    }
    operands.clear();
    for (const auto o : i.in) operands.push_back(instruction(o).scalar);
    i.scalar = result(i, operands);
  }
  return std::all_of(code_.condition.begin(), code_.condition.end(), [&](const Code::Part& part) {
    const auto& i = instruction(part.instruction);
    return i.level > level || i.scalar == Values::yes;
  });
}

void Program::run_code(int begin, int end, std::span<const std::uint32_t> places, bool same_list) {
  for (int n = begin; n < end; ++n) {
    auto& i = instruction(n);
    if (i.level != last_level() || names_ == 0) continue;
    // Results that depend on the last name alone are still valid when the same list is tried again.
    if (i.of_last_alone && same_list) continue;
    i.list.resize(std::max(i.list.size(), last_.size()));
    if (i.what == Instruction::Do::input) std::copy(last_.begin(), last_.end(), i.list.begin());
    else if (i.of_last_alone) run_list(i, {all_places_.data(), last_.size()});
    else run_list(i, places);
  }
}

/// Runs only those instructions of the shared conjuncts that later ones read, when the remembered places replace the conjuncts.
void Program::run_shared(std::span<const std::uint32_t> places, bool same_list) {
  const auto end = code_.condition[code_.shared_parts - 1].end;
  for (int n = 0; n < end; ++n) {
    const auto& i = instruction(n);
    if (i.used_later || i.of_last_alone) run_code(n, n + 1, places, same_list);
  }
}

Program::Counts Program::try_last(std::span<const Id> last) {
  const auto count = static_cast<std::uint32_t>(last.size());
  while (all_places_.size() < count) all_places_.push_back(static_cast<std::uint32_t>(all_places_.size()));
  const bool same_list = std::equal(last.begin(), last.end(), last_.begin(), last_.end());
  if (!same_list) {
    last_.assign(last.begin(), last.end());
    consecutive_ = true;
    for (std::size_t k = 1; k < last_.size() && consecutive_; ++k) consecutive_ = last_[k] == last_[0] + k;
  }
  Counts counts;
  std::span<const std::uint32_t> places(all_places_.data(), count);
  int done = 0;
  std::size_t part = 0;
  // Conjuncts that the earlier names decide may depend on the first name, so places are shared only if all of these hold.
  const bool shares =
      code_.shared_parts > 0 && consecutive_ && std::all_of(code_.condition.begin(), code_.condition.end(), [&](const Code::Part& p) {
        const auto& c = instruction(p.instruction);
        return c.level == last_level() || c.scalar == Values::yes;
      });
  const auto key = shares ? std::uint64_t{chosen_[1]} << 32 | last_.front() : 0;
  const auto known = shares ? shared_.find(key) : shared_.end();
  if (known != shared_.end() && known->second.length == count) {
    places = known->second.places;
    part = code_.shared_parts;
    done = code_.condition[part - 1].end;
    run_shared(places, same_list);
  }
  for (; part < code_.condition.size(); ++part) {
    const auto& [instruction_of_part, end] = code_.condition[part];
    // Skips operations that no place needs; runs those of the last name alone anyway, for the next trial of the list.
    run_code(done, end, places, same_list);
    done = end;
    const auto& c = instruction(instruction_of_part);
    if (c.level != last_level() || names_ == 0) {
      if (c.scalar != Values::yes) places = {};
    } else {
      std::size_t left = 0;
      if (places_.size() < count) places_.resize(count);
      // Branch-free, as the outcome at a place is unpredictable.
      for (const auto p : places) {
        places_[left] = p;
        left += c.list[p] == Values::yes ? 1 : 0;
      }
      places = {places_.data(), left};
    }
    if (shares && part + 1 == code_.shared_parts && shared_places_ < much_shared) {
      shared_places_ += places.size() + 8;
      shared_.insert_or_assign(key, Shared{count, std::vector<std::uint32_t>(places.begin(), places.end())});
    }
  }
  run_code(done, static_cast<int>(code_.instructions.size()), places, same_list);
  counts.skipped = count - static_cast<std::int64_t>(places.size());
  met_ = places;
  const auto& claim = instruction(code_.claim);
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
  if (!std::binary_search(met_.begin(), met_.end(), static_cast<std::uint32_t>(place))) return Values::unknown;
  const auto& claim = instruction(code_.claim);
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
      const auto& o = instruction(i.in[k]);
      operands[k] = o.level == level ? o.list[p] : o.scalar;
    }
    i.list[p] = result(i, operands);
  }
}

/// Compares integers, one of which may be the same for the whole list.
void Program::compare_list(Instruction& i, std::span<const std::uint32_t> places) {
  const auto &a = instruction(i.in[0]), &b = instruction(i.in[1]);
  const bool strict = i.what == Instruction::Do::less;
  evaluations_ += static_cast<std::int64_t>(places.size());
  for (const auto p : places) {
    const auto x = values_.integer(a.level == last_level() ? a.list[p] : a.scalar),
               y = values_.integer(b.level == last_level() ? b.list[p] : b.scalar);
    if (x == Values::no_integer || y == Values::no_integer) i.list[p] = Values::refused;
    else i.list[p] = (strict ? x < y : x <= y) ? Values::yes : Values::no;
  }
}

/// Runs an operation of two operands whose results are in tables: the inner loop of searches over pairs and triples. Copies known results
/// first, branch-free; looks at single places only if a result is missing.
void Program::run_pairs(Instruction& i, std::span<const std::uint32_t> places) {
  const auto level = last_level();
  const auto &a = instruction(i.in[0]), &b = instruction(i.in[1]);
  evaluations_ += static_cast<std::int64_t>(places.size());
  const bool complete = a.level != level ? copy_row(i, a.scalar, b, places) : compare_or_find(i, a, b, places);
  if (complete) return;
  const bool reflexive = i.what == Instruction::Do::equal;
  for (const auto p : places) {
    auto& out = i.list[p];
    if (out != Values::unknown) continue;
    const std::array<Id, 2> operands{a.level == level ? a.list[p] : a.scalar, b.level == level ? b.list[p] : b.scalar};
    if (operands[0] == Values::refused || operands[1] == Values::refused) out = Values::refused;
    else if (reflexive && operands[0] == operands[1]) out = Values::yes;
    else out = found_or_computed(i, operands);
  }
}

/// Copies the results of one first operand with a list of second ones, a part of its row. Returns whether all are known.
bool Program::copy_row(Instruction& i, Id first, const Instruction& second, std::span<const std::uint32_t> places) {
  auto* out = i.list.data();
  if (first == Values::refused) {
    for (const auto p : places) out[p] = Values::refused;
    return true;
  }
  if (i.of_function) first = form_of(first);
  const auto* y = second.list.data();
  const bool whole = places.size() == last_.size();
  bool unknown = false;
  if (whole && consecutive_ && second.what == Instruction::Do::input) {
    const auto* row = i.memory->row(first, last_.back() + 1).data() + last_[0];
    for (std::size_t p = 0; p < last_.size(); ++p) {
      out[p] = row[p];
      unknown |= row[p] == Values::unknown;
    }
    return !unknown;
  }
  Id count = 0;
  for (const auto p : places) count = std::max(count, y[p] + 1);
  const auto* row = i.memory->row(first, count).data();
  for (const auto p : places) {
    out[p] = row[y[p]];
    unknown |= out[p] == Values::unknown;
  }
  return !unknown;
}

/// Computes the results of two lists, or of a list and one second operand. Equal numbers are equal values, so equations need no table.
bool Program::compare_or_find(Instruction& i, const Instruction& a, const Instruction& b, std::span<const std::uint32_t> places) const {
  const auto *x = a.list.data(), *y = b.list.data();
  auto* out = i.list.data();
  bool unknown = false;
  if (i.what == Instruction::Do::equal && b.level == last_level()) {
    for (const auto p : places) {
      out[p] = x[p] != y[p] ? Values::unknown : x[p] == Values::refused ? Values::refused : Values::yes;
      unknown |= x[p] != y[p];
    }
    return !unknown;
  }
  const auto& rows = i.memory->rows;
  for (const auto p : places) {
    auto first = x[p];
    if (i.of_function) first = first < forms_.size() ? forms_[first] : Values::unknown;
    const auto second = b.level == last_level() ? y[p] : b.scalar;
    const bool known = first < rows.size() && second < rows[first].size();
    out[p] = known ? rows[first][second] : Values::unknown;
    unknown |= out[p] == Values::unknown;
  }
  return !unknown;
}

/// Computes an instruction's result for these operands.
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
  if (i.of_function && form_of(operands[0]) != operands[0]) return found_or_computed(i, std::array{form_of(operands[0]), operands[1]});
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

/// Returns the coalesced layout with a last mode of size 2: A o B depends only on the function of A, not on the size of A's last mode.
Id Program::form_of(Id layout) {
  if (forms_.size() <= layout) forms_.resize(std::max<std::size_t>(layout + 1, forms_.size() * 3 / 2), Values::unknown);
  if (const auto known = forms_[layout]; known != Values::unknown) return known;
  const auto value = values_.value(layout);
  const auto* l = std::get_if<Layout>(&value);
  auto form = layout;
  if (l != nullptr && !has_basis(*l)) {
    auto modes = coalesce_beyond(*l);
    modes.back().shape.value = 2;
    form = values_.add(layout_of_modes(modes));
  }
  return forms_[layout] = form;
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
    const auto made = i.what == D::kept ? found_or_computed(instruction(i.made_by), operands) : Values::refused;
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
  for (const auto& memory : code_.memories) in_maps += memory->in_maps(), bytes += memory->bytes;
  if (values_.count() < kept + much && in_maps < 4 * much && bytes < most_table_bytes_) return false;
  forget_from(kept);
  return true;
}

void Program::forget_from(Id kept) {
  for (const auto& memory : code_.memories) *memory = Memory{};
  for (auto& i : code_.instructions) std::fill(i.held.begin(), i.held.end(), Values::unknown);
  values_.forget_from(kept);
  last_.clear();
  forms_.clear();
  shared_.clear();
  shared_places_ = 0;
}

std::vector<std::string> Program::sides(std::span<const Id> chosen) {
  for (std::size_t n = 0; n + 1 < chosen.size(); ++n) choose(n, chosen[n]);
  const Id nothing = Values::refused;
  try_last(chosen.empty() ? std::span<const Id>(&nothing, 1) : chosen.last(1));
  std::vector<std::string> texts;
  for (const auto side : code_.claim_sides) {
    const auto& i = instruction(side);
    const auto id = names_ > 0 && i.level == static_cast<int>(names_) - 1 ? i.list[0] : i.scalar;
    texts.push_back(id == Values::refused ? std::string()
                                          : to_string(values_.value(id), rule_ == IntegerRule::cute ? Marks::underscores : Marks::plain));
  }
  return texts;
}

}  // namespace algebra::conjectures
