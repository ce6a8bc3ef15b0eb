// Tests that each kind of node in tree-sitter's grammar of Python is read as python3 runs it, or that the values that it makes and changes
// are unknown, with the reason and its line.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "algebra/language/value.hpp"
#include "algebra/text/characters.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"
#include "app/import/dsl/dsl_program.hpp"
#include "app/import/program.hpp"
#include "app/import/syntax.hpp"
#include "app/system/files.hpp"
#include "tests/test_data.hpp"

extern "C" const TSLanguage* tree_sitter_python();

using namespace app;

namespace {

using Lines = std::vector<std::string>;

struct PythonSample {
  std::vector<std::string> kinds{};
  std::string code{};
  std::map<std::string, std::string> wanted{};  ///< "?" of what python3 refuses
};

std::vector<PythonSample> samples_in(const std::string& text) {
  std::vector<PythonSample> all;
  for (std::string_view rest = text; !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    if (line.starts_with("#### ")) {
      auto& s = all.emplace_back();
      for (auto words = line.substr(5); !words.empty();)
        if (const auto word = algebra::take_until(words, ' '); word.find_first_of("0123456789") == std::string_view::npos)
          s.kinds.emplace_back(word);
    } else if (all.empty()) {
      continue;
    } else if (line.starts_with("#> ")) {
      const auto is = line.find(" = ");
      all.back().wanted.emplace(line.substr(3, is - 3), line.substr(is + 3));
    } else {
      all.back().code += fmt::format("{}\n", line);
    }
  }
  return all;
}

std::set<std::string> kinds_of_grammar() {
  std::set<std::string> all;
  const auto* language = tree_sitter_python();
  for (TSSymbol i = 0; i < ts_language_symbol_count(language); ++i)
    if (ts_language_symbol_type(language, i) == TSSymbolTypeRegular) all.insert(ts_language_symbol_name(language, i));
  return all;
}

/// Kinds that a tree always has under another name.
const std::set<std::string> renamed{"parenthesized_list_splat"};

/// Returns the values of a sample that are read wrong. `known`: counts the values that are right.
Lines wrong_values(const PythonSample& sample, std::size_t& known) {
  auto code = sample.code;
  // Copies keep the last value of each name.
  for (const auto& [name, value] : sample.wanted) code += fmt::format("end_{} = {}\n", name, name);
  const auto program = read_dsl_program(code, {});
  SheetEvaluator evaluator;
  evaluator.update(sheet_of_program(program, "program.py"));
  std::map<std::string, std::string> values, reasons;
  std::set<std::string> placed;
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    const auto& d = program.definitions[i];
    if (const auto* v = evaluator.results()[i + 1].value()) values[d.name] = algebra::to_string(*v, algebra::Marks::underscores);
    else reasons[d.name] = d.problem.text();
    // A reason at a definition of the sample needs no "line N": it is at the definition's own line.
    if (!d.name.starts_with("end_")) placed.insert(d.problem.text());
  }
  Lines all;
  const auto first = sample.kinds.empty() ? std::string() : sample.kinds.front();
  for (const auto& [name, wanted] : sample.wanted) {
    const auto end = "end_" + name;
    if (const auto at = values.find(end); at != values.end()) {
      const auto value = at->second.starts_with('_') ? at->second.substr(1) : at->second;
      if (value != wanted) all.push_back(fmt::format("{}: {} is {}, read as {}", first, name, wanted, value));
      else ++known;
      continue;
    }
    // Once the program cannot be read further, all later values have that reason.
    const auto at = reasons.contains(end) ? reasons.find(end) : reasons.find("rest");
    if (at == reasons.end()) all.push_back(fmt::format("{}: {} is not listed", first, name));
    else if (at->second.find("line ") == std::string::npos && !placed.contains(at->second))
      all.push_back(fmt::format("{}: {} is not known without a line: {}", first, name, at->second));
  }
  return all;
}

/// Returns problems of the samples: kinds of the grammar without a sample, or absent from the sample that should have them.
Lines wrong_samples(const std::vector<PythonSample>& samples, std::set<std::string> kinds) {
  Lines all;
  for (const auto& s : samples) {
    if (s.wanted.empty()) all.push_back("no value is wanted of a sample");
    const Syntax tree(s.code, ProgramLanguage::python);
    std::set<std::string> has;
    for (const auto& root : tree.roots()) root.walk([&](const SyntaxNode& n) { return has.emplace(n.kind()), true; });
    for (const auto& kind : s.kinds) {
      if (!has.contains(kind) && !renamed.contains(kind)) all.push_back(kind + " is not in its sample");
      kinds.erase(kind);
    }
  }
  for (const auto& kind : kinds) all.push_back(kind + " has no sample");
  return all;
}

}  // namespace

TEST_CASE("python kinds: a sample that is missing, is of something else or has another value is refused") {
  std::size_t known = 0;
  const auto good = samples_in("#### identifier assignment\na = 3\nr0 = a\n#> r0 = 3\n").front();
  CHECK(wrong_values(good, known).empty());
  CHECK(known == 1);
  CHECK(wrong_samples({good}, {"identifier", "assignment"}).empty());
  CHECK(wrong_samples({good}, {"identifier", "lambda"}) == Lines{"lambda has no sample"});
  auto other = good;
  other.wanted["r0"] = "4";
  CHECK(wrong_values(other, known) == Lines{"identifier: r0 is 4, read as 3"});
  other.kinds = {"lambda"};
  CHECK(wrong_samples({other}, {"lambda"}) == Lines{"lambda is not in its sample"});
  other.wanted = {{"r1", "4"}};
  other.code = "import torch\nr1 = torch.x()\n";
  CHECK(wrong_values(other, known) == Lines{"lambda: r1 is not listed"});
}

TEST_CASE("python kinds: each kind of node is read as python3 runs it, or not known with its line") {
  const auto samples = samples_in(read_file(test_data() + "/golden/python_kinds.txt", 1 << 20).value());
  CHECK(wrong_samples(samples, kinds_of_grammar()) == Lines{});
  std::size_t known = 0, all = 0;
  for (const auto& s : samples) {
    all += s.wanted.size();
    for (const auto& wrong : wrong_values(s, known)) FAIL_CHECK(wrong);
  }
  MESSAGE(known << " of " << all << " values known");
  CHECK(known * 100 >= all * 75);
}
