#pragma once
// The place in a program of an entry that was read from it, and its `@source` line.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// The origin of an entry's expression: the text of the program, the compiler's front end, or a run of the program.
enum class SaidBy : std::uint8_t { reading, compiler, run };

struct EntrySource {
  std::string section;       ///< the function, "gemm_nt"; for a kernel with its caller, "gemm_device@gemm_nt"; "" outside of functions
  std::size_t line = 0;      ///< from 1; 0: the entry is not from a program
  bool parameter = false;    ///< an input of the program, such as M or threadIdx.x: has a slider at the top of the sheet
  algebra::Message problem;  ///< why the statement, the entry's text, is not understood; "" if it is. An edit of the entry clears it.
  /// Parameters without a value in the program from which the entry follows: names of entries, "M N". Such a parameter has its own name
  /// here. An edit of the entry clears it.
  std::string assumed;

  /// The entry stands in a loop, and differs, or may differ, in a later round. An edit of the entry clears it.
  bool first_round = false;
  /// An edit of the entry sets it to `reading`.
  SaidBy by = SaidBy::reading;

  /// Clears the facts from the program, after an edit of the entry's text.
  void edited() { problem = {}, assumed.clear(), first_round = false, by = SaidBy::reading; }

  friend bool operator==(const EntrySource&, const EntrySource&) = default;
};

/// Returns the words for an entry's assumptions: "assumed" for a parameter without a value in the program, "assumed: M, N" for an entry
/// that follows from such parameters; "" if it assumes nothing.
algebra::Message assumed_words(const EntrySource&, std::string_view entry);

/// Returns "by the compiler's front end" or "as it ran"; "" for an entry from the text.
algebra::Message said_by_words(SaidBy);

/// Returns true for a built-in variable of CUDA: threadIdx, blockDim.
bool is_built_in(std::string_view word);
/// Convert between a parameter's name in the program and the name of its entry: threadIdx.x and threadIdx_x. parameter_name restores the
/// dot of built-in variables only.
std::string parameter_entry(std::string_view name);
std::string parameter_name(std::string_view entry);
/// Returns true if both are the same parameter, each in either form.
bool same_parameter(std::string_view a, std::string_view b);

/// Parses the text after `@source`. Error: one sentence.
tl::expected<EntrySource, algebra::Message> read_source(std::string_view rest);
/// Returns the `@source` line with its line break; "" for an entry that is not from a program.
std::string source_line(const EntrySource&);

}  // namespace app
