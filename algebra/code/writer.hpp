#pragma once
// The common part of all dialects' writers: nodes with their values, and values as literals.

#include <span>
#include <string>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/tree.hpp"
#include "algebra/text/message.hpp"

namespace algebra::code {

using expression::Node;

/// A node of the expression, its value, and its `text` in the other language.
struct Part {
  const Node* node = nullptr;
  Value value;
  std::string text;

  bool is_tuple() const { return std::holds_alternative<IntTuple>(value); }
  bool is_layout() const { return std::holds_alternative<Layout>(value); }
  bool is_tensor() const { return std::holds_alternative<Tensor>(value) || is_zip(); }
  bool is_zip() const {
    const auto* zip = std::get_if<Zip>(&value);
    return zip != nullptr && zip->of == Zip::Of::tensor;
  }
  bool is_composed() const { return std::holds_alternative<ComposedLayout>(value); }
  bool is_swizzle() const { return std::holds_alternative<Swizzle>(value); }
};

/// A call in CuTe's order: f<indices>(arguments).
struct Written {
  const expression::Function* function = nullptr;
  std::vector<Part> indices, arguments;
  const Node* node = nullptr;
  Value value;  ///< the call's value

  std::string_view name() const { return function->name; }
  /// Returns the arguments; for a type such as Layout<Shape<_4>,Stride<_1>> those in <>.
  const std::vector<Part>& given() const { return arguments.empty() ? indices : arguments; }
};

/// An entry that a program prints.
struct Shown {
  std::string label;  ///< its name in the sheet, printed before the value; "": only the value
  std::string text;   ///< its identifier, or its expression if it has no name
  Value value;
  std::string note{};  ///< Writer::note of an entry without a name
};

/// Writes expressions in one dialect, using the rules in the functions' records. Throws a Diagnostic if the dialect has no equivalent.
class Writer {
 public:
  Writer(const Environment& names, IntegerRule rule) : names_(names), rule_(rule) {}
  virtual ~Writer() = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  std::string write(const Node& node) { return part(node).text; }

  /// define writes the statement that defines a name; frame wraps the program around the statements and prints `shown` in order.
  virtual std::string define(const std::string& name, const std::string& text) const = 0;
  virtual std::string frame(const std::vector<std::string>& definitions, std::span<const Shown>) const = 0;
  /// Returns a comment line for the statement if this implementation's value differs from CuTe C++'s; else "". Called for each definition
  /// in the program's order; `name` is "" for a bare expression.
  virtual std::string note(const std::string& /*name*/, const Node&, const Value&) { return {}; }
  /// Returns a statement that defines a name although this implementation refuses the expression; "" unless note() found that it does.
  virtual std::string define_refused(const std::string& /*name*/, const std::string& /*text*/, const Value&, const Node&) { return {}; }
  /// Returns the name changed to a valid identifier of the dialect.
  virtual std::string identifier(std::string_view name) const = 0;

  [[noreturn]] static void refuse(const Node&, Message);

  virtual std::string literal(const Value&, const Node&) const = 0;
  virtual std::string tuple(const std::vector<Part>&, bool tiler) const = 0;
  virtual std::string layout(const Part& shape, const Part& stride, const Value&) const = 0;
  virtual std::string call(const Written&) const = 0;
  virtual std::string apply(const Part& callee, const std::vector<Part>& coordinate, const Node&) const = 0;
  virtual std::string compose(const Part& a, const Part& b, const Value&, const Node&) const = 0;
  virtual std::string compose(const Part& outer, const Part& offset, const Part& layout, const Node&) const = 0;
  virtual std::string tensor(const Tensor& at, const Part& layout, const Node&) const = 0;
  virtual std::string equal(const Part&, const Part&, const Node&) const = 0;

 protected:
  const Environment& names_;
  IntegerRule rule_;

 private:
  Part part(const Node&);
  std::vector<Part> parts(std::span<const Node>, std::size_t first = 0);
  Value value_of(const Node&) const;
  std::string text_of(const Node&, const Value&);
  std::string call_of(const Node&, const Value&);
  std::string composition_of(const Node&, const Value&);
};

/// Joins the texts: "a, b, c".
std::string joined(const std::vector<Part>&, std::size_t first = 0);
/// Joins integers by commas, for template arguments or Python lists: 1,2.
std::string plain_integers(const std::vector<Part>&);
/// Writes a + b or -a, with brackets around operands that are operations themselves; `sign` is the dialect's.
std::string infix(const Written&, std::string_view sign);
/// Returns a template argument as an integer.
std::int64_t integer_of(const Part&);
/// Returns whether a text contains this as a whole word: ptr, but not smem_ptr.
bool has_word(std::string_view text, std::string_view word);

}  // namespace algebra::code
