#include "app/launch/launch_code.hpp"

#include <fmt/format.h>

#include "algebra/advice.hpp"
#include "algebra/code/cpp_literals.hpp"
#include "app/launch/launch_plan.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using algebra::IntTuple;
using algebra::Layout;
using algebra::Value;
using algebra::code::cpp_of;

struct Pieces {
  std::string text;
  void set(std::string_view mark, std::string_view by) {
    const auto wanted = fmt::format("@{}@", mark);
    for (std::size_t at = 0; (at = text.find(wanted, at)) != std::string::npos; at += by.size()) text.replace(at, wanted.size(), by);
  }
};

/// A source text in a comment of one line.
std::string quoted(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\\') c = ' ';
  return text.empty() ? "-" : text;
}

/// The value of a field that the plan has read already.
Value value_of(const SheetEvaluator& evaluator, const std::string& expression) {
  auto e = evaluator.evaluate(expression);
  return e ? std::move(e->value) : Value{};
}
std::string layout_text(const Value& v) {
  if (std::holds_alternative<IntTuple>(v)) return fmt::format("make_layout({})", cpp_of(v));
  return cpp_of(v);
}
/// Tiled copies are made of static layouts only; what the sheet writes as dynamic has a value here all the same.
Layout layout_known(const Value& v) { return algebra::all_known(layout_of(v).value_or(Layout())); }

/// `return ...;` of part_of: the block's tile, then the thread's part of it.
std::string part_text(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto threads = s.kernel == gpu::Kernel::inner_partition ? Value{} : value_of(evaluator, s.threads);
  auto text = fmt::format("  using X = Underscore;\n  auto tiler = {};\n  auto tile = local_tile(tensor, tiler, block);\n",
                          cpp_of(value_of(evaluator, s.tile)));
  switch (s.kernel) {
    case gpu::Kernel::local_partition:
      text += fmt::format("  auto thread_layout = {};\n", layout_text(threads));
      if (s.step.empty()) return text + "  return local_partition(tile, thread_layout, thread);";
      return text + fmt::format("  return local_partition(tile, thread_layout, thread, {});", cpp_of(value_of(evaluator, s.step)));
    case gpu::Kernel::inner_partition:
      return text + fmt::format("  return inner_partition(tile, {}, thread);", cpp_of(value_of(evaluator, s.values)));
    case gpu::Kernel::outer_partition: return text + fmt::format("  return outer_partition(tile, {}, thread);", cpp_of(threads));
    case gpu::Kernel::tiled_copy:
      if (std::holds_alternative<algebra::TiledCopy>(threads)) text += fmt::format("  auto tiled = {};\n", cpp_of(threads));
      else
        text += fmt::format(
            "  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<Element>, Element>{{}},\n                               {},\n          "
            "                     {});\n",
            cpp_of(layout_known(threads)), cpp_of(layout_known(value_of(evaluator, s.values))));
      return text + "  return tiled.get_slice(thread).partition_S(tile);";
    case gpu::Kernel::tiled_mma:
      return text + fmt::format("  auto tiled = {};\n  return tiled.get_slice(thread).partition_{}(tile);", cpp_of(threads),
                                s.values.empty() ? "C" : s.values);
    case gpu::Kernel::layout: break;
  }
  return {};
}

/// Whether the partition is walked as the layout that it is: where it is written, and where a grid or a block other
/// than its own makes it run on.
bool walks_layout(const gpu::LaunchPlan& plan, const LaunchSettings& s) {
  const auto& p = plan.launch.partition;
  return s.kernel == gpu::Kernel::layout || plan.blocks() != algebra::size(algebra::mode(p, 0)) ||
         plan.threads() != algebra::size(algebra::mode(p, 1));
}

std::string copy_text(const gpu::LaunchPlan& plan, bool by_layout) {
  std::string text;
  if (plan.launch.shared_memory)
    text +=
        "  // The tensor lives in shared memory: each block fetches it first.\n"
        "  extern __shared__ __align__(16) unsigned char bytes[];\n"
        "  Element* const fetched = reinterpret_cast<Element*>(bytes);\n"
        "  for (int64_t i = thread; i < elements; i += threads) fetched[i] = source[i];\n"
        "  __syncthreads();\n";
  const char* from = plan.launch.shared_memory ? "fetched" : "source";
  if (by_layout) {
    text += fmt::format(
        "  for (int value = 0; value < values; ++value) {{\n"
        "    int64_t const place = expected_place(block, thread, value);\n"
        "    destination[expected_target(block, thread, value)] = {}[place];\n"
        "    owner[place] = block * threads + thread;\n"
        "    atomicAdd(&touched[place], 1);\n"
        "  }}",
        from);
    return text;
  }
  const auto tensor = plan.outer ? cpp_of(algebra::ComposedLayout{*plan.outer, plan.tensor}) : cpp_of(plan.tensor);
  text += fmt::format("  auto layout = {};\n  auto mine = part_of(make_tensor(make_{}_ptr({}), layout), block, thread);\n", tensor,
                      plan.launch.shared_memory ? "smem" : "gmem", from);
  text +=
      "  auto goes = part_of(make_tensor(make_gmem_ptr(destination), target_layout()), block, thread);\n"
      "  for (int value = 0; value < int(size(mine)); ++value) {\n"
      "    goes(value) = mine(value);\n";
  text += fmt::format(
      "    int64_t const place = &mine(value) - {};\n"
      "    owner[place] = block * threads + thread;\n"
      "    atomicAdd(&touched[place], 1);\n"
      "  }}",
      from);
  return text;
}

