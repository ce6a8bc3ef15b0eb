// Settings, recent files, and whether the desktop is dark.

#include <doctest/doctest.h>

#include <algorithm>
#include <barrier>
#include <deque>
#include <thread>

#include "algebra/layout/memory_budget.hpp"
#include "app/actions/appearance.hpp"
#include "app/actions/documents.hpp"
#include "app/actions/limiting.hpp"
#include "app/commands/commands.hpp"
#include "app/state/front_end.hpp"
#include "app/state/state.hpp"
#include "app/storage/settings_store.hpp"
#include "app/system/system_theme.hpp"
#include "user_folders_in.hpp"

using namespace app;

TEST_CASE("settings come back as they were left") {
  const Folder folder;
  Settings left;
  {
    State a(starter_sheet());
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    choose_theme(a.view, a.session, ThemeChoice::dark);
    a.view.texts = Texts(Language::chinese);
    a.view.zoom = 1.25f;
    limit_memory(a.workspace, a.session, 256);
    limit_checks(a.workspace, a.session, 0);
    a.session.panels.inspector = 333;
    a.session.panels_open[static_cast<std::size_t>(Panel::gpu)] = false;
    a.view.playback.height = 210;
    a.view.exporting.legend = true;
    a.view.exporting.letters = 18;
    a.view.exporting.title = "this sheet's";
    a.view.export_ending = "pdf";
    a.view.inspector.dialect = algebra::code::Dialect::pycute;
    a.view.presenting.operands = true;
    a.view.presenting.all_steps = true;
    a.view.presenting.laser_colour = LaserColour::orange;
    a.view.presenting.radius = 0.25f;
    a.view.presenting.on = true;
    a.workspace.lessons().solved = {"coalesce"};
    a.workspace.front_end().allowed = {{"/a", true}, {"/b", false}};
    store.placed({40, 50, 1200, 800, true});
    store.finish(a.workspace, a.view, a.session, a.host);
    left = settings_of(a.workspace, a.view, a.session, {});
  }
  State a(starter_sheet());
  SettingsStore store(folders_in(folder));
  store.begin(a.workspace, a.view, a.session, a.host);
  CHECK(a.view.theme == render::ThemeName::dark);
  CHECK(a.view.texts.language() == Language::chinese);
  CHECK(a.view.zoom == 1.25f);
  CHECK(a.session.limits == Limits{256, 0});
  CHECK(algebra::memory_budget().bytes() == 256 << 20);
  CHECK(saved_limits(folders_in(folder)) == Limits{256, 0});
  CHECK(saved_limits({}) == Limits{});
  hold({}, a.workspace);
  CHECK(a.view.playback.height == 210);
  CHECK(a.view.exporting.title.empty());
  CHECK(a.view.exporting.letters == 18);
  CHECK(a.view.inspector.dialect == algebra::code::Dialect::pycute);
  CHECK(a.view.presenting.operands);
  CHECK(a.view.presenting.all_steps);
  CHECK(a.view.presenting.laser_colour == LaserColour::orange);
  CHECK(a.view.presenting.radius == 0.25f);
  CHECK_FALSE(a.view.presenting.on);
  CHECK(a.workspace.lessons().solved == std::set<std::string>{"coalesce"});
  CHECK(a.workspace.front_end().allowed == std::map<std::string, bool>{{"/a", true}, {"/b", false}});
  CHECK(store.window() == WindowPlace{40, 50, 1200, 800, true});
  CHECK(settings_of(a.workspace, a.view, a.session, {}) == left);
}

