#include "algebra/conjectures/statement.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "algebra/language/lines.hpp"
#include "algebra/language/parser.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/statements.hpp"

namespace algebra::conjectures {
namespace {

using Op = Formula::Op;

/// A word or sign of a statement, outside all brackets.
struct Sign {
  std::size_t begin = 0, end = 0;
};

/// Shifts the places of a tree by `by`, so that they refer to the whole text.
void move_places(expression::Node& node, std::size_t by) {
  for (auto* span : {&node.span, &node.head}) span->begin += by, span->end += by;
  for (auto& child : node.children) move_places(child, by);
  for (auto& index : node.indices) move_places(index, by);
}

/// Reads a statement whose text lies within `whole`.
class Reader {
 public:
  Reader(std::string_view whole, Statement& out) : whole_(whole), out_(out) {}

  Formula formula(std::string_view text) { return either(text); }
  /// Returns the parts before and after the word; nullopt if it does not occur outside brackets.
  static std::optional<std::pair<std::string_view, std::string_view>> cut_at(std::string_view text, std::string_view word) {
    const auto at = find(text, word);
    if (!at) return std::nullopt;
    return std::pair{text.substr(0, at->begin), text.substr(at->end)};
  }
  std::size_t place_of(std::string_view part) const { return static_cast<std::size_t>(part.data() - whole_.data()); }

 private:
  /// Finds the first occurrence of a word or sign outside brackets: a word as a whole word, and `<` and `>` only between blanks, so that
  /// they are not brackets of a tiler or of template arguments.
  static std::optional<Sign> find(std::string_view text, std::string_view sign) {
    for (Cursor cursor(text); !cursor.done(); cursor.step()) {
      if (cursor.depth() != 0 || !cursor.comes(sign)) continue;
      const auto i = cursor.place(), end = i + sign.size();
      const char before = i > 0 ? text[i - 1] : ' ', after = end < text.size() ? text[end] : ' ';
      if (is_word(sign[0]) ? is_word(before) || is_word(after) : after == '=' || before == '=' || before == '!') continue;
      if ((sign == "<" || sign == ">") && !(is_blank(before) && is_blank(after))) continue;
      return Sign{i, end};
    }
    return std::nullopt;
  }

  /// Returns whether the bracket at the text's start closes at its end.
  static bool in_brackets(std::string_view text) {
    Cursor cursor(text, 0, round_brackets);
    return cursor.balanced() && cursor.done();
  }
  static bool is_joined(std::string_view text) {
    constexpr std::array<std::string_view, 11> signs{"and", "or", "not", "==", "!=", "===", "<", ">", "<=", ">=", "&&"};
    return std::any_of(signs.begin(), signs.end(), [&](auto sign) { return find(text, sign).has_value(); });
  }

  Formula joined(Op op, std::string_view text, std::initializer_list<std::string_view> words, Formula (Reader::*part)(std::string_view)) {
    Formula all{.op = op, .sides = {}, .parts = {}};
    for (;;) {
      std::optional<Sign> at;
      for (const auto word : words)
        if (const auto found = find(text, word); found && (!at || found->begin < at->begin)) at = found;
      all.parts.push_back((this->*part)(text.substr(0, at ? at->begin : text.size())));
      if (!at) break;
      text.remove_prefix(at->end);
    }
    if (all.parts.size() > 1) return all;
    auto only = std::move(all.parts[0]);
    return only;
  }
  Formula either(std::string_view text) { return joined(Op::either, text, {"or", "||"}, &Reader::both); }
  Formula both(std::string_view text) { return joined(Op::both, text, {"and", "&&"}, &Reader::single); }

  Formula single(std::string_view text) {
    text = trimmed(text);
    if (const auto word = find(text, "not"); word && word->begin == 0) {
      Formula f{.op = Op::negation, .sides = {}, .parts = {}};
      f.parts.push_back(single(text.substr(word->end)));
      return f;
    }
    if (in_brackets(text) && is_joined(text.substr(1, text.size() - 2))) return formula(text.substr(1, text.size() - 2));
    struct Relation {
      std::string_view sign;
      Op op;
      bool exchanged = false;
    };
    constexpr std::array<Relation, 7> relations{{{"===", Op::same},
                                                 {"==", Op::equal},
                                                 {"!=", Op::differs},
                                                 {"<=", Op::less_equal},
                                                 {">=", Op::less_equal, true},
                                                 {"<", Op::less},
                                                 {">", Op::less, true}}};
    for (const auto& r : relations) {
      const auto parts = cut_at(text, r.sign);
      if (!parts) continue;
      Formula f{.op = r.op, .sides = {}, .parts = {}};
      f.sides.push_back(side(r.exchanged ? parts->second : parts->first));
      f.sides.push_back(side(r.exchanged ? parts->first : parts->second));
      return f;
    }
    for (const auto& [word, op] : {std::pair{std::string_view("defined"), Op::defined}, {std::string_view("kept"), Op::kept}})
      if (text.starts_with(word) && in_brackets(trimmed(text.substr(word.size())))) {
        Formula f{.op = op, .sides = {}, .parts = {}};
        const auto inside = trimmed(text.substr(word.size()));
        f.sides.push_back(side(inside.substr(1, inside.size() - 2)));
        return f;
      }
    Formula f{.op = Op::holds, .sides = {}, .parts = {}};
    f.sides.push_back(side(text));
    return f;
  }

