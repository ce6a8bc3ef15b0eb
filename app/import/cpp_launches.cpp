// Call statements: host functions, whose entries are listed under their own names, and launches of kernels.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/row_named.hpp"
#include "app/system/words.hpp"

namespace app {

using algebra::message;
namespace {

/// Returns whether a function from another file is known not to change numbers passed by name: functions of CuTe, CUDA and C, conversions,
/// and functions of the standard library except those that write to their arguments or pass them on.
bool leaves_arguments(SyntaxNode callee) {
  const auto base = without_arguments(unqualified(callee.is("field_expression") ? callee["field"].text() : callee.text()));
  if (algebra::function_named(base) != nullptr || is_cute_word(base) || cpp_arithmetic(base)) return true;
  // Macros in capitals are mostly assertions or checks.
  if (std::ranges::none_of(base, [](char c) { return c >= 'a' && c <= 'z'; })) return true;
  if (is_of_other_library(callee.text())) {
    constexpr std::array<std::string_view, 13> writers{
        "apply",      "async",    "bind",   "call_once", "exchange", "for_each", "forward_as_tuple",
        "from_chars", "get_time", "invoke", "invoke_r",  "ref",      "tie"};
    return std::ranges::find(writers, base) == writers.end();
  }
  for (const std::string_view prefix : {"print", "__"})
    if (callee.text().starts_with(prefix)) return true;
  constexpr std::array<std::string_view, 17> others{"printf",  "fprintf", "sprintf", "snprintf",      "puts",         "assert",
                                                    "exit",    "free",    "dim3",    "push_back",     "emplace_back", "resize",
                                                    "reserve", "assign",  "insert",  "static_assert", "abort"};
  return std::ranges::find(others, base) != others.end();
}

/// Functions that read the program's input into their arguments.
struct InputFunction {
  std::string_view name;
  bool by_reference = false;
};
constexpr auto input_functions = std::to_array<InputFunction>({{"sscanf"}, {"scanf"}, {"fscanf"}, {"get_cmd_line_argument", true}});

/// Functions that launch a kernel: the places of their arguments, and how far behind the kernel its own arguments are.
struct LaunchFunction {
  std::array<std::string_view, 2> names;
  std::size_t kernel, grid, block, behind;
};
constexpr auto launch_functions = std::to_array<LaunchFunction>({
    // cudaLaunchKernel(kernel, grid, block, addresses, bytes, stream)
    {{"cudaLaunchKernel", "cudaLaunchCooperativeKernel"}, 0, 1, 2, 3},
    // ClusterLauncher::launch(grid, cluster, block, bytes, stream, kernel, ...)
    {{"launch"}, 5, 0, 2, 1},
});

}  // namespace

const CppFunction* CppInterpreter::function_named(std::string_view name) const {
  return definitions_.function_named(without_arguments(name), frame().scope);
}

/// Returns the name of a function of the file in an expression such as &kernel<float> or a cast of it, or null.
SyntaxNode CppInterpreter::function_in(SyntaxNode node) const {
  for (int i = 0; i < 8 && node; ++i) {
    if (node.is("pointer_expression") || node.is("unary_expression")) node = node["argument"];
    else if (node.is("cast_expression")) node = node["value"];
    else if (node.is("parenthesized_expression")) node = only(node);
    else if (node.is("call_expression") && without_arguments(node["function"].text()).ends_with("_cast")) node = only(node["arguments"]);
    else break;
  }
  if (!node.is("identifier") && !node.is("template_function") && !node.is("qualified_identifier")) return {};
  if (node.is("qualified_identifier")) return function_named(node.text()) != nullptr ? node : SyntaxNode{};
  const auto name = without_arguments(unqualified(node.text()));
  return find(name) == nullptr && function_named(name) != nullptr ? node : SyntaxNode{};
}

/// Returns the value of an expression that denotes a function of the file: &kernel<float>, reinterpret_cast<void const*>(kernel).
std::optional<CppValue> CppInterpreter::as_functions(SyntaxNode node) const {
  const auto f = function_in(node);
  if (!f) return std::nullopt;
  return CppValue{.kind = Kind::functions, .text = std::string(without_arguments(f.text())), .node = f};
}

/// Adds the entries of the functions that an expression calls. Their changes are left to its evaluation.
void CppInterpreter::calls_in(SyntaxNode node) {
  std::vector<SyntaxNode> found;
  each_below(node, [&](SyntaxNode n) {
    if (n.is("call_expression")) found.push_back(n);
    return n.is("lambda_expression");
  });
  for (const auto& n : found) {
    auto record = journal_.open();
    follow(n, false);
    undone(record);
  }
}

/// Marks a variable as input of the program, with its present number as the default.
void CppInterpreter::may_be_given(const CppPlace& target, std::size_t line) {
  auto value = target->value;
  if (value.number) {
    auto assumed = assumed_of(value);
    value = CppValue::integer(*value.number, value.type);
    value.assumed = std::move(assumed);
  } else {
    value = CppValue::unknown(message("{} is given to the program when it runs", target->name));
  }
  value.given = true;
  const bool latent = frame().in_host && value.number;
  write(target, std::move(value));
  target->latent = latent;
  if (target->line == 0) target->line = line;
}

/// Applies the possible effects of a function from another file on its arguments: a variable whose address is passed becomes unknown; one
/// that may be passed by reference keeps its number as an assumption, as do numbers of an object or array.
void CppInterpreter::lend(SyntaxNode callee, const std::vector<SyntaxNode>& arguments) {
  const std::function<void(const CppPlace&)> may_change = [&](const CppPlace& p) {
    if (p->guarded || p->value.given) return;
    if (p->value.is_number() && p->value.number) may_be_given(p, callee.line());
    if (p->value.members == nullptr) return;
    for (std::size_t i = 0; const auto& [name, member] : p->value.members->all) {
      if (member->name.empty() && p->value.is(Kind::array)) member->name = fmt::format("{}_{}", p->name, i);
      if (member != p) may_change(member);
      ++i;
    }
  };
  const bool by_reference = frame().in_host && !leaves_arguments(callee);
  for (const auto& a : arguments) {
    if (a.is("pointer_expression") && a.text().starts_with('&')) {
      if (const auto target = place(a["argument"]); target != nullptr && target->value.is_number())
        write(target, CppValue::unknown(message("{} may be changed by {}", target->name, in_one_line(callee.text(), 60))));
    } else if (by_reference && (a.is("identifier") || a.is("field_expression") || a.is("subscript_expression"))) {
      if (const auto target = place(a)) may_change(target);
    }
  }
}

/// Returns whether the left operand of >> is a stream, as in std::cin >> m >> n, and not a number.
bool CppInterpreter::is_stream(SyntaxNode left) const {
  while (left.is("parenthesized_expression") || left.is("binary_expression")) {
    if (left.is("binary_expression") && left["operator"].text() != ">>") return false;
    left = left.is("binary_expression") ? left["left"] : only(left);
  }
  if (left.is("call_expression")) return unqualified(left["function"].text()).ends_with("stream");
  if (left.is("qualified_identifier")) return left["scope"].text() == "std";
  if (!left.is("identifier")) return false;
  const auto p = find(left.text());
  return p == nullptr ? left.text() == "cin" || function_named(left.text()) == nullptr : p->value.is(Kind::unknown) && !p->of_cute;
}

/// Returns whether a called function launches a kernel, by its name.
bool CppInterpreter::launches(SyntaxNode call) {
  const auto text = call["function"].text();
  return text.find("launch") != std::string_view::npos || text.find("Launch") != std::string_view::npos;
}

bool CppInterpreter::is_operation_of_cute(std::string_view name, std::size_t given) const {
  if (frame().in_host || algebra::function_named(name) != nullptr) return false;
  return std::ranges::none_of(definitions_.functions_named(name, frame().scope), [&](const CppFunction* f) {
    std::size_t required = 0;
    for (const auto& p : f->parameters)
      if (p.node.is("parameter_declaration") && !p.declarator.pack) ++required;
    return given >= required;
  });
}

/// Reads the functions of a call statement and returns whether their entries are read here. `effects`: the call is executed now, and its
/// changes are kept.
bool CppInterpreter::follow(SyntaxNode node, bool effects) {
  const auto callee = node["function"];
  const auto arguments = node["arguments"].children();
  SyntaxNode named;
  const auto as_function = [&](SyntaxNode n) -> const CppFunction* {
    if (const auto b = find(n.text()); b != nullptr) {
      named = b->value.node;
      return b->value.is(Kind::functions) ? function_named(b->value.text) : nullptr;
    }
    named = n;
    return n.is("identifier") || n.is("template_function") || n.is("qualified_identifier") ? function_named(n.text()) : nullptr;
  };
  if (const auto* f = as_function(callee); f != nullptr && !is_operation_of_cute(f->name, arguments.size())) {
    if (f->kernel) read_launch(node);
    if (enter(*f, node, named, arguments, 0, effects)) followed_.insert(key_of(node));
    return true;
  }
  // sscanf(argv[1], "%d", &m): the program receives m, with its initial value as the default.
  if (const auto base = callee.is("field_expression") ? callee["field"].text() : unqualified(callee.text());
      const auto* reads = algebra::row_named(input_functions, base)) {
    for (const auto& a : arguments)
      if (const auto target = a.is("pointer_expression") ? place(a["argument"]) : reads->by_reference ? place(a) : nullptr) {
        // get_cmd_line_argument("m", m, 512) has the default 512.
        const bool has_default = reads->by_reference && arguments.size() == 3 && a == arguments[1];
        if (const auto usual = has_default ? argument(arguments[2]) : CppValue{}; usual.number)
          write(target, CppValue::integer(*usual.number, target->type.empty() ? "int" : target->type));
        may_be_given(target, node.line());
      }
    return true;
  }
  // A lambda, or a member function of an object of the file, runs for its effects.
  const auto b = callee.is("identifier") ? find(callee.text()) : nullptr;
  if (effects && ((b != nullptr && (b->value.is(Kind::lambda) || b->value.is(Kind::object))) || callee.is("lambda_expression") ||
                  (callee.is("field_expression") && [&] {
                    const auto object = callee["argument"].is("this") ? cpp_variable(frame().self) : place(callee["argument"]);
                    return object != nullptr &&
                           (object->value.is(Kind::object) || (object->value.is(Kind::pointer) && object->value.target != nullptr));
                  }()))) {
    try {
      followed(node, [&] { return call(node); });
    } catch (Unknown& u) {
      give_up(node, u.why);
    }
    return true;
  }
  if (effects) lend(callee, arguments);
  // launch_kernel_on_cluster(params, kernel, arguments...)
  if (!launches(node)) return false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    auto a = arguments[i];
    if (a.is("cast_expression")) a = a["value"];
    const auto inner = function_in(a);
    if (const auto* f = as_function(inner ? inner : a); f != nullptr && f->kernel) {
      read_launch(node, i);
      const auto [given, first] = handed_to_kernel(node, i);
      enter(*f, node, named, given, first, effects);
      return true;
    }
  }
  return false;
}

