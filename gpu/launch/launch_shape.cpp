#include "gpu/launch/launch_shape.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/trace.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/properties.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

__extension__ using Wide = __int128;

tl::unexpected<Failure> refuse(Message why) { return tl::unexpected(Failure{std::move(why), ""}); }

struct ShapeStride {
  std::int64_t shape, stride;
};

/// Writes the leaves as kernels take them, from leaf `at` on; returns false if there are too many. A shape beyond every coordinate may be
/// cut: division by it still gives 0.
template <int most>
bool write_leaves(std::span<const ShapeStride> modes, int at, Leaves<most>& leaves) {
  if (static_cast<int>(modes.size()) > std::min(most - at, max_leaves)) return false;
  for (const auto& m : modes) {
    const auto shape = static_cast<std::uint32_t>(std::min<std::int64_t>(m.shape, 0x7FFFFFFF));
    const auto shift = shape <= 1 ? 0u : static_cast<std::uint32_t>(std::bit_width(shape - 1));
    leaves.stride[at] = m.stride;
    leaves.shape[at] = shape;
    leaves.magic[at] = static_cast<std::uint32_t>((std::uint64_t{1} << (31 + shift)) / shape + 1);
    leaves.shift[at++] = static_cast<std::uint8_t>(shift);
  }
  return true;
}

bool write_axis(std::span<const ShapeStride> modes, Axis& axis) {
  axis = {};
  axis.leaves = static_cast<std::int32_t>(modes.size());
  return write_leaves(modes, 0, axis.leaf);
}

/// Returns the flat modes that affect coordinates below `count`, with continuing neighbours joined.
std::vector<ShapeStride> modes_of(const algebra::Layout& mode, std::int64_t count) {
  std::vector<ShapeStride> modes;
  for (const auto& m : algebra::flat_modes(mode)) modes.push_back({m.shape.value, m.stride.value});
  // Without a coordinate beyond the size, modes of size 1 add nothing; with one, the last mode continues.
  const bool runs_on = count > algebra::size(mode);
  std::vector<ShapeStride> joined;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto& m = modes[i];
    if (m.shape == 1 && !(runs_on && i + 1 == modes.size())) continue;
    if (!joined.empty() && static_cast<Wide>(joined.back().shape) * joined.back().stride == m.stride) joined.back().shape *= m.shape;
    else joined.push_back(m);
  }
  return joined;
}

/// The least and largest offset over coordinates below `count`; only a bound if `count` cuts the modes.
struct Bounds {
  Wide low = 0, high = 0;
  void add(Wide extent, std::int64_t stride) {
    const auto reach = (extent - 1) * stride;
    (reach < 0 ? low : high) += reach;
  }
};
Bounds bounds_of(std::span<const ShapeStride> modes, std::int64_t count) {
  Bounds b;
  Wide before = 1;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Wide most = (count + before - 1) / before;
    b.add(i + 1 == modes.size() ? most : std::min<Wide>(most, modes[i].shape), modes[i].stride);
    before *= modes[i].shape;
  }
  return b;
}

/// One partition's leaves, and properties of their offsets.
struct Side {
  std::vector<ShapeStride> block, thread, value;
  Bounds bounds;
};

tl::expected<Side, Failure> side_of(const algebra::Layout& partition, const LaunchShape& w, std::int64_t offset, Mapping& mapping) {
  const auto block = algebra::mode(partition, 0), thread = algebra::mode(partition, 1), value = algebra::mode(partition, 2);
  Side side{modes_of(block, w.blocks), modes_of(thread, w.threads), modes_of(value, w.values), {}};
  if (!write_axis(side.block, mapping.block) || !write_axis(side.thread, mapping.thread) || !write_axis(side.value, mapping.value))
    return refuse(message("A partition has up to {} flat modes for each of block, thread and value.", max_leaves));
  side.bounds = {offset, offset};
  const auto add = [&](const Bounds& b) {
    side.bounds.low += b.low;
    side.bounds.high += b.high;
  };
  add(bounds_of(side.block, w.blocks));
  add(bounds_of(side.thread, w.threads));
  add(bounds_of(side.value, w.values));
  constexpr Wide most = Wide{1} << 62;
  if (side.bounds.low < -most || side.bounds.high > most)
    return refuse("Blocks or threads beyond the partition lead to offsets of more than 62 bits.");
  mapping.offset = offset;
  return side;
}

