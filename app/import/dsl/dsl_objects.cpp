// Python's functions of objects and types, of functions, and of what enumerations and dataclasses are made of.

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

DslValue DslInterpreter::is_instance(std::string_view name, const Value& of, const Value& types) {
  if (of.lost() != nullptr) return Value::unknown(*of.lost());
  if (!of.is_known() || of.is_computed()) return of;
  bool known = true;
  const auto is = [&](const Value& type) {
    if (!type.is(Kind::klass) && !type.is(Kind::type) && (!type.is(Kind::symbol) || type.text.empty())) {
      known = false;
      return false;
    }
    const auto word = type.is(Kind::klass) ? std::string_view(type.klass->name) : last_part(type.text);
    const std::function<bool(const DslClass&)> has = [&](const DslClass& k) {
      return k.name == word || std::ranges::any_of(k.bases, [&](const auto& b) { return has(*b); });
    };
    if (word == "object") return true;
    if (of.is(Kind::object) && of.object->of && word == "tuple") return of.object->of->other_base == word;
    if (of.is(Kind::object) && of.object->of) return has(*of.object->of);
    if (of.is(Kind::klass)) return has(*of.klass);
    if (of.is(Kind::symbol) && name == "issubclass") {
      const auto last = last_part(of.text);
      if (const auto* ours = library_class(last)) return has(*ours);
      known &= last == word;
      return last == word;
    }
    if (word == "Numeric" || word == "NumericMeta") return of.is(Kind::type);
    if (word == "int") return of.is_integer() && !of.dynamic;
    if (of.is_integer() && of.object && of.object->of) return has(*of.object->of);
    if (word == "range") return of.is(Kind::range);
    if (word == "set") return of.is(Kind::set);
    if (word == "NoneType") return of.is(Kind::none);
    if (word == "Callable") return of.is(Kind::function) || of.is(Kind::bound) || of.is(Kind::klass);
    if (word == "Sequence") return of.is_sequence() || of.is(Kind::string) || of.is(Kind::range);
    if (word == "Iterable")
      return of.is_sequence() || of.is(Kind::string) || of.is(Kind::range) || of.is(Kind::dict) || of.is(Kind::set) ||
             of.is(Kind::iterator);
    if (word == "Mapping") return of.is(Kind::dict);
    if (word == "Int32" || word == "Integer" || word == "Int64") return of.is(Kind::integer) && of.dynamic;
    if (word == "bool") return of.is(Kind::boolean);
    if (word == "float") return of.is(Kind::real);
    if (word == "str") return of.is(Kind::string);
    if (word == "tuple") return of.is(Kind::tuple);
    if (word == "list") return of.is(Kind::list);
    if (word == "dict") return of.is(Kind::dict);
    if (of.is(Kind::cute)) {
      const auto v = value_of(of);
      if (v && word == "Tensor") return std::holds_alternative<algebra::Tensor>(*v);
      if (v && word == "Layout") return std::holds_alternative<algebra::Layout>(*v);
      if (v && word == "ComposedLayout")
        return std::holds_alternative<algebra::ComposedLayout>(*v) || std::holds_alternative<algebra::ComposedFunction>(*v);
      if (v && word == "TiledMma") return std::holds_alternative<algebra::TiledMma>(*v);
      if (v && word == "TiledCopy") return std::holds_alternative<algebra::TiledCopy>(*v);
    }
    if (of.is(Kind::symbol) || !of.is_known()) known = false;
    return of.is(Kind::object) && last_part(of.object->library) == word;
  };
  bool found = false;
  for (const auto& t : types.is(Kind::tuple) ? *types.items : DslItems{types}) found |= is(t);
  return known || found ? Value::boolean(found) : Value::unknown(message("it is not known here whether {}", name));
}

