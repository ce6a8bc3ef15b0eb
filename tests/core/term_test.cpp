// Expressions of programs as data: their parts, and that these are the same expressions.

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/value.hpp"
#include "app/program/operators.hpp"
#include "app/program/term.hpp"

using app::Term;

namespace {

std::vector<std::string> texts(const std::vector<Term>& terms) {
  std::vector<std::string> all;
  for (const auto& t : terms) all.emplace_back(t.text());
  return all;
}

}  // namespace

TEST_CASE("a term has the parts of its expression") {
  const Term call("thr_mma.partition_A(local_tile(gA, (8,8), (0,_)))");
  CHECK(texts(call.operands()) == std::vector<std::string>{"thr_mma", "local_tile(gA, (8,8), (0,_))"});
  CHECK(call.only_argument().text() == "local_tile(gA, (8,8), (0,_))");
  CHECK(call.names() == std::vector<std::string>{"gA", "thr_mma"});
  CHECK(call.calls("local_tile"));
  CHECK_FALSE(call.calls("local_partition"));
  CHECK(texts(Term("f(make_layout(size(A)), size(B))").inner_calls()) ==
        std::vector<std::string>{"size(A)", "make_layout(size(A))", "size(B)"});
  // A call with several arguments, or with none, has no only argument.
  CHECK(Term("local_tile(gA, (8,8), 0)").only_argument().text().empty());
  CHECK(Term("make_layout()").only_argument().text().empty());
}

TEST_CASE("a slice is told apart from a call") {
  for (const std::string slice : {"tAsA(_,_,1)", "tAsA(_,_,_,1)(_,0)", "tAsA (_, size<1>(B), 0)"}) {
    CAPTURE(slice);
    CHECK(Term(slice).sliced_name() == "tAsA");
    CHECK(Term(slice).function() == nullptr);
  }
  for (const std::string other : {"tAsA", "size(tAsA)", "partition_A(tAsA)(_,0)", "(8,8):(1,8)", "tAsA<1>(B)", "4", "tAsA(0) + 1", "f(A"}) {
    CAPTURE(other);
    CHECK(Term(other).sliced_name().empty());
  }
  CHECK(Term("coalesce(tAsA)(_,0)").is_slice_of_expression());
  CHECK_FALSE(Term("tAsA(_,0)").is_slice_of_expression());
}

TEST_CASE("a part is put elsewhere at its own place") {
  // The same text stands twice: the part alone is replaced.
  const Term sum("max(size(A), 2 * size(A))");
  const auto sizes = sum.inner_calls();
  CHECK(sum.with_name_for(sizes.front(), "n").text() == "max(n, 2 * size(A))");
  CHECK(sum.with_name_for(sizes[1], "n").text() == "max(size(A), 2 * n)");
  // The coordinates of a slice stay, whatever they name.
  CHECK(Term("A(_,1)(AA,size<0>(A))").slice_of(Term("f(B)")).text() == "f(B)(_,1)(AA,size<0>(A))");
  CHECK(Term("A(_,1)").slice_of(Term("B(_,_,0)")).slice_of(Term("C")).text() == "C(_,_,0)(_,1)");
  CHECK(Term("A(_,1)").slice_of(Term("(4,4):(1,4)")).text() == "((4,4):(1,4))(_,1)");
}

TEST_CASE("a term and its parts are evaluated again with other values") {
  const Term term("size(A) + 1");
  algebra::Environment entries;
  CHECK_FALSE(term.value(entries).has_value());
  for (const std::int64_t n : {4, 7}) {
    entries.insert_or_assign("A", algebra::Layout(algebra::IntTuple(n), algebra::IntTuple(std::int64_t{1})));
    CHECK(algebra::number_of(*term.value(entries)) == n + 1);
    CHECK(algebra::number_of(*term.operands().front().value(entries)) == n);
  }
  CHECK_FALSE(Term("size(").value(entries).has_value());
  CHECK_FALSE(Term().value(entries).has_value());
  CHECK(Term("size(").text() == "size(");
}

TEST_CASE("what makes memory of its own is told from a view") {
  for (const std::string own : {"make_fragment_like(A)", "make_tensor<float>((4,4))", "make_tensor_like<half_t>(A)"})
    CHECK_MESSAGE(Term(own).has_own_memory(), own);
  for (const std::string view : {"make_tensor(A, (4,4))", "local_tile(A, (4,4), (0,0))", "A(_,0)", "A"})
    CHECK_MESSAGE(!Term(view).has_own_memory(), view);
}

TEST_CASE("an operator is found by its sign and by its word, and no two are written alike") {
  std::set<std::string_view> written;
  for (const auto& o : app::operators) {
    CHECK(app::operator_of(o.sign) == o.is);
    CHECK(app::operator_of(o.word) == o.is);
    CHECK(app::sign_of(o.is) == o.sign);
    CHECK(written.insert(o.sign).second);
    CHECK((o.word == o.sign || written.insert(o.word).second));
  }
  CHECK(app::operator_of("+=") == app::Operator::none);
  CHECK(app::sign_of(app::Operator::none).empty());
}

TEST_CASE("comparisons, and no other operators, hold or do not") {
  using app::Operator;
  CHECK(app::compared(Operator::at_most, 3, 3) == true);
  CHECK(app::compared(Operator::different, 3, 3) == false);
  CHECK(app::compared(Operator::less, std::uint64_t{1}, ~std::uint64_t{0}) == true);
  CHECK_FALSE(app::compared(Operator::add, 3, 3).has_value());
  for (const auto& o : app::operators) CHECK(app::compared(o.is, 1, 2).has_value() == app::is_comparison(o.is));
}
