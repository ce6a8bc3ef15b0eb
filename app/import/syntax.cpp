#include "app/import/syntax.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include <tree_sitter/api.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"
#include "algebra/text/row_named.hpp"

extern "C" {
const TSLanguage* tree_sitter_cpp();
const TSLanguage* tree_sitter_python();
}

namespace app {
namespace {

constexpr std::array<std::string_view, 12> blanked_words{"__global__",        "__device__",      "__host__",     "__shared__",
                                                         "__constant__",      "__forceinline__", "__restrict__", "__restrict",
                                                         "__grid_constant__", "__noinline__",    "__managed__",  "__inline__"};
constexpr std::array<std::string_view, 5> marks_with_arguments{"__launch_bounds__", "__align__", "__maxnreg__", "__cluster_dims__",
                                                               "__block_size__"};
constexpr std::array<std::string_view, 4> sized_types{"long", "short", "unsigned", "signed"};
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

/// Moves past a literal that starts at `at`. Returns false if none does.
bool skip_literal(std::string_view s, std::size_t& at) {
  if (s[at] != '"' && !(s[at] == '\'' && (at == 0 || !algebra::is_word(s[at - 1])))) return false;
  const char quote = s[at++];
  while (at < s.size() && s[at] != quote && s[at] != '\n') at += s[at] == '\\' ? 2 : 1;
  at = std::min(at + 1, s.size());
  return true;
}

/// Returns whether all brackets of a source match.
bool brackets_match(std::string_view s) {
  std::string open;
  for (std::size_t at = 0; at < s.size();) {
    if (skip_literal(s, at)) continue;
    const char c = s[at++];
    if (c == '(' || c == '[' || c == '{') open += c;
    if (c != ')' && c != ']' && c != '}') continue;
    if (open.empty() || open.back() != (c == ')' ? '(' : c == ']' ? '[' : '{')) return false;
    open.pop_back();
  }
  return open.empty();
}

/// Replaces everything that is not C++ by blanks, in place, and finds where the source can be cut.
class Blanking {
 public:
  Blanking(std::string& source, std::vector<UnreadLines>& unread) : s_(source), cutter_(source, unread) {}

  /// Returns the pieces to parse. Sets the marks, and the casts: the ends of long and unsigned in long(n) and unsigned(n).
  std::vector<SourcePiece> run(Syntax::Marks& found, std::vector<std::size_t>& casts) {
    while (at_ < s_.size()) {
      if (skip_literal(s_, at_)) continue;
      if (s_.compare(at_, 3, "<<<") == 0) {
        if (const auto end = s_.find(">>>", at_); end != std::string::npos && end - at_ < most_of_launch) {
          found.launches.emplace_back(at_, s_.substr(at_ + 3, end - at_ - 3));
          blank(at_, end + 3);
          at_ = end + 3;
          continue;
        }
      }
      if (!algebra::is_word(s_[at_])) {
        tokens_ += algebra::is_blank(s_[at_]) ? 0 : 1;
        punctuation();
        continue;
      }
      ++tokens_;
      const auto begin = at_;
      while (at_ < s_.size() && algebra::is_word(s_[at_])) ++at_;
      const std::string word = s_.substr(begin, at_ - begin);
      if (const auto* row = algebra::row_named(mark_words, word)) (found.*row->places).push_back(begin);
      if (is_library_macro(word) && word.find("DEVICE") != std::string::npos) found.devices.push_back(begin);
      if (word == "namespace") open_namespace(begin);
      else if (among(marks_with_arguments, word)) blank(begin, at_ = after_arguments(at_));
      else if (among(blanked_words, word)) blank(begin, at_);
      else if (is_library_macro(word) && next() != '(') blank(begin, at_);
      else if (is_library_macro(word) && word.find("STATIC_ASSERT") != std::string::npos) assert_instead_of(begin);
      else if (word == "typename" && names_dependent_type()) blank(begin, at_);
      else if (among(sized_types, word) && is_called(begin)) casts.push_back(at_ - 1);
    }
    auto pieces = cutter_.pieces(tokens_);
    // Heads and ends of namespaces, which contain several pieces, are blanked, so that they are part of none.
    for (const auto& [from, to] : heads_and_ends_) blank(from, to);
    found.namespaces = std::move(namespaces_);
    return pieces;
  }

