#pragma once
// Values printed by compilers, as expressions of the language.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace algebra::dialects {

/// A number known only at run time, which compilers print as `?` or `?{i64 div=128}`.
struct RunTimeNumber {
  enum class Of : std::uint8_t { shape, stride, other };
  Of of = Of::other;
  std::size_t leaf = 0;         ///< place in the shape or in the strides, from 0
  std::int64_t multiple = 1;    ///< the number is a multiple of this
  std::int64_t likely = 1;      ///< a plausible value, a multiple of `multiple`: for a stride, the smallest for which no elements overlap
  bool may_have_a_name = true;  ///< false where the language accepts only a number
};

struct Printed {
  std::string part;  ///< the part of the printed value, such as tv or tiler; "" for the whole
  std::string text;  ///< in the language, with `?` for each of `numbers` in order
  std::vector<RunTimeNumber> numbers{};
  std::string note{};  ///< how to read the text, if that is not obvious; otherwise ""
};

/// Returns the text with likely values for the numbers known only at run time.
std::string with_numbers(const Printed&);

/// The text with names for those numbers, `(A_n0,64*A_n1):(A_d0,1)`, and their definitions, `A_n0 = 8`.
struct Named {
  std::vector<std::string> definitions;
  std::string text;
};
Named with_names(const Printed&, std::string_view name);

/// The beginning of run_time_words.
inline constexpr std::string_view run_time_note = "known when it runs: ";
/// Returns "known when it runs: shape 0, stride 1 (a multiple of 128)"; "" if all numbers are known.
std::string run_time_words(const Printed&);

}  // namespace algebra::dialects
