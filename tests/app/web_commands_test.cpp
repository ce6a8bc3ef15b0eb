// Commands that the window and the page have are the same ones: by their ids and their titles.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/commands/commands.hpp"
#include "app/web/web_commands.hpp"

TEST_CASE("a command of the page that the window has, too, has its id and its title there") {
  std::set<std::string> ids;
  int shared = 0;
  for (const auto& c : app::web_commands()) {
    CHECK_MESSAGE(ids.insert(c.id).second, std::string(c.id));
    for (const auto& w : app::commands()) {
      const bool same_id = std::string_view(w.id) == c.id, same_title = std::string_view(w.title) == c.title;
      CHECK_MESSAGE(same_id == same_title, std::string(c.id) << " and " << std::string(w.id) << ": " << std::string(w.title));
      shared += same_id && same_title ? 1 : 0;
    }
  }
  CHECK(shared >= 15);
}
