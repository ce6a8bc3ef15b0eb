#include "algebra/links/link.hpp"

#include "algebra/hardware/tiled.hpp"
#include "algebra/language/value_bits.hpp"
#include "algebra/layout/layout.hpp"
#include "algebra/links/link_arrows.hpp"

namespace algebra::links {
namespace {

std::optional<IntTuple> shape_of_tiler(const Tiler& t) {
  if (const auto* layout = std::get_if<Layout>(&t.is)) return layout->shape();
  if (const auto* integer = std::get_if<IntTuple>(&t.is)) return *integer;
  IntTuple shape;
  for (const auto& m : t.modes()) {
    const auto mode = shape_of_tiler(m);
    if (!mode) return std::nullopt;
    shape.append(*mode);
  }
  return shape;
}

/// Returns whether all integers are at least 1 and their product with `elements`, which becomes it, has 64 bits.
bool count_elements(const IntTuple& t, std::int64_t& elements) {
  if (!t.is_tuple()) return t.is_integer() && t.integer().value >= 1 && !__builtin_mul_overflow(elements, t.integer().value, &elements);
  for (int i = 0; i < t.rank(); ++i)
    if (!count_elements(t.mode(i), elements)) return false;
  return true;
}

/// Returns the shape of a value, even if its integers are not all sizes.
std::optional<IntTuple> written_shape(const Value& value) {
  if (const auto* shape = std::get_if<IntTuple>(&value))
    return shape->is_tuple() && shape->rank() > 0 ? std::optional(*shape) : std::nullopt;
  if (const auto* tiler = std::get_if<Tiler>(&value)) return shape_of_tiler(*tiler);
  if (const auto* copy = std::get_if<TiledCopy>(&value)) return tile_shape(*copy);
  const auto of_c = [](const IntTuple& mnk) { return IntTuple::tuple({mnk.mode(0), mnk.mode(1)}); };
  if (const auto* mma = std::get_if<TiledMma>(&value)) return of_c(tile_shape(*mma));
  if (const auto* atom = std::get_if<MmaAtom>(&value)) return of_c(atom->traits->shape_mnk);
  if (const auto* m = std::get_if<BitMatrix>(&value)) return IntTuple::tuple({Int{bits_in(m->rows), true}, Int{bits_in(m->columns), true}});
  const auto layout = layout_of(value);
  return layout ? std::optional(layout->shape()) : std::nullopt;
}

}  // namespace

bool only_sizes(const IntTuple& t) {
  std::int64_t elements = 1;
  return count_elements(t, elements);
}

std::optional<IntTuple> element_shape(const Value& value) {
  auto shape = written_shape(value);
  return shape && only_sizes(*shape) ? shape : std::nullopt;
}

std::optional<IntTuple> element_shape(const Value& value, const Provenance& made) {
  if (const auto arrows = arrows_of(value, made)) return IntTuple(arrows->count());
  return element_shape(value);
}

std::optional<IndexMap> index_map(const Value& value) {
  if (const auto f = indexing(value))
    return f->codomain.rank() == 0 ? std::optional(IndexMap(f->layout, f->offset, f->outer)) : std::nullopt;
  if (layout_of(value) || std::holds_alternative<BitMatrix>(value)) return std::nullopt;
  const auto shape = element_shape(value);
  return shape ? std::optional(IndexMap(counting(*shape))) : std::nullopt;
}

}  // namespace algebra::links
