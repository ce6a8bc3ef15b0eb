#pragma once
// `cutescope lessons`: the built-in lessons as a list, and one of them as a file.

#include <string>

namespace app {

struct LessonsRequest {
  int number = 0;               ///< from 1; 0: the list
  std::string out;              ///< a file; empty: standard output
  std::string language = "en";  ///< en or zh
};
int write_lessons(const LessonsRequest&);

}  // namespace app
