// Functions of tensor memory: fragments of tcgen05 MMAs, and the copies of four warps to and from it.

#include "algebra/functions/records.hpp"

#include <array>

#include <fmt/format.h>

#include "algebra/code/cpp.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/cpp_literals.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/hardware/tmem_copies.hpp"
#include "algebra/links/link_tiled.hpp"

namespace algebra::expression {
namespace {

/// Reads the template arguments of a fragment, from left to right.
class FragmentArguments {
 public:
  explicit FragmentArguments(const Call& c) : call_(c) {}

  ElementType type(const char* what) {
    if (const auto* t = next<ElementType>()) return *t;
    throw Problem{"template argument", message("{} takes {} in <>, such as float.", call_.name, what), {}};
  }
  /// Returns the next argument if it must be a type; null if there are no more.
  const ElementType* further_type() { return at_ < call_.indices.size() ? next<ElementType>() : nullptr; }
  std::int64_t number(const char* what) {
    const auto* n = next<IntTuple>();
    if (n != nullptr && n->is_integer()) return n->integer().value;
    throw Problem{"template argument", message("{} takes {} in <>.", call_.name, what), {}};
  }
  bool truth() {
    if (const auto* t = next<Truth>()) return t->holds;
    throw Problem{"template argument", message("{} takes true or false in <>: true for A's.", call_.name), {}};
  }
  TmemAllocMode mode(TmemAllocMode otherwise) {
    if (at_ == call_.indices.size()) return otherwise;
    const auto n = number("UMMA::TmemAllocMode::Interleaved or another mode");
    if (n >= 0 && n <= 4 && at_ == call_.indices.size()) return static_cast<TmemAllocMode>(n);
    throw Problem{
        "template argument", message("{} takes one mode at the end of <>, such as UMMA::TmemAllocMode::Interleaved.", call_.name), {}};
  }