 private:
  /// An open bracket.
  struct Open {
    char bracket = '{';
    std::size_t angles = 0;  ///< the number of < that were open before it
    std::size_t at = 0;
    std::optional<std::size_t> of_namespace;  ///< an index of namespaces_
    bool is_namespace() const { return of_namespace.has_value(); }
  };

  /// CUDA's keywords for functions and variables.
  struct MarkWord {
    std::string_view name;
    std::vector<std::size_t> Syntax::Marks::*places;
  };
  static constexpr std::array<MarkWord, 3> mark_words{
      {{"__global__", &Syntax::Marks::kernels}, {"__shared__", &Syntax::Marks::shared}, {"__device__", &Syntax::Marks::devices}}};

  /// Replaces an asserting macro such as CUTE_STATIC_ASSERT_V, which would be invalid as a member of a structure, by static_assert.
  void assert_instead_of(std::size_t begin) {
    constexpr std::string_view assertion = "static_assert";
    blank(begin, at_);
    if (at_ - begin >= assertion.size()) s_.replace(begin, assertion.size(), assertion);
  }

  /// Handles a character outside of words, and tracks open brackets.
  void punctuation() {
    const char c = s_[at_];
    const auto here = at_++;
    const bool closes_all = is_half_typed_ && c == '}' && (here == 0 || s_[here - 1] == '\n');
    switch (c) {
      case '(':
      case '[':
      case '{':
        open_.push_back({c, angles_, here, here == namespace_brace_ ? std::optional(namespaces_.size()) : std::nullopt});
        if (open_.back().is_namespace()) {
          heads_and_ends_.push_back({namespace_word_, here + 1});
          constexpr std::string_view word = "namespace";
          const auto name = std::string_view(s_).substr(namespace_word_ + word.size(), here - namespace_word_ - word.size());
          const auto around = std::find_if(open_.rbegin() + 1, open_.rend(), [](const Open& o) { return o.is_namespace(); });
          const auto outer = around == open_.rend() ? std::nullopt : around->of_namespace;
          auto whole = outer ? namespaces_[*outer].whole : std::string();
          if (const auto own = algebra::trimmed(name); !own.empty()) (whole += whole.empty() ? "" : "::") += own;
          namespaces_.push_back({.begin = here + 1, .whole = std::move(whole), .outer = outer});
        }
        if (c == '{') angles_ = 0;
        break;
      case ')':
        if (!open_.empty() && open_.back().bracket == '(' && is_like_a_cast(open_.back().at, here))
          blank(open_.back().at, open_.back().at + 1), blank(here, here + 1);
        [[fallthrough]];
      case ']': close(c == ')' ? '(' : '['); break;
      case '}':
        // A brace in the first column ends a definition, even after unfinished code.
        if (closes_all)
          while (!open_.empty() && inside() > 0 && !(inside() == 1 && open_.back().bracket == '{' && !open_.back().is_namespace()))
            open_.pop_back();
        if (!open_.empty() && open_.back().is_namespace()) {
          heads_and_ends_.push_back({here, here + 1});
          namespaces_[*open_.back().of_namespace].end = here;
        }
        close('{');
        angles_ = 0;
        if (inside() == 0) cutter_.end(at_, tokens_);
        break;
      case ';':
        angles_ = open_.empty() || open_.back().bracket == '{' ? 0 : open_.back().angles;
        if (inside() == 0) cutter_.end(at_, tokens_);
        break;
      case '<':
        // In a << b and a <= b, < is not a bracket.
        if (s_.compare(at_, 1, "<") != 0 && (here == 0 || s_[here - 1] != '<') && s_.compare(at_, 1, "=") != 0) ++angles_;
        break;
      case '>':
        if (angles_ == 0 || !at_least(here)) angles_ -= angles_ > 0 ? 1 : 0;
        break;
      default: break;
    }
    if (angles_ > most_nested || open_.size() > most_nested) leave_out(here);
  }
  /// Returns whether parentheses look like a cast: the grammar parses (f(x)) - y as a cast of -y. The outer ones are then removed.
  bool is_like_a_cast(std::size_t open, std::size_t end) const {
    const auto before = [&](std::size_t i) {
      while (i > 0 && algebra::is_blank(s_[i - 1])) --i;
      return i;
    };
    const auto sign = next();
    const auto inner = before(end);
    if ((sign != '+' && sign != '-' && sign != '*' && sign != '&') || inner == 0 || s_[inner - 1] != ')') return false;
    // Only at the beginning of a value, not after `if` or within arguments.
    constexpr std::string_view beginnings = "=(,;{[+-*/%&|^<?:!~", word = "return";
    const auto begin = before(open);
    const bool returned = begin >= word.size() && s_.compare(begin - word.size(), word.size(), word) == 0;
    if (!returned && (begin == 0 || beginnings.find(s_[begin - 1]) == std::string_view::npos)) return false;
    // A single call and nothing else.
    auto i = s_.find_first_not_of(" \t\r\n", open + 1);
    while (i < inner && (algebra::is_word(s_[i]) || s_[i] == ':')) ++i;
    algebra::Cursor call(std::string_view(s_).substr(0, inner), i, algebra::round_brackets);
    return i != open + 1 && call.balanced() && call.done();
  }
  /// Handles >= in X<N >= 8, A>, where the grammar would end the arguments at that >. It becomes <=>, which counts as >= if the source has
  /// none of its own.
  bool at_least(std::size_t here) {
    if (s_.compare(here, 2, ">=") != 0 || has_spaceship_ || !is_in_arguments(here)) return false;
    const auto blank_at = [&](std::size_t i) { return i < s_.size() && s_[i] == ' '; };
    if (here == 0 || (!blank_at(here - 1) && !blank_at(here + 2))) return false;
    s_.replace(blank_at(here - 1) ? here - 1 : here, 3, "<=>");
    at_ = here + 2;
    return true;
  }
  /// Returns whether a < after a name is open at this position, within the same brackets.
  bool is_in_arguments(std::size_t here) const {
    constexpr std::size_t far = 1000;
    int depth = 0, closed = 0;
    for (auto i = here; i > 0 && here - i < far; --i) {
      const char c = s_[i - 1];
      if (c == ';' || c == '{' || c == '}') return false;
      depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
      if (depth < 0) return false;
      if (depth > 0) continue;
      if (c == '>' && (i < 2 || s_[i - 2] != '-')) ++closed;
      if (c == '<' && i > 1 && algebra::is_word(s_[i - 2]) && closed-- == 0) return true;
    }
    return false;
  }
  void close(char bracket) {
    if (open_.empty() || open_.back().bracket != bracket) return;
    angles_ = open_.back().angles;
    open_.pop_back();
  }
  /// Returns the number of open brackets other than namespaces.
  std::size_t inside() const {
    return static_cast<std::size_t>(std::count_if(open_.begin(), open_.end(), [](const Open& o) { return !o.is_namespace(); }));
  }
  void open_namespace(std::size_t word) {
    const auto brace = s_.find_first_of("{;=", at_);
    if (brace == std::string::npos || s_[brace] != '{') return;
    namespace_word_ = word;
    namespace_brace_ = brace;
  }

