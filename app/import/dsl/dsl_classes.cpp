// Functions and classes as they are defined, their decorators, and the objects that classes make.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <array>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Decorators that leave a function what it is, as far as its values go.
bool keeps_function(std::string_view name) {
  static constexpr std::array<std::string_view, 20> known{
      "kernel", "jit",       "dsl_user_op", "staticmethod", "classmethod", "property",       "cached_property",
      "wraps",  "lru_cache", "cache",       "override",     "overload",    "abstractmethod", "no_type_check",
      "final",  "setter",    "getter",      "deprecated",   "native",      "struct"};
  return std::ranges::find(known, name) != known.end();
}

bool keeps_class(std::string_view name) {
  static constexpr std::array<std::string_view, 9> known{"dataclass", "mlir_namedtuple",   "struct",     "total_ordering", "unique",
                                                         "final",     "runtime_checkable", "deprecated", "native_struct"};
  return std::ranges::find(known, name) != known.end();
}

}  // namespace

/// `@a @b(1) def f` is a(b(1)(f)).
DslValue DslInterpreter::decorated_by(SyntaxNode decorated, Value v, bool is_class) {
  if (!decorated) return v;
  auto decorators = decorated.children();
  std::ranges::reverse(decorators);
  for (const auto& d : decorators) {
    if (!d.is("decorator") || d.children().empty()) continue;
    const auto whole = first_of(d);
    const auto what = whole.is("call") ? whole["function"] : whole;
    const auto last = last_part(what.text());
    auto by = what.is("identifier") || what.is("attribute") ? name(what.text().substr(0, what.text().find('.'))) : Value{};
    // Those of libraries that are known, and of torch, pytest and the DSL, of which the function stays what it is.
    if (by.is(Kind::symbol) && v.is(Kind::function)) keep_of_decorator(whole, last, *v.function);
    if ((by.is(Kind::symbol) && !of_python_module(by.text)) || !by.is_known()) {
      if (is_class ? keeps_class(last) : keeps_function(last)) continue;
      static constexpr std::array<std::string_view, 7> others{"torch", "pytest", "cute", "cutlass", "typing", "triton", "atexit"};
      const auto first = std::string_view(by.text).substr(0, by.text.find('.'));
      if (by.is(Kind::symbol) && std::ranges::find(others, first) != others.end()) continue;
    } else if (what.is("attribute") && (last == "setter" || last == "deleter" || last == "getter" || last == "jit" || last == "kernel")) {
      continue;
    }
    const auto decorator = evaluate(whole);
    if ((decorator.is(Kind::symbol) && !of_python_module(decorator.text)) || decorator.is(Kind::cute) || !decorator.is_known()) {
      v = Value::unknown(decorator.is_known() ? message("line {}: {} is not followed here", d.line(), d.text()) : decorator.why);
      continue;
    }
    line_ = d.line();
    v = call(decorator, {{v}, {}});
  }
  return v;
}

/// What a decorator of Python's library makes of a function besides leaving it what it is: @lru_cache(2), @wraps(f).
void DslInterpreter::keep_of_decorator(SyntaxNode decorator, std::string_view name, DslFunction& f) {
  const auto given = decorator.is("call") ? arguments(decorator["arguments"]) : Arguments{};
  f.keeps_value |= name == "cached_property";
  if (name == "wraps" && !given.all.empty()) {
    const auto of = attribute(given.all.front(), "__name__");
    if (of.is(Kind::string)) f.said_name = of.text;
  }
  if (name != "lru_cache" && name != "cache") return;
  const auto* most = given.at(0, "maxsize");
  if (most != nullptr && !most->is_integer() && !most->is(Kind::none)) return;
  f.memo = made<DslItems>();
  constexpr std::size_t usual = 128;
  f.most_kept = name == "cache" || (most != nullptr && most->is(Kind::none)) ? DslItems::most
                : most != nullptr ? static_cast<std::size_t>(std::max<std::int64_t>(most->number, 0))
                                  : usual;
}

/// What the code of a function gives a value, so that a name of it is no other's.
std::shared_ptr<const std::set<std::string, std::less<>>> DslInterpreter::locals_of(SyntaxNode function) {
  auto all = std::make_shared<std::set<std::string, std::less<>>>();
  std::set<std::string, std::less<>> others;
  const auto add = [&](SyntaxNode target) {
    target.walk([&](const SyntaxNode& n) {
      if (n.is("identifier")) all->emplace(n.text());
      return !n.is("attribute") && !n.is("subscript") && !n.is("call");
    });
  };
  function["body"].walk([&](const SyntaxNode& n) {
    if (n.is("function_definition") || n.is("class_definition")) return all->emplace(n["name"].text()), false;
    if (n.is("lambda")) return false;
    if (n.is("assignment") || n.is("augmented_assignment") || n.is("for_statement")) add(n["left"]);
    if (n.is("named_expression")) add(n["name"]);
    if (n.is("global_statement") || n.is("nonlocal_statement"))
      for (const auto& c : n.children()) others.emplace(c.text());
    return true;
  });
  for (const auto& n : others) all->erase(n);
  return all;
}

