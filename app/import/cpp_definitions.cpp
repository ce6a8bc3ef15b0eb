#include "app/import/cpp_definitions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app {
namespace {

constexpr int most_nested = 200;

/// A kind of declarator and the property that it adds to the type; null for kinds that are the declared name itself.
struct DeclaratorKind {
  std::array<std::string_view, 5> names;
  bool Declarator::*adds;
};
constexpr auto declarator_kinds = std::to_array<DeclaratorKind>({
    {{"identifier", "type_identifier", "field_identifier", "structured_binding_declarator", "qualified_identifier"}, nullptr},
    {{"pointer_declarator", "abstract_pointer_declarator"}, &Declarator::pointer},
    {{"reference_declarator", "abstract_reference_declarator"}, &Declarator::reference},
    {{"variadic_declarator"}, &Declarator::pack},
    {{"array_declarator"}, &Declarator::array},
});

/// The kinds of definitions outside of functions.
enum class Defined : std::uint8_t { other, templated, function, instance, friends, linkage, list, type, alias, variable, field, statement };
struct DefinedKind {
  std::array<std::string_view, 5> names;
  Defined is;
};
constexpr auto defined_kinds = std::to_array<DefinedKind>({
    {{"template_declaration"}, Defined::templated},
    {{"function_definition"}, Defined::function},
    {{"template_instantiation"}, Defined::instance},
    {{"friend_declaration"}, Defined::friends},
    {{"linkage_specification"}, Defined::linkage},
    {{"declaration_list", "field_declaration_list", "ERROR"}, Defined::list},
    {{"struct_specifier", "class_specifier", "union_specifier"}, Defined::type},
    {{"alias_declaration"}, Defined::alias},
    {{"declaration"}, Defined::variable},
    {{"field_declaration"}, Defined::field},
    {{"type_definition", "expression_statement", "if_statement", "compound_statement", "enum_specifier"}, Defined::statement},
});

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

std::string within(const std::string& scope, std::string_view name) {
  return scope.empty() || name.empty() ? (name.empty() ? scope : std::string(name)) : scope + "::" + std::string(name);
}

template <class T>
T* nearest(const std::map<std::string, std::vector<T*>, std::less<>>& all, std::string_view name, std::string_view from) {
  const auto it = all.find(without_arguments(unqualified(name)));
  if (it == all.end()) return nullptr;
  T* found = nullptr;
  int best = 0;
  bool several = false;
  for (auto* candidate : it->second) {
    const int near = nearness(name, candidate->scope, from);
    if (near == 0 || near < best) continue;
    several = near == best;
    best = near;
    found = candidate;
  }
  return several ? nullptr : found;
}

}  // namespace

std::string_view unqualified(std::string_view name) {
  const auto at = name.substr(0, name.find('<')).rfind("::");
  return at == std::string_view::npos ? name : name.substr(at + 2);
}
std::string_view without_arguments(std::string_view name) { return algebra::trimmed(name.substr(0, name.find('<'))); }

SyntaxNode only(SyntaxNode node) {
  const auto& children = node.children();
  return children.empty() ? SyntaxNode{} : children[0];
}

bool has_specifier(SyntaxNode node, std::string_view word) {
  return std::ranges::any_of(node.children(), [&](const SyntaxNode& child) {
    return (child.is("type_qualifier") || child.is("storage_class_specifier")) && child.text() == word;
  });
}

SyntaxNode declared_name(SyntaxNode declarator, Declarator* found) {
  for (int i = 0; declarator && i < 50; ++i) {
    const auto* row = algebra::row_named(declarator_kinds, declarator.kind());
    if (row != nullptr && row->adds == nullptr) return declarator;
    if (row != nullptr && found != nullptr) {
      found->*row->adds = true;
      if (row->adds == &Declarator::array) found->sizes.insert(found->sizes.begin(), declarator["size"]);
    }
    auto next = declarator["declarator"];
    if (!next)
      for (const auto& child : declarator.children())
        if (child.is("identifier") || child.is("field_identifier") || child.kind().ends_with("declarator")) next = child;
    declarator = next;
  }
  return {};
}

