#include "app/actions/entry_source.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/actions/predicting.hpp"
#include "app/actions/slides.hpp"

namespace app {

using algebra::editing::CompletionRow;

void SourceText::prepare(std::string_view of, const std::function<float(std::string_view)>& width) {
  text = of;
  tokens = row_tokens(of);
  numbers = algebra::editing::numbers_in(of);
  unmatched = algebra::editing::unmatched_brackets(of);
  x.assign(of.size() + 1, 0);
  float at_x = 0;
  for (std::size_t i = 0; i < of.size();) {
    const auto n = algebra::next_boundary(of, i + 1) - i;
    std::fill_n(x.begin() + static_cast<std::ptrdiff_t>(i), n, at_x);
    at_x += width(of.substr(i, n));
    i += n;
  }
  x.back() = at_x;
}

std::size_t SourceText::byte_at(float from_left) const {
  std::size_t best = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool inside = i < text.size() && algebra::continues_character(text[i]);
    if (!inside && std::abs(x[i] - from_left) < std::abs(x[best] - from_left)) best = i;
  }
  return best;
}

std::size_t SourceText::last_before(float from_left) const {
  std::size_t last = 0;
  for (auto next = last; next < text.size() && x[next] <= from_left; next = algebra::next_boundary(text, next + 1)) last = next;
  return last;
}

bool BracketsTypedOver::type(char c) {
  if (c == '(' || c == '<' || c == '[') ++opened;
  if (c != ')' && c != '>' && c != ']') return false;
  if (opened > 0) return --opened, false;
  if (passed >= after.size() || after[passed] != c) return false;
  return ++passed, true;
}

bool TypingOffer::follow(int of, const std::string& typed, std::size_t at, bool edited, bool asked, const std::vector<std::string>& names) {
  if (entry == of && text == typed && cursor == at && !asked) return false;
  if (edited || entry != of || asked) shut = false;
  entry = of;
  text = typed;
  cursor = at;
  forced = asked;
  completion = edited || asked ? algebra::editing::complete(text, cursor, asked, names) : algebra::editing::Completion{};
  call = algebra::editing::call_around(text, cursor);
  return true;
}

std::optional<std::pair<std::string, std::size_t>> TypingOffer::with(int row) const {
  if (row < 0 || row >= count()) return std::nullopt;
  const auto& taken = completion.rows[static_cast<std::size_t>(row)];
  const auto [begin, end] = completion.replaced;
  if (end > text.size() || begin > end) return std::nullopt;
  auto completed = text;
  completed.replace(begin, end - begin, taken.written);
  return std::pair(completed, begin + taken.cursor);
}

std::vector<std::string> names_to_complete(const Workspace& workspace) {
  std::vector<std::string> names;
  for (const auto& r : workspace.evaluator().results())
    if (r.is_value() && !r.name.empty()) names.push_back(r.name);
  return names;
}

static std::string_view word_for(CompletionRow::Kind kind) {
  switch (kind) {
    case CompletionRow::Kind::entry: return "entry";
    case CompletionRow::Kind::function: return "function";
    case CompletionRow::Kind::element_type: return "element type";
    case CompletionRow::Kind::order: return "order of modes";
    case CompletionRow::Kind::atom: return "atom";
    case CompletionRow::Kind::mark: return "keyword";
  }
  return "";
}

std::string detail_of(const Workspace& workspace, const ViewState& view, const CompletionRow& row) {
  if (row.kind == CompletionRow::Kind::function) return std::string(row.detail);
  if (row.kind != CompletionRow::Kind::entry) return view.texts(std::string(word_for(row.kind)).c_str());
  const int entry = workspace.evaluator().find(row.name);
  if (entry < 0 || !workspace.result(entry).evaluation || hides_values(workspace, view, entry)) return "…";
  return algebra::to_string(workspace.result(entry).evaluation->value, marks_of(workspace));
}

std::string fact_term(const algebra::Message& fact) {
  std::string term;
  for (const char c : fact.key())
    if (algebra::is_letter(c) || c == ',' || (c == ' ' && !term.empty())) term += c;
  while (term.ends_with(' ')) term.pop_back();
  return term.starts_with("in ") ? "memory" : term;
}

const char* verdict_sign(const EntryResult& result) {
  const auto& v = result.evaluation->verdict;
  const bool kept = v.kind == algebra::Verdict::Kind::kept;
  return kept && v.checked < v.total ? "≈" : kept ? "✓" : result.decided ? "?" : "…";
}

std::string place_words(const EntrySource& source, const Texts& texts) {
  auto text = fmt::format(fmt::runtime(texts("line {} of the program")), source.line);
  if (!source.section.empty()) text += " · " + source.section;
  if (!source.parameter) text += " · " + (source.by == SaidBy::reading ? texts("as it is read") : texts(said_by_words(source.by)));
  return text;
}

}  // namespace app
