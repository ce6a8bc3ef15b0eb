#pragma once
// An expression with its links, and checks of them by enumeration.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "algebra/links/links.hpp"
#include "app/document/evaluation.hpp"
#include "tests/test_data.hpp"

namespace linked_operations {

using algebra::Value;
using algebra::links::Budget;
using algebra::links::Link;
using Set = std::set<std::int64_t>;

/// An expression with its links.
struct Operation {
  algebra::Evaluation e;
  std::vector<Link> links;
  std::string text;

  bool kept() const { return e.verdict.kind == algebra::Verdict::Kind::kept; }
  const Value& operand(int i) const { return e.made_by.operands[static_cast<std::size_t>(i)]; }
  const Link* between(int first, int second = Link::result) const {
    for (const auto& l : links)
      if (l.first == first && l.second == second) return &l;
    return nullptr;
  }
  Set back(const Link& l, std::int64_t c) const {
    return found(c, [&](auto& budget, auto&& f) { return l.relation.backward(c, budget, f); });
  }
  Set on(const Link& l, std::int64_t c) const {
    return found(c, [&](auto& budget, auto&& f) { return l.relation.forward(c, budget, f); });
  }

 private:
  template <class F>
  static Set found(std::int64_t, F&& look) {
    Set all;
    Budget budget{1'000'000};
    look(budget, [&](std::int64_t a) {
      all.insert(a);
      return true;
    });
    return all;
  }
};

inline std::optional<Operation> operation(const std::string& text, algebra::IntegerRule rule) {
  auto e = algebra::evaluate(text, {}, rule);
  if (!e) return std::nullopt;
  Operation op{std::move(*e), {}, text};
  op.links = algebra::links::links_of(op.e.value, op.e.made_by);
  return op;
}

inline std::vector<std::string> golden_texts(const std::string& file, const std::string& wanted) {
  std::ifstream in(test_data() + "/golden/" + file);
  std::vector<std::string> texts;
  for (std::string line; std::getline(in, line);) {
    const auto a = line.find('\t'), b = line.find('\t', a + 1);
    if (line.substr(0, a) == wanted) texts.push_back(line.substr(a + 1, b - a - 1));
  }
  return texts;
}

inline std::vector<std::int64_t> indices(const Value& v) {
  const auto leg = algebra::links::index_map(v);
  std::vector<std::int64_t> all;
  for (std::int64_t c = 0; leg && c < std::min<std::int64_t>(leg->size(), 1 << 16); ++c) all.push_back((*leg)(c));
  return all;
}

/// Returns the elements of A by their index.
inline std::map<std::int64_t, Set> by_index(const Value& a) {
  std::map<std::int64_t, Set> all;
  const auto i = indices(a);
  for (std::size_t c = 0; c < i.size(); ++c) all[i[c]].insert(static_cast<std::int64_t>(c));
  return all;
}

/// Checks that each element of the result is linked to exactly one element of A with the same index, and back.
inline void check_reordered(const Operation& op, int operand) {
  INFO(op.text);
  const auto* link = op.between(operand);
  REQUIRE(link != nullptr);
  const auto r = indices(op.e.value), a = indices(op.operand(operand));
  const auto at = by_index(op.operand(operand));
  for (std::size_t c = 0; c < r.size(); ++c) {
    const auto found = op.back(*link, static_cast<std::int64_t>(c));
    const auto& there = at.find(r[c]);
    REQUIRE(there != at.end());
    CHECK(found.size() == 1);
    CHECK(std::includes(there->second.begin(), there->second.end(), found.begin(), found.end()));
    for (const auto f : found) CHECK(op.on(*link, f).contains(static_cast<std::int64_t>(c)));
  }
}

}  // namespace linked_operations
