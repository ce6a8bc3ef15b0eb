#include "app/figures/map_player.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/interactive_html.hpp"
#include "app/figures/page_parts.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_picture.hpp"
#include "app/map/map_thread.hpp"
#include "assets/assets.hpp"
#include "render/packed.hpp"
#include "render/web_drawing.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;
using Json = nlohmann::ordered_json;
using render::Rgb;
using render::ThemeName;

/// Returns the languages that the page has, the first one first.
std::vector<Language> languages_of(const MapPlayerOptions& options) {
  if (!options.is_bilingual) return {options.language};
  return {Language::english, Language::chinese};
}

/// Stores the shapes of all pictures, each once.
class Shapes {
 public:
  explicit Shapes(std::vector<std::string>& all) : all_(all) {}
  MapPlayerPicture picture(const std::vector<std::string>& shapes) {
    MapPlayerPicture p;
    std::unordered_map<std::string_view, std::size_t> times;
    for (const auto& s : shapes) {
      auto& places = places_[s];
      const auto nth = times[s]++;
      if (nth == places.size()) places.push_back(all_.size()), all_.push_back(s);
      const auto at = places[nth];
      auto& list = p.stretches;
      if (!list.empty() && list[list.size() - 2] + list.back() == at) ++list.back();
      else list.push_back(at), list.push_back(1);
    }
    return p;
  }

 private:
  std::vector<std::string>& all_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  ///< by shape: index of its first, second ... copy in a picture
};

/// Stores texts in both languages, each once.
class Sayings {
 public:
  std::size_t add(const Message& m) { return add(m.text(), texts_in(Language::chinese)(m)); }
  std::size_t add(const std::string& english, const std::string& chinese) {
    const auto [it, is_new] = numbers_.try_emplace({english, chinese}, numbers_.size());
    if (is_new) json.push_back(english == chinese ? Json(english) : Json::array({english, chinese}));
    return it->second;
  }
  Json json = Json::array();

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> numbers_;
};

/// The horizontal axis of time in the page; omitted ticks take little room.
class TimeScale {
 public:
  TimeScale(const KernelMap& map, const MapFrames& frames) {
    double x = 0;
    for (std::size_t i = 0; i < frames.moments.size(); ++i) {
      const auto m = frames.moments[i];
      const auto tick = map.order()[m].tick;
      const bool after_gap = i > 0 && frames.moments[i - 1] + 1 < m;
      if (after_gap) {
        gaps_.push_back(x);
        x += gap_width;
      }
      if (i == 0 || after_gap) parts_.push_back({tick, tick, x});
      if (tick + 1 > parts_.back().to) x += tick_width * static_cast<double>(tick + 1 - parts_.back().to), parts_.back().to = tick + 1;
    }
    width_ = x;
  }
  double x(std::int64_t tick) const {
    double end = 0;
    for (const auto& p : parts_) {
      if (tick < p.from) return end;
      end = p.x + tick_width * static_cast<double>(p.to - p.from);
      if (tick <= p.to) return p.x + tick_width * static_cast<double>(tick - p.from);
    }
    return end;
  }
  /// Returns true if any tick of [from, to) is shown.
  bool shows(std::int64_t from, std::int64_t to) const {
    return std::ranges::any_of(parts_, [&](const Part& p) { return from < p.to && to > p.from; });
  }
  double width() const { return width_; }
  const std::vector<double>& gaps() const { return gaps_; }
  static constexpr double tick_width = 12, gap_width = 30;

 private:
  struct Part {
    std::int64_t from = 0, to = 0;
    double x = 0;
  };
  std::vector<Part> parts_;
  std::vector<double> gaps_;
  double width_ = 0;
};

constexpr double phases_height = 18, row_height = 18, flight_height = 7;
double height_of(const TimeRow& row) { return row.kind == TimeRow::Kind::flight ? flight_height : row_height; }

