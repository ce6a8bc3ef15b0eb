#pragma once
// The fields of the dialog "Infer a layout from a table". Not part of the document.

#include <string>

#include "algebra/reading/read_table.hpp"

namespace app {

struct TableQuestion {
  std::string text;
  algebra::TableForm form = algebra::TableForm::automatic;
  friend bool operator==(const TableQuestion&, const TableQuestion&) = default;
};

}  // namespace app
