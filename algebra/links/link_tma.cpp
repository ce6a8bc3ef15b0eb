#include "algebra/links/link_tma.hpp"

#include "algebra/links/link_builder.hpp"
#include "algebra/operations.hpp"
#include "algebra/tma.hpp"

namespace algebra::links {

void tma_copy(LinkBuilder& l) {
  const auto* copy = std::get_if<TiledCopy>(&l.value(Link::result));
  if (copy == nullptr || copy->atom.tma == nullptr || l.operands() < 3 || l.size(Link::result) != l.size(2)) return;
  l.add_same(LinkKind::element, 2);
  const auto shape = l.shape(1);
  if (!shape) return;
  const auto tiled = zipped_divide(counting(*shape), copy->atom.tma->tile);
  const auto inside = counting(mode(tiled, 0).shape());
  l.add(LinkKind::element, 1, Link::result, IndexMap(tiled), IndexMap(make_layout(inside, standing_still(mode(tiled, 1).shape()))));
}

}  // namespace algebra::links
