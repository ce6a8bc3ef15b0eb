#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <vector>

#include "algebra/text/utf8.hpp"
#include "app/import/open.hpp"
#include "assets/assets.hpp"
#include "random_steps.hpp"
#include "tests/test_data.hpp"

using namespace app;

namespace random_steps {
namespace {

/// All sheets that there are: embedded ones and fixtures.
const std::vector<Sheet>& known_sheets() {
  static const auto all = [] {
    std::vector<Sheet> found;
    for (const auto path : assets::paths())
      if (path.ends_with(".cutes")) found.push_back(parse_sheet(assets::get(path)).value());
    std::vector<std::filesystem::path> files;
    for (const auto& file : std::filesystem::directory_iterator(test_data() + "/fixtures/sheets/v1")) files.push_back(file.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files)
      if (auto sheet = load_sheet(file.string())) found.push_back(std::move(*sheet));
    return found;
  }();
  return all;
}

const std::vector<std::string>& known_lines() {
  static const auto all = [] {
    std::vector<std::string> found{"",
                                   "   ",
                                   "#",
                                   "# ",
                                   "# Größe 中文 🙂",
                                   "@",
                                   "@pin 3",
                                   "@view colour=none",
                                   "@cutescope 9",
                                   "\\@pin 3",
                                   "\\\\@",
                                   "x = (",
                                   "A = A",
                                   "A = B",
                                   "B = A",
                                   "n = 5",
                                   "A = 4:1",
                                   "\"quoted\"",
                                   "A =",
                                   "= 4:1",
                                   "名 = 4:1",
                                   "4:1\t",
                                   "A == B",
                                   "A = (1048576,1048576):(1048576,1)",
                                   "A = (4,(2,3),5):(1,(4,8),24)",
                                   "composition(A, 2:1)",
                                   std::string(300, '('),
                                   "B = zipped_divide(A, <2:1, 2:1>)"};
    for (const auto& sheet : known_sheets())
      for (const auto& e : sheet.entries) found.push_back(e.text);
    return found;
  }();
  return all;
}

constexpr std::array pieces{"(",
                            ")",
                            ",",
                            ":",
                            "_",
                            "0",
                            "1",
                            "2",
                            "8",
                            "-1",
                            "64",
                            " ",
                            " o ",
                            "A",
                            "B",
                            "=",
                            "==",
                            "#",
                            "@",
                            "\"",
                            "<4:1>",
                            "_2",
                            "Swizzle<2,0,3>",
                            "coalesce(",
                            "中",
                            "🙂",
                            "e\xCC\x81",
                            ".",
                            "9223372036854775807",
                            "[32b](0x10)"};

}  // namespace

std::string random_text(Source& r) {
  auto text = one_of(r, known_lines());
  for (auto changes = r.chance(40) ? r.below(4) : 0; changes > 0; --changes) {
    auto at = algebra::next_boundary(text, static_cast<std::size_t>(r.below(static_cast<std::int64_t>(text.size()) + 1)));
    at = std::min(at, text.size());
    const auto end = std::min(text.size(), algebra::next_boundary(text, at + static_cast<std::size_t>(r.below(6))));
    if (r.chance(40)) text.erase(at, end - at);
    else text.insert(at, one_of(r, pieces));
  }
  return text;
}

Sheet random_sheet(Source& r) {
  if (r.chance(65)) return one_of(r, known_sheets());
  Sheet sheet;
  for (auto lines = r.below(12); lines > 0; --lines) sheet.entries.emplace_back().text = random_text(r);
  return sheet;
}

}  // namespace random_steps
