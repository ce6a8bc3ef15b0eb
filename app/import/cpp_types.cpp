#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;
namespace {

/// Of cutlass/cutlass.h: how threads make up warps and warpgroups.
constexpr std::array<std::pair<std::string_view, int>, 6> cutlass_constants{{{"NumThreadsPerWarp", 32},
                                                                             {"NumThreadsPerWarpGroup", 128},
                                                                             {"NumWarpsPerWarpGroup", 4},
                                                                             {"NumThreadsPerHalfWarp", 16},
                                                                             {"NumThreadsPerQuad", 4},
                                                                             {"NumThreadsPerQuadPair", 8}}};

/// Templates of types that may be a number's.
constexpr std::array<std::string_view, 7> same_types{"remove_cvref_t", "remove_reference_t", "remove_cv_t",  "decay_t",
                                                     "remove_const_t", "type_identity_t",    "conditional_t"};
/// Whether CuTe's words may stand in a namespace: cute::, cutlass::layout::, GMMA::; or in none.
bool is_scope_of_cute(std::string_view scope) {
  for (const std::string_view name : {"cute", "cutlass", "std", "cuda", "GMMA", "UMMA", "SM", "detail"})
    if (scope.starts_with(name)) return true;
  return scope.empty();
}
/// Whether a name in an atom's brackets has to be the type itself: UniversalFMA<float>, uint_byte_t<16>.
bool takes_plain_types(std::string_view base) { return algebra::is_atom_name(base) || base == "uint_byte_t" || base == "uint_bit_t"; }

}  // namespace

/// The C++ arithmetic type that a type is, by its aliases and template arguments; "" if it is none.
std::string CppInterpreter::arithmetic_type(SyntaxNode node) {
  if (!node) return {};
  if (node.is("type_descriptor"))
    return node["declarator"].is("abstract_pointer_declarator") ? std::string{} : arithmetic_type(node["type"]);
  const auto text = node.text();
  if (node.is("primitive_type") || node.is("sized_type_specifier")) return cpp_arithmetic(text) ? cpp_type_name(text) : std::string{};
  if (!node.is("type_identifier") && !node.is("qualified_identifier") && !node.is("identifier") && !node.is("template_type") &&
      !node.is("dependent_type") && !node.is("enum_specifier"))
    return {};
  try {
    auto named = node.is("dependent_type") ? only(node) : node;
    if (named.is("template_type")) {
      if (std::ranges::find(same_types, unqualified(named["name"].text())) == same_types.end()) return {};
      const auto v = template_type(named);
      return v.is(Kind::type) && cpp_arithmetic(v.text) ? cpp_type_name(v.text) : std::string{};
    }
    const auto p = named.is("qualified_identifier") ? member(named) : find(named.text());
    if (p != nullptr) {
      if (!p->value.is(Kind::type)) return {};
      const auto of = entries_.resolved(p->value.text);
      return cpp_arithmetic(of) ? cpp_type_name(of) : std::string{};
    }
  } catch (Unknown&) {
    return {};
  }
  if (text.starts_with("cutlass::") || definitions_.family_named(text, frame().scope) != nullptr) return {};
  return cpp_arithmetic(text) ? cpp_type_name(text) : std::string{};
}

