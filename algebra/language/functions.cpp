#include "algebra/language/functions.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>
#include <utility>

#include "algebra/language/pointers.hpp"
#include "algebra/text/edit_distance.hpp"

namespace algebra::expression {
namespace {

struct Table {
  std::deque<Function> all;  ///< a deque keeps records at fixed addresses while others come and go
  std::unordered_map<std::string_view, const Function*> functions, types;
  std::array<const Function*, static_cast<std::size_t>(Notation::negative) + 1> by_notation{};

  Table() {
    for (auto& f : records()) add(std::move(f));
  }
  void add(Function f) {
    const auto& added = all.emplace_back(std::move(f));
    functions.emplace(added.name, &added);
    for (const auto& alias : added.aliases) (alias.is_type ? types : functions).emplace(alias.name, &added);
    auto& of_notation = by_notation[static_cast<std::size_t>(added.notation)];
    if (of_notation == nullptr) of_notation = &added;
  }
  void remove_last() {
    const auto is_last = [&](const auto& entry) { return entry.second == &all.back(); };
    std::erase_if(functions, is_last);
    std::erase_if(types, is_last);
    std::replace(by_notation.begin(), by_notation.end(), static_cast<const Function*>(&all.back()), static_cast<const Function*>(nullptr));
    all.pop_back();
  }
};

Table& known_functions() {
  static Table table;
  return table;
}

}  // namespace

std::string_view title_of(Group group) {
  switch (group) {
    case Group::algebra: return "Algebra";
    case Group::divide: return "Divide and product";
    case Group::partition: return "Partition";
    case Group::layout: break;
  }
  return "Layout";
}

std::string_view sign_of(Notation notation) {
  switch (notation) {
    case Notation::plus: return "+";
    case Notation::minus:
    case Notation::negative: return "-";
    case Notation::times: return "*";
    case Notation::over: return "/";
    case Notation::modulo: return "%";
    default: return "";
  }
}

std::optional<NumberRole> Function::numbers_of(std::string_view written) const {
  for (const auto& alias : aliases)
    if (alias.name == written) return alias.numbers;
  return numbers;
}

const std::deque<Function>& table() { return known_functions().all; }

const Function* find_function(std::string_view name, bool templated) {
  const auto& known = known_functions();
  if (const auto it = known.functions.find(name); it != known.functions.end()) return it->second;
  if (!templated) return nullptr;
  const auto it = known.types.find(name);
  return it == known.types.end() ? nullptr : it->second;
}

const Function* function_of(const Provenance& made) { return made.operation.empty() ? nullptr : find_function(made.operation, true); }
bool is_called(std::string_view name) {
  const auto* function = find_function(name, true);
  if (function == nullptr) return false;
  const auto& aliases = function->aliases;
  return std::any_of(aliases.begin(), aliases.end(), [&](const Alias& a) { return a.called && a.name == name; });
}
const Function& function_of(Notation notation) { return *known_functions().by_notation[static_cast<std::size_t>(notation)]; }

std::string nearest_name(std::string_view name, const Environment& entries) {
  if (name.size() > 40) return {};
  std::string best;
  // Allows a third of the letters to differ; none for a name of one letter.
  auto least = name.size() < 2 ? 1 : std::max<std::size_t>(1, name.size() / 3) + 1;
  const auto look = [&](std::string_view candidate) {
    const auto distance = edit_distance(name, candidate, least);
    // A name that matches exactly is known and does not work here, so it is no suggestion.
    if (distance > 0 && distance < least) least = distance, best = candidate;
  };
  for (const auto& [entry, value] : entries) look(entry);
  for (const auto& f : table()) look(f.name);
  for (const auto& f : table())
    for (const auto& alias : f.aliases) look(alias.name);
  for (const std::string_view major : {"LayoutLeft", "LayoutRight"}) look(major);
  // Suggests an element type if nothing else is as near.
  if (const auto type = nearest_element_type(name); best.empty() && type != name) best = type;
  return best;
}

AddedFunction::AddedFunction(Function f) { known_functions().add(std::move(f)); }
AddedFunction::~AddedFunction() { known_functions().remove_last(); }

}  // namespace algebra::expression
