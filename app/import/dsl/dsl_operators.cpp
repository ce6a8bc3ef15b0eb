// Operators of Python: arithmetic, comparisons, what counts as true.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Python's floor division and its remainder.
std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

/// As an operand. What stands in parentheses by itself would be a tuple.
std::string grouped(const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; }

/// Returns a number that follows from the thread's as a formula of the language, whose division is that of C++; "" where it has none.
/// `left` and `right`: the operands; `by`: what the right one is, where all threads have the same.
std::string formula_of_thread(std::string_view sign, std::string left, std::string right, std::optional<std::int64_t> by) {
  const auto may_be_negative = [](const std::string& text) { return text.find('-') != std::string::npos; };
  if (sign == "+" || sign == "-" || sign == "*") return fmt::format("{} {} {}", left, sign, right);
  const bool natural = !may_be_negative(left);
  if (!by)
    return natural && !may_be_negative(right) && (sign == "//" || sign == "%") ? fmt::format("{} {} {}", left, sign.back(), right) : "";
  const auto y = *by;
  if (sign == "**") {
    std::string product = left;
    for (std::int64_t i = 1; i < y && y <= 4; ++i) product += " * " + left;
    return y >= 1 && y <= 4 ? product : "";
  }
  constexpr std::int64_t most_shift = 31;
  if (sign == "<<" && y >= 0 && y < most_shift) return fmt::format("{} * {}", left, std::int64_t{1} << y);
  if (sign == ">>" && y >= 0 && y < most_shift) return formula_of_thread("//", left, {}, std::int64_t{1} << y);
  const auto remainder = natural ? fmt::format("{} % {}", left, y) : fmt::format("({} % {} + {}) % {}", left, y, y, y);
  if (sign == "%" && y > 0) return remainder;
  if (sign == "//" && y > 0) return natural ? fmt::format("{} / {}", left, y) : fmt::format("({} - {}) / {}", left, grouped(remainder), y);
  if (!natural || y < 0 || (sign != "&" && sign != "|" && sign != "^")) return "";
  if (sign == "&" && (y & (y + 1)) == 0) return fmt::format("{} % {}", left, y + 1);
  // Bit by bit, of few bits.
  std::string text = sign == "&" ? "0" : left;
  int bits = 0;
  for (std::int64_t bit = 1; bit <= y && bit > 0; bit <<= 1) {
    if ((y & bit) == 0) continue;
    if (++bits > 6) return "";
    const auto set = fmt::format("{} / {} % 2", left, bit);
    text += sign == "&"   ? fmt::format(" + {} * ({})", bit, set)
            : sign == "|" ? fmt::format(" + {} * (1 - {})", bit, set)
                          : fmt::format(" + {} * (1 - 2 * ({}))", bit, set);
  }
  return text;
}

constexpr double most_exact = 9e15;  ///< integers up to it are real numbers

}  // namespace

bool DslInterpreter::in_classes_of_program(const DslClass& k) const { return library_class(k.name) != &k; }

DslValue DslInterpreter::divides_by_zero(std::string_view says) {
  return fails("ZeroDivisionError", message("this divides by 0"), DslItems{Value::of(Kind::string, std::string(says))});
}

