#pragma once
// The syntax tree of a program's source, by tree-sitter: it needs no headers and survives half-typed code.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/import/program_language.hpp"
#include "app/import/source_pieces.hpp"

namespace app {

class Syntax;
struct SyntaxRecord;

/// A node of a tree; null for what is not there. Valid while its Syntax lives.
class SyntaxNode {
 public:
  SyntaxNode() = default;

  explicit operator bool() const { return at_ != nullptr; }
  /// The grammar's name: "call_expression"; "" for null.
  inline std::string_view kind() const;
  bool is(std::string_view name) const { return kind() == name; }
  std::string_view text() const;
  inline std::size_t line() const;                         ///< from 1
  inline std::size_t begin() const;                        ///< its place in the source, in bytes
  inline std::size_t end() const;                          ///< its place in the source, in bytes
  SyntaxNode operator[](std::string_view field) const;     ///< the first child in that field
  inline const std::vector<SyntaxNode>& children() const;  ///< named ones, without comments and line ends that go on
  inline bool has_error() const;                           ///< anywhere in it
  /// Whether a child is this token: "__global__", "constexpr".
  bool has(std::string_view token) const;
  /// Visits this node and what is in it in the order of the source, tokens and comments included, however deep that is. Of a node
  /// `enter` says whether its children are visited; then `leave` follows them.
  void walk(const std::function<bool(SyntaxNode)>& enter, const std::function<void(SyntaxNode)>& leave = {}) const;
  inline bool is_leaf() const;
  friend bool operator==(const SyntaxNode& a, const SyntaxNode& b) { return a.at_ == b.at_; }

 private:
  friend class Syntax;
  SyntaxNode(const Syntax& tree, const SyntaxRecord& at) : tree_(&tree), at_(&at) {}

  const Syntax* tree_ = nullptr;
  const SyntaxRecord* at_ = nullptr;
};

/// What is known of a node. The parser's own tree tells it by a search among all children, which code that runs asks for in each round.
struct SyntaxRecord {
  std::string_view kind, field;         ///< the field of its parent in which it is; "" for none
  const SyntaxRecord* first = nullptr;  ///< of its children, tokens and comments included
  const SyntaxRecord* next = nullptr;   ///< of its parent's children
  std::vector<SyntaxNode> children{};   ///< as SyntaxNode::children
  std::uint32_t begin = 0, end = 0, line = 0;
  bool has_error = false;
};

std::string_view SyntaxNode::kind() const { return at_ != nullptr ? at_->kind : std::string_view{}; }
std::size_t SyntaxNode::line() const { return at_ != nullptr ? at_->line : 0; }
std::size_t SyntaxNode::begin() const { return at_ != nullptr ? at_->begin : 0; }
std::size_t SyntaxNode::end() const { return at_ != nullptr ? at_->end : 0; }
bool SyntaxNode::has_error() const { return at_ != nullptr && at_->has_error; }
bool SyntaxNode::is_leaf() const { return at_ == nullptr || at_->first == nullptr; }
const std::vector<SyntaxNode>& SyntaxNode::children() const {
  static const std::vector<SyntaxNode> none;
  return at_ != nullptr ? at_->children : none;
}

class Syntax {
 public:
  /// Parses the source, of which nothing is left to preprocess, or as much of it as can be parsed within a second or two: a source of
  /// many words is parsed in pieces, at the ends of functions and other definitions. What CUDA and CUTLASS add to C++ by macros and
  /// marks, CUTE_HOST_DEVICE, __launch_bounds__(128), <<<grid, block>>>, is blanked first; places stay the same.
  explicit Syntax(std::string source, ProgramLanguage = ProgramLanguage::cpp);
  Syntax(const Syntax&) = delete;
  Syntax& operator=(const Syntax&) = delete;

  /// The pieces in order; none if nothing can be parsed in time.
  const std::vector<SyntaxNode>& roots() const { return roots_; }
  /// The namespaces around a place, "a::b", which are in no piece: they hold several together.
  std::string_view namespaces_around(std::size_t place) const;
  bool has_namespaces() const { return !marks_.namespaces.empty(); }
  const std::vector<UnreadLines>& unread() const { return unread_; }  ///< ascending
  std::string_view source() const { return source_; }
  /// Whether the function defined by this node is a kernel, __global__.
  bool is_kernel(SyntaxNode definition) const { return has_mark(definition["body"].begin(), marks_.kernels); }
  /// Whether it runs on the device, __device__ or CUTE_DEVICE.
  bool is_device(SyntaxNode definition) const { return has_mark(definition["body"].begin(), marks_.devices); }
  /// Tells whether what this node declares is in shared memory, __shared__.
  bool is_shared(SyntaxNode declaration) const { return has_mark(declaration["declarator"].begin(), marks_.shared); }
  /// What stands between <<< and >>> in the call of a kernel, "grid, block"; "" if nothing does.
  std::string_view launch_of(SyntaxNode call) const;

 private:
  friend class Blanking;
  /// What the blanking took away, by its place.
  struct Marks {
    std::vector<std::size_t> kernels;                           ///< places of __global__, ascending
    std::vector<std::size_t> devices;                           ///< places of __device__ and its like, ascending
    std::vector<std::size_t> shared;                            ///< places of __shared__, ascending
    std::vector<std::pair<std::size_t, std::string>> launches;  ///< places of <<<, ascending
    /// Of namespaces, whose heads and ends are blanked, from which brace to which, in the order of their beginnings.
    struct Namespace {
      std::size_t begin = 0, end = std::string::npos;
      std::string whole;                 ///< with those around it: "a::b"
      std::optional<std::size_t> outer;  ///< the one around it
    };
    std::vector<Namespace> namespaces;
  };

  class Parsing;
  std::size_t line_at(std::size_t place) const;
  /// Tells whether a mark stands before `end`, and nothing ends between them.
  bool has_mark(std::size_t end, const std::vector<std::size_t>& places) const;

  std::string source_;  ///< blanked
  Marks marks_;
  std::deque<SyntaxRecord> records_;
  std::vector<SyntaxNode> roots_;
  std::vector<UnreadLines> unread_;
};

/// Returns the tree of a source as Syntax parses it. A program is run several times for one answer, once for each way that its threads
/// take: the last few trees, of 8 MB of sources in all, are kept, and the same source has the same tree. Any thread may call it.
std::shared_ptr<const Syntax> parsed_syntax(std::string source, ProgramLanguage = ProgramLanguage::cpp);

}  // namespace app
