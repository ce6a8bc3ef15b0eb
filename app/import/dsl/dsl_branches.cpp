// if, match, for, while and try: the statements that run, and how often.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

namespace app {

using algebra::message;
using algebra::Message;

DslInterpreter::Flow DslInterpreter::branch(SyntaxNode condition, const Way& then, const Way& otherwise) {
  return branch(evaluate(condition), placed(condition.line()), then, otherwise);
}

/// Runs the branch that is taken, and the other one as other threads do.
DslInterpreter::Flow DslInterpreter::branch(const Value& value, std::size_t line, const Way& then, const Way& otherwise) {
  const auto holds = truth(value);
  if (tracing()) {
    // Threads that take the other branch have their own traces.
    if (holds) return trace_condition(value, line), *holds ? then() : otherwise();
    ++perhaps_;
  }
  const std::shared_ptr<void> decided(nullptr, [this, open = tracing()](void*) { perhaps_ -= open ? 1 : 0; });
  if (holds && !(value.dynamic && frame().on_device)) return *holds ? then() : otherwise();
  // With an unknown condition both branches run, and their results are merged.
  if (!holds) return undecided({then, otherwise}, value);
  // The other branch is run as other threads run it.
  const auto before = frame().scope->names;
  taken_by_some_.emplace_back(frames_.size(), &before);
  const std::shared_ptr<void> left(nullptr, [this](void*) { taken_by_some_.pop_back(); });
  auto record = journal_.open();
  auto flow = Flow::next;
  if (*holds) {
    // The other branch must not see this one's changes.
    flow = then();
    const auto was = record.states();
    std::vector<std::pair<Place, State>> mine;
    for (const auto& [place, now] : undone(record)) {
      // A number that only some threads change is dynamic.
      const auto old = was.find(place);
      const bool other = now && now->is(Kind::integer) && (!old->second || !equal(*old->second, *now));
      mine.emplace_back(place, other ? State(now->as_dynamic()) : now);
    }
    supposing(otherwise);
    for (const auto& [place, now] : mine) put(place, now);
    return flow;
  }
  record.close();
  supposing(then);
  record = journal_.open();
  flow = otherwise();
  const auto was = record.taken();
  for (const auto& [place, old] : was) {
    const auto now = state_of(place);
    if (now && now->is(Kind::integer) && !now->dynamic && (!old || !equal(*old, *now))) put(place, now->as_dynamic());
  }
  return flow;
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
    // state.count is known wherever `state` is read.
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
  // Only the first time in each loop.
  if (!noted_.emplace(setting.first, running_loops_.back().first).second) return;
  for (const auto& [line, round] : running_loops_)
    if (round > 0) rounds_of_settings_[line] = std::max(rounds_of_settings_[line], round);
}

/// Returns the round whose entries are listed: the first, or one that is set, as by `--set k=3` for `for k in range(8)`.
std::size_t DslInterpreter::listed_round(SyntaxNode loop, std::size_t count, const std::function<Value(std::size_t)>& at) {
  if (const auto listed = listed_rounds_.find(loop.line()); listed != listed_rounds_.end() && in_library_ == 0)
    return listed->second < count ? listed->second : 0;
  const auto target = loop["left"];
  const auto* set = target.is("identifier") && !silent() ? entries_.setting(target.text()) : nullptr;
  if (set == nullptr) return 0;
  for (std::size_t i = 0; i < std::min(count, DslItems::most); ++i)
    if (const auto v = at(i); v.is_integer() && std::to_string(v.number) == *set) return i;
  return 0;
}

bool DslInterpreter::goes_on(std::size_t round, std::size_t steps_before, std::size_t steps_left) const {
  return tracing() || round < most_rounds || entries_.steps() - steps_before < steps_left / 4;
}

void DslInterpreter::rounds_unknown(const Way& round, const Value& condition, bool listed) {
  const auto quiet = silent_;
  std::set<Place> forgotten;
  // Values that one round makes unknown may make the next one change more, so rounds are repeated.
  for (int again = 0; again < 6; ++again) {
    if (again > 0 || !listed) ++silent_;
    auto record = journal_.open();
    const auto result = frame().result;
    const auto depth = frames_.size();
    const auto counts = std::tuple(in_library_, library_silences_);
    auto flow = Flow::next;
    try {
      flow = round();
    } catch (const Raised&) {
      if (entries_.exhausted()) throw;
      frames_.resize(depth);
      std::tie(in_library_, library_silences_) = counts;
      flow = Flow::raise;
      ++doubts_;
    }
    silent_ = quiet;
    if (flow == Flow::leave || flow == Flow::break_loop || (flow == Flow::raise && tries_ > 0)) leave_perhaps(flow, condition);
    auto changed = undone(record);
    frame().result = result;
    std::erase_if(changed, [&](const auto& c) { return !forgotten.insert(c.first).second; });
    if (changed.empty()) return;
    forget(changed, condition);
  }
}

/// Runs a loop's `else` if no round has ended the loop by `break`. A `break` in the `else` ends the loop around it.
DslInterpreter::Flow DslInterpreter::after_loop(SyntaxNode s, Flow flow, std::size_t exits) {
  const auto ended = std::find_if(frame().exits.begin() + static_cast<std::ptrdiff_t>(exits), frame().exits.end(),
                                  [](const Exit& e) { return e.flow == Flow::break_loop; });
  const auto perhaps_ended = ended == frame().exits.end() ? std::optional<Value>() : ended->condition;
  close_exits(Flow::break_loop, exits);
  const auto otherwise = s["alternative"];
  if (!otherwise || flow == Flow::break_loop || flow == Flow::leave) return flow == Flow::leave ? flow : Flow::next;
  const auto run = [&] { return block(otherwise["body"]); };
  return perhaps_ended ? undecided({run, [] { return Flow::next; }}, *perhaps_ended) : run();
}

DslInterpreter::Flow DslInterpreter::loop(SyntaxNode s) {
  const auto over = evaluate(s["right"]);
  const auto right = s["right"];
  // The DSL turns loops over ranges into loops of the kernel in the code that it rewrites.
  const bool of_kernel = frame().on_device && (!frame().function || frame().function->in_jit) && right.is("call") &&
                         last_part(right["function"].text()) != "range_constexpr";
  const auto exits = frame().exits.size();
  const auto body = [&] { return block(s["body"]); };
  const auto once = [&](const Value& v, const Value& condition, bool listed) {
    const auto since = frame().exits.size();
    rounds_unknown(
        [&] {
          assign(s["left"], v, s.line());
          return body();
        },
        condition, listed);
    close_exits(Flow::next_round, since);
  };
  const bool is_list = over.is(Kind::list) && over.lost() == nullptr;
  // Other iterables produce each value on demand.
  const bool is_direct = is_list || over.is(Kind::range) || over.is(Kind::tuple);
  const auto it = is_direct ? std::optional<Value>() : iterator_over(over);
  if (!it && !is_direct) {
    if ((over.is_integer() && !over.dynamic) || over.is(Kind::none) || over.is(Kind::real) || over.is(Kind::function))
      fails("TypeError", message("line {}: the values of this loop are not known", placed(s.line())));
    // The number of rounds is unknown: the body runs once for its entries.
    const auto why = over.why.empty() ? message("line {}: the values of this loop are not known", placed(s.line())) : over.why;
    if (tracing()) trace_stops(message("line {}: the values of this loop are not known", placed(s.line())));
    // The start of a range is known even if its end is known only in the running kernel.
    const auto first =
        over.is_computed() && over.items ? over.items->front() : over.undecided(message("the values of this loop are not known"));
    once(first, over.is_computed() ? Value::computed() : Value::unknown(why), true);
    return after_loop(s, Flow::next, exits);
  }
  // A range that starts at the thread's number differs between threads.
  const bool varies =
      tracing() && over.is(Kind::range) && std::ranges::any_of(*over.items, [&](const Value& v) { return of_thread(v.text); });
  const auto count = [&]() -> std::size_t {
    if (it) return DslItems::most + 1;
    return over.is(Kind::range) ? static_cast<std::size_t>(length_of_range(*over.items)) : over.items->size();
  };
  const auto at = [&](std::size_t i) -> Value {
    if (it) return Value::unknown({});
    if (!over.is(Kind::range)) return (*over.items)[i];
    auto v = of_range(over, static_cast<std::int64_t>(i));
    v.dynamic |= of_kernel;
    if (!varies) return v;
    const auto& bounds = *over.items;
    return binary(Operator::add, bounds[0], binary(Operator::multiply, bounds[2], Value::integer(static_cast<std::int64_t>(i))));
  };
  const auto listed = listed_round(s, count(), at);
  const auto steps = entries_.steps(), left_to_run = entries_.steps_left();
  if (tracing()) rounds_.push_back({placed(s.line()), 0});
  const std::shared_ptr<void> left(nullptr, [this, traced = tracing()](void*) {
    if (traced) rounds_.pop_back();
  });
  const bool own = in_library_ == 0;
  if (own) running_loops_.emplace_back(s.line(), 0);
  const std::shared_ptr<void> ended(nullptr, [this, own](void*) {
    if (own) running_loops_.pop_back();
  });
  auto flow = Flow::next;
  std::size_t round = 0;
  for (; round < count(); ++round) {
    const bool too_many = !goes_on(round, steps, left_to_run) && round > listed;
    auto next = it && !too_many ? next_of(*it) : std::optional<Value>();
    if (it && !too_many && !next) break;
    const auto& source = it ? *it : over;
    if (too_many || source.lost() != nullptr || frame().exits.size() > exits + 8) {
      const auto why = Value::unknown(too_many ? message("line {}: this loop has more rounds than are supported", placed(s.line()))
                                               : message("line {}: the values of this loop are not known", placed(s.line())));
      if (tracing()) trace_stops(why.why);
      once(why, why, false);
      lose(source, why.why);
      return after_loop(s, Flow::next, exits);
    }
    const int quiet = silent_;
    if (round != listed) ++silent_;
    if (own) running_loops_.back().second = round;
    if (tracing()) rounds_.back().round = static_cast<std::int64_t>(round);
    const auto since = frame().exits.size();
    if (varies) trace_round(over, at(round), placed(s.line()));
    try {
      assign(s["left"], it ? std::move(*next) : at(round), s.line());
      flow = body();
    } catch (...) {
      silent_ = quiet;
      throw;
    }
    silent_ = quiet;
    close_exits(Flow::next_round, since);
    if (flow == Flow::break_loop || flow == Flow::leave) break;
  }
  if (it && (flow == Flow::break_loop || flow == Flow::leave)) left_within(*it);
  if (varies && round == count()) trace_round(over, at(count()), placed(s.line()));
  // Other sizes would enter the loop: its body runs once for its entries.
  if (round == 0 && frame().on_device && !tracing())
    supposing([&] { return assign(s["left"], Value::integer(0, true), s.line()), body(); });
  return after_loop(s, flow, exits);
}

DslInterpreter::Flow DslInterpreter::loop_while(SyntaxNode s) {
  std::size_t round = 0;
  auto flow = Flow::next;
  const auto exits = frame().exits.size();
  const auto steps = entries_.steps(), left_to_run = entries_.steps_left();
  if (tracing()) rounds_.push_back({placed(s.line()), 0});
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
  const auto again = [&](const Value& condition, bool lists) {
    silent_ = quiet;
    rounds_unknown(
        [&] {
          const auto since = frame().exits.size();
          const auto asked = evaluate(s["condition"]);
          if (truth(asked) == false && round > 0) return Flow::next;
          const auto how = block(s["body"]);
          close_exits(Flow::next_round, since);
          return how;
        },
        condition, lists);
  };
  for (;; ++round) {
    silent_ = quiet + (round == listed ? 0 : 1);
    if (own) running_loops_.back().second = round;
    const bool too_many = !goes_on(round, steps, left_to_run);
    if (too_many || frame().exits.size() > exits + 8) {
      const auto why = too_many ? message("line {}: this loop has more rounds than are supported", placed(s.line()))
                                : message("line {}: the number of rounds of this loop is not known", placed(s.line()));
      if (tracing()) trace_stops(why);
      again(Value::unknown(why), false);
      break;
    }
    const auto condition = evaluate(s["condition"]);
    const auto holds = truth(condition);
    if (tracing()) {
      rounds_.back().round = static_cast<std::int64_t>(round);
      if (!holds) trace_stops(message("line {}: the number of rounds of this loop is not known", placed(s.line())));
      else trace_condition(condition, placed(s.line()));
    }
    if (!holds) {
      // Runs once for its entries.
      again(condition.undecided(message("line {}: the number of rounds of this loop is not known", placed(s.line()))),
            round == 0 && !tracing());
      break;
    }
    if (!*holds) {
      // Other threads or other sizes would enter the loop.
      silent_ = quiet;
      if (round == 0 && !tracing()) supposing([&] { return block(s["body"]); });
      break;
    }
    const auto since = frame().exits.size();
    flow = block(s["body"]);
    close_exits(Flow::next_round, since);
    if (flow == Flow::break_loop || flow == Flow::leave) break;
  }
  silent_ = quiet;
  return after_loop(s, flow, exits);
}

/// Returns whether an `except` clause catches an exception; nullopt if it is unknown.
std::optional<bool> DslInterpreter::takes(SyntaxNode clause, const Raised& r) {
  if (!clause.is("except_clause")) return std::nullopt;
  const auto& parts = clause.children();
  if (parts.size() < 2) return true;
  const auto value = clause["value"] ? clause["value"] : parts.front();
  const auto types = evaluate(value.is("as_pattern") ? first_of(value) : value);
  const auto one = [&](const Value& type) -> std::optional<bool> {
    // The base classes of a library's exceptions are unknown.
    const bool all = type.is(Kind::klass) && has_word("Exception BaseException", type.klass->name);
    if (!r.value.is(Kind::object) || !r.value.object->of) return all ? std::optional(true) : std::nullopt;
    const auto order = resolution_order(r.value.object->of);
    if (type.is(Kind::klass) && std::ranges::find(order, type.klass) != order.end()) return true;
    const bool known = std::ranges::all_of(order, [](const auto& k) { return k->other_base.empty(); });
    if (type.is(Kind::klass)) return known ? false : all ? std::optional(true) : std::nullopt;
    return std::nullopt;
  };
  if (!types.is(Kind::tuple)) return one(types);
  std::optional<bool> found = false;
  for (const auto& t : *types.items) {
    const auto is = one(t);
    if (is == true) return true;
    if (!is) found = std::nullopt;
  }
  return found;
}

std::string DslInterpreter::name_exception(SyntaxNode clause, const Raised& r) {
  const auto value = clause["value"] ? clause["value"] : first_of(clause);
  if (!value.is("as_pattern") || value.children().size() < 2 || value.children()[1].children().empty()) return {};
  std::string name(first_of(value.children()[1]).text());
  set(name, r.value.is(Kind::object) ? r.value : Value::unknown(r.why));
  return name;
}

DslInterpreter::Flow DslInterpreter::attempt(SyntaxNode s) {
  SyntaxNode last;
  for (const auto& c : s.children())
    if (c.is("finally_clause")) last = c;
  if (!last) return attempt_body(s);
  const auto finish = [&] { return last.children().empty() ? Flow::next : block(last.children().back()); };
  auto flow = Flow::next;
  const auto depth = frames_.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  try {
    flow = attempt_body(s);
  } catch (const Raised& r) {
    if (entries_.exhausted() || r.type.empty()) throw;
    frames_.resize(depth);
    std::tie(silent_, in_library_, library_silences_) = quiet;
    if (const auto ends = finish(); ends != Flow::next) return ends;
    throw;
  }
  const auto result = frame().result;
  const auto ends = finish();
  if (ends != Flow::next) return ends;
  frame().result = result;
  return flow;
}

DslInterpreter::Flow DslInterpreter::attempt_body(SyntaxNode s) {
  const auto depth = frames_.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  std::vector<SyntaxNode> clauses;
  SyntaxNode otherwise;
  for (const auto& c : s.children()) {
    if (c.is("except_clause") || c.is("except_group_clause")) clauses.push_back(c);
    if (c.is("else_clause")) otherwise = c;
  }
  if (clauses.empty()) return block(s["body"]);
  const auto handle = [&](SyntaxNode clause, const Raised& r) {
    const auto name = name_exception(clause, r);
    const auto& parts = clause.children();
    handled_.push_back(r);
    const std::shared_ptr<void> ended(nullptr, [this](void*) { handled_.pop_back(); });
    const auto flow = parts.empty() ? Flow::next : block(parts.back());
    // Python deletes the name after the clause.
    if (!name.empty()) remove(first_of((clause["value"] ? clause["value"] : first_of(clause)).children()[1]));
    return flow;
  };
  const auto exits = frame().exits.size();
  const auto doubts = std::exchange(doubts_, 0);
  auto record = journal_.open();
  auto flow = Flow::next;
  std::optional<Raised> raised;
  ++tries_;
  try {
    flow = block(s["body"]);
  } catch (const Raised& r) {
    // A reading that has run out of steps is not an exception of the program.
    if (entries_.exhausted() || r.type.empty()) {
      --tries_;
      throw;
    }
    frames_.resize(depth);
    std::tie(silent_, in_library_, library_silences_) = quiet;
    raised = r;
  } catch (...) {
    --tries_;
    throw;
  }
  --tries_;
  const bool doubtful = std::exchange(doubts_, doubts) > 0;
  const auto why = message("line {}: it is not known whether an exception is raised", s.line());
  const auto condition = Value::unknown(why);
  const auto unsettled = [&](const States& changed) {
    for (const auto& [place, before] : changed) {
      const auto now = state_of(place);
      put(place, joined(place, before, now, condition));
    }
  };
  if (raised) {
    const auto changed = doubtful ? record.taken() : States{};
    record.close();
    unsettled(changed);
    close_exits(Flow::raise, exits);
    std::vector<SyntaxNode> possible;
    for (const auto& c : clauses) {
      const auto is = takes(c, *raised);
      if (is == false) continue;
      possible.push_back(c);
      if (is == true) break;
    }
    if (possible.empty()) throw Raised(*raised);
    if (possible.size() == 1 && takes(possible.front(), *raised) == true) return handle(possible.front(), *raised);
    std::vector<Way> ways;
    for (const auto& c : possible) ways.emplace_back([&handle, c, &raised] { return handle(c, *raised); });
    return undecided(ways, condition);
  }
  const auto after = doubtful ? record.taken() : States{};
  record.close();
  if (!doubtful) {
    close_exits(Flow::raise, exits);
    if (flow == Flow::next && otherwise) return block(otherwise["body"]);
    return flow;
  }
  // An exception may have occurred anywhere, so the changes in the `try` are uncertain for the handlers.
  std::vector<Way> ways{[&] { return flow == Flow::next && otherwise ? block(otherwise["body"]) : flow; }};
  for (const auto& c : clauses)
    ways.emplace_back([&, c] { return unsettled(after), handle(c, {why, s.line(), std::string(unclear_exception), condition}); });
  const auto result = frame().result;
  const auto left = undecided(ways, condition);
  close_exits(Flow::raise, exits);
  if (left != Flow::leave) frame().result = result;
  return left;
}

}  // namespace app
