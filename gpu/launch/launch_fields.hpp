#pragma once
// The fields of a launch, one record each: what files, the window's and the page's forms, the command line, Python, messages and help say
// of them follows from it.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/launch/launch_form.hpp"

namespace gpu {

/// "local_partition", "tiled_copy", ...
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

/// A field of the form. Fields with one key are one setting, which is something else for another kernel: the `threads` of tiled_mma are
/// its mma.
struct LaunchField {
  std::string_view key;      ///< in files: threads=
  std::string_view named{};  ///< in messages, where that is another: "mma"
  std::string_view label{};  ///< in forms, where that is another again
  // An expression, or a choice; "": automatic.
  std::string LaunchForm::*text = nullptr;
  std::vector<std::string> (*choices)() = nullptr;
  bool open = false;  ///< there are other values than the choices
  std::string (*read)(const LaunchForm&) = nullptr;
  bool (*assign)(LaunchForm&, const std::string&) = nullptr;
  // Forms.
  KernelSet kernels = every_kernel;
  int place = 0;                     ///< the order in forms: below first_place_of_how what runs, then how
  bool needed = false;               ///< nothing runs without it
  bool global_only = false;          ///< not for a tensor in shared memory
  bool words = false;                ///< the choices are words, which are translated
  bool lists_entries = true;         ///< the sheet's entries are offered
  std::string_view line{};           ///< the label of the line that it shares with the field beside it
  std::string_view unit{};           ///< behind a choice: " B"
  std::string_view hint{};           ///< in an empty field
  std::string_view example{};        ///< what would work
  std::string_view noun = "launch";  ///< "change the launch" is the edit that undo takes back
  // The command line; without an option it is an argument of `run`.
  std::string_view option{};
  std::string_view flag{};  ///< the option takes no value, but sets this one
  std::string_view placeholder{};
  std::string_view meaning{};
  std::string_view argument{};  ///< of `trace` in Python, where that is another than the name: "access_bytes"
  std::string_view help{};      ///< F1; of fields with one label the first has it

  bool is_of(Kernel k) const { return (kernels >> static_cast<unsigned>(k) & 1) != 0; }
  std::string_view name() const { return named.empty() ? key : named; }
  std::string_view name_in_python() const { return argument.empty() ? name() : argument; }
  std::string_view label_in_form() const { return label.empty() ? name() : label; }
  std::string value(const LaunchForm& form) const { return text != nullptr ? form.*text : read(form); }
  /// False, and nothing is changed, for a value that a choice does not have.
  bool set(LaunchForm&, const std::string& value) const;
};
inline constexpr int first_place_of_how = 10;

/// All, in the order in which files have them.
const std::vector<LaunchField>& launch_fields();
/// Those of a kernel, in the order of forms.
std::vector<const LaunchField*> fields_of(Kernel);
/// The first with that key; null if there is none.
const LaunchField* field_with_key(std::string_view key);
/// The field of that text. Requires a kernel that has it.
const LaunchField& field_of(Kernel, std::string LaunchForm::*text);
/// The kernels that have a field with that key.
KernelSet kernels_with(std::string_view key);

}  // namespace gpu
