// Python's own functions, and those of its library that values of programs are made with.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Integers that lie together as closely as real numbers.
bool fits_integer(double x) { return std::abs(x) < 9e15; }

std::int64_t rounded_to_even(double x) {
  const auto down = std::floor(x);
  const auto over = x - down;
  const bool up = over > 0.5 || (over == 0.5 && std::fmod(down, 2) != 0);
  return static_cast<std::int64_t>(down) + (up ? 1 : 0);
}

}  // namespace

std::optional<DslValue> DslInterpreter::python_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  // str.upper(text) is text.upper().
  for (const std::string_view type : {"int", "float", "str", "list", "dict", "tuple", "set"})
    if (dotted.size() > type.size() && dotted.starts_with(type) && dotted[type.size()] == '.' && !given.all.empty())
      return method_of_data(given.all.front(), name, {DslItems(given.all.begin() + 1, given.all.end()), given.named});
  // A function that takes a dict of names returns another value.
  const auto apart = [](std::optional<Value> v) {
    return v && !v->is_known() && v->object && v->object->library == names_of ? aside(*v) : v;
  };
  if (auto v = numbers_function(name, dotted, given)) return apart(v);
  if (auto v = sequence_function(name, dotted, given)) return apart(v);
  const bool gives_names = dotted == "globals" || dotted == "locals" || dotted == "vars";
  auto v = object_function(name, dotted, given);
  return gives_names ? v : apart(v);
}

DslValue DslInterpreter::extreme(std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto unclear = [&](const Value& v) { return v.undecided(message("it is not known what {} is of", name)); };
  for (const auto& [n, v] : given.named)
    if (n != "key" && n != "default" && n != "loc" && n != "ip") return Value::unknown(not_read(n));
  if (a.empty()) return Value::unknown(message("it is not known what {} is of", name));
  const auto all = a.size() == 1 ? members_of(a.front()) : std::optional(a);
  if (!all) return unclear(a.front());
  if (all->empty()) {
    if (const auto* usual = given.find("default")) return *usual;
    return fails("ValueError", message("it is not known what {} is of", name));
  }
  const auto* key = given.find("key");
  std::optional<std::pair<Value, Value>> best;
  bool dynamic = false;
  for (const auto& v : *all) {
    auto by = key != nullptr && !key->is(Kind::none) ? call(*key, {{v}, {}}) : v;
    if (!by.is_known()) return by;
    dynamic |= v.dynamic;
    if (!best) {
      best.emplace(v, std::move(by));
      const auto& first = best->second;
      if (first.is_computed() || first.is(Kind::cute)) return unclear(first.is_computed() ? first : Value::computed());
      continue;
    }
    const auto better = name == "min" ? compared("<", by, best->second) : compared(">", by, best->second);
    if (!better) return by.is_computed() || best->second.is_computed() ? Value::computed() : unclear(by);
    if (*better) best.emplace(v, std::move(by));
  }
  // Of several in a set the first that was met is told.
  if (key != nullptr && a.size() == 1 && a.front().is(Kind::set)) return Value::unknown(not_read(name));
  return dynamic && best->first.is_integer() ? best->first.as_dynamic() : best->first;
}