bool is_type_parameter(SyntaxNode p) {
  return p.is("type_parameter_declaration") || p.is("optional_type_parameter_declaration") || p.is("variadic_type_parameter_declaration") ||
         p.is("template_template_parameter_declaration");
}
SyntaxNode template_parameter_name(SyntaxNode p) {
  if (p.is("template_template_parameter_declaration")) {
    for (const auto& child : p.children())
      if (is_type_parameter(child)) return template_parameter_name(child);
    return {};
  }
  if (is_type_parameter(p)) {
    if (const auto name = p["name"]) return name;
    const auto first = only(p);
    return first.is("type_identifier") ? first : SyntaxNode{};
  }
  return declared_name(p["declarator"]);
}

SyntaxNode parameter_in(SyntaxNode templates, std::string_view name) {
  for (const auto& p : templates.children())
    if (const auto n = template_parameter_name(p); n && n.text() == name) return p;
  return {};
}

bool CppFamily::is_template() const {
  return std::ranges::any_of(bodies, [](const CppStructure& s) { return bool(s.templates); });
}

int nearness(std::string_view qualified, std::string_view scope, std::string_view from) {
  while (qualified.starts_with("::")) qualified.remove_prefix(2);
  // The qualification before the name, without template arguments.
  const auto name = unqualified(qualified);
  auto written = qualified.substr(0, qualified.size() - name.size());
  if (written.ends_with("::")) written.remove_suffix(2);
  if (!written.empty() && scope != written &&
      !(scope.size() > written.size() && scope.ends_with(written) && scope.substr(0, scope.size() - written.size()).ends_with("::"))) {
    // cute::f matches f if the file has no namespace cute.
    return scope.empty() ? 1 : 0;
  }
  // A part of the scope that is not written must enclose the place of use. Otherwise only `using` can find the name.
  auto outer = scope.substr(0, scope.size() - written.size());
  if (outer.ends_with("::")) outer.remove_suffix(2);
  const bool around = outer.empty() || from == outer || (from.starts_with(outer) && from.substr(outer.size()).starts_with("::"));
  return around ? 3 + static_cast<int>(outer.size()) : 2;
}

CppDefinitions::CppDefinitions(const Syntax& syntax) : syntax_(syntax) {
  for (const auto& root : syntax.roots()) collect(root, {}, {}, nullptr, 0);
  for (const auto& root : syntax.roots()) mark_called(root);
  for (const auto& root : syntax.roots()) mark_unions(root);
}

void CppDefinitions::collect(SyntaxNode node, SyntaxNode templates, const std::string& outer, CppFamily* family, int depth) {
  if (depth > most_nested) return;
  for (const auto& child : node.children()) {
    const auto scope = outer.empty() && family == nullptr ? std::string(syntax_.namespaces_around(child.begin())) : outer;
    const auto* row = algebra::row_named(defined_kinds, child.kind());
    const auto is = row != nullptr ? row->is : child.kind().starts_with("preproc_") ? Defined::list : Defined::other;
    switch (is) {
      case Defined::templated: collect(child, child["parameters"], scope, family, depth + 1); continue;
      case Defined::function: collect_function(child, templates, scope, family); continue;
      case Defined::instance: instantiations_.push_back({child, scope}); continue;
      case Defined::friends:
        // A friend function defined within a structure belongs to the namespace.
        for (const auto& inner : child.children())
          if (inner.is("function_definition")) collect_function(inner, templates, scope, nullptr);
        continue;
      case Defined::linkage: collect(child["body"], {}, scope, family, depth + 1); continue;
      case Defined::list: collect(child, {}, scope, family, depth + 1); continue;
      case Defined::type: collect_structure(child, templates, scope, family, depth); continue;
      default: break;
    }
    // struct P { ... } p;
    if (const auto type = child["type"]; type.is("struct_specifier") || type.is("class_specifier")) {
      collect_structure(type, templates, scope, family, depth);
      if (family != nullptr) continue;
    }
    const bool alias = is == Defined::alias, in_file = family == nullptr;
    const bool is_template =
        templates && (!in_file || !templates.children().empty()) && (alias || is == (in_file ? Defined::variable : Defined::field));
    if (is_template) {
      const auto name = alias ? child["name"] : declared_name(child["declarator"]);
      if (!name || child["declarator"].is("function_declarator")) continue;
      templates_.push_back({std::string(name.text()), scope, child, templates, family});
      if (in_file) templates_by_name_[templates_.back().name].push_back(&templates_.back());
    } else if (in_file && (alias || is == Defined::variable || is == Defined::statement)) {
      // Statements outside of functions come from pasted text, or are left over after a missing bracket.
      globals_.push_back({child, scope});
    }
  }
}

