// The program in a page, asked as its scripts ask it.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebra/language/vocabulary.hpp"
#include "app/document/facts.hpp"
#include "app/document/sheet.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/launch/launch_plan.hpp"
#include "app/lessons/examples.hpp"
#include "app/lessons/lessons.hpp"
#include "app/system/files.hpp"
#include "app/tools/tools.hpp"
#include "app/web/host.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "tests/test_data.hpp"

using nlohmann::json;
using namespace nlohmann::literals;  // NOLINT(google-build-using-namespace)

namespace {

struct Page {
  app::WebHost host;
  json ask(const std::string& what, const json& more = json::object()) { return json::parse(host.answer(what, more.dump())); }
};

}  // namespace

TEST_CASE("a page begins with the starter sheet") {
  Page page;
  const auto state = page.ask("state");
  const auto sheet = app::example_sheet("starter", app::Language::english);
  REQUIRE(state["entries"].size() == sheet.entries.size());
  CHECK(state["text"] == app::serialise(sheet));
  CHECK(state["problems"] == 1);
  for (const auto& e : state["entries"])
    if (e["name"] == "D") {
      CHECK(e["value"] == "((4,4),(2,2)):((8,1),(32,4))");
      CHECK(e["verdict"]["kept"] == true);
      CHECK(e["card"] == true);
    }
}

TEST_CASE("what is typed is evaluated, and a fix that is offered works") {
  Page page;
  REQUIRE(page.ask("open", {{"text", ""}})["entries"].size() == 1);
  REQUIRE(page.ask("type", {{"entry", 0}, {"text", "A = (8,8):(8,1)"}})["problems"] == 0);
  auto state = page.ask("insert", {{"entry", 1}, {"text", "é = composition(A, 6:3)"}});
  state = page.ask("type", {{"entry", 1}, {"text", "E = composition(A, 6:3)"}});
  REQUIRE(state["problems"] == 1);
  const auto fixes = state["entries"][1]["problem"]["fixes"];
  REQUIRE(!fixes.empty());
  CHECK(page.ask("fix", {{"entry", 1}, {"text", fixes[0]}})["problems"] == 0);
  CHECK(page.ask("move", {{"entry", 1}, {"to", 0}})["entries"][0]["name"] == "E");
  CHECK(page.ask("act", {{"entry", 0}, {"key", "delete"}})["entries"].size() == 1);
  CHECK(page.ask("act", {{"entry", 0}, {"key", "delete"}})["entries"].size() == 1);
}

TEST_CASE("another name typed in a page is another name for who uses it, and one undo takes both back") {
  Page page;
  page.ask("open", {{"text", "A = 4:1\nB = composition(A, 2:1)\n"}, {"first", true}});
  const auto text_of = [](const json& state, std::size_t entry) { return state["entries"][entry]["text"].get<std::string>(); };
  const auto state = page.ask("type", {{"entry", 0}, {"text", "Ax = 4:1"}, {"now", 10}});
  CHECK(text_of(state, 1) == "B = composition(Ax, 2:1)");
  CHECK(state["problems"] == 0);
  CHECK(text_of(page.ask("undo"), 1) == "B = composition(A, 2:1)");
}

TEST_CASE("a page undoes and redoes by the steps of the window's history") {
  Page page;
  CHECK(page.ask("state")["undo"].is_null());
  page.ask("open", {{"text", "A = 4:1\nB = 8:1\n"}, {"first", true}});
  CHECK(page.ask("state")["undo"].is_null());
  CHECK(page.ask("undo") == page.ask("state"));
  const auto text_of = [](const json& state, std::size_t entry) { return state["entries"][entry]["text"].get<std::string>(); };
  const auto type = [&](int entry, const std::string& text, double now) {
    return page.ask("type", {{"entry", entry}, {"text", text}, {"now", now}});
  };
  // Letters in a row are one step; a pause, a word, deletions, another entry and a field that loses the keyboard begin one.
  type(0, "A = 4:12", 10);
  type(0, "A = 4:123", 10.4);
  auto state = type(1, "B = 8:12", 10.5);
  CHECK(state["undo"] == "Undo: type");
  state = page.ask("undo");
  CHECK(text_of(state, 1) == "B = 8:1");
  CHECK(text_of(state, 0) == "A = 4:123");
  CHECK(state["chosen"] == 1);
  state = page.ask("undo");
  CHECK(text_of(state, 0) == "A = 4:1");
  CHECK(state["chosen"] == 0);
  CHECK(state["undo"].is_null());
  CHECK(state["redo"] == "Redo: type");
  CHECK(text_of(page.ask("redo"), 0) == "A = 4:123");
  type(0, "A = 4:1234", 20);
  type(0, "A = 4:123", 20.1);
  CHECK(page.ask("state")["redo"].is_null());
  CHECK(text_of(page.ask("undo"), 0) == "A = 4:1234");
  CHECK(text_of(page.ask("undo"), 0) == "A = 4:123");
  // An edit that restores the text is no step; a drag is one step.
  type(0, "A = 4:1", 30);
  type(0, "A = 4:1 # x", 30.1);
  page.ask("seal");
  const auto drag = [&](int value, double now) {
    return page.ask("number", {{"entry", 0}, {"number", 0}, {"value", value}, {"merge", "drag 0 0"}, {"now", now}});
  };
  drag(5, 31);
  drag(6, 31.2);
  CHECK(page.ask("seal") == json{{"undo", "Undo: change a number"}, {"redo", nullptr}});
  drag(7, 31.3);
  CHECK(text_of(page.ask("undo"), 0) == "A = 6:1 # x");
  CHECK(text_of(page.ask("undo"), 0) == "A = 4:1 # x");
  // An edit without a change is no step, and each opened sheet is one; the launch of a link, and only that, asks for permission.
  CHECK(page.ask("integers", {{"rule", "auto"}})["redo"] == "Redo: change a number");
  const auto before = page.ask("state")["text"];
  state = page.ask("open", {{"text", "@cutescope 1\nA = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4)\n"}, {"link", true}});
  CHECK(state["undo"] == "Undo: open a sheet");
  CHECK(state["launch"]["held"] == true);
  state = page.ask("undo");
  CHECK(state["text"] == before);
  CHECK(state["launch"].is_null());
  CHECK(page.ask("redo")["launch"]["held"] == true);
  page.ask("language", {{"language", "zh"}});
  CHECK(page.ask("state")["undo"] == "撤销：打开工作表");
}

