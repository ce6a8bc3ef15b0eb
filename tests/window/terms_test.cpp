// F1 over a single term: every named thing of the window has a topic of its own, and every topic has a card that can be read.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/vocabulary.hpp"
#include "app/commands/help_topics.hpp"
#include "app/document/facts.hpp"
#include "app/launch/gl/trace_session.hpp"
#include "app/launch/launch_rows.hpp"
#include "app/panels/bars/help_card.hpp"
#include "app/panels/places.hpp"
#include "assets/assets.hpp"
#include "entries.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gui.hpp"
#include "render/colourings.hpp"
#include "render/gl/offscreen.hpp"
#include "render/labellings.hpp"
#include "tests/skip.hpp"

using gui::Gui;
using namespace app;
using entries::f1;

namespace {

struct Topic {
  std::string name, title, text, example;
};

std::vector<Topic> all_topics() {
  std::vector<Topic> topics;
  std::istringstream lines{std::string(assets::get("help.tsv"))};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream fields(line);
    auto& t = topics.emplace_back();
    std::getline(fields, t.name, '\t');
    std::getline(fields, t.title, '\t');
    std::getline(fields, t.text, '\t');
    std::getline(fields, t.example, '\t');
  }
  for (const auto& field : gpu::launch_fields()) {
    const std::string label(field.line.empty() ? field.label_in_form() : field.line);
    const auto name = "form:" + label;
    if (std::ranges::none_of(topics, [&](const Topic& t) { return t.name == name; }))
      topics.push_back({name, label, std::string(field.help), ""});
  }
  for (const auto by : render::colourings()) topics.push_back({fmt::format("colour:{}", by->key), by->title, by->help, ""});
  for (const auto by : render::labellings()) topics.push_back({fmt::format("label:{}", by->key), by->title, by->help, ""});
  return topics;
}

bool is_term(const std::string& topic) { return topic.find(':') != std::string::npos; }

/// Returns the faint words that stand at a panel's left margin: the labels of its rows.
std::vector<gui::Drawn> labels(const Gui& g, const Rect& panel, float margin) {
  std::vector<gui::Drawn> found;
  for (const auto& d : g.drawn())
    if (std::abs(d.from.x - panel.from.x - margin) < 3 && d.from.y > panel.from.y && d.to.y < panel.to.y && d.colour == g.ui.ink.faint)
      found.push_back(d);
  return found;
}

/// Labels over which F1 has nothing of its own to say, but for those that begin with one of the exceptions.
std::string without_topic(Gui& g, const std::vector<gui::Drawn>& shown, const std::vector<std::string>& exceptions, int& explained) {
  std::string missing;
  for (const auto& d : shown) {
    if (std::any_of(exceptions.begin(), exceptions.end(), [&](const auto& e) { return d.text.starts_with(e); })) continue;
    g.move(d.centre());
    if (is_term(g.ui.help.topic)) ++explained;
    else missing += fmt::format("{} -> {}\n", d.text, g.ui.help.topic);
  }
  return missing;
}

/// Returns the topic where a text is drawn.
std::string topic_at(Gui& g, std::string_view text, int nth = 0) {
  const auto* d = g.find_containing(text, nth);
  if (d == nullptr) return fmt::format("\"{}\" is not drawn", text);
  g.move(d->centre());
  return g.ui.help.topic;
}

/// Returns the topmost of the canvas that is this text.
const gui::Drawn* on_canvas(const Gui& g, std::string_view text) {
  const auto& place = app::places_of(g.ui).canvas;
  const gui::Drawn* top = nullptr;
  for (const auto& d : g.drawn())
    if (d.text == text && d.from.x > place.from.x && d.to.x < place.to.x && d.from.y > place.from.y &&
        (top == nullptr || d.from.y < top->from.y))
      top = &d;
  return top;
}

Sheet with_launch(const std::string& launch) {
  auto sheet = parse_sheet(
      "A = (64,64):(64,1)\nthr = (8,4):(1,8)\nval = (1,4):(4,1)\nmma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))\n@launch " +
      launch + "\n");
  REQUIRE(sheet);
  return *sheet;
}

}  // namespace

