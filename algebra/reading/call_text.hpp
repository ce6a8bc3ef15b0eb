#pragma once
// Calls as programs write them: gl.BlockedLayout([1, 4], order=[1, 0]), tuple<sequence<4, 2>>, x.permute(1, 0). Read as data, without a
// meaning.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// The error: one sentence.
struct CallProblem {
  Message message;
};

struct CallValue {
  enum class Kind : std::uint8_t { number, text, list, name, call };
  Kind kind = Kind::number;
  std::int64_t number = 0;
  std::string word{};                                      ///< the text, the name, or the name of the function
  std::vector<std::pair<std::string, CallValue>> items{};  ///< of a list or a call, each with its key or ""
  std::vector<CallValue> object{};                         ///< of a method's call: one, whose method it is

  bool is(Kind k) const { return kind == k; }
  /// Returns the argument of this key, else the one at this place among those without a key; null if there is none.
  const CallValue* argument(std::string_view key, std::size_t place) const;
  /// Return the argument's value. Throw a CallProblem if it is missing or of another kind.
  const CallValue& needed(std::string_view key, std::size_t place) const;
  std::int64_t number_of(std::string_view key, std::size_t place) const;
  std::vector<std::int64_t> numbers_of(std::string_view key, std::size_t place) const;
  /// Returns the numbers of a list, or of a call's arguments. Throws a CallProblem.
  std::vector<std::int64_t> numbers() const;
  /// Returns the function's name without its module: BlockedLayout of gl.BlockedLayout.
  std::string_view function() const;
};

/// Reads a call that fills the text. nullopt if the text is none.
std::optional<CallValue> read_call(std::string_view text);

/// A mode of a layout as sizes and strides, the fastest first.
using StridedMode = std::vector<std::pair<std::int64_t, std::int64_t>>;
/// Returns shape:stride with neighbours of a mode joined where they continue each other, and without sizes of 1.
std::string text_of_modes(const std::vector<StridedMode>&);
/// Returns the row-major strides of a shape.
std::vector<std::int64_t> row_major(const std::vector<std::int64_t>& shape);

}  // namespace algebra::dialects