std::string element_text(int bytes) {
  if (bytes == 16)
    return "struct alignas(16) Element {\n  uint64_t low, high;\n  Element() = default;\n  CUTE_HOST_DEVICE explicit Element(int64_t i) : "
           "low(uint64_t(i)), high(~uint64_t(i)) {}\n"
           "  CUTE_HOST_DEVICE bool operator==(Element const& other) const { return low == other.low && high == other.high; }\n};";
  return fmt::format("using Element = uint{}_t;", bytes * 8);
}

}  // namespace

tl::expected<std::string, std::string> launch_program(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto planned = plan(evaluator, s);
  if (!planned) return tl::unexpected(planned.error());
  const auto& launch = planned->launch;
  const bool by_layout = walks_layout(*planned, s);
  const auto place = [](const algebra::Swizzle& swizzle, std::int64_t offset) {
    const std::string sum = fmt::format("{}int64_t(partition(block, thread, value))", offset == 0 ? "" : fmt::format("{} + ", offset));
    return swizzle.bits == 0 ? sum : fmt::format("Swizzle<{},{},{}>{{}}({})", swizzle.bits, swizzle.base, swizzle.shift, sum);
  };
  Pieces program{std::string(assets::get("launch.cu.in"))};
  program.set("TENSOR_TEXT", quoted(s.tensor));
  program.set("TILE_TEXT", quoted(s.tile));
  program.set("THREADS_TEXT", quoted(s.kernel == gpu::Kernel::layout ? s.partition : s.threads));
  program.set("ELEMENT_TEXT", s.element.empty() ? planned->element.name : s.element);
  program.set("ELEMENT", element_text(launch.element_bytes));
  program.set("BLOCKS", fmt::format("{}", planned->blocks()));
  program.set("THREADS", fmt::format("{}", planned->threads()));
  program.set("VALUES", fmt::format("{}", planned->values()));
  program.set("ELEMENTS", fmt::format("{}", launch.elements));
  program.set("TARGET_ELEMENTS", fmt::format("{}", launch.target ? launch.target_elements : launch.elements));
  program.set("PARTITION", cpp_of(launch.partition));
  program.set("PLACE", place(launch.swizzle, launch.offset));
  program.set("TARGET_PLACE", launch.target ? fmt::format("  auto partition = {};\n  return {};", cpp_of(*launch.target), place({}, 0))
                                            : "  return expected_place(block, thread, value);");
  std::string part;
  if (!by_layout) {
    const auto target = launch.target ? layout_of(value_of(evaluator, s.target)).value_or(planned->tensor) : planned->tensor;
    const auto composed = planned->outer && !launch.target;
    part = fmt::format("CUTE_HOST_DEVICE auto target_layout() {{\n  return {};\n}}\n\n",
                       composed ? cpp_of(algebra::ComposedLayout{*planned->outer, planned->tensor}) : cpp_of(target));
    program.set("PART", part_text(evaluator, s));
    const std::string_view comment = "// One thread's part of a tensor in one block.";
    program.text.insert(program.text.find(comment), part);
  } else {
    const auto from = program.text.find("// One thread's part of a tensor"), to = program.text.find("__global__");
    program.text.erase(from, to - from);
  }
  program.set("COPY", copy_text(*planned, by_layout));
  const auto dim = [](const gpu::Dim3& d, std::int64_t own) {
    return d.x == 0 ? fmt::format("dim3({})", own) : fmt::format("dim3({}, {}, {})", d.x, d.y, d.z);
  };
  std::string bytes;
  std::string launched;
  if (launch.shared_memory) {
    bytes = ", elements * sizeof(Element)";
    launched = "  CHECK(cudaFuncSetAttribute(copy_parts, cudaFuncAttributeMaxDynamicSharedMemorySize, int(elements * sizeof(Element))));\n";
  }
  launched += fmt::format("  copy_parts<<<{}, {}{}>>>(device_source, device_destination, device_owner, device_touched);",
                          dim(launch.grid, planned->blocks()), dim(launch.block, planned->threads()), bytes);
  program.set("LAUNCH", launched);
  return std::move(program.text);
}

}  // namespace app
