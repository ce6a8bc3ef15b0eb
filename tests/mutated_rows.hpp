#pragma once
// Rows of tests/golden as somebody types them: right expressions of every function, changed at some of their tokens. A byte that is
// changed is almost always a syntax error; a number, a bracket or a name in the place of another is an expression again, and asks for
// what nobody has thought of.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/lexer.hpp"
#include "algebra/language/parser.hpp"
#include "tests/algebra/random_layouts.hpp"
#include "tests/test_data.hpp"

class RowMutator {
  template <class T>
  static const auto& one_of(algebra::random_layouts::Source& r, const T& from) {
    return from[static_cast<std::size_t>(r.below(static_cast<std::int64_t>(std::size(from))))];
  }

 public:
  using Source = algebra::random_layouts::Source;

  RowMutator() {
    std::vector<std::string> files;
    for (const auto& f : std::filesystem::directory_iterator(test_data() + "/golden"))
      if (f.path().extension() == ".tsv") files.push_back(f.path().string());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      auto& of_file = files_.emplace_back();
      std::ifstream in(file);
      for (std::string line; std::getline(in, line);)
        if (auto expression = expression_of(line); !expression.empty()) of_file.push_back(std::move(expression));
      if (of_file.empty()) files_.pop_back();
    }
    if (files_.empty()) std::abort();
    for (const auto& of_file : files_)
      for (const auto& row : of_file)
        for (const auto& token : tokens_of(row)) add_token(token);
  }

  /// Returns a row as it stands. Each file is as likely as another: the long ones are of few functions.
  const std::string& row(Source& r) const {
    const auto& of_file = one_of(r, files_);
    return one_of(r, of_file);
  }

  /// Returns the text with one to four of its tokens changed.
  std::string changed(std::string_view text, Source& r) const {
    auto tokens = tokens_of(text);
    for (auto n = 1 + r.below(4); n > 0; --n) change(tokens, r);
    std::string all;
    for (const auto& t : tokens) all += t;
    return all;
  }

 private:
  using Tokens = std::vector<std::string>;

  static std::size_t place(Source& r, std::size_t count) { return static_cast<std::size_t>(r.below(static_cast<std::int64_t>(count))); }

  /// Returns the first field of a row that is an expression with a call or a tuple; "": none is.
  static std::string expression_of(const std::string& line) {
    constexpr std::size_t longest = 160;
    for (std::size_t begin = 0; begin < line.size() && line[0] != '#';) {
      const auto end = std::min(line.find('\t', begin), line.size());
      const auto field = line.substr(begin, end - begin);
      if (field.size() <= longest && field.find('(') != std::string::npos && algebra::expression::parse(field)) return field;
      begin = end + 1;
    }
    return {};
  }

  /// Pieces and the blanks between them.
  static Tokens tokens_of(std::string_view text) {
    Tokens all;
    std::size_t at = 0;
    for (const auto& p : algebra::expression::lex(text)) {
      if (p.span.begin > at) all.emplace_back(text.substr(at, p.span.begin - at));
      if (p.span.end > p.span.begin) all.emplace_back(text.substr(p.span.begin, p.span.end - p.span.begin));
      at = std::max(at, p.span.end);
    }
    return all;
  }

  static bool is_number(const std::string& t) {
    const auto first = t.find_first_not_of('_');
    return first != std::string::npos && first <= 1 && t[first] >= '0' && t[first] <= '9';
  }
  static bool is_name(const std::string& t) { return (t[0] >= 'a' && t[0] <= 'z') || (t[0] >= 'A' && t[0] <= 'Z'); }
  static bool is_bracket(const std::string& t) {
    return t.size() == 1 && std::string_view("(){}<>[]").find(t[0]) != std::string_view::npos;
  }

  void add_token(const std::string& t) {
    auto* to = is_name(t) ? &names_ : is_number(t) ? &numbers_ : nullptr;
    if (to == nullptr) return;
    if (const auto it = std::lower_bound(to->begin(), to->end(), t); it == to->end() || *it != t) to->insert(it, t);
  }

  std::string number(Source& r, const Tokens& beside) const {
    static constexpr std::array<std::string_view, 26> odd{
        "0",  "0",  "0",  "0",  "1",   "1",       "2",       "3",          "4",          "5",     "7",     "8",     "9",
        "16", "31", "32", "64", "255", "1000003", "1048576", "2147483647", "2147483648", "65536", "1 - 2", "0 - 5", "4611686018427387904"};
    // Static as the others are.
    const bool is_static = std::any_of(beside.begin(), beside.end(), [](const auto& t) { return t[0] == '_' && t.size() > 1; });
    std::string n(r.chance(70) ? one_of(r, odd) : one_of(r, numbers_));
    if (n.find(' ') != std::string::npos) return (is_static ? "_" : "") + std::string("-") + n.substr(4);
    if (n[0] == '_') n.erase(0, 1);
    return is_static && r.chance(80) ? "_" + n : n;
  }

  /// Behind the bracket that closes the one at `begin`.
  static std::size_t behind(const Tokens& tokens, std::size_t begin) {
    int depth = 0;
    for (auto i = begin; i < tokens.size(); ++i) {
      if (tokens[i] == "(" || tokens[i] == "<" || tokens[i] == "{") ++depth;
      if ((tokens[i] == ")" || tokens[i] == ">" || tokens[i] == "}") && --depth == 0) return i + 1;
    }
    return begin + 1;
  }
  /// Returns a part in brackets, or one token.
  static std::pair<std::size_t, std::size_t> part(const Tokens& tokens, Source& r) {
    const auto begin = place(r, tokens.size());
    return {begin, tokens[begin] == "(" || tokens[begin] == "<" ? behind(tokens, begin) : begin + 1};
  }

  void change(Tokens& tokens, Source& r) const {
    static constexpr std::array<std::string_view, 16> marks{"(", ")", ",", ":", "<", ">", "{", "}", "[", "]", "_", "-", "*", "/", "%", "@"};
    if (tokens.empty() || tokens.size() > 400) tokens = tokens_of(row(r));
    const auto kind = r.below(100);
    auto at = place(r, tokens.size());
    if (kind < 45) {  // another number
      for (std::size_t k = 0; k < tokens.size() && !is_number(tokens[at]); ++k) at = (at + 1) % tokens.size();
      if (is_number(tokens[at])) tokens[at] = number(r, tokens);
    } else if (kind < 60) {  // another name
      for (std::size_t k = 0; k < tokens.size() && !is_name(tokens[at]); ++k) at = (at + 1) % tokens.size();
      if (is_name(tokens[at])) tokens[at] = one_of(r, names_);
    } else if (kind < 68) {  // two tokens of a kind change places
      const auto other = place(r, tokens.size());
      if (is_number(tokens[at]) == is_number(tokens[other]) && is_bracket(tokens[at]) == is_bracket(tokens[other]))
        std::swap(tokens[at], tokens[other]);
    } else if (kind < 80) {  // a part of another row in the place of one of this
      const auto other = tokens_of(row(r));
      const auto [from, to] = part(tokens, r);
      const auto [first, last] = part(other, r);
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(from), tokens.begin() + static_cast<std::ptrdiff_t>(to));
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(from), other.begin() + static_cast<std::ptrdiff_t>(first),
                    other.begin() + static_cast<std::ptrdiff_t>(last));
    } else if (kind < 87) {  // a part twice, or in brackets of its own
      const auto [from, to] = part(tokens, r);
      Tokens copy(tokens.begin() + static_cast<std::ptrdiff_t>(from), tokens.begin() + static_cast<std::ptrdiff_t>(to));
      if (r.chance(50)) copy.emplace_back(",");
      else copy.insert(copy.begin(), {"(", one_of(r, names_), "("}), copy.insert(copy.end(), {")", ",", number(r, tokens), ")", ","});
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(from), copy.begin(), copy.end());
    } else if (kind < 94) {  // an empty mode, or one more
      tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), {number(r, tokens), ","});
    } else if (kind < 97) {
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      tokens[at] = std::string(one_of(r, marks));
    }
  }

  std::vector<std::vector<std::string>> files_;  ///< expressions by file
  std::vector<std::string> names_, numbers_;     ///< of all of them, each once
};
