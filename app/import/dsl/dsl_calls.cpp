// Calls of the program's own functions and classes, and Python's own functions.

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_interpreter.hpp"
#include "app/import/one_line.hpp"

namespace app {

using algebra::message;
using algebra::Message;

const DslValue* DslInterpreter::Arguments::find(std::string_view name) const {
  const auto at = std::ranges::find(named, name, [](const auto& n) -> std::string_view { return n.first; });
  return at == named.end() ? nullptr : &at->second;
}
const DslValue* DslInterpreter::Arguments::at(std::size_t place, std::string_view name) const {
  return place < all.size() ? &all[place] : find(name);
}

DslValue DslInterpreter::method_of(const Value& of, const std::shared_ptr<DslFunction>& function) {
  auto method = method_of(of, std::string_view());
  method.function = function;
  return method;
}

SyntaxNode DslInterpreter::name_of_parameter(SyntaxNode parameter) {
  if (parameter.is("identifier")) return parameter;
  if (const auto name = parameter["name"]) return name;
  const auto first = first_of(parameter);
  return first ? first : parameter;
}

DslValue DslInterpreter::method_of(const Value& of, std::string_view name) {
  auto method = Value::of(Kind::bound, std::string(name));
  method.items = std::make_shared<DslItems>(DslItems{of});
  return method;
}

std::string_view DslInterpreter::last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

DslInterpreter::Arguments DslInterpreter::arguments(SyntaxNode list) {
  Arguments given;
  if (list.is("generator_expression")) {
    given.all.push_back(evaluate(list));
    return given;
  }
  for (const auto& a : list.children()) {
    if (a.is("keyword_argument")) {
      auto v = evaluate(a["value"]);
      define_argument(a["value"], v);
      define_launch(a, v);
      given.named.emplace_back(std::string(a["name"].text()), std::move(v));
    } else if (a.is("list_splat")) {
      const auto inner = evaluate(first_of(a));
      if (const auto all = elements(inner)) given.all.insert(given.all.end(), all->begin(), all->end());
      else given.all.push_back(inner.is_known() ? Value::unknown(message("{} is no tuple here", a.text())) : inner);
    } else if (a.is("dictionary_splat")) {
      const auto inner = evaluate(first_of(a));
      if (inner.is(Kind::dict))
        for (const auto& [k, v] : *inner.pairs)
          if (k.is(Kind::string)) given.named.emplace_back(k.text, v);
    } else {
      auto v = evaluate(a);
      define_argument(a, v);
      given.all.push_back(std::move(v));
    }
  }
  return given;
}

DslValue DslInterpreter::call(SyntaxNode n) {
  const auto callee = evaluate(n["function"]);
  auto given = arguments(n["arguments"]);
  if (in_library_ == 0) line_ = n.line();
  if (!callee.is_known()) return callee;
  if (!tracing() || in_library_ > 0) return call(callee, std::move(given));
  const auto before = std::exchange(call_, {n.line(), in_one_line(n.text(), 200)});
  auto result = call(callee, std::move(given));
  call_ = before;
  return result;
}

DslValue DslInterpreter::call(const Value& callee, Arguments given) {
  switch (callee.kind) {
    case Kind::function: {
      if (!callee.function->is_kernel) return invoke(callee.function, nullptr, given);
      // It runs when it is launched.
      auto kernel = library_object("Launch");
      kernel.object->members["kernel"] = callee;
      kernel.object->arguments = given.all;
      for (auto& [name, v] : given.named) kernel.object->members["=" + name] = v;
      return kernel;
    }
    case Kind::bound: {
      auto all = *callee.items;
      all.insert(all.end(), given.all.begin(), given.all.end());
      if (callee.named)
        for (const auto& [name, v] : *callee.named)
          if (given.find(name) == nullptr) given.named.emplace_back(name, v);
      if (callee.function) {
        auto f = Value::of(Kind::function);
        f.function = callee.function;
        if (f.function->is_kernel) return call(f, {std::move(all), std::move(given.named)});
        return invoke(callee.function, nullptr, {std::move(all), std::move(given.named)});
      }
      if (callee.klass) return make_object(callee.klass, {std::move(all), std::move(given.named)});
      if (callee.object) {
        // A partial of a library's function.
        return library_call(callee.text, {std::move(all), std::move(given.named)});
      }
      const auto of = all.front();
      all.erase(all.begin());
      return method_of_data(of, callee.text, {std::move(all), std::move(given.named)});
    }
    case Kind::klass: return make_object(callee.klass, given);
    case Kind::object: {
      if (callee.object->library == "Compiled") return run_compiled(callee, &given);
      if (callee.object->of)
        if (const auto* method = callee.object->of->find("__call__"); method != nullptr && method->is(Kind::function)) {
          if (method->function->is_kernel) {
            auto bound = method_of(callee, method->function);
            return call(bound, std::move(given));
          }
          return invoke(method->function, &callee, given);
        }
      return Value::computed();
    }
    case Kind::cute: return layout_call(callee, given);
    case Kind::type:
      // Int32(x): a number that is not static.
      if (given.all.size() == 1 && given.all.front().is_integer()) {
        const auto& n = given.all.front();
        return callee.text == "i64" || callee.text == "u64" ? n.of_width(true) : callee.text == "i32" ? n.of_width(false) : n.as_dynamic();
      }
      return Value::computed();
    case Kind::symbol: return callee.text.empty() ? callee : library_call(callee.text, given);
    default: return Value::unknown(message("this cannot be called"));
  }
}

namespace {

DslValue with_dynamic_numbers(const DslValue& v) {
  if (v.is(DslValue::Kind::integer)) return v.as_dynamic();
  if ((!v.is(DslValue::Kind::tuple) && !v.is(DslValue::Kind::list)) || v.object) return v;
  auto all = *v.items;
  for (auto& i : all) i = with_dynamic_numbers(i);
  return v.is(DslValue::Kind::tuple) ? DslValue::tuple(std::move(all)) : DslValue::list(std::move(all));
}

}  // namespace

void DslInterpreter::bind(const DslFunction& f, DslScope& scope, const Value* self, const Arguments& given) {
  std::size_t next = 0;
  bool took_self = self == nullptr, only_named = false;
  std::set<std::string, std::less<>> used;
  const auto parameters = f.node["parameters"] ? f.node["parameters"].children() : std::vector<SyntaxNode>{};
  for (const auto& p : parameters) {
    if (p.is("keyword_separator") || p.is("positional_separator")) {
      only_named |= p.is("keyword_separator");
      continue;
    }
    const auto named = name_of_parameter(p);
    const auto inner = named.is("list_splat_pattern") || named.is("dictionary_splat_pattern") ? named : p;
    if (inner.is("list_splat_pattern")) {
      DslItems rest(given.all.begin() + static_cast<std::ptrdiff_t>(std::min(next, given.all.size())), given.all.end());
      next = given.all.size(), only_named = true;
      if (!inner.children().empty()) scope.names[std::string(first_of(inner).text())] = Value::tuple(std::move(rest));
      continue;
    }
    if (inner.is("dictionary_splat_pattern")) {
      auto rest = Value::of(Kind::dict);
      rest.pairs = std::make_shared<std::vector<std::pair<Value, Value>>>();
      for (const auto& [name, v] : given.named)
        if (!used.contains(name)) rest.pairs->emplace_back(Value::of(Kind::string, name), v);
      if (!inner.children().empty()) scope.names[std::string(first_of(inner).text())] = rest;
      continue;
    }
    const std::string name(named.text());
    used.insert(name);
    Value v;
    if (!took_self) {
      took_self = true;
      scope.names[name] = *self;
      continue;
    }
    if (!only_named && next < given.all.size()) v = given.all[next++];
    else if (const auto* found = given.find(name)) v = *found;
    else if (const auto at = f.defaults.find(name); at != f.defaults.end()) v = at->second;
    else v = Value::unknown(message("{} is an argument that nothing in the file gives; --set {}=… says what it is", name, name));
    // A tensor of the host becomes one of the DSL where a function of the DSL takes it.
    if (f.is_jit || f.is_kernel) {
      v = as_tensor(v);
      // A number that the host hands to the DSL is not static.
      const auto type = p["type"].text();
      const bool from_host =
          !frames_[frames_.size() - 2].on_device && f.is_jit && !f.is_operation && type.find("Constexpr") == std::string_view::npos;
      if (from_host) v = with_dynamic_numbers(v);
      else if (v.is(Kind::integer) && (type.ends_with("Int32") || type.ends_with("Int64"))) v = v.of_width(type.ends_with("Int64"));
    }
    if (v.is(Kind::cute) && !entries_.has(v.text)) define(name, v, p.line());
    else if (!v.is_known() && p["type"] && (f.is_jit || f.is_kernel)) define(name, v, p.line());
    scope.names[name] = std::move(v);
  }
}

DslValue DslInterpreter::invoke(const std::shared_ptr<DslFunction>& f, const Value* self, const Arguments& given) {
  if (frames_.size() > most_calls) return Value::unknown(message("this is nested too deeply"));
  const bool own = f->node.is("lambda");
  const bool device = f->is_jit || f->is_kernel || frame().on_device;
  bool library = false;
  std::string file;
  for (auto s = f->scope; s && !library; s = s->outer)
    if (s->foreign) library = true, file = s->file;
  // What a helper in another file defines is listed where the program's own definitions are.
  const bool helper = !own && !file.empty() && frame().listed && silent_ == 0 && frames_.size() < 12;
  Frame called{.section = own ? frame().section : f->name,
               .scope = made<DslScope>(),
               .listed = own || helper
                             ? frame().listed
                             : !library && (f->is_jit || f->is_kernel || frame().listed || f->name.find('.') != std::string::npos) &&
                                   frames_.size() < 12,
               .on_device = device,
               .function = f,
               .file = helper ? file
                       : own  ? frame().file
                              : std::string()};
  called.scope->outer = f->scope;
  // A plain function of the host, such as run(), has no layouts of its own.
  if (!own && !device && f->name.find('.') == std::string::npos) called.listed = false;
  ran_.insert(f.get());
  if (f->is_kernel && !library) kernels_.insert(f->name);
  // A library that calls the program back, such as a module that compiles and runs what it is given, is left meanwhile.
  const auto left = library || own ? 0 : in_library_, left_silent = library || own ? 0 : library_silences_;
  silent_ -= left_silent, library_silences_ -= left_silent, in_library_ -= left;
  const int quiet = library && !helper ? 1 : 0;
  if (library) ++in_library_;
  library_silences_ += quiet, silent_ += quiet;
  const auto back = [&] {
    if (library) --in_library_;
    library_silences_ += left_silent - quiet, silent_ += left_silent - quiet, in_library_ += left;
    frames_.pop_back();
  };
  frames_.push_back(std::move(called));
  Value result;
  try {
    bind(*f, *frame().scope, self, given);
    if (own) {
      result = evaluate(f->node["body"]);
    } else {
      block(f->node["body"]);
      result = frame().result;
      for (const auto& [other, condition] : frame().perhaps) result = either(other, result, condition, f->name);
    }
  } catch (...) {
    back();
    throw;
  }
  back();
  return result;
}

DslValue DslInterpreter::make_object(const std::shared_ptr<DslClass>& k, const Arguments& given) {
  auto v = Value::of(Kind::object);
  v.object = made<DslObject>({.of = k, .library = {}, .members = {}, .arguments = given.all});
  if (k->is_storage) return v;
  // Of one that is not listed its constructor is run once more, for its entries.
  if (in_library_ == 0 && !running_orphans_ && silent_ == 0 && frames_.size() < 11) objects_.insert_or_assign(k.get(), v.object);
  if (const auto* init = k->find("__init__"); init != nullptr && init->is(Kind::function)) {
    invoke(init->function, &v, given);
  } else if (k->is_data || !k->fields.empty()) {
    for (std::size_t i = 0; i < k->fields.size(); ++i) {
      const auto& field = k->fields[i];
      if (const auto* a = given.at(i, field)) v.object->members[field] = *a;
      else if (const auto* usual = k->find(field)) v.object->members[field] = usual->apart();
    }
    if (const auto* post = k->find("__post_init__"); post != nullptr && post->is(Kind::function)) invoke(post->function, &v, {});
  } else {
    for (const auto& [name, a] : given.named) v.object->members[name] = a;
  }
  return v;
}

/// What cute.compile has made runs once: with what it is called with, which may be other sizes than it was compiled with, or at the end of
/// the program as it was compiled. A call leaves out what was Constexpr.
DslValue DslInterpreter::run_compiled(const Value& compiled, const Arguments* given) {
  auto& m = compiled.object->members;
  if (m.contains("ran")) return Value::none();
  m["ran"] = Value::boolean(true);
  const auto& f = m.at("function");
  Arguments handed{compiled.object->arguments, {}};
  for (const auto& [name, v] : m)
    if (name.starts_with("=")) handed.named.emplace_back(name.substr(1), v);
  const DslFunction* code = f.function.get();
  bool method = f.is(Kind::bound);
  if (f.is(Kind::object) && f.object->of)
    if (const auto* c = f.object->of->find("__call__"); c != nullptr && c->is(Kind::function)) code = c->function.get(), method = true;
  if (given != nullptr && code != nullptr && code->node["parameters"]) {
    std::size_t next = 0, place = 0;
    for (const auto& p : code->node["parameters"].children()) {
      if (method) {
        method = false;
        continue;
      }
      if (place == handed.all.size()) break;
      auto& v = handed.all[place++];
      if (p["type"].text().find("Constexpr") != std::string_view::npos) continue;
      if (next == given->all.size()) break;
      const auto& called = given->all[next++];
      if (called.kind == v.kind && called.is_known()) v = called;
    }
  }
  return call(f, std::move(handed));
}

DslValue DslInterpreter::launch(const Value& kernel, const Arguments& given) {
  const auto sizes = [&](std::string_view name) {
    std::vector<std::int64_t> all;
    const auto* v = given.find(name);
    if (v == nullptr) return all;
    for (const auto& n : elements(*v).value_or(v->is_integer() ? DslItems{*v} : DslItems{})) all.push_back(n.is_integer() ? n.number : 1);
    return all;
  };
  const auto before = std::tuple(grid_, block_, cluster_);
  grid_ = sizes("grid"), block_ = sizes("block"), cluster_ = sizes("cluster");
  Arguments handed{kernel.object->arguments, {}};
  const Value* f = nullptr;
  for (const auto& [name, v] : kernel.object->members)
    if (name == "kernel") f = &v;
    else if (name.starts_with("=")) handed.named.emplace_back(name.substr(1), v);
  if (traces_ != nullptr) trace_launch(*f, handed);
  else invoke(f->function, nullptr, handed);
  std::tie(grid_, block_, cluster_) = before;
  return Value::none();
}

std::optional<DslValue> DslInterpreter::python_function(std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto reduced = [&](auto better) -> Value {
    const auto all = a.size() == 1 ? elements(a.front()) : std::optional(a);
    if (!all) return a.front().undecided(message("it is not known what {} is of", name));
    if (all->empty()) return Value::unknown(message("it is not known what {} is of", name));
    Value best = all->front();
    bool dynamic = false;
    for (const auto& v : *all) {
      if (!v.is_integer() && !v.is(Kind::real)) return v.undecided(message("it is not known what {} is of", name));
      dynamic |= v.dynamic;
      if (v.is_integer() && best.is_integer() ? better(v.number, best.number) : better(v.as_real(), best.as_real())) best = v;
    }
    return dynamic ? best.as_dynamic() : best;
  };
  if (name == "len" && a.size() == 1) {
    const auto all = elements(a.front());
    if (!all) return a.front().undecided(message("it is not known how long this is"));
    return Value::integer(static_cast<std::int64_t>(all->size()));
  }
  if ((name == "range" || name == "range_constexpr" || name == "range_dynamic") && !a.empty()) {
    std::int64_t bounds[3] = {0, 0, 1};
    for (std::size_t i = 0; i < std::min<std::size_t>(a.size(), 3); ++i) {
      // Where only the running kernel knows how far it goes, its first round is the same.
      if (a[i].is_computed() && !tracing() && (a.size() == 1 || i == 1))
        return Value::list({Value::integer(a.size() == 1 ? 0 : bounds[0], true)});
      if (!a[i].is_integer()) return a[i].is_known() ? Value::unknown(message("it is not known what this loop goes through")) : a[i];
      bounds[a.size() == 1 ? 1 : i] = a[i].number;
    }
    if (bounds[2] == 0) return Value::unknown(message("a step of 0 goes nowhere"));
    DslItems all;
    const bool dynamic = frame().on_device && name != "range_constexpr";
    for (auto i = bounds[0]; (bounds[2] > 0 ? i < bounds[1] : i > bounds[1]) && all.size() < most_host_rounds; i += bounds[2])
      all.push_back(Value::integer(i, dynamic));
    return Value::list(std::move(all));
  }
  if (name == "min") return reduced([](auto x, auto y) { return x < y; });
  if (name == "max") return reduced([](auto x, auto y) { return x > y; });
  if (name == "sum" && !a.empty()) {
    auto total = Value::integer(0);
    for (const auto& v : elements(a.front()).value_or(DslItems{})) total = binary("+", total, v);
    return total;
  }
  if (name == "abs" && a.size() == 1 && a[0].is_integer()) return Value::integer(std::abs(a[0].number), a[0].dynamic);
  if (name == "int" && a.size() == 1) {
    if (a[0].is_integer()) return a[0].is(Kind::integer) ? a[0] : Value::integer(a[0].number);
    if (a[0].is(Kind::real)) return Value::integer(static_cast<std::int64_t>(a[0].real));
    if (a[0].is(Kind::string)) {
      const auto text = algebra::trimmed(a[0].text);
      std::int64_t n = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
      if (error != std::errc() || end != text.data() + text.size()) throw Raised{message("{} is no integer", text), line_};
      return Value::integer(n);
    }
    return a[0].undecided(message("this is no number here"));
  }
  if (name == "float" && a.size() == 1) {
    if (a[0].is_integer()) return Value::real_number(static_cast<double>(a[0].number));
    if (a[0].is(Kind::string)) return Value::real_number(std::strtod(a[0].text.c_str(), nullptr));
    return a[0];
  }
  if (name == "bool" && a.size() == 1) {
    const auto holds = truth(a[0]);
    return holds ? Value::boolean(*holds, a[0].dynamic) : a[0].undecided(message("it is not known here whether {}", "bool"));
  }
  if (name == "str" && a.size() == 1) return Value::of(Kind::string, a[0].is_integer() ? std::to_string(a[0].number) : a[0].text);
  if ((name == "tuple" || name == "list" || name == "sorted" || name == "reversed" || name == "set") && a.size() <= 1) {
    auto all = a.empty() ? std::optional(DslItems{}) : elements(a.front());
    if (!all) return a.front().undecided(message("it is not known what {} is of", name));
    if (name == "reversed") std::ranges::reverse(*all);
    if (name == "sorted")
      std::ranges::stable_sort(*all, [](const Value& x, const Value& y) {
        return x.is(Kind::string) && y.is(Kind::string) ? x.text < y.text : x.number < y.number;
      });
    return name == "tuple" ? Value::tuple(std::move(*all)) : Value::list(std::move(*all));
  }
  if (name == "dict") {
    auto v = Value::of(Kind::dict);
    v.pairs = std::make_shared<std::vector<std::pair<Value, Value>>>();
    for (const auto& [key, value] : given.named) v.pairs->emplace_back(Value::of(Kind::string, key), value);
    return v;
  }
  if (name == "enumerate" && !a.empty()) {
    const auto all = elements(a.front());
    if (!all) return a.front().is_known() ? Value::unknown(message("it is not known what {} is of", name)) : a.front();
    DslItems pairs;
    for (const auto& v : *all) pairs.push_back(Value::tuple({Value::integer(static_cast<std::int64_t>(pairs.size())), v}));
    return Value::list(std::move(pairs));
  }
  if (name == "zip" && !a.empty()) {
    DslItems rows;
    std::vector<DslItems> columns;
    std::size_t shortest = most_host_rounds;
    for (const auto& v : a) {
      auto all = elements(v);
      if (!all) return v.is_known() ? Value::unknown(message("it is not known what {} is of", name)) : v;
      shortest = std::min(shortest, all->size());
      columns.push_back(std::move(*all));
    }
    for (std::size_t i = 0; i < shortest; ++i) {
      DslItems row;
      for (const auto& c : columns) row.push_back(c[i]);
      rows.push_back(Value::tuple(std::move(row)));
    }
    return Value::list(std::move(rows));
  }
  if (name == "map" && a.size() == 2) {
    const auto all = elements(a[1]);
    if (!all) return a[1].is_known() ? Value::unknown(message("it is not known what {} is of", name)) : a[1];
    DslItems mapped;
    for (const auto& v : *all) mapped.push_back(call(a[0], {{v}, {}}));
    return Value::list(std::move(mapped));
  }
  if ((name == "all" || name == "any") && a.size() == 1) {
    bool result = name == "all", dynamic = false;
    for (const auto& v : elements(a.front()).value_or(DslItems{})) {
      const auto holds = truth(v);
      if (!holds) return v.undecided(message("it is not known here whether {}", name));
      dynamic |= v.dynamic;
      if (*holds != (name == "all")) result = *holds;
    }
    return Value::boolean(result, dynamic);
  }
  if (name == "divmod" && a.size() == 2) return Value::tuple({binary("//", a[0], a[1]), binary("%", a[0], a[1])});
  if ((name == "isinstance" || name == "issubclass") && a.size() == 2) {
    if (!a[0].is_known() || a[0].is_computed()) return a[0];
    bool known = true;
    const auto is = [&](const Value& type) {
      const auto word = type.is(Kind::klass) ? std::string_view(type.klass->name) : last_part(type.text);
      const std::function<bool(const DslClass&)> has = [&](const DslClass& k) {
        return k.name == word || std::ranges::any_of(k.bases, [&](const auto& b) { return has(*b); });
      };
      if (a[0].is(Kind::object) && a[0].object->of) return has(*a[0].object->of);
      if (a[0].is(Kind::klass)) return has(*a[0].klass);
      if (a[0].is(Kind::symbol) && name == "issubclass") {
        const auto last = last_part(a[0].text);
        if (const auto* ours = library_class(last)) return has(*ours);
        known &= last == word;
        return last == word;
      }
      if (word == "Numeric" || word == "NumericMeta") return a[0].is(Kind::type);
      if (word == "int") return a[0].is_integer() && !a[0].dynamic;
      if (word == "Int32" || word == "Integer" || word == "Int64") return a[0].is(Kind::integer) && a[0].dynamic;
      if (word == "bool") return a[0].is(Kind::boolean);
      if (word == "float") return a[0].is(Kind::real);
      if (word == "str") return a[0].is(Kind::string);
      if (word == "tuple") return a[0].is(Kind::tuple);
      if (word == "list") return a[0].is(Kind::list);
      if (word == "dict") return a[0].is(Kind::dict);
      if (a[0].is(Kind::cute)) {
        const auto v = value_of(a[0]);
        if (v && word == "Tensor") return std::holds_alternative<algebra::Tensor>(*v);
        if (v && word == "Layout") return std::holds_alternative<algebra::Layout>(*v);
        if (v && word == "ComposedLayout")
          return std::holds_alternative<algebra::ComposedLayout>(*v) || std::holds_alternative<algebra::ComposedFunction>(*v);
        if (v && word == "TiledMma") return std::holds_alternative<algebra::TiledMma>(*v);
        if (v && word == "TiledCopy") return std::holds_alternative<algebra::TiledCopy>(*v);
      }
      if (a[0].is(Kind::symbol) || !a[0].is_known()) known = false;
      return a[0].is(Kind::object) && last_part(a[0].object->library) == word;
    };
    bool found = false;
    for (const auto& t : a[1].is(Kind::tuple) ? *a[1].items : DslItems{a[1]}) found |= is(t);
    return known || found ? Value::boolean(found) : Value::unknown(message("it is not known here whether {}", name));
  }
  if (name == "hasattr" && a.size() == 2 && a[1].is(Kind::string)) {
    if (a[0].is(Kind::object))
      return Value::boolean(a[0].object->members.contains(a[1].text) || (a[0].object->of && a[0].object->of->find(a[1].text) != nullptr));
    return Value::unknown(message("it is not known here whether {}", name));
  }
  if (name == "getattr" && a.size() >= 2 && a[1].is(Kind::string)) {
    if (a.size() == 3 && a[0].is(Kind::object) && !a[0].object->members.contains(a[1].text) &&
        (!a[0].object->of || a[0].object->of->find(a[1].text) == nullptr))
      return a[2];
    return attribute(a[0], a[1].text);
  }
  if ((name == "setattr" || name == "__setattr__") && a.size() == 3 && a[0].is(Kind::object) && a[1].is(Kind::string)) {
    set_member(a[0], a[1].text, a[2]);
    return Value::none();
  }
  if (name == "type" && a.size() == 1) {
    if (a[0].is(Kind::object) && a[0].object->of) {
      auto k = Value::of(Kind::klass);
      k.klass = a[0].object->of;
      return k;
    }
    return Value::of(Kind::symbol, a[0].is(Kind::integer) ? "int" : a[0].is(Kind::tuple) ? "tuple" : "type");
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
      for (std::size_t i = 1; i < a.size(); ++i) add_to(*bound.items, bound.items->end(), a[i]);
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
  if (name == "prod" && !a.empty()) {
    auto total = Value::integer(1);
    for (const auto& v : elements(a.front()).value_or(DslItems{})) total = binary("*", total, v);
    return total;
  }
  // Each member of an enumeration is another.
  if (name == "auto" && a.empty()) return Value::of(Kind::symbol, fmt::format("auto.{}", ++enumerated_));
  if (name == "gcd" && a.size() == 2 && a[0].is_integer() && a[1].is_integer()) {
    auto x = std::abs(a[0].number), y = std::abs(a[1].number);
    while (y != 0) x = std::exchange(y, x % y);
    return Value::integer(x, a[0].dynamic || a[1].dynamic);
  }
  if (a.size() == 1 && (a[0].is(Kind::real) || a[0].is_integer())) {
    const auto x = a[0].as_real();
    if (name == "log2" && x > 0) return Value::real_number(std::log2(x));
    if (name == "sqrt" && x >= 0) return Value::real_number(std::sqrt(x));
    if (name == "ceil" || name == "floor") {
      const auto whole = name == "ceil" ? std::ceil(x) : std::floor(x);
      if (a[0].is_integer()) return a[0];
      if (std::abs(whole) < 9e15) return Value::integer(static_cast<std::int64_t>(whole), a[0].dynamic);
    }
  }
  if (name == "print" || name == "printf") return Value::none();
  return std::nullopt;
}

void DslInterpreter::add_to(DslItems& list, DslItems::iterator before, const Value& v) {
  const auto apart = v.apart();
  if (!list.takes(apart)) throw Raised{Message("this is nested too deeply"), line_};
  if (apart.items) list.depth = std::max(list.depth, apart.items->depth + 1);
  list.weight += 1 + (apart.items ? apart.items->weight : 0);
  list.insert(before, apart);
}

DslValue DslInterpreter::method_of_data(const Value& of, std::string_view name, const Arguments& given) {
  if (of.is(Kind::klass) && of.klass->is_storage && name == "size_in_bytes") {
    const auto room = room_of(of);
    return room ? Value::integer(room->bytes) : Value::unknown(message("the size of {} is not known here", of.klass->name));
  }
  const auto& a = given.all;
  if (!of.is_known()) return of;
  if (of.is(Kind::string)) {
    if (name == "split") {
      const auto by = a.empty() || !a[0].is(Kind::string) ? std::string(" ") : a[0].text;
      DslItems parts;
      std::size_t begin = 0;
      while (!by.empty()) {
        const auto end = of.text.find(by, begin);
        auto part = of.text.substr(begin, end == std::string::npos ? end : end - begin);
        if (!a.empty() || !part.empty()) parts.push_back(Value::of(Kind::string, std::move(part)));
        if (end == std::string::npos) break;
        begin = end + by.size();
      }
      return Value::list(std::move(parts));
    }
    if (name == "strip") {
      const auto drop = a.empty() || !a[0].is(Kind::string) ? std::string(" \t\n") : a[0].text;
      const auto first = of.text.find_first_not_of(drop), last = of.text.find_last_not_of(drop);
      return Value::of(Kind::string, first == std::string::npos ? "" : of.text.substr(first, last - first + 1));
    }
    if (name == "lower" || name == "upper") {
      auto v = of;
      for (auto& c : v.text)
        if (name == "lower" ? c >= 'A' && c <= 'Z' : c >= 'a' && c <= 'z') c = static_cast<char>(c ^ 0x20);
      return v;
    }
    if ((name == "startswith" || name == "endswith") && !a.empty() && a[0].is(Kind::string))
      return Value::boolean(name == "startswith" ? of.text.starts_with(a[0].text) : of.text.ends_with(a[0].text));
    if (name == "join" && !a.empty()) {
      auto joined = Value::of(Kind::string);
      for (const auto& v : elements(a[0]).value_or(DslItems{})) joined.text += (joined.text.empty() ? "" : of.text) + v.text;
      return joined;
    }
    return Value::computed();
  }
  if (of.is(Kind::list)) {
    const auto remember = [&] {
      if (!undo_.empty()) undo_.back()->push_back([items = of.items, was = *of.items] { *items = was; });
    };
    if (name == "append" && a.size() == 1) return remember(), add_to(*of.items, of.items->end(), a[0]), Value::none();
    if (name == "extend" && a.size() == 1) {
      remember();
      for (const auto& v : elements(a[0]).value_or(DslItems{})) add_to(*of.items, of.items->end(), v);
      return Value::none();
    }
    if (name == "pop" && !of.items->empty()) {
      remember();
      auto last = of.items->back();
      of.items->pop_back();
      return last;
    }
    if (name == "insert" && a.size() == 2 && a[0].is_integer()) {
      remember();
      add_to(*of.items, of.items->begin() + std::clamp<std::int64_t>(a[0].number, 0, static_cast<std::int64_t>(of.items->size())), a[1]);
      return Value::none();
    }
  }
  if (of.is_sequence() && name == "index" && a.size() == 1) {
    for (std::size_t i = 0; i < of.items->size(); ++i)
      if (compared("==", (*of.items)[i], a[0]) == true) return Value::integer(static_cast<std::int64_t>(i));
    throw Raised{message("there is no such key"), line_};
  }
  if (of.is(Kind::dict)) {
    if (name == "get" && !a.empty()) {
      for (const auto& [k, v] : *of.pairs)
        if (compared("==", k, a[0]) == true) return v;
      return a.size() > 1 ? a[1] : Value::none();
    }
    DslItems all;
    for (const auto& [k, v] : *of.pairs) all.push_back(name == "items" ? Value::tuple({k, v}) : name == "keys" ? k : v);
    if (name == "items" || name == "keys" || name == "values") return Value::list(std::move(all));
  }
  if (of.is(Kind::object) && of.object->library == "Launch" && name == "launch") return launch(of, given);
  if (of.is(Kind::object) && of.object->of && name == "_replace") {
    auto v = of;
    v.object = made<DslObject>(*of.object);
    for (const auto& [n, value] : given.named) v.object->members[n] = value;
    return v;
  }
  if (of.is(Kind::object))
    if (auto v = host_method(of, name, given)) return *v;
  if (of.is(Kind::cute) || of.is(Kind::type)) return layout_method(of, name, given);
  if (of.is_integer() && (name == "to" || name == "ir_value" || name == "value")) return of;
  // What Python's own numbers and other data do has nothing to do with layouts.
  return Value::computed();
}

}  // namespace app
