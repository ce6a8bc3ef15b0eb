#include "app/lessons/examples.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/document/setting_words.hpp"
#include "assets/assets.hpp"

namespace app {
namespace {

constexpr std::string_view folder = "sheets/", ending = ".cutes", keyword = "@example";

/// Returns the example that the sheet's `@example` line describes. Without a title the sheet is no example.
Example described(std::string_view text) {
  Example example;
  while (text.starts_with('@')) {
    auto line = algebra::take_until(text, '\n');
    if (next_word(line) != keyword) continue;
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) {
      auto [key, value, assigned] = split_option(word);
      if (key == "title") example.title = std::move(value);
      else if (key == "show") example.show = std::move(value);
      else if (key == "order") example.order = static_cast<int>(integer(value).value_or(0));
    }
  }
  return example;
}

}  // namespace

std::span<const Example> examples() {
  static const auto all = [] {
    std::vector<Example> found;
    for (const auto path : assets::paths()) {
      if (!path.starts_with(folder) || !path.ends_with(ending)) continue;
      const auto name = path.substr(folder.size(), path.size() - folder.size() - ending.size());
      auto example = described(assets::get(path));
      if (example.title.empty() || name.find('.') != std::string_view::npos) continue;
      example.name = name;
      found.push_back(std::move(example));
    }
    std::sort(found.begin(), found.end(), [](const Example& a, const Example& b) { return a.order < b.order; });
    return found;
  }();
  return all;
}

Sheet example_sheet(std::string_view name, Language language) {
  auto text = assets::get(fmt::format("{}{}.{}{}", folder, name, language.code, ending));
  if (text.empty()) text = assets::get(fmt::format("{}{}{}", folder, name, ending));
  auto sheet = parse_sheet(text).value_or(Sheet{});
  // The `@example` line is dropped: the opened sheet is an ordinary one.
  std::erase_if(sheet.unknown, [](const std::string& line) { return line.starts_with(keyword); });
  return sheet;
}

}  // namespace app
