// Python's built-in functions of numbers and iterables.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Returns whether integers near x are represented exactly as real numbers.
bool fits_integer(double x) { return std::abs(x) < 9e15; }

std::int64_t rounded_to_even(double x) {
  const auto down = std::floor(x);
  const auto over = x - down;
  const bool up = over > 0.5 || (over == 0.5 && std::fmod(down, 2) != 0);
  return static_cast<std::int64_t>(down) + (up ? 1 : 0);
}

/// Returns digits without the `_` that Python allows between them; nullopt if the text has other characters.
std::optional<std::string> without_marks(std::string_view text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && std::isalnum(static_cast<unsigned char>(text[k])) != 0; };
    if (text[i] != '_') digits += text[i];
    else if (i == 0 || !is_digit(i - 1) || !is_digit(i + 1)) return std::nullopt;
  }
  return digits;
}

struct Integer {
  std::optional<std::int64_t> number;
  bool too_large = false;
};

/// Returns the integer that a text represents in a base; 0: by the text's prefix.
Integer integer_in(std::string_view text, int base) {
  const auto plain = without_marks(text);
  if (!plain) return {};
  auto digits = std::string_view(*plain);
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (digits.size() > 2 && digits[0] == '0')
    if (const auto at = std::string_view("xXoObB").find(digits[1]); at != std::string_view::npos) {
      const int own = at < 2 ? 16 : at < 4 ? 8 : 2;
      if (base == 0 || base == own) base = own, digits.remove_prefix(2);
    }
  // Python refuses decimal literals with leading zeros.
  if (base == 0 && digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of('0') != std::string_view::npos) return {};
  if (base == 0) base = 10;
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  if (error == std::errc::result_out_of_range) return {.number = {}, .too_large = true};
  if (error != std::errc() || end != digits.data() + digits.size() || digits[0] == '-') return {};
  return {.number = negative ? -n : n};
}

/// Returns the real number that a text represents.
std::optional<double> real_in(std::string_view text) {
  auto plain = without_marks(text);
  if (!plain) return std::nullopt;
  for (auto& c : *plain)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  const auto word = std::string_view(*plain).substr(plain->starts_with('-') || plain->starts_with('+') ? 1 : 0);
  static constexpr std::string_view words[] = {"inf", "infinity", "nan"};
  if (std::ranges::find(words, word) == std::end(words) &&
      (word.find_first_not_of(".0123456789e+-") != std::string_view::npos || word.find_first_of("0123456789") > 1))
    return std::nullopt;
  char* end = nullptr;
  const auto x = std::strtod(plain->c_str(), &end);
  return *end == 0 ? std::optional(x) : std::nullopt;
}

}  // namespace

DslValue DslInterpreter::extreme(const Given& g) {
  const auto& a = g.all.all;
  const bool least = g.name == "min";
  const auto unclear = [&](const Value& v) { return v.undecided(message("the arguments of {} are not known", g.name)); };
  const auto all = a.size() == 1 ? members_of(a.front()) : std::optional(a);
  if (!all) return a.front().is_known() && !a.front().is_computed() && a.front().lost() == nullptr ? unfit(g) : unclear(a.front());
  const auto *key = g.set(0), *usual = g[1];
  if (all->empty()) {
    if (usual != nullptr) return *usual;
    return fails("ValueError", message("the arguments of {} are not known", g.name));
  }
  std::optional<std::pair<Value, Value>> best;
  bool dynamic = false;
  for (const auto& v : *all) {
    auto by = key != nullptr ? call(*key, {{v}, {}}) : v;
    if (!by.is_known()) return by;
    dynamic |= v.dynamic;
    if (!best) {
      best.emplace(v, std::move(by));
      const auto& first = best->second;
      if (first.is_computed() || first.is(Kind::cute)) return unclear(first.is_computed() ? first : Value::computed());
      continue;
    }
    const auto better = compared(least ? Operator::less : Operator::greater, by, best->second);
    if (!better && !by.is_computed() && !best->second.is_computed() && orders_wrong(by, best->second))
      return fails("TypeError", not_read(g.name));
    if (!better) return by.is_computed() || best->second.is_computed() ? Value::computed() : unclear(by);
    if (*better) best.emplace(v, std::move(by));
  }
  // The iteration order, which is unknown, selects among equal elements of a set.
  if (key != nullptr && a.size() == 1 && a.front().is(Kind::set)) return Value::unknown(not_read(g.name));
  return dynamic && best->first.is_integer() ? best->first.as_dynamic() : best->first;
}

