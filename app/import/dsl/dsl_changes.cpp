// Changes of names, members and elements. If it is unknown which of several ways is taken, each is run from the same state, and values on
// which they disagree are unknown.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

bool is_same_value(const DslValue& a, const DslValue& b) {
  using Kind = DslValue::Kind;
  if (a.kind != b.kind || !a.is_known()) return false;
  if (a.is_computed() && b.is_computed()) return true;
  if (a.is_integer() && a.dynamic != b.dynamic) return false;
  switch (a.kind) {
    case Kind::list:
    case Kind::set: return a.items == b.items;
    case Kind::dict: return a.pairs == b.pairs;
    case Kind::tuple:
    case Kind::range:
      return a.items == b.items || std::equal(a.items->begin(), a.items->end(), b.items->begin(), b.items->end(), is_same_value);
    case Kind::object: return a.object == b.object && a.klass == b.klass;
    case Kind::bound:
      return a.text == b.text && a.function == b.function && a.klass == b.klass && a.items && b.items &&
             std::equal(a.items->begin(), a.items->end(), b.items->begin(), b.items->end(), is_same_value) && !a.named && !b.named;
    case Kind::cute: return a.text == b.text;
    default: return same(a, b) == true;
  }
}

Message why_of(const DslValue& condition, std::string_view name) {
  if (!condition.why.empty()) return condition.why;
  if (name.empty()) return Message("this depends on a condition that is not known here");
  return message("{} depends on a condition that is not known here", name);
}

/// Merges two different values under an unknown condition.
DslValue unless_known(const DslValue& a, const DslValue& b, const DslValue& condition, std::string_view name) {
  using Kind = DslValue::Kind;
  // Equal numbers are the same, even if one is dynamic.
  if (a.is(Kind::integer) && b.is(Kind::integer) && a.number == b.number) return a.dynamic ? a : b;
  auto v =
      condition.is_computed() && !a.is(Kind::cute) && !b.is(Kind::cute) ? DslValue::computed() : DslValue::unknown(why_of(condition, name));
  // Keeps both values, because a change of the result changes one of them.
  const auto may_change = [](const DslValue& of) {
    return of.is(Kind::list) || of.is(Kind::dict) || of.is(Kind::set) || of.is(Kind::function) || of.is(Kind::bound) ||
           (of.is(Kind::object) && of.object->of) || (!of.is_known() && of.object && of.object->scope);
  };
  if (may_change(a) || may_change(b)) v.items = std::make_shared<DslItems>(DslItems{a, b});
  return v;
}

}  // namespace

DslValue DslInterpreter::either(const Value& a, const Value& b, const Value& condition, std::string_view name) {
  if (a.is(Kind::none) || is_same_value(a, b)) return b;
  return b.is(Kind::none) ? a : unless_known(a, b, condition, name);
}

std::shared_ptr<DslScope> DslInterpreter::scope_of(const std::string& name) {
  auto scope = frame().scope;
  while (scope->of_comprehension && scope->outer && !scope->names.contains(name)) scope = scope->outer;
  const auto has = [&](const std::vector<std::string>& names) { return std::ranges::find(names, name) != names.end(); };
  if (has(scope->global))
    while (scope->outer) scope = scope->outer;
  else if (has(scope->not_local))
    for (auto s = scope->outer; s && s->outer; s = s->outer)
      if (s->names.contains(name)) {
        scope = s;
        break;
      }
  return scope;
}

void DslInterpreter::set(const std::string& name, Value value) { put({Place::Of::name, scope_of(name), name}, std::move(value)); }
void DslInterpreter::unset(const std::string& name) { put({Place::Of::name, scope_of(name), name}, std::nullopt); }
void DslInterpreter::set_member(const Value& object, const std::string& name, Value value) {
  put({Place::Of::member, object.object, name}, std::move(value));
}
void DslInterpreter::set_class_member(const std::shared_ptr<DslClass>& k, const std::string& name, Value value) {
  put({Place::Of::class_member, k, name}, std::move(value));
}

DslItems& DslInterpreter::changing(const Value& list) {
  touch({Place::Of::list, list.items});
  ++list.items->version;
  return *list.items;
}

DslPairs& DslInterpreter::changing_pairs(const Value& dict) {
  touch({Place::Of::dict, dict.pairs});
  ++dict.pairs->version;
  return *dict.pairs;
}

