#pragma once
// `cutescope lessons`: lists the built-in lessons, or writes one of them to a file.

#include <optional>
#include <string>

namespace app {

struct LessonsRequest {
  std::optional<int> number;  ///< from 1; nothing: prints the list
  std::string out;            ///< a file; empty or "-": standard output
};
/// Returns the exit status.
int write_lessons(const LessonsRequest&);

}  // namespace app
