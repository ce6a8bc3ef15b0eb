#include "algebra/links/link_tma.hpp"

#include "algebra/links/link_builder.hpp"
#include "algebra/operations.hpp"
#include "algebra/tma.hpp"

namespace algebra::links {

void tma_copy(LinkBuilder& l) {
  const auto* copy = std::get_if<TiledCopy>(&l.value(Link::result));
  if (copy == nullptr || copy->atom.tma == nullptr || l.operands() < 3) return;
  link_tile(l, LinkKind::element, Link::result, 1, copy->atom.tma->tile);
  l.add_same(LinkKind::place, 2);
}

}  // namespace algebra::links
