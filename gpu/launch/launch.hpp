#pragma once
// A launch: a partition, and everything needed to run it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algebra/hardware/partition.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/instruction.hpp"

namespace gpu {

/// A grid's or a block's dimensions, as CUDA's dim3. Blocks and threads are numbered with x fastest.
struct Dim3 {
  std::int64_t x = 0, y = 1, z = 1;
  std::int64_t count() const { return x * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};

/// A launch in which (block, thread, value) -> element is
///
/// swizzle(offset + partition(block, thread, value)). Blocks and threads beyond the partition's size continue in the last flat mode, as in
/// CuTe's layouts.
struct Launch {
  algebra::Layout partition;   ///< (block, thread, value) -> offset in elements, rank 3
  std::int64_t offset = 0;     ///< added before the swizzle
  algebra::Swizzle swizzle{};  ///< bits 0: none
  /// Elements from an aligned address to the tensor's element 0, the N of ptr+N; not part of the trace.
  std::int64_t begins = 0;
  std::int64_t elements = 0;   ///< records in the trace: cosize of the tensor
  int element_bytes = 4;       ///< 1, 2, 4, 8 or 16
  bool shared_memory = false;  ///< where the tensor lives: shared (banks matter) or global (sectors matter)
  Dim3 grid, block;            ///< x = 0: the partition's size, along x
  int access_bytes = 0;        ///< most bytes per access of a thread; 0: 16
  /// Destination of the copy: element partition(b, t, v) of the source goes to element target(b, t, v). None: to the
  /// same element. Global memory only.
  std::optional<algebra::Layout> target{};
  std::int64_t target_elements = 0;  ///< cosize of the destination, if there is a target
  std::int64_t target_begins = 0;    ///< as `begins`
  Instruction instruction{};
  /// By matrix: (block, thread, value) -> element of the row whose address a lane gives, in shared memory; the partition maps to the lane's
  /// registers.
  std::optional<algebra::Layout> rows{};
  /// A (block, thread, value) that a guard finds beyond the end touches nothing, neither here nor in the target: it is predicated off.
  std::vector<algebra::Guard> guards{};
  /// For a tensor copy: the tiled copy with the instruction. One thread per block; block c + CTAs * tile is CTA c of a cluster.
  std::optional<algebra::TiledCopy> tma{};
  bool once = false;  ///< with guards: proved to touch no element twice
  friend bool operator==(const Launch&, const Launch&) = default;
};

/// Returns what a guard finds the end of: "mode 0 of the tensor", "mode 1 of the tile", "the tensor".
algebra::Message place_of(const algebra::Guard&);

}  // namespace gpu
