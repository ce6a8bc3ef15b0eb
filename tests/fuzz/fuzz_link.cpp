// The reader of links: what is behind the # is the input, as text, and as the bytes that text packs, and as a sheet that is packed.

#include <cstddef>
#include <cstdint>

#include "app/document/sheet_link.hpp"
#include "render/packed.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

namespace {

void read(const std::string& link) {
  check(app::is_sheet_link(link) || link.find('\n') != std::string::npos, "a link is none", link);
  const auto sheet = app::sheet_of_link(link);
  check(sheet || !sheet.error().empty(), "a refusal without a reason", link);
  if (!sheet) return;
  const auto again = app::sheet_of_link(app::sheet_link(*sheet));
  check(again && app::serialise(*again) == app::serialise(*sheet), "the link of a link's sheet is another sheet", link);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  read("cutescope:#" + std::string(input));
  read("cutescope:#" + render::to_base64(input, render::Base64::url));
  const auto packed = render::deflated(input);
  check(render::inflated(packed, size) == std::string(input), "what is unpacked differs", input);
  if (size > 0)
    check(render::inflated(packed, size - 1) == tl::unexpected(render::InflateProblem::too_long), "more than asked for is unpacked", input);
  read("cutescope:#" + render::to_base64(packed, render::Base64::url));
  return 0;
}
