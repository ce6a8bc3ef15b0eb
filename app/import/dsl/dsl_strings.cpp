// Python's string literals and formats.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

bool is_ascii_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string utf8_of(std::uint32_t code) {
  std::string text;
  if (code < 0x80) text += static_cast<char>(code);
  else if (code < 0x800) text += static_cast<char>(0xC0 | (code >> 6)), text += static_cast<char>(0x80 | (code & 0x3F));
  else if (code < 0x10000)
    text += static_cast<char>(0xE0 | (code >> 12)), text += static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
        text += static_cast<char>(0x80 | (code & 0x3F));
  else
    text += static_cast<char>(0xF0 | (code >> 18)), text += static_cast<char>(0x80 | ((code >> 12) & 0x3F)),
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F)), text += static_cast<char>(0x80 | (code & 0x3F));
  return text;
}

/// Returns a text with its escapes replaced; nullopt if one is unknown. In an f-string `{{` is a brace.
std::optional<std::string> unescaped(std::string_view text, bool raw, bool formats) {
  static constexpr std::pair<char, char> letters[] = {{'n', '\n'}, {'t', '\t'}, {'r', '\r'},  {'a', '\a'},  {'b', '\b'},
                                                      {'f', '\f'}, {'v', '\v'}, {'\\', '\\'}, {'\'', '\''}, {'"', '"'}};
  std::string said;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (formats && (text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i]) ++i;
    if (text[i] != '\\' || raw || i + 1 == text.size()) {
      said += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == '\n') continue;
    if (const auto* found = std::ranges::find(letters, c, &std::pair<char, char>::first); found != std::end(letters)) {
      said += found->second;
      continue;
    }
    const bool octal = c >= '0' && c <= '7';
    const std::size_t most = octal ? 3 : c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    if (c == 'N') return std::nullopt;
    if (most == 0) {
      // An unknown escape is kept as it is.
      said += '\\', said += c;
      continue;
    }
    std::uint32_t code = 0;
    std::size_t digits = 0;
    for (auto at = octal ? i : i + 1; digits < most && at < text.size(); ++at, ++digits) {
      const char d = text[at];
      const int value = d >= '0' && d <= '9' ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10 : d >= 'A' && d <= 'F' ? d - 'A' + 10 : 99;
      if (value >= (octal ? 8 : 16)) break;
      code = code * (octal ? 8 : 16) + static_cast<std::uint32_t>(value);
    }
    if (!octal && digits != most) return std::nullopt;
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return std::nullopt;
    said += utf8_of(code);
    i += octal ? digits - 1 : digits;
  }
  return said;
}

/// Returns repr() of a text; nullopt if it is unknown which of its characters Python prints.
std::optional<std::string> quoted_text(std::string_view text) {
  const char mark = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"' : '\'';
  static constexpr std::pair<char, char> letters[] = {{'\n', 'n'}, {'\t', 't'}, {'\r', 'r'}, {'\\', '\\'}};
  std::string all(1, mark);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (const auto* at = std::ranges::find(letters, c, &std::pair<char, char>::first); at != std::end(letters))
      all += '\\', all += at->second;
    else if (c == mark) all += '\\', all += c;
    else if (static_cast<unsigned char>(c) < ' ' || c == 0x7F) all += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else if (static_cast<unsigned char>(c) < 0x80) all += c;
    // Latin letters are printed.
    else if (static_cast<unsigned char>(c) == 0xC3 && i + 1 < text.size()) all += c, all += text[++i];
    else return std::nullopt;
  }
  return all + mark;
}

