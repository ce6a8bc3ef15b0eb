#include <algorithm>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {
namespace {

SyntaxNode function_declarator(SyntaxNode definition) {
  auto declarator = definition["declarator"];
  for (int i = 0; declarator && !declarator.is("function_declarator") && i < 50; ++i) {
    auto next = declarator["declarator"];
    if (!next)
      for (const auto& child : declarator.children())
        if (child.kind().ends_with("declarator")) next = child;
    declarator = next;
  }
  return declarator.is("function_declarator") ? declarator : SyntaxNode{};
}

/// thr_layout and ThreadLayout are the same word.
std::string as_word(std::string_view name) {
  std::string word;
  for (const char c : name)
    if (c != '_') word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (word.starts_with("thr") && !word.starts_with("thread")) word.replace(0, 3, "thread");
  return word;
}

/// Whether an entry is that of this name, M or M_2.
bool is_entry_of(std::string_view entry, std::string_view name) {
  if (!entry.starts_with(name)) return false;
  entry.remove_prefix(name.size());
  // Names of functions of the language have another letter.
  if (entry == "_" || entry.starts_with("__")) entry.remove_prefix(1);
  return entry.empty() || (entry.size() > 1 && entry[0] == '_' && entry.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

SyntaxNode template_name(SyntaxNode p) {
  if (p.is("type_parameter_declaration") || p.is("optional_type_parameter_declaration")) return p["name"] ? p["name"] : only(p);
  return declared_name(p["declarator"]);
}

}  // namespace

void CppReader::collect(SyntaxNode node, SyntaxNode templates, const std::string& structure) {
  const Deeper deeper(*this);
  for (const auto& child : node.children()) {
    if (child.is("template_declaration")) collect(child, child["parameters"], structure);
    else if (child.is("function_definition")) collect_function(child, templates, structure);
    else if (child.is("namespace_definition") || child.is("linkage_specification")) collect(child["body"], {}, structure);
    else if (child.is("declaration_list") || child.is("ERROR")) collect(child, {}, structure);
    else if (child.is("struct_specifier") || child.is("class_specifier")) {
      const auto name = std::string(without_arguments(child["name"].text()));
      if (name.empty() || !child["body"]) continue;
      structures_.try_emplace(name, Structure{child, templates});
      collect(child["body"], {}, name);
    } else if (child.is("preproc_if") || child.is("preproc_ifdef")) {
      const bool out = child["condition"].text() == "0";
      if (const auto otherwise = child["alternative"]; out && otherwise) collect(otherwise, {}, structure);
      if (!out) collect(child, {}, structure);
    } else if (child.is("preproc_else") || child.is("field_declaration_list")) {
      collect(child, {}, structure);
    } else if (child.is("preproc_def")) {
      const auto value = algebra::trimmed(child["value"].text());
      if (!value.empty() && value.find_first_not_of("0123456789") == std::string_view::npos && value.size() < 10)
        bind(child["name"].text(), {Binding::Kind::value, std::string(value)});
    } else if (structure.empty() && (child.is("alias_declaration") || child.is("declaration") || child.is("type_definition") ||
                                     child.is("expression_statement") || child.is("if_statement") || child.is("compound_statement"))) {
      // Statements outside of functions: pasted, or left over where a bracket is missing.
      statement(child);
    }
  }
}

void CppReader::collect_function(SyntaxNode definition, SyntaxNode templates, const std::string& structure) {
  const auto declarator = function_declarator(definition);
  if (!declarator || !definition["body"]) return;
  Function f{.definition = definition, .templates = templates, .structure = structure};
  f.name = unqualified(declarator["declarator"].text());
  for (const auto& p : declarator["parameters"].children()) {
    if (!p.is("parameter_declaration") && !p.is("optional_parameter_declaration")) continue;
    Parameter parameter{.name = {}, .node = p, .type = std::string(p["type"].text())};
    parameter.name = declared_name(p["declarator"], &parameter.pointer).text();
    f.parameters.push_back(std::move(parameter));
  }
  f.kernel = syntax_.is_kernel(definition);
  f.device = !f.kernel && (syntax_.is_device(definition) || !structure.empty());
  by_name_[f.name].push_back(functions_.size());
  functions_.push_back(std::move(f));
}

void CppReader::mark_called(SyntaxNode root) {
  std::set<std::string, std::less<>> called;
  each_below(root, [&](SyntaxNode node) {
    if (node.is("call_expression")) called.emplace(without_arguments(unqualified(node["function"].text())));
    else if (node.is("template_function")) called.emplace(without_arguments(unqualified(node["name"].text())));
    return false;
  });
  for (auto& f : functions_) f.called = f.called || called.contains(f.name);
}

/// Where several functions share a name, the element type tells them apart.
std::string CppReader::shown_name(const Function& f) const {
  if (!f.structure.empty()) return fmt::format("{}::{}", f.structure, f.name);
  if (by_name_.at(f.name).size() < 2) return f.name;
  for (const auto& p : f.parameters) {
    if (!p.pointer) continue;
    std::string of(unqualified(p.type));
    if (const auto* b = find(of); b != nullptr && (b->kind == Binding::Kind::value || b->kind == Binding::Kind::type))
      of = resolved(b->text);
    return fmt::format("{}<{}>", f.name, unqualified(of));
  }
  return f.name;
}

const CppReader::Function* CppReader::function_named(std::string_view name) const {
  if (const auto it = by_name_.find(name); it != by_name_.end())
    for (const auto i : it->second)
      if (functions_[i].structure.empty()) return &functions_[i];
  return nullptr;
}

/// The name of one of the file's functions that a value is, &kernel<float> or a cast of it; null if it is none.
SyntaxNode CppReader::function_in(SyntaxNode node) const {
  for (int i = 0; i < 8 && node; ++i) {
    if (node.is("pointer_expression") || node.is("unary_expression")) node = node["argument"];
    else if (node.is("cast_expression")) node = node["value"];
    else if (node.is("parenthesized_expression")) node = only(node);
    else if (node.is("call_expression") && without_arguments(node["function"].text()).ends_with("_cast")) node = only(node["arguments"]);
    else break;
  }
  if (!node.is("identifier") && !node.is("template_function")) return {};
  const auto name = without_arguments(unqualified(node.text()));
  return find(name) == nullptr && function_named(name) != nullptr ? node : SyntaxNode{};
}

void CppReader::run_root(const Function& f) {
  if (full_ || read_.contains(f.key())) return;
  run_function(f, {}, {}, {}, {});
  // Branches that are not taken, but call what is not read yet: as if their condition held.
  for (int rounds = 0; rounds < 8; ++rounds) {
    const auto next = std::find_if(alternatives_.begin(), alternatives_.end(), [&](const auto& a) { return !read_.contains(a.function); });
    if (next == alternatives_.end()) break;
    assumed_ = next->assumed;
    target_ = next->function;
    alternatives_.erase(next);
    run_function(f, {}, {}, {}, {});
    assumed_.clear();
    target_ = 0;
  }
  alternatives_.clear();
}

void CppReader::run_function(const Function& f, const Arguments& values, const std::vector<std::string>& names,
                             SyntaxNode arguments_of_template, std::string section) {
  if (calls_deep_ >= most_calls) return;
  const Deeper deeper(*this);
  read_.insert(f.key());
  const auto given_types = template_arguments(arguments_of_template);
  auto& frame = frames_.emplace_back(Frame{&f});
  for (std::size_t i = 0; i < std::min(names.size(), f.parameters.size()); ++i) frame.from[f.parameters[i].name] = names[i];
  const auto kept_section = section_;
  const auto kept_host = in_host_;
  const auto kept_perhaps = perhaps_, kept_loops = loops_;
  Scope members;
  if (!f.structure.empty()) members = instance(f.structure, {});
  auto kept_scopes = std::move(scopes_);
  scopes_.clear();
  scopes_.push_back(std::move(members));
  scopes_.emplace_back();
  ++calls_deep_;
  perhaps_ = loops_ = 0;
  in_host_ = !f.kernel && !f.device;
  section_ = section.empty() ? f.name : section;
  try {
    bind_templates(f, values, given_types);
    section_ = section.empty() ? shown_name(f) : std::move(section);
    for (std::size_t i = 0; i < f.parameters.size(); ++i) bind_parameter(f, f.parameters[i], i < values.size() ? values[i] : std::nullopt);
    statement(f.definition["body"]);
  } catch (Unknown& u) {
    fail(f.name, f.definition["declarator"], u.why, f.definition.line());
  }
  --calls_deep_;
  scopes_ = std::move(kept_scopes);
  section_ = kept_section;
  in_host_ = kept_host;
  perhaps_ = kept_perhaps;
  loops_ = kept_loops;
  frames_.pop_back();
}

/// A kernel that nobody calls has the arguments of the one beside it, or variables of its caller with like names.
void CppReader::run_orphan(const Function& f) {
  if (full_ || read_.contains(f.key())) return;
  const Call* beside = f.kernel && !calls_.empty() ? &calls_.front() : nullptr;
  Arguments values;
  for (const auto& p : f.parameters) values.push_back(beside != nullptr ? matching(p, *beside) : std::nullopt);
  run_function(f, values, {}, {}, beside != nullptr ? fmt::format("{}@{}", f.name, beside->section) : std::string{});
}
std::optional<CppReader::Binding> CppReader::matching(const Parameter& p, const Call& call) const {
  for (std::size_t i = 0; i < call.kernel->parameters.size() && i < call.arguments.size(); ++i) {
    const auto& q = call.kernel->parameters[i];
    if (p.type == q.type && (p.name == q.name || p.name.empty())) return call.arguments[i];
  }
  for (const auto& wanted : {p.name, p.type})
    if (!wanted.empty())
      for (const auto& [name, b] : call.variables)
        if (as_word(name) == as_word(wanted)) return b;
  return std::nullopt;
}

bool CppReader::has_element_type(const Function& f, std::string_view name) const {
  return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const auto& q) { return q.pointer && q.type == name; });
}

