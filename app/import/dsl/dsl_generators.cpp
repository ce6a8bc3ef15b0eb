// Iterators and generators, which produce each value on demand.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

#include "app/import/one_line.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Thrown when a generator does something unsupported.
struct NotFollowed {
  Message why;
};

SyntaxNode part_of_kind(SyntaxNode n, std::string_view kind) {
  const auto at = std::ranges::find_if(n.children(), [&](const SyntaxNode& c) { return c.is(kind); });
  return at != n.children().end() ? *at : SyntaxNode{};
}

SyntaxNode without_parentheses(SyntaxNode n) {
  while (n.is("parenthesized_expression") && n.children().size() == 1) n = n.children().front();
  return n;
}

}  // namespace

bool DslInterpreter::has_yield(SyntaxNode code) {
  bool found = false;
  code.walk([&](const SyntaxNode& n) {
    found |= n.is("yield");
    return !found && !n.is("function_definition") && !n.is("lambda") && !n.is("class_definition");
  });
  return found;
}

void DslInterpreter::throw_not_followed(const Message& why) { throw NotFollowed{why}; }

DslValue DslInterpreter::iterator(DslItems over, std::function<std::optional<Value>(const Value&)> step) {
  auto v = Value::of(Kind::iterator);
  v.object = made<DslObject>({.of = nullptr, .library = "iterator", .members = {}, .arguments = std::move(over), .step = std::move(step)});
  return v;
}

DslValue DslInterpreter::iterator(DslItems all) {
  auto items = std::make_shared<const DslItems>(std::move(all));
  return iterator(
      {}, [items, i = std::size_t{0}](const Value&) mutable { return i < items->size() ? std::optional((*items)[i++]) : std::nullopt; });
}

std::optional<DslValue> DslInterpreter::iterator_over(const Value& v) {
  if (v.lost() != nullptr) return std::nullopt;
  if (v.is(Kind::iterator)) return v;
  // A list is iterated in its present state, including later changes.
  if (v.is(Kind::list))
    return iterator({v}, [v, i = std::size_t{0}](const Value&) mutable -> std::optional<Value> {
      if (const auto* why = v.lost()) throw NotFollowed{*why};
      if (i < v.items->size()) return (*v.items)[i++];
      return i = DslItems::most + 1, std::nullopt;
    });
  if (v.is(Kind::range))
    return iterator({v}, [v, i = std::int64_t{0}](const Value&) mutable {
      return i < length_of_range(*v.items) ? std::optional(of_range(v, i++)) : std::nullopt;
    });
  if (v.is(Kind::dict) || v.is(Kind::view)) {
    // A dict that changes in size must not be iterated any further.
    std::vector<Value> keys;
    for (const auto& pair : *v.pairs) keys.push_back(pair.first);
    return iterator({v}, [this, v, keys, i = std::size_t{0}](const Value&) mutable -> std::optional<Value> {
      if (const auto* why = v.lost()) throw NotFollowed{*why};
      if (v.pairs->size() != keys.size()) {
        fails("RuntimeError", message("line {}: the values of this loop are not known", line_));
        throw NotFollowed{message("line {}: the values of this loop are not known", line_)};
      }
      if (i == keys.size()) return std::nullopt;
      if (!equal((*v.pairs)[i].first, keys[i])) throw NotFollowed{message("line {}: the values of this loop are not known", line_)};
      return of_view(v, i++);
    });
  }
  if (v.is(Kind::object) && v.object->of) {
    if (auto own = call_special(v, "__iter__", {})) {
      if (own->is(Kind::iterator)) return own;
      return special(*own, "__next__") != nullptr ? std::optional(iterator_of_object(*own)) : std::nullopt;
    }
    if (special(v, "__getitem__") != nullptr && !v.object->of->is_data)
      return iterator({v}, [this, v, i = std::int64_t{0}](const Value&) mutable {
        return until("IndexError", [&] { return *call_special(v, "__getitem__", {{Value::integer(i++)}, {}}); });
      });
  }
  auto all = elements(v);
  return all ? std::optional(iterator(std::move(*all))) : std::nullopt;
}

DslValue DslInterpreter::iterator_of_object(const Value& of) {
  return iterator({of}, [this, of](const Value&) { return until("StopIteration", [&] { return *call_special(of, "__next__", {}); }); });
}

