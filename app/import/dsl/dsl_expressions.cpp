// Expressions of Python.

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

/// Python's floor division and its remainder.
std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

/// As an operand. What stands in parentheses by itself would be a tuple.
std::string grouped(const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; }

std::optional<std::int64_t> number_in(std::string text) {
  std::erase(text, '_');
  int base = 10;
  std::string_view digits = text;
  if (digits.size() > 2 && digits[0] == '0')
    if (const auto b = std::string_view("xXbBoO").find(digits[1]); b != std::string_view::npos) {
      base = b < 2 ? 16 : b < 4 ? 2 : 8;
      digits.remove_prefix(2);
    }
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(n) : std::nullopt;
}

/// What a string literal says between its quotation marks, with the usual escapes.
std::string unquoted(std::string_view text) {
  const auto first = text.find_first_of("\"'");
  if (first == std::string_view::npos) return {};
  const bool raw = text.substr(0, first).find_first_of("rR") != std::string_view::npos;
  text.remove_prefix(first);
  const std::size_t marks = text.size() >= 6 && text.substr(0, 3) == std::string(3, text[0]) ? 3 : 1;
  if (text.size() < 2 * marks) return {};
  text = text.substr(marks, text.size() - 2 * marks);
  std::string said;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || raw || i + 1 == text.size()) {
      said += text[i];
      continue;
    }
    const char c = text[++i];
    said += c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return said;
}

}  // namespace

DslValue DslInterpreter::evaluate(SyntaxNode node) {
  if (!counted()) throw Raised{exhausted(), node.line()};
  if (stack_.too_deep()) {
    entries_.count(500);
    return Value::unknown(message("this is nested too deeply"));
  }
  return evaluate_of(node);
}