std::optional<DslValue> DslInterpreter::sorted_list(DslItems all, const Value* key, const Value* reverse) {
  const auto descends = reverse == nullptr ? std::optional(false) : truth(*reverse);
  if (!descends) return std::nullopt;
  std::vector<std::pair<Value, Value>> rows;
  for (auto& v : all) {
    auto by = key != nullptr ? call(*key, {{v}, {}}) : v;
    rows.emplace_back(std::move(by), std::move(v));
  }
  // Merge sort. An unknown comparison makes the whole result unknown.
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
          const auto less = *descends ? compared(Operator::less, y, x) : compared(Operator::less, x, y);
          if (!less && orders_wrong(x, y)) return fails("TypeError", not_read("<"));
          known &= less.has_value();
          second = less == true;
        }
        merged[to] = second ? order[j++] : order[i++];
      }
    }
    order.swap(merged);
  }
  if (!known) return std::nullopt;
  DslItems result;
  for (const auto i : order) result.push_back(std::move(rows[i].second));
  return Value::list(std::move(result));
}

/// Combines the first argument's values with an operator, starting with the second argument or else with `start`.
DslValue DslInterpreter::total(const Given& g, Operator by, std::int64_t start) {
  const auto all = members_of(*g[0]);
  if (!all) return not_gone_through(g, *g[0]);
  auto total = g[1] != nullptr ? *g[1] : Value::integer(start);
  for (const auto& v : *all) total = binary(by, total, v);
  return total;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::numbers() {
  static const Row rows[] = {
      {"min max", "* | key? default?",
       [](DslInterpreter& d, const Given& g) {
         return g.all.all.empty() ? d.fails("TypeError", message("the arguments of {} are not known", g.name)) : d.extreme(g);
       },
       true},
      {"sum", ".of start?",
       [](DslInterpreter& d, const Given& g) {
         return g[1] != nullptr && g[1]->is(Kind::string) ? d.fails("TypeError", d.not_read(g.name)) : d.total(g, Operator::add, 0);
       },
       true},
      {"prod", ".of start?", [](DslInterpreter& d, const Given& g) { return d.total(g, Operator::multiply, 1); }, true},
      {"abs", ".x",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& x = *g[0];
         if (x.is_integer() && d.tracing() && d.of_thread(x.text))
           return following(Value::integer(std::abs(x.number), true, fmt::format("max({}, 0 - ({}))", x.text, x.text)), {&x});
         if (x.is_integer() && x.number != std::numeric_limits<std::int64_t>::min()) return Value::integer(std::abs(x.number), x.dynamic);
         if (x.is(Kind::real)) return Value::real_number(std::abs(x.real));
         if (auto own = d.call_special(x, "__abs__", {})) return *own;
         return d.unfit(g);
       },
       true},
      {"int", ".x? base?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[0] == nullptr) return Value::integer(0);
         const auto& x = *g[0];
         if (g[1] != nullptr && !x.is(Kind::string)) return d.unfit(g);
         if (x.is_integer()) return Value::integer(x.number, x.dynamic, x.is(Kind::integer) ? x.text : std::string());
         if (x.is(Kind::real) && !std::isfinite(x.real))
           return d.fails(std::isnan(x.real) ? "ValueError" : "OverflowError", d.not_read(g.name));
         if (x.is(Kind::real))
           return std::abs(x.real) < 9.2e18 ? Value::integer(static_cast<std::int64_t>(x.real))
                                            : Value::unknown(message("this does not fit in 64 bits"));
         if (x.is(Kind::string)) {
           if (g[1] != nullptr && !g[1]->is_integer()) return d.unfit(g);
           const auto base = g.number(1, 10);
           if (base < 0 || base == 1 || base > 36) return d.fails("ValueError", d.not_read(g.name));
           const auto text = std::string(algebra::trimmed(x.text));
           const auto n = integer_in(text, static_cast<int>(base));
           if (n.number) return Value::integer(*n.number);
           if (n.too_large) return Value::unknown(message("this does not fit in 64 bits"));
           if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) return d.unread(g);
           const auto shows = d.shown(x, true);
           const auto why = message("{} is not an integer", text);
           const DslItems args{shows ? Value::of(Kind::string, fmt::format("invalid literal for int() with base {}: {}", base, *shows))
                                     : Value::unknown(why)};
           if (d.tries_ == 0 && d.in_library_ == 0) throw Raised{why, d.line_, "ValueError", d.exception("ValueError", args)};
           return d.fails("ValueError", why, args);
         }
         if (auto own = d.call_special(x, "__int__", {})) return *own;
         if (auto own = d.call_special(x, "__index__", {})) return *own;
         if (x.lost() != nullptr) return Value::unknown(*x.lost());
         if (x.is_known() && !x.is_sequence() && !x.is(Kind::none)) return x.undecided(message("this is not a number here"));
         return d.unfit(g);
       }},
      {"float", ".x?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[0] == nullptr) return Value::real_number(0);
         const auto& x = *g[0];
         if (x.is_integer()) return fits_integer(x.as_real()) ? Value::real_number(x.as_real()) : d.unread(g);
         if (x.is(Kind::real)) return x;
         if (x.is(Kind::string)) {
           const auto real = real_in(algebra::trimmed(x.text));
           return real ? Value::real_number(*real) : d.fails("ValueError", message("this is not a number here"));
         }
         if (auto own = d.call_special(x, "__float__", {})) return *own;
         return x.is_known() && !x.is_sequence() ? x.undecided(message("this is not a number here")) : d.unfit(g);
       }},
      {"bool", ".x?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[0] == nullptr) return Value::boolean(false);
         const auto holds = d.truth(*g[0]);
         return holds ? Value::boolean(*holds, g[0]->dynamic) : g[0]->undecided(message("the condition of {} is not known here", "bool"));
       },
       true},
      {"round", "number ndigits?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& x = *g[0];
         if (!g.fits(1, Kind::integer)) return d.unfit(g);
         if (g.set(1) == nullptr) {
           if (x.is_integer()) return Value::integer(x.number, x.dynamic);
           if (x.is(Kind::real) && fits_integer(x.real)) return Value::integer(rounded_to_even(x.real));
           if (auto own = d.call_special(x, "__round__", {})) return *own;
           return x.is(Kind::real) ? d.unread(g) : d.unfit(g);
         }
         const auto places = g[1]->number;
         if (x.is_integer() && !x.dynamic) {
           if (places >= 0) return Value::integer(x.number);
           std::int64_t unit = 1;
           for (std::int64_t i = 0; i > places && unit <= 1'000'000'000'000'000; --i) unit *= 10;
           if (!fits_integer(x.as_real()) || places < -15) return d.unread(g);
           const auto down = (x.number >= 0 ? x.number / unit : -((unit - 1 - x.number) / unit)), over = x.number - down * unit;
           return Value::integer((down + (2 * over > unit || (2 * over == unit && down % 2 != 0) ? 1 : 0)) * unit);
         }
         if (!x.is(Kind::real)) return d.unfit(g);
         // Formatting with that many digits rounds correctly.
         if (places < 0 || places > 22 || std::abs(x.real) > 1e22) return d.unread(g);
         return Value::real_number(std::strtod(fmt::format("{:.{}f}", x.real, places).c_str(), nullptr));
       }},
      {"divmod", ".a .b",
       [](DslInterpreter& d, const Given& g) {
         return Value::tuple({d.binary(Operator::floor_divide, *g[0], *g[1]), d.binary(Operator::remainder, *g[0], *g[1])});
       },
       true},
      {"pow", "base exp mod?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g.set(2) == nullptr) return d.binary(Operator::power, *g[0], *g[1]);
         for (const std::size_t i : {0, 1, 2})
           if (!g[i]->is_integer()) return d.unfit(g);
         const auto m = g[2]->number;
         if (m == 0) return d.fails("ValueError", message("this divides by 0"));
         if (m < 0 || m >= (1LL << 31)) return d.unread(g);
         auto base = ((g[0]->number % m) + m) % m;
         auto e = g[1]->number;
         if (e < 0) {
           // The modular inverse, by Euclid's algorithm.
           auto a = base, b = m, x = std::int64_t{1}, y = std::int64_t{0};
           while (b != 0) std::tie(a, b, x, y) = std::tuple(b, a % b, y, x - a / b * y);
           if (a != 1) return d.fails("ValueError", d.not_read(g.name));
           base = ((x % m) + m) % m, e = -e;
         }
         std::int64_t result = 1 % m;
         for (; e > 0; e >>= 1, base = base * base % m)
           if ((e & 1) != 0) result = result * base % m;
         return Value::integer(result);
       }},
      {"bin hex oct", ".x",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is_integer()) return d.unfit(g);
         return d.formatted(Value::integer(g[0]->number), fmt::format("#{}", g.name[0] == 'h' ? 'x' : g.name[0]));
       }},
  };
  return rows;
}