  /// Leaves out code up to the end of the statement. Deep nesting such as a<a<a<... takes the parser very long.
  void leave_out(std::size_t from) {
    auto end = std::min(s_.find(';', from), s_.size());
    if (const auto brace = s_.find("\n}", from); brace < end) end = brace;
    cutter_.leave_out(from, end, UnreadLines::Why::too_deep);
    // Closes the brackets that the statement opened.
    while (!open_.empty() && open_.back().bracket != '{') open_.pop_back();
    if (open_.size() > most_nested)
      while (inside() > 0) open_.pop_back();
    angles_ = 0;
    at_ = end;
  }

  /// Returns whether a type is called, as in (long(n) or (a, long(n), and is not a parameter's or pointer's type. The grammar parses if
  /// (long(n) % 5) and int k(long(n) % 5) as declarations, but calls of other names correctly.
  bool is_called(std::size_t begin) const {
    const auto open = s_.find_first_not_of(" \t\r\n", at_);
    if (open == std::string::npos || s_[open] != '(' || open_.empty() || open_.back().bracket != '(' || angles_ != open_.back().angles)
      return false;
    while (begin > 0 && algebra::is_blank(s_[begin - 1])) --begin;
    if (begin == 0 || (s_[begin - 1] != '(' && s_[begin - 1] != ',')) return false;
    const auto inner = s_.find_first_not_of(" \t\r\n", open + 1);
    if (inner == std::string::npos || s_[inner] == '*' || s_[inner] == '&' || s_[inner] == ')') return false;
    const auto after = s_.find_first_not_of(" \t\r\n", after_arguments(at_));
    return after != std::string::npos && s_[after] != '(' && s_[after] != '[' && !(algebra::is_word(s_[after]));
  }
  char next() const {
    const auto i = s_.find_first_not_of(" \t\r\n", at_);
    return i == std::string::npos ? '\0' : s_[i];
  }
  /// Returns whether `typename` is followed by a type T::L or T<N>::L. The grammar accepts it in types, but not in expressions, typename
  /// T::L{}.
  bool names_dependent_type() const {
    algebra::Cursor cursor(s_, at_);
    cursor.skip();
    return cursor.word() && (cursor.comes("::") || cursor.here() == '<');
  }
  std::size_t after_arguments(std::size_t from) const {
    algebra::Cursor cursor(s_, from, algebra::round_brackets);
    cursor.skip();
    return cursor.balanced() ? cursor.place() : from;
  }
  void blank(std::size_t begin, std::size_t end) { cutter_.blank(begin, end); }

