// One record is all that a new function needs: with it, and nothing else, the function has a value, a verdict, links, a summary,
// code in three languages, help, completion and a place in the palette.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/code.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/code/pycute.hpp"
#include "algebra/editing/completion.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/vocabulary.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/links.hpp"
#include "app/commands/help_topics.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/operation_search.hpp"
#include "app/figures/pictures.hpp"
#include "tests/record.hpp"

namespace added_function {

using namespace algebra;

namespace {

Layout every_second() { return {IntTuple(Int{4, true}), IntTuple(Int{2, true})}; }

/// thin_out(A): every second one of 8 elements.
const Function record{
    .name = "thin_out",
    .aliases = {{"thinned"}},
    .signature = "thin_out(A)",
    .group = expression::Group::divide,
    .meaning = "every second element of A",
    .parameters = "input",
    .arguments = {1, 1},
    .run = [](const expression::Call& c) -> Value {
      return expression::through(c, expression::composed_too, [](const Layout& l) { return composition(l, tiler_of(every_second())); });
    },
    .contract =
        [](const expression::Call& c, const Value& result, const Checking& checking) {
          return check_composition(c.inner(0), tiler_of(every_second()), expression::inner_layout(result), checking);
        },
    .blamed = 0,
    .makes_layout = true,
    .links = links::reordered,
    .keeps_memory_of = 0,
    .summary = [](const Layout& l) -> std::vector<Message> { return {message("{} elements left", size(l))}; },
    .code = {.cpp = code::cpp::layout_first,
             .dsl = code::dsl::layout_first,
             .pycute = [](const code::Pycute& p,
                          const code::Written& w) { return fmt::format("thin_out({})", p.as_layout(p.arguments(w)[0])); }},
    .search_words = "sieve",
    .everyday = true,
    .example = {"thin_out(8:3)", "4:6"}};

std::string statement(code::Dialect dialect) {
  const std::vector<code::Definition> entries{{"", "thin_out(8:1)"}};
  const auto lines = code::statements(entries, IntegerRule::math, dialect);
  return lines ? lines->back() : lines.error().diagnostic.problem.message.text();
}

template <class List, class Name>
bool among(const List& list, Name&& name) {
  return std::any_of(list.begin(), list.end(), name);
}

}  // namespace

TEST_CASE("a function that is registered with one record is known everywhere") {
  const auto count = functions().size();
  {
    const expression::AddedFunction added(record);
    CHECK(functions().size() == count + 1);

    // The documentation's check of a function.
    check_record(*function_named("thin_out"));

    // Value, contract, summary.
    const auto e = evaluate("thin_out(8:3)", {}, IntegerRule::math);
    REQUIRE(e);
    CHECK(e->made_by.operation == "thin_out");
    CHECK(e->verdict.kind == Verdict::Kind::kept);
    CHECK(Message::list(facts_of(*e)) == "4 elements left");
    CHECK(evaluate("(8:3).thinned()", {}, IntegerRule::math)->value == e->value);
    CHECK(evaluate("thin_aut(8:3)", {}, IntegerRule::math).error().problem.suggestions == std::vector<std::string>{"thin_out"});

    // Links: element c of the result is element 2c of the operand.
    const auto links = links::links_of(e->value, e->made_by);
    REQUIRE(links.size() == 1);
    for (std::int64_t c = 0; c < 4; ++c) {
      links::Budget budget{1000};
      std::vector<std::int64_t> from;
      links[0].relation.backward(c, budget, [&](std::int64_t a) { return from.push_back(a), true; });
      CHECK(from == std::vector<std::int64_t>{2 * c});
    }

    // The memory of its operand.
    app::SheetEvaluator evaluator;
    app::Sheet sheet;
    sheet.entries.resize(2);
    sheet.entries[0].text = "A = 8:3";
    sheet.entries[1].text = "B = thin_out(A)";
    CHECK(app::root_of(evaluator.update(sheet), 1) == "A");

    // Code.
    CHECK(statement(code::Dialect::cpp) == "thin_out(make_layout(Int<8>{}, Int<1>{}))");
    CHECK(statement(code::Dialect::dsl) == "cute.thin_out(cute.make_layout(8, stride=1))");
    CHECK(statement(code::Dialect::pycute) == "thin_out(Layout(8, 1))");

    // Help, completion, palette.
    const app::Texts texts;
    const auto help = app::help_topic("function:thin_out", texts);
    CHECK(help.title == "thin_out");
    CHECK(help.signature == "thin_out(A)");
    CHECK(help.text == "every second element of A");
    CHECK(help.example == "thin_out(8:3) -> 4:6");
    CHECK(among(editing::complete("thin", 4, false, {}).rows, [](const auto& row) { return row.written == "thin_out()"; }));
    const auto call = editing::call_around("thin_out(8", 10);
    REQUIRE(call);
    CHECK(call->signature.text == "thin_out(A)");
    for (const std::string_view wanted : {"thin_out", "every second element", "sieve"})
      CHECK(among(app::operations_found(wanted, texts), [](const Function* f) { return f->name == "thin_out"; }));
  }
  CHECK(functions().size() == count);
  CHECK(function_named("thin_out") == nullptr);
  CHECK(function_named("thinned") == nullptr);
  CHECK_FALSE(evaluate("thin_out(8:3)", {}, IntegerRule::math));
}

}  // namespace added_function
