#include "app/cli/map_command.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/kernel_file.hpp"
#include "app/cli/output.hpp"
#include "app/document/names.hpp"
#include "app/document/sheet_link.hpp"
#include "app/flow/program_flow.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/map/map_file.hpp"
#include "app/system/files.hpp"
#include "render/figure.hpp"

namespace app {

using algebra::message;

algebra::Message misplaced_map_option(const std::vector<std::string>& given, bool is_map) {
  static constexpr std::array<std::string_view, 3> of_map{"--kernel", "--thread", "--k-tile"};
  static constexpr std::array<std::string_view, 12> also{"source",  "--output",   "--figure", "--set",    "-D",      "-U",
                                                         "--theme", "--language", "--width",  "--height", "--scale", "--memory"};
  for (const auto& name : given) {
    const bool own = std::ranges::find(of_map, name) != of_map.end();
    if (own && !is_map) return message("{} is of --figure=map", name);
    if (is_map && !own && std::ranges::find(also, name) == also.end()) return message("{} is not of --figure=map", name);
  }
  return {};
}

int export_map(const ExportRequest& request, const MapRequest& of) {
  const auto format = render::format_of(request.out);
  if (!format) return complain(wrong_usage, format.error());
  const auto file = KernelFile::read(request.source, request.set, request.macros);
  if (!file) return complain(bad_input, file.error());
  auto flows =
      flows_of_program(file->source(), request.set, request.macros, of.kernel.empty() ? std::optional<std::size_t>(0) : std::nullopt);
  const auto flow = std::ranges::find_if(flows, [&](const gpu::Flow& f) { return f.kernel.find(of.kernel) != std::string::npos; });
  if (flow == flows.end())
    return complain(bad_input, file->is_sheet() ? message("{}: no row of it says what a kernel does, as copy(A, B) does", request.source)
                               : of.kernel.empty()
                                   ? message("{}: no kernel that its host calls", request.source)
                                   : message("{}: no kernel that its host calls has \"{}\" in its name", request.source, of.kernel));
  if (of.thread >= flow->threads)
    return complain(bad_input, message("a block of {} has {} threads: there is no thread {}", flow->kernel, flow->threads, of.thread));
  const auto story = story_of(std::move(*flow));
  const auto& map = *story.map;
  auto choice = first_choice(map);
  choice.thread = of.thread;
  if (of.k_tile) {
    if (*of.k_tile >= map.k_tile_count())
      return complain(bad_input, message("{} has {} k tiles: there is no k tile {}", map.flow().kernel, map.k_tile_count(), *of.k_tile));
    choice = at_k_tile(map, choice, *of.k_tile);
  }
  MapFileOptions options{.format = *format, .theme = theme_name(request.theme).value_or(render::ThemeName::print)};
  options.scale = request.settings.scale;
  if (request.settings.width_cm > 0) {
    const double narrower = request.settings.width_cm * render::points_per_cm / options.width;
    options.width *= narrower, options.height *= narrower;
  }
  if (request.settings.height_cm > 0) options.height = request.settings.height_cm * render::points_per_cm;
  const auto bytes = map_bytes(story, choice, options, spoken_texts());
  if (!bytes) return complain(bad_input, bytes.error());
  if (const auto written = write_file(request.out, *bytes); !written) return complain(bad_input, written.error());
  print_out("{}: {}\n", request.out, map.flow().kernel);
  return done;
}

}  // namespace app
