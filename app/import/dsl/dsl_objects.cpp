// Python's functions of objects, types and functions, and those for enumerations and dataclasses.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Types that Python's own data have in addition to the one of their name.
constexpr struct {
  std::string_view names, own;
} wider_types[] = {{"int", "bool"},
                   {"Integral", "bool int"},
                   {"Real", "int float"},
                   {"Number", "bool int float"},
                   {"Sequence", "str tuple list range"},
                   {"MutableSequence", "list"},
                   {"Mapping MutableMapping", "dict"},
                   {"Set", "set frozenset"},
                   {"Sized", "str tuple list dict"},
                   {"Iterable", "str tuple list range dict set frozenset dict_keys dict_values dict_items"},
                   {"Callable", "function"}};

/// Names of metaclasses, of the DSL's number types, and of abstract iterables.
constexpr std::string_view types_of_types = "type Callable", types_of_numbers = "Numeric NumericMeta", types_of_truth = "bool Boolean",
                           types_of_integers = "Int32 Integer Int64", types_of_iterators = "Iterable Iterator",
                           types_of_items = "tuple list dict set", callable = "Callable";

template <class... T>
bool holds_one_of(const algebra::Value& v) {
  return (std::holds_alternative<T>(v) || ...);
}

/// The DSL's classes for values of the language.
constexpr Named<bool(const algebra::Value&)> classes_of_language[] = {
    {"Tensor", holds_one_of<algebra::Tensor>},
    {"Layout", holds_one_of<algebra::Layout>},
    {"ComposedLayout", holds_one_of<algebra::ComposedLayout, algebra::ComposedFunction>},
    {"TiledMma", holds_one_of<algebra::TiledMma>},
    {"TiledCopy", holds_one_of<algebra::TiledCopy>}};

bool is_type_of_python(std::string_view word) {
  static constexpr std::string_view words[] = {"int",   "float", "bool",      "str",   "tuple",    "list",     "dict",    "set",
                                               "range", "slice", "frozenset", "bytes", "NoneType", "function", "complex", "type"};
  return std::ranges::find(words, word) != std::end(words) || row_in(wider_types, word) != nullptr;
}

/// The enumeration of a library's constant, "CtaGroup" of "cutlass.cute.nvgpu.tcgen05.CtaGroup.ONE"; "" of another name.
std::string_view enumeration_of(std::string_view name) {
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto end = name.rfind('.');
  if (!name.starts_with("cutlass.") || end + 1 >= name.size() || !is_upper(name[end + 1])) return {};
  const auto of = name.substr(0, end).substr(name.rfind('.', end - 1) + 1);
  return is_upper(of.front()) ? of : std::string_view();
}

}  // namespace

/// Returns whether a value is of a type or of a class derived from it; nullopt if it is unknown.
std::optional<bool> DslInterpreter::is_of_type(const Value& of, const Value& type, bool of_class) {
  if (!type.is(Kind::klass) && !type.is(Kind::type) && (!type.is(Kind::symbol) || type.text.empty())) return std::nullopt;
  const auto word = type.is(Kind::klass) ? std::string_view(type.klass->name) : last_part(type.text);
  const std::function<bool(const DslClass&)> has = [&](const DslClass& k) {
    return k.name == word || std::ranges::any_of(k.bases, [&](const auto& b) { return has(*b); });
  };
  const auto wider = [&](std::string_view own) {
    const auto* row = row_in(wider_types, word);
    return own == word || (row != nullptr && has_word(row->own, own));
  };
  if (word == "object") return true;
  if (of.is(Kind::object) && of.object->of && word == "tuple") return of.object->of->other_base == word;
  if (of.is(Kind::object) && of.object->of) {
    if (has(*of.object->of)) return true;
    if (word == callable) return special(of, "__call__") != nullptr;
    return !of.object->of->other_base.empty() && type.is(Kind::symbol) ? wider(last_part(of.object->of->other_base)) : false;
  }
  if (of_class && of.is(Kind::klass)) return has(*of.klass);
  if (of_class && of.is(Kind::symbol)) {
    const auto last = last_part(of.text);
    if (const auto* ours = library_class(last)) return has(*ours);
    if (wider(last)) return true;
    return is_type_of_python(last) && is_type_of_python(word) ? std::optional(false) : std::nullopt;
  }
  if (of.is(Kind::klass)) return has_word(types_of_types, word) || has(*of.klass);
  if (of.is(Kind::symbol) && is_type_of_python(of.text)) return has_word(types_of_types, word);
  if (has_word(types_of_numbers, word)) return of.is(Kind::type);
  if (of.dynamic && of.is_integer()) {
    if (has_word(types_of_truth, word)) return of.is(Kind::boolean);
    return of.is(Kind::integer) && has_word(types_of_integers, word);
  }
  if (of.is_integer() && of.object && of.object->of) return has(*of.object->of) || wider("int");
  if (of.is(Kind::bound)) return word == callable;
  if (of.is(Kind::iterator))
    return has_word(types_of_iterators, word)                ? std::optional(true)
           : type.is(Kind::klass) || is_type_of_python(word) ? std::optional(false)
                                                             : std::nullopt;
  if (const auto own = type_name(of); !own.empty()) return wider(own);
  if (of.is(Kind::cute)) {
    const auto v = value_of(of);
    if (const auto* row = row_in(classes_of_language, word); v && row != nullptr) return row->run(*v);
  }
  if (const auto enumeration = of.is(Kind::symbol) ? enumeration_of(of.text) : std::string_view(); !enumeration.empty()) {
    if (word == enumeration) return true;
    if (has_word(types_of_items, word)) return false;
  }
  if (of.is(Kind::symbol) || !of.is_known()) return std::nullopt;
  return of.is(Kind::object) && last_part(of.object->library) == word;
}

