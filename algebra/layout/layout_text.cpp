#include "algebra/layout/layout_text.hpp"

#include <charconv>

namespace algebra {
namespace {

/// Reads the integer or tuple at the start of `text`, and removes it.
std::optional<IntTuple> take_tuple(std::string_view& text) {
  if (!text.starts_with('(')) {
    const bool is_static = text.starts_with('_');
    if (is_static) text.remove_prefix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return IntTuple(Int{value, is_static});
  }
  IntTuple tuple;
  do {
    text.remove_prefix(1);  // the bracket, or a comma
    const auto mode = take_tuple(text);
    if (!mode) return std::nullopt;
    tuple.append(*mode);
  } while (text.starts_with(','));
  if (!text.starts_with(')')) return std::nullopt;
  text.remove_prefix(1);
  return tuple;
}

}  // namespace

std::optional<IntTuple> read_tuple(std::string_view text) {
  auto tuple = take_tuple(text);
  return text.empty() ? tuple : std::nullopt;
}

std::optional<Layout> read_layout(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  auto shape = read_tuple(text.substr(0, colon)), stride = read_tuple(text.substr(colon + 1));
  if (!shape || !stride || !congruent(*shape, *stride)) return std::nullopt;
  return Layout(std::move(*shape), std::move(*stride));
}

}  // namespace algebra
