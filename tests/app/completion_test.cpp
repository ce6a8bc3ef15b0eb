// Tests completion while one types, the help on the call around the cursor, and the handling of brackets.

#include <doctest/doctest.h>

#include <algorithm>

#include "algebra/editing/completion.hpp"

using namespace app;
using namespace algebra::editing;

namespace {

const std::vector<std::string> entries{"A", "T", "thr"};

/// `|` marks the cursor.
std::pair<std::string, std::size_t> marked(std::string text) {
  const auto at = text.find('|');
  text.erase(at, 1);
  return {text, at};
}

std::vector<std::string> offered(const std::string& text, bool forced = false) {
  const auto [line, cursor] = marked(text);
  std::vector<std::string> names;
  for (const auto& row : complete(line, cursor, forced, entries).rows) names.push_back(row.name);
  return names;
}
bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns the line with the best row taken, the cursor as `|`.
std::string taken(const std::string& text, const std::string& name) {
  auto [line, cursor] = marked(text);
  const auto c = complete(line, cursor, false, entries);
  const auto row = std::find_if(c.rows.begin(), c.rows.end(), [&](const auto& r) { return r.name == name; });
  REQUIRE(row != c.rows.end());
  line.replace(c.replaced.begin, c.replaced.end - c.replaced.begin, row->written);
  line.insert(c.replaced.begin + row->cursor, "|");
  return line;
}

/// Returns "zipped_divide(A, [tiler])"
std::string help(const std::string& text) {
  const auto [line, cursor] = marked(text);
  const auto call = call_around(line, cursor);
  if (!call) return "";
  std::string shown(call->signature.text);
  if (call->active.begin == call->active.end) return shown;
  shown.insert(call->active.end, "]");
  shown.insert(call->active.begin, "[");
  return shown;
}

}  // namespace

TEST_CASE("letters find functions, entries and words, the likeliest first") {
  CHECK(offered("B = zipped_d|").front() == "zipped_divide");
  CHECK(offered("B = zd|").front() == "zipped_divide");
  CHECK(offered("B = comp|").front() == "composition");  // what is written every day, not the shortest name
  CHECK(offered("B = compl|").front() == "complement");
  CHECK(offered("B = size|").front() == "size");
  CHECK(offered("B = coal|").front() == "coalesce");
  CHECK(offered("B = composition(A, th|").front() == "thr");
  CHECK(has_name(offered("B = make_layout((4,2), LayoutR|"), "LayoutRight"));
  CHECK(offered("B = make_layout((4,2), l|").front() == "LayoutLeft");
  CHECK(offered("C = Copy_Atom<Uni|").front() == "UniversalCopy");
  CHECK(offered("m = MMA_Atom<Uni|").front() == "UniversalFMA");
  CHECK(has_name(offered("m = make_tiled_mma(SM80_16x8x16|"), "SM80_16x8x16_F32F16F16F32_TN"));
  CHECK(offered("r = recast_layout<f1|").front() == "f16");
  CHECK(offered("B = qqqq|").empty());
}

TEST_CASE("nothing is offered in notes, numbers, own names, or for a word that is whole") {
  CHECK(offered("# zipped|").empty());
  CHECK(offered("B = 4|").empty());
  CHECK(offered("B = _|").empty());
  CHECK(offered("coal| = 4:1").empty());
  CHECK(offered("c|").empty());
  CHECK(!offered("co|").empty());
  CHECK(!has_name(offered("B = composition(A|, 4)"), "A"));
  CHECK(!has_name(offered("B = coalesce|(A)"), "coalesce"));
  CHECK(!has_name(offered("thr = th|"), "thr"));
  CHECK(offered("B = |").empty());
  CHECK(has_name(offered("B = |", true), "A"));
}

