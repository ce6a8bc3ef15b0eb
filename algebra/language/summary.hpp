#pragma once
// What is said of a value in a line.

#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"

namespace algebra {

/// "size 64", "cosize 64", "bijective", or what the record of the function says that made it, "tile 4×4", "4 tiles"; then its memory.
std::vector<Message> facts_of(const Evaluation&);

/// "f16", or "16 bit" of a type without a name.
Message words_of(const ElementType&);
/// "shared"; "" for unknown.
std::string_view word_of(MemorySpace);
/// What a value says of its elements beside their places: "f16 in shared memory", "16 bit", "in registers"; "" where it says nothing.
Message memory_words(const Value&);

/// What has to be said wherever something of tcgen05 or tensor memory is shown; "" for any other value.
Message not_run_here(const Value&);

/// Summaries of layouts, for the records' `summary`.
namespace summary {
std::vector<Message> tiles(const Layout&);  ///< ((tile), (rest)): "tile 4×4", "4 tiles"
std::vector<Message> modes(const Layout&);  ///< "size 64", "rank 4"
}  // namespace summary

}  // namespace algebra
