#include "app/comparing.hpp"

#include <fmt/format.h>

#include "algebra/difference.hpp"
#include "app/app.hpp"

namespace app {
namespace {

constexpr std::int64_t most_marked = 1 << 14;

}  // namespace

std::vector<bool> compared_elements(const App& app, int index) {
  if (app.selected < 0 || app.selected >= static_cast<int>(app.sheet().entries.size())) return {};
  const auto& comparison = app.result(app.selected).evaluation;
  if (!comparison || comparison->made_by.operation != "equal" || comparison->made_by.operands.size() != 2) return {};
  const auto& made = comparison->made_by;
  const auto& name = app.result(index).name;
  if (name.empty()) return {};
  for (std::size_t k = 0; k < 2 && k < made.names.size(); ++k)
    if (made.names[k] == name) return algebra::differing(made.operands[k], made.operands[1 - k], most_marked);
  return {};
}

std::vector<std::string> comparable_entries(const App& app, int index) {
  std::vector<std::string> names;
  const auto& results = app.evaluator().results();
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto& r = results[i];
    if (static_cast<int>(i) == index || r.name.empty() || !r.evaluation || !layout_of(r.evaluation->value)) continue;
    names.push_back(r.name);
  }
  return names;
}

void compare_entries(App& app, int index, const std::string& other) {
  const auto name = app.result(index).name;
  // Without a name it is compared by its text, and only the other one's card can be marked.
  const auto self = name.empty() ? fmt::format("({})", app.sheet().entries[static_cast<std::size_t>(index)].text) : name;
  // What a watch found would go when newer layouts come.
  const int with = app.evaluator().find(other);
  if (with >= 0) app.keep_entry(with);
  if (!name.empty()) app.keep_entry(app.evaluator().find(name));
  app.selected = name.empty() ? index : app.evaluator().find(name);
  app.insert_entry(fmt::format("{} == {}", self, other));
}

}  // namespace app
