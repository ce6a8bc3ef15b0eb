#pragma once
// A function's signature taken apart: which parameter an argument is.

#include <string_view>
#include <vector>

#include "algebra/language.hpp"

namespace algebra::editing {

/// One way to call a function: `crd2idx(c, A)`.
struct Signature {
  std::string_view text;
  std::vector<std::string_view> indices;     ///< parameters in <>, parts of `text`
  std::vector<std::string_view> parameters;  ///< in ()
  bool of_method = false;                    ///< A.with_shape(shape): what stands before the dot is no parameter
};

/// Every way, in the order in which help lists them.
std::vector<Signature> signatures_of(const Function&);

/// The first way that has argument number `argument` (from 0), in <> or in (); else the last. Needs at least one.
const Signature& signature_for(const std::vector<Signature>&, std::size_t argument, bool in_angles);

/// The name of a parameter; of one more than there are, the last one's where it may repeat (`...`), else "".
std::string_view parameter(const Signature&, std::size_t argument, bool in_angles);

}  // namespace algebra::editing
