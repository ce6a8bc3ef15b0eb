#include "app/import/cpp_program.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "algebra/language.hpp"
#include "app/document/entry_source.hpp"
#include "app/document/sections.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {
namespace {

using algebra::IntTuple;

std::string lower(std::string_view text) {
  std::string all(text);
  for (auto& c : all)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return all;
}
bool same_in_any_case(std::string_view a, std::string_view b) { return a.size() == b.size() && lower(a) == lower(b); }

}  // namespace

std::string usual_number(std::string_view name) {
  const auto n = lower(name);
  const auto has = [&](std::string_view part) { return n.find(part) != std::string::npos; };
  if (n == "m" || n.ends_with("_m") || n.starts_with("ld") || has("seqlen")) return "512";
  if (n == "n" || n.ends_with("_n")) return "256";
  if (n == "argc" || n == "l" || has("batch") || has("num_split")) return "1";
  if (has("idx") || has("index") || has("tid") || has("thread") || has("lane") || has("warp") || has("rank") || has("offset") ||
      has("stage") || n == "i" || n == "j" || n == "bidb" || n == "bidh" || n.ends_with("_block"))
    return has("stages") ? "3" : "0";
  return "128";
}

CppReader::CppReader(std::string_view source, const ProgramSettings& settings) : syntax_(std::string(source)), settings_(settings) {}

CppProgram CppReader::run() {
  try {
    for (const auto& root : syntax_.roots()) collect(root, {}, {});
    for (const auto& root : syntax_.roots()) mark_called(root);
    for (const auto& f : functions_)
      if (!f.called && !f.kernel && !f.device) run_root(f);
    // What only a branch calls that is not taken, or nobody with numbers.
    for (const auto& f : functions_)
      if (!read_.contains(f.key()) && !f.kernel && !f.device) run_root(f);
    for (const auto& f : functions_)
      if (!read_.contains(f.key()) && f.kernel) run_orphan(f);
    for (const auto& [name, s] : structures_)
      if (!s.used) instance(name, {});
    for (const auto& f : functions_)
      if (!read_.contains(f.key())) run_orphan(f);
  } catch (Unknown& u) {
    add({.function = section_, .name = "rest", .entry = {}, .text = "...", .line = 1, .problem = u.why});
  }
  add_unread();
  finish();
  return std::move(program_);
}

/// What was not parsed, as entries that say where it is and why.
void CppReader::add_unread() {
  constexpr std::size_t most = 8;
  const auto& unread = syntax_.unread();
  // A long text without a layout may be anything.
  if (program_.definitions.empty() && !syntax_.roots().empty()) return;
  for (std::size_t i = 0; i < std::min(most, unread.size()); ++i) {
    const auto& u = unread[i];
    const auto last = i + 1 == most ? unread.back().last : u.last;
    using Why = Syntax::Unread::Why;
    const auto* why = u.why == Why::too_deep   ? "lines {} to {} are not read: they are nested too deeply"
                      : u.why == Why::too_slow ? "lines {} to {} are not read: they take too long"
                                               : "lines {} to {} are not read: a definition of more than 60,000 words";
    add({.name = "rest", .text = "...", .line = u.first, .problem = fmt::format(fmt::runtime(why), u.first, last)});
  }
}

const CppReader::Binding* CppReader::find(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto it = scope->find(name); it != scope->end()) return &it->second;
  const auto it = global_.find(name);
  return it == global_.end() ? nullptr : &it->second;
}

const std::string* CppReader::setting(std::string_view name, bool any_case) {
  const std::string* found = nullptr;
  for (const auto& [key, value] : settings_)
    if (same_parameter(key, name) || (any_case && same_in_any_case(key, name))) {
      used_settings_.insert(key);
      if (found == nullptr || same_parameter(key, name)) found = &value;
    }
  return found;
}

std::optional<algebra::Value> CppReader::value_of(const std::string& text) {
  ++steps_;
  if (text.size() > longest) return std::nullopt;
  auto e = algebra::evaluate(text, environment_, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr});
  if (!e) return std::nullopt;
  return std::move(e->value);
}
std::optional<std::int64_t> CppReader::integer_of(const std::string& text) {
  const auto v = value_of(text);
  if (!v) return std::nullopt;
  if (const auto* t = std::get_if<algebra::Truth>(&*v)) return t->holds ? 1 : 0;
  const auto* t = std::get_if<IntTuple>(&*v);
  return t != nullptr && t->is_integer() ? std::optional(t->integer().value) : std::nullopt;
}

std::string CppReader::free_name(std::string_view n) const {
  std::string name(n);
  if (!algebra::split_line(name + " = 1") || algebra::function_named(name) != nullptr || algebra::names_pointer(name)) name += "_";
  auto unique = name;
  for (int i = 2; names_.contains(unique); ++i) unique = fmt::format("{}_{}", name, i);
  return unique;
}