TEST_CASE("places in a text are counted as scripts count them") {
  Page page;
  page.ask("open", {{"text", ""}});
  const auto state = page.ask("type", {{"entry", 0}, {"text", "A = (8,8):(8,1) 𝄞"}});
  const auto& problem = state["entries"][0]["problem"];
  CHECK(problem["begin"] == 16);
  CHECK(problem["end"].get<int>() <= 18);
  const auto found = page.ask("complete", {{"entry", 0}, {"text", "ü = compo"}, {"cursor", 9}});
  REQUIRE(!found["rows"].empty());
  CHECK(found["begin"] == 4);
  CHECK(found["end"] == 9);
  CHECK(found["rows"][0]["name"] == "composition");
}

TEST_CASE("a number is dragged, stepped and slid") {
  Page page;
  page.ask("open", {{"text", ""}});
  page.ask("type", {{"entry", 0}, {"text", "A = (8,8):(8,1)"}});
  CHECK(page.ask("number", {{"entry", 0}, {"number", 0}, {"value", 4}})["entries"][0]["text"] == "A = (4,8):(8,1)");
  CHECK(page.ask("number", {{"entry", 0}, {"number", 1}, {"value", 8}, {"notches", 1}})["entries"][0]["text"] == "A = (4,9):(8,1)");
  CHECK(page.ask("number", {{"entry", 0}, {"number", 1}, {"value", 9}, {"points", 16}})["entries"][0]["text"] == "A = (4,11):(8,1)");
}

TEST_CASE("links, the element, steps, code and figures are the core's") {
  Page page;
  const int d = [&] {
    const auto entries = page.ask("state")["entries"];
    for (int i = 0; i < static_cast<int>(entries.size()); ++i)
      if (entries[static_cast<std::size_t>(i)]["name"] == "D") return i;
    return -1;
  }();
  REQUIRE(d >= 0);
  const auto links = page.ask("links", {{"entry", d}, {"element", 25}})["links"];
  REQUIRE(links.size() > 1);
  CHECK(links[0]["role"] == "pointed");
  CHECK(links[1]["role"] == "operand");
  CHECK(page.ask("element", {{"entry", d}, {"element", 25}})["title"] == "D(9,1) = 42");
  CHECK(page.ask("element", {{"entry", d}, {"element", 64}})["rows"].empty());
  CHECK(!page.ask("steps", {{"entry", d}})["steps"].empty());
  CHECK(page.ask("code", {{"entry", d}})["dialects"].size() == 4);
  CHECK(page.ask("properties", {{"entry", d}})["rows"][0] == json{"size", "64"});
  const auto figure = page.ask("figure");
  CHECK(figure["cards"].get<std::string>().find("data-entry=\"" + std::to_string(d) + "\"") != std::string::npos);
  CHECK(json::parse(figure["data"].get<std::string>()).contains("subjects"));
  for (const auto* format : {"svg", "tex", "html", "hpp", "py"})
    CHECK(page.ask("export", {{"format", format}, {"kind", "card"}, {"entry", d}}).contains("data"));
  CHECK(page.ask("call", {{"name", "composition"}, {"entry", d}})["text"] == "B = composition(D, (4,3):(4,1))");
}

TEST_CASE("a page shows the facts, properties, verdicts and elements that a document has, of entries of every kind") {
  std::string text;
  for (const auto& f : algebra::functions()) {
    if (!f.example.entry.empty()) text += std::string(f.example.entry) + "\n";
    text += std::string(f.example.expression) + "\n";
  }
  text += "@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n";
  Page page;
  const auto state = page.ask("open", {{"text", "A = (8,8):(8,1)\n" + text}});
  const auto sheet = app::parse_sheet(state["text"].get<std::string>());
  REQUIRE(sheet);
  app::SheetEvaluator evaluator;
  evaluator.update(*sheet);
  for (const auto& r : evaluator.results())
    if (r.evaluation && r.evaluation->check) evaluator.set_verdict(r.version, r.evaluation->check({}));
  app::LinkGraph links;
  links.update(evaluator.results());
  const auto launch = app::plan(evaluator, sheet->launch);
  REQUIRE(launch);
  const auto same = [](const json& rows, const std::vector<app::Fact>& facts) {
    json wanted = json::array();
    for (const auto& [label, value] : facts) wanted.push_back({label.text(), value.text()});
    return rows == wanted;
  };
  int values = 0, elements = 0, verdicts = 0;
  for (std::size_t i = 0; i < sheet->entries.size(); ++i) {
    const auto& r = evaluator.results()[i];
    if (!r.evaluation || r.problem) continue;
    INFO(sheet->entries[i].text);
    ++values;
    const auto& entry = state["entries"][i];
    CHECK(entry["facts"] == algebra::Message::list(app::facts_of(r)).text());
    if (const auto words = app::words_of(r.evaluation->verdict, true);
        words && r.evaluation->verdict.kind == algebra::Verdict::Kind::kept) {
      CHECK(entry["verdict"]["text"] == "✓ " + words->sentence.text());
      ++verdicts;
    }
    const auto bits = sheet->entries[i].view.bits_of(r.evaluation->value);
    CHECK(same(page.ask("properties", {{"entry", i}})["rows"], app::properties_of(r.evaluation->value, bits)));
    for (const int coordinate : {0, 3}) {
      const auto facts = app::element_facts({*sheet, evaluator, links, &*launch}, {static_cast<int>(i), coordinate});
      CHECK(same(page.ask("element", {{"entry", i}, {"element", coordinate}})["rows"], facts));
      elements += facts.empty() ? 0 : 1;
    }
  }
  CHECK(values > 150);
  CHECK(elements > 140);
  CHECK(verdicts > 15);
}

