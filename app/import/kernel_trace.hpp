#pragma once
// The trace of a kernel: its calls in order, as one of its threads executes them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/cpp_program.hpp"
#include "app/program/operators.hpp"
#include "app/program/term.hpp"

namespace app {

/// An argument of a traced call.
struct TracedArgument {
  std::string source{};                  ///< its source text in one line
  Term term{};                           ///< over the program's entries; empty if it is not an expression of the language
  std::optional<std::int64_t> number{};  ///< if it is a known integer
  std::optional<double> real{};          ///< if it is a known real number
  std::string barrier{};                 ///< of tma.with(bars[2]), whose other values are tma's: the barrier
  std::set<std::size_t> lines{};         ///< where its variables were declared or last changed
  std::string place{};                   ///< the variable that it denotes, or whose address it is: "bars[2]"; "" if none
  std::string name{};                    ///< the keyword of a named argument: "pred"
  std::string sign{};                    ///< the operator of a comparison of the term with `other`: "=="
  Term other{};
  std::string variable{};  ///< a scalar variable with its function: "sum@gemm"; "" if none
};

/// A loop around a call: its line, and the round from 0.
struct TracedRound {
  std::size_t line = 0;
  std::int64_t round = 0;
  friend bool operator==(const TracedRound&, const TracedRound&) = default;
};

/// A statement that calls a function which the program does not define: copy, gemm, __syncthreads, barrier.wait.
struct TracedCall {
  /// The function's name for unsupported calls that order steps: a pipeline, inline assembly.
  static constexpr std::string_view orders_otherwise = "orders_otherwise";
  std::size_t line = 1;
  std::string function{};                   ///< without namespaces and template arguments; a method's name
  std::string scope{};                      ///< the qualification before it: "cutlass::arch", or the type with the static member
  TracedArgument object{};                  ///< of a method
  std::vector<TracedArgument> templates{};  ///< template arguments
  std::vector<TracedArgument> arguments{};
  std::vector<TracedRound> loops{};  ///< the outermost first
  bool perhaps = false;              ///< it is unknown whether the call happens
  bool multiplies = false;           ///< of a store: its value is a product of two values that are read
  algebra::Message why{};            ///< the reason for an unsupported call, whose function is "" or orders_otherwise; else ""
  std::string source{};              ///< in one line
};

/// Returns whether a name or piece of code contains a word for synchronization: named_barrier.sync(), __barrier_sync(1),
/// pipeline.producer_acquire(state).
inline bool names_an_order(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{"sync",    "wait",    "arrive", "barrier", "fence",
                                                   "acquire", "release", "commit", "lock",    "signal"};
  return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != text.npos; });
}

/// A condition that may differ between threads.
struct ThreadCondition {
  std::size_t line = 1;
  /// A comparison, "threadIdx_x / 128" "==" "0", or `left` alone, which holds if it is not 0. Expressions of the language that can be
  /// evaluated for other threads; empty if they do not depend on the thread.
  Term left{};
  std::string sign{};
  Term right{};
  bool holds = false;  ///< for the traced thread
  friend bool operator<(const ThreadCondition& a, const ThreadCondition& b) {
    return std::tie(a.line, a.left, a.sign, a.right, a.holds) < std::tie(b.line, b.left, b.sign, b.right, b.holds);
  }
};

/// Evaluates a comparison. Without a valid sign it holds if `left` is not 0.
constexpr bool compares(std::int64_t left, std::string_view sign, std::int64_t right) {
  return compared(operator_of(sign), left, right).value_or(left != 0);
}

struct KernelTrace {
  std::string kernel{};                   ///< as in the section of its entries: "gemm_device@gemm_nt"
  std::size_t line = 1;                   ///< of the kernel's definition
  std::size_t calls_at = 1;               ///< of its launch
  std::optional<std::int64_t> threads{};  ///< of a block
  std::vector<std::int64_t> block{};      ///< threads along x, y and z; empty: all along x
  std::vector<bool> alike{};              ///< whether each thread takes the same branches; empty: see `conditions`
  std::vector<std::int64_t> grid{};       ///< blocks along x, y and z; empty if unknown
  std::vector<TracedCall> calls{};
  std::set<ThreadCondition> conditions{};
  std::vector<std::pair<std::size_t, algebra::Message>> endless{};  ///< loops that never end: the line and the reason
  algebra::Message incomplete{};                                    ///< why there may be further calls; "" if complete
};

/// A line with its file in one number. Lines of the main file are plain numbers.
struct FileLine {
  static constexpr std::size_t of_file = 10'000'000;
  std::size_t file = 0, line = 1;  ///< file: an index into TracedProgram::files
  static FileLine of(std::size_t number) { return {number / of_file, number % of_file}; }
  std::size_t number() const { return file * of_file + line; }
};

struct TracedProgram {
  CppProgram program{};
  std::vector<KernelTrace> kernels{};   ///< one per launch, in the order of the host's code
  std::vector<std::string> files{};     ///< the main file, and those with lines in the traces
  std::vector<KernelTrace> uncalled{};  ///< kernels of the main file without a known launch, with name and line only
};

/// Reads a program as read_cpp_program, and also runs each kernel that the host launches as the thread of the settings "threadIdx.x",
/// "blockIdx.y", ...: with all rounds of its loops, up to `most_steps` statements. `kernel`: traces only that launch, by index; the others
/// get no calls.
TracedProgram trace_cpp_program(const ProgramFiles&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                std::optional<std::size_t> kernel = {});

/// Traces a Python program in the CuTe DSL. Its calls get the names and the order of arguments of CuTe C++. `path`, `folders`: as in
/// read_dsl_program.
TracedProgram trace_dsl_program(std::string_view source, const ProgramSettings&, const std::string& path = {},
                                std::optional<std::size_t> kernel = {}, const std::vector<std::string>& folders = {});

}  // namespace app
