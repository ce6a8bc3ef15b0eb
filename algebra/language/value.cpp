#include "algebra/language/value.hpp"

#include <algorithm>

#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

std::string to_string(const Truth& t, Marks) { return t.holds ? "true" : "false"; }

namespace {

// Types with a to_string of their own. Without this test any other type would convert to Value and call this function again, without end.
template <class T>
concept WrittenByItself = requires {
  static_cast<std::string (*)(const T&, Marks)>(&to_string);
}
|| requires { static_cast<std::string (*)(T, Marks)>(&to_string); };

}  // namespace

std::string to_string(const Value& value, Marks marks) {
  return std::visit([&]<WrittenByItself T>(const T& is) { return to_string(is, marks); }, value);
}

const Tma* tma_of(const Value& value) {
  const auto* tiled = std::get_if<TiledCopy>(&value);
  const auto* atom = tiled != nullptr ? &tiled->atom : std::get_if<CopyAtom>(&value);
  return atom != nullptr ? atom->tma.get() : nullptr;
}

namespace {

/// Accepts `_`, which takes a mode whole.
bool is_shape(const IntTuple& t) {
  if (t.is_integer()) return t.integer().value > 0;
  if (!t.is_tuple()) return t == IntTuple::underscore();
  for (int i = 0; i < t.rank(); ++i)
    if (!is_shape(t.mode(i))) return false;
  return t.rank() > 0;
}

}  // namespace

Result<Tiler> tiler_of(const Value& value) {
  if (const auto* tiler = std::get_if<Tiler>(&value)) return *tiler;
  if (const auto* layout = std::get_if<Layout>(&value)) return tiler_of(*layout);
  if (const auto* shape = std::get_if<IntTuple>(&value); shape != nullptr && is_shape(*shape)) return tiler_of(*shape);
  return tl::unexpected(Problem{"tiler", "The tile must be a shape, a tiler or a layout, such as (4,4) or <4:1,4:1>.", {}});
}

std::optional<std::int64_t> integer_of(const Value& value) {
  const auto* t = std::get_if<IntTuple>(&value);
  return t != nullptr && t->is_integer() ? std::optional(t->integer().value) : std::nullopt;
}
std::optional<std::int64_t> number_of(const Value& value) {
  if (const auto* t = std::get_if<Truth>(&value)) return t->holds ? 1 : 0;
  return integer_of(value);
}

std::optional<ElementType> element_type(const Value& value) {
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) return descriptor->tile.type;
  if (const auto* tensor = std::get_if<Tensor>(&value)) return tensor->type;
  if (const auto* zip = std::get_if<Zip>(&value)) return element_type(part_of(*zip, 0));
  const auto* composed = std::get_if<ComposedLayout>(&value);
  if (composed == nullptr || composed->outer.offset.pointer_bits == 0) return std::nullopt;
  return ElementType{"", std::max(1, composed->outer.offset.logical_bits())};
}

int element_bits(const Value& value) {
  const auto type = element_type(value);
  return type ? type->bits : ElementType{}.bits;
}

MemorySpace memory_of(const Value& value) {
  if (std::holds_alternative<MatrixDescriptor>(value)) return MemorySpace::shared;
  if (const auto* tensor = std::get_if<Tensor>(&value)) return tensor->memory;
  if (const auto* zip = std::get_if<Zip>(&value)) return memory_of(part_of(*zip, 0));
  const auto* composed = std::get_if<ComposedLayout>(&value);
  return composed != nullptr && composed->outer.offset.pointer_bits != 0 ? MemorySpace::shared : MemorySpace::unknown;
}

std::optional<Layout> layout_of(const Value& value) {
  const auto linear = [](const Layout& l) -> std::optional<Layout> {
    if (!has_indices(l)) return std::nullopt;
    return has_basis(l) ? linearised(l).layout : l;
  };
  if (const auto* layout = std::get_if<Layout>(&value)) return linear(*layout);
  if (const auto* tensor = std::get_if<Tensor>(&value)) return linear(tensor->layout);
  if (const auto* composed = std::get_if<ComposedLayout>(&value)) return linear(composed->layout);
  if (const auto* descriptor = std::get_if<MatrixDescriptor>(&value)) return linear(descriptor->tile.layout);
  if (const auto* zip = std::get_if<Zip>(&value)) return same_mode_sizes(*zip) ? layout_of(part_of(*zip, 0)) : std::nullopt;
  if (const auto* placed = std::get_if<LayoutAndOffset>(&value))
    return std::visit([](const auto& l) { return layout_of(Value(l)); }, placed->layout);
  return std::nullopt;
}

Value part_of(const Zip& zip, std::size_t i) {
  return std::visit([](const auto& part) -> Value { return part; }, zip.parts[i]);
}

bool same_mode_sizes(const Zip& zip) {
  const auto sizes = [&](std::size_t i) {
    const auto l = layout_of(part_of(zip, i));
    return l ? std::optional(product_each(l->shape()).transformed([](Int n) { return Int{n.value, true}; })) : std::nullopt;
  };
  const auto first = sizes(0);
  for (std::size_t i = 1; i < zip.parts.size(); ++i)
    if (sizes(i) != first) return false;
  return first.has_value();
}

}  // namespace algebra