/// Returns the result of a call; nullopt if it raises an exception of this type.
std::optional<DslValue> DslInterpreter::until(std::string_view type, const std::function<Value()>& call) {
  const auto doubts = doubts_;
  const auto depth = frames_.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  ++tries_;
  const std::shared_ptr<void> ended(nullptr, [this](void*) { --tries_; });
  try {
    auto v = call();
    if (doubts_ != doubts) throw NotFollowed{message("line {}: it is not known whether an exception is raised", line_)};
    return v;
  } catch (const Raised& r) {
    if (entries_.exhausted() || r.type != type) throw;
    frames_.resize(depth);
    std::tie(silent_, in_library_, library_silences_) = quiet;
    return std::nullopt;
  }
}

std::optional<DslValue> DslInterpreter::next_of(const Value& it, const Value& sent) {
  if (const auto* why = it.lost()) return Value::unknown(*why);
  touch({Place::Of::iterator, it.object});
  count_values(1);
  auto& o = *it.object;
  ++o.next;
  const auto frames = frames_.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_, tries_);
  auto step = std::exchange(o.step, nullptr);
  if (!step) return fails("ValueError", not_read("a generator that runs itself"));
  try {
    auto v = step(sent);
    it.object->step = std::move(step);
    return v;
  } catch (const NotFollowed& n) {
    frames_.resize(frames);
    std::tie(silent_, in_library_, library_silences_, tries_) = quiet;
    it.object->step = std::move(step);
    lose(it, n.why);
    return Value::unknown(n.why);
  } catch (...) {
    // An iterator that has raised an exception is exhausted.
    it.object->step = [](const Value&) { return std::optional<Value>(); };
    throw;
  }
}

std::optional<DslItems> DslInterpreter::drained(const Value& it) {
  DslItems all;
  for (;;) {
    auto v = next_of(it);
    if (it.lost() != nullptr) return std::nullopt;
    if (!v) return all;
    all.push_back(std::move(*v));
    if (all.size() > DslItems::most || (it.function && all.size() > most_yielded)) {
      lose(it, not_followed(Message("a generator with so many values")));
      return std::nullopt;
    }
  }
}

/// Makes an iterator unknown that is suspended within a `try`, after a single value was taken: the rest, with its `finally`, may never run.
void DslInterpreter::left_within(const Value& it) {
  if (it.is(Kind::iterator) && it.object->is_within) lose(it, not_read("finally"));
}

void DslInterpreter::lose_code(SyntaxNode code, const std::shared_ptr<DslScope>& scope, const Message& why, int depth) {
  if (depth > 6) return;
  auto back = frame();
  frames_.push_back({.section = {}, .scope = scope});
  std::vector<std::shared_ptr<DslFunction>> called;
  code.walk([&](const SyntaxNode& n) {
    if (n.is("global_statement") || n.is("nonlocal_statement")) {
      for (const auto& c : n.children()) set(std::string(c.text()), Value::unknown(why));
    } else if (n.is("named_expression")) {
      set(std::string(n["name"].text()), Value::unknown(why));
    } else if (n.is("identifier")) {
      const auto v = name(n.text());
      if ((v.is(Kind::function) || v.is(Kind::bound)) && v.function && v.function->scope != library_module_) called.push_back(v.function);
      else if (!v.is(Kind::klass)) lose(v, why, depth);
    }
    return true;
  });
  frames_.pop_back();
  for (const auto& f : called) lose_code(f->node["body"] ? f->node["body"] : f->node, f->scope, why, depth + 2);
}

DslValue DslInterpreter::generator(Frame in, SyntaxNode code, std::optional<Value> first) {
  auto f = made<DslFunction>();
  f->name = in.section, f->node = code, f->scope = in.scope;
  Generator g{.frame = std::move(in), .stack = {}, .target = {}, .sent = {}, .began = false};
  g.code = g.frame.function;
  g.stack.push_back({code, 0, first ? DslItems{*first} : DslItems{}, {}});
  auto v = iterator({}, nullptr);
  v.function = f;
  auto* o = v.object.get();
  o->step = [this, g = std::move(g), o](const Value& sent) mutable -> std::optional<Value> {
    auto value = run_generator(g, sent);
    o->is_within = value && std::ranges::any_of(g.stack, [](const Activation& a) {
                     return a.node.is("try_statement") && part_of_kind(a.node, "finally_clause");
                   });
    if (!value) o->members["result"] = g.frame.result;
    return value;
  };
  return v;
}