TEST_CASE("a launch runs on the CPU, and says what it lacks") {
  Page page;
  page.ask("open", {{"text", "@cutescope 1\nA = (8,8):(8,1)\n"}});
  CHECK(page.ask("state")["launch"].is_null());
  auto state = page.ask("launch", {{"begin", true}, {"fields", json::object()}});
  CHECK(state["launch"]["fields"][1]["value"] == "A");
  CHECK(state["launch"].contains("error"));
  state = page.ask("launch", {{"fields", {{"tile", "(4,4)"}, {"threads", "(2,4)"}}}});
  REQUIRE(!state["launch"].contains("error"));
  bool all = false, same = false;
  for (const auto& row : state["launch"]["report"]) {
    all = all || row == json{"elements touched once", "64 / 64"};
    same = same || row[0] == "same as the algebra";
  }
  CHECK(all);
  CHECK(same);
  // All fields of the kernel, in the window's order; setting a field that the choice does not have changes nothing.
  state = page.ask("launch", {{"fields", {{"grid", "2"}, {"access", "3"}, {"element", "f16"}}}});
  std::string keys;
  for (const auto& field : state["launch"]["fields"]) {
    keys += field["key"].get<std::string>() + " ";
    if (field["key"] == "grid") CHECK(field["value"] == "2");
    if (field["key"] == "access") CHECK(field["value"] == "");
    if (field["key"] == "element") CHECK(field["value"] == "f16");
  }
  CHECK(keys == "kernel tensor tile threads step element memory access target grid block_dims ");
  state = page.ask("launch", {{"fields", {{"memory", "shared"}}}});
  for (const auto& field : state["launch"]["fields"]) CHECK(field["key"] != "target");
}

TEST_CASE("every action that a page offers for a card can be done there, and undone") {
  const std::string sheet =
      "@cutescope 1\nA = (4,2,2):(1,4,8)\nB = (8,2):(2,1)\nT = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)\nn = 3\n# note\n";
  Page page;
  const auto begun = page.ask("open", {{"text", sheet}, {"first", true}});
  // Every entry with a picture has a card that can be shown and hidden, a tiled MMA too.
  for (const auto& [entry, card] : {std::pair{0, true}, {1, true}, {2, true}, {3, false}, {4, false}})
    CHECK(begun["entries"][static_cast<std::size_t>(entry)]["card"] == card);
  int done = 0;
  for (int entry = 0; entry < 5; ++entry) {
    const auto actions = page.ask("actions", {{"entry", entry}})["actions"];
    for (const auto& a : actions) {
      const std::string key = a["key"];
      CAPTURE(key);
      CAPTURE(entry);
      CHECK(app::entry_action(key)->offered_by(app::ActionHost::page));
      CHECK_FALSE(a["title"].get<std::string>().empty());
      std::vector<std::string> values{key == "find" ? "(8,2):(1,8)" : ""};
      if (a.contains("choices")) {
        values.clear();
        for (const auto& c : a["choices"])
          if (c["why"].is_null() && c["on"] == false) values.push_back(c["value"]);
      }
      for (const auto& value : values) {
        const auto answer = page.ask("act", {{"entry", entry}, {"key", key}, {"value", value}});
        if (!a["why"].is_null()) {
          CHECK(answer["error"] == a["why"]);
          continue;
        }
        if (key.starts_with("copy_")) {
          CHECK_FALSE(answer["copy"].get<std::string>().empty());
          continue;
        }
        if (key == "export") {
          CHECK(page.ask("export", {{"format", value}, {"kind", "card"}, {"entry", entry}}).contains("data"));
          continue;
        }
        REQUIRE(answer.contains("text"));
        CHECK(answer["text"] != begun["text"]);
        CHECK(page.ask("undo")["text"] == begun["text"]);
        ++done;
      }
    }
  }
  CHECK(done > 40);
  // A second card has settings of its own, and is closed by itself.
  page.ask("act", {{"entry", 0}, {"key", "another"}});
  page.ask("act", {{"entry", 0}, {"card", 1}, {"key", "transposed"}});
  CHECK(page.ask("figure")["cards"].get<std::string>().find("data-entry=\"0\" data-card=\"1\"") != std::string::npos);
  const auto on = [&](int card, const char* wanted) {
    const auto answer = page.ask("actions", {{"entry", 0}, {"card", card}});
    for (const auto& a : answer["actions"])
      if (a["key"] == wanted) return a["on"].get<bool>();
    return false;
  };
  CHECK(on(1, "transposed"));
  CHECK_FALSE(on(0, "transposed"));
  page.ask("act", {{"entry", 0}, {"card", 1}, {"key", "close"}});
  CHECK(page.ask("actions", {{"entry", 0}, {"card", 1}}).contains("error"));
  CHECK(page.ask("act", {{"entry", 0}, {"key", "close"}})["entries"][0]["visible"] == false);
  CHECK(page.ask("act", {{"entry", 0}, {"key", "visible"}})["entries"][0]["visible"] == true);
}

TEST_CASE("a page finds better layouts, for an entry and for the launch") {
  Page page;
  page.ask("open", {{"text", "S = (32,32):(32,1)\n@launch tensor=S tile=(32,32) threads=(32,1):(1,32) memory=shared access=4\n"}});
  auto found = page.ask("found", {{"entry", -1}});
  REQUIRE(found["rows"].size() > 1);
  CHECK(found["now"] == "2048 wavefronts, 4096 B");
  const auto state = page.ask("put", {{"entry", -1}, {"value", found["rows"][0]["value"]}});
  CHECK(state["launch"]["fields"][1]["value"] == "A");
  CHECK(state["entries"][1]["text"] == "A = " + found["rows"][0]["value"].get<std::string>());
  CHECK(page.ask("found", {{"entry", 0}})["rows"].size() > 1);
  page.ask("open", {{"text", "S = 3\n"}});
  CHECK(page.ask("found", {{"entry", 0}}).contains("why"));
}