/// Returns the arguments that a launching function passes to the kernel, its argument number `kernel`, and the index of the first.
/// cudaLaunchKernel and the like take an array of their addresses.
std::pair<std::vector<SyntaxNode>, std::size_t> CppInterpreter::handed_to_kernel(SyntaxNode call, std::size_t kernel) const {
  const auto arguments = call["arguments"].children();
  const auto base = without_arguments(unqualified(call["function"].text()));
  const auto* launch = algebra::row_named(launch_functions, base);
  const auto at = kernel + (launch != nullptr ? launch->behind : 1);
  const bool by_address = base.starts_with("cudaLaunch") && (at != kernel + 1 || base.ends_with("ExC"));
  if (!by_address && launch == nullptr) return {arguments, kernel + 1};
  const auto list = at < arguments.size() ? initial_list(arguments[at]) : SyntaxNode{};
  if (!list) return {arguments, by_address ? arguments.size() : kernel + 1};
  std::vector<SyntaxNode> all;
  for (auto a : list.children()) {
    while (a.is("cast_expression") || a.is("parenthesized_expression")) a = a.is("cast_expression") ? a["value"] : only(a);
    if (a.is("call_expression") && without_arguments(a["function"].text()).ends_with("_cast")) a = only(a["arguments"]);
    all.push_back(a.is("pointer_expression") ? a["argument"] : a);
  }
  return {std::move(all), 0};
}