TEST_CASE("a settings file that is broken is a notice, values that cannot be are the usual ones") {
  const Folder folder;
  std::filesystem::create_directories(folder.at("config"));
  for (const char* text : {"", "{", "[]", "null", "\xFF\xFE", "42"}) {
    folder.file("config/settings.json", text);
    State a(starter_sheet());
    SettingsStore store(folders_in(folder));
    store.begin(a.workspace, a.view, a.session, a.host);
    CHECK_MESSAGE(a.host.notice_is_bad, text);
    CHECK(a.view.zoom == 1);
  }
  const auto s =
      settings_from(R"({"theme": "mauve", "zoom": 1e300, "language": 3, "window": {"width": -5}, "panels": {"sheet": "wide", "launch": -3},
    "export": {"scale": 0, "format": "a long one"}, "solved_lessons": [1, "x"],
    "compiler_allowed": {"/a": 1, "/b": "yes", "/c": null, "/d": true}, "panels_open": {"gpu": 1, "tree": true},
    "code": "basic", "limits": {"memory_mib": 3, "check_seconds": -1}, "presentation": {"laser": 3, "notes": "no", "size": -4}})");
  REQUIRE(s);
  Settings expected;
  expected.solved_lessons = {"x"};
  expected.compiler_allowed = {{"/d", true}};
  expected.limits = {.memory_mib = 64, .check_seconds = 0};
  expected.exporting.scale = 0.1;
  expected.presenting.size = 0.6f;
  CHECK(*s == expected);
}

TEST_CASE("keys of later versions and what another window has changed survive") {
  const auto loaded = *settings_from(R"({"zoom": 1.5, "theme": "light"})");
  auto now = loaded;
  now.theme = ThemeChoice::dark;
  now.solved_lessons = {"a"};
  const auto text =
      to_json(now, loaded, R"({"zoom": 2, "theme": "light", "later": {"x": [1]}, "panels": {"tree": 9}, "solved_lessons": ["b"]})");
  CHECK(text.find("\"later\"") != std::string::npos);
  CHECK(text.find("\"tree\": 9") != std::string::npos);
  const auto again = settings_from(text);
  REQUIRE(again);
  CHECK(again->zoom == 2);                   // the other window's
  CHECK(again->theme == ThemeChoice::dark);  // ours
  CHECK(again->solved_lessons == std::set<std::string>{"a", "b"});
}

TEST_CASE("where the compiler is allowed is what each window has decided last") {
  const auto loaded = *settings_from(R"({"compiler_allowed": {"/a": true, "/b": true}})");
  auto now = loaded;
  now.compiler_allowed["/b"] = false;
  now.compiler_allowed["/c"] = true;
  now.zoom = 2;
  // Another window has taken /a back meanwhile, and allowed /d.
  const auto again = settings_from(to_json(now, loaded, R"({"compiler_allowed": {"/a": false, "/b": true, "/d": true}})"));
  REQUIRE(again);
  CHECK(again->compiler_allowed == std::map<std::string, bool>{{"/a", false}, {"/b", false}, {"/c", true}, {"/d", true}});
  now.compiler_allowed = loaded.compiler_allowed;
  const auto unchanged = settings_from(to_json(now, loaded, R"({"compiler_allowed": {"/a": false}})"));
  CHECK(unchanged->compiler_allowed == std::map<std::string, bool>{{"/a", false}});
}

TEST_CASE("recent files: newest first, once each, shared by windows, forgotten for good") {
  const Folder folder;
  const auto x = folder.file("x.cutes", "A = 4:1\n"), y = folder.file("y.cutes", "B = 4:1\n"), z = folder.file("z.cutes", "C = 4:1\n");
  State a(Sheet{}), b(Sheet{});
  {
    SettingsStore first(folders_in(folder)), second(folders_in(folder));
    first.begin(a.workspace, a.view, a.session, a.host);
    second.begin(b.workspace, b.view, b.session, b.host);
    open_file(a.workspace, a.view, a.session, a.host, x), open_file(a.workspace, a.view, a.session, a.host, y),
        open_file(a.workspace, a.view, a.session, a.host, x);
    open_file(b.workspace, b.view, b.session, b.host, z);
    first.finish(a.workspace, a.view, a.session, a.host);
    second.finish(b.workspace, b.view, b.session, b.host);
  }
  State c(Sheet{});
  SettingsStore store(folders_in(folder));
  store.begin(c.workspace, c.view, c.session, c.host);
  CHECK(c.session.recent_files == std::vector<std::string>{z, x, y});
  c.session.forget_file(x);
  store.finish(c.workspace, c.view, c.session, c.host);
  State d(Sheet{});
  SettingsStore last(folders_in(folder));
  last.begin(d.workspace, d.view, d.session, d.host);
  CHECK(d.session.recent_files == std::vector<std::string>{z, y});
  CHECK(recent_from("{\"files\": [1, \"a\"], \"commands\": 3}").files == std::vector<std::string>{"a"});
  CHECK(recent_from("nonsense").files.empty());
}

