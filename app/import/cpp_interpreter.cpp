#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Returns a name as a word, so that thr_layout and ThreadLayout are equal.
std::string as_word(std::string_view name) {
  std::string word;
  for (const char c : name)
    if (c != '_') word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (word.starts_with("thr") && !word.starts_with("thread")) word.replace(0, 3, "thread");
  return word;
}

}  // namespace

CppInterpreter::CppInterpreter(std::string_view source, const ProgramSettings& settings, const ProgramFiles* files)
    : syntax_(parsed_syntax(std::string(source))),
      definitions_(*syntax_),
      entries_(settings),
      has_spaceship_(source.find("<=>") != std::string_view::npos),
      files_(files) {
  frames_.emplace_back();
}

CppProgram CppInterpreter::run() {
  stack_.begin();
  const auto rest = [&](const Message& why) { entries_.add({.function = {}, .name = "rest", .text = "...", .line = 1, .problem = why}); };
  try {
    for (const auto& g : definitions_.globals()) {
      frame().scope = g.scope;
      statement(g.node);
    }
    frame().scope.clear();
    // Files that use a header run first, as they instantiate its templates.
    for (const auto& f : definitions_.functions())
      if ((!f.called || f.arguments) && !f.kernel && !f.device && stands_in(f.definition, ProgramFiles::Role::user)) run_root(f);
    run_instantiations();
    for (const auto& f : definitions_.functions())
      if (!f.called && !f.kernel && !f.device && is_listed(f.definition)) run_root(f);
    // Functions that are called only in branches not taken, or never with known numbers.
    for (const auto& f : definitions_.functions())
      if (!read_.contains(f.key()) && !f.kernel && !f.device && is_listed(f.definition)) run_root(f);
    for (const auto& f : definitions_.functions())
      if (!read_.contains(f.key()) && f.kernel && is_listed(f.definition)) run_orphan(f);
    for (auto& s : definitions_.families())
      if (!s.used && s.outer == nullptr && is_listed(s.bodies.front().node)) try {
          instance(s, {}, nullptr);
        } catch (Unknown&) {
        }
    for (const auto& f : definitions_.functions())
      if (!read_.contains(f.key()) && is_listed(f.definition)) run_orphan(f);
  } catch (Unknown& u) {
    rest(u.why);
  } catch (const std::bad_alloc&) {
    rest("the rest of the program is not read: it takes too much memory");
  }
  add_unread();
  return entries_.finish();
}

/// Adds entries for the parts that could not be parsed, with place and reason.
void CppInterpreter::add_unread() {
  constexpr std::size_t most = 8;
  const auto& unread = syntax_->unread();
  // A text without any layout may not be a program at all.
  if (entries_.empty() && !syntax_->roots().empty()) return;
  for (std::size_t i = 0; i < std::min(most, unread.size()); ++i) {
    auto u = unread[i];
    if (i + 1 == most) u.last = unread.back().last;
    entries_.add({.name = "rest", .text = "...", .line = u.first, .problem = u.sentence()});
  }
}

bool CppInterpreter::stands_in(SyntaxNode node, ProgramFiles::Role role) const {
  return files_ != nullptr && files_->role_of(node.line()) == role;
}
/// Returns whether an uncalled definition is listed anyway: if it is in the main file, not in an included one.
bool CppInterpreter::is_listed(SyntaxNode node) const { return files_ == nullptr || stands_in(node, ProgramFiles::Role::named); }

std::size_t CppInterpreter::placed(std::size_t line) const {
  if (files_ == nullptr) return line;
  const auto at = files_->place_of(line);
  return FileLine{at.file, at.line}.number();
}

CppPlace CppInterpreter::find(std::string_view name) const {
  const auto& f = frame();
  for (auto scope = f.scopes.rbegin(); scope != f.scopes.rend(); ++scope)
    if (const auto it = scope->find(name); it != scope->end()) {
      if (it->second->whole != nullptr) refresh(*it->second);
      return it->second;
    }
  if (f.self.members != nullptr)
    if (auto own = field_of(f.self, f.instance, name)) return own;
  for (const auto* i = f.instance; i != nullptr; i = i->outer)
    if (auto found = member_of(*i, name)) return found;
  return global(name);
}

