#include "gpu/run/launch_plan.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/language/summary.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gpu/launch/launch_limit.hpp"
#include "gpu/tma/tma_launch.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::IntTuple;
using algebra::Layout;
using Bad = tl::unexpected<Message>;

/// Records of 16 bytes: 2^27 of them are 2 GiB.
constexpr std::int64_t max_elements = std::int64_t{1} << 27;
/// Up to this size, swizzled layouts are enumerated for their largest index.
constexpr std::int64_t enumerated = std::int64_t{1} << 22;

std::string plain(const Layout& l) { return algebra::to_string(l, algebra::Marks::plain); }
std::string plain(const IntTuple& t) { return algebra::to_string(t, algebra::Marks::plain); }

/// A text of a form; errors name its field.
using Text = std::string LaunchForm::*;

tl::expected<algebra::Value, Message> value_of(const LookUp& look_up, const LaunchForm& s, Text text) {
  const auto& field = field_of(s.kernel, text);
  if ((s.*text).empty()) return Bad(message("The launch has no {} yet.", field.name()));
  auto value = look_up(s.*text);
  if (!value) return Bad(message("{} {}: {}", field.name(), s.*text, value.error()));
  if (const auto words = algebra::not_run_here(*value); !words.empty())
    return Bad(message("The {} cannot be launched: {} uses tcgen05 or tensor memory. {}", field.name(), s.*text, words));
  return *std::move(value);
}

bool only_positive_integers(const IntTuple& t) {
  if (t.is_integer()) return t.integer().value > 0;
  if (!t.is_tuple()) return false;
  for (int i = 0; i < t.rank(); ++i)
    if (!only_positive_integers(t.mode(i))) return false;
  return t.rank() > 0;
}

/// The places of elements: swizzle(offset + layout(coordinate)).
struct SwizzledLayout {
  Layout layout;
  std::int64_t offset = 0;
  algebra::Swizzle swizzle{};
  std::int64_t begins = 0;  ///< for a tensor: elements from its pointer, which the trace does not count
  std::optional<algebra::ElementType> type{};
  algebra::MemorySpace memory = algebra::MemorySpace::unknown;
};

tl::expected<SwizzledLayout, Message> behind(const algebra::OuterFunction& outer, const Layout& layout, std::string_view field) {
  const auto* swizzle = outer.only_swizzle();
  if (swizzle == nullptr)
    return Bad(message("The {} follows another layout; a launch takes a layout, or one behind one swizzle. Write the composition.", field));
  if (outer.offset.torn)
    return Bad(
        message("The swizzle of the {} moves parts of its elements: a launch takes whole ones, in elements as narrow as the "
                "swizzle's smallest step.",
                field));
  return SwizzledLayout{.layout = layout, .offset = outer.offset.value.value, .swizzle = *swizzle};
}

/// Evaluates a layout, perhaps swizzled. The trace of a tensor begins at its own offset. `example`: a value that works, instead of the
/// field's.
tl::expected<SwizzledLayout, Message> swizzled_value(const LookUp& look_up, const LaunchForm& s, Text text, std::string_view example = {}) {
  const auto field = field_of(s.kernel, text).name();
  if (example.empty()) example = field_of(s.kernel, text).example;
  const auto value = value_of(look_up, s, text);
  if (!value) return Bad(value.error());
  tl::expected<SwizzledLayout, Message> found = Bad(message("The {} must be a layout or a tensor, such as {}.", field, example));
  if (const auto* layout = std::get_if<Layout>(&*value)) found = SwizzledLayout{.layout = *layout};
  else if (const auto* tensor = std::get_if<algebra::Tensor>(&*value))
    found = tensor->outer ? behind(*tensor->outer, tensor->layout, field) : SwizzledLayout{.layout = tensor->layout};
  else if (const auto* composed = std::get_if<algebra::ComposedLayout>(&*value)) found = behind(composed->outer, composed->layout, field);
  else if (const auto* shape = std::get_if<IntTuple>(&*value); shape != nullptr && only_positive_integers(*shape)) {
    auto left = algebra::attempt([&] { return algebra::make_layout(*shape); });
    if (!left) return Bad(left.error().message);
    found = SwizzledLayout{.layout = std::move(*left)};
  }
  if (found) {
    found->type = algebra::element_type(*value);
    found->memory = algebra::memory_of(*value);
    if (const auto* tensor = std::get_if<algebra::Tensor>(&*value)) found->begins = tensor->offset;
  }
  if (found && algebra::has_basis(found->layout))
    return Bad(message("The {} must map to elements; the indices of {} are coordinates. Use {}.", field, plain(found->layout), example));
  return found;
}

