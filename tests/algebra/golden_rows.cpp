// Every row of the golden files: what CuTe C++ prints for an expression is what we print.

#include <doctest/doctest.h>

#include <cctype>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;

namespace {

std::string answer(const std::string& expression, IntegerRule rule) {
  const auto e = evaluate(expression, {}, rule);
  if (e) return to_string(e->value, rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
  // A refusal names the fault and its place.
  const auto& [span, problem] = e.error();
  const bool useful = !problem.condition.empty() && !problem.message.empty() && span.begin < span.end && span.end <= expression.size();
  return useful ? "ERROR" : "a refusal without a place or a reason";
}

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string without_underscores(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const bool in_a_name = i > 0 && digit(text[i - 1]);  // SM80_16x8x8
    if (text[i] == '_' && !in_a_name && (digit(text[i + 1]) || text[i + 1] == '-')) text.erase(i, 1);
  }
  return text;
}

/// No number but `_4` and template indices.
bool all_static(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = i == 0 ? ' ' : text[i - 1];
    if (text[i] == '<' && std::isalpha(static_cast<unsigned char>(before)) != 0) i = text.find('>', i);
    else if (digit(text[i]) && before != '_' && !digit(before) && std::isalpha(static_cast<unsigned char>(before)) == 0) return false;
  }
  return true;
}

void check_rows(const std::string& file, std::size_t expected_rows) {
  int failing = 0;
  const auto rows = golden_rows(file);
  REQUIRE(rows.size() == expected_rows);
  for (const auto& row : rows) {
    const auto given = answer(row.expression, IntegerRule::cute);
    if (given == row.result) continue;
    ++failing;
    MESSAGE(file << ": " << row.expression << " is " << row.result << " in CuTe, " << given << " here");
  }
  CHECK(failing == 0);
}

/// Checks the all-static rows as mathematics: the same numbers without underscores. Returns how many rows were checked.
int check_math(const std::string& file, std::size_t expected_rows) {
  int checked = 0;
  const auto rows = golden_rows(file);
  REQUIRE(rows.size() == expected_rows);
  for (const auto& row : rows) {
    if (!all_static(row.expression)) continue;
    ++checked;
    INFO(row.expression);
    const auto wanted = without_underscores(row.result);
    CHECK(answer(without_underscores(row.expression), IntegerRule::math) == wanted);
    CHECK(answer(row.expression, IntegerRule::math) == wanted);
  }
  return checked;
}

}  // namespace

TEST_CASE("the tutorials' worked examples, as CuTe C++ prints them") { check_rows("worked_examples.tsv", 167); }
TEST_CASE("what the lessons show and ask for, as CuTe C++ prints it") { check_rows("lessons.tsv", 84); }
TEST_CASE("random layouts of static integers, as CuTe C++ prints them") { check_rows("static.tsv", 1108); }
TEST_CASE("random layouts of static and dynamic integers, as CuTe C++ prints them") { check_rows("dynamic.tsv", 689); }

// CuTe prints make_fragment_like of a layout as a layout. That of a tensor at any pointer owns its registers, and prints as
// ptr[16b](0x7ffc0dc196b0) o L: in our notation ptr+0 o L. Tried with gmem_ptr and counting_iter, with an offset and without.
TEST_CASE("further random layouts, tensors, swizzles, tiled copies and MMAs, as CuTe C++ prints them") { check_rows("more.tsv", 3077); }

// Negative and zero strides, sizes of 0 and 1, nested tilers, tensors at swizzles, odd tiled copies, permuted MMAs, basis strides.
TEST_CASE("random layouts as odd as CuTe takes them, as it prints them") { check_rows("third.tsv", 1102); }

// 139 operations: by-mode tilers, recasts, inverses, what CuTe refuses.
TEST_CASE("a fourth set of random rows, refused ones among them, as CuTe prints them") { check_rows("fourth.tsv", 1056); }

// Rows of third.tsv with operands changed at random, or exchanged; tuples that hold layouts.
TEST_CASE("odd layouts changed at random, as CuTe prints them") { check_rows("odd.tsv", 1303); }

// Every function with an integer, a tuple, a layout, one of basis strides, a tensor, layouts behind swizzles and behind
// layouts: what CuTe C++ prints, and where it does not compile.
TEST_CASE("what each function takes, as CuTe C++ does") { check_rows("kinds.tsv", 3451); }
// Rows of the other files with numbers changed at random; functions of random composed layouts and of tensors at offsets.
TEST_CASE("random changes of other rows, as CuTe C++ prints them") { check_rows("random.tsv", 1905); }

// CuTe prints no zip: make_zip_tensor( and ZipLayout( stand before the printed parts.
TEST_CASE("zipped tensors and layouts, as CuTe C++ has them") { check_rows("zip.tsv", 882); }

// Pointers of a type, in a memory and with a swizzle. The offset is how far the pointer has moved from its buffer.
TEST_CASE("tensors at swizzled pointers and layouts that wait for one, as CuTe C++ prints them") { check_rows("pointers.tsv", 160); }

TEST_CASE("layouts of shared memory by their names, repeated and selected, as CuTe C++ prints them") { check_rows("smem_atoms.tsv", 694); }

TEST_CASE("random arithmetic of static and dynamic integers, as CuTe C++ prints it") { check_rows("arithmetic.tsv", 384); }

TEST_CASE("tiled copies and tiled MMAs, as CuTe C++ has them") { check_rows("tiled.tsv", 100); }

TEST_CASE("a copy fits an MMA where CuTe's fragments hold the same elements, register by register") { check_rows("fits.tsv", 10); }
TEST_CASE("fragments, their copies, and copies made of others, as CuTe C++ prints them") { check_rows("fragments.tsv", 295); }

// CuTe has no such matrices: a separate program found them by enumerating the coordinates and by looking up each element's owner.
TEST_CASE("layouts as matrices over F2, and conversions") { check_rows("bits.tsv", 120); }

// Random atoms, layouts of atoms, permutations and tensors; and what else is a part of something.
TEST_CASE("random parts of tiled copies and MMAs, as CuTe C++ prints them") { check_rows("parts.tsv", 249); }

TEST_CASE("all-static tiled copies and MMAs as mathematics") {
  int checked = 0;
  const auto rows = golden_rows("tiled.tsv");
  REQUIRE(rows.size() == 100);
  for (const auto& row : rows) {
    if (!all_static(row.expression)) continue;
    ++checked;
    CHECK_MESSAGE(answer(row.expression, IntegerRule::math) == without_underscores(row.result), row.expression);
  }
  CHECK(checked > 40);
}

TEST_CASE("all-static rows read as mathematics give the same without underscores") {
  CHECK(check_math("worked_examples.tsv", 167) > 80);
  CHECK(check_math("static.tsv", 1108) > 900);
  CHECK(check_math("dynamic.tsv", 689) > 50);
  CHECK(check_math("more.tsv", 3077) > 1000);
}