TEST_CASE("windows that are opened at once for the first time lose nothing to each other") {
  constexpr int windows = 6;
  for (int round = 0; round < 10; ++round) {
    const Folder folder;
    std::vector<std::string> files;
    for (int i = 0; i < windows; ++i) files.push_back(folder.file(std::to_string(i) + ".cutes", "A = 4:1\n"));
    std::deque<State> states;
    std::deque<SettingsStore> stores;
    for (const auto& file : files) {
      auto& a = states.emplace_back(Sheet{});
      stores.emplace_back(folders_in(folder)).begin(a.workspace, a.view, a.session, a.host);
      a.session.remember_file(file);
    }
    {
      std::barrier together(windows);
      std::vector<std::jthread> ends;
      for (std::size_t i = 0; i < stores.size(); ++i)
        ends.emplace_back([&, i] {
          auto& a = states[i];
          together.arrive_and_wait();
          stores[i].finish(a.workspace, a.view, a.session, a.host);
        });
    }
    State b(Sheet{});
    SettingsStore store(folders_in(folder));
    store.begin(b.workspace, b.view, b.session, b.host);
    auto found = b.session.recent_files;
    std::ranges::sort(found);
    CHECK(found == files);
  }
}

TEST_CASE("without a keeper nothing is remembered anywhere") {
  const Folder folder;
  ::setenv("XDG_CONFIG_HOME", folder.at("c").c_str(), 1);
  ::setenv("XDG_STATE_HOME", folder.at("s").c_str(), 1);
  {
    State a(starter_sheet());
    a.workspace.edit("edit", [](Sheet& s) { s.entries[0].text = "# x"; });
    for (const auto& c : commands())
      if (std::string_view(c.id).starts_with("view.") && c.enabled(a)) c.run(a);
  }
  CHECK(std::filesystem::is_empty(folder.path));
  CHECK(user_folders().config == folder.at("c") + "/cutescope");
  ::setenv("XDG_STATE_HOME", "relative", 1);
  CHECK(user_folders().state.find("relative") == std::string::npos);
  ::unsetenv("XDG_CONFIG_HOME");
  ::unsetenv("XDG_STATE_HOME");
}

TEST_CASE("the desktop's answers: dark, light, or nothing") {
  CHECK(system_is_dark("(<<uint32 1>>,)\n", "") == true);
  CHECK(system_is_dark("(<<uint32 2>>,)\n", "") == false);
  CHECK(system_is_dark("v v u 1\n", "") == true);
  CHECK(system_is_dark("v u 2\n", "Adwaita:dark") == false);
  CHECK(system_is_dark("(<<uint32 0>>,)\n", "") == std::nullopt);
  CHECK(system_is_dark("(<<uint32 0>>,)\n", "Adwaita:dark") == true);
  CHECK(system_is_dark("'prefer-dark'\n'Adwaita'\n", "") == true);
  CHECK(system_is_dark("'default'\n'Yaru-dark'\n", "") == true);
  CHECK(system_is_dark("'default'\n'Yaru'\n", "") == false);
  CHECK(system_is_dark("", "") == std::nullopt);
  CHECK(system_is_dark("Error: no such interface\n", "") == std::nullopt);
}
