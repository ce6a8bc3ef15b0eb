#pragma once
// The names that lines of `eval -` define, however many there are.

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/evaluate.hpp"
#include "algebra/packed_value.hpp"

namespace app {

/// The names of the lines so far. As in a sheet, an _N makes the integers CuTe's: of its own line, and of those that use its
/// name. What has none is known by both rules.
class LineNames {
 public:
  explicit LineNames(algebra::IntegerRule wanted) : wanted_(wanted) {}

  /// Begins a statement: the rule that its integers have.
  algebra::IntegerRule begin(const std::string& statement);
  /// The environment that it is evaluated in: it has the values of the names in it. Valid until the next call of the object.
  const algebra::Environment& names();
  /// The same with the names that were defined last, whatever their values, for messages that propose the nearest one.
  const algebra::Environment& with_latest();
  /// Keeps its value under this name.
  void keep(const std::string& name, std::string_view expression, const algebra::Value&);

 private:
  struct Definition;
  using Uses = std::vector<std::pair<std::string, std::shared_ptr<Definition>>>;
  /// What a value by CuTe's rule is worked out from: few lines need it of a line without _N.
  struct Pending {
    std::string expression;
    Uses uses;
    int depth = 1;  ///< of definitions that wait for each other
  };
  struct Definition {
    bool marked = false;                               ///< known by CuTe's rule alone
    std::optional<algebra::PackedValue> value;         ///< where it is marked by CuTe's rule, else by the other
    std::unique_ptr<const algebra::PackedValue> cute;  ///< of one without a mark, once it was worked out and has a value
    std::unique_ptr<Pending> pending;
  };
  static const algebra::PackedValue* value_of(Definition&, algebra::IntegerRule);
  static void work_out(Definition&);
  Uses uses_of(std::string_view text) const;
  algebra::IntegerRule rule_of(const std::string& statement) const;

  algebra::IntegerRule wanted_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::unordered_map<std::string, std::shared_ptr<Definition>, Hash, std::equal_to<>> all_;
  std::vector<std::string> unusual_;  ///< those that a text may mention in other letters, as Major::K
  std::deque<std::string> latest_;

  // Of the statement.
  algebra::IntegerRule rule_ = algebra::IntegerRule::math;
  Uses uses_;
  algebra::Environment names_;
};

}  // namespace app
