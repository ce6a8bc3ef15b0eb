#pragma once
// The syntax tree of an expression.

#include <cstdint>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/integer.hpp"
#include "algebra/problem.hpp"

namespace algebra::expression {

struct Node {
  enum class Kind : std::uint8_t {
    integer,      ///< value
    underscore,   ///< _
    skip,         ///< X
    tuple,        ///< (a, b)
    tiler,        ///< <a, b>
    layout,       ///< shape:stride
    name,         ///< text
    call,         ///< text<args of `indices`>(children)
    apply,        ///< children[0](children[1..])
    compose,      ///< children joined by o
    pointer,      ///< ptr, ptr+value
    basis,        ///< 1@0
  };
  Kind kind = Kind::tuple;
  SourceSpan span, head;                  ///< head: the name of a call
  std::string_view text;
  Int value;
  std::vector<Node> children;
  std::vector<Node> indices;              ///< template arguments of a call
  int stride_argument = -1;               ///< Python's stride=...: which child it is
};

inline constexpr std::size_t max_source = 64u << 10;
inline constexpr int max_depth = 64;

tl::expected<Node, Diagnostic> parse(std::string_view source);

}  // namespace algebra::expression
