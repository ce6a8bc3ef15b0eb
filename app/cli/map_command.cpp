#include "app/cli/map_command.hpp"

#include <atomic>
#include <filesystem>
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
  if (!format) return report.refuse(wrong_input, algebra::Message::sequence(format.error(), "Pages are .html files."));
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
