#include "app/import/clang_dump.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "algebra/reading/cpp_type.hpp"
#include "algebra/text/characters.hpp"

namespace app {
namespace {

constexpr std::size_t most_of_arguments = 2000;

/// What stands between the quotes that begin there, and what is behind them.
std::optional<std::pair<std::string_view, std::string_view>> quoted(std::string_view text) {
  if (!text.starts_with('\'')) return std::nullopt;
  const auto end = text.find('\'', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::pair(text.substr(1, end - 1), text.substr(end + 1));
}

/// The last word.
std::string_view last_word(std::string_view text) {
  text = algebra::trimmed(text);
  const auto blank = text.rfind(' ');
  return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

/// Behind the last " o ", where a tensor's or a swizzled layout's own layout begins.
std::string_view innermost(std::string_view value) {
  const auto at = value.rfind(" o ");
  return at == std::string_view::npos ? value : value.substr(at + 3);
}

}  // namespace

std::string layout_in_type(std::string_view type) {
  for (const std::string_view mark : {"ComposedLayout<", "Layout<"})
    for (auto at = type.find(mark); at != std::string_view::npos; at = type.find(mark, at + 1)) {
      if (at > 0 && algebra::is_word(type[at - 1])) continue;
      // Not those that a tiled copy, an atom or a structure of the program is made of.
      auto before = algebra::trimmed(type.substr(0, at));
      if (before.starts_with("const")) before = algebra::trimmed(before.substr(5));
      const bool alone = before.empty() || before == "cute::";
      const bool of_tensor = before.find("Tensor<") != std::string_view::npos && before.find("Tensor<") <= 12 &&
                             before.find("Layout<") == std::string_view::npos;
      if (!alone && !of_tensor) return {};
      if (const auto read = algebra::dialects::cpp_layout_type(type.substr(at))) return read->printed.text;
      return {};
    }
  return {};
}

bool fits_compiled(std::string_view compiled, std::string_view value) {
  compiled = innermost(compiled), value = innermost(value);
  while (!compiled.empty() && !value.empty()) {
    if (compiled.front() == '?') {
      compiled.remove_prefix(1);
      if (value.starts_with('-')) value.remove_prefix(1);
      const auto digits = std::min(value.find_first_not_of("0123456789"), value.size());
      if (digits == 0) return false;
      value.remove_prefix(digits);
    } else {
      if (compiled.front() != value.front()) return false;
      compiled.remove_prefix(1), value.remove_prefix(1);
    }
  }
  return compiled.empty() && value.empty();
}

/// "/a/b.h:54:1", "line:501:1", "col:5", one or two of them with a comma between: what is left out is as before.
void ClangDumpReader::place(std::string_view written) {
  const auto number = [](std::string_view text, std::size_t& n) {
    std::size_t read = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
    if (error == std::errc{} && end == text.data() + text.size()) n = read;
  };
  if (written.starts_with("col:") || written.find("::") != std::string_view::npos) return;
  const auto last = written.rfind(':');
  const auto rest = written.substr(0, last);
  const auto middle = rest.rfind(':');
  if (middle == std::string_view::npos) return;
  if (!written.starts_with("line:")) file_ = rest.substr(0, middle);
  number(rest.substr(middle + 1), line_);
}

void ClangDumpReader::line(std::string_view text) {
  const auto depth = std::min(text.find_first_not_of("| `-"), text.size());
  auto rest = text.substr(depth);
  const auto kind = rest.substr(0, rest.find(' '));
  while (!open_.empty() && open_.back().depth >= depth) open_.pop_back();
  if (kind == "TemplateArgument") {
    if (open_.empty() || open_.back().depth + 2 != depth) return;
    auto& arguments = open_.back().arguments;
    const auto quote = rest.find('\'');
    const auto said = quote == std::string_view::npos ? std::nullopt : quoted(rest.substr(quote));
    if (arguments.size() < most_of_arguments)
      arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", said ? said->first : std::string_view("..."));
    return;
  }
  // The range, and for declarations the place of the name.
  const auto begin = rest.find('<');
  const auto end = begin == std::string_view::npos ? begin : rest.find('>', begin);
  // Of types there is no range, and < is theirs.
  if (end == std::string_view::npos || rest.find('\'') < begin) return;
  const bool declares = kind.ends_with("Decl");
  auto range = rest.substr(begin + 1, end - begin - 1);
  while (!range.empty()) {
    const auto comma = std::min(range.find(", "), range.size());
    place(range.substr(0, comma));
    range.remove_prefix(std::min(comma + 2, range.size()));
  }
  if (!declares) return;
  rest.remove_prefix(end + 1);
  if (rest.starts_with('>')) rest.remove_prefix(1);
  rest = algebra::trimmed(rest);
  const auto at = rest.substr(0, rest.find(' '));
  if (at.find(':') != std::string_view::npos && at.front() != '\'') place(at), rest = algebra::trimmed(rest.substr(at.size()));
  const auto quote = rest.find('\'');
  if (kind == "FunctionDecl" || kind == "CXXMethodDecl" || kind == "CXXConstructorDecl") {
    open_.push_back({depth, std::string(last_word(rest.substr(0, quote))), {}, true});
    return;
  }
  if (kind == "ClassTemplateSpecializationDecl" || kind == "CXXRecordDecl") {
    auto name = rest.substr(0, rest.find(" definition"));
    open_.push_back({depth, std::string(last_word(name)), {}, false});
    return;
  }
  if ((kind != "VarDecl" && kind != "TypeAliasDecl" && kind != "TypedefDecl") || quote == std::string_view::npos) return;
  auto type = quoted(rest.substr(quote));
  if (!type) return;
  if (type->second.starts_with(":'"))
    if (const auto plain = quoted(type->second.substr(1))) type = plain;
  auto layout = layout_in_type(type->first);
  if (layout.empty()) return;
  // Of lambdas what is around them: they have no names.
  CompiledInstance found;
  for (const auto& o : open_) {
    if (o.name == "operator()" || o.name.empty() || o.name == "class" || o.name == "struct") continue;
    found.function += fmt::format("{}{}", found.function.empty() ? "" : "::", o.name);
    if (!o.arguments.empty()) found.arguments += fmt::format("{}{}", found.arguments.empty() ? "" : "; ", o.arguments);
  }
  const auto key = found.function + '\n' + found.arguments;
  const auto [it, is_new] = by_name_.emplace(key, all_.size());
  if (is_new) all_.push_back(std::move(found));
  CompiledVariable variable{std::string(last_word(rest.substr(0, quote))), file_, line_, std::move(layout)};
  auto& variables = all_[it->second].variables;
  if (std::find(variables.begin(), variables.end(), variable) == variables.end()) variables.push_back(std::move(variable));
}

std::vector<CompiledInstance> ClangDumpReader::take() {
  by_name_.clear();
  // A template itself is no instantiation, though some of its variables do not depend on its arguments.
  std::set<std::string> made;
  for (const auto& i : all_)
    if (!i.arguments.empty()) made.insert(i.function);
  std::erase_if(all_, [&](const CompiledInstance& i) { return i.arguments.empty() && made.contains(i.function); });
  return std::move(all_);
}

}  // namespace app
