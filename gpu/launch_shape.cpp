#include "gpu/launch_shape.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "algebra/mode_list.hpp"
#include "algebra/properties.hpp"
#include "algebra/trace.hpp"

namespace gpu {
namespace {

__extension__ using Wide = __int128;

tl::unexpected<Failure> refuse(std::string message) { return tl::unexpected(Failure{std::move(message), ""}); }

struct ShapeStride {
  std::int64_t shape, stride;
};

/// The leaves as kernels take them. A shape beyond every coordinate divides to 0 all the same when it is cut.
bool write_axis(std::span<const ShapeStride> modes, Axis& axis) {
  if (modes.size() > max_leaves) return false;
  axis = {};
  for (const auto& m : modes) {
    const auto shape = static_cast<std::uint32_t>(std::min<std::int64_t>(m.shape, 0x7FFFFFFF));
    const auto shift = shape <= 1 ? 0u : static_cast<std::uint32_t>(std::bit_width(shape - 1));
    axis.leaf[axis.leaves++] = {m.stride, shape, static_cast<std::uint32_t>((std::uint64_t{1} << (31 + shift)) / shape + 1), shift};
  }
  return true;
}

/// The flat modes that matter to coordinates below `count`, neighbours that go on in one another joined.
std::vector<ShapeStride> modes_of(const algebra::Layout& mode, std::int64_t count) {
  std::vector<ShapeStride> modes;
  for (const auto& m : algebra::flat_modes(mode)) modes.push_back({m.shape.value, m.stride.value});
  // Without a coordinate beyond the size, modes of size 1 add nothing; with one, the last goes on.
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

/// The least and largest offset over coordinates below `count`; a bound where `count` cuts the modes short.
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

/// One partition's leaves, with what is known of where they lead.
struct Side {
  std::vector<ShapeStride> block, thread, value;
  Bounds bounds;
};

tl::expected<Side, Failure> side_of(const algebra::Layout& partition, const LaunchShape& w, std::int64_t offset, Mapping& mapping) {
  const auto block = algebra::mode(partition, 0), thread = algebra::mode(partition, 1), value = algebra::mode(partition, 2);
  Side side{modes_of(block, w.blocks), modes_of(thread, w.threads), modes_of(value, w.values), {}};
  if (!write_axis(side.block, mapping.block) || !write_axis(side.thread, mapping.thread) || !write_axis(side.value, mapping.value))
    return refuse(fmt::format("A partition has up to {} flat modes for each of block, thread and value.", max_leaves));
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

/// Values at a time that one access may take: those that lie side by side, from an aligned start.
std::int32_t width_of(const Side& side, std::int64_t offset, std::int32_t most) {
  if (side.value.empty() || side.value[0].stride != 1) return 1;
  std::int32_t width = 1;
  const auto whole = [&](std::int32_t w) {
    const auto multiple = [&](const ShapeStride& m) { return m.stride % w == 0; };
    return side.value[0].shape % w == 0 && offset % w == 0 && std::all_of(side.value.begin() + 1, side.value.end(), multiple) &&
           std::all_of(side.block.begin(), side.block.end(), multiple) && std::all_of(side.thread.begin(), side.thread.end(), multiple);
  };
  while (2 * width <= most && whole(2 * width)) width *= 2;
  return width;
}

/// A whole period of the swizzle around the largest offset: it permutes within.
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
    return refuse(fmt::format(
        "A block has 1 to 1024 threads (64 in z), not {}.",
        w.block.y * w.block.z == 1 ? fmt::format("{}", w.block.x) : fmt::format("{} x {} x {}", w.block.x, w.block.y, w.block.z)));
  if (w.grid.x < 1 || w.grid.y < 1 || w.grid.z < 1 || w.grid.x >= dimension || w.grid.y > 65535 || w.grid.z > 65535 ||
      Wide{w.grid.x} * w.grid.y * w.grid.z >= dimension)
    return refuse(
        fmt::format("A grid has up to 2^31 - 1 blocks (65535 in y and z), not {}.",
                    w.grid.y * w.grid.z == 1 ? fmt::format("{}", w.grid.x) : fmt::format("{} x {} x {}", w.grid.x, w.grid.y, w.grid.z)));
  if (values < 1 || values >= std::int64_t{1} << algebra::trace_access_bits)
    return refuse(fmt::format("A thread has 1 to 2^21 - 1 values, not {}.", values));
  w.blocks = w.grid.count();
  w.threads = static_cast<std::int32_t>(w.block.count());
  w.values = static_cast<std::int32_t>(values);
  return {};
}

/// Where a shared launch's data waits in global memory: values of a thread in groups of `width`, threads side by side.
void write_staging(LaunchShape& w) {
  write_axis(std::vector<ShapeStride>{{w.blocks, std::int64_t{w.values} * w.threads}}, w.staging.block);
  write_axis(std::vector<ShapeStride>{{w.threads, w.width}}, w.staging.thread);
  std::vector<ShapeStride> values;
  if (w.width > 1) values.push_back({w.width, 1});
  values.push_back({w.accesses(), std::int64_t{w.threads} * w.width});
  write_axis(values, w.staging.value);
}

}  // namespace

tl::expected<LaunchShape, Failure> launch_shape(const Launch& launch) {
  if (algebra::has_basis(launch.partition) || (launch.target && algebra::has_basis(*launch.target)))
    return refuse("A launch needs indices into memory; strides such as 1@0 give coordinates.");
  if (algebra::rank(launch.partition) != 3) return refuse("A launch needs a partition of rank 3: (block, thread, value).");
  const auto sizes = [](const algebra::Layout& l) {
    return std::array{algebra::size(algebra::mode(l, 0)), algebra::size(algebra::mode(l, 1)), algebra::size(algebra::mode(l, 2))};
  };
  // A grid or a block that is given may run on beyond the partition, but from where?
  if (algebra::size(launch.partition) == 0) return refuse("A launch needs a partition with elements; this one has a mode of size 0.");
  if (launch.target && (algebra::rank(*launch.target) != 3 || sizes(*launch.target) != sizes(launch.partition)))
    return refuse("The destination's partition must have as many blocks, threads and values as the source's.");
  LaunchShape w;
  if (auto counted = count_into(w, launch); !counted) return tl::unexpected(counted.error());
  w.elements = launch.elements;
  w.element_bytes = launch.element_bytes;
  w.shared_memory = launch.shared_memory;
  w.same_place = !launch.target || launch.shared_memory;
  w.target_elements = w.same_place ? w.elements : launch.target_elements;

  const auto from = side_of(launch.partition, w, launch.offset, w.from);
  if (!from) return tl::unexpected(from.error());
  w.from.swizzle_bits = launch.swizzle.bits;
  w.from.swizzle_base = launch.swizzle.base;
  w.from.swizzle_shift = launch.swizzle.shift;
  w.in_bounds = from->bounds.low >= 0 && swizzled_high(launch.swizzle, from->bounds.high) < w.elements;

  const auto most = std::max(1, std::min(16, launch.access_bytes > 0 ? launch.access_bytes : 16) / w.element_bytes);
  w.width = width_of(*from, launch.offset, most);
  while (launch.swizzle.bits > 0 && w.width > 1 && w.width > std::int64_t{1} << std::min(launch.swizzle.base, 62)) w.width /= 2;
  if (w.same_place) {
    w.to = w.from;
  } else {
    const auto to = side_of(*launch.target, w, 0, w.to);
    if (!to) return tl::unexpected(to.error());
    w.in_bounds = w.in_bounds && to->bounds.low >= 0 && to->bounds.high < w.target_elements;
    w.width = std::min(w.width, width_of(*to, 0, most));
  }
  // An access that begins in bounds must end there.
  while (!w.in_bounds && w.width > 1 && (w.elements % w.width != 0 || w.target_elements % w.width != 0)) w.width /= 2;
  if (w.shared_memory) write_staging(w);

  const auto own = sizes(launch.partition);
  if (w.blocks <= own[0] && w.threads <= own[1]) {
    const auto function = algebra::properties(launch.partition, 8 * launch.element_bytes);
    w.once = function.decided && function.injective && from->bounds.low >= 0;
  }
  return w;
}

}  // namespace gpu
