#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// Returns an element type in the language's notation: u8 for unsigned char, which the language does not accept as words.
std::string element_name(std::string text) {
  const auto is = cpp_arithmetic(text);
  // A predicate takes a byte, as in CuTe.
  if (text == "bool") return "uint8_t";
  if (!is || is->is_real || algebra::find_element_type(text) != nullptr) return text;
  return fmt::format("{}{}", is->is_signed ? 'i' : 'u', is->bits);
}

}  // namespace

/// Returns the values of arguments; a pack is expanded.
CppInterpreter::Arguments CppInterpreter::evaluated(SyntaxNode arguments) {
  Arguments all;
  for (const auto& a : arguments.children()) {
    if (a.is("parameter_pack_expansion")) {
      for (auto& v : expanded(only(a))) all.push_back(std::move(v));
      continue;
    }
    all.push_back(evaluate(a));
  }
  return all;
}

/// Evaluates an argument. Unlike evaluate(), it returns an unknown value instead of throwing, and keeps a number of the host as a variable
/// of that name.
CppValue CppInterpreter::argument(SyntaxNode node) {
  try {
    if (const auto p = node.is("identifier") || node.is("type_identifier") ? find(node.text()) : nullptr) {
      if (p->latent && frame().in_host) return p->value;
      auto v = read(*p, node.text());
      return v.is(Kind::unknown) && v.why.empty() ? CppValue::unknown(message("{} has no value here", node.text())) : v;
    }
    if (node.is("initializer_list")) return elements({}, node, {});
    auto v = evaluate(node);
    if (v.is(Kind::pointer) && v.target == nullptr && v.text.empty()) v.text = element_of(node);
    return v;
  } catch (Unknown& u) {
    if (has_effects(node)) give_up(node, u.why);
    return CppValue::unknown(u.why.empty() ? Message("this has no value here") : u.why, u.given);
  }
}

/// Returns the element type that a pointer points to, as text, or "" if it is unknown.
std::string CppInterpreter::element_of(SyntaxNode pointer) {
  // d_A.data().get() and smem.A.begin() have the element type of the variable.
  for (int i = 0; i < 8 && pointer; ++i) {
    if (pointer.is("identifier")) {
      const auto b = find(pointer.text());
      return b != nullptr && (b->value.is(Kind::pointer) || b->value.is(Kind::array)) ? b->value.text : "";
    }
    if (pointer.is("call_expression")) {
      const auto callee = pointer["function"];
      if (const auto arguments = pointer["arguments"].children(); !callee.is("field_expression") && arguments.size() == 1) {
        const auto templated = last_name(callee);
        if (templated.is("template_function")) try {
            // reinterpret_cast<half_t*>(p)
            auto of = type_text(only(templated["arguments"]));
            if (of.ends_with('*')) of.pop_back();
            if (!of.empty() && of != "auto") return std::string(algebra::trimmed(of));
          } catch (Unknown&) {
          }
        pointer = arguments[0];
      } else pointer = callee;
    } else if (pointer.is("field_expression")) {
      // smem.A with a structure of the file.
      if (const auto p = place(pointer)) return p->value.is(Kind::pointer) || p->value.is(Kind::array) ? p->value.text : "";
      if (const auto t = definitions_.type_of_member(pointer["field"].text()))
        if (auto of = element_type_of(t); !of.empty()) return of;
      pointer = pointer["argument"];
    } else if (pointer.is("pointer_expression") || pointer.is("subscript_expression")) pointer = pointer["argument"];
    else if (pointer.is("cast_expression")) {
      // (half_t*)nullptr
      if (pointer["type"]["declarator"].is("abstract_pointer_declarator"))
        if (auto of = element_type_of(pointer["type"]["type"]); !of.empty()) return of;
      pointer = pointer["value"];
    } else pointer = only(pointer);
  }
  return "";
}

/// make_gmem_ptr<half_t>(A)
std::string CppInterpreter::pointer_cast(std::string_view function, SyntaxNode callee, SyntaxNode arguments) {
  const auto& given_pointers = arguments.children();
  const auto templated = last_name(callee);
  auto of = templated.is("template_function") ? type_text(only(templated["arguments"]))
            : given_pointers.empty()          ? ""
                                              : element_of(given_pointers[0]);
  if (function != "make_gmem_ptr" && function != "make_smem_ptr" && function != "make_rmem_ptr") return "ptr";
  const auto root = given_pointers.empty() ? SyntaxNode{} : given_pointers[0];
  const auto pointer = root.is("identifier") && !entries_.has(root.text()) && algebra::function_named(root.text()) == nullptr
                           ? std::string(root.text())
                           : "ptr";
  return of.empty() ? fmt::format("{}({})", function, pointer) : fmt::format("{}<{}>({})", function, element_name(of), pointer);
}