TEST_CASE("each row of the inspector has a topic") {
  int explained = 0;
  for (const char* tab : {"inspector.element", "inspector.properties", "inspector.memory"}) {
    Gui g(starter_sheet(), {.width = 1600, .height = 1400});
    g.command(tab);
    g.settle();
    // Headings with an entry's name, and sentences.
    const auto missing = without_topic(
        g, labels(g, app::places_of(g.ui).inspector, 17),
        {"Pinned, in", "Coordinates of", "Made by", "Properties of", "A warp reads", "All requests", "A request is", "thread."}, explained);
    CHECK_MESSAGE(missing.empty(), std::string(tab), ":\n", missing);
  }
  CHECK(explained >= 35);
}

TEST_CASE("the inspector shows the properties, verdicts and elements that a document has, of entries of every kind") {
  Sheet sheet;
  for (const auto& f : algebra::functions()) {
    if (!f.example.entry.empty()) sheet.entries.emplace_back().text = f.example.entry;
    sheet.entries.emplace_back().text = f.example.expression;
  }
  for (auto& e : sheet.entries) e.visible = false;
  Gui g(sheet, {.width = 1600, .height = 1400});
  // A fact that is too long for its line continues on the next one; its first letters identify it.
  const auto shows = [&](const algebra::Message& m) { return g.shows(m.text().substr(0, 12)); };
  int seen = 0;
  for (int i = 0; i < static_cast<int>(sheet.entries.size()) && seen < 100; ++i) {
    const auto& r = g.state.workspace.result(i);
    if (!r.evaluation) continue;
    g.state.view.selected = i;
    g.command("inspector.properties");
    g.frame();
    const auto bits = sheet.entries[static_cast<std::size_t>(i)].view.bits_of(r.evaluation->value);
    auto facts = properties_of(r.evaluation->value, bits);
    if (const auto words = words_of(r.evaluation->verdict, r.decided)) facts.push_back({words->contract, words->found});
    const auto missing = [&](const std::vector<Fact>& all) {
      std::string lines;
      for (const auto& f : all)
        if (!shows(f.label) || !shows(f.value)) lines += fmt::format("{}: {}\n", f.label, f.value);
      return lines;
    };
    CHECK_MESSAGE(missing(facts).empty(), sheet.entries[static_cast<std::size_t>(i)].text, "\n", missing(facts));
    g.command("inspector.element");
    g.frame();
    const auto element = element_facts(g.state.workspace.document_view(), {i, 0});
    CHECK_MESSAGE(missing(element).empty(), sheet.entries[static_cast<std::size_t>(i)].text, "\n", missing(element));
    for (const auto* tab : {"inspector.steps", "inspector.memory", "inspector.code"}) g.command(tab);
    ++seen;
  }
  CHECK(seen == 100);
}

TEST_CASE("the table's columns have the topics of the rows above, down to the last row") {
  Gui g(starter_sheet(), {.width = 1600, .height = 1400});
  for (const auto* column : {"1-D", "R-D", "natural", "index"}) {
    const auto* d = g.find(column, 1);
    REQUIRE(d != nullptr);
    const auto at = d->centre();
    g.move(at);
    CHECK(g.ui.help.topic == fmt::format(":{}", column));
    g.move({at.x, at.y + 40});
    CHECK(g.ui.help.topic == fmt::format(":{}", column));
  }
  CHECK(topic_at(g, "zipped_divide", 1) == "function:zipped_divide");  // what the entry was made by
}