void DslInterpreter::define_function(SyntaxNode definition, SyntaxNode decorated) {
  auto f = made<DslFunction>();
  const std::string name(definition["name"].text());
  f->name = name, f->node = definition, f->scope = frame().scope;
  bool sets = false;
  for (const auto& d : decorated.children()) {
    if (!d.is("decorator") || d.children().empty()) continue;
    auto what = first_of(d);
    if (what.is("call")) what = what["function"];
    const auto last = last_part(what.text());
    f->is_kernel |= last == "kernel";
    f->is_operation |= last == "dsl_user_op";
    f->is_jit |= last == "jit" || f->is_operation;
    f->is_static |= last == "staticmethod";
    f->of_class |= last == "classmethod";
    f->is_abstract |= last == "abstractmethod";
    f->of_value |= last == "property" || last == "cached_property";
    sets |= what.is("attribute") && (last == "setter" || last == "deleter");
  }
  f->in_jit = f->is_jit || f->is_kernel || (frame().function && frame().function->in_jit);
  f->locals = locals_of(definition);
  f->later = definition.has("async");
  f->yields = f->later || (definition["body"] && has_yield(definition["body"]));
  for (const auto& p : definition["parameters"].children())
    if (const auto value = p["value"]) f->defaults.emplace(std::string(p["name"].text()), evaluate(value));
  auto v = Value::of(Kind::function);
  v.function = f;
  if (in_library_ == 0) functions_.push_back(f);
  if (sets) {
    // `@x.setter` belongs to the property x.
    if (const auto at = frame().scope->names.find(name); at != frame().scope->names.end() && at->second.is(Kind::function)) {
      auto property = at->second;
      property.function = made<DslFunction>(*at->second.function);
      property.function->setter = f;
      set(name, std::move(property));
    }
    return;
  }
  set(name, decorated_by(decorated, std::move(v), false));
}

