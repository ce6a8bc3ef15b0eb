// Functions and classes as they are defined, their decorators, and the objects that classes make.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <array>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// A decorator or base class that leaves a function or class unchanged as far as values go, and the property that it marks.
template <class Of>
using Marking = Named<void(Of&)>;

constexpr Marking<DslFunction> function_decorators[] = {
    {"kernel", [](DslFunction& f) { f.is_kernel = true; }},
    {"jit", [](DslFunction& f) { f.is_jit = true; }},
    {"dsl_user_op", [](DslFunction& f) { f.is_operation = f.is_jit = true; }},
    {"staticmethod", [](DslFunction& f) { f.is_static = true; }},
    {"classmethod", [](DslFunction& f) { f.of_class = true; }},
    {"abstractmethod", [](DslFunction& f) { f.is_abstract = true; }},
    {"property cached_property", [](DslFunction& f) { f.of_value = true; }},
    {"wraps lru_cache cache override overload no_type_check final setter getter deprecated native struct"},
};

constexpr Marking<DslClass> class_decorators[] = {
    {"dataclass mlir_namedtuple", [](DslClass& k) { k.is_data = true; }},
    {"total_ordering", [](DslClass& k) { k.completes_order = true; }},
    {"struct", [](DslClass& k) { k.is_storage = true; }},
    {"unique final runtime_checkable deprecated native_struct"},
};

constexpr Marking<DslClass> bases_of_libraries[] = {
    {"ABC", [](DslClass& k) { k.is_abstract = true; }},
    {"NamedTuple", [](DslClass& k) { k.is_data = true, k.other_base = "tuple"; }},
    {"ParamsBase ArgumentsBase", [](DslClass& k) { k.is_data = true; }},
    {"Enum Flag", [](DslClass& k) { k.is_enum = true; }},
    {"IntEnum IntFlag", [](DslClass& k) { k.is_enum = true, k.other_base = "int"; }},
    {"StrEnum", [](DslClass& k) { k.is_enum = true, k.other_base = "str"; }},
    {"object Protocol"},
};