/// Finds the arithmetic type of an expression that is not evaluated; "" where it has none, or it is not known.
std::string CppInterpreter::type_of_unevaluated(SyntaxNode node) {
  const Deeper deeper(*this);
  const auto kind = node.kind();
  const auto known = [](const std::string& type) { return cpp_arithmetic(type) ? cpp_type_name(type) : std::string{}; };
  const auto joined = [](const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? std::string{} : cpp_common_type(a, b);
  };
  const auto by = operator_of(node["operator"].text());
  if (kind == "parenthesized_expression") return type_of_unevaluated(only(node));
  if (kind == "number_literal") return literal_number(node.text()).type;
  if (kind == "char_literal") return "char";
  if (kind == "true" || kind == "false") return "bool";
  if (kind == "sizeof_expression" || kind == "alignof_expression") return "unsigned long";
  if (kind == "comma_expression") return type_of_unevaluated(node["right"]);
  if (kind == "assignment_expression") return type_of_unevaluated(node["left"]);
  if (kind == "update_expression") return type_of_unevaluated(node["argument"]);
  if (kind == "cast_expression") return node["type"]["declarator"] ? std::string{} : arithmetic_type(node["type"]);
  if (kind == "unary_expression") {
    const auto of = type_of_unevaluated(node["argument"]);
    return by == Operator::negation ? "bool" : joined(of, of);
  }
  if (kind == "binary_expression") {
    const auto a = type_of_unevaluated(node["left"]);
    // X<N >= 8> stands in the tree as X<N <=> 8>.
    if (is_comparison(by) || is_logical(by) || by == Operator::three_way) return "bool";
    return is_of_kind(by, OperatorRecord::Kind::shift) ? joined(a, a) : joined(a, type_of_unevaluated(node["right"]));
  }
  if (kind == "conditional_expression") {
    const auto a = type_of_unevaluated(node["consequence"]), b = type_of_unevaluated(node["alternative"]);
    return a == b ? a : joined(a, b);
  }
  if (kind == "call_expression") {
    const auto callee = node["function"];
    if (callee.is("template_function") && callee["name"].text() == "static_cast") return arithmetic_type(only(callee["arguments"]));
    if (const auto to = arithmetic_type(callee); !to.empty()) return to;
    std::string of;
    for (const auto* f : definitions_.functions_named(callee.text(), frame().scope)) {
      const auto own = f->templates ? std::string{} : arithmetic_type(f->definition["type"]);
      if (own.empty() || (!of.empty() && own != of)) return {};
      of = own;
    }
    return of;
  }
  if (has_effects(node)) return {};
  try {
    const auto p = place(node);
    return p == nullptr ? std::string{} : known(p->type.empty() ? p->value.type : p->type);
  } catch (Unknown&) {
    return {};
  }
}

CppValue CppInterpreter::literal(SyntaxNode type_node, SyntaxNode list_node) {
  if (type_node.is("type_descriptor")) type_node = type_node["type"];
  if (const auto structure = structure_named(type_node); structure.is(Kind::structure)) {
    if (const auto* made = instance_of(structure)) return construct(*made, list_node, list_node.is("initializer_list"));
    unknown(message("{} is a template without arguments", structure.text));
  }
  const auto& inner = list_node.children();
  if (const auto to = arithmetic_type(type_node); !to.empty()) {
    if (inner.empty()) return cpp_converted(CppValue::integer(0), to);
    auto v = evaluate(inner[0]);
    if (v.is_number()) complete(v);
    return cpp_converted(v, to);
  }
  // std::array{1, 2}, std::pair{3, 4}
  if (is_standard_list(without_arguments(type_node.text()))) return elements({}, list_node, {});
  auto of = type(type_node);
  const auto text = text_of(of);
  const auto with = [&](std::string made) {
    auto v = CppValue::of(std::move(made));
    v.assumed = of.assumed;
    return v;
  };
  if (inner.empty()) return with(is_template(text) ? text + "{}" : text);
  // Shape<_2,int>{_2{}, n}: the values say it all.
  const auto head = cute_type_named(without_arguments(text)).is;
  if (head == CuteType::tuple) return with(fmt::format("({})", list(list_node)));
  if (inner.size() == 1) {
    auto v = evaluate(inner[0]);
    if (!is_template(text) || head != CuteType::layout || cute_type_of(v) == CuteType::layout) return v;
    // Layout<Shape<int, _3>, Stride<_3, _1>> l(make_shape(5, _3{})): the strides are those of the type, where they are static.
    const auto stride = fmt::format("stride({}{{}})", text);
    const auto strides = entries_.value_of(stride);
    const auto* tuple = strides ? std::get_if<algebra::IntTuple>(&*strides) : nullptr;
    if (tuple == nullptr || !tuple->all_static())
      unknown(message("\"{}{}\" is not understood", in_one_line(type_node.text(), 40), in_one_line(list_node.text(), 40)));
    return with(fmt::format("make_layout({}, {})", text_of(v), stride));
  }
  if (head != CuteType::layout && !(of.is(Kind::expression) && cute_type_of(of) == CuteType::layout))
    unknown(message("\"{}{}\" is not understood", in_one_line(type_node.text(), 40), in_one_line(list_node.text(), 40)));
  return with(fmt::format("make_layout({})", list(list_node)));
}

std::string CppInterpreter::type_text(SyntaxNode node) { return text_of(type(node)); }