/// Returns why an access cannot take `width` adjacent values from an aligned start, naming the mode; "" if it can. `begins`: elements from
/// an aligned address to element 0.
Message why_not(const Side& side, std::int64_t offset, const algebra::Swizzle& swizzle, std::int64_t begins, std::int32_t width) {
  if (width <= 1) return {};
  if (side.value.empty()) return message("a thread has 1 value, not {} side by side", width);
  const auto& first = side.value[0];
  if (first.stride != 1)
    return message("the values' mode {}:{} leaves {} between neighbours, where an access takes {} side by side", first.shape, first.stride,
                   first.stride, width);
  if (first.shape % width != 0)
    return message("in the values' mode {}:{} only {} lie side by side, and an access takes {}", first.shape, first.stride, first.shape,
                   width);
  const auto astray = [&](std::span<const ShapeStride> modes, const Message& whose) -> Message {
    for (const auto& m : modes)
      if (m.stride % width != 0)
        return message("the {} mode {}:{} moves accesses by {} elements, which is not a multiple of {}", whose, m.shape, m.stride, m.stride,
                       width);
    return {};
  };
  if (auto why = astray(std::span(side.value).subspan(1), "values'"); !why.empty()) return why;
  if (auto why = astray(side.thread, "threads'"); !why.empty()) return why;
  if (auto why = astray(side.block, "blocks'"); !why.empty()) return why;
  for (const auto begin : {swizzle.bits == 0 ? offset + begins : offset, swizzle.bits == 0 ? 0 : begins})
    if (begin % width != 0) return message("the tensor begins at element {}, which is not a multiple of {}", begin, width);
  if (swizzle.bits > 0 && width > std::int64_t{1} << std::min(swizzle.base, 62))
    return message("Swizzle<{},{},{}> keeps only {} elements side by side, and an access takes {}", swizzle.bits, swizzle.base,
                   swizzle.shift, std::int64_t{1} << swizzle.base, width);
  return {};
}

/// A guard's leaves.
struct GuardSide {
  const algebra::Guard* guard;
  std::vector<ShapeStride> block, thread, value;
};

/// Returns why an access of `width` values would reach over a guard's end, and what would not; "" if none does.
Message why_not(const GuardSide& g, std::int32_t width) {
  if (width <= 1 || g.value.empty()) return {};
  const auto& first = g.value[0];
  if (first.stride == 0 && first.shape % width == 0) return {};
  const auto steps = [&](std::span<const ShapeStride> modes) {
    return std::ranges::all_of(modes, [&](const ShapeStride& m) { return m.stride % width == 0; });
  };
  const bool aligned =
      first.stride == 1 && first.shape % width == 0 && steps(std::span(g.value).subspan(1)) && steps(g.thread) && steps(g.block);
  const auto limit = g.guard->limit, less = limit / width * width;
  if (aligned && limit == less) return {};
  const auto place = place_of(*g.guard);
  if (!aligned)
    return message("accesses do not begin at multiples of {} in {}, and some would reach beyond its end at {}", width, place, limit);
  if (less == 0)
    return message("{} has {} elements, not a multiple of {}, so an access would reach beyond its end; use {}", place, limit, width, width);
  return message("{} has {} elements, not a multiple of {}, so an access would reach beyond its end; use {} or {}", place, limit, width,
                 less, less + width);
}

/// All constraints on an access.
struct Sides {
  Side from;
  std::optional<Side> to;
  std::vector<GuardSide> guards;
};