  static constexpr std::size_t most_of_launch = 1000, most_nested = 100;

  std::string& s_;
  const bool is_half_typed_ = !brackets_match(s_);
  const bool has_spaceship_ = s_.find("<=>") != std::string::npos;
  SourceCutter cutter_;
  std::size_t at_ = 0, tokens_ = 0;
  std::vector<Open> open_;
  std::vector<std::pair<std::size_t, std::size_t>> heads_and_ends_;  ///< of namespaces
  std::vector<Syntax::Marks::Namespace> namespaces_;
  std::size_t namespace_word_ = 0, namespace_brace_ = std::string::npos;
  std::size_t angles_ = 0;
};

std::string_view SyntaxNode::text() const { return at_ != nullptr ? tree_->source().substr(begin(), end() - begin()) : std::string_view{}; }
SyntaxNode SyntaxNode::operator[](std::string_view field) const {
  for (const auto* child = at_ != nullptr ? at_->first : nullptr; child != nullptr; child = child->next)
    if (child->field == field) return {*tree_, *child};
  return {};
}
void SyntaxNode::walk(const std::function<bool(SyntaxNode)>& enter, const std::function<void(SyntaxNode)>& leave) const {
  if (at_ == nullptr) return;
  std::vector<const SyntaxRecord*> open;  // the enclosing nodes
  for (const auto* here = at_;;) {
    const bool inside = enter({*tree_, *here});
    if (inside && here->first != nullptr) {
      open.push_back(here);
      here = here->first;
      continue;
    }
    if (inside && leave) leave({*tree_, *here});
    while (!open.empty() && here->next == nullptr) {
      here = open.back();
      open.pop_back();
      if (leave) leave({*tree_, *here});
    }
    if (open.empty()) return;
    here = here->next;
  }
}
bool SyntaxNode::has(std::string_view token) const {
  for (const auto* child = at_ != nullptr ? at_->first : nullptr; child != nullptr; child = child->next)
    if (SyntaxNode(*tree_, *child).text() == token) return true;
  return false;
}

/// Returns the processor time of this thread, so that results do not depend on how busy the machine is. Where it is not measured, as on a
/// web page, returns the time passed.
static std::chrono::microseconds time_used() {
  timespec t{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) != 0) clock_gettime(CLOCK_MONOTONIC, &t);
  return std::chrono::microseconds(std::int64_t{t.tv_sec} * 1'000'000 + t.tv_nsec / 1000);
}

/// Parses pieces within a time limit. A piece that takes too long is halved until the slow definition is found.
class Syntax::Parsing {
 public:
  Parsing(Syntax& syntax, ProgramLanguage language, const std::vector<std::size_t>& casts) : syntax_(syntax), text_(syntax.source_) {
    for (const auto last : casts) text_[last] = static_cast<char>(text_[last] - 'a' + 'A');
    ts_parser_set_language(parser_.get(), language == ProgramLanguage::cpp ? tree_sitter_cpp() : tree_sitter_python());
  }