DslValue DslInterpreter::binary(std::string_view sign, const Value& a, const Value& b) {
  for (const auto* v : {&a, &b}) {
    if (!v->is_known()) return *v;
    if (const auto* lost = v->lost()) return Value::unknown(*lost);
  }
  if (a.is_integer() && b.is_integer()) {
    const bool dynamic = a.dynamic || b.dynamic;
    // A shift has the type of what is shifted, a quotient is a real number.
    const bool shifts = sign == "<<" || sign == ">>";
    const auto type = sign == "/" || sign == "**" ? std::string() : shifts ? a.narrow : Value::common_type(a, b);
    const bool is_narrow = !type.empty() && type != "i32" && type != "i64";
    const auto x = is_narrow ? a.wrapped_to(type).number : a.number;
    const auto y = is_narrow && !shifts ? b.wrapped_to(type).number : b.number;
    std::int64_t n = 0;
    bool fits = true;
    std::string_view word = sign;
    if (sign == "+") fits = !__builtin_add_overflow(x, y, &n);
    else if (sign == "-") fits = !__builtin_sub_overflow(x, y, &n);
    else if (sign == "*") fits = !__builtin_mul_overflow(x, y, &n);
    else if (sign == "//" || sign == "%") {
      if (y == 0) return divides_by_zero(sign == "%" ? "integer modulo by zero" : "integer division or modulo by zero");
      if (x == std::numeric_limits<std::int64_t>::min()) return Value::unknown(message("this does not fit in 64 bits"));
      n = sign == "%" ? x - floor_div(x, y) * y : floor_div(x, y);
      word = sign == "%" ? "%" : "/";
      // The language's division is that of C++.
      if (x < 0 || y < 0) word = "";
    } else if (sign == "/") {
      if (y == 0) return divides_by_zero("division by zero");
      // Of larger ones the quotient would be rounded twice.
      if (std::abs(static_cast<double>(x)) > most_exact || std::abs(static_cast<double>(y)) > most_exact)
        return Value::unknown(message("this does not fit in 64 bits"));
      return Value::real_number(static_cast<double>(x) / static_cast<double>(y));
    } else if (sign == "**") {
      if (y < 0 && x == 0) return fails("ZeroDivisionError", message("this divides by 0"));
      if (y < 0) return Value::real_number(std::pow(static_cast<double>(x), static_cast<double>(y)));
      n = 1, word = "";
      if (x == 0 || x == 1) n = y == 0 ? 1 : x;
      else if (x == -1) n = y % 2 == 0 ? 1 : -1;
      else
        for (std::int64_t i = 0; i < y && fits; ++i) fits = !__builtin_mul_overflow(n, x, &n);
    } else {
      word = "";
      if (shifts && y < 0) return fails("ValueError", message("this shifts by less than 0"));
      if (sign == "<<") fits = x == 0 || (y < 63 && !__builtin_mul_overflow(x, std::int64_t{1} << y, &n));
      else if (sign == ">>") n = y < 63 ? x >> y : x < 0 ? -1 : 0;
      else if (sign == "&") n = x & y;
      else if (sign == "|") n = x | y;
      else if (sign == "^") n = x ^ y;
      else return Value::unknown(message("this form of Python is not read: {}", sign));
      if (a.is(Kind::boolean) && b.is(Kind::boolean) && (sign == "&" || sign == "|" || sign == "^")) return Value::boolean(n != 0, dynamic);
    }
    if (!fits) return Value::unknown(message("this does not fit in 64 bits"));
    const bool is_long = !is_narrow && (a.is_long || b.is_long);
    if (is_narrow) n = Value::integer(n).wrapped_to(type).number;
    const bool left_varies = tracing() && of_thread(a.text), right_varies = tracing() && of_thread(b.text);
    if (dynamic && !is_long && !is_narrow && n != static_cast<std::int32_t>(n) && (sign == "+" || sign == "-" || sign == "*"))
      return Value::unknown(message("{} {} {} = {} does not fit into {}: write cutlass.Int64({})", x, sign, y, n, "Int32", x));
    if (left_varies || right_varies) {
      // A formula does not wrap to 8 or 16 bits; the numbers of threads fit into 32.
      if (is_narrow && type != "u32")
        return Value::unknown(message("{} {} {} is not the same for all threads, which is not followed", text_of(a), sign, text_of(b)));
      const bool swaps = !left_varies && (sign == "&" || sign == "|" || sign == "^");
      const auto &left = swaps ? b : a, &right = swaps ? a : b;
      const auto operand = [&](const Value& v) {
        return v.text.empty() && v.number < 0 ? fmt::format("({})", v.number) : grouped(text_of(v));
      };
      auto formula = left.text.size() + right.text.size() > longest_text
                         ? std::string()
                         : formula_of_thread(sign, operand(left), operand(right),
                                             left_varies && right_varies ? std::nullopt
                                             : swaps || !right_varies    ? std::optional(right.number)
                                                                         : std::nullopt);
      if (formula.empty() || std::ranges::count(formula, '(') > 24)
        return Value::unknown(message("{} {} {} is not the same for all threads, which is not followed", text_of(a), sign, text_of(b)));
      auto result = Value::integer(n, true, std::move(formula));
      result.is_long = is_long;
      if (is_narrow) result.narrow = type;
      return following(std::move(result), {&a, &b});
    }
    // A formula of what has a name, so that a sheet's numbers can be edited.
    std::string text;
    if (!word.empty() && (!a.text.empty() || !b.text.empty()) && a.text.size() + b.text.size() < longest_text && x >= 0 && y >= 0 && n >= 0)
      text = fmt::format("{} {} {}", grouped(text_of(a)), word, grouped(text_of(b)));
    // The language has no deeper ones.
    if (std::ranges::count(text, '(') > 24) text.clear();
    // Python's own integers have no width, where a formula of static ones would overflow.
    if ((!dynamic && n != static_cast<std::int32_t>(n)) || is_narrow) text.clear();
    // Of a round of a loop only its number is of interest, but not where other threads have another.
    if (tracing() && (!dynamic || !of_thread(text))) text.clear();
    auto result = Value::integer(n, dynamic, std::move(text));
    result.is_long = dynamic && is_long;
    if (is_narrow) result.narrow = type;
    return tracing() ? following(std::move(result), {&a, &b}) : result;
  }
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) {
    const auto x = a.as_real(), y = b.as_real();
    if (y == 0 && (sign == "/" || sign == "//" || sign == "%")) return fails("ZeroDivisionError", message("this divides by 0"));
    double result = 0;
    if (sign == "+") result = x + y;
    else if (sign == "-") result = x - y;
    else if (sign == "*") result = x * y;
    else if (sign == "/") result = x / y;
    else if (sign == "**") {
      if (x == 0 && y < 0) return divides_by_zero("0.0 cannot be raised to a negative power");
      // A complex number.
      if (x < 0 && std::isfinite(x) && y != std::floor(y)) return Value::unknown(not_read(sign));
      result = std::pow(x, y);
    } else if (sign == "//" || sign == "%") {
      // The remainder has the sign of the divisor, and the quotient is what it leaves.
      auto rest = std::fmod(x, y);
      auto whole = (x - rest) / y;
      if (rest != 0 && (rest < 0) != (y < 0)) rest += y, whole -= 1;
      if (rest == 0) rest = std::copysign(0.0, y);
      auto floored = std::floor(whole);
      if (whole - floored > 0.5) floored += 1;
      result = sign == "%" ? rest : floored;
    } else {
      return Value::unknown(message("this form of Python is not read: {}", sign));
    }
    if (!std::isfinite(result) && sign == "**" && std::isfinite(x) && std::isfinite(y)) return fails("OverflowError", not_read(sign));
    return Value::real_number(result);
  }
  if (auto v = binary_of_data(sign, a, b)) return *v;
  if (is_array(a) || is_array(b)) return sign == "@" ? *array_function("matmul", "torch.matmul", {{a, b}, {}}) : by_element(a, b);
  if (a.is(Kind::object) && a.object->library == "Pointer" && b.is_integer() && sign == "+") {
    auto moved = a;
    moved.object = made<DslObject>(*a.object);
    auto& at = moved.object->members["offset"];
    at = binary("+", at, b);
    return moved;
  }
  if (a.is(Kind::cute) || b.is(Kind::cute) || a.is(Kind::symbol) || b.is(Kind::symbol)) {
    // Elements of tensors, and what libraries give, are no numbers here.
    const auto x = text_of(a), y = text_of(b);
    if ((a.is(Kind::cute) || a.is_integer() || a.is(Kind::tuple)) && (b.is(Kind::cute) || b.is_integer() || b.is(Kind::tuple)) &&
        !x.empty() && !y.empty())
      return expression(fmt::format("{} {} {}", grouped(x), sign == "//" ? "/" : sign, grouped(y)));
  }
  // Of Python's own data a result that is not known says so.
  const auto of_python = [&](const Value& v) {
    return v.is_integer() || v.is(Kind::real) || v.is(Kind::none) || v.is(Kind::string) || v.is_sequence() || v.is(Kind::dict) ||
           v.is(Kind::set) || v.is(Kind::range) || v.is(Kind::view) || v.is(Kind::iterator) || v.is(Kind::klass) || v.is(Kind::function) ||
           (v.is(Kind::object) && v.object->of && in_classes_of_program(*v.object->of));
  };
  if (of_python(a) && of_python(b)) return fails("TypeError", not_read(sign));
  Value v = Value::computed();
  return tracing() ? following(std::move(v), {&a, &b}) : v;
}

