// Members of values: `of.name`.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app {

using algebra::message;

namespace {

constexpr std::string_view range_members[] = {"start", "stop", "step"};
constexpr std::string_view none_type = "NoneType";

}  // namespace

/// Returns the default of a dataclass field; nullopt if it has none.
std::optional<DslValue> DslInterpreter::default_of(const Value& field) {
  const auto& m = field.object->members;
  if (const auto at = m.find("default"); at != m.end()) return at->second;
  if (const auto at = m.find("default_factory"); at != m.end()) return call(at->second, {});
  return std::nullopt;
}

/// An access to a member of a value.
struct DslInterpreter::Attribute {
  DslInterpreter& d;
  const Value& of;
  const std::string& name;

  struct Row {
    Kind kind;
    std::string_view names;
    std::optional<Value> (*run)(const Attribute&);
  };
  static std::span<const Row> rows();
  Value of_super() const;
  Value of_object() const;
  Value of_class() const;
  Value of_symbol() const;
  Value of_function(const DslFunction&) const;
  Value of_python() const;

  Value method() const { return method_of(of, name); }
  Value text(std::string word) const { return Value::of(Kind::string, std::move(word)); }
  Value class_of() const {
    auto k = Value::of(Kind::klass);
    k.klass = of.object->of;
    return k;
  }
  Value default_of(const Value& field, const std::string& owner) const {
    return d.default_of(field).value_or(Value::unknown(message("{} has no {}", owner, name)));
  }
  /// Returns an additional member of a language object, a tuple or a member of an enumeration.
  std::optional<Value> own() const {
    if (!of.object) return std::nullopt;
    const auto at = of.object->members.find(name);
    return at != of.object->members.end() ? std::optional(at->second) : std::nullopt;
  }
};

/// Members that a kind of values has before all others.
std::span<const DslInterpreter::Attribute::Row> DslInterpreter::Attribute::rows() {
  static constexpr auto whole = [](const Attribute& c) -> std::optional<Value> { return Value::integer(c.of.number, c.of.dynamic); };
  static constexpr auto is_plain = [](const Value& of) { return !of.dynamic && !of.object; };
  static const Row table[] = {
      {Kind::object, "__dict__",
       [](const Attribute& c) { return !c.of.klass ? std::optional(c.d.dict_of_names(c.of, c.name)) : std::nullopt; }},
      {Kind::klass, "__name__", [](const Attribute& c) { return std::optional(c.text(c.of.klass->name)); }},
      {Kind::klass, "__mro__", [](const Attribute& c) { return std::optional(Value::unknown(c.d.not_read(c.name))); }},
      {Kind::symbol, "__name__",
       [](const Attribute& c) {
         const bool named = c.of.text == none_type || (!c.of.text.empty() && c.d.is_word_of_python(c.of.text));
         return named ? std::optional(c.text(c.of.text)) : std::nullopt;
       }},
      {Kind::bound, "__name__",
       [](const Attribute& c) { return c.of.function ? std::optional(c.of_function(*c.of.function)) : std::nullopt; }},
      {Kind::function, "__globals__",
       [](const Attribute& c) {
         auto scope = c.of.function->scope;
         while (scope->outer) scope = scope->outer;
         return std::optional(c.d.dict_of_names(scope, c.name));
       }},
      {Kind::real, "real", [](const Attribute& c) { return std::optional(c.of); }},
      {Kind::real, "imag", [](const Attribute&) { return std::optional(Value::real_number(0)); }},
      {Kind::integer, "real numerator", whole},
      {Kind::integer, "imag", [](const Attribute& c) { return is_plain(c.of) ? std::optional(Value::integer(0)) : std::nullopt; }},
      {Kind::integer, "denominator", [](const Attribute& c) { return is_plain(c.of) ? std::optional(Value::integer(1)) : std::nullopt; }},
  };
  return table;
}

DslValue DslInterpreter::Attribute::of_super() const {
  auto whole = of;
  whole.klass = nullptr;
  const auto* found = of.klass->find(name);
  if (found == nullptr || !found->is(Kind::function)) return found != nullptr ? *found : method_of(whole, name);
  if (found->function->is_static) return *found;
  if (found->function->of_value) return d.invoke(found->function, &whole, {});
  return method_of(whole, found->function);
}

