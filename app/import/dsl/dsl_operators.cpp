// Python's operators: arithmetic, comparisons, truth values.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Python's floor division and its remainder.
std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

/// Returns a text as an operand. A single word gets no parentheses, which would make it a tuple.
std::string grouped(const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; }

/// Returns an operation on a number that depends on the thread as a formula of the language, whose division is C++'s; "" if there is none.
/// `left`, `right`: the operands; `y`: the right one's value if it is the same for all threads.
std::string formula_of_thread(Operator by, std::string left, std::string right, std::optional<std::int64_t> y) {
  const auto may_be_negative = [](const std::string& text) { return text.find('-') != std::string::npos; };
  const auto written = [&](std::string_view sign) { return fmt::format("{} {} {}", left, sign, right); };
  const bool natural = !may_be_negative(left), both_natural = natural && !may_be_negative(right);
  const auto remainder = [&] { return natural ? fmt::format("{} % {}", left, *y) : fmt::format("({} % {} + {}) % {}", left, *y, *y, *y); };
  constexpr std::int64_t most_shift = 31;
  switch (by) {
    case Operator::add:
    case Operator::subtract:
    case Operator::multiply: return written(sign_of(by));
    case Operator::floor_divide:
      if (!y) return both_natural ? written("/") : "";
      if (*y <= 0) return "";
      return natural ? fmt::format("{} / {}", left, *y) : fmt::format("({} - {}) / {}", left, grouped(remainder()), *y);
    case Operator::remainder:
      if (!y) return both_natural ? written("%") : "";
      return *y > 0 ? remainder() : "";
    case Operator::power: {
      std::string product = left;
      for (std::int64_t i = 1; y && i < *y && *y <= 4; ++i) product += " * " + left;
      return y && *y >= 1 && *y <= 4 ? product : "";
    }
    case Operator::shift_left: return y && *y >= 0 && *y < most_shift ? fmt::format("{} * {}", left, std::int64_t{1} << *y) : "";
    case Operator::shift_right:
      return y && *y >= 0 && *y < most_shift ? formula_of_thread(Operator::floor_divide, left, {}, std::int64_t{1} << *y) : "";
    default: break;
  }
  if (!y || !natural || *y < 0 || !is_of_kind(by, OperatorRecord::Kind::bitwise)) return "";
  const bool both = by == Operator::bit_and;
  if (both && (*y & (*y + 1)) == 0) return fmt::format("{} % {}", left, *y + 1);
  // Bit by bit, for a few bits.
  std::string text = both ? "0" : left;
  int bits = 0;
  for (std::int64_t bit = 1; bit <= *y && bit > 0; bit <<= 1) {
    if ((*y & bit) == 0) continue;
    if (++bits > 6) return "";
    const auto set = fmt::format("{} / {} % 2", left, bit);
    text += both                     ? fmt::format(" + {} * ({})", bit, set)
            : by == Operator::bit_or ? fmt::format(" + {} * (1 - {})", bit, set)
                                     : fmt::format(" + {} * (1 - 2 * ({}))", bit, set);
  }
  return text;
}

/// Returns the result of an operator on two integers; nullopt if it does not fit in 64 bits. `y` must be valid for the operator (not 0 for
/// division, not negative for shifts).
std::optional<std::int64_t> computed_integer(Operator by, std::int64_t x, std::int64_t y) {
  std::int64_t n = 0;
  const auto fitting = [&](bool fits) { return fits ? std::optional(n) : std::nullopt; };
  switch (by) {
    case Operator::add: return fitting(!__builtin_add_overflow(x, y, &n));
    case Operator::subtract: return fitting(!__builtin_sub_overflow(x, y, &n));
    case Operator::multiply: return fitting(!__builtin_mul_overflow(x, y, &n));
    case Operator::floor_divide:
    case Operator::remainder:
      if (x == std::numeric_limits<std::int64_t>::min()) return std::nullopt;
      return by == Operator::remainder ? x - floor_div(x, y) * y : floor_div(x, y);
    case Operator::power: {
      if (x == 0 || x == 1) return y == 0 ? 1 : x;
      if (x == -1) return y % 2 == 0 ? 1 : -1;
      n = 1;
      bool fits = true;
      for (std::int64_t i = 0; i < y && fits; ++i) fits = !__builtin_mul_overflow(n, x, &n);
      return fitting(fits);
    }
    case Operator::shift_left: return fitting(x == 0 || (y < 63 && !__builtin_mul_overflow(x, std::int64_t{1} << y, &n)));
    case Operator::shift_right: return y < 63 ? x >> y : x < 0 ? -1 : 0;
    case Operator::bit_and: return x & y;
    case Operator::bit_or: return x | y;
    case Operator::bit_xor: return x ^ y;
    default: return std::nullopt;
  }
}

