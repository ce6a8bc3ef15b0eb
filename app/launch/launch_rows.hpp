#pragma once
// The form of a launch as every host shows it: which fields its kernel has, what they say, and what can be chosen.

#include <string>
#include <vector>

#include "app/document/sheet.hpp"
#include "app/system/texts.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

struct LaunchChoice {
  std::string value;
  std::string text;  ///< as it is shown: "auto · f32", "16 B"
  bool chosen = false;
  bool planned = false;  ///< it is what an automatic choice comes to
};

/// A field. Its texts are in the language of the form.
struct LaunchRow {
  const gpu::LaunchField* field = nullptr;
  std::string label, value;
  std::string hint;                   ///< in an empty field
  std::string help;                   ///< what it means, in some sentences
  std::vector<LaunchChoice> choices;  ///< empty: the value is written

  /// The value; of a choice as it is shown.
  std::string shown() const;
};

/// The fields of the launch's kernel that have a meaning now, in the order of the form. plan: of the launch; null: it has none yet.
std::vector<LaunchRow> launch_rows(const LaunchSettings&, const gpu::LaunchPlan* plan, const Texts&);

}  // namespace app