CppValue CppInterpreter::type(SyntaxNode node) {
  const auto kind = node.kind();
  if (kind == "type_descriptor") return declared_type(node);
  if (kind == "decltype") {
    const auto of = only(node);
    if (!of || of.is("auto")) unknown("decltype(auto) has no value here");
    return type_of(evaluate(of));
  }
  if (kind == "placeholder_type_specifier") {
    for (const auto& child : node.children())
      if (child.is("decltype")) return type(child);
    unknown("auto has no value here");
  }
  if (kind == "dependent_type") return type(only(node));
  if (kind == "template_type" || kind == "template_function") {
    if (auto structure = structure_named(node); structure.is(Kind::structure)) return structure;
    return template_type(node);
  }
  if (kind == "qualified_identifier") return qualified(node);
  if (kind == "primitive_type" || kind == "sized_type_specifier") return CppValue::of_type(std::string(node.text()));
  if (kind == "type_identifier") {
    if (auto structure = structure_named(node); structure.is(Kind::structure)) return structure;
    if (find(node.text()) == nullptr && cpp_arithmetic(node.text())) return CppValue::of_type(std::string(node.text()));
  }
  return evaluate(node);
}

CppValue CppInterpreter::template_type(SyntaxNode node) {
  const auto base = unqualified(node["name"].text());
  const auto list_node = node["arguments"];
  if (auto value = trait(node, false)) return std::move(*value);
  // An alias or a variable that is a template: X<4>, v<2>
  if (const auto* t = definitions_.template_named(template_meant(node["name"].text()), frame().scope); t != nullptr && t->family == nullptr)
    return from_template(*t, template_arguments(list_node), nullptr);
  const Instance* found = nullptr;
  for (const auto* i = frame().instance; i != nullptr; i = i->outer)
    if (const auto* t = member_template(i, base, &found)) return from_template(*t, template_arguments(list_node), found);
  if (auto value = trait(node, true)) return std::move(*value);
  const bool plain = takes_plain_types(base);
  std::string arguments;
  Assumed assumed;
  for (const auto& v : template_arguments(list_node)) {
    if (v.is(Kind::unknown)) unknown(v.why);
    auto text = text_of(v);
    arguments += (arguments.empty() ? "" : ",") + (plain ? entries_.resolved(text) : text);
    assumed.merge(assumed_of(v));
    if (arguments.size() > longest) unknown("the expression is too long");
  }
  // Widths are numbers, not expressions.
  if (base == "uint_byte_t" || base == "uint_bit_t")
    if (const auto n = entries_.integer_of(arguments)) arguments = std::to_string(*n);
  auto v = CppValue::of_type(fmt::format("{}<{}>", base, arguments));
  v.assumed = std::move(assumed);
  return v;
}

/// A structure of the file, with its template arguments; unknown, without a reason, if it names none.
CppValue CppInterpreter::structure_named(SyntaxNode node) {
  const auto none = CppValue::unknown({});
  if (node.is("type_descriptor")) node = node["type"];
  if (node.is("dependent_type")) node = only(node);
  if ((node.is("struct_specifier") || node.is("class_specifier")) && node["name"]) node = node["name"];
  if (node.is("decltype")) {
    auto v = only(node) ? argument(only(node)) : none;
    return v.is(Kind::object) ? type_of(v) : none;
  }
  if (node.is("qualified_identifier")) {
    // Traits<64>::Inner, ns::X<4>
    auto last = node;
    while (last["name"].is("qualified_identifier")) last = last["name"];
    if (const auto scope = scope_of(node); scope.is(Kind::structure)) {
      const auto* of = instance_of(scope);
      const auto inner = last["name"];
      const auto p = of != nullptr ? member_of(*of, without_arguments(inner.text())) : nullptr;
      if (p != nullptr) return p->value.is(Kind::structure) ? p->value : none;
      if (of != nullptr)
        for (auto& family : definitions_.families())
          if (family.outer == of->family && family.name == without_arguments(inner.text())) {
            const auto arguments = inner.is("template_type") ? template_arguments(inner["arguments"]) : Arguments{};
            return {.kind = Kind::structure, .text = instance(family, arguments, of).key};
          }
      return none;
    }
    const auto inner = last["name"];
    auto* family = definitions_.family_named(without_arguments(node.text()), frame().scope);
    if (family == nullptr) return none;
    return {
        .kind = Kind::structure,
        .text = instance(*family,
                         inner.is("template_type") || inner.is("template_function") ? template_arguments(inner["arguments"]) : Arguments{},
                         nullptr)
                    .key};
  }
  const bool templated = node.is("template_type") || node.is("template_function");
  if (!templated && !node.is("type_identifier") && !node.is("identifier")) return none;
  auto base = std::string(without_arguments(node.text()));
  if (auto meant = templated ? template_meant(base) : base; meant != base) base = std::move(meant);
  else if (const auto p = find(base); p != nullptr) return p->value.is(Kind::structure) ? p->value : none;
  // A structure within the one that is read.
  for (const auto* i = frame().instance; i != nullptr; i = i->outer)
    for (auto& inner : definitions_.families())
      if (inner.outer == i->family && inner.name == base)
        return {.kind = Kind::structure, .text = instance(inner, templated ? template_arguments(node["arguments"]) : Arguments{}, i).key};
  auto* family = definitions_.family_named(base, frame().scope);
  if (family == nullptr || family->bodies.empty()) return none;
  const Instance* outer = nullptr;
  for (const auto* i = frame().instance; i != nullptr && family->outer != nullptr; i = i->outer)
    if (i->family == family->outer) outer = i;
  // The name of a template within itself means itself.
  if (!templated && family->is_template())
    for (const auto* i = frame().instance; i != nullptr; i = i->outer)
      if (i->family == family) return {.kind = Kind::structure, .text = i->key};
  return {.kind = Kind::structure, .text = instance(*family, templated ? template_arguments(node["arguments"]) : Arguments{}, outer).key};
}

