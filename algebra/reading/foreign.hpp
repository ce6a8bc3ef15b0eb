#pragma once
// Layouts as other languages write them, in one text of their own: Composable Kernel's tile distributions, TileLang's fragments and
// layouts, Gluon's layouts, strides of PyTorch and numpy, einops, Mojo's layouts.

#include <optional>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/printed.hpp"
#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// Reads a layout that fills the text. nullopt if it is in none of these languages. Error: one sentence, the reason why it is no layout.
std::optional<tl::expected<Printed, Message>> read_foreign(std::string_view text);

/// A layout on a line of its own, perhaps after `name =`.
struct ForeignFind {
  std::size_t line = 1, column = 1;  ///< from 1
  std::string_view name;             ///< "" if there is none
  std::string_view text;
  tl::expected<Printed, Message> value;
};
/// Returns those in a text, in order.
std::vector<ForeignFind> find_foreign(std::string_view text);

}  // namespace algebra::dialects
