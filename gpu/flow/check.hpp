#pragma once
// Checks that a flow computes a matrix product correctly, by moving the names of elements instead of numbers.
//
// Each element of global memory has a name, A(133,7). A copy moves names, a product adds the pair of two names to an accumulator, and each
// access to shared memory is compared with the writes and reads before it: a barrier, a wait or a phase must order them. A finding
// therefore holds for every execution of these steps, whatever the hardware does first.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "gpu/flow/flow.hpp"

namespace gpu {

struct FlowFinding {
  enum class Kind : std::uint8_t {
    race,           ///< nothing orders a read and the write before it, or two writes
    overwritten,    ///< nothing orders a write and the read before it
    not_waited,     ///< an asynchronous copy or MMA is not waited for
    proxy,          ///< no fence between what a thread writes and TMA or WGMMA reads
    never_written,  ///< an element that is read was not written by this kernel
    wrong_product,  ///< A and B do not belong together, or not to this element of C; or a sum begins at a number other than zero
    missing,        ///< an element of C lacks products
    twice,          ///< an element of C gets a product twice, or is computed twice
    misplaced,      ///< an element of C is stored in the place of another one, or an operand does not lie as its instruction requires
    out_of_range,   ///< an access beyond the end of a tensor
    barrier,        ///< not all threads come to a barrier, or its arrivals or bytes are not what it expects
    endless,        ///< a loop that never ends
  };
  Kind kind = Kind::race;
  std::size_t line = 1;              ///< of the step at which it shows
  std::vector<std::size_t> lines{};  ///< of everything involved, ascending, `line` among them
  algebra::Message text{};
  std::int64_t count = 1;  ///< number of occurrences
};
/// Returns the name in JSON: "race", "not_waited".
std::string_view name_of(FlowFinding::Kind);

struct FlowReport {
  std::vector<FlowFinding> findings{};  ///< by line
  std::int64_t products = 0;            ///< products of the block, each checked
  std::int64_t results = 0;             ///< elements of C that the block stores
  std::int64_t scales = 0;              ///< scale factors that the products read, each checked
  std::int64_t accesses = 0;            ///< accesses to shared memory, each checked
  std::vector<algebra::Message> undecided{};
  std::int64_t repeated = 0;  ///< rounds of loops that were not gone through, because they repeat earlier ones with other elements
  bool stopped = false;       ///< ended by `stop`: findings may be missing
};

/// Checks all steps of one block. Calls `stop` from time to time and ends if it returns true. `whole`: also goes through the rounds of
/// loops that repeat earlier ones; findings and counts are the same.
FlowReport check(const Flow&, const std::function<bool()>& stop = {}, bool whole = false);

}  // namespace gpu
