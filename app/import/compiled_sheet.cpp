#include "app/import/compiled_sheet.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/cute_ir.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/language/printed.hpp"
#include "app/document/evaluation.hpp"
#include "app/import/program.hpp"
#include "app/import/program_again.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

/// Returns a layout with likely values for its run-time numbers, in the form of CuTe's IR, which marks nothing as static.
algebra::dialects::Printed printed_of(const std::string& layout) {
  algebra::dialects::Printed printed{.part = {}, .text = layout};
  if (layout.find('?') == std::string::npos) return printed;
  if (layout.starts_with("get_slice(")) {
    printed.numbers.push_back({.likely = 0});
    return printed;
  }
  // A tuple of sizes or coordinates.
  if (layout.find(':') == std::string::npos) {
    for (std::size_t leaf = 0; leaf < static_cast<std::size_t>(std::count(layout.begin(), layout.end(), '?')); ++leaf)
      printed.numbers.push_back({.of = algebra::dialects::RunTimeNumber::Of::shape, .leaf = leaf});
    return printed;
  }
  std::string ir;
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const auto rest = std::string_view(layout).substr(i);
    if (rest.starts_with("smem_ptr")) ir += '0', i += std::min(rest.find(' '), rest.size()) - 1;
    else if (rest.starts_with("Sw<")) ir += 'S', ++i;
    else if (rest.front() != '_') ir += rest.front();
  }
  const auto* kind = ir.find(" o ") == std::string::npos ? "layout" : "composed_layout";
  if (const auto type = algebra::dialects::read_cute_ir(fmt::format("{}{}<\"{}\">", algebra::dialects::cute_ir_mark, kind, ir));
      type && type->values.size() == 1)
    printed.numbers = type->values[0].numbers;
  return printed;
}

/// Returns a template's arguments, flattened: "A<1, B<2>>, 3" is A, 1, B, 2, 3.
std::vector<std::string> words_of_type(std::string_view arguments) {
  std::vector<std::string> parts(1);
  for (const char c : arguments)
    if (c == '<' || c == '>' || c == ',' || c == ';') parts.emplace_back();
    else if (c != ' ' || !parts.back().empty()) parts.back() += c;
  std::erase(parts, std::string());
  return parts;
}

std::size_t alike(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin()).first - a.begin());
}

/// Returns the instance to show for each function.
std::vector<const CompiledInstance*> shown_instances(const std::vector<CompiledInstance>& all, std::size_t shown) {
  std::map<std::string, const CompiledInstance*> of;
  std::vector<std::string> order;
  const auto* chosen = shown < all.size() ? &all[shown] : nullptr;
  for (const auto& i : all) {
    const auto [it, is_new] = of.emplace(i.function, &i);
    if (is_new) order.push_back(i.function);
    if (chosen == nullptr) continue;
    if (i.function == chosen->function) it->second = chosen;
    else if (alike(i.arguments, chosen->arguments) > alike(it->second->arguments, chosen->arguments)) it->second = &i;
  }
  std::vector<const CompiledInstance*> instances;
  instances.reserve(order.size());
  for (const auto& function : order) instances.push_back(of.at(function));
  return instances;
}

std::string_view last_part(std::string_view function) {
  function = function.substr(0, function.find('@'));
  const auto at = function.rfind("::");
  return at == std::string_view::npos ? function : function.substr(at + 2);
}

/// Returns the entries of a value that the compiler knows: parameters for its run-time numbers, then the value.
std::vector<Entry> compiled_entries(const std::string& name, const std::string& layout, const std::string& section, std::size_t line) {
  const auto printed = printed_of(layout);
  const auto named = algebra::dialects::with_names(printed, name);
  std::vector<Entry> entries;
  const auto add = [&](std::string text) -> Entry& {
    auto& e = entries.emplace_back();
    e.text = std::move(text);
    e.visible = false;
    e.source.section = section;
    e.source.line = line;
    e.source.by = SaidBy::compiler;
    return e;
  };
  std::string assumed;
  for (const auto& definition : named.definitions) {
    auto& e = add(definition);
    const auto own = definition.substr(0, definition.find(' '));
    e.source.parameter = true;
    e.source.assumed = own;
    assumed += (assumed.empty() ? "" : " ") + own;
  }
  auto& e = add(fmt::format("{} = {}", name, named.text));
  e.source.assumed = assumed;
  // A value that the language does not have is kept as the entry's text, like a statement that is not understood.
  if (named.text.find('?') != std::string::npos)
    e.source.problem = algebra::message("the compiler gives {}; ? is known at run time", layout);
  else if (!algebra::evaluate(algebra::dialects::with_numbers(printed), {}, algebra::IntegerRule::cute, {.verdicts = false}))
    e.source.problem = algebra::message("the compiler gives {}", layout);
  return entries;
}

}  // namespace

CompiledProgram compiled_program(const CppProgram& program, const std::string& path, FrontEndAnswer answer) {
  CompiledProgram compiled{.as_read = sheet_of_program(program, path), .names = {}, .values = {}, .answer = std::move(answer)};
  // Entry 0 is a note.
  for (std::size_t i = 0; i < compiled.as_read.entries.size(); ++i) {
    const auto* d = i > 0 ? &program.definitions.at(i - 1) : nullptr;
    compiled.names.push_back(d != nullptr && d->file.empty() && !d->parameter ? d->name : std::string());
  }
  SheetEvaluator evaluator;
  for (const auto& r : evaluator.update(compiled.as_read))
    compiled.values.push_back(r.evaluation && !r.problem ? algebra::to_string(r.evaluation->value, algebra::Marks::underscores) : "");
  return compiled;
}