  expression::Node side(std::string_view text) {
    text = trimmed(text);
    const auto begin = place_of(text);
    if (text.empty()) throw Diagnostic{{begin, begin}, {"syntax", "An expression is missing here.", {}}};
    const auto& source = *out_.sources.emplace_back(std::make_unique<const std::string>(text));
    auto tree = expression::parse(source);
    if (!tree) {
      auto d = std::move(tree.error());
      d.span.begin += begin, d.span.end += begin;
      throw d;
    }
    move_places(*tree, begin);
    return std::move(*tree);
  }

  std::string_view whole_;
  Statement& out_;
};

std::optional<Kind> kind_named(std::string_view key) {
  if (key == "layout") return Kind::layout;
  if (key == "integer") return Kind::integer;
  if (key == "shape") return Kind::shape;
  if (key == "swizzle") return Kind::swizzle;
  return std::nullopt;
}

/// Reads `for shape S, swizzle F`, without its colon.
std::vector<FreeName> declared(std::string_view list, std::size_t begin) {
  std::vector<FreeName> names;
  for (std::size_t i = 0; i <= list.size();) {
    const auto comma = std::min(list.find(',', i), list.size());
    std::string_view words = list.substr(i, comma - i);
    const auto from = words.find_first_not_of(' ');
    const auto gap = from == words.npos ? words.npos : words.find(' ', from);
    const auto name = gap == words.npos ? words.npos : words.find_first_not_of(' ', gap);
    const auto kind = gap == words.npos ? std::nullopt : kind_named(words.substr(from, gap - from));
    const auto end = name == words.npos ? words.npos : words.find_last_not_of(' ') + 1;
    if (!kind || name == words.npos ||
        !std::all_of(words.begin() + static_cast<std::ptrdiff_t>(name), words.begin() + static_cast<std::ptrdiff_t>(end), is_word))
      throw Diagnostic{{begin + i, begin + comma},
                       {"syntax", "Kinds and names come before the colon: for shape S, integer n, layout A, swizzle F: ...", {}}};
    names.push_back({std::string(words.substr(name, end - name)), *kind});
    i = comma + 1;
  }
  return names;
}

}  // namespace

tl::expected<Statement, Diagnostic> read_statement(std::string_view text, const Environment& known) {
  Statement s{.text = std::string(text), .sources = {}, .claim = {}, .condition = {}, .names = {}};
  if (text.size() > max_source)
    return tl::unexpected(Diagnostic{{0, text.size()}, {"limit", message("A statement has at most {} bytes.", max_source), {}}});
  try {
    Reader reader(text, s);
    auto rest = text;
    const auto drop = [&](std::string_view word) {
      const auto first = rest.find_first_not_of(" \t\r\n");
      if (first == rest.npos || !rest.substr(first).starts_with(word) ||
          is_word(first + word.size() < rest.size() ? rest[first + word.size()] : ' '))
        return false;
      rest.remove_prefix(first + word.size());
      return true;
    };
    drop("always");
    std::vector<FreeName> given;
    if (drop("for")) {
      const auto colon = rest.find(':');
      if (colon == rest.npos) {
        const auto at = reader.place_of(rest);
        throw Diagnostic{{at, text.size()},
                         {"syntax", "Kinds and names come before the colon: for shape S, integer n, layout A, swizzle F: ...", {}}};
      }
      given = declared(rest.substr(0, colon), reader.place_of(rest));
      rest.remove_prefix(colon + 1);
    }
    auto claim = rest;
    if (const auto parts = Reader::cut_at(rest, "if")) {
      claim = parts->first;
      s.condition.push_back(reader.formula(parts->second));
    }
    s.claim = reader.formula(claim);
    const auto body = rest;
    for (const auto& name : free_names(body)) {
      if (known.contains(name) || name == "and" || name == "or" || name == "not" || name == "if" || name == "defined" || name == "kept")
        continue;
      const auto as_given = std::find_if(given.begin(), given.end(), [&](const FreeName& g) { return g.name == name; });
      const bool small = name[0] >= 'a' && name[0] <= 'z';
      s.names.push_back({name, as_given != given.end() ? as_given->kind : small ? Kind::integer : Kind::layout});
    }
    const auto first_use = [&](const FreeName& n) {
      const auto uses = uses_of(body, n.name);
      return uses.empty() ? body.size() : uses.front().begin;
    };
    std::stable_sort(s.names.begin(), s.names.end(), [&](const FreeName& a, const FreeName& b) { return first_use(a) < first_use(b); });
    return s;
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
}

}  // namespace algebra::conjectures
