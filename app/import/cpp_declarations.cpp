#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/program/term.hpp"

namespace app {

using algebra::Message;
using algebra::message;
/// Adds an entry to the sheet and binds the name to it. Values without an entry, such as pointers and objects, are only bound.
void CppInterpreter::define(std::string_view n, CppValue value, std::size_t line, bool parameter) {
  if (value.is(Kind::pointer) || value.is(Kind::object) || value.is(Kind::array) || value.is(Kind::real) || value.is(Kind::string) ||
      value.is(Kind::lambda) || value.is(Kind::functions) || value.is(Kind::structure))
    return bind(n, std::move(value));
  auto& f = frame();
  // A number that differs between threads needs no entry until an expression uses it.
  if (silent() && is_table(value)) return bind(n, std::move(value));
  auto text = value.is(Kind::type) ? value.text : text_of(value);
  value.assumed.insert(f.path.begin(), f.path.end());
  if (f.in_host && !parameter && f.loops == 0) {
    if (const auto* set = entries_.setting(n)) {
      const auto is = entries_.integer_of(text), wanted = entries_.integer_of(*set);
      if (!is || !wanted || *is != *wanted) text = *set, value.number = wanted, value.assumed.clear();
    }
    if (f.function != nullptr)
      if (const auto it = presumed_.find({f.function->key(), std::string(n)}); it != presumed_.end()) text = it->second, value.number = {};
  }
  if (text.size() > longest) unknown("the expression is too long");
  // Tensors with memory of their own, or views of an array, become entries even in functions and lambdas that a kernel calls.
  const bool has_memory = tracing() && f.rounds == 0 && (Term(text).has_own_memory() || value.memory_of.starts_with('@'));
  if (silent() && !has_memory) {
    // Registers that every round of a loop declares are the same ones.
    if (f.rounds > 0)
      if (auto first = entries_.later(f.section, std::string(n), line, text);
          tracing() && !first.empty() && (Term(text).has_own_memory() || (!value.memory_of.empty() && !entries_.follows_from_thread(text))))
        text = std::move(first);
    value.kind = Kind::expression;
    value.text = std::move(text);
    return bind(n, std::move(value));
  }
  const auto memory = value.memory_of;
  const auto entry = entries_.add({.function = f.section,
                                   .name = std::string(n),
                                   .text = std::move(text),
                                   .line = line,
                                   .parameter = parameter,
                                   .assumed = std::move(value.assumed),
                                   .memory_of = std::move(value.memory_of)});
  if (entry.empty()) return bind(n, CppValue::unknown("the rest of the program is not read"));
  auto named = CppValue::of(entry, value.type);
  if (memory.starts_with('@')) named.memory_of = memory;
  named.number = value.number;
  if (named.number) named = with_lanes(std::move(named), lanes_of(value));
  auto variable = cpp_variable(std::move(named));
  variable->of_cute = variable->value.type.empty();
  bind(n, std::move(variable));
}

void CppInterpreter::fail(std::string_view n, SyntaxNode source, Message why, std::size_t line) {
  if (silent()) {
    if (frame().rounds > 0) entries_.later(frame().section, std::string(n), line, {});
    return bind(n, CppValue::unknown(std::move(why)));
  }
  const auto entry = entries_.add({.function = frame().section,
                                   .name = std::string(n),
                                   .text = in_one_line(source.text(), 400),
                                   .line = line,
                                   .problem = std::move(why)});
  if (entry.empty()) return bind(n, CppValue::unknown("the rest of the program is not read"));
  auto variable = cpp_variable(CppValue::of(entry));
  variable->of_cute = true;
  bind(n, std::move(variable));
}

/// Returns a number's text with the width of its declared type.
std::string CppInterpreter::in_type(const std::string& text, const std::string& type) {
  const auto value = cpp_arithmetic(type) ? entries_.value_of(text) : std::nullopt;
  const auto* t = value ? std::get_if<algebra::IntTuple>(&*value) : nullptr;
  if (t == nullptr || !t->is_integer()) return text;
  return with_suffix(with_cast(text, t->integer().is_static.is_long() ? "long" : "int", type), type);
}

/// Adds a number of a host function as an entry, as a parameter if the program receives it at run time.
void CppInterpreter::use_number(CppVariable& v, const std::string& name) {
  v.latent = false;
  const bool assumed = v.value.given;
  const auto entry = entries_.add({.function = v.section,
                                   .name = name,
                                   .text = v.value.lanes != nullptr ? text_of(v.value) : in_type(v.value.text, v.value.type),
                                   .line = v.line,
                                   .parameter = true,
                                   .assumed = v.value.assumed,
                                   .is_assumed = assumed});
  if (entry.empty()) {
    v.value = CppValue::unknown("the rest of the program is not read");
    return;
  }
  auto named = CppValue::of(entry, v.value.type);
  named.number = v.value.number ? v.value.number : entries_.integer_of(entry);
  if (named.number) named = with_lanes(std::move(named), v.value.lanes);
  v.value = std::move(named);
}

/// Returns the element type of a pointer or array in the language's notation, or "" if it is not one that matters.
std::string CppInterpreter::element_type_of(SyntaxNode of) {
  try {
    const auto t = type(of);
    const auto text = t.is(Kind::type) || t.is(Kind::expression) ? t.text : std::string{};
    constexpr std::array<std::string_view, 2> of_none{"void", "char"};
    if (std::ranges::find(of_none, text) != of_none.end()) return {};
    // unsigned, long long, bool: C++ has more names of integers than the language.
    const auto is = algebra::find_element_type(text) == nullptr ? cpp_arithmetic(text) : std::nullopt;
    return is && !is->is_real ? fmt::format("{}int{}_t", is->is_signed && text != "bool" ? "" : "u", std::max(is->bits, 8)) : text;
  } catch (Unknown&) {
    return {};
  }
}

bool CppInterpreter::is_constant(SyntaxNode declared) { return has_specifier(declared, "const") || has_specifier(declared, "constexpr"); }

void CppInterpreter::declaration(SyntaxNode node) {
  const auto of = node["type"];
  if (of.is("enum_specifier")) enumeration(of);
  const bool kept = frame().function != nullptr && node.text().starts_with("static ") && !is_constant(node);
  if (!has_specifier(node, "constexpr")) trace_accesses(node);
  for (const auto& d : node.children()) {
    if (d == of || !(d.is("identifier") || d.kind().ends_with("declarator"))) continue;
    Declarator how;
    const auto name_node = declared_name(d, &how);
    if (!name_node) continue;
    how.shared = syntax_->is_shared(node);
    const auto init = d.is("init_declarator") ? d["value"] : d.is("function_declarator") ? d["parameters"] : SyntaxNode{};
    try {
      const bool direct = d.is("function_declarator") && frame().function != nullptr && !declares_function(d);
      declare(of, d, name_node, how, direct ? arguments_of(d) : init);
      evaluated_ = {};
      const auto declared = how.reference || how.pointer || kept ? nullptr : declared_here(name_node.text());
      if (declared != nullptr && is_constant(node)) declared->guarded = true;
      if (declared != nullptr && has_destructor(declared->value)) frame().objects.emplace_back(frame().scopes.size(), declared);
      if (const auto p = kept ? find(name_node.text()) : nullptr; p != nullptr && (p->value.is_number() || p->value.members != nullptr)) {
        const auto body = frame().function->definition["body"];
        const auto changed = changed_in(body);
        // A method of the variable, or a function that receives it, may change it, too.
        bool called = false;
        each_below(body, [&](SyntaxNode inner) {
          if (!inner.is("call_expression")) return called;
          if (inner["function"].is("field_expression")) called = called || root_of(inner["function"]["argument"]) == p;
          for (const auto& a : inner["arguments"].children()) called = called || root_of(a) == p;
          return called;
        });
        if (called || std::ranges::find(changed, p) != changed.end())
          bind(name_node.text(), CppValue::unknown(message("{} keeps its value between calls, which is not supported", name_node.text())));
      }
    } catch (Unknown& u) {
      evaluated_ = {};
      trace_missed(init, u.why);
      // A structured binding is always read.
      if (name_node.is("structured_binding_declarator")) continue;
      const auto n = unqualified(name_node.text());
      if (init) give_up(init, u.why);
      auto variable = cpp_variable(CppValue::unknown(u.why));
      if (!how.pointer && !how.array) variable->type = arithmetic_type(of);
      if (is_layout_type(of.text()) || mentions_cute(init)) fail(n, init ? init : d, u.why, d.line());
      else bind(n, std::move(variable));
    }
  }
}

void CppInterpreter::declare(SyntaxNode of, SyntaxNode d, SyntaxNode name_node, const Declarator& how, SyntaxNode init) {
  const auto n = unqualified(name_node.text());
  // decltype(x){}, which the grammar does not support.
  if (const auto& parts = d.children();
      d.is("init_declarator") && parts.size() == 3 && parts[1].is("ERROR") && only(parts[1]).is("decltype")) {
    try {
      evaluated_ = {parts[1], literal(only(parts[1]), parts[2])};
    } catch (Unknown& u) {
      return fail(n, d, u.why, d.line());
    }
    return initialise(n, of, parts[1], d);
  }
  if (name_node.is("structured_binding_declarator")) return unpack(name_node, init, how.reference);
  if (d.is("function_declarator") && declares_function(d)) return;
  // int A::count = 7;
  if (name_node.is("qualified_identifier"))
    if (const auto p = member(name_node); p != nullptr && init && !how.pointer && !how.array) {
      auto value = value_of_type(of, init, std::string(n));
      p->type = arithmetic_type(of);
      return write(p, std::move(value));
    }
  if (auto functions = as_functions(init)) return bind(n, *std::move(functions));
  // decltype(auto) r = (x), decltype((x)) r = x
  const bool by_reference = how.reference || (init.is("parenthesized_expression") && of.text() == "decltype(auto)") ||
                            (of.text().starts_with("decltype((") && !of.text().starts_with("decltype(()"));
  if (by_reference && init && !init.is("initializer_list")) {
    auto shared = place_once(init);
    if (shared == nullptr && (init.is("call_expression") || init.is("assignment_expression") || init.is("update_expression"))) {
      // f(x) may return a variable, and must be called only once.
      auto value = evaluate(init);
      if (!value.is(Kind::pointer) && value.target != nullptr) shared = value.target;
      evaluated_ = {init, std::move(value)};
    }
    if (shared != nullptr && is_of_other_type(*shared, arithmetic_type(of))) shared = nullptr;
    if (shared != nullptr) {
      evaluated_ = {};
      // auto& m = get<0>(s) becomes an entry, as an `auto m` would.
      if (shared->whole != nullptr) define(n, shared->value, d.line());
      if (shared->value.is(Kind::object)) {
        auto seen = converted_object(shared->value, of, true);
        if (seen.text != shared->value.text) shared = cpp_variable(std::move(seen));
      }
      if (frames_.size() > 1 || frame().scopes.size() > 1) frame().scopes.back()[std::string(n)] = std::move(shared);
      else bind(n, std::move(shared));
      return;
    }
  }
  if (how.shared && !how.array && !how.pointer && !arithmetic_type(of).empty() && share_number(n, of, d.line())) return;
  if (how.array && array(n, of, how.sizes, init)) return;
  if (!how.pointer && !how.array) return initialise(n, of, init, d);
  Assumed assumed;
  if (how.pointer && init) try {
      auto value = evaluate(init);
      if (value.is(Kind::pointer)) assumed = value.assumed;
      if (value.is(Kind::pointer) && value.target != nullptr && value.target->value.is(Kind::object)) {
        auto seen = converted_object(value.target->value, of, true);
        if (seen.text != value.target->value.text) value.target = cpp_variable(std::move(seen));
      }
      if (value.is(Kind::array) && value.members->type.empty()) value = pointer_into(value, 0);
      if (value.is(Kind::pointer) && (value.members != nullptr || value.target != nullptr || of.is("placeholder_type_specifier")))
        return bind(n, leading(std::move(value), init));
    } catch (Unknown& u) {
      give_up(init, u.why);
    }
  auto pointer = CppValue::pointer_to(of.is("placeholder_type_specifier") ? element_of(init) : element_type_of(of));
  pointer.assumed = std::move(assumed);
  if (tracing() && how.array && !how.pointer) {
    pointer.memory_of = name_of_memory(n, d.line());
    if (how.shared) share_array(pointer, of, how.sizes, n, d.line());
    if (how.sizes.size() > 1) pointer.type = "rows";
    else if (pointer.text.empty() && of.text().ends_with("char")) pointer.type = "bytes";
  } else if (how.pointer && init) {
    pointer = leading(std::move(pointer), init);
  }
  bind(n, std::move(pointer));
}

/// auto [a, b] = f(x);
void CppInterpreter::unpack(SyntaxNode names, SyntaxNode init, bool reference) {
  CppValue value = CppValue::unknown({});
  try {
    value = evaluate(init);
  } catch (Unknown& u) {
    give_up(init, u.why);
    value = CppValue::unknown(u.why);
  }
  const auto& all = names.children();
  // auto& [a, b] = s
  const auto shared = reference && !has_effects(init) && frame().function != nullptr ? place(init) : nullptr;
  if ((value.is(Kind::array) || value.is(Kind::object)) && value.members->all.size() != all.size())
    value = CppValue::unknown(message("{} has {} members, not {}", in_one_line(init.text(), 60), value.members->all.size(), all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& n = all[i];
    if (value.is(Kind::array) || value.is(Kind::object)) {
      const auto& element = value.members->all[i].second;
      if (reference) bind(n.text(), element);
      else if (element->value.is(Kind::expression) && element->value.type.empty()) define(n.text(), element->value, n.line());
      else bind(n.text(), element->value.copied());
    } else if (value.is(Kind::expression)) {
      auto part = CppValue::of(fmt::format("get<{}>({})", i, value.text));
      part.assumed = value.assumed;
      define(n.text(), std::move(part), n.line());
      if (shared != nullptr) frame().scopes.back()[std::string(n.text())] = part_of(shared, {static_cast<std::int64_t>(i)});
    } else if (concerns_layouts(init)) fail(n.text(), init, value.why, n.line());
    else bind(n.text(), CppValue::unknown(value.why));
  }
}

/// Returns the initial value of a variable of this type. `initial`: an expression, a list in braces or parentheses, or null.
CppValue CppInterpreter::value_of_type(SyntaxNode of, SyntaxNode initial, const std::string& name) {
  const auto structure = of ? structure_named(of) : CppValue{};
  if (structure.is(Kind::structure)) {
    const auto* made = instance_of(structure);
    if (made == nullptr) unknown(message("{} is a template without arguments", structure.text));
    if (!initial) return construct(*made, {}, false);
    if (initial.is("initializer_list") || initial.is("argument_list")) return construct(*made, initial, initial.is("initializer_list"));
    const bool temporary = has_effects(initial) || place(initial) == nullptr;
    auto value = evaluate(initial);
    if (value.is(Kind::object)) {
      const auto* from = instance_of({.kind = Kind::structure, .text = value.members->type});
      if (from == made && temporary) return value.copied();
      if (from == made) return copy_of(value);
      if (from != nullptr && derives(*from, made->key)) return as_base(value, *made, false);
    }
    unknown(message("{} is converted from {} in a way that is not supported", structure.text, in_one_line(initial.text(), 60)));
  }
  const auto arithmetic = of ? arithmetic_type(of) : std::string{};
  if (!initial) {
    if (arithmetic.empty() && of) return type(of);
    unknown(message("{} has no value here", name.empty() ? "this" : name));
  }
  auto value = initial;
  if (initial.is("initializer_list") || initial.is("argument_list")) {
    const auto& inner = initial.children();
    if (inner.empty() && !arithmetic.empty()) return cpp_converted(CppValue::integer(0), arithmetic);
    if (inner.size() != 1 || arithmetic.empty()) return of ? literal(of, initial) : CppValue::of(list(initial));
    value = inner[0];
  }
  auto v = evaluate(value);
  if (!arithmetic.empty()) v = v.is(Kind::object) ? number_of(std::move(v), arithmetic) : cpp_converted(v, arithmetic);
  return v;
}

/// The initialization of one variable.
struct CppInterpreter::Initialisation {
  CppInterpreter& in;
  std::string_view n;
  SyntaxNode of, init, whole;
  std::size_t line = whole.line();
  std::string type_name = in_one_line(of.text(), 80);
  bool automatic = of.is("placeholder_type_specifier");
  std::string arithmetic = automatic ? std::string{} : in.arithmetic_type(of);
  bool integer = !arithmetic.empty() && !cpp_arithmetic(arithmetic)->is_real;
  /// auto x = obj.get(_3{}): CuTe's words in it suggest a layout.
  bool of_cute = automatic && init &&
                 (in.mentions_cute(init) || (init["function"].is("lambda_expression") && in.mentions_cute(init["function"]["body"])));
  bool wanted = is_layout_type(type_name) || of_cute ||
                (init && (arithmetic.empty() || in.mentions_cute(init)) && in.concerns_layouts(init)) ||
                (!init && !automatic && in.concerns_layouts(of));

  /// Binds the variable without a value. It keeps its type for later assignments.
  void no_value(Message why) {
    auto variable = cpp_variable(CppValue::unknown(std::move(why)));
    variable->type = cpp_type_name(arithmetic), variable->line = line, variable->section = in.frame().section;
    in.bind(n, std::move(variable));
  }
  void no_value() { no_value(message("{} has no value here", n)); }

  /// Binds the variable if its type alone determines how, and returns whether it did.
  bool by_type() {
    if (type_name.ends_with("dim3") && init) {
      auto value =
          init.is("initializer_list") || init.is("argument_list") ? CppValue::of(fmt::format("({})", in.list(init))) : in.evaluate(init);
      return in.bind(n, std::move(value)), true;
    }
    if (!automatic)
      if (const auto structure = in.structure_named(of); structure.is(Kind::structure))
        return in.bind(n, in.value_of_type(of, init, std::string(n))), true;
    // A vector such as thrust::device_vector<TA> d_A counts as a pointer to its elements.
    if (auto last = of; type_name.find("vector") != std::string::npos || type_name.find("Vector") != std::string::npos) {
      while (last.is("qualified_identifier")) last = last["name"];
      if (last.is("template_type")) {
        auto vector = cpp_variable(CppValue::pointer_to(in.element_type_of(only(last["arguments"]))));
        vector->vector = !vector->value.text.empty();
        return in.bind(n, std::move(vector)), true;
      }
      return no_value(), true;
    }
    // std::array<int, 3> a{1, 2, 3}, std::tuple<int, int> t(3, 8)
    if (auto last = of; init && (init.is("initializer_list") || init.is("argument_list"))) {
      while (last.is("qualified_identifier")) last = last["name"];
      const auto base = last.is("template_type") ? last["name"].text() : std::string_view{};
      const auto arguments = last["arguments"].children();
      if (base == "array" && arguments.size() == 2 && in.array(n, arguments[0]["type"], {arguments[1]}, init)) return true;
      const bool standard = !base.empty() && is_standard_list(without_arguments(of.text()));
      if (!standard && cute_type_named(base).is == CuteType::tuple) {
        in.define(n, CppValue::of(fmt::format("({})", in.list(init))), line);
        return true;
      }
      if (standard) {
        auto all = in.elements({}, init, {});
        for (std::size_t i = 0; i < all.members->all.size(); ++i) {
          auto& [key, element] = all.members->all[i];
          if (base == "pair") key = i == 0 ? "first" : "second";
          element->type = i < arguments.size() ? in.arithmetic_type(arguments[i]) : std::string{};
          if (!element->type.empty()) element->value = in.number_of(element->value, element->type);
        }
        return in.bind(n, std::move(all)), true;
      }
    }
    return false;
  }
  /// Returns the initial value, or nullopt if the variable has been bound already.
  std::optional<CppValue> value() {
    // Status status = launch_kernel_on_cluster(params, kernel, arguments...)
    if (init.is("call_expression") && launches(init) && in.follow(init, true)) return no_value(), std::nullopt;
    CppValue value;
    if (!init) {
      if (!arithmetic.empty()) return no_value(), std::nullopt;
      if (automatic || !(is_layout_type(type_name) || in.concerns_layouts(of))) return no_value(), std::nullopt;
      value = in.type(of);
    } else if (!arithmetic.empty()) {
      value = in.value_of_type(of, init, std::string(n));
    } else if (init.is("argument_list") || init.is("parameter_list")) {
      if (!wanted && !is_layout_type(type_name) && !in.concerns_layouts(of)) return no_value(), std::nullopt;
      value = init.children().empty()                    ? in.type(of)
              : automatic && init.children().size() == 1 ? in.evaluate(only(init))
                                                         : in.literal(of, init);
    } else if (init.is("initializer_list")) {
      if (!wanted && !automatic && !in.concerns_layouts(of)) return no_value(), std::nullopt;
      value = automatic ? in.evaluate(only(init)) : in.literal(of, init);
    } else if (!wanted && !automatic && !in.entries_.has(type_name) && !in.concerns_layouts(of)) {
      in.calls_in(init);
      value = in.evaluate(init).copied();
      if (value.is(Kind::expression) && value.text.starts_with("GMMA::Major::")) return in.bind(n, std::move(value)), std::nullopt;
      if (!value.is(Kind::object) && !value.is(Kind::array) && !value.is(Kind::lambda) && !value.is_number())
        return no_value(), std::nullopt;
    } else {
      value = in.evaluate(init).copied();
    }
    return value;
  }
  /// Binds the initial value, converted to the variable's type.
  void bind(CppValue value) {
    if (value.is(Kind::type)) {
      value.kind = Kind::expression;
      value.type.clear();
      if (is_template(value.text)) value.text += "{}";
    }
    if (value.is(Kind::unknown)) unknown(value.why);
    if (value.is(Kind::lambda)) {
      in.bind(n, value);
      return in.read_lambda(n, value);
    }
    if (value.is(Kind::real)) {
      auto variable = cpp_variable(value);
      variable->type = cpp_type_name(value.type);
      return in.bind(n, std::move(variable));
    }
    if (!value.is(Kind::expression)) {
      const bool listed = wanted && (value.is(Kind::object) || value.is(Kind::string));
      if (listed && value.is(Kind::string)) unknown("a string is not a layout");
      return in.bind(n, in.leading(std::move(value), init));
    }
    bind_expression(std::move(value));
  }
  void bind_expression(CppValue value) {
    const auto known = value.number ? std::nullopt : in.entries_.value_of(value.text);
    if (!known && !value.number && !wanted) {
      in.calls_in(init);
      // The result of an unknown call may be anything.
      return no_value();
    }
    const auto* number = known ? std::get_if<algebra::IntTuple>(&*known) : nullptr;
    if (integer) {
      // A variable of type int is dynamic, even if its initial value is static.
      if (number != nullptr && number->is_integer()) {
        if (number->integer().is_static && !value.number) value.text = fmt::format("({}) * 1", value.text);
        if (!value.number && in_range_of(number->integer().value, arithmetic) != number->integer().value)
          value = CppValue::integer(number->integer().value, arithmetic);
        value.number = number->integer().value;
      }
      value.text = value.type.empty() ? in.in_type(value.text, arithmetic) : with_cast(value.text, value.type, arithmetic);
      value.type = cpp_type_name(arithmetic);
    }
    const bool constant = whole.text().find('{') != std::string_view::npos || automatic;
    // A variable of a host function becomes an entry only when it is used, as it may change before.
    if (integer && (in.frame().in_host || in.silent()) && !constant) {
      auto variable = cpp_variable(std::move(value));
      variable->line = line, variable->section = in.frame().section, variable->type = cpp_type_name(arithmetic);
      variable->latent = true;
      variable->value.assumed.insert(in.frame().path.begin(), in.frame().path.end());
      auto& now = variable->value;
      if (in.frame().loops == 0 && !in.silent()) {
        const auto instead = [&](const std::string& text) {
          now = CppValue::of(text, variable->type);
          now.number = in.entries_.integer_of(text);
        };
        if (const auto* set = in.entries_.setting(n, in.frames_.size() <= 2)) instead(*set);
        if (in.frame().function != nullptr)
          if (const auto it = in.presumed_.find({in.frame().function->key(), std::string(n)}); it != in.presumed_.end())
            instead(it->second);
      }
      return in.bind(n, std::move(variable));
    }
    // auto x = a number of C++ gets that number's type.
    const auto own = integer                                   ? cpp_type_name(arithmetic)
                     : automatic && cpp_arithmetic(value.type) ? cpp_type_name(value.type)
                                                               : std::string{};
    in.define(n, std::move(value), line);
    if (!own.empty())
      if (const auto p = in.find(n)) p->type = own;
  }
};

/// `init`: an expression, an initializer list, an argument list, or null; `whole`: the declarator.
void CppInterpreter::initialise(std::string_view n, SyntaxNode of, SyntaxNode init, SyntaxNode whole) {
  Initialisation variable{.in = *this, .n = n, .of = of, .init = init, .whole = whole};
  try {
    if (variable.by_type()) return;
    if (auto value = variable.value()) variable.bind(*std::move(value));
  } catch (Unknown& u) {
    if (init) give_up(init, u.why);
    if (variable.wanted) fail(n, init ? init : whole, std::move(u.why), variable.line);
    else variable.no_value(std::move(u.why));
  }
}

}  // namespace app
