#pragma once
// Reading a program in the CuTe DSL: its definitions of layouts whose numbers are all known become entries.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "algebra/text/message.hpp"

namespace app {

struct PythonProgram {
  struct LeftOut {
    std::size_t line = 1;
    algebra::Message why;  ///< "M has no value here"
  };
  struct Entry {
    std::string text;  ///< `sA = make_layout(bM, bK)`; evaluates without error
    std::size_t line = 1;
    bool card = false;  ///< shown as a card: a layout or the like, not a bare shape, number or type
  };
  static constexpr std::size_t most_layouts = 200, most_told = 3;

  std::vector<Entry> entries;  ///< in the file's order
  algebra::IntegerRule integers = algebra::IntegerRule::math;
  std::size_t layouts = 0;    ///< of the entries, including bare shapes; the rest are numbers and types that they use
  std::size_t left_out = 0;   ///< definitions of layouts that use something unknown
  std::vector<LeftOut> told;  ///< the first most_told of them

  /// "x.cu: 12 of 17 definitions · left out: line 40: M has no value here".
  algebra::Message summary(std::string_view file) const;
};

/// Takes time linear in the source's length: the size and the number of definitions read are bounded. Follows the scopes of
/// the language. The second entry of the same name is called sA_2.
PythonProgram read_python_program(std::string_view source);

}  // namespace app
