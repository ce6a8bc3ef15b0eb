// Methods of Python's strings, and `%`.

#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace app {

using algebra::message;
using algebra::Message;

namespace {

constexpr std::string_view white = " \t\n\r\f\v";

bool has_ascii_alone(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

DslValue text_as_value(std::string text) { return DslValue::of(DslValue::Kind::string, std::move(text)); }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c ^ 0x20) : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c ^ 0x20) : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

using Test = bool (*)(std::string_view);
template <bool (*holds)(char)>
bool of_all(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, holds);
}
template <char (*other)(char)>
bool has_case(std::string_view text) {
  return std::ranges::any_of(text, is_letter) && std::ranges::all_of(text, [](char c) { return !is_letter(c) || other(c) == c; });
}
bool is_title(std::string_view text) {
  bool letters = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_letter(text[i])) continue;
    const bool first = i == 0 || !is_letter(text[i - 1]);
    if ((first ? upper(text[i]) : lower(text[i])) != text[i]) return false;
    letters = true;
  }
  return letters;
}

constexpr std::pair<std::string_view, Test> tests_of_text[] = {
    {"isdigit", of_all<is_digit>},
    {"isnumeric", of_all<is_digit>},
    {"isdecimal", of_all<is_digit>},
    {"isalpha", of_all<is_letter>},
    {"isalnum", of_all<[](char c) { return is_letter(c) || is_digit(c); }>},
    {"isspace", of_all<[](char c) { return white.find(c) != std::string_view::npos || (c >= 0x1c && c <= 0x1f); }>},
    {"isupper", has_case<upper>},
    {"islower", has_case<lower>},
    {"istitle", is_title},
    {"isascii", [](std::string_view) { return true; }},
    {"isprintable", [](std::string_view text) { return std::ranges::all_of(text, [](char c) { return c >= ' ' && c != 0x7F; }); }},
    {"isidentifier", [](std::string_view text) {
       return !text.empty() && !is_digit(text[0]) &&
              std::ranges::all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
     }}};

using Change = char (*)(std::string_view text, std::size_t at);
constexpr std::pair<std::string_view, Change> changes_of_text[] = {
    {"lower", [](std::string_view t, std::size_t i) { return lower(t[i]); }},
    {"casefold", [](std::string_view t, std::size_t i) { return lower(t[i]); }},
    {"upper", [](std::string_view t, std::size_t i) { return upper(t[i]); }},
    {"swapcase", [](std::string_view t, std::size_t i) { return lower(t[i]) == t[i] ? upper(t[i]) : lower(t[i]); }},
    {"capitalize", [](std::string_view t, std::size_t i) { return i == 0 ? upper(t[i]) : lower(t[i]); }},
    {"title", [](std::string_view t, std::size_t i) { return i == 0 || !is_letter(t[i - 1]) ? upper(t[i]) : lower(t[i]); }}};

template <class F, std::size_t n>
F of_text(const std::pair<std::string_view, F> (&table)[n], std::string_view name) {
  return std::ranges::find(table, name, &std::pair<std::string_view, F>::first)->second;
}

}  // namespace

/// Returns the range of a text that a method searches, and its start; nullopt if a bound is not a number or the text is not ASCII.
std::optional<std::pair<std::string_view, std::size_t>> DslInterpreter::part_of_text(const Given& g, std::size_t from) {
  const std::string_view text = g.self().text;
  if (g.set(from) == nullptr && g.set(from + 1) == nullptr) return std::pair(text, std::size_t{0});
  if (!g.fits(from, Kind::integer) || !g.fits(from + 1, Kind::integer) || !has_ascii_alone(text)) return std::nullopt;
  const auto begin = g.number(from, 0), size = static_cast<std::int64_t>(text.size());
  // Nothing is found past the end, not even an empty text.
  if (begin > size) return std::nullopt;
  const auto first = place_from(begin, text.size()), last = place_from(g.number(from + 1, size), text.size());
  if (last < first) return std::nullopt;
  return std::pair(text.substr(first, last - first), first);
}

