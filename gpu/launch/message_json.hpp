#pragma once
// A message in JSON: its sentence, and what it is made of.

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"

namespace gpu {

/// What stands in a message, in its places: numbers, texts, and messages as {"key", "operands"}.
nlohmann::json operands_of(const algebra::Message&);
/// {"text", "key", "operands"}; the text is English.
nlohmann::json json_of(const algebra::Message&);

}  // namespace gpu