TEST_CASE("a page has every field of each kernel that its form has, with its help and its choices") {
  for (const auto& name : gpu::field_with_key("kernel")->choices()) {
    CAPTURE(name);
    Page page;
    page.ask("open", {{"text", "A = (8,8):(8,1)\n@launch tensor=A kernel=" + name + "\n"}});
    for (const auto* memory : {"", "global", "shared"}) {
      const auto state = page.ask("launch", {{"fields", {{"memory", memory}}}});
      std::vector<const gpu::LaunchField*> wanted;
      for (const auto* f : gpu::fields_of(*gpu::kernel_named(name)))
        if (!f->global_only || std::string_view(memory) != "shared") wanted.push_back(f);
      const auto& fields = state["launch"]["fields"];
      REQUIRE(fields.size() == wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        CAPTURE(wanted[i]->key);
        CHECK(fields[i]["key"] == wanted[i]->key);
        CHECK(fields[i]["label"] == wanted[i]->label_in_form());
        CHECK_FALSE(fields[i]["help"].get<std::string>().empty());
        CHECK(fields[i].contains("choices") == (wanted[i]->choices != nullptr));
        if (wanted[i]->choices != nullptr) CHECK(fields[i]["choices"].size() == wanted[i]->choices().size());
      }
    }
  }
  // The result of an automatic choice, and a value that is none of the choices, are shown as in the window.
  Page page;
  page.ask("open", {{"text", "A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4)\n"}});
  const auto choices = [&](const char* key) {
    const auto state = page.ask("state");
    for (const auto& f : state["launch"]["fields"])
      if (f["key"] == key) return f["choices"];
    return json();
  };
  CHECK(choices("element")[0] == json{"", "auto · f32"});
  CHECK(choices("access")[5] == json{"16", "16 B"});
  page.ask("launch", {{"fields", {{"element", "bf16"}}}});
  CHECK(choices("element").back() == json{"bf16", "bf16"});
}

TEST_CASE("a page knows which panels a sheet needs") {
  Page page;
  CHECK(page.ask("open", {{"text", "A = 4:1\n"}})["panels"].is_null());
  CHECK(page.ask("open", {{"text", "@cutescope 1\n@panels\nA = 4:1\n"}})["panels"] == json::array());
  CHECK(page.ask("open", {{"text", "@cutescope 1\n@panels inspector gpu\nA = 4:1\n"}})["panels"] == json{"inspector", "gpu"});
}

TEST_CASE("every lesson is opened in both languages, and its own answers solve it") {
  for (const auto* language : {"en", "zh"}) {
    Page page;
    page.ask("language", {{"language", language}});
    const auto lessons = page.ask("lessons")["lessons"];
    REQUIRE(lessons.size() == app::lesson_names().size());
    for (std::size_t n = 0; n < lessons.size(); ++n) {
      CAPTURE(n);
      auto state = page.ask("lesson", {{"number", n}});
      CHECK(state["lesson"]["title"] == lessons[n]["title"]);
      REQUIRE(!state["exercises"].empty());
      for (std::size_t e = 0; e < state["exercises"].size(); ++e) {
        CHECK(state["exercises"][e]["state"] != "solved");
        state = page.ask("answer", {{"exercise", e}});
        CHECK(state["exercises"][e]["state"] == "solved");
      }
    }
  }
}

TEST_CASE("whatever is asked has an answer") {
  Page page;
  for (const auto* what :
       {"", "nothing", "open", "type", "lesson", "number", "act", "actions", "found", "put", "element", "export", "launch"})
    for (const auto* question :
         {"", "{", "[]", "null", "{}", R"({"entry":-1})", R"({"entry":1e99,"text":7})", R"({"entry":0,"number":99,"value":1})",
          R"({"number":-1})", R"({"format":"png","kind":"card","entry":0})", R"({"text":"@cutescope 99"})", "\xff"}) {
      const auto answer = json::parse(page.host.answer(what, question), nullptr, false);
      REQUIRE(answer.is_object());
      CHECK((!answer.contains("error") || !answer["error"].get<std::string>().empty()));
    }
}

TEST_CASE("a link's launch waits in a page until it is allowed, and a link is no lesson for what it calls itself") {
  Page page;
  const json link{{"text", "@cutescope 1\nA = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4)\n"}, {"link", true}};
  auto state = page.ask("open", link);
  CHECK(state["launch"]["held"] == true);
  CHECK(state["launch"]["asks"] == "The launch came with a link and has not run: 4 blocks of 8 threads with 2 values each, 64 accesses.");
  CHECK_FALSE(state["launch"].contains("report"));
  const auto traces = [&] {
    const auto cards = page.ask("figure")["cards"].get<std::string>();
    return cards.find("card trace") != std::string::npos;
  };
  CHECK_FALSE(traces());
  state = page.ask("type", {{"entry", 0}, {"text", "A = (8,8):(1,8)"}});
  CHECK(state["launch"].contains("asks"));
  state = page.ask("allow_launch");
  CHECK_FALSE(state["launch"].contains("asks"));
  CHECK(state["launch"]["report"].size() > 5);
  CHECK(traces());
  // A file, example or lesson of the user's own needs no permission.
  page.ask("open", link);
  CHECK(page.ask("starter")["launch"]["held"] == false);
  auto own = link;
  own.erase("link");
  CHECK(page.ask("open", own)["launch"].contains("report"));
  CHECK(page.ask("open", {{"text", "@lesson name=layout title=t\nA = 4:1\n"}, {"link", true}})["lesson"]["number"] == -1);
  CHECK(page.ask("lesson", {{"number", 3}})["lesson"]["number"] == 3);
  // In Chinese, too.
  page.ask("language", {{"language", "zh"}});
  CHECK(page.ask("open", link)["launch"]["asks"] ==
        "该启动配置来自链接，尚未运行：4 个线程块，每块 8 个线程，每个线程 2 个值，共 64 次访问。");
}

