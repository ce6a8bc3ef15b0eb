// Structures: their members for certain template arguments, and their objects.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>
#include <array>

#include "algebra/text/characters.hpp"
#include "algebra/text/row_named.hpp"

namespace app {

using algebra::message;

const CppInterpreter::Instance* CppInterpreter::instance_of(const CppValue& v) const {
  if (!v.is(Kind::structure)) return nullptr;
  const auto it = instances_.find(v.text);
  return it == instances_.end() ? nullptr : &it->second;
}

CppPlace CppInterpreter::member_of(const Instance& i, std::string_view name) const {
  if (const auto it = i.members.find(name); it != i.members.end()) return it->second;
  for (const auto* base : i.bases)
    if (auto found = member_of(*base, name)) return found;
  return nullptr;
}

/// Returns a structure's instance for these template arguments. Members are read once per instance.
CppInterpreter::Instance& CppInterpreter::instance(CppFamily& family, Arguments arguments, const Instance* outer) {
  const Deeper deeper(*this);
  family.used = true;
  // Defaults of the primary template are added to select a specialization. `written` remembers the explicit arguments, as the user may set
  // a default.
  const auto written = arguments.size();
  const auto primary = std::ranges::find_if(family.bodies, [](const CppStructure& s) { return !s.arguments; });
  if (primary != family.bodies.end() && primary->templates) {
    const auto parameters = primary->templates.children();
    frame().scopes.emplace_back();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto n = template_parameter_name(parameters[i]);
      if (i >= arguments.size() && !arguments.empty() && !parameters[i].kind().starts_with("variadic")) {
        const auto standard = parameters[i]["default_type"] ? parameters[i]["default_type"] : parameters[i]["default_value"];
        arguments.push_back(standard ? argument(standard) : CppValue::unknown(message("{} is not given", n.text())));
      }
      if (n && i < arguments.size()) frame().scopes.back().insert_or_assign(std::string(n.text()), cpp_variable(arguments[i]));
    }
    frame().scopes.pop_back();
  }
  auto key = outer != nullptr ? outer->key + "::" + family.name : family.scope.empty() ? family.name : family.scope + "::" + family.name;
  if (!arguments.empty()) {
    key += '<';
    for (const auto& a : arguments) key += (a.is(Kind::unknown) ? std::string("?") : canonical(a)) + ",";
    key.back() = '>';
  }
  if (key.size() > longest) unknown("the arguments of a template are too long");
  if (const auto it = instances_.find(key); it != instances_.end()) return it->second;
  if (instances_.size() >= most_instances) unknown(message("{} and more instances of templates are not followed", most_instances));
  entries_.count(4);
  if (entries_.too_much(family.bodies.front().node.line(), frame().section)) unknown("the rest of the program is not read");
  if (family.bodies.front().node.is("union_specifier")) unknown("unions are not supported");
  // The specialization is selected before the instance is stored: if that fails now, it must fail again next time.
  const CppStructure* chosen = nullptr;
  CppScope bound;
  int most = -1;
  bool unclear = false;
  for (const auto& body : family.bodies) {
    if (!body.arguments) continue;
    CppScope own;
    int specific = 0;
    const auto wanted = body.arguments.children();
    for (std::size_t i = 0; i < std::min(wanted.size(), arguments.size()); ++i)
      if (arguments[i].is(Kind::unknown)) unknown(message("the specialisation of {} is not known", family.name));
    const bool fits = matches_all(wanted, arguments, body.templates, own, &specific);
    if (!fits || specific < most) continue;
    unclear = specific == most;
    most = specific;
    chosen = &body;
    bound = std::move(own);
  }
  if (unclear) unknown(message("the specialisation of {} is ambiguous", family.name));
  if (chosen == nullptr) {
    if (primary == family.bodies.end()) unknown(message("no specialisation of {} matches these arguments", family.name));
    chosen = &*primary;
  }
  auto& made = instances_[key];
  made.family = &family;
  made.key = std::move(key);
  made.arguments = arguments;
  made.written = written;
  made.outer = outer;
  made.body = chosen;
  made.members = std::move(bound);
  made.making = true;
  try {
    make(made);
  } catch (Unknown&) {
    made.making = false;
    throw;
  }
  made.making = false;
  return made;
}

