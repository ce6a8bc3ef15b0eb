// Tests that summaries and properties of a layout are true: bijective, injective, contiguous, ...; ranks of matrices of bits, and the
// reasons why some have no inverse.

#include <algorithm>
#include <set>

#include "algebra/language/equality.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/properties.hpp"
#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

Layout any_layout(random_layouts::Source& source) {
  do source.choose_marking();
  while (source.large());
  return source.layout(48, 2);
}

}  // namespace

TEST_CASE("what a summary says of a layout is so") {
  random_layouts::Source source(random_layouts::chosen_seed() + 90);
  std::set<std::string> kinds;
  for (int k = 0; k < 4 * cases(); ++k) {
    const auto l = any_layout(source);
    const auto text = in_cute(l);
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e || !std::holds_alternative<Layout>(e->value)) continue;
    const auto values = naive::Function(l).values();
    const auto least = *std::min_element(values.begin(), values.end()), greatest = *std::max_element(values.begin(), values.end());
    const std::set<Wide> distinct(values.begin(), values.end());
    const bool injective = distinct.size() == values.size();
    // Onto 0, 1, ... up to cosize, which CuTe counts with strides without signs.
    Wide cosize = 1;
    for (const auto& leaf : naive::leaves_of(l)) cosize += (Wide{leaf.extent} - 1) * (leaf.stride < 0 ? -Wide{leaf.stride} : leaf.stride);
    const bool onto = least == 0 && static_cast<Wide>(distinct.size()) == greatest + 1 && greatest + 1 == cosize;
    const std::string kind = injective ? onto ? "bijective" : "injective" : onto ? "surjective" : "not injective";
    kinds.insert(kind);
    const auto want =
        "size " + std::to_string(values.size()) + " · cosize " + std::to_string(static_cast<std::int64_t>(cosize)) + " · " + kind;
    if (const auto said = Message::list(facts_of(*e)).text(); said != want) is_false(text, said, want);

    const auto p = properties(l, 16);
    const auto said = [&](const char* what, bool claims, bool is) {
      if (p.decided && claims != is) is_false(text, std::string(claims ? "" : "not ") + what, "it is otherwise");
    };
    said("injective", p.injective, injective);
    said("surjective", p.surjective, onto);
    said("compact", p.compact, injective && onto);
    Wide at = 0;
    said("contiguous", p.contiguous, std::all_of(values.begin(), values.end(), [&](Wide v) { return v == at++; }));
    // So many consecutive coordinates have neighbouring elements, which begin at a multiple of as many.
    const auto together = p.vector_bits / 16;
    for (std::size_t c = 0; c < values.size(); ++c)
      if (values[c] != values[c - c % static_cast<std::size_t>(together)] + static_cast<Wide>(c % static_cast<std::size_t>(together)) ||
          (c % static_cast<std::size_t>(together) == 0 && values[c] % together != 0)) {
        is_false(text, "accesses of " + std::to_string(p.vector_bits) + " bits", "coordinate " + std::to_string(c) + " is elsewhere");
        break;
      }
  }
  CHECK(kinds.size() == 4);
}

TEST_CASE("what a matrix of bits says of its rank and its inverses is so") {
  random_layouts::Source source(random_layouts::chosen_seed() + 91);
  int refused = 0;
  for (int k = 0; k < 2 * cases(); ++k) {
    std::vector<std::vector<std::uint64_t>> images(1);
    for (auto n = 1 + source.below(6); n > 0; --n) images[0].push_back(static_cast<std::uint64_t>(source.below(64)));
    const auto m = make_bit_matrix(images);
    const auto index = [&](std::uint64_t c) {
      std::uint64_t i = 0;
      for (std::size_t b = 0; b < images[0].size(); ++b)
        if ((c >> b & 1) != 0) i ^= images[0][b];
      return i;
    };
    std::set<std::uint64_t> reached;
    const auto count = std::uint64_t{1} << images[0].size();
    for (std::uint64_t c = 0; c < count; ++c) reached.insert(index(c));
    const auto words = rank_words(m).text(), text = table_of(m);
    static const std::regex form("rank (\\d+) of (\\d+) · (injective|not injective: coordinates (\\d+) and (\\d+) have the same index)");
    std::smatch found;
    if (!std::regex_search(words, found, form)) {
      is_false(text, words, "nobody knows this sentence");
      continue;
    }
    if (reached.size() != std::uint64_t{1} << std::stoi(found[1]))
      is_false(text, words, std::to_string(reached.size()) + " indices are reached");
    if (found[3] == "injective" ? reached.size() != count
                                : index(std::stoull(found[4])) != index(std::stoull(found[5])) || found[4] == found[5])
      is_false(text, words, "it is otherwise");
    const auto left = attempt([&] { return left_inverse(m); });
    if (left.has_value() != (reached.size() == count))
      is_false(text, left ? "a left inverse" : left.error().message.text(), "it is otherwise");
    static const std::regex one("Coordinates (\\d+) and (\\d+) have the same index: the rank is (\\d+) of (\\d+) columns\\.");
    const auto why = left ? std::string() : left.error().message.text();
    if (!left && (!std::regex_match(why, found, one) || index(std::stoull(found[1])) != index(std::stoull(found[2])) ||
                  found[1] == found[2] || std::uint64_t{1} << std::stoi(found[3]) != reached.size()))
      is_false(text, left.error().message.text(), "it is otherwise");
    refused += !left;
  }
  CHECK(refused > cases() / 4);
}