CppValue CppInterpreter::call(SyntaxNode node) {
  auto callee = node["function"];
  const auto arguments = node["arguments"];
  while (callee.is("parenthesized_expression")) callee = only(callee);
  // (*f)(x) through a pointer to a function.
  if (callee.is("pointer_expression") && callee.text().starts_with('*') && callee["argument"].is("identifier"))
    if (const auto p = find(callee["argument"].text()); p != nullptr && (p->value.is(Kind::functions) || p->value.is(Kind::lambda)))
      callee = callee["argument"];
  if (callee.is("field_expression")) return method(callee, arguments);
  if (auto value = call_by_name(callee, arguments)) return std::move(*value);
  const auto whole = callee.text();
  const auto base = without_arguments(unqualified(whole));
  const bool recasts = base == "recast";
  if (auto value = algorithm(base, callee, arguments)) return std::move(*value);
  if (auto value = library_function(node, callee)) return std::move(*value);
  lend(callee, arguments.children());
  std::string text(base);
  const auto templated = last_name(callee);
  if (templated.is("template_function")) text = template_type(templated).text;
  if (const auto open = text.find('<'); open != std::string::npos && text.ends_with('>') && (base.starts_with("make_") || recasts))
    text = fmt::format("{}<{}>", text.substr(0, open), element_name(text.substr(open + 1, text.size() - open - 2)));
  std::string given_values, memory_of;
  Assumed assumed;
  for (const auto& v : evaluated(arguments)) {
    if (given_values.empty() && base == "make_tensor") memory_of = v.memory_of;
    given_values += (given_values.empty() ? "" : ", ") + text_of(v);
    assumed.insert(v.assumed.begin(), v.assumed.end());
    if (given_values.size() > longest) unknown("the expression is too long");
  }
  // A recast needs the size of the elements.
  if (recasts)
    if (const auto v = entries_.value_of(given_values); v && std::holds_alternative<algebra::Tensor>(*v) && !algebra::element_type(*v))
      unknown(message("the type of the elements of {} is not known", in_one_line(arguments.text(), 60)));
  // make_tensor(A, layout) needs the element type of A.
  if (const auto& all = arguments.children(); !all.empty() && (given_values == "ptr" || given_values.starts_with("ptr,")))
    if (const auto of = element_of(all[0]); !of.empty()) given_values = fmt::format("{} {}", element_name(of), given_values);
  // Config::tile_atom_to_shape_SFA(problem), a member of a CUTLASS structure that the language has.
  bool known_member = false;
  if (callee.is("qualified_identifier")) {
    auto innermost = callee;
    while (innermost["name"].is("qualified_identifier")) innermost = innermost["name"];
    const auto scope = innermost["scope"];
    std::string type;
    if (scope.is("template_type")) type = template_type(scope).text;
    else if (const auto named = find(scope.text()); named != nullptr && !named->value.is(Kind::unknown)) type = named->value.text;
    const auto structure = type.substr(0, std::min(type.find_first_of("<({"), type.size()));
    const auto member = innermost["name"].text();
    known_member = !type.empty() && algebra::function_named(structure + "::" + std::string(without_arguments(member))) != nullptr;
    if (known_member) text = fmt::format("{}::{}", type.ends_with("{}") ? type.substr(0, type.size() - 2) : type, member);
  }
  if (!known_member && algebra::function_named(base) == nullptr && callee.is("qualified_identifier") && callee["scope"].text() != "cute")
    unknown(message("{} is not in the file", in_one_line(whole, 60)));
  auto value = CppValue::of(fmt::format("{}({})", text, given_values));
  value.assumed = std::move(assumed);
  value.memory_of = std::move(memory_of);
  return value;
}

