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

/// A node of a syntax tree, or null. Valid during the lifetime of its Syntax.
class SyntaxNode {
 public:
  SyntaxNode() = default;

  explicit operator bool() const { return at_ != nullptr; }
  /// Returns the grammar's name: "call_expression"; "" for null.
  inline std::string_view kind() const;
  bool is(std::string_view name) const { return kind() == name; }
  std::string_view text() const;
  inline std::size_t line() const;                         ///< from 1
  inline std::size_t begin() const;                        ///< byte offset in the source
  inline std::size_t end() const;                          ///< byte offset in the source
  SyntaxNode operator[](std::string_view field) const;     ///< the first child in that field
  inline const std::vector<SyntaxNode>& children() const;  ///< named ones, without comments and line ends that go on
  inline bool has_error() const;                           ///< anywhere in it
  /// Returns whether a child is this token: "__global__", "constexpr".
  bool has(std::string_view token) const;
  /// Visits this node and its descendants in source order, including tokens and comments, without recursion. `enter` returns whether a
  /// node's children are visited; `leave` is called after them.
  void walk(const std::function<bool(SyntaxNode)>& enter, const std::function<void(SyntaxNode)>& leave = {}) const;
  inline bool is_leaf() const;
  friend bool operator==(const SyntaxNode& a, const SyntaxNode& b) { return a.at_ == b.at_; }

 private:
  friend class Syntax;
  SyntaxNode(const Syntax& tree, const SyntaxRecord& at) : tree_(&tree), at_(&at) {}

  const Syntax* tree_ = nullptr;
  const SyntaxRecord* at_ = nullptr;
};

/// The data of a node. The parser's own tree would search all children each time, which is too slow for code that runs in loops.
struct SyntaxRecord {
  std::string_view kind, field;         ///< `field`: its field in the parent; "" for none
  const SyntaxRecord* first = nullptr;  ///< first child, including tokens and comments
  const SyntaxRecord* next = nullptr;   ///< next sibling
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
  /// Parses a preprocessed source, or as much of it as possible within a second or two. A long source is parsed in pieces, cut at the ends
  /// of functions and other definitions. CUDA's and CUTLASS's additions to C++, such as CUTE_HOST_DEVICE, __launch_bounds__(128) and
  /// <<<grid, block>>>, are blanked first; positions do not change.
  explicit Syntax(std::string source, ProgramLanguage = ProgramLanguage::cpp);
  Syntax(const Syntax&) = delete;
  Syntax& operator=(const Syntax&) = delete;

  /// Returns the pieces in order; empty if nothing can be parsed in time.
  const std::vector<SyntaxNode>& roots() const { return roots_; }
  /// Returns the namespaces around a position, "a::b", whose braces are not part of any piece.
  std::string_view namespaces_around(std::size_t place) const;
  bool has_namespaces() const { return !marks_.namespaces.empty(); }
  const std::vector<UnreadLines>& unread() const { return unread_; }  ///< ascending
  std::string_view source() const { return source_; }
  /// Returns whether a function definition is a kernel (__global__).
  bool is_kernel(SyntaxNode definition) const { return has_mark(definition["body"].begin(), marks_.kernels); }
  /// Returns whether a function runs on the device (__device__, CUTE_DEVICE).
  bool is_device(SyntaxNode definition) const { return has_mark(definition["body"].begin(), marks_.devices); }
  /// Returns whether a declaration is in shared memory (__shared__).
  bool is_shared(SyntaxNode declaration) const { return has_mark(declaration["declarator"].begin(), marks_.shared); }
  /// Returns the text between <<< and >>> of a kernel's call, "grid, block", or "".
  std::string_view launch_of(SyntaxNode call) const;

 private:
  friend class Blanking;
  /// Blanked keywords, by position.
  struct Marks {
    std::vector<std::size_t> kernels;                           ///< places of __global__, ascending
    std::vector<std::size_t> devices;                           ///< positions of __device__ and the like, ascending
    std::vector<std::size_t> shared;                            ///< places of __shared__, ascending
    std::vector<std::pair<std::size_t, std::string>> launches;  ///< places of <<<, ascending
    /// Braces of namespaces, whose heads and ends are blanked, in the order of their starts.
    struct Namespace {
      std::size_t begin = 0, end = std::string::npos;
      std::string whole;                 ///< with the enclosing ones: "a::b"
      std::optional<std::size_t> outer;  ///< the one around it
    };
    std::vector<Namespace> namespaces;
  };

  class Parsing;
  std::size_t line_at(std::size_t place) const;
  /// Returns whether a mark precedes `end`, and no definition ends between them.
  bool has_mark(std::size_t end, const std::vector<std::size_t>& places) const;

  std::string source_;  ///< blanked
  Marks marks_;
  std::deque<SyntaxRecord> records_;
  std::vector<SyntaxNode> roots_;
  std::vector<UnreadLines> unread_;
};

/// Returns the tree of a source. A program is run once for each group of threads, so the last few trees (up to 8 MB of sources) are cached.
/// Thread-safe.
std::shared_ptr<const Syntax> parsed_syntax(std::string source, ProgramLanguage = ProgramLanguage::cpp);

}  // namespace app