void CppReader::bind_templates(const Function& f, const Arguments& values, const std::vector<std::optional<Binding>>& given_types) {
  // Another function of this name is for certain types, and takes those: this one is for others.
  const bool second = std::any_of(functions_.begin(), functions_.end(), [&](const auto& g) {
    return g.name == f.name && g.key() != f.key() && std::any_of(g.parameters.begin(), g.parameters.end(), [](const auto& p) {
             return p.pointer && p.type.find("::") != std::string::npos;
           });
  });
  bind_template_list(f.templates, given_types);
  for (const auto& p : f.templates.children()) {
    const auto n = template_name(p);
    const auto* b = n ? find(n.text()) : nullptr;
    if (b == nullptr || b->kind != Binding::Kind::object) continue;
    // Deduced from the argument of that type.
    for (std::size_t i = 0; i < f.parameters.size() && i < values.size(); ++i) {
      const auto& q = f.parameters[i];
      if (q.type != n.text() || !values[i]) continue;
      if (q.pointer && values[i]->kind == Binding::Kind::pointer && !values[i]->text.empty() && !second) {
        bind(n.text(), {Binding::Kind::type, values[i]->text});
        break;
      }
      // SmemLayout{} in the body is what the parameter of that type is.
      if (!q.pointer && values[i]->kind == Binding::Kind::value) {
        bind(n.text(), *values[i]);
        break;
      }
      if (!q.pointer && values[i]->kind == Binding::Kind::structure) bind(n.text(), *values[i]);
    }
    b = find(n.text());
    if (b->kind != Binding::Kind::object) continue;
    if (has_element_type(f, n.text())) {
      const auto* set = setting(n.text());
      const auto type_text = set != nullptr ? *set : std::string("float");
      const auto entry = add({.function = section_, .name = std::string(n.text()), .text = type_text, .line = p.line(), .parameter = true});
      types_.emplace(entry, type_text);
      bind(n.text(), {Binding::Kind::type, entry.empty() ? type_text : entry});
      continue;
    }
    // Traits: the one structure of the file that has what is asked of it.
    if (structures_.size() == 1 && f.structure.empty() && values.empty()) {
      std::string key;
      instance(structures_.begin()->first, {}, &key);
      if (!instances_[key].empty()) bind(n.text(), {Binding::Kind::structure, key});
    }
  }
}