std::optional<DslValue> DslInterpreter::numbers_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  const auto& a = given.all;
  const auto is_plain = dotted == name || dotted.starts_with("math.");
  if (name == "min" || name == "max") return extreme(name, given);
  if (name == "sum" && !a.empty()) {
    const auto all = members_of(a.front());
    if (!all) return a.front().undecided(message("it is not known what {} is of", name));
    const auto* start = given.at(1, "start");
    auto total = start != nullptr ? *start : Value::integer(0);
    for (const auto& v : *all) total = binary("+", total, v);
    return total;
  }
  if (name == "prod" && !a.empty()) {
    const auto all = members_of(a.front());
    if (!all) return a.front().undecided(message("it is not known what {} is of", name));
    const auto* start = given.find("start");
    auto total = start != nullptr ? *start : Value::integer(1);
    for (const auto& v : *all) total = binary("*", total, v);
    return total;
  }
  if (name == "abs" && a.size() == 1) {
    if (a[0].is_integer() && tracing() && of_thread(a[0].text)) {
      auto v = Value::integer(std::abs(a[0].number), true, fmt::format("max({}, 0 - ({}))", a[0].text, a[0].text));
      return following(std::move(v), {&a[0]});
    }
    if (a[0].is_integer() && a[0].number != std::numeric_limits<std::int64_t>::min())
      return Value::integer(std::abs(a[0].number), a[0].dynamic);
    if (a[0].is(Kind::real)) return Value::real_number(std::abs(a[0].real));
    if (auto own = call_special(a[0], "__abs__", {})) return own;
    return a[0].undecided(message("this is no number here"));
  }
  if (name == "int" && dotted == name) {
    if (a.empty()) return Value::integer(0);
    if (a[0].is_integer()) return Value::integer(a[0].number, a[0].dynamic, a[0].is(Kind::integer) ? a[0].text : std::string());
    if (a[0].is(Kind::real))
      return std::isfinite(a[0].real) && std::abs(a[0].real) < 9.2e18 ? Value::integer(static_cast<std::int64_t>(a[0].real))
                                                                      : Value::unknown(message("this does not fit in 64 bits"));
    if (a[0].is(Kind::string)) {
      const auto* by = given.at(1, "base");
      auto text = std::string(algebra::trimmed(a[0].text));
      if ((by != nullptr && !by->is_integer()) || text.find('_') != std::string::npos) return Value::unknown(not_read(name));
      auto base = by == nullptr ? 10 : static_cast<int>(by->number);
      auto digits = std::string_view(text);
      const bool negative = digits.starts_with('-');
      if (negative || digits.starts_with('+')) digits.remove_prefix(1);
      if (digits.size() > 2 && digits[0] == '0')
        if (const auto at = std::string_view("xXoObB").find(digits[1]); at != std::string_view::npos) {
          const int own = at < 2 ? 16 : at < 4 ? 8 : 2;
          if (base == 0 || base == own) base = own, digits.remove_prefix(2);
        }
      if (base == 0) base = 10;
      std::int64_t n = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, std::clamp(base, 2, 36));
      if (error == std::errc::result_out_of_range) return Value::unknown(message("this does not fit in 64 bits"));
      const bool whole = error == std::errc() && end == digits.data() + digits.size() && digits[0] != '-';
      if (!whole || base != std::clamp(base, 2, 36)) {
        if (tries_ == 0) throw Raised{message("{} is no integer", text), line_, "ValueError", {}};
        return fails("ValueError", message("{} is no integer", text));
      }
      return Value::integer(negative ? -n : n);
    }
    if (auto own = call_special(a[0], "__int__", {})) return own;
    if (a[0].lost() != nullptr) return Value::unknown(*a[0].lost());
    if (a[0].is(Kind::list) || a[0].is(Kind::tuple) || a[0].is(Kind::none)) return fails("TypeError", message("this is no number here"));
    return a[0].undecided(message("this is no number here"));
  }
  if (name == "float" && dotted == name) {
    if (a.empty()) return Value::real_number(0);
    if (a[0].is_integer()) return fits_integer(a[0].as_real()) ? Value::real_number(a[0].as_real()) : Value::unknown(not_read(name));
    if (a[0].is(Kind::real)) return a[0];
    if (a[0].is(Kind::string)) {
      const auto text = std::string(algebra::trimmed(a[0].text));
      char* end = nullptr;
      const auto x = std::strtod(text.c_str(), &end);
      const bool digits = text.find_first_not_of("+-.0123456789eE") == std::string::npos;
      if (text.empty() || !digits || *end != 0) return fails("ValueError", message("this is no number here"));
      return std::isfinite(x) ? Value::real_number(x) : Value::unknown(not_read(name));
    }
    return a[0].undecided(message("this is no number here"));
  }
  if (name == "bool" && a.size() == 1) {
    const auto holds = truth(a[0]);
    return holds ? Value::boolean(*holds, a[0].dynamic) : a[0].undecided(message("it is not known here whether {}", "bool"));
  }
  if (name == "bool" && a.empty() && dotted == name) return Value::boolean(false);
  if (name == "round" && dotted == name && !a.empty()) {
    const auto* places = given.at(1, "ndigits");
    if (places != nullptr && !places->is(Kind::none)) {
      if (a[0].is_integer() && places->is_integer() && places->number >= 0) return a[0];
      return a[0].undecided(not_read("round"));
    }
    if (a[0].is_integer()) return Value::integer(a[0].number, a[0].dynamic);
    if (a[0].is(Kind::real) && fits_integer(a[0].real)) return Value::integer(rounded_to_even(a[0].real));
    return a[0].undecided(message("this is no number here"));
  }
  if (name == "divmod" && a.size() == 2) return Value::tuple({binary("//", a[0], a[1]), binary("%", a[0], a[1])});
  if (name == "pow" && is_plain && (a.size() == 2 || a.size() == 3)) {
    if (dotted != name) return a[0].undecided(not_read(dotted));
    if (a.size() == 2) return binary("**", a[0], a[1]);
    if (a[0].is_integer() && a[1].is_integer() && a[2].is_integer() && a[1].number >= 0 && a[2].number > 0 && a[2].number < (1LL << 31)) {
      const auto m = a[2].number;
      std::int64_t result = 1 % m, base = ((a[0].number % m) + m) % m;
      for (auto e = a[1].number; e > 0; e >>= 1, base = base * base % m)
        if ((e & 1) != 0) result = result * base % m;
      return Value::integer(result);
    }
    return a[0].undecided(not_read("pow"));
  }
  if ((name == "gcd" || name == "lcm") && !a.empty() && std::ranges::all_of(a, [](const Value& v) { return v.is_integer(); })) {
    std::int64_t n = name == "gcd" ? 0 : 1;
    bool dynamic = false, fits = true;
    for (const auto& v : a) {
      dynamic |= v.dynamic;
      fits &= v.number != std::numeric_limits<std::int64_t>::min();
      if (!fits) break;
      const auto with = std::gcd(n, v.number);
      if (name == "gcd") n = with;
      else n = with == 0 ? 0 : n / with, fits &= !__builtin_mul_overflow(n, std::abs(v.number), &n);
    }
    return fits ? Value::integer(n, dynamic) : Value::unknown(message("this does not fit in 64 bits"));
  }
  if ((name == "bin" || name == "hex" || name == "oct") && dotted == name && a.size() == 1 && a[0].is_integer())
    return formatted(Value::integer(a[0].number), name == "bin" ? "#b" : name == "hex" ? "#x" : "#o");
  if ((name == "chr" || name == "ord") && dotted == name && a.size() == 1) {
    if (name == "chr" && a[0].is_integer() && a[0].number >= 0 && a[0].number < 128)
      return Value::of(Kind::string, std::string(1, static_cast<char>(a[0].number)));
    if (name == "ord" && a[0].is(Kind::string) && a[0].text.size() == 1) return Value::integer(static_cast<unsigned char>(a[0].text[0]));
    return a[0].undecided(not_read(name));
  }
  if (!is_plain && !dotted.starts_with("cut")) return std::nullopt;
  if (name == "isqrt" && a.size() == 1 && a[0].is_integer() && a[0].number >= 0 && fits_integer(a[0].as_real())) {
    auto n = static_cast<std::int64_t>(std::sqrt(a[0].as_real()));
    while (n * n > a[0].number) --n;
    while ((n + 1) * (n + 1) <= a[0].number) ++n;
    return Value::integer(n);
  }
  if ((name == "comb" || name == "factorial") && !a.empty() && a[0].is_integer() && a[0].number >= 0 && a[0].number <= 20) {
    std::int64_t n = 1;
    if (name == "factorial") {
      for (std::int64_t i = 2; i <= a[0].number; ++i) n *= i;
      return Value::integer(n);
    }
    if (a.size() == 2 && a[1].is_integer() && a[1].number >= 0) {
      if (a[1].number > a[0].number) return Value::integer(0);
      for (std::int64_t i = 1; i <= a[1].number; ++i) n = n * (a[0].number - a[1].number + i) / i;
      return Value::integer(n);
    }
  }
  if (a.size() == 1 && (a[0].is(Kind::real) || a[0].is_integer())) {
    const auto x = a[0].as_real();
    if (name == "log2" && x > 0) return Value::real_number(std::log2(x));
    if (name == "sqrt" && x >= 0) return Value::real_number(std::sqrt(x));
    if (name == "ceil" || name == "floor" || name == "trunc") {
      if (a[0].is_integer()) return Value::integer(a[0].number, a[0].dynamic);
      const auto whole = name == "ceil" ? std::ceil(x) : name == "floor" ? std::floor(x) : std::trunc(x);
      if (fits_integer(whole)) return Value::integer(static_cast<std::int64_t>(whole), a[0].dynamic);
    }
    if (name == "fabs") return Value::real_number(std::abs(x));
  }
  if (name == "log" && a.size() == 2 && a[1].is_integer() && a[1].number == 2 && (a[0].is_integer() || a[0].is(Kind::real)))
    return Value::unknown(not_read(dotted));
  return std::nullopt;
}