/// Returns a real number in Python's notation.
std::string shown_real(double x) {
  if (!std::isfinite(x)) return std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
  auto text = fmt::format("{}", x);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

/// Formats as `.3`: like `.3g`, but always with a decimal, and with an exponent from one digit less on.
std::string general_real(double x, int precision) {
  auto text = fmt::format("{:.{}g}", x, precision);
  if (text.find('e') != std::string::npos) return text;
  const auto exponent =
      x == 0 ? 0
             : static_cast<int>(
                   std::stol(fmt::format("{:.{}e}", x, precision - 1).substr(fmt::format("{:.{}e}", x, precision - 1).find('e') + 1)));
  if (exponent >= precision - 1 && x != 0) {
    auto power = fmt::format("{:.{}e}", x, precision - 1);
    const auto e = power.find('e');
    auto digits = power.substr(0, e);
    if (digits.find('.') != std::string::npos) {
      digits.erase(digits.find_last_not_of('0') + 1);
      if (digits.ends_with('.')) digits.pop_back();
    }
    if (exponent >= precision) return digits + power.substr(e);
    return precision == 1 || exponent >= precision - 1 ? digits + power.substr(e) : text;
  }
  if (text.find('.') == std::string::npos) text += ".0";
  return text;
}

/// [[fill]align][sign][#][0][width][,][.precision][type]
struct FormatSpec {
  char fill = ' ', align = 0, sign = '-', grouping = 0, type = 0;
  bool alternate = false, zero = false;
  std::size_t width = 0;
  std::optional<int> precision;
};

std::optional<FormatSpec> format_spec_in(std::string_view text) {
  FormatSpec f;
  const auto is_align = [](char c) { return c == '<' || c == '>' || c == '^' || c == '='; };
  if (text.size() > 1 && is_align(text[1])) f.fill = text[0], f.align = text[1], text.remove_prefix(2);
  else if (!text.empty() && is_align(text[0])) f.align = text[0], text.remove_prefix(1);
  if (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == ' ')) f.sign = text[0], text.remove_prefix(1);
  if (!text.empty() && text[0] == '#') f.alternate = true, text.remove_prefix(1);
  if (!text.empty() && text[0] == '0') f.zero = true, text.remove_prefix(1);
  const auto number = [&] {
    std::size_t n = 0;
    while (!text.empty() && text[0] >= '0' && text[0] <= '9' && n < 10'000)
      n = 10 * n + static_cast<std::size_t>(text[0] - '0'), text.remove_prefix(1);
    return n;
  };
  f.width = number();
  if (!text.empty() && (text[0] == ',' || text[0] == '_')) f.grouping = text[0], text.remove_prefix(1);
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
    f.precision = static_cast<int>(number());
  }
  if (text.size() > 1 || f.width > 4096 || f.precision.value_or(0) > 300) return std::nullopt;
  if (!text.empty()) f.type = text[0];
  if (f.zero && f.align == 0) f.fill = '0', f.align = '=';
  return f;
}

std::string grouped_digits(std::string digits, char by, std::size_t each) {
  const auto whole = std::min(digits.find('.'), digits.size());
  for (std::size_t at = whole; at > each; at -= each) digits.insert(at - each, 1, by);
  return digits;
}

}  // namespace

std::string DslInterpreter::text_of_code(std::uint32_t code) { return utf8_of(code); }