DslValue DslInterpreter::evaluate_of(SyntaxNode n) {
  const auto kind = n.kind();
  const auto children = [&] { return n.children(); };
  if (kind == "identifier") {
    auto v = name(n.text());
    note_round(n, v);
    return v;
  }
  if (kind == "integer") {
    const auto number = number_in(std::string(n.text()));
    return number ? Value::integer(*number) : Value::unknown(message("{} is too large", n.text()));
  }
  if (kind == "float") return Value::real_number(std::strtod(std::string(n.text()).c_str(), nullptr));
  if (kind == "true" || kind == "false") return Value::boolean(kind == "true");
  if (kind == "none") return Value::none();
  if (kind == "string" || kind == "concatenated_string") return string(n);
  if (kind == "parenthesized_expression") return children().empty() ? Value{} : evaluate(first_of(n));
  if (kind == "tuple" || kind == "expression_list" || kind == "list" || kind == "set") {
    DslItems items;
    for (const auto& c : children()) {
      const bool star = c.is("list_splat"), blanked = kind == "expression_list" && starred_.contains(c.text().data());
      if (!star && !blanked) {
        items.push_back(evaluate(c));
        if (kind == "tuple" || kind == "list") define_argument(c, items.back());
        continue;
      }
      const auto inner = evaluate(star ? first_of(c) : c);
      const auto all = elements(inner);
      if (!all) return Value::unknown(inner.why.empty() ? message("{} is no tuple here", c.text()) : inner.why);
      items.insert(items.end(), all->begin(), all->end());
    }
    return kind == "list" || kind == "set" ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
  if (kind == "dictionary") {
    auto v = Value::of(Kind::dict);
    v.pairs = std::make_shared<std::vector<std::pair<Value, Value>>>();
    for (const auto& c : children()) {
      if (c.is("pair")) v.pairs->emplace_back(evaluate(c["key"]), evaluate(c["value"]));
      else if (c.is("dictionary_splat"))
        if (const auto inner = evaluate(first_of(c)); inner.is(Kind::dict))
          v.pairs->insert(v.pairs->end(), inner.pairs->begin(), inner.pairs->end());
    }
    return v;
  }
  if (kind == "binary_operator") {
    const auto left = evaluate(n["left"]);
    return binary(n["operator"].text(), left, evaluate(n["right"]));
  }
  if (kind == "unary_operator") {
    auto v = evaluate(n["argument"]);
    if (n["operator"].text() == "-") {
      if (v.is(Kind::real)) return Value::real_number(-v.real);
      return binary("-", Value::integer(0), v);
    }
    if (n["operator"].text() == "~" && v.is_integer()) return Value::integer(~v.number, v.dynamic);
    return v;
  }
  if (kind == "not_operator") {
    const auto v = evaluate(n["argument"]);
    const auto holds = truth(v);
    if (holds && tracing()) trace_condition(v, n.line());
    return holds ? Value::boolean(!*holds, v.dynamic) : v.undecided(message("it is not known here whether {}", n.text()));
  }
  if (kind == "boolean_operator") {
    const auto left = evaluate(n["left"]);
    const auto holds = truth(left);
    const bool is_and = n["operator"].text() == "and";
    if (holds && tracing()) trace_condition(left, n.line());
    if (holds && *holds != is_and) return left;
    auto right = evaluate(n["right"]);
    if (!holds) {
      const auto other = truth(right);
      if (other && *other != is_and) return right;
      return left.undecided(message("it is not known here whether {}", n.text()));
    }
    right.dynamic |= left.dynamic && right.is_integer();
    return right;
  }
  if (kind == "comparison_operator") return compare(n);
  if (kind == "conditional_expression") {
    const auto c = children();
    if (c.size() < 3) return {};
    const auto condition = evaluate(c[1]);
    const auto holds = truth(condition);
    if (holds && tracing()) {
      trace_condition(condition, n.line());
      return following(evaluate(*holds ? c[0] : c[2]), {&condition});
    }
    if (holds) return evaluate(*holds ? c[0] : c[2]);
    const auto first = evaluate(c[0]), second = evaluate(c[2]);
    if (equal(first, second)) return first;
    // Of two layouts neither is both.
    if (first.is(Kind::cute) || second.is(Kind::cute))
      return Value::unknown(condition.why.empty() ? message("it is not known here whether {}", c[1].text()) : condition.why);
    return condition.undecided(message("it is not known here whether {}", c[1].text()));
  }
  if (kind == "attribute") {
    auto v = attribute(evaluate(n["object"]), std::string(n["attribute"].text()));
    note_round(n, v);
    return v;
  }
  if (kind == "subscript") return subscript(n);
  if (kind == "call") return call(n);
  if (kind == "lambda") return lambda(n);
  if (kind == "list_comprehension" || kind == "generator_expression" || kind == "set_comprehension" || kind == "dictionary_comprehension")
    return comprehension(n);
  if (kind == "named_expression") {
    auto v = evaluate(n["value"]);
    assign(n["name"], v, n.line());
    return name(n["name"].text());
  }
  if (kind == "generic_type") {
    // MemRange[Int64, 8] as an annotation.
    const auto c = children();
    DslItems of;
    for (const auto& t : c.size() > 1 ? c[1].children() : std::vector<SyntaxNode>{}) of.push_back(evaluate(t));
    return item(evaluate(c.front()), of.size() == 1 ? of.front() : Value::tuple(std::move(of)));
  }
  if (kind == "ellipsis") return Value::of(Kind::symbol, "...");
  if (kind == "type" || kind == "await") return children().empty() ? Value{} : evaluate(first_of(n));
  return Value::unknown(message("this form of Python is not read: {}", n.text().substr(0, 40)));
}

DslValue DslInterpreter::name(std::string_view name) {
  for (auto s = frame().scope; s; s = s->outer)
    if (const auto at = s->names.find(name); at != s->names.end()) return at->second;
  // A word of Python itself.
  return Value::of(Kind::symbol, std::string(name));
}

DslValue DslInterpreter::string(SyntaxNode n) {
  if (n.is("concatenated_string")) {
    auto all = Value::of(Kind::string);
    for (const auto& c : n.children()) {
      const auto part = string(c);
      if (!part.is(Kind::string)) return part;
      all.text += part.text;
    }
    return all;
  }
  const auto text = n.text();
  const auto marks = text.substr(0, text.find_first_of("\"'"));
  if (marks.find_first_of("fF") == std::string_view::npos) return Value::of(Kind::string, unquoted(text));
  // What is formatted into it matters only where it is a string or a number.
  std::string said;
  for (const auto& c : n.children()) {
    if (c.is("string_content")) said += c.text();
    if (!c.is("interpolation") || !c["expression"]) continue;
    const auto v = evaluate(c["expression"]);
    said += v.is_integer() ? std::to_string(v.number) : v.is(Kind::string) ? v.text : "{}";
  }
  return Value::of(Kind::string, said);
}

DslValue DslInterpreter::binary(std::string_view sign, const Value& a, const Value& b) {
  if (!a.is_known()) return a;
  if (!b.is_known()) return b;
  if (a.is_integer() && b.is_integer()) {
    const bool dynamic = a.dynamic || b.dynamic;
    const auto x = a.number, y = b.number;
    std::int64_t n = 0;
    bool fits = true;
    std::string_view word = sign;
    if (sign == "+") fits = !__builtin_add_overflow(x, y, &n);
    else if (sign == "-") fits = !__builtin_sub_overflow(x, y, &n);
    else if (sign == "*") fits = !__builtin_mul_overflow(x, y, &n);
    else if (sign == "//" || sign == "%") {
      if (y == 0) return Value::unknown(message("this divides by 0"));
      if (x == std::numeric_limits<std::int64_t>::min()) return Value::unknown(message("this does not fit in 64 bits"));
      n = sign == "%" ? x - floor_div(x, y) * y : floor_div(x, y);
      word = sign == "%" ? "%" : "/";
      // The language's division is that of C++.
      if (x < 0 || y < 0) word = "";
    } else if (sign == "/") {
      return y == 0 ? Value::unknown(message("this divides by 0")) : Value::real_number(static_cast<double>(x) / static_cast<double>(y));
    } else if (sign == "**") {
      if (y < 0) return Value::real_number(std::pow(static_cast<double>(x), static_cast<double>(y)));
      n = 1, word = "";
      for (std::int64_t i = 0; i < y && fits; ++i) fits = !__builtin_mul_overflow(n, x, &n);
    } else {
      word = "";
      if (sign == "<<") fits = y >= 0 && y < 62 && x >= 0 && x < (std::int64_t{1} << (62 - y)), n = fits ? x << y : 0;
      else if (sign == ">>") n = y >= 0 && y < 63 ? x >> y : 0;
      else if (sign == "&") n = x & y;
      else if (sign == "|") n = x | y;
      else if (sign == "^") n = x ^ y;
      else return Value::unknown(message("this form of Python is not read: {}", sign));
      if (a.is(Kind::boolean) && b.is(Kind::boolean) && (sign == "&" || sign == "|" || sign == "^")) return Value::boolean(n != 0, dynamic);
    }
    if (!fits) return Value::unknown(message("this does not fit in 64 bits"));
    const bool is_long = a.is_long || b.is_long;
    if (dynamic && !is_long && n != static_cast<std::int32_t>(n) && (sign == "+" || sign == "-" || sign == "*"))
      return Value::unknown(message("{} {} {} = {} does not fit into {}: write cutlass.Int64({})", x, sign, y, n, "Int32", x));
    // A formula of what has a name, so that a sheet's numbers can be edited.
    std::string text;
    if (!word.empty() && (!a.text.empty() || !b.text.empty()) && a.text.size() + b.text.size() < longest_text && x >= 0 && y >= 0 && n >= 0)
      text = fmt::format("{} {} {}", grouped(text_of(a)), word, grouped(text_of(b)));
    // Of a round of a loop only its number is of interest, but not where other threads have another.
    if (tracing() && (!dynamic || !of_thread(text))) text.clear();
    auto result = Value::integer(n, dynamic, std::move(text));
    result.is_long = dynamic && is_long;
    return tracing() ? following(std::move(result), {&a, &b}) : result;
  }
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) {
    const auto x = a.as_real(), y = b.as_real();
    if (sign == "+") return Value::real_number(x + y);
    if (sign == "-") return Value::real_number(x - y);
    if (sign == "*") return Value::real_number(x * y);
    if (sign == "/" && y != 0) return Value::real_number(x / y);
    if (sign == "//" && y != 0) return Value::real_number(std::floor(x / y));
    if (sign == "**") return Value::real_number(std::pow(x, y));
    return Value::unknown(message("this form of Python is not read: {}", sign));
  }
  if (a.is(Kind::string) && b.is(Kind::string) && sign == "+") return Value::of(Kind::string, a.text + b.text);
  if (a.is_sequence() && b.is_sequence() && sign == "+") {
    auto items = *a.items;
    items.insert(items.end(), b.items->begin(), b.items->end());
    return a.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
  if (sign == "*" && (a.is_sequence() || b.is_sequence()) && (a.is_integer() || b.is_integer())) {
    const auto& s = a.is_sequence() ? a : b;
    DslItems items;
    for (std::int64_t i = 0; i < std::min<std::int64_t>((a.is_sequence() ? b : a).number, 64); ++i)
      items.insert(items.end(), s.items->begin(), s.items->end());
    return s.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
  }
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
  Value v = Value::computed();
  return tracing() ? following(std::move(v), {&a, &b}) : v;
}

std::optional<bool> DslInterpreter::truth(const Value& v) {
  switch (v.kind) {
    case Kind::none: return false;
    case Kind::boolean:
    case Kind::integer: return v.number != 0;
    case Kind::real: return v.real != 0;
    case Kind::string: return !v.text.empty();
    case Kind::tuple:
    case Kind::list: return !v.items->empty();
    case Kind::dict: return !v.pairs->empty();
    case Kind::function:
    case Kind::bound:
    case Kind::klass:
    case Kind::object:
    case Kind::type: return true;
    default: return std::nullopt;
  }
}

std::optional<DslItems> DslInterpreter::elements(const Value& v) {
  if (v.is_sequence()) return *v.items;
  if (v.is(Kind::dict)) {
    DslItems keys;
    for (const auto& [k, value] : *v.pairs) keys.push_back(k);
    return keys;
  }
  if (v.is(Kind::string)) {
    DslItems letters;
    for (const char c : v.text) letters.push_back(Value::of(Kind::string, std::string(1, c)));
    return letters;
  }
  // The fields of a NamedTuple.
  if (v.is(Kind::object) && v.object->of && v.object->of->is_data) {
    DslItems all;
    for (const auto& f : v.object->of->fields)
      if (const auto at = v.object->members.find(f); at != v.object->members.end()) all.push_back(at->second);
    return all;
  }
  return std::nullopt;
}

std::optional<bool> DslInterpreter::compared(std::string_view sign, const Value& a, const Value& b) {
  const bool symbols = a.is(Kind::symbol) && b.is(Kind::symbol);
  if (sign == "is" || sign == "is not") {
    if (a.is(Kind::none) || b.is(Kind::none)) {
      if (!a.is_known() || !b.is_known()) return std::nullopt;
      return (a.is(Kind::none) && b.is(Kind::none)) == (sign == "is");
    }
    sign = sign == "is" ? "==" : "!=";
  }
  if (!a.is_known() || !b.is_known()) return std::nullopt;
  if (a.is(Kind::object) && a.object->of) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> methods{
        {{"==", "__eq__"}, {"!=", "__ne__"}, {"<", "__lt__"}, {"<=", "__le__"}, {">", "__gt__"}, {">=", "__ge__"}}};
    for (const auto& [of, name] : methods)
      if (of == sign)
        if (const auto* method = a.object->of->find(name); method != nullptr && method->is(Kind::function))
          return truth(invoke(method->function, &a, {{b}, {}}));
  }
  if (sign == "==" || sign == "!=") {
    // What is read as a method may be an attribute that is not known.
    for (const auto* v : {&a, &b})
      if (v->is(Kind::bound) && !v->function) return std::nullopt;
    if (a.is(Kind::symbol) != b.is(Kind::symbol)) {
      // A library's word is no number.
      const auto& other = a.is(Kind::symbol) ? b : a;
      if (other.is_integer() || other.is(Kind::real) || other.is(Kind::cute)) return std::nullopt;
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
    return equal(a, b) == (sign == "==");
  }
  if (sign == "in" || sign == "not in") {
    if (b.is(Kind::string) && a.is(Kind::string)) return (b.text.find(a.text) != std::string::npos) == (sign == "in");
    const auto all = elements(b);
    if (!all) return std::nullopt;
    bool found = false;
    for (const auto& v : *all) {
      const auto same = compared("==", a, v);
      if (!same) return std::nullopt;
      found |= *same;
    }
    return found == (sign == "in");
  }
  const auto ordered = [&](auto x, auto y) { return sign == "<" ? x < y : sign == "<=" ? x <= y : sign == ">" ? x > y : x >= y; };
  if (a.is_integer() && b.is_integer()) return ordered(a.number, b.number);
  if ((a.is(Kind::real) || a.is_integer()) && (b.is(Kind::real) || b.is_integer())) return ordered(a.as_real(), b.as_real());
  if (a.is(Kind::string) && b.is(Kind::string)) return ordered(a.text.compare(b.text), 0);
  return std::nullopt;
}

DslValue DslInterpreter::compare(SyntaxNode n) {
  const auto operands = n.children();
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
      if (!left.is_known()) return left;
      if (!right.is_known()) return right;
      if (left.is_computed() || right.is_computed()) return following(Value::computed(), {&left, &right});
      return Value::unknown(message("it is not known here whether {}", source));
    }
    dynamic |= left.dynamic || right.dynamic;
    if (tracing() && left.is_integer() && right.is_integer()) {
      auto condition = following(Value::boolean(*holds, dynamic), {&left, &right});
      if (of_thread(left.text) || of_thread(right.text)) {
        auto& o = origin_of(condition);
        o.left = text_of(left), o.sign = sign, o.right = text_of(right);
      }
      if (operands.size() == 2) return condition;
      trace_condition(condition, n.line());
    }
    if (!*holds) return Value::boolean(false, dynamic);
    left = std::move(right);
  }
  return Value::boolean(true, dynamic);
}

