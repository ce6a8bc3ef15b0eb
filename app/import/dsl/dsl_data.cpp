// Methods of Python's lists, tuples, dicts, sets and ranges. An unsupported method makes its object and its arguments unknown.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

namespace app {

using algebra::message;
using algebra::Message;

DslValue DslInterpreter::set_of(const DslItems& all) {
  DslItems unique;
  entries_.count(all.size());
  for (const auto& v : all) {
    if (v.is(Kind::list) || v.is(Kind::dict) || (v.is(Kind::set) && v.text.empty()))
      return fails("TypeError", not_followed(Message("a set")));
    bool there = false;
    entries_.count(unique.size() / 16);
    for (const auto& u : unique) {
      const auto is = compared(Operator::equal, u, v);
      if (!is) return v.undecided(not_followed(Message("a set")));
      if ((there = *is)) break;
    }
    if (!there && (!v.is_known() || v.is_computed())) return v;
    if (!there) unique.push_back(v);
    if (!counted()) return Value::unknown(not_followed(Message("a set")));
  }
  auto v = Value::list(std::move(unique));
  if (v.is(Kind::list)) v.kind = Kind::set;
  return v;
}

/// Makes everything unknown that an unsupported method may have changed.
DslValue DslInterpreter::lost_by(const Given& g) {
  const auto why = unread(g).why;
  ++doubts_;
  lose(g.self(), why), lose(g.all, why);
  return Value::unknown(why);
}

/// Returns the index of an element in [begin, end) of a sequence; its size if it is not there, nullopt if that is unknown.
std::optional<std::size_t> DslInterpreter::place_in(const DslItems& items, const Value& v, std::size_t begin, std::size_t end) {
  entries_.count(items.size() / 16);
  for (auto i = begin; i < std::min(end, items.size()); ++i) {
    const auto is = compared(Operator::equal, items[i], v);
    if (!is) return std::nullopt;
    if (*is) return i;
  }
  return items.size();
}

std::optional<std::size_t> DslInterpreter::place_of_key(const Value& dict, const Value& key) {
  entries_.count(dict.pairs->size() / 16);
  if (key.is(Kind::list) || key.is(Kind::dict) || (key.is(Kind::set) && key.text.empty())) {
    fails("TypeError", not_followed(Message("a key of this kind")));
    return std::nullopt;
  }
  for (std::size_t i = 0; i < dict.pairs->size(); ++i) {
    const auto is = compared(Operator::equal, (*dict.pairs)[i].first, key);
    if (!is) return std::nullopt;
    if (*is) return i;
  }
  return dict.pairs->size();
}

std::size_t DslInterpreter::place_from(std::int64_t index, std::size_t size) {
  const auto n = static_cast<std::int64_t>(size);
  return static_cast<std::size_t>(std::clamp<std::int64_t>(index < 0 ? index + n : index, 0, n));
}

DslValue DslInterpreter::no_key(const Value& key) { return fails("KeyError", message("there is no such key"), DslItems{key}); }

/// Returns the index of a value in a list, a tuple or a range.
DslValue DslInterpreter::found_in(const Given& g) {
  const auto items = g.self().is(Kind::range) ? elements(g.self()) : std::optional(*g.self().items);
  if (!items) return unread(g);
  if (!g.fits(1, Kind::integer) || !g.fits(2, Kind::integer)) return unfit(g);
  const auto end = place_from(g.number(2, std::numeric_limits<std::int64_t>::max()), items->size());
  const auto at = place_in(*items, *g[0], place_from(g.number(1, 0), items->size()), end);
  if (!at) return lost_by(g);
  if (*at < items->size()) return Value::integer(static_cast<std::int64_t>(*at));
  const auto why = message("there is no such key");
  if (tries_ == 0 && in_library_ == 0) throw Raised{why, line_, "ValueError", exception("ValueError", {Value::unknown(why)})};
  return fails("ValueError", why);
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::tuples() {
  static const Row rows[] = {
      {"count", ".value",
       [](DslInterpreter& d, const Given& g) {
         const auto items = g.self().is(Kind::range) ? d.elements(g.self()) : std::optional(*g.self().items);
         std::int64_t n = 0;
         for (const auto& i : items.value_or(DslItems{})) {
           const auto is = d.compared(Operator::equal, i, *g[0]);
           if (!is) return d.lost_by(g);
           n += *is ? 1 : 0;
         }
         return items ? Value::integer(n) : d.unread(g);
       }},
      {"index", ".value .start? .stop?", [](DslInterpreter& d, const Given& g) { return d.found_in(g); }},
  };
  return rows;
}
std::span<const DslInterpreter::Row> DslInterpreter::Rows::ranges() { return tuples(); }

std::span<const DslInterpreter::Row> DslInterpreter::Rows::lists() {
  static const Row rows[] = {
      tuples()[0],
      tuples()[1],
      {"append", ".value",
       [](DslInterpreter& d, const Given& g) {
         auto& items = d.changing(g.self());
         return d.into(items, items.end(), *g[0]), Value::none();
       }},
      {"extend", ".values",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto more = d.elements(*g[0]);
         if (!more) return d.not_gone_through(g, *g[0]).is_known() ? d.unread(g) : d.lost_by(g);
         auto& items = d.changing(g.self());
         for (const auto& v : *more) d.into(items, items.end(), v);
         return Value::none();
       }},
      {"insert", ".index .value",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is_integer()) return d.unfit(g), d.lost_by(g);
         auto& items = d.changing(g.self());
         return d.into(items, items.begin() + static_cast<std::ptrdiff_t>(place_from(g[0]->number, items.size())), *g[1]), Value::none();
       }},
      {"remove", ".value",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto at = d.place_in(*g.self().items, *g[0], 0, DslItems::most);
         if (!at) return d.lost_by(g);
         if (*at == g.self().items->size()) return d.fails("ValueError", message("there is no such key"));
         auto& items = d.changing(g.self());
         items.erase(items.begin() + static_cast<std::ptrdiff_t>(*at));
         return Value::none();
       }},
      {"pop", ".index?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[0] != nullptr && !g[0]->is_integer()) return d.unfit(g), d.lost_by(g);
         const auto size = static_cast<std::int64_t>(g.self().items->size()), index = g.number(0, -1);
         if (index < -size || index >= size)
           return d.fails("IndexError", message("there is no element {} of {}", index, size),
                          DslItems{Value::of(Kind::string, size == 0 ? "pop from empty list" : "pop index out of range")});
         auto& items = d.changing(g.self());
         const auto at = items.begin() + (index < 0 ? index + size : index);
         auto v = *at;
         items.erase(at);
         return v;
       }},
      {"sort", "| key? reverse?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto sorted = d.sorted_list(*g.self().items, g.set(0), g[1]);
         if (!sorted || !sorted->is(Kind::list)) return d.lost_by(g);
         d.changing(g.self()).assign(sorted->items->begin(), sorted->items->end());
         return Value::none();
       }},
      {"clear", "", [](DslInterpreter& d, const Given& g) { return d.changing(g.self()).clear(), Value::none(); }},
      {"reverse", "", [](DslInterpreter& d, const Given& g) { return std::ranges::reverse(d.changing(g.self())), Value::none(); }},
      {"copy", "", [](DslInterpreter&, const Given& g) { return Value::list(*g.self().items); }},
  };
  return rows;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::dicts() {
  static constexpr auto usual = [](const Given& g) { return g[1] != nullptr ? *g[1] : Value::none(); };
  static const Row rows[] = {
      {"get", ".key .default?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto at = d.place_of_key(g.self(), *g[0]);
         if (!at) return g[0]->undecided(message("there is no such key"));
         return *at < g.self().pairs->size() ? (*g.self().pairs)[*at].second : usual(g);
       }},
      {"pop", ".key .default?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto at = d.place_of_key(g.self(), *g[0]);
         if (!at) return d.lost_by(g);
         if (*at == g.self().pairs->size()) return g[1] != nullptr ? *g[1] : d.no_key(*g[0]);
         auto& pairs = d.changing_pairs(g.self());
         auto v = pairs[*at].second;
         pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(*at));
         return v;
       }},
      {"setdefault", ".key .default?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto at = d.place_of_key(g.self(), *g[0]);
         if (!at) return d.lost_by(g);
         if (*at < g.self().pairs->size()) return (*g.self().pairs)[*at].second;
         auto v = usual(g);
         d.assign_item(g.self(), *g[0], v, d.line_);
         return v;
       }},
      {"update", ".other? **",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto more = d.run_row(*row_in(sequences(), "dict"), "dict", nullptr, g.all);
         if (!more.is(Kind::dict) || more.lost() != nullptr) return d.lost_by(g);
         for (const auto& [key, v] : *more.pairs) d.assign_item(g.self(), key, v, d.line_);
         return Value::none();
       }},
      {"items keys values", "",
       [](DslInterpreter&, const Given& g) {
         auto v = Value::of(Kind::view, std::string(g.name));
         v.pairs = g.self().pairs;
         return v;
       }},
      {"clear", "", [](DslInterpreter& d, const Given& g) { return d.changing_pairs(g.self()).clear(), Value::none(); }},
      {"copy", "", [](DslInterpreter&, const Given& g) { return g.self().apart(); }},
      {"popitem", "",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g.self().pairs->empty()) return d.no_key(Value::of(Kind::string, "popitem(): dictionary is empty"));
         auto& pairs = d.changing_pairs(g.self());
         auto last = Value::tuple({pairs.back().first, pairs.back().second});
         pairs.pop_back();
         return last;
       }},
  };
  return rows;
}