/// Returns the result for a value that is not known to be iterable: a TypeError if it never is.
DslValue DslInterpreter::not_gone_through(const Given& g, const Value& v) {
  if (v.lost() != nullptr) return Value::unknown(*v.lost());
  const bool never = v.is_integer() || v.is(Kind::real) || v.is(Kind::none) || v.is(Kind::function);
  if (never && !v.dynamic) return fails("TypeError", message("the arguments of {} are not known", g.name));
  return v.undecided(message("the arguments of {} are not known", g.name));
}

/// Returns an iterator over each argument from one on; nullopt, with the reason in `why`, if one is unknown.
std::optional<std::vector<DslValue>> DslInterpreter::iterators_of(const Given& g, std::size_t from, Value& why) {
  std::vector<Value> all;
  for (auto i = from; i < g.all.all.size(); ++i) {
    auto it = iterator_over(g.all.all[i]);
    if (!it) {
      lose(g.all, not_read(g.name));
      why = not_gone_through(g, g.all.all[i]);
      return std::nullopt;
    }
    all.push_back(std::move(*it));
  }
  return all;
}

std::optional<DslValue> DslInterpreter::take(const Value& it) {
  auto v = next_of(it);
  if (const auto* why = it.lost()) throw_not_followed(*why);
  return v;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::sequences() {
  static const Row rows[] = {
      {"len", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto size = d.length(*g[0]);
         if (size) return Value::integer(static_cast<std::int64_t>(*size));
         const bool never = g[0]->is_integer() || g[0]->is(Kind::real) || g[0]->is(Kind::none);
         return never && !g[0]->dynamic ? d.fails("TypeError", message("its length is not known"))
                                        : g[0]->undecided(message("its length is not known"));
       },
       true},
      {"range range_constexpr range_dynamic", "* **",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& a = g.all.all;
         if (a.empty()) return d.fails("TypeError", message("the values of this loop are not known"));
         auto range = Value::of(Kind::range);
         range.items = std::make_shared<DslItems>(DslItems{Value::integer(0), Value::integer(0), Value::integer(1)});
         for (std::size_t i = 0; i < std::min<std::size_t>(a.size(), 3); ++i) {
           // If the end is known only in the running kernel, the first round is the same anyway.
           if (a[i].is_computed()) {
             auto v = Value::computed();
             if (!d.tracing() && (a.size() == 1 || i == 1)) v.items = std::make_shared<DslItems>(DslItems{(*range.items)[0].as_dynamic()});
             return v;
           }
           if (!a[i].is_integer()) return a[i].is_known() ? Value::unknown(message("the values of this loop are not known")) : a[i];
           (*range.items)[a.size() == 1 ? 1 : i] = d.tracing() && d.of_thread(a[i].text) ? a[i] : Value::integer(a[i].number);
           range.dynamic |= a[i].dynamic && g.name != "range_constexpr";
         }
         if ((*range.items)[2].number == 0) return d.fails("ValueError", message("a step of 0 goes nowhere"));
         return range;
       },
       true},
      {"slice", ".a .b? .c?",
       [](DslInterpreter& d, const Given& g) {
         return g[1] == nullptr ? d.slice_of({Value::none(), *g[0], Value::none()})
                                : d.slice_of({*g[0], *g[1], g[2] != nullptr ? *g[2] : Value::none()});
       }},
      {"tuple", ".of?",
       [](DslInterpreter& d, const Given& g) -> Value {
         auto all = g[0] == nullptr ? std::optional(DslItems{}) : d.elements(*g[0]);
         return all ? Value::tuple(std::move(*all)) : d.not_gone_through(g, *g[0]);
       },
       true},
      {"list", ".of?",
       [](DslInterpreter& d, const Given& g) -> Value {
         auto all = g[0] == nullptr ? std::optional(DslItems{}) : d.elements(*g[0]);
         return all ? Value::list(std::move(*all)) : d.not_gone_through(g, *g[0]);
       },
       true},
      {"set frozenset", ".of?",
       [](DslInterpreter& d, const Given& g) -> Value {
         auto all = g[0] == nullptr ? std::optional(DslItems{}) : d.members_of(*g[0]);
         if (!all) return d.not_gone_through(g, *g[0]);
         auto v = d.set_of(*all);
         if (v.is(Kind::set) && g.name == "frozenset") v.text = g.name;
         return v;
       },
       true},
      {"reversed", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (auto own = d.call_special(*g[0], "__reversed__", {})) return *own;
         if (g[0]->is(Kind::iterator) || g[0]->is(Kind::set)) return d.unfit(g);
         if (g[0]->is(Kind::list)) {
           // The end is that of the list at this moment.
           const auto list = *g[0];
           if (list.lost() != nullptr) return d.unfit(g);
           return d.iterator({list}, [list, i = list.items->size()](const Value&) mutable -> std::optional<Value> {
             if (i == 0 || i > list.items->size()) return i = 0, std::nullopt;
             return (*list.items)[--i];
           });
         }
         auto all = d.elements(*g[0]);
         if (!all) return d.not_gone_through(g, *g[0]);
         std::ranges::reverse(*all);
         return d.iterator(std::move(*all));
       },
       true},
      {"sorted", ".of | key? reverse?",
       [](DslInterpreter& d, const Given& g) -> Value {
         auto all = d.members_of(*g[0]);
         if (!all) return d.not_gone_through(g, *g[0]);
         const auto is_int = [](const Value& v) { return v.is_integer(); };
         // The order in a set of several values with the same key is unknown.
         if (g[0]->is(Kind::set) && g.set(1) != nullptr) {
           DslItems keys;
           for (const auto& v : *all) keys.push_back(d.call(*g[1], {{v}, {}}));
           const auto unique = d.set_of(keys);
           if (!std::ranges::all_of(keys, is_int) || !unique.is(Kind::set) || unique.items->size() != keys.size()) return d.unread(g);
         }
         auto v = d.sorted_list(std::move(*all), g.set(1), g[2]);
         return v ? *v : d.unread(g);
       },
       true},
      {"dict", ".of? **",
       [](DslInterpreter& d, const Given& g) -> Value {
         auto v = Value::dict();
         if (g[0] != nullptr) {
           const auto& of = *g[0];
           if (of.is(Kind::dict) && of.lost() == nullptr) {
             for (const auto& [key, value] : *of.pairs) d.set_key(*v.pairs, key, value);
           } else {
             if (of.is(Kind::object)) return d.unread(g);
             const auto all = d.elements(of);
             if (!all) return d.not_gone_through(g, of);
             for (const auto& pair : *all) {
               const auto both = d.elements(pair);
               if (!both) return d.not_gone_through(g, pair);
               if (both->size() != 2) return d.fails("ValueError", d.not_read(g.name));
               d.set_key(*v.pairs, (*both)[0], (*both)[1]);
             }
           }
         }
         for (const auto& [key, value] : g.all.named) d.set_key(*v.pairs, Value::of(Kind::string, key), value);
         return v;
       }},
      {"enumerate", "iterable start?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto it = d.iterator_over(*g[0]);
         if (!it) return d.not_gone_through(g, *g[0]);
         if (g[1] != nullptr && !g[1]->is_integer()) return d.unfit(g);
         return d.iterator({*it}, [&d, it, i = g.number(1, 0)](const Value&) mutable -> std::optional<Value> {
           auto v = d.take(*it);
           return v ? std::optional(Value::tuple({Value::integer(i++), std::move(*v)})) : std::nullopt;
         });
       },
       true},
      {"zip", "* | strict?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto strict = g[0] == nullptr ? std::optional(false) : d.truth(*g[0]);
         Value why;
         const auto all = d.iterators_of(g, 0, why);
         if (!strict || !all) return all ? d.unread(g) : why;
         return d.iterator(DslItems(all->begin(), all->end()), [&d, its = *all, strict](const Value&) -> std::optional<Value> {
           DslItems row;
           for (std::size_t k = 0; k < its.size(); ++k) {
             auto v = d.take(its[k]);
             if (!v && !*strict) break;
             if (v ? row.size() < k : !row.empty()) {
               d.fails("ValueError", d.not_read("zip"));
               throw_not_followed(d.not_read("zip"));
             }
             if (v) row.push_back(std::move(*v));
           }
           if (row.size() == its.size() && !row.empty()) return Value::tuple(std::move(row));
           for (const auto& it : its) d.left_within(it);
           return std::nullopt;
         });
       },
       true},
      {"filter", ".function .iterable *",
       [](DslInterpreter& d, const Given& g) -> Value {
         Value why;
         const auto all = d.iterators_of(g, 1, why);
         if (!all) return why;
         return d.iterator({all->front()}, [&d, f = *g[0], it = all->front()](const Value&) -> std::optional<Value> {
           while (auto v = d.take(it)) {
             const auto test = f.is(Kind::none) ? *v : d.call(f, {{*v}, {}});
             const auto holds = d.truth(test);
             if (!holds) d.throw_not_followed(test.is_known() ? message("the condition of {} is not known here", "filter") : test.why);
             if (*holds) return v;
           }
           return std::nullopt;
         });
       }},
      {"map", ".function .iterable *",
       [](DslInterpreter& d, const Given& g) -> Value {
         Value why;
         const auto all = d.iterators_of(g, 1, why);
         if (!all) return why;
         const auto f = *g[0];
         return d.iterator(DslItems(all->begin(), all->end()), [&d, f, its = *all](const Value&) -> std::optional<Value> {
           DslItems row;
           for (const auto& it : its) {
             auto v = d.take(it);
             if (!v) return std::nullopt;
             row.push_back(std::move(*v));
           }
           return d.call(f, {std::move(row), {}});
         });
       }},
      {"iter", ".of sentinel?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (g[1] != nullptr) return d.unread(g);
         const auto it = d.iterator_over(*g[0]);
         return it ? *it : d.not_gone_through(g, *g[0]);
       }},
      {"next", ".of default?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& of = *g[0];
         const auto it = of.is(Kind::iterator) || special(of, "__next__") == nullptr ? of : d.iterator_of_object(of);
         if (!it.is(Kind::iterator)) return d.not_gone_through(g, of);
         auto v = d.next_of(it);
         if (it.lost() != nullptr) return Value::unknown(*it.lost());
         d.left_within(it);
         if (v) return *v;
         return g[1] != nullptr ? *g[1] : d.fails("StopIteration", message("there is no such key"), {});
       }},
      {"all any", ".of",
       [](DslInterpreter& d, const Given& g) -> Value {
         const bool wants = g.name == "any";
         const auto set = g[0]->is(Kind::set) ? d.members_of(*g[0]) : std::nullopt;
         const auto it = set ? d.iterator(*set) : d.iterator_over(*g[0]);
         if (!it) return d.not_gone_through(g, *g[0]);
         bool dynamic = false, found = false;
         std::optional<Value> unclear;
         Record record;
         while (const auto v = d.next_of(*it)) {
           if (it->lost() != nullptr) {
             unclear = unclear ? unclear : v;
             break;
           }
           const auto holds = d.truth(*v);
           dynamic |= v->dynamic;
           // It is unknown whether further values are consumed, and what that changes.
           if (!holds && !unclear) unclear = *v, record = d.journal_.open();
           if ((found = holds == wants)) break;
         }
         if (record) {
           auto changed = record.taken();
           d.lose(*it, d.not_read(g.name));
           std::erase_if(changed, [&](const auto& c) {
             return c.first.of == Place::Of::iterator || (it->function && c.first.where == it->function->scope);
           });
           drop_gone(changed);
           d.forget(changed, *unclear);
         }
         d.left_within(*it);
         if (found) return Value::boolean(wants, dynamic);
         return unclear ? unclear->undecided(message("the condition of {} is not known here", g.name)) : Value::boolean(!wants, dynamic);
       },
       true},
  };
  return rows;
}

}  // namespace app