void DslInterpreter::set_key(DslPairs& pairs, const Value& key, const Value& value) {
  if (!pairs.lost.empty()) return;
  if (key.is(Kind::list) || key.is(Kind::dict) || (key.is(Kind::set) && key.text.empty()))
    fails("TypeError", not_followed(Message("a key of this kind")));
  entries_.count(pairs.size() / 16);
  for (auto& [k, v] : pairs) {
    const auto is = k.is(Kind::object) || key.is(Kind::object) ? compared(Operator::equal, k, key) : same(k, key);
    if (!is) {
      pairs.lost = key.is_known() ? not_followed(Message("a key of this kind")) : key.why;
      pairs.clear();
      return;
    }
    if (*is) {
      v = value;
      return;
    }
  }
  if (!key.is_known() || key.is_computed() || pairs.size() >= DslItems::most) {
    pairs.lost = key.is_known() ? not_followed(Message("a key of this kind")) : key.why;
    pairs.clear();
    return;
  }
  pairs.emplace_back(key, value);
}

bool DslInterpreter::holds_itself(const Value& v, const void* container) {
  std::set<const void*> seen;
  const std::function<bool(const Value&)> reaches = [&](const Value& of) {
    const void* own = of.items ? static_cast<const void*>(of.items.get()) : static_cast<const void*>(of.pairs.get());
    if (own == nullptr) return false;
    if (own == container) return true;
    if (!seen.insert(own).second) return false;
    if (of.items && std::ranges::any_of(*of.items, reaches)) return true;
    return of.pairs && std::ranges::any_of(*of.pairs, [&](const auto& p) { return reaches(p.first) || reaches(p.second); });
  };
  return reaches(v);
}

void DslInterpreter::into(DslItems& list, DslItems::iterator before, const Value& v) {
  if (list.size() >= DslItems::most) throw Raised{message("this has more than {} elements", DslItems::most), line_};
  if (v.items && v.items->depth >= DslItems::most_deep) throw Raised{Message("this is nested too deeply"), line_};
  // A list that contains itself would never end.
  if ((v.items || v.pairs) && holds_itself(v, &list)) throw Raised{Message("this is nested too deeply"), line_};
  if (v.items) list.depth = std::max(list.depth, v.items->depth + 1);
  list.weight += 1 + (v.items ? v.items->weight : 0);
  list.insert(before, v);
  count_values(1);
}

void DslInterpreter::lose_names(const std::shared_ptr<DslScope>& scope, const Message& why, int depth,
                                const std::function<bool(const std::string&)>& has) {
  std::vector<std::pair<std::string, Value>> names;
  for (const auto& [n, v] : scope->names)
    if (!v.is(Kind::symbol) && has(n)) names.emplace_back(n, v);
  for (const auto& [n, v] : names) put({Place::Of::name, scope, n}, Value::unknown(why));
  for (const auto& [n, v] : names)
    if (!v.object || v.object->scope != scope) lose(v, why, depth + 1);
}

DslValue DslInterpreter::dict_of_names(const std::shared_ptr<DslScope>& scope, std::string_view called) {
  auto v = Value::unknown(not_read(called));
  v.object = made<DslObject>();
  v.object->library = names_of, v.object->scope = scope;
  return v;
}

DslValue DslInterpreter::dict_of_names(const Value& object, std::string_view called) {
  auto v = Value::unknown(not_read(called));
  v.object = made<DslObject>();
  v.object->library = names_of;
  v.items = std::make_shared<DslItems>(DslItems{object});
  return v;
}

DslValue DslInterpreter::aside(const Value& of) {
  auto v = Value::unknown(of.why);
  v.items = std::make_shared<DslItems>(DslItems{of});
  return v;
}

DslValue DslInterpreter::some_of(const DslNames& names, Message why) {
  auto v = Value::unknown(std::move(why));
  v.items = std::make_shared<DslItems>();
  for (const auto& [n, of] : names)
    if (of.items || of.pairs || of.object) v.items->push_back(of);
  return v;
}

const DslNames* DslInterpreter::names_in(const Value& dict) const {
  if (dict.is_known() || !dict.object || dict.object->library != names_of) return nullptr;
  if (dict.object->scope) return &dict.object->scope->names;
  const auto& of = dict.items->front().object;
  return of == supposed_ ? nullptr : &of->members;
}

