#pragma once
// One record holds everything that is known about one function of the language. The evaluator, the contracts, the links,
// the code in other languages, completion, help and the palette all ask it; none of them compares a function's name.
//
// A record stands in functions_*.cpp, beside what the function runs:
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

#include "algebra/code/calls.hpp"
#include "algebra/contracts.hpp"
#include "algebra/editing/number_role.hpp"
#include "algebra/expression/call.hpp"
#include "algebra/links/rule.hpp"

namespace algebra::expression {

using editing::NumberRole;
using LinkRule = links::Rule;
using CodeCalls = code::Calls;

/// Where help and the palette list a function.
enum class Group : std::uint8_t { algebra, divide, partition, layout };
/// "Algebra", "Divide and product", "Partition", "Layout".
std::string_view title_of(Group);

/// What the language writes without the function's name.
enum class Notation : std::uint8_t {
  none,
  compose,         ///< A o B
  equal,           ///< A == B
  apply,           ///< A(2,_)
  mode,            ///< A[1]
  tensor,          ///< ptr o A
  static_integer,  ///< _4
};

/// Another spelling of a function, as C++, the CuTe DSL, pycute or a debugger has it.
struct Alias {
  std::string_view name;
  bool is_type = false;                 ///< a function only before `<`, as in Shape<_4,_2>: elsewhere C and Tile are names like any other
  std::optional<NumberRole> numbers{};  ///< as Function::numbers
};

/// An expression and what CuTe answers.
struct Example {
  std::string_view expression{}, answer{};
  std::string_view entry{};  ///< that the expression mentions: "mma = make_tiled_mma(...)"
};

/// How many arguments a call has.
struct Count {
  int least = 0, most = 0;
};
inline constexpr int any_number = -1;  ///< of template arguments
inline constexpr int no_argument = -1;

/// What stands in the way of a call: "Not a composition", why, and values near the blamed argument that work. Without words,
/// nothing is known.
struct Obstacle {
  std::string_view what;
  std::string words;
  std::vector<std::string> nearest;
};

struct Function {
  std::string_view name{};  ///< as CuTe C++ has it
  std::vector<Alias> aliases{};
  std::string_view signature{};  ///< the ways to call it, " · " between them
  Group group = Group::layout;
  std::string_view meaning{};     ///< one line, English
  std::string_view parameters{};  ///< the arguments' names in Python, in CuTe's order, with blanks between
  Count arguments{};
  int indices = 0;                      ///< template arguments, or any_number
  std::optional<NumberRole> numbers{};  ///< what its integers are for, of a function that only makes a tuple
  /// What integers in <> are for; nothing: what they are for where the call stands.
  std::optional<NumberRole> numbers_in_angles = NumberRole::index;
  Notation notation = Notation::none;

  /// The value. Throws a Problem.
  Value (*run)(const Call&) = nullptr;
  /// Whether the result is what it should be; null: nothing is promised.
  Verdict (*contract)(const Call&, const Value& result, const Checking&) = nullptr;
  std::string_view condition = "contract";  ///< what a broken contract is called
  int blamed = no_argument;                 ///< the argument that a refusal is about; none: the whole call
  Obstacle (*obstacle)(const Call&, Marks) = nullptr;
  /// What is right, but perhaps not what was meant.
  std::optional<Problem> (*hint)(const Call&) = nullptr;
  bool makes_layout = false;  ///< a layout or a tensor, or what cuts and copies one

  LinkRule links = nullptr;           ///< which elements of the operands and of the result belong together; null: none
  int keeps_memory_of = no_argument;  ///< the operand into whose memory the result's indices point
  int threads = no_argument;          ///< the operand that says which threads share another one: a layout of them, a tiled copy or MMA
  int part = no_argument;             ///< the operand that says whose part the result is: a thread's, or a tile's coordinate
  std::string (*summary)(const Layout& result) = nullptr;  ///< a layout as result in one line; null: size, cosize and kind

  CodeCalls code{};                 ///< how C++, the CuTe DSL and pycute write a call
  std::string_view search_words{};  ///< that find it in the palette, beside its name, signature and meaning
  bool everyday = false;            ///< offered before anything is searched for
  Example example{};

  /// Of the name or an alias; nothing where its integers have no role of their own.
  std::optional<NumberRole> numbers_of(std::string_view written) const;
};

}  // namespace algebra::expression
