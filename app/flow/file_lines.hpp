#pragma once
// Converts line numbers of a flow to files and lines, for programs of several files.

#include <cstddef>
#include <string>

#include "algebra/text/message.hpp"
#include "gpu/flow/check.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

struct FilePlace {
  std::string file{};  ///< "" for the program's main file
  std::size_t line = 1;
};

FilePlace place_of_line(const gpu::Flow&, std::size_t line);
/// Returns a line as messages show it: "12", or "kernels.cuh:12" for a line outside the main file.
std::string line_text(const gpu::Flow&, std::size_t line);
/// Returns the message with its line numbers replaced by line_text().
algebra::Message with_files(const gpu::Flow&, const algebra::Message&);
/// Applies with_files() to every message of a report. `line` of its findings stays a number.
gpu::FlowReport with_files(const gpu::Flow&, gpu::FlowReport);
/// Returns the line of a message that begins with "line 12: ..." or "the loop of line 12: ...", and 0 for any other message.
std::size_t named_line(const algebra::Message&);

}  // namespace app
