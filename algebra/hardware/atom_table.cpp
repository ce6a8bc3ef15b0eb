#include "algebra/hardware/atom_table.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

[[noreturn]] void fail(std::string_view what, std::string_view text) {
  throw std::logic_error(fmt::format("assets/atoms.tsv: {}: {}", what, text));
}

std::vector<std::string_view> split(std::string_view text, char at) {
  return Cursor(text, 0, at == ',' ? Brackets{.open = "(<", .close = ")>"} : no_brackets).split(at);
}

std::optional<std::int64_t> number_in(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty() ? std::optional(value) : std::nullopt;
}

/// A named layout: ONE(B) is (_1,_{B}):(_0,_1).
struct Named {
  std::string_view name;
  std::vector<std::string_view> parameters;
  std::string_view body;
};

/// Reads NAME=8..256/8,half_t:16,(float|f:32); with * before the values others are allowed, too.
AtomParameter parameter_of(std::string_view text) {
  const auto equal = text.find('=');
  if (equal == text.npos) fail("not a parameter", text);
  AtomParameter p{.name = text.substr(0, equal), .values = {}};
  text.remove_prefix(equal + 1);
  if (text.starts_with('*')) p.open = true, text.remove_prefix(1);
  for (auto value : split(text, ',')) {
    const bool listed = !value.starts_with('(');
    if (!listed) value = value.substr(1, value.size() - 2);
    if (const auto dots = value.find(".."); dots != value.npos) {
      const auto slash = value.find('/');
      const auto first = number_in(value.substr(0, dots)), last = number_in(value.substr(dots + 2, slash - dots - 2)),
                 step = number_in(value.substr(slash + 1));
      if (!first || !last || !step) fail("not a range", value);
      for (auto n = *first; n <= *last; n += *step) p.values.push_back({std::to_string(n), n, listed});
      continue;
    }
    const auto colon = value.rfind(':');
    const auto own = number_in(value);
    const auto number = own ? own : colon == value.npos ? std::nullopt : number_in(value.substr(colon + 1));
    const auto names = number && !own ? value.substr(0, colon) : value;
    const auto bar = std::min(names.find('|'), names.size());
    p.values.push_back({std::string(names.substr(0, bar)), number.value_or(0), listed, names.substr(std::min(bar + 1, names.size()))});
  }
  return p;
}

/// Reads M=64 N=8..256/8|M=128 N=16..256/16.
AtomRule rule_of(std::string_view text, std::string_view words) {
  AtomRule rule{.ways = {}, .words = words};
  for (const auto way : split(text, '|')) {
    rule.ways.emplace_back();
    for (const auto one : split(way, ' ')) rule.ways.back().push_back(parameter_of(one));
  }
  return rule;
}

struct Table {
  std::deque<std::vector<AtomParameter>> parameters;
  std::deque<std::vector<AtomRule>> rules;
  std::vector<Named> named;
  std::vector<std::pair<std::string_view, std::string_view>> notes;  ///< a part of a name -> an entry of the traits
  std::vector<AtomFamily> families;

  Table() {
    parameters.emplace_back();
    rules.emplace_back();
    for (const auto line : split(atoms_table, '\n')) {
      if (line.empty() || line.starts_with('#')) continue;
      auto fields = split(line, '\t');
      const auto kind = fields[0];
      if (kind == "for") {
        parameters.emplace_back();
        rules.emplace_back();
        for (std::size_t i = 1; i < fields.size(); ++i) parameters.back().push_back(parameter_of(fields[i]));
      } else if (kind == "must") {
        rules.back().push_back(rule_of(fields.at(1), fields.at(2)));
      } else if (kind == "note") {
        notes.emplace_back(fields.at(1), fields.at(2));
      } else if (kind == "def") {
        const auto open = fields.at(1).find('(');
        named.push_back({fields[1].substr(0, open), split(fields[1].substr(open + 1, fields[1].size() - open - 2), ','), fields.at(2)});
      } else {
        families.push_back(family_of(fields));
      }
    }
  }

