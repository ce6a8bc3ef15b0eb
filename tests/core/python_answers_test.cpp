// Python's functions, methods and forms are read as python3 has them: programs of a table, each with what `r` is in the end.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/program.hpp"
#include "app/system/files.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

struct AnsweredProgram {
  std::string code, answer;
};

struct AnsweredPrograms {
  std::string head;
  std::vector<AnsweredProgram> rows;
};

AnsweredPrograms answered_programs(std::string_view text) {
  AnsweredPrograms all;
  std::string code;
  while (!text.empty()) {
    const auto line = algebra::take_until(text, '\n');
    if (line == "####") all.head = std::exchange(code, {});
    else if (line.starts_with("#> ")) all.rows.push_back({std::exchange(code, {}), std::string(line.substr(3))});
    else code += fmt::format("{}\n", line);
  }
  return all;
}

/// Returns the text of the exception with which a program ends, as the reader finds it; "" if it is unknown.
std::string text_of_exception(const std::string& code, std::string_view text) {
  const auto program = read_dsl_program(fmt::format("{}raise ValueError(f\"<<{}>>\")\n", code, text), {});
  for (const auto& d : program.definitions) {
    const auto problem = d.problem.text();
    const auto begin = problem.find("<<"), end = problem.rfind(">>");
    if (begin != std::string::npos && end != std::string::npos) return problem.substr(begin + 2, end - begin - 2);
  }
  return {};
}

bool is_one_line(const AnsweredProgram& p) { return p.code.starts_with("r = ") && p.code.find('\n') == p.code.size() - 1; }

/// Returns the wrong rows. The rows of one line are read together, and again alone if one of them is wrong.
std::vector<std::string> wrong_answers(const AnsweredPrograms& all) {
  std::vector<std::string> wrong;
  const auto alone = [&](const AnsweredProgram& p) {
    if (const auto has = text_of_exception(all.head + p.code, "{r!r}"); has != p.answer)
      wrong.push_back(fmt::format("{}is {}, read as {}", p.code, p.answer, has.empty() ? "not known" : has));
  };
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < all.rows.size();) {
    std::string code = all.head, shown, wanted;
    auto end = i;
    for (; end < all.rows.size() && end < i + most && is_one_line(all.rows[end]); ++end) {
      code += fmt::format("r{}{}", end, all.rows[end].code.substr(1));
      shown += fmt::format("{{r{}!r}};", end);
      wanted += all.rows[end].answer + ";";
    }
    if (end > i + 1 && text_of_exception(code, shown) == wanted) {
      i = end;
      continue;
    }
    for (end = std::max(end, i + 1); i < end; ++i) alone(all.rows[i]);
  }
  return wrong;
}

}  // namespace

TEST_CASE("python answers: a row with another answer is refused, alone and among others") {
  auto all = answered_programs("import math\n####\nr = 1 + 2\n#> 3\nr = 'a' * 2\n#> 'aa'\nr = 0\nr += 1\n#> 1\n");
  REQUIRE(all.rows.size() == 3);
  CHECK(wrong_answers(all).empty());
  all.rows[1].answer = "'ab'";
  all.rows[2].answer = "2";
  CHECK(wrong_answers(all) == std::vector<std::string>{"r = 'a' * 2\nis 'ab', read as 'aa'", "r = 0\nr += 1\nis 2, read as 1"});
}

TEST_CASE("python answers: functions, methods and forms are read as python3 has them") {
  const auto all = answered_programs(read_file(test_data() + "/golden/python_answers.txt", 1 << 20).value());
  CHECK(all.rows.size() > 1000);
  for (const auto& wrong : wrong_answers(all)) FAIL_CHECK(wrong);
}
