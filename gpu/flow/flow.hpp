#pragma once
// A kernel as data: tensors, the moves between them, and the steps that order these.
//
// A flow is that of one block. Its threads come in roles: the threads of a role do the same steps, each with its own part of the tensors.
// Loops are unrolled: a step knows the rounds that it belongs to. Layouts give the places of elements; nothing is simulated before a check
// (check.hpp).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/hardware/instructions.hpp"
#include "algebra/layout/indexing.hpp"
#include "algebra/text/message.hpp"

namespace gpu {

/// A tensor with memory of its own.
struct FlowTensor {
  std::string name{};
  algebra::MemorySpace memory = algebra::MemorySpace::unknown;
  int bits = 32;             ///< width of an element
  algebra::IntTuple shape;   ///< in global memory: the tensor's, by whose modes elements are named
  std::size_t line = 0;      ///< line that makes it
  std::string called{};      ///< its name in the program
  algebra::Layout layout{};  ///< its elements in its memory: outer(layout(coordinate))
  algebra::Outer outer{};
  std::int64_t alignment = 0;  ///< bytes that its address is a multiple of, as promised by the program; 0: not known
  bool mixed = false;          ///< tensors with elements of another size share its memory, so writes through them are not followed
  std::int64_t room = 0;       ///< elements that fit its memory; 0: not known
};

/// The elements of a tensor that a step uses.
struct FlowPart {
  /// A function of thread t and 1-D coordinate c: outer(start[t] + layout(c)), with the form of that thread, as a swizzle gives threads
  /// different strides. For a mode of a TMA copy it is the coordinate modulo the mode's extent: the contributions of other modes are
  /// multiples of that.
  struct Function {
    struct Form {
      algebra::Layout layout;
      algebra::Outer outer{};
      friend bool operator==(const Form&, const Form&) = default;
    };
    std::vector<std::int64_t> start{};  ///< by thread of the block
    std::vector<std::size_t> form{};    ///< by thread of the block
    std::vector<Form> forms{};
    std::int64_t modulus = 0;  ///< 0: none
    const algebra::Layout& layout(std::size_t thread) const { return forms[form[thread]].layout; }
    std::int64_t operator()(std::size_t thread, std::int64_t coordinate) const {
      const auto& f = forms[form[thread]];
      const auto at = f.outer(start[thread] + f.layout(coordinate));
      return modulus > 0 ? at % modulus : at;
    }
  };
  int tensor = -1;     ///< in Flow::tensors
  std::string text{};  ///< tAsA(_,_,_,1)
  Function index{};    ///< in elements from the tensor's beginning
  /// In global memory: the coordinate in each mode of the tensor, which also tells what is beyond its end.
  std::vector<Function> modes{};
  std::vector<std::size_t> lines{};  ///< lines that define its inputs, ascending
};

/// A loop around a step: its line, and the round, from 0.
struct FlowRound {
  std::size_t line = 0;
  std::int64_t round = 0;
  friend bool operator==(const FlowRound&, const FlowRound&) = default;
};

/// The values that a thread copies.
struct FlowPredicate {
  std::int64_t width = 1;                  ///< that many consecutive values share an answer
  std::vector<std::vector<bool>> holds{};  ///< by thread of the block
  bool operator()(std::size_t thread, std::int64_t value) const { return holds[thread][static_cast<std::size_t>(value / width)]; }
};

struct FlowStep {
  /// Each kind has a row in step_kinds.cpp.
  enum class Kind : std::uint8_t {
    copy,     ///< parts[0] to parts[1]
    gemm,     ///< parts[2] += parts[0] * parts[1]; scaled by parts[3] and parts[4], if present
    fill,     ///< parts[0] is set to one number, `number`
    combine,  ///< parts[1] is computed from parts[0] and itself, element by element: axpby
    commit,
    wait,
    barrier,
    mma_fence,
    mma_commit,
    mma_wait,
    proxy_fence,
    init,
    expect,
    arrive,
    phase,
    mma_arrive,
    bulk_commit,
    bulk_wait,
    compute,  ///< the last part is computed from the others, element by element or not
    expect_bytes,
    copy_arrive,
    barrier_arrive,
    warp_barrier,
    grid_wait,
    unknown,  ///< an operation on tensors that is not understood
  };
  /// The threads of a role that perform a step, each for itself.
  enum class By : std::uint8_t {
    threads,  ///< all
    warps,    ///< one of each warp: elect_one, and calls that the CuTe DSL lets one thread make
    block,    ///< one of warp 0
  };
  Kind kind = Kind::unknown;
  By by = By::threads;
  bool overwrites = false;  ///< for a gemm: parts[2]'s old content is ignored
  std::size_t line = 1;
  std::string text{};  ///< the call, in one line
  std::vector<FlowRound> loops{};
  std::vector<std::shared_ptr<const FlowPart>> parts{};
  std::optional<algebra::CopyAtom> atom{};           ///< for a copy; nullopt: element by element
  std::optional<algebra::TiledMma> mma{};            ///< for a gemm; nullopt: product by product
  std::shared_ptr<const FlowPredicate> predicate{};  ///< for a copy; null: all values
  std::int64_t n = 0;
  std::optional<double> number{};    ///< for a fill; nullopt: not known
  std::string barrier{};             ///< "producer_mbar[1]"
  std::vector<std::size_t> lines{};  ///< lines that last changed the step's numbers, ascending
  bool perhaps = false;              ///< it is not known whether the step happens
  /// For a step that is not understood, or may not happen: the tensors, besides those of its parts, that it may read and write.
  std::vector<int> touches{};
  bool touches_any = false;  ///< it may touch any tensor
  /// Returns whether the contents of the tensors involved are unknown after the step.
  bool is_undecided() const { return kind == Kind::unknown || perhaps; }
};

struct FlowRole {
  std::vector<std::size_t> threads{};  ///< threads of the block, ascending
  std::vector<FlowStep> steps{};
  bool cut_short = false;  ///< it has further steps, which are not followed
};

struct Flow {
  std::string kernel{};
  std::size_t line = 1;
  std::size_t threads = 1;            ///< of a block
  std::vector<std::int64_t> grid{};   ///< blocks along x, y and z; empty if not known
  std::vector<std::int64_t> block{};  ///< the block whose flow this is, along x, y and z
  std::vector<FlowTensor> tensors{};
  std::vector<FlowRole> roles{};
  std::vector<algebra::Message> unclear{};  ///< the parts of the kernel that are not known
  /// Partitions whose parts do not suit an instruction's copy: the line and the reason.
  std::vector<std::pair<std::size_t, algebra::Message>> broken{};
  std::vector<std::pair<std::size_t, algebra::Message>> endless{};  ///< loops that never end: the line and the reason
  std::vector<std::string> files{};  ///< the files that the lines refer to, in order of first mention; empty: a single file
};

/// Returns "global", "shared", "registers" or "tensor".
std::string_view name_of(algebra::MemorySpace);

}  // namespace gpu
