#include "app/import/dsl/dsl_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::message;
using algebra::Message;

bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty())
    if (algebra::take_until(words, ' ') == word) return true;
  return false;
}

/// Calls a function or method by its row. Arguments that do not fit raise an exception.
DslValue DslInterpreter::run_row(const Row& row, std::string_view name, const Value* of, const Arguments& given) {
  if (!given.unclear.empty()) return lose(given, given.unclear), Value::unknown(given.unclear);
  Given g{.name = name, .of = of, .at = {}, .all = given};
  std::size_t place = 0;
  bool by_name = false, more = false, more_names = false, lacks = false;
  std::vector<std::string_view> used;
  for (auto words = row.parameters; !words.empty();) {
    auto word = algebra::take_until(words, ' ');
    if (word == "|") by_name = true;
    if (word == "*") more = by_name = true;
    more_names |= word == "**";
    if (word.find_first_of("|*") != std::string_view::npos) continue;
    const bool by_place = word.starts_with('.'), optional = word.ends_with('?');
    word = word.substr(by_place ? 1 : 0, word.size() - (by_place ? 1 : 0) - (optional ? 1 : 0));
    const auto* named = by_place ? nullptr : given.find(word);
    if (named != nullptr) used.push_back(word);
    const auto* v = !by_name && place < given.all.size() ? &given.all[place++] : named;
    lacks |= (v == nullptr && !optional) || (v != nullptr && named != nullptr && v != named);
    g.at.push_back(v);
  }
  for (const auto& [n, v] : given.named) {
    if (more_names || has_word(places_of_calls, n) || std::ranges::find(used, n) != used.end()) continue;
    lacks = true;
  }
  if (lacks || (!more && place < given.all.size())) {
    lose(given, not_read(name));
    return fails("TypeError", message("{} gets {} arguments, but takes {}", name, given.all.size() + given.named.size(), g.at.size()));
  }
  return row.run(*this, g);
}

DslValue DslInterpreter::unread(const Given& g) {
  return Value::unknown(not_read(g.of != nullptr ? fmt::format(".{}()", g.name) : std::string(g.name)));
}

DslValue DslInterpreter::unfit(const Given& g) {
  const auto of_python = [](const Value& v) {
    return v.lost() == nullptr && !v.dynamic && !v.object &&
           (v.is_integer() || v.is(Kind::real) || v.is(Kind::none) || v.is(Kind::string) || v.is_sequence() || v.is(Kind::dict) ||
            v.is(Kind::set) || v.is(Kind::range) || v.is(Kind::view) || v.is(Kind::function) || v.is(Kind::klass));
  };
  std::vector<Value> all(g.all.all.begin(), g.all.all.end());
  for (const auto& [n, v] : g.all.named) all.push_back(v);
  for (const auto& v : all) {
    if (v.lost() != nullptr) return Value::unknown(*v.lost());
    if (!v.is_known()) return v;
  }
  for (const auto& v : all)
    if (v.is_computed()) return v;
  if (std::ranges::all_of(all, of_python)) return fails("TypeError", unread(g).why);
  return unread(g);
}

std::optional<DslValue> DslInterpreter::python_function(std::string_view name, const std::string& dotted, const Arguments& given) {
  // A function that receives a dict of names returns a new value.
  const auto apart = [](Value v) { return !v.is_known() && v.object && v.object->library == names_of ? aside(v) : v; };
  const auto dot = dotted.rfind('.');
  const auto module = std::string_view(dotted).substr(0, dot == std::string::npos ? 0 : dot);
  // str.upper(text) means text.upper().
  if (!module.empty() && table_of_type(module)) {
    if (const auto v = static_method(module, name, given)) return *v;
    if (!given.all.empty())
      return apart(method_of_data(given.all.front(), name, {DslItems(given.all.begin() + 1, given.all.end()), given.named}));
  }
  const bool plain = dotted == name;
  for (const auto table : {Rows::numbers(), Rows::sequences(), Rows::objects()})
    if (const auto* row = row_in(table, name); row != nullptr && (plain || row->anywhere)) {
      auto v = run_row(*row, name, nullptr, given);
      return has_word("globals locals vars", name) ? v : apart(std::move(v));
    }
  static const std::pair<std::string_view, std::span<const Row>> modules[] = {
      {"math", Rows::math()}, {"operator", Rows::operators()}, {"copy dataclasses functools enum collections types", Rows::copies()}};
  for (const auto& [words, table] : modules)
    if (has_word(words, module) || plain || (words == modules[0].first && module.starts_with("cut")))
      if (const auto* row = row_in(table, name); row != nullptr && (!plain || row->anywhere))
        return apart(run_row(*row, name, nullptr, given));
  return std::nullopt;
}

}  // namespace app
