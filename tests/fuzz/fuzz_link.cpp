// The reader of links: what is behind the # is the input, as text, and as the bytes that text packs, and as a sheet that is packed. That
// one is opened in a window, too: whatever it says, its launch waits to be allowed, and no lesson is touched.

#include <cstddef>
#include <cstdint>

#include "app/actions/documents.hpp"
#include "app/document/sheet_link.hpp"
#include "app/state/state.hpp"
#include "gpu/launch/launch_limit.hpp"
#include "render/packed.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

namespace {

/// Longer sheets would only measure how long they take to evaluate, which other targets do.
constexpr std::size_t most_opened = 1024;

void open(const std::string& link, std::string_view text) {
  app::State state(app::Sheet{});
  auto& workspace = state.workspace;
  for (const auto name : app::lesson_names()) workspace.lessons().kept.emplace(name, app::Sheet{});
  const auto kept = workspace.lessons().kept;
  check(app::open_link(workspace, state.view, state.host, link), "a sheet of a link is not opened", text);
  check(workspace.sheet().launch.empty() || !workspace.launch(), "the launch of a link runs unasked", text);
  for (int i = 0; i < 2; ++i) {
    workspace.edit("edit", [](app::Sheet& s) { s.entries.emplace_back().text = "# and more"; });
    check(workspace.lessons().kept == kept && workspace.lessons().solved.empty(), "a link changes the answers of a lesson", text);
    check(app::place_to_go_on(workspace).empty(), "the sheet of a link is where the next run goes on", text);
    if (i == 0) workspace.allow_launch();
  }
  if (const auto& launch = workspace.launch())
    check(launch->blocks() * launch->threads() * launch->values() <= gpu::launch_access_limit(), "a launch beyond the limit", text);
  workspace.drop_verdicts();
}

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
  const auto link = "cutescope:#" + render::to_base64(packed, render::Base64::url);
  read(link);
  if (size <= most_opened && app::sheet_of_link(link)) open(link, input);
  return 0;
}