DslValue DslInterpreter::is_instance(std::string_view name, const Value& of, const Value& types) {
  if (of.lost() != nullptr) return Value::unknown(*of.lost());
  if (!of.is_known() || of.is_computed()) return of;
  bool known = true, found = false;
  const std::function<void(const Value&)> look = [&](const Value& type) {
    if (type.is(Kind::tuple)) {
      for (const auto& one : *type.items) look(one);
      return;
    }
    const auto is = is_of_type(of, type, name == "issubclass");
    known &= is.has_value();
    found |= is == true;
  };
  look(types);
  const bool no_type = types.is_integer() || types.is(Kind::string) || types.is(Kind::none) || types.is(Kind::list);
  if (no_type) return fails("TypeError", not_read(name));
  if (known || found) return Value::boolean(found);
  return Value::unknown(of.is(Kind::symbol) ? message("{} has no value here", of.text)
                                            : message("the condition of {} is not known here", name));
}

/// Returns whether an object has a member; nullopt if it is unknown.
std::optional<bool> DslInterpreter::has_member(const Value& of, const std::string& name) {
  if (special(of, "__getattr__") != nullptr) return std::nullopt;
  if (of.is(Kind::object) && of.object != supposed_ && (!of.object->of || of.object->of->other_base.empty())) {
    if (of.object->members.contains(name)) return true;
    const auto* found = of.object->of ? of.object->of->find(name) : nullptr;
    // Reading a property may raise an exception.
    if (found != nullptr && found->is(Kind::function) && found->function->of_value) return std::nullopt;
    return found != nullptr;
  }
  if (of.is(Kind::klass) && of.klass->other_base.empty()) return of.klass->find(name) != nullptr;
  if (const auto table = table_of(of); table && !of.dynamic) {
    static constexpr std::string_view members[] = {"real", "imag", "numerator", "denominator", "start", "stop", "step"};
    if (row_in(*table, name) != nullptr) return name != "value" && name != "to" && name != "ir_value";
    if (name.starts_with("__") || std::ranges::find(members, name) != std::end(members)) return std::nullopt;
    return false;
  }
  return std::nullopt;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::objects() {
  static const Row rows[] = {
      {"isinstance issubclass", ".of .types", [](DslInterpreter& d, const Given& g) { return d.is_instance(g.name, *g[0], *g[1]); }, true},
      {"str", ".of? encoding? errors?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[0] == nullptr) return Value::of(Kind::string);
         if (g[1] != nullptr || g[2] != nullptr) return d.unread(g);
         const auto text = special(*g[0], "__format__") != nullptr ? d.shown(*g[0]) : std::nullopt;
         return text ? d.text_value(*text) : d.formatted(*g[0], {});
       }},
      {"repr ascii", ".of",
       [](DslInterpreter& d, const Given& g) {
         const auto text = d.shown(*g[0], true);
         const bool plain =
             text && (g.name == "repr" || std::ranges::all_of(*text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
         return plain ? d.text_value(*text) : g[0]->undecided(d.not_read(g.name));
       }},
      {"format", ".of .spec?",
       [](DslInterpreter& d, const Given& g) {
         if (g[1] != nullptr && !g[1]->is(Kind::string)) return d.unfit(g);
         return d.formatted(*g[0], g[1] != nullptr ? std::string_view(g[1]->text) : std::string_view());
       }},
      {"id hash dir open input", "* **", [](DslInterpreter& d, const Given& g) { return d.unread(g); }},
      {"callable", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         if (!of.is_known() || of.is_computed()) return of;
         if (of.is(Kind::symbol))
           return of.text.find('.') == std::string::npos && d.is_word_of_python(of.text) ? Value::boolean(true) : d.unread(g);
         return Value::boolean(of.is(Kind::function) || of.is(Kind::klass) || of.is(Kind::bound) || of.is(Kind::type) ||
                               special(of, "__call__") != nullptr);
       },
       true},
      {"hasattr", ".of .name",
       [](DslInterpreter& d, const Given& g) {
         const auto has = g[1]->is(Kind::string) ? d.has_member(*g[0], g[1]->text) : std::nullopt;
         return has ? Value::boolean(*has) : g[0]->undecided(message("the condition of {} is not known here", g.name));
       },
       true},
      {"getattr", ".of .name .default?",
       [](DslInterpreter& d, const Given& g) {
         if (!g[1]->is(Kind::string)) return d.unfit(g);
         if (g[2] != nullptr && d.has_member(*g[0], g[1]->text) == false) return *g[2];
         return d.attribute(*g[0], g[1]->text);
       },
       true},
      {"setattr __setattr__", ".of .name .value",
       [](DslInterpreter& d, const Given& g) {
         const auto& of = *g[0];
         if (g[1]->is(Kind::string) && of.is(Kind::object)) {
           if (g.name == "setattr") d.assign_member(of, g[1]->text, *g[2], d.line_, {});
           else d.set_member(of, g[1]->text, *g[2]);
         } else if (g[1]->is(Kind::string) && (of.is(Kind::klass) || of.is(Kind::function) || of.is(Kind::symbol))) {
           d.assign_member(of, g[1]->text, *g[2], d.line_, {});
         } else {
           d.lose(of, d.not_read(g.name));
         }
         return Value::none();
       },
       true},
      {"delattr", ".of .name",
       [](DslInterpreter& d, const Given& g) {
         if (g[1]->is(Kind::string)) d.remove_member(*g[0], g[1]->text);
         else d.lose(*g[0], d.not_read(g.name));
         return Value::none();
       },
       true},
      {"exec eval", "* **",
       [](DslInterpreter& d, const Given& g) {
         // The code may change any name, but functions and classes only if their names occur in its text.
         const auto why = d.not_read(g.name);
         const auto& a = g.all.all;
         const auto* text = !a.empty() && a[0].is(Kind::string) ? &a[0].text : nullptr;
         for (auto s = d.frame().scope; s; s = s->outer) {
           s->lost = why;
           d.lose_names(s, why, 0, [&](const std::string& n) {
             const auto& v = s->names.at(n);
             return text == nullptr || text->find(n) != std::string::npos || !(v.is(Kind::function) || v.is(Kind::klass));
           });
         }
         d.lose(g.all, why);
         return Value::unknown(why);
       }},
      {"globals locals vars", ".of?",
       [](DslInterpreter& d, const Given& g) {
         if (g[0] != nullptr)
           return g[0]->is(Kind::object) && !g[0]->klass ? d.dict_of_names(*g[0], g.name) : g[0]->undecided(d.not_read(g.name));
         auto scope = d.frame().scope;
         while (scope->outer && (g.name == "globals" || scope->of_comprehension)) scope = scope->outer;
         if (!scope->outer || !d.frame().function) return d.dict_of_names(scope, g.name);
         // For a function the dict is a copy.
         return some_of(scope->names, d.not_read(g.name));
       }},
      {"type", ".of .bases? .members? **",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         if (g[1] != nullptr) return d.unread(g);
         auto k = Value::of(Kind::klass);
         if (of.is(Kind::object) && of.object->of) return k.klass = of.object->of, k;
         if (!of.is_known() || of.is_computed()) return of;
         if (of.object && of.object->of) return Value::unknown(d.not_read("type"));
         const auto word = of.dynamic || of.is(Kind::none) ? std::string_view() : type_name(of);
         if (of.is(Kind::none)) return Value::of(Kind::symbol, "NoneType");
         if (of.is(Kind::iterator)) return d.unread(g);
         return Value::of(Kind::symbol, word.empty() ? "type" : std::string(word));
       },
       true},
      {"super", "* **",
       [](DslInterpreter& d, const Given&) -> Value {
         for (auto f = d.frames_.rbegin(); f != d.frames_.rend(); ++f) {
           const auto owner = f->function ? f->function->of.lock() : nullptr;
           if (!owner) continue;
           const auto parameters = f->function->node["parameters"].children();
           const auto self =
               parameters.empty() ? f->scope->names.end() : f->scope->names.find(name_of_parameter(parameters.front()).text());
           if (self == f->scope->names.end() || !self->second.is(Kind::object) || !self->second.object->of) break;
           const auto order = resolution_order(self->second.object->of);
           auto seen = self->second;
           seen.klass = d.made<DslClass>();
           if (const auto at = std::ranges::find(order, owner); at != order.end()) seen.klass->bases.assign(at + 1, order.end());
           return seen;
         }
         return Value::of(Kind::symbol, "super");
       },
       true},
      {"print printf", "* **", [](DslInterpreter&, const Given&) { return Value::none(); }, true},
      {"const_expr", ".of", [](DslInterpreter&, const Given& g) { return *g[0]; }, true},
      {"cast", ".type .value", [](DslInterpreter&, const Given& g) { return *g[1]; }, true},
      {"chr", ".code",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is_integer()) return d.unfit(g);
         const auto code = g[0]->number;
         if (code < 0 || code > 0x10FFFF) return d.fails("ValueError", d.not_read(g.name));
         if (code >= 0xD800 && code < 0xE000) return d.unread(g);
         return Value::of(Kind::string, text_of_code(static_cast<std::uint32_t>(code)));
       }},
      {"ord", ".letter",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::string)) return d.unfit(g);
         const auto letters = d.elements(*g[0]);
         if (!letters || letters->size() != 1) return d.fails("TypeError", d.not_read(g.name));
         return Value::integer(code_of_text(g[0]->text));
       }},
      {"SimpleNamespace Namespace", "**",
       [](DslInterpreter& d, const Given& g) {
         auto v = d.library_object(std::string(g.name));
         for (const auto& [n, value] : g.all.named) v.object->members[n] = value;
         return v;
       },
       true},
  };
  return rows;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::copies() {
  static constexpr auto copied_deep = [](DslInterpreter& d, const Given& g) {
    std::map<const void*, Value> copied;
    auto v = d.deep_copy(*g[0], copied);
    return v ? *v : g[0]->undecided(d.not_read(fmt::format("copy.{}", g.name)));
  };
  static const Row rows[] = {
      {"copy", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         if (of.is(Kind::list)) return Value::list(*of.items);
         if (of.is(Kind::set)) return d.set_of(*of.items);
         if (of.is(Kind::dict)) return of.apart();
         if (!of.is(Kind::object) || !of.object->of || special(of, "__copy__") != nullptr) return copied_deep(d, g);
         auto v = of;
         v.object = d.made<DslObject>(*of.object);
         return v;
       }},
      {"deepcopy", ".of", copied_deep},
      {"partial partialmethod", ".function * **",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         const auto& a = g.all.all;
         auto bound = Value::of(Kind::bound);
         bound.items = std::make_shared<DslItems>(a.begin() + 1, a.end());
         bound.named = std::make_shared<DslNames>();
         if (of.is(Kind::function)) bound.function = of.function;
         else if (of.is(Kind::klass)) bound.klass = of.klass;
         else if (of.is(Kind::symbol)) bound.text = of.text, bound.object = d.made<DslObject>();
         else if (of.is(Kind::bound)) {
           bound = of;
           bound.items = std::make_shared<DslItems>(*of.items);
           for (std::size_t i = 1; i < a.size(); ++i) d.into(*bound.items, bound.items->end(), a[i]);
           bound.named = std::make_shared<DslNames>(of.named ? *of.named : DslNames{});
         } else {
           return of.is_known() ? Value::of(Kind::symbol, "partial") : of;
         }
         for (const auto& [n, v] : g.all.named) (*bound.named)[n] = v;
         return bound;
       },
       true},
      // The default of a dataclass field, which is made anew for each object.
      {"field", "* **",
       [](DslInterpreter& d, const Given& g) {
         auto v = d.library_object(std::string(field_of_class));
         for (const auto& [n, value] : g.all.named) v.object->members[n] = value;
         return v;
       },
       true},
      {"replace", ".of **",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::object)) return d.unfit(g);
         auto v = *g[0];
         v.object = d.made<DslObject>(*g[0]->object);
         for (const auto& [n, value] : g.all.named) {
           if (v.object->of && v.object->of->is_data && std::ranges::find(v.object->of->fields, n) == v.object->of->fields.end())
             return d.fails("TypeError", d.not_read(g.name));
           v.object->members[n] = value;
         }
         // The object is constructed anew.
         if (v.object->of && special(v, "__post_init__") != nullptr) d.call_special(v, "__post_init__", {});
         return v;
       },
       true},
      {"astuple asdict", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         if (!of.is(Kind::object) || !of.object->of || !of.object->of->is_data) return d.unfit(g);
         DslItems all;
         auto dict = Value::dict();
         for (const auto& field : of.object->of->fields) {
           const auto at = of.object->members.find(field);
           if (at == of.object->members.end()) return d.unread(g);
           // Nested values are copied. Nested objects, which Python would convert if they are dataclasses, are not supported.
           std::map<const void*, Value> copied;
           const auto v = at->second.object ? std::nullopt : d.deep_copy(at->second, copied);
           if (!v) return d.unread(g);
           all.push_back(*v);
           d.set_key(*dict.pairs, Value::of(Kind::string, field), *v);
         }
         return g.name == "astuple" ? Value::tuple(std::move(all)) : dict;
       },
       true},
      {"defaultdict", ".factory? .of? **",
       [](DslInterpreter& d, const Given& g) {
         Arguments rest{{}, g.all.named};
         if (g[1] != nullptr) rest.all.push_back(*g[1]);
         auto v = d.run_row(*row_in(sequences(), "dict"), "dict", nullptr, rest);
         if (v.is(Kind::dict) && g.set(0) != nullptr) v.pairs->factory = std::make_shared<Value>(*g[0]);
         return v;
       },
       true},
      // Each call gives another value.
      {"auto", "", [](DslInterpreter& d, const Given&) { return Value::of(Kind::symbol, fmt::format("auto.{}", ++d.enumerated_)); }, true},
  };
  return rows;
}

