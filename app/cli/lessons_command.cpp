#include "app/cli/lessons_command.hpp"

#include <fmt/format.h>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/import/open.hpp"
#include "app/lessons/lessons.hpp"

namespace app {

int write_lessons(const LessonsRequest& request) {
  const auto language = spoken_texts().language();
  const int count = static_cast<int>(lesson_names().size());
  if (!request.number) {
    if (!request.out.empty()) return complain(wrong_usage, "--output is of one lesson: lessons NUMBER -o FILE");
    for (int i = 0; i < count; ++i)
      print_out("{:>2}  {:<18}{}\n", i + 1, lesson_names()[static_cast<std::size_t>(i)], lesson_title(i, language));
    return done;
  }
  if (*request.number < 1 || *request.number > count) {
    return complain(bad_input, algebra::message("there is no lesson {}; there are {}", *request.number, count));
  }
  const auto sheet = lesson_sheet(*request.number - 1, language);
  if (request.out.empty() || request.out == "-") {
    print_out_document(serialise(sheet));
    return done;
  }
  const auto written = save_sheet(sheet, request.out);
  return written ? done : complain(bad_input, written.error());
}

}  // namespace app