CppPlace CppInterpreter::global(std::string_view written) const {
  const auto whole = definitions_.resolved(written);
  const std::string_view name = whole;
  const auto it = global_names_.find(unqualified(name));
  if (it == global_names_.end()) return nullptr;
  CppPlace found;
  int best = 0;
  bool several = false;
  for (const auto& qualified_name : it->second) {
    const auto scope = qualified_name.size() > it->first.size()
                           ? std::string_view(qualified_name).substr(0, qualified_name.size() - it->first.size() - 2)
                           : std::string_view{};
    const int near = nearness(name, scope, frame().scope);
    if (near == 0 || near < best) continue;
    several = near == best;
    best = near;
    found = global_.find(qualified_name)->second;
  }
  if (several) return cpp_variable(CppValue::unknown(message("{} is defined in several namespaces", name)));
  return found;
}

void CppInterpreter::bind(std::string_view name, CppPlace place) {
  place->name = name;
  if (frames_.size() > 1 || frame().scopes.size() > 1) {
    frame().scopes.back()[std::string(name)] = std::move(place);
    return;
  }
  const auto key = frame().scope.empty() ? std::string(name) : fmt::format("{}::{}", frame().scope, name);
  if (global_.insert_or_assign(key, std::move(place)).second) global_names_[std::string(name)].push_back(key);
}

std::optional<std::int64_t> CppInterpreter::integer_of(const CppValue& v) {
  if (v.number) return v.number;
  if (v.is(Kind::real)) return static_cast<std::int64_t>(v.real);
  if (!v.is(Kind::expression)) return std::nullopt;
  return entries_.integer_of(v.text);
}

Assumed CppInterpreter::assumed_of(const CppValue& v) const {
  auto all = v.assumed;
  if (v.is(Kind::expression) || v.is(Kind::type)) all.merge(entries_.assumed_in(v.text));
  return all;
}

/// Functions of equal name are distinguished by their element types.
std::string CppInterpreter::shown_name(const CppFunction& f) const {
  if (f.family != nullptr) return fmt::format("{}::{}", f.family->name, f.name);
  const auto same = std::ranges::count_if(definitions_.functions(), [&](const auto& g) { return g.name == f.name; });
  if (same < 2) return f.name;
  for (const auto& p : f.parameters) {
    if (!p.declarator.pointer) continue;
    std::string of(unqualified(p.type));
    if (const auto b = find(of); b != nullptr && (b->value.is(Kind::expression) || b->value.is(Kind::type)))
      of = entries_.resolved(b->value.text);
    return fmt::format("{}<{}>", f.name, unqualified(of));
  }
  return f.name;
}

void CppInterpreter::run_root(const CppFunction& f) {
  if (entries_.full() || read_.contains(f.key())) return;
  auto record = journal_.open();
  run_for_entries(f, {}, {}, {}, {}, false);
  if (alternatives_.empty()) return;
  const auto after = undone(record);
  // Runs branches that are not taken but call functions not read yet, as if their conditions held.
  for (int rounds = 0; rounds < 8; ++rounds) {
    const auto next = std::ranges::find_if(alternatives_, [&](const auto& a) { return !read_.contains(a.function); });
    if (next == alternatives_.end()) break;
    presumed_ = next->presumed;
    target_ = next->function;
    alternatives_.erase(next);
    // Each run starts with the same global variables.
    record = journal_.open();
    run_for_entries(f, {}, {}, {}, {}, false);
    undone(record);
    presumed_.clear();
    target_ = 0;
  }
  alternatives_.clear();
  for (const auto& [place, variable] : after) *place = variable;
}

/// Returns the depth of nested function calls, without lambdas.
std::size_t CppInterpreter::calls() const {
  return static_cast<std::size_t>(std::ranges::count_if(frames_, [](const Frame& f) { return !f.of_lambda; }));
}

