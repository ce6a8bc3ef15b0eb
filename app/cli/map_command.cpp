#include "app/cli/map_command.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/document/names.hpp"
#include "app/figures/map_player.hpp"
#include "app/figures/map_slides.hpp"
#include "app/map/map_file.hpp"
#include "app/report/report.hpp"
#include "app/system/files.hpp"
#include "render/figure.hpp"

namespace app {

using algebra::message;

algebra::Message misplaced_map_option(const std::vector<std::string>& given, const std::string& out, bool is_map) {
  static constexpr std::array<std::string_view, 3> of_map{"--kernel", "--thread", "--k-tile"};
  static constexpr std::array<std::string_view, 15> also{"source",  "--output", "--figure", "--set",    "-I",
                                                         "-D",      "-U",       "--step",   "--theme",  "--language",
                                                         "--width", "--height", "--scale",  "--memory", "--slides"};
  for (const auto& name : given) {
    const bool own = std::ranges::find(of_map, name) != of_map.end();
    if (own && !is_map) return message("{} is of --figure=map", name);
    if (is_map && !own && std::ranges::find(also, name) == also.end()) return message("{} is not of --figure=map", name);
  }
  if (!is_map) return {};
  const auto has = [&](std::string_view name) { return std::ranges::find(given, name) != given.end(); };
  if (is_page_path(out) && has("--scale")) return message("{} is of {}: {} is none", "--scale", algebra::Message("pictures"), out);
  if (has("--k-tile") && has("--step")) return "--k-tile and --step both say when: take one of them";
  if (!has("--slides")) return {};
  if (!out.ends_with(".pdf")) return message("--slides is of a PDF: {} is none", out);
  for (const std::string_view name : {"--step", "--k-tile", "--width", "--height", "--scale"})
    if (has(name)) return message("{} is not of --slides", name);
  return {};
}

namespace {

int write_map(Report& report, const std::string& path, const std::string& bytes, const algebra::Message& said) {
  if (const auto written = write_file(path, bytes); !written) return report.refuse_write(written.error());
  report.data()["files"].push_back({{"path", path}, {"bytes", bytes.size()}});
  report.say(said);
  return done;
}

int export_map_slides(Report& report, ToolHost& host, const ExportRequest& request, const MapStory& story, const MapChoice& choice) {
  std::atomic<std::int64_t> steps{0};
  gpu::FlowReport checked;
  {
    const auto progress =
        host.show_progress([&] { return steps == 0 ? std::string() : in_words(message("{} steps are checked", steps.load())); }, false);
    checked = check_flow(story.map->flow(), [&] {
      ++steps;
      return false;
    });
  }
  const MapSlidesOptions options{.language = spoken_texts().language(),
                                 .theme = theme_name(request.theme).value_or(render::ThemeName::print),
                                 .source = std::filesystem::path(request.source).filename().string()};
  const auto slides = map_slides(story, choice, checked, options);
  if (!slides) return report.refuse(wrong_input, slides.error());
  return write_map(report, request.out, slides->pdf, message("{}: {} pages", request.out, slides->pages));
}

int export_map_page(Report& report, const ExportRequest& request, const MapStory& story, const MapChoice& choice,
                    const MapFileOptions& size) {
  MapPlayerOptions options{.language = spoken_texts().language(), .source = std::filesystem::path(request.source).filename().string()};
  options.width = size.width, options.height = size.height;
  const auto theme = theme_name(request.theme);
  options.theme = theme == render::ThemeName::dark ? "dark" : theme == render::ThemeName::light ? "light" : "auto";
  const auto page = map_player(story, choice, options);
  if (!page) return report.refuse(wrong_input, page.error());
  return write_map(report, request.out, *page, message("{}: {}", request.out, fmt::format("{} kB", (page->size() + 999) / 1000)));
}

}  // namespace

int export_map(const ExportRequest& request, const MapRequest& wanted, Report& report, ToolHost& host) {
  const bool page = is_page_path(request.out);
  const auto format = page ? tl::expected<render::Format, algebra::Message>(render::Format::svg) : render::format_of(request.out);
  if (!format) return report.refuse(wrong_input, algebra::Message::sequence(format.error(), "Of pages .html is."));
  const auto selected = read_map(wanted);
  if (!selected) return report.refuse(wrong_input, selected.error());
  const auto& [story, choice, kernels] = *selected;
  if (request.slides) return export_map_slides(report, host, request, story, choice);
  MapFileOptions options{.format = *format, .theme = theme_name(request.theme).value_or(render::ThemeName::print)};
  options.scale = request.settings.scale;
  if (request.settings.width_cm > 0) {
    const double narrower = request.settings.width_cm * render::points_per_cm / options.width;
    options.width *= narrower, options.height *= narrower;
  }
  if (request.settings.height_cm > 0) options.height = request.settings.height_cm * render::points_per_cm;
  if (page) return export_map_page(report, request, story, choice, options);
  const auto bytes = map_bytes(story, choice, options, spoken_texts());
  if (!bytes) return report.refuse(wrong_input, bytes.error());
  return write_map(report, request.out, *bytes, message("{}: {}", request.out, story.map->flow().kernel));
}

}  // namespace app
