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

/// The names of the lines so far. As in a sheet, an _N makes the integers CuTe's: of its own line, and of those that use its
/// name. What has none is known by both rules.
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
  /// None where it mentions a name of a statement that was begun and not yet ended.
  std::optional<Statement> begin(const std::string& text);
  /// Its names and those that were defined last, whatever their values, for messages that propose the nearest one.
  algebra::Environment with_latest(const Statement&) const;
  /// Keeps its value, if it has one, under its name.
  void end(const Statement&, std::optional<algebra::PackedValue>);

 private:
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
  /// Of names, found by a part of a text as well.
  struct HashOfName {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  struct Known {
    std::shared_ptr<Definition> definition;  ///< none before the first value
    bool begun = false;                      ///< a statement that defines it
  };
  /// None where a word is the name of a statement that was begun.
  std::optional<Uses> uses_of(const std::vector<std::string_view>& words) const;
  void keep(const Statement&, algebra::PackedValue);
  algebra::IntegerRule rule_of(const std::string& statement, const Uses&) const;

  algebra::IntegerRule wanted_;
  std::unordered_map<std::string, Known, HashOfName, std::equal_to<>> all_;
  std::vector<std::string> unusual_;  ///< those that a text may mention in other letters, as Major::K
  std::deque<std::string> latest_;
};

/// Whether a text may mention a name in other letters than its own, as Major::K.
bool may_be_written_otherwise(std::string_view name);

}  // namespace app
