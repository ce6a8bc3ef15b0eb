// Calls of the program's own functions and classes.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

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
      if (const auto all = elements(inner)) {
        given.all.insert(given.all.end(), all->begin(), all->end());
      } else {
        given.unclear = inner.is_known() ? message("{} is not a tuple here", a.text()) : inner.why;
        given.all.push_back(inner.is_known() ? Value::unknown(given.unclear) : inner);
      }
    } else if (a.is("dictionary_splat")) {
      const auto inner = evaluate(first_of(a));
      if (inner.is(Kind::dict))
        for (const auto& [k, v] : *inner.pairs)
          if (k.is(Kind::string)) given.named.emplace_back(k.text, v);
      if (const auto* names = names_in(inner)) given.named.insert(given.named.end(), names->begin(), names->end());
      else if (!inner.is(Kind::dict)) given.unclear = inner.is_known() ? message("{} is not a dict here", a.text()) : inner.why;
    } else if (a.is("ERROR") || (a.is("parenthesized_expression") && first_of(a).is("list_splat"))) {
      given.unclear = message("this Python syntax is not supported: {}", list.text().substr(0, 40));
    } else {
      auto v = evaluate(a);
      define_argument(a, v);
      given.all.push_back(std::move(v));
    }
  }
  return given;
}

DslValue DslInterpreter::call(SyntaxNode n) {
  const auto callee = evaluate(n["function"].is("list_splat") ? first_of(n["function"]) : n["function"]);
  auto given = arguments(n["arguments"]);
  if (in_library_ == 0) line_ = placed(n.line());
  if (!callee.is_known() || callee.is_computed()) {
    ++doubts_;
    // It may be any of the functions that accept these arguments.
    const auto why =
        callee.is_known() ? message("line {}: the effect of {} is not known", line_, in_one_line(n["function"].text(), 40)) : callee.why;
    const auto can_call = [](const Value& v) { return v.is(Kind::function) || (v.is(Kind::bound) && v.function) || v.is(Kind::klass); };
    if (callee.items && !callee.items->empty() && std::ranges::all_of(*callee.items, can_call)) {
      std::vector<Way> ways;
      for (const auto& one : *callee.items) ways.emplace_back([&, one] { return call(one, given), Flow::next; });
      undecided(ways, Value::unknown(why));
      return callee.is_known() ? Value::computed() : Value::unknown(why);
    }
    const auto before = std::exchange(call_, {placed(n.line()), in_one_line(n.text(), 200)});
    trace_unknown_call(last_part(n["function"].text()), given);
    call_ = before;
    if (!callee.is_known() || callee.items) lose(callee, why), lose(given, why);
    if (!callee.is_known()) return callee.object ? aside(callee) : callee;
    // accumulators.load().to(Float16) is computed from the result of load().
    auto result = following(Value::computed(), {&callee});
    for (const auto& v : given.all) result = following(std::move(result), {&v});
    return result;
  }
  if (!tracing() || in_library_ > 0) return call(callee, std::move(given));
  const auto before = std::exchange(call_, {placed(n.line()), in_one_line(n.text(), 200)});
  auto result = call(callee, std::move(given));
  call_ = before;
  return result;
}

