#include "app/import/syntax.hpp"

#include <algorithm>
#include <array>

#include "algebra/characters.hpp"

extern "C" const TSLanguage* tree_sitter_cpp();

namespace app {
namespace {

constexpr std::array<std::string_view, 12> blanked_words{"__global__",        "__device__",      "__host__",     "__shared__",
                                                         "__constant__",      "__forceinline__", "__restrict__", "__restrict",
                                                         "__grid_constant__", "__noinline__",    "__managed__",  "__inline__"};
constexpr std::array<std::string_view, 5> marks_with_arguments{"__launch_bounds__", "__align__", "__maxnreg__", "__cluster_dims__",
                                                               "__block_size__"};
template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// CUTE_HOST_DEVICE, CUTLASS_PRAGMA_UNROLL.
bool is_library_macro(std::string_view word) {
  return (word.starts_with("CUTE_") || word.starts_with("CUTLASS_")) &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

/// Blanks what is not C++, in place.
class Preprocessed {
 public:
  explicit Preprocessed(std::string& source) : s_(source) {}

  Syntax::Marks run() {
    Syntax::Marks found;
    while (at_ < s_.size()) {
      if (tokens_ >= most_tokens) {
        found.cut_at = 1 + static_cast<std::size_t>(std::count(s_.begin(), s_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
        s_.resize(at_);
        break;
      }
      if (skip_comment_or_literal()) continue;
      if (s_.compare(at_, 3, "<<<") == 0) {
        if (const auto end = s_.find(">>>", at_); end != std::string::npos && end - at_ < most_of_launch) {
          found.launches.emplace_back(at_, s_.substr(at_ + 3, end - at_ - 3));
          blank(at_, end + 3);
          at_ = end + 3;
          continue;
        }
      }
      if (!algebra::is_word(s_[at_])) {
        tokens_ += s_[at_] > ' ' ? 1 : 0;
        ++at_;
        continue;
      }
      ++tokens_;
      const auto begin = at_;
      while (at_ < s_.size() && algebra::is_word(s_[at_])) ++at_;
      const std::string word = s_.substr(begin, at_ - begin);
      if (word == "__global__") found.kernels.push_back(begin);
      if (word == "__device__" || (is_library_macro(word) && word.find("DEVICE") != std::string::npos)) found.devices.push_back(begin);
      if (among(marks_with_arguments, word)) blank(begin, at_ = after_arguments(at_));
      else if (among(blanked_words, word)) blank(begin, at_);
      else if (is_library_macro(word) && next() != '(') blank(begin, at_);
      else if (word == "typename" && names_dependent_type()) blank(begin, at_);
    }
    return found;
  }

 private:
  bool skip_comment_or_literal() {
    if (s_.compare(at_, 2, "//") == 0) at_ = std::min(s_.find('\n', at_), s_.size());
    else if (s_.compare(at_, 2, "/*") == 0) at_ = s_.find("*/", at_ + 2) == std::string::npos ? s_.size() : s_.find("*/", at_ + 2) + 2;
    else if (s_[at_] == '"' || (s_[at_] == '\'' && (at_ == 0 || !algebra::is_word(s_[at_ - 1])))) {
      const char quote = s_[at_++];
      while (at_ < s_.size() && s_[at_] != quote && s_[at_] != '\n') at_ += s_[at_] == '\\' ? 2 : 1;
      at_ = std::min(at_ + 1, s_.size());
    } else return false;
    return true;
  }
  char next() const {
    const auto i = s_.find_first_not_of(" \t\r\n", at_);
    return i == std::string::npos ? '\0' : s_[i];
  }
  /// Behind typename: a type T::L or T<N>::L. The grammar takes it in types, but not in expressions, typename T::L{}.
  bool names_dependent_type() const {
    auto i = std::min(s_.find_first_not_of(" \t\r\n", at_), s_.size());
    const auto begin = i;
    while (i < s_.size() && algebra::is_word(s_[i])) ++i;
    return i > begin && (s_.compare(i, 2, "::") == 0 || (i < s_.size() && s_[i] == '<'));
  }
  std::size_t after_arguments(std::size_t from) const {
    auto i = s_.find_first_not_of(" \t\r\n", from);
    if (i == std::string::npos || s_[i] != '(') return from;
    for (int depth = 0; i < s_.size(); ++i) {
      depth += s_[i] == '(' ? 1 : s_[i] == ')' ? -1 : 0;
      if (depth == 0) return i + 1;
    }
    return from;
  }
  void blank(std::size_t begin, std::size_t end) {
    for (auto i = begin; i < end; ++i)
      if (s_[i] != '\n') s_[i] = ' ';
  }

  static constexpr std::size_t most_of_launch = 1000;
  /// Of a file of ten thousand lines. A node of tree-sitter 0.20 with more than 65,535 children, as an error may have them, is
  /// not freed rightly.
  static constexpr std::size_t most_tokens = 60'000;

  std::string& s_;
  std::size_t at_ = 0, tokens_ = 0;
};

std::string_view SyntaxNode::text() const {
  if (!*this) return {};
  const auto begin = ts_node_start_byte(node_);
  return tree_->source().substr(begin, ts_node_end_byte(node_) - begin);
}
SyntaxNode SyntaxNode::operator[](std::string_view field) const {
  if (!*this) return {};
  return {*tree_, ts_node_child_by_field_name(node_, field.data(), static_cast<std::uint32_t>(field.size()))};
}
std::vector<SyntaxNode> SyntaxNode::children() const {
  std::vector<SyntaxNode> found;
  if (!*this) return found;
  // By a cursor: the n-th child of a node is found in time linear in n.
  auto cursor = ts_tree_cursor_new(node_);
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more; more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    const SyntaxNode child(*tree_, ts_tree_cursor_current_node(&cursor));
    if (ts_node_is_named(child.node_) && !child.is("comment")) found.push_back(child);
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}
bool SyntaxNode::has(std::string_view token) const {
  if (!*this) return false;
  for (std::uint32_t i = 0; i < ts_node_child_count(node_); ++i)
    if (const SyntaxNode child(*tree_, ts_node_child(node_, i)); child.text() == token) return true;
  return false;
}

/// What is ambiguous everywhere, a<a<a<..., takes a parser of C++ very long.
constexpr std::uint64_t most_microseconds = 1'500'000;

Syntax::Syntax(std::string source) : source_(std::move(source)) {
  marks_ = Preprocessed(source_).run();
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), &ts_parser_delete);
  ts_parser_set_language(parser.get(), tree_sitter_cpp());
  ts_parser_set_timeout_micros(parser.get(), most_microseconds);
  tree_.reset(ts_parser_parse_string(parser.get(), nullptr, source_.data(), static_cast<std::uint32_t>(source_.size())));
}

bool Syntax::has_mark(SyntaxNode definition, const std::vector<std::size_t>& places) const {
  // The mark stands before or within the definition's head: between the end of what is before it and its body.
  const auto end = definition["body"].begin();
  const auto mark = std::lower_bound(places.begin(), places.end(), end);
  if (mark == places.begin()) return false;
  // No other body may end between the mark and this one.
  const auto between = std::string_view(source_).substr(*(mark - 1), end - *(mark - 1));
  return between.find_first_of("};") == std::string_view::npos;
}

std::string_view Syntax::launch_of(SyntaxNode call) const {
  const auto& all = marks_.launches;
  const auto at =
      std::lower_bound(all.begin(), all.end(), call["function"].end(), [](const auto& l, std::size_t place) { return l.first < place; });
  return at != all.end() && at->first < call["arguments"].begin() ? std::string_view(at->second) : std::string_view{};
}

}  // namespace app