TEST_CASE("the report of a launch has the page's language, row by row") {
  Page page;
  REQUIRE(!page.ask("language", {{"language", "zh"}}).contains("error"));
  const auto report =
      page.ask("open", {{"text", "A = (60,64):(64,1)\n@launch tensor=A tile=\"(32,32)\" threads=\"(32,4)\"\n"}})["launch"]["report"];
  const auto value = [&](const char* label) {
    for (const auto& row : report)
      if (row[0] == label) return row[1].get<std::string>();
    return std::string("no such row");
  };
  CHECK(value("末端之外") == "4096 次访问中有 256 次被谓词屏蔽（张量的 mode 0：256）");
  CHECK(value("与代数一致") == "3840 个中的 3840 个");
}

TEST_CASE("a large picture is drawn where it is seen, and a key does not wait for it") {
  Page page;
  page.ask("open", {{"text", "S = (4,4):(4,1)\nA = (512,256):(256,1)\n"}});
  const auto figure = page.ask("figure", R"({"opened":[]})"_json);
  const auto cards = figure["cards"].get<std::string>(), data = figure["data"].get<std::string>();
  // All cells would take millions of bytes.
  CHECK(cards.size() < 300'000);
  CHECK(data.size() < 30'000);
  const auto frames = json::parse(data)["cards"];
  CHECK(!frames[0]["frames"][0].contains("part"));
  REQUIRE(frames[1]["frames"][0].contains("part"));
  auto asked = frames[1]["frames"][0]["part"];
  const auto elements = page.ask("elements", asked)["elements"];
  REQUIRE(elements.size() == 512 * 256);
  CHECK(elements[257] == 512 + 1);  // row 1, column 1: 1-D from the left
  asked.update(json::object({{"row", 32}, {"rows", 32}, {"column", 64}, {"columns", 32}, {"labels", true}}));
  const auto part = page.ask("cells", asked);
  const auto svg = part["svg"].get<std::string>();
  const auto has = [&](int index) { return svg.find(">" + std::to_string(index) + "<") != std::string::npos; };
  CHECK(has(32 * 256 + 64));
  CHECK(has(63 * 256 + 95));
  CHECK(!has(31 * 256 + 64));
  CHECK(!has(32 * 256 + 96));
  CHECK(!part["colours"].empty());
  asked["labels"] = false;
  CHECK(page.ask("cells", asked)["svg"].get<std::string>().find("<text") == std::string::npos);
  // Out of the grid there is nothing, and no more than a piece is drawn at once.
  asked.update(json::object({{"row", 1000}, {"labels", true}}));
  CHECK(page.ask("cells", asked)["svg"].get<std::string>().find("<text") == std::string::npos);
  asked.update(json::object({{"row", 0}, {"rows", 1 << 30}, {"column", -5}, {"columns", 1 << 30}}));
  CHECK(page.ask("cells", asked)["svg"].get<std::string>().size() < 1'000'000);
  CHECK(page.ask("text", R"({"entry":1,"element":513})"_json)["text"] == "A(1,1) = 257");
  // After a change it is the new value's.
  page.ask("type", {{"entry", 1}, {"text", "A = (512,256):(1,512)"}});
  asked.update(json::object({{"row", 32}, {"rows", 1}, {"column", 64}, {"columns", 1}}));
  CHECK(page.ask("cells", asked)["svg"].get<std::string>().find(">" + std::to_string(32 + 64 * 512) + "<") != std::string::npos);
}

TEST_CASE("each slice of a large picture, and a large trace, is drawn by its own cells") {
  Page page;
  page.ask("open", {{"text", "A = (64,64,3):(64,1,4096)\nM = (64,64):(64,1)\n@launch tensor=M tile=(64,64) threads=(8,8):(8,1)\n"}});
  const auto cards = json::parse(page.ask("figure", R"({"opened":[]})"_json)["data"].get<std::string>())["cards"];
  REQUIRE(cards.size() == 3);
  auto slice = cards[0]["frames"][2]["part"];
  slice.update(json::object({{"row", 0}, {"rows", 1}, {"column", 0}, {"columns", 1}, {"labels", true}}));
  CHECK(page.ask("cells", slice)["svg"].get<std::string>().find(">8192<") != std::string::npos);
  CHECK(page.ask("elements", slice)["elements"][0] == 8192);
  auto trace = cards[2]["frames"][0]["part"];
  CHECK(trace["trace"] == true);
  trace.update(json::object({{"row", 0}, {"rows", 8}, {"column", 0}, {"columns", 8}, {"labels", true}}));
  CHECK(!page.ask("cells", trace)["svg"].get<std::string>().empty());
}

TEST_CASE("entries are followed from one figure to the next") {
  Page page;
  page.ask("open", {{"text", "A = 4:1\nB = 8:1\nC = 2:1\n"}});
  page.ask("figure", R"({"opened":[]})"_json);
  page.ask("insert", {{"entry", 0}, {"text", "Z = 3:1"}});
  auto figure = page.ask("figure", R"({"opened":[0,2]})"_json);
  CHECK(figure["followed"] == json::array({1, 2, 3}));
  CHECK(figure["opened"] == json::array({1, 3}));
  page.ask("move", {{"entry", 0}, {"to", 2}});
  figure = page.ask("figure", R"({"opened":[1,3]})"_json);
  CHECK(figure["followed"] == json::array({2, 0, 1, 3}));
  CHECK(figure["opened"] == json::array({0, 3}));
  page.ask("type", {{"entry", 0}, {"text", "A = (4,2):(2,1)"}});
  page.ask("act", {{"entry", 1}, {"key", "delete"}});
  figure = page.ask("figure", R"({"opened":[0,1,3,99]})"_json);
  CHECK(figure["followed"][3] == 2);
  CHECK(figure["opened"].size() <= 2);
  page.ask("open", {{"text", "n = 4\n"}});
  figure = page.ask("figure", R"({"opened":[2]})"_json);
  CHECK(figure.contains("error"));
  CHECK(figure["opened"].empty());
}

TEST_CASE("what is pasted into a page is what the program finds in it, one line or many") {
  Page page;
  const auto texts = [](const json& state) {
    std::vector<std::string> all;
    for (const auto& e : state["entries"]) all.push_back(e["text"]);
    return all;
  };
  using Texts = std::vector<std::string>;
  page.ask("open", {{"text", ""}});
  // One line of a compiler, where the cursor is.
  auto state = page.ask("paste", {{"entry", 0}, {"text", "!cute.layout<\"(2,3):(1,2)\">"}, {"begin", 0}, {"end", 0}});
  CHECK(texts(state) == Texts{"(2,3):(1,2)"});
  CHECK(state["cursor"] == 11);
  state = page.ask("paste", {{"entry", 0}, {"text", "é, 4:1"}, {"begin", 1}, {"end", 2}});
  CHECK(texts(state) == Texts{"(é, 4:1,3):(1,2)"});
  CHECK(state["cursor"] == 7);
  CHECK(state["undo"].get<std::string>().ends_with("paste entries"));
  // A foreign line spoils nothing.
  page.ask("open", {{"text", ""}});
  state = page.ask("paste", {{"entry", 0}, {"text", "loading weights...\nsA: (8,8):(8,1)\nelapsed: 3 ms\n"}});
  CHECK(texts(state) == Texts{"sA = (8,8):(8,1)"});
  // A note takes what was copied.
  page.ask("open", {{"text", "# see \n"}});
  CHECK(texts(page.ask("paste", {{"entry", 0}, {"text", "!cute.shape<\"4\">"}, {"begin", 5}, {"end", 5}})).front() ==
        "# see!cute.shape<\"4\">");
  // A log that is opened.
  state = page.ask("open", {{"text", "loading weights...\nsA: (8,8):(8,1)\nelapsed: 3 ms\n"}, {"name", "run.log"}});
  CHECK(texts(state) == Texts{"sA = (8,8):(8,1)"});
  state = page.ask("open", {{"text", "A = 4:1\nB = size(A\n"}, {"name", "mine.txt"}});
  CHECK(texts(state) == Texts{"A = 4:1", "B = size(A"});
}

TEST_CASE("what cannot be written as a program is said, and is no program") {
  Page page;
  page.ask("open", {{"text", "A = (4,3):(3,1)\n"}});
  int programs = 0, refusals = 0;
  const auto code = page.ask("code", R"({"entry":0})"_json);
  for (const auto& d : code["dialects"]) {
    CHECK(d.contains("text") != d.contains("why"));
    programs += d.contains("text") ? 1 : 0;
    refusals += d.contains("why") ? 1 : 0;
  }
  CHECK(programs >= 3);
  CHECK(refusals == 1);  // Triton's has no layout of 3
}

TEST_CASE("an empty sheet says what to do, and whoever is new is offered the first lesson") {
  Page page;
  CHECK(page.ask("state")["offers"][0] == "lessons.first");
  const auto state = page.ask("open", {{"text", ""}});
  CHECK(state["offers"] == json::array({"lessons.first", "file.starter", "file.open"}));
  CHECK(page.ask("figure")["error"].get<std::string>().find("type a layout") != std::string::npos);
  CHECK(page.ask("type", {{"entry", 0}, {"text", "A = 4:1"}})["offers"].empty());
  CHECK(page.ask("lesson", R"({"number":0})"_json)["entries"][1]["pin"] == 14);
  CHECK(page.ask("state")["lesson"]["name"] == "layout");
  CHECK(page.ask("lessons")["lessons"][0]["name"] == "layout");
}

TEST_CASE("a page says what a request wants of the banks, as lesson 13 asks for it") {
  Page page;
  page.ask("lesson", {{"number", 12}});
  const auto banks = page.ask("banks");
  CHECK(banks["position"] == 4);
  CHECK(banks["requests"] == 32);
  REQUIRE(banks["phases"].size() == 1);
  const auto& phase = banks["phases"][0];
  // All lanes want a word of one bank, each in a row of its own.
  CHECK(phase["conflict"] == true);
  CHECK(phase["words"] == "phase 0, T0–T31: 32 words of bank 3, 32 wavefronts");
  REQUIRE(phase["rows"].size() == 32);
  CHECK(phase["rows"][5]["words"] == json::parse(R"([{"bank":3,"thread":5,"threads":"T5","conflict":true}])"));
  CHECK(page.ask("banks", {{"position", 1}})["phases"][0]["words"] == "phase 0, T0–T31: 32 words of bank 0, 32 wavefronts");
  CHECK(page.ask("banks", {{"position", 1000}})["position"] == 32);
  // Its answer has no conflicts.
  const int exercise = 0;
  page.ask("answer", {{"exercise", exercise}});
  CHECK(page.ask("banks")["phases"][0]["conflict"] == false);
  CHECK(page.ask("banks")["phases"][0]["words"] == "phase 0, T0–T31: no bank conflicts, 1 wavefront");
  page.ask("open", {{"text", "A = 4:1\n"}});
  CHECK(page.ask("banks")["phases"].empty());
}

TEST_CASE(
    "the palette of a page finds commands, lessons, entries, examples and operations, also by other words, and says what a page lacks") {
  Page page;
  const auto found = [&](const char* wanted) { return page.ask("palette", {{"wanted", wanted}})["rows"]; };
  const auto first = [&](const char* wanted, const char* key) {
    const auto rows = found(wanted);
    return rows.empty() ? std::string() : rows[0].value(key, std::string());
  };
  const auto all = found("");
  CHECK(all.size() + 1 == page.ask("commands")["commands"].size() + page.ask("tools")["tools"].size());  // all but the palette itself
  CHECK(found("  ").size() == all.size());
  for (const auto& row : found("export"))
    if (row["kind"] == "command") CHECK(row["id"].get<std::string>().starts_with("export."));
  CHECK(first("export", "kind") == "command");
  CHECK(first("theme", "id") == "view.next_theme");
  CHECK(first("dark", "id") == "view.next_theme");
  CHECK(std::ranges::any_of(found("share"), [](const json& row) { return row.value("id", "") == "file.copy_link"; }));
  CHECK(found("lesson 41")[0]["number"] == 40);
  CHECK(first("swizzles", "kind") == "lesson");
  CHECK(first("map", "id") == "kernel.map");
  CHECK(first("gpu", "kind") == "absent");
  CHECK(first("thr", "kind") == "entry");
  CHECK(first("interleave", "name") == "raked_product");
  CHECK(first("zipped_divide", "kind") == "function");
  CHECK(found("qzqz").empty());
  const auto examples = found("example");
  REQUIRE(std::ranges::any_of(examples, [](const json& row) { return row["kind"] == "example"; }));
  for (const auto& row : examples)
    if (row["kind"] == "example") {
      CHECK(page.ask("example", {{"name", row["name"]}})["error"].is_null());
      CHECK(page.ask("undo")["error"].is_null());
    }
  CHECK(page.ask("example", {{"name", "../starter"}})["error"].is_string());
  page.ask("language", {{"language", "zh"}});
  for (const auto* wanted : {"深色", "theme", "导出", "课程"}) CHECK_MESSAGE(!found(wanted).empty(), wanted);
  for (const auto& row : found("gpu"))
    if (row["kind"] == "absent") CHECK(row["small"] != "only the installed program has it");
}

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string kernel_text(const std::string& name) {
  const auto text = app::read_file(test_data() + "/fixtures/kernels/" + name, 1 << 20);
  REQUIRE(text);
  return *text;
}
std::string without(std::string text, std::string_view piece) {
  REQUIRE(text.find(piece) != std::string::npos);
  return text.erase(text.find(piece), piece.size());
}

}  // namespace

TEST_CASE("a page lists every tool with its options, and its palette finds each") {
  Page page;
  const auto tools = page.ask("tools")["tools"];
  REQUIRE(tools.size() == app::tools().size());
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const auto& tool = tools[i];
    INFO(tool.dump());
    CHECK(tool["name"] == app::tools()[i]->name);
    for (const auto* key : {"group", "help", "example"}) CHECK(!tool[key].get<std::string>().empty());
    for (const auto& o : tool["options"]) CHECK(!o["help"].get<std::string>().empty());
    // The page has no folder to write into, starts nothing, and asks for every form at once.
    for (const auto* local : {"json", "format", "language", "output", "front-end", "write-baseline", "into", "run", "device"})
      CHECK(std::ranges::none_of(tool["options"], [&](const json& o) { return o["key"] == local; }));
    std::vector<std::string> wanted, listed;
    for (const auto& o : app::tools()[i]->options())
      if (!o.is_hidden && !o.is_local) wanted.push_back(o.key());
    for (const auto& o : tool["options"]) listed.push_back(o["key"]);
    CHECK(listed == wanted);
    const auto rows = page.ask("palette", {{"wanted", tool["name"]}})["rows"];
    CHECK(std::ranges::any_of(rows, [&](const json& row) { return row["kind"] == "tool" && row["name"] == tool["name"]; }));
  }
  page.ask("language", {{"language", "zh"}});
  const auto chinese = page.ask("tools")["tools"];
  for (std::size_t i = 0; i < tools.size(); ++i) CHECK(chinese[i]["help"] != tools[i]["help"]);
}

