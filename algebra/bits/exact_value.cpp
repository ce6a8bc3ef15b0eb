#include "algebra/bits/exact_value.hpp"

#include "algebra/bits/bit_layout.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

/// Returns the function with every integer static, as suggestions are written.
FunctionOrLayout known(const FunctionOrLayout& f) {
  if (const auto* l = std::get_if<Layout>(&f)) return all_known(*l);
  return f;
}

}  // namespace

std::optional<FunctionOrLayout> exact_value(const FunctionOrLayout& f, const FunctionOrLayout& g) {
  const auto* shaped = innermost(g) != nullptr ? innermost(g) : innermost(f);
  const auto outer = index_function(f), inner = index_function(g);
  if (shaped == nullptr || !outer || !inner || !is_tabulated(shaped->shape())) return std::nullopt;
  const auto shape = all_known(shaped->shape());
  const auto elements = size(*shaped);
  const IndexFunction wanted = [&](std::int64_t c) { return (*outer)((*inner)(c)); };
  if (auto layout = layout_of_function(shape, wanted)) return std::move(*layout);
  auto nested = attempt([&] {
    const auto counted = innermost(g) != nullptr ? known(g) : composition(g, Offset{}, make_layout(shape));
    return composition(known(f), Offset{}, counted);
  });
  if (!nested) return std::nullopt;
  const auto is_wanted = [&](const FunctionOrLayout& candidate) {
    const auto function = index_function(candidate);
    return function && innermost(candidate) != nullptr && compatible(shape, innermost(candidate)->shape()) &&
           agree(*function, wanted, elements);
  };
  if (const auto* composed = std::get_if<ComposedLayout>(&*nested)) {
    const auto swizzled = attempt([&] { return nearest_layout(bit_matrix(*composed)); });
    if (swizzled && swizzled->changed == 0)
      if (const auto* c = std::get_if<ComposedLayout>(&swizzled->value); c != nullptr && is_wanted(*c)) return *c;
  }
  if (!is_wanted(*nested)) return std::nullopt;
  return *std::move(nested);
}

}  // namespace algebra
