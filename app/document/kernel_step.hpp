#pragma once
// Rows of a sheet that are steps of a kernel and define no value: copy(tiled, tAgA(_,_,_,k), tAsA), for k in 0..8, end.
//
// The rows between `for` or `if` and their `end` belong to it. Calls have CuTe's names (gpu/flow/step_words.hpp). The variable of a loop is
// a number in the rows of that loop. A barrier is an undefined name with its number in brackets: full[stage].

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/diagnostic.hpp"
#include "algebra/language/lines.hpp"

namespace app {

struct KernelStep {
  enum class Kind : std::uint8_t {
    call,       ///< function<templates>(arguments)
    loop,       ///< for variable in first..last, excluding last
    branch,     ///< if left sign right: the threads that satisfy it
    otherwise,  ///< else
    end,
  };
  /// A piece of the text and its position.
  struct Piece {
    std::string text{};
    std::size_t begin = 0;
    algebra::SourceSpan span() const { return {begin, begin + text.size()}; }
  };

  Kind kind = Kind::call;
  std::string function{}, variable{}, sign{};
  std::vector<Piece> templates{}, arguments{};
  Piece first{}, last{};  ///< the bounds of a loop, the sides of a comparison
};

/// Returns true for a step: it begins with for, if, else, end, or the call of a CuTe function that has an effect.
bool is_step(std::string_view expression);
/// Parses a step. Requires is_step. Errors have the condition "step".
tl::expected<KernelStep, algebra::Diagnostic> read_step(std::string_view expression);

/// The name of a barrier and the text in its brackets: "full", "(k+1)%3"; "" and "" for other texts.
struct BarrierText {
  std::string_view name{}, number{};
};
BarrierText barrier_text(std::string_view text);
/// Splits tma.with(full[stage]) into "tma" and "full[stage]"; other texts into the text and "".
BarrierText with_barrier(std::string_view text);

/// Returns the tokens of a line. In a step, its first word is a function and the signs of comparisons are punctuation; other lines have
/// those of algebra::tokens.
std::vector<algebra::Token> row_tokens(std::string_view line);

/// Replaces a name by a number wherever the name stands alone: k in sA(_,k) but not in sA.k or kk.
std::string with_number(std::string_view text, std::string_view name, std::int64_t number);

}  // namespace app