std::optional<DslValue> DslInterpreter::run_generator(Generator& g, const Value& sent) {
  if (g.stack.empty()) return std::nullopt;
  if (!g.began && sent.is_known() && !sent.is(Kind::none)) {
    fails("TypeError", not_read("send"));
    throw NotFollowed{not_read("send")};
  }
  g.began = true;
  const auto in_expression = g.stack.front().node.is("generator_expression");
  std::optional<Value> value;
  const auto run = [&] {
    const auto tries = tries_;
    const std::shared_ptr<void> ended(nullptr, [this, tries, quiet = silent_](void*) { tries_ = tries, silent_ = quiet; });
    // A generator adds no entries in later rounds of its loops.
    const auto again = [&](const Activation& a) {
      return a.at > (&a == &g.stack.back() ? 0 : 1) && (a.node.is("for_statement") || a.node.is("while_statement"));
    };
    const auto attempts = [](const Activation& a) {
      return a.node.is("try_statement") && a.at == 0 && part_of_kind(a.node, "except_clause");
    };
    g.sent = sent;
    if (g.target) assign(std::exchange(g.target, {}), sent, line_);
    const auto depth = frames_.size();
    const auto quiet = std::tuple(silent_, in_library_, library_silences_);
    while (!g.stack.empty() && !value) {
      const auto open = static_cast<int>(std::ranges::count_if(g.stack, attempts));
      tries_ = tries + open;
      silent_ = std::get<0>(quiet) + (std::ranges::any_of(g.stack, again) ? 1 : 0);
      const auto doubts = doubts_;
      try {
        value = advance(g);
        if (open > 0 && doubts_ != doubts) throw NotFollowed{message("line {}: it is not known whether an exception is raised", line_)};
      } catch (const Raised& r) {
        tries_ = tries;
        if (entries_.exhausted() || r.type.empty()) throw;
        frames_.resize(depth);
        std::tie(silent_, in_library_, library_silences_) = quiet;
        if (!handles(g, r)) throw;
      }
    }
  };
  if (in_expression) {
    frames_.push_back(std::move(g.frame));
    ++silent_;
    const auto depth = frames_.size();
    const std::shared_ptr<void> left(nullptr, [&, depth](void*) {
      if (frames_.size() < depth) return;
      --silent_;
      g.frame = std::move(frames_[depth - 1]);
      frames_.resize(depth - 1);
    });
    run();
  } else {
    auto called = std::move(g.frame);
    run_in(g.code, std::move(called), [&] {
      run();
      g.frame = std::move(frame());
    });
  }
  return value;
}

std::optional<DslValue> DslInterpreter::advance(Generator& g) {
  auto& top = g.stack.back();
  const auto n = top.node;
  const auto next = [&] {
    auto v = next_of(top.values.front(), g.sent);
    g.sent = Value::none();
    if (const auto* why = top.values.front().lost()) throw NotFollowed{*why};
    return v;
  };
  if (n.is("for_statement") || n.is("while_statement")) {
    if (++top.at > most_yielded * 4) throw NotFollowed{not_followed(Message("a generator with so many values"))};
    bool goes_on = false;
    if (n.is("for_statement")) {
      if (auto v = next()) goes_on = true, assign(n["left"], std::move(*v), n.line());
    } else {
      goes_on = decided(n["condition"]);
    }
    const auto otherwise = n["alternative"];
    if (goes_on) g.stack.push_back({n["body"], 0, {}, {}});
    else if (g.stack.pop_back(); otherwise) g.stack.push_back({otherwise["body"], 0, {}, {}});
    return std::nullopt;
  }
  if (n.is("yield")) {
    if (auto v = next()) return v;
    const auto target = top.target;
    const auto& m = top.values.front().object->members;
    const auto result = m.contains("result") ? m.at("result") : Value::none();
    g.stack.pop_back();
    if (target) assign(target, result, n.line());
    return std::nullopt;
  }
  if (n.is("try_statement")) {
    // The body of the `try`, or an exception handler, has ended.
    const auto part = part_of_kind(n, top.at == 0 ? "else_clause" : "finally_clause");
    if (++top.at > 2 || (top.at == 2 && !part)) g.stack.pop_back();
    else if (part) g.stack.push_back({part.children().back(), 0, {}, {}});
    return std::nullopt;
  }
  if (n.is("generator_expression")) return advance_expression(g);
  if (n.is("lambda")) {
    const auto at = std::exchange(top.at, 1);
    if (at == 1) return g.stack.pop_back(), std::nullopt;
    return yield(g, without_parentheses(n["body"]), {});
  }
  const auto& statements = n.children();
  if (top.at == statements.size()) return g.stack.pop_back(), std::nullopt;
  return begin_statement(g, statements[top.at++]);
}

