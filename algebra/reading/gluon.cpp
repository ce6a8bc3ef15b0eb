#include "algebra/reading/gluon.hpp"

#include <algorithm>
#include <array>

#include "algebra/text/characters.hpp"

namespace algebra::dialects {
namespace {

/// A constructor: its parameters in order, each with the encoding's key, `name=key`; "" for one without effect. `!`: may be omitted.
struct Constructor {
  std::string_view name, kind, parameters;
};

constexpr std::array constructors{
    Constructor{
        "BlockedLayout", "blocked",
        "size_per_thread=sizePerThread threads_per_warp=threadsPerWarp warps_per_cta=warpsPerCTA order=order cga_layout!=CGALayout"},
    Constructor{"SliceLayout", "slice", "dim=dim parent=parent"},
    Constructor{"DotOperandLayout", "dot_op", "operand_index=opIdx parent=parent k_width=kWidth"},
    Constructor{"DistributedLinearLayout", "linear", "reg_bases=register lane_bases=lane warp_bases=warp block_bases=block shape!="},
    Constructor{"NVMMADistributedLayout", "nvidia_mma",
                "version=versionMajor warps_per_cta=warpsPerCTA instr_shape=instrShape cga_layout!=CGALayout"},
    Constructor{
        "NVMMASharedLayout", "nvmma_shared",
        "swizzle_byte_width=swizzlingByteWidth element_bitwidth=elementBitWidth rank!=rank transposed!=transposed fp4_padded!=fp4Padded "
        "cga_layout!=CGALayout"},
    Constructor{"SwizzledSharedLayout", "swizzled_shared",
                "vec=vec per_phase=perPhase max_phase=maxPhase order=order cga_layout!=CGALayout"},
    Constructor{"SharedLinearLayout", "shared_linear", "offset_bases=offset block_bases!=block alignment!="},
    Constructor{"PaddedSharedLayout", "padded_shared", "interval_padding_pairs=paddings offset_bases=offset cga_layout!= shape!="},
    Constructor{
        "AMDMFMALayout", "amd_mfma",
        "version=version instr_shape=instrShape transposed=isTransposed warps_per_cta=warpsPerCTA element_bitwidth!=elementBitWidth "
        "tiles_per_warp!=tilesPerWarp cga_layout!=CGALayout"},
    Constructor{
        "AMDWMMALayout", "amd_wmma",
        "version=version transposed=isTranspose warp_bases=warp reg_bases!=register instr_shape!=instrShape cga_layout!=CGALayout rank!="},
    Constructor{"TensorMemoryLayout", "tensor_memory_encoding",
                "block=block col_stride!=colStride cga_layout!=CGALayout two_ctas!=twoCTAs fp4_padded!=fp4Padded"},
};

TritonAttribute::Value value_of(const CallValue& v) {
  if (v.is(CallValue::Kind::number)) return {v.number};
  if (v.is(CallValue::Kind::name) && (v.word == "True" || v.word == "False")) return {v.word == "True"};
  if (v.is(CallValue::Kind::name)) return {v.word};
  if (v.is(CallValue::Kind::list)) {
    std::vector<TritonAttribute::Value> list;
    for (const auto& [key, item] : v.items) list.push_back(value_of(item));
    return {std::move(list)};
  }
  auto parent = gluon_encoding(v);
  if (!parent) throw CallProblem{message("{} is not a layout of Gluon.", v.function())};
  return {std::vector{*std::move(parent)}};
}

/// Takes the arguments whose form differs: two versions, pairs of intervals, bases of warps.
void settle(TritonAttribute& a) {
  const auto moved = [&](std::string_view key) {
    const auto it = a.values.find(key);
    auto value = std::move(it->second);
    a.values.erase(it);
    return value;
  };
  const auto numbers = [](const TritonAttribute::Value& v) {
    std::vector<std::int64_t> all;
    if (const auto* list = std::get_if<std::vector<TritonAttribute::Value>>(&v.is))
      for (const auto& n : *list)
        if (const auto* number = std::get_if<std::int64_t>(&n.is)) all.push_back(*number);
    return all;
  };
  if (a.kind == "nvidia_mma") {
    const auto version = numbers(moved("versionMajor"));
    if (version.size() != 2) throw CallProblem{"version of NVMMADistributedLayout is two numbers, such as [2, 0]."};
    a.values["versionMajor"] = {version[0]};
    a.values["versionMinor"] = {version[1]};
  } else if (a.kind == "tensor_memory_encoding") {
    const auto block = numbers(moved("block"));
    if (block.size() != 2) throw CallProblem{"block of TensorMemoryLayout is two numbers, such as [128, 64]."};
    a.values["blockM"] = {block[0]};
    a.values["blockN"] = {block[1]};
  } else if (a.kind == "padded_shared") {
    const auto pairs = moved("paddings");
    if (const auto* list = std::get_if<std::vector<TritonAttribute::Value>>(&pairs.is))
      for (const auto& pair : *list)
        if (const auto two = numbers(pair); two.size() == 2) a.paddings.emplace_back(two[0], two[1]);
  } else if (a.kind == "amd_wmma") {
    TritonAttribute cta;
    for (const auto* key : {"warp", "register"})
      if (a.find(key) != nullptr) cta.values[key] = moved(key);
    a.values["ctaLayout"] = {std::vector{std::move(cta)}};
  }
}

}  // namespace

std::optional<TritonAttribute> gluon_encoding(const CallValue& call) {
  if (!call.is(CallValue::Kind::call)) return std::nullopt;
  const auto* c = std::ranges::find(constructors, call.function(), &Constructor::name);
  if (c == constructors.end()) return std::nullopt;
  TritonAttribute a{.kind = std::string(c->kind), .alias = {}};
  std::size_t place = 0;
  for (auto rest = c->parameters; !rest.empty(); ++place) {
    const auto parameter = take_until(rest, ' ');
    const auto equal = parameter.find('=');
    auto name = parameter.substr(0, equal);
    const bool optional = name.ends_with('!');
    if (optional) name.remove_suffix(1);
    const auto* given = call.argument(name, place);
    if (given == nullptr && !optional) throw CallProblem{message("{} needs {}.", call.function(), name)};
    const auto key = parameter.substr(equal + 1);
    const bool none = given != nullptr && given->is(CallValue::Kind::name) && given->word == "None";
    const bool empty = given != nullptr && given->is(CallValue::Kind::list) && given->items.empty();
    if (given == nullptr || key.empty() || none || (optional && empty)) continue;
    a.values.insert_or_assign(std::string(key), value_of(*given));
  }
  settle(a);
  return a;
}

}  // namespace algebra::dialects