void DslInterpreter::define_class(SyntaxNode definition, SyntaxNode decorated) {
  auto k = made<DslClass>();
  const std::string name(definition["name"].text());
  k->name = name;
  for (const auto& d : decorated.children()) {
    if (!d.is("decorator") || d.children().empty()) continue;
    auto what = first_of(d);
    if (what.is("call")) what = what["function"];
    k->is_data |= last_part(what.text()) == "dataclass" || last_part(what.text()) == "mlir_namedtuple";
    if (last_part(what.text()) == "dataclass" && first_of(d).is("call")) {
      const auto given = arguments(first_of(d)["arguments"]);
      const auto holds = [&](std::string_view word) { return given.find(word) != nullptr && truth(*given.find(word)) == true; };
      k->is_frozen = holds("frozen"), k->is_ordered = holds("order");
    }
    k->completes_order |= last_part(what.text()) == "total_ordering";
    k->is_storage |= last_part(what.text()) == "struct";
  }
  Arguments keywords;
  std::optional<Message> not_made;
  for (const auto& b : definition["superclasses"].children()) {
    if (b.is("keyword_argument")) {
      const auto value = evaluate(b["value"]);
      // A metaclass of the program makes of it what it likes.
      if (b["name"].text() != "metaclass") keywords.named.emplace_back(std::string(b["name"].text()), value);
      else if (value.is(Kind::klass)) not_made = not_read(b.text());
      continue;
    }
    const auto base = evaluate(b);
    if (base.is(Kind::klass)) {
      k->bases.push_back(base.klass);
      k->fields.insert(k->fields.end(), base.klass->fields.begin(), base.klass->fields.end());
      for (const auto& [n, t] : base.klass->field_types) k->field_types.emplace(n, t);
      k->is_data |= base.klass->is_data;
      k->is_frozen |= base.klass->is_frozen, k->completes_order |= base.klass->completes_order;
      k->is_abstract |= base.klass->is_abstract;
      k->is_enum |= base.klass->is_enum;
      if (k->other_base.empty()) k->other_base = base.klass->other_base;
    } else {
      const auto last = last_part(b.text());
      k->is_abstract |= last == "ABC";
      k->is_data |= last == "NamedTuple" || last == "ParamsBase" || last == "ArgumentsBase";
      const bool counts = last == "IntEnum" || last == "IntFlag";
      k->is_enum |= counts || last == "Enum" || last == "Flag" || last == "StrEnum";
      if (counts) k->other_base = "int";
      else if (last == "NamedTuple") k->other_base = "tuple";
      else if (last == "StrEnum") k->other_base = "str";
      else if (!k->is_enum && !k->is_data && last != "object" && last != "ABC" && last != "Protocol" && !last.starts_with("Generic"))
        k->other_base = base.is(Kind::symbol) && !base.text.empty() ? base.text : std::string(b.text());
    }
  }
  // Its body is run in a scope of its own, which methods do not see.
  auto scope = made<DslScope>();
  scope->outer = frame().scope, scope->of_class = true;
  const auto first = functions_.size();
  // One within a function, such as a structure in shared memory, is sized by the function's layouts.
  const bool within = frame().listed && frame().section != "<module>";
  frames_.push_back({.section = within ? frame().section : name, .scope = scope, .listed = within, .on_device = false});
  std::vector<std::string> order;
  for (const auto& s : definition["body"].children()) {
    if (s.is("expression_statement") && !s.children().empty() && first_of(s).is("assignment")) {
      const auto a = first_of(s);
      order.emplace_back(a["left"].text());
      if (const auto type = a["type"]) {
        const std::string field(a["left"].text());
        // It is of the class, no field.
        if (type.text().find("ClassVar") != std::string_view::npos) {
          statement(s);
          continue;
        }
        if (std::ranges::find(k->fields, field) == k->fields.end()) k->fields.push_back(field);
        k->field_types[field] = evaluate(type.children().empty() ? type : first_of(type));
      }
    }
    statement(s);
  }
  k->members = std::move(scope->names);
  frames_.pop_back();
  for (auto i = first; i < functions_.size(); ++i)
    if (functions_[i]->scope == scope) functions_[i]->name = name + "." + functions_[i]->name;
  const auto owned = [&](const std::shared_ptr<DslFunction>& f, const std::string& n) {
    f->scope = frame().scope, f->of = k;
    if (in_library_ > 0) f->name = name + "." + n;
  };
  for (auto& [n, v] : k->members)
    if (v.is(Kind::function) && v.function->scope == scope) {
      owned(v.function, n);
      if (v.function->setter) owned(v.function->setter, n);
    }
  if (k->is_enum) make_enumerators(k, order);
  auto v = Value::of(Kind::klass);
  v.klass = k;
  for (const auto& n : order)
    if (const auto at = k->members.find(n); at != k->members.end() && special(at->second, "__set_name__") != nullptr)
      call_special(Value(at->second), "__set_name__", {{v, Value::of(Kind::string, n)}, {}});
  for (const auto& base : k->bases)
    if (const auto* init = base->find("__init_subclass__"); init != nullptr && init->is(Kind::function)) {
      invoke(init->function, &v, keywords);
      break;
    }
  if (not_made) v = Value::unknown(*not_made);
  set(name, decorated_by(decorated, std::move(v), true));
}

/// Members of an enumeration: of IntEnum they are numbers, else objects, each with its name and its value.
void DslInterpreter::make_enumerators(const std::shared_ptr<DslClass>& k, const std::vector<std::string>& order) {
  const bool counts = k->other_base == "int";
  const bool constructs = k->find("__init__") != nullptr || k->find("__new__") != nullptr;
  std::int64_t last = 0;
  for (const auto& name : order) {
    const auto at = k->members.find(name);
    if (name.starts_with("_") || at == k->members.end() || at->second.is(Kind::function)) continue;
    auto value = at->second;
    if (constructs) {
      at->second = Value::unknown(not_followed(Message("an enumeration with a constructor")));
      continue;
    }
    if (value.is(Kind::symbol) && value.text.starts_with("auto.")) value = Value::integer(last + 1);
    if (value.is_integer()) last = value.number;
    auto member = counts ? value : Value::of(Kind::object);
    // Two names of one value are one member.
    const auto alias = std::ranges::find_if(
        k->enumerators, [&](const std::string& other) { return equal(k->members.at(other).object->members.at("value"), value); });
    if (alias != k->enumerators.end()) {
      at->second = k->members.at(*alias);
      continue;
    }
    member.object = made<DslObject>({.of = k, .library = {}, .members = {}, .arguments = {}});
    member.object->members = {
        {"name", Value::of(Kind::string, name)}, {"value", value}, {"_value_", value}, {"_name_", Value::of(Kind::string, name)}};
    at->second = std::move(member);
    k->enumerators.push_back(name);
  }
}