TEST_CASE("tools answer in a page, about expressions, its sheet and a file that it has") {
  Page page;
  page.ask("open", {{"text", "@cutescope 1\nA = (4,8):(8,1)\nB = (4,8):(1,4)\n"}});
  const auto ask = [&](const std::string& name, const Pairs& given) { return page.ask("tool", {{"name", name}, {"given", given}}); };
  const auto text = [](const json& answer) { return answer["text"].get<std::string>(); };
  const auto differ = ask("diff", {{"a", "(4,6):(6,1)"}, {"b", "(4,6):(1,4)"}});
  CHECK(differ["status"] == 1);
  CHECK(text(differ).find("A = (4,6):(6,1)") != std::string::npos);
  CHECK(differ["data"].size() == 1);
  CHECK(ask("check", {{"files", "sheet.cutes"}})["status"] == 0);
  CHECK(text(ask("eval", {{"expressions", "sheet.cutes"}, {"expressions", "composition(A, 4:1)"}})).find("4:8") != std::string::npos);
  CHECK(ask("always", {{"lines", "size(coalesce(A)) == size(A)"}, {"time", "0.2"}})["status"] == 0);
  CHECK(ask("always", {{"lines", "cosize(A) == size(A)"}, {"time", "1"}})["status"] == 1);
  CHECK(ask("scales", {{"reads", "sm100 nvfp4"}, {"writes", "row-major M x K/16"}, {"problem", "256,128,64"}})["status"] == 1);
  CHECK(!text(ask("suggest", {{"tile", "(64,64)"}, {"reads", "(32,8):(8,1)"}})).empty());
  CHECK(text(ask("read", {{"source", "sA: (4,8):(8,1)"}})).find("(4,8):(8,1)") != std::string::npos);
  CHECK(text(ask("gemm", {})).starts_with("@cutescope"));
  // A request without an answer has a status and a remark; an unknown tool or option is an error.
  const auto refused = ask("check", {{"files", "other.cutes"}});
  CHECK(refused["status"] == 2);
  CHECK(!(refused["remarks"].get<std::string>() + refused["text"].get<std::string>()).empty());
  CHECK(ask("flow", {{"files", "sheet.cutes"}})["status"] == 2);
  CHECK(ask("window", {})["error"].is_string());
  CHECK(ask("diff", {{"a", "4:1"}})["error"].is_string());
}

