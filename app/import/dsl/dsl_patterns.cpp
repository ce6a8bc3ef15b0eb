// `match`: the case that is taken, and the names that its pattern binds.

#include "app/import/dsl/dsl_interpreter.hpp"

#include <algorithm>
#include <functional>

namespace app {

using algebra::message;

namespace {

/// Collects the names that a pattern may bind.
void names_of_pattern(SyntaxNode n, std::vector<SyntaxNode>& names) {
  const auto& parts = n.children();
  if (n.is("dotted_name")) {
    if (parts.size() == 1 && n.text() != "_") names.push_back(parts.front());
    return;
  }
  // The class, and the member.
  const std::size_t first = n.is("class_pattern") || n.is("keyword_pattern") ? 1 : 0;
  for (std::size_t i = first; i < parts.size(); ++i)
    if (parts[i].is("identifier")) names.push_back(parts[i]);
    else names_of_pattern(parts[i], names);
}

/// The sign before a node in another, '-', '.' or ' '.
char sign_before(SyntaxNode whole, SyntaxNode n) {
  auto before = whole.text().substr(0, n.begin() - whole.begin());
  while (!before.empty() && before.back() == ' ') before.remove_suffix(1);
  return before.empty() ? ' ' : before.back();
}

bool is_plain(const DslValue& v) {
  using Kind = DslValue::Kind;
  return v.is_integer() || v.is(Kind::real) || v.is(Kind::string) || v.is(Kind::none) || v.is_sequence() || v.is(Kind::dict) ||
         v.is(Kind::set) || v.is(Kind::function) || v.is(Kind::klass);
}

}  // namespace

std::optional<bool> DslInterpreter::matches_all(const std::vector<SyntaxNode>& patterns, const Value& v, Names& names) {
  if (!v.is_known() || v.is_computed() || v.lost() != nullptr) return std::nullopt;
  if (!v.is_sequence()) return is_plain(v) ? std::optional(false) : std::nullopt;
  const auto all = *v.items;
  const auto is_star = [](const SyntaxNode& p) { return p.text().starts_with('*'); };
  const auto star = static_cast<std::size_t>(std::ranges::find_if(patterns, is_star) - patterns.begin());
  const bool has_star = star < patterns.size();
  if (has_star ? all.size() + 1 < patterns.size() : all.size() != patterns.size()) return false;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const auto more = all.size() + (has_star ? 1 : 0) - patterns.size();
    if (has_star && i == star) {
      names_of_pattern_part(
          patterns[i],
          Value::list(DslItems(all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(i + more))), names);
      continue;
    }
    const auto holds = matches(patterns[i], all[has_star && i > star ? i + more - 1 : i], names);
    if (holds != true) return holds;
  }
  return true;
}

void DslInterpreter::names_of_pattern_part(SyntaxNode pattern, const Value& v, Names& names) {
  std::vector<SyntaxNode> found;
  names_of_pattern(pattern, found);
  for (const auto& n : found)
    if (n.text() != "_") names.emplace_back(n, v);
}

std::optional<bool> DslInterpreter::matches_class(const std::vector<SyntaxNode>& parts, const Value& v, Names& names) {
  if (!v.is_known() || v.is_computed() || parts.empty()) return std::nullopt;
  auto type = name(first_of(parts.front()) ? first_of(parts.front()).text() : parts.front().text());
  const auto dotted = parts.front().children();
  for (std::size_t i = 1; i < dotted.size(); ++i) type = attribute(type, std::string(dotted[i].text()));
  const auto is = truth(is_instance("isinstance", v, type));
  if (is != true) return is;
  std::size_t place = 0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto inner = first_of(parts[i]);
    std::string member;
    if (inner.is("keyword_pattern")) {
      member = first_of(inner).text();
    } else if (type.is(Kind::klass)) {
      const auto* order = type.klass->find("__match_args__");
      const auto given = order != nullptr ? elements(*order) : std::nullopt;
      if (given && place < given->size()) member = (*given)[place].text;
      else if (order == nullptr && type.klass->is_data && place < type.klass->fields.size()) member = type.klass->fields[place];
      ++place;
    } else if (const auto holds = matches(parts[i], v, names); holds == true) {
      // int(n)
      continue;
    } else {
      return holds;
    }
    if (member.empty() || !v.is(Kind::object) || !v.object->of) return std::nullopt;
    if (!v.object->members.contains(member) && v.object->of->find(member) == nullptr) return std::nullopt;
    const auto of = attribute(v, member);
    const auto holds = inner.is("keyword_pattern") ? matches(inner.children().back(), of, names) : matches(parts[i], of, names);
    if (holds != true) return holds;
  }
  return true;
}

