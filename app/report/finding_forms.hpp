#pragma once
// Findings in the forms that other programs show: annotations of GitHub Actions, SARIF 2.1.0, JUnit's XML.

#include <string>
#include <string_view>
#include <vector>

#include "app/report/report.hpp"

namespace app {

/// Returns the text of all findings of a tool in that form; `files`: those that were looked at. Messages are English.
std::string findings_text(ReportForm, std::string_view tool, const std::vector<Finding>&, const std::vector<std::string>& files);

}  // namespace app
