// The readers of programs: whatever the text, entries have names of their own, and those that say that they have a value have one.

#include <cstddef>
#include <cstdint>

#include "algebra/language/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/python_program.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

namespace {

void read_cpp(std::string_view text) {
  const auto program = app::read_cpp_program(text, {{"M", "64"}});
  check(program.definitions.size() <= app::CppProgram::most_definitions + 1, "more definitions than there may be", text);
  algebra::Environment names;
  // Parameters stand first, whatever they use.
  for (int round = 0; round < 4; ++round)
    for (const auto& d : program.definitions)
      if (d.problem.empty() && !names.contains(d.entry))
        if (auto value = algebra::evaluate(d.text, names, algebra::IntegerRule::cute, {.verdicts = false, .steps = nullptr}))
          names.emplace(d.entry, std::move(value->value));
  algebra::Environment all;
  for (const auto& d : program.definitions) {
    check(d.text.find_first_of("\r\n\v") == std::string::npos, "an entry in more than one line", text);
    check(all.try_emplace(d.entry).second, "a second entry of this name", d.entry);
    const auto line = d.entry + " = " + d.text;
    const auto split = algebra::split_line(line);
    check(!d.problem.empty() || (split && split->name == d.entry), "no name", line);
    check(d.kind.empty() || names.contains(d.entry), "an entry without a value", line);
  }
}

void read_python(std::string_view text) {
  const auto program = app::read_python_program(text);
  check(program.layouts <= app::PythonProgram::most_layouts, "more layouts than there may be", text);
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_cpp(text);
  read_python(text);
  return 0;
}