/// A member of an object that the program makes elsewhere: what is set for it.
DslValue DslInterpreter::given_member(const std::string& name) {
  const auto whole = "self." + name;
  if (const auto* set = entries_.setting(whole)) return from_setting(*set, nullptr);
  return Value::unknown(message("{} is an argument that nothing in the file gives; --set {}=… says what it is", whole, whole));
}

DslValue DslInterpreter::attribute(const Value& of, const std::string& name) {
  switch (of.kind) {
    case Kind::unknown: return of;
    case Kind::object: {
      if (of.klass) {
        auto whole = of;
        whole.klass = nullptr;
        const auto* found = of.klass->find(name);
        if (found == nullptr || !found->is(Kind::function)) return found != nullptr ? *found : method_of(whole, name);
        return method_of(whole, found->function);
      }
      if (const auto at = of.object->members.find(name); at != of.object->members.end()) return at->second;
      if (!of.object->of) {
        if (auto v = host_attribute(of, name)) return *v;
        // A method of it.
        return method_of(of, name);
      }
      const auto* found = of.object->of->find(name);
      if (const auto field = of.object->of->field_types.find(name); of.object->of->is_storage && field != of.object->of->field_types.end())
        return field->second.is(Kind::klass) ? make_object(field->second.klass, {}) : field_of(of, name, field->second);
      if (found == nullptr) {
        if (name == "__class__") {
          auto k = Value::of(Kind::klass);
          k.klass = of.object->of;
          return k;
        }
        if (of.object == supposed_) return given_member(name);
        return method_of(of, name);
      }
      if (!found->is(Kind::function) || found->function->is_static) return *found;
      if (found->function->of_value) return invoke(found->function, &of, {});
      return method_of(of, found->function);
    }
    case Kind::klass: {
      if (name == "__name__") return Value::of(Kind::string, of.klass->name);
      const auto* found = of.klass->find(name);
      if (found == nullptr && of.klass->is_storage && name == "size_in_bytes") return method_of(of, name);
      if (found == nullptr) return host_attribute(of, name).value_or(Value::unknown(message("{} has no {}", of.klass->name, name)));
      if (!found->is(Kind::function) || !found->function->of_class) return *found;
      return method_of(of, found->function);
    }
    case Kind::symbol: {
      if (of.text.empty()) return of;
      if (auto v = module_member(of.text, name)) return *v;
      if (auto v = host_attribute(of, name)) return *v;
      return Value::of(Kind::symbol, of.text + "." + name);
    }
    case Kind::tuple:
      if (of.object)
        if (const auto at = of.object->members.find(name); at != of.object->members.end()) return at->second;
      return method_of(of, name);
    case Kind::cute:
    case Kind::type: return layout_attribute(of, name);
    case Kind::function:
      if (name == "__name__") return Value::of(Kind::string, of.function->name);
      [[fallthrough]];
    default: {
      return method_of(of, name);
    }
  }
}