constexpr double most_exact = 9e15;  ///< integers up to this are exact as real numbers

}  // namespace

/// A binary operation.
struct DslInterpreter::Arithmetic {
  DslInterpreter& d;
  Operator by;
  const Value &a, &b;

  std::string_view sign() const { return python_sign_of(by); }
  Value of_integers() const;
  Value of_threads(std::int64_t n, const std::string& type, bool is_long) const;
  Value of_reals() const;
  std::optional<Value> of_data() const;
  std::optional<Value> repeated() const;
  std::optional<Value> of_sets() const;

  Value divides_by_zero(std::string_view says) const {
    return d.fails("ZeroDivisionError", message("this divides by 0"), DslItems{Value::of(Kind::string, std::string(says))});
  }
  Value unread() const { return Value::unknown(message("this Python syntax is not supported: {}", sign())); }
  Value varies() const {
    return Value::unknown(message("{} {} {} differs between threads, which is not supported", d.text_of(a), sign(), d.text_of(b)));
  }
};

bool DslInterpreter::in_classes_of_program(const DslClass& k) const { return library_class(k.name) != &k; }

DslValue DslInterpreter::Arithmetic::of_integers() const {
  const bool dynamic = a.dynamic || b.dynamic;
  // A shift has the type of its left operand, and a quotient is a real number.
  const bool shifts = is_of_kind(by, OperatorRecord::Kind::shift);
  const auto type = by == Operator::divide || by == Operator::power ? std::string() : shifts ? a.narrow : Value::common_type(a, b);
  const bool is_narrow = !type.empty() && type != "i32" && type != "i64";
  const auto x = is_narrow ? a.wrapped_to(type).number : a.number;
  const auto y = is_narrow && !shifts ? b.wrapped_to(type).number : b.number;
  if (y == 0 && by == Operator::remainder) return divides_by_zero("integer modulo by zero");
  if (y == 0 && by == Operator::floor_divide) return divides_by_zero("integer division or modulo by zero");
  if (by == Operator::divide) {
    if (y == 0) return divides_by_zero("division by zero");
    // For larger integers the quotient would be rounded twice.
    if (std::abs(static_cast<double>(x)) > most_exact || std::abs(static_cast<double>(y)) > most_exact)
      return Value::unknown(message("this does not fit in 64 bits"));
    return Value::real_number(static_cast<double>(x) / static_cast<double>(y));
  }
  if (by == Operator::power && y < 0)
    return x == 0 ? d.fails("ZeroDivisionError", message("this divides by 0"))
                  : Value::real_number(std::pow(static_cast<double>(x), static_cast<double>(y)));
  if (shifts && y < 0) return d.fails("ValueError", message("this shifts by less than 0"));
  if (by == Operator::matrix_multiply) return unread();
  const auto exact = computed_integer(by, x, y);
  if (!exact) return Value::unknown(message("this does not fit in 64 bits"));
  if (a.is(Kind::boolean) && b.is(Kind::boolean) && is_of_kind(by, OperatorRecord::Kind::bitwise))
    return Value::boolean(*exact != 0, dynamic);
  const bool is_long = !is_narrow && (a.is_long || b.is_long);
  const auto n = is_narrow ? Value::integer(*exact).wrapped_to(type).number : *exact;
  const bool may_overflow = by == Operator::add || by == Operator::subtract || by == Operator::multiply;
  if (dynamic && !is_long && !is_narrow && n != static_cast<std::int32_t>(n) && may_overflow)
    return Value::unknown(message("{} {} {} = {} does not fit into {}: write cutlass.Int64({})", x, sign(), y, n, "Int32", x));
  if (d.tracing() && (d.of_thread(a.text) || d.of_thread(b.text))) return of_threads(n, is_narrow ? type : std::string(), is_long);
  // A formula over named values is kept, so that a sheet's numbers stay editable. The language's division is C++'s, so negative numbers
  // have none.
  const auto word = by == Operator::floor_divide ? "/" : language_has(by) ? sign() : "";
  std::string text;
  if (!word.empty() && (!a.text.empty() || !b.text.empty()) && a.text.size() + b.text.size() < longest_text && x >= 0 && y >= 0 && n >= 0)
    text = fmt::format("{} {} {}", grouped(d.text_of(a)), word, grouped(d.text_of(b)));
  // The language limits the depth of nesting.
  if (std::ranges::count(text, '(') > 24) text.clear();
  // Python's integers are unbounded, while a formula of static integers would overflow.
  if ((!dynamic && n != static_cast<std::int32_t>(n)) || is_narrow) text.clear();
  // In a trace only numbers matter, except where threads differ.
  if (d.tracing() && (!dynamic || !d.of_thread(text))) text.clear();
  auto result = Value::integer(n, dynamic, std::move(text));
  result.is_long = dynamic && is_long;
  if (is_narrow) result.narrow = type;
  return d.tracing() ? following(std::move(result), {&a, &b}) : result;
}