Message why_not(const Sides& s, const Launch& launch, std::int32_t width) {
  if (auto why = why_not(s.from, launch.offset, launch.swizzle, launch.begins, width); !why.empty()) return why;
  if (s.to)
    if (const auto why = why_not(*s.to, 0, {}, launch.target_begins, width); !why.empty()) return message("in the target {}", why);
  for (const auto& g : s.guards)
    if (auto why = why_not(g, width); !why.empty()) return why;
  return {};
}

/// Returns the number of values that one access may take.
std::int32_t width_of(const Sides& sides, const Launch& launch, std::int32_t most) {
  std::int32_t width = 1;
  while (2 * width <= most && why_not(sides, launch, 2 * width).empty()) width *= 2;
  return width;
}

/// Returns the end of the swizzle's period around the largest offset: it permutes within a period.
Wide swizzled_high(const algebra::Swizzle& s, Wide high) {
  if (s.bits == 0) return high;
  const auto period = std::uint64_t{1} << std::min(62, s.bits + s.base + std::abs(s.shift));
  return static_cast<Wide>(static_cast<std::uint64_t>(high) | (period - 1));
}

tl::expected<void, Failure> count_into(LaunchShape& w, const Launch& launch) {
  const auto block = algebra::mode(launch.partition, 0), thread = algebra::mode(launch.partition, 1),
             value = algebra::mode(launch.partition, 2);
  w.grid = launch.grid.x > 0 ? launch.grid : Dim3{algebra::size(block), 1, 1};
  w.block = launch.block.x > 0 ? launch.block : Dim3{algebra::size(thread), 1, 1};
  const auto values = algebra::size(value);
  constexpr auto dimension = std::int64_t{1} << 31;
  if (w.block.x < 1 || w.block.y < 1 || w.block.z < 1 || w.block.x > 1024 || w.block.y > 1024 || w.block.z > 64 ||
      w.block.count() > 1 << algebra::trace_thread_bits)
    return refuse(
        message("A block has 1 to 1024 threads (64 in z), not {}.",
                w.block.y * w.block.z == 1 ? fmt::format("{}", w.block.x) : fmt::format("{} x {} x {}", w.block.x, w.block.y, w.block.z)));
  if (w.grid.x < 1 || w.grid.y < 1 || w.grid.z < 1 || w.grid.x >= dimension || w.grid.y > 65535 || w.grid.z > 65535 ||
      Wide{w.grid.x} * w.grid.y * w.grid.z >= dimension)
    return refuse(
        message("A grid has up to 2^31 - 1 blocks (65535 in y and z), not {}.",
                w.grid.y * w.grid.z == 1 ? fmt::format("{}", w.grid.x) : fmt::format("{} x {} x {}", w.grid.x, w.grid.y, w.grid.z)));
  if (values < 1 || values >= std::int64_t{1} << algebra::trace_access_bits)
    return refuse(message("A thread has 1 to 2^21 - 1 values, not {}.", values));
  w.blocks = w.grid.count();
  w.threads = static_cast<std::int32_t>(w.block.count());
  w.values = static_cast<std::int32_t>(values);
  return {};
}

/// Sets the place of a shared launch's data in global memory: values of a thread in groups, threads side by side.
void write_staging(LaunchShape& w) {
  const auto group = w.staged_values();
  write_axis(std::vector<ShapeStride>{{w.blocks, std::int64_t{w.values} * w.threads}}, w.staging.block);
  write_axis(std::vector<ShapeStride>{{w.threads, group}}, w.staging.thread);
  std::vector<ShapeStride> values;
  if (group > 1) values.push_back({group, 1});
  values.push_back({w.values / group, std::int64_t{w.threads} * group});
  write_axis(values, w.staging.value);
}

