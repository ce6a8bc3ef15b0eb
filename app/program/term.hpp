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

/// An expression of the language. It is parsed once, at the first use of its parts or value, and can be evaluated with any values of the
/// entries that it names. Copies and parts share the parsed tree.
class Term {
 public:
  /// The empty term: it has no text, no parts and no value.
  Term() = default;
  /// Makes a term of any text. A text that cannot be parsed has only its text and names.
  explicit Term(std::string text);

  std::string_view text() const;
  bool empty() const { return text().empty(); }
  /// Terms are ordered by their texts.
  friend bool operator==(const Term& a, const Term& b) { return a.text() == b.text(); }
  friend bool operator<(const Term& a, const Term& b) { return a.text() < b.text(); }
  /// Returns the entries that it names, each once, in alphabetical order.
  std::vector<std::string> names() const;
  /// Returns true if it is an entry's name and nothing else.
  bool is_name() const;
  /// Returns the record of the called function; null for a slice, a literal or a name.
  const algebra::expression::Function* function() const;
  /// Returns the operands of a call, for a method with the object first; for a slice of an expression, f(A)(_,0), that expression and the
  /// coordinates.
  std::vector<Term> operands() const;
  /// Returns the only operand in the brackets of a call, sA of mma.partition_A(sA); the empty term if there are several or none.
  Term only_argument() const;
  /// Returns the entry that it is a slice of: tAsA for tAsA(_,_,_,1)(_,0); "" if it is no slice of an entry.
  std::string_view sliced_name() const;
  /// Returns true if it is a slice of an expression that is no name: f(A)(_,0).
  bool is_slice_of_expression() const;
  /// Returns the calls within it, but not itself: inner ones before those around them.
  std::vector<Term> inner_calls() const;
  /// Returns true if it contains a call of a function of this name.
  bool calls(std::string_view function) const;
  /// Returns true if a tensor that it makes has memory of its own: make_fragment_like(tCrC), make_tensor<float>(layout).
  bool has_own_memory() const;

  /// Returns the same expression with a name in place of `part`, which must be a part of this term.
  Term with_name_for(const Term& part, std::string_view name) const;
  /// Returns the same slice of another term: for tAsA(_,1) and f(A), f(A)(_,1). Requires a slice of an entry; coordinates stay.
  Term slice_of(const Term& other) const;

  /// Returns the value with CuTe's integers; nullopt if it has none. `verdicts`: includes the verdict on its operation.
  std::optional<algebra::Evaluation> evaluation(const algebra::Environment&, bool verdicts = false) const;
  std::optional<algebra::Value> value(const algebra::Environment&) const;

 private:
  struct Source;
  Term(std::shared_ptr<const Source> source, const algebra::expression::Node& part) : source_(std::move(source)), part_(&part) {}
  const algebra::expression::Node* node() const;  ///< null: it cannot be parsed

  std::shared_ptr<const Source> source_;
  const algebra::expression::Node* part_ = nullptr;  ///< null: the whole source
};

}  // namespace app