/// Returns 1 + the largest index, or an upper bound if there are many and a swizzle moves them.
std::int64_t extent_of(const SwizzledLayout& p) {
  std::int64_t largest = 0;
  if (__builtin_add_overflow(algebra::cosize(p.layout), p.offset, &largest) || largest > std::int64_t{1} << 61)
    return std::int64_t{1} << 61;
  if (p.swizzle.bits == 0) return std::max<std::int64_t>(largest, 0);
  const auto size = algebra::size(p.layout);
  if (size <= enumerated) {
    std::vector<std::int64_t> indices(static_cast<std::size_t>(size));
    algebra::indices(p.layout, 0, indices);
    std::int64_t most = -1;
    for (const auto i : indices)
      if (i + p.offset >= 0) most = std::max(most, algebra::apply(p.swizzle, i + p.offset));
    return most + 1;
  }
  // The swizzle reads bits from `read` on, and changes bits below `changed`.
  const auto& z = p.swizzle;
  const int read = z.base + std::max(z.shift, 0), changed = z.base + z.bits + std::max(-z.shift, 0);
  if (read > 40 || largest <= std::int64_t{1} << read) return largest;
  if (changed > 40) return std::int64_t{1} << std::min(changed, 62);
  const auto block = std::int64_t{1} << changed;
  return algebra::round_up(largest, block);
}

tl::expected<std::int64_t, Message> elements_of(const SwizzledLayout& p, const char* field) {
  const auto elements = extent_of(p);
  if (elements > max_elements)
    return Bad(
        message("A trace holds up to {} elements; the {} spans {}. Take a slice or a smaller tensor.", max_elements, field, elements));
  return elements;
}

tl::expected<SwizzledLayout, Message> plain_value(const LookUp& look_up, const LaunchForm& s, Text text, std::string_view example) {
  auto p = swizzled_value(look_up, s, text, example);
  if (!p) return p;
  if (p->swizzle.bits != 0 || p->offset != 0)
    return Bad(message("The {} must be a layout without a swizzle, such as {}.", field_of(s.kernel, text).name(),
                       example.empty() ? field_of(s.kernel, text).example : example));
  return p;
}
tl::expected<Layout, Message> layout_value(const LookUp& look_up, const LaunchForm& s, Text text) {
  auto p = plain_value(look_up, s, text, {});
  return p ? tl::expected<Layout, Message>(std::move(p->layout)) : Bad(p.error());
}

tl::expected<algebra::Tiler, Message> tiler_value(const LookUp& look_up, const LaunchForm& s, Text text) {
  const auto value = value_of(look_up, s, text);
  if (!value) return Bad(value.error());
  if (const auto* tiler = std::get_if<algebra::Tiler>(&*value)) return *tiler;
  if (const auto* layout = std::get_if<Layout>(&*value); layout != nullptr && !algebra::has_basis(*layout))
    return algebra::tiler_of(*layout);
  if (const auto* shape = std::get_if<IntTuple>(&*value); shape != nullptr && only_positive_integers(*shape))
    return algebra::tiler_of(*shape);
  return Bad(message("The {} must be a shape or a tiler, such as (2,4) or <2:1,4:1>.", field_of(s.kernel, text).name()));
}

tl::expected<algebra::Distribution, Message> mma_of(const algebra::Value& value, const std::string& matrix) {
  const auto* mma = std::get_if<algebra::TiledMma>(&value);
  if (mma == nullptr) return Bad("The mma must be a tiled MMA, such as make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)).");
  const auto letter = matrix.empty() ? std::string("C") : matrix;
  if (letter != "A" && letter != "B" && letter != "C") return Bad(message("The matrix of an MMA is A, B or C, not {}.", letter));
  return algebra::ByTiledMma{*mma, letter[0]};
}

