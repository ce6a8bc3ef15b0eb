// Values of function and template parameters: from a call, a default, the user's settings, or an assumption.

#include "app/import/cpp_interpreter.hpp"

#include <algorithm>

namespace app {

using algebra::message;
namespace {

/// Returns whether an entry belongs to a name: M or M_2 to M.
bool is_entry_of(std::string_view entry, std::string_view name) {
  if (!entry.starts_with(name)) return false;
  entry.remove_prefix(name.size());
  // A name that the language uses for a function has an underscore appended.
  if (entry == "_" || entry.starts_with("__")) entry.remove_prefix(1);
  return entry.empty() || (entry.size() > 1 && entry[0] == '_' && entry.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

/// Returns the number assumed for a parameter of that name and arithmetic type.
std::string usual_number_of(std::string_view name, std::string_view type) {
  const auto is = cpp_arithmetic(type);
  return is && is->is_truth ? "0" : usual_number(name);
}

}  // namespace

/// Binds template parameters to the given arguments, to defaults, or to parameters that the user may set.
void CppInterpreter::bind_template_list(SyntaxNode templates, const Arguments& given_values) {
  std::size_t i = 0;
  for (const auto& p : templates.children()) {
    const auto* value = i < given_values.size() ? &given_values[i] : nullptr;
    ++i;
    const bool of_type = is_type_parameter(p);
    const auto n = template_parameter_name(p);
    if (!n) continue;
    if (p.kind().starts_with("variadic")) {
      CppValue pack{.kind = Kind::array};
      pack.members = std::make_shared<CppMembers>(CppMembers{.type = "..."});
      for (std::size_t k = i - 1; k < given_values.size(); ++k)
        pack.members->all.emplace_back(std::string{}, cpp_variable(given_values[k]));
      bind(n.text(), std::move(pack));
      continue;
    }
    if (value != nullptr && !value->is(Kind::unknown)) {
      bind(n.text(), *value);
      continue;
    }
    if (value != nullptr && !value->text.empty() && !of_type) {
      bind(n.text(), *value);
      continue;
    }
    const auto to = of_type ? std::string{} : arithmetic_type(p["type"]);
    const auto number = [&](CppValue now, bool assumed) {
      now.type = to.empty() ? "int" : cpp_type_name(to);
      complete(now);
      now.given = assumed;
      auto variable = cpp_variable(std::move(now));
      variable->line = p.line(), variable->section = frame().section, variable->latent = true;
      bind(n.text(), std::move(variable));
    };
    if (const auto standard = of_type ? p["default_type"] : p["default_value"]) {
      if (auto b = argument(standard); !b.is(Kind::unknown)) {
        if (const auto* set = entries_.setting(n.text()); set != nullptr && b.is(Kind::expression)) b = CppValue::of(*set);
        if (!of_type && b.is(Kind::expression)) number(std::move(b), false);
        else bind(n.text(), std::move(b));
        continue;
      }
    }
    if (of_type) {
      // --set TileShape=Shape<_128,_64>
      if (const auto* set = entries_.setting(n.text())) bind(n.text(), CppValue::of_type(*set));
      else bind(n.text(), CppValue::unknown(message("the program does not define {}: use --set {}=TYPE", n.text(), n.text())));
      continue;
    }
    const auto* set = entries_.setting(n.text());
    if (set == nullptr && to.empty()) {
      bind(n.text(), CppValue::unknown(message("the file does not give the template argument {}", n.text())));
      continue;
    }
    number(CppValue::of(set != nullptr ? *set : usual_number_of(n.text(), to)), set == nullptr);
  }
}

void CppInterpreter::bind_templates(const CppFunction& f, const Arguments& values, const Arguments& given_types) {
  // Another overload of this name is for certain types, and accepts these: this one is for others.
  const bool second = std::ranges::any_of(definitions_.functions(), [&](const auto& g) {
    return g.name == f.name && g.key() != f.key() &&
           std::ranges::any_of(g.parameters, [](const auto& p) { return p.declarator.pointer && p.type.find("::") != std::string::npos; });
  });
  // Template parameters deduced from the types of arguments: M in Layout<Shape<Int<M>, _8>>.
  CppScope deduced;
  for (std::size_t i = 0; i < f.parameters.size() && i < values.size(); ++i) {
    const auto& q = f.parameters[i];
    if (values[i].is(Kind::unknown) || q.declarator.pointer || !q.node["type"].is("template_type")) continue;
    auto bound = deduced;
    int specific = 0;
    try {
      if (matches(q.node["type"], type_of(values[i]), f.templates, bound, &specific)) deduced = std::move(bound);
    } catch (Unknown&) {
    }
  }
  auto all_given = given_types;
  for (const auto parameters = f.templates.children(); all_given.size() < parameters.size() && !deduced.empty();) {
    const auto& p = parameters[all_given.size()];
    if (p.kind().starts_with("variadic")) break;
    const auto n = template_parameter_name(p);
    const auto it = n ? deduced.find(n.text()) : deduced.end();
    all_given.push_back(it == deduced.end() ? CppValue::unknown({}) : it->second->value);
  }
  bind_template_list(f.templates, all_given);
  for (const auto& p : f.templates.children()) {
    const auto n = template_parameter_name(p);
    const auto b = n ? find(n.text()) : nullptr;
    if (b == nullptr || !b->value.is(Kind::unknown)) continue;
    // Deduced from the argument whose type it is.
    for (std::size_t i = 0; i < f.parameters.size() && i < values.size(); ++i) {
      const auto& q = f.parameters[i];
      const auto& v = values[i];
      if (q.type != n.text() || v.is(Kind::unknown)) continue;
      if (q.declarator.pointer && v.is(Kind::pointer) && !v.text.empty() && !second) {
        bind(n.text(), CppValue::of_type(v.text));
        break;
      }
      // SmemLayout{} in the body is the value of the parameter with that type.
      if (!q.declarator.pointer && (v.is(Kind::expression) || v.is(Kind::object))) {
        bind(n.text(), v.is(Kind::object) ? type_of(v) : v.type.empty() ? v : type_of(v));
        break;
      }
      if (!q.declarator.pointer && v.is(Kind::structure)) bind(n.text(), v);
    }
    if (!find(n.text())->value.is(Kind::unknown)) continue;
    const bool has_elements = std::ranges::any_of(f.parameters, [&](const auto& q) { return q.declarator.pointer && q.type == n.text(); });
    if (has_elements) {
      const auto* set = entries_.setting(n.text());
      const auto type_name = set != nullptr ? *set : std::string("float");
      const auto entry = entries_.add({.function = frame().section,
                                       .name = std::string(n.text()),
                                       .text = type_name,
                                       .line = p.line(),
                                       .parameter = true,
                                       .is_assumed = set == nullptr});
      entries_.is_type(entry, type_name);
      bind(n.text(), CppValue::of_type(entry.empty() ? type_name : entry));
      continue;
    }
    // A traits parameter is the only structure of the file, if that has members.
    if (definitions_.families().size() == 1 && f.family == nullptr && values.empty()) {
      auto& made = instance(definitions_.families().front(), {}, nullptr);
      if (!made.members.empty()) {
        CppValue v{.kind = Kind::structure, .text = made.key};
        bind(n.text(), std::move(v));
      }
    }
  }
}

/// `given_value`: the argument; null if no call passes one.
void CppInterpreter::bind_parameter(const CppFunction& f, const CppParameter& p, const CppValue* given_value) {
  // int* p, int p[], auto p
  if (given_value != nullptr && given_value->is(Kind::pointer) && (given_value->target != nullptr || given_value->members != nullptr))
    return bind(p.name, *given_value);
  if (p.declarator.pointer) {
    return bind(p.name, CppValue::pointer_to(element_type_of(p.node["type"])));
  }
  if (p.name.empty()) return;
  const auto of = p.node["type"];
  const auto to = arithmetic_type(of);
  const bool integer = !to.empty() && !cpp_arithmetic(to)->is_real;
  const auto number = [&](CppValue now, bool assumed) {
    complete(now);
    if (now.number && in_range_of(*now.number, to) != *now.number) now = cpp_converted(now, to);
    now.type = cpp_type_name(to);
    now.given = assumed;
    auto variable = cpp_variable(std::move(now));
    variable->line = p.node.line(), variable->section = frame().section, variable->type = cpp_type_name(to);
    variable->latent = true;
    bind(p.name, std::move(variable));
  };
  if (given_value != nullptr && !given_value->is(Kind::expression)) {
    auto own = given_value->copied();
    if (!to.empty() && own.is(Kind::real)) own = cpp_converted(own, to);
    auto variable = cpp_variable(own.is(Kind::unknown) && integer ? CppValue::unknown(own.why) : std::move(own));
    variable->type = cpp_type_name(to);
    return bind(p.name, std::move(variable));
  }
  if (given_value != nullptr) {
    if (!integer) {
      // alpha and beta are numbers, but not part of layouts.
      define(p.name, *given_value, p.node.line());
      if (const auto type_parameter = find(p.type); type_parameter != nullptr && type_parameter->value.is(Kind::expression))
        bind(p.type, find(p.name)->value);
      return;
    }
    const auto* set = frame().in_host ? entries_.setting(p.name) : nullptr;
    const bool same = set == nullptr || integer_of(*given_value) == entries_.integer_of(*set);
    if (same && is_entry_of(given_value->text, p.name) && is_long(given_value->type) == is_long(to)) {
      auto variable = cpp_variable(*given_value);
      variable->type = cpp_type_name(to);
      return bind(p.name, std::move(variable));
    }
    auto now = set != nullptr ? CppValue::of(*set) : *given_value;
    return number(std::move(now), set == nullptr && given_value->given);
  }
  const auto* set = entries_.setting(p.name, true);
  const bool main_count = f.name == "main" && f.family == nullptr;
  if (integer && p.type.find("char") == std::string::npos && !(main_count && set == nullptr)) {
    auto now = CppValue::of(set != nullptr ? *set : usual_number_of(p.name, to));
    bool assumed = set == nullptr;
    if (const auto standard = p.node["default_value"]; standard && set == nullptr)
      if (auto b = argument(standard); b.is(Kind::expression)) now = std::move(b), assumed = false;
    return number(std::move(now), assumed);
  }
  if (set != nullptr) {
    define(p.name, CppValue::of(*set), p.node.line(), true);
    if (find(p.type) != nullptr) bind(p.type, find(p.name)->value);
    return;
  }
  // An object of one of the file's structures: its members are input of the program.
  if (const auto structure = structure_named(of); structure.is(Kind::structure))
    if (const auto* made = instance_of(structure)) {
      auto object = default_object(*made);
      const auto is_dynamic = [&](const std::string& text) {
        const auto v = entries_.value_of(text);
        const auto* tuple = v ? std::get_if<algebra::IntTuple>(&*v) : nullptr;
        const auto* layout = v ? std::get_if<algebra::Layout>(&*v) : nullptr;
        return (tuple != nullptr && !tuple->all_static()) ||
               (layout != nullptr && !(layout->shape().all_static() && layout->stride().all_static()));
      };
      for (const auto& [name, field] : object.members->all)
        if (field->value.is_number() || field->value.is(Kind::unknown))
          field->value = CppValue::unknown(message("{}.{} has no value here", p.name, name), true);
        // A member with dynamic integers has no value: its type does not determine them.
        else if (field->value.is(Kind::expression) && !field->value.text.empty() && is_dynamic(field->value.text))
          field->value = CppValue::unknown(message("{}.{} has no value here", p.name, name));
      return bind(p.name, std::move(object));
    }
  // A kernel's parameter that the file never sets: the user may set it.
  const auto templates = f.templates.children();
  const bool of_template = std::ranges::any_of(templates, [&](const auto& t) { return template_parameter_name(t).text() == p.type; });
  if (of_template && !frame().in_host && to.empty()) {
    const auto entry = entries_.add(
        {.function = frame().section,
         .name = p.name,
         .text = p.type,
         .line = p.node.line(),
         .parameter = true,
         .problem =
             message("the file does not define {}: use --set {}='(512,128):(128,_1)', or 'half_t ptr o (512,128):(128,_1)' with a type",
                     p.name, p.name)});
    if (!entry.empty()) {
      bind(p.type, CppValue::of(entry));
      return bind(p.name, CppValue::of(entry));
    }
  }
  bind(p.name, CppValue::unknown(main_count ? message("{} is known only when the program runs: use --set {}=1", p.name, p.name)
                                            : message("{} has no value here", p.name),
                                 true));
}

}  // namespace app
