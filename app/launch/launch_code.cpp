#include "app/launch/launch_code.hpp"

#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "algebra/text/utf8.hpp"
#include "app/launch/guard_text.hpp"
#include "app/launch/launch_kernel.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/system/control_characters.hpp"
#include "app/system/pieces.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

using algebra::Message;

using algebra::Layout;
using algebra::code::cpp_of;

/// Returns a text that is safe in a one-line comment: characters that would continue the line or change its display become blanks.
std::string comment_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto before = text;
    const auto c = algebra::take_code_point(text);
    if (c == '\n' || c == '\t' || c == '\\' || is_obeyed(c)) out += ' ';
    else out += before.substr(0, before.size() - text.size());
  }
  return out.empty() ? "-" : out;
}

/// Returns CuTe's type of an element; one narrower than a byte takes a byte, as in the launch.
std::string element_text(const algebra::ElementType& element, int bytes) {
  return algebra::cpp_type(element.bits == 8 * bytes ? element : algebra::ElementType{"", 8 * bytes});
}

/// Returns the statements that return the place of (block, thread, value), -1 beyond the end.
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

tl::expected<std::string, Message> launch_program(const SheetEvaluator& evaluator, const LaunchSettings& s) {
  const auto planned = plan(evaluator, s);
  if (!planned) return tl::unexpected(planned.error());
  const auto& launch = planned->launch;
  if (launch.tma)
    return tl::unexpected(
        Message("A launch by TMA cannot be written as a program yet: the host makes the tensor map. The GPU panel and `cutescope run "
                "--source` show the kernel's source."));
  Pieces program;
  program["TENSOR_TEXT"] = comment_text(s.tensor);
  program["TILE_TEXT"] = comment_text(s.tile);
  program["THREADS_TEXT"] = comment_text(s.kernel == gpu::Kernel::layout ? s.partition : s.threads);
  program["ELEMENT"] = element_text(planned->element, launch.element_bytes);
  program["BLOCKS"] = fmt::format("{}", planned->blocks());
  program["THREADS"] = fmt::format("{}", planned->threads());
  program["VALUES"] = fmt::format("{}", planned->values());
  program["ELEMENTS"] = fmt::format("{}", launch.elements);
  program["TARGET_ELEMENTS"] = fmt::format("{}", launch.target ? launch.target_elements : launch.elements);
  program["PLACE"] = place_text(launch.partition, launch.swizzle, launch.offset, launch.guards);
  program["TARGET_PLACE"] = launch.target ? place_text(*launch.target, {}, 0, {}) : "  return expected_place(block, thread, value);";
  const auto kernel = kernel_text(evaluator, s, *planned);
  program["KERNEL"] = kernel.kernel;
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
  program["LAUNCH"] = launched;
  return filled(assets::get("launch.cu.in"), program);
}

}  // namespace app
