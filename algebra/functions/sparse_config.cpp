// Members of CUTLASS's configurations of sparse GEMMs: the compressed A and its metadata E. Also the reordered int4 of mixed input.

#include "algebra/functions/records.hpp"

#include "algebra/hardware/sparse_config.hpp"

#include <array>

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/hardware/reordered_int4.hpp"

namespace algebra::expression {
namespace {

[[noreturn]] void refuse_sparse(const Call& c) {
  throw Problem{"template argument",
                message("{} takes this in <>: {}.", std::string(c.written), std::string(find_function(c.name, true)->signature)),
                {}};
}
template <class T>
const T& in_angles(const Call& c, std::size_t i) {
  if (const auto* v = i < c.indices.size() ? std::get_if<T>(&c.indices[i]) : nullptr) return *v;
  refuse_sparse(c);
}
std::int64_t count_in_angles(const Call& c, std::size_t i) {
  const auto& n = in_angles<IntTuple>(c, i);
  if (!n.is_integer()) refuse_sparse(c);
  return n.integer().value;
}

/// Reads <sparse_elem<2,type>, major, sparse_elem<8,uint8_t>, MinTileShapeK>, where a pair counts as two arguments.
sparse::Config config(const Call& c) {
  const bool hopper = c.written.starts_with("Sm90");
  if (c.indices.size() < 5 || c.indices.size() > (hopper ? 6U : 5U)) refuse_sparse(c);
  const auto major = in_angles<Major>(c, 2);
  if (major != Major::k && major != Major::mn) refuse_sparse(c);
  return sparse::config(hopper, {count_in_angles(c, 0), in_angles<ElementType>(c, 1)}, major == Major::k,
                        {count_in_angles(c, 3), in_angles<ElementType>(c, 4)}, c.indices.size() > 5 ? count_in_angles(c, 5) : 32);
}

Value run_fill_a(const Call& c) { return sparse::fill_a(config(c), c.integers(0)); }
Value run_fill_e(const Call& c) { return sparse::fill_e(config(c), c.integers(0)); }
Value run_unset_a(const Call& c) { return sparse::unset_a(config(c)); }
Value run_unset_e(const Call& c) { return sparse::unset_e(config(c)); }
Value run_atom(const Call& c) { return config(c).atom; }

Value run_number(const Call& c) {
  const auto k = config(c);
  const auto member = c.written.substr(c.written.find("::") + 2);
  const auto of = [](std::int64_t n) { return IntTuple(Int{n, true}); };
  if (member == "TensorEAtomM" || member == "TensorEAlignmentM") return of(size(mode(k.atom, 0)));
  if (member == "TensorEAtomK" || member == "TensorEAlignmentK") return of(size(mode(k.atom, 1)));
  if (member == "TensorAAlignmentM") return of(k.align_m);
  if (member == "TensorAAlignmentK") return of(k.align_k);
  if (member == "LogicalElemsAPerChunk") return of(k.chunk);
  if (member == "PhysicalElemsAPerChunk") return of(k.chunk / 2);
  if (member == "ElementEBitsPerElementAMma") return of(k.metadata_bits);
  if (member == "ElementEBitsPerChunk") return of(4);
  if (member == "ElementASparsity") return of(2);
  if (member == "ElementAMmaSparsity") return of(count_in_angles(c, 0));
  if (member == "ElementEMmaSparsity") return of(count_in_angles(c, 3));
  return of(!k.hopper && k.chunk == 8 ? 2 : 1);  // ElemsARawPerElementAMmaRaw
}

template <bool metadata>
std::optional<Problem> hint_wraps(const Call& c) {
  std::int64_t exact = 0;
  const auto found = attempt([&] { return sparse::wraps(config(c), c.integers(0), metadata, exact); });
  if (!found || !*found) return std::nullopt;
  return Problem{
      "overflow",
      message(
          "CUTLASS multiplies M and K as 32-bit integers before it widens the product: the stride of L has overflowed, and should be {}.",
          exact),
      {}};
}
std::optional<Problem> hint_unset_sparse(const Call& c) {
  return Problem{"no elements",
                 message("{} is only the type of a layout, with extents of 0: make the layout for a problem with {}.",
                         std::string(c.written.substr(c.written.find("::") + 2)), c.name.ends_with("A") ? "fill_layoutA" : "fill_layoutE"),
                 {}};
}

Layout layout_in_angles(const Call& c, std::size_t i) {
  if (i >= c.indices.size()) return {IntTuple(Int{1, true}), IntTuple(Int{0, true})};
  return layout_of(c.indices[i], "The layout in <>");
}
Value run_reordering(const Call& c) {
  const auto type = in_angles<ElementType>(c, 0);
  return memory_reordering_atom(type, c.count() > 0 ? c.layout(0) : layout_in_angles(c, 1),
                                c.count() > 1 ? c.layout(1) : layout_in_angles(c, 2));
}
Value run_smem_layout(const Call& c) {
  const auto& global = c.argument(2);
  if (std::holds_alternative<Layout>(global)) return reordered_smem_layout(c.layout(0), c.integers(1), c.layout(2), count_in_angles(c, 0));
  return reordered_smem_layout(c.layout(0), c.integers(1), c.integers(2), count_in_angles(c, 0));
}

constexpr std::string_view sparse_words = "sparse 2:4 metadata compressed structured sparsity wgmma";

Function of_sparse(Function f) {
  f.group = Group::layout;
  f.indices = any_number;
  f.code = {.cpp = code::cpp::value};
  f.search_words = sparse_words;
  return f;
}

}  // namespace

std::vector<Function> sparse_config_functions() {
  std::vector<Function> all;
  all.push_back(of_sparse(
      {.name = "Sm90GemmSparseConfig::fill_layoutA",
       .aliases = {{"Sm1xxGemmSparseConfig::fill_layoutA"}},
       .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::fill_layoutA((M,N,K,L))",
       .meaning = "where the compressed A of a sparse GEMM lies, in logical elements",
       .parameters = "problem",
       .arguments = {1, 1},
       .run = run_fill_a,
       .blamed = 0,
       .hint = hint_wraps<false>,
       .makes_layout = true,
       .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::fill_layoutA((256,128,256,1))",
                   "(256,(2,128),1):(256,(1,2),0)"}}));
  all.push_back(of_sparse(
      {.name = "Sm90GemmSparseConfig::fill_layoutE",
       .aliases = {{"Sm1xxGemmSparseConfig::fill_layoutE"}},
       .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::fill_layoutE((M,N,K,L))",
       .meaning = "where the metadata of a sparse A lie, in logical elements: 8 of them, of TF32 4, are a byte",
       .parameters = "problem",
       .arguments = {1, 1},
       .run = run_fill_e,
       .blamed = 0,
       .hint = hint_wraps<true>,
       .makes_layout = true,
       .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::fill_layoutE((128,128,128,1))",
                   "(((8,2,4),2),((16,2,2),2),1):(((64,16,1024),4096),((1,512,32),8192),0)"}}));
  all.push_back(
      of_sparse({.name = "Sm90GemmSparseConfig::deduce_layoutA",
                 .aliases = {{"Sm1xxGemmSparseConfig::deduce_layoutA"}},
                 .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::deduce_layoutA()",
                 .meaning = "the type of the layout of a compressed A, with extents of 0",
                 .parameters = "",
                 .arguments = {0, 0},
                 .run = run_unset_a,
                 .hint = hint_unset_sparse,
                 .makes_layout = true,
                 .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::deduce_layoutA()",
                             "(0,(2,0),0):(0,(1,2),0)"}}));
  all.push_back(
      of_sparse({.name = "Sm90GemmSparseConfig::deduce_layoutE",
                 .aliases = {{"Sm1xxGemmSparseConfig::deduce_layoutE"}},
                 .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::deduce_layoutE()",
                 .meaning = "the type of the layout of metadata, with extents of 0",
                 .parameters = "",
                 .arguments = {0, 0},
                 .run = run_unset_e,
                 .hint = hint_unset_sparse,
                 .makes_layout = true,
                 .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::deduce_layoutE()",
                             "(((8,2,4),0),((16,2,2),0),0):(((64,16,1024),4096),((1,512,32),0),0)"}}));
  all.push_back(
      of_sparse({.name = "Sm90GemmSparseConfig::TensorEAtom",
                 .aliases = {{"Sm1xxGemmSparseConfig::TensorEAtom"}},
                 .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::TensorEAtom{}",
                 .meaning = "the block of rows and K in which metadata lie, in logical elements",
                 .parameters = "",
                 .arguments = {0, 0},
                 .run = run_atom,
                 .makes_layout = true,
                 .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::TensorEAtom{}",
                             "((8,2,4),(16,2,2)):((64,16,1024),(1,512,32))"}}));
  std::vector<Alias> numbers;
  static constexpr auto members = std::to_array<std::array<std::string_view, 2>>(
      {{"", "Sm1xxGemmSparseConfig::TensorEAtomK"},
       {"Sm90GemmSparseConfig::TensorEAtomM", "Sm1xxGemmSparseConfig::TensorEAtomM"},
       {"Sm90GemmSparseConfig::TensorEAlignmentM", "Sm1xxGemmSparseConfig::TensorEAlignmentM"},
       {"Sm90GemmSparseConfig::TensorEAlignmentK", "Sm1xxGemmSparseConfig::TensorEAlignmentK"},
       {"Sm90GemmSparseConfig::TensorAAlignmentM", "Sm1xxGemmSparseConfig::TensorAAlignmentM"},
       {"Sm90GemmSparseConfig::TensorAAlignmentK", "Sm1xxGemmSparseConfig::TensorAAlignmentK"},
       {"Sm90GemmSparseConfig::LogicalElemsAPerChunk", "Sm1xxGemmSparseConfig::LogicalElemsAPerChunk"},
       {"Sm90GemmSparseConfig::PhysicalElemsAPerChunk", "Sm1xxGemmSparseConfig::PhysicalElemsAPerChunk"},
       {"Sm90GemmSparseConfig::ElementEBitsPerElementAMma", "Sm1xxGemmSparseConfig::ElementEBitsPerElementAMma"},
       {"Sm90GemmSparseConfig::ElementEBitsPerChunk", "Sm1xxGemmSparseConfig::ElementEBitsPerChunk"},
       {"Sm90GemmSparseConfig::ElementASparsity", "Sm1xxGemmSparseConfig::ElementASparsity"},
       {"Sm90GemmSparseConfig::ElementAMmaSparsity", "Sm1xxGemmSparseConfig::ElementAMmaSparsity"},
       {"Sm90GemmSparseConfig::ElementEMmaSparsity", "Sm1xxGemmSparseConfig::ElementEMmaSparsity"},
       {"Sm90GemmSparseConfig::ElemsARawPerElementAMmaRaw", "Sm1xxGemmSparseConfig::ElemsARawPerElementAMmaRaw"}});
  for (const auto& pair : members)
    for (const auto name : pair)
      if (!name.empty()) numbers.push_back({name});
  all.push_back(of_sparse(
      {.name = "Sm90GemmSparseConfig::TensorEAtomK",
       .aliases = numbers,
       .signature = "Sm90GemmSparseConfig<sparse_elem<2,type>,major,sparse_elem<8,uint8_t>,K>::TensorEAtomK{}",
       .meaning = "a number of a sparse configuration: the extent of its block along K, an alignment, bits of an element",
       .parameters = "",
       .arguments = {0, 0},
       .run = run_number,
       .example = {"Sm90GemmSparseConfig<sparse_elem<2,half_t>,GMMA::Major::K,sparse_elem<8,uint8_t>,64>::TensorEAtomK{}", "64"}}));
  const std::string_view mixed_words = "mixed input int4 reorder shuffle dequantize";
  all.push_back({.name = "compute_memory_reordering_atom",
                 .signature = "compute_memory_reordering_atom<type,atoms,values>()",
                 .group = Group::layout,
                 .meaning = "how the narrow operand of mixed input is reordered, for one warp's MMAs of the wide type: (row,k) -> place",
                 .parameters = "atom_layout val_layout",
                 .arguments = {0, 2},
                 .indices = any_number,
                 .run = run_reordering,
                 .makes_layout = true,
                 .code = {.cpp = code::cpp::value},
                 .search_words = mixed_words,
                 .example = {"compute_memory_reordering_atom<half_t>()", "(((8,2),1),((2,4,2),1)):(((32,2),0),((1,8,4),0))"}});
  all.push_back({.name = "get_smem_layout",
                 .signature = "get_smem_layout<stages>(atom, tile, A)",
                 .group = Group::layout,
                 .meaning = "the stages of shared memory for a tile of a reordered tensor, or for an atom and the strides of a plain one",
                 .parameters = "layout_atom tile_shape stride",
                 .arguments = {3, 3},
                 .indices = any_number,
                 .run = run_smem_layout,
                 .blamed = 2,
                 .makes_layout = true,
                 .code = {.cpp = code::cpp::value},
                 .search_words = mixed_words,
                 .example = {"get_smem_layout<2>((8,8):(8,1), (16,64), (1,16,0))", "((8,2),(8,8),(1,2)):((8,512),(1,64),(0,1024))"}});
  return all;
}

}  // namespace algebra::expression