DslValue DslInterpreter::Attribute::of_object() const {
  if (of.klass) return of_super();
  if (auto v = own()) return *std::move(v);
  if (!of.object->of) {
    if (auto v = d.host_attribute(of, name)) return *v;
    // A method of the iterator or other data.
    return method();
  }
  const auto& k = *of.object->of;
  const auto* found = k.find(name);
  if (const auto field = k.field_types.find(name); k.is_storage && field != k.field_types.end())
    return field->second.is(Kind::klass) ? d.structure_of(of, name, field->second) : d.field_of(of, name, field->second);
  if (found == nullptr) {
    if (name == "__class__") return class_of();
    if (of.object == d.supposed_) {
      // A member of an object that the program creates elsewhere: the user may set it.
      const auto whole = "self." + name;
      if (const auto* set = d.entries_.setting(whole)) return d.from_setting(*set, nullptr);
      return Value::unknown(message("the file does not give the argument {}; use --set {}=…", whole, whole));
    }
    if (auto own = d.call_special(of, "__getattr__", {{text(name)}, {}})) return *own;
    if (k.other_base.empty() && !k.is_enum && !k.is_storage && !name.starts_with('_') && d.in_classes_of_program(k))
      return d.fails("AttributeError", message("{} has no {}", k.name, name));
    return method();
  }
  if (special(*found, "__get__") != nullptr) return *d.call_special(*found, "__get__", {{of, class_of()}, {}});
  if (is_field(*found)) return default_of(*found, k.name);
  if (!found->is(Kind::function) || found->function->is_static) return *found;
  if (!found->function->of_value) return method_of(of, found->function);
  auto v = d.invoke(found->function, &of, {});
  if (found->function->keeps_value) d.set_member(of, name, v);
  return v;
}

DslValue DslInterpreter::Attribute::of_class() const {
  const auto& k = *of.klass;
  const auto* found = k.find(name);
  if (found == nullptr && k.is_storage && name == "size_in_bytes") return method();
  if (found == nullptr) {
    if (auto v = d.host_attribute(of, name)) return *v;
    const bool known = k.other_base.empty() && d.in_classes_of_program(k) && !name.starts_with('_');
    const auto why = message("{} has no {}", k.name, name);
    return known ? d.fails("AttributeError", why) : Value::unknown(why);
  }
  if (is_field(*found)) return default_of(*found, k.name);
  if (special(*found, "__get__") != nullptr) return *d.call_special(*found, "__get__", {{Value::none(), of}, {}});
  return found->is(Kind::function) && found->function->of_class ? method_of(of, found->function) : *found;
}

DslValue DslInterpreter::Attribute::of_symbol() const {
  if (of.text.empty()) return of;
  if (auto v = constant_of_module(of.text, name)) return *v;
  if (auto v = d.of_python_module(of.text + "." + name); v && v->is(Kind::klass)) return *v;
  if (auto v = d.module_member(of.text, name)) return *v;
  if (auto v = d.host_attribute(of, name)) return *v;
  return Value::of(Kind::symbol, of.text + "." + name);
}

DslValue DslInterpreter::Attribute::of_function(const DslFunction& f) const {
  if (name == "__name__" && !f.node.is("lambda")) return text(f.said_name.empty() ? std::string(last_part(f.name)) : f.said_name);
  return Value::unknown(d.not_read(fmt::format("{}.{}", f.name, name)));
}

/// Returns a method of one of Python's own types.
DslValue DslInterpreter::Attribute::of_python() const {
  const auto table = table_of(of);
  if (name == "__class__" && table) return Value::of(Kind::symbol, std::string(type_name(of)));
  if (table && row_in(*table, name) == nullptr && !name.starts_with("__") && of.lost() == nullptr && !of.dynamic && d.tries_ > 0)
    return d.fails("AttributeError", message("{} has no {}", type_name(of), name));
  return method();
}

DslValue DslInterpreter::attribute(const Value& of, const std::string& name) {
  const Attribute a{.d = *this, .of = of, .name = name};
  const bool counts = of.is_integer();
  if (counts || of.is(Kind::tuple))
    if (auto v = a.own()) return *std::move(v);
  for (const auto& row : Attribute::rows())
    if (row.kind == (counts ? Kind::integer : of.kind) && has_word(row.names, name))
      if (auto v = row.run(a)) return *v;
  switch (of.kind) {
    case Kind::unknown: return names_in(of) != nullptr && has_word("get keys values items copy", name) ? a.method() : of;
    case Kind::object: return a.of_object();
    case Kind::klass: return a.of_class();
    case Kind::symbol: return a.of_symbol();
    case Kind::cute:
    case Kind::type: return layout_attribute(of, name);
    case Kind::range:
      if (const auto at = std::ranges::find(range_members, name); at != std::end(range_members))
        return (*of.items)[static_cast<std::size_t>(at - std::begin(range_members))];
      return a.of_python();
    case Kind::real:
    case Kind::none:
    case Kind::string:
    case Kind::list:
    case Kind::dict:
    case Kind::set:
    case Kind::view: return a.of_python();
    case Kind::function: return a.of_function(*of.function);
    case Kind::integer:
    case Kind::boolean: return of.dynamic || of.object ? a.method() : a.of_python();
    default: return a.method();
  }
}

}  // namespace app
