#pragma once
// A block of a flow as a program that a GPU or the CPU executes: its steps, the bytes that each thread takes of each memory, and the
// expected result.
//
// No layout is evaluated at run time: each part of a tensor has a table of the elements of its threads. The instructions, their order and
// waits are the kernel's own; the addresses come from the layouts, and the hardware's result is compared (replay.hpp).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/hardware/tma.hpp"
#include "algebra/text/message.hpp"
#include "gpu/flow/flow.hpp"
#include "gpu/flow/order.hpp"
#include "gpu/launch/instruction.hpp"
#include "gpu/mma/mma_instruction.hpp"

namespace gpu {

/// The elements of a tensor that a step uses, by thread and value.
struct ReplayPart {
  enum class Memory : std::uint8_t { global, shared, registers };
  Memory memory = Memory::registers;
  int tensor = -1;
  int bytes = 4;            ///< of an element
  std::int64_t values = 0;  ///< of a thread
  std::size_t table = 0;    ///< in ReplayPlan::tables: the index of value v of thread t at v * threads + t; -1: no place
  std::int64_t begin = 0;   ///< the tensor's first byte in its memory
};

struct ReplayStep {
  enum class Does : std::uint8_t {
    nothing,  ///< a fence that the instructions already contain
    access,   ///< loads and stores of `unit` elements at once
    convert,  ///< as access, converting floats from 32 to 16 bits or back
    async_copy,
    load_matrix,
    store_matrix,
    tma_load,
    tma_store,
    fused,  ///< products and sums of single elements
    mma,
    wgmma,
    fill,
    orders,  ///< other steps: by the row of their kind
  };
  static constexpr std::int64_t none = -1;
  Does does = Does::nothing;
  std::size_t role = 0, number = 0;  ///< the step's place in the flow
  std::array<int, 3> parts{-1, -1, -1};
  int instruction = -1;                        ///< in ReplayPlan::copies or ::mmas
  int unit = 1;                                ///< elements at once; for TMA, the dimensions of its tensor map
  std::int64_t n = 0;                          ///< as in FlowStep
  int barrier = -1;                            ///< its slot, or the number of a named barrier
  std::int64_t threads = none;                 ///< in ReplayPlan::tables: 1 for each thread that does it; none: all of its role
  std::int64_t predicate = none;               ///< in ReplayPlan::tables: 1 for each value v of thread t that is copied, at v * threads + t
  std::array<std::int64_t, 3> rests{1, 1, 1};  ///< for a product: instructions of a thread along M, N and K
  bool overwrites = false;
  std::array<std::int64_t, 2> described{none, none};  ///< in ::descriptors: of A and B, by group of 128 threads and instruction
  int map = -1;                                       ///< in ::maps
  std::int64_t boxes = 0;                             ///< for TMA: boxes of a thread
  std::size_t box = 0;                                ///< in ::tables: for each box of each thread six numbers, coordinates and a byte
};

/// An element of the result, with its value by plain arithmetic.
struct ReplayResult {
  std::int64_t index = 0;            ///< in C
  std::int64_t m = 0, n = 0, l = 0;  ///< its coordinates in C; l for a batch
  double value = 0;
};

struct ReplayPlan {
  const Flow* flow = nullptr;  ///< must outlive the plan
  std::size_t threads = 0;
  std::vector<OrderedStep> order;              ///< an order that the barriers allow
  std::vector<std::vector<ReplayStep>> roles;  ///< as the flow's
  std::vector<std::int32_t> role_of;           ///< by thread; -1: none
  std::vector<ReplayPart> parts;
  std::vector<std::int32_t> tables;
  std::vector<std::uint64_t> descriptors;
  std::vector<Instruction> copies;
  std::vector<MmaInstruction> mmas;
  std::vector<const algebra::MmaTraits*> traits;  ///< of mmas
  struct Map {
    algebra::TensorMap map;
    std::int64_t begin = 0;  ///< of its tensor in global memory
  };
  std::vector<Map> maps;
  std::int64_t shared_bytes = 0, register_bytes = 0, barriers = 0, barriers_begin = 0;
  bool bfloat = false;                ///< floats of 16 bits are bf16
  MmaType a, b, c;                    ///< of the product's operands in global memory
  std::vector<std::uint8_t> global;   ///< initial contents: A and B of small integers, everything else a pattern
  std::vector<ReplayResult> results;  ///< all elements of C that the block stores; empty if it is no product
  std::int64_t c_begin = 0;           ///< of C in global memory

  /// Returns the type for elements of that many bytes that no instruction names: a float of 2, 4 or 8, else an integer of one.
  MmaType number_of(int bytes) const;
  /// Returns the index of the v-th value of a thread in its part's tensor; -1: none.
  std::int32_t index_of(const ReplayPart& part, std::size_t thread, std::int64_t v) const {
    return v < part.values ? tables[part.table + static_cast<std::size_t>(v) * threads + thread] : -1;
  }
  /// Returns the number of a step in traces.
  std::size_t trace_of(std::size_t role, std::size_t step) const { return first_trace[role] + step; }
  std::vector<std::size_t> first_trace;  ///< by role; the last element is the total
};

/// Plans a flow. Error: a sentence, with the line, about the part that cannot be run.
tl::expected<ReplayPlan, algebra::Message> plan_replay(const Flow&);

}  // namespace gpu
