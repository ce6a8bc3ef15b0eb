#pragma once
// Values, diagnostics and verdicts on standard output, as text and as JSON.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "algebra/functions/tmem_copies.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/text/message.hpp"
#include "app/document/facts.hpp"
#include "app/system/texts.hpp"
#include "gpu/launch/message_json.hpp"

namespace app {

algebra::Marks marks_of(algebra::IntegerRule);

/// Sets the language of what the command line says; English until then. JSON has the English text and its keys, whatever it is.
void speak(Language);
/// The texts of that language; a message in it, and a word or sentence of its tables.
const Texts& spoken_texts();
std::string in_words(const algebra::Message&);
std::string in_words(const char* english);

/// The message with the suggestions, on one line; and "error: " before it.
std::string problem_line(const algebra::Diagnostic&);
std::string error_line(const algebra::Diagnostic&);

/// On standard error: the error's line, and the source with a caret line under the place.
void show_problem(std::string_view source, const algebra::Diagnostic&);

using gpu::json_of;  // of a message
nlohmann::json json_of(const std::vector<algebra::Message>&);
nlohmann::json json_of(const std::vector<Fact>&);  ///< [{"label", "value"}]
nlohmann::json json_of(const algebra::Diagnostic&);
nlohmann::json json_of(const algebra::Verdict&);
/// Its fields by name, offsets as they are in it, in chunks of 16 bytes.
nlohmann::json json_of(const algebra::MatrixDescriptor&);
/// The loads and stores that there are for an accumulator, with their cost, or why they do not fit.
nlohmann::json json_of(const algebra::TmemChoices&);
/// Columns with the index that each changes, rows, rank and kernel; of a conversion its cost, of any other matrix its layout.
nlohmann::json json_of(const algebra::BitMatrix&, algebra::Marks);
/// The tensor map of a TMA copy and what follows from it; null for any other value.
nlohmann::json tma_json(const algebra::Value&, algebra::Marks);
std::string_view name_of(algebra::Verdict::Kind);

/// The JSON's text. Unlike nlohmann's dump, it does not throw on text that is not UTF-8, which users may type.
std::string dumped(const nlohmann::json&);

}  // namespace app
