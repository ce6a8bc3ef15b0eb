// Members of CUTLASS's configurations of scale factors, written T<...>::member: the places of the scales of A, B and D in global and in
// shared memory.

#include "algebra/functions/records.hpp"

#include "algebra/hardware/scale_factors.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/layout/properties.hpp"

namespace algebra::expression {
namespace {

using scales::Operand;
using scales::Rows;

[[noreturn]] void refuse_configuration(const Call& c) {
  throw Problem{"template argument",
                message("{} takes this in <>: {}.", std::string(c.written.empty() ? c.name : c.written),
                        std::string(find_function(c.name, true)->signature)),
                {}};
}
/// Returns the positive integer at place i in <>.
Int number(const Call& c, std::size_t i) {
  const auto* n = i < c.indices.size() ? std::get_if<IntTuple>(&c.indices[i]) : nullptr;
  if (n == nullptr || !n->is_integer() || n->integer().value < 1) refuse_configuration(c);
  return {n->integer().value, true};
}
/// Returns the major at place i in <>, or CUTLASS's default if it is omitted.
Major major(const Call& c, std::size_t i, Major otherwise) {
  if (i >= c.indices.size()) return otherwise;
  const auto* m = std::get_if<Major>(&c.indices[i]);
  if (m == nullptr || (*m != Major::k && *m != Major::mn)) refuse_configuration(c);
  return *m;
}
/// Return the structure that the call is a member of, and the member's name.
std::string_view structure(const Call& c) { return c.written.substr(0, c.written.find("::")); }
std::string_view member(const Call& c) {
  const auto at = c.written.find("::");
  return at == c.written.npos ? std::string_view{} : c.written.substr(at + 2);
}
Rows rows_of(const Call& c) { return structure(c).starts_with("Sm103") ? Rows::sm103 : Rows::sm1xx; }

/// Returns a problem's sizes. With mathematical integers they become dynamic, as a problem's sizes are in C++.
IntTuple problem(const Call& c, std::size_t i = 0) {
  auto sizes = c.integers(i);
  return c.as_in_cpp ? sizes : sizes.transformed([](Int n) { return Int{n.value, false, n.basis}; });
}

// --- Block scales of SM100, SM103 and SM120

Layout block(const Call& c) {
  if (structure(c).find("TensorConfig") != std::string_view::npos)
    return {IntTuple::tuple({IntTuple::tuple({32, 4}), IntTuple::tuple({4})}),
            IntTuple::tuple({IntTuple::tuple({16, 4}), IntTuple::tuple({1})})};
  const auto along = member(c).starts_with("SfKMajor") ? Major::k : member(c).starts_with("SfMNMajor") ? Major::mn : major(c, 1, Major::k);
  return scales::atom(rows_of(c), number(c, 0), along);
}
Value run_block(const Call& c) { return block(c); }

Value run_unset(const Call& c) {
  const auto of_atom = major(c, 1, Major::k);
  const auto along = member(c).starts_with("LayoutKMajor") ? Major::k : member(c).starts_with("LayoutMNMajor") ? Major::mn : of_atom;
  return scales::unset(scales::atom(rows_of(c), number(c, 0), of_atom), along, rows_of(c));
}

template <Operand operand>
Value run_fill(const Call& c) {
  return scales::fill(scales::atom(rows_of(c), number(c, 0)), problem(c), operand);
}
Value run_fill_output(const Call& c) {
  const auto along = major(c, 1, Major::k);
  return scales::fill_output(scales::atom(Rows::sm1xx, number(c, 0), along), problem(c), along);
}
Value run_fill_tensor(const Call& c) {
  const auto sizes = problem(c);
  if (!sizes.is_tuple() || sizes.rank() < 2 || sizes.rank() > 3)
    throw ArgumentProblem{{"argument", message("The tensor of scales is (M,N) or (M,N,L), not {}.", to_string(sizes, Marks::plain)), {}},
                          0};
  auto groups = sizes;
  if (groups.rank() == 2) groups.append(Int{1, false});
  const Layout atom(IntTuple::tuple({IntTuple::tuple({32, 4}), IntTuple::tuple({4})}),
                    IntTuple::tuple({IntTuple::tuple({16, 4}), IntTuple::tuple({1})}));
  return tile_to_shape(atom, groups, IntTuple::tuple({2, 1, 3}));
}

template <Operand operand>
Value run_stage(const Call& c) {
  return scales::stage(tiled_mma(c), number(c, 0), c.integers(1), operand);
}

/// Returns the atom of the configuration in <>, and the shape that follows it.
Layout atom_in_angles(const Call& c) {
  const auto* atom = c.indices.empty() ? nullptr : std::get_if<Layout>(&c.indices[0]);
  if (atom == nullptr || c.indices.size() < 2 || rank(*atom) != 2 || !atom->shape().mode(1).is_tuple()) refuse_configuration(c);
  return *atom;
}
IntTuple shape_in_angles(const Call& c) {
  const auto* shape = std::get_if<IntTuple>(&c.indices[1]);
  if (shape == nullptr) refuse_configuration(c);
  return *shape;
}
Value run_stage_sm103_a(const Call& c) {
  const auto atom = atom_in_angles(c);
  return scales::stage_sm103_a(atom, shape_in_angles(c));
}
Value run_stage_sm103_b(const Call& c) {
  const auto atom = atom_in_angles(c);
  return scales::stage_sm103_b(atom, shape_in_angles(c), number(c, 2));
}

// --- Blockwise scales

/// Return whether the sizes are an argument, so that the majors stand alone in <>; and whether the configuration is trivial.
bool sizes_at_run_time(const Call& c) { return structure(c).starts_with("Runtime"); }
bool trivial(const Call& c) { return structure(c).find("_trivial_") != std::string_view::npos; }

/// Returns the sizes (M,N,K) that share one scale.
std::array<Int, 3> granularity(const Call& c) {
  const auto of = [&](const IntTuple& t, bool fixed) {
    if (!t.is_tuple() || t.rank() != 3) refuse_configuration(c);
    std::array<Int, 3> sizes;
    for (int i = 0; i < 3; ++i) {
      sizes[static_cast<std::size_t>(i)] = product(t.mode(i));
      if (fixed) sizes[static_cast<std::size_t>(i)].is_static = true;
    }
    return sizes;
  };
  if (trivial(c)) return of(c.integers(0), true);
  if (sizes_at_run_time(c))
    return c.count() > 1 ? of(problem(c, 1), false) : std::array<Int, 3>{Int{0, false}, Int{0, false}, Int{0, false}};
  return {number(c, 0), number(c, 1), number(c, 2)};
}
Major blockwise_major(const Call& c, Operand operand) {
  const std::size_t first = sizes_at_run_time(c) ? 0 : 3;
  return trivial(c) ? Major::mn : major(c, operand == Operand::a ? first : first + 1, Major::mn);
}
scales::Blockwise blockwise(const Call& c, Operand operand) {
  const auto sizes = granularity(c);
  return {.rows = sizes[operand == Operand::a ? 0 : 1], .k = sizes[2], .major = blockwise_major(c, operand)};
}
Int size_at(const IntTuple& t, int i) { return product(t.mode(i)); }

template <Operand operand>
Value run_blockwise(const Call& c) {
  const auto sizes = problem(c, trivial(c) ? 1 : 0);
  if (!sizes.is_tuple() || sizes.rank() < 3 || sizes.rank() > 4)
    throw ArgumentProblem{{"argument", message("The problem is {}, not {}.", "(M,N,K) or (M,N,K,L)", to_string(sizes, Marks::plain)), {}},
                          0};
  if (sizes_at_run_time(c) && c.count() < 2)
    throw Problem{"argument", message("{} takes the problem and the sizes (M,N,K) of one scale.", std::string(c.written)), {}};
  auto config = blockwise(c, operand);
  // Sizes in <> are int in C++, so their quotients are dynamic.
  auto rows = size_at(sizes, operand == Operand::a ? 0 : 1), k = size_at(sizes, 2);
  if (!sizes_at_run_time(c)) rows.is_static = k.is_static = false;
  return scales::fill(config, rows, k, sizes.rank() == 4 ? sizes.mode(3) : IntTuple(Int{1, false}));
}
template <Operand operand>
Value run_unset_blockwise(const Call& c) {
  return scales::unset(blockwise(c, operand));
}
/// Makes the stage of shared memory. CUTLASS derives B's strides from the major of A's scales.
template <Operand operand>
Value run_blockwise_stage(const Call& c) {
  const auto tile = c.integers(trivial(c) ? 1 : 0);
  if (!tile.is_tuple() || tile.rank() != 3)
    throw ArgumentProblem{
        {"argument", message("The tile is (M,N,K), such as (_128,_128,_128), not {}.", to_string(tile, Marks::plain)), {}}, 0};
  return scales::stage(blockwise(c, operand), size_at(tile, operand == Operand::a ? 0 : 1), size_at(tile, 2),
                       blockwise_major(c, Operand::a));
}

// --- Blockwise scales of the narrow operand in mixed-input GEMMs

scales::Blockwise mixed(const Call& c) {
  if (!sizes_at_run_time(c)) return {.rows = number(c, 0), .k = number(c, 1), .major = major(c, 2, Major::mn)};
  scales::Blockwise config{.rows = {0, false}, .k = {0, false}, .major = major(c, 0, Major::mn)};
  if (c.count() > 1) {
    const auto sizes = problem(c, 1);
    if (!sizes.is_tuple() || sizes.rank() != 2) refuse_configuration(c);
    config.rows = size_at(sizes, 0), config.k = size_at(sizes, 1);
  }
  return config;
}
Value run_mixed(const Call& c) {
  const auto sizes = problem(c);
  if (!sizes.is_tuple() || sizes.rank() < 2 || sizes.rank() > 3)
    throw ArgumentProblem{{"argument", message("The scaled operand is (MN,K) or (MN,K,L), not {}.", to_string(sizes, Marks::plain)), {}},
                          0};
  auto rows = size_at(sizes, 0), k = size_at(sizes, 1);
  if (!sizes_at_run_time(c)) rows.is_static = k.is_static = false;
  return scales::fill(mixed(c), rows, k, sizes.rank() == 3 ? sizes.mode(2) : IntTuple(Int{1, false}));
}
Value run_unset_mixed(const Call& c) { return scales::unset(mixed(c)); }
Value run_mixed_stage(const Call& c) {
  const auto tile = c.integers(0);
  if (!tile.is_tuple() || tile.rank() != 2)
    throw ArgumentProblem{{"argument", message("The tile is (MN,K), such as (_128,_64), not {}.", to_string(tile, Marks::plain)), {}}, 0};
  auto config = mixed(c);
  // For mixed input, a scale covers at most the tile.
  const auto mn = size_at(tile, 0), k = size_at(tile, 1);
  config.rows.value = std::min(config.rows.value, mn.value), config.k.value = std::min(config.k.value, k.value);
  return scales::stage(config, mn, k, config.major);
}

// --- Silent errors

std::optional<Problem> hint_no_scales(const Call& c) {
  const auto result = attempt([&]() -> Value { return find_function(c.name, true)->run(c); });
  const auto* l = result ? std::get_if<Layout>(&*result) : nullptr;
  if (l == nullptr || size(*l) != 0) return std::nullopt;
  return Problem{"no elements",
                 message("This layout has an extent of 0, so it has no scale: the tile is smaller than a block of 128 rows and 4 groups. "
                         "CUTLASS compiles it without an error."),
                 {}};
}
std::optional<Problem> hint_unset(const Call& c) {
  return Problem{"no elements",
                 message("{} is only the type of a layout, with extents of 0: make the layout for a problem with tile_atom_to_shape.",
                         std::string(member(c))),
                 {}};
}
/// Warns of NVIDIA/cutlass#3535.
std::optional<Problem> hint_wrong_major(const Call& c) {
  if (blockwise_major(c, Operand::a) == blockwise_major(c, Operand::b)) return std::nullopt;
  const auto result = attempt([&]() -> Value { return run_blockwise_stage<Operand::b>(c); });
  if (!result) return std::nullopt;
  const auto tile = c.integers(trivial(c) ? 1 : 0);
  const auto is = std::get<Layout>(*result);
  const auto should = scales::stage(blockwise(c, Operand::b), size_at(tile, 1), size_at(tile, 2), blockwise_major(c, Operand::b));
  const bool same = size(mode(mode(is, 0), 1)) == 1 || size(mode(mode(is, 1), 1)) == 1;
  if (same)
    return Problem{"major",
                   message("CUTLASS takes the strides of B's scales here from the major of A's (NVIDIA/cutlass#3535). This does not affect "
                           "this tile: it has one scale along a mode."),
                   {to_string(should, Marks::underscores)}};
  return Problem{"major",
                 message("CUTLASS takes the strides of B's scales here from the major of A's (NVIDIA/cutlass#3535), which differs: a "
                         "kernel reads the wrong scales from global memory. With B's major it would be {}.",
                         to_string(should, Marks::underscores)),
                 {to_string(should, Marks::underscores)}};
}

constexpr std::string_view scale_words = "scale factor block scaled nvfp4 mxfp8 mxfp4 ue8m0 ue4m3 quantization";

/// Completes the record of a configuration's member. C++ gets the layout's value, so that it need not include CUTLASS's large headers.
Function of_configuration(Function f) {
  f.group = Group::layout;
  f.makes_layout = true;
  if (f.indices == 0) f.indices = any_number;
  f.code = {.cpp = code::cpp::value};
  if (f.search_words.empty()) f.search_words = scale_words;
  return f;
}
/// Adds the records of A and of B.
void add_both(std::vector<Function>& all, const Function& a, const Function& b) {
  all.push_back(member_of(of_configuration(a), "A", "M"));
  all.push_back(member_of(of_configuration(b), "B", "N"));
}

std::vector<Function> block_scaled() {
  std::vector<Function> all;
  all.push_back(of_configuration({.name = "Sm1xxBlockScaledConfig::SfAtom",
                                  .aliases = {{"Sm1xxBlockScaledConfig", true},
                                              {"Sm103BlockScaledConfig", true},
                                              {"Sm103BlockScaledConfig::SfAtom"},
                                              {"Sm1xxBlockScaledOutputConfig::SfAtom"},
                                              {"Sm1xxBlockScaledTensorConfig::SfAtom"},
                                              {"Sm1xxBlockScaledBasicChunk::SfAtom"},
                                              {"Sm1xxBlockScaledBasicChunk::SfKMajorAtom"},
                                              {"Sm1xxBlockScaledBasicChunk::SfMNMajorAtom"},
                                              {"Sm103BlockScaledBasicChunk::SfAtom"},
                                              {"Sm103BlockScaledBasicChunk::SfKMajorAtom"},
                                              {"Sm103BlockScaledBasicChunk::SfMNMajorAtom"}},
                                  .signature = "Sm1xxBlockScaledConfig<vector>::SfAtom{}",
                                  .meaning = "the block of 128 rows and 4 groups, 512 bytes, in which scale factors lie",
                                  .parameters = "",
                                  .arguments = {0, 0},
                                  .run = run_block,
                                  .example = {"Sm1xxBlockScaledConfig<16>::SfAtom{}", "((32,4),(16,4)):((16,4),(0,1))"}}));
  all.push_back(of_configuration(
      {.name = "Sm1xxBlockScaledConfig::deduce_layoutSFA",
       .aliases = {{"Sm1xxBlockScaledConfig::deduce_layoutSFB"},
                   {"Sm1xxBlockScaledConfig::LayoutSF"},
                   {"Sm103BlockScaledConfig::deduce_layoutSFA"},
                   {"Sm103BlockScaledConfig::deduce_layoutSFB"},
                   {"Sm103BlockScaledConfig::LayoutSF"},
                   {"Sm1xxBlockScaledOutputConfig::deduce_layoutSFD"},
                   {"Sm1xxBlockScaledOutputConfig::LayoutSF"},
                   {"Sm1xxBlockScaledOutputConfig::LayoutKMajorSF"},
                   {"Sm1xxBlockScaledOutputConfig::LayoutMNMajorSF"}},
       .signature = "Sm1xxBlockScaledConfig<vector>::deduce_layoutSFA()",
       .meaning = "the type of a layout of scale factors, with extents of 0",
       .parameters = "",
       .arguments = {0, 0},
       .run = run_unset,
       .hint = hint_unset,
       .example = {"Sm1xxBlockScaledConfig<16>::deduce_layoutSFA()", "(((32,4),0),((16,4),0),(1,0)):(((16,4),0),((0,1),512),(0,0))"}}));
  Function fill{.name = "Sm1xxBlockScaledConfig::tile_atom_to_shape_SF{0}",
                .aliases = {{"Sm103BlockScaledConfig::tile_atom_to_shape_SF{0}"}},
                .signature = "Sm1xxBlockScaledConfig<vector>::tile_atom_to_shape_SF{0}((M,N,K,L))",
                .meaning = "where the scale factors of {0} lie in global memory: ({1},K,L) -> byte",
                .parameters = "problem",
                .arguments = {1, 1},
                .run = run_fill<Operand::a>,
                .blamed = 0,
                .example = {"Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFA((256,384,128,2))",
                            "(((32,4),2),((16,4),2),(1,2)):(((16,4),1024),((0,1),512),(0,2048))"}};
  auto fill_b = fill;
  fill_b.run = run_fill<Operand::b>;
  fill_b.example = {"Sm1xxBlockScaledConfig<16>::tile_atom_to_shape_SFB((256,384,128,2))",
                    "(((32,4),3),((16,4),2),(1,2)):(((16,4),1024),((0,1),512),(0,3072))"};
  add_both(all, fill, fill_b);
  Function stage{.name = "Sm1xxBlockScaledConfig::deduce_smem_layoutSF{0}",
                 .signature = "Sm1xxBlockScaledConfig<vector>::deduce_smem_layoutSF{0}(tiled_mma, (M,N,K))",
                 .meaning = "where the scale factors of {0} lie in a stage of shared memory, for an MMA and a tile",
                 .parameters = "tiled tile",
                 .arguments = {2, 2},
                 .run = run_stage<Operand::a>,
                 .blamed = 1,
                 .hint = hint_no_scales,
                 .example = {"Sm1xxBlockScaledConfig<16>::deduce_smem_layoutSFA("
                             "make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,UMMA::Major::K,"
                             "UMMA::Major::K>{}), (128,192,256))",
                             "((((32,4),1),(16,4)),1,(1,4)):((((16,4),512),(0,1)),0,(4,512))"}};
  auto stage_b = stage;
  stage_b.run = run_stage<Operand::b>;
  stage_b.example = {
      "Sm1xxBlockScaledConfig<16>::deduce_smem_layoutSFB("
      "make_tiled_mma(SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,128,16,UMMA::Major::K,"
      "UMMA::Major::K>{}), (128,192,256))",
      "((((32,4),2),(16,4)),1,(1,4)):((((16,4),512),(0,1)),0,(4,1024))"};
  add_both(all, stage, stage_b);
  all.push_back(of_configuration({.name = "Sm1xxBlockScaledOutputConfig::tile_atom_to_shape_SFD",
                                  .signature = "Sm1xxBlockScaledOutputConfig<vector,major>::tile_atom_to_shape_SFD((M,N,K,L))",
                                  .meaning = "where the scale factors of D lie in global memory: (M,N,L) -> byte",
                                  .parameters = "problem",
                                  .arguments = {1, 1},
                                  .run = run_fill_output,
                                  .blamed = 0,
                                  .example = {"Sm1xxBlockScaledOutputConfig<32,UMMA::Major::MN>::tile_atom_to_shape_SFD((256,128,64,1))",
                                              "(((32,4),2),((32,4),1),(1,1)):(((0,1),512),((16,4),1024),(0,1024))"}}));
  all.push_back(of_configuration({.name = "Sm1xxBlockScaledTensorConfig::tile_atom_to_shape",
                                  .signature = "Sm1xxBlockScaledTensorConfig::tile_atom_to_shape((M,groups,L))",
                                  .meaning = "where scale factors lie in global memory, by groups: (M,group,L) -> byte",
                                  .parameters = "shape",
                                  .arguments = {1, 1},
                                  .run = run_fill_tensor,
                                  .blamed = 0,
                                  .example = {"Sm1xxBlockScaledTensorConfig::tile_atom_to_shape((256,8,1))",
                                              "(((32,4),2),((4),2),(1,1)):(((16,4),1024),((1),512),(0,2048))"}}));
  all.push_back(of_configuration({.name = "sm103_sfa_smem_atom_layout",
                                  .signature = "sm103_sfa_smem_atom_layout<config,shape>()",
                                  .meaning = "where the scale factors of A lie in a stage of SM103's shared memory",
                                  .parameters = "",
                                  .arguments = {0, 0},
                                  .run = run_stage_sm103_a,
                                  .example = {"sm103_sfa_smem_atom_layout<Sm103BlockScaledConfig<16>,((128,96),1,8)>()",
                                              "(((8,4,4),(16,4)),1,3):(((16,128,4),(0,1)),0,512)"}}));
  all.push_back(of_configuration({.name = "sm103_sfb_smem_atom_layout",
                                  .signature = "sm103_sfb_smem_atom_layout<config,(N,K),vector>()",
                                  .meaning = "where the scale factors of B lie in a stage of SM103's shared memory",
                                  .parameters = "",
                                  .arguments = {0, 0},
                                  .run = run_stage_sm103_b,
                                  .example = {"sm103_sfb_smem_atom_layout<Sm103BlockScaledConfig<16>,(192,768),16>()",
                                              "(((32,4,2),(16,4)),1,3):(((16,4,1536),(0,1)),0,512)"}}));
  return all;
}

/// Returns the names of a member in all blockwise configurations, which share one struct.
std::vector<Alias> of_all_blockwise(std::initializer_list<std::string_view> names) {
  std::vector<Alias> all;
  for (const auto name : names) all.push_back({name});
  return all;
}

std::vector<Function> blockwise_scales() {
  std::vector<Function> all;
  Function fill{
      .name = "Sm100BlockwiseScaleConfig::tile_atom_to_shape_SF{0}",
      .aliases =
          of_all_blockwise({"Sm90BlockwiseScaleConfig::tile_atom_to_shape_SF{0}", "Sm120BlockwiseScaleConfig::tile_atom_to_shape_SF{0}",
                            "Sm1xxBlockwiseScaleConfig::tile_atom_to_shape_SF{0}", "RuntimeBlockwiseScaleConfig::tile_atom_to_shape_SF{0}",
                            "sm90_trivial_blockwise_scale_config::tile_atom_to_shape_SF{0}",
                            "sm100_trivial_blockwise_scale_config::tile_atom_to_shape_SF{0}",
                            "sm120_trivial_blockwise_scale_config::tile_atom_to_shape_SF{0}"}),
      .signature = "Sm100BlockwiseScaleConfig<M,N,K,majorSFA,majorSFB>::tile_atom_to_shape_SF{0}((M,N,K,L))",
      .meaning = "where the blockwise scales of {0} lie in global memory: ({1},K,L) -> float",
      .parameters = "problem granularity",
      .arguments = {1, 2},
      .run = run_blockwise<Operand::a>,
      .blamed = 0,
      .example = {"Sm90BlockwiseScaleConfig<1,128,128>::tile_atom_to_shape_SFA((37,256,512,1))", "((1,37),(128,4),1):((0,1),(0,37),148)"}};
  auto fill_b = fill;
  fill_b.run = run_blockwise<Operand::b>;
  fill_b.example = {"Sm90BlockwiseScaleConfig<1,128,128>::tile_atom_to_shape_SFB((37,256,512,1))", "((128,2),(128,4),1):((0,1),(0,2),8)"};
  add_both(all, fill, fill_b);
  Function stage{
      .name = "Sm100BlockwiseScaleConfig::smem_atom_layoutSF{0}",
      .aliases = of_all_blockwise(
          {"Sm90BlockwiseScaleConfig::smem_atom_layoutSF{0}", "Sm120BlockwiseScaleConfig::smem_atom_layoutSF{0}",
           "Sm1xxBlockwiseScaleConfig::smem_atom_layoutSF{0}", "sm90_trivial_blockwise_scale_config::smem_atom_layoutSF{0}",
           "sm100_trivial_blockwise_scale_config::smem_atom_layoutSF{0}", "sm120_trivial_blockwise_scale_config::smem_atom_layoutSF{0}"}),
      .signature = "Sm100BlockwiseScaleConfig<M,N,K,majorSFA,majorSFB>::smem_atom_layoutSF{0}((M,N,K))",
      .meaning = "where the blockwise scales of {0} lie in a stage of shared memory, for a tile",
      .parameters = "tile tile",
      .arguments = {1, 2},
      .run = run_blockwise_stage<Operand::a>,
      .blamed = 0,
      .example = {"Sm90BlockwiseScaleConfig<1,128,128>::smem_atom_layoutSFA((128,128,256))", "((1,128),(128,2)):((0,1),(0,128))"}};
  auto stage_b = stage;
  stage_b.run = run_blockwise_stage<Operand::b>;
  stage_b.hint = hint_wrong_major;
  stage_b.example = {"Sm90BlockwiseScaleConfig<1,128,128>::smem_atom_layoutSFB((128,256,256))", "((128,2),(128,2)):((0,1),(0,2))"};
  add_both(all, stage, stage_b);
  Function unset{
      .name = "Sm100BlockwiseScaleConfig::deduce_layoutSF{0}",
      .aliases = of_all_blockwise({"Sm90BlockwiseScaleConfig::deduce_layoutSF{0}", "Sm120BlockwiseScaleConfig::deduce_layoutSF{0}",
                                   "Sm1xxBlockwiseScaleConfig::deduce_layoutSF{0}", "RuntimeBlockwiseScaleConfig::deduce_layoutSF{0}",
                                   "Sm90BlockwiseScaleConfig::LayoutSF{0}", "Sm100BlockwiseScaleConfig::LayoutSF{0}",
                                   "Sm120BlockwiseScaleConfig::LayoutSF{0}", "Sm1xxBlockwiseScaleConfig::LayoutSF{0}",
                                   "RuntimeBlockwiseScaleConfig::LayoutSF{0}"}),
      .signature = "Sm100BlockwiseScaleConfig<M,N,K,majorSFA,majorSFB>::deduce_layoutSF{0}()",
      .meaning = "the type of a layout of the blockwise scales of {0}, with extents of 0",
      .parameters = "",
      .arguments = {0, 0},
      .run = run_unset_blockwise<Operand::a>,
      .hint = hint_unset,
      .example = {"Sm90BlockwiseScaleConfig<1,128,128>::deduce_layoutSFA()", "((1,0),(128,0),0):((0,1),(0,0),0)"}};
  auto unset_b = unset;
  unset_b.run = run_unset_blockwise<Operand::b>;
  unset_b.example = {"Sm90BlockwiseScaleConfig<1,128,128>::deduce_layoutSFB()", "((128,0),(128,0),0):((0,1),(0,0),0)"};
  add_both(all, unset, unset_b);

  all.push_back(
      of_configuration({.name = "Sm100MixedInputBlockwiseScaleConfig::tile_atom_to_shape_scale",
                        .aliases = {{"RuntimeMixedInputBlockwiseScaleConfig::tile_atom_to_shape_scale"}},
                        .signature = "Sm100MixedInputBlockwiseScaleConfig<MN,K,major>::tile_atom_to_shape_scale((MN,K,L))",
                        .meaning = "where the scales of the narrow operand of mixed input lie in global memory",
                        .parameters = "shape granularity",
                        .arguments = {1, 2},
                        .run = run_mixed,
                        .blamed = 0,
                        .example = {"Sm100MixedInputBlockwiseScaleConfig<1,128,UMMA::Major::MN>::tile_atom_to_shape_scale((100,300,1))",
                                    "((1,100),(128,3),1):((0,1),(0,100),300)"}}));
  all.push_back(of_configuration({.name = "Sm100MixedInputBlockwiseScaleConfig::smem_atom_layout_scale",
                                  .signature = "Sm100MixedInputBlockwiseScaleConfig<MN,K,major>::smem_atom_layout_scale((MN,K))",
                                  .meaning = "where the scales of the narrow operand of mixed input lie in a stage of shared memory",
                                  .parameters = "tile",
                                  .arguments = {1, 1},
                                  .run = run_mixed_stage,
                                  .blamed = 0,
                                  .example = {"Sm100MixedInputBlockwiseScaleConfig<1,32,UMMA::Major::K>::smem_atom_layout_scale((256,64))",
                                              "((1,256),(32,2)):((0,2),(0,1))"}}));
  all.push_back(of_configuration({.name = "Sm100MixedInputBlockwiseScaleConfig::deduce_layout_scale",
                                  .aliases = {{"RuntimeMixedInputBlockwiseScaleConfig::deduce_layout_scale"}},
                                  .signature = "Sm100MixedInputBlockwiseScaleConfig<MN,K,major>::deduce_layout_scale()",
                                  .meaning = "the type of a layout of the narrow operand's scales, with extents of 0",
                                  .parameters = "",
                                  .arguments = {0, 0},
                                  .run = run_unset_mixed,
                                  .hint = hint_unset,
                                  .example = {"Sm100MixedInputBlockwiseScaleConfig<1,256,UMMA::Major::K>::deduce_layout_scale()",
                                              "((1,0),(256,0),0):((0,0),(0,1),0)"}}));
  return all;
}

}  // namespace

std::vector<Function> scale_factor_functions() {
  auto all = block_scaled();
  for (auto& f : blockwise_scales()) all.push_back(std::move(f));
  return all;
}

}  // namespace algebra::expression