  AtomFamily family_of(const std::vector<std::string_view>& fields) const {
    const auto& kind = fields[0];
    AtomFamily f{.kind = kind == "mma"    ? AtomFamily::Kind::mma
                         : kind == "copy" ? AtomFamily::Kind::copy
                                          : AtomFamily::Kind::none,
                 .name = fields.at(1),
                 .plain_name = {},
                 .arguments = {},
                 .defaults = {},
                 .columns = {fields.begin() + 2, fields.end()},
                 .parameters = &parameters.back(),
                 .rules = &rules.back()};
    const bool complete = kind == "mma" ? fields.size() >= 8 : kind == "copy" ? fields.size() >= 6 : kind == "none" && fields.size() == 3;
    if (!complete) fail("not a row", fields[1]);
    // SM90_TMA_LOAD,Int<{B}>: the second part is Copy_Traits's second parameter.
    const auto open = f.name.find(','), bracket = f.name.find('<');
    f.of_traits = open < bracket;
    if (f.of_traits) f.arguments = {f.name.substr(open + 5, f.name.size() - open - 6)}, f.name = f.name.substr(0, open);
    else if (bracket != f.name.npos)
      f.arguments = split(f.name.substr(bracket + 1, f.name.size() - bracket - 2), ','), f.name = f.name.substr(0, bracket);
    f.templated = !f.arguments.empty();
    for (auto& argument : f.arguments) set_default(f, argument);
    const auto scope = f.name.rfind("::");
    f.plain_name = f.name.ends_with("::PREFETCH") || scope == f.name.npos ? f.name : f.name.substr(scope + 2);
    return f;
  }

  /// Reads {B}=A: an omitted B is the argument {A}.
  static void set_default(AtomFamily& f, std::string_view& argument) {
    f.defaults.push_back(-1);
    const auto equal = argument.find('=');
    if (equal == argument.npos) return;
    const auto other = fmt::format("{{{}}}", argument.substr(equal + 1));
    f.defaults.back() = static_cast<int>(std::ranges::find(f.arguments, other) - f.arguments.begin());
    argument = argument.substr(0, equal);
  }
};

const Table& table() {
  static const Table all;
  return all;
}

const AtomValue* bound(const AtomBinding& b, std::string_view name) {
  const auto it = std::find_if(b.begin(), b.end(), [&](const auto& p) { return p.first == name; });
  return it == b.end() ? nullptr : &it->second;
}

/// Evaluates factor (('*' | '/') factor)*, where a factor is a number or a parameter.
std::int64_t computed(std::string_view text, const AtomBinding& b) {
  std::int64_t value = 1;
  char sign = '*';
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("*/"), text.size());
    auto factor = text.substr(0, end);
    if (factor.starts_with('#')) factor.remove_prefix(1);
    const auto literal = number_in(factor);
    const auto* parameter = literal ? nullptr : bound(b, factor);
    if (!literal && parameter == nullptr) fail("not a number", text);
    const auto n = literal ? *literal : parameter->number;
    value = sign == '*' ? value * n : value / n;
    sign = end < text.size() ? text[end] : '*';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return value;
}

/// Replaces {N}, {N/8} and {#A}.
std::string replaced(std::string_view text, const AtomBinding& b) {
  std::string out;
  while (!text.empty()) {
    const auto open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const auto close = text.find('}');
    const auto inside = text.substr(1, close - 1);
    const auto* alone = bound(b, inside);
    out += alone != nullptr ? alone->text : std::to_string(computed(inside, b));
    text.remove_prefix(close + 1);
  }
  return out;
}

const AtomParameter* parameter_named(const AtomFamily& f, std::string_view name) {
  const auto it = std::find_if(f.parameters->begin(), f.parameters->end(), [&](const auto& p) { return p.name == name; });
  return it == f.parameters->end() ? nullptr : &*it;
}

/// Matches the rest of a name with the rest of its pattern; tries the shortest values first if several fit.
bool matches(const AtomFamily& f, std::string_view pattern, std::string_view name, AtomBinding& b) {
  const auto open = pattern.find('{');
  if (open == pattern.npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, open))) return false;
  name.remove_prefix(open);
  const auto close = pattern.find('}');
  const auto parameter = pattern.substr(open + 1, close - open - 1);
  const auto rest = pattern.substr(close + 1);
  const auto* p = parameter_named(f, parameter);
  if (p == nullptr) fail("an unknown parameter", pattern);
  for (const auto& value : p->values) {
    // A number ends where its digits do.
    if (!name.starts_with(value.text)) continue;
    if (!value.text.empty() && is_digit(value.text.back()) && is_digit(value.text.front()) && value.text.size() < name.size() &&
        is_digit(name[value.text.size()]))
      continue;
    b.emplace_back(parameter, value);
    if (matches(f, rest, name.substr(value.text.size()), b)) return true;
    b.pop_back();
  }
  return false;
}

