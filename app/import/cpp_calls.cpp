#include <algorithm>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "app/import/cpp_reader.hpp"

namespace app {

void CppReader::calls_in(SyntaxNode node) {
  std::vector<SyntaxNode> found;
  each_below(node, [&](SyntaxNode n) {
    if (n.is("call_expression")) found.push_back(n);
    return n.is("lambda_expression");
  });
  for (const auto& n : found) follow(n);
}

bool CppReader::follow(SyntaxNode node) {
  const auto callee = node["function"];
  const auto arguments = node["arguments"].children();
  SyntaxNode named;
  const auto as_function = [&](SyntaxNode n) -> const Function* {
    if (const auto* b = find(n.text()); b != nullptr) {
      named = b->node;
      return b->kind == Binding::Kind::function ? function_named(b->text) : nullptr;
    }
    named = n;
    return n.is("identifier") || n.is("template_function") ? function_named(without_arguments(unqualified(n.text()))) : nullptr;
  };
  if (const auto* f = as_function(callee)) {
    if (f->kernel) read_block_size(node);
    enter(*f, named, arguments, 0);
    return true;
  }
  // launch_kernel_on_cluster(params, kernel, arguments...)
  const auto text = callee.text();
  if (text.find("launch") == std::string_view::npos && text.find("Launch") == std::string_view::npos) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto a = arguments[i];
    if (a.is("cast_expression")) a = a["value"];
    const auto inner = function_in(a);
    if (const auto* f = as_function(inner ? inner : a); f != nullptr && f->kernel) {
      enter(*f, named, arguments, i + 1);
      return true;
    }
  }
  return false;
}

/// The second of <<<grid, block>>>, where it is a variable or a number.
void CppReader::read_block_size(SyntaxNode call_node) {
  auto text = syntax_.launch_of(call_node);
  const auto comma = text.find(',');
  if (comma == std::string_view::npos) return;
  text.remove_prefix(comma + 1);
  const auto second = algebra::trimmed(text.substr(0, text.find(',')));
  const auto* b = find(second);
  if (b != nullptr && (b->kind == Binding::Kind::value || b->kind == Binding::Kind::number)) block_size_ = value_of(b->text);
  else if (!second.empty() && second.find_first_not_of("0123456789") == std::string_view::npos) block_size_ = value_of(std::string(second));
}

void CppReader::enter(const Function& named, SyntaxNode as_written, const std::vector<SyntaxNode>& arguments, std::size_t first) {
  if (calls_deep_ >= most_calls) return;
  std::vector<std::string> names;
  for (std::size_t i = first; i < arguments.size(); ++i)
    names.emplace_back(arguments[i].is("identifier") ? arguments[i].text() : std::string_view{});
  const auto templated = as_written.is("template_function") ? as_written["arguments"] : SyntaxNode{};
  // Of functions that share the name, which one is called depends on types: all are read.
  for (const auto& f : functions_) {
    if (f.name != named.name || !f.structure.empty() || arguments.size() - first > f.parameters.size()) continue;
    if (!f.kernel && read_.contains(f.key()) && (target_ == 0 || !leads_to(f, target_, 0))) continue;
    if (std::any_of(frames_.begin(), frames_.end(), [&](const auto& frame) { return frame.function == &f; })) continue;
    Arguments values;
    for (std::size_t i = first; i < arguments.size(); ++i) {
      values.push_back(argument(arguments[i]));
      auto& v = values.back();
      // A variable goes on as it is now; if it is under the same name, as the same entry.
      const auto at = i - first;
      if (v && v->kind == Binding::Kind::number && f.parameters[at].name == names[at]) {
        auto* b = find(names[at]);
        if (algebra::trimmed(b->text).find_first_not_of("0123456789") == std::string_view::npos && is_integer_type(f.parameters[at].type) &&
            f.parameters[at].type != "char") {
          use_number(*b, names[at]);
          v = *b;
        }
      }
    }
    if (f.kernel || !in_host_) {
      if (f.kernel) {
        Scope variables = global_;
        for (const auto& s : scopes_)
          for (const auto& [n, b] : s) variables.insert_or_assign(n, b);
        calls_.push_back({&f, values, std::move(variables), section_});
      }
      const auto caller = f.kernel ? section_ : section_.substr(0, section_.find('@'));
      run_function(f, values, names, templated, fmt::format("{}@{}", f.kernel ? shown_name(f) : f.name, caller));
    } else {
      run_function(f, values, names, templated, {});
    }
  }
}

