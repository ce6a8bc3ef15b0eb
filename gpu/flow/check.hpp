#pragma once
// Checks that a flow does what a matrix product needs: moves the names of elements instead of numbers.
//
// Each element of global memory has a name, A(133,7). A copy moves names, a product adds the pair of two names to an accumulator, and
// each access to shared memory is compared with the writes and reads before it: whether a barrier, a wait or a phase orders them. So
// what is found holds for every execution of these steps, whatever the hardware happens to do first.

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
    never_written,  ///< what is read was not written by this kernel
    wrong_product,  ///< A and B do not belong together, or not to this element of C; or a sum begins at another number than zero
    missing,        ///< an element of C lacks products
    twice,          ///< an element of C gets a product twice, or is computed twice
    misplaced,      ///< an element of C is stored in the place of another one, or what an instruction takes does not lie as it needs
    out_of_range,   ///< an access beyond the end of a tensor
    barrier,        ///< not all come to a barrier, or its arrivals or bytes are not what it expects
  };
  Kind kind = Kind::race;
  std::size_t line = 1;              ///< of the step at which it shows
  std::vector<std::size_t> lines{};  ///< of all that has a part in it, ascending, `line` among them
  algebra::Message text{};
  std::int64_t count = 1;  ///< how often it was met
};
/// "race", "not_waited": as JSON has it.
std::string_view name_of(FlowFinding::Kind);

struct FlowReport {
  std::vector<FlowFinding> findings{};  ///< by line
  std::int64_t products = 0;            ///< of the block, each checked
  std::int64_t results = 0;             ///< elements of C that it stores
  std::int64_t scales = 0;              ///< scale factors that its products read, each checked
  std::int64_t accesses = 0;            ///< to shared memory, each checked
  std::vector<algebra::Message> undecided{};
  bool stopped = false;  ///< by `stop`: what is found is not all
};

/// Checks all steps of one block. `stop` is asked now and then.
FlowReport check(const Flow&, const std::function<bool()>& stop = {});

}  // namespace gpu
