// Tests the suggestions "Nearest that work": each works, stands once, and no nearer one works, that is one with fewer changed integers,
// then with a smaller sum of changes. Brute force tries every nearer one within a small neighbourhood.

#include "algebra/language/functions.hpp"
#include "naive_tilings.hpp"
#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Returns the integers of a text in order, and the text without them.
std::pair<Numbers, std::string> numbers_of(const std::string& text) {
  static const std::regex integer("-?\\d+");
  Numbers all;
  for (std::sregex_iterator i(text.begin(), text.end(), integer), end; i != end; ++i) all.push_back(std::stoll(i->str()));
  return {all, std::regex_replace(text, integer, "#")};
}
std::string with_numbers(const std::string& form, const Numbers& numbers) {
  std::string text;
  std::size_t k = 0;
  for (const char c : form) c == '#' ? text += std::to_string(numbers[k++]) : text += c;
  return text;
}

/// Less is nearer.
struct Distance {
  int changed = 0;
  std::int64_t sum = 0;
  auto operator<=>(const Distance&) const = default;
};
Distance distance(const Numbers& from, const Numbers& to) {
  Distance d;
  for (std::size_t i = 0; i < from.size(); ++i) {
    d.changed += from[i] != to[i];
    d.sum += std::abs(from[i] - to[i]);
  }
  return d;
}

class Neighbours {
 public:
  int offered = 0, tried = 0, refused = 0;

  /// `works`: whether the call has a value that keeps its contract, with another text in place of the blamed one. Sizes, which come before
  /// the colon of a layout, are at least 1, and so are all integers where there is no colon.
  template <class Works>
  void look(const std::string& text, Works&& works) {
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (e && !e->warning) return;
    const auto& d = e ? *e->warning : e.error();
    const auto blamed = text.substr(d.span.begin, d.span.end - d.span.begin);
    if (blamed == text) return;  // the value itself is offered
    ++refused;
    const auto blamed_numbers = numbers_of(blamed);
    const auto& given = blamed_numbers.first;
    const auto& form = blamed_numbers.second;
    const auto colon = form.find(':');
    const auto sizes = static_cast<std::size_t>(
        std::count(form.begin(), colon == form.npos ? form.end() : form.begin() + static_cast<std::ptrdiff_t>(colon), '#'));
    std::vector<Numbers> found;
    for (const auto& suggestion : d.problem.suggestions) {
      ++offered;
      const auto [numbers, of_form] = numbers_of(suggestion);
      if (of_form != form) return is_false(text, suggestion, "that has other integers");
      if (std::find(found.begin(), found.end(), numbers) != found.end() || numbers == given)
        return is_false(text, suggestion, "it is offered twice");
      if (!found.empty() && distance(given, numbers) < distance(given, found.back()))
        return is_false(text, suggestion, "it is nearer than the first");
      const auto again = evaluate(repaired(text, d, suggestion), {}, IntegerRule::cute);
      if (!again || again->warning || again->verdict.kind == Verdict::Kind::broken) return is_false(text, suggestion, "it does not work");
      if (!works(suggestion)) return is_false(text, suggestion, "its contract is broken");
      found.push_back(numbers);
    }
    if (found.empty()) return;
    // Whatever is nearer than the last and not among them works not.
    const auto limit = distance(given, found.back());
    const auto try_one = [&](const Numbers& numbers) {
      if (!(distance(given, numbers) < limit) || std::find(found.begin(), found.end(), numbers) != found.end()) return;
      ++tried;
      const auto candidate = with_numbers(form, numbers);
      if (works(candidate)) is_false(text, with_numbers(form, found.back()), candidate + " works, and is nearer");
    };
    constexpr std::int64_t one_reach = 8, two_reach = 2;
    const auto least = [&](std::size_t i) { return i < sizes ? 1 : 0; };
    const auto reach_of = [&](std::size_t i, std::int64_t reach, auto&& then) {
      for (std::int64_t delta = -reach; delta <= reach; ++delta)
        if (delta != 0 && given[i] + delta >= least(i)) then(given[i] + delta);
    };
    for (std::size_t i = 0; i < given.size(); ++i) {
      reach_of(i, one_reach, [&](std::int64_t n) {
        auto numbers = given;
        numbers[i] = n;
        try_one(numbers);
      });
      for (std::size_t j = i + 1; j < given.size() && limit.changed > 1; ++j)
        reach_of(i, two_reach, [&](std::int64_t n) {
          reach_of(j, two_reach, [&](std::int64_t m) {
            auto numbers = given;
            numbers[i] = n, numbers[j] = m;
            try_one(numbers);
          });
        });
    }
  }
};

std::optional<Layout> layout_from(const std::string& text) {
  const auto e = evaluate(text, {}, IntegerRule::cute);
  if (!e) return std::nullopt;
  return std::get<Layout>(e->value);
}

/// Returns whether the operation has a result in which brute force finds no fault.
template <class Operation, class Judge>
bool is_right(Operation&& operation, Judge&& judge) {
  const auto r = attempt(operation);
  return r && judge(*r) == nullptr;
}