std::optional<DslValue> DslInterpreter::advance_expression(Generator& g) {
  const auto n = g.stack.back().node;
  const auto& clauses = n.children();
  auto& top = g.stack.back();
  auto v = next_of(top.values.front());
  if (const auto* why = top.values.front().lost()) throw NotFollowed{*why};
  if (!v) return g.stack.pop_back(), std::nullopt;
  auto i = top.at;
  // Loop variables belong to the comprehension; names assigned with `:=` to the scope around it.
  const auto& scope = frame().scope;
  const auto for_clause = [&](std::size_t k) { return clauses[k].is("for_in_clause"); };
  if (i == 0)
    while (!for_clause(i)) ++i;
  scope->of_comprehension = false;
  assign(clauses[i]["left"], std::move(*v), n.line());
  scope->of_comprehension = true;
  for (++i; i < clauses.size(); ++i) {
    if (clauses[i].is("if_clause")) {
      if (!decided(first_of(clauses[i]))) return std::nullopt;
    } else if (for_clause(i)) {
      const auto over = evaluate(clauses[i]["right"]);
      const auto it = iterator_over(over);
      if (!it) throw NotFollowed{over.why.empty() ? message("the values of this loop are not known") : over.why};
      g.stack.push_back({n, i, {*it}, {}});
      return std::nullopt;
    }
  }
  return evaluate(n["body"]);
}

/// Returns whether a condition of a generator holds. Throws NotFollowed if it is unknown.
bool DslInterpreter::decided(SyntaxNode condition) {
  const auto v = evaluate(condition);
  const auto holds = truth(v);
  if (!holds || (v.dynamic && frame().on_device && !tracing()))
    throw NotFollowed{v.is_known() ? message("the condition of {} is not known here", condition.text()) : v.why};
  if (tracing()) trace_condition(v, placed(condition.line()));
  return *holds;
}

std::optional<DslValue> DslInterpreter::yield(Generator& g, SyntaxNode n, SyntaxNode target) {
  if (!n.is("yield")) throw NotFollowed{not_read(in_one_line(n.text(), 40))};
  if (n.has("from")) {
    const auto over = n.children().empty() ? Value{} : evaluate(first_of(n));
    const auto it = iterator_over(over);
    if (!it) throw NotFollowed{over.why.empty() ? not_read("yield from") : over.why};
    g.sent = Value::none();
    g.stack.push_back({n, 0, {*it}, target});
    return std::nullopt;
  }
  auto v = n.children().empty() ? Value::none() : evaluate(first_of(n));
  g.target = target;
  return v;
}

/// Leaves blocks from the innermost outwards until `stays` returns true, running their `finally` clauses.
void DslInterpreter::unwind(Generator& g, const std::function<bool(const Activation&)>& stays) {
  while (!g.stack.empty() && !stays(g.stack.back())) {
    const auto a = g.stack.back();
    g.stack.pop_back();
    const auto last = a.node.is("try_statement") && a.at < 2 ? part_of_kind(a.node, "finally_clause") : SyntaxNode{};
    if (!last) continue;
    if (has_yield(last) || block(last.children().back()) != Flow::next) throw NotFollowed{not_read("finally")};
  }
}

