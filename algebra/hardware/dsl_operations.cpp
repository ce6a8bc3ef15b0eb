#include "algebra/hardware/dsl_operations.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "algebra/layout/element_type.hpp"

namespace algebra {
namespace {

// Sources: cutlass/cute/nvgpu/{common,warp,warpgroup,tcgen05,cpasync} of CUTLASS's Python package.

constexpr std::array mma_operations{
    DslOperation{"", "MmaUniversalOp", "abacc_dtype", "UniversalFMA<{abacc_dtype:cpp},{abacc_dtype:cpp},{abacc_dtype:cpp}>"},
    DslOperation{"warp", "MmaF16BF16Op", "ab_dtype=f16|bf16,acc_dtype,shape_mnk",
                 "SM80_{shape_mnk}_{acc_dtype}{ab_dtype}{ab_dtype}{acc_dtype}_TN"},
    DslOperation{"warp", "MmaTF32Op", "shape_mnk", "SM80_{shape_mnk}_F32TF32TF32F32_TN", "ab_dtype=tf32,acc_dtype=f32"},
    DslOperation{"warp", "MmaFP8Op", "ab_dtype=e4m3|e5m2,acc_dtype,shape_mnk",
                 "SM89_{shape_mnk}_{acc_dtype}{ab_dtype}{ab_dtype}{acc_dtype}_TN"},
    DslOperation{"warp", "MmaMXF4NVF4Op", "ab_dtype=e2m1,acc_dtype=f32,sf_type=e4m3",
                 "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<{ab_dtype:cpp},{ab_dtype:cpp},{acc_dtype:cpp},{sf_type:scale},16>",
                 "sf_vec_size=16,shape_mnk=16x8x64"},
    DslOperation{"warp", "MmaMXF4Op", "ab_dtype=e2m1,acc_dtype=f32,sf_type=ue8m0",
                 "SM120::BLOCKSCALED::SM120_16x8x64_TN_VS<{ab_dtype:cpp},{ab_dtype:cpp},{acc_dtype:cpp},{sf_type:scale},32>",
                 "sf_vec_size=32,shape_mnk=16x8x64"},
    DslOperation{"warp", "MmaMXF8Op", "ab_dtype=e4m3|e5m2,acc_dtype=f32,sf_type=ue8m0",
                 "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<{ab_dtype:cpp},{ab_dtype:cpp},{acc_dtype:cpp},{sf_type:scale},32>",
                 "sf_vec_size=32,shape_mnk=16x8x32"},
    DslOperation{"warp", "MmaMXF8F6F4Op", "a_dtype=e2m1,b_dtype=e4m3|e5m2,acc_dtype=f32,sf_type=ue8m0",
                 "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<{a_dtype:cpp},{b_dtype:cpp},{acc_dtype:cpp},{sf_type:scale},32>",
                 "sf_vec_size=32,shape_mnk=16x8x32"},
    DslOperation{"warp", "MmaMXF8F6F4Op", "a_dtype=e4m3|e5m2,b_dtype=e2m1,acc_dtype=f32,sf_type=ue8m0",
                 "SM120::BLOCKSCALED::SM120_16x8x32_TN_VS<{a_dtype:cpp},{b_dtype:cpp},{acc_dtype:cpp},{sf_type:scale},32>",
                 "sf_vec_size=32,shape_mnk=16x8x32"},
    DslOperation{
        "warpgroup", "MmaF16BF16Op", "ab_dtype=f16|bf16,acc_dtype,instruction_shape,a_src,a_major_mode,b_major_mode",
        "SM90_{instruction_shape}_{acc_dtype}{ab_dtype}{ab_dtype}_{a_src}S<GMMA::Major::{a_major_mode},GMMA::Major::{b_major_mode}>"},
    DslOperation{"warpgroup", "MmaF8Op",
                 "a_dtype=e4m3|e5m2,b_dtype=e4m3|e5m2,acc_dtype,instruction_shape,a_src,a_major_mode=K,b_major_mode=K",
                 "SM90_{instruction_shape}_{acc_dtype}{a_dtype}{b_dtype}_{a_src}S_TN<>"},
    // The operation's name before 4.7.
    DslOperation{"warpgroup", "MmaFP8Op",
                 "a_dtype=e4m3|e5m2,b_dtype=e4m3|e5m2,acc_dtype,instruction_shape,a_src,a_major_mode=K,b_major_mode=K",
                 "SM90_{instruction_shape}_{acc_dtype}{a_dtype}{b_dtype}_{a_src}S_TN<>"},
    DslOperation{"warpgroup", "MmaI8Op", "a_dtype=i8|u8,b_dtype=i8|u8,acc_dtype=i32,instruction_shape,a_src,a_major_mode=K,b_major_mode=K",
                 "SM90_{instruction_shape}_{acc_dtype}{a_dtype}{b_dtype}_{a_src}S_TN"},
    DslOperation{"tcgen05", "MmaF16BF16Op", "ab_dtype=f16|bf16,acc_dtype,instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_F16BF16_{cta_group}{a_src}S<{ab_dtype:cpp},{ab_dtype:cpp},{acc_dtype:cpp},{instruction_shape:mn16},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>"},
    DslOperation{"tcgen05", "MmaTF32Op", "instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_TF32_{cta_group}{a_src}S<tfloat32_t,tfloat32_t,float,{instruction_shape:mn8},UMMA::Major::{a_major_mode},"
                 "UMMA::Major::{b_major_mode}>",
                 "ab_dtype=tf32,acc_dtype=f32"},
    DslOperation{"tcgen05", "MmaF8F6F4Op", "a_dtype,b_dtype,acc_dtype,instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_F8F6F4_{cta_group}{a_src}S<{a_dtype:cpp},{b_dtype:cpp},{acc_dtype:cpp},{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>"},
    DslOperation{"tcgen05", "MmaFP8Op", "ab_dtype=e4m3|e5m2,acc_dtype=f16|f32,instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_F8F6F4_{cta_group}{a_src}S<{ab_dtype:cpp},{ab_dtype:cpp},{acc_dtype:cpp},{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>"},
    // With two types, like the other operations.
    DslOperation{"tcgen05", "MmaFP8Op", "a_dtype,b_dtype,acc_dtype,instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_F8F6F4_{cta_group}{a_src}S<{a_dtype:cpp},{b_dtype:cpp},{acc_dtype:cpp},{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>"},
    DslOperation{"tcgen05", "MmaI8Op", "ab_dtype=i8|u8,instruction_shape,cta_group,a_src,a_major_mode,b_major_mode",
                 "SM100_MMA_S8_{cta_group}{a_src}S<{ab_dtype:cpp},{ab_dtype:cpp},int32_t,{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>",
                 "acc_dtype=i32"},
    DslOperation{"tcgen05", "MmaMXF8Op", "ab_dtype,instruction_shape,cta_group,a_src=SMEM,a_major_mode,b_major_mode",
                 "SM100_MMA_MXF8F6F4_{cta_group}SS<{ab_dtype:cpp},{ab_dtype:cpp},float,float_ue8m0_t,{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>",
                 "acc_dtype=f32,sf_dtype=ue8m0"},
    DslOperation{"tcgen05", "MmaMXF8F6F4Op", "a_dtype,b_dtype,instruction_shape,cta_group,a_src=SMEM,a_major_mode,b_major_mode",
                 "SM100_MMA_MXF8F6F4_{cta_group}SS<{a_dtype:cpp},{b_dtype:cpp},float,float_ue8m0_t,{instruction_shape:mn32},"
                 "UMMA::Major::{a_major_mode},UMMA::Major::{b_major_mode}>",
                 "acc_dtype=f32,sf_dtype=ue8m0"},
    DslOperation{"tcgen05", "MmaMXF4NVF4Op", "sf_dtype,instruction_shape,cta_group,a_src=SMEM",
                 "SM100_MMA_MXF4_{cta_group}SS<float_e2m1_t,float_e2m1_t,float,{sf_dtype:scale},{instruction_shape:mn64},16,UMMA::Major::K,"
                 "UMMA::Major::K>",
                 "ab_dtype=e2m1,acc_dtype=f32,a_major_mode=K,b_major_mode=K"},
    DslOperation{"tcgen05", "MmaMXF4Op", "instruction_shape,cta_group,a_src=SMEM",
                 "SM100_MMA_MXF4_{cta_group}SS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,{instruction_shape:mn64},32,UMMA::Major::K,"
                 "UMMA::Major::K>",
                 "ab_dtype=e2m1,acc_dtype=f32,sf_dtype=ue8m0,a_major_mode=K,b_major_mode=K"},
    DslOperation{"tcgen05", "SM103MmaMXF4NVF4Op", "sf_dtype=ue8m0|e4m3,instruction_shape,cta_group,a_src=SMEM",
                 "SM103::SM103_MXF4_ULTRA_{cta_group}SS_VS<float_e2m1_t,float_e2m1_t,float,{sf_dtype:scale},{instruction_shape:mn96},16,"
                 "UMMA::Major::K,UMMA::Major::K>",
                 "ab_dtype=e2m1,acc_dtype=f32,sf_vec_size=16,a_major_mode=K,b_major_mode=K"},
    DslOperation{"tcgen05", "SM103MmaMXF4Op", "instruction_shape,cta_group,a_src=SMEM",
                 "SM103::SM103_MXF4_ULTRA_{cta_group}SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,{instruction_shape:mn96},32,"
                 "UMMA::Major::K,UMMA::Major::K>",
                 "ab_dtype=e2m1,acc_dtype=f32,sf_dtype=ue8m0,sf_vec_size=32,a_major_mode=K,b_major_mode=K"},
};

constexpr std::array copy_operations{
    DslOperation{"", "CopyUniversalOp", "", "UniversalCopy<uint{num_bits_per_copy}_t>"},
    DslOperation{"cpasync", "CopyG2SOp", "cache_mode=GLOBAL", "SM80_CP_ASYNC_CACHEGLOBAL<uint{num_bits_per_copy=128}_t>"},
    DslOperation{"cpasync", "CopyG2SOp", "cache_mode", "SM80_CP_ASYNC_CACHEALWAYS<uint{num_bits_per_copy}_t>"},
    DslOperation{"warp", "LdMatrix8x8x16bOp", "transpose=False,num_matrices", "SM75_U32x{num_matrices}_LDSM_N"},
    DslOperation{"warp", "LdMatrix8x8x16bOp", "transpose=True,num_matrices", "SM75_U16x{num_matrices:twice}_LDSM_T"},
    DslOperation{"warp", "StMatrix8x8x16bOp", "transpose=False,num_matrices", "SM90_U32x{num_matrices}_STSM_N"},
    DslOperation{"warp", "StMatrix8x8x16bOp", "transpose=True,num_matrices", "SM90_U16x{num_matrices:twice}_STSM_T"},
    DslOperation{"tcgen05", "Ld32x32bOp", "repeat,pack", "SM100_TMEM_LOAD_32dp32b{repeat}x{pack}"},
    DslOperation{"tcgen05", "Ld16x64bOp", "repeat,pack", "SM100_TMEM_LOAD_16dp64b{repeat}x{pack}"},
    DslOperation{"tcgen05", "Ld16x128bOp", "repeat,pack", "SM100_TMEM_LOAD_16dp128b{repeat}x{pack}"},
    DslOperation{"tcgen05", "Ld16x256bOp", "repeat,pack", "SM100_TMEM_LOAD_16dp256b{repeat}x{pack}"},
    DslOperation{"tcgen05", "Ld16x32bx2Op", "repeat,pack", "SM100_TMEM_LOAD_16dp32bx2{repeat}x{pack}"},
    DslOperation{"tcgen05", "St32x32bOp", "repeat,unpack", "SM100_TMEM_STORE_32dp32b{repeat}x{unpack}"},
    DslOperation{"tcgen05", "St16x64bOp", "repeat,unpack", "SM100_TMEM_STORE_16dp64b{repeat}x{unpack}"},
    DslOperation{"tcgen05", "St16x128bOp", "repeat,unpack", "SM100_TMEM_STORE_16dp128b{repeat}x{unpack}"},
    DslOperation{"tcgen05", "St16x256bOp", "repeat,unpack", "SM100_TMEM_STORE_16dp256b{repeat}x{unpack}"},
    DslOperation{"tcgen05", "St16x32bx2Op", "repeat,unpack", "SM100_TMEM_STORE_16dp32bx2{repeat}x{unpack}"},
    DslOperation{"tcgen05", "Cp4x32x128bOp", "cta_group=ONE", "SM100_UTCCP_4x32dp128bit_1cta"},
    DslOperation{"tcgen05", "Cp4x32x128bOp", "cta_group=TWO", "SM100_UTCCP_4x32dp128bit_2cta"},
    DslOperation{"tcgen05", "Cp128x256bOp", "cta_group=ONE", "SM100_UTCCP_128dp256bit_1cta"},
    DslOperation{"tcgen05", "Cp128x256bOp", "cta_group=TWO", "SM100_UTCCP_128dp256bit_2cta"},
    DslOperation{"tcgen05", "Cp128x128bOp", "cta_group=ONE", "SM100_UTCCP_128dp128bit_1cta"},
    DslOperation{"tcgen05", "Cp128x128bOp", "cta_group=TWO", "SM100_UTCCP_128dp128bit_2cta"},
};

std::string_view next_of(std::string_view& rest, char end) {
  const auto at = std::min(rest.find(end), rest.size());
  const auto one = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return one;
}

bool allows(std::string_view values, std::string_view value) {
  if (values.empty()) return true;
  while (!values.empty())
    if (next_of(values, '|') == value) return true;
  return false;
}

/// The spelling of a parameter's values in the name of an atom.
enum class Spelling : std::uint8_t { plain, mma, cpp, scale, shape, shape_mn, source, group, twice, packed };
struct Place {
  std::string_view name, values;
  Spelling spelling = Spelling::plain;
  std::string_view k{};  ///< for shape_mn
};

/// Reads a place in a pattern: "num_bits_per_copy=128", "instruction_shape:mn16".
Place place_of(std::string_view in_brackets) {
  Place p;
  p.name = in_brackets.substr(0, in_brackets.find_first_of(":="));
  const auto rest = in_brackets.substr(p.name.size());
  if (rest.starts_with("=")) p.values = rest.substr(1);
  const auto how = rest.starts_with(":") ? rest.substr(1) : std::string_view{};
  if (how == "cpp") p.spelling = Spelling::cpp;
  else if (how == "scale") p.spelling = Spelling::scale;
  else if (how == "twice") p.spelling = Spelling::twice;
  else if (how.starts_with("mn")) p.spelling = Spelling::shape_mn, p.k = how.substr(2);
  else if (p.name.ends_with("dtype")) p.spelling = Spelling::mma;
  else if (p.name.ends_with("shape") || p.name == "shape_mnk") p.spelling = Spelling::shape;
  else if (p.name == "a_src") p.spelling = Spelling::source;
  else if (p.name == "cta_group") p.spelling = Spelling::group;
  else if (p.name.ends_with("pack")) p.spelling = Spelling::packed;
  return p;
}

constexpr std::string_view scale_e4m3 = "float_ue4m3_t";

/// Spells a value for a place; nullopt if it is not of that kind.
std::optional<std::string> spelled(const Place& p, const std::string& value) {
  const auto* type = find_element_type(value);
  const auto* record = type == nullptr ? nullptr : record_of(*type);
  switch (p.spelling) {
    case Spelling::plain:
    case Spelling::shape: return value.empty() ? std::nullopt : std::optional(value);
    case Spelling::mma: return record == nullptr || record->mma.empty() ? std::nullopt : std::optional(std::string(record->mma));
    case Spelling::cpp: return type == nullptr ? std::nullopt : std::optional(cpp_type(*type));
    case Spelling::scale:
      return type == nullptr ? std::nullopt : std::optional(value == "e4m3" ? std::string(scale_e4m3) : cpp_type(*type));
    case Spelling::shape_mn: {
      const auto m = value.substr(0, value.find('x'));
      if (m.size() == value.size()) return std::nullopt;
      const auto n = value.substr(m.size() + 1);
      return fmt::format("{},{}", m, n.substr(0, n.find('x')));
    }
    case Spelling::source: return value.empty() ? std::nullopt : std::optional(value.substr(0, 1));
    case Spelling::group: return value == "TWO" ? "2x1SM_" : "";
    case Spelling::packed: return value == "True" ? "_16b" : "";
    case Spelling::twice: {
      int n = 0;
      std::from_chars(value.data(), value.data() + value.size(), n);
      return fmt::format("{}", 2 * n);
    }
  }
  return std::nullopt;
}

std::string_view digits(std::string_view text) { return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size())); }