/// Returns the initializer list of a variable of the running function, or null.
SyntaxNode CppInterpreter::initial_list(SyntaxNode variable) const {
  if (variable.is("pointer_expression")) variable = variable["argument"];
  SyntaxNode list;
  if (frame().function != nullptr && variable.is("identifier"))
    each_below(frame().function->definition["body"], [&](SyntaxNode n) {
      if (n.is("init_declarator") && declared_name(n["declarator"]).text() == variable.text() && n["value"].is("initializer_list"))
        list = n["value"];
      return bool(list);
    });
  return list;
}

/// The grid, the block and the bytes of shared memory of <<<grid, block, bytes>>>: numbers, variables, dim3(...) and expressions of them.
void CppInterpreter::read_launch(SyntaxNode call_node) {
  const auto text = syntax_->launch_of(call_node);
  algebra::Cursor cursor(text);
  shared_bytes_.reset();
  for (auto* size : {&grid_size_, &block_size_, &shared_bytes_}) {
    if (const auto one = algebra::trimmed(cursor.until(",")); !one.empty()) *size = entries_.value_of(launch_size(one));
    cursor.take(',');
  }
}

/// Returns a launch size in the language: (4,4,1) for dim3(4, 4, 1), with the values of variables.
std::string CppInterpreter::launch_size(std::string_view text) const {
  constexpr std::string_view three = "dim3";
  if (text.starts_with(three) && text.ends_with('}') && text.find('{') != text.npos)
    return "(" + launch_size(text.substr(text.find('{') + 1, text.size() - text.find('{') - 2)) + ")";
  return with_words(text, [&](std::string_view word, std::string_view) {
    if (word == three) return std::string();
    const auto b = algebra::is_digit(word.front()) ? nullptr : find(word);
    return b != nullptr && b->value.is(Kind::expression) ? b->value.text : std::string(word);
  });
}

