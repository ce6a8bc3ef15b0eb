#include "app/figures/map_slides.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/map/map_calls.hpp"
#include "app/map/map_frames.hpp"
#include "app/map/map_picture.hpp"
#include "render/slides.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;
using render::Font;
using render::Slide;
using render::SlideInk;

constexpr std::size_t most_findings = 6;

class SlidesWriter {
 public:
  SlidesWriter(const MapStory& story, const MapChoice& choice, const std::optional<gpu::FlowReport>& report,
               const MapSlidesOptions& options)
      : story_(story), map_(*story.map), choice_(choice), report_(report), options_(options), texts_(texts_in(options.language)) {}

  std::vector<Slide> all() const {
    std::vector<Slide> slides{title()};
    auto at = first_choice(map_);
    at.thread = choice_.thread;
    for (const auto moment : stops_of(story_)) slides.push_back(stop(after_steps(map_, at, moment)));
    slides.push_back(checked());
    for (std::size_t i = 0; i < slides.size(); ++i) slides[i].foot = fmt::format("{} / {}", i + 1, slides.size());
    return slides;
  }

 private:
  Slide title() const {
    Slide s{.words = {{map_.flow().kernel, Font::mono, 20, SlideInk::text}}, .figure = {}, .foot = {}};
    for (const auto& m : kernel_words(map_, options_.source, choice_.thread))
      s.words.push_back({texts_(m), Font::sans, 13, SlideInk::faint});
    return s;
  }

  Slide stop(const MapChoice& c) const {
    const auto& step = map_.step(c.moment);
    Slide s{.words = {{texts_(moment_place(story_, c)), Font::sans, 10, SlideInk::faint},
                      {fmt::format("{}  {}", step.line, step.text), Font::mono, 12, SlideInk::accent},
                      {texts_(moment_words(map_, c.moment)), Font::sans, 13, SlideInk::text}},
            .figure = {},
            .picture =
                [this, c](render::Pen& pen, render::PageSize size) {
                  MapPicture(story_, c, size.width, size.height).draw(pen, render::theme(options_.theme), options_.theme, texts_);
                },
            .foot = {}};
    return s;
  }

  Slide checked() const {
    // The result holds for this block alone: another one may reach beyond the end of a matrix.
    auto heading = std::vector<Message>{"Checked"};
    if (const auto& block = map_.flow().block; !block.empty())
      heading.push_back(message("block {}", fmt::format("({})", fmt::join(block, ","))));
    Slide s{.words = {{texts_(Message::list(heading)), Font::sans_bold, 18, SlideInk::text}}, .figure = {}, .foot = {}};
    const auto add = [&](const Message& m, SlideInk ink, double size = 12) { s.words.push_back({texts_(m), Font::sans, size, ink}); };
    if (!report_) {
      add("not checked", SlideInk::faint);
      return s;
    }
    const auto& r = *report_;
    if (r.stopped) add("The check was stopped: its findings are incomplete.", SlideInk::faint);
    add(r.products > 0 ? message("checked: {} products, {} elements of C, {} accesses to shared memory", r.products, r.results, r.accesses)
                       : message("checked: {} accesses to shared memory", r.accesses),
        SlideInk::faint);
    if (r.findings.empty() && !r.stopped)
      add(r.undecided.empty() ? Message("Nothing was found.")
                              : Message("No finding in the steps that are supported; the map lacks the others."),
          r.undecided.empty() ? SlideInk::good : SlideInk::text, 14);
    for (std::size_t i = 0; i < std::min(r.findings.size(), most_findings); ++i) {
      const auto& f = r.findings[i];
      s.words.push_back({texts_(message("line {}: {}", f.line, gpu::name_of(f.kind))), Font::sans_bold, 12, SlideInk::warning});
      add(f.text, SlideInk::text);
    }
    if (r.findings.size() > most_findings) add(message("and {} more", r.findings.size() - most_findings), SlideInk::faint);
    for (std::size_t i = 0; i < std::min(r.undecided.size(), most_findings); ++i)
      add(message("not decided: {}", r.undecided[i]), SlideInk::faint);
    return s;
  }

  const MapStory& story_;
  const KernelMap& map_;
  const MapChoice& choice_;
  const std::optional<gpu::FlowReport>& report_;
  const MapSlidesOptions& options_;
  const Texts& texts_;
};

}  // namespace

tl::expected<MapSlides, Message> map_slides(const MapStory& story, const MapChoice& choice, const std::optional<gpu::FlowReport>& report,
                                            const MapSlidesOptions& options) {
  if (story.map->moments() == 0) return tl::unexpected(why_nothing_plays(*story.map));
  // The pictures are drawn together with their slides.
  const SlidesWriter writer(story, choice, report, options);
  const auto slides = writer.all();
  auto pdf = render::slides_pdf(slides, story.map->flow().kernel, options.theme);
  if (!pdf) return tl::unexpected(pdf.error());
  return MapSlides{std::move(*pdf), slides.size()};
}

}  // namespace app
