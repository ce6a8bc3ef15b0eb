// Methods of Python's data: lists, tuples, dicts, sets. One that is not known makes unknown what it is called on, and what it is given.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

DslValue DslInterpreter::set_of(const DslItems& all) {
  DslItems unique;
  entries_.count(all.size());
  for (const auto& v : all) {
    bool there = false;
    entries_.count(unique.size() / 16);
    for (const auto& u : unique) {
      const auto is = same(u, v);
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

std::optional<DslValue> DslInterpreter::list_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto size = static_cast<std::int64_t>(of.items->size());
  if ((name == "index" || name == "count" || name == "remove") && a.size() == 1) {
    std::int64_t n = 0;
    for (std::int64_t i = 0; i < size; ++i) {
      const auto is = compared("==", (*of.items)[static_cast<std::size_t>(i)], a[0]);
      if (!is) return std::nullopt;
      if (!*is) continue;
      ++n;
      if (name == "index") return Value::integer(i);
      if (name == "remove") {
        if (of.is(Kind::tuple)) return std::nullopt;
        auto& items = changing(of);
        items.erase(items.begin() + i);
        return Value::none();
      }
    }
    if (name == "count") return Value::integer(n);
    if (tries_ == 0 && name == "index") throw Raised{message("there is no such key"), line_, "ValueError", {}};
    return fails("ValueError", message("there is no such key"));
  }
  if (of.is(Kind::tuple)) return std::nullopt;
  if (name == "sort" && a.empty()) {
    auto sorted = sorted_list(name, *of.items, given);
    if (!sorted || !sorted->is(Kind::list)) return std::nullopt;
    changing(of).assign(sorted->items->begin(), sorted->items->end());
    return Value::none();
  }
  if (!given.named.empty()) return std::nullopt;
  if (name == "append" && a.size() == 1) {
    auto& items = changing(of);
    return into(items, items.end(), a[0]), Value::none();
  }
  if (name == "extend" && a.size() == 1) {
    const auto more = elements(a[0]);
    if (!more) return std::nullopt;
    auto& items = changing(of);
    for (const auto& v : *more) into(items, items.end(), v);
    return Value::none();
  }
  if (name == "insert" && a.size() == 2 && a[0].is_integer()) {
    auto& items = changing(of);
    const auto at = a[0].number < 0 ? std::max<std::int64_t>(a[0].number + size, 0) : std::min(a[0].number, size);
    return into(items, items.begin() + at, a[1]), Value::none();
  }
  if (name == "pop" && (a.empty() || (a.size() == 1 && a[0].is_integer()))) {
    const auto index = a.empty() ? -1 : a[0].number;
    if (index < -size || index >= size) return fails("IndexError", message("there is no element {} of {}", index, size));
    auto& items = changing(of);
    const auto at = items.begin() + (index < 0 ? index + size : index);
    auto v = *at;
    items.erase(at);
    return v;
  }
  if (name == "clear" && a.empty()) return changing(of).clear(), Value::none();
  if (name == "reverse" && a.empty()) return std::ranges::reverse(changing(of)), Value::none();
  if (name == "copy" && a.empty()) return Value::list(*of.items);
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::dict_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  // Where it is; nothing where that is not known.
  const auto place = [&]() -> std::optional<std::size_t> {
    entries_.count(of.pairs->size() / 16);
    for (std::size_t i = 0; i < of.pairs->size(); ++i) {
      const auto is = compared("==", (*of.pairs)[i].first, a[0]);
      if (!is) return std::nullopt;
      if (*is) return i;
    }
    return of.pairs->size();
  };
  const auto takes_key = name == "get" || name == "pop" || name == "setdefault";
  if (takes_key && !a.empty() && a.size() <= 2 && given.named.empty()) {
    const auto at = place();
    if (!at) return name == "get" ? std::optional(a[0].undecided(message("there is no such key"))) : std::nullopt;
    if (*at < of.pairs->size()) {
      auto v = (*of.pairs)[*at].second;
      if (name == "pop") {
        auto& pairs = changing_pairs(of);
        pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(*at));
      }
      return v;
    }
    if (name == "pop" && a.size() == 1) return fails("KeyError", message("there is no such key"));
    auto usual = a.size() > 1 ? a[1] : Value::none();
    if (name == "setdefault") assign_item(of, a[0], usual, line_);
    return usual;
  }
  if (name == "update" && a.size() <= 1) {
    const auto more = a.empty() ? Value::dict() : *sequence_function("dict", "dict", {a, {}});
    if (!more.is(Kind::dict) || more.lost() != nullptr) return std::nullopt;
    for (const auto& [key, v] : *more.pairs) assign_item(of, key, v, line_);
    for (const auto& [key, v] : given.named) assign_item(of, Value::of(Kind::string, key), v, line_);
    return Value::none();
  }
  if (!a.empty() || !given.named.empty()) return std::nullopt;
  if (name == "items" || name == "keys" || name == "values") {
    DslItems all;
    for (const auto& [k, v] : *of.pairs) all.push_back(name == "items" ? Value::tuple({k, v}) : name == "keys" ? k : v);
    count_values(all.size());
    return Value::tuple(std::move(all));
  }
  if (name == "clear") return changing_pairs(of).clear(), Value::none();
  if (name == "copy") return of.apart();
  if (name == "popitem") {
    if (of.pairs->empty()) return fails("KeyError", message("there is no such key"));
    auto& pairs = changing_pairs(of);
    auto last = Value::tuple({pairs.back().first, pairs.back().second});
    pairs.pop_back();
    return last;
  }
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::set_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  if (!given.named.empty()) return std::nullopt;
  if ((name == "add" || name == "discard" || name == "remove") && a.size() == 1) {
    if (!a[0].is_known() || a[0].is_computed()) return std::nullopt;
    entries_.count(of.items->size() / 16);
    std::optional<std::size_t> at;
    for (std::size_t i = 0; i < of.items->size() && !at; ++i) {
      const auto is = same((*of.items)[i], a[0]);
      if (!is) return std::nullopt;
      if (*is) at = i;
    }
    if (!at && name == "remove") return fails("KeyError", message("there is no such key"));
    auto& items = changing(of);
    if (name == "add" && !at) into(items, items.end(), a[0]);
    if (name != "add" && at) items.erase(items.begin() + static_cast<std::ptrdiff_t>(*at));
    return Value::none();
  }
  if (name == "clear" && a.empty()) return changing(of).clear(), Value::none();
  if (name == "copy" && a.empty()) return set_of(*of.items);
  static constexpr std::pair<std::string_view, std::string_view> signs[] = {
      {"union", "|"},      {"intersection", "&"},        {"difference", "-"},        {"symmetric_difference", "^"},
      {"update", "|"},     {"intersection_update", "&"}, {"difference_update", "-"}, {"issubset", "<="},
      {"issuperset", ">="}};
  if (a.size() != 1) return std::nullopt;
  for (const auto& [method, sign] : signs) {
    if (method != name) continue;
    const auto all = members_of(a[0]);
    if (!all) return std::nullopt;
    const auto other = set_of(*all);
    if (!other.is(Kind::set)) return std::nullopt;
    if (name.starts_with("iss")) {
      const auto holds = ordered(sign, of, other);
      return holds ? std::optional(Value::boolean(*holds)) : std::nullopt;
    }
    auto result = binary(sign, of, other);
    if (!name.ends_with("update")) return result;
    if (!result.is(Kind::set)) return std::nullopt;
    changing(of).assign(result.items->begin(), result.items->end());
    return Value::none();
  }
  if (name == "isdisjoint") {
    const auto all = members_of(a[0]);
    if (!all) return std::nullopt;
    const auto both = binary("&", of, set_of(*all));
    return both.is(Kind::set) ? std::optional(Value::boolean(both.items->empty())) : std::nullopt;
  }
  return std::nullopt;
}

DslValue DslInterpreter::method_of_data(const Value& of, std::string_view name, const Arguments& given) {
  if (of.is(Kind::klass) && of.klass->is_storage && name == "size_in_bytes") {
    const auto room = room_of(of);
    return room ? Value::integer(room->bytes) : Value::unknown(message("the size of {} is not known here", of.klass->name));
  }
  // A method of a dict of names may return a value of it, which can be changed.
  if (const auto* names = names_in(of)) return some_of(*names, of.why);
  if (!of.is_known()) return of;
  if (const auto* lost = of.lost()) return Value::unknown(*lost);
  if (of.is(Kind::string)) return string_method(of, name, given);
  const bool of_python = of.is_sequence() || of.is(Kind::dict) || of.is(Kind::set) || of.is(Kind::range) || of.is(Kind::iterator);
  if (of_python && !of.object) {
    if (of.is_sequence())
      if (auto v = list_method(of, name, given)) return *v;
    if (of.is(Kind::dict))
      if (auto v = dict_method(of, name, given)) return *v;
    if (of.is(Kind::set))
      if (auto v = set_method(of, name, given)) return *v;
    const auto why = not_read(fmt::format(".{}()", name));
    ++doubts_;
    lose(of, why), lose(given, why);
    return Value::unknown(why);
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
  if (of.is_integer()) {
    if (name == "to" || name == "ir_value" || name == "value") return of;
    if (name == "bit_length" || name == "bit_count") {
      auto rest = of.number < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(of.number) : static_cast<std::uint64_t>(of.number);
      std::int64_t n = 0;
      for (; rest != 0; rest >>= 1) n += name == "bit_length" ? 1 : static_cast<std::int64_t>(rest & 1);
      return Value::integer(n, of.dynamic);
    }
    if (name == "conjugate") return of;
    if (!of.dynamic) return fails("AttributeError", not_read(fmt::format(".{}()", name)));
  }
  if (of.is(Kind::real)) {
    if (name == "is_integer") return Value::boolean(std::floor(of.real) == of.real);
    if (name != "to" && name != "ir_value") return fails("AttributeError", not_read(fmt::format(".{}()", name)));
  }
  if (of.is(Kind::none)) return fails("AttributeError", message("{} has no {}", "None", name));
  if (of.is(Kind::object) && of.object->of && in_classes_of_program(*of.object->of)) {
    const auto& k = *of.object->of;
    if (k.other_base.empty() || k.is_enum) return fails("AttributeError", message("{} has no {}", k.name, name));
    trace_unknown_call(name, given);
    // A method of a class that is not read may change the object.
    if (k.other_base != "tuple") lose(given, not_read(fmt::format(".{}()", name)));
    ++doubts_;
    return Value::computed();
  }
  // What a library's data do has nothing to do with layouts.
  trace_unknown_call(name, given, &of);
  ++doubts_;
  return Value::computed();
}

}  // namespace app