TEST_CASE("each field of the launch's form has a topic, whatever the kernel") {
  int explained = 0;
  for (const char* launch :
       {"tensor=A tile=\"(32,32)\" threads=thr", "kernel=inner_partition tensor=A tile=\"(32,32)\" values=\"(1,4)\"",
        "kernel=tiled_copy tensor=A tile=\"(32,32)\" threads=thr values=val",
        "kernel=tiled_mma tensor=A tile=\"(32,16)\" threads=mma values=C", "kernel=layout partition=\"(4,8,2):(16,2,1)\" memory=shared"}) {
    Gui g(with_launch(launch), {.width = 1600, .height = 1400});
    g.state.view.playback.height = 600;
    g.settle();
    const auto missing = without_topic(g, labels(g, app::places_of(g.ui).launch, 14), {}, explained);
    CHECK_MESSAGE(missing.empty(), std::string(launch), ":\n", missing);
    const auto& settings = g.state.workspace.sheet().launch;
    const auto& plan = g.state.workspace.launch();
    for (const auto& row : launch_rows(settings, plan ? &*plan : nullptr, g.state.view.texts)) {
      const std::string label(row.field->line.empty() ? row.field->label_in_form() : row.field->line);
      CHECK_MESSAGE(g.shows(label), std::string(launch), ": ", label);
      for (const auto& c : row.choices)
        if (c.chosen || row.field->words) CHECK_MESSAGE(g.shows(c.text), std::string(launch), ": ", c.text);
    }
    CHECK(topic_at(g, "Run again") == "form:Run again · live");
  }
  CHECK(explained >= 40);
}

TEST_CASE("each column of the requests has a topic") {
  Gui g(with_launch("tensor=A tile=\"(32,32)\" threads=thr position=3"), {.width = 2400, .height = 1400});
  g.command("run.requests");
  g.settle();
  for (const auto* column : {"block", "warp", "access", "lanes", "address", "lines", "sectors", "ideal", "%", "wavefronts", "conflicts"}) {
    const gui::Drawn* head = nullptr;
    for (const auto& d : g.drawn())
      if (d.text == column && d.from.x > app::places_of(g.ui).launch.from.x + 300 && d.colour == g.ui.ink.faint) head = &d;
    INFO(column, "\n", g.everything());
    REQUIRE(head != nullptr);
    const auto at = head->centre();
    g.move(at);
    CHECK((g.ui.help.topic == fmt::format("requests:{}", column) || g.ui.help.topic == fmt::format(":{}", column)));
  }
}

TEST_CASE("each row of what the hardware saw has a topic") {
  const auto gl = render::gl::Offscreen::create(64, 64);
  if (!gl) {
    skipped("no offscreen OpenGL: " + gl.error().text());
    return;
  }
  int explained = 0;
  for (const char* launch : {"tensor=A tile=\"(32,32)\" threads=thr", "tensor=A tile=\"(32,32)\" threads=thr grid=5",
                             "tensor=A tile=\"(32,32)\" threads=thr memory=shared",
                             "tensor=\"(1024,1024):(1024,1)\" tile=\"(32,32)\" threads=thr target=\"(1024,1024):(1,1024)\"",
                             "tensor=\"(64,64):(0,1)\" tile=\"(32,32)\" threads=thr"}) {
    Gui g(with_launch(launch), {.width = 1600, .height = 1400});
    TraceSession session(gpu::Want::cpu);
    g.ui.trace = &session;
    g.state.view.playback.height = 700;
    REQUIRE_MESSAGE(g.state.workspace.launch(), std::string(launch), ": ",
                    g.state.workspace.launch() ? "" : g.state.workspace.launch().error());
    session.start(*g.state.workspace.launch());
    g.settle();  // what is not known yet has a row as well
    const auto report = [&] {
      const auto* title = g.find("What the CPU found");
      REQUIRE(title != nullptr);
      return Rect{{title->from.x - 14, title->to.y}, app::places_of(g.ui).launch.to};
    };
    auto missing = without_topic(g, labels(g, report(), 14), {}, explained);
    session.finish();
    g.settle();
    missing += without_topic(g, labels(g, report(), 14), {}, explained);
    CHECK_MESSAGE(missing.empty(), std::string(launch), ":\n", missing);
    g.ui.trace = nullptr;
  }
  CHECK(explained >= 60);
}