void CppInterpreter::make(Instance& made) {
  using In = CppInterpreter;
  /// Adds a member to the structure, by the member's kind.
  struct Row {
    std::string_view name;
    void (*make)(In&, Instance&, SyntaxNode);
  };
  static constexpr auto rows = std::to_array<Row>({
      {"alias_declaration", [](In& in, Instance&, SyntaxNode n) { in.alias(n["name"].text(), n["type"], n.line()); }},
      {"type_definition", [](In& in, Instance&, SyntaxNode n) { in.typedefs(n); }},
      {"enum_specifier", [](In& in, Instance&, SyntaxNode n) { in.enumeration(n); }},
      {"field_declaration", [](In& in, Instance& of, SyntaxNode n) { in.fields(of, n); }},
      {"declaration", [](In& in, Instance&, SyntaxNode n) { in.statement(n); }},
  });
  // Members of an instance nested in an instance of the same structure are not listed.
  const bool again = std::ranges::any_of(frames_, [&](const Frame& f) {
    return f.function == nullptr && f.instance != nullptr && f.instance != &made && f.instance->family == made.family && f.instance->making;
  });
  const Replaced quiet(silent_, again ? 1 : 0), formulas(numeric_, 0);
  auto& run = frames_.emplace_back();
  run.instance = &made;
  run.scope = made.family->scope.empty() ? made.family->name : made.family->scope + "::" + made.family->name;
  run.section = made.family->name;
  run.scopes.back() = made.members;
  try {
    if (!made.body->arguments) {
      const auto given_end = made.arguments.begin() + static_cast<std::ptrdiff_t>(std::min(made.written, made.arguments.size()));
      bind_template_list(made.body->templates, {made.arguments.begin(), given_end});
    }
    for (const auto& child : made.body->node.children())
      if (child.is("base_class_clause"))
        for (const auto& base : child.children()) {
          if (base.is("access_specifier")) continue;
          const auto structure = structure_named(base);
          // A base that is still being read, such as the structure itself or one around it, is incomplete: C++ refuses it.
          if (const auto* of = instance_of(structure); of != nullptr && !of->making) made.bases.push_back(of);
          else made.unread_base = in_one_line(base.text(), 60);
        }
    for (const auto& child : made.body->node["body"].children()) {
      entries_.count(1);
      if (entries_.full()) break;
      if (const auto* row = algebra::row_named(rows, child.kind())) row->make(*this, made, child);
      else if (child.kind().starts_with("preproc_"))
        for (const auto& inner : child.children()) statement(inner);
      // Later members, and functions called while reading, can use the members that are complete.
      for (const auto& [n, p] : frame().scopes.back()) made.members.insert_or_assign(n, p);
    }
  } catch (Unknown&) {
    for (const auto& [n, p] : frame().scopes.back()) made.members.insert_or_assign(n, p);
    frames_.pop_back();
    throw;
  }
  for (const auto& [n, p] : frame().scopes.back()) made.members.insert_or_assign(n, p);
  frames_.pop_back();
}

/// Reads static constexpr int kM = 64, kN = 128; and the non-static members.
void CppInterpreter::fields(Instance& made, SyntaxNode declaration_node) {
  const auto of = declaration_node["type"];
  if (of.is("enum_specifier")) enumeration(of);
  const bool is_static = has_specifier(declaration_node, "static");
  SyntaxNode declared;
  const auto give = [&](SyntaxNode value) {
    Declarator how;
    if (const auto n = declared_name(declared, &how)) {
      if (!is_static) made.fields.push_back({std::string(n.text()), of, declared, value});
      else if (how.array && array(n.text(), of, how.sizes, value)) {
      } else if (value) initialise(n.text(), of, value, declared);
      else bind(n.text(), CppValue::unknown(message("{} has no value here", n.text())));
    }
    declared = {};
  };
  for (const auto& child : declaration_node.children()) {
    if (child.is("bitfield_clause")) unknown("a bit-field of this width is not supported");
    if (child == of || child.is("type_qualifier") || child.is("storage_class_specifier")) continue;
    if (child.is("field_identifier") || child.kind().ends_with("declarator")) {
      if (child.is("function_declarator")) continue;
      give({});
      declared = child;
    } else {
      give(child);
    }
  }
  give({});
}

