#pragma once
// Why a compiler, the CuTe DSL, the CUDA runtime or compute-sanitizer refuses a program: the rule, the operation, its operands, the user's
// line, and what works instead.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/why/error_text.hpp"
#include "app/why/rules.hpp"

namespace app::why {

struct Operand {
  std::string name{};
  std::string text{};        ///< in CuTe's notation: _4 is static, ? is known only when the program runs
  std::string expression{};  ///< in the language; "" if it has none
  std::string memory{}, element{}, layout{};
  bool is_index = false;  ///< a call writes it in < >
  std::size_t at = 0;     ///< its place in < > or in ( )
};

/// A change that works.
struct Repair {
  std::string operand{};     ///< the operand's name; "" for a change of the text
  std::string was{}, now{};  ///< in CuTe's notation, or as text
  std::string cpp{};         ///< `now` in CuTe C++; "" if it has none
  std::string call{};        ///< the operation with the change, as the language evaluates it; "": it was not evaluated
  std::string value{};       ///< its value
  std::size_t line = 0;      ///< of the program; 0: the program is not at hand
  std::string text{};        ///< that line with the change
};

struct Why {
  ErrorText error{};
  const Rule* rule = nullptr;  ///< null: not known
  std::string operation{};
  std::vector<Operand> operands{};
  TextPlace user{};               ///< the user's own line
  std::string call{};             ///< the operation in the language; "": it has none
  algebra::Message reason{};      ///< the numbers, as the language's evaluation of the call has them
  std::vector<Repair> repairs{};  ///< nearest first
};

inline constexpr std::size_t most_repairs = 3;

/// Returns the reasons of a text, one for each line of the user's, in the text's order. The first has no rule if its error is not known.
/// `program`: the text of the user's program; empty: it is not at hand.
std::vector<Why> reasons_in(std::string_view text, const std::string& program = {});

/// Returns a call of the language with the operands in the places of {name}; "" if one of them has no expression.
std::string call_of(std::string_view form, const std::vector<Operand>&);

}  // namespace app::why