DslValue DslInterpreter::call(const Value& callee, Arguments given) {
  // The number of arguments matters for callees that do not bind them by name.
  const bool binds = callee.is(Kind::function) || callee.is(Kind::klass) || (callee.is(Kind::bound) && (callee.function || callee.klass));
  if (!given.unclear.empty() && !binds) {
    lose(given, given.unclear);
    if (callee.is(Kind::bound) && callee.items && !callee.items->empty()) lose(callee.items->front(), given.unclear);
    return Value::unknown(given.unclear);
  }
  switch (callee.kind) {
    case Kind::function: {
      if (!callee.function->is_kernel) return invoke(callee.function, nullptr, given);
      // The kernel runs when it is launched.
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
        if (f.function->is_kernel) return call(f, {std::move(all), std::move(given.named), given.unclear});
        return invoke(callee.function, nullptr, {std::move(all), std::move(given.named), given.unclear});
      }
      if (callee.klass) return make_object(callee.klass, {std::move(all), std::move(given.named), given.unclear});
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
      lose(given, not_read("()"));
      return Value::computed();
    }
    case Kind::cute: return layout_call(callee, given);
    case Kind::type:
      // Int32(x): a dynamic number.
      if (given.all.size() == 1 && given.all.front().is_integer()) {
        const auto& n = given.all.front();
        return has_word("i64 u64", callee.text) ? n.of_width(true) : callee.text == "i32" ? n.of_width(false) : n.wrapped_to(callee.text);
      }
      return Value::computed();
    case Kind::symbol: return callee.text.empty() ? callee : library_call(callee.text, given);
    default: return fails("TypeError", message("this cannot be called"));
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
  bool took_self = self == nullptr, only_named = false, takes_names = false, too_many = false;
  std::set<std::string, std::less<>> used;
  const auto& parameters = f.node["parameters"].children();
  // Parameters before `/` are positional only.
  std::size_t unnamed = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].is("positional_separator")) unnamed = i;
  for (const auto& p : parameters) {
    const bool by_place = unnamed > 0 && &p < &parameters[unnamed];
    if (p.is("keyword_separator") || p.is("positional_separator")) {
      only_named |= p.is("keyword_separator");
      continue;
    }
    const auto named = name_of_parameter(p);
    const auto inner = named.is("list_splat_pattern") || named.is("dictionary_splat_pattern") ? named : p;
    if (inner.is("list_splat_pattern")) {
      DslItems rest(given.all.begin() + static_cast<std::ptrdiff_t>(std::min(next, given.all.size())), given.all.end());
      next = given.all.size(), only_named = true;
      if (!inner.children().empty())
        scope.names[std::string(first_of(inner).text())] =
            given.unclear.empty() ? Value::tuple(std::move(rest)) : Value::unknown(given.unclear);
      continue;
    }
    if (inner.is("dictionary_splat_pattern")) {
      auto rest = given.unclear.empty() ? Value::dict() : Value::unknown(given.unclear);
      for (const auto& [name, v] : given.named)
        if (!used.contains(name) && rest.pairs) rest.pairs->emplace_back(Value::of(Kind::string, name), v);
      takes_names = true;
      if (!inner.children().empty()) scope.names[std::string(first_of(inner).text())] = rest;
      continue;
    }
    const std::string name(named.text());
    if (!by_place) used.insert(name);
    const auto* by_name = by_place ? nullptr : given.find(name);
    Value v;
    if (!took_self) {
      took_self = true;
      scope.names[name] = *self;
      continue;
    }
    if (!given.unclear.empty() && by_name == nullptr) v = Value::unknown(given.unclear);
    else if (!only_named && next < given.all.size()) v = given.all[next++], too_many |= by_name != nullptr;
    else if (by_name != nullptr) v = *by_name;
    else if (const auto at = f.defaults.find(name); at != f.defaults.end()) v = at->second;
    else v = Value::unknown(message("the file does not give the argument {}; use --set {}=…", name, name));
    // A host tensor becomes a DSL tensor when it is passed to a function of the DSL.
    if (f.is_jit || f.is_kernel) {
      v = as_tensor(v);
      // A number that the host passes to the DSL is dynamic.
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
  // An error of Python is an exception that the program may catch.
  const auto unused = std::ranges::any_of(given.named, [&](const auto& n) { return !used.contains(n.first); });
  if (tries_ > 0 && given.unclear.empty() && (next < given.all.size() || too_many || (unused && !takes_names)))
    fails("TypeError", message("{} gets {} arguments, but takes {}", f.name, given.all.size(), next));
}

DslValue DslInterpreter::invoke(const std::shared_ptr<DslFunction>& f, const Value* self, const Arguments& given) {
  // The effects of deeper calls are unknown, so reading stops here.
  if (frames_.size() > most_calls) throw Raised{message("this is nested too deeply"), line_};
  if (!f->lost.empty()) return lose(given, f->lost), Value::unknown(f->lost);
  if (f->memo && !running_orphans_) return remembered(f, self, given);
  const bool own = f->node.is("lambda");
  const bool device = f->is_jit || f->is_kernel || frame().on_device;
  const auto file = file_of_library(*f);
  // Definitions of a helper in another file are listed where the program's own definitions are.
  const bool helper = !own && file && !file->empty() && frame().listed && silent_ == 0 && frames_.size() < 12;
  Frame called{.section = own ? frame().section : f->name,
               .scope = made<DslScope>(),
               .listed = own || helper ? frame().listed
                                       : !file && (f->is_jit || f->is_kernel || frame().listed || f->name.find('.') != std::string::npos) &&
                                             frames_.size() < 12,
               .on_device = device,
               .function = f,
               .file = helper ? *file
                       : own  ? frame().file
                              : std::string(),
               .is_helper = helper};
  called.scope->outer = f->scope;
  called.scope->locals = f->locals;
  // A module beside the program is traced like the program.
  if (file && trace_ != nullptr) called.traced_file = traced_file(*f);
  // A plain host function, such as run(), has no layouts of its own.
  if (!own && !device && f->name.find('.') == std::string::npos) called.listed = false;
  ran_.insert(f.get());
  if (f->is_kernel && !file) kernels_.insert(f->name);
  Value result;
  run_in(f, std::move(called), [&] {
    bind(*f, *frame().scope, self, given);
    if (f->later) {
      // A coroutine runs when it is awaited.
      const auto why = message("line {}: the generator {} is not followed here", line_, f->name);
      lose_code(f->node["body"], frame().scope, why, 0);
      result = Value::unknown(why);
    } else if (f->yields) {
      result = generator(frame(), own ? f->node : f->node["body"], {});
    } else if (own) {
      result = evaluate(f->node["body"]);
    } else {
      block(f->node["body"]);
      close_exits(Flow::leave, 0);
      result = frame().result;
    }
  });
  return result;
}

/// Returns the library file that defines a function, "" if it is not a separate file; nullopt for the program's own functions.
std::optional<std::string> DslInterpreter::file_of_library(const DslFunction& f) {
  for (auto s = f.scope; s; s = s->outer)
    if (s->foreign) return s->file;
  return std::nullopt;
}

void DslInterpreter::run_in(const std::shared_ptr<DslFunction>& f, Frame called, const std::function<void()>& run) {
  const bool own = f->node.is("lambda"), library = file_of_library(*f).has_value(), beside = called.traced_file > 0;
  // While a library calls the program back, as a module that compiles and runs its argument, the library's state is suspended.
  const bool stays = (library && !beside) || own;
  const auto left = stays ? 0 : in_library_, left_silent = stays ? 0 : library_silences_;
  silent_ -= left_silent, library_silences_ -= left_silent, in_library_ -= left;
  const int quiet = library && !called.is_helper ? 1 : 0;
  if (library && !beside) ++in_library_;
  library_silences_ += quiet, silent_ += quiet;
  const auto back = [&] {
    if (library && !beside) --in_library_;
    library_silences_ += left_silent - quiet, silent_ += left_silent - quiet, in_library_ += left;
    frames_.pop_back();
  };
  frames_.push_back(std::move(called));
  try {
    run();
  } catch (...) {
    back();
    throw;
  }
  back();
}

/// Returns the result of a memoized function: the earlier one for equal arguments. If equality is unknown, the function runs again.
DslValue DslInterpreter::remembered(const std::shared_ptr<DslFunction>& f, const Value* self, const Arguments& given) {
  auto memo = Value::of(Kind::list);
  memo.items = f->memo;
  auto places = given.all;
  if (self != nullptr) places.insert(places.begin(), *self);
  DslItems names, values;
  for (const auto& [name, v] : given.named) names.push_back(Value::of(Kind::string, name)), values.push_back(v);
  const auto key = Value::tuple({Value::tuple(std::move(places)), Value::tuple(std::move(names)), Value::tuple(std::move(values))});
  const auto varies = [](const Value& v) { return v.dynamic; };
  bool known = key.is_known() && given.unclear.empty() && memo.lost() == nullptr && std::ranges::none_of(given.all, varies);
  for (std::size_t i = 0; known && i < memo.items->size(); ++i) {
    const auto is = compared(Operator::equal, (*(*memo.items)[i].items)[0], key);
    known = is.has_value();
    if (is != true) continue;
    auto& rows = changing(memo);
    std::rotate(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(i), rows.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return (*rows.front().items)[1];
  }
  auto once = made<DslFunction>(*f);
  once->memo = nullptr;
  ran_.insert(f.get());
  auto result = invoke(once, self, given);
  if (!known || !result.is_known()) return result;
  auto& rows = changing(memo);
  auto row = Value::tuple({key, result});
  if (!row.is_known()) return result;
  rows.insert(rows.begin(), std::move(row));
  if (rows.size() > f->most_kept) rows.pop_back();
  return result;
}

/// Runs the result of cute.compile once: with the arguments of a call, which may have other sizes than at compile time, or with those of
/// cute.compile at the end of the program. A call omits Constexpr arguments.
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

}  // namespace app
