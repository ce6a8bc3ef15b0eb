#include "app/launch/launch_code.hpp"

#include <span>
#include <string_view>

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "app/launch/guard_text.hpp"
#include "app/launch/launch_kernel.hpp"
#include "app/launch/launch_plan.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using algebra::Layout;
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

/// CuTe's type of an element; one narrower than a byte takes a byte here, as in the launch.
std::string element_text(const algebra::ElementType& element, int bytes) {
  return algebra::code::cpp_type(element.bits == 8 * bytes ? element : algebra::ElementType{"", 8 * bytes});
}

/// The statements that return the place of (block, thread, value), -1 beyond the end.
std::string place_text(const Layout& partition, const algebra::Swizzle& swizzle, std::int64_t offset,
                       std::span<const algebra::Guard> guards) {
  auto text = guard_text(guards, "  ", "value", "return -1");
  text += fmt::format("  auto partition = {};\n  int64_t const place = {}int64_t(partition(block, thread, value));\n", cpp_of(partition),
                      offset == 0 ? "" : fmt::format("{} + ", offset));
  if (swizzle.bits == 0) return text + "  return place;";
  return text +
         fmt::format("  return place < 0 ? place : int64_t(Swizzle<{},{},{}>{{}}(place));", swizzle.bits, swizzle.base, swizzle.shift);
}

}  // namespace

tl::expected<std::string, std::string> launch_program(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto planned = plan(evaluator, s);
  if (!planned) return tl::unexpected(planned.error());
  const auto& launch = planned->launch;
  if (launch.tma)
    return tl::unexpected(
        std::string("A launch by TMA is not written as a program yet: the tensor map is made by the host. The kernel's source is what the "
                    "GPU panel shows, "
                    "and `cutescope run --source` prints."));
  Pieces program{std::string(assets::get("launch.cu.in"))};
  program.set("TENSOR_TEXT", quoted(s.tensor));
  program.set("TILE_TEXT", quoted(s.tile));
  program.set("THREADS_TEXT", quoted(s.kernel == gpu::Kernel::layout ? s.partition : s.threads));
  program.set("ELEMENT", element_text(planned->element, launch.element_bytes));
  program.set("BLOCKS", fmt::format("{}", planned->blocks()));
  program.set("THREADS", fmt::format("{}", planned->threads()));
  program.set("VALUES", fmt::format("{}", planned->values()));
  program.set("ELEMENTS", fmt::format("{}", launch.elements));
  program.set("TARGET_ELEMENTS", fmt::format("{}", launch.target ? launch.target_elements : launch.elements));
  program.set("PLACE", place_text(launch.partition, launch.swizzle, launch.offset, launch.guards));
  program.set("TARGET_PLACE", launch.target ? place_text(*launch.target, {}, 0, {}) : "  return expected_place(block, thread, value);");
  const auto kernel = kernel_text(evaluator, s, *planned);
  program.set("KERNEL", kernel.kernel);
  const auto dim = [](const gpu::Dim3& d, std::int64_t own) {
    return d.x == 0 ? fmt::format("dim3({})", own) : fmt::format("dim3({}, {}, {})", d.x, d.y, d.z);
  };
  auto launched = fmt::format("{}  auto const kernel = copy_kernel<{}>;\n", kernel.definitions, kernel.types);
  if (!kernel.bytes.empty())
    launched +=
        fmt::format("  int const bytes = {};\n  CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));\n",
                    kernel.bytes);
  launched += fmt::format("  kernel<<<{}, {}{}>>>(device_source, device_destination, trace, {});", dim(launch.grid, planned->blocks()),
                          dim(launch.block, planned->threads()), kernel.bytes.empty() ? "" : ", bytes", kernel.arguments);
  program.set("LAUNCH", launched);
  return std::move(program.text);
}

}  // namespace app
