#pragma once
// Python's functions and methods as rows of tables: a name, its parameters, and what it gives.

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
  std::string_view name;         ///< as it is called: "rsplit"
  const Value* of = nullptr;     ///< whose method it is; null for a function
  std::vector<const Value*> at;  ///< by parameter; null where it is not given
  const Arguments& all;          ///< as they were given

  const Value* operator[](std::size_t i) const { return at[i]; }
  const Value& self() const { return *of; }
  /// The argument if it is given and is not None.
  const Value* set(std::size_t i) const { return at[i] != nullptr && !at[i]->is(Kind::none) ? at[i] : nullptr; }
  std::int64_t number(std::size_t i, std::int64_t usual) const { return set(i) != nullptr ? at[i]->number : usual; }
  /// Whether an argument is not given, or is None or of this kind. A boolean is an integer.
  bool fits(std::size_t i, Kind kind) const {
    return set(i) == nullptr || at[i]->is(kind) || (kind == Kind::integer && at[i]->is_integer());
  }
};

/// `parameters`: words, in order; `x?` may be left out, `.x` is taken by its place alone, behind `|` by its name alone; `*` takes any more
/// places and `**` any more names, which `Given::all` has.
struct DslInterpreter::Row {
  std::string_view names;  ///< with spaces between them, of functions that differ in a word
  std::string_view parameters;
  Value (*run)(DslInterpreter&, const Given&);
  bool anywhere = false;  ///< also as a function of another module: cutlass.min
};

/// Names by which the DSL's own functions are told the place of a call.
inline constexpr std::string_view places_of_calls = "loc ip";

/// Whether one of several words, with spaces between them, is this one.
bool has_word(std::string_view words, std::string_view word);

/// What is done by name. `names`: with spaces between them.
template <class Function>
struct Named {
  std::string_view names;
  Function* run = nullptr;
};

/// The row of a table that has this name among its own; null where there is none.
template <class Table>
auto row_in(const Table& table, std::string_view name) {
  const auto at = std::ranges::find_if(table, [&](const auto& r) { return has_word(r.names, name); });
  return at == std::end(table) ? nullptr : &*at;
}

/// Tables of rows.
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
