// Strings of Python: literals, formats, methods.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

using algebra::message;
using algebra::Message;

namespace {

constexpr std::string_view spaces = " \t\n\r\f\v";

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

/// Text with its escapes; nothing where one is not known. In an f-string `{{` is a brace.
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
      // What is no escape stays as it is.
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

/// How Python shows a real number.
std::string shown_real(double x) {
  auto text = fmt::format("{}", x);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
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
      // A specification may have expressions of its own.
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
    auto shows = v;
    if (const auto conversion = c["type_conversion"]) {
      const auto as = shown(v, conversion.text() != "!s");
      shows = as ? text_value(*as) : Value::unknown(not_followed(Message("a format")));
    }
    const auto part = formatted(shows, spec);
    // `{x=}`
    const bool says_name = c.has("=");
    if (part.is(Kind::string) && !says_name) said += part.text;
    else if (!failed) failed = part.is(Kind::string) ? Value::unknown(not_followed(Message("a format"))) : part;
    if (said.size() > longest_string) break;
  }
  return failed ? *failed : text_value(std::move(said));
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
    case Kind::real:
      if (!std::isfinite(v.real)) return std::nullopt;
      return shown_real(v.real);
    case Kind::string: {
      if (!quoted) return v.text;
      const bool has_single = v.text.find('\'') != std::string::npos;
      if (v.text.find_first_of("\\\n\t\r") != std::string::npos || !is_ascii_text(v.text) ||
          std::ranges::any_of(v.text, [](char c) { return c < ' ' || c == 0x7F; }) || (has_single && v.text.find('"') != std::string::npos))
        return std::nullopt;
      const char mark = has_single ? '"' : '\'';
      return mark + v.text + mark;
    }
    case Kind::tuple:
      if (v.object) return std::nullopt;
      return all_of(*v.items, "(", v.items->size() == 1 ? ",)" : ")");
    case Kind::list: return all_of(*v.items, "[", "]");
    case Kind::set:
      if (v.items->empty()) return "set()";
      return v.items->size() == 1 ? all_of(*v.items, "{", "}") : std::nullopt;
    case Kind::range:
      return (*v.items)[2].number == 1 ? fmt::format("range({}, {})", (*v.items)[0].number, (*v.items)[1].number)
                                       : fmt::format("range({}, {}, {})", (*v.items)[0].number, (*v.items)[1].number, (*v.items)[2].number);
    case Kind::dict: {
      std::string text = "{";
      for (const auto& [key, value] : *v.pairs) {
        const auto k = shown(key, true, depth + 1), x = shown(value, true, depth + 1);
        if (!k || !x || text.size() > longest_string) return std::nullopt;
        text += (text.size() > 1 ? ", " : "") + *k + ": " + *x;
      }
      return text + "}";
    }
    case Kind::object: {
      if (!v.object->of) return std::nullopt;
      for (const auto* method : {"__str__", "__repr__"})
        if ((!quoted || method == std::string_view("__repr__")) && special(v, method) != nullptr) {
          const auto own = call_special(v, method, {});
          return own->is(Kind::string) ? std::optional(own->text) : std::nullopt;
        }
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

DslValue DslInterpreter::formatted(const Value& v, std::string_view spec) {
  if (!v.is_known()) return v;
  const auto unread = [&] {
    const bool of_library = v.is(Kind::symbol) || v.is(Kind::cute) || v.dynamic || (v.is(Kind::object) && !v.object->of);
    return of_library ? Value::computed() : Value::unknown(not_followed(Message("a format")));
  };
  if (spec.empty()) {
    const auto text = shown(v);
    return text ? text_value(*text) : unread();
  }
  const auto f = format_spec_in(spec);
  if (!f || v.dynamic || v.object) return unread();
  std::string sign, digits;
  auto align = f->align;
  if (v.is(Kind::string)) {
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
        default: return unread();
      }
      if (f->alternate && f->type != 0 && f->type != 'd') sign += std::string("0") + f->type;
      if (f->grouping != 0) {
        if (align == '=' || (f->grouping == ',' && f->type != 0 && f->type != 'd')) return unread();
        digits = grouped_digits(digits, f->grouping, f->type == 0 || f->type == 'd' ? 3 : 4);
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
          if (f->precision) return unread();
          digits = shown_real(x);
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

DslValue DslInterpreter::string_method(const Value& of, std::string_view name, const Arguments& given) {
  const auto& a = given.all;
  const auto unread = [&] { return Value::unknown(not_read(fmt::format("str.{}", name))); };
  for (const auto& v : a)
    if (!v.is_known() || v.is_computed()) return v;
  const auto is_text = [&](std::size_t i) { return i < a.size() && a[i].is(Kind::string); };
  const auto word = [](std::string text) { return Value::of(Kind::string, std::move(text)); };
  const auto& text = of.text;
  const bool ascii = is_ascii_text(text);
  if (name == "format") {
    // Places in order, or by their numbers or names.
    std::string said;
    std::size_t next = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i]) {
        said += text[i++];
        continue;
      }
      if (text[i] != '{') {
        said += text[i];
        continue;
      }
      const auto end = text.find('}', i);
      if (end == std::string::npos) return unread();
      const auto place = text.substr(i + 1, end - i - 1);
      const auto field = place.substr(0, place.find(':'));
      const Value* v = nullptr;
      if (field.empty()) v = next < a.size() ? &a[next++] : nullptr;
      else if (field.find_first_not_of("0123456789") == std::string::npos && field.size() < 4) v = given.at(std::stoul(field), "");
      else v = given.find(field);
      if (v == nullptr) return unread();
      const auto part = formatted(*v, field.size() == place.size() ? std::string_view() : std::string_view(place).substr(field.size() + 1));
      if (!part.is(Kind::string)) return part;
      said += part.text;
      i = end;
    }
    return text_value(std::move(said));
  }
  if ((name == "split" || name == "rsplit") && a.size() <= 2) {
    const auto *by = given.at(0, "sep"), *most = given.at(1, "maxsplit");
    if ((most != nullptr && !most->is_integer()) || (by != nullptr && !by->is(Kind::string) && !by->is(Kind::none))) return unread();
    auto left = most == nullptr || most->number < 0 ? std::numeric_limits<std::int64_t>::max() : most->number;
    if (name == "rsplit" && most != nullptr && most->number >= 0) return unread();
    DslItems parts;
    if (by != nullptr && by->is(Kind::string)) {
      if (by->text.empty()) return fails("ValueError", not_read("split"));
      std::size_t begin = 0;
      for (;;) {
        const auto end = left-- > 0 ? text.find(by->text, begin) : std::string::npos;
        parts.push_back(word(text.substr(begin, end == std::string::npos ? end : end - begin)));
        if (end == std::string::npos) break;
        begin = end + by->text.size();
      }
    } else {
      auto rest = std::string_view(text);
      for (;;) {
        rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
        if (rest.empty()) break;
        const auto end = left-- > 0 ? std::min(rest.find_first_of(spaces), rest.size()) : rest.size();
        parts.push_back(word(std::string(rest.substr(0, end))));
        rest.remove_prefix(end);
      }
    }
    return Value::list(std::move(parts));
  }
  if (!given.named.empty()) return unread();
  if ((name == "strip" || name == "lstrip" || name == "rstrip") && a.size() <= 1) {
    if (!a.empty() && !a[0].is(Kind::string) && !a[0].is(Kind::none)) return unread();
    const auto drop = is_text(0) ? a[0].text : std::string(spaces);
    if (!is_ascii_text(drop)) return unread();
    auto rest = std::string_view(text);
    if (name != "rstrip") rest.remove_prefix(std::min(rest.find_first_not_of(drop), rest.size()));
    if (name != "lstrip") rest = rest.substr(0, rest.find_last_not_of(drop) + 1);
    return word(std::string(rest));
  }
  if ((name == "startswith" || name == "endswith") && a.size() == 1) {
    const auto all = a[0].is(Kind::tuple) ? *a[0].items : DslItems{a[0]};
    bool holds = false;
    for (const auto& v : all) {
      if (!v.is(Kind::string)) return unread();
      holds |= name == "startswith" ? text.starts_with(v.text) : text.ends_with(v.text);
    }
    return Value::boolean(holds);
  }
  if (name == "join" && a.size() == 1) {
    const auto all = elements(a[0]);
    if (!all) return a[0].undecided(not_read("join"));
    std::string joined;
    for (std::size_t i = 0; i < all->size(); ++i) {
      const auto& v = (*all)[i];
      if (!v.is(Kind::string)) return v.is_known() && !v.is_computed() ? fails("TypeError", not_read("join")) : v;
      joined += (i > 0 ? text : std::string()) + v.text;
      if (joined.size() > longest_string) break;
    }
    return text_value(std::move(joined));
  }
  if (name == "replace" && (a.size() == 2 || (a.size() == 3 && a[2].is_integer())) && is_text(0) && is_text(1)) {
    if (a[0].text.empty()) return unread();
    auto left = a.size() == 3 && a[2].number >= 0 ? a[2].number : std::numeric_limits<std::int64_t>::max();
    std::string said;
    for (std::size_t i = 0; i < text.size() && said.size() <= longest_string;)
      if (left > 0 && text.compare(i, a[0].text.size(), a[0].text) == 0) said += a[1].text, i += a[0].text.size(), --left;
      else said += text[i++];
    return text_value(std::move(said));
  }
  if ((name == "removeprefix" || name == "removesuffix") && a.size() == 1 && is_text(0)) {
    if (name == "removeprefix") return word(text.starts_with(a[0].text) ? text.substr(a[0].text.size()) : text);
    return word(text.ends_with(a[0].text) && !a[0].text.empty() ? text.substr(0, text.size() - a[0].text.size()) : text);
  }
  if ((name == "partition" || name == "rpartition") && a.size() == 1 && is_text(0) && !a[0].text.empty()) {
    const auto at = name == "partition" ? text.find(a[0].text) : text.rfind(a[0].text);
    if (at == std::string::npos)
      return name == "partition" ? Value::tuple({of, word(""), word("")}) : Value::tuple({word(""), word(""), of});
    return Value::tuple({word(text.substr(0, at)), a[0], word(text.substr(at + a[0].text.size()))});
  }
  if (name == "count" && a.size() == 1 && is_text(0) && !a[0].text.empty()) {
    std::int64_t n = 0;
    for (auto at = text.find(a[0].text); at != std::string::npos; at = text.find(a[0].text, at + a[0].text.size())) ++n;
    return Value::integer(n);
  }
  if (!ascii) return unread();
  if ((name == "find" || name == "index" || name == "rfind" || name == "rindex") && a.size() == 1 && is_text(0)) {
    const auto at = name.starts_with('r') ? text.rfind(a[0].text) : text.find(a[0].text);
    if (at == std::string::npos && name.ends_with("index")) return fails("ValueError", message("there is no such key"));
    return Value::integer(at == std::string::npos ? -1 : static_cast<std::int64_t>(at));
  }
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c ^ 0x20) : c; };
  const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c ^ 0x20) : c; };
  const auto is_letter = [&](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (a.empty() &&
      (name == "lower" || name == "upper" || name == "casefold" || name == "swapcase" || name == "capitalize" || name == "title")) {
    auto said = text;
    for (std::size_t i = 0; i < said.size(); ++i) {
      auto& c = said[i];
      const bool first = name == "capitalize" ? i == 0 : i == 0 || !is_letter(text[i - 1]);
      if (name == "lower" || name == "casefold") c = lower(c);
      else if (name == "upper") c = upper(c);
      else if (name == "swapcase") c = lower(c) == c ? upper(c) : lower(c);
      else c = first ? upper(c) : lower(c);
    }
    return word(std::move(said));
  }
  if (a.empty() && name.starts_with("is")) {
    const auto all = [&](auto holds) { return Value::boolean(!text.empty() && std::ranges::all_of(text, holds)); };
    if (name == "isdigit" || name == "isnumeric" || name == "isdecimal") return all(is_digit);
    if (name == "isalpha") return all(is_letter);
    if (name == "isalnum") return all([&](char c) { return is_letter(c) || is_digit(c); });
    if (name == "isspace") return all([](char c) { return spaces.find(c) != std::string_view::npos; });
    if (name == "isupper" || name == "islower") {
      const bool letters = std::ranges::any_of(text, is_letter);
      return Value::boolean(
          letters && std::ranges::none_of(text, [&](char c) { return is_letter(c) && (name == "isupper" ? upper(c) : lower(c)) != c; }));
    }
    return unread();
  }
  if ((name == "zfill" || name == "ljust" || name == "rjust" || name == "center") && !a.empty() && a[0].is_integer() &&
      a[0].number < 4096) {
    const auto room = static_cast<std::size_t>(std::max<std::int64_t>(a[0].number - static_cast<std::int64_t>(text.size()), 0));
    const char fill = name == "zfill" ? '0' : is_text(1) && a[1].text.size() == 1 ? a[1].text[0] : ' ';
    if (a.size() > 2 || (a.size() == 2 && (!is_text(1) || a[1].text.size() != 1))) return unread();
    if (name == "zfill") {
      const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
      return word(text.substr(0, sign) + std::string(room, '0') + text.substr(sign));
    }
    if (name == "ljust") return word(text + std::string(room, fill));
    if (name == "rjust") return word(std::string(room, fill) + text);
    // An odd place goes to the left where the width is odd.
    const auto before = room / 2 + (room & static_cast<std::size_t>(a[0].number) & 1);
    return word(std::string(before, fill) + text + std::string(room - before, fill));
  }
  if (name == "splitlines" && a.empty() && text.find_first_of("\r\v\f\x1c\x1d\x1e") == std::string::npos) {
    DslItems lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const auto end = std::min(text.find('\n', begin), text.size());
      lines.push_back(word(text.substr(begin, end - begin)));
      begin = end + 1;
    }
    return Value::list(std::move(lines));
  }
  return unread();
}

}  // namespace app
