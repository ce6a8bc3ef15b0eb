#include "app/map/map_file.hpp"

#include <memory>
#include <utility>

#include "app/map/map_picture.hpp"

namespace app {

tl::expected<std::string, algebra::Message> map_bytes(const MapStory& story, const MapChoice& choice, const MapFileOptions& options,
                                                      const Texts& texts) {
  const render::PageSize size{options.width, options.height};
  std::unique_ptr<render::Pen> pen;
  switch (options.format) {
    case render::Format::svg: pen = render::make_svg_pen(size); break;
    case render::Format::pdf: pen = render::make_pdf_pen(size, story.map->flow().kernel); break;
    case render::Format::png: {
      auto made = render::make_png_pen(size, options.scale);
      if (!made) return tl::unexpected(made.error());
      pen = std::move(*made);
      break;
    }
    default: return tl::unexpected(algebra::Message("The map of a kernel is written as SVG, PDF, PNG or a page (.html)."));
  }
  const auto& theme = render::theme(options.theme);
  pen->fill_rect(0, 0, size.width, size.height, theme.page);
  MapPicture(story, choice, size.width, size.height).draw(*pen, theme, options.theme, texts);
  return pen->finish();
}

}  // namespace app
