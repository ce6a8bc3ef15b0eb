#pragma once
// The definitions of a C++ source, before any of it runs: functions, structures, aliases and variables by name and namespace.

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/syntax.hpp"

namespace app {

/// std::min -> min, cute::make_layout<...> -> make_layout<...>
std::string_view unqualified(std::string_view name);
/// Returns the name without its template arguments.
std::string_view without_arguments(std::string_view name);
/// The properties that a declarator adds to its type.
struct Declarator {
  bool pointer = false, array = false, reference = false, pack = false;
  bool shared = false;              ///< __shared__
  std::vector<SyntaxNode> sizes{};  ///< sizes of an array, first dimension first; null for []
};
/// The declarator's name; null if it has none.
SyntaxNode declared_name(SyntaxNode declarator, Declarator* found = nullptr);
/// The first named child; null if there is none.
SyntaxNode only(SyntaxNode);
/// Returns whether a declaration or a type has this qualifier or storage class: const, static.
bool has_specifier(SyntaxNode, std::string_view word);
/// Returns the name of a template parameter, or null if it has none.
SyntaxNode template_parameter_name(SyntaxNode);
bool is_type_parameter(SyntaxNode);
/// Returns the parameter of that name in a template's list, or null.
SyntaxNode parameter_in(SyntaxNode templates, std::string_view name);

/// Visits a node and its descendants without recursion, skipping those of a node for which `visit` returns true.
template <class F>
void each_below(SyntaxNode root, F visit) {
  std::vector<SyntaxNode> rest{root};
  while (!rest.empty()) {
    const auto node = rest.back();
    rest.pop_back();
    if (!node || visit(node)) continue;
    const auto& children = node.children();
    rest.insert(rest.end(), children.rbegin(), children.rend());
  }
}

struct CppFamily;

struct CppParameter {
  std::string name{};
  SyntaxNode node;
  std::string type{};  ///< as text
  Declarator declarator{};
};
struct CppFunction {
  std::string name{}, scope{};         ///< `scope`: namespaces, such as "cutlass::gemm"
  SyntaxNode definition, templates{};  ///< the last template parameter list before it
  SyntaxNode arguments{};              ///< of an explicit specialization
  SyntaxNode declarator{};
  std::vector<CppParameter> parameters{};
  const CppFamily* family = nullptr;  ///< the structure that it is a member of
  bool kernel = false, device = false;
  bool called = false;  ///< somewhere in the file
  std::size_t key() const { return definition.begin(); }
};

/// A structure, or its specialization for certain template arguments.
struct CppStructure {
  SyntaxNode node, templates{};
  SyntaxNode arguments{};  ///< of a specialization
};
/// A structure with its specializations. `body.front()` is the primary template if the file has it.
struct CppFamily {
  std::string name{}, scope{};       ///< `scope`: namespaces and outer structures
  const CppFamily* outer = nullptr;  ///< the structure that it is a member of
  std::vector<CppStructure> bodies{};
  std::vector<const CppFunction*> functions{};
  bool used = false;
  bool is_template() const;
};
/// template <class T> using X = ...; template <int N> constexpr int v = ...;
struct CppTemplate {
  std::string name{}, scope{};
  SyntaxNode node, templates{};
  const CppFamily* family = nullptr;  ///< the structure that it is a member of
};
/// A statement outside of functions and structures.
struct CppGlobal {
  SyntaxNode node;
  std::string scope{};
};

class CppDefinitions {
 public:
  explicit CppDefinitions(const Syntax&);

  /// Returns all functions in source order; their addresses are stable.
  const std::deque<CppFunction>& functions() const { return functions_; }
  const std::deque<CppFamily>& families() const { return families_; }
  std::deque<CppFamily>& families() { return families_; }
  /// The structure of which a function is a member; null if it is none.
  CppFamily* family_of(const CppFunction&);
  const std::deque<CppTemplate>& templates() const { return templates_; }
  const std::vector<CppGlobal>& globals() const { return globals_; }
  /// template void f<64>(int); the declarations.
  const std::vector<CppGlobal>& instantiations() const { return instantiations_; }

  /// Returns the non-member functions of this name, possibly qualified, as seen from a namespace.
  std::vector<const CppFunction*> functions_named(std::string_view name, std::string_view from) const;
  const CppFunction* function_named(std::string_view name, std::string_view from) const;
  /// Returns null if there is no such structure, or if several match equally well.
  CppFamily* family_named(std::string_view name, std::string_view from) const;
  std::string resolved(std::string_view qualified) const;
  const CppTemplate* template_named(std::string_view name, std::string_view from) const;

  /// The positions of all members of one name: outside of unions, directly in a union, whose members share one address, or within a member
  /// of a union.
  struct InUnion {
    bool outside = false, within = false;
    std::size_t of = 0;  ///< for members of a union: where that union begins
    bool several = false;
    SyntaxNode type{};  ///< the type that all of them are declared with; null if types differ
  };
  /// Returns what is known of the members of that name in all structures; null if none of them is in a union.
  const InUnion* in_union(std::string_view member) const;
  /// Returns the type that all members of that name are declared with; null if types differ. For programs with unions, whose structures are
  /// not evaluated.
  SyntaxNode type_of_member(std::string_view member) const;

 private:
  void collect(SyntaxNode, SyntaxNode templates, const std::string& scope, CppFamily* family, int depth);
  void collect_function(SyntaxNode definition, SyntaxNode templates, const std::string& scope, CppFamily* family);
  void collect_structure(SyntaxNode, SyntaxNode templates, const std::string& scope, CppFamily* outer, int depth);
  void mark_called(SyntaxNode root);
  void mark_unions(SyntaxNode root);

  const Syntax& syntax_;
  std::deque<CppFunction> functions_;
  std::deque<CppFamily> families_;
  std::deque<CppTemplate> templates_;
  std::map<std::string, std::string, std::less<>> aliases_;  ///< of namespaces
  std::vector<CppGlobal> globals_, instantiations_;
  std::map<std::string, InUnion, std::less<>> members_;  ///< if the program has a union
  std::map<std::string, std::vector<const CppFunction*>, std::less<>> functions_by_name_;
  std::map<std::string, std::vector<CppFamily*>, std::less<>> families_by_name_;
  std::map<std::string, std::vector<const CppTemplate*>, std::less<>> templates_by_name_;
};

/// Returns how well a qualified name written in one namespace matches a scope: f, b::f or a::b::f in a::c for a::b::f. Larger for nearer
/// scopes; 0: no match.
int nearness(std::string_view qualified, std::string_view scope, std::string_view from);

}  // namespace app
