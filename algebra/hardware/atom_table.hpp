#pragma once
// Reads assets/atoms.tsv: families of atoms with parameters in their names, and layouts that depend on them. The file documents its format.
// Errors in it are logic errors.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/hardware/atoms.hpp"

namespace algebra {

/// A value of a parameter: 128, or half_t with its number 16; `alias`: a second name that it may be given by.
struct AtomValue {
  std::string text;
  std::int64_t number = 0;
  bool listed = true;
  std::string_view alias{};
};
struct AtomParameter {
  std::string_view name;
  std::vector<AtomValue> values;
  bool open = false;  ///< accepts other values as well: any number, or any type
};
/// The values of a name's parameters.
using AtomBinding = std::vector<std::pair<std::string_view, AtomValue>>;

/// A static_assert of an instruction itself about its sizes: one of the alternatives must hold, each of which lists the values of every
/// parameter.
struct AtomRule {
  std::vector<std::vector<AtomParameter>> ways;
  std::string_view words;  ///< CuTe's words
};

/// A line of the table.
struct AtomFamily {
  enum class Kind : std::uint8_t { mma, copy, none };
  Kind kind = Kind::mma;
  std::string_view name;                    ///< with its namespaces: SM90_64x{N}x16_{D}F16F16_SS
  std::string_view plain_name;              ///< without namespaces
  std::vector<std::string_view> arguments;  ///< patterns of the template arguments: {A}, major, K, ?, or literal text
  std::vector<int> defaults;                ///< for each argument, the one that replaces it if it is omitted; -1: none
  bool templated = false;
  bool of_traits = false;                 ///< its argument is one of Copy_Traits: SM90_TMA_LOAD,Int<{B}>
  std::vector<std::string_view> columns;  ///< the columns after the name
  const std::vector<AtomParameter>* parameters = nullptr;
  const std::vector<AtomRule>* rules = nullptr;

  /// Returns the number of arguments that may not be omitted.
  std::size_t needed_arguments() const;
  /// Returns whether an omitted argument is another one.
  bool has_defaults() const;
  /// Adds the omitted arguments that are others.
  void complete(std::vector<std::string>& arguments) const;
  /// Returns the parameters' values in a name without namespaces, and in the arguments, if any are given; nullopt if the name is not of
  /// this family.
  std::optional<AtomBinding> match(std::string_view plain_name) const;
  std::optional<AtomBinding> match(std::string_view plain_name, AtomArguments) const;
  /// Returns a text with its parameters replaced and named layouts expanded.
  std::string text(std::string_view, const AtomBinding&) const;
  /// Returns all listed combinations of parameter values.
  std::vector<AtomBinding> listed() const;
};

const std::vector<AtomFamily>& atom_families();

/// Returns the table's notes about an atom of this name, such as Source=derived.
std::vector<std::pair<std::string, std::string>> notes_on_atom(std::string_view name);

/// Sizes that an instruction's own static_assert refuses, even if CuTe's traits accept them.
struct ForbiddenSizes {
  std::string words;                 ///< the assert's words
  std::vector<std::string> nearest;  ///< the arguments with the nearest sizes that it accepts
};
/// Returns the violated assert; nullopt if the instruction accepts the given sizes, or asserts nothing about them.
std::optional<ForbiddenSizes> forbidden_sizes(std::string_view name, AtomArguments);

}  // namespace algebra