const DslValue* DslInterpreter::special(const Value& object, std::string_view name) {
  if (!object.is(Kind::object) || !object.object->of) return nullptr;
  const auto* found = object.object->of->find(name);
  return found != nullptr && found->is(Kind::function) ? found : nullptr;
}

std::optional<DslValue> DslInterpreter::call_special(const Value& object, std::string_view name, Arguments given) {
  const auto* method = special(object, name);
  if (method == nullptr) return std::nullopt;
  return invoke(method->function, &object, given);
}

DslValue DslInterpreter::make_object(const std::shared_ptr<DslClass>& k, const Arguments& given) {
  if (k->is_enum) {
    // Color(2) is the member with that value.
    if (given.all.size() != 1) return Value::unknown(not_read(k->name));
    for (const auto& name : k->enumerators) {
      const auto& member = k->members.at(name);
      if (given.all[0].object && given.all[0].object == member.object) return member;
      const auto is = same(member.object->members.at("value"), given.all[0]);
      if (!is) return given.all[0].undecided(not_read(k->name));
      if (*is) return member;
    }
    return fails("ValueError", message("{} has no such value", k->name));
  }
  if (const auto* own = k->find("__new__"); own != nullptr && in_library_ == 0) {
    lose(given, not_read("__new__"));
    return Value::unknown(not_read("__new__"));
  }
  if (k->is_abstract && tries_ > 0)
    for (const auto& c : resolution_order(k))
      for (const auto& [name, member] : c->members)
        if (const auto* found = k->find(name); found->is(Kind::function) && found->function->is_abstract)
          return fails("TypeError", message("{} has no {}", k->name, name));
  auto v = Value::of(Kind::object);
  v.object = made<DslObject>({.of = k, .library = {}, .members = {}, .arguments = given.all});
  if (k->is_storage) return v;
  const auto* base = builtin("BaseException");
  const bool is_exception =
      base != nullptr && k->find("with_traceback") == base->klass->find("with_traceback") && k->find("with_traceback") != nullptr;
  if (is_exception) v.object->members["args"] = given.unclear.empty() ? Value::tuple(given.all) : Value::unknown(given.unclear);
  // Of one that is not listed its constructor is run once more, for its entries.
  if (in_library_ == 0 && !is_exception && !running_orphans_ && silent_ == 0 && frames_.size() < 11)
    objects_.insert_or_assign(k.get(), v.object);
  if (const auto* init = k->find("__init__"); init != nullptr && init->is(Kind::function)) {
    invoke(init->function, &v, given);
  } else if (k->is_data || !k->fields.empty()) {
    if (k->is_data && given.all.size() > k->fields.size())
      return fails("TypeError", message("{} is given {} arguments, and takes {}", k->name, given.all.size(), k->fields.size()));
    // What the constructor does not take has no place.
    std::size_t place = 0;
    for (const auto& field : k->fields) {
      const auto* own = k->find(field);
      const bool takes =
          own == nullptr || !is_field(*own) || !own->object->members.contains("init") || truth(own->object->members.at("init")) != false;
      const auto i = takes ? place++ : given.all.size();
      if (!given.unclear.empty() && given.find(field) == nullptr) v.object->members[field] = Value::unknown(given.unclear);
      else if (const auto* a = given.at(i, field)) v.object->members[field] = *a;
      else if (const auto* usual = k->find(field); usual != nullptr && is_field(*usual)) {
        if (auto value = default_of(*usual)) v.object->members[field] = std::move(*value);
      } else if (usual != nullptr) v.object->members[field] = usual->apart();
      else if (k->is_data && tries_ > 0 && given.unclear.empty())
        return fails("TypeError",
                     message("{} is given {} arguments, and takes {}", k->name, given.all.size() + given.named.size(), k->fields.size()));
    }
    const auto unused = [&](const auto& n) { return std::ranges::find(k->fields, n.first) == k->fields.end(); };
    if (k->is_data && tries_ > 0 && std::ranges::any_of(given.named, unused))
      return fails("TypeError",
                   message("{} is given {} arguments, and takes {}", k->name, given.all.size() + given.named.size(), k->fields.size()));
    if (const auto* post = k->find("__post_init__"); post != nullptr && post->is(Kind::function)) invoke(post->function, &v, {});
  } else {
    if (tries_ > 0 && k->other_base.empty() && in_classes_of_program(*k) && given.unclear.empty() &&
        given.all.size() + given.named.size() > 0)
      return fails("TypeError", message("{} is given {} arguments, and takes {}", k->name, given.all.size() + given.named.size(), 0));
    for (const auto& [name, a] : given.named) v.object->members[name] = a;
  }
  return v;
}

}  // namespace app
