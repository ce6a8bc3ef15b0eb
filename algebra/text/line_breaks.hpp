#pragma once
// Line breaks in Chinese text: allowed between any two letters, except at marks that must not begin or end a line.

#include <cstddef>
#include <string_view>

namespace algebra {

/// Returns whether this is a Chinese letter or a full-width mark, which needs no blank beside it.
bool is_wide(std::string_view letter);
/// Returns whether a mark ends something, so that no line may begin with it.
bool closes(std::string_view letter);
/// Returns whether a mark begins something, so that no line may end with it.
bool opens(std::string_view letter);
/// Returns whether a line may break between two letters, neither of which is a blank.
bool breaks_between(std::string_view letter, std::string_view next);
/// Returns the bytes of the first letter of a nonempty text.
std::string_view first_letter(std::string_view text);

}  // namespace algebra
