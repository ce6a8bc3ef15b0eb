// Tests that the page's texts have a Chinese line.

#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "app/system/files.hpp"
#include "app/system/texts.hpp"
#include "tests/test_data.hpp"

TEST_CASE("the words of the page's scripts are translated") {
  const auto folder = std::filesystem::path(test_data()).parent_path() / "assets/page";
  const app::Texts chinese(app::Language::chinese);
  std::set<std::string> words;
  // Patterns of the texts in the page: arguments of t(), alone or as one of two, labels of elements, lists of keys and of tabs.
  const std::regex kinds[] = {std::regex(R"(\bt\('([^']+)'\))"),
                              std::regex(R"(\? '([^']+)' : '[^']+'\))"),
                              std::regex(R"(\? '[^']+' : '([^']+)'\))"),
                              std::regex(R"((?:title|menu): '([^']+)')"),
                              std::regex(R"re(data-word(?:-label|-placeholder)?="([^"]+)")re"),
                              std::regex(R"(nothing\('([^']+)'\))"),
                              std::regex(R"(\['[^']+', '([^']+)'\])")};
  for (const auto* name : {"app.html", "app.js", "editor.js", "tools.js", "panels.js"}) {
    const auto text = app::read_file((folder / name).string(), 1 << 20);
    REQUIRE_MESSAGE(text, name);
    for (const auto& kind : kinds)
      for (std::sregex_iterator it(text->begin(), text->end(), kind), end; it != end; ++it) words.insert((*it)[1]);
  }
  CHECK(words.size() > 70);
  for (const auto& word : words) {
    if (word.find("中文") != std::string::npos || word.starts_with("Arrow")) continue;  // in both languages at once
    if (word.find(' ') == std::string::npos && !std::isupper(static_cast<unsigned char>(word.front()))) continue;  // keys and classes
    CHECK_MESSAGE(chinese(algebra::Message(std::string_view(word), {})) != word, word);
  }
}
