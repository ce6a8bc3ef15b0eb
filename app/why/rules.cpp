#include "app/why/rules.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <string>

#include "algebra/text/characters.hpp"
#include "assets/assets.hpp"

namespace app::why {
namespace {

using algebra::take_until;
using algebra::trimmed;

std::vector<std::string_view> split(std::string_view text, std::string_view between) {
  std::vector<std::string_view> parts;
  if (text.empty() || text == "-") return parts;
  for (;;) {
    const auto end = text.find(between);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == npos) return parts;
    text.remove_prefix(end + between.size());
  }
}

std::string without_blanks(std::string_view text) {
  std::string all;
  for (const char c : text)
    if (!algebra::is_blank(c)) all += c;
  return all;
}

std::string_view given(std::string_view field) { return field == "-" ? std::string_view() : field; }

template <class Row, class Make>
std::vector<Row> rows_of(std::string_view asset, Make make) {
  std::vector<Row> all;
  for (auto rest = assets::get(asset); !rest.empty();) {
    const auto line = take_until(rest, '\n');
    if (line.empty() || line.starts_with('#')) continue;
    all.push_back(make(split(line, "\t")));
  }
  return all;
}

Rule rule_from(const std::vector<std::string_view>& f) {
  Rule r{.id = f.at(0), .files = split(f.at(1), ","), .operations = split(f.at(4), ",")};
  if (const auto colon = r.files[0].find(':'); colon != npos) {
    r.function = r.files[0].substr(colon + 1);
    r.files[0] = r.files[0].substr(0, colon);
  }
  for (const auto line : split(f.at(2), ",")) {
    std::size_t n = 0;
    std::from_chars(line.data(), line.data() + line.size(), n);
    r.lines.push_back(n);
  }
  for (const auto pattern : split(f.at(3), " || ")) r.patterns.push_back(without_blanks(pattern));
  r.operation = given(f.at(5));
  r.rule = f.at(6), r.advice = f.at(7), r.repair = given(f.at(8)), r.page = f.at(9);
  return r;
}

Operation operation_from(const std::vector<std::string_view>& f) {
  Operation o{.name = f.at(0), .arguments = split(f.at(1), ",")};
  for (auto operand : split(f.at(2), ";")) {
    const auto sign = operand.find('=');
    const bool is_index = operand.starts_with('<');
    const auto name = operand.substr(is_index ? 1 : 0, (sign == npos ? operand.size() : sign) - (is_index ? 1 : 0));
    // A template argument without a type of its own is the next one.
    const auto next = o.operands.size() < o.arguments.size() ? o.arguments[o.operands.size()] : name;
    o.operands.push_back({name, sign == npos ? next : operand.substr(sign + 1), is_index});
  }
  if (f.size() > 3) o.call = f.at(3);
  return o;
}

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool is_in(const Rule& r, const ErrorText& e) {
  const auto& where = r.files;
  switch (e.source) {
    case Source::dsl: return where[0] == "dsl";
    case Source::python: return where[0] == "python";
    case Source::sanitizer: return where[0] == "sanitizer";
    case Source::cuda: return where[0] == "cuda";
    default: break;
  }
  if (where[0] == "*") return true;
  if (where[0] == "@user") return !is_of_a_library(e.place.file);
  // A text may lack the note that names the place of a macro.
  const auto file = base_name(e.place.file);
  return file == "config.hpp" || std::ranges::find(where, file) != where.end();
}

bool is_for(const Rule& r, const ErrorText& e, std::string_view operation) {
  const auto names = [](std::string_view name, std::string_view wanted) {
    return name == wanted ||
           (name.size() > wanted.size() + 2 && name.ends_with(wanted) && name.substr(name.size() - wanted.size() - 2, 2) == "::");
  };
  if (!r.function.empty()) {
    const auto inner = std::ranges::find_if(e.frames, [](const Frame& f) { return f.name != "<lambda>"; });
    if (inner != e.frames.end() && !names(inner->name, r.function)) return false;
  }
  return r.operations.empty() || std::ranges::any_of(r.operations, [&](std::string_view o) { return names(operation, o); });
}

/// '_60'wasnotdeclaredinthisscope, useofundeclaredidentifier'_60'
bool names_an_integer(std::string_view words) {
  for (const char quote : {'\'', '"'}) {
    const auto open = words.find(std::string{quote, '_'});
    if (open == npos || !std::ranges::any_of(std::initializer_list<std::string_view>{"notdeclared", "undeclared", "isundefined"},
                                             [&](std::string_view w) { return words.find(w) != npos; }))
      continue;
    const auto digits = words.substr(open + 2, words.find(quote, open + 2) - open - 2);
    if (!digits.empty() && std::ranges::all_of(digits, algebra::is_digit)) return true;
  }
  return false;
}

}  // namespace

std::span<const Rule> rules() {
  static const auto all = rows_of<Rule>("why/rules.tsv", rule_from);
  return all;
}

std::span<const Operation> operations() {
  static const auto all = rows_of<Operation>("why/operations.tsv", operation_from);
  return all;
}

const Rule* rule_of(const ErrorText& e, std::string_view operation) {
  const auto words = without_blanks(e.words), expression = without_blanks(e.expression), detail = without_blanks(e.detail);
  const bool of_run = e.source >= Source::dsl;
  for (const auto& r : rules()) {
    if (!is_in(r, e) || !is_for(r, e, operation)) continue;
    const bool holds = std::ranges::any_of(r.patterns, [&](const std::string& p) {
      if (p == "@assertion") return e.is_assertion;
      if (p == "@named_integer") return names_an_integer(words);
      return words.find(p) != npos || expression.find(p) != npos || (of_run && detail.find(p) != npos);
    });
    if (holds) return &r;
  }
  // Without a words and an excerpt, the line of CuTe 4.7 tells.
  if (!e.is_assertion || !e.words.empty()) return nullptr;
  for (const auto& r : rules())
    if (is_in(r, e) && is_for(r, e, operation) && std::ranges::find(r.lines, e.place.line) != r.lines.end()) return &r;
  return nullptr;
}

}  // namespace app::why
