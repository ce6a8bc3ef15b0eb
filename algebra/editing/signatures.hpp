#pragma once
// Parses functions' signatures, to find the parameter of an argument.

#include <string_view>
#include <vector>

#include "algebra/language/vocabulary.hpp"

namespace algebra::editing {

/// One signature of a function: `crd2idx(c, A)`.
struct Signature {
  std::string_view text;
  std::vector<std::string_view> indices;     ///< parameters in <>, as parts of `text`
  std::vector<std::string_view> parameters;  ///< parameters in ()
  bool of_method = false;                    ///< as in A.with_shape(shape): the object before the dot is not a parameter
};

/// Returns all signatures, in the order in which help lists them.
std::vector<Signature> signatures_of(const Function&);

/// Returns the first signature with an argument number `argument` (from 0), in <> or in (); otherwise the last one. Requires a nonempty
/// list.
const Signature& signature_for(const std::vector<Signature>&, std::size_t argument, bool in_angles);

/// Returns the name of parameter `argument`; beyond the last, the last one's if it may repeat (`...`), otherwise "".
std::string_view parameter(const Signature&, std::size_t argument, bool in_angles);

}  // namespace algebra::editing
