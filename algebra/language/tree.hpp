#pragma once
// The syntax tree of an expression.

#include <cstdint>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "algebra/layout/integer.hpp"

namespace algebra::expression {

struct Node {
  enum class Kind : std::uint8_t {
    integer,     ///< value
    underscore,  ///< _
    skip,        ///< X
    tuple,       ///< (a, b)
    tiler,       ///< <a, b> or [a, b]
    layout,      ///< shape:stride
    name,        ///< text
    call,        ///< text<indices>(children)
    apply,       ///< children[0](children[1..])
    compose,     ///< children joined by o
    pointer,     ///< ptr, ptr+value, gmem_ptr[32b](0x7f00), make_smem_ptr<half_t>(ptr, children[0]) with a swizzle or without
    equal,       ///< children[0] == children[1]
  };
  Kind kind = Kind::tuple;
  bool in_bytes = false;    ///< a pointer's value counts bytes: ptr+8B
  bool has_braces = false;  ///< a call without arguments is written text{}, as C++ makes a value of a type
  SourceSpan span, head;    ///< head: the name of a call
  std::string_view text;
  Int value;
  int height = 1;          ///< number of nodes on the path to the deepest leaf
  int bits = 0;            ///< width of a pointer's elements, from [16b]; 0 if the text does not give it
  std::string_view space;  ///< word that names a pointer's memory, smem_ptr or smem; "" if there is none
  std::string_view type;   ///< type of a pointer's elements as written, half_t or a name; "" if the text does not give it
  std::vector<Node> children;
  std::vector<std::string_view> keywords;  ///< Python keywords, one per child of a call, "" for positional; or empty
  std::vector<Node> indices;               ///< template arguments of a call
};

/// Returns the operands of a composition from `first` on as one node: a single operand, or the composition of them.
inline Node composed_from(const Node& node, std::size_t first) {
  if (first + 1 == node.children.size()) return node.children[first];
  Node rest{.kind = Node::Kind::compose, .span = {node.children[first].span.begin, node.span.end}};
  rest.children.assign(node.children.begin() + static_cast<std::ptrdiff_t>(first), node.children.end());
  return rest;
}

inline constexpr int max_depth = 64;

}  // namespace algebra::expression
