#include "algebra/language/lines.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "algebra/language/functions.hpp"
#include "algebra/language/lexer.hpp"
#include "algebra/language/tree.hpp"
#include "algebra/language/words.hpp"
#include "algebra/text/statements.hpp"

namespace algebra {
namespace {

using expression::Lexeme;
using expression::Piece;

bool calls_function(const std::vector<Piece>& pieces, std::size_t i) {
  const auto& next = pieces[i + 1];
  const bool templated = next.is("<");
  return (templated || next.is("(") || next.is("{")) && expression::find_function(pieces[i].text, templated) != nullptr;
}

/// Calls `take` with each mention of a free name, as a part of the text.
template <class Take>
void each_free_name(std::string_view text, Take&& take) {
  if (text.size() > max_source) return;
  const auto pieces = expression::lex(text);
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    if (pieces[i].kind != Lexeme::name) continue;
    const bool attribute = i > 0 && pieces[i - 1].is(".");
    const bool keyword = i > 0 && pieces[i + 1].is("=");
    // GMMA::Major::K: the piece's text is only K.
    const auto whole = text.substr(pieces[i].span.begin, pieces[i].span.end - pieces[i].span.begin);
    if (whole.find("GMMA::") != std::string_view::npos) continue;
    const auto after = expression::is_pointer(pieces[i]) ? expression::after_pointer(pieces, i) : i + 1;
    if (after > i + 1) {  // the arguments of gmem_ptr[32b](0x7f00) mention nothing; those of make_gmem_ptr<T>(p) mention its type
      const auto type = expression::type_of_pointer(pieces, i, after);
      if (!type.empty() && !expression::is_word(type)) take(type);
      i = after - 1;
    } else if (!attribute && !keyword && !expression::is_word(pieces[i].text) && !calls_function(pieces, i)) take(pieces[i].text);
  }
}

}  // namespace

std::vector<std::string> free_names(std::string_view text) {
  std::set<std::string_view> names;
  each_free_name(text, [&](std::string_view name) { names.insert(name); });
  return {names.begin(), names.end()};
}

std::vector<SourceSpan> uses_of(std::string_view text, std::string_view wanted) {
  std::vector<SourceSpan> uses;
  each_free_name(text, [&](std::string_view name) {
    const auto begin = static_cast<std::size_t>(name.data() - text.data());
    if (name == wanted) uses.push_back({begin, begin + name.size()});
  });
  return uses;
}

tl::expected<Line, Diagnostic> split_line(std::string_view line) {
  Line result;
  const auto first = line.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return tl::unexpected(Diagnostic{{0, line.size()}, {"syntax", "There is nothing here yet.", {}}});
  if (line[first] == '#') {
    result.is_note = true;
    return result;
  }
  if (line.size() > max_source)
    return tl::unexpected(
        Diagnostic{{0, line.size()}, {"limit", message("An entry has at most {} bytes; this has more.", max_source), {}}});
  result.expression_begin = first;
  // Accepts `=` only after one name or a C++ declaration: name =, static constexpr auto name =, using Name =.
  auto equals = line.find('=');
  if (equals != std::string_view::npos && line.substr(equals).starts_with("==")) equals = std::string_view::npos;
  std::size_t sign = 1;
  constexpr std::string_view full_width = "\xEF\xBC\x9D";  // as Chinese keyboards type it
  if (const auto wide = line.find(full_width); wide < equals) equals = wide, sign = full_width.size();
  const auto head = equals == std::string_view::npos ? std::vector<Piece>{} : expression::lex(line.substr(0, equals));
  const auto count = head.empty() ? 0 : head.size() - 1;
  bool names_only = count >= 1 && count <= 4;
  for (std::size_t i = 0; i < count; ++i) names_only = names_only && head[i].kind == Lexeme::name;
  if (names_only) {
    result.name = head[count - 1].text;
    result.expression_begin = equals + sign;
    while (result.expression_begin < line.size() && line[result.expression_begin] == ' ') ++result.expression_begin;
    if (expression::is_word(result.name))
      return tl::unexpected(Diagnostic{
          head[count - 1].span,
          {"reserved name", message("{} is a word of the language; give the entry another name.", result.name), {result.name + "1"}}});
  }
  result.expression = line.substr(result.expression_begin);
  return result;
}

std::vector<Token> tokens(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  if (first != std::string_view::npos && line[first] == '#') return {{{0, line.size()}, Token::Kind::comment}};
  std::vector<Token> result;
  const auto pieces = expression::lex(line.substr(0, max_source));
  std::size_t end = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    // The lexer leaves out only blanks and comments.
    const auto gap = line.substr(0, pieces[i].span.begin).find_first_not_of(" \t\r\n", end);
    if (gap != std::string_view::npos) result.push_back({{gap, pieces[i].span.begin}, Token::Kind::comment});
    end = pieces[i].span.end;
    auto kind = Token::Kind::punctuation;
    switch (pieces[i].kind) {
      case Lexeme::number:
      case Lexeme::static_number:
      case Lexeme::underscore: kind = Token::Kind::number; break;
      case Lexeme::name: kind = pieces[i].text == "o" || calls_function(pieces, i) ? Token::Kind::function : Token::Kind::name; break;
      case Lexeme::error: kind = Token::Kind::error; break;
      case Lexeme::punctuation: break;
      case Lexeme::end: return result;
    }
    result.push_back({pieces[i].span, kind});
  }
  return result;
}

}  // namespace algebra