std::optional<DslValue> DslInterpreter::sorted_list(std::string_view name, DslItems all, const Arguments& given) {
  const auto *key = given.find("key"), *reverse = given.find("reverse");
  for (const auto& [n, v] : given.named)
    if (n != "key" && n != "reverse") return std::nullopt;
  const auto descends = reverse == nullptr ? std::optional(false) : truth(*reverse);
  if (!descends) return std::nullopt;
  std::vector<std::pair<Value, Value>> rows;
  for (auto& v : all) {
    auto by = key != nullptr && !key->is(Kind::none) ? call(*key, {{v}, {}}) : v;
    rows.emplace_back(std::move(by), std::move(v));
  }
  // By insertion from both ends of a known order: a comparison that is not known refuses.
  bool known = true;
  entries_.count(rows.size());
  std::vector<std::size_t> order(rows.size()), merged(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t width = 1; width < order.size() && known; width *= 2) {
    for (std::size_t begin = 0; begin < order.size(); begin += 2 * width) {
      const auto middle = std::min(begin + width, order.size()), end = std::min(begin + 2 * width, order.size());
      for (std::size_t i = begin, j = middle, to = begin; to < end; ++to) {
        bool second = i == middle;
        if (i < middle && j < end) {
          const auto &x = rows[order[j]].first, &y = rows[order[i]].first;
          const auto less = *descends ? compared("<", y, x) : compared("<", x, y);
          known &= less.has_value();
          second = less == true;
        }
        merged[to] = second ? order[j++] : order[i++];
      }
    }
    order.swap(merged);
  }
  if (!known) return Value::unknown(not_read(name));
  DslItems result;
  for (const auto i : order) result.push_back(std::move(rows[i].second));
  return Value::list(std::move(result));
}

