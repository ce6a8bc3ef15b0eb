#pragma once
// Where an entry that was read from a program stands in it, and its `@source` line.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// Who says what an entry of a program is: its text as it is read, the compiler's front end, or the program as it ran.
enum class SaidBy : std::uint8_t { reading, compiler, run };

struct EntrySource {
  std::string section;       ///< the function, "gemm_nt"; of a kernel with its caller, "gemm_device@gemm_nt"; "" outside of functions
  std::size_t line = 0;      ///< from 1; 0: the entry is not from a program
  bool parameter = false;    ///< a number that the program is given, as M or threadIdx.x: has a slider at the top of the sheet
  algebra::Message problem;  ///< why the statement, the entry's text, is not understood; "" if it is. Typing in the entry clears it.
  /// Parameters that nothing in the program gives, and from which the entry follows: names of entries, "M N". A parameter that is one
  /// itself has its own name here. Typing in the entry clears it.
  std::string assumed;

  /// The entry stands in a loop, and in a later round it is another, or may be. Typing in the entry clears it.
  bool first_round = false;
  /// Typing in the entry makes it the user's.
  SaidBy by = SaidBy::reading;

  /// What the program said of the entry no longer holds: its text is another.
  void edited() { problem = {}, assumed.clear(), first_round = false, by = SaidBy::reading; }

  friend bool operator==(const EntrySource&, const EntrySource&) = default;
};

/// What is said beside an entry's value of what it assumes: "assumed" of a parameter that nothing gives, "assumed: M, N" of what follows
/// from some; "" if it assumes nothing.
algebra::Message assumed_words(const EntrySource&, std::string_view entry);

/// "by the compiler's front end", "as it ran"; "" of what is read.
algebra::Message said_by_words(SaidBy);

/// Whether the program's word is what CUDA gives each thread: threadIdx, blockDim.
bool is_built_in(std::string_view word);
/// The entry's name of a parameter that the program writes as `name`: threadIdx_x for threadIdx.x. And back, of what is built in.
std::string parameter_entry(std::string_view name);
std::string parameter_name(std::string_view entry);
/// Whether both are one parameter, as either writes it.
bool same_parameter(std::string_view a, std::string_view b);

/// What follows `@source`. Error: one sentence.
tl::expected<EntrySource, algebra::Message> read_source(std::string_view rest);
/// The line with its end; "" for an entry that is not from a program.
std::string source_line(const EntrySource&);

}  // namespace app
