// The reader of programs: whatever the text, each entry that it gives has a value, in the order of their lines.

#include <cstddef>
#include <cstdint>

#include "algebra/evaluate.hpp"
#include "app/import/program.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto language : {app::ProgramLanguage::cpp, app::ProgramLanguage::python}) {
    const auto program = app::read_program(text, language);
    check(program.layouts <= app::Program::most_layouts, "more layouts than there may be", text);
    std::size_t line = 1;
    algebra::Environment names;
    for (const auto& entry : program.entries) {
      check(entry.line >= line, "lines out of order", text);
      line = entry.line;
      check(entry.text.find_first_of("\r\n\v") == std::string::npos, "an entry in more than one line", text);
      const auto split = algebra::split_line(entry.text);
      check(split && !split->name.empty() && !names.contains(split->name), "no name, or a second one", entry.text);
      auto read = algebra::evaluate(split->expression, names, program.integers, {.verdicts = false, .steps = nullptr});
      check(read.has_value(), "an entry without a value", entry.text);
      names.emplace(split->name, std::move(read->value));
    }
  }
  return 0;
}