TEST_CASE("a page finds what is wrong with the kernel of a program that it has, in its language") {
  Page page;
  const auto right = kernel_text("shared.cu"), wrong = without(right, "    __syncthreads();\n");
  const auto flow = [&](const std::string& text) {
    return page.ask("tool", {{"name", "flow"}, {"given", Pairs{{"files", "shared.cu"}}}, {"files", Pairs{{"shared.cu", text}}}});
  };
  CHECK(flow(right)["status"] == 0);
  CHECK(flow(right)["findings"].empty());
  const auto found = flow(wrong);
  CHECK(found["status"] == 1);
  REQUIRE(!found["findings"].empty());
  for (const auto& f : found["findings"]) {
    CHECK(f["level"] == "error");
    CHECK(f["line"] > 30);
    CHECK(f["file"] == "shared.cu");
  }
  page.ask("language", {{"language", "zh"}});
  CHECK(flow(wrong)["findings"][0]["message"] != found["findings"][0]["message"]);
}

TEST_CASE("a page plays the map of a program's kernel, and of a sheet's") {
  Page page;
  const auto program = kernel_text("shared.cu");
  const auto kernels = page.ask("kernels", {{"file", "shared.cu"}, {"text", program}})["kernels"];
  REQUIRE(kernels.size() == 1);
  CHECK(kernels[0].get<std::string>().starts_with("shared"));
  const auto map = page.ask("map", {{"file", "shared.cu"}, {"text", program}, {"theme", "dark"}});
  CHECK(map["kernels"] == kernels);
  const auto html = map["html"].get<std::string>();
  CHECK(html.find("cutescope-map") != std::string::npos);
  CHECK(html.find("data-theme=\"dark\"") != std::string::npos);
  // The page allows this script and no other (cmake/web/site.mjs), and takes styles where they stand so (assets/page/tools.js).
  const auto script = app::read_file((std::filesystem::path(test_data()).parent_path() / "assets/page/map.js").string(), 1 << 20);
  REQUIRE(script);
  CHECK(html.find("<script>" + *script + "</script>") != std::string::npos);
  CHECK(html.find("<style>") != std::string::npos);
  CHECK(html.find("<style ") == std::string::npos);
  CHECK(page.ask("map", {{"file", "shared.cu"}, {"text", program}, {"kernel", 1}})["error"].is_string());
  const auto none = std::string("int main() { return 0; }\n");
  CHECK(page.ask("kernels", {{"file", "none.cu"}, {"text", none}})["kernels"].empty());
  CHECK(page.ask("map", {{"file", "none.cu"}, {"text", none}})["error"].is_string());
  CHECK(page.ask("kernels", {{"file", "notes.txt"}, {"text", "x"}})["error"].is_string());
  const auto sheet = page.ask("example", {{"name", "kernel_hand"}});
  CHECK(std::ranges::any_of(sheet["entries"], [](const json& e) { return e.contains("depth"); }));
  CHECK(page.ask("map", {{"file", "sheet.cutes"}, {"text", sheet["text"]}})["html"].is_string());
}

