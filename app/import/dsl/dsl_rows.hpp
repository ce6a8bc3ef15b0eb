#pragma once
// Python's functions and methods as rows of tables: name, parameters, implementation.

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/dsl/dsl_interpreter.hpp"

namespace app {

/// The arguments of a call by the parameters of its row.
struct DslInterpreter::Given {
  std::string_view name;         ///< the called name: "rsplit"
  const Value* of = nullptr;     ///< the object of a method; null for a function
  std::vector<const Value*> at;  ///< by parameter; null if not given
  const Arguments& all;          ///< as passed

  const Value* operator[](std::size_t i) const { return at[i]; }
  const Value& self() const { return *of; }
  /// Returns the argument, or null if it is missing or None.
  const Value* set(std::size_t i) const { return at[i] != nullptr && !at[i]->is(Kind::none) ? at[i] : nullptr; }
  std::int64_t number(std::size_t i, std::int64_t usual) const { return set(i) != nullptr ? at[i]->number : usual; }
  /// Returns whether an argument is missing, None or of this kind. A boolean counts as an integer.
  bool fits(std::size_t i, Kind kind) const {
    return set(i) == nullptr || at[i]->is(kind) || (kind == Kind::integer && at[i]->is_integer());
  }
};

/// `parameters`: words in order; `x?` is optional, `.x` positional only, and those after `|` are keyword only; `*` accepts further
/// positional and `**` further keyword arguments, which are in `Given::all`.
struct DslInterpreter::Row {
  std::string_view names;  ///< separated by spaces, for functions that differ in a detail
  std::string_view parameters;
  Value (*run)(DslInterpreter&, const Given&);
  bool anywhere = false;  ///< also known in other modules: cutlass.min
};

/// Parameters through which the DSL passes a call's source location.
inline constexpr std::string_view places_of_calls = "loc ip";

/// Returns whether a word is among several that are separated by spaces.
bool has_word(std::string_view words, std::string_view word);

/// A function selected by name. `names`: separated by spaces.
template <class Function>
struct Named {
  std::string_view names;
  Function* run = nullptr;
};

/// Returns the row of a table with this name, or null.
template <class Table>
auto row_in(const Table& table, std::string_view name) {
  const auto at = std::ranges::find_if(table, [&](const auto& r) { return has_word(r.names, name); });
  return at == std::end(table) ? nullptr : &*at;
}

/// All tables of rows.
struct DslInterpreter::Rows {
  using Table = std::span<const Row>;
  static Table numbers();    ///< int, abs, round, ...
  static Table sequences();  ///< len, zip, sorted, ...
  static Table objects();    ///< isinstance, getattr, type, ...
  static Table math();       ///< math.sqrt, ...
  static Table operators();  ///< operator.add, ...
  static Table copies();     ///< copy.copy, dataclasses.replace, ...
  static Table lists();
  static Table tuples();
  static Table dicts();
  static Table sets();
  static Table frozensets();
  static Table ranges();
  static Table strings();
  static Table integers();
  static Table reals();
};

}  // namespace app
