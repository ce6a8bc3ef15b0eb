#pragma once
// A call of a function as it is written into a sheet, and names that are free there.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/diagnostic.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// A call as it is inserted, `B = zipped_divide(A, tiler)`, and the placeholder to select.
struct WrittenCall {
  std::string text;
  std::optional<algebra::SourceSpan> placeholder;
};
/// name: of the entry. arguments: names of entries that the call takes, as many as there are.
WrittenCall written_call(const std::string& name, std::string_view function, const std::vector<std::string>& arguments);

/// The first of A, B, ..., Z, A1, ... that no entry has as its name, and that is not given either.
std::string unused_name(const SheetEvaluator&, const std::vector<std::string>& given = {});

}  // namespace app
