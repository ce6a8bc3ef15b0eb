#include "algebra/expression/functions.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "algebra/edit_distance.hpp"
#include "algebra/expression/words.hpp"

namespace algebra::expression {
namespace {

struct Names {
  std::unordered_map<std::string_view, const Function*> functions, types;

  Names() {
    for (const auto& f : table()) functions.emplace(f.info.name, &f);
    for (const auto& alias : aliases()) (alias.is_type ? types : functions).emplace(alias.name, functions.at(alias.of));
  }
};

const Names& known_names() {
  static const Names names;
  return names;
}

}  // namespace

const std::vector<Function>& table() {
  static const auto all = [] {
    std::vector<Function> joined;
    for (auto part : {algebra_functions(), divide_functions(), partition_functions(), tiled_functions(), layout_functions(),
                      tuple_functions(), coordinate_functions(), compare_functions(), swizzle_functions()})
      std::move(part.begin(), part.end(), std::back_inserter(joined));
    return joined;
  }();
  return all;
}

const Function* find_function(std::string_view name, bool templated) {
  const auto& names = known_names();
  if (const auto it = names.functions.find(name); it != names.functions.end()) return it->second;
  if (!templated) return nullptr;
  const auto it = names.types.find(name);
  return it == names.types.end() ? nullptr : it->second;
}

std::string nearest_name(std::string_view name, const Environment& entries) {
  if (name.size() > 40) return {};
  std::string best;
  // A third of the letters may differ; of a name of one letter, none.
  auto least = name.size() < 2 ? 1 : std::max<std::size_t>(1, name.size() / 3) + 1;
  const auto look = [&](std::string_view candidate) {
    const auto distance = edit_distance(name, candidate, least);
    if (distance < least) least = distance, best = candidate;
  };
  for (const auto& [entry, value] : entries) look(entry);
  for (const auto& f : table()) look(f.info.name);
  for (const auto& alias : aliases()) look(alias.name);
  for (const std::string_view major : {"LayoutLeft", "LayoutRight"}) look(major);
  return best;
}

}  // namespace algebra::expression
