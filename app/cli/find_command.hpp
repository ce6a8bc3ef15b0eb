#pragma once
// find: the layouts and tensors in a program's output, as text.

#include <string>

namespace app {

/// `line:column name = value`, one line each, on standard output. path: a file, or - for standard input. Exit status:
/// 0, or 1 where nothing was found or the file cannot be read.
int find_in(const std::string& path, bool json);

}  // namespace app