/// Returns the number `n`, which differs between threads, as a formula. `narrow`: its type, if that has no formulas of its own.
DslValue DslInterpreter::Arithmetic::of_threads(std::int64_t n, const std::string& narrow, bool is_long) const {
  const bool left_varies = d.of_thread(a.text), right_varies = d.of_thread(b.text);
  // A formula does not wrap to 8 or 16 bits. Numbers of threads fit into 32.
  if (!narrow.empty() && narrow != "u32") return varies();
  const bool swaps = !left_varies && is_of_kind(by, OperatorRecord::Kind::bitwise);
  const auto &left = swaps ? b : a, &right = swaps ? a : b;
  const auto operand = [&](const Value& v) {
    return v.text.empty() && v.number < 0 ? fmt::format("({})", v.number) : grouped(d.text_of(v));
  };
  const bool same_for_all = !(left_varies && right_varies) && (swaps || !right_varies);
  auto formula = left.text.size() + right.text.size() > longest_text
                     ? std::string()
                     : formula_of_thread(by, operand(left), operand(right), same_for_all ? std::optional(right.number) : std::nullopt);
  if (formula.empty() || std::ranges::count(formula, '(') > 24) return varies();
  auto result = Value::integer(n, true, std::move(formula));
  result.is_long = is_long;
  if (!narrow.empty()) result.narrow = narrow;
  return following(std::move(result), {&a, &b});
}

DslValue DslInterpreter::Arithmetic::of_reals() const {
  const auto x = a.as_real(), y = b.as_real();
  double result = 0;
  switch (by) {
    case Operator::add: result = x + y; break;
    case Operator::subtract: result = x - y; break;
    case Operator::multiply: result = x * y; break;
    case Operator::divide:
      if (y == 0) return d.fails("ZeroDivisionError", message("this divides by 0"));
      result = x / y;
      break;
    case Operator::power:
      if (x == 0 && y < 0) return divides_by_zero("0.0 cannot be raised to a negative power");
      // The result would be complex.
      if (x < 0 && std::isfinite(x) && y != std::floor(y)) return Value::unknown(d.not_read(sign()));
      result = std::pow(x, y);
      if (!std::isfinite(result) && std::isfinite(x) && std::isfinite(y)) return d.fails("OverflowError", d.not_read(sign()));
      break;
    case Operator::floor_divide:
    case Operator::remainder: {
      if (y == 0) return d.fails("ZeroDivisionError", message("this divides by 0"));
      // The remainder has the sign of the divisor, and the quotient is derived from it.
      auto rest = std::fmod(x, y);
      auto whole = (x - rest) / y;
      if (rest != 0 && (rest < 0) != (y < 0)) rest += y, whole -= 1;
      if (rest == 0) rest = std::copysign(0.0, y);
      auto floored = std::floor(whole);
      if (whole - floored > 0.5) floored += 1;
      result = by == Operator::remainder ? rest : floored;
      break;
    }
    default: return unread();
  }
  return Value::real_number(result);
}

