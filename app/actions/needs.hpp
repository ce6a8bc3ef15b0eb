#pragma once
// What the sheet's program is given: its parameters, and the macros of its conditions.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algebra/editing/number_tokens.hpp"
#include "app/state/workspace.hpp"
#include "app/system/texts.hpp"

namespace app {

/// For fields that no entry has: those of macros, by their place in ProgramOrigin::macros, and that of another macro.
inline constexpr int new_macro_field = -2, macro_field = -3;

/// What the program is given, as it is drawn: an entry or a macro.
struct Need {
  int entry = -1;         ///< or one of the two above
  std::size_t macro = 0;  ///< its place, if it is a macro
  bool is_set = false;    ///< a macro that -D or -U or this strip has set
  bool is_macro() const { return entry <= new_macro_field; }
  std::string name, expression;
  std::optional<algebra::editing::NumberToken> number;  ///< if the expression is one number and nothing else
};

/// In the order in which they are shown: what is turned, or is asked for, stands first. What is only another name of another is left out.
std::vector<Need> needs_of(const Workspace&, const Texts&);
/// "This kernel needs: m, n".
std::string title_of(const std::vector<Need>&, const Texts&);

struct NeedsColumn {
  float left = 0, labels = 0, values = 0, end = 0;  ///< from the strip's left; the widths of names and of values
};

/// What the program is given in columns, top to bottom and then to the right; all sliders are equally wide.
struct NeedsGrid {
  std::vector<Need> needs;
  std::size_t rows = 0;
  std::vector<NeedsColumn> columns;
};
/// What the columns have room in, in pixels. point: pixels of a point.
struct NeedsRoom {
  float width, margin, point;
};
/// Two columns where there are many, and sliders that can be used. label, value: the widths of a name and of a number.
NeedsGrid needs_grid(std::vector<Need>, const NeedsRoom&, const std::function<float(const Need&)>& label,
                     const std::function<float(const std::string&)>& value);

}  // namespace app