void draw_time(render::Pen& pen, ThemeName name, const MapTime& time, const TimeScale& scale, const Texts& texts) {
  const auto& theme = render::theme(name);
  const auto fills = render::palette(render::PaletteName::cutescope, name);
  double bottom = phases_height;
  for (const auto& r : time.rows) bottom += height_of(r);
  for (const auto& p : time.phases) {
    const double from = scale.x(p.from), to = scale.x(p.to);
    const render::Segment edge{from, 3, from, bottom};
    pen.lines({&edge, 1}, theme.hair_line, 1);
    auto words = texts(p.name);
    if (p.line > 0) words = texts(message("{}, line {}", words, p.line));
    if (render::text_width(words, render::Font::sans, 10) + 8 < to - from)
      pen.text(from + 4, 12, words, {render::Font::sans, 10, theme.faint_text, render::Anchor::start});
  }
  double y = phases_height;
  for (const auto& r : time.rows) {
    const double tall = height_of(r), half = tall * 0.36, mid = y + tall / 2;
    y += tall;
    const render::Segment under{0, y, scale.width(), y};
    pen.lines({&under, 1}, theme.hair_line, 0.5);
    for (const auto& bar : r.bars) {
      if (!scale.shows(bar.from, bar.to)) continue;
      const double from = scale.x(bar.from), to = std::max(from + 1, scale.x(bar.to) - 1);
      const auto fill = r.kind == TimeRow::Kind::ordering ? theme.warning
                        : bar.k_tile < 0                  ? theme.card_border
                                                          : fills[static_cast<std::size_t>(bar.k_tile) % fills.size()];
      pen.fill_rect(from, mid - half, to - from, 2 * half, fill);
      if (r.kind != TimeRow::Kind::stage || bar.k_tile < 0) continue;
      const auto words = texts(message("k tile {}", bar.k_tile));
      if (render::text_width(words, render::Font::sans, 9.5) + 6 < to - from)
        pen.text((from + to) / 2, mid + 3.5, words, {render::Font::sans, 9.5, theme.text, render::Anchor::middle});
    }
  }
  for (const double gap : scale.gaps()) {
    pen.fill_rect(gap, 0, TimeScale::gap_width, bottom, theme.card);
    pen.text(gap + TimeScale::gap_width / 2, phases_height + (bottom - phases_height) / 2 + 4, "…",
             {render::Font::sans_bold, 14, theme.faint_text, render::Anchor::middle});
  }
}

class PlayerWriter {
 public:
  PlayerWriter(const MapStory& story, const MapChoice& choice, const MapPlayerOptions& options)
      : story_(story), map_(*story.map), options_(options), player_(map_player_frames(story, choice, options)), calls_(calls_of(map_)) {}

  std::string page() {
    auto body = this->body();
    const auto data = script_text(this->data());
    const auto style =
        page_colours(player_.colours) + std::string(assets::get("page/figure.css")) + std::string(assets::get("page/map.css"));
    const std::string script(assets::get("page/map.js"));
    body = fmt::format("<div class=\"cutescope-figure cutescope-map whole\" lang=\"{}\" data-theme=\"{}\">\n<style>{}</style>\n{}",
                       options_.language.tag(), escaped(options_.theme), style, body);
    body += "<script type=\"application/json\" class=\"cutescope-map-data\">" + data + "</script>\n";
    body += "<script>" + script + "</script>\n</div>\n";
    return whole_page(
        {.language = options_.language, .title = map_.flow().kernel, .style = style, .script = script, .body = std::move(body)});
  }

 private:
  const MapPlayerFrame& start() const { return player_.frames[player_.start]; }

  /// Returns an element with a text of the program in both languages.
  static std::string said(std::string_view tag, std::string_view name, const Message& m, Language first) {
    const auto english = m.text(), chinese = texts_in(Language::chinese)(m);
    auto html = fmt::format("<{} class=\"{}\"", tag, name);
    if (chinese != english) html += fmt::format(" data-en=\"{}\" data-zh=\"{}\"", escaped(english), escaped(chinese));
    return html + fmt::format(">{}</{}>", escaped(first == Language::chinese ? chinese : english), tag);
  }
  std::string said(std::string_view tag, std::string_view name, const Message& m) const { return said(tag, name, m, options_.language); }

  std::string picture(const Language& language) const {
    const auto& list = start().pictures.at(std::string(language.code)).stretches;
    std::string svg;
    for (std::size_t i = 0; i < list.size(); i += 2)
      for (std::size_t k = 0; k < list[i + 1]; ++k) svg += player_.shapes[list[i] + k];
    return svg;
  }