DslValue DslInterpreter::binary(Operator by, const Value& a, const Value& b) {
  for (const auto* v : {&a, &b}) {
    if (!v->is_known()) return *v;
    if (const auto* lost = v->lost()) return Value::unknown(*lost);
  }
  const Arithmetic whole{.d = *this, .by = by, .a = a, .b = b};
  if (a.is_integer() && b.is_integer()) return whole.of_integers();
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) return whole.of_reals();
  if (auto v = whole.of_data()) return *v;
  if (is_array(a) || is_array(b))
    return by == Operator::matrix_multiply ? *array_function("matmul", "torch.matmul", {{a, b}, {}}) : by_element(a, b);
  if (is_pointer(a) && b.is_integer() && by == Operator::add) {
    auto moved = a;
    moved.object = made<DslObject>(*a.object);
    auto& at = moved.object->members["offset"];
    at = binary(Operator::add, at, b);
    return moved;
  }
  if (a.is(Kind::cute) || b.is(Kind::cute) || a.is(Kind::symbol) || b.is(Kind::symbol)) {
    // Elements of tensors and results of libraries are not numbers here.
    const auto x = text_of(a), y = text_of(b);
    if ((a.is(Kind::cute) || a.is_integer() || a.is(Kind::tuple)) && (b.is(Kind::cute) || b.is_integer() || b.is(Kind::tuple)) &&
        !x.empty() && !y.empty())
      return expression(fmt::format("{} {} {}", grouped(x), by == Operator::floor_divide ? "/" : whole.sign(), grouped(y)));
  }
  // An unknown result of Python's own data is reported.
  const auto of_python = [&](const Value& v) {
    return v.is_integer() || v.is(Kind::real) || v.is(Kind::none) || v.is(Kind::string) || v.is_sequence() || v.is(Kind::dict) ||
           v.is(Kind::set) || v.is(Kind::range) || v.is(Kind::view) || v.is(Kind::iterator) || v.is(Kind::klass) || v.is(Kind::function) ||
           (v.is(Kind::object) && v.object->of && in_classes_of_program(*v.object->of));
  };
  if (of_python(a) && of_python(b)) return fails("TypeError", not_read(whole.sign()));
  Value v = Value::computed();
  return tracing() ? following(std::move(v), {&a, &b}) : v;
}