void DslInterpreter::lose(const Value& v, const Message& why, int depth) {
  if (depth > 3) return;
  if (v.object && v.object->scope) {
    v.object->scope->lost = why;
    return lose_names(v.object->scope, why, depth, [](const std::string&) { return true; });
  }
  if ((!v.is_known() || v.is_computed()) && v.items) {
    for (const auto& one : DslItems(*v.items)) lose(one, why, depth + 1);
  } else if (v.is(Kind::list) || v.is(Kind::set)) {
    auto& items = changing(v);
    if (items.lost.empty()) items.lost = why;
    const auto inner = DslItems(items.begin(), items.end());
    items.clear();
    for (const auto& i : inner) lose(i, why, depth + 1);
  } else if (v.is(Kind::dict)) {
    auto& pairs = changing_pairs(v);
    if (pairs.lost.empty()) pairs.lost = why;
    const auto inner = std::vector<std::pair<Value, Value>>(pairs.begin(), pairs.end());
    pairs.clear();
    for (const auto& [k, i] : inner) lose(i, why, depth + 1);
  } else if (v.is(Kind::tuple)) {
    for (const auto& i : *v.items) lose(i, why, depth + 1);
  } else if (v.is(Kind::iterator)) {
    touch({Place::Of::iterator, v.object});
    v.object->arguments.clear(), v.object->arguments.lost = why;
    if (v.function) lose_code(v.function->node, v.function->scope, why, depth + 1);
  } else if (v.is(Kind::object) && v.object->of) {
    std::vector<std::string> names;
    for (const auto& [name, value] : v.object->members) names.push_back(name);
    for (const auto& name : names) set_member(v, name, Value::unknown(why));
  }
}

void DslInterpreter::lose(const Arguments& given, const Message& why) {
  for (const auto& v : given.all) lose(v, why);
  for (const auto& [name, v] : given.named) lose(v, why);
}

DslInterpreter::State DslInterpreter::state_of(const Place& p) const {
  const auto in = [&](const DslNames& names) -> State {
    const auto at = names.find(p.key);
    return at == names.end() ? State{} : State(at->second);
  };
  switch (p.of) {
    case Place::Of::name: return in(static_cast<DslScope*>(p.where.get())->names);
    case Place::Of::member: return in(static_cast<DslObject*>(p.where.get())->members);
    case Place::Of::class_member: return in(static_cast<DslClass*>(p.where.get())->members);
    case Place::Of::list: {
      auto v = Value::of(Kind::list);
      v.items = std::make_shared<DslItems>(*static_cast<DslItems*>(p.where.get()));
      return v;
    }
    case Place::Of::dict: {
      auto v = Value::of(Kind::dict);
      v.pairs = std::make_shared<DslPairs>(*static_cast<DslPairs*>(p.where.get()));
      return v;
    }
    case Place::Of::iterator: {
      auto v = Value::of(Kind::iterator);
      v.object = std::make_shared<DslObject>(*static_cast<DslObject*>(p.where.get()));
      return v;
    }
  }
  return {};
}

void DslInterpreter::touch(const Place& p) {
  journal_.note(p, [&] {
    auto state = state_of(p);
    if (p.of == Place::Of::list) count_values(state->items->size());
    return state;
  });
}

void DslInterpreter::put(const Place& p, const State& state) {
  touch(p);
  const auto in = [&](DslNames& names) {
    if (state) names.insert_or_assign(p.key, *state);
    else names.erase(p.key);
  };
  switch (p.of) {
    case Place::Of::name: return in(static_cast<DslScope*>(p.where.get())->names);
    case Place::Of::member: return in(static_cast<DslObject*>(p.where.get())->members);
    case Place::Of::class_member: return in(static_cast<DslClass*>(p.where.get())->members);
    case Place::Of::list: {
      auto& items = *static_cast<DslItems*>(p.where.get());
      const auto version = items.version;
      items = *state->items;
      items.version = version + 1;
      return;
    }
    case Place::Of::dict: {
      auto& pairs = *static_cast<DslPairs*>(p.where.get());
      const auto version = pairs.version;
      pairs = *state->pairs;
      pairs.version = version + 1;
      return;
    }
    case Place::Of::iterator: *static_cast<DslObject*>(p.where.get()) = *state->object; return;
  }
}

DslInterpreter::States DslInterpreter::undone(Record& record) {
  const auto before = record.taken();
  States after;
  for (const auto& [place, state] : before) {
    after.emplace(place, state_of(place));
    put(place, state);
  }
  return after;
}