DslValue DslInterpreter::subscript(SyntaxNode n) {
  const auto of = evaluate(n["value"]);
  if (!of.is_known()) return of;
  std::vector<SyntaxNode> indices;
  for (const auto& c : n.children())
    if (!(c == n["value"])) indices.push_back(c);
  if (is_array(of)) return part_of_array(of, indices);
  if (indices.size() == 1 && indices.front().is("slice")) return sliced(of, indices.front());
  if (indices.size() == 1 && !indices.front().is("list_splat")) return item(of, evaluate(indices.front()));
  DslItems all;
  for (const auto& i : indices) {
    if (!i.is("list_splat")) {
      all.push_back(i.is("slice") ? Value::of(Kind::symbol, "slice") : evaluate(i));
      define_argument(i, all.back());
      continue;
    }
    const auto inner = elements(evaluate(first_of(i)));
    if (!inner) return Value::unknown(message("{} is no tuple here", i.text()));
    all.insert(all.end(), inner->begin(), inner->end());
  }
  return item(of, Value::tuple(std::move(all)));
}

DslValue DslInterpreter::item(const Value& of, const Value& index) {
  if (!index.is_known()) return index;
  if (of.is_sequence() || (of.is(Kind::object) && of.object->of && of.object->of->is_data)) {
    const auto all = of.is_sequence() ? *of.items : *elements(of);
    const auto size = static_cast<std::int64_t>(all.size());
    if (!index.is_integer()) return Value::unknown(message("a tuple is indexed by a number"));
    if (index.number < -size || index.number >= size) return Value::unknown(message("there is no element {} of {}", index.number, size));
    return all[static_cast<std::size_t>(index.number < 0 ? index.number + size : index.number)];
  }
  if (of.is(Kind::string) && index.is_integer()) {
    const auto size = static_cast<std::int64_t>(of.text.size());
    if (index.number < -size || index.number >= size) return Value::unknown(message("there is no element {} of {}", index.number, size));
    return Value::of(Kind::string,
                     std::string(1, of.text[static_cast<std::size_t>(index.number < 0 ? index.number + size : index.number)]));
  }
  if (of.is(Kind::dict)) {
    for (const auto& [k, v] : *of.pairs)
      if (compared("==", k, index) == true) return v;
    return Value::unknown(message("there is no such key"));
  }
  if (of.is(Kind::cute) && tracing()) {
    // What other rounds take is another part.
    auto part = layout_call(of, index.is(Kind::tuple) ? Arguments{*index.items, {}} : Arguments{{index}, {{"[]", index}}});
    if (index.is(Kind::tuple)) {
      for (const auto& i : *index.items)
        if (i.origin) part = following(std::move(part), {&i});
    }
    return following(std::move(part), {&of, &index});
  }
  if (of.is(Kind::cute)) return layout_call(of, index.is(Kind::tuple) ? Arguments{*index.items, {}} : Arguments{{index}, {{"[]", index}}});
  // A library's generic: cute.struct.MemRange[cutlass.Float32, 128], Tuple[int, int], cute.compile[...].
  if (of.is(Kind::symbol) || of.is(Kind::klass)) {
    const auto last = last_part(of.text);
    if (last == "MemRange" || last == "Align") {
      auto range = library_object(std::string(last));
      range.object->arguments = index.is(Kind::tuple) ? *index.items : DslItems{index};
      return range;
    }
    return of;
  }
  if (of.is(Kind::object) && of.object->of)
    if (const auto* method = of.object->of->find("__getitem__"); method != nullptr && method->is(Kind::function))
      return invoke(method->function, &of, {{index}, {}});
  return Value::computed();
}

