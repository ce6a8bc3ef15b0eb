#pragma once
// Text in, value and verdict out.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/contracts.hpp"
#include "algebra/problem.hpp"
#include "algebra/steps.hpp"
#include "algebra/value.hpp"

namespace algebra {

enum class IntegerRule : std::uint8_t {
  automatic,  ///< cute as soon as one _N appears in the text (of the whole sheet), math otherwise
  math,       ///< every integer behaves static and is printed plain
  cute,       ///< `_4` is static, `4` dynamic, to the letter of what CuTe C++ prints
};

/// `automatic` resolved for a text: whether an `_4`, `Int<4>{}` or the like appears in it.
IntegerRule resolve(IntegerRule, std::string_view text);

/// Why and from what a value was made: enough for linked pointers, colouring by tile and the inspector.
struct Provenance {
  std::string operation;           ///< CuTe's name of the outermost call, "" for a literal or a name
  std::vector<Value> operands;     ///< in the order written
  std::vector<std::string> names;  ///< per operand: the entry's name if the operand is just a name, else ""
  std::vector<Value> indices{};    ///< what stood in <>
  /// Per operand: how it was made, if it is an operation itself; null for a name or a literal.
  std::vector<std::shared_ptr<const Provenance>> inner{};
};

struct Evaluation {
  Value value;
  Provenance made_by;
  /// Of the outermost operation that has a contract; pending where it has too many elements to look at at once.
  Verdict verdict;
  /// Decides a pending verdict; may be called from another thread, and later than the names it came from exist.
  std::function<Verdict(const Checking&)> check;
  std::function<Diagnostic(const Verdict&)> warn;  ///< the warning that a pending verdict, once broken, calls for
  std::optional<Diagnostic> warning;               ///< set when CuTe gives this value although it breaks a contract
  std::vector<Diagnostic> hints;                   ///< of what is right, but perhaps not what was meant
};

/// Names visible to an expression.
using Environment = std::map<std::string, Value, std::less<>>;

struct EvaluateOptions {
  bool verdicts = true;    ///< false: values only, no verdicts, warnings and hints
  Steps* steps = nullptr;  ///< where the outermost operation writes its steps
};

/// Evaluate one expression (no `name =`). `rule` is math or cute (automatic is resolved from this text alone).
tl::expected<Evaluation, Diagnostic> evaluate(std::string_view expression, const Environment&, IntegerRule rule,
                                              const EvaluateOptions& = {});

/// The operation once more, on other operands; of a name or a literal the operand itself. Errors: as of the operation.
Result<Value> again(const Provenance&, const std::vector<Value>& operands);

/// A verdict that was pending, once it is decided: with it the warning, if it is broken.
void set_verdict(Evaluation&, Verdict);
/// Decides a pending verdict here and now.
void set_verdict(Evaluation&, const Checking&);

/// The outermost operation of an expression worked through. No steps where it has none: a literal, or size(A).
struct Explanation {
  Evaluation evaluation;
  std::vector<Step> steps;
};
tl::expected<Explanation, Diagnostic> explain(std::string_view expression, const Environment&, IntegerRule rule);

/// The names that an expression mentions and that are not functions: what an entry depends on.
std::vector<std::string> free_names(std::string_view expression);

/// `name = expression` split; name empty for a bare expression. A line that starts with # is a note.
struct Line {
  std::string name;
  std::string_view expression;
  std::size_t expression_begin = 0;  ///< byte offset of `expression` in the line
  bool is_note = false;
};
tl::expected<Line, Diagnostic> split_line(std::string_view line);

/// What was copied from a program, a notebook or a terminal as one line: comments and what print_layout draws are left
/// out, line breaks become blanks. Text without a line break stays as it is.
std::string one_line(std::string_view pasted);

/// Pasted text as entries: several where every statement or line of it is one (the frame of a program, such as includes,
/// imports and prints, is left out), else the whole as one line.
std::vector<std::string> entries_in(std::string_view pasted);

/// For colouring, completion and the palette: what a piece of the source is.
struct Token {
  enum class Kind : std::uint8_t { number, name, function, punctuation, comment, error };
  SourceSpan span;
  Kind kind = Kind::name;
};
std::vector<Token> tokens(std::string_view line);

/// The functions of the language, for the palette, completion and help.
struct FunctionInfo {
  std::string_view name, signature, meaning;  ///< meaning: one line, English
  std::string_view group;                     ///< "Algebra", "Divide and product", "Partition", "Layout"
};
std::vector<FunctionInfo> functions();

}  // namespace algebra
