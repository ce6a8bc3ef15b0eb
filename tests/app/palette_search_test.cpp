// What the search of the operations finds.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/commands/palette_search.hpp"

using namespace app;

namespace {

std::vector<std::string> found(std::string_view wanted, Language language = Language::english) {
  std::vector<std::string> names;
  for (const auto* f : operations_found(wanted, Texts(language))) names.emplace_back(f->name);
  return names;
}
bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("operations are found by name, by letters of it, and by what they do") {
  CHECK(found("coalesce").front() == "coalesce");
  CHECK(found("zd").front() == "zipped_divide");
  CHECK(found("Divide").size() >= 4);
  CHECK(found("interleave") == std::vector<std::string>{"raked_product"});
  CHECK(found("greatest common").front() == "gcd");
  CHECK(found("  rank ").front() == "rank");
  CHECK(found("qqqq").empty());
}

TEST_CASE("and in Chinese by their translated meaning") {
  CHECK(has(found("线程", Language::chinese), "local_partition"));
  CHECK(has(found("最大公约数", Language::chinese), "gcd"));
  CHECK(found("线程").empty());
  CHECK(found("coalesce", Language::chinese).front() == "coalesce");
}

TEST_CASE("the meaning of every function is translated") {
  const Texts chinese(Language::chinese);
  for (const auto& f : algebra::functions()) {
    const std::string meaning(f.meaning);
    CHECK_MESSAGE(chinese(meaning.c_str()) != meaning.c_str(), meaning);
  }
}
