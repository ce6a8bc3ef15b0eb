#pragma once
// Summarises a value in one line.

#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"

namespace algebra {

/// Returns "size 64", "cosize 64", "bijective", or the facts of the function that made the value, "tile 4×4", "4 tiles"; then its memory.
std::vector<Message> facts_of(const Evaluation&);

/// Returns "f16", or "16 bit" for a type without a name.
Message words_of(const ElementType&);
/// Returns "shared"; "" for unknown.
std::string_view word_of(MemorySpace);
/// Returns a value's element type and memory: "f16 in shared memory", "16 bit", "in registers"; "" if it has neither.
Message memory_words(const Value&);

/// Returns the disclaimer for a value of tcgen05 or tensor memory, which Cutescope does not run; "" for any other value.
Message not_run_here(const Value&);

/// Summaries of layouts, for the records' `summary`.
namespace summary {
std::vector<Message> tiles(const Layout&);  ///< ((tile), (rest)): "tile 4×4", "4 tiles"
std::vector<Message> modes(const Layout&);  ///< "size 64", "rank 4"
}  // namespace summary

}  // namespace algebra
