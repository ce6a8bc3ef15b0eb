// Tests that sentences about compositions which CuTe refuses or computes wrongly are true: each sentence is parsed and compared with A and
// B, element by element.

#include "truth.hpp"

using namespace algebra;
using namespace algebra::truth;

namespace {

/// Returns the layout that "mode i of ..." is about.
std::optional<Layout> layout_in(const std::string& whole) {
  const auto coalesced = whole.find(", ((") != std::string::npos || whole.ends_with(" coalesced");
  const auto e = evaluate(coalesced ? whole.substr(0, whole.rfind(", ")) : whole, {}, IntegerRule::math);
  if (!e) return std::nullopt;
  const auto* l = std::get_if<Layout>(&e->value);
  return l != nullptr ? std::optional(*l) : std::nullopt;
}

/// Why the reason that is given is none; "" if it is one. `of`: the mode s:d of B, where there is only one.
std::string wrong_reason(const std::string& words, const std::optional<std::pair<std::int64_t, std::int64_t>>& of) {
  static const std::regex stride("mode (\\d+) of (.+) \\(size (\\d+)\\) does not divide (.+)"),
      mode("(.+) does not divide mode (\\d+) of (.+) \\(size (\\d+)\\)"),
      taken(
          "(.+) elements cannot be taken in steps of (\\d+) out of mode (\\d+) of (.+) \\(size (\\d+)\\): it has (\\d+), which does not "
          "divide (\\d+)");
  std::smatch m;
  std::string whole;
  std::int64_t i = 0, size = 0, step = 0, rest = 0;
  if (std::regex_match(words, m, taken)) {
    whole = m[4], i = std::stoll(m[3]), size = std::stoll(m[5]), step = std::stoll(m[2]), rest = std::stoll(m[7]);
    std::int64_t reached = 0;
    for (std::int64_t at = 0; at < size; at += step) ++reached;
    if (number(m[1]) != rest) return "the number of elements is none";
    if (reached != std::stoll(m[6]) || size % step != 0 || rest % reached == 0) return "the elements can be taken";
  } else if (std::regex_match(words, m, mode)) {
    whole = m[3], i = std::stoll(m[2]), size = std::stoll(m[4]), step = number(m[1]).value_or(0);
    if (step == 0 || size % step == 0) return "it does divide the mode";
  } else if (std::regex_match(words, m, stride)) {
    whole = m[2], i = std::stoll(m[1]), size = std::stoll(m[3]), step = number(m[4]).value_or(0);
    if (step == 0 || step % size == 0) return "the mode does divide it";
  } else {
    return "nobody knows this sentence";
  }
  const auto a = layout_in(whole);
  if (!a) return "this is no layout: " + whole;
  const auto leaves = naive::leaves_of(*a);
  if (i + 1 >= static_cast<std::int64_t>(leaves.size())) return "no other mode follows the mode";
  if (leaves[static_cast<std::size_t>(i)].extent != size) return "the mode has another size";
  if (!of) return {};
  // All modes before were gone through evenly.
  std::int64_t before = 1;
  for (std::int64_t k = 0; k < i; ++k) before *= leaves[static_cast<std::size_t>(k)].extent;
  const auto d = std::abs(of->second);
  if (d % before != 0 && before % d != 0) return "a mode before it is in the way";
  if (step != (d >= before ? d / before : 1)) return "the step in that mode is another";
  if (rest != 0 && rest != of->first / (d >= before ? 1 : before / d)) return "other elements are left for that mode";
  return {};
}

/// A o B by definition; nothing where the tiler reaches beyond A's modes.
struct Composed {
  IntTuple shape;
  Index at;
};
Composed composed(const Layout& a, const Tiler& b) {
  if (const auto* leaf = std::get_if<IntTuple>(&b.is)) {
    if (leaf->is_underscore()) return {a.shape(), naive::Function(a)};
    return {*leaf, naive::Function(a)};
  }
  if (const auto* l = std::get_if<Layout>(&b.is))
    return {l->shape(), [f = naive::Function(a), g = naive::Function(*l)](Wide c) { return f(g(c)); }};
  IntTuple shape;
  std::vector<std::pair<Wide, Index>> parts;
  for (std::size_t i = 0; i < b.modes().size(); ++i) {
    auto part = composed(mode(a, static_cast<int>(i)), b.modes()[i]);
    shape.append(part.shape);
    parts.emplace_back(naive::product_of(part.shape), std::move(part.at));
  }
  return {shape, [parts](Wide c) {
            Wide sum = 0;
            for (const auto& [size, f] : parts) sum += f(c % size), c /= size;
            return sum;
          }};
}

std::string printed(Wide w) { return std::to_string(static_cast<std::int64_t>(w)); }

class Sentences {
 public:
  int refused = 0, warned = 0, layouts = 0;

