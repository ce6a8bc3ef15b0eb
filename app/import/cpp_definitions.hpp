#pragma once
// What a C++ source defines: its functions, structures, aliases and variables by name and namespace, before any of it is run.

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/syntax.hpp"

namespace app {

/// std::min -> min, cute::make_layout<...> -> make_layout<...>
std::string_view unqualified(std::string_view name);
/// Without its template arguments.
std::string_view without_arguments(std::string_view name);
/// What a declarator adds to its type.
struct Declarator {
  bool pointer = false, array = false, reference = false, pack = false;
  bool shared = false;              ///< __shared__
  std::vector<SyntaxNode> sizes{};  ///< of an array, the first dimension first; null for []
};
/// The declarator's name; null if it has none.
SyntaxNode declared_name(SyntaxNode declarator, Declarator* found = nullptr);
/// The first named child; null if there is none.
SyntaxNode only(SyntaxNode);
/// Tells whether a declaration or a type has this qualifier or storage class: const, static.
bool has_specifier(SyntaxNode, std::string_view word);
/// The name of a template's parameter; null if it has none. And whether it is one of types.
SyntaxNode template_parameter_name(SyntaxNode);
bool is_type_parameter(SyntaxNode);
/// The parameter of that name in a list of a template; null if there is none.
SyntaxNode parameter_in(SyntaxNode templates, std::string_view name);

/// Visits a node and all below it, without recursion; not what is below one of which `visit` returns true.
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
  std::string type{};  ///< its type's text
  Declarator declarator{};
};
struct CppFunction {
  std::string name{}, scope{};         ///< its namespaces: "cutlass::gemm"
  SyntaxNode definition, templates{};  ///< the last template parameter list before it
  SyntaxNode arguments{};              ///< of an explicit specialisation
  SyntaxNode declarator{};
  std::vector<CppParameter> parameters{};
  const CppFamily* family = nullptr;  ///< of which it is a member
  bool kernel = false, device = false;
  bool called = false;  ///< somewhere in the file
  std::size_t key() const { return definition.begin(); }
};

/// A structure, or its specialisation for certain template arguments.
struct CppStructure {
  SyntaxNode node, templates{};
  SyntaxNode arguments{};  ///< of a specialisation
};
/// A structure and its specialisations; `body.front()` is the primary template, if the file has it.
struct CppFamily {
  std::string name{}, scope{};       ///< `scope`: namespaces and outer structures
  const CppFamily* outer = nullptr;  ///< of which it is a member
  std::vector<CppStructure> bodies{};
  std::vector<const CppFunction*> functions{};
  bool used = false;
  bool is_template() const;
};
/// template <class T> using X = ...; template <int N> constexpr int v = ...;
struct CppTemplate {
  std::string name{}, scope{};
  SyntaxNode node, templates{};
  const CppFamily* family = nullptr;  ///< of which it is a member
};
/// A statement outside of functions and structures.
struct CppGlobal {
  SyntaxNode node;
  std::string scope{};
};

class CppDefinitions {
 public:
  explicit CppDefinitions(const Syntax&);

  /// In the order of the source; addresses stay.
  const std::deque<CppFunction>& functions() const { return functions_; }
  const std::deque<CppFamily>& families() const { return families_; }
  std::deque<CppFamily>& families() { return families_; }
  /// The structure of which a function is a member; null if it is none.
  CppFamily* family_of(const CppFunction&);
  const std::deque<CppTemplate>& templates() const { return templates_; }
  const std::vector<CppGlobal>& globals() const { return globals_; }
  /// template void f<64>(int); the declarations.
  const std::vector<CppGlobal>& instantiations() const { return instantiations_; }

  /// The functions that are no members of this name, which may be qualified, as seen from a namespace.
  std::vector<const CppFunction*> functions_named(std::string_view name, std::string_view from) const;
  const CppFunction* function_named(std::string_view name, std::string_view from) const;
  /// Null where there is none, or several that cannot be told apart.
  CppFamily* family_named(std::string_view name, std::string_view from) const;
  std::string resolved(std::string_view qualified) const;
  const CppTemplate* template_named(std::string_view name, std::string_view from) const;

  /// Where members of a name lie: outside of unions, in a union itself, whose members begin at one place, or in what is in a union.
  struct InUnion {
    bool outside = false, within = false;
    std::size_t of = 0;  ///< where the union begins of which it is a member itself
    bool several = false;
    SyntaxNode type{};  ///< with which all of them are declared; null where these differ
  };
  /// Finds what is known of the members of that name in all structures of the program; null where none is in a union.
  const InUnion* in_union(std::string_view member) const;
  /// Returns the type with which all members of that name are declared in a program with unions, whose structures are not followed; null
  /// where these differ.
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
  std::map<std::string, InUnion, std::less<>> members_;  ///< where the program has a union
  std::map<std::string, std::vector<const CppFunction*>, std::less<>> functions_by_name_;
  std::map<std::string, std::vector<CppFamily*>, std::less<>> families_by_name_;
  std::map<std::string, std::vector<const CppTemplate*>, std::less<>> templates_by_name_;
};

/// Whether a name in a namespace is meant by a qualified name that is written in another: f, b::f or a::b::f in a::c for a::b::f.
/// The number is larger for nearer ones; 0 if it is not meant.
int nearness(std::string_view qualified, std::string_view scope, std::string_view from);

}  // namespace app