/// Layouts of a few static integers, which are searched to the end of the neighbourhood.
Layout small(random_layouts::Source& source, int elements) {
  for (;;) {
    do source.choose_marking();
    while (source.large() || source.marking() != random_layouts::Marking::all_static);
    auto l = source.layout(elements, 2);
    bool natural = true;
    l.stride().for_each_integer([&](Int d) { natural = natural && d.value >= 0; });
    if (natural && l.shape().leaves() <= 4) return l;
  }
}

}  // namespace

TEST_CASE("nothing nearer composes than what is offered") {
  random_layouts::Source source(random_layouts::chosen_seed() + 60);
  Neighbours near;
  for (int k = 0; near.refused < cases() && k < 100 * cases(); ++k) {
    const auto a = small(source, 48);
    const auto b = source.chance(80) ? Layout(Int{1 + source.below(16), true}, Int{1 + source.below(16), true}) : small(source, 16);
    near.look("composition(" + in_cute(a) + ", " + in_cute(b) + ")", [&](const std::string& text) {
      const auto other = layout_from(text);
      return other && is_right([&] { return composition(a, *other); }, [&](const Layout& r) { return naive::composition(a, *other, r); });
    });
  }
  MESSAGE(near.refused << " refused or wrong, " << near.offered << " offered, " << near.tried << " tried");
  CHECK(near.refused == cases());
  CHECK(near.offered > cases());
}

TEST_CASE("nothing nearer has an inverse or a complement than what is offered") {
  random_layouts::Source source(random_layouts::chosen_seed() + 61);
  Neighbours near;
  for (int k = 0; near.refused < cases() && k < 200 * cases(); ++k) {
    const auto l = small(source, 48);
    if (source.chance(50)) {
      near.look("left_inverse(" + in_cute(l) + ")", [&](const std::string& text) {
        const auto other = layout_from(text);
        return other && is_right([&] { return left_inverse(*other); }, [&](const Layout& r) { return naive::left_inverse(*other, r); });
      });
    } else {
      const auto n = 1 + source.below(100);
      near.look("complement(" + in_cute(l) + ", " + in_cute(IntTuple(n)) + ")", [&](const std::string& text) {
        const auto other = layout_from(text);
        return other &&
               is_right([&] { return complement(*other, IntTuple(n)); }, [&](const Layout& r) { return naive::complement(*other, n, r); });
      });
    }
  }
  MESSAGE(near.refused << " refused or wrong, " << near.offered << " offered, " << near.tried << " tried");
  CHECK(near.refused == cases());
}

TEST_CASE("no nearer tiler divides than what is offered") {
  random_layouts::Source source(random_layouts::chosen_seed() + 62);
  Neighbours near;
  for (int k = 0; near.refused < cases() && k < 100 * cases(); ++k) {
    const auto a = small(source, 48);
    if (!a.shape().is_tuple()) continue;
    const auto rank = std::min(2, a.shape().rank());
    IntTuple tiler;
    for (int i = 0; i < rank; ++i) tiler.append(Int{1 + source.below(9), true});
    near.look("zipped_divide(" + in_cute(a) + ", " + in_cute(tiler) + ")", [&](const std::string& text) {
      const auto e = evaluate(text, {}, IntegerRule::cute);
      const auto t = tiler_of(std::get<IntTuple>(e->value));
      // As the program says it: that its verdicts are true is another test's matter.
      const auto r = attempt([&] { return zipped_divide(a, t); });
      return r && check_divide(a, t, zipped_divide, *r).kind == Verdict::Kind::kept;
    });
  }
  MESSAGE(near.refused << " refused or wrong, " << near.offered << " offered, " << near.tried << " tried");
  CHECK(near.refused == cases());
  CHECK(near.offered > cases() / 2);
}

TEST_CASE("the nearest inputs of some calls") {
  const auto nearest = [](const std::string& text) {
    const auto e = evaluate(text, {}, IntegerRule::math);
    const auto& d = e ? *e->warning : e.error();
    std::string all;
    for (const auto& s : d.problem.suggestions) all += (all.empty() ? "" : ", ") + s;
    return all;
  };
  CHECK(nearest("composition((8,8):(8,1), 6:3)") == "6:4, 6:1");
  CHECK(nearest("(2,3):(3,1) o 5:1") == "6:1, 4:1");
  // In place of the template argument that is to blame.
  const auto repaired_selector = [](const std::string& text) {
    const auto e = evaluate(text, {}, IntegerRule::cute);
    REQUIRE_FALSE(e);
    REQUIRE_FALSE(e.error().problem.suggestions.empty());
    const auto with = repaired(text, e.error(), e.error().problem.suggestions[0]);
    CHECK(evaluate(with, {}, IntegerRule::cute).has_value());
    return with;
  };
  CHECK(repaired_selector("ss_smem_selector<GMMA::Major::K,half_t,_128,_66>()") == "ss_smem_selector<GMMA::Major::K,half_t,_128,_64>()");
  CHECK(repaired_selector("ss_smem_selector<GMMA::Major::MN,half_t,_69,_64>()") == "ss_smem_selector<GMMA::Major::MN,half_t,_72,_64>()");
}
