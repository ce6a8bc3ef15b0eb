#include "app/import/python_statements.hpp"

#include <algorithm>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

constexpr char inner_break = '\v';

/// Whether text begins with this word, and it ends there.
bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || !algebra::is_word(text[word.size()]));
}

std::string_view word_at(std::string_view text, std::size_t at) {
  auto end = at;
  while (end < text.size() && algebra::is_word(text[end])) ++end;
  return text.substr(at, end - at);
}

// --- Comments and strings

class Blanker {
 public:
  explicit Blanker(std::string_view source) : source_(source), code_(source) {}

  std::string run() {
    while (at_ < source_.size()) step();
    return std::move(code_);
  }

 private:
  /// To there. A line break stays one, or stays countable: within a string it ends no statement.
  void blank(std::size_t end, bool in_string = false) {
    for (end = std::min(end, source_.size()); at_ < end; ++at_) code_[at_] = source_[at_] != '\n' ? ' ' : in_string ? inner_break : '\n';
  }
  std::size_t after(std::string_view what, std::size_t from) const {
    const auto found = source_.find(what, from);
    return found == std::string_view::npos ? source_.size() : found + what.size();
  }

  void step() {
    const auto rest = source_.substr(at_);
    const char c = rest[0];
    if (rest.starts_with("\"\"\"") || rest.starts_with("'''")) return blank(after(rest.substr(0, 3), at_ + 3), true);
    if (c == '#') return blank(std::min(source_.find('\n', at_), source_.size()));
    if (c == '"' || c == '\'') return string(c);
    // Division of integers.
    if (rest.starts_with("//")) code_[at_ + 1] = ' ', ++at_;
    // A line that goes on in the next one.
    if (c == '\\' && (rest.starts_with("\\\n") || rest.starts_with("\\\r\n"))) return blank(after("\n", at_), true);
    if (c == inner_break) code_[at_] = ' ';
    ++at_;
  }

  /// At most to the end of its line.
  void string(char quote) {
    auto end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
      end += source_[end] == '\\' && end + 1 < source_.size() && source_[end + 1] != '\n' ? 2u : 1u;
    blank(end < source_.size() && source_[end] == quote ? end + 1 : end);
  }

  std::string_view source_;
  std::string code_;
  std::size_t at_ = 0;
};

// --- Statements

class Splitter {
 public:
  explicit Splitter(std::string_view code) : code_(code) {}

  std::vector<Statement> run() {
    std::size_t depth = 0, begin = 0;
    for (std::size_t i = 0; i <= code_.size(); ++i) {
      const char c = i < code_.size() ? code_[i] : '\n';
      if (c == '(' || c == '[' || c == '{') ++depth;
      else if (c == ')' || c == ']' || c == '}') depth -= depth > 0 ? 1 : 0;
      const bool goes_on = c == '\n' && i > 0 && i < code_.size() && code_[i - 1] == '\\';
      if (i < code_.size() && (depth > 0 || goes_on || (c != '\n' && c != ';'))) continue;
      line(begin, std::min(i, code_.size()));
      begin = i + 1;
    }
    return std::move(statements_);
  }

 private:
  void add(Statement::Kind kind, std::size_t begin, std::string_view text, bool is_class = false) {
    // Statements come in order, so lines are counted once.
    for (; counted_ < begin; ++counted_) line_ += code_[counted_] == '\n' || code_[counted_] == inner_break ? 1u : 0u;
    statements_.push_back({kind, text, line_, is_class});
  }
  void add_text(std::size_t begin, std::size_t end) {
    const auto text = algebra::trimmed(code_.substr(begin, end - begin));
    if (!text.empty()) add(Statement::Kind::text, static_cast<std::size_t>(text.data() - code_.data()), text);
  }

  void line(std::size_t begin, std::size_t end) {
    const auto text = algebra::trimmed(code_.substr(begin, end - begin));
    if (text.empty()) return;
    const auto at = static_cast<std::size_t>(text.data() - code_.data());
    // What follows a semicolon is as far in as what stands before it.
    if (begin == 0 || code_[begin - 1] == '\n') {
      const auto indent = at - begin;
      for (; !scopes_.empty() && scopes_.back() >= indent; scopes_.pop_back()) add(Statement::Kind::close, at, {});
      const bool is_class = begins_with_word(text, "class");
      if (const auto keyword = is_class                              ? 5u
                               : begins_with_word(text, "async def") ? 9u
                               : begins_with_word(text, "def")       ? 3u
                                                                     : 0u;
          keyword > 0) {
        add(Statement::Kind::open, at, word_at(text, std::min(text.find_first_not_of(blanks, keyword), text.size())), is_class);
        scopes_.push_back(indent);
        return;
      }
    }
    add(Statement::Kind::text, at, text);
  }

  std::vector<std::size_t> scopes_;  ///< indents of the headers that are open
  std::string_view code_;
  std::vector<Statement> statements_;
  std::size_t counted_ = 0, line_ = 1;
};

}  // namespace

std::string bare_code(std::string_view source) { return Blanker(source).run(); }

std::vector<Statement> statements_of(std::string_view code) { return Splitter(code).run(); }

}  // namespace app