std::optional<DslInterpreter::Bounds> DslInterpreter::bounds_of(SyntaxNode slice, std::int64_t size) {
  // The places of the colons say which bound is which.
  std::optional<std::int64_t> bounds[3];
  std::size_t at = 0;
  auto place = slice.begin();
  const auto text = slice.text();
  for (const auto& c : slice.children()) {
    for (; place < c.begin(); ++place)
      if (text[place - slice.begin()] == ':') ++at;
    place = c.end();
    const auto v = evaluate(c);
    if (v.is(Kind::none)) continue;
    if (!v.is_integer() || at > 2) return std::nullopt;
    bounds[at] = v.number;
  }
  const auto step = bounds[2].value_or(1);
  const auto clamped = [&](std::int64_t i) {
    return std::clamp<std::int64_t>(i < 0 ? i + size : i, step < 0 ? -1 : 0, step < 0 ? size - 1 : size);
  };
  const auto first = bounds[0]  ? clamped(*bounds[0])
                     : step < 0 ? size - 1
                                : 0,
             last = bounds[1]  ? clamped(*bounds[1])
                    : step < 0 ? -1
                               : size;
  return Bounds{first, last, step};
}

DslValue DslInterpreter::sliced(const Value& of, SyntaxNode slice) {
  const auto all = elements(of);
  if (!all) return of.is_computed() ? of : Value::unknown(message("only tuples, lists and strings can be sliced here"));
  const auto bounds = bounds_of(slice, static_cast<std::int64_t>(all->size()));
  if (!bounds) return Value::unknown(message("a tuple is indexed by a number"));
  const auto [first, last, step] = *bounds;
  if (step == 0) return Value::unknown(message("a step of 0 goes nowhere"));
  DslItems items;
  for (auto i = first; step < 0 ? i > last : i < last; i += step) items.push_back((*all)[static_cast<std::size_t>(i)]);
  if (of.is(Kind::string)) {
    auto part = Value::of(Kind::string);
    for (const auto& letter : items) part.text += letter.text;
    return part;
  }
  return of.is(Kind::list) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

DslValue DslInterpreter::comprehension(SyntaxNode n) {
  auto scope = made<DslScope>();
  scope->outer = frame().scope;
  auto saved = std::exchange(frame().scope, scope);
  ++silent_;
  DslItems items;
  std::vector<std::pair<Value, Value>> pairs;
  std::optional<Value> failed;
  const auto clauses = n.children();
  const auto body = n["body"];
  const std::function<void(std::size_t)> run = [&](std::size_t i) {
    if (failed || items.size() > most_host_rounds) return;
    while (i < clauses.size() && (clauses[i] == body)) ++i;
    if (i == clauses.size()) {
      if (body.is("pair")) pairs.emplace_back(evaluate(body["key"]), evaluate(body["value"]));
      else items.push_back(evaluate(body));
      return;
    }
    if (clauses[i].is("if_clause")) {
      const auto condition = evaluate(first_of(clauses[i]));
      const auto holds = truth(condition);
      if (!holds) failed = condition.undecided(message("it is not known here whether {}", first_of(clauses[i]).text()));
      else if (*holds) run(i + 1);
      return;
    }
    const auto over = evaluate(clauses[i]["right"]);
    const auto all = elements(over);
    if (!all) {
      failed = Value::unknown(over.why.empty() ? message("it is not known what this loop goes through") : over.why);
      return;
    }
    for (const auto& v : *all) {
      assign(clauses[i]["left"], v, n.line());
      run(i + 1);
    }
  };
  try {
    run(0);
  } catch (...) {
    --silent_;
    frame().scope = saved;
    throw;
  }
  --silent_;
  frame().scope = saved;
  if (failed) return *failed;
  if (n.is("dictionary_comprehension")) {
    auto v = Value::of(Kind::dict);
    v.pairs = std::make_shared<std::vector<std::pair<Value, Value>>>(std::move(pairs));
    return v;
  }
  return n.is("generator_expression") ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

DslValue DslInterpreter::lambda(SyntaxNode n) {
  auto f = made<DslFunction>();
  f->name = frame().section, f->node = n, f->scope = frame().scope;
  for (const auto& p : n["parameters"] ? n["parameters"].children() : std::vector<SyntaxNode>{})
    if (const auto value = p["value"]) f->defaults.emplace(std::string(p["name"].text()), evaluate(value));
  auto v = Value::of(Kind::function);
  v.function = f;
  return v;
}

}  // namespace app