/// Reads grid and block from the arguments of a launching function: ClusterLaunchParams params = {grid, block, cluster, bytes}, the fields
/// of such a structure, or separate arguments. `kernel`: the index of the kernel among the arguments.
void CppInterpreter::read_launch(SyntaxNode call, std::size_t kernel) {
  shared_bytes_.reset();
  const auto arguments = call["arguments"].children();
  const auto set = [&](std::optional<algebra::Value>& size, SyntaxNode given) {
    if (given) size = entries_.value_of(launch_size(in_one_line(given.text())));
  };
  const auto* launch = algebra::row_named(launch_functions, without_arguments(unqualified(call["function"].text())));
  if (launch != nullptr && kernel == launch->kernel && arguments.size() > 2)
    return set(grid_size_, arguments[launch->grid]), set(block_size_, arguments[launch->block]);
  for (std::size_t i = 0; i < std::min(kernel, arguments.size()); ++i) {
    auto a = arguments[i];
    if (a.is("pointer_expression")) a = a["argument"];
    if (const auto list = initial_list(a); list && list.children().size() >= 2) {
      std::size_t next = 0;
      for (const auto& value : list.children()) {
        const auto by = value.is("initializer_pair") ? only(value["designator"]).text() : std::string_view{};
        if (by.starts_with("grid") || (by.empty() && next == 0)) set(grid_size_, by.empty() ? value : value["value"]);
        if (by.starts_with("block") || (by.empty() && next == 1)) set(block_size_, by.empty() ? value : value["value"]);
        ++next;
      }
    }
    if (frame().function == nullptr || !a.is("identifier")) continue;
    each_below(frame().function->definition["body"], [&](SyntaxNode n) {
      const auto left = n.is("assignment_expression") ? n["left"] : SyntaxNode{};
      if (!left.is("field_expression") || left["argument"].text() != a.text()) return false;
      if (left["field"].text().starts_with("grid")) set(grid_size_, n["right"]);
      if (left["field"].text().starts_with("block")) set(block_size_, n["right"]);
      return false;
    });
  }
}

