// The scale factors of an instruction: their places in tensor memory, and the registers of SM120's threads that hold them.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/sm120_scales.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/evaluate.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::expression {
namespace {

using scales::Operand;

[[noreturn]] void refuse_traits(const Call& c) {
  throw Problem{"template argument",
                message("{} takes this in <>: {}.", std::string(c.written), std::string(find_function(c.name, true)->signature)),
                {}};
}
const MmaTraits& traits(const Call& c) {
  const auto* atom = c.indices.empty() ? nullptr : std::get_if<MmaAtom>(&c.indices[0]);
  if (atom == nullptr) refuse_traits(c);
  return *atom->traits;
}
/// Returns a further entry of the traits by its name in the table; "" if there is none.
std::string_view more(const MmaTraits& t, std::string_view name) {
  for (const auto& [key, value] : t.more)
    if (key == name) return value;
  return {};
}

template <Matrix matrix>
Value run_operand(const Call& c) {
  return traits(c).operands[static_cast<std::size_t>(matrix)].tv;
}
/// Returns SFALayout, SFBLayout or ELayout.
Value run_scale_layout(const Call& c) {
  const auto& t = traits(c);
  const auto member = c.written.substr(c.written.find("::") + 2);
  const auto printed = more(t, member.starts_with("SFA") ? "SFA_TV" : member.starts_with("SFB") ? "SFB_TV" : "E_TV");
  if (printed.empty()) throw Problem{"argument", message("{} has no {}.", plain(std::get<MmaAtom>(c.indices[0])), std::string(member)), {}};
  auto value = evaluate(printed, {}, IntegerRule::cute, {.verdicts = false});
  if (!value) throw Problem{"argument", message("{} has no {}.", plain(std::get<MmaAtom>(c.indices[0])), std::string(member)), {}};
  return std::move(value->value);
}

/// Returns the template arguments of an atom as written.
std::vector<std::string_view> arguments_of(const MmaAtom& atom) {
  auto all = Cursor(atom.arguments, 0, angle_brackets).split(',');
  std::erase(all, std::string_view());
  return all;
}
ElementType type_of(std::string_view name) {
  if (const auto scope = name.rfind("::"); scope != name.npos) name.remove_prefix(scope + 2);
  const auto* known = find_element_type(name);
  return known != nullptr ? *known : ElementType{"", 8};
}

/// Makes FrgTypeSFA, FrgTypeSFB: tmem_sf_frg<sf_type,SFVecSize,SMs,is_SFA,TmemAlloc>.
template <Operand operand>
Value run_scale_fragment(const Call& c) {
  const auto& t = traits(c);
  const auto arguments = arguments_of(std::get<MmaAtom>(c.indices[0]));
  if (more(t, "SFVecSize").empty() || t.operands[2].place != MmaTraits::Place::tensor || arguments.size() < 4)
    throw Problem{"argument",
                  message("{} has no {}.", plain(std::get<MmaAtom>(c.indices[0])), std::string(c.written.substr(c.written.find("::") + 2))),
                  {}};
  TmemFragment f{.of = TmemFragment::Of::scale_factors, .type = type_of(arguments[3])};
  f.storage_bits = f.type.bits;
  f.sms = size(t.thr_id);
  f.is_sfa = operand == Operand::a;
  f.mode = f.sms == 2 && t.shape_mnk.mode(0).integer().value == 128 ? TmemAllocMode::scale_factor_duplicated_2by2
                                                                    : TmemAllocMode::scale_factor_duplicated_4by1;
  return make_tmem_fragment(f, c.integers(0));
}
/// Makes FrgTypeE: tmem_e_frg of A's type, or of bytes for instructions of at most 8 bits.
Value run_metadata_fragment(const Call& c) {
  const auto& t = traits(c);
  const auto arguments = arguments_of(std::get<MmaAtom>(c.indices[0]));
  if (t.name.find("SPARSE") == t.name.npos || t.operands[2].place != MmaTraits::Place::tensor || arguments.empty())
    throw Problem{"argument", message("{} has no {}.", plain(std::get<MmaAtom>(c.indices[0])), "FrgTypeE"), {}};
  auto type = type_of(arguments[0]);
  const bool of_4_bits = t.name.find("MXF4NVF4") != t.name.npos;
  if (type.bits <= 8 && !of_4_bits) type = type_of("uint8_t");
  return make_tmem_fragment({.of = TmemFragment::Of::metadata, .type = type, .storage_bits = type.bits}, c.integers(0));
}

// --- SM120's collective

/// Reads <16 or 32, A, 16 or 32, B, tile, cooperative>: for each operand the elements per scale and the type.
scales::Sm120Collective collective(const Call& c) {
  const auto* vector = c.indices.size() >= 5 ? std::get_if<IntTuple>(&c.indices[0]) : nullptr;
  const auto* a = vector != nullptr ? std::get_if<ElementType>(&c.indices[1]) : nullptr;
  const auto* b = vector != nullptr ? std::get_if<ElementType>(&c.indices[3]) : nullptr;
  const auto* tile = vector != nullptr ? std::get_if<IntTuple>(&c.indices[4]) : nullptr;
  if (a == nullptr || b == nullptr || tile == nullptr || !vector->is_integer()) refuse_traits(c);
  scales::Sm120Collective of{.a = *a, .b = *b, .vector = vector->integer().value, .tile = *tile};
  if (c.indices.size() > 5) {
    const auto* cooperative = std::get_if<IntTuple>(&c.indices[5]);
    if (cooperative == nullptr || !cooperative->is_integer()) refuse_traits(c);
    of.cooperative = cooperative->integer().value != 0;
  }
  return of;
}
Value run_tiled_mma(const Call& c) { return scales::tiled_mma(collective(c)); }
template <Operand operand>
Value run_stages(const Call& c) {
  const bool one = c.written.find("Atom") != c.written.npos;
  return one ? scales::stage_atom(collective(c), operand) : scales::stages(collective(c), operand);
}
template <Operand operand>
Value run_layout_tv(const Call& c) {
  return scales::scale_layout_tv(c.count() > 0 ? tiled_mma(c) : scales::tiled_mma(collective(c)), operand);
}
const TiledMma& second_mma(const Call& c) { return needed<TiledMma>(c, 1, "a tiled MMA, as make_tiled_mma returns it"); }
template <Operand operand>
Value run_parts(const Call& c) {
  return scales::scale_parts(second_mma(c), operand, c.layout_or_tensor(0));
}
template <Operand operand>
Value run_fragment(const Call& c) {
  return owning_tensor(scales::scale_fragment(second_mma(c), operand, c.layout_or_tensor(0)));
}

constexpr std::string_view register_words = "scale factor block scaled nvfp4 mxfp8 tensor memory registers";

Function of_traits(Function f, std::string_view letter) {
  f.group = Group::partition;
  f.indices = any_number;
  f.makes_layout = true;
  f.code = {.cpp = code::cpp::value};
  f.search_words = register_words;
  return member_of(std::move(f), letter);
}

}  // namespace