/// Returns an object whose members have their default initializers; others are unknown.
CppValue CppInterpreter::default_object(const Instance& made) {
  const Deeper deeper(*this);
  CppValue object{.kind = Kind::object};
  object.members = std::make_shared<CppMembers>(CppMembers{.type = made.key});
  for (const auto* base : made.bases) {
    const auto inherited = default_object(*base);
    for (const auto& member : inherited.members->all) object.members->all.push_back(member);
    object.members->references.insert(inherited.members->references.begin(), inherited.members->references.end());
  }
  enter_structure(made, object);
  const Counted quiet(silent_);
  for (auto f : made.fields) {
    // An initializer with side effects, such as ++count, is left to set_defaults, so that it runs once.
    if (has_effects(f.initial)) f.initial = {};
    object.members->all.emplace_back(f.name, begin_of_field(f, *object.members));
  }
  frames_.pop_back();
  return object;
}

/// Opens a frame in which the names of a structure are visible.
void CppInterpreter::enter_structure(const Instance& made, const CppValue& object) {
  auto& run = frames_.emplace_back();
  run.instance = &made;
  run.self = object;
  run.scope = made.family->scope.empty() ? made.family->name : made.family->scope + "::" + made.family->name;
  run.section = made.family->name;
}

/// Returns the initial value of a member, in the frame of its structure.
CppPlace CppInterpreter::begin_of_field(const Instance::Field& f, CppMembers& members) {
  Declarator how;
  declared_name(f.declarator, &how);
  CppValue value;
  auto of = f.type;
  while (of.is("qualified_identifier")) of = of["name"];
  const auto stored = of.is("template_type") && (of["name"].text() == "ArrayEngine" || of["name"].text().starts_with("array"))
                          ? of["arguments"].children()
                          : std::vector<SyntaxNode>{};
  try {
    if (how.reference) {
      members.references.insert(f.name);
      if (auto shared = f.initial ? place(f.initial) : nullptr) return shared;
      value = CppValue::unknown(message("{} has no value here", f.name));
    } else if (how.array && !how.pointer && array(f.name, f.type, how.sizes, f.initial)) value = find(f.name)->value;
    else if (how.pointer || how.array) {
      value = CppValue::pointer_to(element_type_of(f.type));
      if (how.array && !how.pointer) {
        std::int64_t count = 1;
        for (const auto& size : how.sizes) count *= size ? integer_of(numeric(size)).value_or(-1) : -1;
        if (count > 0) value.number = count, value.type = "array";
      }
    }
    // ArrayEngine<TA, n> A, alignas(128) cute::array_aligned<TB, n> B
    else if (!stored.empty() && !f.initial) {
      value = CppValue::pointer_to(element_type_of(stored[0]));
      if (stored.size() > 1) value.number = integer_of(numeric(stored[1]));
      value.type = of["name"].text();
    } else value = value_of_type(f.type, f.initial, f.name);
    if (value.is(Kind::type)) {
      value.kind = Kind::expression;
      if (is_template(value.text)) value.text += "{}";
    }
  } catch (Unknown& u) {
    value = CppValue::unknown(u.why);
  }
  auto place_of_field = cpp_variable(std::move(value));
  place_of_field->name = f.name;
  if (!how.pointer && !how.array) place_of_field->type = arithmetic_type(f.type);
  return place_of_field;
}