/// Returns the values that the beginning of a text may spell, each with its length, the longest first.
std::vector<std::pair<std::string, std::size_t>> read_at(const Place& p, std::string_view text) {
  std::vector<std::pair<std::string, std::size_t>> all;
  const auto one = [&](std::string_view word, std::string value) {
    if (text.starts_with(word)) all.emplace_back(std::move(value), word.size());
  };
  switch (p.spelling) {
    case Spelling::mma:
    case Spelling::cpp:
    case Spelling::scale:
      for (const auto& t : element_types()) {
        const auto word = p.spelling == Spelling::mma ? std::string(t.mma) : std::string(t.cpp);
        if (!word.empty()) one(word, std::string(t.type.name));
      }
      if (p.spelling == Spelling::scale && text.starts_with(scale_e4m3)) all = {{"e4m3", scale_e4m3.size()}};
      break;
    case Spelling::shape: {
      auto end = digits(text).size();
      for (int i = 1; i < 3 && text.substr(end).starts_with("x"); ++i) end += 1 + digits(text.substr(end + 1)).size();
      all.emplace_back(std::string(text.substr(0, end)), end);
      break;
    }
    case Spelling::shape_mn: {
      const auto m = digits(text);
      const auto n = digits(text.substr(std::min(m.size() + 1, text.size())));
      if (!m.empty() && !n.empty()) all.emplace_back(fmt::format("{}x{}x{}", m, n, p.k), m.size() + 1 + n.size());
      break;
    }
    case Spelling::source:
      for (const auto* word : {"SMEM", "RMEM", "TMEM"}) one(std::string_view(word).substr(0, 1), word);
      break;
    case Spelling::group: one("2x1SM_", "TWO"), one("", "ONE"); break;
    case Spelling::packed: one("_16b", "True"), one("", "False"); break;
    case Spelling::twice: {
      const auto number = digits(text);
      int n = 0;
      std::from_chars(number.data(), number.data() + number.size(), n);
      if (n > 0 && n % 2 == 0) all.emplace_back(fmt::format("{}", n / 2), number.size());
      break;
    }
    case Spelling::plain:
      one("K", "K"), one("MN", "MN");
      if (const auto number = digits(text); !number.empty()) all.emplace_back(std::string(number), number.size());
      break;
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

/// Matches an atom with a pattern. `known`: the values so far.
bool reads(std::string_view pattern, std::string_view atom, std::vector<DslArgument>& known) {
  const auto open = std::min(pattern.find('{'), pattern.size());
  if (atom.substr(0, open) != pattern.substr(0, open)) return false;
  if (open == pattern.size()) return atom.size() == open;
  const auto close = pattern.find('}', open);
  const auto place = place_of(pattern.substr(open + 1, close - open - 1));
  const auto rest = atom.substr(open);
  for (auto& [value, length] : read_at(place, rest)) {
    const auto it = std::find_if(known.begin(), known.end(), [&](const DslArgument& a) { return a.first == place.name; });
    if (!allows(place.values, value) || (it != known.end() && it->second != value)) continue;
    const auto before = known.size();
    if (it == known.end()) known.emplace_back(std::string(place.name), value);
    if (reads(pattern.substr(close + 1), rest.substr(length), known)) return true;
    known.resize(before);
  }
  return false;
}

}  // namespace

std::span<const DslOperation> dsl_mma_operations() { return mma_operations; }
std::span<const DslOperation> dsl_copy_operations() { return copy_operations; }

std::vector<DslArgument> dsl_parameters(std::string_view text) {
  std::vector<DslArgument> all;
  while (!text.empty()) {
    auto one = next_of(text, ',');
    const auto name = next_of(one, '=');
    all.emplace_back(std::string(name), std::string(one));
  }
  return all;
}

std::optional<std::string> atom_of(const DslOperation& operation, const std::function<std::string(std::string_view)>& given) {
  for (const auto& [name, values] : dsl_parameters(operation.parameters))
    if (!allows(values, given(name))) return std::nullopt;
  std::string atom;
  for (auto rest = operation.atom; !rest.empty();) {
    atom += next_of(rest, '{');
    if (rest.empty()) break;
    const auto place = place_of(next_of(rest, '}'));
    const auto value = given(place.name);
    const auto text = allows(place.values, value) ? spelled(place, value) : std::nullopt;
    if (!text) return std::nullopt;
    atom += *text;
  }
  return atom;
}

std::optional<DslCall> dsl_operation_of(std::span<const DslOperation> among, std::string_view atom) {
  for (const auto& operation : among) {
    std::vector<DslArgument> known;
    if (!reads(operation.atom, atom, known)) continue;
    DslCall call{.operation = &operation};
    bool fits = true;
    for (auto& [name, values] : dsl_parameters(operation.parameters)) {
      const auto it =
          std::find_if(known.begin(), known.end(), [&, n = std::string_view(name)](const DslArgument& a) { return a.first == n; });
      // A value that the atom does not contain must be the only one that makes it this atom; otherwise it is omitted.
      auto value = it == known.end() ? values : it->second;
      fits = fits && allows(values, value);
      if (it != known.end()) known.erase(it);
      if (!value.empty()) call.arguments.emplace_back(name, std::move(value));
    }
    call.others = std::move(known);
    if (fits) return call;
  }
  return std::nullopt;
}

}  // namespace algebra
