#include "gpu/launch/launch_fields.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"

namespace gpu {
namespace {

/// In the order of Kernel.
constexpr std::array<std::string_view, 6> kernel_names{"local_partition", "inner_partition", "outer_partition",
                                                       "tiled_copy",      "tiled_mma",       "layout"};

constexpr auto of = kernel_set;

/// Returns one type per width, of 1 to 16 bytes.
std::vector<std::string> element_choices() {
  std::map<int, std::string> of_width;
  for (const auto& r : algebra::element_types())
    if (r.names_width && r.is_word && r.type.bits % 8 == 0) of_width.emplace(r.type.bits, r.type.name);
  std::vector<std::string> choices{""};
  for (const auto& [bits, name] : of_width) choices.push_back(name);
  return choices;
}
std::string get_element(const LaunchForm& f) { return f.element; }
bool set_element(LaunchForm& f, const std::string& name) {
  if (!name.empty() && algebra::element_type_of_setting(name) == nullptr) return false;
  f.element = name;
  return true;
}

std::vector<std::string> memory_choices() { return {"", "global", "shared"}; }
std::string get_memory(const LaunchForm& f) { return !f.shared_memory ? "" : *f.shared_memory ? "shared" : "global"; }
bool set_memory(LaunchForm& f, const std::string& memory) {
  f.shared_memory = memory.empty() ? std::nullopt : std::optional(memory == "shared");
  return true;
}

std::vector<std::string> kernel_choices() { return {kernel_names.begin(), kernel_names.end()}; }
std::string get_kernel(const LaunchForm& f) { return std::string(name_of(f.kernel)); }
bool set_kernel(LaunchForm& f, const std::string& name) {
  f.kernel = *kernel_named(name);
  return true;
}

std::vector<std::string> access_choices() { return {"", "1", "2", "4", "8", "16"}; }
std::string get_access(const LaunchForm& f) { return f.access_bytes == 0 ? "" : fmt::format("{}", f.access_bytes); }
bool set_access(LaunchForm& f, const std::string& bytes) {
  f.access_bytes = bytes.empty() ? 0 : std::stoi(bytes);
  return true;
}

}  // namespace

std::string_view name_of(Kernel k) { return kernel_names.at(static_cast<std::size_t>(k)); }

std::optional<Kernel> kernel_named(std::string_view name) {
  const auto* found = std::ranges::find(kernel_names, name);
  return found != kernel_names.end() ? std::optional(static_cast<Kernel>(found - kernel_names.begin())) : std::nullopt;
}

bool LaunchField::set(LaunchForm& form, const std::string& value) const {
  if (text != nullptr) {
    form.*text = value;
    return true;
  }
  return (open || std::ranges::count(choices(), value) != 0) && assign(form, value);
}

const std::vector<LaunchField>& launch_fields() {
  static const std::vector<LaunchField> all{
      {.key = "tensor",
       .text = &LaunchForm::tensor,
       .kernels = every_kernel & ~of({Kernel::layout}),
       .place = 2,
       .needed = true,
       .example = "(8,8):(8,1)",
       .help = "What is moved: a layout or a tensor, swizzled or not, by its name or as an expression. Its cosize is the memory that the "
               "trace shows."},
      {.key = "tensor", .text = &LaunchForm::tensor, .kernels = of({Kernel::layout}), .place = 2, .example = "(8,8):(8,1)"},
      {.key = "tile",
       .text = &LaunchForm::tile,
       .kernels = every_kernel & ~of({Kernel::layout}),
       .place = 4,
       .needed = true,
       .help = "The part of the tensor that one block works on: a shape such as (4,4), or a tiler. The tensor is divided by it, and each "
               "tile is a block’s."},
      {.key = "threads",
       .text = &LaunchForm::threads,
       .kernels = of({Kernel::local_partition, Kernel::outer_partition, Kernel::tiled_copy}),
       .place = 5,
       .needed = true,
       .example = "(2,4):(4,1)",
       .help = "The threads of a block and where each of them stands in the tile: a layout such as (2,4):(4,1). outer_partition takes a "
               "shape, tiled_copy a tiled copy as well."},
      {.key = "threads",
       .named = "mma",
       .text = &LaunchForm::threads,
       .kernels = of({Kernel::tiled_mma}),
       .place = 5,
       .needed = true,
       .help =
           "A tiled MMA of the sheet, or an expression such as make_tiled_mma(...). It says which thread has which element of A, B and C."},
      {.key = "element",
       .choices = element_choices,
       .open = true,
       .read = get_element,
       .assign = set_element,
       .place = 10,
       .noun = "element type",
       .option = "--element",
       .meaning = "Set the element type: f32, f16, i8, ... Default: the tensor's, or else f32",
       .help = "The type of an element. Only its width counts, 1 to 16 bytes: it decides how many elements share a sector or a bank, and "
               "how many make a 16-byte access."},
      {.key = "memory",
       .choices = memory_choices,
       .read = get_memory,
       .assign = set_memory,
       .place = 11,
       .words = true,
       .noun = "memory",
       .option = "--shared",
       .flag = "shared",
       .meaning = "Put the tensor into shared memory",
       .argument = "shared",
       .help = "Where the tensor is. In global memory its lines and sectors cost; in shared memory its banks do, and it is filled from "
               "global memory and copied back there."},
      {.key = "kernel",
       .choices = kernel_choices,
       .read = get_kernel,
       .assign = set_kernel,
       .place = 1,
       .noun = "kernel",
       .option = "--partition",
       .meaning = "Choose how threads take their part of a tile",
       .help = "The way in which threads take their part of a tile: as one of CuTe’s partitions, as a tiled copy or MMA, or by a layout "
               "that maps (block, thread, value) to the element. The other fields are what it needs."},
      {.key = "values",
       .text = &LaunchForm::values,
       .kernels = of({Kernel::inner_partition}),
       .place = 6,
       .needed = true,
       .example = "(1,4)",
       .option = "--values",
       .placeholder = "SHAPE",
       .meaning = "Set the values of a thread; inner_partition: a shape; tiled_copy: a layout; tiled_mma: A, B or C",
       .help = "What one thread has at a time: for inner_partition the shape of its piece, for tiled_copy the layout of its values."},
      {.key = "values", .text = &LaunchForm::values, .kernels = of({Kernel::tiled_copy}), .place = 6, .example = "(1,4):(4,1)"},
      {.key = "values",
       .named = "matrix",
       .text = &LaunchForm::values,
       .kernels = of({Kernel::tiled_mma}),
       .place = 6,
       .lists_entries = false,
       .hint = "C",
       .help = "Which matrix of the MMA the tensor is: A, B or C."},
      {.key = "step",
       .text = &LaunchForm::step,
       .kernels = of({Kernel::local_partition}),
       .place = 7,
       .lists_entries = false,
       .hint = "(_1,X)",
       .option = "--step",
       .meaning = "Set the modes of the threads that divide the tile of local_partition, such as (1,X)",
       .help = "Which modes of the threads divide the tile, as CuTe’s Step: 1 keeps a mode, X leaves it out. Threads that differ only in a "
               "mode left out share their elements. Empty: all modes."},
      {.key = "partition",
       .text = &LaunchForm::partition,
       .kernels = of({Kernel::layout}),
       .place = 3,
       .needed = true,
       .example = "(4,8,2):(16,2,1)",
       .option = "--layout",
       .placeholder = "LAYOUT, (block, thread, value) -> element",
       .meaning = "Run the partition that this layout (block, thread, value) -> element says, swizzled or not",
       .help = "A layout of rank 3 that maps (block, thread, value) to the element itself, swizzled or not."},
      {.key = "target",
       .label = "to",
       .text = &LaunchForm::target,
       .place = 13,
       .global_only = true,
       .hint = "the same tensor",
       .option = "--target",
       .meaning = "Copy to this tensor. Default: to the same one",
       .help = "Where the copy goes: a layout of the tensor’s shape, such as its transpose, which has memory of its own. Empty: to the "
               "same element. In global memory only."},
      {.key = "grid",
       .text = &LaunchForm::grid,
       .place = 14,
       .lists_entries = false,
       .line = "grid · block",
       .hint = "auto",
       .option = "--grid",
       .meaning = "Run this many blocks, such as 4 or (2,2). Default: as many as the partition has",
       .help = "Dimensions of the launch, one to three numbers each. Auto: as many blocks and threads as the partition has. With fewer, "
               "elements stay untouched; more run on beyond the partition."},
      {.key = "block_dims",
       .named = "block",
       .text = &LaunchForm::block_dims,
       .place = 15,
       .lists_entries = false,
       .line = "grid · block",
       .hint = "auto",
       .option = "--block",
       .meaning = "Run this many threads a block, such as 128 or (32,4)"},
      {.key = "access",
       .choices = access_choices,
       .read = get_access,
       .assign = set_access,
       .place = 12,
       .unit = " B",
       .noun = "access width",
       .option = "--access",
       .meaning = "Move at most this many bytes a thread at once: 1, 2, 4, 8 or 16",
       .argument = "access_bytes",
       .help = "The most bytes that a thread moves at once. Auto is up to 16: as many neighbouring values as the partition keeps side by "
               "side and aligned."},
  };
  return all;
}

std::vector<const LaunchField*> fields_of(Kernel kernel) {
  std::vector<const LaunchField*> fields;
  for (const auto& f : launch_fields())
    if (f.is_of(kernel)) fields.push_back(&f);
  std::ranges::sort(fields, {}, &LaunchField::place);
  return fields;
}

const LaunchField* field_with_key(std::string_view key) {
  const auto found = std::ranges::find(launch_fields(), key, &LaunchField::key);
  return found != launch_fields().end() ? &*found : nullptr;
}

const LaunchField& field_of(Kernel kernel, std::string LaunchForm::*text) {
  for (const auto& f : launch_fields())
    if (f.text == text && f.is_of(kernel)) return f;
  throw std::logic_error(fmt::format("{} has no such field", name_of(kernel)));
}

KernelSet kernels_with(std::string_view key) {
  KernelSet all = 0;
  for (const auto& f : launch_fields())
    if (f.key == key) all |= f.kernels;
  return all;
}

}  // namespace gpu