/// Returns a tensor's pointer with its memory and offset. nullopt for other values, and if the offset differs between threads.
std::optional<CppValue> CppInterpreter::data_of(SyntaxNode object) {
  try {
    const auto of = evaluate(object);
    if (!of.is(Kind::expression)) return std::nullopt;
    const auto value = entries_.value_of(of.text);
    const auto* t = value ? std::get_if<algebra::Tensor>(&*value) : nullptr;
    if (t == nullptr || t->swizzled_pointer || t->coordinate || t->descriptors) return std::nullopt;
    std::string_view made_by;
    switch (t->memory) {
      case algebra::MemorySpace::global: made_by = "make_gmem_ptr"; break;
      case algebra::MemorySpace::shared: made_by = "make_smem_ptr"; break;
      case algebra::MemorySpace::registers: made_by = "make_rmem_ptr"; break;
      default: return std::nullopt;
    }
    const auto assumed = entries_.assumed_in(of.text);
    if (std::ranges::any_of(assumed, [](const std::string& name) { return name.starts_with("threadIdx"); }) &&
        t->memory != algebra::MemorySpace::registers)
      return std::nullopt;
    auto pointer = CppValue::pointer_to(t->type ? algebra::to_string(*t->type) : std::string{});
    pointer.pointer = t->type ? fmt::format("{}<{}>(ptr)", made_by, pointer.text) : fmt::format("{}(ptr)", made_by);
    if (t->offset != 0) pointer.pointer += fmt::format(" + {}", t->offset);
    pointer.memory_of = of.text;
    pointer.assumed = of.assumed;
    return pointer;
  } catch (Unknown&) {
    return std::nullopt;
  }
}

/// Calls functions, lambdas, layouts and objects of the program by name; nullopt if the callee is none of these.
std::optional<CppValue> CppInterpreter::call_by_name(SyntaxNode callee, SyntaxNode arguments) {
  const auto whole = callee.text();
  if (callee.is("lambda_expression") || callee.is("call_expression") || callee.is("compound_literal_expression")) {
    const auto f = evaluate(callee);
    if (f.is(Kind::lambda)) {
      Arguments values;
      std::vector<CppPlace> places;
      passed(arguments, values, places);
      return invoke_lambda(f, values, places);
    }
    if (f.is(Kind::object)) {
      const Instance* found = nullptr;
      const auto functions = methods_of(f, seen_as(f), "operator()", &found);
      if (!functions.empty()) return invoke_named(functions, {}, arguments, found, f, "operator()");
    }
    // std::integral_constant<int, 5>{}()
    if (arguments.children().empty())
      if (const auto value = f.is(Kind::expression) ? entries_.value_of(f.text) : std::nullopt;
          value && std::holds_alternative<algebra::IntTuple>(*value))
        return plain_value(f);
    // Layout<Shape<_2>>{}(1): in the language the type with its arguments is called.
    const auto called = operand(f);
    return CppValue::of(fmt::format("{}({})", called.ends_with("{}") ? "(" + called + ")" : called, list(arguments)));
  }
  const auto templated = last_name(callee);
  const auto explicit_arguments = templated.is("template_function") ? templated["arguments"] : SyntaxNode{};
  if (callee.is("identifier") || callee.is("template_function")) {
    const auto base = without_arguments(whole);
    // A member function of the same structure.
    if (frame().instance != nullptr) {
      const Instance* found = nullptr;
      for (const auto* i = frame().instance; i != nullptr; i = i->outer)
        if (auto functions = methods_named(i, base, &found); !functions.empty() && found->family->name != base) {
          // A virtual function is looked up in the object.
          if (frame().self.is(Kind::object) && i == frame().instance) functions = methods_of(frame().self, i, base, &found);
          return invoke_named(functions, explicit_arguments, arguments, found, frame().self, base);
        }
    }
    if (const auto b = callee.is("identifier") ? find(whole) : nullptr) {
      const auto& v = b->value;
      if (v.is(Kind::lambda)) {
        const auto called = v;
        Arguments values;
        std::vector<CppPlace> places;
        passed(arguments, values, places);
        return invoke_lambda(called, values, places);
      }
      if (v.is(Kind::functions)) {
        const auto f = v.node.is("template_function") ? v.node["arguments"] : SyntaxNode{};
        return invoke_named(definitions_.functions_named(v.text, frame().scope), f, arguments, nullptr, {}, v.text);
      }
      if (v.is(Kind::object)) {
        const Instance* found = nullptr;
        const auto functions = methods_of(v, seen_as(v), "operator()", &found);
        if (functions.empty()) unknown(message("{} cannot be called", whole));
        return invoke_named(functions, {}, arguments, found, v, whole);
      }
      if (v.is(Kind::expression) && entries_.value_of(v.text).has_value() && arithmetic_type(callee).empty()) {
        auto result = CppValue::of(fmt::format("{}({})", text_of(read(*b, whole)), list(arguments)));
        result.assumed = v.assumed;
        return result;
      }
      if (v.is(Kind::unknown)) unknown(v.why);
    }
  }
  // A function wins over a structure of the same name, as make_X over X.
  if (const auto functions = definitions_.functions_named(whole, frame().scope);
      !functions.empty() && !is_meant_of_cute(functions, callee, explicit_arguments, arguments))
    return invoke_named(functions, explicit_arguments, arguments, nullptr, {}, without_arguments(unqualified(whole)));
  // C::make(4), Traits<64>::f<2>(x)
  if (callee.is("qualified_identifier")) {
    auto last = callee;
    while (last["name"].is("qualified_identifier")) last = last["name"];
    if (const auto scope = scope_of(callee); scope.is(Kind::structure))
      if (const auto* of = instance_of(scope)) {
        auto name_of = last["name"];
        if (name_of.is("dependent_name")) name_of = only(name_of);
        const Instance* found = nullptr;
        const auto functions = methods_named(of, without_arguments(name_of.text()), &found);
        if (!functions.empty())
          return invoke_named(functions, name_of.is("template_function") ? name_of["arguments"] : SyntaxNode{}, arguments, found,
                              is_self(*of) ? frame().self : CppValue{}, without_arguments(name_of.text()));
        if (!name_of.is("template_function") || member_of(*of, name_of.text()) != nullptr)
          if (const auto p = member_of(*of, without_arguments(name_of.text())))
            if (p->value.is(Kind::lambda)) return invoke_lambda(p->value, evaluated(arguments), {});
        unknown(message("{} has no {}", scope.text, name_of.text()));
      }
  }
  // T(4), P(1, 2)
  if (callee.is("identifier") || callee.is("qualified_identifier") || callee.is("template_function"))
    if (const auto structure = structure_named(callee); structure.is(Kind::structure))
      if (const auto* of = instance_of(structure)) return construct(*of, arguments, false);
  return std::nullopt;
}