/// Operators of strings, tuples, lists, sets, dicts and the program's own objects; nullopt for others.
std::optional<DslValue> DslInterpreter::Arithmetic::of_data() const {
  // An operator that a class defines.
  if ((a.is(Kind::object) && a.object->of) || (b.is(Kind::object) && b.object->of)) {
    const auto record = python_record_of(by);
    if (auto v = d.call_special(a, record.method, {{b}, {}})) return v;
    if (auto v = d.call_special(b, record.mirrored, {{a}, {}})) return v;
  }
  if (a.is(Kind::string) && b.is(Kind::string) && by == Operator::add) return d.text_value(a.text + b.text);
  if (a.is(Kind::string) && by == Operator::remainder) return d.percent(a.text, b);
  const bool both = (a.is(Kind::list) && b.is(Kind::list)) || (a.is(Kind::tuple) && b.is(Kind::tuple));
  // A shape of the DSL is a tuple, even if it is held in a list.
  if (by == Operator::add && (both || (a.is_sequence() && b.is_sequence() && d.frame().on_device))) {
    auto items = *a.items;
    items.insert(items.end(), b.items->begin(), b.items->end());
    d.count_values(items.size());
    return a.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
  if (by == Operator::multiply && (a.is_integer() || b.is_integer()))
    if (auto v = repeated()) return v;
  // Keys of a dict act as a set.
  const auto as_set = [&](const Value& v) { return v.is(Kind::view) && !v.shows_values() ? d.set_of(*d.elements(v)) : v; };
  if (a.is(Kind::view) || b.is(Kind::view)) {
    const auto x = as_set(a), y = as_set(b);
    return x.is(Kind::set) && y.is(Kind::set) ? Arithmetic{.d = d, .by = by, .a = x, .b = y}.of_data() : std::nullopt;
  }
  if (a.is(Kind::set) && b.is(Kind::set)) return of_sets();
  if (a.is(Kind::dict) && b.is(Kind::dict) && by == Operator::bit_or) {
    auto v = Value::dict();
    v.pairs->factory = a.pairs->factory;
    for (const auto* of : {&a, &b})
      for (const auto& [key, value] : *of->pairs) d.set_key(*v.pairs, key, value);
    return v;
  }
  return std::nullopt;
}

/// `3 * [0]`, `"ab" * 2`
std::optional<DslValue> DslInterpreter::Arithmetic::repeated() const {
  const auto& s = a.is_integer() ? b : a;
  if (!s.is_sequence() && !s.is(Kind::string)) return std::nullopt;
  const auto times = std::max<std::int64_t>((a.is_integer() ? a : b).number, 0);
  const auto size = s.is(Kind::string) ? s.text.size() : s.items->size(), most = s.is(Kind::string) ? longest_string : DslItems::most;
  if (size > 0 && times > static_cast<std::int64_t>(most / size)) return Value::unknown(message("this has more than {} elements", most));
  std::string text;
  DslItems items;
  for (std::int64_t i = 0; i < times && size > 0; ++i)
    if (s.is(Kind::string)) text += s.text;
    else items.insert(items.end(), s.items->begin(), s.items->end());
  d.count_values(items.size());
  return s.is(Kind::string) ? d.text_value(std::move(text))
         : s.is(Kind::list) ? Value::list(std::move(items))
                            : Value::tuple(std::move(items));
}

std::optional<DslValue> DslInterpreter::Arithmetic::of_sets() const {
  DslItems items;
  const auto take = [&](const Value& from, const Value& other, bool wanted) {
    for (const auto& v : *from.items)
      if (std::ranges::any_of(*other.items, [&](const Value& o) { return equal(o, v); }) == wanted) items.push_back(v);
  };
  if (by != Operator::subtract && !is_of_kind(by, OperatorRecord::Kind::bitwise)) return std::nullopt;
  d.entries_.count(a.items->size() * b.items->size() / 16);
  if (by == Operator::bit_or) items = *a.items, items.insert(items.end(), b.items->begin(), b.items->end());
  else take(a, b, by == Operator::bit_and);
  if (by == Operator::bit_xor) take(b, a, false);
  auto v = d.set_of(items);
  if (v.is(Kind::set)) v.text = a.text;
  return v;
}

DslValue DslInterpreter::unary(Operator by, const Value& v, std::string_view code) {
  if (!v.is_known()) return v;
  const bool negates = by == Operator::subtract, inverts = by == Operator::complement;
  if (negates && v.is(Kind::real)) return Value::real_number(-v.real);
  if (negates && (v.is_integer() || v.is(Kind::cute) || (v.is(Kind::tuple) && frame().on_device)))
    return binary(Operator::subtract, Value::integer(0), v);
  if (inverts && v.is_integer() && tracing() && of_thread(v.text)) return binary(Operator::subtract, Value::integer(-1), v);
  if (inverts && v.is_integer()) return Value::integer(~v.number, v.dynamic);
  if (by == Operator::add && (v.is_integer() || v.is(Kind::real))) return v.is(Kind::boolean) ? Value::integer(v.number, v.dynamic) : v;
  if (auto own = call_special(v, negates ? "__neg__" : inverts ? "__invert__" : "__pos__", {})) return *own;
  if (is_array(v)) return v;
  if (v.is(Kind::symbol) || v.is(Kind::cute) || (v.is(Kind::object) && !v.object->of)) {
    auto result = Value::computed();
    return tracing() ? following(std::move(result), {&v}) : result;
  }
  return fails("TypeError", not_read(code));
}

std::optional<bool> DslInterpreter::truth(const Value& v) {
  if (v.lost() != nullptr) return std::nullopt;
  switch (v.kind) {
    case Kind::none: return false;
    case Kind::boolean:
    case Kind::integer: return v.number != 0;
    case Kind::real: return v.real != 0;
    case Kind::string: return !v.text.empty();
    case Kind::tuple:
    case Kind::list:
    case Kind::set: return !v.items->empty();
    case Kind::range: return length_of_range(*v.items) > 0;
    case Kind::view:
    case Kind::dict: return !v.pairs->empty();
    case Kind::object:
      if (auto own = call_special(v, "__bool__", {})) return truth(*own);
      if (special(v, "__len__") != nullptr) {
        const auto n = length(v);
        return n ? std::optional(*n > 0) : std::nullopt;
      }
      return true;
    case Kind::function:
    case Kind::bound:
    case Kind::klass:
    case Kind::iterator:
    case Kind::type: return true;
    default: return std::nullopt;
  }
}

/// `a is b`
std::optional<bool> DslInterpreter::identical(const Value& a, const Value& b) {
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  if (a.is(Kind::none) || b.is(Kind::none)) return a.is(Kind::none) && b.is(Kind::none);
  if (a.is(Kind::symbol) || b.is(Kind::symbol) || a.is(Kind::cute) || b.is(Kind::cute)) return std::nullopt;
  if (a.is_integer() && b.is_integer() && a.object && b.object) return a.object == b.object;
  // A value of the running kernel may be another object.
  if (a.dynamic || b.dynamic) return std::nullopt;
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Kind::boolean: return a.number == b.number;
    case Kind::list:
    case Kind::set: return a.items == b.items;
    case Kind::dict: return a.pairs == b.pairs;
    case Kind::function: return a.function == b.function;
    case Kind::klass: return a.klass == b.klass;
    case Kind::iterator:
    case Kind::object: return a.object == b.object;
    case Kind::type: return a.text == b.text;
    case Kind::integer:
      if (a.number != b.number) return false;
      // Python creates small integers once.
      return a.number >= -5 && a.number <= 256 ? std::optional(true) : std::nullopt;
    case Kind::tuple:
    case Kind::string:
    case Kind::real: return same(a, b) == false ? std::optional(false) : std::nullopt;
    default: return std::nullopt;
  }
}