std::int64_t DslInterpreter::code_of_text(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::int64_t code = first < 0x80 ? first : first < 0xE0 ? first & 0x1F : first < 0xF0 ? first & 0x0F : first & 0x07;
  for (const char c : text.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

DslValue DslInterpreter::text_value(std::string text) {
  entries_.count(text.size() / 256);
  if (text.size() > longest_string) return Value::unknown(message("this has more than {} elements", longest_string));
  return Value::of(Kind::string, std::move(text));
}

DslValue DslInterpreter::string(SyntaxNode n) {
  if (n.is("concatenated_string")) {
    std::string all;
    Value failed;
    bool whole = true;
    for (const auto& c : n.children()) {
      const auto part = string(c);
      if (part.is(Kind::string)) all += part.text;
      else failed = part, whole = false;
    }
    return whole ? text_value(std::move(all)) : failed;
  }
  const auto text = n.text();
  const auto marks = text.substr(0, text.find_first_of("\"'"));
  if (marks.find_first_of("bB") != std::string_view::npos) return Value::unknown(not_followed(Message("bytes")));
  const bool raw = marks.find_first_of("rR") != std::string_view::npos;
  const auto known = [&](std::optional<std::string> said) {
    return said ? text_value(std::move(*said)) : Value::unknown(not_followed(Message("an escape")));
  };
  if (marks.find_first_of("fF") == std::string_view::npos) {
    auto inner = text.substr(marks.size());
    const std::size_t each = inner.size() >= 6 && inner.substr(0, 3) == std::string(3, inner[0]) ? 3 : 1;
    if (inner.size() < 2 * each) return Value::of(Kind::string);
    return known(unescaped(inner.substr(each, inner.size() - 2 * each), raw, false));
  }
  std::string said;
  std::optional<Value> failed;
  for (const auto& c : n.children()) {
    if (c.is("string_content")) {
      const auto part = known(unescaped(c.text(), raw, true));
      if (part.is(Kind::string)) said += part.text;
      else failed = part;
    }
    if (!c.is("interpolation") || !c["expression"]) continue;
    const auto v = evaluate(c["expression"]);
    auto spec = std::string();
    if (const auto f = c["format_specifier"]) {
      // A format specification may contain expressions.
      auto at = f.begin() + 1;
      const auto whole = f.text();
      bool inner_known = true;
      for (const auto& inner : f.children()) {
        spec += whole.substr(at - f.begin(), inner.begin() - at);
        at = inner.end();
        const auto part = inner["expression"] ? formatted(evaluate(inner["expression"]), {}) : Value{};
        inner_known &= part.is(Kind::string);
        spec += part.text;
      }
      spec += whole.substr(at - f.begin());
      if (!inner_known) failed = Value::unknown(not_followed(Message("a format")));
    }
    // `{x = }` shows the expression as written, then its repr() unless a format is given.
    const auto as = c["type_conversion"].text();
    const bool says_name = c.has("=");
    if (says_name) {
      const auto rest = std::string_view(c.text()).substr(c["expression"].end() - c.begin());
      const auto equals = rest.find('=');
      const auto end = std::min(rest.find_first_not_of(" \t", equals + 1), rest.size());
      said += std::string_view(c.text()).substr(1, c["expression"].end() - c.begin() - 1 + end);
    }
    const auto part = formatted(converted(v, !as.empty() ? as : says_name && spec.empty() ? "!r" : ""), spec);
    if (part.is(Kind::string)) said += part.text;
    else if (!failed) failed = part;
    if (said.size() > longest_string) break;
  }
  return failed ? *failed : text_value(std::move(said));
}

/// Returns a value converted as by `!r`.
DslValue DslInterpreter::converted(const Value& v, std::string_view as) {
  if (as.empty()) return v;
  const auto text = shown(v, as[1] != 's');
  if (!text && (!v.is_known() || v.is_computed())) return v;
  return text && (as[1] != 'a' || is_ascii_text(*text)) ? text_value(*text) : Value::unknown(not_followed(Message("a format")));
}

std::optional<std::string> DslInterpreter::shown(const Value& v, bool quoted, int depth) {
  if (depth > 8 || v.lost() != nullptr || (v.dynamic && in_library_ == 0)) return std::nullopt;
  const auto all_of = [&](const DslItems& items, std::string_view open, std::string_view close) -> std::optional<std::string> {
    std::string text(open);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto one = shown(items[i], true, depth + 1);
      if (!one || text.size() > longest_string) return std::nullopt;
      text += (i > 0 ? ", " : "") + *one;
    }
    return text + std::string(close);
  };
  switch (v.kind) {
    case Kind::none: return "None";
    case Kind::boolean: return v.number != 0 ? "True" : "False";
    case Kind::integer:
      if (v.object) return std::nullopt;
      return std::to_string(v.number);
    case Kind::real: return shown_real(v.real);
    case Kind::string: {
      if (!quoted) return v.text;
      return quoted_text(v.text);
    }
    case Kind::tuple:
      if (v.object) return std::nullopt;
      return all_of(*v.items, "(", v.items->size() == 1 ? ",)" : ")");
    case Kind::list: return all_of(*v.items, "[", "]");
    case Kind::set: {
      const auto around = [&](std::string_view inner) { return v.text.empty() ? std::string(inner) : fmt::format("frozenset({})", inner); };
      if (v.items->empty()) return v.text.empty() ? "set()" : "frozenset()";
      const auto inner = v.items->size() == 1 ? all_of(*v.items, "{", "}") : std::nullopt;
      return inner ? std::optional(around(*inner)) : std::nullopt;
    }
    case Kind::view: {
      DslItems all;
      for (std::size_t i = 0; i < v.pairs->size(); ++i) all.push_back(of_view(v, i));
      return all_of(all, fmt::format("dict_{}([", v.text), "])");
    }
    case Kind::klass: return std::nullopt;
    case Kind::range:
      return (*v.items)[2].number == 1 ? fmt::format("range({}, {})", (*v.items)[0].number, (*v.items)[1].number)
                                       : fmt::format("range({}, {}, {})", (*v.items)[0].number, (*v.items)[1].number, (*v.items)[2].number);
    case Kind::dict: {
      if (v.pairs->factory) return std::nullopt;
      std::string text = "{";
      for (const auto& [key, value] : *v.pairs) {
        const auto k = shown(key, true, depth + 1), x = shown(value, true, depth + 1);
        if (!k || !x || text.size() > longest_string) return std::nullopt;
        text += (text.size() > 1 ? ", " : "") + *k + ": " + *x;
      }
      return text + "}";
    }
    case Kind::object: return shown_object(v, quoted, depth);
    default: return std::nullopt;
  }
}

std::optional<std::string> DslInterpreter::shown_object(const Value& v, bool quoted, int depth) {
  if (!v.object->of) return std::nullopt;
  const auto& k = *v.object->of;
  for (const auto* method : {"__str__", "__repr__"})
    if ((!quoted || method == std::string_view("__repr__")) && special(v, method) != nullptr) {
      // A dataclass defines its own, which hides the inherited one.
      if (method == std::string_view("__repr__") && k.is_data && !k.members.contains(method)) break;
      const auto own = call_special(v, method, {});
      return own->is(Kind::string) ? std::optional(own->text) : std::nullopt;
    }
  if (k.is_enum && k.other_base.empty()) {
    const auto name = fmt::format("{}.{}", k.name, v.object->members.at("name").text);
    if (!quoted) return name;
    const auto value = shown(v.object->members.at("value"), true, depth + 1);
    return value ? std::optional(fmt::format("<{}: {}>", name, *value)) : std::nullopt;
  }
  if (!k.is_data || !in_classes_of_program(k)) return std::nullopt;
  std::string text;
  for (const auto& f : k.fields) {
    if (const auto* usual = k.find(f); usual != nullptr && is_field(*usual) && usual->object->members.contains("repr")) {
      const auto shows = truth(usual->object->members.at("repr"));
      if (!shows) return std::nullopt;
      if (!*shows) continue;
    }
    const auto at = v.object->members.find(f);
    const auto one = at != v.object->members.end() ? shown(at->second, true, depth + 1) : std::nullopt;
    if (!one) return std::nullopt;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", f, *one);
  }
  return fmt::format("{}({})", k.name, text);
}

DslValue DslInterpreter::formatted(const Value& v, std::string_view spec) {
  if (!v.is_known()) return v;
  const auto unread = [&] {
    const bool of_library = v.is(Kind::symbol) || v.is(Kind::cute) || v.dynamic || (v.is(Kind::object) && !v.object->of);
    return of_library ? Value::computed() : Value::unknown(not_followed(Message("a format")));
  };
  if (special(v, "__format__") != nullptr) return *call_special(v, "__format__", {{Value::of(Kind::string, std::string(spec))}, {}});
  if (spec.empty()) {
    const auto text = shown(v);
    return text ? text_value(*text) : unread();
  }
  const auto f = format_spec_in(spec);
  if (!f || v.dynamic || v.object) return unread();
  std::string sign, digits;
  auto align = f->align;
  if (v.is(Kind::string)) {
    if (f->type != 0 && f->type != 's' && std::string_view("bcdeEfFgGnoxX%").find(f->type) != std::string_view::npos)
      return fails("ValueError", not_followed(Message("a format")));
    if ((f->type != 0 && f->type != 's') || f->sign != '-' || f->alternate || f->grouping != 0 || align == '=' || !is_ascii_text(v.text))
      return unread();
    digits = f->precision ? v.text.substr(0, static_cast<std::size_t>(*f->precision)) : v.text;
    if (align == 0) align = '<';
  } else if (v.is_integer() || v.is(Kind::real)) {
    const bool real = v.is(Kind::real) || (f->type != 0 && std::string_view("fFeEgG%").find(f->type) != std::string_view::npos);
    const bool negative = v.is(Kind::real) ? std::signbit(v.real) : v.number < 0;
    sign = negative ? "-" : f->sign == '-' ? "" : std::string(1, f->sign);
    if (!real) {
      const auto magnitude = negative ? std::uint64_t{0} - static_cast<std::uint64_t>(v.number) : static_cast<std::uint64_t>(v.number);
      if (f->precision) return unread();
      switch (f->type) {
        case 0:
        case 'd': digits = fmt::format("{}", magnitude); break;
        case 'x': digits = fmt::format("{:x}", magnitude); break;
        case 'X': digits = fmt::format("{:X}", magnitude); break;
        case 'o': digits = fmt::format("{:o}", magnitude); break;
        case 'b': digits = fmt::format("{:b}", magnitude); break;
        case 'c':
          if (negative || magnitude >= 0x80 || f->sign != '-' || f->alternate || f->grouping != 0) return unread();
          sign.clear(), digits = std::string(1, static_cast<char>(magnitude));
          break;
        default: return unread();
      }
      if (f->alternate && f->type != 0 && f->type != 'd') sign += std::string("0") + f->type;
      if (f->grouping != 0) {
        if (f->grouping == ',' && f->type != 0 && f->type != 'd') return unread();
        const std::size_t each = f->type == 0 || f->type == 'd' ? 3 : 4;
        if (align == '=' && !f->zero) return unread();
        // Leading zeros are grouped as well, but no separator comes first.
        if (align == '=')
          while (sign.size() + digits.size() + (digits.size() - 1) / each < f->width) digits.insert(0, 1, '0');
        digits = grouped_digits(digits, f->grouping, each);
      }
    } else {
      const auto x = std::abs(v.as_real()) * (f->type == '%' ? 100 : 1);
      if (!std::isfinite(x) || f->alternate) return unread();
      const int precision = f->precision.value_or(6);
      switch (f->type) {
        case 'f':
        case 'F':
        case '%': digits = fmt::format("{:.{}f}", x, precision); break;
        case 'e': digits = fmt::format("{:.{}e}", x, precision); break;
        case 'E': digits = fmt::format("{:.{}E}", x, precision); break;
        case 'g': digits = fmt::format("{:.{}g}", x, std::max(precision, 1)); break;
        case 0:
          if (!f->precision) digits = shown_real(x);
          else digits = general_real(x, std::max(precision, 1));
          break;
        default: return unread();
      }
      if (f->type == '%') digits += '%';
      if (f->grouping != 0) {
        if (align == '=' || f->type == 'e' || f->type == 'E' || f->type == 'g' || digits.find('e') != std::string::npos) return unread();
        digits = grouped_digits(digits, f->grouping, 3);
      }
    }
    if (align == 0) align = '>';
  } else {
    return unread();
  }
  const auto size = sign.size() + digits.size();
  const auto room = f->width > size ? f->width - size : 0;
  const auto before = align == '>' ? room : align == '^' ? room / 2 : 0;
  if (align == '=') return text_value(sign + std::string(room, f->fill) + digits);
  return text_value(std::string(before, f->fill) + sign + digits + std::string(room - before, f->fill));
}

}  // namespace app
