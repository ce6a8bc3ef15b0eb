#pragma once
// A call of a function as it is written into a sheet, and names that are free there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// A call as it is inserted, `B = zipped_divide(A, 4)`, and the operand to select, which no entry gave.
struct WrittenCall {
  std::string text;
  std::optional<algebra::SourceSpan> placeholder;
};
/// Writes a call for an entry `name` whose operands are the entries `arguments`, as far as they go. The others are those of the function's
/// example or the nearest that work; where neither has a value with these entries, their parameters' names.
WrittenCall written_call(const SheetEvaluator&, const std::string& name, std::string_view function,
                         const std::vector<std::string>& arguments);

/// The first of A, B, ..., Z, A1, ... that no entry has as its name, and that is not given either.
std::string unused_name(const SheetEvaluator&, const std::vector<std::string>& given = {});

/// Returns an entry's text with a free name, "A = (4,8):(8,1)", if it is an expression without one.
std::optional<std::string> named_entry(const SheetEvaluator&, const std::string& text);

}  // namespace app