void CppDefinitions::collect_structure(SyntaxNode node, SyntaxNode templates, const std::string& scope, CppFamily* outer, int depth) {
  const auto written = node["name"];
  const auto name = std::string(without_arguments(unqualified(written.text())));
  if (name.empty() || !node["body"]) return;
  CppFamily* family = nullptr;
  for (auto* f : families_by_name_[name])
    if (f->scope == scope && f->outer == outer) family = f;
  if (family == nullptr) {
    families_.push_back({.name = name, .scope = scope, .outer = outer});
    family = &families_.back();
    families_by_name_[name].push_back(family);
  }
  family->bodies.push_back({node, templates, written.is("template_type") ? written["arguments"] : SyntaxNode{}});
  collect(node["body"], {}, within(scope, name), family, depth + 1);
}

void CppDefinitions::collect_function(SyntaxNode definition, SyntaxNode templates, const std::string& scope, CppFamily* family) {
  const auto conversion = definition["declarator"];
  const bool converts = conversion.is("operator_cast");
  const auto declarator = converts ? conversion["declarator"] : function_declarator(definition);
  if (!declarator || !definition["body"]) return;
  CppFunction f{.name = {}, .scope = scope, .definition = definition, .templates = templates, .declarator = declarator, .family = family};
  auto named = declarator["declarator"];
  // X<T>::f, defined outside of X
  if (named.is("qualified_identifier") && family == nullptr) family = family_named(named["scope"].text(), scope);
  f.family = family;
  while (named.is("qualified_identifier")) named = named["name"];
  if (named.is("template_function")) f.arguments = named["arguments"], named = named["name"];
  f.name = converts ? "operator " + std::string(conversion["type"].text()) : std::string(unqualified(named.text()));
  if (named.is("operator_name")) std::erase(f.name, ' ');
  f.called = f.name.starts_with("operator");
  for (const auto& p : declarator["parameters"].children()) {
    if (!p.kind().ends_with("parameter_declaration")) continue;
    CppParameter parameter{.node = p, .type = std::string(p["type"].text())};
    parameter.name = declared_name(p["declarator"], &parameter.declarator).text();
    parameter.declarator.pack = parameter.declarator.pack || p.is("variadic_parameter_declaration");
    f.parameters.push_back(std::move(parameter));
  }
  f.kernel = syntax_.is_kernel(definition);
  f.device = !f.kernel && (syntax_.is_device(definition) || family != nullptr);
  functions_.push_back(std::move(f));
  if (family != nullptr) family->functions.push_back(&functions_.back());
  else functions_by_name_[functions_.back().name].push_back(&functions_.back());
  // Structures defined within the function.
  const auto inside = within(scope, functions_.back().name);
  each_below(definition["body"], [&](SyntaxNode n) {
    const bool structure = (n.is("struct_specifier") || n.is("class_specifier")) && n["body"] && n["name"];
    if (structure) collect_structure(n, {}, inside, nullptr, 0);
    return structure;
  });
}

void CppDefinitions::mark_unions(SyntaxNode root) {
  std::vector<SyntaxNode> unions;
  each_below(root, [&](SyntaxNode n) {
    if (n.is("union_specifier") && n["body"]) unions.push_back(n);
    return false;
  });
  if (unions.empty()) return;
  const auto each_member = [&](SyntaxNode from, bool into_unions, const auto& visit) {
    each_below(from, [&](SyntaxNode n) {
      if (n.is("union_specifier") && !into_unions) return true;
      if (!n.is("field_declaration")) return false;
      for (const auto& c : n.children())
        if (c.is("field_identifier") || c.kind().ends_with("declarator"))
          if (const auto name = declared_name(c)) visit(n, members_[std::string(name.text())]);
      return false;
    });
  };
  const auto note_type = [](SyntaxNode field, InUnion& m) {
    const bool first = !m.outside && !m.within && m.of == 0;
    if (first) m.type = field["type"];
    else if (m.type && m.type.text() != field["type"].text()) m.type = {};
  };
  each_member(root, false, [&](SyntaxNode field, InUnion& m) { note_type(field, m), m.outside = true; });
  for (const auto& u : unions) {
    std::set<std::size_t> own;
    for (const auto& f : u["body"].children()) own.insert(f.begin());
    each_member(u["body"], true, [&](SyntaxNode field, InUnion& m) {
      note_type(field, m);
      if (!own.contains(field.begin())) m.within = true;
      else m.several = m.several || (m.of != 0 && m.of != u.begin()), m.of = std::max<std::size_t>(1, u.begin());
    });
  }
}