TEST_CASE("a page's search of the operations finds what the window's finds") {
  Page page;
  CHECK(page.ask("functions", {{"wanted", "greatest common divisor"}})["functions"][0]["name"] == "gcd");
  CHECK(page.ask("functions", {{"wanted", "qzqz"}})["functions"].empty());
  CHECK(page.ask("functions")["functions"].size() == algebra::functions().size());
}

TEST_CASE("a page's lessons are in groups that have names in both languages") {
  Page page;
  const auto groups = [&] {
    std::vector<std::string> all;
    const auto answer = page.ask("lessons");
    for (const auto& lesson : answer["lessons"])
      if (all.empty() || all.back() != lesson["group"]) all.push_back(lesson["group"]);
    return all;
  };
  const auto english = groups();
  CHECK(english.size() == 9);
  page.ask("language", {{"language", "zh"}});
  const auto chinese = groups();
  REQUIRE(chinese.size() == english.size());
  for (std::size_t i = 0; i < english.size(); ++i) CHECK_MESSAGE(chinese[i] != english[i], english[i]);
}

TEST_CASE("no sheet of the program speaks of a key that a page does not have") {
  Page page;
  for (const auto& example : app::examples())
    for (const auto* language : {"en", "zh"}) {
      page.ask("language", {{"language", language}});
      CHECK_MESSAGE(page.ask("example", {{"name", example.name}})["text"].get<std::string>().find("Ctrl+Shift+M") == std::string::npos,
                    example.name);
    }
}

TEST_CASE("the commands of a page have titles in both languages, and its script does each of them") {
  Page page;
  const auto file = app::read_file((std::filesystem::path(test_data()).parent_path() / "assets/page/app.js").string(), 1 << 20);
  REQUIRE(file);
  page.ask("language", {{"language", "zh"}});
  const auto commands = page.ask("commands")["commands"];
  CHECK(commands.size() > 30);
  for (const auto& c : commands) {
    const auto id = c["id"].get<std::string>();
    CHECK_MESSAGE(c["said"] != c["title"], id);
    CHECK_MESSAGE(file->find("  '" + id + "': {") != std::string::npos, id);
  }
  const auto opened = page.ask("open", {{"text", ""}});
  for (const auto& id : opened["offers"])
    CHECK_MESSAGE(std::ranges::any_of(commands, [&](const json& c) { return c["id"] == id; }), id.get<std::string>());
}