/// Returns the value of a field `{0.x[1]!r:>{w}}`, converted and formatted.
DslValue DslInterpreter::format_field(std::string_view place, const Given& g, std::size_t& next) {
  const auto end = std::min({place.find_first_of("!:"), place.size()});
  auto path = place.substr(0, end);
  const auto colon = place.find(':');
  const auto as = end < place.size() && place[end] == '!' ? place.substr(end, 2) : std::string_view();
  const auto first = path.substr(0, path.find_first_of(".["));
  path.remove_prefix(first.size());
  const Value* found = nullptr;
  if (g.name == "format_map" || (!first.empty() && !is_digit(first[0]))) {
    found = g.all.find(first);
    if (found == nullptr) return no_key(text_as_value(std::string(first)));
  } else {
    const auto at = first.empty() ? next++ : first.size() < 4 ? std::stoul(std::string(first)) : g.all.all.size();
    if (at >= g.all.all.size()) return fails("IndexError", unread(g).why);
    found = &g.all.all[at];
  }
  auto v = *found;
  while (!path.empty()) {
    const bool is_member = path[0] == '.';
    const auto stop = is_member ? std::min(path.find_first_of(".[", 1), path.size()) : path.find(']');
    if (stop == std::string_view::npos) return unread(g);
    const auto word = path.substr(1, stop - 1);
    const bool number = !word.empty() && std::ranges::all_of(word, is_digit) && word.size() < 9;
    v = is_member ? attribute(v, std::string(word))
                  : item(v, number ? Value::integer(std::stol(std::string(word))) : text_as_value(std::string(word)));
    path.remove_prefix(stop + (is_member ? 0 : 1));
  }
  std::string spec;
  for (auto rest = colon == std::string_view::npos ? std::string_view() : place.substr(colon + 1); !rest.empty();) {
    if (rest[0] != '{') {
      spec += rest[0], rest.remove_prefix(1);
      continue;
    }
    const auto close = rest.find('}');
    if (close == std::string_view::npos) return unread(g);
    const auto inner = format_field(rest.substr(1, close - 1), g, next);
    if (!inner.is(Kind::string)) return inner;
    spec += inner.text, rest.remove_prefix(close + 1);
  }
  return formatted(converted(v, as), spec);
}

DslValue DslInterpreter::format_of(const Given& g) {
  // Fields in order, or by number or name.
  const auto& text = g.self().text;
  std::string said;
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((text[i] == '{' || text[i] == '}') && i + 1 < text.size() && text[i + 1] == text[i]) {
      said += text[i++];
      continue;
    }
    if (text[i] == '}') return fails("ValueError", unread(g).why);
    if (text[i] != '{') {
      said += text[i];
      continue;
    }
    auto end = i + 1;
    for (int depth = 1; end < text.size(); ++end)
      if ((depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0) == 0) break;
    if (end >= text.size()) return fails("ValueError", unread(g).why);
    const auto part = format_field(std::string_view(text).substr(i + 1, end - i - 1), g, next);
    if (!part.is(Kind::string)) return part;
    said += part.text;
    i = end;
  }
  return text_value(std::move(said));
}

/// `"%-5d" % 3`
DslValue DslInterpreter::percent(const std::string& text, const Value& given) {
  if (!given.is_known() || given.is_computed()) return given;
  const auto all = given.is(Kind::tuple) && !given.object ? *given.items : DslItems{given};
  const auto no = [&] { return Value::unknown(not_read("%")); };
  std::size_t next = 0;
  std::string said;
  bool by_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      said += text[i];
      continue;
    }
    if (++i < text.size() && text[i] == '%') {
      said += '%';
      continue;
    }
    std::optional<Value> v;
    if (i < text.size() && text[i] == '(') {
      const auto close = text.find(')', i);
      if (close == std::string::npos || !given.is(Kind::dict)) return no();
      v = item(given, text_as_value(text.substr(i + 1, close - i - 1)));
      i = close + 1, by_name = true;
    }
    const auto flags_end = std::min(text.find_first_not_of("#0- +", i), text.size());
    const auto flags = text.substr(i, flags_end - i);
    const auto end = std::min(text.find_first_not_of(".0123456789", flags_end), text.size());
    if (end == text.size()) return fails("ValueError", not_read("%"));
    const auto room = text.substr(flags_end, end - flags_end);
    const char type = text[end];
    i = end;
    if (!v) {
      if (next >= all.size()) return fails("TypeError", not_read("%"));
      v = all[next++];
    }
    const auto has = [&](char c) { return flags.find(c) != std::string::npos; };
    std::string spec(1, ' ');
    spec += has('-') ? '<' : '>';
    if (type == 's' || type == 'r' || type == 'a') {
      v = converted(*v, fmt::format("!{}", type));
      spec += room;
    } else if (type == 'c') {
      if (v->is_integer() && v->number >= 0 && v->number < 0x80) v = text_as_value(std::string(1, static_cast<char>(v->number)));
      if (!v->is(Kind::string)) return no();
      spec += room;
    } else {
      const bool whole = std::string_view("diuxXo").find(type) != std::string_view::npos;
      if ((!whole && std::string_view("eEfFgG").find(type) == std::string_view::npos) || (whole && room.find('.') != std::string::npos))
        return no();
      const bool number = v->is_integer() || v->is(Kind::real);
      if (v->is_known() && !v->is_computed() && !number && !v->object) return fails("TypeError", not_read("%"));
      if (!number || v->dynamic || (whole && v->is(Kind::real) && (type == 'x' || type == 'X' || type == 'o'))) return no();
      if (whole && v->is(Kind::real)) v = Value::integer(static_cast<std::int64_t>(v->real));
      if (has('0') && !has('-')) spec = "0=";
      spec += has('+') ? "+" : has(' ') ? " " : "";
      spec += has('#') ? "#" : "";
      spec += room;
      spec += type == 'i' || type == 'u' ? 'd' : type;
    }
    const auto part = formatted(*v, spec);
    if (!part.is(Kind::string)) return part;
    said += part.text;
  }
  if (next < all.size() && !by_name && (given.is(Kind::tuple) || !(given.is(Kind::dict) || given.is(Kind::list) || given.is(Kind::object))))
    return fails("TypeError", not_read("%"));
  return text_value(std::move(said));
}