tl::expected<algebra::Distribution, Message> distribution_of(const LookUp& look_up, const LaunchForm& s) {
  if (s.kernel == Kernel::inner_partition) {
    auto values = tiler_value(look_up, s, &LaunchForm::values);
    if (!values) return Bad(values.error());
    return algebra::ByInner{std::move(*values)};
  }
  if (s.kernel == Kernel::outer_partition) {
    auto threads = tiler_value(look_up, s, &LaunchForm::threads);
    if (!threads) return Bad(threads.error());
    return algebra::ByOuter{std::move(*threads)};
  }
  if (s.kernel == Kernel::tiled_copy || s.kernel == Kernel::tiled_mma) {
    const auto tiled = value_of(look_up, s, &LaunchForm::threads);
    if (!tiled) return Bad(tiled.error());
    if (s.kernel == Kernel::tiled_mma) return mma_of(*tiled, s.values);
    if (const auto* copy = std::get_if<algebra::TiledCopy>(&*tiled)) {
      if (!s.values.empty())
        return Bad("A tiled copy has its values already: leave the values empty, or give threads and values as layouts.");
      if (copy->atom.tma != nullptr) return algebra::ByTma{*copy};
      return algebra::ByTiledCopy{*copy, true};
    }
  }
  auto threads = layout_value(look_up, s, &LaunchForm::threads);
  if (!threads) return Bad(threads.error());
  if (s.kernel == Kernel::tiled_copy) {
    auto values = layout_value(look_up, s, &LaunchForm::values);
    if (!values) return Bad(values.error());
    return algebra::ByThreadsAndValues{std::move(*threads), std::move(*values)};
  }
  algebra::ByThreadLayout by{std::move(*threads), std::nullopt};
  if (s.step.empty()) return by;
  const auto step = value_of(look_up, s, &LaunchForm::step);
  if (!step) return Bad(step.error());
  const auto* tuple = std::get_if<IntTuple>(&*step);
  if (tuple == nullptr || !tuple->is_tuple() || tuple->rank() == 0)
    return Bad("The step must name each mode of the threads with 1 or X, such as (1,X).");
  by.step = *tuple;
  return by;
}

/// Sets the instruction of the tiled copy. The tensor is its source, unless the instruction writes to it.
tl::expected<void, Message> read_instruction(algebra::ByTiledCopy& by, const LaunchForm& s, LaunchPlan& plan) {
  const auto& atom = by.copy.atom;
  const auto instruction = instruction_of(*atom.traits);
  if (!instruction) return Bad(message("{} is not run by launches yet.", atom.traits->name));
  plan.launch.instruction = *instruction;
  // An instruction's elements are counted in the atom's values.
  if (atom.type && atom.type->bits >= 8) {
    plan.element = *atom.type;
    plan.launch.element_bytes = atom.type->bits / 8;
  }
  // ldmatrix and stmatrix imply shared memory if no memory is given.
  if (!s.shared_memory && instruction->by_matrix()) plan.launch.shared_memory = true;
  by.source = instruction->kind != Instruction::Kind::load_matrix;
  return {};
}

/// Sets the launch's instruction to TMA's: for this tensor and this tile, in global memory.
tl::expected<void, Message> read_tma(const algebra::ByTma& by, const algebra::Tiler& tile, const LaunchForm& s, LaunchPlan& plan) {
  const auto instruction = tma_instruction(by.copy);
  if (!instruction) return Bad(instruction.error());
  if (auto why = why_not_made_for(by.copy, plan.tensor, tile); !why.empty()) return Bad(std::move(why));
  if (plan.outer || plan.launch.shared_memory)
    return Bad(
        "TMA copies between a tensor in global memory and shared memory, which the copy defines: choose global memory for the tensor.");
  if (!s.target.empty()) return Bad("TMA copies to shared memory, or from it: leave the target empty.");
  if (!s.grid.empty() || !s.block_dims.empty())
    return Bad("A launch by TMA has a CTA for each tile, and one thread of it that issues instructions: leave grid and block empty.");
  const auto tiles = algebra::attempt([&] { return TmaTiles(by.copy); });
  if (!tiles) return Bad(tiles.error().message);
  if (auto why = why_misaligned(*tiles); !why.empty()) return Bad(std::move(why));
  plan.launch.instruction = *instruction;
  plan.launch.tma = by.copy;
  plan.element = *by.copy.atom.tma->tensor.type;
  plan.launch.element_bytes = plan.element.bits / 8;
  return {};
}