/// A comparison of two values.
struct DslInterpreter::Comparison {
  DslInterpreter& d;
  Operator by;
  const Value &a, &b;

  std::optional<bool> equality() const;
  std::optional<bool> membership() const;
  std::optional<bool> decided(const std::optional<Value>& own, bool wanted) const {
    const auto is = own ? d.truth(*own) : std::nullopt;
    return is ? std::optional(*is == wanted) : std::nullopt;
  }
};

std::optional<bool> DslInterpreter::compared(Operator by, const Value& a, const Value& b) {
  if (a.lost() != nullptr || b.lost() != nullptr) return std::nullopt;
  if (by == Operator::identical || by == Operator::not_identical) {
    const bool wanted = by == Operator::identical;
    if (const auto is = identical(a, b)) return *is == wanted;
    if (!a.is(Kind::symbol) && !b.is(Kind::symbol) && !a.is(Kind::cute) && !b.is(Kind::cute)) return std::nullopt;
    by = wanted ? Operator::equal : Operator::different;
  }
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  const Comparison whole{.d = *this, .by = by, .a = a, .b = b};
  if (by == Operator::contained || by == Operator::not_contained) return whole.membership();
  // An operator that a class defines.
  if (a.is(Kind::object) || b.is(Kind::object)) {
    const auto record = python_record_of(by);
    if (special(a, record.method) != nullptr) return whole.decided(call_special(a, record.method, {{b}, {}}), true);
    if (by == Operator::different && special(a, "__eq__") != nullptr) return whole.decided(call_special(a, "__eq__", {{b}, {}}), false);
    if (special(b, record.mirrored) != nullptr) return whole.decided(call_special(b, record.mirrored, {{a}, {}}), true);
  }
  if (by == Operator::equal || by == Operator::different) return whole.equality();
  if (!is_order(by)) return std::nullopt;
  // @total_ordering derives the other comparisons from `<` and `==`.
  if (a.is(Kind::object) && a.object->of && a.object->of->completes_order && special(a, "__lt__") != nullptr) {
    const auto less = whole.decided(call_special(a, "__lt__", {{b}, {}}), true);
    const auto is = less == true ? std::optional(false) : compared(Operator::equal, a, b);
    if (!less || !is) return std::nullopt;
    return by == Operator::at_most ? *less || *is : by == Operator::greater ? !*less && !*is : !*less;
  }
  return ordered(by, a, b);
}

