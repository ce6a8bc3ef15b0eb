#pragma once
// The one-line summary below an entry.

#include <string>

#include "algebra/language/evaluate.hpp"

namespace algebra {

/// "size 64 · cosize 64 · bijective", or the summary of the record of the function that made it: "tile 4×4 · 4 tiles".
std::string summary_line(const Evaluation&);

/// "f16", or "16 bit" of a type without a name.
std::string words_of(const ElementType&);
/// "shared"; "" for unknown.
std::string_view word_of(MemorySpace);
/// What a value says of its elements beside their places: "f16 in shared memory", "16 bit", "in registers"; "" where it says nothing.
std::string memory_words(const Value&);

/// What has to be said wherever something of tcgen05 or tensor memory is shown; "" for any other value.
std::string_view not_run_here(const Value&);

/// Summaries of layouts, for the records' `summary`.
namespace summary {
std::string tiles(const Layout&);  ///< ((tile), (rest)): "tile 4×4 · 4 tiles"
std::string modes(const Layout&);  ///< "size 64 · rank 4"
}  // namespace summary

}  // namespace algebra