/// Returns whether CuTe's function is meant, as in get<0>(s), although the program has functions of that name in other namespaces, none of
/// which accepts the arguments.
bool CppInterpreter::is_meant_of_cute(const std::vector<const CppFunction*>& functions, SyntaxNode callee, SyntaxNode templates,
                                      SyntaxNode arguments) {
  if (callee.is("identifier") && is_operation_of_cute(callee.text(), arguments.children().size())) return true;
  if (callee.is("qualified_identifier") || algebra::function_named(without_arguments(callee.text())) == nullptr) return false;
  for (const auto* f : functions)
    if (f->scope.empty() || frame().scope.starts_with(f->scope)) return false;
  Arguments values;
  for (const auto& a : arguments.children()) values.push_back(has_effects(a) ? CppValue::unknown("not yet known") : argument(a));
  return candidates(functions, values, template_arguments(templates)).empty();
}

/// Returns whether the current object, whose member function runs, is of that structure.
bool CppInterpreter::is_self(const Instance& of) {
  const auto* own = frame().self.is(Kind::object) ? instance_of(type_of(frame().self)) : nullptr;
  return own != nullptr && (own == &of || derives(*own, of.key));
}

/// A call of a method of std::array.
struct CppInterpreter::ArrayMethod {
  using Result = std::optional<CppValue>;
  /// Methods with the numbers of arguments that are supported. The value is nullopt if the array has no such element.
  struct Row {
    std::array<std::string_view, 3> names;
    std::size_t least, most;
    Result (ArrayMethod::*value)();
  };
  static constexpr auto any = std::numeric_limits<std::size_t>::max();
  static const std::array<Row, 8> rows;

  CppInterpreter& in;
  const CppValue& self;
  std::string_view name;
  const std::vector<SyntaxNode>& given;
  std::int64_t elements = static_cast<std::int64_t>(self.members->all.size());

  Result element(std::int64_t i) {
    if (i < 0 || i >= elements) return std::nullopt;
    return in.read(*self.members->all[static_cast<std::size_t>(i)].second, name);
  }
  Result size() { return CppValue::integer(elements, "unsigned long"); }
  Result empty() { return CppValue::integer(elements == 0 ? 1 : 0, "bool"); }
  Result front() { return element(0); }
  Result back() { return element(elements - 1); }
  Result begin() { return pointer_into(self, 0); }
  Result end() { return pointer_into(self, elements); }
  Result fill() {
    const auto v = in.evaluate(given[0]);
    for (const auto& [key, place] : self.members->all) in.write(place, place->type.empty() ? v : cpp_converted(v, place->type));
    return CppValue::pointer_to("");
  }
  Result at() {
    const auto n = in.same_for_all(in.numeric(given[0]));
    return n ? element(*n) : std::nullopt;
  }
};

