#include "app/gemm/gemm_choice.hpp"

#include <algorithm>

namespace app {

using algebra::Message;
using algebra::message;
namespace {

constexpr std::array fma_types{GemmTypes{"float", "float"}, GemmTypes{"half_t", "float"}, GemmTypes{"bfloat16_t", "float"},
                               GemmTypes{"double", "double"}, GemmTypes{"int8_t", "int32_t"}};

constexpr std::array mma_types{
    GemmTypes{"half_t", "float", "SM80_16x8x16_F32F16F16F32_TN", 16},
    GemmTypes{"half_t", "half_t", "SM80_16x8x16_F16F16F16F16_TN", 16},
    GemmTypes{"bfloat16_t", "float", "SM80_16x8x16_F32BF16BF16F32_TN", 16},
    GemmTypes{"tfloat32_t", "float", "SM80_16x8x8_F32TF32TF32F32_TN", 8, false},
    GemmTypes{"float_e4m3_t", "float", "SM89_16x8x32_F32E4M3E4M3F32_TN", 32, false},
    GemmTypes{"int8_t", "int32_t", "SM80_16x8x32_S32S8S8S32_TN", 32, false},
};

constexpr std::array wgmma_types{
    GemmTypes{"half_t", "float", "SM90_64x{}x16_F32F16F16_SS", 16},
    GemmTypes{"half_t", "half_t", "SM90_64x{}x16_F16F16F16_SS", 16},
    GemmTypes{"bfloat16_t", "float", "SM90_64x{}x16_F32BF16BF16_SS", 16},
    GemmTypes{"tfloat32_t", "float", "SM90_64x{}x8_F32TF32TF32_SS_TN<>", 8, false},
    GemmTypes{"float_e4m3_t", "float", "SM90_64x{}x32_F32E4M3E4M3_SS_TN<>", 32, false},
    GemmTypes{"int8_t", "int32_t", "SM90_64x{}x32_S32S8S8_SS_TN", 32, false},
};

/// Returns the initial choice of the kinds without tensor cores: column-major operands, as in BLAS.
GemmChoice of_fma(GemmKind kind) {
  GemmChoice c;
  c.kind = kind;
  c.m = c.n = 128, c.k = 32;
  c.tile_m = c.tile_n = 32, c.tile_k = 8;
  c.stages = 1;
  c.type = c.type_c = "float";
  c.major_a = c.major_b = GemmMajor::mn;
  c.major_c = GemmMajorC::m;
  c.along_m = c.along_n = 8;
  return c;
}

GemmChoice of_vectors() {
  auto c = of_fma(GemmKind::vectors);
  c.m = c.n = 256, c.k = 64;
  c.tile_m = c.tile_n = 128, c.tile_k = 8;
  c.along_m = c.along_n = 16;
  c.stages = 3;
  return c;
}

GemmChoice of_wgmma() {
  GemmChoice c;
  c.kind = GemmKind::wgmma;
  c.along_m = 2, c.along_n = 1;
  return c;
}

constexpr std::array<std::string_view, 5> swizzle_keys{"proposed", "none", "32", "64", "128"};

}  // namespace

std::span<const GemmKindRecord> gemm_kinds() {
  static const std::array kinds{
      GemmKindRecord{.kind = GemmKind::by_hand,
                     .key = "by_hand",
                     .title = "By hand: from global memory to registers",
                     .unit = "threads",
                     .shared = false,
                     .types = fma_types,
                     .start = of_fma(GemmKind::by_hand)},
      GemmKindRecord{.kind = GemmKind::tiled,
                     .key = "tiled",
                     .title = "Tiles in shared memory, copied element by element",
                     .unit = "threads",
                     .types = fma_types,
                     .start = of_fma(GemmKind::tiled)},
      GemmKindRecord{.kind = GemmKind::vectors,
                     .key = "vectors",
                     .title = "Vectors of 16 bytes by cp.async, in stages",
                     .unit = "threads",
                     .most_stages = 8,
                     .types = fma_types,
                     .start = of_vectors()},
      GemmKindRecord{.kind = GemmKind::tensor_cores,
                     .key = "tensor_cores",
                     .title = "Tensor cores: cp.async, ldmatrix, mma.sync",
                     .unit = "warps",
                     .unit_threads = 32,
                     .most_stages = 8,
                     .types = mma_types,
                     .start = {}},
      GemmKindRecord{.kind = GemmKind::wgmma,
                     .key = "wgmma",
                     .title = "Hopper: TMA, mbarriers, WGMMA",
                     .unit = "warpgroups",
                     .unit_threads = 128,
                     .along_n = false,
                     .most_stages = 8,
                     .types = wgmma_types,
                     .start = of_wgmma()},
  };
  return kinds;
}

const GemmKindRecord& record_of(GemmKind kind) { return gemm_kinds()[static_cast<std::size_t>(kind)]; }

const GemmTypes* types_of(const GemmChoice& c) {
  const auto& types = record_of(c.kind).types;
  const auto it = std::ranges::find_if(types, [&](const GemmTypes& t) { return t.type == c.type && t.type_c == c.type_c; });
  return it == types.end() ? nullptr : &*it;
}

std::span<const GemmNumber> gemm_numbers() {
  static const std::array numbers{
      GemmNumber{GemmField::m, "M", &GemmChoice::m},
      GemmNumber{GemmField::n, "N", &GemmChoice::n},
      GemmNumber{GemmField::k, "K", &GemmChoice::k},
      GemmNumber{GemmField::tile_m, "tile M", &GemmChoice::tile_m},
      GemmNumber{GemmField::tile_n, "tile N", &GemmChoice::tile_n},
      GemmNumber{GemmField::tile_k, "tile K", &GemmChoice::tile_k},
      GemmNumber{GemmField::along_m, {}, &GemmChoice::along_m},
      GemmNumber{GemmField::along_n, {}, &GemmChoice::along_n},
      GemmNumber{GemmField::stages, "stages", &GemmChoice::stages},
  };
  return numbers;
}

Message name_of(GemmField field, GemmKind kind) {
  switch (field) {
    case GemmField::kind: return "kind";
    case GemmField::along_m: return message("{} along M", record_of(kind).unit);
    case GemmField::along_n: return message("{} along N", record_of(kind).unit);
    case GemmField::type: return "type of A and B";
    case GemmField::type_c: return "type of C";
    case GemmField::major_a: return "rows of A";
    case GemmField::major_b: return "rows of B";
    case GemmField::major_c: return "rows of C";
    case GemmField::swizzle: return "swizzle";
    default: break;
  }
  return std::ranges::find(gemm_numbers(), field, &GemmNumber::field)->name;
}

std::string_view key_of(GemmMajor m) { return m == GemmMajor::k ? "k" : "mn"; }
std::string_view key_of(GemmMajorC m) { return m == GemmMajorC::n ? "n" : "m"; }
std::string_view key_of(GemmSwizzle s) { return swizzle_keys[static_cast<std::size_t>(s)]; }
std::span<const std::string_view> gemm_swizzle_keys() { return swizzle_keys; }

int bytes_of(GemmSwizzle s) { return s <= GemmSwizzle::none ? 0 : 32 << (static_cast<int>(s) - static_cast<int>(GemmSwizzle::bytes_32)); }

}  // namespace app
