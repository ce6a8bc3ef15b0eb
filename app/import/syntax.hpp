#pragma once
// The syntax tree of a program's source, by tree-sitter: it needs no headers and survives half-typed code.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "app/import/program_language.hpp"
#include "app/import/source_pieces.hpp"

namespace app {

class Syntax;

/// A node of a tree; null for what is not there. Valid while its Syntax lives.
class SyntaxNode {
 public:
  SyntaxNode() = default;
  SyntaxNode(const Syntax& tree, TSNode node) : tree_(&tree), node_(node) {}

  explicit operator bool() const { return tree_ != nullptr && !ts_node_is_null(node_); }
  /// The grammar's name: "call_expression"; "" for null.
  std::string_view kind() const { return *this ? ts_node_type(node_) : std::string_view{}; }
  bool is(std::string_view name) const { return kind() == name; }
  std::string_view text() const;
  std::size_t line() const { return *this ? ts_node_start_point(node_).row + 1 : 0; }  ///< from 1
  std::size_t begin() const { return *this ? ts_node_start_byte(node_) : 0; }          ///< its place in the source, in bytes
  std::size_t end() const { return *this ? ts_node_end_byte(node_) : 0; }
  SyntaxNode operator[](std::string_view field) const;                  ///< the first child in that field
  std::vector<SyntaxNode> children() const;                             ///< named ones, without comments and line ends that go on
  bool has_error() const { return *this && ts_node_has_error(node_); }  ///< anywhere in it
  /// Whether an unnamed child is this token: "__global__", "constexpr".
  bool has(std::string_view token) const;
  /// Visits this node and what is in it in the order of the source, tokens and comments included, however deep that is. Of a node
  /// `enter` says whether its children are visited; then `leave` follows them.
  void walk(const std::function<bool(SyntaxNode)>& enter, const std::function<void(SyntaxNode)>& leave = {}) const;
  bool is_leaf() const { return !*this || ts_node_child_count(node_) == 0; }
  friend bool operator==(const SyntaxNode& a, const SyntaxNode& b) { return a.tree_ == b.tree_ && ts_node_eq(a.node_, b.node_); }

 private:
  const Syntax* tree_ = nullptr;
  TSNode node_{};
};

class Syntax {
 public:
  /// Parses the source, of which nothing is left to preprocess, or as much of it as can be parsed within a second or two: a source of
  /// many words is parsed in pieces, at the ends of functions and other definitions. What CUDA and CUTLASS add to C++ by macros and
  /// marks, CUTE_HOST_DEVICE, __launch_bounds__(128), <<<grid, block>>>, is blanked first; places stay the same.
  explicit Syntax(std::string source, ProgramLanguage = ProgramLanguage::cpp);
  Syntax(const Syntax&) = delete;
  Syntax& operator=(const Syntax&) = delete;

  /// The pieces in order; none if nothing can be parsed in time.
  std::vector<SyntaxNode> roots() const;
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
  std::vector<std::unique_ptr<TSTree, decltype(&ts_tree_delete)>> trees_;
  std::vector<UnreadLines> unread_;
};

}  // namespace app