bool CppReader::too_much(std::size_t line) {
  if (full_) return true;
  if (program_.definitions.size() < CppProgram::most_definitions && steps_ < most_steps) return false;
  full_ = true;
  program_.definitions.push_back({.function = section_,
                                  .name = "rest",
                                  .entry = free_name("rest"),
                                  .text = "...",
                                  .line = line,
                                  .problem = "the rest of the program is not read: it has too many definitions"});
  return true;
}

std::string CppReader::add(ProgramDefinition d) {
  const auto key = fmt::format("{}\n{}\n{}\n{}", d.function, d.line, d.name, d.text);
  if (const auto it = definitions_.find(key); it != definitions_.end()) return it->second;
  if (too_much(d.line)) return {};
  if (d.entry.empty()) d.entry = free_name(d.name);
  names_.insert(d.entry);
  definitions_.emplace(key, d.entry);
  if (d.problem.empty())
    if (auto value = value_of(d.text)) environment_.emplace(d.entry, std::move(*value));
  program_.definitions.push_back(std::move(d));
  return program_.definitions.back().entry;
}

/// An entry of its own in the sheet.
void CppReader::define(std::string_view n, std::string text, std::size_t line, bool parameter) {
  if (text == "ptr") return bind(n, {Binding::Kind::pointer});
  if (in_host_ && !parameter && loops_ == 0) {
    if (const auto* set = setting(n)) {
      const auto is = integer_of(text), wanted = integer_of(*set);
      if (!is || !wanted || *is != *wanted) text = *set;
    }
    if (!frames_.empty())
      if (const auto it = assumed_.find({frames_.back().function->key(), std::string(n)}); it != assumed_.end()) text = it->second;
  }
  if (text.size() > longest) unknown("the expression is too long");
  const auto entry = add({.function = section_, .name = std::string(n), .text = std::move(text), .line = line, .parameter = parameter});
  if (entry.empty()) return bind(n, {Binding::Kind::object, "the rest of the program is not read"});
  bind(n, {Binding::Kind::value, entry});
}

void CppReader::fail(std::string_view n, SyntaxNode source, std::string why, std::size_t line) {
  const auto entry =
      add({.function = section_, .name = std::string(n), .text = in_one_line(source.text(), 400), .line = line, .problem = std::move(why)});
  if (entry.empty()) return bind(n, {Binding::Kind::object, "the rest of the program is not read"});
  bind(n, {Binding::Kind::value, entry});
}

/// A host function's variable becomes an entry, a parameter if it is a number that the program is given.
void CppReader::use_number(Binding& b, const std::string& name) {
  const auto kept = section_;
  section_ = b.section;
  const auto entry = add({.function = section_, .name = name, .text = b.text, .line = b.line, .parameter = true});
  section_ = kept;
  b = entry.empty() ? Binding{Binding::Kind::object, "the rest of the program is not read"} : Binding{Binding::Kind::value, entry};
}

void CppReader::finish() {
  drop_unused();
  auto& all = program_.definitions;
  for (auto& d : all) {
    const auto it = environment_.find(d.entry);
    if (it == environment_.end()) continue;
    d.kind = kind_of(d);
    d.card = is_worth_a_card(it->second);
  }
  std::stable_partition(all.begin(), all.end(), [](const auto& d) { return d.parameter; });
  for (const auto& [key, value] : settings_)
    if (!used_settings_.contains(key)) program_.unused.push_back(key);
}

/// Parameters that no layout uses, as the number of iterations, say nothing.
void CppReader::drop_unused() {
  std::set<std::string, std::less<>> used;
  auto& all = program_.definitions;
  std::vector<bool> keep(all.size(), true);
  for (std::size_t i = all.size(); i-- > 0;) {
    keep[i] = !all[i].parameter || used.contains(all[i].entry);
    if (!keep[i] || !all[i].problem.empty()) continue;
    // Names of types too, which are no dependencies in <>.
    std::string_view text = all[i].text;
    while (!text.empty()) {
      std::size_t end = 0;
      while (end < text.size() && algebra::is_word(text[end])) ++end;
      if (end > 0) used.emplace(text.substr(0, end));
      text.remove_prefix(std::max<std::size_t>(end, 1));
    }
  }
  std::size_t i = 0;
  std::erase_if(all, [&](const auto&) { return !keep[i++]; });
}

std::string CppReader::kind_of(const ProgramDefinition& d) const {
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

CppProgram read_cpp_program(std::string_view source, const ProgramSettings& settings) { return CppReader(source, settings).run(); }

}  // namespace app
