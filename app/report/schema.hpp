#pragma once
// The shape of a report's data: a compact notation in each tool's record, and the JSON Schema that it stands for.

#include <string_view>

#include <nlohmann/json.hpp>

namespace app {

/// The version of all answers: it changes where a field goes or means something else, not where one is added.
inline constexpr int answer_version = 1;

/// Returns the JSON Schema (draft 2020-12) of an object, from its fields: "a:str,first?:{at:int},steps:[msg],value:str|null".
/// Types: str int num bool obj (any object) any null msg (a message: text, key, operands) err (an error) verdict. [type] is a list,
/// {fields} an object, | a choice, ? a field that may be missing. "rows," before it: each line is such an object. Every object may have
/// "error".
nlohmann::json schema_of(std::string_view tool, std::string_view notation);

}  // namespace app
