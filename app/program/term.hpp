#pragma once
// Expressions over the entries of a program, as data.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"

namespace algebra::expression {
struct Function;
struct Node;
}  // namespace algebra::expression

namespace app {

/// An expression of the language, read once, when it is first asked for: its parts can be walked, and it can be evaluated as often as there
/// are values for the entries that it names. Copies and parts share what was read.
class Term {
 public:
  /// The empty term: it has no text, no parts and no value.
  Term() = default;
  /// An expression that cannot be read has its text and its names alone.
  explicit Term(std::string text);

  std::string_view text() const;
  bool empty() const { return text().empty(); }
  /// Terms are ordered by their texts.
  friend bool operator==(const Term& a, const Term& b) { return a.text() == b.text(); }
  friend bool operator<(const Term& a, const Term& b) { return a.text() < b.text(); }
  /// The entries that it names, each once, in alphabetical order.
  std::vector<std::string> names() const;
  /// Tells whether it is an entry's name and nothing else.
  bool is_name() const;
  /// The record of the function whose call it is; null for a slice, a literal or a name.
  const algebra::expression::Function* function() const;
  /// The operands of a call, of a method the object first. Of a slice of an expression, f(A)(_,0), that expression and the coordinates.
  std::vector<Term> operands() const;
  /// The only operand in the brackets of a call, sA of mma.partition_A(sA); the empty term where there are several or none.
  Term only_argument() const;
  /// The entry that it is a slice of: tAsA of tAsA(_,_,_,1)(_,0); "" where it is no slice of an entry.
  std::string_view sliced_name() const;
  /// Tells whether it is a slice of an expression that is no name: f(A)(_,0).
  bool is_slice_of_expression() const;
  /// The calls within it, but not itself: inner ones before those around them.
  std::vector<Term> inner_calls() const;
  /// Tells whether a function of this name is called in it.
  bool calls(std::string_view function) const;
  /// Tells whether a tensor that it makes has memory of its own: make_fragment_like(tCrC), make_tensor<float>(layout).
  bool has_own_memory() const;

  /// Returns the same expression with a name in the place of a part, which is one of this term.
  Term with_name_for(const Term& part, std::string_view name) const;
  /// Returns the same slice of another term: of tAsA(_,1) that of f(A), f(A)(_,1). Requires a slice of an entry; coordinates stay.
  Term slice_of(const Term& other) const;

  /// The value with CuTe's integers; nothing where it has none. `verdicts`: with the verdict on its operation, too.
  std::optional<algebra::Evaluation> evaluation(const algebra::Environment&, bool verdicts = false) const;
  std::optional<algebra::Value> value(const algebra::Environment&) const;

 private:
  struct Source;
  Term(std::shared_ptr<const Source> source, const algebra::expression::Node& part) : source_(std::move(source)), part_(&part) {}
  const algebra::expression::Node* node() const;  ///< null: it cannot be read

  std::shared_ptr<const Source> source_;
  const algebra::expression::Node* part_ = nullptr;  ///< null: all of the source
};

}  // namespace app
