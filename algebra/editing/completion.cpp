#include "algebra/editing/completion.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/editing/fuzzy.hpp"
#include "algebra/language/lexer.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::editing {
namespace {

using expression::Lexeme;
using expression::Piece;

constexpr std::size_t most_rows = 40;
constexpr int everyday = 40;  ///< outweighs the length of a name, and nothing else

bool is_note(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

/// The word around the cursor, and its part before the cursor.
struct Word {
  std::size_t begin = 0, end = 0;
  std::string_view letters;  ///< before the cursor
};
Word word_at(std::string_view line, std::size_t cursor) {
  cursor = std::min(cursor, line.size());
  Word w{cursor, cursor, {}};
  while (w.begin > 0 && is_word(line[w.begin - 1])) --w.begin;
  while (w.end < line.size() && is_word(line[w.end])) ++w.end;
  w.letters = line.substr(w.begin, cursor - w.begin);
  return w;
}

/// An open bracket, the function that it belongs to, and the number of the current argument.
struct Open {
  char bracket = '(';
  std::string_view name;
  bool method = false;
  std::size_t argument = 0;
};

std::vector<Open> opened_before(const std::vector<Piece>& pieces, std::size_t cursor) {
  std::vector<Open> open;
  std::string_view after_angles;
  for (std::size_t i = 0; i < pieces.size() && pieces[i].kind != Lexeme::end && pieces[i].span.begin < cursor; ++i) {
    const auto& p = pieces[i];
    if (p.span.end > cursor || p.kind != Lexeme::punctuation) continue;
    if (p.is("(") || p.is("<") || p.is("[") || p.is("{")) {
      Open o{.bracket = p.text[0], .name = {}};
      if (i > 0 && pieces[i - 1].kind == Lexeme::name && pieces[i - 1].text != "o") {
        o.name = pieces[i - 1].text;
        o.method = i > 1 && pieces[i - 2].is(".");
        // T<...>::member(
        if (i > 3 && pieces[i - 2].is(":") && pieces[i - 4].is(">"))
          if (const auto* f = function_named(std::string(after_angles) + "::" + std::string(o.name))) o.name = f->name;
      } else if (i > 0 && pieces[i - 1].is(">")) {
        o.name = after_angles;
      }
      open.push_back(o);
    } else if (p.is(")") || p.is(">") || p.is("]") || p.is("}")) {
      if (!open.empty()) {
        after_angles = p.is(">") ? open.back().name : std::string_view{};
        open.pop_back();
      }
    } else if (p.is(",") && !open.empty()) {
      ++open.back().argument;
    }
  }
  return open;
}

/// Returns the parameter at the cursor; "" if no function is called there.
std::string_view parameter_at(const std::vector<Open>& open) {
  if (open.empty()) return {};
  const auto* f = function_named(open.back().name);
  if (!f || (open.back().bracket != '(' && open.back().bracket != '<')) return {};
  const bool angles = open.back().bracket == '<';
  const auto all = signatures_of(*f);
  const auto argument = open.back().argument + (open.back().method && !angles && !all.front().of_method ? 1 : 0);
  return parameter(signature_for(all, argument, angles), argument, angles);
}

using RowKind = CompletionRow::Kind;

RowKind kind_of(algebra::Word::Kind k) {
  switch (k) {
    case algebra::Word::Kind::order: return RowKind::order;
    case algebra::Word::Kind::element_type: return RowKind::element_type;
    case algebra::Word::Kind::mma_atom:
    case algebra::Word::Kind::copy_atom:
    case algebra::Word::Kind::smem_atom: return RowKind::atom;
    case algebra::Word::Kind::mark: break;
  }
  return RowKind::mark;
}

/// Returns whether an atom is an MMA where a copy is expected, or the other way round.
bool is_other_atom(algebra::Word::Kind kind, std::string_view parameter) {
  if (kind == algebra::Word::Kind::mma_atom) return parameter == "copy_operation" || parameter == "copy_atom";
  return kind == algebra::Word::Kind::copy_atom && (parameter == "mma_operation" || parameter == "mma_atom");
}

/// Ranks a kind of completion: likely kinds for the parameter first, then the more common kinds.
int liking(RowKind kind, std::string_view parameter) {
  const bool atom = parameter.ends_with("_operation") || parameter.ends_with("_atom"),
             type = parameter == "type" || parameter == "f16" || parameter == "f32";
  const bool order = parameter == "stride" || parameter == "LayoutLeft";
  switch (kind) {
    case RowKind::entry: return 140;
    case RowKind::function: return 80;
    case RowKind::order: return order ? 200 : 40;
    case RowKind::element_type: return type ? 300 : 0;
    case RowKind::atom: return atom ? 300 : -100;
    case RowKind::mark: return 0;
  }
  return 0;
}

/// Returns the completion of a function: its text with brackets, and the cursor in them.
CompletionRow row_of(const Function& f, bool has_brackets) {
  CompletionRow row{.kind = RowKind::function,
                    .name = std::string(f.name),
                    .written = std::string(f.name),
                    .cursor = f.name.size(),
                    .detail = f.signature,
                    .meaning = f.meaning};
  const auto all = signatures_of(f);
  row.takes_self = all.front().of_method;
  if (const auto scope = f.name.find("::"); scope != f.name.npos) {
    // T<>::member(), with the cursor where its type goes.
    const auto type = f.name.substr(0, scope);
    const bool angles = f.signature.find(std::string(type) + "<") != f.signature.npos;
    row.written = fmt::format("{}{}{}{}", type, angles ? "<>" : "", f.name.substr(scope), f.signature.ends_with("{}") ? "{}" : "()");
    row.cursor = angles ? type.size() + 1 : row.written.size() - 1;
    return row;
  }
  if (has_brackets) return row;
  const bool templated = f.signature.find(std::string(f.name) + "<") != std::string_view::npos && f.arguments.least == 0;
  row.written += templated ? "<>" : "()";
  const bool nothing = !templated && all.front().parameters.empty() && all.front().of_method;  // A.offset()
  row.cursor = row.written.size() - (nothing ? 0 : 1);
  return row;
}

}  // namespace

bool completes_at(std::string_view line, std::size_t cursor, bool forced) {
  if (is_note(line) || cursor > line.size()) return false;
  const auto w = word_at(line, cursor);
  if (!w.letters.empty() && (is_digit(w.letters[0]) || (w.letters[0] == '_' && w.letters.size() < 2))) return false;
  if (w.letters.empty()) return forced;
  // The first word of a line may become the name of the entry, so one letter is no reason to complete.
  const bool first = line.find_first_not_of(" \t") == w.begin;
  return forced || !first || w.letters.size() > 1;
}

Completion complete(std::string_view line, std::size_t cursor, bool forced, std::span<const std::string> entries) {
  Completion c;
  if (!completes_at(line, cursor, forced)) return c;
  const auto w = word_at(line, cursor);
  c.replaced = {w.begin, w.end};
  const auto split = split_line(line);
  if (split && cursor < split->expression_begin && !split->name.empty()) return c;  // in the entry's own name
  const auto own = split ? split->name : std::string{};
  const bool method = w.begin > 0 && line[w.begin - 1] == '.';
  const char next = w.end < line.size() ? line[w.end] : '\0';
  const bool has_brackets = next == '(' || next == '<';
  const auto wanted = parameter_at(opened_before(expression::lex(line), w.begin));

  std::vector<std::pair<int, CompletionRow>> found;
  const auto score = [&](std::string_view name, CompletionRow::Kind kind) -> std::optional<int> {
    const bool whole = name == w.letters && w.end == cursor;
    if (whole && (kind != RowKind::function || has_brackets)) return std::nullopt;  // nothing to add
    const auto match = fuzzy_match(name, w.letters);
    if (!match || (w.letters.size() == 1 && match->rank < by_initials)) return std::nullopt;
    return match->rank + liking(kind, wanted);
  };
  for (const auto& f : functions()) {
    const auto s = score(f.name, RowKind::function);
    if (!s) continue;
    const auto row = row_of(f, has_brackets);
    // Among names with the same beginning, ranks first a name typed completely, then everyday functions in table order, then shorter names.
    const int length = static_cast<int>(f.name.size()), usual = f.name == w.letters ? 2 * everyday : f.everyday ? everyday + length : 0;
    if (!method || row.takes_self || (f.signature.starts_with(f.name) && f.arguments.least == 1)) found.emplace_back(*s + usual, row);
  }
  const auto plain = [&](std::string_view name, RowKind kind) {
    if (const auto s = score(name, kind))
      found.emplace_back(
          *s,
          CompletionRow{
              .kind = kind, .name = std::string(name), .written = std::string(name), .cursor = name.size(), .detail = {}, .meaning = {}});
  };
  if (!method) {
    for (const auto& name : entries)
      if (name != own) plain(name, RowKind::entry);
    for (const auto& word : words()) {
      const auto kind = kind_of(word.kind);
      if (is_other_atom(word.kind, wanted)) continue;
      if (kind != RowKind::atom || w.letters.size() >= 2 || liking(kind, wanted) > 0) plain(word.name, kind);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (found.size() > most_rows) found.resize(most_rows);
  for (auto& [points, row] : found) c.rows.push_back(std::move(row));
  return c;
}

std::optional<CallHelp> call_around(std::string_view line, std::size_t cursor) {
  if (is_note(line)) return std::nullopt;
  const auto pieces = expression::lex(line);
  auto open = opened_before(pieces, cursor);
  // A tuple in an argument is part of the argument.
  while (!open.empty() && !function_named(open.back().name)) open.pop_back();
  if (open.empty() || (open.back().bracket != '(' && open.back().bracket != '<')) return std::nullopt;
  const auto& at = open.back();
  CallHelp help{.function = function_named(at.name), .signature = {}, .active = {}};
  const bool angles = at.bracket == '<';
  const auto all = signatures_of(*help.function);
  if (all.empty()) return std::nullopt;
  const auto argument = at.argument + (at.method && !angles && !all.front().of_method ? 1 : 0);
  help.signature = signature_for(all, argument, angles);
  if (const auto name = parameter(help.signature, argument, angles); !name.empty()) {
    const auto begin = static_cast<std::size_t>(name.data() - help.signature.text.data());
    help.active = {begin, begin + name.size()};
  }
  return help;
}

namespace {

struct Brackets {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  std::vector<std::size_t> alone;
};

Brackets brackets_in(std::string_view line) {
  Brackets b;
  if (is_note(line)) return b;
  std::vector<std::pair<char, std::size_t>> open;
  const auto closer = [](char c) { return c == '(' ? ')' : c == '<' ? '>' : c == '[' ? ']' : '}'; };
  for (const auto& p : expression::lex(line)) {
    if (p.kind != Lexeme::punctuation || p.text.size() != 1) continue;
    const char c = p.text[0];
    if (std::string_view("(<[{").find(c) != std::string_view::npos) open.emplace_back(c, p.span.begin);
    if (std::string_view(")>]}").find(c) == std::string_view::npos) continue;
    // Brackets of another kind opened since then have no partner; neither has a closing bracket that nothing opened.
    auto it = std::find_if(open.rbegin(), open.rend(), [&](const auto& o) { return closer(o.first) == c; });
    if (it == open.rend()) {
      b.alone.push_back(p.span.begin);
      continue;
    }
    while (closer(open.back().first) != c) {
      b.alone.push_back(open.back().second);
      open.pop_back();
    }
    b.pairs.emplace_back(open.back().second, p.span.begin);
    open.pop_back();
  }
  for (const auto& o : open) b.alone.push_back(o.second);
  std::sort(b.alone.begin(), b.alone.end());
  return b;
}

}  // namespace

std::optional<BracketPair> bracket_at(std::string_view line, std::size_t cursor) {
  const auto all = brackets_in(line);
  const auto look = [&](std::size_t at) -> std::optional<BracketPair> {
    for (const auto& [open, close] : all.pairs) {
      if (open == at) return BracketPair{at, close};
      if (close == at) return BracketPair{at, open};
    }
    if (std::find(all.alone.begin(), all.alone.end(), at) != all.alone.end()) return BracketPair{at, std::nullopt};
    return std::nullopt;
  };
  if (cursor > 0)
    if (const auto before = look(cursor - 1)) return before;
  return look(cursor);
}

std::vector<std::size_t> unmatched_brackets(std::string_view line) { return brackets_in(line).alone; }

std::optional<SourceSpan> next_placeholder(std::string_view line, std::size_t cursor, std::span<const std::string> entries) {
  if (is_note(line)) return std::nullopt;
  const auto pieces = expression::lex(line);
  for (const auto& p : pieces) {
    if (p.kind != Lexeme::name || p.span.begin < cursor) continue;
    if (std::find(entries.begin(), entries.end(), p.text) != entries.end()) continue;
    if (parameter_at(opened_before(pieces, p.span.begin)) == p.text) return p.span;
  }
  return std::nullopt;
}

}  // namespace algebra::editing