/// What stands before the last :: of a name; unknown, without a reason, if it is no structure or enumeration of the file.
CppValue CppInterpreter::scope_of(SyntaxNode node) {
  const auto none = CppValue::unknown({});
  auto scope = node["scope"];
  auto rest = node["name"];
  CppValue value = none;
  for (int i = 0; i < 8 && scope; ++i) {
    CppValue next = none;
    const auto name = scope.is("template_type") ? template_meant(scope["name"].text()) : std::string(scope.text());
    if (const auto* of = instance_of(value)) {
      const auto p = member_of(*of, name);
      if (p != nullptr) next = p->value;
      else
        for (auto& family : definitions_.families())
          if (family.outer == of->family && family.name == name)
            next = {.kind = Kind::structure,
                    .text = instance(family, scope.is("template_type") ? template_arguments(scope["arguments"]) : Arguments{}, of).key};
    } else if (const auto p = scope.is("template_type") ? nullptr : find(name)) next = p->value;
    else if (scope.is("template_type") && definitions_.template_named(name, frame().scope) != nullptr) next = template_type(scope);
    else if (auto* family = definitions_.family_named(name, frame().scope); family != nullptr && !family->bodies.empty()) {
      bool itself = false;
      if (!scope.is("template_type"))
        for (const auto* inside = frame().instance; inside != nullptr; inside = inside->outer)
          if (inside->family == family) next = {.kind = Kind::structure, .text = inside->key}, itself = true;
      if (!itself)
        next = {.kind = Kind::structure,
                .text = instance(*family, scope.is("template_type") ? template_arguments(scope["arguments"]) : Arguments{}, nullptr).key};
    }
    if (next.is(Kind::expression) || next.is(Kind::type)) {
      const bool is_enumeration = next.is(Kind::type) && next.members != nullptr;
      if (rest.is("qualified_identifier")) return none;
      return is_enumeration ? next : none;
    }
    value = std::move(next);
    if (!rest.is("qualified_identifier")) return value;
    scope = rest["scope"];
    rest = rest["name"];
  }
  return none;
}

/// Config::SmemLayout, Traits<64>::kBlock, Mode::fast; null if the scope is none of the file's.
CppPlace CppInterpreter::member(SyntaxNode node, const Instance** found) {
  auto last = node;
  while (last["name"].is("qualified_identifier")) last = last["name"];
  const auto name = without_arguments(last["name"].text());
  const auto scope = scope_of(node);
  if (scope.is(Kind::type) && scope.members != nullptr) return scope.members->find(name);
  const auto* of = instance_of(scope);
  if (of == nullptr) {
    // A variable of a namespace.
    if (last["name"].is("template_type") || last["name"].is("template_function")) return nullptr;
    return scope.is(Kind::unknown) && scope.why.empty() ? global(node.text()) : nullptr;
  }
  if (found != nullptr) *found = of;
  return member_of(*of, name);
}

