#include "algebra/language/pasted.hpp"

#include <algorithm>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/statements.hpp"

namespace algebra {
namespace {

bool is_entry(const std::string& text) {
  const auto line = split_line(text);
  return line && (line->is_note || expression::parse(line->expression).has_value());
}

}  // namespace

std::vector<std::string> entries_in(std::string_view pasted) {
  const auto whole = [&] { return std::vector<std::string>{one_line(pasted)}; };
  if (pasted.size() > max_source || pasted.find_first_of("\n;") == std::string_view::npos) return whole();
  std::vector<std::string> entries;
  for (std::size_t at = 0; at < pasted.size();) {
    // A program's frame is recognised line by line: the brace that opens main closes far below.
    const auto line = trimmed(pasted.substr(at, std::min(pasted.find('\n', at), pasted.size()) - at));
    if (line.empty() || is_frame(line) || line.front() == '#') {
      if (!line.empty() && !is_frame(line)) entries.emplace_back(line);
      at = std::min(pasted.find('\n', at), pasted.size() - 1) + 1;
      continue;
    }
    // The appended line break makes one_line drop comments.
    auto text = one_line(std::string(trimmed(statement_at(pasted, at))) + "\n");
    if (text.empty()) continue;
    if (!is_entry(text)) return whole();
    entries.push_back(std::move(text));
  }
  return entries.size() > 1 ? entries : whole();
}

}  // namespace algebra
