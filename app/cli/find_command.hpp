#pragma once
// `cutescope find`: lists the layouts and tensors in a program's output.

#include <string>

namespace app {

/// Prints `line:column name = value`, one line each. path: a file, or - for standard input. Returns the exit status: 0, or 1
/// if nothing was found or the file cannot be read.
int find_in(const std::string& path, bool json);

}  // namespace app