CppValue CppInterpreter::qualified(SyntaxNode node) {
  auto last = node;
  while (last["name"].is("qualified_identifier")) last = last["name"];
  const auto scope = last["scope"];
  last = last["name"];
  const auto nothing = [&] { unknown_here(node); };
  if (scope && cpp_arithmetic(last.text()) && (scope.text() == "std" || scope.text() == "cuda"))
    return CppValue::of_type(std::string(last.text()));
  if (auto p = member(node)) {
    auto v = read(*p, last.text());
    if (v.is(Kind::unknown)) unknown(v.why.empty() ? message("{} has no value here", in_one_line(node.text(), 60)) : v.why);
    return v;
  }
  if (const auto owner = scope_of(node); owner.is(Kind::structure)) {
    if (auto structure = structure_named(node); structure.is(Kind::structure)) return structure;
    const auto* of = instance_of(owner);
    // Config::At<4>, an alias or a variable of the structure that is a template
    if (last.is("dependent_name")) last = only(last);
    if (last.is("template_type") || last.is("template_function"))
      if (const Instance* found = nullptr; const auto* t = member_template(of, last["name"].text(), &found))
        return from_template(*t, template_arguments(last["arguments"]), found);
    if (of != nullptr && !of->unread_base.empty())
      unknown(message("{} is not in {}, and its base {} is not in the file", last.text(), of->family->name, of->unread_base));
    nothing();
  } else if (owner.is(Kind::unknown) && !owner.why.empty()) {
    unknown(owner.why);
  }
  // std::integral_constant<int, 4>::value, decltype(size(A))::value
  // mma_traits::Shape_MNK, TiledCopy::Tiler_MN
  if (scope && algebra::function_named(last.text()) != nullptr)
    if (const auto of = type(scope); of.is(Kind::expression) || of.is(Kind::type))
      if (auto v = CppValue::of(fmt::format("{}({})", last.text(), of.text)); entries_.value_of(v.text)) {
        v.assumed = assumed_of(of);
        return v;
      }
  if (last.text() == "type" && scope) return type(scope);
  if (last.text() == "value" && scope) return plain_value(type(scope));
  if (auto structure = structure_named(node); structure.is(Kind::structure)) return structure;
  if (last.is("template_type") || last.is("template_function")) {
    if (auto structure = structure_named(last); structure.is(Kind::structure)) return structure;
    // lib::Layout<3> is none of CuTe's.
    const auto first = definitions_.resolved(scope ? node["scope"].text() : std::string_view{});
    if (is_cute_word(last["name"].text()) && !is_scope_of_cute(first) && !frame().scope.starts_with("cut")) nothing();
    return template_type(last);
  }
  // cutlass::arch::Sm90, and what it says of itself.
  const auto is_architecture = [](std::string_view text) {
    return text.starts_with("Sm") && text.find_first_not_of("0123456789", 2) == text.npos;
  };
  if (is_architecture(last.text()) && last.text().size() > 2 && scope.text() == "arch") return CppValue::of_type(std::string(last.text()));
  if (scope && last.text() == "kMinComputeCapability")
    if (const auto of = type(scope); of.is(Kind::type) && is_architecture(of.text)) return CppValue::integer(std::stoi(of.text.substr(2)));
  if (scope && last.text() == "nullptr_t") return CppValue::of_type("nullptr_t");
  if (scope && scope.text() == "cutlass")
    for (const auto& [constant, number] : cutlass_constants)
      if (last.text() == constant) return CppValue::integer(number);
  // GMMA::ScaleOut::Zero
  if (scope && scope.text() == "ScaleOut" && (last.text() == "Zero" || last.text() == "One"))
    return CppValue::integer(last.text() == "One" ? 1 : 0);
  // GMMA::Major::K
  if (scope && scope.text() == "Major") return CppValue::of(fmt::format("GMMA::Major::{}", last.text()));
  // T::x, where nothing says what T is.
  if (const auto p = scope ? find(scope.text()) : nullptr; p != nullptr && p->value.is(Kind::unknown)) unknown(p->value.why);
  try {
    return name(last);
  } catch (Unknown&) {
    // T::value_type says more than value_type.
    if (find(last.text()) != nullptr || last.text().starts_with("SM")) throw;
    nothing();
  }
  return {};
}

}  // namespace app
