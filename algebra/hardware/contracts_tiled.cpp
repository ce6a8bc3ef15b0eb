// Checks tiled copies and MMAs: each element of a tensor has an owner, and accesses of several elements are aligned.

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

namespace {

/// Two accesses of a copy, one at index 0: thread `thread` begins its access `number` at `index`.
struct Distance {
  std::int64_t thread = 0, number = 0, index = 0;
};

/// Returns an access whose distance from the first one is no multiple of `values`. `parts`: tidfrg of the tensor's layout, with integer
/// strides.
std::optional<Distance> uneven_distance(const Layout& parts, std::int64_t values) {
  const auto first = [&](const Layout& l) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
    const auto flat = flatten(l);
    std::int64_t coordinate = 1;
    for (int i = 0; i < rank(flat); ++i) {
      const auto m = mode(flat, i);
      if (const auto stride = m.stride().is_tuple() ? m.stride().mode(0) : m.stride(); size(m) > 1 && stride.integer().value % values != 0)
        return std::pair(coordinate, stride.integer().value);
      coordinate *= size(m);
    }
    return std::nullopt;
  };
  if (const auto t = first(mode(parts, 0))) return Distance{.thread = t->first, .index = t->second};
  // A thread's accesses: the modes behind the values of one.
  const auto own = mode(parts, 1);
  const auto count = rank(own) > 1 ? size(mode(own, 1)) : 1;
  if (const auto n = rank(own) > 1 ? first(mode(own, 1)) : std::nullopt) return Distance{.number = n->first, .index = n->second};
  if (const auto n = first(mode(parts, 2))) return Distance{.number = n->first * count, .index = n->second};
  return std::nullopt;
}

}  // namespace

std::int64_t values_of_access(const CopyAtom& atom, Side side) {
  const auto instruction = copy_instruction(*atom.traits);
  using Kind = CopyInstruction::Kind;
  const bool has_width = (instruction.kind == Kind::access && !instruction.vectorizes) || instruction.kind == Kind::cp_async ||
                         (instruction.kind == Kind::ldmatrix && side == Side::source) ||
                         (instruction.kind == Kind::stmatrix && side == Side::destination);
  return has_width ? size(mode(value_layout(atom, side), 1)) : 1;
}

Verdict check_alignment(const TiledCopy& copy, Side side, const Tensor& tensor) {
  if (!copy.atom.type || has_basis(tensor.layout) || tensor.coordinate || tensor.descriptors) return {};
  if (tensor.memory != MemorySpace::global && tensor.memory != MemorySpace::shared) return {};
  const auto values = values_of_access(copy.atom, side);
  const auto bits = values * copy.atom.type->bits;
  constexpr int bits_of_byte = 8;
  if (values < 2 || bits % bits_of_byte != 0) return {};
  // A swizzle that keeps runs of `values` elements keeps their alignment.
  if (tensor.outer) {
    const auto* swizzle = tensor.outer->only_swizzle();
    if (swizzle == nullptr || (std::int64_t{1} << swizzle->base) % values != 0) return {};
  }
  const auto parts = tidfrg(copy, side, tensor.layout);
  const auto one_access = coalesce(mode(mode(parts, 1), 0));
  if (size(one_access) != values) return {};
  if (rank(one_access) != 1 || one_access.stride().integer().value != 1)
    return broken(message("an access has {} adjacent elements", values),
                  message("{} accesses {} elements of a thread at once, and they are not adjacent: {}", copy.atom.traits->name, values,
                          to_string(one_access, Marks::plain)));
  const auto bad = uneven_distance(parts, values);
  const auto contract = message("each access of {} bytes is aligned", bits / bits_of_byte);
  if (!bad) return {.kind = Verdict::Kind::kept, .contract = contract, .checked = size(parts), .total = size(parts), .counterexample = {}};
  const auto away = bad->index * copy.atom.type->bits;
  const auto far = away % bits_of_byte == 0 ? message("{} bytes", away / bits_of_byte) : message("{} bits", away);
  const auto why = bad->thread > 0 ? message("threads 0 and {} access {} bytes each, {} apart, so one of the two is misaligned",
                                             bad->thread, bits / bits_of_byte, far)
                                   : message("a thread's accesses 0 and {} of {} bytes are {} apart, so one of the two is misaligned",
                                             bad->number, bits / bits_of_byte, far);
  return broken(contract, why);
}

}  // namespace algebra
