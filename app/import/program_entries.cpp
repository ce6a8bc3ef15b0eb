#include "app/import/program_entries.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/sections.hpp"
#include "app/import/reading_time.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Message;
using algebra::message;

std::string lower(std::string_view text) {
  std::string all(text);
  for (auto& c : all)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return all;
}
bool same_in_any_case(std::string_view a, std::string_view b) { return a.size() == b.size() && lower(a) == lower(b); }

/// Visits the words of a text.
template <class F>
void each_word(std::string_view text, F visit) {
  while (!text.empty()) {
    std::size_t end = 0;
    while (end < text.size() && algebra::is_word(text[end])) ++end;
    if (end > 0) visit(text.substr(0, end));
    text.remove_prefix(std::max<std::size_t>(end, 1));
  }
}

}  // namespace

std::string usual_number(std::string_view name) {
  /// A usual number for names: equal to, starting with, ending with or containing one of these.
  struct Usual {
    std::string_view number;
    std::array<std::string_view, 4> names, beginnings, ends;
    std::array<std::string_view, 9> parts;
  };
  static constexpr auto rows = std::to_array<Usual>({
      {"512", {"m"}, {"ld"}, {"_m"}, {"seqlen"}},
      {"256", {"n"}, {}, {"_n"}, {}},
      {"1", {"argc", "l"}, {}, {}, {"batch", "num_split"}},
      {"3", {}, {}, {}, {"stages"}},
      {"0", {"i", "j", "bidb", "bidh"}, {}, {"_block"}, {"idx", "index", "tid", "thread", "lane", "warp", "rank", "offset", "stage"}},
  });
  const auto n = lower(name);
  const auto any = [](const auto& words, auto fits) {
    return std::ranges::any_of(words, [&](std::string_view word) { return !word.empty() && fits(word); });
  };
  for (const auto& row : rows)
    if (any(row.names, [&](std::string_view word) { return n == word; }) ||
        any(row.beginnings, [&](std::string_view word) { return n.starts_with(word); }) ||
        any(row.ends, [&](std::string_view word) { return n.ends_with(word); }) ||
        any(row.parts, [&](std::string_view word) { return n.find(word) != std::string::npos; }))
      return std::string(row.number);
  return "128";
}

bool names_size(std::string_view name) {
  const auto n = lower(name);
  for (const std::string_view other :
       {"layout", "shape", "stride",    "ptr",     "tma",       "tensor", "copy",  "desc", "coord", "tile",
        "params", "args",  "arguments", "storage", "scheduler", "stream", "alpha", "beta", "scale", "softmax"})
    if (n.find(other) != std::string::npos) return false;
  if (n.size() <= 2 && !n.empty() && std::string_view("mnkldbhij").find(n[0]) != std::string_view::npos) return true;
  for (const std::string_view part :
       {"size",  "len",    "dim",    "num",    "count", "batch", "head",  "rows",   "cols",  "width", "height",
        "depth", "blocks", "splits", "stages", "rank",  "idx",   "index", "extent", "group", "page"})
    if (n.find(part) != std::string::npos) return true;
  return n.ends_with("_m") || n.ends_with("_n") || n.ends_with("_k") || n.starts_with("ld") || n.starts_with("n_");
}

const std::string* ProgramEntries::setting(std::string_view name, bool any_case) {
  const std::string* found = nullptr;
  for (const auto& [key, value] : settings_)
    if (same_parameter(key, name) || (any_case && same_in_any_case(key, name))) {
      used_settings_.insert(key);
      if (found == nullptr || same_parameter(key, name)) found = &value;
    }
  return found;
}

void ProgramEntries::set_value(const std::string& entry, algebra::Value value) {
  environment_.insert_or_assign(entry, std::move(value));
  values_.clear();
}

