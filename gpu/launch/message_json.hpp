#pragma once
// A message as JSON: its sentence, key and operands.

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"

namespace gpu {

/// Returns a message's operands in order: numbers, texts, and messages as {"key", "operands"}.
nlohmann::json operands_of(const algebra::Message&);
/// Returns {"text", "key", "operands"}; the text is English.
nlohmann::json json_of(const algebra::Message&);

}  // namespace gpu