/// Whether a function calls that one, by others perhaps.
bool CppReader::leads_to(const Function& f, std::size_t target, int depth) const {
  if (f.key() == target) return true;
  if (depth > 6) return false;
  std::set<std::string, std::less<>> called;
  each_below(f.definition["body"], [&](SyntaxNode n) {
    if (n.is("call_expression")) called.emplace(without_arguments(unqualified(n["function"].text())));
    return false;
  });
  for (const auto& g : functions_)
    if (g.key() != f.key() && called.contains(g.name) && leads_to(g, target, depth + 1)) return true;
  return false;
}

std::optional<CppReader::Binding> CppReader::argument(SyntaxNode node) {
  if (auto* b = node.is("identifier") || node.is("type_identifier") ? find(node.text()) : nullptr) {
    if (b->kind == Binding::Kind::number && !in_host_) use_number(*b, std::string(node.text()));
    return *b;
  }
  auto named = node.is("type_descriptor") ? node["type"] : node;
  if (named.is("template_type") || named.is("type_identifier")) {
    const auto base = without_arguments(named.text());
    if (const auto* b = find(base); b != nullptr && !named.is("template_type")) return *b;
    if (structures_.contains(base)) {
      std::string key;
      instance(std::string(base),
               named.is("template_type") ? template_arguments(named["arguments"]) : std::vector<std::optional<Binding>>{}, &key);
      return Binding{Binding::Kind::structure, key};
    }
  }
  try {
    auto text = expression(node);
    if (text == "ptr") return Binding{Binding::Kind::pointer, element_of(node)};
    if (const auto v = value_of(text); v && std::holds_alternative<algebra::ElementType>(*v)) return Binding{Binding::Kind::type, text};
    return Binding{Binding::Kind::value, text};
  } catch (Unknown& u) {
    return Binding{Binding::Kind::object, u.why};
  }
}

/// x == 3 && y == 'T': what has to be assumed; nothing if the condition is of another kind.
bool CppReader::equalities(SyntaxNode node, Assumed& out) {
  const Deeper deeper(*this);
  if (node.is("condition_clause")) return equalities(node["value"], out);
  if (node.is("parenthesized_expression")) return equalities(only(node), out);
  if (!node.is("binary_expression")) return false;
  const auto left = node["left"], right = node["right"];
  if (node.has("&&")) return equalities(left, out) && equalities(right, out);
  if (!node.has("==") || !left.is("identifier") || frames_.empty()) return false;
  try {
    const auto value = expression(right);
    std::string variable(left.text());
    auto frame = frames_.size() - 1;
    for (; frame > 0; --frame) {
      const auto it = frames_[frame].from.find(variable);
      if (it == frames_[frame].from.end() || it->second.empty()) break;
      variable = it->second;
    }
    out[{frames_[frame].function->key(), variable}] = value;
    return true;
  } catch (Unknown&) {
    return false;
  }
}
bool CppReader::has_unread_call(SyntaxNode node) const {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    if (n.is("call_expression"))
      if (const auto* f = function_named(without_arguments(unqualified(n["function"].text()))); f != nullptr && !read_.contains(f->key()))
        found = true;
    return found;
  });
  return found;
}
/// Whether the branch can be taken in another round.
bool CppReader::remember_alternative(SyntaxNode condition_node, SyntaxNode body) {
  auto assumed = assumed_;
  if (!equalities(condition_node, assumed)) return false;
  bool any = false;
  each_below(body, [&](SyntaxNode n) {
    if (n.is("call_expression"))
      for (const auto& f : functions_)
        if (!f.kernel && f.name == n["function"].text() && !read_.contains(f.key())) {
          any = true;
          if (std::none_of(alternatives_.begin(), alternatives_.end(), [&](const auto& a) { return a.function == f.key(); }))
            alternatives_.push_back({f.key(), assumed});
        }
    return false;
  });
  return any;
}

}  // namespace app