tl::expected<algebra::Value, algebra::Message> ProgramEntries::evaluated(const std::string& text) {
  // Code in a loop has the same texts in each round.
  if (const auto known = values_.find(text); known != values_.end()) return count(1), known->second;
  auto value = evaluated_anew(text);
  constexpr std::size_t most_values = 4096;
  if (values_.size() == most_values) values_.clear();
  return values_.emplace(text, std::move(value)).first->second;
}
tl::expected<algebra::Value, algebra::Message> ProgramEntries::evaluated_anew(const std::string& text) {
  count(1);
  if (text.empty() || text.size() > longest) return tl::unexpected(algebra::Message("this is too long"));
  return checked(algebra::evaluate(text, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr}));
}
bool ProgramEntries::breaks_contract(const std::string& text) {
  if (text.empty() || text.size() > longest) return false;
  count(1);
  const auto e = algebra::evaluate(text, environment_, algebra::IntegerRule::cute, {.verdicts = true, .steps = nullptr});
  return e && e->verdict.kind == algebra::Verdict::Kind::broken;
}
tl::expected<algebra::Value, algebra::Message> ProgramEntries::checked(tl::expected<algebra::Evaluation, algebra::Diagnostic> e) {
  if (!e) {
    constexpr std::size_t most_refusals = 4096;
    auto& [condition, said, suggestions] = e.error().problem;
    if (refusals_.size() < most_refusals) refusals_.emplace(said.text(), std::move(condition));
    return tl::unexpected(std::move(said));
  }
  return std::move(e->value);
}
std::optional<algebra::Value> ProgramEntries::value_of(const std::string& text) {
  auto value = evaluated(text);
  return value ? std::optional(std::move(*value)) : std::nullopt;
}
std::optional<std::int64_t> ProgramEntries::integer_of(const std::string& text) {
  const auto v = value_of(text);
  return v ? algebra::number_of(*v) : std::nullopt;
}

std::string ProgramEntries::free_name(std::string_view n) const {
  std::string name(n);
  // `_` is the slice of all elements, and X skips a mode.
  if (!algebra::split_line(name + " = 1") || algebra::function_named(name) != nullptr || algebra::names_pointer(name)) name += "_";
  // _8 is an integer, not a name.
  const auto line = algebra::split_line(name + " = 1");
  if (name.find_first_not_of('_') == std::string::npos || !line || line->name != name) name = "unnamed";
  auto unique = name;
  for (int i = 2; names_.contains(unique); ++i) unique = fmt::format("{}_{}", name, i);
  return unique;
}

void ProgramEntries::count(std::size_t steps) {
  constexpr std::size_t steps_between = 256;
  steps_ += steps;
  if (late_ || steps_ < clock_asked_at_ + steps_between) return;
  clock_asked_at_ = steps_;
  late_ = ReadingTime::is_over();
}

Message ProgramEntries::why_exhausted() const {
  return late_ ? Message("running it takes too long") : Message("running it takes too many steps");
}

bool ProgramEntries::too_much(std::size_t line, const std::string& section) {
  if (full_) return true;
  if (program_.definitions.size() < CppProgram::most_definitions && !exhausted()) return false;
  full_ = true;
  const auto why = exhausted() ? message("the rest of the program is not read: {}", why_exhausted())
                               : Message("the rest of the program is not read: it has too many definitions");
  program_.definitions.push_back(
      {.function = section, .name = "rest", .entry = free_name("rest"), .text = "...", .line = line, .problem = why});
  return true;
}

std::string ProgramEntries::add(ProgramDefinition d) {
  auto key = fmt::format("{}\n{}\n{}\n{}\n{}", d.function, d.line, d.name, d.text, d.is_assumed);
  if (const auto it = definitions_.find(key); it != definitions_.end()) {
    const auto before = std::ranges::find(program_.definitions, it->second, &ProgramDefinition::entry);
    if (before != program_.definitions.end() && before->alignment == 0) before->alignment = d.alignment;
    if (d.memory_of.empty() || before == program_.definitions.end()) return it->second;
    // The owner of its memory is known only once its kernel is traced.
    if (before->memory_of.empty()) before->memory_of = d.memory_of;
    if (before->memory_of == d.memory_of) return it->second;
    key += "\n" + d.memory_of;
    if (const auto other = definitions_.find(key); other != definitions_.end()) return other->second;
  }
  if (too_much(d.line, d.function)) return {};
  d.entry = free_name(d.entry.empty() ? d.name : d.entry);
  names_.insert(d.entry);
  definitions_.emplace(key, d.entry);
  for (const auto& name : assumed_in(d.text)) d.assumed.insert(name);
  if (d.is_assumed) d.assumed.insert(d.entry);
  if (!d.assumed.empty()) assumed_.emplace(d.entry, d.assumed);
  if (!d.problem.empty()) {
    if (const auto it = refusals_.find(d.problem.text()); it != refusals_.end()) d.refused = it->second;
  } else if (auto value = value_of(d.text)) {
    set_value(d.entry, std::move(*value));
  }
  places_.emplace(fmt::format("{}\n{}\n{}", d.function, d.line, d.name), program_.definitions.size());
  program_.definitions.push_back(std::move(d));
  return program_.definitions.back().entry;
}

