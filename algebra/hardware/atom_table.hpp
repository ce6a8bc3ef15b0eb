#pragma once
// Reads assets/atoms.tsv: families of atoms with parameters in their names, and layouts that depend on them. The file says how it is
// written. Errors in it are logic errors.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/atoms.hpp"

namespace algebra {

/// A value of a parameter: 128, or half_t with its number 16.
struct AtomValue {
  std::string text;
  std::int64_t number = 0;
  bool listed = true;
};
struct AtomParameter {
  std::string_view name;
  std::vector<AtomValue> values;
  bool open = false;  ///< takes other values as well: any number, or any type
};
/// What the parameters of a name are.
using AtomBinding = std::vector<std::pair<std::string_view, AtomValue>>;

/// A static_assert of an instruction itself about its sizes: one of the ways, in each of which every parameter has one of its values.
struct AtomRule {
  std::vector<std::vector<AtomParameter>> ways;
  std::string_view words;  ///< CuTe's
};

/// A line of the table.
struct AtomFamily {
  enum class Kind : std::uint8_t { mma, copy, none };
  Kind kind = Kind::mma;
  std::string_view name;                    ///< with its namespaces: SM90_64x{N}x16_{D}F16F16_SS
  std::string_view plain_name;              ///< without
  std::vector<std::string_view> arguments;  ///< of <>: {A}, major, K, ?, or as written
  bool templated = false;
  bool of_traits = false;                 ///< its argument is one of Copy_Traits: SM90_TMA_LOAD,Int<{B}>
  std::vector<std::string_view> columns;  ///< behind the name
  const std::vector<AtomParameter>* parameters = nullptr;
  const std::vector<AtomRule>* rules = nullptr;

  /// The arguments without those that may be missing.
  std::size_t needed_arguments() const;
  /// What the parameters of a name without namespaces are, and of the arguments, if any are given; nullopt if it is no name of this family.
  std::optional<AtomBinding> match(std::string_view plain_name) const;
  std::optional<AtomBinding> match(std::string_view plain_name, AtomArguments) const;
  /// A text with its parameters replaced, and a layout that has a name written out.
  std::string text(std::string_view, const AtomBinding&) const;
  /// Every binding that is listed.
  std::vector<AtomBinding> listed() const;
};

const std::vector<AtomFamily>& atom_families();

/// Sizes that an instruction's own static_assert refuses, whether CuTe's traits take them or not.
struct ForbiddenSizes {
  std::string words;                 ///< those of the assert
  std::vector<std::string> nearest;  ///< the arguments with the nearest sizes that it takes
};
/// nullopt where the instruction takes the sizes that are given, or asserts nothing about them.
std::optional<ForbiddenSizes> forbidden_sizes(std::string_view name, AtomArguments);

}  // namespace algebra
