// Statements: what they do to variables, and which of them run.

#include <algorithm>

#include "app/import/dsl/dsl_interpreter.hpp"
#include "app/import/one_line.hpp"

namespace app {

using algebra::message;
using algebra::Message;

DslInterpreter::Flow DslInterpreter::block(SyntaxNode node) {
  for (const auto& s : node.children())
    if (const auto flow = statement(s); flow != Flow::next) return flow;
  return Flow::next;
}

DslInterpreter::Flow DslInterpreter::statement(SyntaxNode s) {
  if (!counted()) throw Raised{exhausted(), s.line()};
  if (stack_.too_deep()) return Flow::next;
  if (in_library_ == 0) line_ = s.line();
  const auto kind = s.kind();
  if (kind == "expression_statement") {
    for (const auto& e : s.children()) {
      if (e.is("assignment")) {
        if (!e["right"]) {
          // A field of a class: its type alone.
          continue;
        }
        // a = b = E
        std::vector<SyntaxNode> targets;
        auto right = e;
        while (right.is("assignment")) targets.push_back(right["left"]), right = right["right"];
        if (!right) continue;
        const auto value = evaluate(right);
        defining_ = right;
        for (const auto& t : targets) assign(t, value, t.line());
        defining_ = {};
      } else if (e.is("augmented_assignment")) {
        augment(e);
      } else {
        evaluate(e);
      }
    }
    return Flow::next;
  }
  if (kind == "if_statement") {
    std::vector<SyntaxNode> alternatives;
    for (const auto& c : s.children())
      if (c.is("elif_clause") || c.is("else_clause")) alternatives.push_back(c);
    return branches(s, alternatives, 0);
  }
  if (kind == "for_statement") return loop(s);
  if (kind == "while_statement") return loop_while(s);
  if (kind == "return_statement") {
    const auto values = s.children();
    frame().result = values.empty() ? Value::none() : evaluate(values.front());
    // A layout that has no other name.
    if (!values.empty() && values.front().is("call") && frame().result.is(Kind::cute) && !entries_.has(frame().result.text))
      define("return", frame().result, s.line());
    return Flow::leave;
  }
  if (kind == "function_definition") return define_function(s, {}), Flow::next;
  if (kind == "class_definition") return define_class(s, {}), Flow::next;
  if (kind == "decorated_definition") {
    const auto d = s["definition"];
    if (d.is("class_definition")) define_class(d, s);
    else define_function(d, s);
    return Flow::next;
  }
  if (kind == "import_statement") return import(s), Flow::next;
  if (kind == "import_from_statement") return import_from(s), Flow::next;
  if (kind == "with_statement") {
    const std::shared_ptr<void> left(nullptr, [this, was = elected_](void*) { elected_ = was; });
    for (const auto& c : s.children()) {
      if (!c.is("with_clause")) continue;
      for (const auto& i : c.children()) {
        const auto v = i["value"];
        if (!v.is("as_pattern")) {
          evaluate(v);
          continue;
        }
        const auto parts = v.children();
        const auto value = evaluate(parts.front());
        if (parts.size() > 1 && !parts[1].children().empty()) assign(first_of(parts[1]), value, v.line());
      }
    }
    return block(s["body"]);
  }
  if (kind == "try_statement") return attempt(s);
  if (kind == "raise_statement") {
    // The text of the exception, where it has one.
    const auto what = s.children();
    std::string said;
    if (!what.empty() && what.front().is("call")) {
      const auto given = arguments(what.front()["arguments"]);
      if (!given.all.empty() && given.all.front().is(Kind::string)) said = given.all.front().text;
    }
    throw Raised{said.empty() ? message("line {} raises an exception for these arguments", s.line())
                              : message("line {} raises an exception for these arguments: {}", s.line(), said),
                 s.line()};
  }
  if (kind == "break_statement") return Flow::break_loop;
  if (kind == "continue_statement") return Flow::next_round;
  if (kind == "global_statement" || kind == "nonlocal_statement")
    for (const auto& n : s.children()) frame().scope->not_local.emplace_back(n.text());
  return Flow::next;
}

void DslInterpreter::set(const std::string& name, Value value) {
  auto scope = frame().scope;
  if (std::ranges::find(scope->not_local, name) != scope->not_local.end())
    for (auto s = scope->outer; s; s = s->outer)
      if (s->names.contains(name) || !s->outer) {
        scope = s;
        break;
      }
  if (!undo_.empty()) {
    const auto at = scope->names.find(name);
    if (at == scope->names.end()) undo_.back()->push_back([scope, name] { scope->names.erase(name); });
    else undo_.back()->push_back([scope, name, was = at->second] { scope->names[name] = was; });
  }
  scope->names[name] = std::move(value);
}

void DslInterpreter::set_member(const Value& object, const std::string& name, Value value) {
  auto& members = object.object->members;
  if (!undo_.empty()) {
    const auto at = members.find(name);
    if (at == members.end()) undo_.back()->push_back([o = object.object, name] { o->members.erase(name); });
    else undo_.back()->push_back([o = object.object, name, was = at->second] { o->members[name] = was; });
  }
  members[name] = std::move(value);
}

DslInterpreter::Flow DslInterpreter::supposing(const std::function<Flow()>& run) {
  std::vector<std::function<void()>> undo;
  undo_.push_back(&undo);
  auto flow = Flow::next;
  const auto depth = frames_.size();
  const auto result = frame().result;
  try {
    flow = run();
  } catch (const Raised& r) {
    frames_.resize(depth);
    if (entries_.exhausted()) {
      undo_.pop_back();
      throw r;
    }
  }
  undo_.pop_back();
  frame().result = result;
  for (auto u = undo.rbegin(); u != undo.rend(); ++u) (*u)();
  return flow;
}

namespace {

bool is_same(const DslValue& a, const DslValue& b) {
  if (a.is(DslValue::Kind::cute) && b.is(DslValue::Kind::cute)) return a.text == b.text;
  if (a.is_sequence() && a.kind == b.kind) return std::ranges::equal(*a.items, *b.items, is_same);
  return equal(a, b);
}

/// What two different values come to by a condition that is not known.
DslValue unless_known(const DslValue& a, const DslValue& b, const DslValue& condition, std::string_view name) {
  using Kind = DslValue::Kind;
  if (condition.is_computed() && !a.is(Kind::cute) && !b.is(Kind::cute)) return DslValue::computed();
  return DslValue::unknown(condition.why.empty() ? message("{} depends on a condition that is not known here", name) : condition.why);
}

}  // namespace

DslValue DslInterpreter::either(const Value& a, const Value& b, const Value& condition, std::string_view name) {
  if (a.is(Kind::none) || is_same(a, b)) return b;
  return b.is(Kind::none) ? a : unless_known(a, b, condition, name);
}

/// A branch that is taken, and one that other threads take.
DslInterpreter::Flow DslInterpreter::branch(SyntaxNode condition, const std::function<Flow()>& then,
                                            const std::function<Flow()>& otherwise) {
  const auto value = evaluate(condition);
  const auto holds = truth(value);
  if (tracing()) {
    // Other threads have traces of their own.
    if (holds) return trace_condition(value, condition.line()), *holds ? then() : otherwise();
    ++perhaps_;
  }
  const std::shared_ptr<void> decided(nullptr, [this, open = tracing()](void*) { perhaps_ -= open ? 1 : 0; });
  if (holds && !(value.dynamic && frame().on_device)) return *holds ? then() : otherwise();
  if (holds) {
    // The other branch is what other threads do.
    const auto before = frame().scope->names;
    auto flow = Flow::next;
    taken_by_some_.emplace_back(frames_.size(), &before);
    const std::shared_ptr<void> left(nullptr, [this](void*) { taken_by_some_.pop_back(); });
    if (*holds) {
      // The other does not see what this one does.
      flow = then();
      auto after = std::exchange(frame().scope->names, before);
      supposing(otherwise);
      frame().scope->names = std::move(after);
    } else {
      supposing(then);
      flow = otherwise();
    }
    // What one of them gives a number is not static.
    for (auto& [name, now] : frame().scope->names)
      if (const auto was = before.find(name); now.is(Kind::integer) && (was == before.end() || !equal(was->second, now)))
        now = now.as_dynamic();
    return flow;
  }
  // Nothing says which: what both leave is what is known afterwards.
  DslNames before = frame().scope->names, first;
  auto flow = Flow::next;
  bool raised = false;
  const auto depth = frames_.size();
  try {
    flow = then();
  } catch (const Raised&) {
    if (entries_.exhausted()) throw;
    frames_.resize(depth);
    raised = true;
  }
  if (raised) {
    frame().scope->names = before;
    return otherwise();
  }
  // What follows is as if a branch that returns were not taken: `if x is None: return`. But the function may have returned.
  first = std::exchange(frame().scope->names, before);
  const auto first_result = frame().result;
  Flow second = Flow::next;
  try {
    second = otherwise();
  } catch (const Raised&) {
    if (entries_.exhausted()) throw;
    frames_.resize(depth);
    frame().scope->names = first;
    return flow;
  }
  if (flow == Flow::leave && second == Flow::leave) {
    frame().result = either(first_result, frame().result, value, "return");
    return flow;
  }
  if (flow == Flow::leave) frame().perhaps.emplace_back(first_result, value);
  if (second == Flow::leave) frame().perhaps.emplace_back(frame().result, value);
  if (flow != Flow::next && second == Flow::next) return Flow::next;
  if (second != Flow::next) {
    frame().scope->names = first;
    return flow;
  }
  auto& now = frame().scope->names;
  for (auto& [name, value_then] : first) {
    const auto at = now.find(name);
    if (at == now.end()) now.emplace(name, value_then);
    else if (!is_same(at->second, value_then)) at->second = unless_known(at->second, value_then, value, name);
  }
  return Flow::next;
}

DslInterpreter::Flow DslInterpreter::branches(SyntaxNode node, const std::vector<SyntaxNode>& alternatives, std::size_t next) {
  return branch(
      node["condition"], [&] { return block(node["consequence"]); },
      [&] {
        if (next == alternatives.size()) return Flow::next;
        const auto& a = alternatives[next];
        return a.is("else_clause") ? block(a["body"]) : branches(a, alternatives, next + 1);
      });
}

void DslInterpreter::note_round(SyntaxNode node, const Value& value) {
  if (set_numbers_.empty() || in_library_ > 0 || !frame().on_device) return;
  const auto whole = node.text();
  if (value.is(Kind::object) && node.is("identifier")) {
    // state.count is known where `state` is read.
    for (auto at = set_numbers_.lower_bound(whole); at != set_numbers_.end() && at->first.starts_with(whole); ++at)
      if (at->first.size() > whole.size() && at->first[whole.size()] == '.')
        if (const auto member = value.object->members.find(at->first.substr(whole.size() + 1)); member != value.object->members.end())
          note_number(*at, member->second);
    return;
  }
  auto at = set_numbers_.find(whole);
  if (at == set_numbers_.end()) at = set_numbers_.find(last_part(whole));
  if (at != set_numbers_.end()) note_number(*at, value);
}

void DslInterpreter::note_number(const std::pair<const std::string, std::string>& setting, const Value& value) {
  if (!value.is_integer() || setting.second != std::to_string(value.number)) return;
  entries_.setting(setting.first);
  if (running_loops_.empty()) return;
  // The first time in each loop.
  if (!noted_.emplace(setting.first, running_loops_.back().first).second) return;
  for (const auto& [line, round] : running_loops_)
    if (round > 0) rounds_of_settings_[line] = std::max(rounds_of_settings_[line], round);
}

/// The first, or the one that is set: `--set k=3` of `for k in range(8)`.
std::size_t DslInterpreter::listed_round(SyntaxNode loop, const DslItems& all) {
  if (const auto at = listed_rounds_.find(loop.line()); at != listed_rounds_.end() && in_library_ == 0)
    return at->second < all.size() ? at->second : 0;
  const auto target = loop["left"];
  const auto* set = target.is("identifier") && !silent() ? entries_.setting(target.text()) : nullptr;
  if (set == nullptr) return 0;
  const auto at = std::ranges::find_if(all, [&](const Value& v) { return v.is_integer() && std::to_string(v.number) == *set; });
  return at == all.end() ? 0 : static_cast<std::size_t>(at - all.begin());
}

DslInterpreter::Flow DslInterpreter::loop(SyntaxNode s) {
  const auto over = evaluate(s["right"]);
  const auto all = elements(over);
  if (!all) {
    // It is not known how often it runs: once, for its entries.
    if (tracing()) trace_stops(message("line {}: it is not known what this loop goes through", s.line()));
    assign(s["left"], Value::unknown(over.why.empty() ? message("it is not known what this loop goes through") : over.why), s.line());
    supposing([&] { return block(s["body"]); });
    return Flow::next;
  }
  const auto listed = listed_round(s, *all);
  const auto most = tracing() ? all->size() : std::max(listed + 1, frame().on_device ? most_rounds : most_host_rounds);
  if (tracing()) rounds_.push_back({s.line(), 0});
  const std::shared_ptr<void> left(nullptr, [this, traced = tracing()](void*) {
    if (traced) rounds_.pop_back();
  });
  const bool own = in_library_ == 0;
  if (own) running_loops_.emplace_back(s.line(), 0);
  const std::shared_ptr<void> ended(nullptr, [this, own](void*) {
    if (own) running_loops_.pop_back();
  });
  std::size_t round = 0;
  auto flow = Flow::next;
  for (const auto& v : *all) {
    if (round == most) break;
    const int quiet = silent_;
    if (round != listed) ++silent_;
    if (own) running_loops_.back().second = round;
    if (tracing()) rounds_.back().round = static_cast<std::int64_t>(round);
    ++round;
    assign(s["left"], v, s.line());
    try {
      flow = block(s["body"]);
    } catch (...) {
      silent_ = quiet;
      throw;
    }
    silent_ = quiet;
    if (flow == Flow::break_loop || flow == Flow::leave) break;
  }
  // What a loop of a thousand rounds does to numbers is not followed to its end.
  if (all->empty() && frame().on_device && !tracing())
    supposing([&] { return assign(s["left"], Value::integer(0, true), s.line()), block(s["body"]); });
  if (const auto otherwise = s["alternative"]; otherwise && flow != Flow::break_loop && flow != Flow::leave)
    return block(otherwise["body"]);
  return flow == Flow::leave ? flow : Flow::next;
}

DslInterpreter::Flow DslInterpreter::loop_while(SyntaxNode s) {
  std::size_t round = 0;
  auto flow = Flow::next;
  if (tracing()) rounds_.push_back({s.line(), 0});
  const std::shared_ptr<void> left(nullptr, [this, traced = tracing()](void*) {
    if (traced) rounds_.pop_back();
  });
  const bool own = in_library_ == 0;
  if (own) running_loops_.emplace_back(s.line(), 0);
  const int quiet = silent_;
  const std::shared_ptr<void> ended(nullptr, [this, own, quiet](void*) {
    if (own) running_loops_.pop_back();
    silent_ = quiet;
  });
  const auto chosen = listed_rounds_.find(s.line());
  const auto listed = own && chosen != listed_rounds_.end() ? chosen->second : 0;
  for (;; ++round) {
    silent_ = quiet + (round == listed ? 0 : 1);
    if (own) running_loops_.back().second = round;
    const auto condition = evaluate(s["condition"]);
    const auto holds = truth(condition);
    if (tracing()) {
      rounds_.back().round = static_cast<std::int64_t>(round);
      if (!holds) trace_stops(message("line {}: it is not known how often this loop runs", s.line()));
      else trace_condition(condition, s.line());
      if (!holds || !*holds) break;
    }
    if (!holds || !*holds) {
      // Other threads, or other sizes, come here: once, for its entries.
      if (round == 0) {
        silent_ = quiet;
        supposing([&] { return block(s["body"]); });
      }
      break;
    }
    if (round == most_rounds && !tracing()) break;
    flow = block(s["body"]);
    if (flow == Flow::break_loop || flow == Flow::leave) break;
  }
  return flow == Flow::leave ? flow : Flow::next;
}

DslInterpreter::Flow DslInterpreter::attempt(SyntaxNode s) {
  const auto depth = frames_.size();
  const auto quiet = silent_;
  try {
    const auto flow = block(s["body"]);
    if (flow != Flow::next) return flow;
    for (const auto& c : s.children())
      if (c.is("else_clause")) return block(c["body"]);
  } catch (const Raised& r) {
    if (entries_.exhausted()) throw;
    frames_.resize(depth);
    silent_ = quiet;
    for (const auto& c : s.children())
      if (c.is("except_clause") && !c.children().empty()) return block(c.children().back());
    throw r;
  }
  for (const auto& c : s.children())
    if (c.is("finally_clause") && !c.children().empty()) return block(c.children().back());
  return Flow::next;
}

void DslInterpreter::define_function(SyntaxNode definition, SyntaxNode decorated) {
  auto f = made<DslFunction>();
  const std::string name(definition["name"].text());
  f->name = name, f->node = definition, f->scope = frame().scope;
  for (const auto& d : decorated ? decorated.children() : std::vector<SyntaxNode>{}) {
    if (!d.is("decorator") || d.children().empty()) continue;
    auto what = first_of(d);
    if (what.is("call")) what = what["function"];
    const auto last = last_part(what.text());
    f->is_kernel |= last == "kernel";
    f->is_operation |= last == "dsl_user_op";
    f->is_jit |= last == "jit" || f->is_operation;
    f->is_static |= last == "staticmethod";
    f->of_class |= last == "classmethod";
    f->of_value |= last == "property" || last == "cached_property";
  }
  for (const auto& p : definition["parameters"].children())
    if (const auto value = p["value"]) f->defaults.emplace(std::string(p["name"].text()), evaluate(value));
  auto v = Value::of(Kind::function);
  v.function = f;
  if (in_library_ == 0) functions_.push_back(f);
  set(name, std::move(v));
}

void DslInterpreter::define_class(SyntaxNode definition, SyntaxNode decorated) {
  auto k = made<DslClass>();
  const std::string name(definition["name"].text());
  k->name = name;
  for (const auto& d : decorated ? decorated.children() : std::vector<SyntaxNode>{}) {
    if (!d.is("decorator") || d.children().empty()) continue;
    auto what = first_of(d);
    if (what.is("call")) what = what["function"];
    k->is_data |= last_part(what.text()) == "dataclass" || last_part(what.text()) == "mlir_namedtuple";
    k->is_storage |= last_part(what.text()) == "struct";
  }
  for (const auto& b : definition["superclasses"] ? definition["superclasses"].children() : std::vector<SyntaxNode>{}) {
    if (b.is("keyword_argument")) continue;
    const auto base = evaluate(b);
    if (base.is(Kind::klass)) {
      k->bases.push_back(base.klass);
      k->fields.insert(k->fields.end(), base.klass->fields.begin(), base.klass->fields.end());
      for (const auto& [n, t] : base.klass->field_types) k->field_types.emplace(n, t);
      k->is_data |= base.klass->is_data;
    } else {
      k->is_data |= last_part(b.text()) == "NamedTuple" || last_part(b.text()) == "ParamsBase" || last_part(b.text()) == "ArgumentsBase";
    }
  }
  // Its body is run in a scope of its own, which methods do not see.
  auto scope = made<DslScope>();
  scope->outer = frame().scope;
  const auto first = functions_.size();
  // One within a function, such as a structure in shared memory, is sized by the function's layouts.
  const bool within = frame().listed && frame().section != "<module>";
  frames_.push_back({.section = within ? frame().section : name, .scope = scope, .listed = within, .on_device = false});
  for (const auto& s : definition["body"].children()) {
    if (s.is("expression_statement") && !s.children().empty() && first_of(s).is("assignment")) {
      const auto a = first_of(s);
      if (const auto type = a["type"]) {
        const std::string field(a["left"].text());
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
  for (auto& [n, v] : k->members)
    if (v.is(Kind::function) && v.function->scope == scope) {
      v.function->scope = frame().scope, v.function->of = k;
      if (in_library_ > 0) v.function->name = name + "." + n;
    }
  auto v = Value::of(Kind::klass);
  v.klass = std::move(k);
  set(name, std::move(v));
}

void DslInterpreter::assign(SyntaxNode target, Value value, std::size_t line) {
  const auto kind = target.kind();
  if (kind == "identifier") {
    const std::string name(target.text());
    // A number that only some threads change is not static.
    if (value.is(Kind::integer) && !taken_by_some_.empty())
      if (const auto& [depth, before] = taken_by_some_.back(); depth == frames_.size() && before->contains(name))
        value = value.as_dynamic();
    if (tracing() && in_library_ == 0 && (value.is(Kind::integer) || value.is(Kind::cute))) origin_of(value).lines.insert(line);
    define(name, value, line);
    if (tracing()) define_memory(name, value, line);
    set(name, std::move(value));
  } else if (kind == "pattern_list" || kind == "tuple_pattern" || kind == "list_pattern" || kind == "tuple" || kind == "list" ||
             kind == "expression_list") {
    assign_items(target.children(), value, line);
  } else if (kind == "attribute") {
    const auto object = evaluate(target["object"]);
    if (object.is(Kind::klass)) object.klass->members[std::string(target["attribute"].text())] = value;
    if (!object.is(Kind::object)) return;
    define(std::string(target.text()), value, line);
    set_member(object, std::string(target["attribute"].text()), std::move(value));
  } else if (kind == "subscript") {
    const auto of = evaluate(target["value"]);
    if (of.is(Kind::cute) && tracing() && in_library_ == 0) {
      std::vector<SyntaxNode> indices;
      for (const auto& c : target.children())
        if (!(c == target["value"])) indices.push_back(c);
      DslItems at;
      for (const auto& i : indices) at.push_back(evaluate(i));
      call_ = {target.line(), in_one_line(target.text(), 200)};
      trace_store(of, at.size() == 1 && at.front().is(Kind::tuple) ? at.front() : Value::tuple(std::move(at)), value);
    } else if (of.is(Kind::dict)) {
      const auto key = evaluate(target["subscript"]);
      for (auto& [k, v] : *of.pairs)
        if (equal(k, key)) {
          v = value.apart();
          return;
        }
      of.pairs->emplace_back(key, value.apart());
    } else if (of.is(Kind::list)) {
      const auto at = evaluate(target["subscript"]);
      const auto size = static_cast<std::int64_t>(of.items->size());
      if (!at.is_integer() || at.number < -size || at.number >= size) return;
      auto& there = (*of.items)[static_cast<std::size_t>(at.number < 0 ? at.number + size : at.number)];
      if (!undo_.empty())
        undo_.back()->push_back(
            [items = of.items, i = static_cast<std::size_t>(&there - of.items->data()), was = there] { (*items)[i] = was; });
      if (!of.items->takes(value)) throw Raised{Message("this is nested too deeply"), line};
      if (value.items) of.items->depth = std::max(of.items->depth, value.items->depth + 1), of.items->weight += value.items->weight;
      there = value.apart();
    }
  } else if (kind == "parenthesized_expression" && !target.children().empty()) {
    assign(first_of(target), std::move(value), line);
  }
}

void DslInterpreter::assign_items(const std::vector<SyntaxNode>& targets, const Value& value, std::size_t line) {
  const auto all = elements(value);
  const auto star = static_cast<std::size_t>(
      std::ranges::find_if(targets, [](const SyntaxNode& t) { return t.is("list_splat_pattern") || t.is("list_splat"); }) -
      targets.begin());
  const bool fits = all && (star < targets.size() ? all->size() + 1 >= targets.size() : all->size() == targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (!fits) {
      auto part = value.is_known() && all ? Value::unknown(message("{} values cannot be given to {} names", all->size(), targets.size()))
                  : value.is_known()      ? Value::computed()
                                          : value;
      assign(targets[i].is("list_splat_pattern") ? first_of(targets[i]) : targets[i], std::move(part), line);
      continue;
    }
    const auto extra = all->size() - (targets.size() - 1);
    if (i == star) {
      assign(first_of(targets[i]),
             Value::list(DslItems(all->begin() + static_cast<std::ptrdiff_t>(i), all->begin() + static_cast<std::ptrdiff_t>(i + extra))),
             line);
      continue;
    }
    assign(targets[i], (*all)[i < star ? i : i - 1 + extra], line);
  }
  define_shape(targets, value, line);
}

void DslInterpreter::define_shape(const std::vector<SyntaxNode>& targets, const Value& value, std::size_t line) {
  // A thread's or a block's number is no shape.
  const auto is_size = [](const Value& v) {
    return v.is(Kind::integer) && !v.text.starts_with("threadIdx") && !v.text.starts_with("blockIdx");
  };
  const bool shape = value.is(Kind::tuple) && value.items->size() == targets.size() && std::ranges::all_of(*value.items, is_size);
  if (!shape || silent() || !std::ranges::all_of(targets, [](const SyntaxNode& t) { return t.is("identifier"); })) return;
  std::string name;
  for (const auto& t : targets) name += (name.empty() ? "" : ", ") + std::string(t.text());
  auto whole = value;
  define(name, whole, line);
}

void DslInterpreter::augment(SyntaxNode e) {
  auto sign = e["operator"].text();
  if (sign.empty()) return;
  sign.remove_suffix(1);
  const auto now = evaluate(e["left"]);
  const auto by = evaluate(e["right"]);
  if (now.is(Kind::list) && sign == "+" && by.is_sequence()) {
    const auto more = *by.items;
    for (const auto& v : more) add_to(*now.items, now.items->end(), v);
    return;
  }
  assign(e["left"], binary(sign, now, by), e.line());
}

}  // namespace app