/// Reads one to three numbers. x = 0: none were written.
tl::expected<Dim3, Message> dimensions(const LookUp& look_up, const LaunchForm& s, Text text) {
  if ((s.*text).empty()) return Dim3{};
  const auto value = value_of(look_up, s, text);
  if (!value) return Bad(value.error());
  const auto* tuple = std::get_if<IntTuple>(&*value);
  const auto wrong = [&] {
    return Bad(message("The {} must be one to three numbers from 1 on, such as 4 or (2,2), not {}.", field_of(s.kernel, text).name(),
                       algebra::to_string(*value, algebra::Marks::plain)));
  };
  if (tuple == nullptr || !only_positive_integers(*tuple)) return wrong();
  if (tuple->is_integer()) return Dim3{.x = tuple->integer().value};
  if (tuple->rank() > 3) return wrong();
  std::array<std::int64_t, 3> n{1, 1, 1};
  for (int i = 0; i < tuple->rank(); ++i) {
    if (!tuple->mode(i).is_integer()) return wrong();
    n[static_cast<std::size_t>(i)] = tuple->mode(i).integer().value;
  }
  return Dim3{.x = n[0], .y = n[1], .z = n[2]};
}

std::string text_of(const Dim3& d) { return d.y == 1 && d.z == 1 ? fmt::format("{}", d.x) : fmt::format("({},{},{})", d.x, d.y, d.z); }

tl::expected<void, Message> read_dimensions(const LookUp& look_up, const LaunchForm& s, Launch& launch) {
  constexpr std::int64_t most_x = (std::int64_t{1} << 31) - 1, most_yz = 65535, most_z = 64;
  const auto grid = dimensions(look_up, s, &LaunchForm::grid);
  if (!grid) return Bad(grid.error());
  if (grid->x > most_x || grid->y > most_yz || grid->z > most_yz)
    return Bad(
        message("The grid {} is too large: a device takes up to {} blocks in x, and {} in y and in z.", text_of(*grid), most_x, most_yz));
  if (grid->x > most_x / grid->y / grid->z)
    return Bad(message("The grid {} is too large: a trace numbers up to {} blocks.", text_of(*grid), most_x));
  const auto block = dimensions(look_up, s, &LaunchForm::block_dims);
  if (!block) return Bad(block.error());
  if (block->x > algebra::most_threads || block->y > algebra::most_threads || block->z > most_z || block->count() > algebra::most_threads)
    return Bad(message("The block {} is too large: a device takes up to {} threads, up to {} of them in z.", text_of(*block),
                       algebra::most_threads, most_z));
  launch.grid = *grid;
  launch.block = *block;
  return {};
}

/// Reads the destination, partitioned as the source.
tl::expected<void, Message> read_target(const LookUp& look_up, const LaunchForm& s, const algebra::Tiler& tile,
                                        const algebra::Distribution& by, LaunchPlan& plan) {
  if (s.target.empty()) return {};
  if (plan.launch.shared_memory)
    return Bad(
        "A target is for tensors in global memory: a launch in shared memory copies back to where it came from. Choose global memory, or "
        "no target.");
  const auto is_at = plain_value(look_up, s, &LaunchForm::target, plain(plan.tensor));
  if (!is_at) return Bad(is_at.error());
  const auto* target = &is_at->layout;
  plan.launch.target_begins = is_at->begins;
  const auto elements = elements_of({.layout = *target}, "target");
  if (!elements) return Bad(elements.error());
  plan.launch.target_elements = *elements;
  if (s.kernel == Kernel::layout) {
    const auto written = algebra::partition(*target);
    if (!written) return Bad(message("With a partition given as a layout, the target is a partition, too: {}", written.error().message));
    for (int i = 0; i < 3; ++i)
      if (algebra::size(algebra::mode(written->layout, i)) != algebra::size(algebra::mode(plan.launch.partition, i)))
        return Bad(message("The target {} must have as many blocks, threads and values as the partition {}.", plain(*target),
                           plain(plan.launch.partition)));
    plan.launch.target = written->layout;
    return {};
  }
  // Compares sizes by mode, static or not.
  if (plain(algebra::product_each(target->shape())) != plain(algebra::product_each(plan.tensor.shape())))
    return Bad(
        message("The target {} must have the tensor's shape {}.", plain(*target), plain(algebra::product_each(plan.tensor.shape()))));
  auto partition = algebra::partition(*target, tile, by);
  if (!partition) return Bad(message("The target: {}", partition.error().message));
  plan.launch.target = std::move(partition->layout);
  return {};
}