TEST_CASE("chips, tabs, facts and strips have topics") {
  Gui g;
  g.command("view.frame_times");
  struct Place {
    const char *text, *topic;
  };
  for (const auto& p : std::vector<Place>{{"Integers: ", "bar:integers"},
                                          {"EN / ", "bar:language"},
                                          {"Light", "bar:theme"},
                                          {"Present F5", "bar:present"},
                                          {"CPU", "bar:path"},
                                          {"expressions", "status:problems"},
                                          {"evaluated in", "status:evaluated in"},
                                          {"ms/frame", "status:ms/frame"},
                                          {"Ctrl+K", "status:saved"},
                                          {"colour: tile", "colour:tile"},
                                          {"colour: thread", "colour:thread"},
                                          {"rows: rest", "card:note"},
                                          {"Element", "inspector.0"},
                                          {"Properties", "inspector.1"},
                                          {"Code", "inspector.4"},
                                          {"Banks", "launch.memory.1"},
                                          {"Source", "launch.memory.3"}})
    CHECK_MESSAGE(topic_at(g, p.text) == p.topic, p.text);
  CHECK(topic_at(g, "warp ▾") == "playback:Steps of");
  CHECK(topic_at(g, "1×") == "playback:Speed");
  // The facts beneath an entry, each by itself.
  struct Fact {
    const char* line;
    float part;  ///< how far to the right
    const char* topic;
  };
  for (const auto& f : {Fact{"size 64 · cosize 64 · bijective", 0.1f, ":size"},
                        {"size 64 · cosize 64 · bijective", 0.45f, ":cosize"},
                        {"size 64 · cosize 64 · bijective", 0.9f, ":bijective"},
                        {"tile 4×4 · 4 tiles", 0.2f, "fact:tile"},
                        {"tile 4×4 · 4 tiles", 0.8f, "fact:tiles"},
                        {"tiler", 0.5f, ":tiler"}}) {
    const auto* d = g.find(f.line);
    REQUIRE_MESSAGE(d != nullptr, f.line);
    g.move({d->from.x + f.part * (d->to.x - d->from.x), d->centre().y});
    CHECK_MESSAGE(g.ui.help.topic == f.topic, f.line);
  }
  // Numbers of the selected entry.
  g.state.view.selected = 1;
  g.settle();
  CHECK(topic_at(g, "Parameters") == "parameters:Parameters");
  CHECK(topic_at(g, "shape 0") == "parameters:shape");
  CHECK(topic_at(g, "stride 1") == "parameters:stride");
  g.command("inspector.code");
  g.settle();
  for (const auto* dialect : {"CuTe C++", "CuTe DSL", "pycute", "Triton"}) {
    const auto* d = g.find(dialect);
    REQUIRE(d != nullptr);
    g.move(d->centre());
    CHECK(g.ui.help.topic == fmt::format("code:{}", dialect));
  }
}

TEST_CASE("a card's legend, headings, bars and menu have topics") {
  Gui g;
  g.state.view.selected = 1;
  g.command("view.legend");
  g.settle();
  for (const auto& [text, topic] :
       {std::pair{"7", "card:Headings"}, {"tile", "card:Legend"}}) {  // the first card's last column, and beneath its grid
    const auto* d = on_canvas(g, text);
    REQUIRE(d != nullptr);
    g.move(d->centre());
    CHECK(g.ui.help.topic == topic);
  }
  g.command("teach.predict");
  g.settle();
  CHECK(topic_at(g, "revealed") == "card:prediction");
  g.command("teach.predict");
  g.command("teach.iterate");
  g.settle();
  CHECK(topic_at(g, "by coordinate") == "walk:by coordinate");
  CHECK(topic_at(g, "cells/s") == "walk:Speed");
  CHECK(topic_at(g, "i = 0") == "card:walk");
  const auto* colours = g.find_containing("colour: ");
  REQUIRE(colours != nullptr);
  g.click(colours->centre());
  g.settle();
  for (const auto* item : {"Palette", "Headings", "Transposed", "Legend", "Fill the canvas"}) {
    const auto topic = topic_at(g, item);
    CHECK_MESSAGE((topic == fmt::format("card:{}", item)), item, " -> ", topic);
    g.key(f1);
    g.settle();
    CHECK(app::card_of_help(g.ui).shown == topic);
    g.key(f1);
    g.settle();
  }
}

