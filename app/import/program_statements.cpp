#include "app/import/program_statements.hpp"

#include <algorithm>

#include "algebra/characters.hpp"
#include "app/import/program_definition.hpp"

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
  Blanker(std::string_view source, ProgramLanguage language)
      : source_(source), python_(language == ProgramLanguage::python), code_(source) {}

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
    const bool fresh_line = line_is_empty_;
    if (c == '\n') line_is_empty_ = true;
    else if (c != ' ' && c != '\t' && c != '\r') line_is_empty_ = false;
    if (python_ && (rest.starts_with("\"\"\"") || rest.starts_with("'''"))) return blank(after(rest.substr(0, 3), at_ + 3), true);
    if (python_ ? c == '#' : rest.starts_with("//")) return blank(std::min(source_.find('\n', at_), source_.size()));
    if (!python_ && rest.starts_with("/*")) return blank(after("*/", at_ + 2));
    if (!python_ && c == '#' && fresh_line) return directive();
    if (!python_ && c == '"' && at_ > 0 && source_[at_ - 1] == 'R') return raw_string();
    // 1'000 is a number.
    if (c == '"' || (c == '\'' && (python_ || at_ == 0 || !algebra::is_word(source_[at_ - 1])))) return string(c);
    // Python's division of integers; // is a comment in C++.
    if (python_ && rest.starts_with("//")) code_[at_ + 1] = ' ', ++at_;
    // A line of Python that goes on in the next one.
    if (python_ && c == '\\' && (rest.starts_with("\\\n") || rest.starts_with("\\\r\n"))) return blank(after("\n", at_), true);
    if (c == inner_break) code_[at_] = ' ';
    ++at_;
  }

  /// A line of the preprocessor, with those that it goes on in.
  void directive() {
    for (;;) {
      const auto end = std::min(source_.find('\n', at_), source_.size());
      const auto last = source_.find_last_not_of("\r\n", end == 0 ? 0 : end - 1);
      const bool goes_on = last != std::string_view::npos && last >= at_ && source_[last] == '\\' && end < source_.size();
      blank(end);
      if (!goes_on) return;
      ++at_;
    }
  }

  /// At most to the end of its line.
  void string(char quote) {
    auto end = at_ + 1;
    while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
      end += source_[end] == '\\' && end + 1 < source_.size() && source_[end + 1] != '\n' ? 2u : 1u;
    blank(end < source_.size() && source_[end] == quote ? end + 1 : end);
  }

  void raw_string() {
    const auto open = source_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 17) return string('"');
    blank(after(")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"", open), true);
  }

  std::string_view source_;
  bool python_;
  std::string code_;
  std::size_t at_ = 0;
  bool line_is_empty_ = true;
};

// --- Statements

class Splitter {
 public:
  explicit Splitter(std::string_view code) : code_(code) {}

 protected:
  void add(Statement::Kind kind, std::size_t begin, std::string_view text, bool is_class = false) {
    // Statements come in order, so lines are counted once.
    for (; counted_ < begin; ++counted_) line_ += code_[counted_] == '\n' || code_[counted_] == inner_break ? 1u : 0u;
    statements_.push_back({kind, text, line_, is_class});
  }
  void add_text(std::size_t begin, std::size_t end) {
    const auto text = algebra::trimmed(code_.substr(begin, end - begin));
    if (!text.empty()) add(Statement::Kind::text, static_cast<std::size_t>(text.data() - code_.data()), text);
  }

  std::string_view code_;
  std::vector<Statement> statements_;

 private:
  std::size_t counted_ = 0, line_ = 1;
};

class CppSplitter : Splitter {
 public:
  using Splitter::Splitter;

  std::vector<Statement> run() {
    begin_at(0);
    for (; at_ < code_.size(); ++at_) step(code_[at_]);
    if (in_block()) add_text(begin_, code_.size());
    return std::move(statements_);
  }

 private:
  enum Bracket : char { round, braces, block };
  bool in_block() const { return open_.empty() || open_.back() == block; }

  void step(char c) {
    if (c == '(' || c == '[') open_.push_back(round);
    else if (c == '{') brace();
    else if (c == '}') close();
    else if (c == ')' || c == ']') {
      if (!open_.empty() && open_.back() == round) open_.pop_back();
    } else if (!in_block()) return;
    else if (c == ';') add_text(begin_, at_), begin_at(at_ + 1);
    else if (c == '=') has_value_ = true;
    else if (c == ':' && is_label()) begin_at(at_ + 1);
  }

  bool is_label() const {
    const auto text = algebra::trimmed(code_.substr(begin_, at_ - begin_));
    return text == "public" || text == "private" || text == "protected";
  }

  /// A block, or what initialises a value: Int<8>{}.
  void brace() {
    const auto next = code_.find_first_not_of(blanks, at_ + 1);
    const bool empty = next != std::string_view::npos && code_[next] == '}';
    const auto before = algebra::trimmed(code_.substr(begin_, at_ - begin_));
    const bool of_body = !before.empty() && (before.back() == ')' || before.back() == ']');
    const bool in_value = !in_block() || has_value_;
    const bool declares = empty && !of_body && !before.empty() && (before.back() == '>' || algebra::is_word(before.back()));
    if (declares || (in_value && (empty || !of_body))) return push(braces);
    const auto header = in_block() ? before : std::string_view{};
    std::string_view name;
    for (const std::string_view keyword : {"struct", "class", "namespace", "inline namespace"})
      if (begins_with_word(header, keyword))
        name = word_at(header, std::min(header.find_first_not_of(blanks, keyword.size()), header.size()));
    add(Statement::Kind::open, at_, name, !name.empty());
    push(block);
    begin_at(at_ + 1);
  }

  void close() {
    if (braces_open_ == 0) {
      open_.clear();
      return begin_at(at_ + 1);
    }
    while (open_.back() == round) open_.pop_back();
    const bool of_block = open_.back() == block;
    open_.pop_back(), --braces_open_;
    if (!of_block) return;
    add_text(begin_, at_);
    add(Statement::Kind::close, at_, {});
    begin_at(at_ + 1);
  }

  void push(Bracket bracket) { open_.push_back(bracket), ++braces_open_; }

  /// A statement begins at the next letter, behind its template<...>.
  void begin_at(std::size_t at) {
    begin_ = std::min(code_.find_first_not_of(blanks, at), code_.size()), has_value_ = false;
    if (!begins_with_word(code_.substr(begin_), "template")) return;
    const auto open = code_.find_first_not_of(blanks, begin_ + 8);
    if (open == std::string_view::npos || code_[open] != '<') return;
    int depth = 0;
    for (auto i = open; i < code_.size() && code_[i] != ';' && code_[i] != '{' && code_[i] != '}'; ++i) {
      if (code_[i] == '<') ++depth;
      if (code_[i] != '>' || --depth > 0) continue;
      // run() goes on behind it.
      at_ = i;
      begin_ = std::min(code_.find_first_not_of(blanks, i + 1), code_.size());
      return;
    }
  }

  std::string open_;  ///< Bracket, outermost first
  std::size_t at_ = 0, begin_ = 0, braces_open_ = 0;
  bool has_value_ = false;  ///< an = stands in the statement
};

class PythonSplitter : Splitter {
 public:
  using Splitter::Splitter;

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
};

}  // namespace

std::string bare_code(std::string_view source, ProgramLanguage language) { return Blanker(source, language).run(); }

std::vector<Statement> statements_of(std::string_view code, ProgramLanguage language) {
  return language == ProgramLanguage::python ? PythonSplitter(code).run() : CppSplitter(code).run();
}

}  // namespace app
