#pragma once
// View settings of the inspector. Not part of the document.

#include <cstdint>

#include "algebra/code/code.hpp"

namespace app {

/// In the order of the tabs.
enum class InspectorTab : std::uint8_t { element, properties, steps, memory, code };

struct InspectorView {
  InspectorTab tab = InspectorTab::element;
  int step = 0;                                                  ///< in the selected entry's explanation
  algebra::code::Dialect dialect = algebra::code::Dialect::cpp;  ///< of the code tab
};

}  // namespace app
