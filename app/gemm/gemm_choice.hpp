#pragma once
// What a new GEMM is to be: the kind of kernel, the problem, its tiles, types and layouts; and what each kind allows.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// From naive to what Hopper has.
enum class GemmKind : std::uint8_t {
  by_hand,       ///< each thread reads what it needs from global memory
  tiled,         ///< tiles in shared memory, an element a copy
  vectors,       ///< cp.async of 16 bytes, in stages
  tensor_cores,  ///< the same, with ldmatrix and mma.sync
  wgmma,         ///< TMA, mbarriers and WGMMA
};

/// How the operands lie in memory: A and B with their rows along K, or along M and N.
enum class GemmMajor : std::uint8_t { k, mn };
/// Whether C lies with its rows along N, or its columns along M.
enum class GemmMajorC : std::uint8_t { n, m };

/// How a tile lies in shared memory: in rows of so many bytes, of which the pieces of 16 bytes are permuted.
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

/// The types of A and B, and of C and the sums, that go together.
struct GemmTypes {
  std::string_view type, type_c;
  std::string_view instruction{};  ///< of tensor cores; {}: the N of WGMMA
  int k = 1;                       ///< that an instruction takes along K
  bool transposes = true;          ///< whether A and B may have their rows along M and N
};

/// What a kind allows.
struct GemmKindRecord {
  GemmKind kind;
  std::string_view key;          ///< of the command line
  algebra::Message title, unit;  ///< "Tensor cores: ..."; "warps"
  int unit_threads = 1;          ///< of one unit
  bool along_n = true;           ///< whether the units also share N
  std::int64_t most_stages = 1;
  bool shared = true;  ///< whether it has tiles in shared memory, and so swizzles
  std::span<const GemmTypes> types;
  GemmChoice start;  ///< what is chosen first
};

/// In the order of GemmKind.
std::span<const GemmKindRecord> gemm_kinds();
const GemmKindRecord& record_of(GemmKind);
/// Of the choice's types; null where the kind has no such pair.
const GemmTypes* types_of(const GemmChoice&);

/// What of a choice can be wrong, in the order in which a form asks for it.
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

/// A field that is a number.
struct GemmNumber {
  GemmField field;
  algebra::Message name;  ///< "tile M"
  std::int64_t GemmChoice::*member;
};
std::span<const GemmNumber> gemm_numbers();

/// "tile M".
algebra::Message name_of(GemmField, GemmKind);

/// Their names on the command line: "k", "mn" or "n", "m"; "proposed", "none", "32", "64", "128".
std::string_view key_of(GemmMajor);
std::string_view key_of(GemmMajorC);
std::string_view key_of(GemmSwizzle);
std::span<const std::string_view> gemm_swizzle_keys();
/// Bytes of a row; 0: not permuted.
int bytes_of(GemmSwizzle);

}  // namespace app