std::string ProgramEntries::later(const std::string& function, const std::string& name, std::size_t line, const std::string& text) {
  const auto it = places_.find(fmt::format("{}\n{}\n{}", function, line, name));
  if (it == places_.end()) return {};
  auto& d = program_.definitions[it->second];
  const auto first = environment_.find(d.entry);
  if (d.first_round || first == environment_.end()) return {};
  const auto value = value_of(text);
  d.first_round =
      !value || algebra::to_string(*value, algebra::Marks::underscores) != algebra::to_string(first->second, algebra::Marks::underscores);
  return d.first_round ? std::string{} : d.entry;
}

std::string ProgramEntries::given(const std::string& name, const std::string& usual, std::size_t line, bool is_size,
                                  std::string_view suffix) {
  // The line is that of the first use.
  if (const auto it = given_.find(name); it != given_.end()) return it->second;
  const auto* set = setting(name);
  auto text = set != nullptr ? *set : usual;
  if (text != "0" && std::ranges::all_of(text, algebra::is_digit)) text += suffix;
  const auto entry = add({.function = {},
                          .name = name,
                          .entry = free_name(parameter_entry(name)),
                          .text = std::move(text),
                          .line = line,
                          .parameter = true,
                          .is_assumed = is_size && set == nullptr});
  if (!entry.empty()) given_.emplace(name, entry);
  return entry;
}

Assumed ProgramEntries::assumed_in(std::string_view text) const {
  Assumed all;
  if (assumed_.empty()) return all;
  each_word(text, [&](std::string_view word) {
    if (const auto it = assumed_.find(word); it != assumed_.end()) all.insert(it->second.begin(), it->second.end());
  });
  return all;
}

std::string ProgramEntries::resolved(const std::string& text) const {
  const auto it = types_.find(text);
  return it == types_.end() ? text : it->second;
}

CppProgram ProgramEntries::finish() {
  // Also reports exhaustion if no later definition did.
  if (exhausted()) too_much(program_.definitions.empty() ? 1 : program_.definitions.back().line, {});
  if (!keeps_parameters_) drop_unused();
  auto& all = program_.definitions;
  std::set<std::string, std::less<>> kept;
  for (auto& d : all) {
    kept.insert(d.entry);
    const auto it = environment_.find(d.entry);
    if (it == environment_.end()) continue;
    d.kind = kind_of(d);
    d.card = is_worth_a_card(it->second);
  }
  std::stable_partition(all.begin(), all.end(), [](const auto& d) { return d.parameter; });
  for (const auto& [key, value] : settings_)
    if (!used_settings_.contains(key)) program_.unused.push_back(key);
  return std::move(program_);
}

/// Removes parameters that no layout uses, such as a number of iterations.
void ProgramEntries::drop_unused() {
  std::set<std::string, std::less<>> used;
  auto& all = program_.definitions;
  std::vector<bool> keep(all.size(), true);
  for (std::size_t i = all.size(); i-- > 0;) {
    // Assumed values are shown even if only a condition uses them.
    keep[i] = !all[i].parameter || used.contains(all[i].entry) || asked_for_.contains(all[i].entry);
    if (!keep[i]) continue;
    used.insert(all[i].assumed.begin(), all[i].assumed.end());
    if (!all[i].problem.empty()) continue;
    // Includes names of types, which are not dependencies within <>.
    each_word(all[i].text, [&](std::string_view word) { used.emplace(word); });
  }
  std::size_t i = 0;
  std::erase_if(all, [&](const auto&) { return !keep[i++]; });
}

std::string ProgramEntries::kind_of(const ProgramDefinition& d) const {
  const auto& v = environment_.find(d.entry)->second;
  if (std::holds_alternative<IntTuple>(v) || std::holds_alternative<algebra::Truth>(v))
    return lower(d.name).find("tiler") != std::string::npos ? "tiler" : "shape";
  if (std::holds_alternative<algebra::Tiler>(v)) return "tiler";
  if (std::holds_alternative<algebra::Tensor>(v) || std::holds_alternative<algebra::Zip>(v))
    return algebra::memory_of(v) == algebra::MemorySpace::registers ? "fragment" : "tensor";
  if (std::holds_alternative<algebra::TiledCopy>(v)) return "tiled_copy";
  if (std::holds_alternative<algebra::TiledMma>(v)) return "tiled_mma";
  if (std::holds_alternative<algebra::ElementType>(v)) return "type";
  return "layout";
}

}  // namespace app