  void look(const Layout& a, const Tiler& b) {
    const auto text = "composition(" + in_cute(a) + ", " + in_cute(b) + ")";
    const auto e = evaluate(text, {}, IntegerRule::cute);
    if (e && !e->warning) return;
    const auto& d = e ? *e->warning : e.error();
    const auto said = d.problem.message.text();
    if (!e && d.problem.condition != "stride divisibility" && d.problem.condition != "shape divisibility") return;
    (e ? warned : refused) += 1;
    const auto wanted = composed(a, b);
    auto words = said;
    if (e) words = of_warning(text, said, wanted);
    of_reason(text, said, words, a, b, wanted);
  }

 private:
  /// Checks the second sentence of a warning; returns the first.
  std::string of_warning(const std::string& text, const std::string& said, const Composed& wanted) {
    static const std::regex form("(.*?)\\.? ?CuTe C\\+\\+ accepts it and returns (.+), but (.+)\\."),
        element("R\\((\\d+)\\) = (-?\\d+) where A\\(B\\((\\d+)\\)\\) = (-?\\d+)"), count("R has (\\d+) elements, B has (\\d+)");
    std::smatch m, n;
    if (!std::regex_match(said, m, form)) return is_false(text, said, "nobody knows this sentence"), "";
    const auto returned = std::get<Layout>(value_of(m[2]));
    const std::string why = m[3];
    const auto of_mode = why.starts_with("mode ");
    if (of_mode) return m[1];  // of the parts, which are looked at alone
    if (std::regex_match(why, n, element)) {
      const Wide c = std::stoll(n[1]);
      if (n[1] != n[3] || printed(naive::Function(returned)(c)) != n[2] || printed(wanted.at(c)) != n[4] || n[2] == n[4])
        is_false(text, said, "A(B(" + printed(c) + ")) = " + printed(wanted.at(c)));
    } else if (std::regex_match(why, n, count)) {
      if (printed(naive::Function(returned).size()) != n[1] || printed(naive::product_of(wanted.shape)) != n[2] || n[1] == n[2])
        is_false(text, said, "the numbers of elements are others");
    } else if (!why.starts_with("R's shape ") || naive::takes_coordinates(wanted.shape, returned.shape())) {
      is_false(text, said, "nobody knows this sentence");
    }
    return m[1];
  }

  void of_reason(const std::string& text, const std::string& said, std::string words, const Layout&, const Tiler& b,
                 const Composed& wanted) {
    const bool none = words.starts_with("Not a composition");
    const bool is = is_layout(wanted.shape, wanted.at);
    if (none && is) is_false(text, said, "as a function it is a layout");
    if (words.ends_with(".")) words.pop_back();
    const auto begin = words.find(": ");
    words = begin == std::string::npos ? "" : words.substr(begin + 2);
    const std::string as = "as a function it is ";
    if (const auto at = words.find(as); at != std::string::npos) {
      ++layouts;
      const auto offered = value_of(words.substr(at + as.size()));
      const auto f = function(offered);
      if (!f.shape || !naive::takes_coordinates(wanted.shape, *f.shape)) is_false(text, said, "that has other coordinates");
      for (Wide c = 0; c < naive::product_of(wanted.shape); ++c)
        if (f.at(c) != wanted.at(c)) return is_false(text, said, "A(B(" + printed(c) + ")) = " + printed(wanted.at(c)));
      words = at == 0 ? "" : words.substr(0, at - 2);
    } else if (is) {
      is_false(text, said, "it is a layout, which is not said");
    }
    if (words.empty()) return;
    std::optional<std::pair<std::int64_t, std::int64_t>> only;
    if (const auto* l = std::get_if<Layout>(&b.is); l != nullptr && l->shape().leaves() == 1) {
      const auto leaf = naive::leaves_of(*l)[0];
      only = {leaf.extent, leaf.stride};
    }
    if (const auto wrong = wrong_reason(words, only); !wrong.empty()) is_false(text, said, wrong);
  }
};

}  // namespace

TEST_CASE("what is said of compositions that are refused or wrong is true") {
  random_layouts::Source source(random_layouts::chosen_seed() + 40);
  Sentences sentences;
  for (int k = 0; (sentences.refused < 2 * cases() || sentences.warned < cases()) && k < 400 * cases(); ++k) {
    source.choose_marking();
    if (source.large()) continue;
    const auto a = source.layout();
    const auto kind = source.below(8);
    if (kind < 4) {
      sentences.look(a, Tiler{Layout(source.mark(1 + source.below(24)), source.mark(1 + source.below(24)))});
    } else if (kind < 6) {
      sentences.look(a, Tiler{source.layout(24, 2)});
    } else if (a.shape().is_tuple()) {
      sentences.look(a, source.tiler(a.shape()));
    }
  }
  MESSAGE(sentences.refused << " refused, " << sentences.warned << " wrong, " << sentences.layouts << " as a function a layout");
  CHECK(sentences.refused >= cases());
  CHECK(sentences.warned >= cases());
  CHECK(sentences.layouts > cases() / 10);
}