std::optional<DslValue> DslInterpreter::begin_statement(Generator& g, SyntaxNode s) {
  const auto is_loop = [](const Activation& a) { return a.node.is("for_statement") || a.node.is("while_statement"); };
  if (!has_yield(s)) {
    const auto flow = statement(s);
    if (!frame().exits.empty()) {
      const auto why = frame().exits.front().condition.why;
      frame().exits.clear();
      throw NotFollowed{why.empty() ? not_read("yield") : why};
    }
    if (flow == Flow::break_loop || flow == Flow::next_round) unwind(g, is_loop);
    if (flow == Flow::break_loop && !g.stack.empty()) g.stack.pop_back();
    if (flow == Flow::leave) {
      const auto result = frame().result;
      unwind(g, [](const Activation&) { return false; });
      frame().result = result;
    }
    return std::nullopt;
  }
  line_ = in_library_ == 0 ? placed(s.line()) : line_;
  if (s.is("expression_statement") && s.children().size() == 1) {
    const auto whole = first_of(s);
    const bool assigns = whole.is("assignment") && !whole["type"];
    return yield(g, without_parentheses(assigns ? whole["right"] : whole), assigns ? whole["left"] : SyntaxNode{});
  }
  if (s.is("if_statement")) {
    auto taken = decided(s["condition"]) ? s["consequence"] : SyntaxNode{};
    for (const auto& c : s.children()) {
      if (taken) break;
      if (c.is("elif_clause") && decided(c["condition"])) taken = c["consequence"];
      else if (c.is("else_clause")) taken = c["body"];
    }
    if (taken) g.stack.push_back({taken, 0, {}, {}});
    return std::nullopt;
  }
  if (s.is("for_statement")) {
    const auto over = evaluate(s["right"]);
    const auto it = iterator_over(over);
    if (!it || s.has("async")) throw NotFollowed{over.why.empty() ? message("the values of this loop are not known") : over.why};
    g.stack.push_back({s, 0, {*it}, {}});
    return std::nullopt;
  }
  if (s.is("while_statement") || s.is("try_statement")) {
    g.stack.push_back({s, 0, {}, {}});
    if (s.is("try_statement")) g.stack.push_back({s["body"], 0, {}, {}});
    return std::nullopt;
  }
  throw NotFollowed{not_read(in_one_line(s.text(), 40))};
}

/// Continues in the `except` clause of the generator that catches an exception; false if there is none.
bool DslInterpreter::handles(Generator& g, const Raised& r) {
  for (;;) {
    unwind(g, [](const Activation& a) { return a.node.is("try_statement") && a.at == 0; });
    if (g.stack.empty()) return false;
    auto& top = g.stack.back();
    for (const auto& c : top.node.children()) {
      if (!c.is("except_clause") && !c.is("except_group_clause")) continue;
      const auto is = takes(c, r);
      if (is == false) continue;
      if (!is) throw NotFollowed{message("line {}: it is not known whether an exception is raised", line_)};
      top.at = 1;
      name_exception(c, r);
      g.stack.push_back({c.children().back(), 0, {}, {}});
      return true;
    }
    // No clause here catches it, so the enclosing `try` is next.
    top.at = 1;
  }
}

DslValue DslInterpreter::iterator_method(const Value& of, std::string_view name, const Arguments& given) {
  static constexpr auto next = [](DslInterpreter& d, const Value& it, const Value& sent) {
    auto v = d.next_of(it, sent);
    if (it.lost() != nullptr) return *v;
    d.left_within(it);
    return v ? *v : d.fails("StopIteration", message("there is no such key"));
  };
  static constexpr Named<Value(DslInterpreter&, const Value& it, const Arguments&)> rows[] = {
      {"__iter__", [](DslInterpreter&, const Value& it, const Arguments&) { return it; }},
      {"send",
       [](DslInterpreter& d, const Value& it, const Arguments& a) { return next(d, it, a.all.empty() ? Value::none() : a.all.front()); }},
      {"close",
       [](DslInterpreter& d, const Value& it, const Arguments&) {
         if (!it.function) return next(d, it, Value::none());
         d.lose(it, d.not_read("close"));
         return Value::none();
       }},
  };
  const auto* row = row_in(rows, name);
  return row != nullptr ? row->run(*this, of, given) : next(*this, of, Value::none());
}

}  // namespace app
