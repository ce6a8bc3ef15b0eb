#include "app/commands/atom_search.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

using algebra::ListedAtom;
using algebra::lower;

std::string shape_of(const ListedAtom& a) {
  const auto& mnk = a.shape_mnk;
  return mnk[0] == 0 ? std::string() : fmt::format("{}x{}x{}", mnk[0], mnk[1], mnk[2]);
}

/// Returns the lower-case text of each listed atom that typed words are searched in, made once.
const std::vector<std::string>& search_texts() {
  static const auto texts = [] {
    std::vector<std::string> all;
    for (const auto& a : algebra::listed_atoms()) all.push_back(lower(a.expression + " " + a.types + " " + shape_of(a)));
    return all;
  }();
  return texts;
}

template <class T, class Of>
std::vector<T> distinct(const AtomFilter& filter, Of&& of) {
  std::vector<T> values;
  for (const int i : found_atoms(filter)) values.push_back(of(algebra::listed_atoms()[static_cast<std::size_t>(i)]));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

std::vector<int> found_atoms(const AtomFilter& filter) {
  std::vector<std::string> words;
  const auto typed = lower(filter.typed);
  for (std::string_view rest = typed; !rest.empty();)
    if (const auto word = algebra::take_until(rest, ' '); !word.empty()) words.emplace_back(word);
  const auto& all = algebra::listed_atoms();
  std::vector<int> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& a = all[i];
    if (filter.target && a.target != *filter.target) continue;
    if (filter.kind && a.kind != *filter.kind) continue;
    if (!filter.types.empty() && a.types != filter.types) continue;
    bool fits = true;
    for (std::size_t m = 0; m < 3; ++m) fits = fits && (filter.shape_mnk[m] == 0 || filter.shape_mnk[m] == a.shape_mnk[m]);
    const auto& text = search_texts()[i];
    for (const auto& word : words) fits = fits && text.find(word) != text.npos;
    if (fits) found.push_back(static_cast<int>(i));
  }
  return found;
}

std::vector<std::string> targets_of(AtomFilter filter) {
  filter.target.reset();
  auto all = distinct<std::string>(filter, [](const ListedAtom& a) { return a.target; });
  // SM90 before SM100.
  std::ranges::stable_sort(all, {}, [](const std::string& t) { return std::pair(t.substr(0, 2), t.size()); });
  return all;
}
std::vector<std::string> types_of(AtomFilter filter) {
  filter.types.clear();
  auto all = distinct<std::string>(filter, [](const ListedAtom& a) { return a.types; });
  std::erase(all, "");
  return all;
}
std::vector<int> extents_of(AtomFilter filter, std::size_t mode) {
  filter.shape_mnk[mode] = 0;
  auto all = distinct<int>(filter, [&](const ListedAtom& a) { return a.shape_mnk[mode]; });
  std::erase(all, 0);
  return all;
}

std::string atom_detail(const ListedAtom& a) {
  const auto shape = shape_of(a);
  return a.types.empty() ? shape : shape.empty() ? a.types : fmt::format("{} · {}", shape, a.types);
}

}  // namespace app