std::optional<DslValue> DslInterpreter::sequence_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  const auto& a = given.all;
  const auto of_unknown = [&](const Value& v) {
    return v.lost() != nullptr ? Value::unknown(*v.lost()) : v.undecided(message("it is not known what {} is of", name));
  };
  if (name == "len" && a.size() == 1) {
    const auto size = length(a.front());
    if (!size) return a.front().undecided(message("it is not known how long this is"));
    return Value::integer(static_cast<std::int64_t>(*size));
  }
  if ((name == "range" || name == "range_constexpr" || name == "range_dynamic") && !a.empty()) {
    auto range = Value::of(Kind::range);
    range.items = std::make_shared<DslItems>(DslItems{Value::integer(0), Value::integer(0), Value::integer(1)});
    for (std::size_t i = 0; i < std::min<std::size_t>(a.size(), 3); ++i) {
      // Where only the running kernel knows how far it goes, its first round is the same.
      if (a[i].is_computed()) {
        auto v = Value::computed();
        if (!tracing() && (a.size() == 1 || i == 1)) v.items = std::make_shared<DslItems>(DslItems{(*range.items)[0].as_dynamic()});
        return v;
      }
      if (!a[i].is_integer()) return a[i].is_known() ? Value::unknown(message("it is not known what this loop goes through")) : a[i];
      (*range.items)[a.size() == 1 ? 1 : i] = tracing() && of_thread(a[i].text) ? a[i] : Value::integer(a[i].number);
      range.dynamic |= a[i].dynamic && name != "range_constexpr";
    }
    if ((*range.items)[2].number == 0) return fails("ValueError", message("a step of 0 goes nowhere"));
    return range;
  }
  if (name == "tuple" || name == "list" || name == "reversed" || name == "set" || name == "frozenset") {
    if (a.size() > 1 || !given.named.empty()) return std::nullopt;
    if (a.empty() && name == "reversed") return std::nullopt;
    auto all = a.empty() ? std::optional(DslItems{}) : name.ends_with("set") ? members_of(a.front()) : elements(a.front());
    if (!all) return of_unknown(a.front());
    if (name.ends_with("set")) return set_of(*all);
    if (name == "reversed") {
      std::ranges::reverse(*all);
      return iterator(std::move(*all), {a.front()});
    }
    return name == "tuple" ? Value::tuple(std::move(*all)) : Value::list(std::move(*all));
  }
  if (name == "sorted" && a.size() == 1) {
    auto all = members_of(a.front());
    if (!all) return of_unknown(a.front());
    if (a.front().is(Kind::set) && given.find("key") != nullptr) return Value::unknown(not_read(name));
    auto v = sorted_list(name, std::move(*all), given);
    return v ? *v : Value::unknown(not_read(name));
  }
  if (name == "dict" && dotted == name && a.size() <= 1) {
    auto v = Value::dict();
    if (a.size() == 1) {
      if (a[0].is(Kind::dict) && a[0].lost() == nullptr) {
        for (const auto& [key, value] : *a[0].pairs) set_key(*v.pairs, key, value);
      } else {
        const auto all = elements(a[0]);
        if (!all) return of_unknown(a[0]);
        for (const auto& pair : *all) {
          const auto both = elements(pair);
          if (!both || both->size() != 2) return of_unknown(pair);
          set_key(*v.pairs, (*both)[0], (*both)[1]);
        }
      }
    }
    for (const auto& [key, value] : given.named) set_key(*v.pairs, Value::of(Kind::string, key), value);
    return v;
  }
  if (name == "enumerate" && !a.empty()) {
    const auto all = elements(a.front());
    if (!all) return of_unknown(a.front());
    const auto* start = given.at(1, "start");
    if (start != nullptr && !start->is_integer()) return of_unknown(*start);
    DslItems pairs;
    auto i = start == nullptr ? 0 : start->number;
    for (const auto& v : *all) pairs.push_back(Value::tuple({Value::integer(i++), v}));
    return iterator(std::move(pairs), {a.front()});
  }
  if ((name == "zip" || name == "product" || name == "chain") && (name == "zip" || dotted.starts_with("itertools."))) {
    std::vector<DslItems> columns;
    std::size_t shortest = DslItems::most;
    for (const auto& [n, v] : given.named)
      if (n != "strict" || truth(v) != false) {
        for (const auto& one : a) lose(one, not_read(name));
        return Value::unknown(not_read(name));
      }
    for (const auto& v : a) {
      // It takes from an iterator as much as it needs.
      if (v.is(Kind::iterator) && name == "zip" && a.size() > 1 && &v != &a.back()) {
        const auto rest = elements(v);
        if (!rest) return of_unknown(v);
        columns.push_back(*rest);
        lose(v, not_read(name));
      } else {
        auto all = elements(v);
        if (!all) return of_unknown(v);
        columns.push_back(std::move(*all));
        if (v.is(Kind::iterator) && name == "zip") lose(v, not_read(name));
      }
      shortest = std::min(shortest, columns.back().size());
    }
    DslItems rows;
    if (name == "chain") {
      for (auto& c : columns) rows.insert(rows.end(), c.begin(), c.end());
    } else if (name == "product") {
      rows.push_back(Value::tuple({}));
      for (const auto& c : columns) {
        if (rows.size() * std::max<std::size_t>(c.size(), 1) > DslItems::most / 4)
          return Value::unknown(message("this has more than {} elements", DslItems::most));
        DslItems next;
        for (const auto& row : rows)
          for (const auto& v : c) {
            auto longer = *row.items;
            longer.push_back(v);
            next.push_back(Value::tuple(std::move(longer)));
          }
        rows = std::move(next);
      }
    } else {
      for (std::size_t i = 0; i < (columns.empty() ? 0 : shortest); ++i) {
        DslItems row;
        for (const auto& c : columns) row.push_back(c[i]);
        rows.push_back(Value::tuple(std::move(row)));
      }
    }
    count_values(rows.size() * (columns.size() + 1));
    return iterator(std::move(rows), {a.begin(), a.end()});
  }
  if ((name == "map" || name == "filter") && dotted == name && a.size() >= 2) {
    std::vector<DslItems> columns;
    std::size_t shortest = DslItems::most;
    for (std::size_t i = 1; i < a.size(); ++i) {
      auto all = elements(a[i]);
      if (!all) return of_unknown(a[i]);
      shortest = std::min(shortest, all->size());
      columns.push_back(std::move(*all));
    }
    // The function is called as the result is gone through: what it changes then is not followed.
    auto journal = watch();
    DslItems mapped;
    std::optional<Value> failed;
    for (std::size_t i = 0; i < shortest && !failed; ++i) {
      DslItems row;
      for (const auto& c : columns) row.push_back(c[i]);
      auto v = name == "filter" && a[0].is(Kind::none) ? row.front() : call(a[0], {row, {}});
      if (name == "map") {
        mapped.push_back(std::move(v));
        continue;
      }
      const auto holds = truth(v);
      if (!holds) failed = v.undecided(message("it is not known here whether {}", name));
      else if (*holds) mapped.push_back(row.front());
    }
    auto changed = *journal;
    journal.reset();
    drop_gone(changed);
    if (!changed.empty() && !failed && in_library_ == 0) failed = Value::unknown(not_read(name));
    if (failed) return forget(changed, *failed), *failed;
    return iterator(std::move(mapped), {a.begin() + 1, a.end()});
  }
  if (name == "iter" && dotted == name && a.size() == 1) {
    if (a[0].is(Kind::iterator)) return a[0];
    auto all = elements(a[0]);
    return all ? iterator(std::move(*all), {a[0]}) : of_unknown(a[0]);
  }
  if (name == "next" && dotted == name && !a.empty()) {
    if (!a[0].is(Kind::iterator) || a[0].lost() != nullptr) return of_unknown(a[0]);
    auto& it = *a[0].object;
    const auto is_other = [](const auto& of) { return of.first->version != of.second; };
    if (std::ranges::any_of(it.lists, is_other) || std::ranges::any_of(it.dicts, is_other)) return Value::unknown(not_read(name));
    if (it.next < it.arguments.size()) {
      touch({Place::Of::iterator, a[0].object});
      return it.arguments[it.next++];
    }
    return a.size() > 1 ? a[1] : fails("StopIteration", message("there is no such key"));
  }
  if ((name == "all" || name == "any") && a.size() == 1) {
    const auto all = members_of(a.front());
    if (!all) return of_unknown(a.front());
    bool dynamic = false;
    const Value* unclear = nullptr;
    for (const auto& v : *all) {
      const auto holds = truth(v);
      dynamic |= v.dynamic;
      if (!holds) unclear = unclear == nullptr ? &v : unclear;
      else if (*holds != (name == "all")) return Value::boolean(*holds, dynamic);
    }
    if (unclear != nullptr) return unclear->undecided(message("it is not known here whether {}", name));
    return Value::boolean(name == "all", dynamic);
  }
  if (name == "reduce" && (dotted == name || dotted.starts_with("functools.")) && a.size() >= 2) {
    auto all = elements(a[1]);
    if (!all) return of_unknown(a[1]);
    if (a.size() > 2) all->insert(all->begin(), a[2]);
    if (all->empty()) return fails("TypeError", not_read(name));
    auto result = all->front();
    for (std::size_t i = 1; i < all->size(); ++i) result = call(a[0], {{result, (*all)[i]}, {}});
    return result;
  }
  if (dotted.starts_with("operator.") && a.size() == 2) {
    static constexpr std::pair<std::string_view, std::string_view> signs[] = {{"add", "+"},       {"sub", "-"}, {"mul", "*"},
                                                                              {"floordiv", "//"}, {"mod", "%"}, {"truediv", "/"},
                                                                              {"and_", "&"},      {"or_", "|"}, {"xor", "^"}};
    for (const auto& [word, sign] : signs)
      if (word == name) return binary(sign, a[0], a[1]);
  }
  return std::nullopt;
}

}  // namespace app