/// == and !=
std::optional<bool> DslInterpreter::Comparison::equality() const {
  const bool wanted = by == Operator::equal;
  // An apparent method may be an unknown attribute.
  for (const auto* v : {&a, &b})
    if (v->is(Kind::bound) && !v->function) return std::nullopt;
  if (a.is(Kind::symbol) != b.is(Kind::symbol)) {
    // A word of a library is not a number.
    const auto& other = a.is(Kind::symbol) ? b : a;
    const auto& word = a.is(Kind::symbol) ? a : b;
    if (word.is_computed() || other.is_integer() || other.is(Kind::real) || other.is(Kind::cute)) return std::nullopt;
    return !wanted;
  }
  // utils.LayoutEnum.ROW_MAJOR is cutlass.utils.LayoutEnum.ROW_MAJOR.
  if (a.is(Kind::symbol)) {
    const auto tail = [](std::string_view t) {
      const auto dot = t.rfind('.');
      const auto before = dot == std::string_view::npos || dot == 0 ? std::string_view::npos : t.rfind('.', dot - 1);
      return before == std::string_view::npos ? t : t.substr(before + 1);
    };
    if (a.text.empty() || b.text.empty()) return std::nullopt;
    return (tail(a.text) == tail(b.text)) == wanted;
  }
  if (a.is(Kind::cute) && b.is(Kind::cute)) {
    const auto x = d.value_of(a), y = d.value_of(b);
    if (!x || !y) return std::nullopt;
    return (algebra::to_string(*x, algebra::Marks::underscores) == algebra::to_string(*y, algebra::Marks::underscores)) == wanted;
  }
  // Keys of a dict act as a set.
  if (a.is(Kind::view) != b.is(Kind::view)) {
    const auto& view = a.is(Kind::view) ? a : b;
    const auto& other = a.is(Kind::view) ? b : a;
    if (!other.is(Kind::set) || view.shows_values()) return !wanted;
    return d.compared(by, d.set_of(*d.elements(view)), other);
  }
  if (a.is(Kind::view) && b.is(Kind::view)) {
    if (a.shows_values() || b.shows_values()) return a.pairs == b.pairs ? std::nullopt : std::optional(!wanted);
    return d.compared(by, d.set_of(*d.elements(a)), d.set_of(*d.elements(b)));
  }
  if ((a.is(Kind::real) && std::isnan(a.real)) || (b.is(Kind::real) && std::isnan(b.real))) return !wanted;
  const auto is = same(a, b);
  return is ? std::optional(*is == wanted) : std::nullopt;
}

/// `in` and `not in`
std::optional<bool> DslInterpreter::Comparison::membership() const {
  const bool wanted = by == Operator::contained;
  if (b.is(Kind::string) && a.is(Kind::string)) return (b.text.find(a.text) != std::string::npos) == wanted;
  if (special(b, "__contains__") != nullptr) return decided(d.call_special(b, "__contains__", {{a}, {}}), wanted);
  if (b.is_integer() || b.is(Kind::real) || b.is(Kind::none) || (b.is(Kind::string) && !a.is(Kind::symbol) && !a.object)) {
    if (!b.dynamic) d.fails("TypeError", d.not_read("in"));
    return std::nullopt;
  }
  if (b.is(Kind::range) && a.is_integer() && !b.dynamic) {
    const auto& r = *b.items;
    const auto step = r[2].number;
    const bool inside = step > 0 ? a.number >= r[0].number && a.number < r[1].number : a.number <= r[0].number && a.number > r[1].number;
    return (inside && (a.number - r[0].number) % step == 0) == wanted;
  }
  // An iterator is consumed up to the match.
  if (const auto it = b.is(Kind::iterator) || special(b, "__iter__") != nullptr ? d.iterator_over(b) : std::nullopt) {
    while (const auto v = d.next_of(*it)) {
      const auto is = it->lost() == nullptr ? d.compared(Operator::equal, a, *v) : std::nullopt;
      if (is == true) return d.left_within(*it), wanted;
      if (!is) return d.lose(*it, d.not_read("in")), std::nullopt;
    }
    return !wanted;
  }
  const auto all = d.members_of(b);
  if (!all) return std::nullopt;
  d.entries_.count(all->size() / 16);
  bool known = true;
  for (const auto& v : *all) {
    const auto is = d.compared(Operator::equal, a, v);
    if (is == true) return wanted;
    known &= is.has_value();
  }
  return known ? std::optional(!wanted) : std::nullopt;
}