std::optional<DslValue> DslInterpreter::object_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  const auto& a = given.all;
  if ((name == "isinstance" || name == "issubclass") && a.size() == 2) return is_instance(name, a[0], a[1]);
  if (name == "str" && dotted == name && a.size() <= 1) {
    if (a.empty()) return Value::of(Kind::string);
    return formatted(a[0], {});
  }
  if (name == "repr" && dotted == name && a.size() == 1) {
    const auto text = shown(a[0], true);
    return text ? text_value(*text) : a[0].undecided(not_read(name));
  }
  if (name == "format" && dotted == name && (a.size() == 1 || (a.size() == 2 && a[1].is(Kind::string))))
    return formatted(a[0], a.size() == 2 ? std::string_view(a[1].text) : std::string_view());
  if (name == "id" && dotted == name) return Value::unknown(not_read(name));
  if (name == "callable" && a.size() == 1 && a[0].is_known() && !a[0].is(Kind::symbol))
    return Value::boolean(a[0].is(Kind::function) || a[0].is(Kind::klass) || a[0].is(Kind::bound) || special(a[0], "__call__") != nullptr);
  if (name == "hasattr" && a.size() == 2 && a[1].is(Kind::string)) {
    if (a[0].is(Kind::object) && a[0].object != supposed_ && (!a[0].object->of || a[0].object->of->other_base.empty()))
      return Value::boolean(a[0].object->members.contains(a[1].text) || (a[0].object->of && a[0].object->of->find(a[1].text) != nullptr));
    if (a[0].is(Kind::klass) && a[0].klass->other_base.empty()) return Value::boolean(a[0].klass->find(a[1].text) != nullptr);
    return a[0].undecided(message("it is not known here whether {}", name));
  }
  if (name == "getattr" && a.size() >= 2 && a[1].is(Kind::string)) {
    if (a.size() == 3 && a[0].is(Kind::object) && a[0].object != supposed_ && !a[0].object->members.contains(a[1].text) &&
        (!a[0].object->of || (a[0].object->of->find(a[1].text) == nullptr && a[0].object->of->other_base.empty())) &&
        special(a[0], "__getattr__") == nullptr)
      return a[2];
    return attribute(a[0], a[1].text);
  }
  if ((name == "setattr" || name == "__setattr__" || name == "delattr") && a.size() >= 2) {
    if (a[1].is(Kind::string) && name != "delattr" && a.size() == 3) {
      if (a[0].is(Kind::object)) return set_member(a[0], a[1].text, a[2]), Value::none();
      if (a[0].is(Kind::klass) || a[0].is(Kind::function) || a[0].is(Kind::symbol))
        return assign_member(a[0], a[1].text, a[2], line_, {}), Value::none();
    }
    if (a[1].is(Kind::string) && name == "delattr" && a[0].is(Kind::object))
      return put({Place::Of::member, a[0].object, a[1].text}, std::nullopt), Value::none();
    lose(a[0], not_read(name));
    return Value::none();
  }
  if ((name == "exec" || name == "eval") && dotted == name) {
    // They may change any name; a function or a class only where its name is in their text.
    const auto why = not_read(name);
    const auto* text = !a.empty() && a[0].is(Kind::string) ? &a[0].text : nullptr;
    for (auto s = frame().scope; s; s = s->outer) {
      s->lost = why;
      lose_names(s, why, 0, [&](const std::string& n) {
        const auto& v = s->names.at(n);
        return text == nullptr || text->find(n) != std::string::npos || !(v.is(Kind::function) || v.is(Kind::klass));
      });
    }
    lose(given, why);
    return Value::unknown(why);
  }
  if ((name == "globals" || name == "locals" || name == "vars") && dotted == name && a.empty()) {
    auto scope = frame().scope;
    while (scope->outer && (name == "globals" || scope->of_comprehension)) scope = scope->outer;
    if (!scope->outer || !frame().function) return dict_of_names(scope, name);
    // Of a function it is another dict, with what its names are.
    return some_of(scope->names, not_read(name));
  }
  if (name == "vars" && dotted == name && a.size() == 1)
    return a[0].is(Kind::object) && !a[0].klass ? dict_of_names(a[0], name) : a[0].undecided(not_read(name));
  if ((name == "copy" || name == "deepcopy") && dotted.starts_with("copy.") && a.size() == 1) {
    const auto of = a[0];
    const bool flat = !of.items || std::ranges::none_of(*of.items, [](const Value& v) { return v.items || v.pairs || v.object; });
    if (of.is_integer() || of.is(Kind::real) || of.is(Kind::string) || of.is(Kind::none) || (of.is(Kind::tuple) && flat)) return of;
    if (of.is(Kind::list) && (flat || name == "copy")) return Value::list(*of.items);
    if (of.is(Kind::dict) && name == "copy") return of.apart();
    if (of.is(Kind::object) && of.object->of && name == "copy" && special(of, "__copy__") == nullptr) {
      auto v = of;
      v.object = made<DslObject>(*of.object);
      return v;
    }
    return of.undecided(not_read(dotted));
  }
  if (name == "attrgetter" || name == "itemgetter" || name == "methodcaller") return Value::unknown(not_read(dotted));
  if (name == "type" && a.size() == 1) {
    if (a[0].is(Kind::object) && a[0].object->of) {
      auto k = Value::of(Kind::klass);
      k.klass = a[0].object->of;
      return k;
    }
    if (a[0].object && a[0].object->of) return Value::unknown(not_read("type"));
    static constexpr std::pair<Kind, std::string_view> words[] = {{Kind::integer, "int"}, {Kind::boolean, "bool"}, {Kind::real, "float"},
                                                                  {Kind::string, "str"},  {Kind::tuple, "tuple"},  {Kind::list, "list"},
                                                                  {Kind::dict, "dict"},   {Kind::set, "set"},      {Kind::range, "range"}};
    for (const auto& [kind, word] : words)
      if (a[0].is(kind)) return Value::of(Kind::symbol, std::string(word));
    return Value::of(Kind::symbol, "type");
  }
  if (name == "super") {
    for (auto f = frames_.rbegin(); f != frames_.rend(); ++f) {
      const auto owner = f->function ? f->function->of.lock() : nullptr;
      if (!owner) continue;
      const auto parameters = f->function->node["parameters"].children();
      const auto self = parameters.empty() ? f->scope->names.end() : f->scope->names.find(name_of_parameter(parameters.front()).text());
      if (self == f->scope->names.end() || !self->second.is(Kind::object) || !self->second.object->of) break;
      const auto order = resolution_order(self->second.object->of);
      auto seen = self->second;
      seen.klass = made<DslClass>();
      if (const auto at = std::ranges::find(order, owner); at != order.end()) seen.klass->bases.assign(at + 1, order.end());
      return seen;
    }
    return Value::of(Kind::symbol, "super");
  }
  if ((name == "partial" || name == "partialmethod") && !a.empty()) {
    auto bound = Value::of(Kind::bound);
    bound.items = std::make_shared<DslItems>(a.begin() + 1, a.end());
    bound.named = std::make_shared<DslNames>();
    if (a[0].is(Kind::function)) bound.function = a[0].function;
    else if (a[0].is(Kind::klass)) bound.klass = a[0].klass;
    else if (a[0].is(Kind::symbol)) bound.text = a[0].text, bound.object = made<DslObject>();
    else if (a[0].is(Kind::bound)) {
      bound = a[0];
      bound.items = std::make_shared<DslItems>(*a[0].items);
      for (std::size_t i = 1; i < a.size(); ++i) into(*bound.items, bound.items->end(), a[i]);
      bound.named = std::make_shared<DslNames>(a[0].named ? *a[0].named : DslNames{});
    } else {
      return a[0].is_known() ? Value::of(Kind::symbol, "partial") : a[0];
    }
    for (const auto& [n, v] : given.named) (*bound.named)[n] = v;
    return bound;
  }
  if (name == "const_expr" && a.size() == 1) return a[0];
  // Of a dataclass: what it is where nothing is given.
  if (name == "field" && a.empty()) {
    if (const auto* usual = given.find("default")) return *usual;
    if (const auto* factory = given.find("default_factory")) return call(*factory, {});
    return Value::computed();
  }
  if (name == "SimpleNamespace" || name == "Namespace") {
    auto v = library_object(std::string(name));
    for (const auto& [n, value] : given.named) v.object->members[n] = value;
    return v;
  }
  if (name == "replace" && !a.empty() && a[0].is(Kind::object)) {
    auto v = a[0];
    v.object = made<DslObject>(*a[0].object);
    for (const auto& [n, value] : given.named) v.object->members[n] = value;
    return v;
  }
  if ((name == "astuple" || name == "asdict") && a.size() == 1 && a[0].is(Kind::object) && a[0].object->of && a[0].object->of->is_data) {
    DslItems all;
    auto dict = Value::dict();
    for (const auto& field : a[0].object->of->fields) {
      const auto at = a[0].object->members.find(field);
      if (at == a[0].object->members.end() || at->second.items || at->second.pairs || at->second.object)
        return Value::unknown(not_read(dotted));
      all.push_back(at->second);
      set_key(*dict.pairs, Value::of(Kind::string, field), at->second);
    }
    return name == "astuple" ? Value::tuple(std::move(all)) : dict;
  }
  // Each member of an enumeration is another.
  if (name == "auto" && a.empty()) return Value::of(Kind::symbol, fmt::format("auto.{}", ++enumerated_));
  if (name == "print" || name == "printf") return Value::none();
  return std::nullopt;
}

}  // namespace app
