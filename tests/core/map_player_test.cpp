// Tests the map of a kernel as a page that plays, and as slides: its pictures equal the exported ones of the same moments, rounds left out
// of a long loop are announced, and both languages are there.

#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/figures/map_player.hpp"
#include "app/figures/map_slides.hpp"
#include "app/flow/program_flow.hpp"
#include "app/map/map_calls.hpp"
#include "app/map/map_file.hpp"
#include "app/system/files.hpp"
#include "assets/assets.hpp"
#include "render/packed.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace {

MapStory story_named(const std::string& name, const ProgramSettings& settings = {}) {
  const auto source = read_file(fmt::format("{}/fixtures/kernels/{}.cu", test_data(), name), 1 << 20).value();
  auto flows = flows_of_program(source, settings);
  REQUIRE(flows.size() == 1);
  return story_of(std::move(flows[0]));
}

/// Returns the elements of an SVG, without what tells the themes apart.
std::string bare(std::string svg) {
  svg = std::regex_replace(svg, std::regex(" class=\"[fl] c[0-9a-f]{12}\""), "");
  std::erase(svg, '\n');
  return svg;
}

std::string picture(const MapPlayerFrames& player, std::size_t frame, const std::string& language) {
  std::string svg;
  const auto& list = player.frames[frame].pictures.at(language).stretches;
  for (std::size_t i = 0; i < list.size(); i += 2)
    for (std::size_t k = 0; k < list[i + 1]; ++k) svg += player.shapes[list[i] + k];
  return bare(svg);
}

/// Returns the figure that is exported at that moment.
std::string exported(const MapStory& story, const MapChoice& choice, Language language) {
  const auto svg = map_bytes(story, choice, {.theme = render::ThemeName::light}, texts_in(language)).value();
  const auto from = svg.find('>') + 1;
  return bare(svg.substr(from, svg.rfind("</svg>") - from));
}

std::string page_of(const MapStory& story, const MapChoice& choice, const MapPlayerOptions& options = {}) {
  auto page = map_player(story, choice, options);
  REQUIRE(page);
  return std::move(*page);
}

/// The object in the page, unpacked.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" class=\"cutescope-map-data\">";
  const auto from = page.find(begin) + begin.size();
  auto json = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  const auto bytes = render::from_base64(json["data"].get<std::string>());
  REQUIRE(bytes);
  const auto text = render::inflated(*bytes, std::size_t{1} << 30);
  REQUIRE(text);
  json.update(nlohmann::json::parse(*text));
  return json;
}

std::string said(const nlohmann::json& data, const nlohmann::json& number, std::size_t language) {
  const auto& text = data["texts"][number.get<std::size_t>()];
  return text.is_string() ? text.get<std::string>() : text[language].get<std::string>();
}

}  // namespace

TEST_CASE("each picture of a page that plays is what is exported at that moment, in both languages") {
  const auto story = story_named("pipelined");
  auto choice = first_choice(*story.map);
  choice.thread = 37;
  const auto player = map_player_frames(story, choice, {});
  REQUIRE(player.frames.size() == story.map->moments());  // all of a short kernel
  CHECK(player.chosen.gaps.empty());
  CHECK(player.start == choice.moment);
  for (std::size_t i = 0; i < player.frames.size(); i += 7) {
    const auto& c = player.frames[i].choice;
    CHECK(c.moment == i);
    CHECK(c.thread == 37);
    CHECK(picture(player, i, "en") == exported(story, c, Language::english));
    CHECK(picture(player, i, "zh") == exported(story, c, Language::chinese));
  }
  CHECK(picture(player, 0, "en") != picture(player, 30, "en"));
  // A step without a k tile of its own keeps the one before it.
  for (std::size_t i = 0; i < player.frames.size(); ++i)
    if (story.map->k_tile(i) >= 0) CHECK(player.frames[i].choice.k_tile == story.map->k_tile(i));
}