/// Returns the CTA tile of a tiled MMA; its part in shared memory is that of the first block.
MmaLaunch mma_of_tile(const algebra::ByTiledMma& by, const LaunchPlan& plan, bool typed) {
  const auto& tile = plan.partition.tile;
  if (algebra::rank(tile) != 2) return mma_launch(by.mma, 'C', 1, 1, std::nullopt);
  std::optional<algebra::Tensor> shared;
  if (plan.launch.shared_memory && by.matrix != 'C') {
    const auto bits = by.mma.atom.traits->operands[by.matrix == 'A' ? 0 : 1].bits;
    const auto& z = plan.launch.swizzle;
    shared = algebra::Tensor{.offset = z.bits == 0 ? plan.launch.offset : 0,
                             .layout = algebra::all_known(tile),
                             .type = typed ? plan.element : algebra::ElementType{"", bits},
                             .memory = algebra::MemorySpace::shared};
    shared->swizzled_pointer = z.bits != 0;
    if (z.bits != 0) shared->outer = algebra::OuterFunction{z, {{plan.launch.offset, true}, 0}};
  }
  return mma_launch(by.mma, by.matrix, algebra::size(algebra::mode(tile, 0)), algebra::size(algebra::mode(tile, 1)), std::move(shared));
}

/// Sets the elements' type and memory: the form's, the tensor's, or f32 in global memory.
void read_elements(const LaunchForm& s, const std::optional<algebra::ElementType>& type, const SwizzledLayout& tensor, LaunchPlan& plan) {
  plan.element = type ? *type : tensor.type.value_or(algebra::ElementType{"f32", 32});
  plan.launch.element_bytes = std::max(1, plan.element.bits / 8);
  // With a target, the launch is in global memory, whatever the tensor's memory.
  plan.launch.shared_memory = s.shared_memory.value_or(tensor.memory == algebra::MemorySpace::shared && s.target.empty());
}

/// Sets the partition, the tensor and the number of elements.
tl::expected<void, Message> read_written(const LookUp& look_up, const LaunchForm& s, const std::optional<algebra::ElementType>& type,
                                         LaunchPlan& plan) {
  auto written = swizzled_value(look_up, s, &LaunchForm::partition);
  if (!written) return Bad(written.error());
  auto partition = algebra::partition(written->layout);
  if (!partition) return Bad(partition.error().message);
  plan.partition = std::move(*partition);
  plan.launch.offset = written->offset;
  plan.launch.swizzle = written->swizzle;
  plan.launch.begins = written->begins;
  read_elements(s, type, *written, plan);
  if (s.tensor.empty()) {
    const auto elements = elements_of(*written, "partition");
    if (!elements) return Bad(elements.error());
    plan.launch.elements = *elements;
    plan.tensor = Layout(IntTuple(std::max<std::int64_t>(1, *elements)), IntTuple(1));
    return {};
  }
  auto tensor = swizzled_value(look_up, s, &LaunchForm::tensor);
  if (!tensor) return Bad(tensor.error());
  const auto elements = elements_of(*tensor, "tensor");
  if (!elements) return Bad(elements.error());
  plan.launch.elements = *elements;
  if (tensor->type || tensor->memory != algebra::MemorySpace::unknown) read_elements(s, type, *tensor, plan);
  plan.tensor = std::move(tensor->layout);
  plan.launch.begins = tensor->begins;
  if (tensor->swizzle.bits != 0 || tensor->offset != 0) plan.outer = algebra::OuterFunction{tensor->swizzle, {{tensor->offset, true}, 0}};
  return {};
}

