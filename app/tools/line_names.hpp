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

#include "algebra/language/evaluate.hpp"
#include "algebra/language/packed_value.hpp"

namespace app {

/// The names that the lines so far define. As in a sheet, an _N makes integers CuTe's, in its own line and in those that use its name. A
/// line without one has a value by either rule.
class LineNames {
 public:
  explicit LineNames(algebra::IntegerRule wanted) : wanted_(wanted) {}

 private:
  struct Definition;
  struct Known;
  using Uses = std::vector<std::pair<std::string, std::shared_ptr<Definition>>>;

 public:
  /// A statement with all that its evaluation needs, which then may run on any thread.
  struct Statement {
    std::string text;
    algebra::IntegerRule rule;   ///< that its integers have
    algebra::Environment names;  ///< it has the values of the names in the text
    Uses uses{};
    std::string name;                  ///< that it defines, or none
    std::size_t expression_begin = 0;  ///< in the text
    Known* known = nullptr;            ///< of its name
    std::string_view expression() const { return std::string_view(text).substr(expression_begin); }
  };
  /// Begins a statement. Nothing if it mentions a name of a statement that has begun and not ended.
  std::optional<Statement> begin(const std::string& text);
  /// Returns its names and those that were defined last, with any values, for messages that propose the nearest one.
  algebra::Environment with_latest(const Statement&) const;
  /// Keeps its value, if it has one, under its name.
  void end(const Statement&, std::optional<algebra::PackedValue>);

 private:
  /// A value by CuTe's rule that is not worked out yet: few lines need that of a line without _N.
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
  /// Hashes names, so that a part of a text finds them, too.
  struct HashOfName {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  struct Known {
    std::shared_ptr<Definition> definition;  ///< none before the first value
    bool begun = false;                      ///< a statement that defines it
  };
  /// Finds the definitions that the words name. Nothing if one of them belongs to a statement that has begun and not ended.
  std::optional<Uses> uses_of(const std::vector<std::string_view>& words) const;
  void keep(const Statement&, algebra::PackedValue);
  algebra::IntegerRule rule_of(const std::string& statement, const Uses&) const;

  algebra::IntegerRule wanted_;
  std::unordered_map<std::string, Known, HashOfName, std::equal_to<>> all_;
  std::vector<std::string> unusual_;  ///< those that a text may mention in other letters, as Major::K
  std::deque<std::string> latest_;
};

/// Tells whether a text may mention a name in other letters than its own, as Major::K.
bool may_be_written_otherwise(std::string_view name);

}  // namespace app