constexpr std::array<CppInterpreter::ArrayMethod::Row, 8> CppInterpreter::ArrayMethod::rows{{
    {{"size"}, 0, any, &ArrayMethod::size},
    {{"empty"}, 0, any, &ArrayMethod::empty},
    {{"front"}, 0, any, &ArrayMethod::front},
    {{"back"}, 0, any, &ArrayMethod::back},
    {{"data", "begin", "cbegin"}, 0, any, &ArrayMethod::begin},
    {{"end", "cend"}, 0, any, &ArrayMethod::end},
    {{"fill"}, 1, 1, &ArrayMethod::fill},
    {{"at"}, 1, 1, &ArrayMethod::at},
}};

CppValue CppInterpreter::method(SyntaxNode callee, SyntaxNode arguments) {
  const auto object = callee["argument"];
  auto member_node = callee["field"];
  if (member_node.is("dependent_name")) member_node = only(member_node);
  const auto base = member_node.is("template_method")        ? member_node["name"].text()
                    : member_node.is("qualified_identifier") ? unqualified(member_node.text())
                                                             : member_node.text();
  // A member function of the file.
  auto self = object.is("this") ? itself() : CppValue{};
  if (!object.is("this"))
    if (const auto p = place(object)) self = p->value.is(Kind::pointer) && p->value.target != nullptr ? p->value.target->value : p->value;
  if (self.is(Kind::unknown) && (object.is("call_expression") || object.is("compound_literal_expression") ||
                                 object.is("parenthesized_expression") || object.is("subscript_expression")))
    self = evaluate(object);
  if (self.is(Kind::object) || (self.is(Kind::unknown) && object.is("this"))) {
    const Instance* found = nullptr;
    const auto* of = self.is(Kind::object) ? seen_as(self) : frame().instance;
    // derived.Base::f() calls the base's function, even if it is virtual.
    const bool named_base = member_node.is("qualified_identifier");
    if (named_base) of = instance_of(scope_of(member_node));
    const auto functions = named_base ? methods_named(of, base, &found) : methods_of(self, of, base, &found);
    if (!functions.empty())
      return invoke_named(functions, member_node.is("template_method") ? member_node["arguments"] : SyntaxNode{}, arguments, found, self,
                          base);
    if (const auto p = self.is(Kind::object) ? self.members->find(base) : nullptr; p != nullptr && p->value.is(Kind::lambda))
      return invoke_lambda(p->value, evaluated(arguments), {});
  }
  if (self.is(Kind::array)) {
    ArrayMethod called{*this, self, base, arguments.children()};
    const auto* row = algebra::row_named(ArrayMethod::rows, base);
    if (row != nullptr && called.given.size() >= row->least && called.given.size() <= row->most)
      if (auto value = (called.*row->value)()) return *std::move(value);
  }
  if (base == "data" && arguments.children().empty())
    if (auto pointer = data_of(object)) return std::move(*pointer);
  for (const std::string_view pointer : {"data", "begin", "get"})
    if (base == pointer && !member_node.is("template_method") && arguments.children().empty())
      return CppValue::pointer_to(element_of(object));
  std::string text(base);
  if (member_node.is("template_method")) {
    std::string indices;
    for (const auto& a : member_node["arguments"].children()) indices += (indices.empty() ? "" : ",") + expression(a);
    text = fmt::format("{}<{}>", base, indices);
  }
  lend(callee, arguments.children());
  const auto of = self.is(Kind::expression) && !object.is("identifier") ? self : evaluate(object);
  const auto given_values = list(arguments);
  // x.shape<0>() means shape<0>(x).
  auto result = member_node.is("template_method") && algebra::function_named(base) != nullptr
                    ? CppValue::of(fmt::format("{}({}{}{})", text, text_of(of), given_values.empty() ? "" : ", ", given_values))
                    : CppValue::of(fmt::format("{}.{}({})", text_of(of), text, given_values));
  result.assumed = of.assumed;
  return result;
}

}  // namespace app