bool CppInterpreter::enter(const CppFunction& named, SyntaxNode call_node, SyntaxNode as_written, const std::vector<SyntaxNode>& arguments,
                           std::size_t first, bool effects) {
  if (calls() > most_calls) {
    if (effects) give_up(call_node, message("{} calls itself too often", named.name));
    return false;
  }
  bool ran = false;
  std::vector<std::string> names;
  for (std::size_t i = first; i < arguments.size(); ++i)
    names.emplace_back(arguments[i].is("identifier") ? arguments[i].text() : std::string_view{});
  auto last = as_written;
  while (last.is("qualified_identifier")) last = last["name"];
  const auto templated = last.is("template_function") ? last["arguments"] : SyntaxNode{};
  // Arguments select one of several functions with this name. If some are unknown, all of the functions are read.
  auto all = definitions_.functions_named(named.name, frame().scope);
  if (all.size() > 1) {
    Arguments values;
    for (std::size_t i = first; i < arguments.size(); ++i) values.push_back(argument(arguments[i]));
    const bool all_known = std::ranges::none_of(values, [](const CppValue& v) { return v.is(Kind::unknown); });
    if (const auto one = all_known ? best(all, values, template_arguments(templated)) : std::nullopt) all = {one->function};
  }
  for (const auto* function : all) {
    const auto& f = *function;
    const auto count = f.parameters.size();
    // A pack takes the remaining arguments.
    const bool takes_rest = tracing() && effects && !f.kernel && count > 0 && f.parameters.back().declarator.pack;
    if (arguments.size() - first > count && !takes_rest) continue;
    const bool recursive = std::ranges::any_of(frames_, [&](const auto& other) { return other.function == &f; });
    if (recursive && !effects) continue;
    const bool listed = recursive || (!f.kernel && read_.contains(f.key()) && (target_ == 0 || !leads_to(f, target_, 0)));
    // Whether it changes numbers and objects passed by reference. A host function may do so in any way.
    bool changes = frame().in_host;
    for (std::size_t i = first; i < arguments.size(); ++i) {
      const auto& p = f.parameters[std::min(i - first, count - 1)];
      const bool address = p.declarator.pointer && arguments[i].text().starts_with('&');
      const bool shared = p.declarator.reference && p.node.text().find("const") == std::string_view::npos;
      const auto target = address ? known_place(arguments[i]["argument"]) : shared ? known_place(arguments[i]) : nullptr;
      changes = changes || (target != nullptr && (target->value.is_number() || target->value.is(Kind::object) ||
                                                  target->value.is(Kind::array) || !target->type.empty()));
      const auto named_lambda = arguments[i].is("identifier") ? find(arguments[i].text()) : nullptr;
      changes = changes || arguments[i].is("lambda_expression") || (named_lambda != nullptr && named_lambda->value.is(Kind::lambda));
      changes = changes || has_effects(arguments[i]) || (p.declarator.pointer && find_array(arguments[i]));
    }
    changes = changes || changes_outside(f, 0);
    const auto apply = [&]() -> bool {
      const Counted again(silent_);
      // Any of several functions may be meant.
      if (all.size() > 1) {
        give_up(call_node, message("the choice among {} functions {} is not known", all.size(), f.name));
        return false;
      }
      try {
        std::vector<CppPlace> places;
        Arguments values;
        for (const auto& a : arguments) {
          places.push_back(has_effects(a) ? place_once(a) : given_place(a));
          values.push_back(places.back() != nullptr && has_effects(a) ? read(*places.back(), places.back()->name) : argument(a));
        }
        const auto chosen = best({&f}, values, template_arguments(templated));
        if (!chosen) unknown(message("no {} of the file takes these arguments", f.name));
        invoke(*chosen, values, places, nullptr, {});
        return true;
      } catch (Unknown& u) {
        give_up(call_node, u.why);
        return false;
      }
    };
    // A device function that a traced kernel calls runs as a whole.
    if (tracing() && effects && !f.kernel) {
      ran = apply() || ran;
      continue;
    }
    const bool for_effect = effects && changes && first == 0 && !f.kernel;
    if (silent() || listed) {
      if (for_effect) apply();
      continue;
    }
    auto record = journal_.open();
    Arguments values;
    for (std::size_t i = first; i < arguments.size(); ++i) {
      values.push_back(argument(arguments[i]));
      auto& v = values.back();
      // A variable passed on keeps its entry if the parameter has the same name.
      const auto at = i - first;
      const auto variable = arguments[i].is("identifier") ? find(arguments[i].text()) : nullptr;
      if (variable == nullptr || !variable->latent || !frame().in_host) continue;
      const auto& p = f.parameters[at];
      const auto to = arithmetic_type(p.node["type"]);
      if (p.name == names[at] && v.number && v.text.find_first_not_of("0123456789") == std::string::npos && !to.empty() && to != "char") {
        use_number(*variable, names[at]);
        v = variable->value;
      }
    }
    if (f.kernel || !frame().in_host) {
      if (f.kernel) {
        CppScope variables;
        for (const auto& s : frame().scopes)
          for (const auto& [n, b] : s) variables.insert_or_assign(n, b);
        calls_.push_back({&f, values, std::move(variables), frame().section});
      }
      const auto& section = frame().section;
      const auto caller = f.kernel ? section : section.substr(0, section.find('@'));
      const auto own = fmt::format("{}@{}", f.kernel ? shown_name(f) : f.name, caller);
      // A traced kernel lists the entries that its thread reaches, once each, so that their names are the same for every thread.
      if (f.kernel && traces_ != nullptr && !tracing()) trace(f, values, names, templated, own, as_written.line());
      else run_for_entries(f, values, names, templated, own, false);
    } else {
      run_for_entries(f, values, names, templated, {}, false);
    }
    // The call's effects come from running it, not from the reading of all its lines.
    undone(record);
    if (for_effect) apply();
    else if (effects)
      for (const auto& a : arguments)
        if (has_effects(a)) argument(a);
  }
  return ran;
}