/// Splits a text at white space or a separator, at most `most` times, from its end if `back`.
static DslItems parts_of(std::string_view text, const std::string* by, std::int64_t most, bool back) {
  DslItems parts;
  const auto add = [&](std::string_view part) { parts.insert(back ? parts.begin() : parts.end(), text_as_value(std::string(part))); };
  const auto trim = [&] {
    if (by != nullptr) return;
    if (back) text = text.substr(0, text.find_last_not_of(white) + 1);
    else text.remove_prefix(std::min(text.find_first_not_of(white), text.size()));
  };
  for (;; --most) {
    trim();
    if (by == nullptr && text.empty()) break;
    const auto at = most == 0       ? std::string_view::npos
                    : by == nullptr ? (back ? text.find_last_of(white) : text.find_first_of(white))
                    : back          ? text.rfind(*by)
                                    : text.find(*by);
    if (at == std::string_view::npos) {
      // The last part keeps the space on its other side.
      add(text);
      break;
    }
    const auto size = by == nullptr ? 1 : by->size();
    add(back ? text.substr(at + size) : text.substr(0, at));
    text = back ? text.substr(0, at) : text.substr(at + size);
  }
  return parts;
}

std::span<const DslInterpreter::Row> DslInterpreter::Rows::strings() {
  using Test = bool (*)(std::string_view, std::string_view);
  static constexpr Test starts = [](std::string_view text, std::string_view part) { return text.starts_with(part); };
  static constexpr Test ends = [](std::string_view text, std::string_view part) { return text.ends_with(part); };
  static constexpr auto tested = [](DslInterpreter& d, const Given& g, Test test) -> Value {
    const auto part = d.part_of_text(g, 1);
    if (!part && !has_ascii_alone(g.self().text)) return d.unread(g);
    bool holds = false;
    for (const auto& v : g[0]->is(Kind::tuple) ? *g[0]->items : DslItems{*g[0]}) {
      if (!v.is(Kind::string)) return d.unfit(g);
      holds |= part && test(part->first, v.text);
    }
    return Value::boolean(holds);
  };
  static const Row rows[] = {
      {"format", "* **", [](DslInterpreter& d, const Given& g) { return d.format_of(g); }},
      {"format_map", ".names",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::dict)) return d.unfit(g);
         Arguments named;
         for (const auto& [k, v] : *g[0]->pairs)
           if (k.is(Kind::string)) named.named.emplace_back(k.text, v);
         return d.format_of({.name = g.name, .of = g.of, .at = {}, .all = named});
       }},
      {"split rsplit", "sep? maxsplit?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g.fits(0, Kind::string) || !g.fits(1, Kind::integer)) return d.unfit(g);
         if (g.set(0) != nullptr && g[0]->text.empty()) return d.fails("ValueError", d.not_read("split"));
         return Value::list(parts_of(g.self().text, g.set(0) != nullptr ? &g[0]->text : nullptr, g.number(1, -1), g.name == "rsplit"));
       }},
      {"splitlines", "keepends?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto keeps = g[0] != nullptr ? d.truth(*g[0]) : std::optional(false);
         const auto& text = g.self().text;
         if (!keeps || !has_ascii_alone(text)) return d.unread(g);
         constexpr std::string_view line_ends = "\n\r\v\f\x1c\x1d\x1e";
         DslItems lines;
         for (std::size_t begin = 0; begin < text.size();) {
           const auto at = std::min(text.find_first_of(line_ends, begin), text.size());
           const auto next = std::min(at + (text.compare(at, 2, "\r\n") == 0 ? 2 : 1), text.size());
           lines.push_back(text_as_value(text.substr(begin, (*keeps ? next : at) - begin)));
           begin = next;
         }
         return Value::list(std::move(lines));
       }},
      {"strip lstrip rstrip", ".letters?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g.fits(0, Kind::string)) return d.unfit(g);
         const auto drop = g.set(0) != nullptr ? g[0]->text : std::string(white);
         if (!has_ascii_alone(drop)) return d.unread(g);
         auto rest = std::string_view(g.self().text);
         if (g.name != "rstrip") rest.remove_prefix(std::min(rest.find_first_not_of(drop), rest.size()));
         if (g.name != "lstrip") rest = rest.substr(0, rest.find_last_not_of(drop) + 1);
         return text_as_value(std::string(rest));
       }},
      {"startswith", ".part .start? .end?", [](DslInterpreter& d, const Given& g) { return tested(d, g, starts); }},
      {"endswith", ".part .start? .end?", [](DslInterpreter& d, const Given& g) { return tested(d, g, ends); }},
      {"join", ".all",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto all = d.elements(*g[0]);
         if (!all) return d.not_gone_through(g, *g[0]);
         std::string joined;
         for (std::size_t i = 0; i < all->size(); ++i) {
           const auto& v = (*all)[i];
           if (!v.is(Kind::string)) return v.is_known() && !v.is_computed() ? d.fails("TypeError", d.not_read("join")) : v;
           joined += (i > 0 ? g.self().text : std::string()) + v.text;
           if (joined.size() > longest_string) break;
         }
         return d.text_value(std::move(joined));
       }},
      {"replace", ".old .new .count?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::string) || !g[1]->is(Kind::string) || !g.fits(2, Kind::integer)) return d.unfit(g);
         const auto &text = g.self().text, &old = g[0]->text, &with = g[1]->text;
         if (old.empty() && !has_ascii_alone(text)) return d.unread(g);
         auto left = g.number(2, -1);
         std::string said;
         for (std::size_t i = 0; i <= text.size() && said.size() <= longest_string;) {
           const bool found = left != 0 && text.compare(i, old.size(), old) == 0;
           if (found) said += with, --left;
           if (found && !old.empty()) {
             i += old.size();
             continue;
           }
           if (i < text.size()) said += text[i];
           ++i;
         }
         return d.text_value(std::move(said));
       }},
      {"removeprefix", ".part",
       [](DslInterpreter& d, const Given& g) {
         const auto& text = g.self().text;
         if (!g[0]->is(Kind::string)) return d.unfit(g);
         return text_as_value(text.starts_with(g[0]->text) ? text.substr(g[0]->text.size()) : text);
       }},
      {"removesuffix", ".part",
       [](DslInterpreter& d, const Given& g) {
         const auto& text = g.self().text;
         if (!g[0]->is(Kind::string)) return d.unfit(g);
         return text_as_value(text.ends_with(g[0]->text) ? text.substr(0, text.size() - g[0]->text.size()) : text);
       }},
      {"partition rpartition", ".sep",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::string)) return d.unfit(g);
         if (g[0]->text.empty()) return d.fails("ValueError", d.not_read(g.name));
         const bool first = g.name == "partition";
         const auto& text = g.self().text;
         const auto at = first ? text.find(g[0]->text) : text.rfind(g[0]->text);
         const auto none = text_as_value("");
         if (at == std::string::npos) return first ? Value::tuple({g.self(), none, none}) : Value::tuple({none, none, g.self()});
         return Value::tuple({text_as_value(text.substr(0, at)), *g[0], text_as_value(text.substr(at + g[0]->text.size()))});
       }},
      {"count", ".part .start? .end?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::string)) return d.unfit(g);
         const auto part = d.part_of_text(g, 1);
         if (!has_ascii_alone(g.self().text) && (!part || g[0]->text.empty())) return d.unread(g);
         if (!part) return Value::integer(0);
         const auto& of = g[0]->text;
         if (of.empty()) return Value::integer(static_cast<std::int64_t>(part->first.size()) + 1);
         std::int64_t n = 0;
         for (auto at = part->first.find(of); at != std::string_view::npos; at = part->first.find(of, at + of.size())) ++n;
         return Value::integer(n);
       }},
      {"find index rfind rindex", ".part .start? .end?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g[0]->is(Kind::string) || !g.fits(1, Kind::integer) || !g.fits(2, Kind::integer)) return d.unfit(g);
         if (!has_ascii_alone(g.self().text)) return d.unread(g);
         const auto part = d.part_of_text(g, 1);
         const auto at = !part ? std::string_view::npos : g.name[0] == 'r' ? part->first.rfind(g[0]->text) : part->first.find(g[0]->text);
         if (at != std::string_view::npos) return Value::integer(static_cast<std::int64_t>(at + part->second));
         return g.name.ends_with("index")
                    ? d.fails("ValueError", message("there is no such key"), DslItems{text_as_value("substring not found")})
                    : Value::integer(-1);
       }},
      {"lower upper casefold swapcase capitalize title", "",
       [](DslInterpreter& d, const Given& g) {
         auto said = g.self().text;
         if (!has_ascii_alone(said)) return d.unread(g);
         for (std::size_t i = 0; i < said.size(); ++i) said[i] = of_text(changes_of_text, g.name)(g.self().text, i);
         return text_as_value(std::move(said));
       }},
      {"isdigit isnumeric isdecimal isalpha isalnum isspace isupper islower istitle isascii isprintable isidentifier", "",
       [](DslInterpreter& d, const Given& g) {
         return has_ascii_alone(g.self().text) ? Value::boolean(of_text(tests_of_text, g.name)(g.self().text)) : d.unread(g);
       }},
      {"zfill", ".width",
       [](DslInterpreter& d, const Given& g) {
         const auto& text = g.self().text;
         if (!g[0]->is_integer()) return d.unfit(g);
         if (g[0]->number > 4096 || !has_ascii_alone(text)) return d.unread(g);
         const auto room = static_cast<std::size_t>(std::max<std::int64_t>(g[0]->number - static_cast<std::int64_t>(text.size()), 0));
         const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
         return text_as_value(text.substr(0, sign) + std::string(room, '0') + text.substr(sign));
       }},
      {"ljust rjust center", ".width .fill?",
       [](DslInterpreter& d, const Given& g) -> Value {
         const auto& text = g.self().text;
         if (!g[0]->is_integer() || (g[1] != nullptr && (!g[1]->is(Kind::string) || g[1]->text.size() != 1))) return d.unfit(g);
         if (g[0]->number > 4096 || !has_ascii_alone(text)) return d.unread(g);
         const auto room = static_cast<std::size_t>(std::max<std::int64_t>(g[0]->number - static_cast<std::int64_t>(text.size()), 0));
         // With an odd width, the odd space goes to the left.
         const auto before = g.name == "ljust"   ? 0
                             : g.name == "rjust" ? room
                                                 : room / 2 + (room & static_cast<std::size_t>(g[0]->number) & 1);
         const char fill = g[1] != nullptr ? g[1]->text[0] : ' ';
         return text_as_value(std::string(before, fill) + text + std::string(room - before, fill));
       }},
      {"expandtabs", "tabsize?",
       [](DslInterpreter& d, const Given& g) -> Value {
         if (!g.fits(0, Kind::integer) || !has_ascii_alone(g.self().text)) return d.unfit(g);
         const auto each = g.number(0, 8);
         std::string said;
         std::int64_t column = 0;
         for (const char c : g.self().text) {
           const auto blanks = c == '\t' ? (each > 0 ? each - column % each : 0) : 0;
           said += c == '\t' ? std::string(static_cast<std::size_t>(blanks), ' ') : std::string(1, c);
           column = c == '\n' || c == '\r' ? 0 : column + (c == '\t' ? blanks : 1);
         }
         return d.text_value(std::move(said));
       }},
      {"encode translate", "* **", [](DslInterpreter& d, const Given& g) { return d.unread(g); }},
  };
  return rows;
}

}  // namespace app