/// Returns the set that an operator makes of a set and the arguments; nullopt if it is unknown.
std::optional<DslValue> DslInterpreter::combined(Operator by, const Given& g) {
  auto result = set_of(*g.self().items);
  for (const auto& v : g.all.all) {
    const auto all = members_of(v);
    if (!all || !result.is(Kind::set)) return std::nullopt;
    const auto other = set_of(*all);
    if (!other.is(Kind::set)) return std::nullopt;
    result = binary(by, result, other);
  }
  if (!result.is(Kind::set)) return std::nullopt;
  result.text = g.self().text;
  return result;
}

Operator DslInterpreter::operator_of_set(std::string_view method) {
  static constexpr std::pair<std::string_view, Operator> operators_of_sets[] = {
      {"union update", Operator::bit_or},
      {"intersection intersection_update", Operator::bit_and},
      {"difference difference_update", Operator::subtract},
      {"symmetric_difference symmetric_difference_update", Operator::bit_xor},
      {"issubset", Operator::at_most},
      {"issuperset", Operator::at_least}};
  return std::ranges::find_if(operators_of_sets, [&](const auto& o) { return has_word(o.first, method); })->second;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::frozensets() { return sets().first(4); }

std::span<const DslInterpreter::Row> DslInterpreter::Rows::sets() {
  static constexpr auto place = [](DslInterpreter& d, const Given& g) {
    const bool known = g[0]->is_known() && !g[0]->is_computed() && d.set_of({*g[0]}).is(Kind::set);
    return known ? d.place_in(*g.self().items, *g[0], 0, DslItems::most) : std::nullopt;
  };
  static constexpr auto without = [](DslInterpreter& d, const Given& g, std::size_t at) {
    auto& items = d.changing(g.self());
    if (at < items.size()) items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
    return Value::none();
  };
  static const Row rows[] = {
      {"copy", "",
       [](DslInterpreter& d, const Given& g) {
         auto v = d.set_of(*g.self().items);
         if (v.is(Kind::set)) v.text = g.self().text;
         return v;
       }},
      {"union intersection difference symmetric_difference", "*",
       [](DslInterpreter& d, const Given& g) {
         const auto v = d.combined(operator_of_set(g.name), g);
         return v ? *v : d.lost_by(g);
       }},
      {"issubset issuperset", ".other",
       [](DslInterpreter& d, const Given& g) {
         const auto all = d.members_of(*g[0]);
         const auto holds = all ? d.ordered(operator_of_set(g.name), g.self(), d.set_of(*all)) : std::nullopt;
         return holds ? Value::boolean(*holds) : d.lost_by(g);
       }},
      {"isdisjoint", ".other",
       [](DslInterpreter& d, const Given& g) {
         const auto v = d.combined(Operator::bit_and, g);
         return v ? Value::boolean(v->items->empty()) : d.lost_by(g);
       }},
      {"update intersection_update difference_update symmetric_difference_update", "*",
       [](DslInterpreter& d, const Given& g) {
         const auto v = d.combined(operator_of_set(g.name), g);
         if (!v) return d.lost_by(g);
         d.changing(g.self()).assign(v->items->begin(), v->items->end());
         return Value::none();
       }},
      {"add", ".value",
       [](DslInterpreter& d, const Given& g) {
         const auto at = place(d, g);
         if (!at) return d.lost_by(g);
         auto& items = d.changing(g.self());
         if (*at == items.size()) d.into(items, items.end(), *g[0]);
         return Value::none();
       }},
      {"discard", ".value",
       [](DslInterpreter& d, const Given& g) {
         const auto at = place(d, g);
         return at ? without(d, g, *at) : d.lost_by(g);
       }},
      {"remove", ".value",
       [](DslInterpreter& d, const Given& g) {
         const auto at = place(d, g);
         if (!at) return d.lost_by(g);
         return *at < g.self().items->size() ? without(d, g, *at) : d.no_key(*g[0]);
       }},
      {"pop", "",
       [](DslInterpreter& d, const Given& g) -> Value {
         // The element that set.pop() takes is unknown.
         if (g.self().items->size() > 1) return d.lost_by(g);
         if (g.self().items->empty()) return d.no_key(Value::of(Kind::string, "pop from an empty set"));
         auto v = g.self().items->front();
         d.changing(g.self()).clear();
         return v;
       }},
      {"clear", "", [](DslInterpreter& d, const Given& g) { return d.changing(g.self()).clear(), Value::none(); }},
  };
  return rows;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::integers() {
  static constexpr auto magnitude = [](std::int64_t n) {
    return n < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
  };
  static const Row rows[] = {
      {"bit_length", "",
       [](DslInterpreter&, const Given& g) { return Value::integer(64 - std::countl_zero(magnitude(g.self().number)), g.self().dynamic); }},
      {"bit_count", "",
       [](DslInterpreter&, const Given& g) { return Value::integer(std::popcount(magnitude(g.self().number)), g.self().dynamic); }},
      {"conjugate", "",
       [](DslInterpreter&, const Given& g) { return g.self().is(Kind::boolean) ? Value::integer(g.self().number) : g.self(); }},
      {"as_integer_ratio", "",
       [](DslInterpreter&, const Given& g) {
         return Value::tuple({Value::integer(g.self().number), Value::integer(1)});
       }},
      {"to_bytes", "* **", [](DslInterpreter& d, const Given& g) { return d.unread(g); }},
      // Methods of the DSL's own numbers.
      {"to ir_value value", "* **", [](DslInterpreter&, const Given& g) { return g.self(); }},
  };
  return rows;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::reals() {
  static const Row rows[] = {
      {"is_integer", "", [](DslInterpreter&, const Given& g) { return Value::boolean(std::floor(g.self().real) == g.self().real); }},
      {"conjugate", "", [](DslInterpreter&, const Given& g) { return g.self(); }},
      {"as_integer_ratio hex", "", [](DslInterpreter& d, const Given& g) { return d.unread(g); }},
      {"to ir_value", "* **", [](DslInterpreter&, const Given&) { return Value::computed(); }},
  };
  return rows;
}

std::string_view DslInterpreter::type_name(const Value& v) {
  static constexpr std::string_view types_of_views[] = {"dict_keys", "dict_values", "dict_items"};
  switch (v.kind) {
    case Kind::none: return "NoneType";
    case Kind::boolean: return "bool";
    case Kind::integer: return "int";
    case Kind::real: return "float";
    case Kind::string: return "str";
    case Kind::tuple: return "tuple";
    case Kind::list: return "list";
    case Kind::dict: return "dict";
    case Kind::set: return v.text.empty() ? "set" : "frozenset";
    case Kind::range: return "range";
    case Kind::view: return *std::ranges::find_if(types_of_views, [&](std::string_view type) { return type.ends_with(v.text); });
    case Kind::function: return "function";
    default: return {};
  }
}

std::optional<std::span<const DslInterpreter::Row>> DslInterpreter::table_of_type(std::string_view type) {
  static const std::pair<std::string_view, std::span<const Row>> tables[] = {{"str", Rows::strings()},
                                                                             {"list", Rows::lists()},
                                                                             {"tuple", Rows::tuples()},
                                                                             {"dict", Rows::dicts()},
                                                                             {"set", Rows::sets()},
                                                                             {"range", Rows::ranges()},
                                                                             {"frozenset", Rows::frozensets()},
                                                                             {"int", Rows::integers()},
                                                                             {"bool", Rows::integers()},
                                                                             {"float", Rows::reals()},
                                                                             {"dict_keys", {}},
                                                                             {"dict_values", {}},
                                                                             {"dict_items", {}},
                                                                             {"NoneType", {}}};
  const auto* at = std::ranges::find(tables, type, &std::pair<std::string_view, std::span<const Row>>::first);
  return at != std::end(tables) ? std::optional(at->second) : std::nullopt;
}

std::optional<std::span<const DslInterpreter::Row>> DslInterpreter::table_of(const Value& v) {
  // Language tuples and members of enumerations have further methods.
  return v.object && !v.is_integer() ? std::nullopt : table_of_type(type_name(v));
}

/// Calls a method of a type itself: dict.fromkeys.
std::optional<DslValue> DslInterpreter::static_method(std::string_view type, std::string_view name, const Arguments& given) {
  if (name == "fromkeys" && type == "dict" && !given.all.empty()) {
    const auto keys = elements(given.all[0]);
    if (!keys) return given.all[0].undecided(not_read(name));
    auto v = Value::dict();
    for (const auto& k : *keys) set_key(*v.pairs, k, given.all.size() > 1 ? given.all[1] : Value::none());
    return v;
  }
  static constexpr std::array<std::string_view, 3> others{"maketrans", "from_bytes", "fromhex"};
  if (std::ranges::find(others, name) != others.end()) return Value::unknown(not_read(name));
  return std::nullopt;
}

DslValue DslInterpreter::method_of_data(const Value& of, std::string_view name, const Arguments& given) {
  if (of.is(Kind::klass) && of.klass->is_storage && name == "size_in_bytes") {
    const auto room = room_of(of);
    return room ? Value::integer(room->bytes) : Value::unknown(message("the size of {} is not known here", of.klass->name));
  }
  // A method of a dict of names may return one of its values, which can then be changed.
  if (const auto* names = names_in(of)) return some_of(*names, of.why);
  if (!of.is_known()) return of;
  if (const auto* lost = of.lost()) return Value::unknown(*lost);
  if (of.is(Kind::iterator)) return iterator_method(of, name, given);
  if (const auto table = table_of(of)) {
    const auto* row = row_in(*table, name);
    const bool pure =
        of.is(Kind::string) || of.is(Kind::tuple) || of.is(Kind::range) || of.is(Kind::none) || of.is_integer() || of.is(Kind::real);
    if (row != nullptr && of.is(Kind::string))
      for (const auto& v : given.all)
        if (!v.is_known() || v.is_computed()) return v;
    if (row != nullptr) return run_row(*row, name, &of, given);
    if (auto v = special_method(of, name, given)) return *v;
    const auto why = not_read(of.is(Kind::string) ? fmt::format("str.{}", name) : fmt::format(".{}()", name));
    if (!pure) {
      ++doubts_;
      lose(of, why), lose(given, why);
      return Value::unknown(why);
    }
    if (name.starts_with("__")) return Value::unknown(why);
    if (!of.dynamic) return fails("AttributeError", why);
  }
  if (of.is(Kind::object) && of.object->of && name == "_replace") {
    auto v = of;
    v.object = made<DslObject>(*of.object);
    for (const auto& [n, value] : given.named) v.object->members[n] = value;
    return v;
  }
  if (of.is(Kind::object))
    if (auto v = host_method(of, name, given)) return *v;
  if (of.is(Kind::cute) || of.is(Kind::type)) return layout_method(of, name, given);
  if (of.is(Kind::object) && of.object->of && in_classes_of_program(*of.object->of)) {
    const auto& k = *of.object->of;
    if (k.other_base.empty() || k.is_enum) return fails("AttributeError", message("{} has no {}", k.name, name));
    trace_unknown_call(name, given);
    // An unsupported method of a base class may change the object.
    if (k.other_base != "tuple") lose(given, not_read(fmt::format(".{}()", name)));
    ++doubts_;
    return Value::computed();
  }
  // Data of other libraries do not affect layouts.
  trace_unknown_call(name, given, &of);
  ++doubts_;
  return Value::computed();
}

/// `(3).__add__(4)` is 3 + 4.
std::optional<DslValue> DslInterpreter::special_method(const Value& of, std::string_view name, const Arguments& given) {
  if (!name.starts_with("__") || !name.ends_with("__") || name.size() < 5 || of.dynamic) return std::nullopt;
  const auto inner = name.substr(2, name.size() - 4);
  static constexpr Named<std::optional<Value>(DslInterpreter&, const Value& of, const Value& with)> rows[] = {
      {"contains",
       [](DslInterpreter& d, const Value& all, const Value& with) {
         return d.python_function("contains", "operator.contains", {{all, with}, {}});
       }},
      {"getitem", [](DslInterpreter& d, const Value& all, const Value& with) { return std::optional(d.item(all, with)); }},
  };
  if (given.all.size() == 1) {
    if (const auto* row = row_in(rows, inner)) return row->run(*this, of, given.all[0]);
    // Operands of different kinds give NotImplemented.
    const bool numbers = (of.is_integer() || of.is(Kind::real)) && (given.all[0].is_integer() || given.all[0].is(Kind::real));
    if (!numbers && type_name(of) != type_name(given.all[0])) return std::nullopt;
    const auto word = fmt::format("{}{}", inner, has_word("and or", inner) ? "_" : "");
    if (const auto* row = row_in(Rows::operators(), word); row != nullptr && row->parameters == ".a .b")
      return run_row(*row, word, nullptr, {{of, given.all[0]}, {}});
    return std::nullopt;
  }
  static constexpr std::array<std::string_view, 9> functions{"len", "str", "repr", "abs", "bool", "int", "float", "iter", "next"};
  if (!given.all.empty() || std::ranges::find(functions, inner) == functions.end()) return std::nullopt;
  return python_function(inner, std::string(inner), {{of}, {}});
}

}  // namespace app