DslInterpreter::State DslInterpreter::joined(const Place& p, const State& a, const State& b, const Value& condition) const {
  const auto& name = p.key;
  if (p.of == Place::Of::list) {
    if (!a->items->lost.empty() || !b->items->lost.empty()) return a->items->lost.empty() ? b : a;
    auto v = Value::of(Kind::list);
    v.items = std::make_shared<DslItems>(*a->items);
    if (a->items->size() != b->items->size()) v.items->clear(), v.items->lost = why_of(condition, name);
    else
      for (std::size_t i = 0; i < v.items->size(); ++i)
        if (auto& x = (*v.items)[i]; !is_same_value(x, (*b->items)[i])) x = unless_known(x, (*b->items)[i], condition, name);
    return v;
  }
  if (p.of == Place::Of::dict) {
    if (!a->pairs->lost.empty() || !b->pairs->lost.empty()) return a->pairs->lost.empty() ? b : a;
    auto v = Value::of(Kind::dict);
    v.pairs = std::make_shared<DslPairs>(*a->pairs);
    const bool same_keys =
        std::ranges::equal(*a->pairs, *b->pairs, is_same_value, &std::pair<Value, Value>::first, &std::pair<Value, Value>::first);
    if (!same_keys) v.pairs->clear(), v.pairs->lost = why_of(condition, name);
    else
      for (std::size_t i = 0; i < v.pairs->size(); ++i)
        if (auto& x = (*v.pairs)[i].second; !is_same_value(x, (*b->pairs)[i].second))
          x = unless_known(x, (*b->pairs)[i].second, condition, name);
    return v;
  }
  if (p.of == Place::Of::iterator) {
    if (!a->function && a->object->next == b->object->next && a->lost() == nullptr && b->lost() == nullptr) return a;
    auto v = *a;
    v.object = std::make_shared<DslObject>(*a->object);
    v.object->arguments.clear(), v.object->arguments.lost = why_of(condition, name);
    return v;
  }
  if (a && b) return is_same_value(*a, *b) ? a : State(unless_known(*a, *b, condition, name));
  // If only one way sets a name, it has that value or none. An object's member then has the value of its class.
  const auto& there = a ? a : b;
  if (p.of == Place::Of::member && there)
    if (const auto& k = static_cast<DslObject*>(p.where.get())->of)
      if (const auto* usual = k->find(p.key); usual != nullptr && !is_same_value(*usual, *there))
        return unless_known(*usual, *there, condition, name);
  return there;
}

void DslInterpreter::join(const std::vector<States>& ways, const Value& condition) {
  States result;
  for (const auto& way : ways)
    for (const auto& [place, state] : way) result.emplace(place, State{});
  for (auto& at : result) {
    const auto& place = at.first;
    const auto after = [&](const States& way) {
      const auto changed = way.find(place);
      return changed == way.end() ? state_of(place) : changed->second;
    };
    at.second = after(ways.front());
    for (std::size_t i = 1; i < ways.size(); ++i) at.second = joined(place, at.second, after(ways[i]), condition);
  }
  for (const auto& [place, state] : result) put(place, state);
}

void DslInterpreter::drop_gone(States& changed) {
  // A list of a finished call is dropped once no other changed place refers to it.
  for (std::size_t before = changed.size() + 1; before != changed.size();) {
    before = changed.size();
    std::map<const void*, long> held;
    for (const auto& [place, state] : changed) ++held[place.where.get()];
    std::erase_if(changed, [&](const auto& c) { return c.first.where.use_count() <= held[c.first.where.get()]; });
  }
}

void DslInterpreter::forget(const States& changed, const Value& condition) {
  for (const auto& [place, state] : changed) {
    const auto why = why_of(condition, place.key);
    if (place.of == Place::Of::name || place.of == Place::Of::member || place.of == Place::Of::class_member) {
      // Names that are first defined in a loop that may not run are unknown.
      put(place, condition.is_computed() && !(state && state->is(Kind::cute)) ? Value::computed() : Value::unknown(why));
      continue;
    }
    auto now = *state_of(place);
    if (now.items) now.items->clear(), now.items->lost = why;
    if (now.pairs) now.pairs->clear(), now.pairs->lost = why;
    if (now.object) now.object->arguments.clear(), now.object->arguments.lost = why;
    put(place, now);
  }
}

void DslInterpreter::leave_perhaps(Flow flow, const Value& condition) {
  frame().exits.push_back({flow, journal_.open(), frame().result, condition});
}

