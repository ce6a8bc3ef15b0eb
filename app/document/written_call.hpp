#pragma once
// Writes calls of functions into a sheet, and finds names that are free there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// An inserted call, `B = zipped_divide(A, 4)`, and the operand to select, for which there was no entry.
struct WrittenCall {
  std::string text;
  std::optional<algebra::SourceSpan> placeholder;
};
/// Writes a call for an entry `name` with the entries `arguments` as its first operands. The others are those of the function's example or
/// the nearest that work; if neither has a value with these entries, their parameters' names.
WrittenCall written_call(const SheetEvaluator&, const std::string& name, std::string_view function,
                         const std::vector<std::string>& arguments);

/// Returns the first of A, B, ..., Z, A1, ... that names no entry and is not among `given`.
std::string unused_name(const SheetEvaluator&, const std::vector<std::string>& given = {});

/// Returns an entry's text with a free name, "A = (4,8):(8,1)", if it is an expression without one.
std::optional<std::string> named_entry(const SheetEvaluator&, const std::string& text);

}  // namespace app
