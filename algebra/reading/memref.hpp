#pragma once
// The type of a buffer in MLIR: memref<2x3xf32, strided<[3, 1], offset: 4>, 3>. Without strides its last mode is the fastest.
//
// Source: MLIR's builtin dialect, MemRefType and StridedLayoutAttr.

#include <cstddef>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/language/printed.hpp"
#include "algebra/text/message.hpp"

namespace algebra::dialects {

struct MemRef {
  Printed printed;       ///< a tensor at a pointer
  bool strided = false;  ///< the type gives strides, not only extents
  std::size_t size = 0;  ///< bytes of the type
};

struct MemRefProblem {
  std::size_t at = 0;  ///< in bytes from the beginning of the type
  Message message;     ///< one sentence; empty if the text is not such a type at all, for example a memref of CuTe's IR
};

/// The beginning of the type.
inline constexpr std::string_view memref_mark = "memref<";

/// Reads the type at the start of `text`.
tl::expected<MemRef, MemRefProblem> read_memref(std::string_view text);

}  // namespace algebra::dialects
