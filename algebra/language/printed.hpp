#pragma once
// Values in the text that compilers print, as expressions of the language.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace algebra::dialects {

/// A number that only the running program knows, which compilers print as `?`, or as `?{i64 div=128}`.
struct RunTimeNumber {
  enum class Of : std::uint8_t { shape, stride, other };
  Of of = Of::other;
  std::size_t leaf = 0;       ///< which one of the shape's, or of the strides, from 0
  std::int64_t multiple = 1;  ///< the program promises a multiple of this
  std::int64_t likely = 1;    ///< a multiple of it with which the value can be looked at: of a stride, the least that lets nothing overlap
  bool may_have_a_name = true;  ///< false where the language takes a number only
};

struct Printed {
  std::string part;  ///< tv, tiler, ...: which part of what was printed it is; "" if it is all
  std::string text;  ///< in the language; `?` stands for each of `numbers`, in their order
  std::vector<RunTimeNumber> numbers{};
  std::string note{};  ///< how it is to be read, where its text does not say; "" else
};

/// The text with likely numbers in place of what only the running program knows.
std::string with_numbers(const Printed&);

/// The text with names for those numbers, `(A_n0,64*A_n1):(A_d0,1)`, and what defines them: `A_n0 = 8`.
struct Named {
  std::vector<std::string> definitions;
  std::string text;
};
Named with_names(const Printed&, std::string_view name);

/// How run_time_words begins.
inline constexpr std::string_view run_time_note = "known when it runs: ";
/// "known when it runs: shape 0, stride 1 (a multiple of 128)"; "" if all numbers are known.
std::string run_time_words(const Printed&);

}  // namespace algebra::dialects
