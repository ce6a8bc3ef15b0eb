#include "app/import/instrument.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/import/cpp_definitions.hpp"
#include "app/import/syntax.hpp"

namespace app {
namespace {

/// Returns whether a function may run in the compiler.
bool is_constexpr(SyntaxNode function) {
  constexpr std::array<std::string_view, 2> words{"constexpr", "consteval"};
  return std::ranges::any_of(words, [&](std::string_view word) { return has_specifier(function, word) || function.has(word); });
}

/// Returns the names of values that a declaration in a body defines, except values that cannot be CuTe's.
std::vector<std::string> declared_values(SyntaxNode declaration) {
  std::vector<std::string> names;
  const auto type = declaration["type"];
  if (!type || type.is("primitive_type") || type.is("sized_type_specifier")) return names;
  if (has_specifier(declaration, "volatile")) return names;
  for (const auto& child : declaration.children())
    if (child.is("storage_class_specifier")) return names;
  for (const auto& child : declaration.children()) {
    if (child == type) continue;
    const auto declarator = child.is("init_declarator") ? child["declarator"] : child;
    if (child.is("init_declarator") && child["value"].is("lambda_expression")) continue;
    auto inner = declarator;
    if (inner.is("reference_declarator")) inner = only(inner);
    if (inner.is("structured_binding_declarator")) {
      for (const auto& name : inner.children()) names.emplace_back(name.text());
    } else if (inner.is("identifier") &&
               (child.is("init_declarator") || type.is("type_identifier") || type.is("template_type") || type.is("qualified_identifier"))) {
      names.emplace_back(inner.text());
    }
  }
  return names;
}

std::string printing(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;  // as many as CUTESCOPE_ANY accepts
  std::string text;
  for (std::size_t i = 0; i < names.size(); i += most)
    text +=
        fmt::format(" CUTESCOPE_ANY({});", fmt::join(names.begin() + static_cast<std::ptrdiff_t>(i),
                                                     names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), i + most)), ", "));
  return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (bool more = true; more;) {
    const auto end = text.find('\n');
    more = end != std::string_view::npos;
    lines.push_back(text.substr(0, end));
    if (more) text.remove_prefix(end + 1);
  }
  return lines;
}

/// Returns a path escaped for a string literal.
std::string in_literal(std::string_view path) {
  std::string text;
  for (const char c : path) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text;
}

/// Returns the positions of each ; in a line that is not in a comment or literal.
std::vector<std::size_t> ends_in(std::string_view line) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ';') ends.push_back(i);
    if (line.substr(i).starts_with("//")) break;
    if (line.substr(i).starts_with("/*")) i = std::min(line.find("*/", i + 2), line.size() - 1);
    if (line[i] != '"' && line[i] != '\'') continue;
    const auto quote = line[i];
    for (++i; i < line.size() && line[i] != quote; ++i)
      if (line[i] == '\\') ++i;
  }
  return ends;
}

}  // namespace

InstrumentedSource instrumented(std::string_view source, const std::string& path, std::span<const MacroSetting> macros) {
  const auto preprocessed = preprocess(source, macros);
  const Syntax syntax(preprocessed.text);
  InstrumentedSource made;
  struct Line {
    std::string text;
    std::size_t values = 1;
  };
  std::map<std::size_t, Line> behind;  ///< by the end of the declaration in the preprocessed text
  for (const auto& root : syntax.roots())
    each_below(root, [&](SyntaxNode node) {
      if (node.is("function_definition") && is_constexpr(node)) {
        ++made.constexprs;
        return true;
      }
      if (!node.is("compound_statement") && !node.is("case_statement")) return false;
      for (const auto& statement : node.children()) {
        if (statement.has_error()) continue;
        if (statement.is("declaration")) {
          const auto names = declared_values(statement);
          if (!names.empty()) behind.emplace(statement.end(), Line{printing(names), names.size()});
        } else if (statement.is("alias_declaration")) {
          behind.emplace(statement.end(), Line{fmt::format(" CUTESCOPE_TYPE({});", statement["name"].text())});
        }
      }
      return false;
    });

  // Macros shift the rest of a line, so a declaration's end is found by counting: the n-th ; of a line, if both texts have equally many.
  const auto now = lines_of(preprocessed.text), before = lines_of(source);
  made.text = fmt::format("#include <cutescope.hpp>\n#line 1 \"{}\"\n", in_literal(path));
  auto next = behind.begin();
  for (std::size_t line = 0; line < before.size(); ++line) {
    std::size_t done = 0;
    const auto from = line < now.size() ? now[line] : std::string_view{};
    const auto begin = line < now.size() ? static_cast<std::size_t>(from.data() - preprocessed.text.data()) : preprocessed.text.size();
    const auto ends = ends_in(from), wanted = ends_in(before[line]);
    for (; next != behind.end() && next->first <= begin + from.size(); ++next) {
      const auto which = std::find(ends.begin(), ends.end(), next->first - 1 - begin) - ends.begin();
      if (which == std::ssize(ends) || ends.size() != wanted.size()) continue;
      const auto end = wanted[static_cast<std::size_t>(which)] + 1;
      made.text += before[line].substr(done, end - done);
      made.text += next->second.text;
      made.values += next->second.values;
      done = end;
    }
    made.text += before[line].substr(done);
    if (line + 1 < before.size()) made.text += '\n';
  }
  return made;
}

}  // namespace app
