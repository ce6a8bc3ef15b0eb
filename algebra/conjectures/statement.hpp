#pragma once
// A statement about all layouts, `A o (B o C) == (A o B) o C if size(C) > 1`, as a tree: relations of expressions with free names, joined
// by not, and, or.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::conjectures {

/// The kind of a free name.
enum class Kind : std::uint8_t {
  layout,   ///< names that begin with a capital letter
  integer,  ///< names that begin with a small letter: 0, 1, ... up to the bound
  shape,    ///< `for shape S:` before the statement
  swizzle,  ///< `for swizzle F:`
};

struct FreeName {
  std::string name;
  Kind kind = Kind::layout;
};

/// A formula: a relation of one or two expressions, or formulas joined by an operator.
struct Formula {
  enum class Op : std::uint8_t {
    holds,       ///< the expression is true
    equal,       ///< the same function, as `==` of the language
    differs,     ///< not equal
    same,        ///< `===`: also the same shape and strides
    less,        ///< of integers
    less_equal,  ///< of integers; > and >= are these with the sides exchanged
    defined,     ///< defined(E): the expression is not refused
    kept,        ///< kept(E): its outermost operation keeps its contract
    negation,    ///< not
    both,        ///< and
    either,      ///< or
  };
  Op op = Op::holds;
  std::vector<expression::Node> sides;  ///< of a relation
  std::vector<Formula> parts;           ///< the operands of not, and, or
};

struct Statement {
  std::string text;
  /// The texts that the trees' string_views refer to.
  std::vector<std::unique_ptr<const std::string>> sources;
  Formula claim;
  std::vector<Formula> condition;  ///< none or one
  std::vector<FreeName> names;     ///< in the order in which they are mentioned
};

/// Reads `[always] [for KIND NAME, ...:] FORMULA [if FORMULA]`. Names in `known` are not free. Errors are those of the language, and
/// "syntax" for a misplaced word or sign.
tl::expected<Statement, Diagnostic> read_statement(std::string_view text, const Environment& known);

}  // namespace algebra::conjectures