std::optional<bool> DslInterpreter::matches_dict(SyntaxNode pattern, const Value& v, Names& names) {
  if (!v.is_known() || v.lost() != nullptr) return std::nullopt;
  if (!v.is(Kind::dict)) return is_plain(v) ? std::optional(false) : std::nullopt;
  const auto& parts = pattern.children();
  const auto pairs = *v.pairs;
  std::vector<bool> taken(pairs.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].is("splat_pattern")) {
      auto rest = Value::dict();
      for (std::size_t k = 0; k < pairs.size(); ++k)
        if (!taken[k]) rest.pairs->push_back(pairs[k]);
      names_of_pattern_part(parts[i], rest, names);
      continue;
    }
    if (i + 1 == parts.size() || sign_before(pattern, parts[i]) == '-' || parts[i].is("dotted_name")) return std::nullopt;
    const auto key = evaluate(parts[i]);
    std::size_t at = 0;
    for (std::optional<bool> is = false; at < pairs.size(); ++at) {
      is = compared(Operator::equal, pairs[at].first, key);
      if (!is) return std::nullopt;
      if (*is) break;
    }
    if (at == pairs.size()) return false;
    taken[at] = true;
    const auto holds = matches(parts[++i], pairs[at].second, names);
    if (holds != true) return holds;
  }
  return true;
}

std::optional<bool> DslInterpreter::matches(SyntaxNode pattern, const Value& v, Names& names) {
  const auto& parts = pattern.children();
  if (pattern.is("case_pattern")) {
    if (parts.empty()) return pattern.text() == "_" ? std::optional(true) : std::nullopt;
    if (parts.size() > 1) return std::nullopt;
    if (!pattern.text().starts_with('-')) return matches(parts.front(), v, names);
    // -1
    if (!parts.front().is("integer") && !parts.front().is("float")) return std::nullopt;
    return compared(Operator::equal, v, binary(Operator::subtract, Value::integer(0), evaluate(parts.front())));
  }
  if (pattern.text().starts_with('-')) return std::nullopt;
  if (pattern.is("integer") || pattern.is("float") || pattern.is("string") || pattern.is("concatenated_string"))
    return compared(Operator::equal, v, evaluate(pattern));
  if (pattern.is("true") || pattern.is("false") || pattern.is("none")) return compared(Operator::identical, v, evaluate(pattern));
  if (pattern.is("dotted_name")) {
    if (parts.size() == 1) {
      if (pattern.text() != "_") names.emplace_back(parts.front(), v);
      return true;
    }
    auto of = name(parts.front().text());
    for (std::size_t i = 1; i < parts.size(); ++i) of = attribute(of, std::string(parts[i].text()));
    return compared(Operator::equal, v, of);
  }
  if (pattern.is("union_pattern")) {
    for (const auto& p : parts) {
      const auto before = names.size();
      auto holds = sign_before(pattern, p) != '-' ? matches(p, v, names)
                   : p.is("integer") || p.is("float")
                       ? compared(Operator::equal, v, binary(Operator::subtract, Value::integer(0), evaluate(p)))
                       : std::nullopt;
      if (!holds || *holds) return holds;
      names.resize(before);
    }
    return false;
  }
  if (pattern.is("as_pattern") && parts.size() == 2) {
    const auto holds = matches(parts.front(), v, names);
    if (holds == true) names.emplace_back(parts.back(), v);
    return holds;
  }
  if (pattern.is("class_pattern")) return matches_class(parts, v, names);
  if (pattern.is("dict_pattern")) return matches_dict(pattern, v, names);
  if (pattern.is("list_pattern") || pattern.is("tuple_pattern")) {
    if (std::ranges::any_of(parts, [](const SyntaxNode& p) { return !p.is("case_pattern"); })) return std::nullopt;
    // (1 | 2)
    if (pattern.is("tuple_pattern") && parts.size() == 1 &&
        pattern.text().find(',', parts.front().end() - pattern.begin()) == std::string_view::npos)
      return matches(parts.front(), v, names);
    return matches_all(parts, v, names);
  }
  return std::nullopt;
}

DslInterpreter::Flow DslInterpreter::match(SyntaxNode s) {
  Value subject;
  DslItems subjects;
  for (const auto& c : s.children())
    if (!c.is("block")) subjects.push_back(subject = evaluate(c));
  if (subjects.size() > 1) subject = Value::tuple(std::move(subjects));
  std::vector<SyntaxNode> cases;
  for (const auto& c : s["body"].children())
    if (c.is("case_clause")) cases.push_back(c);
  const std::function<Flow(std::size_t)> from = [&](std::size_t i) -> Flow {
    if (i == cases.size()) return Flow::next;
    const auto& c = cases[i];
    std::vector<SyntaxNode> patterns;
    for (const auto& p : c.children())
      if (p.is("case_pattern")) patterns.push_back(p);
    Names names;
    const bool single = patterns.size() == 1 && !patterns.front().text().starts_with('*');
    const auto holds = single ? matches(patterns.front(), subject, names) : matches_all(patterns, subject, names);
    const auto why = subject.undecided(message("line {}: this pattern is not followed here", placed(c.line())));
    // If it is unknown whether the pattern matches, the names that it binds are unknown.
    if (!holds) {
      names.clear();
      for (const auto& p : patterns) names_of_pattern_part(p, why, names);
    }
    if (holds != false)
      for (auto& [name, v] : names) set(std::string(name.text()), std::move(v));
    Value condition = holds ? Value::boolean(*holds) : why;
    if (const auto guard = c["guard"]; guard && holds != false) {
      const auto asked = evaluate(first_of(guard));
      const auto also = truth(asked);
      condition = also == false ? Value::boolean(false) : !holds ? why : asked;
    }
    return branch(
        condition, placed(c.line()), [&] { return block(c["consequence"]); }, [&] { return from(i + 1); });
  };
  return from(0);
}

}  // namespace app