/// Returns whether an argument is an array of the program.
bool CppInterpreter::find_array(SyntaxNode node) const {
  const auto p = root_of(node);
  return p != nullptr && (p->value.is(Kind::array) || (p->value.is(Kind::pointer) && (p->value.members || p->value.target)));
}

/// Returns whether a function may change a global variable.
bool CppInterpreter::changes_outside(const CppFunction& f, int depth) {
  if (const auto it = changes_outside_.find(f.key()); it != changes_outside_.end()) return it->second;
  changes_outside_[f.key()] = false;
  bool found = false;
  std::set<std::string, std::less<>> called;
  each_below(f.definition["body"], [&](SyntaxNode n) {
    if (n.is("call_expression")) called.emplace(without_arguments(unqualified(n["function"].text())));
    if (n.is("assignment_expression") || n.is("update_expression")) {
      auto root = n.is("update_expression") ? n["argument"] : n["left"];
      while (root["argument"]) root = root["argument"];
      found = found || (root && global_names_.contains(unqualified(root.text())));
    }
    return found;
  });
  if (!found && depth < 8)
    for (const auto& g : definitions_.functions())
      if (!found && called.contains(g.name)) found = changes_outside(g, depth + 1);
  return changes_outside_[f.key()] = found;
}

/// Returns whether a function calls another one, directly or indirectly.
bool CppInterpreter::leads_to(const CppFunction& f, std::size_t target, int depth) const {
  if (f.key() == target) return true;
  if (depth > 6) return false;
  std::set<std::string, std::less<>> called;
  each_below(f.definition["body"], [&](SyntaxNode n) {
    if (n.is("call_expression")) called.emplace(without_arguments(unqualified(n["function"].text())));
    return false;
  });
  return std::ranges::any_of(definitions_.functions(), [&](const CppFunction& g) {
    return g.key() != f.key() && called.contains(g.name) && leads_to(g, target, depth + 1);
  });
}

/// Collects the equalities of x == 3 && y == 'T' to presume. Returns false for any other condition.
bool CppInterpreter::equalities(SyntaxNode node, Presumed& out) {
  const Deeper deeper(*this);
  if (node.is("condition_clause")) return equalities(node["value"], out);
  if (node.is("parenthesized_expression")) return equalities(only(node), out);
  if (!node.is("binary_expression")) return false;
  const auto left = node["left"], right = node["right"];
  if (node.has("&&")) return equalities(left, out) && equalities(right, out);
  if (!node.has("==") || !left.is("identifier") || frame().function == nullptr) return false;
  try {
    const auto value = text_of(numeric(right));
    std::string variable(left.text());
    auto at = frames_.size() - 1;
    for (; at > 1; --at) {
      const auto it = frames_[at].from.find(variable);
      if (it == frames_[at].from.end() || it->second.empty()) break;
      variable = it->second;
    }
    if (frames_[at].function == nullptr) return false;
    out[{frames_[at].function->key(), variable}] = value;
    return true;
  } catch (Unknown&) {
    return false;
  }
}

bool CppInterpreter::has_unread_call(SyntaxNode node) const {
  bool found = false;
  each_below(node, [&](SyntaxNode n) {
    if (n.is("call_expression"))
      if (const auto* f = function_named(n["function"].text()); f != nullptr && !read_.contains(f->key())) found = true;
    return found;
  });
  return found;
}

/// Remembers a branch, to be taken in another round. Returns false if its condition cannot be presumed.
bool CppInterpreter::remember_alternative(SyntaxNode condition_node, SyntaxNode body) {
  auto presumed = presumed_;
  if (!equalities(condition_node, presumed)) return false;
  bool any = false;
  each_below(body, [&](SyntaxNode n) {
    if (n.is("call_expression"))
      for (const auto* f : definitions_.functions_named(n["function"].text(), frame().scope))
        if (!f->kernel && !read_.contains(f->key())) {
          any = true;
          if (std::ranges::none_of(alternatives_, [&](const auto& a) { return a.function == f->key(); }))
            alternatives_.push_back({f->key(), presumed});
        }
    return false;
  });
  return any;
}

}  // namespace app
