// Every function's record is complete, and its example is what CuTe answers.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "algebra/language/vocabulary.hpp"
#include "tests/record.hpp"

using namespace algebra;

TEST_CASE("every record says what the function is called, what it means and what it answers") {
  CHECK(functions().size() > 140);
  for (const auto& f : functions()) check_record(f);
}

TEST_CASE("names and aliases name one function each") {
  std::set<std::string_view> seen;
  for (const auto& f : functions()) {
    CHECK_MESSAGE(seen.insert(f.name).second, f.name);
    for (const auto& alias : f.aliases) {
      CHECK_MESSAGE(seen.insert(alias.name).second, alias.name);
      CHECK(expression::find_function(alias.name, true) == &f);
      CHECK((expression::find_function(alias.name, false) == nullptr) == alias.is_type);
    }
  }
}

TEST_CASE("what the language writes without a name is one function each") {
  using expression::function_of;
  for (const auto notation :
       {Notation::compose, Notation::equal, Notation::apply, Notation::mode, Notation::tensor, Notation::static_integer, Notation::plus,
        Notation::minus, Notation::times, Notation::over, Notation::modulo, Notation::negative}) {
    CHECK(function_of(notation).notation == notation);
    CHECK(std::count_if(functions().begin(), functions().end(), [&](const Function& f) { return f.notation == notation; }) == 1);
  }
}