/// Sets the members whose initializers depend on other members, int b = a + 1. `set`: the names of members that have their values already.
void CppInterpreter::set_defaults(const Instance& of, const CppValue& object, const std::set<std::string, std::less<>>& set) {
  for (const auto& f : of.fields) {
    bool names_others = false;
    each_below(f.initial, [&](SyntaxNode n) {
      names_others = names_others || n.is("identifier") || n.is("this");
      return names_others;
    });
    if (!names_others || set.contains(f.name) || object.members->references.contains(f.name)) continue;
    const auto own = field_of(object, &of, f.name);
    if (own == nullptr) continue;
    enter_structure(of, object);
    {
      const Counted quiet(silent_);
      const auto begun = begin_of_field(f, *object.members);
      write(own, begun->value);
    }
    frames_.pop_back();
  }
}

/// Constructs P{1, 2}, P{.m = 3} or P(1, 2), with a constructor of the file or member by member.
CppValue CppInterpreter::construct(const Instance& made, SyntaxNode arguments, bool braces) {
  const auto& given_values = arguments.children();
  auto object = default_object(made);
  const Instance* found = nullptr;
  auto constructors = methods_named(&made, made.family->name, &found);
  // using Base::Base
  for (const auto& child : made.body->node["body"].children())
    if (child.is("using_declaration"))
      for (const auto* base : made.bases)
        if (unqualified(only(child).text()) == base->family->name)
          for (const auto* f : methods_named(base, base->family->name, &found)) constructors.push_back(f);
  const bool designated = std::ranges::any_of(given_values, [](const SyntaxNode& a) { return a.is("initializer_pair"); });
  if (given_values.size() == 1 && !designated && !has_effects(given_values[0]))
    if (auto v = argument(given_values[0]); v.is(Kind::object) && v.members->type == made.key && !has_own_copy(made)) return v.copied();
  if (!constructors.empty() && !designated) {
    Arguments values;
    std::vector<CppPlace> places;
    for (const auto& a : given_values) {
      places.push_back(has_effects(a) && !is_get(a) ? nullptr : place(a));
      values.push_back(argument(a));
    }
    const auto chosen = best(constructors, values, {});
    if (!chosen) {
      if (values.size() == 1 && values[0].is(Kind::object))
        if (const auto* from = instance_of({.kind = Kind::structure, .text = values[0].members->type});
            from == &made || derives(*from, made.key))
          return as_base(values[0], made, false);
      if (!given_values.empty()) unknown(message("no constructor of {} takes these values", made.family->name));
      construct_bases(made, object, {});
      set_defaults(made, object, {});
      return object;
    }
    const auto* f = chosen->function;
    const auto* whose = &made;
    for (const auto* base : made.bases)
      if (f->family == base->family) whose = base;
    invoke(*chosen, values, places, whose, object);
    return object;
  }
  construct_bases(made, object, {});
  if (!braces && given_values.empty()) return set_defaults(made, object, {}), object;
  if (given_values.size() == 1 && !designated)
    if (auto v = argument(given_values[0]); v.is(Kind::object)) {
      const auto* from = instance_of({.kind = Kind::structure, .text = v.members->type});
      if (from == &made || (from != nullptr && derives(*from, made.key))) return as_base(v, made, false);
    }
  std::size_t next = 0;
  aggregate(object, given_values, next);
  if (next < given_values.size())
    unknown(message("{} has {} members, not {}", made.family->name, object.members->all.size(), given_values.size()));
  return object;
}

std::vector<const CppFunction*> CppInterpreter::methods_named(const Instance* of, std::string_view name, const Instance** found) const {
  std::vector<const CppFunction*> all;
  if (of == nullptr) return all;
  const auto inside = [](const CppFunction& f, const CppStructure& body) {
    return f.definition.begin() >= body.node.begin() && f.definition.end() <= body.node.end();
  };
  for (const auto* f : of->family->functions) {
    if (f->name != name) continue;
    // A method of this body, not of another specialization.
    const bool elsewhere =
        std::ranges::any_of(of->family->bodies, [&](const CppStructure& body) { return &body != of->body && inside(*f, body); });
    if (!elsewhere || (of->body != nullptr && inside(*f, *of->body))) all.push_back(f);
  }
  if (!all.empty()) {
    *found = of;
    return all;
  }
  for (const auto* base : of->bases)
    if (auto inherited = methods_named(base, name, found); !inherited.empty()) return inherited;
  return all;
}

}  // namespace app
