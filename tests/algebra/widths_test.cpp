// Tests integers of 32 and 64 bits: the output of CuTe where a number does not fit, and the message about it.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/packed_value.hpp"
#include "tests/golden_rows.hpp"

using namespace algebra;

namespace {

tl::expected<Evaluation, Diagnostic> in_cute_int(const std::string& text) { return evaluate(text, {}, IntegerRule::cute); }

std::string printed_in_int(const std::string& text) {
  const auto e = in_cute_int(text);
  return e ? to_string(e->value, Marks::underscores) : "ERROR";
}
std::string written_in_int(const std::string& text) {
  const auto e = in_cute_int(text);
  return e ? to_string(e->value, Marks::written) : "ERROR";
}

bool has_part(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string without_marks(std::string text) {
  std::erase(text, '_');
  return text;
}

/// Returns the message about a number that does not fit; "" without one.
std::string verdict(const std::string& text) {
  const auto e = in_cute_int(text);
  if (!e) return e.error().problem.message.text();
  return e->warning && e->warning->problem.condition == "overflow" ? e->warning->problem.message.text() : std::string();
}

}  // namespace

TEST_CASE("widths: what CuTe's int gives beyond 32 bits, with a verdict") {
  const auto rows = golden_rows("overflow.tsv");
  REQUIRE(rows.size() == 23);
  for (const auto& row : rows) {
    INFO(row.expression);
    CHECK(printed_in_int(row.expression) == row.result);
    if (row.result == "ERROR") continue;
    const auto e = in_cute_int(row.expression);
    REQUIRE(e);
    if (row.operation == "bigdyn_logical_divide" || row.result == "_1:_0") {
      // The result is right, but not all of the layout's elements are within reach.
      CHECK(std::ranges::any_of(e->hints, [](const Diagnostic& d) { return has_part(d.problem.message.text(), "does not fit into int"); }));
      CHECK(verdict(row.expression).empty());
    } else {
      CHECK(has_part(verdict(row.expression), "does not fit into int"));
    }
  }
}

// The third column is CuTe's output, the fourth its output if each of these dynamic integers has 64 bits.
TEST_CASE("widths: products, offsets and tiles as CuTe computes them in each type, and a verdict where 64 bits give another number") {
  const auto rows = golden_rows("widths.tsv");
  REQUIRE(rows.size() == 193);
  for (const auto& row : rows) {
    INFO(row.expression);
    const auto tab = row.result.find('\t');
    const auto wanted = row.result.substr(0, tab), exact = row.result.substr(tab + 1);
    CHECK(printed_in_int(row.expression) == wanted);
    if (row.operation == "refused") continue;
    const auto said = verdict(row.expression);
    CHECK(has_part(said, "does not fit into") == (row.operation == "wraps"));
    if (row.operation != "wraps") continue;
    CHECK(has_part(without_marks(said), without_marks(exact)));
    // The suggestion gives the result of 64 bits, without a warning.
    const auto problem = *in_cute_int(row.expression)->warning;
    for (const auto& s : problem.problem.suggestions) {
      auto mended = row.expression;
      mended.replace(problem.span.begin, problem.span.end - problem.span.begin, s);
      INFO(mended);
      CHECK(verdict(mended).empty());
      CHECK(printed_in_int(mended) != "ERROR");
    }
  }
}

TEST_CASE("widths: a literal has the type that C++ gives it, and is written so that it is read again") {
  CHECK(written_in_int("4") == "4");
  CHECK(written_in_int("4LL") == "4LL");
  CHECK(written_in_int("4l") == "4LL");
  CHECK(written_in_int("4u") == "4u");
  CHECK(written_in_int("4ull") == "4uLL");
  CHECK(written_in_int("4uLL") == "4uLL");
  CHECK(written_in_int("_4") == "_4");
  CHECK(written_in_int("3000000000") == "3000000000LL");
  CHECK(written_in_int("0xffffffff") == "4294967295u");
  CHECK(written_in_int("int64_t(_4)") == "4LL");
  CHECK(written_in_int("int32_t(4LL)") == "4");
  CHECK(written_in_int("Int64(4) * 2") == "8LL");
  CHECK(written_in_int("size_t(4) + 1LL") == "5uLL");
  CHECK(written_in_int("4u * 2LL") == "8LL");
  CHECK(written_in_int("(4LL,_8):(1,2u)") == "(4LL,_8):(1,2u)");
  CHECK(printed_in_int("(4LL,_8):(1,2u)") == "(4,_8):(1,2)");
  CHECK(has_part(verdict("int32_t(4900000000)"), "4900000000 does not fit into int"));
}

TEST_CASE("widths: a packed value keeps the types of its integers") {
  for (const auto* text : {"4", "_4", "4LL", "4u", "4ull", "(_1,2LL,(3u,4)):(-5,_6,(7LL,8))", "(4LL,_)", "70000:70000LL"}) {
    const auto e = in_cute_int(text);
    REQUIRE(e);
    CHECK(to_string(PackedValue(e->value).value(), Marks::written) == to_string(e->value, Marks::written));
    CHECK(PackedValue(e->value).value() == e->value);
  }
}

TEST_CASE("widths: mathematical integers have none") {
  const auto exact = [](const std::string& text) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    return e && !e->warning && e->hints.empty() ? to_string(e->value, Marks::plain) : "?";
  };
  CHECK(exact("make_layout((65536,65536,3))") == "(65536,65536,3):(1,65536,4294967296)");
  CHECK(exact("size((70000,70000):(1,70000))") == "4900000000");
  CHECK(exact("int32_t(4900000000)") == "4900000000");
  CHECK(exact("70000u*70000u") == "4900000000");
}

TEST_CASE("widths: a layout whose last offsets no int holds has a note, with strides that do") {
  const auto note = [](const std::string& text) {
    const auto e = in_cute_int(text);
    REQUIRE(e);
    for (const auto& h : e->hints)
      if (h.problem.condition == "overflow")
        return h.problem.message.text() + (h.problem.suggestions.empty() ? "" : " | " + h.problem.suggestions[0]);
    return std::string();
  };
  CHECK(has_part(note("(70000,70000):(1,70000)"), "69999 * 70000 = 4899930000 does not fit into int"));
  CHECK(has_part(note("(70000,70000):(1,70000)"), "| (70000,70000):(1,70000LL)"));
  CHECK(has_part(note("ptr o (70000,70000):(1,70000)"), "does not fit into int"));
  CHECK(note("(70000,70000):(1,70000LL)").empty());
  CHECK(note("(65536,32768):(1,65536)").empty());
  CHECK(has_part(note("(65536,32769):(1,65536)"), "32768 * 65536 = 2147483648"));
  CHECK(note("(70000,70000):(1@0,1@1)").empty());
  CHECK(note("(70000u,60000):(1,70000u)").empty());
}
