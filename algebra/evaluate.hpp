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
#include "algebra/lines.hpp"
#include "algebra/pasted.hpp"
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
Result<Value> reapply(const Provenance&, const std::vector<Value>& operands);

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

}  // namespace algebra
