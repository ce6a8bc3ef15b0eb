// Structures: their members for certain template arguments, and their objects.

#include <algorithm>

#include <fmt/format.h>

#include "algebra/characters.hpp"
#include "app/import/cpp_interpreter.hpp"

namespace app {

CppInterpreter::Instance* CppInterpreter::instance_of(const CppValue& v) {
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

/// The members of a structure with these template arguments; they are read once.
CppInterpreter::Instance& CppInterpreter::instance(CppFamily& family, Arguments arguments, const Instance* outer) {
  const Deeper deeper(*this);
  family.used = true;
  // Which body it is, by all of its arguments; a default of the primary template stays one that a person may set.
  const auto written = arguments.size();
  const auto primary = std::ranges::find_if(family.bodies, [](const CppStructure& s) { return !s.arguments; });
  if (primary != family.bodies.end() && primary->templates) {
    const auto parameters = primary->templates.children();
    frame().scopes.emplace_back();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto n = template_parameter_name(parameters[i]);
      if (i >= arguments.size() && !arguments.empty() && !parameters[i].kind().starts_with("variadic")) {
        const auto standard = parameters[i]["default_type"] ? parameters[i]["default_type"] : parameters[i]["default_value"];
        arguments.push_back(standard ? argument(standard) : CppValue::unknown(fmt::format("{} is not given", n.text())));
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
  if (instances_.size() >= most_instances) unknown(fmt::format("{} and more instances of templates are not followed", most_instances));
  entries_.count(4);
  if (entries_.too_much(family.bodies.front().node.line(), frame().section)) unknown("the rest of the program is not read");
  if (family.bodies.front().node.is("union_specifier")) unknown("unions are not followed");
  auto& made = instances_[key];
  made.family = &family;
  made.key = key;
  made.arguments = arguments;
  made.written = written;
  made.outer = outer;
  CppScope bound;
  int most = -1;
  for (const auto& body : family.bodies) {
    if (!body.arguments) continue;
    CppScope own;
    int specific = 0;
    const auto wanted = body.arguments.children();
    bool fits = wanted.size() <= arguments.size();
    for (std::size_t i = 0; fits && i < wanted.size(); ++i) {
      if (arguments[i].is(Kind::unknown)) unknown(fmt::format("which specialisation of {} is meant is not known", family.name));
      fits = matches(wanted[i], arguments[i], body.templates, own, &specific);
    }
    if (!fits || specific < most) continue;
    if (specific == most) unknown(fmt::format("which specialisation of {} is meant is not clear", family.name));
    most = specific;
    made.body = &body;
    bound = std::move(own);
  }
  if (made.body == nullptr) {
    if (primary == family.bodies.end()) unknown(fmt::format("no specialisation of {} is for these arguments", family.name));
    made.body = &*primary;
  }
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
  // Instances within an instance of the same structure count: their members are no entries.
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
          if (auto* of = instance_of(structure)) made.bases.push_back(of);
          else made.unread_base = in_one_line(base.text(), 60);
        }
    for (const auto& child : made.body->node["body"].children()) {
      const auto kind = child.kind();
      entries_.count(1);
      if (entries_.full()) break;
      if (kind == "alias_declaration") alias(child["name"].text(), child["type"], child.line());
      else if (kind == "type_definition") typedefs(child);
      else if (kind == "enum_specifier") enumeration(child);
      else if (kind == "field_declaration") fields(made, child);
      else if (kind == "declaration") statement(child);
      else if (kind.starts_with("preproc_"))
        for (const auto& inner : child.children()) statement(inner);
      // What is complete so far can be asked for by what follows, and by functions that are called.
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

/// static constexpr int kM = 64, kN = 128; and the members that each object has of its own.
void CppInterpreter::fields(Instance& made, SyntaxNode declaration_node) {
  const auto of = declaration_node["type"];
  if (of.is("enum_specifier")) enumeration(of);
  bool is_static = false;
  for (const auto& child : declaration_node.children())
    is_static = is_static || (child.is("storage_class_specifier") && child.text() == "static");
  SyntaxNode declared;
  const auto give = [&](SyntaxNode value) {
    Declarator how;
    if (const auto n = declared_name(declared, &how)) {
      if (!is_static) made.fields.push_back({std::string(n.text()), of, declared, value});
      else if (how.array && array(n.text(), of, how.sizes, value)) {
      } else if (value) initialise(n.text(), of, value, declared);
      else bind(n.text(), CppValue::unknown(fmt::format("{} has no value here", n.text())));
    }
    declared = {};
  };
  for (const auto& child : declaration_node.children()) {
    if (child.is("bitfield_clause")) unknown("members of so many bits are not followed");
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

/// An object whose members are what they begin with; unknown where nothing sets them.
CppValue CppInterpreter::default_object(const Instance& made) {
  const Deeper deeper(*this);
  CppValue object{.kind = Kind::object};
  object.members = std::make_shared<CppMembers>(CppMembers{.type = made.key});
  for (const auto* base : made.bases) {
    const auto inherited = default_object(*base);
    for (const auto& member : inherited.members->all) object.members->all.push_back(member);
  }
  auto& run = frames_.emplace_back();
  run.instance = &made;
  run.self = object;
  run.scope = made.family->scope.empty() ? made.family->name : made.family->scope + "::" + made.family->name;
  run.section = made.family->name;
  const Counted quiet(silent_);
  for (const auto& f : made.fields) {
    Declarator how;
    declared_name(f.declarator, &how);
    CppValue value;
    auto of = f.type;
    while (of.is("qualified_identifier")) of = of["name"];
    const auto stored = of.is("template_type") && (of["name"].text() == "ArrayEngine" || of["name"].text().starts_with("array"))
                            ? of["arguments"].children()
                            : std::vector<SyntaxNode>{};
    try {
      if (how.array && array(f.name, f.type, how.sizes, f.initial)) value = find(f.name)->value;
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
    object.members->all.emplace_back(f.name, std::move(place_of_field));
  }
  frames_.pop_back();
  return object;
}

/// P{1, 2}, P{.m = 3}, P(1, 2): by a constructor of the file, or member by member.
CppValue CppInterpreter::construct(const Instance& made, SyntaxNode arguments, bool braces) {
  const auto given_values = arguments.children();
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
  if (given_values.size() == 1 && !designated)
    if (auto v = argument(given_values[0]); v.is(Kind::object) && v.members->type == made.key) return v.copied();
  if (!constructors.empty() && !designated) {
    Arguments values;
    std::vector<CppPlace> places;
    for (const auto& a : given_values) {
      places.push_back(has_effects(a) ? nullptr : place(a));
      values.push_back(argument(a));
    }
    const auto chosen = best(constructors, values, {});
    if (!chosen) {
      if (!given_values.empty()) unknown(fmt::format("no constructor of {} takes these values", made.family->name));
      construct_bases(made, object, {});
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
  if (!braces && given_values.empty()) return object;
  std::size_t next = 0;
  for (const auto& a : given_values) {
    CppPlace field;
    auto value = a;
    if (a.is("initializer_pair")) {
      const auto n = only(a["designator"]).text();
      field = object.members->find(n);
      value = a["value"];
      if (field == nullptr) unknown(fmt::format("{} has no member {}", made.family->name, n));
    } else {
      if (next >= object.members->all.size())
        unknown(fmt::format("{} has {} members, not {}", made.family->name, object.members->all.size(), given_values.size()));
      field = object.members->all[next].second;
    }
    ++next;
    if (value.is("initializer_list") && field->value.is(Kind::object)) {
      if (const auto* inner = instance_of({.kind = Kind::structure, .text = field->value.members->type}))
        field->value = construct(*inner, value, true);
    } else if (value.is("initializer_list") && field->value.is(Kind::array)) {
      auto& all = field->value.members->all;
      const auto list_value = elements({}, value, {});
      for (std::size_t i = 0; i < all.size(); ++i)
        all[i].second->value = i < list_value.members->all.size()
                                   ? cpp_converted(list_value.members->all[i].second->value, field->value.type)
                                   : cpp_converted(CppValue::integer(0), field->value.type);
    } else if (value.is("initializer_list") && !field->type.empty() && value.children().size() < 2) {
      field->value =
          value.children().empty() ? cpp_converted(CppValue::integer(0), field->type) : cpp_converted(argument(only(value)), field->type);
    } else {
      auto v = argument(value);
      if (!field->type.empty()) complete(v), v = cpp_converted(v, field->type);
      field->value = v.copied();
    }
  }
  // In an aggregate what is left out, and has no value of its own, is 0.
  for (std::size_t at = 0; braces && at < object.members->all.size(); ++at) {
    const auto& member = object.members->all[at];
    auto& field = *member.second;
    if (field.type.empty() || !field.value.is(Kind::unknown)) continue;
    const bool was_given = std::ranges::any_of(
        given_values, [&](const SyntaxNode& a) { return a.is("initializer_pair") && only(a["designator"]).text() == member.first; });
    if (!was_given && (designated || at >= given_values.size())) field.value = cpp_converted(CppValue::integer(0), field.type);
  }
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
    // That of this body, and not of another specialisation.
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
