#pragma once
// How well a few typed letters name something.

#include <optional>
#include <string_view>

namespace app {

/// Nothing where the letters do not occur in that order; else more for a better match: the beginning of the text, the
/// beginnings of its words (`zd` of zipped_divide), letters in a row, a short text. Upper and lower case are the same.
std::optional<int> fuzzy_score(std::string_view letters, std::string_view text);

}  // namespace app
