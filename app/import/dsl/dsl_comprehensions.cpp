// Comprehensions, generators and lambdas.

#include <algorithm>

#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

DslValue DslInterpreter::comprehension(SyntaxNode n) {
  auto scope = made<DslScope>();
  scope->outer = frame().scope;
  scope->of_comprehension = true;
  const auto clauses = n.children();
  const auto body = n["body"];
  // The first is gone through in the code around it.
  std::optional<Value> first;
  for (const auto& c : clauses)
    if (!first && c.is("for_in_clause") && !c.has("async")) first = evaluate_drained(c["right"]);
  auto saved = std::exchange(frame().scope, scope);
  ++silent_;
  const std::shared_ptr<void> ended(nullptr, [this, saved, depth = frames_.size()](void*) {
    if (frames_.size() < depth) return;
    --silent_;
    frames_[depth - 1].scope = saved;
  });
  DslItems items;
  auto dict = Value::dict();
  std::optional<Value> failed;
  std::size_t loops = 0;
  auto journal = watch();
  const std::function<void(std::size_t)> run = [&](std::size_t i) {
    if (failed) return;
    while (i < clauses.size() && (clauses[i] == body)) ++i;
    if (i == clauses.size()) {
      count_values(1);
      if (body.is("pair")) {
        const auto key = evaluate(body["key"]);
        set_key(*dict.pairs, key, evaluate(body["value"]));
      } else {
        items.push_back(evaluate(body));
      }
      if (items.size() > DslItems::most) failed = Value::unknown(message("this has more than {} elements", DslItems::most));
      return;
    }
    if (clauses[i].is("if_clause")) {
      const auto condition = evaluate(first_of(clauses[i]));
      const auto holds = truth(condition);
      if (!holds) failed = condition.undecided(message("it is not known here whether {}", first_of(clauses[i]).text()));
      else if (*holds) run(i + 1);
      return;
    }
    if (!clauses[i].is("for_in_clause") || clauses[i].has("async")) {
      failed = Value::unknown(not_read("async"));
      return;
    }
    const auto over = loops++ == 0 ? *first : evaluate_drained(clauses[i]["right"]);
    const auto all = elements(over);
    if (!all) {
      failed =
          over.is_computed() ? over : Value::unknown(over.why.empty() ? message("it is not known what this loop goes through") : over.why);
      return;
    }
    for (const auto& v : *all) {
      if (failed) return;
      // Its own names are in it, what `:=` names is around it.
      scope->of_comprehension = false;
      assign(clauses[i]["left"], v, n.line());
      scope->of_comprehension = true;
      run(i + 1);
    }
  };
  run(0);
  auto changed = *journal;
  journal.reset();
  std::erase_if(changed, [&](const auto& c) { return c.first.where == scope; });
  drop_gone(changed);
  if (failed) return forget(changed, *failed), *failed;
  if (n.is("dictionary_comprehension")) return dict;
  if (n.is("set_comprehension")) return set_of(items);
  if (!n.is("generator_expression")) return Value::list(std::move(items));
  // A generator makes its changes when its values are taken.
  std::erase_if(changed, [](const auto& c) { return c.first.of == Place::Of::iterator; });
  if (!changed.empty()) {
    const auto why = Value::unknown(not_followed(Message("a generator that changes something")));
    return forget(changed, why), why;
  }
  return iterator(std::move(items));
}

DslValue DslInterpreter::yield(SyntaxNode n) {
  auto* all = frame().yielded;
  if (all == nullptr) return Value::unknown(not_read("yield"));
  const auto add = [&](const Value& v) {
    all->push_back(v);
    count_values(1);
    if (all->size() > 4096) throw Raised{not_followed(Message("a generator with so many values")), line_};
  };
  if (n.has("from")) {
    const auto inner = n.children().empty() ? Value{} : evaluate_drained(first_of(n));
    const auto values = elements(inner);
    if (!values) throw Raised{inner.why.empty() ? not_read("yield from") : inner.why, line_};
    for (const auto& v : *values) add(v);
    return Value::unknown(not_read("yield from"));
  }
  add(n.children().empty() ? Value::none() : evaluate(first_of(n)));
  // A caller that sends no value gives None.
  return Value::none();
}

DslValue DslInterpreter::lambda(SyntaxNode n) {
  auto f = made<DslFunction>();
  f->name = frame().section, f->node = n, f->scope = frame().scope;
  f->in_jit = frame().function && frame().function->in_jit;
  for (const auto& p : n["parameters"].children())
    if (const auto value = p["value"]) f->defaults.emplace(std::string(p["name"].text()), evaluate(value));
  auto v = Value::of(Kind::function);
  v.function = f;
  return v;
}

}  // namespace app