TEST_CASE("a function is written with brackets and the cursor in them; an entry by its name") {
  CHECK(taken("B = coal|", "coalesce") == "B = coalesce(|)");
  CHECK(taken("B = coal|(A)", "coalesce") == "B = coalesce|(A)");
  CHECK(taken("B = coal|esc + 1", "coalesce") == "B = coalesce(|) + 1");
  CHECK(taken("B = composition(A, th|)", "thr") == "B = composition(A, thr|)");
  CHECK(taken("B = Swiz|", "Swizzle") == "B = Swizzle<|>");
  CHECK(taken("B = A.with|", "with_shape") == "B = A.with_shape(|)");
  CHECK(taken("B = S.off|", "offset") == "B = S.offset()|");
}

TEST_CASE("after a dot only what takes an entry that way is offered") {
  CHECK(has_name(offered("A.with|"), "with_shape"));
  CHECK(!has_name(offered("B = A.t|"), "thr"));
  CHECK(!has_name(offered("B = A.zip|"), "zipped_divide"));
}

TEST_CASE("inside a call the signature and the parameter at the cursor are known") {
  CHECK(help("B = zipped_divide(|") == "zipped_divide([A], tiler)");
  CHECK(help("B = zipped_divide(A, |") == "zipped_divide(A, [tiler])");
  CHECK(help("B = zipped_divide(A, <4:1, |>)") == "zipped_divide(A, [tiler])");
  CHECK(help("B = zipped_divide(A, T)|") == "");
  CHECK(help("|B = zipped_divide(A, T)") == "");
  CHECK(help("B = coalesce(composition(A, |))") == "composition(A, [B])");
  CHECK(help("B = coalesce(composition(A, T), |)") == "coalesce(A, [(_1,_1)])");
  CHECK(help("B = crd2idx(c, s, |)") == "crd2idx(c, shape, [stride])");
  CHECK(help("B = take<1,|3>(A)") == "take<b,[e]>(A)");
  CHECK(help("B = take<1,3>(|A)") == "take<b,e>([A])");
  CHECK(help("B = A.with_shape(|)") == "A.with_shape([shape])");
  CHECK(help("B = max(1, 2, 3, |)") == "max(a, [b], ...)");
  CHECK(help("B = A(2,|_)") == "");
  CHECK(help("# coalesce(|)") == "");
}

TEST_CASE("a bracket beside the cursor has its partner; those without one are known") {
  const auto pair = [](const std::string& text) {
    const auto [line, cursor] = marked(text);
    const auto found = bracket_at(line, cursor);
    if (!found) return std::string("none");
    return std::to_string(found->at) + "-" + (found->other ? std::to_string(*found->other) : "");
  };
  CHECK(pair("(4,(2,2))|:1") == "8-0");
  CHECK(pair("(4,(2,2)|):1") == "7-3");
  CHECK(pair("|(4,2)") == "0-4");
  CHECK(pair("(4|,2)") == "none");
  CHECK(pair("<4:1, (2|>") == "8-0");
  CHECK(pair("<4:1, (|2>") == "6-");
  CHECK(pair("(4,2|") == "none");
  CHECK(unmatched_brackets("((4,2)") == std::vector<std::size_t>{0});
  CHECK(unmatched_brackets("(4,2))") == std::vector<std::size_t>{5});
  CHECK(unmatched_brackets("<(4>)") == std::vector<std::size_t>{1, 4});
  CHECK(unmatched_brackets("4:1 // (").empty());
  CHECK(unmatched_brackets("# (").empty());
}

TEST_CASE("placeholders are parameters that nobody has filled in") {
  const auto next = [](const std::string& text) {
    const auto [line, cursor] = marked(text);
    const auto span = next_placeholder(line, cursor, entries);
    return span ? line.substr(span->begin, span->end - span->begin) : std::string();
  };
  CHECK(next("|B = zipped_divide(A, tiler)") == "tiler");
  CHECK(next("B = local_tile(A, tiler|, coord)") == "coord");
  CHECK(next("|B = zipped_divide(A, T)") == "");
  CHECK(next("|B = coalesce(A)") == "");  // A is an entry
}