 private:
  template <class T>
  const T* next() {
    return at_ < call_.indices.size() ? std::get_if<T>(&call_.indices[at_++]) : nullptr;
  }
  const Call& call_;
  std::size_t at_ = 0;
};

/// Runs tmem_frg<type, storage, SMs, mode>; with the SMs in the name, the storage has 32 bits unless it is given.
template <TmemFragment::Of of, int sms>
Value run_fragment(const Call& c) {
  FragmentArguments a(c);
  TmemFragment f{.of = of, .type = a.type("the type of its elements")};
  if (const auto* storage = a.further_type()) f.storage_bits = storage->bits;
  f.sms = sms != 0 ? sms : a.number("the SMs of the MMA");
  f.mode = a.mode(f.mode);
  return make_tmem_fragment(f, c.integers(0));
}
template <TmemFragment::Of of>
Value run_metadata(const Call& c) {
  const auto type = FragmentArguments(c).type("the type of A's elements");
  return make_tmem_fragment({.of = of, .type = type, .storage_bits = type.bits}, c.integers(0));
}
Value run_scale_factors(const Call& c) {
  FragmentArguments a(c);
  TmemFragment f{.of = TmemFragment::Of::scale_factors, .type = a.type("the type of the scale factors")};
  f.storage_bits = f.type.bits;
  a.number("the elements that a factor scales");
  f.sms = a.number("the SMs of the MMA");
  f.is_sfa = a.truth();
  f.mode = a.mode(TmemAllocMode::scale_factor_duplicated_4by1);
  return make_tmem_fragment(f, c.integers(0));
}

const Tensor& in_tensor_memory(const Call& c, std::size_t i) {
  const auto* t = std::get_if<Tensor>(&c.argument(i));
  if (t != nullptr && t->memory == MemorySpace::tensor && t->type && !t->outer) return *t;
  throw ArgumentProblem{
      {"argument",
       message("Expected TMEM tensor: {} takes one in tensor memory, as make_tensor<UMMA::tmem_frg_1sm<float>>(shape) is.", c.name),
       {}},
      i};
}
Value run_tmem_copy(const Call& c) { return make_tmem_copy(copy_atom(c, 0), in_tensor_memory(c, 1)); }
Value run_utccp_copy(const Call& c) { return make_utccp_copy(copy_atom(c, 0), in_tensor_memory(c, 1)); }

/// Returns the atom, or that of a tiled copy.
const CopyAtom& instruction_of(const Call& c) {
  const auto* tiled = std::get_if<TiledCopy>(&c.argument(0));
  return tiled != nullptr ? tiled->atom : copy_atom(c, 0);
}
Value run_utccp_descriptors(const Call& c) { return make_utccp_descriptors(instruction_of(c), c.tensor(1)); }
/// Writes get_utccp_smem_desc_tensor<SM100_UTCCP_4x32dp128bit_1cta>(T).
std::string utccp_descriptors_in_cpp(const code::Cpp&, const code::Written& w) {
  const auto& v = w.given()[0].value;
  const auto* tiled = std::get_if<TiledCopy>(&v);
  const auto& atom = tiled != nullptr ? tiled->atom : std::get<CopyAtom>(v);
  return fmt::format("get_utccp_smem_desc_tensor<{}>({})", atom.traits->name, w.arguments[1].text);
}

/// Writes make_tensor<UMMA::tmem_frg_1sm<float,uint32_t,UMMA::TmemAllocMode::Interleaved>>(shape); the number at `mode` becomes the mode's
/// name.
template <std::size_t mode>
std::string cpp_fragment(const code::Cpp&, const code::Written& w) {
  constexpr std::array<std::string_view, 5> modes{"Interleaved", "NonInterleaved", "Duplicated", "ScaleFactorDuplicated4by1",
                                                  "ScaleFactorDuplicated2by2"};
  std::string arguments;
  for (std::size_t i = 0; i < w.indices.size(); ++i) {
    const auto& v = w.indices[i].value;
    if (i > 0) arguments += ',';
    if (const auto* type = std::get_if<ElementType>(&v)) arguments += cpp_type(*type);
    else if (const auto* truth = std::get_if<Truth>(&v)) arguments += truth->holds ? "true" : "false";
    else if (const auto n = std::get<IntTuple>(v).integer().value; i == mode && n >= 0 && n < 5)
      arguments += fmt::format("UMMA::TmemAllocMode::{}", modes[static_cast<std::size_t>(n)]);
    else arguments += fmt::format("{}", n);
  }
  return fmt::format("make_tensor<UMMA::{}<{}>>({})", w.name(), arguments, code::Cpp::as_shape(w.arguments[0]));
}

/// Warns of a copy that CuTe makes although no instruction does it.
std::optional<Problem> doubtful_copy(const Call& c) {
  const auto* t = std::get_if<Tensor>(&c.argument(1));
  if (t == nullptr || !tmem_use(*t)) return std::nullopt;
  const auto why = attempt([&] { return tmem_misfit(copy_atom(c, 0), *t); });
  if (!why || !*why) return std::nullopt;
  return Problem{"tmem", message("CuTe makes this copy, but {}: {}.", to_string(c.argument(0), Marks::plain), **why), {}};
}

constexpr std::string_view accumulator = "acc = make_tensor<UMMA::tmem_frg_1sm<float>>(((128,128),1,1))";

Function fragment(std::string_view name, std::string_view signature, std::string_view meaning, Value (*run)(const Call&), Example example,
                  std::string (*cpp)(const code::Cpp&, const code::Written&)) {
  return {.name = name,
          .signature = signature,
          .group = Group::partition,
          .meaning = meaning,
          .parameters = "shape",
          .arguments = {1, 1},
          .indices = any_number,
          .run = run,
          .condition = "tmem",
          .blamed = 0,
          .makes_layout = true,
          .code = {.cpp = cpp},
          .search_words = "tensor memory accumulator tcgen05 allocation",
          .example = example};
}

}  // namespace

std::vector<Function> tmem_functions() {
  using Of = TmemFragment::Of;
  return {
      fragment("tmem_frg", "tmem_frg<type,storage,sms,mode>(shape)", "where A or C of a tcgen05 MMA lies in tensor memory",
               run_fragment<Of::matrix, 0>,
               {"tmem_frg<float,uint32_t,2>(((64,128),1,1))", "ptr+0 o ((64,(64,2)),1,1):((65536,(1,4194304)),0,0)"}, cpp_fragment<3>),
      fragment("tmem_frg_1sm", "tmem_frg_1sm<type,storage,mode>(shape)", "where A or C of an MMA of one SM lies in tensor memory",
               run_fragment<Of::matrix, 1>,
               {"make_tensor<UMMA::tmem_frg_1sm<float>>(((64,128),1,1))", "ptr+0 o (((16,4),128),1,1):(((65536,2097152),1),0,0)"},
               cpp_fragment<2>),
      fragment("tmem_frg_2sm", "tmem_frg_2sm<type,storage,mode>(shape)", "where A or C of an MMA of two SMs lies in tensor memory",
               run_fragment<Of::matrix, 2>,
               {"make_tensor<UMMA::tmem_frg_2sm<float>>(((32,128),1,1))", "ptr+0 o ((32,(32,4)),1,1):((65536,(1,2097152)),0,0)"},
               cpp_fragment<2>),
      fragment("tmem_frg_ws", "tmem_frg_ws<type,storage,sms>(shape)", "where C of a weight-stationary MMA lies in tensor memory",
               run_fragment<Of::stationary, 0>,
               {"tmem_frg_ws<float,uint32_t,1>(((64,128),1,1))", "ptr+0 o ((64,(64,2)),1,1):((65536,(1,4194304)),0,0)"}, cpp_fragment<3>),
      fragment("tmem_frg_ws_1sm", "tmem_frg_ws_1sm<type,storage>(shape)",
               "where C of a weight-stationary MMA of one SM lies in tensor memory", run_fragment<Of::stationary, 1>,
               {"tmem_frg_ws_1sm<float>(((32,64),1,1))", "ptr+0 o ((32,(16,4)),1,1):((65536,(1,2097152)),0,0)"}, cpp_fragment<3>),
      fragment("tmem_e_frg", "tmem_e_frg<type>(shape)", "where the metadata of a sparse A lie in tensor memory, bit by bit",
               run_metadata<Of::metadata>,
               {"tmem_e_frg<half_t>(((128,32),1,2))", "ptr+0 o (((8,2,8),(16,2)),1,2):(((2097152,16,33554432),(1,16777216)),0,32)"},
               cpp_fragment<1>),
      fragment("tmem_e_frg_ws", "tmem_e_frg_ws<type>(shape)", "where the metadata of a weight-stationary sparse A lie in tensor memory",
               run_metadata<Of::metadata_of_ws>,
               {"tmem_e_frg_ws<uint8_t>(((64,64),1,2))", "ptr+0 o ((64,(64,2)),1,2):((2097152,(1,134217728)),0,64)"}, cpp_fragment<1>),
      fragment("tmem_sf_frg", "tmem_sf_frg<type,vector,sms,is_sfa,mode>(shape)", "where the scale factors of A or B lie in tensor memory",
               run_scale_factors,
               {"tmem_sf_frg<float_ue8m0_t,32,1,false>(((256,(32,1)),1,4))",
                "ptr+0 o ((((32,8),4),(32,1)),1,4):((((262144,4),8388608),(0,1)),0,1)"},
               cpp_fragment<4>),
      {.name = "make_tmem_copy",
       .signature = "make_tmem_copy(instruction, T)",
       .group = Group::partition,
       .meaning = "the copy of four warps between tensor memory and registers",
       .parameters = "op tensor",
       .arguments = {2, 2},
       .run = run_tmem_copy,
       .condition = "partition",
       .blamed = 0,
       .hint = doubtful_copy,
       .makes_layout = true,
       .search_words = "tensor memory tcgen05 ld st",
       .example = {"Tiler_MN(make_tmem_copy(SM100_TMEM_LOAD_32dp32b2x, tensor<0>(acc)))", "<(4,32):(32,1),2:1>", accumulator}},
      {.name = "make_utccp_copy",
       .signature = "make_utccp_copy(instruction, T)",
       .group = Group::partition,
       .meaning = "the copy of a CTA or two from shared memory to tensor memory",
       .parameters = "op tensor",
       .arguments = {2, 2},
       .run = run_utccp_copy,
       .condition = "partition",
       .blamed = 0,
       .makes_layout = true,
       .search_words = "tensor memory tcgen05 cp",
       .example = {"Tiler_MN(make_utccp_copy(SM100_UTCCP_128dp256bit_1cta, tensor<0>(acc)))", "<128:1,8:1>", accumulator}},
      {.name = "get_utccp_smem_desc_tensor",
       .signature = "get_utccp_smem_desc_tensor(copy, T)",
       .group = Group::partition,
       .meaning = "the descriptors of the shared-memory source of a copy to tensor memory",
       .parameters = "op tensor",
       .arguments = {2, 2},
       .run = run_utccp_descriptors,
       .makes_layout = true,
       .code = {.cpp = utccp_descriptors_in_cpp},
       .search_words = "tcgen05 cp descriptor",
       .example = {"get_utccp_smem_desc_tensor(SM100_UTCCP_4x32dp128bit_1cta, "
                   "make_tensor(make_smem_ptr<uint8_t>(p), (((32,16,4),1),1,4):(((16,1,0),0),0,512)))",
                   "UMMA::DescriptorIterator o (((32,1,4),1),1,4):(((1,1,0),0),0,32)"}},
  };
}

}  // namespace algebra::expression