/// Marks the property of a table's row. Returns whether the table has the name.
template <class Of>
bool mark_by(std::span<const Marking<Of>> table, std::string_view name, Of& of) {
  const auto* row = row_in(table, name);
  if (row != nullptr && row->run != nullptr) row->run(of);
  return row != nullptr;
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
    // Decorators of known libraries, torch, pytest and the DSL leave the function as it is.
    if (by.is(Kind::symbol) && v.is(Kind::function)) keep_of_decorator(whole, last, *v.function);
    if ((by.is(Kind::symbol) && !of_python_module(by.text)) || !by.is_known()) {
      if (is_class ? row_in(class_decorators, last) != nullptr : row_in(function_decorators, last) != nullptr) continue;
      static constexpr std::array<std::string_view, 7> others{"torch", "pytest", "cute", "cutlass", "typing", "triton", "atexit"};
      const auto first = std::string_view(by.text).substr(0, by.text.find('.'));
      if (by.is(Kind::symbol) && std::ranges::find(others, first) != others.end()) continue;
    } else if (what.is("attribute") && has_word("setter deleter getter jit kernel", last)) {
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

/// Records properties that a decorator of Python's library adds to a function: @lru_cache(2), @wraps(f).
void DslInterpreter::keep_of_decorator(SyntaxNode decorator, std::string_view name, DslFunction& f) {
  const auto given = decorator.is("call") ? arguments(decorator["arguments"]) : Arguments{};
  static constexpr auto remember = [](DslInterpreter& d, const Arguments& of, DslFunction& function, bool all) {
    const auto* most = of.at(0, "maxsize");
    if (most != nullptr && !most->is_integer() && !most->is(Kind::none)) return;
    function.memo = d.made<DslItems>();
    constexpr std::size_t usual = 128;
    function.most_kept = all || (most != nullptr && most->is(Kind::none)) ? DslItems::most
                         : most != nullptr ? static_cast<std::size_t>(std::max<std::int64_t>(most->number, 0))
                                           : usual;
  };
  static constexpr Named<void(DslInterpreter&, const Arguments&, DslFunction&)> rows[] = {
      {"cached_property", [](DslInterpreter&, const Arguments&, DslFunction& function) { function.keeps_value = true; }},
      {"wraps",
       [](DslInterpreter& d, const Arguments& of, DslFunction& function) {
         const auto said = of.all.empty() ? Value{} : d.attribute(of.all.front(), "__name__");
         if (said.is(Kind::string)) function.said_name = said.text;
       }},
      {"lru_cache", [](DslInterpreter& d, const Arguments& of, DslFunction& function) { remember(d, of, function, false); }},
      {"cache", [](DslInterpreter& d, const Arguments& of, DslFunction& function) { remember(d, of, function, true); }},
  };
  if (const auto* row = row_in(rows, name)) row->run(*this, given, f);
}

/// Returns the names that a function's code assigns, which therefore are local.
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
    mark_by<DslFunction>(function_decorators, last, *f);
    sets |= what.is("attribute") && has_word("setter deleter", last);
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

/// A class being defined.
struct DslInterpreter::ClassDefinition {
  DslInterpreter& d;
  std::shared_ptr<DslClass> k;
  Arguments keywords{};
  std::optional<Message> not_made{};
  std::vector<std::string> order{};  ///< names that the body assigns or annotates

  void decorate(SyntaxNode decorated) const;
  void derive(SyntaxNode superclasses);
  void run_body(SyntaxNode body);
};

void DslInterpreter::ClassDefinition::decorate(SyntaxNode decorated) const {
  for (const auto& c : decorated.children()) {
    if (!c.is("decorator") || c.children().empty()) continue;
    const auto whole = first_of(c);
    const auto last = last_part((whole.is("call") ? whole["function"] : whole).text());
    mark_by<DslClass>(class_decorators, last, *k);
    if (last == "dataclass" && whole.is("call")) {
      const auto given = d.arguments(whole["arguments"]);
      const auto holds = [&](std::string_view word) { return given.find(word) != nullptr && d.truth(*given.find(word)) == true; };
      k->is_frozen = holds("frozen"), k->is_ordered = holds("order");
    }
  }
}

void DslInterpreter::ClassDefinition::derive(SyntaxNode superclasses) {
  for (const auto& b : superclasses.children()) {
    if (b.is("keyword_argument")) {
      const auto value = d.evaluate(b["value"]);
      // A metaclass of the program may build anything.
      if (b["name"].text() != "metaclass") keywords.named.emplace_back(std::string(b["name"].text()), value);
      else if (value.is(Kind::klass)) not_made = d.not_read(b.text());
      continue;
    }
    const auto base = d.evaluate(b);
    const auto last = last_part(b.text());
    if (base.is(Kind::klass)) {
      const auto& other = *base.klass;
      k->bases.push_back(base.klass);
      k->fields.insert(k->fields.end(), other.fields.begin(), other.fields.end());
      for (const auto& [n, t] : other.field_types) k->field_types.emplace(n, t);
      k->is_data |= other.is_data, k->is_frozen |= other.is_frozen, k->completes_order |= other.completes_order;
      k->is_abstract |= other.is_abstract, k->is_enum |= other.is_enum;
      if (k->other_base.empty()) k->other_base = other.other_base;
    } else if (!mark_by<DslClass>(bases_of_libraries, last, *k) && !k->is_enum && !k->is_data && !last.starts_with("Generic")) {
      k->other_base = base.is(Kind::symbol) && !base.text.empty() ? base.text : std::string(b.text());
    }
  }
}

/// Runs its body in a scope of its own, which methods do not see.
void DslInterpreter::ClassDefinition::run_body(SyntaxNode body) {
  auto scope = d.made<DslScope>();
  scope->outer = d.frame().scope, scope->of_class = true;
  auto& functions = d.functions_;
  const auto first = functions.size();
  // A class within a function, such as a structure in shared memory, depends on the function's layouts.
  const bool within = d.frame().listed && d.frame().section != "<module>";
  d.frames_.push_back({.section = within ? d.frame().section : k->name, .scope = scope, .listed = within, .on_device = false});
  for (const auto& s : body.children()) {
    const auto a = s.is("expression_statement") ? first_of(s) : SyntaxNode{};
    if (a.is("assignment")) {
      order.emplace_back(a["left"].text());
      // A ClassVar is not a field.
      if (const auto type = a["type"]; type && type.text().find("ClassVar") == std::string_view::npos) {
        const auto& field = order.back();
        if (std::ranges::find(k->fields, field) == k->fields.end()) k->fields.push_back(field);
        k->field_types[field] = d.evaluate(type.children().empty() ? type : first_of(type));
      }
    }
    d.statement(s);
  }
  k->members = std::move(scope->names);
  d.frames_.pop_back();
  for (auto i = first; i < functions.size(); ++i)
    if (functions[i]->scope == scope) functions[i]->name = k->name + "." + functions[i]->name;
  const auto owned = [&](const std::shared_ptr<DslFunction>& f, const std::string& n) {
    f->scope = d.frame().scope, f->of = k;
    if (d.in_library_ > 0) f->name = k->name + "." + n;
  };
  for (auto& [n, v] : k->members)
    if (v.is(Kind::function) && v.function->scope == scope) {
      owned(v.function, n);
      if (v.function->setter) owned(v.function->setter, n);
    }
}

void DslInterpreter::define_class(SyntaxNode definition, SyntaxNode decorated) {
  const std::string name(definition["name"].text());
  ClassDefinition c{.d = *this, .k = made<DslClass>()};
  const auto& k = c.k;
  k->name = name;
  c.decorate(decorated);
  c.derive(definition["superclasses"]);
  c.run_body(definition["body"]);
  if (k->is_enum) make_enumerators(k, c.order);
  auto v = Value::of(Kind::klass);
  v.klass = k;
  for (const auto& n : c.order)
    if (const auto at = k->members.find(n); at != k->members.end() && special(at->second, "__set_name__") != nullptr)
      call_special(Value(at->second), "__set_name__", {{v, Value::of(Kind::string, n)}, {}});
  for (const auto& base : k->bases)
    if (const auto* init = base->find("__init_subclass__"); init != nullptr && init->is(Kind::function)) {
      invoke(init->function, &v, c.keywords);
      break;
    }
  if (c.not_made) v = Value::unknown(*c.not_made);
  set(name, decorated_by(decorated, std::move(v), true));
}

/// Makes the members of an enumeration: numbers for IntEnum, else objects with name and value.
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
  // If its entries are not listed here, the constructor is run again later for them.
  if (in_library_ == 0 && !is_exception && !running_orphans_ && silent_ == 0 && frames_.size() < 11)
    objects_.insert_or_assign(k.get(), v.object);
  if (const auto* init = k->find("__init__"); init != nullptr && init->is(Kind::function)) {
    invoke(init->function, &v, given);
  } else if (k->is_data || !k->fields.empty()) {
    if (k->is_data && given.all.size() > k->fields.size())
      return fails("TypeError", message("{} gets {} arguments, but takes {}", k->name, given.all.size(), k->fields.size()));
    // Fields that the constructor does not take have no position.
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
                     message("{} gets {} arguments, but takes {}", k->name, given.all.size() + given.named.size(), k->fields.size()));
    }
    const auto unused = [&](const auto& n) { return std::ranges::find(k->fields, n.first) == k->fields.end(); };
    if (k->is_data && tries_ > 0 && std::ranges::any_of(given.named, unused))
      return fails("TypeError",
                   message("{} gets {} arguments, but takes {}", k->name, given.all.size() + given.named.size(), k->fields.size()));
    if (const auto* post = k->find("__post_init__"); post != nullptr && post->is(Kind::function)) invoke(post->function, &v, {});
  } else {
    if (tries_ > 0 && k->other_base.empty() && in_classes_of_program(*k) && given.unclear.empty() &&
        given.all.size() + given.named.size() > 0)
      return fails("TypeError", message("{} gets {} arguments, but takes {}", k->name, given.all.size() + given.named.size(), 0));
    for (const auto& [name, a] : given.named) v.object->members[name] = a;
  }
  return v;
}

}  // namespace app
