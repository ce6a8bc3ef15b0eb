// Checks tiled copies and MMAs: each element of a tensor has an owner.

#include "algebra/hardware/tiled.hpp"
#include "algebra/layout/contract_checks.hpp"

namespace algebra {

using namespace contract;  // NOLINT: the file is about them

namespace {

bool elem_less_or_equal(const IntTuple& a, const IntTuple& b) {
  return elem_less(a, b.transformed([](Int i) { return Int{i.value + 1, i.is_static}; }));
}

}  // namespace

Verdict check_owners(const Layout& parts, const IntTuple& shape, Owned owned_by, const Checking& checking) {
  const auto elements = product(shape).value;
  const bool one_owner = owned_by.once;
  // Threads and values with a stride of 0 share elements on purpose. All others must have parts of their own.
  const auto looked_at = filter_zeros(parts);
  const auto threads = mode(parts, 0), different = mode(looked_at, 0);
  const auto owners = size(different) > 0 ? owned_by.sharing * (size(threads) / size(different)) : 1;
  const auto contract = !one_owner    ? Message("each element has an owner")
                        : owners == 1 ? Message("each element has one owner")
                                      : message("each element has {} owners", owners);
  const auto most = std::max(elements, size(looked_at));
  const auto share = most <= checking.most ? memory_budget().take(elements / 8 + 8) : std::nullopt;
  if (!share) return pending(contract, most);
  // Coordinates may be beyond the shape, so they are counted in a shape that holds them all.
  const bool coordinates = has_basis(looked_at);
  const auto room =
      coordinates ? linearised(looked_at) : Linearised{.layout = looked_at, .shape = IntTuple(Int{elements, true}), .start = 0};
  const bool beyond = coordinates && !elem_less_or_equal(room.shape, shape);
  std::vector<bool> owned(static_cast<std::size_t>(elements), false);
  auto v = enumerate(contract, room.layout, checking, [&](std::int64_t, std::int64_t index) -> Message {
    const auto named = [&, inside = index] {
      return coordinates && inside >= 0 ? natural_coordinate(room.shape, inside) : fmt::format("{}", inside);
    };
    bool there = index >= 0;
    if (there && beyond) {
      const auto coordinate = idx2crd(IntTuple(Int{index, true}), room.shape);
      there = elem_less(coordinate, shape);
      if (there) index = crd2idx(coordinate, shape, compact_major(shape, Major::left)).value;
    }
    if (!there || index >= elements)
      return message("element {} is owned but not in the tensor of {}", named(), to_string(shape, Marks::plain));
    const auto at = static_cast<std::size_t>(index);
    if (one_owner && owned[at]) return message("element {} is owned twice", named());
    owned[at] = true;
    return {};
  });
  if (v.kind != Verdict::Kind::kept) return v;
  const auto reached = std::count(owned.begin(), owned.end(), true);
  if (reached != elements) return broken(contract, message("{} of {} elements have no owner", elements - reached, elements));
  return v;
}

}  // namespace algebra