  std::string facts() {
    const auto& c = start().choice;
    const auto& texts = texts_in(options_.language);
    std::string html;
    for (const auto& f : thread_facts(map_, c.thread, c.k_tile, c.moment, facts_)) {
      html += fmt::format("<section><h3>{}</h3><dl>", escaped(texts(message("{} · line {}", f.title, f.line))));
      for (const auto& row : f.rows) html += fmt::format("<dt>{}</dt><dd>{}</dd>", escaped(texts(row.label)), escaped(row.value));
      html += "</dl></section>\n";
    }
    return html;
  }

  std::string timeline() {
    const TimeScale scale(map_, player_.chosen);
    double height = phases_height;
    for (const auto& r : story_.time.rows) height += height_of(r);
    std::string html = "<div class=\"time\">\n<div class=\"labels\">";
    for (const auto& r : story_.time.rows) {
      if (r.kind == TimeRow::Kind::flight) html += "<span class=\"thin\"></span>";
      else html += said("span", "row", r.title);
    }
    html += "</div>\n<div class=\"rows\"><div class=\"ticks\">";
    for (const auto& language : languages_of(options_)) {
      html +=
          fmt::format("<svg class=\"in-{0}\" width=\"{1:.0f}\" height=\"{2:.0f}\" viewBox=\"0 0 {1:.0f} {2:.0f}\" aria-hidden=\"true\">",
                      language.code, scale.width(), height);
      const auto draw = [&](render::Pen& pen, ThemeName name) { draw_time(pen, name, story_.time, scale, texts_in(language)); };
      for (const auto& shape : render::web_shapes({scale.width(), height}, draw, pairs_)) html += shape;
      html += "</svg>";
    }
    html += fmt::format("<svg class=\"cursor\" width=\"10\" height=\"{0:.0f}\" viewBox=\"0 0 10 {0:.0f}\" aria-hidden=\"true\">", height);
    html += fmt::format("<path d=\"M5 4V{:.0f}\"/><circle cx=\"5\" cy=\"5\" r=\"4\"/></svg></div></div>\n</div>\n", height);
    for (const auto m : player_.chosen.moments) ticks_.push_back(scale.x(map_.order()[m].tick) + TimeScale::tick_width / 2);
    player_.colours.merge(pairs_.rules());
    return html;
  }

  std::string body() {
    const auto& c = start().choice;
    const auto& texts = texts_in(options_.language);
    auto html = fmt::format("<h1 class=\"title\">{}</h1>\n{}\n", escaped(map_.flow().kernel),
                            said("p", "about", Message::list(kernel_words(map_, options_.source, c.thread))));
    html += "<section class=\"panel moves\">" + said("h2", "heading", "The steps of the kernel") + "<ol class=\"calls\">\n";
    const auto now = call_of(map_, calls_, c.moment);
    for (std::size_t i = 0; i < calls_.size(); ++i)
      html += fmt::format("<li data-call=\"{}\" data-depth=\"{}\"{}><span class=\"line\">{}</span> <code>{}</code></li>\n", i,
                          std::min<std::size_t>(calls_[i].depth, 4), i == now ? " aria-current=\"step\"" : "", calls_[i].line,
                          escaped(calls_[i].text));
    html += "</ol></section>\n";
    html += fmt::format(
        "<figure class=\"panel picture\"><div class=\"view\"><svg class=\"map\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-label=\"{2}\">{3}</svg></div>\n",
        options_.width, options_.height, escaped(texts(message("The map of {}", map_.flow().kernel))), picture(options_.language));
    html += fmt::format("<figcaption><p class=\"where\">{}</p><p class=\"says\">{}</p></figcaption></figure>\n",
                        escaped(texts(moment_place(story_, c))), escaped(texts(moment_words(map_, c.moment))));
    html += "<section class=\"panel thread\">" + said("h2", "heading", message("Thread {} at this step", c.thread)) +
            fmt::format("<div class=\"facts\">{}</div></section>\n", facts());
    html += "<section class=\"panel playing\">" + timeline();
    for (const auto& gap : player_.chosen.gaps) html += said("p", "left-out", gap_words(gap)) + "\n";
    return html + "</section>\n";
  }

