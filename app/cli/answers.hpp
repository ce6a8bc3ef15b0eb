#pragma once
// How values, problems and verdicts are said on standard output, as text and as JSON.

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "algebra/evaluate.hpp"

namespace app {

algebra::Marks marks_of(algebra::IntegerRule);

/// "error: ..." with what would work, on one line.
std::string error_line(const algebra::Diagnostic&);

nlohmann::json json_of(const algebra::Diagnostic&);
nlohmann::json json_of(const algebra::Verdict&);
std::string_view name_of(algebra::Verdict::Kind);

/// nlohmann's dump throws on text that is not UTF-8; what a user typed may be anything.
std::string dumped(const nlohmann::json&);

/// All that there is to look at, where somebody asks for the verdict.
inline constexpr algebra::Checking everything{.most = algebra::checked_in_background, .sample = true, .cancelled = nullptr};

}  // namespace app
