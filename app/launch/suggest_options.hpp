#pragma once
// The families of layouts that `suggest` searches, as named options, for hosts without a form.

#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/launch/suggestion.hpp"

namespace app {

struct SuggestOptions {
  bool swizzles = false, order = false, canonical = false;
  std::optional<std::string> padding;  ///< "32B": bytes; a number alone: elements
  friend bool operator==(const SuggestOptions&, const SuggestOptions&) = default;
};

/// The key of the error of an invalid padding.
inline constexpr std::string_view padding_key = "The padding is a number of elements or of bytes up to {}, such as 16 or 32B, not {}.";

/// Returns the question of a form with these options: named properties vary; without any, the usual ones. Error: a sentence.
tl::expected<gpu::TileQuestion, algebra::Message> tile_question(SuggestForm, const SuggestOptions&, const SheetEvaluator&);

}  // namespace app