  Json data() {
    Sayings sayings;
    std::map<std::string, std::size_t> fact_numbers;
    auto facts = Json::array(), frames = Json::array();
    const auto frame_of = [&](std::size_t moment) {
      const auto& all = player_.chosen.moments;
      const auto it = std::lower_bound(all.begin(), all.end(), moment);
      return it == all.end() || *it != moment ? std::int64_t{-1} : it - all.begin();
    };
    for (std::size_t i = 0; i < player_.frames.size(); ++i) {
      const auto& f = player_.frames[i];
      auto of_frame = Json::array();
      for (const auto& block : thread_facts(map_, f.choice.thread, f.choice.k_tile, f.choice.moment, facts_)) {
        auto rows = Json::array();
        for (const auto& row : block.rows) rows.push_back({sayings.add(row.label), row.value});
        Json j{{"title", sayings.add(message("{} · line {}", block.title, block.line))},
               {"frame", frame_of(block.moment)},
               {"rows", std::move(rows)}};
        const auto [it, is_new] = fact_numbers.try_emplace(j.dump(), fact_numbers.size());
        if (is_new) facts.push_back(std::move(j));
        of_frame.push_back(it->second);
      }
      auto pictures = Json::object();
      for (const auto& [code, picture] : f.pictures) pictures[code] = picture.stretches;
      frames.push_back({{"moment", f.choice.moment},
                        {"at", ticks_[i]},
                        {"call", call_of(map_, calls_, f.choice.moment)},
                        {"where", sayings.add(moment_place(story_, f.choice))},
                        {"says", sayings.add(moment_words(map_, f.choice.moment))},
                        {"facts", std::move(of_frame)},
                        {"pictures", std::move(pictures)}});
    }
    const Json packed{{"shapes", player_.shapes}, {"frames", std::move(frames)}, {"facts", std::move(facts)}, {"texts", sayings.json}};
    Json json{{"format", 1}, {"start", player_.start}};
    auto& words = json["words"]["zh"] = Json::object();
    for (const auto* word : map_player_words()) words[word] = texts_in(Language::chinese)(word);
    json["packed"] = "deflate-raw";
    json["data"] = render::to_base64(render::deflated(packed.dump(-1, ' ', false, Json::error_handler_t::replace)));
    return json;
  }

  const MapStory& story_;
  const KernelMap& map_;
  const MapPlayerOptions& options_;
  MapPlayerFrames player_;
  std::vector<MapCall> calls_;
  KnownFacts facts_{};
  render::ThemePairs pairs_{};
  std::vector<double> ticks_{};
};

}  // namespace

std::vector<const char*> map_player_words() {
  return {"Play",       "Pause",     "One step back", "One step forward", "Step",        "Speed",
          "First step", "Last step", "Theme: auto",   "Theme: light",     "Theme: dark", "It moves nothing here."};
}

MapPlayerFrames map_player_frames(const MapStory& story, const MapChoice& choice, const MapPlayerOptions& options) {
  const auto& map = *story.map;
  MapPlayerFrames player{.chosen = frames_of(story, choice.moment, options.most_frames)};
  Shapes shapes(player.shapes);
  render::ThemePairs pairs;
  const render::PageSize size{options.width, options.height};
  auto at = first_choice(map);
  at.thread = choice.thread;
  for (const auto moment : player.chosen.moments) {
    if (moment <= choice.moment) player.start = player.frames.size();
    MapPlayerFrame frame{.choice = moment == choice.moment ? choice : after_steps(map, at, moment)};
    const MapPicture picture(story, frame.choice, size.width, size.height);
    for (const auto& language : languages_of(options)) {
      const auto draw = [&](render::Pen& pen, ThemeName name) {
        pen.fill_rect(0, 0, size.width, size.height, render::theme(name).page);
        picture.draw(pen, render::theme(name), name, texts_in(language));
      };
      frame.pictures.emplace(language.code, shapes.picture(render::web_shapes(size, draw, pairs)));
    }
    player.frames.push_back(std::move(frame));
  }
  player.colours = pairs.rules();
  return player;
}

tl::expected<std::string, Message> map_player(const MapStory& story, const MapChoice& choice, const MapPlayerOptions& options) {
  if (story.map->moments() == 0) return tl::unexpected(why_nothing_plays(*story.map));
  return PlayerWriter(story, choice, options).page();
}

}  // namespace app
