#pragma once
// What a kernel does, as data: tensors, the moves between them, and what orders these.
//
// A flow is that of one block. Its threads come in roles: the threads of a role do the same steps, each with its own part of the tensors.
// Loops are unrolled: a step knows the rounds that it belongs to. Where the elements are is given by layouts; nothing is simulated
// before it is asked for (check.hpp).

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
  int bits = 32;             ///< of an element
  algebra::IntTuple shape;   ///< in global memory: the tensor's, by whose modes elements are named
  std::size_t line = 0;      ///< where it is made
  std::string called{};      ///< as the program calls it
  algebra::Layout layout{};  ///< its elements in its memory: outer(layout(coordinate))
  algebra::Outer outer{};
  std::int64_t alignment = 0;  ///< bytes of which its address is a multiple, as far as the program promises it; 0: not known
  bool mixed = false;          ///< others with elements of another size lie in its memory: what these write is not followed
  std::int64_t room = 0;       ///< elements that its memory has; 0: not known
};

/// The elements of a tensor that a step uses.
struct FlowPart {
  /// Which element thread t has at the 1-D coordinate c: outer(start[t] + layout(c)), with the form of that thread. A swizzle gives
  /// threads other strides. Of a mode of what TMA copies it is the rest modulo the mode's extent: what other modes add are multiples.
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
  /// In global memory: the coordinate in each mode of the tensor, which says also what is beyond its end.
  std::vector<Function> modes{};
  std::vector<std::size_t> lines{};  ///< where what it is made of is defined, ascending
};

/// A loop around a step: its line, and the round, from 0.
struct FlowRound {
  std::size_t line = 0;
  std::int64_t round = 0;
  friend bool operator==(const FlowRound&, const FlowRound&) = default;
};

/// Which of its values a thread copies.
struct FlowPredicate {
  std::int64_t width = 1;                  ///< so many values one after another have one answer
  std::vector<std::vector<bool>> holds{};  ///< by thread of the block
  bool operator()(std::size_t thread, std::int64_t value) const { return holds[thread][static_cast<std::size_t>(value / width)]; }
};

struct FlowStep {
  /// Each has a row in step_kinds.cpp.
  enum class Kind : std::uint8_t {
    copy,     ///< parts[0] to parts[1]
    gemm,     ///< parts[2] += parts[0] * parts[1]; scaled by parts[3] and parts[4], where these are
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
    unknown,  ///< something with tensors that is not understood
  };
  /// Which threads of a role do it, each for itself.
  enum class By : std::uint8_t {
    threads,  ///< all
    warps,    ///< one of each warp: elect_one, and what the CuTe DSL lets one thread do
    block,    ///< one of warp 0
  };
  Kind kind = Kind::unknown;
  By by = By::threads;
  bool overwrites = false;  ///< of a gemm: what is in parts[2] counts for nothing
  std::size_t line = 1;
  std::string text{};  ///< the call, in one line
  std::vector<FlowRound> loops{};
  std::vector<std::shared_ptr<const FlowPart>> parts{};
  std::optional<algebra::CopyAtom> atom{};           ///< of a copy; none: each element by itself
  std::optional<algebra::TiledMma> mma{};            ///< of a gemm; none: each product by itself
  std::shared_ptr<const FlowPredicate> predicate{};  ///< of a copy; none: all of it
  std::int64_t n = 0;
  std::optional<double> number{};    ///< of a fill; none: it is not known
  std::string barrier{};             ///< "producer_mbar[1]"
  std::vector<std::size_t> lines{};  ///< where the numbers that it is given were changed last, ascending
  bool perhaps = false;              ///< it is not known whether it happens
  /// Of what is not understood, or may not happen: the tensors, aside from those of its parts, that it may read and write.
  std::vector<int> touches{};
  bool touches_any = false;  ///< it may be any tensor
  /// Nothing is known of what is in these after it.
  bool is_undecided() const { return kind == Kind::unknown || perhaps; }
};

struct FlowRole {
  std::vector<std::size_t> threads{};  ///< of the block, ascending
  std::vector<FlowStep> steps{};
  bool cut_short = false;  ///< it does more, which is not followed
};

struct Flow {
  std::string kernel{};
  std::size_t line = 1;
  std::size_t threads = 1;            ///< of a block
  std::vector<std::int64_t> grid{};   ///< blocks along x, y and z; empty where that is not known
  std::vector<std::int64_t> block{};  ///< the block that it is the flow of, along x, y and z
  std::vector<FlowTensor> tensors{};
  std::vector<FlowRole> roles{};
  std::vector<algebra::Message> unclear{};  ///< what is not known of it
  /// Partitions whose parts are not what an instruction copies: the line and the reason.
  std::vector<std::pair<std::size_t, algebra::Message>> broken{};
  std::vector<std::string> files{};  ///< whose lines its lines are, the one that was named first; none: of one alone
};

/// "global", "shared", "registers", "tensor".
std::string_view name_of(algebra::MemorySpace);

}  // namespace gpu
