#pragma once
// The type of a buffer in MLIR: memref<2x3xf32, strided<[3, 1], offset: 4>, 3>. Its last mode is the fastest where no strides are given.
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
  bool strided = false;  ///< its strides are written, not only its extents
  std::size_t size = 0;  ///< bytes of the type
};

struct MemRefProblem {
  std::size_t at = 0;  ///< in bytes from the beginning of the type
  Message message;     ///< one sentence; empty if the text is no such type at all, as a memref of CuTe's IR
};

/// How the type begins.
inline constexpr std::string_view memref_mark = "memref<";

/// The type that `text` begins with.
tl::expected<MemRef, MemRefProblem> read_memref(std::string_view text);

}  // namespace algebra::dialects