void DslInterpreter::close_exits(Flow flow, std::size_t since) {
  auto& exits = frame().exits;
  for (std::size_t i = exits.size(); i-- > since;) {
    if (exits[i].flow != flow) continue;
    const auto exit = std::move(exits[i]);
    exits.erase(exits.begin() + static_cast<std::ptrdiff_t>(i));
    const auto then = exit.since.states();
    for (const auto& [place, state] : then) {
      const auto now = state_of(place);
      auto both = joined(place, state, now, exit.condition);
      put(place, both);
    }
    if (flow == Flow::leave) frame().result = either(exit.result, frame().result, exit.condition, frame().section);
  }
}

DslInterpreter::Flow DslInterpreter::undecided(const std::vector<Way>& ways, const Value& condition) {
  struct Ran {
    States after;
    Flow flow = Flow::next;
    Value result;
    Record exit{};
  };
  std::vector<Ran> ran;
  const auto depth = frames_.size();
  const auto before = frame().result;
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  std::optional<Raised> raised;
  for (const auto& way : ways) {
    auto record = journal_.open();
    auto& r = ran.emplace_back();
    try {
      r.flow = way();
    } catch (const Raised& e) {
      if (entries_.exhausted()) throw;
      frames_.resize(depth);
      std::tie(silent_, in_library_, library_silences_) = quiet;
      r.flow = Flow::raise;
      raised = e;
      ++doubts_;
    }
    r.result = frame().result;
    if (r.flow != Flow::next && (r.flow != Flow::raise || tries_ > 0)) {
      leave_perhaps(r.flow, condition);
      r.exit = frame().exits.back().since;
    }
    r.after = undone(record);
    frame().result = before;
  }
  // The code below assumes that a branch that leaves was not taken, as in `if x is None: return`. If all branches leave, the mildest one
  // counts.
  auto flow = Flow::raise;
  for (const auto& r : ran) flow = std::min(flow, r.flow);
  std::vector<States> left;
  std::optional<Value> result;
  for (auto& r : ran) {
    if (r.flow != flow) continue;
    result = result ? either(*result, r.result, condition, frame().section) : r.result;
    left.push_back(std::move(r.after));
    // The way that is taken is not an additional exit.
    if (r.exit) std::erase_if(frame().exits, [&](const Exit& e) { return e.since == r.exit; });
  }
  if (flow == Flow::raise) throw Raised(*raised);
  join(left, condition);
  frame().result = flow == Flow::leave ? *result : before;
  return flow;
}

DslInterpreter::States DslInterpreter::supposing(const Way& run) {
  auto record = journal_.open();
  const auto depth = frames_.size();
  const auto result = frame().result;
  const auto exits = frame().exits.size();
  const auto quiet = std::tuple(silent_, in_library_, library_silences_);
  try {
    run();
  } catch (const Raised&) {
    if (entries_.exhausted()) throw;
    frames_.resize(depth);
    std::tie(silent_, in_library_, library_silences_) = quiet;
    ++doubts_;
  }
  if (frame().exits.size() > exits) frame().exits.erase(frame().exits.begin() + static_cast<std::ptrdiff_t>(exits), frame().exits.end());
  auto after = undone(record);
  frame().result = result;
  return after;
}

DslValue DslInterpreter::perhaps(SyntaxNode node, const Value& condition) {
  Value v;
  undecided({[&] { return v = evaluate(node), Flow::next; }, [] { return Flow::next; }}, condition);
  return v;
}

DslValue DslInterpreter::fails(std::string_view type, Message why, std::optional<DslItems> args) {
  if (tries_ > 0 && in_library_ == 0) {
    auto e = exception(type, args.value_or(DslItems{Value::unknown(why)}));
    throw Raised{std::move(why), line_, std::string(type), std::move(e)};
  }
  ++doubts_;
  return Value::unknown(std::move(why));
}

DslValue DslInterpreter::exception(std::string_view type, const DslItems& args) {
  auto v = Value::of(Kind::object);
  v.object = made<DslObject>();
  auto tuple = Value::of(Kind::tuple);
  tuple.items = std::make_shared<DslItems>(args);
  // The exception's arguments are unknown if its text is this reader's own.
  const auto unclear = std::ranges::find_if(args, [](const Value& a) { return !a.is_known(); });
  v.object->members["args"] = unclear == args.end() ? tuple : *unclear;
  if (const auto* k = builtin(type); k != nullptr && k->is(Kind::klass)) v.object->of = k->klass;
  return v;
}

Message DslInterpreter::not_read(std::string_view code) const { return message("line {}: {} is not followed here", line_, code); }
Message DslInterpreter::not_followed(const Message& what) const { return message("line {}: {} is not followed here", line_, what); }

}  // namespace app