/// < <= > >= of numbers, strings, tuples, lists and sets.
std::optional<bool> DslInterpreter::ordered(Operator by, const Value& a, const Value& b) {
  if (a.is_integer() && b.is_integer()) return app::compared(by, a.number, b.number);
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) return app::compared(by, a.as_real(), b.as_real());
  if (a.is(Kind::string) && b.is(Kind::string)) return app::compared(by, a.text.compare(b.text), 0);
  const bool ascends = by == Operator::less || by == Operator::at_most;
  const auto strict = ascends ? Operator::less : Operator::greater;
  if (a.is(Kind::set) && b.is(Kind::set)) {
    const auto within = [](const Value& x, const Value& y) {
      return std::ranges::all_of(
          *x.items, [&](const Value& i) { return std::ranges::any_of(*y.items, [&](const Value& j) { return equal(i, j); }); });
    };
    const auto &x = ascends ? a : b, &y = ascends ? b : a;
    return within(x, y) && (by != strict || x.items->size() < y.items->size());
  }
  if (a.is(Kind::object) && b.is(Kind::object) && a.object->of && a.object->of == b.object->of && a.object->of->is_ordered) {
    const auto x = elements(a), y = elements(b);
    return x && y ? ordered(by, Value::tuple(*x), Value::tuple(*y)) : std::nullopt;
  }
  if (!a.is_sequence() || a.kind != b.kind) return std::nullopt;
  for (std::size_t i = 0; i < std::min(a.items->size(), b.items->size()); ++i) {
    const auto &x = (*a.items)[i], &y = (*b.items)[i];
    const auto is = compared(Operator::equal, x, y);
    if (!is) return std::nullopt;
    if (!*is) return compared(strict, x, y);
  }
  return app::compared(by, a.items->size(), b.items->size());
}

bool DslInterpreter::orders_wrong(const Value& a, const Value& b) {
  const auto plain = [](const Value& v) {
    return !v.dynamic && !v.object &&
           (v.is_integer() || v.is(Kind::real) || v.is(Kind::string) || v.is(Kind::none) || v.is_sequence() || v.is(Kind::dict) ||
            v.is(Kind::set));
  };
  const auto number = [](const Value& v) { return v.is_integer() || v.is(Kind::real); };
  if (!plain(a) || !plain(b) || (number(a) && number(b))) return false;
  return a.kind != b.kind || a.is(Kind::none) || a.is(Kind::dict);
}

DslValue DslInterpreter::comparison(Operator by, const Value& a, const Value& b, const Message& why_not) {
  if (const auto holds = compared(by, a, b)) return Value::boolean(*holds, a.dynamic || b.dynamic);
  if (!a.is_known()) return a;
  if (!b.is_known()) return b;
  if (a.is_computed() || b.is_computed()) return following(Value::computed(), {&a, &b});
  return is_order(by) && orders_wrong(a, b) ? fails("TypeError", why_not) : Value::unknown(why_not);
}

DslValue DslInterpreter::compare(SyntaxNode n) {
  const auto& operands = n.children();
  const auto source = n.text();
  if (operands.size() < 2) return Value::unknown(message("this Python syntax is not supported: {}", n.text().substr(0, 40)));
  auto left = evaluate(operands.front());
  bool dynamic = false;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    auto right = evaluate(operands[i]);
    const auto between = source.substr(operands[i - 1].end() - n.begin(), operands[i].begin() - operands[i - 1].end());
    std::string sign;
    for (const char c : between) {
      if (c == '\n' || c == '\\' || (c == ' ' && (sign.empty() || sign.back() == ' '))) continue;
      sign += c;
    }
    // A parenthesis at the beginning of the operand is not part of the operator.
    while (!sign.empty() && sign.back() == ' ') sign.pop_back();
    const auto by = python_operator_of(sign);
    const auto holds = compared(by, left, right);
    if (!holds) {
      // Later operands may or may not be evaluated.
      const auto why = !left.is_known()    ? Value::unknown(left.why)
                       : !right.is_known() ? Value::unknown(right.why)
                       : left.is_computed() || right.is_computed()
                           ? following(Value::computed(), {&left, &right})
                           : Value::unknown(message("the condition of {} is not known here", source));
      for (auto rest = i + 1; rest < operands.size(); ++rest) perhaps(operands[rest], why);
      return is_order(by) && orders_wrong(left, right) ? fails("TypeError", why.why) : why;
    }
    dynamic |= left.dynamic || right.dynamic;
    if (tracing() && left.is_integer() && right.is_integer()) {
      auto condition = following(Value::boolean(*holds, dynamic), {&left, &right});
      if (of_thread(left.text) || of_thread(right.text)) {
        auto& o = origin_of(condition);
        o.left = text_of(left), o.sign = sign, o.right = text_of(right);
      }
      if (operands.size() == 2) return condition;
      trace_condition(condition, placed(n.line()));
    }
    if (!*holds) return Value::boolean(false, dynamic);
    left = std::move(right);
  }
  return Value::boolean(true, dynamic);
}

}  // namespace app