/// Returns how often strides of 0, common to the offsets and each guard's coordinates, repeat the coordinates below `count`.
std::int64_t repeats(std::span<const std::vector<ShapeStride>* const> axes, std::int64_t count) {
  std::vector<std::int64_t> ends{1, count};  // ends of modes, as numbers below `count`
  for (const auto* modes : axes) {
    std::int64_t all = 1;
    for (const auto& m : *modes) ends.push_back(all *= m.shape);
    if (!modes->empty() && all != count) return 1;
  }
  std::ranges::sort(ends);
  std::int64_t times = 1;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if (ends[i] % ends[i - 1] != 0) return 1;
    const bool still = std::ranges::all_of(axes, [&](const auto* modes) {
      std::int64_t all = 1;
      for (const auto& m : *modes)
        if ((all *= m.shape) >= ends[i]) return m.stride == 0;
      return true;
    });
    if (still) times *= ends[i] / ends[i - 1];
  }
  return times;
}
std::int64_t repeats(const Sides& s, std::vector<ShapeStride> Side::*axis, std::vector<ShapeStride> GuardSide::*guard, std::int64_t count) {
  std::vector<const std::vector<ShapeStride>*> axes{&(s.from.*axis)};
  for (const auto& g : s.guards) axes.push_back(&(g.*guard));
  return repeats(axes, count);
}

/// Checks every place, if bounds were not conclusive. Returns false if there are too many.
bool all_inside(const LaunchShape& w, const Mapping& at, std::int64_t values, std::int64_t step) {
  constexpr std::int64_t most = std::int64_t{1} << 22;
  if (w.blocks > most || w.blocks * w.threads * (values / step) > most) return false;
  for (std::int64_t b = 0; b < w.blocks; ++b)
    for (std::int32_t t = 0; t < w.threads; ++t)
      for (std::int64_t v = 0; v < values; v += step) {
        const auto element = at(static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(v));
        if (element < 0 || element + step > w.elements) return false;
      }
  return true;
}

/// Checks the requirements of ldmatrix and stmatrix: whole warps, rows of 16 bytes, all of them present.
tl::expected<void, Failure> write_rows(LaunchShape& w, const Launch& launch, const Sides& sides) {
  const auto& i = w.instruction;
  const auto& from = sides.from;
  if (!launch.guards.empty())
    return refuse(message(
        "{} takes a row from every lane, but the tiles reach beyond the end of {}, which has {} elements. Use tiles that divide it.",
        i.name, place_of(launch.guards[0]), launch.guards[0].limit));
  if (!w.shared_memory)
    return refuse(i.kind == Instruction::Kind::load_matrix
                      ? message("{} reads shared memory: choose shared memory for the tensor.", i.name)
                      : message("{} writes shared memory: choose shared memory for the tensor.", i.name));
  if (w.element_bytes > 4) return refuse(message("{} moves elements of up to 4 bytes, not {}.", i.name, w.element_bytes));
  if (w.threads % 32 != 0) return refuse(message("{} takes all 32 lanes of each warp; the block has {} threads.", i.name, w.threads));
  w.request_values = i.matrices * 4 / w.element_bytes;
  const auto row_values = matrix_row_bytes / w.element_bytes;
  const auto rows = side_of(*launch.rows, w, launch.offset, w.rows);
  if (!rows) return tl::unexpected(rows.error());
  if (w.values % w.request_values != 0 || algebra::size(algebra::mode(*launch.rows, 2)) != std::int64_t{w.requests()} * row_values)
    return refuse(message("{} gives a thread {} values at a time; the partition gives it {}.", i.name, w.request_values, w.values));
  w.rows.swizzle_bits = w.from.swizzle_bits;
  w.rows.swizzle_base = w.from.swizzle_base;
  w.rows.swizzle_shift = w.from.swizzle_shift;
  if (const auto why = why_not(*rows, launch.offset, launch.swizzle, launch.begins, row_values); !why.empty())
    return refuse(message("{} takes rows of 16 bytes: {}.", i.name, why));
  const auto inside = [&](const Mapping& at, const Bounds& bounds, std::int64_t values, std::int64_t step) {
    return (bounds.low >= 0 && swizzled_high(launch.swizzle, bounds.high) < w.elements) || all_inside(w, at, values, step);
  };
  w.in_bounds =
      inside(w.from, from.bounds, w.values, 1) && inside(w.rows, rows->bounds, std::int64_t{w.requests()} * row_values, row_values);
  if (!w.in_bounds) return refuse(message("{} takes a row from every lane, and some rows are outside of the tensor.", i.name));
  w.width = width_of(sides, launch, w.staged_values());
  return {};
}