std::vector<Function> scale_register_functions() {
  const std::string_view umma =
      "SM100_MMA_MXF8F6F4_SS<float_e4m3_t,float_e4m3_t,float,float_ue8m0_t,128,128,UMMA::Major::K,UMMA::Major::K>";
  static const std::string fragment_a = fmt::format("make_tensor<MMA_Traits<{}>::FrgTypeSFA>(((128,(32,1)),1,4))", umma),
                           fragment_b = fmt::format("make_tensor<MMA_Traits<{}>::FrgTypeSFB>(((128,(32,1)),1,4))", umma);
  static const std::string sm120 = "MMA_Traits<SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>>::";
  static const std::string a_layout = sm120 + "ALayout{}", b_layout = sm120 + "BLayout{}", c_layout = sm120 + "CLayout{}",
                           sf_layout = sm120 + "SFALayout{}";
  static const std::string collective =
      "Collective<nv_float4_t<float_e2m1_t>,nv_float4_t<float_e2m1_t>,(128,128,128),KernelTmaWarpSpecializedCooperative>::";
  static const std::string mma_example = "tile_shape(" + collective + "TiledMma{})", stage_a = collective + "SmemLayoutSFA{}",
                           stage_b = collective + "SmemLayoutSFB{}", tv_a = collective + "get_layoutSFA_TV(tiled_mma)",
                           tv_b = collective + "get_layoutSFB_TV(tiled_mma)",
                           parts_a = collective + "thrfrg_SFA((128,64):(1,128), tiled_mma)",
                           parts_b = collective + "thrfrg_SFB((32,64):(1,32), tiled_mma)",
                           registers_a = collective + "partition_fragment_SFA(sSFA(_,_,0), thread_mma)",
                           registers_b = collective + "partition_fragment_SFB(sSFB(_,_,0), thread_mma)";
  std::vector<Function> all;
  const auto operand = [&](Value (*run)(const Call&), std::string_view letter, std::string_view example, std::string_view answer) {
    all.push_back(of_traits({.name = "MMA_Traits::{0}Layout",
                             .signature = "MMA_Traits<instruction>::{0}Layout{{}}",
                             .meaning = "(thread, value) -> place in {0}, of one atom's traits",
                             .parameters = "",
                             .arguments = {0, 0},
                             .run = run,
                             .example = {example, answer}},
                            letter));
  };
  operand(run_operand<Matrix::a>, "A", a_layout, "((4,8),(8,2,2)):((128,1),(16,8,512))");
  operand(run_operand<Matrix::b>, "B", b_layout, "((4,8),(8,2)):((64,1),(8,256))");
  operand(run_operand<Matrix::c>, "C", c_layout, "((4,8),(2,2)):((32,1),(16,8))");
  all.push_back(of_traits({.name = "MMA_Traits::SFALayout",
                           .aliases = {{"MMA_Traits::SFBLayout"}, {"MMA_Traits::ELayout"}},
                           .signature = "MMA_Traits<instruction>::SFALayout{}",
                           .meaning = "(thread, value) -> place of the element that a scale factor, or a part of the metadata, is of",
                           .parameters = "",
                           .arguments = {0, 0},
                           .run = run_scale_layout,
                           .example = {sf_layout, "((2,2,8),64):((8,0,1),16)"}},
                          ""));
  const auto in_tensor_memory = [&](Value (*run)(const Call&), std::string_view letter, std::string_view example, std::string_view answer) {
    all.push_back(of_traits({.name = "MMA_Traits::FrgTypeSF{0}",
                             .signature = "make_tensor<MMA_Traits<instruction>::FrgTypeSF{0}>(shape)",
                             .meaning = "where the scale factors of {0} lie in tensor memory, for an instruction",
                             .parameters = "shape",
                             .arguments = {1, 1},
                             .run = run,
                             .blamed = 0,
                             .example = {example, answer}},
                            letter));
  };
  in_tensor_memory(run_scale_fragment<Operand::a>, "A", fragment_a, "ptr+0 o ((((32,4),4),(32,1)),1,4):((((262144,4),8388608),(0,1)),0,1)");
  in_tensor_memory(run_scale_fragment<Operand::b>, "B", fragment_b, "ptr+0 o ((((32,4),4),(32,1)),1,4):((((262144,4),8388608),(0,1)),0,1)");
  all.push_back(of_traits({.name = "MMA_Traits::FrgTypeE",
                           .signature = "make_tensor<MMA_Traits<instruction>::FrgTypeE>(shape)",
                           .meaning = "where the metadata of a sparse A lie in tensor memory, for an instruction",
                           .parameters = "shape",
                           .arguments = {1, 1},
                           .run = run_metadata_fragment,
                           .blamed = 0,
                           .example = {"make_tensor<MMA_Traits<SM100_MMA_F16BF16_SS_SPARSE<half_t,half_t,float,128,128,UMMA::Major::K,UMMA:"
                                       ":Major::K>>::FrgTypeE>(((128,"
                                       "32),1,2))",
                                       "ptr+0 o (((8,2,8),(16,2)),1,2):(((2097152,16,33554432),(1,16777216)),0,32)"}},
                          ""));
  auto mma = of_traits({.name = "Collective::TiledMma",
                        .signature = "Collective<A,B,(M,N,K),schedule>::TiledMma{}",
                        .meaning = "the tiled MMA of SM120's block-scaled collective",
                        .parameters = "",
                        .arguments = {0, 0},
                        .run = run_tiled_mma,
                        .example = {mma_example, "(128,32,64)"}},
                       "");
  mma.makes_layout = false;
  // No C++: the collective's name comes from a builder.
  mma.code = {.cpp = code::cpp::none};
  all.push_back(std::move(mma));
  const auto both = [&](const Function& like, Value (*run_a)(const Call&), Example a, Value (*run_b)(const Call&), Example b) {
    auto of_a = like, of_b = like;
    of_a.run = run_a, of_a.example = a;
    of_b.run = run_b, of_b.example = b;
    all.push_back(of_traits(std::move(of_a), "A"));
    all.push_back(of_traits(std::move(of_b), "B"));
  };
  both({.name = "Collective::SmemLayoutSF{0}",
        .aliases = {{"Collective::SmemLayoutAtomSF{0}"}},
        .signature = "Collective<A,B,(M,N,K),schedule>::SmemLayoutSF{0}{{}}",
        .meaning = "where the scale factors of {0} lie in the stages of SM120's shared memory",
        .parameters = "",
        .arguments = {0, 0}},
       run_stages<Operand::a>, {stage_a, "(((32,4),1),((16,4),1,2),2):(((16,4),512),((0,1),4,512),1024)"}, run_stages<Operand::b>,
       {stage_b, "(((32,4),1),((16,4),1,2),2):(((16,4),512),((0,1),4,512),1024)"});
  both({.name = "Collective::get_layoutSF{0}_TV",
        .aliases = {{"get_layoutSF{0}_TV"}},
        .signature = "Collective<A,B,(M,N,K),schedule>::get_layoutSF{0}_TV(tiled_mma)",
        .meaning = "(thread, value) -> place of the element that a scale factor of {0} in a register is of",
        .parameters = "tiled",
        .arguments = {0, 1}},
       run_layout_tv<Operand::a>, {tv_a, "((2,2,8,4,2),(64,(2,1))):((8,0,1,16,0),(128,(64,0)))"}, run_layout_tv<Operand::b>,
       {tv_b, "((4,8,4,2),(64,(2,1))):((0,1,0,16),(32,(8,0)))"});
  both({.name = "Collective::thrfrg_SF{0}",
        .aliases = {{"thrfrg_SF{0}"}},
        .signature = "Collective<A,B,(M,N,K),schedule>::thrfrg_SF{0}(T, tiled_mma)",
        .meaning = "((threads),(values)) of a tensor of scale factors of {0}",
        .parameters = "tensor tiled",
        .arguments = {2, 2}},
       run_parts<Operand::a>, {parts_a, "(((2,2,8),(4,1)),(64,(2,1))):(((8,0,1),(16,0)),(128,(64,0)))"}, run_parts<Operand::b>,
       {parts_b, "(((4,8),(2,1)),(64,(2,1))):(((0,1),(16,0)),(32,(8,0)))"});
  both({.name = "Collective::partition_fragment_SF{0}",
        .aliases = {{"partition_fragment_SF{0}"}},
        .signature = "Collective<A,B,(M,N,K),schedule>::partition_fragment_SF{0}(T, thread_mma)",
        .meaning = "the registers that a thread has for scale factors of {0}",
        .parameters = "tensor tiled",
        .arguments = {2, 2}},
       run_fragment<Operand::a>, {registers_a, "ptr+0 o ((16,4),2,2):((0,1),4,8)"}, run_fragment<Operand::b>,
       {registers_b, "ptr+0 o ((16,4),(2,4),2):((0,1),(16,4),32)"});
  return all;
}

}  // namespace algebra::expression
