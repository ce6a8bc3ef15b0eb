#pragma once
// Values, diagnostics and verdicts in JSON.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/text/message.hpp"
#include "app/document/facts.hpp"
#include "app/report/report.hpp"
#include "gpu/launch/message_json.hpp"

namespace app {

algebra::Marks marks_of(algebra::IntegerRule);

/// Returns the message and the suggestions on one line, in the user's language.
std::string with_suggestions(const algebra::Message&, const std::vector<std::string>& suggestions);
std::string problem_line(const algebra::Diagnostic&);

using gpu::json_of;  // of a message
nlohmann::json json_of(const std::vector<algebra::Message>&);
nlohmann::json json_of(const std::vector<Fact>&);    ///< [{"label", "value"}]
nlohmann::json json_of(const algebra::Diagnostic&);  ///< as an error, of one line
nlohmann::json json_of(const algebra::Verdict&);
/// Returns its fields by name; offsets as it has them, in units of 16 bytes.
nlohmann::json json_of(const algebra::MatrixDescriptor&);
/// Returns the loads and stores for an accumulator, with their cost, or why they do not fit.
nlohmann::json json_of(const algebra::TmemChoices&);
/// Returns columns with the index that each changes, rows, rank and kernel; for a conversion its cost, for any other matrix its layout.
nlohmann::json json_of(const algebra::BitMatrix&, algebra::Marks);
/// Returns the tensor map of a TMA copy and what follows from it; null for any other value.
nlohmann::json tma_json(const algebra::Value&, algebra::Marks);
std::string_view name_of(algebra::Verdict::Kind);

/// Returns the JSON's text. Unlike nlohmann's dump, it does not throw on text that is not UTF-8, which users may type.
std::string dumped(const nlohmann::json&);

}  // namespace app
