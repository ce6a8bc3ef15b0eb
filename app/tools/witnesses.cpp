#include "app/tools/witnesses.hpp"

#include <algorithm>
#include <set>

#include "app/import/dsl/dsl_ir_sheet.hpp"

namespace app {
namespace witness {

const Witness front_end{"front end", "by the compiler's front end", [](const auto& read, const auto& name, const auto& its) {
                          return algebra::message("reading gives {} for {}, and the compiler {}", read, name, its);
                        }};
const Witness ran{"run", "as it ran", [](const auto& read, const auto& name, const auto& its) {
                    return algebra::message("reading gives {} for {}, and the program, as it ran, {}", read, name, its);
                  }};
const Witness ir{"ir", "by the compiler's IR", [](const auto& read, const auto& name, const auto& its) {
                   return algebra::message("reading gives {} for {}, and the compiler's IR {}", read, name, its);
                 }};

}  // namespace witness

WitnessedLayouts::WitnessedLayouts(const FrontEndAnswer& answer, const std::string& file, std::size_t shown)
    : witness_(&witness::front_end) {
  std::set<std::string> chosen;
  for (std::size_t i = 0; i < answer.instances.size(); ++i) {
    const auto& instance = answer.instances[i];
    const bool wanted = shown == 0 ? chosen.insert(instance.function).second : shown == i + 1;
    for (const auto& v : instance.variables)
      if (is_same_file(v.file, file)) add(v.line, v.name, v.layout, instance.function, wanted);
  }
}

WitnessedLayouts::WitnessedLayouts(const std::vector<algebra::PrintedValue>& printed, const std::string& file) : witness_(&witness::ran) {
  for (const auto& p : printed)
    if (is_same_file(p.place.file, file)) add(p.place.line, p.name, p.value, p.place.function, true, p.memory);
}

WitnessedLayouts::WitnessedLayouts(const std::vector<DslIrLayout>& layouts, const std::string& file, const CppProgram& program)
    : witness_(&witness::ir) {
  std::map<std::pair<std::size_t, std::string>, std::string> functions;
  for (const auto& d : program.definitions) functions.emplace(std::pair(d.line, d.name), d.function);
  for (const auto& [place, all] : ir_layouts_of(layouts, file, program)) {
    const auto& function = functions[place];
    for (const auto& layout : all) add(place.first, place.second, layout, function, false);
    add(place.first, place.second, all.back(), function, true);
  }
}

const WitnessedLayouts::Shown* WitnessedLayouts::layout_at(std::size_t line, const std::string& name) const {
  const auto it = shown_.find({line, name});
  return it == shown_.end() ? nullptr : &it->second;
}

bool WitnessedLayouts::agrees(std::size_t line, const std::string& name, std::string_view value) const {
  const auto it = layouts_.find({line, name});
  return it == layouts_.end() || std::any_of(it->second.begin(), it->second.end(), [&](const auto& layout) {
           return witness_ == &witness::ir ? has_ir_layout(value, layout) : fits_compiled(layout, value);
         });
}

bool WitnessedLayouts::is_same_file(const std::string& path, const std::string& file) {
  const auto [it, is_new] = is_named_.emplace(path, false);
  if (is_new) it->second = is_source_of(path, file);
  return it->second;
}

void WitnessedLayouts::add(std::size_t line, const std::string& name, const std::string& layout, const std::string& function, bool is_shown,
                           const std::string& memory) {
  auto& all = layouts_[{line, name}];
  if (std::find(all.begin(), all.end(), layout) == all.end()) all.push_back(layout);
  if (is_shown) shown_.emplace(std::pair(line, name), Shown{layout, function, memory});
}

}  // namespace app
