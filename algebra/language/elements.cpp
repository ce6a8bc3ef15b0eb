#include "algebra/language/elements.hpp"

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/language/call.hpp"
#include "algebra/language/zips.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra::expression {
namespace {

Value of_tensor(const Tensor& t, const IntTuple& coordinate) {
  if (has_underscore(coordinate)) return slice(t, coordinate);
  // An element of a coordinate tensor is its coordinate; any other element is shown as its place in memory.
  if (t.coordinate) return sum(*t.coordinate, index_of(coordinate, t.layout));
  // An element of a tensor of descriptors is a descriptor.
  if (t.descriptors) return advanced(*t.descriptors->at, t.offset + index_of(coordinate, t.layout).integer().value);
  const auto index = t.outer ? index_of(coordinate, ComposedLayout{*t.outer, t.layout}) : index_of(coordinate, t.layout);
  if (!index.is_integer() || index.integer().basis != 0) throw Problem{"basis", "A pointer cannot move by a coordinate.", {}};
  return Tensor{
      .offset = (Int{t.offset, IntKind::dynamic_long()} + index.integer()).value, .layout = Layout(), .type = t.type, .memory = t.memory};
}

/// Returns the slice or element of each part for zipped tensors, and a tuple of the parts' indices for zipped layouts.
Value of_zip(const Zip& zip, const IntTuple& coordinate) {
  const bool slices = has_underscore(coordinate);
  if (zip.of == Zip::Of::layout) {
    if (slices) throw Problem{"argument", "CuTe slices zipped tensors, but not their layouts alone.", {}};
    IntTuple indices;
    for (std::size_t i = 0; i < zip.parts.size(); ++i) indices.append(std::get<IntTuple>(element_at(part_of(zip, i), coordinate)));
    return indices;
  }
  Zip result{.of = slices ? Zip::Of::tensor : Zip::Of::tuple, .parts = {}};
  for (const auto& part : zip.parts) {
    const auto& t = std::get<Tensor>(part);
    if (!slices && t.coordinate)
      throw Problem{"argument", "Zipped tensors have elements only where all are in memory; a coordinate tensor is not.", {}};
    result.parts.emplace_back(std::get<Tensor>(of_tensor(t, coordinate)));
  }
  if (slices) require_one_rank(result, "A slice");
  return result;
}

}  // namespace

Value element_at(const Value& callee, const IntTuple& coordinate) {
  if (const auto* z = std::get_if<Zip>(&callee); z != nullptr && z->of != Zip::Of::tuple) return of_zip(*z, coordinate);
  if (const auto* t = std::get_if<Tensor>(&callee)) return of_tensor(*t, coordinate);
  if (const auto* c = std::get_if<ComposedLayout>(&callee)) {
    if (has_underscore(coordinate)) return std::visit([](auto&& x) -> Value { return x; }, slice_and_offset(coordinate, *c).layout);
    return index_of(coordinate, *c);
  }
  if (const auto* s = std::get_if<Swizzle>(&callee); s != nullptr && coordinate.is_integer())
    return IntTuple(Int{apply(*s, coordinate.integer().value), coordinate.integer().is_static});
  if (const auto* f = std::get_if<ComposedFunction>(&callee); f != nullptr && coordinate.is_integer())
    return index_of(Int{apply(f->swizzle, coordinate.integer().value), coordinate.integer().is_static}, f->outer);
  const auto l = layout_of(callee, "A call");
  if (has_underscore(coordinate)) return slice(coordinate, l);
  return index_of(coordinate, l);
}

}  // namespace algebra::expression
