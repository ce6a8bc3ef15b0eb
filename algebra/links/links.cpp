#include "algebra/links/links.hpp"

#include "algebra/language/functions.hpp"
#include "algebra/links/link_builder.hpp"
#include "algebra/links/link_rules.hpp"

namespace algebra::links {

std::vector<Link> links_of(const Value& result, const Provenance& made) {
  const auto* function = expression::function_of(made);
  const auto rule = function != nullptr ? function->links : made.operation.empty() ? same_as_first : nullptr;
  LinkBuilder builder(result, made);
  // Values with sizes beyond 63 bits get no links.
  const auto found = attempt([&] {
    if (rule != nullptr && builder.size(Link::result) > 0) rule(builder);
    return true;
  });
  return found ? builder.take() : std::vector<Link>{};
}

}  // namespace algebra::links
