#pragma once
// Where the lines of a flow stand, if its program is in several files.

#include <cstddef>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

struct FilePlace {
  std::string file{};  ///< "" for the one that was named
  std::size_t line = 1;
};

FilePlace place_of_line(const gpu::Flow&, std::size_t line);
/// The line as messages have it: "12", or "kernels.cuh:12" of another file than the one that was named.
std::string line_text(const gpu::Flow&, std::size_t line);
/// The message with its lines so.
algebra::Message with_files(const gpu::Flow&, const algebra::Message&);
/// The sentences of a report so; the lines of its findings stay numbers.
gpu::FlowReport with_files(const gpu::Flow&, gpu::FlowReport);
/// The line that a message is about, "line 12: ..." or "the loop of line 12: ..."; 0 of other messages.
std::size_t named_line(const algebra::Message&);

}  // namespace app
