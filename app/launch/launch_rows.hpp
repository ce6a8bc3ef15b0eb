#pragma once
// The form of a launch for every host: the fields of its kernel with their texts and choices.

#include <string>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/system/texts.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

struct LaunchChoice {
  std::string value;
  std::string text;  ///< shown text: "auto · f32", "16 B"
  bool chosen = false;
  bool planned = false;  ///< true: the value that the automatic choice results in
};

/// A field with its texts in the language of the form.
struct LaunchRow {
  const gpu::LaunchField* field = nullptr;
  std::string label, value;
  std::string hint;                   ///< shown in an empty field
  std::string help;                   ///< explanation in a few sentences
  std::vector<LaunchChoice> choices;  ///< empty: the value is typed

  /// Returns the value; for a choice its shown text.
  std::string shown() const;
};

/// Returns the fields of the launch's kernel that apply now, in the order of the form. plan: of the launch; null: none yet.
std::vector<LaunchRow> launch_rows(const LaunchSettings&, const gpu::LaunchPlan* plan, const Texts&);

}  // namespace app