/// Operators of strings, tuples, lists, sets, dicts and the program's own objects; nothing of others.
std::optional<DslValue> DslInterpreter::binary_of_data(std::string_view sign, const Value& a, const Value& b) {
  // An operator that a class says itself.
  static constexpr std::pair<std::string_view, std::string_view> methods[] = {
      {"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"/", "truediv"}, {"//", "floordiv"}, {"%", "mod"}, {"@", "matmul"},
      {"&", "and"}, {"|", "or"},  {"^", "xor"}, {"<<", "lshift"}, {">>", "rshift"},   {"**", "pow"}};
  if ((a.is(Kind::object) && a.object->of) || (b.is(Kind::object) && b.object->of))
    for (const auto& [of, name] : methods)
      if (of == sign) {
        if (auto v = call_special(a, fmt::format("__{}__", name), {{b}, {}})) return v;
        if (auto v = call_special(b, fmt::format("__r{}__", name), {{a}, {}})) return v;
      }
  if (a.is(Kind::string) && b.is(Kind::string) && sign == "+") return text_value(a.text + b.text);
  if (a.is(Kind::string) && sign == "%") return percent(a.text, b);
  const bool both = (a.is(Kind::list) && b.is(Kind::list)) || (a.is(Kind::tuple) && b.is(Kind::tuple));
  // A shape of the DSL is a tuple, whatever holds it.
  if (sign == "+" && (both || (a.is_sequence() && b.is_sequence() && frame().on_device))) {
    auto items = *a.items;
    items.insert(items.end(), b.items->begin(), b.items->end());
    count_values(items.size());
    return a.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
  if (sign == "*" && (a.is_sequence() || b.is_sequence() || a.is(Kind::string) || b.is(Kind::string)) &&
      (a.is_integer() || b.is_integer())) {
    const auto& s = a.is_integer() ? b : a;
    const auto times = std::max<std::int64_t>((a.is_integer() ? a : b).number, 0);
    const auto size = s.is(Kind::string) ? s.text.size() : s.items->size(), most = s.is(Kind::string) ? longest_string : DslItems::most;
    if (size > 0 && times > static_cast<std::int64_t>(most / size)) return Value::unknown(message("this has more than {} elements", most));
    std::string text;
    DslItems items;
    for (std::int64_t i = 0; i < times && size > 0; ++i)
      if (s.is(Kind::string)) text += s.text;
      else items.insert(items.end(), s.items->begin(), s.items->end());
    count_values(items.size());
    return s.is(Kind::string) ? text_value(std::move(text))
           : s.is(Kind::list) ? Value::list(std::move(items))
                              : Value::tuple(std::move(items));
  }
  // Keys of a dict are as a set.
  const auto as_set = [&](const Value& v) { return v.is(Kind::view) && v.text != "values" ? set_of(*elements(v)) : v; };
  if (a.is(Kind::view) || b.is(Kind::view)) {
    const auto x = as_set(a), y = as_set(b);
    return x.is(Kind::set) && y.is(Kind::set) ? binary_of_data(sign, x, y) : std::nullopt;
  }
  if (a.is(Kind::set) && b.is(Kind::set) && (sign == "|" || sign == "&" || sign == "-" || sign == "^")) {
    DslItems items;
    const auto take = [&](const DslItems& from, const DslItems& other, bool wanted) {
      for (const auto& v : from)
        if (std::ranges::any_of(other, [&](const Value& o) { return equal(o, v); }) == wanted) items.push_back(v);
    };
    entries_.count(a.items->size() * b.items->size() / 16);
    if (sign == "&") take(*a.items, *b.items, true);
    else if (sign != "|") take(*a.items, *b.items, false);
    if (sign == "^") take(*b.items, *a.items, false);
    if (sign == "|") items = *a.items, items.insert(items.end(), b.items->begin(), b.items->end());
    auto v = set_of(items);
    if (v.is(Kind::set)) v.text = a.text;
    return v;
  }
  if (a.is(Kind::dict) && b.is(Kind::dict) && sign == "|") {
    auto v = Value::dict();
    v.pairs->factory = a.pairs->factory;
    for (const auto* of : {&a, &b})
      for (const auto& [key, value] : *of->pairs) set_key(*v.pairs, key, value);
    return v;
  }
  return std::nullopt;
}

DslValue DslInterpreter::unary(std::string_view sign, const Value& v, std::string_view code) {
  if (!v.is_known()) return v;
  if (sign == "-" && v.is(Kind::real)) return Value::real_number(-v.real);
  if (sign == "-" && (v.is_integer() || v.is(Kind::cute) || (v.is(Kind::tuple) && frame().on_device)))
    return binary("-", Value::integer(0), v);
  if (sign == "~" && v.is_integer() && tracing() && of_thread(v.text)) return binary("-", Value::integer(-1), v);
  if (sign == "~" && v.is_integer()) return Value::integer(~v.number, v.dynamic);
  if (sign == "+" && (v.is_integer() || v.is(Kind::real))) return v.is(Kind::boolean) ? Value::integer(v.number, v.dynamic) : v;
  if (auto own = call_special(v, sign == "-" ? "__neg__" : sign == "~" ? "__invert__" : "__pos__", {})) return *own;
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
  // What the running kernel knows is another object.
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
      // These are made once.
      return a.number >= -5 && a.number <= 256 ? std::optional(true) : std::nullopt;
    case Kind::tuple:
    case Kind::string:
    case Kind::real: return same(a, b) == false ? std::optional(false) : std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<bool> DslInterpreter::compared(std::string_view sign, const Value& a, const Value& b) {
  const bool symbols = a.is(Kind::symbol) && b.is(Kind::symbol);
  if (a.lost() != nullptr || b.lost() != nullptr) return std::nullopt;
  if (sign == "is" || sign == "is not") {
    if (const auto is = identical(a, b)) return *is == (sign == "is");
    if (!symbols && !a.is(Kind::symbol) && !b.is(Kind::symbol) && !a.is(Kind::cute) && !b.is(Kind::cute)) return std::nullopt;
    sign = sign == "is" ? "==" : "!=";
  }
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  const auto decided = [&](const std::optional<Value>& own, bool wanted) -> std::optional<bool> {
    const auto is = own ? truth(*own) : std::nullopt;
    return is ? std::optional(*is == wanted) : std::nullopt;
  };
  static constexpr std::array<std::array<std::string_view, 3>, 6> methods{{{"==", "__eq__", "__eq__"},
                                                                           {"!=", "__ne__", "__ne__"},
                                                                           {"<", "__lt__", "__gt__"},
                                                                           {"<=", "__le__", "__ge__"},
                                                                           {">", "__gt__", "__lt__"},
                                                                           {">=", "__ge__", "__le__"}}};
  for (const auto& [of, name, mirrored] : methods) {
    if (of != sign) continue;
    if (special(a, name) != nullptr) return decided(call_special(a, name, {{b}, {}}), true);
    if (sign == "!=" && special(a, "__eq__") != nullptr) return decided(call_special(a, "__eq__", {{b}, {}}), false);
    if (special(b, mirrored) != nullptr) return decided(call_special(b, mirrored, {{a}, {}}), true);
  }
  // Of @total_ordering the others follow from `<` and `==`.
  if (sign.find_first_of("<>") != std::string_view::npos && a.is(Kind::object) && a.object->of && a.object->of->completes_order &&
      special(a, "__lt__") != nullptr) {
    const auto less = decided(call_special(a, "__lt__", {{b}, {}}), true);
    const auto is = less == true ? std::optional(false) : compared("==", a, b);
    if (!less || !is) return std::nullopt;
    return sign == "<=" ? *less || *is : sign == ">" ? !*less && !*is : !*less;
  }
  if (sign == "==" || sign == "!=") {
    // What is read as a method may be an attribute that is not known.
    for (const auto* v : {&a, &b})
      if (v->is(Kind::bound) && !v->function) return std::nullopt;
    if (a.is(Kind::symbol) != b.is(Kind::symbol)) {
      // A library's word is no number.
      const auto& other = a.is(Kind::symbol) ? b : a;
      const auto& word = a.is(Kind::symbol) ? a : b;
      if (word.is_computed() || other.is_integer() || other.is(Kind::real) || other.is(Kind::cute)) return std::nullopt;
      return sign == "!=";
    }
    // utils.LayoutEnum.ROW_MAJOR is cutlass.utils.LayoutEnum.ROW_MAJOR.
    if (symbols) {
      const auto tail = [](std::string_view t) {
        const auto dot = t.rfind('.');
        const auto before = dot == std::string_view::npos || dot == 0 ? std::string_view::npos : t.rfind('.', dot - 1);
        return before == std::string_view::npos ? t : t.substr(before + 1);
      };
      if (a.text.empty() || b.text.empty()) return std::nullopt;
      return (tail(a.text) == tail(b.text)) == (sign == "==");
    }
    if (a.is(Kind::cute) && b.is(Kind::cute)) {
      const auto x = value_of(a), y = value_of(b);
      if (!x || !y) return std::nullopt;
      return (algebra::to_string(*x, algebra::Marks::underscores) == algebra::to_string(*y, algebra::Marks::underscores)) == (sign == "==");
    }
    // Keys of a dict are as a set.
    if (a.is(Kind::view) != b.is(Kind::view)) {
      const auto& view = a.is(Kind::view) ? a : b;
      const auto& other = a.is(Kind::view) ? b : a;
      if (!other.is(Kind::set) || view.text == "values") return sign == "!=";
      return compared(sign, set_of(*elements(view)), other);
    }
    if (a.is(Kind::view) && b.is(Kind::view)) {
      if (a.text == "values" || b.text == "values") return a.pairs == b.pairs ? std::nullopt : std::optional(sign == "!=");
      return compared(sign, set_of(*elements(a)), set_of(*elements(b)));
    }
    if ((a.is(Kind::real) && std::isnan(a.real)) || (b.is(Kind::real) && std::isnan(b.real))) return sign == "!=";
    const auto is = same(a, b);
    return is ? std::optional(*is == (sign == "==")) : std::nullopt;
  }
  if (sign == "in" || sign == "not in") {
    if (b.is(Kind::string) && a.is(Kind::string)) return (b.text.find(a.text) != std::string::npos) == (sign == "in");
    if (special(b, "__contains__") != nullptr) return decided(call_special(b, "__contains__", {{a}, {}}), sign == "in");
    if (b.is_integer() || b.is(Kind::real) || b.is(Kind::none) ||
        (b.is(Kind::string) && a.is_known() && !a.is(Kind::symbol) && !a.object)) {
      if (!b.dynamic) fails("TypeError", not_read("in"));
      return std::nullopt;
    }
    if (b.is(Kind::range) && a.is_integer() && !b.dynamic) {
      const auto& r = *b.items;
      const auto step = r[2].number;
      const bool inside = step > 0 ? a.number >= r[0].number && a.number < r[1].number : a.number <= r[0].number && a.number > r[1].number;
      return (inside && (a.number - r[0].number) % step == 0) == (sign == "in");
    }
    bool known = true;
    // An iterator is gone through as far as it needs.
    if (const auto it = b.is(Kind::iterator) || special(b, "__iter__") != nullptr ? iterator_over(b) : std::nullopt) {
      while (const auto v = next_of(*it)) {
        const auto is = it->lost() == nullptr ? compared("==", a, *v) : std::nullopt;
        if (is == true) return left_within(*it), sign == "in";
        if (!is) return lose(*it, not_read("in")), std::nullopt;
      }
      return sign == "not in";
    }
    const auto all = members_of(b);
    if (!all) return std::nullopt;
    entries_.count(all->size() / 16);
    for (const auto& v : *all) {
      const auto is = compared("==", a, v);
      if (is == true) return sign == "in";
      known &= is.has_value();
    }
    return known ? std::optional(sign == "not in") : std::nullopt;
  }
  return ordered(sign, a, b);
}

/// < <= > >= of numbers, strings, tuples, lists and sets.
std::optional<bool> DslInterpreter::ordered(std::string_view sign, const Value& a, const Value& b) {
  const auto holds = [&](auto x, auto y) { return sign == "<" ? x < y : sign == "<=" ? x <= y : sign == ">" ? x > y : x >= y; };
  if (a.is_integer() && b.is_integer()) return holds(a.number, b.number);
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) return holds(a.as_real(), b.as_real());
  if (a.is(Kind::string) && b.is(Kind::string)) return holds(a.text.compare(b.text), 0);
  if (a.is(Kind::set) && b.is(Kind::set)) {
    const auto within = [](const Value& x, const Value& y) {
      return std::ranges::all_of(
          *x.items, [&](const Value& i) { return std::ranges::any_of(*y.items, [&](const Value& j) { return equal(i, j); }); });
    };
    const bool less = sign.starts_with('<');
    const auto &x = less ? a : b, &y = less ? b : a;
    return within(x, y) && (sign.ends_with('=') || x.items->size() < y.items->size());
  }
  if (a.is(Kind::object) && b.is(Kind::object) && a.object->of && a.object->of == b.object->of && a.object->of->is_ordered) {
    const auto x = elements(a), y = elements(b);
    return x && y ? ordered(sign, Value::tuple(*x), Value::tuple(*y)) : std::nullopt;
  }
  if (!a.is_sequence() || a.kind != b.kind) return std::nullopt;
  for (std::size_t i = 0; i < std::min(a.items->size(), b.items->size()); ++i) {
    const auto &x = (*a.items)[i], &y = (*b.items)[i];
    const auto is = compared("==", x, y);
    if (!is) return std::nullopt;
    if (!*is) return compared(sign.substr(0, 1), x, y);
  }
  return holds(a.items->size(), b.items->size());
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

DslValue DslInterpreter::comparison(std::string_view sign, const Value& a, const Value& b, const Message& why_not) {
  if (const auto holds = compared(sign, a, b)) return Value::boolean(*holds, a.dynamic || b.dynamic);
  if (!a.is_known()) return a;
  if (!b.is_known()) return b;
  if (a.is_computed() || b.is_computed()) return following(Value::computed(), {&a, &b});
  return sign.find_first_of("<>") != std::string_view::npos && orders_wrong(a, b) ? fails("TypeError", why_not) : Value::unknown(why_not);
}

DslValue DslInterpreter::compare(SyntaxNode n) {
  const auto& operands = n.children();
  const auto source = n.text();
  if (operands.size() < 2) return Value::unknown(message("this form of Python is not read: {}", n.text().substr(0, 40)));
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
    // A parenthesis that the operand begins with belongs to it.
    while (!sign.empty() && sign.back() == ' ') sign.pop_back();
    const auto holds = compared(sign, left, right);
    if (!holds) {
      // What comes behind it may be evaluated.
      const auto why = !left.is_known()                            ? Value::unknown(left.why)
                       : !right.is_known()                         ? Value::unknown(right.why)
                       : left.is_computed() || right.is_computed() ? following(Value::computed(), {&left, &right})
                                                                   : Value::unknown(message("it is not known here whether {}", source));
      for (auto rest = i + 1; rest < operands.size(); ++rest) perhaps(operands[rest], why);
      const bool orders = sign.find_first_of("<>") != std::string::npos;
      return orders && orders_wrong(left, right) ? fails("TypeError", why.why) : why;
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
