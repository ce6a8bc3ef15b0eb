#pragma once
// The fields of a launch, one record each, used by files, the window's and the page's forms, the command line, Python, messages and help.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/launch/launch_form.hpp"

namespace gpu {

/// Returns "local_partition", "tiled_copy", ...
std::string_view name_of(Kernel);
std::optional<Kernel> kernel_named(std::string_view name);

/// A bit for each Kernel.
using KernelSet = std::uint32_t;
inline constexpr KernelSet every_kernel = ~KernelSet{0};
constexpr KernelSet kernel_set(std::initializer_list<Kernel> kernels) {
  KernelSet all = 0;
  for (const auto k : kernels) all |= KernelSet{1} << static_cast<unsigned>(k);
  return all;
}

/// A field of the form. Fields with the same key are one setting with different meanings per kernel: the `threads` of tiled_mma are its
/// mma.
struct LaunchField {
  std::string_view key;      ///< in files: threads=
  std::string_view named{};  ///< in messages, if different: "mma"
  std::string_view label{};  ///< in forms, if different again
  // The member with an expression, or a choice; "": automatic.
  std::string LaunchForm::*text = nullptr;
  std::vector<std::string> (*choices)() = nullptr;
  bool open = false;  ///< values other than the choices are possible
  std::string (*read)(const LaunchForm&) = nullptr;
  bool (*assign)(LaunchForm&, const std::string&) = nullptr;
  // In forms:
  KernelSet kernels = every_kernel;
  int place = 0;                     ///< order in forms: below first_place_of_how the settings of what runs, then of how
  bool needed = false;               ///< the launch cannot run without it
  bool global_only = false;          ///< not for a tensor in shared memory
  bool words = false;                ///< the choices are words, which are translated
  bool lists_entries = true;         ///< the sheet's entries are offered
  std::string_view line{};           ///< label of the line that it shares with the adjacent field
  std::string_view unit{};           ///< shown after a choice: " B"
  std::string_view hint{};           ///< shown in an empty field
  std::string_view example{};        ///< a value that works
  std::string_view noun = "launch";  ///< names the edit in the Undo menu: "change the launch"
  // On the command line; without an option it is an argument of `run`.
  std::string_view option{};
  std::string_view flag{};  ///< the option takes no value, but sets this one
  std::string_view placeholder{};
  std::string_view meaning{};
  std::string_view argument{};  ///< of `trace` in Python, if it differs from the name: "access_bytes"
  std::string_view help{};      ///< for F1; of fields with the same label, the first has it

  bool is_of(Kernel k) const { return (kernels >> static_cast<unsigned>(k) & 1) != 0; }
  std::string_view name() const { return named.empty() ? key : named; }
  std::string_view name_in_python() const { return argument.empty() ? name() : argument; }
  std::string_view label_in_form() const { return label.empty() ? name() : label; }
  std::string value(const LaunchForm& form) const { return text != nullptr ? form.*text : read(form); }
  /// Sets the value; returns false, and changes nothing, for one that is not a choice.
  bool set(LaunchForm&, const std::string& value) const;
};
inline constexpr int first_place_of_how = 10;

/// Returns all fields, in the order of files.
const std::vector<LaunchField>& launch_fields();
/// Returns the fields of a kernel, in the order of forms.
std::vector<const LaunchField*> fields_of(Kernel);
/// Returns the first field with that key; null if there is none.
const LaunchField* field_with_key(std::string_view key);
/// Returns the field of that text. Requires a kernel that has it.
const LaunchField& field_of(Kernel, std::string LaunchForm::*text);
/// Returns the kernels that have a field with that key.
KernelSet kernels_with(std::string_view key);

}  // namespace gpu
