// Tests the search of the operations.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/document/operation_search.hpp"

using namespace app;

namespace {

std::vector<std::string> searched(std::string_view wanted, Language language = Language::english) {
  std::vector<std::string> names;
  for (const auto* f : operations_found(wanted, Texts(language))) names.emplace_back(f->name);
  return names;
}
bool has(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("operations are found by name, by letters of it, and by what they do") {
  CHECK(searched("coalesce").front() == "coalesce");
  CHECK(searched("zd").front() == "zipped_divide");
  CHECK(searched("Divide").size() >= 4);
  CHECK(searched("interleave") == std::vector<std::string>{"raked_product"});
  CHECK(searched("greatest common divisor").front() == "gcd");
  CHECK(searched("greatest common").front() == "greatest_common_domain");
  CHECK(searched("  rank ").front() == "rank");
  CHECK(searched("qqqq").empty());
}

TEST_CASE("and in Chinese by their translated meaning") {
  CHECK(has(searched("线程", Language::chinese), "local_partition"));
  CHECK(has(searched("最大公约数", Language::chinese), "gcd"));
  CHECK(searched("线程").empty());
  // Under the names that other texts have for a term, too.
  for (const auto* word : {"复合", "合成", "组合"}) CHECK(has(searched(word, Language::chinese), "composition"));
  for (const auto* word : {"步长", "步幅"}) CHECK(has(searched(word, Language::chinese), "stride"));
  for (const auto* word : {"拷贝", "复制"}) CHECK(has(searched(word, Language::chinese), "make_tiled_copy"));
  for (const auto* word : {"混洗", "swizzle"}) CHECK(has(searched(word, Language::chinese), "get_swizzle_portion"));
  CHECK(has(searched("逆字典序", Language::chinese), "colex_less"));
  CHECK(searched("合成").empty());
  CHECK(searched("coalesce", Language::chinese).front() == "coalesce");
}

TEST_CASE("the meaning of every function is translated") {
  const Texts chinese(Language::chinese);
  for (const auto& f : algebra::functions()) {
    const std::string meaning(f.meaning);
    CHECK_MESSAGE(chinese(meaning.c_str()) != meaning.c_str(), meaning);
  }
}
