#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/hardware/atoms.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"
#include "app/document/entry_source.hpp"

namespace app {

using algebra::message;
namespace {

/// Constants of cutlass/cutlass.h on warps and warpgroups.
struct CutlassConstant {
  std::string_view name;
  int number;
};
constexpr std::array<CutlassConstant, 6> cutlass_constants{{{"NumThreadsPerWarp", 32},
                                                            {"NumThreadsPerWarpGroup", 128},
                                                            {"NumWarpsPerWarpGroup", 4},
                                                            {"NumThreadsPerHalfWarp", 16},
                                                            {"NumThreadsPerQuad", 4},
                                                            {"NumThreadsPerQuadPair", 8}}};

/// Templates whose type is that of their argument without qualifiers.
constexpr std::array<std::string_view, 7> same_types{"remove_cvref_t", "remove_reference_t", "remove_cv_t",  "decay_t",
                                                     "remove_const_t", "type_identity_t",    "conditional_t"};
/// Returns whether a namespace may contain CuTe's words: cute::, cutlass::layout::, GMMA::, or none at all.
bool is_scope_of_cute(std::string_view scope) {
  for (const std::string_view name : {"cute", "cutlass", "std", "cuda", "GMMA", "UMMA", "SM", "detail"})
    if (scope.starts_with(name)) return true;
  return scope.empty();
}
/// Namespaces whose arithmetic types are those of C++.
constexpr std::array<std::string_view, 2> standard_scopes{"std", "cuda"};
/// Types whose template argument is a width in numbers.
constexpr std::array<std::string_view, 2> types_of_widths{"uint_byte_t", "uint_bit_t"};
bool has_width(std::string_view base) { return std::ranges::find(types_of_widths, base) != types_of_widths.end(); }
/// Returns whether a name is that of an architecture: Sm90.
bool is_architecture(std::string_view text) { return text.starts_with("Sm") && text.find_first_not_of("0123456789", 2) == text.npos; }

}  // namespace

/// Returns the C++ arithmetic type behind aliases and template arguments, or "".
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

/// Returns the arithmetic type of an unevaluated expression, or "" if it is none or unknown.
std::string CppInterpreter::type_of_unevaluated(SyntaxNode node) {
  using In = CppInterpreter;
  static constexpr auto joined = [](const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? std::string{} : cpp_common_type(a, b);
  };
  static constexpr auto rows = std::to_array<KindRow<std::string>>({
      {{"parenthesized_expression"}, [](In& in, SyntaxNode n) { return in.type_of_unevaluated(only(n)); }},
      {{"number_literal"}, [](In& in, SyntaxNode n) { return in.literal_number(n.text()).type; }},
      {{"char_literal"}, [](In&, SyntaxNode) { return std::string("char"); }},
      {{"true", "false"}, [](In&, SyntaxNode) { return std::string("bool"); }},
      {{"sizeof_expression", "alignof_expression"}, [](In&, SyntaxNode) { return std::string("unsigned long"); }},
      {{"comma_expression"}, [](In& in, SyntaxNode n) { return in.type_of_unevaluated(n["right"]); }},
      {{"assignment_expression"}, [](In& in, SyntaxNode n) { return in.type_of_unevaluated(n["left"]); }},
      {{"update_expression"}, [](In& in, SyntaxNode n) { return in.type_of_unevaluated(n["argument"]); }},
      {{"cast_expression"}, [](In& in, SyntaxNode n) { return n["type"]["declarator"] ? std::string{} : in.arithmetic_type(n["type"]); }},
      {{"unary_expression"},
       [](In& in, SyntaxNode n) {
         const auto of = in.type_of_unevaluated(n["argument"]);
         return operator_of(n["operator"].text()) == Operator::negation ? std::string("bool") : joined(of, of);
       }},
      {{"binary_expression"},
       [](In& in, SyntaxNode n) {
         const auto by = operator_of(n["operator"].text());
         const auto a = in.type_of_unevaluated(n["left"]);
         // The grammar parses X<N >= 8> as X<N <=> 8>.
         if (is_comparison(by) || is_logical(by) || by == Operator::three_way) return std::string("bool");
         return joined(a, is_of_kind(by, OperatorRecord::Kind::shift) ? a : in.type_of_unevaluated(n["right"]));
       }},
      {{"conditional_expression"},
       [](In& in, SyntaxNode n) {
         const auto a = in.type_of_unevaluated(n["consequence"]), b = in.type_of_unevaluated(n["alternative"]);
         return a == b ? a : joined(a, b);
       }},
      {{"call_expression"},
       [](In& in, SyntaxNode n) {
         const auto callee = n["function"];
         if (callee.is("template_function") && callee["name"].text() == "static_cast") return in.arithmetic_type(only(callee["arguments"]));
         if (auto to = in.arithmetic_type(callee); !to.empty()) return to;
         std::string of;
         for (const auto* f : in.definitions_.functions_named(callee.text(), in.frame().scope)) {
           const auto own = f->templates ? std::string{} : in.arithmetic_type(f->definition["type"]);
           if (own.empty() || (!of.empty() && own != of)) return std::string{};
           of = own;
         }
         return of;
       }},
  });
  const Deeper deeper(*this);
  if (const auto* row = algebra::row_named(rows, node.kind())) return row->run(*this, node);
  if (has_effects(node)) return {};
  try {
    const auto p = place(node);
    const auto type = p == nullptr ? std::string{} : p->type.empty() ? p->value.type : p->type;
    return cpp_arithmetic(type) ? cpp_type_name(type) : std::string{};
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
  // Shape<_2,int>{_2{}, n} is determined by its values.
  const auto head = cute_type_named(without_arguments(text)).is;
  if (head == CuteType::tuple) return with(fmt::format("({})", list(list_node)));
  if (inner.size() == 1) {
    auto v = evaluate(inner[0]);
    if (!is_template(text) || head != CuteType::layout || cute_type_of(v) == CuteType::layout) return v;
    // Layout<Shape<int, _3>, Stride<_3, _1>> l(make_shape(5, _3{})) takes the static strides of the type.
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
  using In = CppInterpreter;
  static constexpr auto arithmetic = [](In&, SyntaxNode n) { return CppValue::of_type(std::string(n.text())); };
  static constexpr auto rows = std::to_array<KindRow<CppValue>>({
      {{"type_descriptor"}, &by<&In::declared_type>},
      {{"decltype"},
       [](In& in, SyntaxNode n) {
         const auto of = only(n);
         if (!of || of.is("auto")) unknown("decltype(auto) has no value here");
         return in.type_of(in.evaluate(of));
       }},
      {{"placeholder_type_specifier"},
       [](In& in, SyntaxNode n) {
         for (const auto& child : n.children())
           if (child.is("decltype")) return in.type(child);
         unknown("auto has no value here");
       }},
      {{"dependent_type"}, [](In& in, SyntaxNode n) { return in.type(only(n)); }},
      {{"template_type", "template_function"},
       [](In& in, SyntaxNode n) {
         auto structure = in.structure_named(n);
         return structure.is(Kind::structure) ? structure : in.template_type(n);
       }},
      {{"qualified_identifier"}, &by<&In::qualified>},
      {{"primitive_type", "sized_type_specifier"}, arithmetic},
      {{"type_identifier"},
       [](In& in, SyntaxNode n) {
         if (auto structure = in.structure_named(n); structure.is(Kind::structure)) return structure;
         return in.find(n.text()) == nullptr && cpp_arithmetic(n.text()) ? arithmetic(in, n) : in.evaluate(n);
       }},
  });
  const auto* row = algebra::row_named(rows, node.kind());
  return row != nullptr ? row->run(*this, node) : evaluate(node);
}

CppValue CppInterpreter::template_type(SyntaxNode node) {
  const auto base = unqualified(node["name"].text());
  const auto list_node = node["arguments"];
  if (auto value = trait(node, false)) return std::move(*value);
  // An alias or variable template: X<4>, v<2>.
  if (const auto* t = definitions_.template_named(template_meant(node["name"].text()), frame().scope); t != nullptr && t->family == nullptr)
    return from_template(*t, template_arguments(list_node), nullptr);
  const Instance* found = nullptr;
  for (const auto* i = frame().instance; i != nullptr; i = i->outer)
    if (const auto* t = member_template(i, base, &found)) return from_template(*t, template_arguments(list_node), found);
  if (auto value = trait(node, true)) return std::move(*value);
  // UniversalFMA<float>, uint_byte_t<16>: the type itself.
  const bool plain = algebra::is_atom_name(base) || has_width(base);
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
  if (has_width(base))
    if (const auto n = entries_.integer_of(arguments)) arguments = std::to_string(*n);
  auto v = CppValue::of_type(fmt::format("{}<{}>", base, arguments));
  v.assumed = std::move(assumed);
  return v;
}

/// Returns a structure of the file with its template arguments; unknown without a reason if the node names none.
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
  // A structure nested in the current one.
  for (const auto* i = frame().instance; i != nullptr; i = i->outer)
    for (auto& inner : definitions_.families())
      if (inner.outer == i->family && inner.name == base)
        return {.kind = Kind::structure, .text = instance(inner, templated ? template_arguments(node["arguments"]) : Arguments{}, i).key};
  auto* family = definitions_.family_named(base, frame().scope);
  if (family == nullptr || family->bodies.empty()) return none;
  const Instance* outer = nullptr;
  for (const auto* i = frame().instance; i != nullptr && family->outer != nullptr; i = i->outer)
    if (i->family == family->outer) outer = i;
  // Within a template its own name denotes itself.
  if (!templated && family->is_template())
    for (const auto* i = frame().instance; i != nullptr; i = i->outer)
      if (i->family == family) return {.kind = Kind::structure, .text = i->key};
  return {.kind = Kind::structure, .text = instance(*family, templated ? template_arguments(node["arguments"]) : Arguments{}, outer).key};
}

/// Returns the scope before the last :: of a name; unknown without a reason if it is not a structure or enumeration of the file.
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

/// Returns Config::SmemLayout, Traits<64>::kBlock, Mode::fast; null if the scope is not in the file.
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

/// Returns constants and types from namespaces and structures of CUTLASS and CuTe; nullopt for other names.
std::optional<CppValue> CppInterpreter::of_cutlass(SyntaxNode scope, std::string_view name) {
  using In = CppInterpreter;
  using Result = std::optional<CppValue>;
  struct Row {
    std::string_view scope, name;  ///< "": any
    Result (*value)(In&, SyntaxNode scope, std::string_view name);
  };
  static constexpr auto rows = std::to_array<Row>({
      {"arch", "",
       [](In&, SyntaxNode, std::string_view n) {
         return is_architecture(n) && n.size() > 2 ? Result(CppValue::of_type(std::string(n))) : std::nullopt;
       }},
      {"", "kMinComputeCapability",
       [](In& in, SyntaxNode s, std::string_view) {
         const auto of = in.type(s);
         return of.is(Kind::type) && is_architecture(of.text) ? Result(CppValue::integer(std::stoi(of.text.substr(2)))) : std::nullopt;
       }},
      {"", "nullptr_t", [](In&, SyntaxNode, std::string_view n) -> Result { return CppValue::of_type(std::string(n)); }},
      {"cutlass", "",
       [](In&, SyntaxNode, std::string_view n) {
         const auto* constant = algebra::row_named(cutlass_constants, n);
         return constant != nullptr ? Result(CppValue::integer(constant->number)) : std::nullopt;
       }},
      {"ScaleOut", "Zero", [](In&, SyntaxNode, std::string_view) -> Result { return CppValue::integer(0); }},
      {"ScaleOut", "One", [](In&, SyntaxNode, std::string_view) -> Result { return CppValue::integer(1); }},
      {"Major", "", [](In&, SyntaxNode, std::string_view n) -> Result { return CppValue::of(fmt::format("GMMA::Major::{}", n)); }},
  });
  for (const auto& row : rows)
    if ((row.scope.empty() || row.scope == scope.text()) && (row.name.empty() || row.name == name))
      if (auto value = row.value(*this, scope, name)) return value;
  return std::nullopt;
}

CppValue CppInterpreter::qualified(SyntaxNode node) {
  auto last = node;
  while (last["name"].is("qualified_identifier")) last = last["name"];
  const auto scope = last["scope"];
  last = last["name"];
  const auto nothing = [&] { unknown_here(node); };
  if (scope && cpp_arithmetic(last.text()) && std::ranges::find(standard_scopes, scope.text()) != standard_scopes.end())
    return CppValue::of_type(std::string(last.text()));
  if (auto p = member(node)) {
    auto v = read(*p, last.text());
    if (v.is(Kind::unknown)) unknown(v.why.empty() ? message("{} has no value here", in_one_line(node.text(), 60)) : v.why);
    return v;
  }
  if (const auto owner = scope_of(node); owner.is(Kind::structure)) {
    if (auto structure = structure_named(node); structure.is(Kind::structure)) return structure;
    const auto* of = instance_of(owner);
    // Config::At<4>, a member alias or variable template.
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
    // lib::Layout<3> is not CuTe's.
    const auto first = definitions_.resolved(scope ? node["scope"].text() : std::string_view{});
    if (is_cute_word(last["name"].text()) && !is_scope_of_cute(first) && !frame().scope.starts_with("cut")) nothing();
    return template_type(last);
  }
  if (auto value = scope ? of_cutlass(scope, last.text()) : std::nullopt) return *std::move(value);
  // T::x with an unknown T.
  if (const auto p = scope ? find(scope.text()) : nullptr; p != nullptr && p->value.is(Kind::unknown)) unknown(p->value.why);
  try {
    return name(last);
  } catch (Unknown&) {
    // A problem with T::value_type is more helpful than one with value_type.
    if (find(last.text()) != nullptr || last.text().starts_with("SM")) throw;
    nothing();
  }
  return {};
}

}  // namespace app
