// Expressions of entries for each thread of a block that is traced as one of its threads.

#include "app/import/program_entries.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/language/parser.hpp"
#include "algebra/language/vocabulary.hpp"

namespace app {

using algebra::IntTuple;
using algebra::Value;

void ProgramEntries::run_as_block(const std::vector<std::int64_t>& block) {
  threads_ = 1;
  for (std::size_t i = 0; i < block_.size(); ++i) {
    block_[i] = i < block.size() ? std::max<std::int64_t>(1, block[i]) : 1;
    threads_ *= static_cast<std::size_t>(block_[i]);
  }
  lanes_.clear();
  values_by_thread_.clear();
  tables_.clear();
}

/// Null if some thread has no value.
const std::vector<Value>* ProgramEntries::values_by_thread(const std::string& entry) {
  const auto [it, added] = values_by_thread_.try_emplace(entry);
  auto& values = it->second;
  if (!added) return values.empty() ? nullptr : &values;
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < block_.size(); ++axis, stride *= block_[axis - 1])
    if (const auto g = given_.find(fmt::format("threadIdx.{}", "xyz"[axis])); g != given_.end() && g->second == entry)
      for (std::size_t t = 0; t < threads_; ++t) values.emplace_back(IntTuple(static_cast<std::int64_t>(t) / stride % block_[axis]));
  if (!values.empty()) return &values;
  const auto d = std::ranges::find(program_.definitions, entry, &ProgramDefinition::entry);
  if (d == program_.definitions.end() || !d->problem.empty()) return nullptr;
  if (!d->by_thread.empty()) {
    for (const auto n : d->by_thread) values.emplace_back(IntTuple(n));
    return values.size() == threads_ ? &values : nullptr;
  }
  std::vector<Value> all;
  each_thread(std::string(d->text), [&](std::optional<Value> v) {
    if (v) all.push_back(std::move(*v));
  });
  if (all.size() == threads_) values = std::move(all);
  return values.empty() ? nullptr : &values;
}

/// Evaluates a text for each thread.
template <class F>
void ProgramEntries::each_thread(const std::string& text, F visit) {
  std::vector<std::pair<std::string, const std::vector<Value>*>> varying;
  for (const auto& name : algebra::free_names(text)) {
    if (!follows_from_thread(name)) continue;
    const auto* values = values_by_thread(name);
    if (values == nullptr) return;
    varying.emplace_back(name, values);
  }
  const auto parsed = text.size() <= longest ? algebra::expression::parse(text) : tl::unexpected(algebra::Diagnostic{});
  algebra::Environment before;
  for (const auto& [name, values] : varying)
    if (const auto it = environment_.find(name); it != environment_.end()) before.insert(*it);
  for (std::size_t t = 0; t < threads_; ++t) {
    for (const auto& [name, values] : varying) environment_.insert_or_assign(name, (*values)[t]);
    count(1);
    auto value = parsed
                     ? checked(algebra::evaluate(*parsed, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr}))
                     : evaluated_anew(text);
    visit(value ? std::optional(std::move(*value)) : std::nullopt);
  }
  for (auto& [name, value] : before) environment_.insert_or_assign(name, std::move(value));
}

bool ProgramEntries::follows_from_thread(std::string_view text) const {
  return std::ranges::any_of(assumed_in(text), [](const std::string& name) { return is_thread_parameter(name); });
}

CppLanes ProgramEntries::lanes_of(const std::string& text) {
  if (threads_ == 0) return nullptr;
  const auto it = lanes_.find(text);
  if (it != lanes_.end()) return it->second;
  std::vector<std::int64_t> numbers;
  bool any = false;
  const auto begun = steps_;
  each_thread(text, [&](const std::optional<Value>& v) {
    // In C++ parentheses around a number do not make a tuple: ((size<2>(tCrA)) * 1).
    const auto* tuple = v ? std::get_if<IntTuple>(&*v) : nullptr;
    const auto n = tuple != nullptr && tuple->is_tuple() && tuple->rank() == 1 ? algebra::number_of(Value(tuple->mode(0)))
                   : v                                                         ? algebra::number_of(*v)
                                                                               : std::nullopt;
    any = any || n;
    numbers.push_back(n.value_or(no_lane));
  });
  // Evaluating for all threads costs less than that many statements.
  constexpr std::size_t threads_a_step = 8;
  steps_ = begun + threads_ / threads_a_step;
  auto& own = lanes_[text];
  if (any && numbers.size() == threads_) own = std::make_shared<const std::vector<std::int64_t>>(std::move(numbers));
  return own;
}

std::string ProgramEntries::by_thread(const std::vector<std::int64_t>& all, std::int64_t own, std::size_t line) {
  // a * threadIdx_x + b
  const auto x = given_.find("threadIdx.x");
  const bool along_x = block_[1] == 1 && block_[2] == 1 && x != given_.end() && all.size() > 1;
  if (along_x) {
    const auto step = all[1] - all[0];
    bool affine = true;
    for (std::size_t t = 1; t < all.size() && affine; ++t) affine = all[t] - all[t - 1] == step;
    if (affine && step != 0) {
      if (all[0] == 0 && step == 1) return x->second;
      const auto times = std::abs(step) == 1 ? x->second : fmt::format("{} * {}", x->second, std::abs(step));
      return all[0] == 0 && step > 0 ? times : fmt::format("{} {} {}", all[0], step > 0 ? '+' : '-', times);
    }
  }
  const auto [it, added] = tables_.try_emplace(all);
  constexpr std::size_t most_tables = 4000;
  if (!added || tables_.size() > most_tables) return it->second;  // "": there are too many
  const auto entry = free_name("of_thread");
  names_.insert(entry);
  assumed_[entry].emplace(thread_parameter);
  set_value(entry, IntTuple(own));
  program_.definitions.push_back(
      {.name = "of_thread", .entry = entry, .text = fmt::format("{}", own), .line = line, .parameter = true, .by_thread = all});
  return it->second = entry;
}

}  // namespace app