std::string_view without_namespaces(std::string_view text) {
  const auto angle = std::min(text.find('<'), text.size());
  const auto scope = text.substr(0, angle).rfind("::");
  return scope == text.npos ? text : text.substr(scope + 2);
}

/// Matches an argument with the pattern at its place.
bool takes(const AtomFamily& f, std::string_view wanted, const std::string& given, AtomBinding& b) {
  if (wanted == "?") return true;
  if (wanted == "major") return given == "K" || given == "MN";
  if (!wanted.starts_with('{')) return without_namespaces(wanted) == given;
  const auto name = wanted.substr(1, wanted.size() - 2);
  const auto* p = parameter_named(f, name);
  if (p == nullptr) fail("an unknown parameter", wanted);
  for (const auto& value : p->values)
    if (without_namespaces(value.text) == given || (!value.alias.empty() && value.alias == given)) return b.emplace_back(name, value), true;
  if (!p->open) return false;
  if (const auto n = number_in(given)) return *n >= 0 && (b.emplace_back(name, AtomValue{given, *n}), true);
  const auto* type = find_element_type(given);
  constexpr std::string_view of_bits = "uint_bit_t<";
  const auto bits = given.starts_with(of_bits)
                        ? number_in(std::string_view(given).substr(of_bits.size(), given.size() - of_bits.size() - 1))
                        : std::nullopt;
  if (type == nullptr && !bits) return false;
  b.emplace_back(name, AtomValue{given, type != nullptr ? type->bits : *bits});
  return true;
}

}  // namespace

const std::vector<AtomFamily>& atom_families() { return table().families; }

std::vector<std::pair<std::string, std::string>> notes_on_atom(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> notes;
  for (const auto& [part, entry] : table().notes)
    if (name.find(part) != name.npos) notes.emplace_back(entry.substr(0, entry.find('=')), entry.substr(entry.find('=') + 1));
  return notes;
}

std::size_t AtomFamily::needed_arguments() const {
  std::size_t needed = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) needed += arguments[i] != "?" && defaults[i] < 0 ? 1 : 0;
  return needed;
}

bool AtomFamily::has_defaults() const {
  return std::ranges::any_of(defaults, [](int d) { return d >= 0; });
}

void AtomFamily::complete(std::vector<std::string>& given) const {
  while (given.size() < arguments.size() && defaults[given.size()] >= 0)
    given.push_back(given.at(static_cast<std::size_t>(defaults[given.size()])));
}

std::optional<AtomBinding> AtomFamily::match(std::string_view plain) const {
  AtomBinding b;
  return matches(*this, plain_name, plain, b) ? std::optional(std::move(b)) : std::nullopt;
}

std::optional<AtomBinding> AtomFamily::match(std::string_view plain, AtomArguments given) const {
  auto b = match(plain);
  if (!b || given.size() > arguments.size() || given.size() < needed_arguments()) return std::nullopt;
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!takes(*this, arguments[i], given[i], *b)) return std::nullopt;
  return b;
}

std::string AtomFamily::text(std::string_view text, const AtomBinding& b) const {
  const auto equal = text.find('=');
  const auto layout = equal == text.npos ? text : text.substr(equal + 1);
  const auto prefix = text.substr(0, text.size() - layout.size());
  const auto open = layout.find('(');
  const auto it = std::find_if(table().named.begin(), table().named.end(),
                               [&](const Named& n) { return open != layout.npos && n.name == layout.substr(0, open); });
  if (it == table().named.end()) return replaced(text, b);
  AtomBinding inner;
  const auto given = split(layout.substr(open + 1, layout.size() - open - 2), ',');
  for (std::size_t i = 0; i < it->parameters.size() && !it->parameters[i].empty(); ++i) {
    const auto n = computed(given.at(i), b);
    inner.emplace_back(it->parameters[i], AtomValue{std::to_string(n), n});
  }
  return std::string(prefix) + replaced(it->body, inner);
}