  void parse(const SourcePiece& piece, std::chrono::microseconds most) {
    const auto begun = time_used();
    const auto until = std::min(end_, begun + most);
    if (until <= begun) return give_up(piece);
    const auto start = place_of(piece.begin), end = place_of(piece.end);
    const TSRange range{start, end, static_cast<std::uint32_t>(piece.begin), static_cast<std::uint32_t>(piece.end)};
    ts_parser_set_included_ranges(parser_.get(), &range, 1);
    // The parser measures elapsed time, so it is resumed until the processor time is used up.
    for (auto now = begun; now < until; now = time_used()) {
      ts_parser_set_timeout_micros(parser_.get(), static_cast<std::uint64_t>((until - now).count()));
      if (auto* tree = ts_parser_parse_string(parser_.get(), nullptr, text_.data(), static_cast<std::uint32_t>(text_.size()))) {
        take(tree);
        ts_tree_delete(tree);
        return;
      }
    }
    ts_parser_reset(parser_.get());
    if (piece.ends.empty()) return give_up(piece);
    const auto middle = piece.ends.begin() + static_cast<std::ptrdiff_t>(piece.ends.size() / 2);
    const auto half = std::max(most / 2, std::chrono::microseconds(20'000));
    parse({piece.begin, *middle, {piece.ends.begin(), middle}}, half);
    parse({*middle, piece.end, {middle + 1, piece.ends.end()}}, half);
  }

 private:
  /// Makes records of a tree's nodes.
  void take(const TSTree* tree) {
    struct Open {
      SyntaxRecord* node;
      SyntaxRecord* last;  ///< of its children
    };
    std::vector<Open> open;
    auto cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
    for (bool more = true; more;) {
      const auto node = ts_tree_cursor_current_node(&cursor);
      // Fields of an error's children are not reliable.
      const bool in_error = !open.empty() && open.back().node->kind == "ERROR";
      const auto* field = in_error ? nullptr : ts_tree_cursor_current_field_name(&cursor);
      auto& record = syntax_.records_.emplace_back(SyntaxRecord{.kind = ts_node_type(node),
                                                                .field = field != nullptr ? field : std::string_view{},
                                                                .begin = ts_node_start_byte(node),
                                                                .end = ts_node_end_byte(node),
                                                                .line = ts_node_start_point(node).row + 1,
                                                                .has_error = ts_node_has_error(node)});
      const SyntaxNode own(syntax_, record);
      if (open.empty()) syntax_.roots_.push_back(own);
      else {
        auto& [parent, last] = open.back();
        (last != nullptr ? last->next : parent->first) = &record;
        last = &record;
        if (ts_node_is_named(node) && record.kind != "comment" && record.kind != "line_continuation") parent->children.push_back(own);
      }
      if (ts_tree_cursor_goto_first_child(&cursor)) {
        open.push_back({&record, nullptr});
        continue;
      }
      while (!(more = ts_tree_cursor_goto_next_sibling(&cursor)) && ts_tree_cursor_goto_parent(&cursor)) open.pop_back();
    }
    ts_tree_cursor_delete(&cursor);
  }
  void give_up(const SourcePiece& piece) {
    const auto first = syntax_.source_.find_first_not_of(" \t\r\n", piece.begin);
    if (first >= piece.end) return;
    const UnreadLines lines{syntax_.line_at(first), syntax_.line_at(piece.end - 1), UnreadLines::Why::too_slow};
    auto& all = syntax_.unread_;
    if (!all.empty() && all.back().why == lines.why && all.back().last + 1 >= lines.first) all.back().last = lines.last;
    else all.push_back(lines);
  }
  TSPoint place_of(std::size_t byte) const {
    const auto before = std::string_view(syntax_.source_).substr(0, byte);
    const auto line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
    return {static_cast<std::uint32_t>(syntax_.line_at(byte) - 1), static_cast<std::uint32_t>(byte - line_begin)};
  }

  Syntax& syntax_;
  std::string text_;  ///< adapted for the grammar: casts by types such as long get a name that is not a keyword
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser_{ts_parser_new(), &ts_parser_delete};
  const std::chrono::microseconds end_ = time_used() + std::chrono::milliseconds(1200);
};

Syntax::Syntax(std::string source, ProgramLanguage language) : source_(std::move(source)) {
  std::vector<std::size_t> casts;
  const auto pieces = language == ProgramLanguage::cpp ? Blanking(source_, unread_).run(marks_, casts) : python_pieces(source_, unread_);
  Parsing parsing(*this, language, casts);
  for (const auto& piece : pieces) parsing.parse(piece, std::chrono::milliseconds(400));
  std::ranges::sort(unread_, {}, &UnreadLines::first);
}

std::string_view Syntax::namespaces_around(std::size_t place) const {
  const auto& all = marks_.namespaces;
  const auto after = std::upper_bound(all.begin(), all.end(), place, [](std::size_t p, const auto& n) { return p < n.begin; });
  if (after == all.begin()) return {};
  const auto* n = &*(after - 1);
  while (n->end <= place) {
    if (!n->outer) return {};
    n = &all[*n->outer];
  }
  return n->whole;
}

std::size_t Syntax::line_at(std::size_t place) const {
  return 1 + static_cast<std::size_t>(std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

bool Syntax::has_mark(std::size_t end, const std::vector<std::size_t>& places) const {
  // The mark is before or within the head: after the end of the previous definition, and before the body or declarator.
  const auto mark = std::lower_bound(places.begin(), places.end(), end);
  if (mark == places.begin()) return false;
  // No other body ends between the mark and this one.
  const auto between = std::string_view(source_).substr(*(mark - 1), end - *(mark - 1));
  return between.find_first_of("};") == std::string_view::npos;
}

std::string_view Syntax::launch_of(SyntaxNode call) const {
  const auto& all = marks_.launches;
  const auto at =
      std::lower_bound(all.begin(), all.end(), call["function"].end(), [](const auto& l, std::size_t place) { return l.first < place; });
  return at != all.end() && at->first < call["arguments"].begin() ? std::string_view(at->second) : std::string_view{};
}

std::shared_ptr<const Syntax> parsed_syntax(std::string source, ProgramLanguage language) {
  struct Kept {
    std::string source;
    ProgramLanguage language;
    std::shared_ptr<const Syntax> tree;
  };
  constexpr std::size_t most_bytes = 8 << 20;
  static std::mutex mutex;
  static std::deque<Kept> kept;
  {
    const std::scoped_lock lock(mutex);
    const auto same = std::ranges::find_if(kept, [&](const Kept& k) { return k.language == language && k.source == source; });
    if (same != kept.end()) return same->tree;
  }
  auto tree = std::make_shared<const Syntax>(source, language);
  // A source that could not be parsed in time may succeed later, so it is not cached.
  const auto in_time = [](const UnreadLines& lines) { return lines.why != UnreadLines::Why::too_slow; };
  if (source.size() > most_bytes || !std::ranges::all_of(tree->unread(), in_time)) return tree;
  const std::scoped_lock lock(mutex);
  kept.push_back({std::move(source), language, tree});
  const auto bytes = [] {
    return std::accumulate(kept.begin(), kept.end(), std::size_t{0}, [](auto n, const Kept& k) { return n + k.source.size(); });
  };
  while (bytes() > most_bytes) kept.pop_front();
  return tree;
}

}  // namespace app
