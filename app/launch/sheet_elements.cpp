#include "app/launch/sheet_elements.hpp"

#include "app/launch/launch_plan.hpp"

namespace app {

std::vector<Fact> sheet_element_facts(const Sheet& sheet, const SheetEvaluator& evaluator, const Element& element) {
  LinkGraph links;
  links.update(evaluator.results());
  const auto launch = plan(evaluator, sheet.launch);
  return element_facts({sheet, evaluator, links, launch ? &*launch : nullptr}, element);
}

}  // namespace app
