#pragma once
// Evaluates an expression's text to a value and a verdict.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/diagnostic.hpp"
#include "algebra/language/lines.hpp"
#include "algebra/language/pasted.hpp"
#include "algebra/language/value.hpp"
#include "algebra/layout/contracts.hpp"
#include "algebra/layout/steps.hpp"

namespace algebra {

namespace expression {
struct Node;
}

enum class IntegerRule : std::uint8_t {
  automatic,  ///< cute if an _N appears in the text (of the whole sheet), otherwise math
  math,       ///< every integer is static and printed without a mark
  cute,       ///< `_4` is static and `4` dynamic, printed exactly as CuTe C++ does
};

/// Resolves `automatic` for a text: cute if it contains an `_4`, `Int<4>{}` or the like, otherwise math.
IntegerRule resolve(IntegerRule, std::string_view text);
/// Returns the first static integer of a text as written, "_4" or "Int"; "" if there is none.
std::string_view static_integer_in(std::string_view text);

/// The operation and operands that made a value, for links between elements, colouring by tile and the inspector.
struct Provenance {
  std::string operation;           ///< CuTe's name for the outermost call; "" for a literal or a name
  std::vector<Value> operands;     ///< in the order written
  std::vector<std::string> names;  ///< per operand: the entry's name if the operand is only a name, otherwise ""
  std::vector<Value> indices{};    ///< template arguments, in <>
  /// Per operand: its own provenance if it is an operation; null for a name or a literal.
  std::vector<std::shared_ptr<const Provenance>> inner{};
};

struct Evaluation {
  Value value;
  Provenance made_by;
  /// The verdict of the outermost operation that has a contract; pending if there are too many elements to check at once.
  Verdict verdict;
  /// Decides a pending verdict. May be called from another thread, even after the names it used no longer exist.
  std::function<Verdict(const Checking&)> check;
  std::function<Diagnostic(const Verdict&)> warn;  ///< the warning for a pending verdict that turns out broken
  std::optional<Diagnostic> warning;               ///< set if CuTe returns this value although it breaks a contract
  std::vector<Diagnostic> hints;                   ///< about what is valid but may not be what the user meant
};

/// Names visible to an expression.
using Environment = std::map<std::string, Value, std::less<>>;

struct EvaluateOptions {
  bool verdicts = true;    ///< false: values only, no verdicts, warnings and hints
  Steps* steps = nullptr;  ///< receives the outermost operation's steps; null: none are recorded
  bool pycute = false;     ///< the answers of CUTLASS's pycute, where they differ from those of CuTe C++
};

/// Evaluates one expression (without `name =`). `rule` is math or cute; automatic is resolved from this text alone.
tl::expected<Evaluation, Diagnostic> evaluate(std::string_view expression, const Environment&, IntegerRule rule,
                                              const EvaluateOptions& = {});

/// Evaluates an expression that has been parsed. `rule` is math or cute.
tl::expected<Evaluation, Diagnostic> evaluate(const expression::Node&, const Environment&, IntegerRule rule, const EvaluateOptions& = {});

/// Runs the operation on other operands; for a name or a literal, returns the operand. Errors: those of the operation.
Result<Value> reapply(const Provenance&, const std::vector<Value>& operands);

/// Stores the decided verdict in place of a pending one, and the warning if it is broken.
void set_verdict(Evaluation&, Verdict);
/// Decides a pending verdict now, on the calling thread.
void set_verdict(Evaluation&, const Checking&);

/// The steps of an expression's outermost operation; empty if it has none (a literal, size(A)).
struct Explanation {
  Evaluation evaluation;
  std::vector<Step> steps;
};
tl::expected<Explanation, Diagnostic> explain(std::string_view expression, const Environment&, IntegerRule rule);

}  // namespace algebra
