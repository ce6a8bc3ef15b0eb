#pragma once
// One record holds everything that is known about one function of the language. The evaluator, the contracts, the links,
// the code in other languages, completion, help and the palette all read it; none of them compares a function's name.
//
// Records are in algebra/functions, next to the code that the function runs:
//
//   {.name = "zipped_divide", .signature = "zipped_divide(A, tiler)", .group = Group::divide,
//    .meaning = "((tile modes), (rest modes))", .parameters = "target tiler", .arguments = {2, 2},
//    .run = run_by_tiler<zipped_divide>, .contract = divide_check<zipped_divide>, ...,
//    .example = {"zipped_divide(16:1, 4)", "(4,4):(1,4)"}}

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/call.hpp"
#include "algebra/language/code_calls.hpp"
#include "algebra/language/link_rule.hpp"
#include "algebra/language/number_role.hpp"
#include "algebra/layout/asked.hpp"
#include "algebra/layout/contracts.hpp"

namespace algebra::expression {

using editing::NumberRole;
using LinkRule = links::Rule;
using CodeCalls = code::Calls;

/// The section in which help and the palette list a function.
enum class Group : std::uint8_t { algebra, divide, partition, layout };
/// Returns "Algebra", "Divide and product", "Partition" or "Layout".
std::string_view title_of(Group);

/// Notations that call a function without its name.
enum class Notation : std::uint8_t {
  none,
  compose,         ///< A o B
  equal,           ///< A == B
  apply,           ///< A(2,_)
  mode,            ///< A[1]
  replace,         ///< the mode of composition[1](A, B)
  tensor,          ///< ptr o A
  static_integer,  ///< _4
  plus,            ///< a + b
  minus,           ///< a - b
  times,           ///< a * b
  over,            ///< a / b
  modulo,          ///< a % b
  negative,        ///< -a
};
/// Returns "+", "-" and so on of an arithmetic operator; "" for any other notation.
std::string_view sign_of(Notation);

/// An alias of a function, as in C++, the CuTe DSL, pycute or a debugger.
struct Alias {
  std::string_view name;
  bool is_type = false;                 ///< a function only before `<`, as in Shape<_4,_2>; elsewhere it (C, Tile) is an ordinary name
  std::optional<NumberRole> numbers{};  ///< overrides Function::numbers for this name
  bool called = false;                  ///< the type can also be called as in Python, E(0,1), unless an entry has the name
};

/// An expression and CuTe's result for it.
struct Example {
  std::string_view expression{}, answer{};
  std::string_view entry{};  ///< the entry that the expression uses: "mma = make_tiled_mma(...)"
};

/// The permitted number of arguments of a call.
struct Count {
  int least = 0, most = 0;
};
inline constexpr int any_number = -1;  ///< any number of template arguments
inline constexpr int no_argument = -1;

/// Why a call is refused or breaks its contract: a title ("Not a composition"), the reason, and working values near the blamed argument.
/// Empty words: the title says all; both empty: the reason is unknown.
struct Obstacle {
  Message what{};
  Message words{};
  std::vector<std::string> nearest{};
  std::optional<Value> exact{};  ///< the value that the call would have to return by its contract
  bool in_place = false;         ///< suggest `exact` in place of the call, not other arguments
};

/// The picture of a result.
enum class DrawnAs : std::uint8_t {
  elements,  ///< a grid of its elements
  arrows,    ///< a tuple (domain, codomain, arrows), a morphism: two columns of entries, and arrows between them
  cuts,      ///< two shapes cut at the same places: the parts of both, side by side
};

struct Function {
  std::string_view name{};  ///< its name in CuTe C++
  std::vector<Alias> aliases{};
  std::string_view signature{};  ///< the ways to call it, separated by " · "
  Group group = Group::layout;
  std::string_view meaning{};  ///< one line, in English
  /// The formula, with the signature's names; R is the result, c a coordinate, i a 1-D coordinate or an index: "R(c) = A(B(c))". Empty if
  /// there is none. Symbols only, the same in every language.
  std::string_view formula{};
  std::string_view parameters{};  ///< the arguments' Python names in CuTe's order, separated by blanks
  Count arguments{};
  bool takes_function = false;  ///< the last argument may be a function's name, which Call::names then holds
  /// f(tiled, part) may be written f(part), if the part is a call of a function with `threads`: `tiled` is then that call's.
  bool tiled_of_part = false;
  int indices = 0;                      ///< number of template arguments, or any_number
  std::optional<NumberRole> numbers{};  ///< the role of its integers, for a function that only makes a tuple
  /// The role of integers in <>; nullopt: the role given by the context of the call.
  std::optional<NumberRole> numbers_in_angles = NumberRole::index;
  Notation notation = Notation::none;

  /// Computes the value. Throws a Problem.
  Value (*run)(const Call&) = nullptr;
  /// Returns true if run() would certainly refuse the call, at a lower cost than running it; null: not known. Searches of millions of calls
  /// ask it first.
  bool (*refuses)(const Call&) = nullptr;
  /// Checks the result; null: the function has no contract.
  Verdict (*contract)(const Call&, const Value& result, const Checking&) = nullptr;
  std::string_view condition = "contract";  ///< the name of the condition that a broken contract reports
  int blamed = no_argument;                 ///< the argument that a refusal points to; no_argument: the whole call
  Obstacle (*obstacle)(const Call&, Marks) = nullptr;
  /// For a refused call on layouts: returns the required function, and the conditions under which a layout equals it. Throws a Problem for
  /// other operands. Null: no explanation.
  Asked (*asked)(const Call&) = nullptr;
  /// Returns a note on a valid call that may not do what was meant.
  std::optional<Problem> (*hint)(const Call&) = nullptr;
  bool makes_layout = false;  ///< the result is a layout, a tensor, or something that partitions or copies one

  LinkRule links = nullptr;           ///< links elements of the operands and the result; null: none
  bool own_memory = false;            ///< a tensor that it makes has its own memory, even if it is made like another one
  int keeps_memory_of = no_argument;  ///< the operand whose memory the result's indices refer to
  int threads = no_argument;          ///< the operand that distributes another one over threads: a thread layout, tiled copy or MMA
  bool pairs_blocks = false;          ///< the result is the first operand repeated at each place of the second, mode by mode: these are its
                                      ///< tiles
  int part = no_argument;             ///< the operand that selects the part: a thread index or a tile coordinate
  DrawnAs drawn_as = DrawnAs::elements;
  std::vector<Message> (*summary)(const Layout& result) = nullptr;  ///< facts about a result layout; null: size, cosize and kind

  CodeCalls code{};                 ///< how C++, the CuTe DSL and pycute write a call
  std::string_view search_words{};  ///< further words that find it in the palette
  bool everyday = false;            ///< offered before the user types a search
  Example example{};

  /// Returns the role of the integers for the name or an alias; nullopt if they have none of their own.
  std::optional<NumberRole> numbers_of(std::string_view written) const;
};

}  // namespace algebra::expression