/// Returns a copy that shares no changeable data; nullopt for unknown values and those with a copy method of their own.
std::optional<DslValue> DslInterpreter::deep_copy(const Value& of, std::map<const void*, Value>& copied) {
  if (!of.is_known() || of.is(Kind::symbol) || of.is(Kind::iterator) || of.is(Kind::view) || of.lost() != nullptr) return std::nullopt;
  const void* key = of.items   ? static_cast<const void*>(of.items.get())
                    : of.pairs ? static_cast<const void*>(of.pairs.get())
                               : of.object.get();
  if (key == nullptr || of.is(Kind::range) || of.is(Kind::bound)) return of;
  if (const auto at = copied.find(key); at != copied.end()) return at->second;
  auto v = of;
  bool known = true;
  const auto inner = [&](const Value& i) {
    auto c = deep_copy(i, copied);
    known &= c.has_value();
    return c.value_or(Value{});
  };
  if (of.is(Kind::list) || of.is(Kind::set) || of.is(Kind::tuple)) {
    v.items = std::make_shared<DslItems>(*of.items);
    for (auto& i : *v.items) i = inner(i);
  } else if (of.is(Kind::dict)) {
    v.pairs = std::make_shared<DslPairs>(*of.pairs);
    for (auto& [k, i] : *v.pairs) k = inner(k), i = inner(i);
  } else if (of.is(Kind::object) && of.object->of && !of.object->of->is_enum && of.object->of->other_base.empty() &&
             special(of, "__deepcopy__") == nullptr && special(of, "__copy__") == nullptr) {
    v.object = made<DslObject>(*of.object);
    copied.emplace(key, v);
    for (auto& [n, i] : v.object->members) i = inner(i);
  } else if (!(of.object && of.object->of && of.object->of->is_enum)) {
    return std::nullopt;
  }
  copied.emplace(key, v);
  return known ? std::optional(v) : std::nullopt;
}

}  // namespace app
