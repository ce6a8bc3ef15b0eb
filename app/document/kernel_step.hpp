#pragma once
// Rows of a sheet that say what a kernel does instead of defining a value: copy(tiled, tAgA(_,_,_,k), tAsA), for k in 0..8, end.
//
// The rows between `for` or `if` and their `end` belong to it. Calls have CuTe's names (gpu/flow/step_words.hpp). The variable of a loop
// is a number in the rows of that loop. A barrier is a name of its own with its number in brackets: full[stage].

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
    loop,       ///< for variable in first..last, without last
    branch,     ///< if left sign right: for the threads for which that holds
    otherwise,  ///< else
    end,
  };
  /// A piece of the text and where it begins in it.
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

/// Whether the text is such a row: it begins with for, if, else, end, or the call of one of CuTe's functions that do something.
bool is_step(std::string_view expression);
/// Requires is_step. Errors have the condition "step".
tl::expected<KernelStep, algebra::Diagnostic> read_step(std::string_view expression);

/// The name and the text in brackets of a barrier: "full", "(k+1)%3"; "" and "" for what is none.
struct BarrierText {
  std::string_view name{}, number{};
};
BarrierText barrier_text(std::string_view text);
/// tma.with(full[stage]): "tma" and "full[stage]"; the text and "" for any other.
BarrierText with_barrier(std::string_view text);

/// As algebra::tokens, of such a row: its word is a function, and the signs of comparisons are punctuation. Any other text has its own.
std::vector<algebra::Token> row_tokens(std::string_view line);

/// The same text with a number for a name, wherever that name stands alone: k of sA(_,k) but not of sA.k or kk.
std::string with_number(std::string_view text, std::string_view name, std::int64_t number);

}  // namespace app
