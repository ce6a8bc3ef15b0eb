#pragma once
// The encodings of Triton's GPU dialect, `#ttg.blocked<{...}>` of a `tensor<128x64xf16, #blocked>`, as linear layouts.
//
// Source: Triton, lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp: blocked, slice, linear, nvidia_mma (versions 2 and 3), amd_mfma,
// amd_wmma, dot_op of these; swizzled_shared, nvmma_shared, shared_linear, padded_shared, amd_rotating_shared; tensor_memory_encoding and
// tensor_memory_scales_encoding; Intel's fork: dpas and its operands, subgroup_2d_block. `#triton_gpu.` and `shared` are older names.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/reading/linear_layout.hpp"
#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// Aliases, `#blocked = #ttg.blocked<{...}>`: name without its sign -> the attribute's text.
using TritonAliases = std::map<std::string, std::string, std::less<>>;

/// The message's key for an encoding whose kind is unsupported for any shape.
inline constexpr std::string_view unread_kind =
    "The encoding #ttg.{} is not read: Triton's encodings of registers, shared memory and tensor memory are, AMD's and Intel's too.";
/// Reads an encoding, `#ttg.blocked<{...}>` or `#blocked`, for a tensor of this shape. Without a shape, that of the threads' own tile,
/// which encodings of shared memory do not have. Error: one sentence.
tl::expected<LinearLayout, algebra::Message> read_triton(std::string_view encoding, std::vector<std::int64_t> shape = {},
                                                         const TritonAliases& = {});

/// Returns the name of the alias that `before`, the line before an encoding, defines: `#blocked = `; "" if it defines none.
std::string_view triton_alias(std::string_view before);

/// The type of a tensor, or of a buffer in shared memory.
struct TritonType {
  std::string key;   ///< equal for types with the same layout
  std::string name;  ///< blocked_128x64
  tl::expected<Printed, algebra::Message> value;
  std::size_t size = 0;  ///< bytes of the type
};
/// Reads the type at the start of the text, `tensor<128x64xf16, #blocked>` or `memdesc<...>`; nullopt for one without an encoding of
/// Triton.
std::optional<TritonType> triton_type(std::string_view text, const TritonAliases&);

/// Returns whether a text has encodings of Triton.
bool mentions_triton(std::string_view text);

/// A type in the text of a module, or an encoding alone.
struct TritonFind {
  std::string name;  ///< blocked_128x64
  std::string type;  ///< as in the text: tensor<128x64xf16, #blocked>
  tl::expected<Printed, algebra::Message> value;
};
/// Returns each different type once, in text order; for a text without types, its first encoding.
std::vector<TritonFind> find_triton(std::string_view text);

}  // namespace algebra::dialects