Sheet with_compiled(const Sheet& now, const CompiledProgram& compiled, std::size_t shown, const Texts& texts, CompiledCount* count) {
  struct Known {
    std::string layout, function;
    bool used = false;
  };
  std::map<std::pair<std::size_t, std::string>, Known> known;
  std::map<std::string, bool> is_named;
  const auto of_program = [&](const std::string& file) {
    const auto [it, is_new] = is_named.emplace(file, false);
    if (is_new) it->second = is_source_of(file, now.program.path);
    return it->second;
  };
  for (const auto* instance : shown_instances(compiled.answer.instances, shown))
    for (const auto& v : instance->variables)
      if (of_program(v.file)) known.emplace(std::pair(v.line, v.name), Known{v.layout, instance->function});

  CompiledCount counted;
  Sheet next = compiled.as_read;
  next.entries.clear();
  // Parameters come first, as in a program that was read.
  std::vector<Entry> parameters;
  const auto add = [&](std::vector<Entry> entries, std::size_t at) {
    for (auto& e : entries)
      if (e.source.parameter) parameters.push_back(std::move(e));
      else next.entries.insert(next.entries.begin() + static_cast<std::ptrdiff_t>(at++), std::move(e));
  };
  std::set<std::string, std::less<>> taken;
  for (std::size_t i = 0; i < compiled.as_read.entries.size(); ++i) {
    const auto& entry = compiled.as_read.entries[i];
    const auto name = entry.text.substr(0, entry.text.find(' '));
    taken.insert(name);
    const auto it = compiled.names[i].empty() ? known.end() : known.find({entry.source.line, compiled.names[i]});
    if (it != known.end()) it->second.used = true;
    if (it == known.end() || (!compiled.values[i].empty() && fits_compiled(it->second.layout, compiled.values[i]))) {
      next.entries.push_back(entry);
      continue;
    }
    add(compiled_entries(name, it->second.layout, entry.source.section, entry.source.line), next.entries.size());
    next.entries.back().visible = entry.visible;
    // A value that had been assumed now is certain.
    const bool differs = !compiled.values[i].empty() && entry.source.assumed.empty();
    ++(differs ? counted.differs : counted.added);
    if (!differs) continue;
    auto& note = next.entries.emplace_back();
    note.text = fmt::format("# {}", texts(algebra::message("reading gives {} for {}, and the compiler {}", compiled.values[i],
                                                           compiled.names[i], it->second.layout)));
    // The note belongs to the program, so that it goes when another instantiation is chosen.
    note.source.section = entry.source.section;
    note.source.line = entry.source.line;
    note.source.by = SaidBy::compiler;
  }
  // Adds the compiler's values of variables that reading does not list.
  for (const auto& [place, value] : known) {
    if (value.used) continue;
    ++counted.added;
    std::string section = value.function;
    std::size_t at = 0;
    for (std::size_t i = 0; i < next.entries.size(); ++i) {
      const auto& source = next.entries[i].source;
      if (source.line == 0 || last_part(source.section) != last_part(value.function)) continue;
      if (at == 0 || source.line <= place.first) at = i + 1, section = source.section;
    }
    auto name = place.second;
    for (int n = 2; taken.contains(name); ++n) name = fmt::format("{}_{}", place.second, n);
    taken.insert(name);
    add(compiled_entries(name, value.layout, section, place.first), at == 0 ? next.entries.size() : at);
  }
  std::size_t first = next.entries.empty() ? 0 : 1;
  while (first < next.entries.size() && next.entries[first].source.parameter) ++first;
  next.entries.insert(next.entries.begin() + static_cast<std::ptrdiff_t>(first), std::make_move_iterator(parameters.begin()),
                      std::make_move_iterator(parameters.end()));
  if (count != nullptr) *count = counted;
  return kept_in_sheet(now, compiled.as_read, next);
}

std::vector<std::string> instance_titles(const std::vector<CompiledInstance>& all) {
  std::map<std::string, std::vector<std::size_t>> of;
  for (std::size_t i = 0; i < all.size(); ++i) of[all[i].function].push_back(i);
  std::vector<std::string> titles(all.size());
  for (const auto& [function, indices] : of) {
    std::vector<std::vector<std::string>> parts;
    for (const auto i : indices) parts.push_back(words_of_type(all[i].arguments));
    const bool alone =
        indices.size() == 1 || std::any_of(parts.begin(), parts.end(), [&](const auto& p) { return p.size() != parts[0].size(); });
    for (std::size_t k = 0; k < indices.size(); ++k) {
      auto said = all[indices[k]].arguments;
      if (!alone) {
        said.clear();
        bool left_out = false;
        for (std::size_t p = 0; p < parts[k].size(); ++p) {
          const bool differs = std::any_of(parts.begin(), parts.end(), [&](const auto& other) { return other[p] != parts[0][p]; });
          if (!differs) {
            left_out = true;
            continue;
          }
          said += fmt::format("{}{}", said.empty() ? (left_out ? "…, " : "") : left_out ? ", …, " : ", ", parts[k][p]);
          left_out = false;
        }
        if (left_out) said += said.empty() ? "…" : ", …";
      }
      titles[indices[k]] = said.empty() ? function : fmt::format("{}<{}>", function, said);
    }
  }
  return titles;
}

}  // namespace app