namespace {

/// M and N of an instruction, in the order of the table's names.
using Sizes = std::array<std::pair<std::string_view, std::int64_t>, 2>;

bool keeps(const AtomRule& rule, const Sizes& sizes) {
  const auto has = [&](const AtomParameter& p) {
    const auto size = std::find_if(sizes.begin(), sizes.end(), [&](const auto& s) { return s.first == p.name; });
    return std::any_of(p.values.begin(), p.values.end(),
                       [&](const AtomValue& v) { return size != sizes.end() && v.number == size->second; });
  };
  return std::any_of(rule.ways.begin(), rule.ways.end(), [&](const auto& way) { return std::all_of(way.begin(), way.end(), has); });
}
bool keeps_all(const std::vector<AtomRule>& rules, const Sizes& sizes) {
  return std::all_of(rules.begin(), rules.end(), [&](const AtomRule& r) { return keeps(r, sizes); });
}

/// Returns the nearest sizes that satisfy all rules; prefers another N to another M.
std::optional<Sizes> nearest_sizes(const std::vector<AtomRule>& rules, const Sizes& sizes) {
  constexpr std::int64_t most = 256, step = 8;
  std::optional<Sizes> best;
  std::pair<std::int64_t, std::int64_t> least;
  for (std::int64_t m = step; m <= most; m += step)
    for (std::int64_t n = step; n <= most; n += step) {
      const Sizes there{{{sizes[0].first, m}, {sizes[1].first, n}}};
      const std::pair away{std::abs(m - sizes[0].second), std::abs(n - sizes[1].second)};
      if ((!best || away < least) && keeps_all(rules, there)) best = there, least = away;
    }
  return best;
}

}  // namespace

std::optional<ForbiddenSizes> forbidden_sizes(std::string_view name, AtomArguments given) {
  const auto plain = without_namespaces(name);
  for (const auto& f : atom_families()) {
    if (f.rules->empty() || f.plain_name != plain || given.size() > f.arguments.size() || given.size() < f.needed_arguments()) continue;
    AtomBinding b;
    Sizes sizes{{{"M", -1}, {"N", -1}}};
    std::array<std::size_t, 2> places{};
    bool taken = true;
    for (std::size_t i = 0; i < given.size() && taken; ++i) {
      const int size = f.arguments[i] == "{M}" ? 0 : f.arguments[i] == "{N}" ? 1 : -1;
      const auto n = size < 0 ? std::nullopt : number_in(given[i]);
      if (n) sizes.at(static_cast<std::size_t>(size)).second = *n, places.at(static_cast<std::size_t>(size)) = i;
      else taken = size < 0 && takes(f, f.arguments[i], given[i], b);
    }
    if (!taken) continue;
    const auto broken = std::find_if(f.rules->begin(), f.rules->end(), [&](const AtomRule& r) { return !keeps(r, sizes); });
    if (broken == f.rules->end()) return std::nullopt;
    ForbiddenSizes forbidden{.words = std::string(broken->words), .nearest = {given.begin(), given.end()}};
    if (const auto there = nearest_sizes(*f.rules, sizes))
      for (std::size_t i = 0; i < places.size(); ++i) forbidden.nearest[places.at(i)] = std::to_string(there->at(i).second);
    return forbidden;
  }
  return std::nullopt;
}

std::vector<AtomBinding> AtomFamily::listed() const {
  std::vector<AtomBinding> all{{}};
  const auto uses = [&](std::string_view parameter) {
    const auto braces = fmt::format("{{{}}}", parameter);
    return name.find(braces) != name.npos || std::find(arguments.begin(), arguments.end(), braces) != arguments.end();
  };
  for (const auto& p : *parameters) {
    if (!uses(p.name)) continue;
    std::vector<AtomBinding> more;
    bool any = false;
    for (const auto& value : p.values) any = any || value.listed;
    for (const auto& b : all) {
      // An argument without listed values follows the others: B's type is A's, if it can be.
      const auto is_bound = [&](const AtomValue& v) {
        return std::any_of(b.begin(), b.end(), [&](const auto& other) { return other.second.text == v.text; });
      };
      const auto same = std::find_if(p.values.begin(), p.values.end(), is_bound);
      const auto* only = same == p.values.end() ? p.values.data() : &*same;
      for (const auto& value : p.values) {
        if (any ? !value.listed : &value != only) continue;
        more.push_back(b);
        more.back().emplace_back(p.name, value);
      }
    }
    all = std::move(more);
  }
  return all;
}

}  // namespace algebra