/// Returns the instruction's width, or the reason why the layout does not allow it.
tl::expected<std::int32_t, Failure> width_by_instruction(const LaunchShape& w, const Launch& launch, const Sides& sides) {
  const auto& i = w.instruction;
  const auto most = std::max(1, std::min(16, launch.access_bytes > 0 ? launch.access_bytes : 16) / w.element_bytes);
  const bool exact = i.bytes > 0 && (launch.access_bytes == 0 || i.kind == Instruction::Kind::async_copy);
  if (!exact) return width_of(sides, launch, most);
  const auto width = std::max(1, i.bytes / w.element_bytes);
  if (const auto why = why_not(sides, launch, width); !why.empty())
    return refuse(message("{} moves {} bytes at once, {} neighbouring elements: {}.", i.name, i.bytes, width, why));
  return width;
}

/// Writes the guards' leaves. Without any element beyond the end, the launch stays in bounds for certain.
tl::expected<void, Failure> write_guards(LaunchShape& w, const Launch& launch, std::vector<GuardSide>& sides) {
  int at = 0;
  for (const auto& g : launch.guards) {
    GuardSide side{&g, modes_of(algebra::mode(g.coordinate, 0), w.blocks), modes_of(algebra::mode(g.coordinate, 1), w.threads),
                   modes_of(algebra::mode(g.coordinate, 2), w.values)};
    bool fits = w.guards.count < max_guards;
    int axis = 0;
    for (const auto* modes : {&side.block, &side.thread, &side.value}) {
      fits = fits && write_leaves(*modes, at, w.guards.leaf);
      if (!fits)
        return refuse(
            message("The tiles do not divide the tensor in more modes than a launch has predicates for: {} coordinates of {} "
                    "flat modes in all.",
                    max_guards, max_guard_leaves));
      at += static_cast<int>(modes->size());
      w.guards.ends[w.guards.count][axis++] = static_cast<std::uint8_t>(at);
    }
    w.guards.limit[w.guards.count++] = g.limit;
    sides.push_back(std::move(side));
  }
  return {};
}

}  // namespace

Message place_of(const algebra::Guard& g) {
  if (g.mode < 0) return "the tensor";
  return g.of_tile ? message("mode {} of the tile", g.mode) : message("mode {} of the tensor", g.mode);
}

