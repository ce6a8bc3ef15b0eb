#include "app/flow/tma_places.hpp"

#include <bit>
#include <optional>
#include <utility>

#include "algebra/layout/operations.hpp"

namespace app {

using algebra::Layout;
using algebra::Swizzle;
namespace {

/// Returns TMA's swizzle of chunks of 16 bytes in rows of 128 bytes, as a swizzle of elements. It repeats after 2, 4 or 8 rows: bits from 4
/// up of an address are changed by those from 7 up.
std::optional<Swizzle> swizzle_of(algebra::TensorMap::Swizzle s, int bits) {
  using Mode = algebra::TensorMap::Swizzle;
  constexpr int chunk = 4, rows = 3;
  const int base = chunk - (std::bit_width(static_cast<unsigned>(bits / 8)) - 1);
  switch (s) {
    case Mode::none: return Swizzle{0, base, rows};
    case Mode::b32: return Swizzle{1, base, rows};
    case Mode::b64: return Swizzle{2, base, rows};
    case Mode::b128: return Swizzle{3, base, rows};
    default: return std::nullopt;
  }
}

}  // namespace

std::shared_ptr<const gpu::FlowPart> as_tma_places(const std::shared_ptr<const gpu::FlowPart>& part, const algebra::Tma& tma, int bits) {
  const bool whole = bits % 8 == 0 && std::has_single_bit(static_cast<unsigned>(bits)) && tma.map.element_bits == bits;
  const auto swizzle = whole ? swizzle_of(tma.map.swizzle, bits) : std::nullopt;
  const auto box = algebra::elements_per_instruction(tma);
  if (!swizzle || algebra::product(tma.cluster).value != 1 || box <= 0 || part->index.forms.empty()) return part;
  auto made = std::make_shared<gpu::FlowPart>(*part);
  bool same = true;
  for (auto& form : made->index.forms) {
    const auto n = algebra::size(form.layout);
    const auto* own = form.outer.only_swizzle();
    if (n % box != 0 || (form.outer.function && own == nullptr)) return part;
    // Each instruction begins at the place of its first element in the tensor.
    const auto begins = algebra::attempt([&] { return algebra::composition(form.layout, Layout(n / box, box)); });
    if (!begins) return part;
    auto filled = algebra::make_layout(Layout(box, 1), *begins);
    const auto has = own != nullptr ? *own : Swizzle{0, swizzle->base, swizzle->shift};
    same = same && (has == *swizzle || (has.bits == 0 && swizzle->bits == 0));
    for (std::int64_t i = 0; i < n && same; ++i) same = filled(i) == form.layout(i);
    form.layout = std::move(filled);
    if (swizzle->bits == 0) form.outer.function.reset();
    else form.outer.function = algebra::OuterFunction{.function = *swizzle};
  }
  if (same) return part;
  return made;
}

}  // namespace app
