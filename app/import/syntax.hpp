#pragma once
// The syntax tree of a C++ or CUDA source, by tree-sitter: it needs no headers and survives half-typed code.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

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
  SyntaxNode operator[](std::string_view field) const;                                 ///< the first child in that field
  std::vector<SyntaxNode> all(std::string_view field) const;                           ///< all children in that field
  std::vector<SyntaxNode> children() const;                                            ///< named ones, without comments
  /// Whether an unnamed child is this token: "__global__", "constexpr".
  bool has(std::string_view token) const;
  friend bool operator==(const SyntaxNode& a, const SyntaxNode& b) { return a.tree_ == b.tree_ && ts_node_eq(a.node_, b.node_); }

 private:
  const Syntax* tree_ = nullptr;
  TSNode node_{};
};

class Syntax {
 public:
  /// Parses the source in time linear in its length. What CUDA and CUTLASS add to C++ by macros and marks, CUTE_HOST_DEVICE,
  /// __launch_bounds__(128), <<<grid, block>>>, is blanked first; places stay the same.
  explicit Syntax(std::string source);
  Syntax(const Syntax&) = delete;
  Syntax& operator=(const Syntax&) = delete;

  SyntaxNode root() const { return {*this, ts_tree_root_node(tree_.get())}; }
  std::string_view source() const { return source_; }
  /// Whether the function defined by this node is a kernel, __global__.
  bool is_kernel(SyntaxNode definition) const;

 private:
  std::string source_;                ///< blanked
  std::vector<std::size_t> kernels_;  ///< places of __global__, ascending
  std::unique_ptr<TSTree, decltype(&ts_tree_delete)> tree_{nullptr, &ts_tree_delete};
};

}  // namespace app