void CppReader::bind_parameter(const Function& f, const Parameter& p, const std::optional<Binding>& given_value) {
  if (p.pointer) {
    std::string element = p.type;
    try {
      element = type(p.node["type"]);
    } catch (Unknown&) {
      element.clear();
    }
    return bind(p.name, {Binding::Kind::pointer, element == "void" || element == "char" ? "" : element});
  }
  if (p.name.empty()) return;
  const bool integer = is_integer_type(p.type);
  if (given_value && given_value->kind == Binding::Kind::number) {
    // The caller's variable under the same name is that; another is a number that a person may set.
    auto b = *given_value;
    b.line = p.node.line(), b.section = section_;
    return bind(p.name, b);
  }
  if (given_value && given_value->kind != Binding::Kind::value) return bind(p.name, *given_value);
  if (given_value) {
    if (!integer) {
      // alpha and beta are numbers, but of no layout.
      define(p.name, given_value->text, p.node.line());
      const auto* b = find(p.name);
      if (b != nullptr) {
        if (const auto of = find(p.type); of != nullptr && of->kind == Binding::Kind::value) bind(p.type, *b);
      }
      return;
    }
    const auto* set = in_host_ ? setting(p.name) : nullptr;
    const bool same = set == nullptr || integer_of(given_value->text) == integer_of(*set);
    if (same && is_entry_of(given_value->text, p.name)) return bind(p.name, *given_value);
    return bind(p.name, {Binding::Kind::number, set != nullptr ? *set : given_value->text, {}, p.node.line(), section_});
  }
  const auto* set = setting(p.name, true);
  if (integer && p.type.find("char") == std::string::npos) {
    std::string usual = usual_number(p.name);
    if (const auto standard = p.node["default_value"])
      if (auto b = argument(standard); b && b->kind == Binding::Kind::value) usual = b->text;
    return bind(p.name, {Binding::Kind::number, set != nullptr ? *set : usual, {}, p.node.line(), section_});
  }
  if (set != nullptr) {
    define(p.name, *set, p.node.line(), true);
    if (const auto of = find(p.type); of != nullptr) bind(p.type, *find(p.name));
    return;
  }
  // What a kernel is given and nobody in the file says: a person may.
  const auto templates = f.templates.children();
  const bool of_template =
      std::any_of(templates.begin(), templates.end(), [&](const auto& t) { return template_name(t).text() == p.type; });
  if (of_template && !in_host_ && !is_real_type(p.type)) {
    const auto entry = add({.function = section_,
                            .name = p.name,
                            .text = p.type,
                            .line = p.node.line(),
                            .parameter = true,
                            .problem = fmt::format("nothing in the file says what {} is", p.name)});
    if (!entry.empty()) {
      bind(p.type, {Binding::Kind::value, entry});
      return bind(p.name, {Binding::Kind::value, entry});
    }
  }
  bind(p.name, {Binding::Kind::object, fmt::format("{} has no value here", p.name)});
}

}  // namespace app