/// Runs explicit instantiations such as template void f<64, true>(Params&);.
void CppInterpreter::run_instantiations() {
  for (const auto& i : definitions_.instantiations()) {
    auto named = i.node["declarator"]["declarator"];
    while (named.is("qualified_identifier")) named = named["name"];
    const auto name = named.is("template_function") ? named["name"].text() : named.text();
    frame().scope = i.scope;
    for (const auto* f : definitions_.functions_named(name, i.scope)) {
      if (f->arguments || f->kernel) continue;
      run_for_entries(*f, {}, {}, named.is("template_function") ? named["arguments"] : SyntaxNode{}, {}, false);
      break;
    }
    frame().scope.clear();
  }
}

void CppInterpreter::run_for_entries(const CppFunction& f, const Arguments& values, const std::vector<std::string>& names,
                                     SyntaxNode arguments_of_template, std::string section, bool strict) {
  if (calls() > most_calls) return;
  const Deeper deeper(*this);
  read_.insert(f.key());
  const auto given_types = template_arguments(arguments_of_template);
  const Instance* of = nullptr;
  if (f.family != nullptr) try {
      // The structure's instance in the program, if there is one.
      const auto made = std::ranges::find_if(instances_, [&](const auto& i) {
        return i.second.family == f.family && !i.second.making && i.second.body != nullptr &&
               std::ranges::none_of(i.second.arguments, [](const CppValue& v) { return v.is(Kind::unknown); }) &&
               f.definition.begin() >= i.second.body->node.begin() && f.definition.end() <= i.second.body->node.end();
      });
      of = made != instances_.end() ? &made->second : &instance(*definitions_.family_of(f), {}, nullptr);
    } catch (Unknown&) {
    }
  auto& run = frames_.emplace_back();
  run.function = &f;
  run.instance = of;
  if (of != nullptr) run.self = CppValue::unknown(message("the object of {} is not known", f.family->name), true);
  run.scope = f.scope;
  run.scopes.emplace_back();
  run.in_host = !f.kernel && !f.device;
  run.strict = strict;
  run.section = section.empty() ? f.name : section;
  for (std::size_t i = 0; i < std::min(names.size(), f.parameters.size()); ++i) run.from[f.parameters[i].name] = names[i];
  const auto kept_perhaps = std::exchange(perhaps_, 0), kept_tries = std::exchange(tries_, 0);
  const bool kept_thrown = std::exchange(thrown_, false);
  try {
    bind_templates(f, values, given_types);
    frame().section = section.empty() ? shown_name(f) : std::move(section);
    for (std::size_t i = 0; i < f.parameters.size(); ++i)
      bind_parameter(f, f.parameters[i],
                     i < values.size() && !(values[i].is(Kind::unknown) && values[i].why.empty()) ? &values[i] : nullptr);
    statement(f.definition["body"]);
  } catch (Unknown& u) {
    fail(f.name, f.definition["declarator"], u.why, f.definition.line());
  }
  perhaps_ = kept_perhaps, tries_ = kept_tries, thrown_ = kept_thrown;
  frames_.pop_back();
}

/// Runs a kernel that is never called, with the arguments of another launch or with the caller's variables of similar names.
void CppInterpreter::run_orphan(const CppFunction& f) {
  if (entries_.full() || read_.contains(f.key())) return;
  const Call* beside = f.kernel && !calls_.empty() ? &calls_.front() : nullptr;
  Arguments values;
  for (const auto& p : f.parameters) {
    auto v = beside != nullptr ? matching(p, *beside) : std::nullopt;
    values.push_back(v ? std::move(*v) : CppValue::unknown({}));
  }
  run_for_entries(f, values, {}, {}, beside != nullptr ? fmt::format("{}@{}", f.name, beside->section) : std::string{}, false);
}
std::optional<CppValue> CppInterpreter::matching(const CppParameter& p, const Call& call) const {
  for (std::size_t i = 0; i < call.kernel->parameters.size() && i < call.arguments.size(); ++i) {
    const auto& q = call.kernel->parameters[i];
    if (p.type == q.type && (p.name == q.name || p.name.empty())) return call.arguments[i];
  }
  for (const auto& wanted : {p.name, p.type})
    if (!wanted.empty())
      for (const auto& [name, place] : call.variables)
        if (as_word(name) == as_word(wanted)) return place->value;
  return std::nullopt;
}

}  // namespace app