const CppDefinitions::InUnion* CppDefinitions::in_union(std::string_view member) const {
  const auto it = members_.find(member);
  return it == members_.end() || (it->second.of == 0 && !it->second.within) ? nullptr : &it->second;
}

SyntaxNode CppDefinitions::type_of_member(std::string_view member) const {
  const auto it = members_.find(member);
  return it == members_.end() ? SyntaxNode{} : it->second.type;
}

void CppDefinitions::mark_called(SyntaxNode root) {
  std::set<std::string, std::less<>> called;
  each_below(root, [&](SyntaxNode node) {
    if (node.is("call_expression")) called.emplace(without_arguments(unqualified(node["function"].text())));
    else if (node.is("template_function")) called.emplace(without_arguments(unqualified(node["name"].text())));
    else if (node.is("namespace_alias_definition") && !node.children().empty())
      aliases_.insert_or_assign(std::string(node["name"].text()), std::string(node.children().back().text()));
    return false;
  });
  for (auto& f : functions_) f.called = f.called || called.contains(f.name);
}

/// Replaces namespace aliases, and removes blanks that a macro has left, as in flash     ::f.
std::string CppDefinitions::resolved(std::string_view name) const {
  std::string whole(name);
  if (const auto end = whole.find('<'); whole.find("::") < end && !name.starts_with("operator"))
    whole.erase(std::remove_if(whole.begin(), end == std::string::npos ? whole.end() : whole.begin() + static_cast<std::ptrdiff_t>(end),
                               [](char c) { return algebra::is_blank(c) || c == '\n'; }),
                end == std::string::npos ? whole.end() : whole.begin() + static_cast<std::ptrdiff_t>(end));
  for (int i = 0; i < 8; ++i) {
    const auto at = whole.find("::");
    const auto it = at == std::string::npos || at == 0 ? aliases_.end() : aliases_.find(whole.substr(0, at));
    if (it == aliases_.end() || it->second == it->first) break;
    whole = it->second + whole.substr(at);
  }
  return whole;
}

std::vector<const CppFunction*> CppDefinitions::functions_named(std::string_view written, std::string_view from) const {
  const auto whole = resolved(written);
  const std::string_view name = whole;
  std::vector<const CppFunction*> all;
  const bool is_operator = name.starts_with("operator");
  const auto it = functions_by_name_.find(is_operator ? name : without_arguments(unqualified(name)));
  if (it == functions_by_name_.end()) return all;
  int best = 0;
  for (const auto* f : it->second) {
    const int near = nearness(name, f->scope, from);
    if (near == 0 || near < best) continue;
    if (near > best) all.clear();
    best = near;
    all.push_back(f);
  }
  return all;
}
const CppFunction* CppDefinitions::function_named(std::string_view name, std::string_view from) const {
  const auto all = functions_named(name, from);
  return all.empty() ? nullptr : all.front();
}
CppFamily* CppDefinitions::family_of(const CppFunction& f) {
  const auto it = std::ranges::find_if(families_, [&](const CppFamily& family) { return &family == f.family; });
  return it == families_.end() ? nullptr : &*it;
}
CppFamily* CppDefinitions::family_named(std::string_view name, std::string_view from) const {
  return nearest(families_by_name_, resolved(name), from);
}
const CppTemplate* CppDefinitions::template_named(std::string_view name, std::string_view from) const {
  return nearest(templates_by_name_, resolved(name), from);
}

}  // namespace app
