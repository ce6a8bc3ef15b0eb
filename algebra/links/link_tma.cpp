#include "algebra/links/link_tma.hpp"

#include <vector>

#include "algebra/hardware/tma.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/links/link_builder.hpp"

namespace algebra::links {
namespace {

/// Links the elements of a value, given by the tensor's coordinates, to the places of the CTA's tile, which operand 0 shows.
void link_to_tile(LinkBuilder& l, const Tma& tma, int tile, int tensor, LinkKind kind) {
  const auto shape = l.shape(tensor);
  if (!shape) return;
  const auto tiled = zipped_divide(counting(*shape), tma.tile);
  const IndexMap inside(make_layout(counting(mode(tiled, 0).shape()), standing_still(mode(tiled, 1).shape())));
  if (tensor == Link::result) l.add(kind, tile, tensor, inside, IndexMap(tiled));
  else l.add(kind, tensor, tile, IndexMap(tiled), inside);
}

/// Returns the part of a tensor without its tile: modes 1 and on.
Layout rest_of(const Layout& part) {
  std::vector<Layout> rest;
  for (int i = 1; i < rank(part); ++i) rest.push_back(mode(part, i));
  return rest.empty() ? Layout() : make_layout(rest);
}

}  // namespace

void tma_copy(LinkBuilder& l) {
  const auto* copy = std::get_if<TiledCopy>(&l.value(Link::result));
  if (copy == nullptr || copy->atom.tma == nullptr || l.operands() < 3 || l.size(Link::result) != l.size(2)) return;
  l.add_same(LinkKind::element, 2);
  link_to_tile(l, *copy->atom.tma, Link::result, 1, LinkKind::element);
}

void tma_coordinates(LinkBuilder& l) {
  const auto* copy = l.operands() > 0 ? std::get_if<TiledCopy>(&l.value(0)) : nullptr;
  if (copy != nullptr && copy->atom.tma != nullptr) link_to_tile(l, *copy->atom.tma, 0, Link::result, LinkKind::place);
}

void tma_partition(LinkBuilder& l) {
  const auto* parts = std::get_if<Zip>(&l.value(Link::result));
  if (parts == nullptr || l.operands() < 3) return;
  const auto* tiled = std::get_if<TiledCopy>(&l.value(0));
  const auto* atom = tiled != nullptr ? &tiled->atom : std::get_if<CopyAtom>(&l.value(0));
  const bool alone = l.operands() == 3;
  const int shared = alone ? 1 : 3;
  const auto* cta = std::get_if<IntTuple>(&l.value(1));
  const auto ctas = alone ? std::optional(Layout()) : l.layout(2);
  if (atom == nullptr || !ctas || (!alone && cta == nullptr)) return;
  // Cuts layouts that count each tensor's elements in the same way; the one in shared memory is the last.
  std::vector<Tensor> counted;
  for (int i = shared + 1; i <= l.operands(); ++i) {
    const auto shape = l.shape(i < l.operands() ? i : shared);
    if (!shape) return;
    counted.push_back({.offset = 0, .layout = counting(*shape)});
  }
  const auto smem = l.layout(shared);
  if (!smem) return;
  auto cut = algebra::tma_partition(*atom, alone ? IntTuple(0) : *cta, *ctas, Tensor{.offset = 0, .layout = *smem}, counted);
  const auto in_memory = cut.size() - 2;
  cut.pop_back();
  const auto& of_shared = cut[in_memory];
  for (std::size_t i = 0; i < cut.size(); ++i) {
    const bool is_shared = i == in_memory;
    const int operand = is_shared ? shared : shared + 1 + static_cast<int>(i);
    const auto n = size(cut[i].layout);
    l.add(LinkKind::element, operand, Link::result, IndexMap(cut[i].layout, cut[i].offset),
          IndexMap(counting(n), first_of_part(*parts, i)));
    if (is_shared || same_mode_sizes(*parts)) continue;
    const auto here = rest_of(cut[i].layout), there = rest_of(of_shared.layout);
    const auto tile = [](const Tensor& t) { return mode(t.layout, 0); };
    l.add(LinkKind::element, operand, shared,
          IndexMap(make_layout(std::vector{tile(cut[i]), here, standing_still(there.shape())}), cut[i].offset),
          IndexMap(make_layout(std::vector{tile(of_shared), standing_still(here.shape()), there}), of_shared.offset));
  }
}

}  // namespace algebra::links