TEST_CASE("what is said of the difference of two layouts is so") {
  random_layouts::Source source(random_layouts::chosen_seed() + 92);
  std::set<int> kinds;
  for (int k = 0; k < 2 * cases(); ++k) {
    const auto a = any_layout(source);
    const auto b = source.chance(50) ? source.with_strides(a.shape()) : source.chance(50) ? coalesce(a) : any_layout(source);
    const auto x = naive::Function(a).values(), y = naive::Function(b).values();
    const auto d = difference(Value(a), Value(b), 1 << 20);
    const auto said = described(d).text(), text = in_cute(a) + " and " + in_cute(b);
    kinds.insert(static_cast<int>(d.kind));
    int differing = 0;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) differing += x[i] != y[i];
    bool holds = true;
    static const std::regex sizes("A has (\\d+) elements, B has (\\d+)\\."),
        values(
            "A and B differ at (\\d+) of (\\d+) coordinates\\. The first is (\\d+), .+ of A and .+ of B: A\\((\\d+)\\) = (-?\\d+), "
            "B\\((\\d+)\\) = (-?\\d+)\\.");
    std::smatch m;
    if (said == "A and B are the same.") holds = a == b;
    else if (said == "A and B have different modes, but are the same function.") holds = x == y;
    else if (std::regex_match(said, m, sizes)) holds = std::stoul(m[1]) == x.size() && std::stoul(m[2]) == y.size() && x.size() != y.size();
    else if (std::regex_match(said, m, values)) {
      const auto at = std::stoul(m[3]);
      holds = std::stoi(m[1]) == differing && std::stoul(m[2]) == x.size() && x[at] == std::stoll(m[5]) && y[at] == std::stoll(m[7]) &&
              std::equal(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(at), y.begin()) && x[at] != y[at];
    } else holds = false;
    if (!holds) is_false(text, said, "it is otherwise");
  }
  CHECK(kinds.size() >= 4);
}

TEST_CASE("the equations in the steps of an operation hold, and the last step has its result") {
  random_layouts::Source source(random_layouts::chosen_seed() + 93);
  static const std::regex equation("(-?\\d+) ?([/·]) ?(-?\\d+) = (-?\\d+)"), rounded("(\\d+) / (\\d+), rounded down to (\\d+)");
  int equations = 0;
  for (int k = 0; k < 2 * cases(); ++k) {
    const auto a = any_layout(source), b = source.layout(8, 1);
    const auto kind = source.below(6);
    const auto text = kind == 0   ? call("complement", a, IntTuple(Int{1 + source.below(200), true}))
                      : kind == 1 ? call("composition", a, b)
                      : kind == 2 ? call("logical_product", a, b)
                      : kind == 3 ? call("right_inverse", a)
                      : kind == 4 ? call("left_inverse", a)
                                  : call("logical_divide", a, b);
    const auto e = explain(text, {}, IntegerRule::math);
    if (!e || e->steps.empty()) continue;
    for (const auto& step : e->steps) {
      const auto said = step.words.text();
      for (std::sregex_iterator i(said.begin(), said.end(), equation), end; i != end; ++i) {
        const Wide x = std::stoll((*i)[1]), y = std::stoll((*i)[3]), z = std::stoll((*i)[4]);
        ++equations;
        if ((*i)[2] == "/" ? y == 0 || y * z != x : x * y != z) is_false(text, said, "the equation " + i->str() + " does not hold");
      }
      for (std::sregex_iterator i(said.begin(), said.end(), rounded), end; i != end; ++i)
        if (std::stoll((*i)[1]) / std::stoll((*i)[2]) != std::stoll((*i)[3]) || std::stoll((*i)[1]) % std::stoll((*i)[2]) == 0)
          is_false(text, said, "it is rounded otherwise");
    }
    const auto& last = e->steps.back();
    if (last.stage && *last.stage != std::get<Layout>(e->evaluation.value)) is_false(text, last.words.text(), "the result is another");
  }
  CHECK(equations > cases() / 2);
}

TEST_CASE("what a hint says of a hidden merge or of dropped modes is so") {
  random_layouts::Source source(random_layouts::chosen_seed() + 94);
  int merges = 0, drops = 0;
  for (int k = 0; (merges < cases() / 2 || drops < cases() / 2) && k < 400 * cases(); ++k) {
    do source.choose_marking();
    while (source.large());
    const auto a = source.layout();
    const auto b = source.chance(70) && a.shape().is_tuple() ? source.tiler(a.shape()) : tiler_of(source.layout(12, 1));
    // Refused and wrong results have no hint, and would each cost a search for suggestions, so they are skipped.
    const auto r = attempt([&] { return composition(a, b); });
    if (!r || naive::composition(a, b, *r) != nullptr) continue;
    const auto text = call("composition", a, b);
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (!e) continue;
    for (const auto& hint : e->hints) {
      const auto said = hint.problem.message.text();
      static const std::regex merge("Dynamic integers hide a merge: with static ones the result would be (.+)\\."),
          dropped("The tiler has (\\d+) of (\\d+) modes: composition by mode drops the others\\. A divide keeps them\\.");
      std::smatch m;
      if (std::regex_match(said, m, merge)) {
        ++merges;
        const auto again = evaluate(call("composition", all_known(a), all_known(b)), {}, IntegerRule::cute);
        if (!again || in_cute(again->value) != m[1])
          is_false(text, said, again ? "it would be " + in_cute(again->value) : "it would be refused");
      } else if (std::regex_match(said, m, dropped)) {
        ++drops;
        if (std::stoi(m[1]) != static_cast<int>(b.modes().size()) || std::stoi(m[2]) != a.shape().rank() || m[1] == m[2] ||
            std::get<Layout>(e->value).shape().rank() != std::stoi(m[1]))
          is_false(text, said, "these are other numbers");
      } else {
        is_false(text, said, "nobody knows this sentence");
      }
    }
  }
  CHECK(merges >= cases() / 2);
  CHECK(drops >= cases() / 2);
}
