#pragma once
// What a kernel does from its call to its return, call by call, as one of its threads comes past it.

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

/// What a call is given.
struct TracedArgument {
  std::string source{};                  ///< as it is written, in one line
  Term term{};                           ///< over the program's entries; empty where it is no expression of the language
  std::optional<std::int64_t> number{};  ///< where it is a known integer
  std::optional<double> real{};          ///< where it is a known number with a fraction or an exponent
  std::string barrier{};                 ///< of tma.with(bars[2]), of which the rest is tma's: the barrier
  std::set<std::size_t> lines{};         ///< where the variables in it were declared or changed last
  std::string place{};                   ///< the variable that it names, or whose address it is: "bars[2]"; "" if it names none
  std::string name{};                    ///< of a keyword's argument the keyword: "pred"
  std::string sign{};                    ///< of a comparison of the term with `other`: "=="
  Term other{};
  std::string variable{};  ///< a number in registers, by the variable's name and its function: "sum@gemm"; "" if it is none
};

/// A loop around a call: where it stands, and in which of its rounds, from 0.
struct TracedRound {
  std::size_t line = 0;
  std::int64_t round = 0;
  friend bool operator==(const TracedRound&, const TracedRound&) = default;
};

/// A call that is a statement, of a function that the program does not define: copy, gemm, __syncthreads, barrier.wait.
struct TracedCall {
  /// The function of what orders steps in a way that is not followed: a pipeline, an instruction in assembly.
  static constexpr std::string_view orders_otherwise = "orders_otherwise";
  std::size_t line = 1;
  std::string function{};                   ///< without namespaces and template arguments; of a method its name
  std::string scope{};                      ///< what stands before it: "cutlass::arch", or the type whose static member it is
  TracedArgument object{};                  ///< of a method
  std::vector<TracedArgument> templates{};  ///< in <>
  std::vector<TracedArgument> arguments{};
  std::vector<TracedRound> loops{};  ///< the outermost first
  bool perhaps = false;              ///< it is not known whether it happens
  bool multiplies = false;           ///< of a store: two things that are read are multiplied for it
  algebra::Message why{};            ///< of what is not followed: why; "" of other calls. Its function is "", or orders_otherwise
  std::string source{};              ///< in one line
};

/// Tells whether a name or a piece of a program has a word of what makes threads wait for others: named_barrier.sync(), __barrier_sync(1),
/// pipeline.producer_acquire(state).
inline bool names_an_order(std::string_view text) {
  constexpr std::array<std::string_view, 10> words{"sync",    "wait",    "arrive", "barrier", "fence",
                                                   "acquire", "release", "commit", "lock",    "signal"};
  return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != text.npos; });
}

/// A condition that may not be the same for all threads.
struct ThreadCondition {
  std::size_t line = 1;
  /// A comparison, "threadIdx_x / 128" "==" "0", or what is not 0, left alone. Expressions of the language, from which it follows for
  /// other threads; empty where they say nothing of the thread.
  Term left{};
  std::string sign{};
  Term right{};
  bool holds = false;  ///< for this thread
  friend bool operator<(const ThreadCondition& a, const ThreadCondition& b) {
    return std::tie(a.line, a.left, a.sign, a.right, a.holds) < std::tie(b.line, b.left, b.sign, b.right, b.holds);
  }
};

/// Tells whether the comparison holds; of a sign that is none, whether `left` is not 0.
constexpr bool compares(std::int64_t left, std::string_view sign, std::int64_t right) {
  return compared(operator_of(sign), left, right).value_or(left != 0);
}

struct KernelTrace {
  std::string kernel{};                   ///< as its entries' section: "gemm_device@gemm_nt"
  std::size_t line = 1;                   ///< where the kernel stands
  std::size_t calls_at = 1;               ///< where it is called
  std::optional<std::int64_t> threads{};  ///< of a block
  std::vector<std::int64_t> block{};      ///< threads along x, y and z; empty: all along x
  std::vector<bool> alike{};              ///< of the threads those that take the same branches; empty: `conditions` say it
  std::vector<std::int64_t> grid{};       ///< blocks along x, y and z; empty where that is not known
  std::vector<TracedCall> calls{};
  std::set<ThreadCondition> conditions{};
  algebra::Message incomplete{};  ///< why there may be other calls than these
};

/// Lines of a program in several files are told apart by their size: those of the file that was named are themselves.
struct FileLine {
  static constexpr std::size_t of_file = 10'000'000;
  std::size_t file = 0, line = 1;  ///< the file by its place in TracedProgram::files
  static FileLine of(std::size_t number) { return {number / of_file, number % of_file}; }
  std::size_t number() const { return file * of_file + line; }
};

struct TracedProgram {
  CppProgram program{};
  std::vector<KernelTrace> kernels{};   ///< one for each call of a kernel, in the order in which the host comes past them
  std::vector<std::string> files{};     ///< the one that was named, and those whose lines are in the traces
  std::vector<KernelTrace> uncalled{};  ///< kernels of the named file of which no call is found, with their names and lines alone
};

/// As read_cpp_program; and each kernel that the host calls is run as the thread of the settings "threadIdx.x", "blockIdx.y", ...: all
/// rounds of its loops, as many as `most_steps` statements.
/// `kernel`: of the calls of kernels only that one is followed, by its place among them; the others have no calls.
TracedProgram trace_cpp_program(const ProgramFiles&, const ProgramSettings&, std::span<const MacroSetting> = {},
                                std::optional<std::size_t> kernel = {});

/// The same of a Python program in the CuTe DSL, whose calls have the names and the order of arguments that they have in C++.
/// `path`, `folders`: as read_dsl_program has them.
TracedProgram trace_dsl_program(std::string_view source, const ProgramSettings&, const std::string& path = {},
                                std::optional<std::size_t> kernel = {}, const std::vector<std::string>& folders = {});

}  // namespace app
