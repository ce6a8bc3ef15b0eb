#pragma once
// The parameters of the sheet's program, and the macros of its conditions.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algebra/editing/number_tokens.hpp"
#include "app/state/workspace.hpp"
#include "app/system/texts.hpp"

namespace app {

/// Entry numbers of fields without an entry: those of macros, counted down by their index in ProgramOrigin::macros, and that of a new
/// macro.
inline constexpr int new_macro_field = -2, macro_field = -3;

/// A parameter of the program as it is shown: an entry or a macro.
struct Need {
  int entry = -1;         ///< or one of the two above
  std::size_t macro = 0;  ///< its index, if it is a macro
  bool is_set = false;    ///< a macro set by -D, -U or this strip
  bool is_macro() const { return entry <= new_macro_field; }
  std::string name, expression;
  std::optional<algebra::editing::NumberToken> number;  ///< if the expression is a single number
};

/// Returns the parameters in display order: numbers and missing values first. Mere second names of others are left out.
std::vector<Need> needs_of(const Workspace&, const Texts&);
/// Returns "This kernel needs: m, n".
std::string title_of(const std::vector<Need>&, const Texts&);

struct NeedsColumn {
  float left = 0, labels = 0, values = 0, end = 0;  ///< from the strip's left; the widths of names and of values
};

/// Parameters in columns, top to bottom and then to the right; all sliders are equally wide.
struct NeedsGrid {
  std::vector<Need> needs;
  std::size_t rows = 0;
  std::vector<NeedsColumn> columns;
};
/// The room for the columns, in pixels. point: pixels per point.
struct NeedsRoom {
  float width, margin, point;
};
/// Returns the grid: two columns if there are many, as long as sliders remain usable. label, value: return the widths of a name and of a
/// number.
NeedsGrid needs_grid(std::vector<Need>, const NeedsRoom&, const std::function<float(const Need&)>& label,
                     const std::function<float(const std::string&)>& value);

}  // namespace app
