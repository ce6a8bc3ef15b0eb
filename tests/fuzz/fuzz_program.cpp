// The readers of programs: whatever the text, entries have names of their own, and those that say that they have a value have one.

#include <cstddef>
#include <cstdint>

#include "algebra/language/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

namespace {

void check_program(const app::CppProgram& program, std::string_view text) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_program(app::read_cpp_program(text, {{"M", "64"}}), text);
  check_program(app::read_dsl_program(text, {{"M", "64"}}), text);
  return 0;
}