/// Reads the tensor. `typed` becomes true if it has an element type.
tl::expected<void, Message> read_tensor(const LookUp& look_up, const LaunchForm& s, const std::optional<algebra::ElementType>& type,
                                        LaunchPlan& plan, bool& typed) {
  auto tensor = swizzled_value(look_up, s, &LaunchForm::tensor);
  if (!tensor) return Bad(tensor.error());
  const auto elements = elements_of(*tensor, "tensor");
  if (!elements) return Bad(elements.error());
  plan.launch.elements = *elements;
  plan.launch.offset = tensor->offset;
  plan.launch.swizzle = tensor->swizzle;
  plan.launch.begins = tensor->begins;
  typed = typed || tensor->type;
  read_elements(s, type, *tensor, plan);
  if (tensor->swizzle.bits != 0 || tensor->offset != 0) plan.outer = algebra::OuterFunction{tensor->swizzle, {{tensor->offset, true}, 0}};
  plan.tensor = std::move(tensor->layout);
  return {};
}

/// Returns why a launch is too long; "" for one within the limit.
Message why_too_long(const LaunchPlan& p) {
  std::int64_t threads = 0, accesses = 0;
  const bool beyond = __builtin_mul_overflow(p.blocks(), p.threads(), &threads) || __builtin_mul_overflow(threads, p.values(), &accesses);
  const auto most = launch_access_limit();
  if (!beyond && accesses <= most) return {};
  return message(
      "The launch is too long: {} blocks of {} threads with {} values each are {} accesses, and up to {} are run. Take fewer blocks, "
      "threads or values, or raise the limit: in the window with View, Limits; on the command line with --accesses.",
      p.blocks(), p.threads(), p.values(), beyond ? message("more than {}", INT64_MAX) : message("{}", accesses), most);
}

}  // namespace

tl::expected<LaunchPlan, Message> plan_of(const LaunchForm& s, const std::optional<algebra::ElementType>& type, const LookUp& look_up) {
  LaunchPlan plan{};
  if (s.access_bytes < 0 || s.access_bytes > 16 || (s.access_bytes & (s.access_bytes - 1)) != 0)
    return Bad(message("An access moves 1, 2, 4, 8 or 16 bytes, not {}.", s.access_bytes));
  plan.launch.access_bytes = s.access_bytes;

  algebra::Tiler tile{IntTuple()};
  algebra::Distribution by = algebra::ByInner{};
  if (s.kernel == Kernel::layout) {
    if (const auto read = read_written(look_up, s, type, plan); !read) return Bad(read.error());
  } else {
    bool typed = type.has_value();
    if (const auto read = read_tensor(look_up, s, type, plan, typed); !read) return Bad(read.error());
    auto tiler = value_of(look_up, s, &LaunchForm::tile);
    if (!tiler) return Bad(tiler.error());
    auto distribution = distribution_of(look_up, s);
    if (!distribution) return Bad(distribution.error());
    by = std::move(*distribution);
    auto* copy = std::get_if<algebra::ByTiledCopy>(&by);
    if (copy != nullptr)
      if (const auto read = read_instruction(*copy, s, plan); !read) return Bad(read.error());
    auto read_tile = algebra::tiler_of(*tiler);
    if (!read_tile) return Bad(read_tile.error().message);
    tile = std::move(*read_tile);
    if (const auto* tma = std::get_if<algebra::ByTma>(&by))
      if (const auto read = read_tma(*tma, tile, s, plan); !read) return Bad(read.error());
    auto partition = algebra::partition(plan.tensor, tile, by);
    if (!partition) return Bad(partition.error().message);
    plan.partition = std::move(*partition);
    plan.launch.guards = plan.partition.guards;
    plan.launch.once = plan.partition.once;
    if (const auto* mma = std::get_if<algebra::ByTiledMma>(&by)) plan.mma = mma_of_tile(*mma, plan, typed);
    if (copy != nullptr && plan.launch.instruction.by_matrix()) {
      auto rows = algebra::partition(plan.tensor, tile, algebra::ByTiledCopy{copy->copy, !copy->source});
      if (!rows) return Bad(rows.error().message);
      plan.launch.rows = std::move(rows->layout);
    }
  }
  plan.launch.partition = plan.partition.layout;
  if (const auto read = read_target(look_up, s, tile, by, plan); !read) return Bad(read.error());
  if (const auto read = read_dimensions(look_up, s, plan.launch); !read) return Bad(read.error());
  auto shape = launch_shape(plan.launch);
  if (!shape) return Bad(shape.error().message);
  plan.shape = *shape;
  if (auto why = why_too_long(plan); !why.empty()) return Bad(std::move(why));
  return plan;
}

}  // namespace gpu