tl::expected<LaunchShape, Failure> launch_shape(const Launch& launch) {
  if (algebra::has_basis(launch.partition) || (launch.target && algebra::has_basis(*launch.target)))
    return refuse("A launch needs indices into memory; strides such as 1@0 give coordinates.");
  if (algebra::rank(launch.partition) != 3) return refuse("A launch needs a partition of rank 3: (block, thread, value).");
  const auto sizes = [](const algebra::Layout& l) {
    return std::array{algebra::size(algebra::mode(l, 0)), algebra::size(algebra::mode(l, 1)), algebra::size(algebra::mode(l, 2))};
  };
  // A given grid or block may exceed the partition, but an empty partition has nothing to continue.
  if (algebra::size(launch.partition) == 0) return refuse("A launch needs a partition with elements; this one has a mode of size 0.");
  if (launch.target && (algebra::rank(*launch.target) != 3 || sizes(*launch.target) != sizes(launch.partition)))
    return refuse("The destination's partition must have as many blocks, threads and values as the source's.");
  for (const auto& g : launch.guards)
    if (algebra::rank(g.coordinate) != 3 || sizes(g.coordinate) != sizes(launch.partition))
      return refuse("A guard has as many blocks, threads and values as the partition.");
  LaunchShape w;
  if (auto counted = count_into(w, launch); !counted) return tl::unexpected(counted.error());
  w.elements = launch.elements;
  w.element_bytes = launch.element_bytes;
  w.shared_memory = launch.shared_memory;
  w.same_place = !launch.target || launch.shared_memory;
  w.target_elements = w.same_place ? w.elements : launch.target_elements;
  const auto bytes_past_a_line = [&](std::int64_t elements) {
    constexpr auto line = LaunchShape::line_of_begins;
    return static_cast<std::int32_t>(((elements % line) * w.element_bytes % line + line) % line);
  };
  w.begins = bytes_past_a_line(launch.begins);
  w.target_begins = w.same_place ? w.begins : bytes_past_a_line(launch.target_begins);

  Sides sides;
  auto from = side_of(launch.partition, w, launch.offset, w.from);
  if (!from) return tl::unexpected(from.error());
  sides.from = std::move(*from);
  w.from.swizzle_bits = launch.swizzle.bits;
  w.from.swizzle_base = launch.swizzle.base;
  w.from.swizzle_shift = launch.swizzle.shift;
  const auto& bounds = sides.from.bounds;
  w.in_bounds = launch.guards.empty() && bounds.low >= 0 && swizzled_high(launch.swizzle, bounds.high) < w.elements;

  w.instruction = launch.instruction;
  if (w.same_place) {
    w.to = w.from;
  } else {
    auto to = side_of(*launch.target, w, 0, w.to);
    if (!to) return tl::unexpected(to.error());
    w.in_bounds = w.in_bounds && to->bounds.low >= 0 && to->bounds.high < w.target_elements;
    sides.to = std::move(*to);
  }
  if (auto written = write_guards(w, launch, sides.guards); !written) return tl::unexpected(written.error());
  if (w.instruction.by_box()) {
    w.request_values = w.instruction.bytes / w.element_bytes;
  } else if (w.instruction.by_matrix()) {
    if (auto written = write_rows(w, launch, sides); !written) return tl::unexpected(written.error());
  } else {
    const auto width = width_by_instruction(w, launch, sides);
    if (!width) return tl::unexpected(width.error());
    w.width = *width;
  }
  const auto own = sizes(launch.partition);
  const bool runs_on = w.blocks > own[0] || w.threads > own[1];
  // An access that begins in bounds must end there. One that begins before the end of every mode does.
  const bool may_straddle =
      !w.in_bounds && (launch.guards.empty() || runs_on) && (w.elements % w.width != 0 || w.target_elements % w.width != 0);
  if (w.instruction.kind == Instruction::Kind::async_copy && may_straddle)
    return refuse(message("{} moves {} elements at once, and the last ones of the {} would reach beyond its end.", w.instruction.name,
                          w.width, w.elements));
  while (may_straddle && w.width > 1 && (w.elements % w.width != 0 || w.target_elements % w.width != 0)) w.width /= 2;
  if (!w.instruction.by_matrix() && !w.instruction.by_box()) w.request_values = w.width;
  if (w.shared_memory) write_staging(w);

  if (!runs_on) {
    if (launch.guards.empty()) {
      const auto function = algebra::properties(launch.partition, 8 * launch.element_bytes);
      w.once = function.decided && function.injective && bounds.low >= 0;
    } else {
      w.once = launch.once && bounds.low >= 0;
    }
    if (w.threads == own[1])
      w.shared_by =
          repeats(sides, &Side::thread, &GuardSide::thread, w.threads) * repeats(sides, &Side::value, &GuardSide::value, w.values);
    // Each block has shared memory of its own.
    if (w.shared_memory && w.blocks == own[0]) w.shared_by *= repeats(sides, &Side::block, &GuardSide::block, w.blocks);
  }
  return w;
}

}  // namespace gpu