TEST_CASE("what is scrolled out of sight is not explained") {
  Gui g(with_launch("tensor=A tile=\"(32,32)\" threads=thr"), {.width = 1600, .height = 1000});
  REQUIRE(g.find("Run again · live") != nullptr);
  const auto button = *g.find("Run again · live");
  const auto& place = app::places_of(g.ui).launch;
  for (float y = place.from.y + 1; y < place.to.y; y += 3) {
    g.move({button.centre().x, y});
    if (y > button.to.y + 12) CHECK(g.ui.help.topic == "launch.form");
  }
}

TEST_CASE("every topic is in Chinese, and its example holds") {
  const Texts chinese(Language::chinese);
  std::set<std::string> names;
  for (const auto& t : all_topics()) {
    INFO(t.name);
    CHECK(names.insert(t.name).second);
    CHECK_FALSE(t.title.empty());
    CHECK(t.text.size() > 10);
    CHECK(t.text.size() < 420);
    CHECK(chinese(t.text.c_str()) != t.text);
    CHECK(help_topic(t.name, chinese).example == t.example);
    // Names of products and of instructions are the same in every language, as are the field's words that engineers leave in English.
    static const std::set<std::string, std::less<>> names_of_the_field{"CuTe C++", "CuTe DSL", "pycute", "Triton", "Swizzle", "%",
                                                                       "MMA",      "TMA",      "R-D",    "cosize", "lane",    "wavefront",
                                                                       "warp",     "tile",     "tiler",  "mode",   "bank",    "box"};
    const bool name = names_of_the_field.contains(t.title);
    CHECK_MESSAGE((name || chinese(t.title.c_str()) != t.title), t.title);
    if (t.example.empty()) continue;
    const auto arrow = t.example.find(" -> ");
    REQUIRE(arrow != std::string::npos);
    const auto value = algebra::evaluate(t.example.substr(0, arrow), {}, algebra::IntegerRule::math);
    REQUIRE(value);
    CHECK(algebra::to_string(value->value, algebra::Marks::plain) == t.example.substr(arrow + 4));
  }
}

TEST_CASE("no topic's card is cut off, in either language, at any scale") {
  for (const auto language : {Language::english, Language::chinese})
    for (const auto& look :
         {gui::Look{.width = 1600, .height = 1000, .scale = 1}, gui::Look{.width = 1280, .height = 720, .scale = 1.5f}}) {
      const float scale = look.scale;
      Gui g(starter_sheet(), {.width = look.width, .height = look.height, .scale = scale, .language = language});
      g.move({20 * scale, 120 * scale});
      for (const auto& t : all_topics()) {
        app::card_of_help(g.ui).shown = t.name;
        app::card_of_help(g.ui).shown_of = {{400 * scale, 300 * scale}, {500 * scale, 330 * scale}};
        g.frame();
        g.frame();
        REQUIRE(app::card_of_help(g.ui).shown == t.name);
        const auto* card = ImGui::FindWindowByName("help card");
        REQUIRE(card != nullptr);
        CAPTURE(t.name);
        CAPTURE(scale);
        CAPTURE(language.code);
        CHECK(card->Pos.y + card->Size.y <= static_cast<float>(look.height) * scale);
        // The card is drawn last: from its title to the way to all keys.
        const std::string title = help_topic(t.name, g.state.view.texts).title;
        const auto& all = g.drawn();
        const auto end = std::find_if(all.rbegin(), all.rend(), [&](const auto& d) { return d.text == g.ui.tr("All keys"); });
        const auto begin = std::find_if(end, all.rend(), [&](const auto& d) { return d.text == title; });
        REQUIRE(begin != all.rend());
        int lines = 0;
        float bottom = 0;
        for (auto d = end; d != begin + 1; ++d, ++lines) {
          CHECK_FALSE(d->cut);
          CHECK_FALSE(d->scrolled);
          CHECK(d->to.x <= card->Pos.x + card->Size.x);
          bottom = std::max(bottom, d->to.y);
        }
        CHECK(lines >= 3);
        CHECK(bottom < card->Pos.y + card->Size.y);
      }
    }
}