TEST_CASE("a page that plays lists the kernel's moves, and each moment has its line, its words and the thread's facts") {
  const auto story = story_named("pipelined");
  const auto page = page_of(story, first_choice(*story.map), {.source = "pipelined.cu"});
  const auto calls = calls_of(*story.map);
  CHECK(calls.size() > 8);
  for (const auto& c : calls) CHECK_MESSAGE(page.find(fmt::format("<span class=\"line\">{}</span>", c.line)) != std::string::npos, c.text);
  CHECK(page.find("pipelined.cu, line ") != std::string::npos);
  const auto data = data_of(page);
  REQUIRE(data["frames"].size() == story.map->moments());
  for (std::size_t m = 0; m < story.map->moments(); ++m) {
    const auto& f = data["frames"][m];
    const auto& call = calls[f["call"].get<std::size_t>()];
    CHECK(call.line == story.map->step(m).line);
    CHECK(std::ranges::binary_search(call.moments, m));
    CHECK(said(data, f["where"], 0).find(fmt::format("step {} of {}", m + 1, story.map->moments())) != std::string::npos);
    CHECK(said(data, f["says"], 0) == moment_words(*story.map, m).text());
    CHECK(said(data, f["says"], 0) != said(data, f["says"], 1));
  }
  // The first load: 128 threads, 16 rows of 8 halves each ... of A.
  const auto& first = data["frames"][*story.map->load_of(0)];
  CHECK(said(data, first["says"], 0) ==
        "cp.async 16 B brings A to sA: 128 threads, 32 elements each. The threads continue; the data arrives later.");
  const auto& fact = data["facts"][first["facts"][0].get<std::size_t>()];
  CHECK(said(data, fact["title"], 0) == "Loads, cp.async 16 B · line 46");
  CHECK(fact["rows"][0][1] == "A(0…96:32,0…7)");
}

TEST_CASE("of a long loop a page has the first rounds and the last ones, and says what is left out") {
  const auto story = story_named("pipelined", {{"K", "8192"}});
  REQUIRE(story.map->k_tile_count() == 256);
  const auto choice = first_choice(*story.map);
  const auto frames = frames_of(story, choice.moment, 240);
  CHECK(frames.moments.size() <= 240);
  CHECK(frames.moments.size() > 120);
  CHECK(frames.moments.front() == 0);
  CHECK(frames.moments.back() + 1 == story.map->moments());
  REQUIRE(frames.gaps.size() == 1);
  const auto& gap = frames.gaps[0];
  CHECK(gap.first_round >= 2);
  CHECK(gap.last_round < 256);
  // The gap consists of whole rounds: all rounds between the kept ones.
  CHECK(frames.moments.size() + (gap.to - gap.from) == story.map->moments());
  CHECK(story.map->step(gap.from).loops.front().round == gap.first_round);
  CHECK(story.map->step(gap.to).loops.front().round == gap.last_round + 1);
  const auto page = page_of(story, choice);
  CHECK(page.find(gap_words(gap).text()) != std::string::npos);
  CHECK(page.size() < 2'500'000);

  // The requested moment is kept, with a gap on either side.
  const auto asked = *story.map->load_of(120);
  const auto around = frames_of(story, asked, 240);
  CHECK(around.moments.size() <= 240);
  CHECK(std::ranges::binary_search(around.moments, asked));
  CHECK(around.gaps.size() == 2);
  // Without room for rounds the beginning, the requested moment and the end remain.
  const auto few = frames_of(story, asked, 12);
  CHECK(few.moments.size() <= 12);
  CHECK(std::ranges::binary_search(few.moments, asked));
  REQUIRE(few.gaps.size() == 2);
  CHECK(gap_words(few.gaps[0]) == fmt::format("Steps {} to {} are left out.", few.gaps[0].from + 1, few.gaps[0].to));
}

TEST_CASE("roles that go on side by side are played together") {
  const auto story = story_named("tensor_maps");
  const auto player = map_player_frames(story, first_choice(*story.map), {.most_frames = 40});
  CHECK(player.frames.size() <= 40);
  for (const auto& f : player.frames) CHECK(!moment_words(*story.map, f.choice.moment).text().starts_with("What this does"));
  const auto data = data_of(page_of(story, first_choice(*story.map)));
  double before = 0;
  for (const auto& f : data["frames"]) {
    CHECK(f["at"].get<double>() >= before);
    before = f["at"].get<double>();
  }
}

