#pragma once
// The choices for a new GEMM (kind of kernel, problem, tiles, types and layouts), and the options of each kind.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// The kinds of kernel, from naive to Hopper's instructions.
enum class GemmKind : std::uint8_t {
  by_hand,       ///< each thread reads its operands from global memory
  tiled,         ///< tiles in shared memory, copied element by element
  vectors,       ///< cp.async of 16 bytes, in stages
  tensor_cores,  ///< the same, with ldmatrix and mma.sync
  wgmma,         ///< TMA, mbarriers and WGMMA
};

/// The contiguous mode of A and B: K, or M and N.
enum class GemmMajor : std::uint8_t { k, mn };
/// The contiguous mode of C: N (rows) or M (columns).
enum class GemmMajorC : std::uint8_t { n, m };

/// The layout of a tile in shared memory: rows of this many bytes, with their pieces of 16 bytes permuted.
enum class GemmSwizzle : std::uint8_t { proposed, none, bytes_32, bytes_64, bytes_128 };

struct GemmChoice {
  GemmKind kind = GemmKind::tensor_cores;
  std::int64_t m = 256, n = 256, k = 256;
  std::int64_t tile_m = 128, tile_n = 128, tile_k = 64;
  std::int64_t stages = 3;
  std::string_view type = "half_t", type_c = "float";  ///< in C++, of the kind's types
  GemmMajor major_a = GemmMajor::k, major_b = GemmMajor::k;
  GemmMajorC major_c = GemmMajorC::n;
  std::int64_t along_m = 2, along_n = 2;  ///< threads, warps or warpgroups that share the tile of C: see GemmKindRecord::unit
  GemmSwizzle swizzle = GemmSwizzle::proposed;

  friend bool operator==(const GemmChoice&, const GemmChoice&) = default;
};

/// A valid combination of types: of A and B, and of C and the sums.
struct GemmTypes {
  std::string_view type, type_c;
  std::string_view instruction{};  ///< of tensor cores; {}: the N of WGMMA
  int k = 1;                       ///< extent of an instruction along K
  bool transposes = true;          ///< true: A and B may be contiguous along M and N
};

/// The record of a kind: its names, options and initial choice.
struct GemmKindRecord {
  GemmKind kind;
  std::string_view key;          ///< on the command line
  algebra::Message title, unit;  ///< "Tensor cores: ..."; "warps"
  int unit_threads = 1;          ///< threads of one unit
  bool along_n = true;           ///< true: the units also share N
  std::int64_t most_stages = 1;
  bool shared = true;  ///< true: has tiles in shared memory, and so swizzles
  std::span<const GemmTypes> types;
  GemmChoice start;  ///< the initial choice
};

/// Returns the records in the order of GemmKind.
std::span<const GemmKindRecord> gemm_kinds();
const GemmKindRecord& record_of(GemmKind);
/// Returns the record of the choice's types; null if the kind has no such pair.
const GemmTypes* types_of(const GemmChoice&);

/// The fields of a choice that can be wrong, in the order of the form.
enum class GemmField : std::uint8_t {
  kind,
  m,
  n,
  k,
  tile_m,
  tile_n,
  tile_k,
  along_m,
  along_n,
  stages,
  type,
  type_c,
  major_a,
  major_b,
  major_c,
  swizzle,
};

/// A numeric field.
struct GemmNumber {
  GemmField field;
  algebra::Message name;  ///< "tile M"
  std::int64_t GemmChoice::*member;
};
std::span<const GemmNumber> gemm_numbers();

/// Returns the field's name, such as "tile M".
algebra::Message name_of(GemmField, GemmKind);

/// Return the names on the command line: "k", "mn" or "n", "m"; "proposed", "none", "32", "64", "128".
std::string_view key_of(GemmMajor);
std::string_view key_of(GemmMajorC);
std::string_view key_of(GemmSwizzle);
std::span<const std::string_view> gemm_swizzle_keys();
/// Returns the bytes of a row; 0: not permuted.
int bytes_of(GemmSwizzle);

}  // namespace app
