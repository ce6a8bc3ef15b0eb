#include "app/import/python_statements.hpp"

#include <algorithm>
#include <string_view>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/characters.hpp"

namespace app {
namespace {

using Kind = PythonStatement::Kind;

/// A name of a program that is none here: `_`, and `_8`, the static integer; and what no name of an entry can be.
bool is_name(std::string_view text) {
  const bool mark = text.starts_with('_') && std::all_of(text.begin() + 1, text.end(), algebra::is_digit);
  return !text.empty() && !mark && std::all_of(text.begin(), text.end(), algebra::is_word);
}

bool is_scope(const SyntaxNode& n) { return n.is("class_definition") || n.is("function_definition"); }

/// Whether the value of an assignment stands in the line in which its target ends, or in one that goes on with that line. Where it
/// does not, the grammar has taken the next statement for the value of an unfinished one.
bool is_finished(const SyntaxNode& left, const SyntaxNode& right, std::string_view source) {
  for (auto at = left.end(); (at = source.find('\n', at)) < right.begin(); ++at) {
    const auto before = source.substr(left.end(), at - left.end());
    if (!before.ends_with('\\') && !before.ends_with("\\\r")) return false;
  }
  return true;
}

/// The definitions of an assignment, `a = b = E` has two.
void add_definitions(std::vector<PythonStatement>& all, SyntaxNode assignment, std::string_view source) {
  auto first = all.size();  // of those whose expression is not found yet
  while (assignment.is("assignment")) {
    const auto left = assignment["left"], right = assignment["right"];
    if (!right) return;
    const bool of_self = left.is("attribute") && left["object"].text() == "self";
    const auto name = of_self ? left["attribute"] : left;
    if (name.is("identifier") && is_name(name.text()))
      all.push_back({.kind = Kind::definition, .name = std::string(name.text()), .line = left.line(), .of_self = of_self});
    if (!is_finished(left, right, source)) first = all.size();
    assignment = right;
  }
  for (; first < all.size(); ++first) all[first].expression = assignment;
}

}  // namespace

std::vector<PythonStatement> python_statements(const Syntax& syntax) {
  std::vector<PythonStatement> all;
  for (const auto& root : syntax.roots())
    root.walk(
        [&](const SyntaxNode& n) {
          if (n.is("assignment")) {
            add_definitions(all, n, syntax.source());
            return false;
          }
          if (is_scope(n))
            all.push_back(
                {.kind = Kind::open, .name = std::string(n["name"].text()), .line = n.line(), .is_class = n.is("class_definition")});
          return true;
        },
        [&](const SyntaxNode& n) {
          if (is_scope(n)) all.push_back({.kind = Kind::close, .line = n.line()});
        });
  return all;
}

std::string python_code(const SyntaxNode& expression) {
  std::string code;
  auto end = expression.begin();
  expression.walk([&](const SyntaxNode& n) {
    const bool left_out = n.is("comment") || n.is("string") || n.is("line_continuation");
    if (!left_out && !n.is_leaf()) return true;
    if (n.begin() > end || left_out) code += ' ';
    if (!left_out) code += n.is("//") ? "/" : n.text();
    end = n.end();
    return false;
  });
  return code;
}

bool has_static_integers(const Syntax& syntax) {
  bool found = false;
  for (const auto& root : syntax.roots())
    root.walk([&](const SyntaxNode& n) {
      if (!found && n.is("identifier") && n.text().starts_with('_'))
        found = algebra::resolve(algebra::IntegerRule::automatic, n.text()) == algebra::IntegerRule::cute;
      return !found;
    });
  return found;
}

}  // namespace app
