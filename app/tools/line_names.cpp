#include "app/tools/line_names.hpp"

#include <algorithm>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

using algebra::IntegerRule;

/// Names that a message about an unknown one may propose. All of them would cost each such line the time of all lines before it.
constexpr std::size_t most_latest = 1000;
/// Definitions that wait for each other. More would keep all the lines of a chain.
constexpr int most_waiting = 64;

using Words = std::vector<std::string_view>;
/// Returns the words of a text that may be names.
Words possible_names(std::string_view text) {
  Words words;
  for (std::size_t i = 0; i < text.size();) {
    if (!algebra::is_word(text[i]) || algebra::is_digit(text[i])) {
      ++i;
      continue;
    }
    const auto begin = i;  // it may follow digits: in 4x it is x
    while (i < text.size() && algebra::is_word(text[i])) ++i;
    const auto word = text.substr(begin, i - begin);
    if (word.size() == 1 || word[0] != '_' || !std::all_of(word.begin() + 1, word.end(), algebra::is_digit))
      words.push_back(word);  // not _4
  }
  return words;
}

}  // namespace

// The sign of composition is an o.
bool may_be_written_otherwise(std::string_view name) { return name == "o" || !std::ranges::all_of(name, algebra::is_word); }

std::optional<LineNames::Uses> LineNames::uses_of(const Words& words) const {
  Uses uses;
  if (all_.empty()) return uses;
  const auto add = [&](std::string_view word) {
    const auto it = all_.find(word);
    if (it == all_.end()) return true;
    if (it->second.begun) return false;
    const auto& d = it->second.definition;
    if (d && std::ranges::find(uses, d, &Uses::value_type::second) == uses.end()) uses.emplace_back(it->first, d);
    return true;
  };
  if (!std::ranges::all_of(words, add) || !std::ranges::all_of(unusual_, add)) return std::nullopt;
  return uses;
}

IntegerRule LineNames::rule_of(const std::string& statement, const Uses& uses) const {
  const auto rule = algebra::resolve(wanted_, statement);
  if (rule == IntegerRule::cute || wanted_ != IntegerRule::automatic) return rule;
  if (std::ranges::none_of(uses, [](const auto& u) { return u.second->marked; })) return rule;
  const auto line = algebra::split_line(statement);
  const auto used = line ? algebra::free_names(line->expression) : std::vector<std::string>{};
  const bool by_cute = std::ranges::any_of(used, [&](const auto& name) {
    const auto it = all_.find(name);
    return it != all_.end() && it->second.definition && it->second.definition->marked;
  });
  return by_cute ? IntegerRule::cute : rule;
}

std::optional<LineNames::Statement> LineNames::begin(const std::string& text) {
  auto uses = uses_of(possible_names(text));
  if (!uses) return std::nullopt;
  const auto rule = rule_of(text, *uses);
  Statement statement{.text = text, .rule = rule, .names = {}, .uses = {}, .name = {}};
  for (const auto& [name, definition] : *uses)
    if (const auto* value = value_of(*definition, rule)) statement.names.insert_or_assign(name, value->value());
  statement.uses = std::move(*uses);
  if (text.find('=') == std::string::npos) return statement;
  auto line = algebra::split_line(text);
  if (!line || line->name.empty()) return statement;
  statement.name = std::move(line->name);
  statement.expression_begin = line->expression_begin;
  statement.known = &all_[statement.name];
  statement.known->begun = true;
  return statement;
}

algebra::Environment LineNames::with_latest(const Statement& statement) const {
  auto names = statement.names;
  for (const auto& name : latest_)
    if (std::ranges::find(statement.uses, name, &Uses::value_type::first) == statement.uses.end())
      names.try_emplace(name, algebra::IntTuple());
  return names;
}

const algebra::PackedValue* LineNames::value_of(Definition& d, IntegerRule rule) {
  if (rule == IntegerRule::cute && d.pending) work_out(d);
  if (d.marked != (rule == IntegerRule::cute)) return d.cute.get();
  return d.value ? &*d.value : nullptr;
}

void LineNames::work_out(Definition& d) {
  algebra::Environment names;
  for (const auto& [name, used] : d.pending->uses)
    if (const auto* value = value_of(*used, IntegerRule::cute)) names.insert_or_assign(name, value->value());
  if (const auto e = algebra::evaluate(d.pending->expression, names, IntegerRule::cute, {.verdicts = false, .steps = nullptr}))
    d.cute = std::make_unique<const algebra::PackedValue>(e->value);
  d.pending.reset();
}

void LineNames::end(const Statement& statement, std::optional<algebra::PackedValue> value) {
  if (statement.known == nullptr) return;
  statement.known->begun = false;
  if (value) keep(statement, std::move(*value));
  else if (!statement.known->definition) all_.erase(statement.name);
}

void LineNames::keep(const Statement& statement, algebra::PackedValue value) {
  const auto& name = statement.name;
  auto d = std::make_shared<Definition>();
  d->marked = statement.rule == IntegerRule::cute;
  d->value.emplace(std::move(value));
  if (!d->marked && wanted_ == IntegerRule::automatic) {
    d->pending = std::make_unique<Pending>(Pending{std::string(statement.expression()), statement.uses});
    // The name itself is known before its definition, as it was: most definitions do not mention it.
    const auto own = std::ranges::find(d->pending->uses, name, &Uses::value_type::first);
    const auto mentioned = [&] { return std::ranges::count(possible_names(statement.expression()), name) > 0; };
    if (own != d->pending->uses.end() && !may_be_written_otherwise(name) && !mentioned()) d->pending->uses.erase(own);
    for (const auto& [used_name, used] : d->pending->uses)
      if (used->pending) d->pending->depth = std::max(d->pending->depth, used->pending->depth + 1);
    if (d->pending->depth > most_waiting) work_out(*d);
  }
  const bool is_new = statement.known->definition == nullptr;
  statement.known->definition = std::move(d);
  if (!is_new) return;
  latest_.push_back(name);
  if (latest_.size() > most_latest) latest_.pop_front();
  if (may_be_written_otherwise(name)) unusual_.push_back(name);
}

}  // namespace app