TEST_CASE("a page that plays is in English and in Chinese, and asks for nothing") {
  const auto story = story_named("shared");
  const auto choice = first_choice(*story.map);
  const auto english = page_of(story, choice), chinese = page_of(story, choice, {.language = Language::chinese});
  CHECK(english.find("<html lang=\"en\">") != std::string::npos);
  CHECK(chinese.find("<html lang=\"zh-Hans\">") != std::string::npos);
  for (const auto* page : {&english, &chinese}) {
    CHECK(page->find("data-en=\"The steps of the kernel\" data-zh=\"kernel 的数据移动\"") != std::string::npos);
    CHECK(page->find("default-src 'none'") != std::string::npos);
    // Inline styles would be refused by the page's own policy.
    CHECK(page->find(" style=\"") == std::string::npos);
    CHECK(page->find("src=") == std::string::npos);
  }
  CHECK(chinese.find("全局内存</text>") != std::string::npos);
  CHECK(english.find("Global memory</text>") != std::string::npos);
  // The page is dark if the reader's system is, unless a theme is requested.
  CHECK(english.find("data-theme=\"auto\"") != std::string::npos);
  CHECK(page_of(story, choice, {.theme = "dark"}).find("data-theme=\"dark\"") != std::string::npos);

  const std::string script(assets::get("page/map.js"));
  const Texts texts(Language::chinese);
  std::set<std::string> known;
  for (const std::string word : map_player_words()) {
    known.insert(word);
    CHECK_MESSAGE(std::string(texts(word.c_str())) != word, word);
    if (!word.starts_with("Theme: ")) CHECK_MESSAGE(script.find("'" + word + "'") != std::string::npos, word);
  }
  // Every literal of the script that begins with a capital letter and has two words or more is in the table of words.
  const std::regex words("'([A-Z][a-z]+(?: [a-z.]+)+)'");
  for (auto it = std::sregex_iterator(script.begin(), script.end(), words); it != std::sregex_iterator(); ++it)
    CHECK_MESSAGE(known.contains((*it)[1]), (*it)[1].str());
}

TEST_CASE("slides of a kernel: the kernel, each line where it is met first in a phase, and what the check found") {
  const auto story = story_named("pipelined");
  const auto stops = stops_of(story);
  std::set<std::size_t> lines, of_stops;
  for (std::size_t m = 0; m < story.map->moments(); ++m) lines.insert(story.map->step(m).line);
  for (const auto m : stops) of_stops.insert(story.map->step(m).line);
  CHECK(of_stops == lines);
  CHECK(stops.size() < story.map->moments() / 2);
  CHECK(std::ranges::is_sorted(stops));
  const auto report = check_flow(story.map->flow());
  for (const auto language : {Language::english, Language::chinese}) {
    const auto slides = map_slides(story, first_choice(*story.map), report, {.language = language, .source = "pipelined.cu"});
    REQUIRE(slides);
    CHECK(slides->pages == stops.size() + 2);
    CHECK(slides->pdf.starts_with("%PDF"));
  }
  // A kernel without steps has nothing to play.
  const auto none = story_of(gpu::Flow{.kernel = "none"});
  CHECK(map_slides(none, {}, std::nullopt, {}).error() == "none has no step that is known: there is nothing to play");
  CHECK(map_player(none, {}, {}).error() == "none has no step that is known: there is nothing to play");
  const auto unclear = story_of(gpu::Flow{.kernel = "none", .unclear = {"line 3: copy(a, b): a copy takes two tensors"}});
  CHECK(map_player(unclear, {}, {}).error() ==
        "none has no step that is known, so there is nothing to play: line 3: copy(a, b): a copy takes two tensors");
}

TEST_CASE("a page in one language has the pictures of that language alone") {
  const auto story = story_named("pipelined");
  const MapPlayerOptions options{.language = Language::chinese, .is_bilingual = false, .most_frames = 8};
  const auto player = map_player_frames(story, first_choice(*story.map), options);
  const auto both = map_player_frames(story, first_choice(*story.map), {.most_frames = 8});
  REQUIRE(player.frames.size() == both.frames.size());
  for (std::size_t i = 0; i < player.frames.size(); ++i) {
    CHECK(player.frames[i].pictures.size() == 1);
    CHECK(picture(player, i, "zh") == picture(both, i, "zh"));
  }
  CHECK(player.shapes.size() < both.shapes.size());
}
