// Comprehensions and lambdas.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>

namespace app {

using algebra::message;
using algebra::Message;

DslValue DslInterpreter::comprehension(SyntaxNode n) {
  auto scope = made<DslScope>();
  scope->outer = frame().scope;
  scope->of_comprehension = true;
  const auto clauses = n.children();
  const auto body = n["body"];
  // The first iterable is evaluated in the enclosing scope.
  std::optional<Value> first;
  for (const auto& c : clauses)
    if (!first && c.is("for_in_clause") && !c.has("async")) first = evaluate(c["right"]);
  if (first && n.is("generator_expression")) {
    const auto over = iterator_over(*first);
    if (!over)
      return first->is_computed() ? *first
                                  : Value::unknown(first->why.empty() ? message("the values of this loop are not known") : first->why);
    auto in = frame();
    in.exits.clear();
    in.scope = scope;
    return generator(std::move(in), n, over);
  }
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
  auto record = journal_.open();
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
      if (!holds) failed = condition.undecided(message("the condition of {} is not known here", first_of(clauses[i]).text()));
      else if (*holds) run(i + 1);
      return;
    }
    if (!clauses[i].is("for_in_clause") || clauses[i].has("async")) {
      failed = Value::unknown(not_read("async"));
      return;
    }
    const auto over = loops++ == 0 ? *first : evaluate(clauses[i]["right"]);
    const auto all = iterator_over(over);
    if (!all) {
      failed = over.is_computed() ? over : Value::unknown(over.why.empty() ? message("the values of this loop are not known") : over.why);
      return;
    }
    while (auto v = next_of(*all)) {
      if (const auto* why = all->lost()) failed = Value::unknown(*why);
      if (failed) return;
      // Loop variables belong to the comprehension; names assigned with `:=` to the scope around it.
      scope->of_comprehension = false;
      assign(clauses[i]["left"], std::move(*v), n.line());
      scope->of_comprehension = true;
      run(i + 1);
    }
  };
  run(0);
  auto changed = record.taken();
  std::erase_if(changed, [&](const auto& c) { return c.first.where == scope; });
  drop_gone(changed);
  if (failed) return forget(changed, *failed), *failed;
  if (n.is("dictionary_comprehension")) return dict;
  if (n.is("set_comprehension")) return set_of(items);
  return Value::list(std::move(items));
}

DslValue DslInterpreter::lambda(SyntaxNode n) {
  auto f = made<DslFunction>();
  f->name = frame().section, f->node = n, f->scope = frame().scope;
  f->in_jit = frame().function && frame().function->in_jit;
  for (const auto& p : n["parameters"].children())
    if (const auto value = p["value"]) f->defaults.emplace(std::string(p["name"].text()), evaluate(value));
  f->yields = has_yield(n["body"]);
  auto v = Value::of(Kind::function);
  v.function = f;
  return v;
}

}  // namespace app
