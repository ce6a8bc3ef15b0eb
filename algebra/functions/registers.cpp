// The registers of a thread of a tiled MMA, and the same registers as a tiled copy sees them.

#include "algebra/functions/records.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp.hpp"
#include "algebra/code/cpp_calls.hpp"
#include "algebra/code/dsl_calls.hpp"
#include "algebra/functions/tiled_arguments.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/language/atoms.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tiled.hpp"

namespace algebra::expression {
namespace {

template <Matrix matrix>
Value run_partition_shape(const Call& c) {
  return partition_shape(tiled_mma(c), matrix, c.profile(1));
}
/// Returns the fragment that an instruction with A or C in tensor memory expects.
template <Matrix matrix>
TmemFragment fragment_of(const MmaAtom& atom) {
  const auto& name = atom.traits->name;
  TmemFragment f{.of = TmemFragment::Of::matrix, .type = operand_type(atom, matrix)};
  f.sms = size(atom.traits->thr_id);
  if (matrix == Matrix::a) {
    f.storage_bits = f.type.bits;
    f.mode = f.sms == 1 ? TmemAllocMode::non_interleaved : TmemAllocMode::duplicated;
  } else if (name.find("_WS") != std::string::npos) {
    f.of = TmemFragment::Of::stationary;
  } else if (f.sms == 1 && name.find("_TS") != std::string::npos) {
    // A lies beside C, datapath by datapath.
    f.mode = TmemAllocMode::non_interleaved;
  }
  return f;
}
template <Matrix matrix>
bool in_tensor_memory(const TiledMma& t) {
  return matrix != Matrix::b && t.atom.traits->operands[static_cast<std::size_t>(matrix)].place == MmaTraits::Place::tensor;
}

/// Returns the registers for a thread's part; for a matrix that the instruction reads from shared memory, the descriptors.
template <Matrix matrix>
Value fragment(const TiledMma& t, Tensor of_thread) {
  const auto& part = of_thread.layout;
  if (in_tensor_memory<matrix>(t)) return make_tmem_fragment(fragment_of<matrix>(t.atom), part.shape());
  if (const auto operand = described_operand(t.atom, matrix)) {
    if (!of_thread.type) of_thread.type = operand_type(t.atom, matrix);
    return make_descriptors(operand->of, operand->major, of_thread);
  }
  // The registers of accumulators need not follow any order of memory, so they are compact.
  return owning_tensor(matrix == Matrix::c ? make_layout(part.shape()) : make_fragment_like(part), operand_type(t.atom, matrix));
}
template <Matrix matrix>
Value run_make_fragment(const Call& c) {
  const auto& values = mode(tiled_mma(c).atom.traits->operands[static_cast<std::size_t>(matrix)].tv, 1);
  auto part = c.tensor(1).layout;
  if (rank(part) < 3 || size(mode(part, 0)) != size(values))
    throw Problem{"argument",
                  message("{} takes a thread's part of a tensor, with the atom's {} values in mode 0; {} is not such a part.", c.name,
                          size(values), plain(part)),
                  {}};
  return fragment<matrix>(tiled_mma(c), c.tensor(1));
}
template <Matrix matrix>
Value run_partition_fragment(const Call& c) {
  const auto& t = tiled_mma(c);
  // C needs only the shape, not a thread.
  if (matrix == Matrix::c && in_tensor_memory<matrix>(t) && c.count() == 2)
    return make_tmem_fragment(fragment_of<matrix>(t.atom), partition_shape(t, matrix, c.profile(1)));
  if (matrix == Matrix::c && c.count() == 2 && !t.thread)
    return owning_tensor(make_layout(partition_shape(t, matrix, c.profile(1))), operand_type(t.atom, matrix));
  return fragment<matrix>(t, partition(t, matrix, thread_of(c, t), c.tensor(c.count() - 1), c.steps));
}
/// Checks that descriptors lead to the elements of the part that they were made from. Registers have no contract.
Verdict check_fragment(const Call&, const Value& result, const Checking& checking) {
  const auto* made = std::get_if<Tensor>(&result);
  return made != nullptr && made->descriptors ? check_descriptor(*made->descriptors->at, checking) : Verdict{};
}
Value run_retile(const Call& c) {
  const auto& t = tiled_copy(c);
  if (c.count() == 2 && !t.thread) thread_of(c, t);
  auto tensor = c.tensor(c.count() - 1);
  tensor.layout = retile(t, tensor.layout, c.steps);
  return tensor;
}

/// Writes a fragment in C++: for C it is made without a thread; descriptors need a tensor in shared memory, so its pointer must say so.
template <std::string (*registers)(const code::Cpp&, const code::Written&)>
std::string fragment_in_cpp(const code::Cpp& c, const code::Written& w) {
  const auto* made = std::get_if<Tensor>(&w.value);
  const auto& of = w.given().back();
  const auto* tensor = std::get_if<Tensor>(&of.value);
  if (made != nullptr && made->descriptors && (tensor == nullptr || !tensor->type || tensor->memory != MemorySpace::shared))
    code::Cpp::refuse(*of.node, "C++ makes descriptors of a tensor in shared memory: make_tensor(make_smem_ptr<half_t>(ptr), L).");
  return registers(c, w);
}

// The parts of each record that A, B and C share.
template <Matrix matrix>
Function partition_fragment(const Example& example) {
  return member_of({.name = "partition_fragment_{0}",
                    .signature = "partition_fragment_{0}(tiled_mma, thread, T)",
                    .group = Group::partition,
                    .meaning = "the registers for a thread's part of {0}",
                    .parameters = "tiled thread tensor",
                    .arguments = {2, 3},
                    .run = run_partition_fragment<matrix>,
                    .contract = check_fragment,
                    .condition = "descriptor",
                    .blamed = 2,
                    .makes_layout = true,
                    .links = links::registers<matrix>,
                    .threads = 0,
                    .part = 1,
                    .code = {.cpp = fragment_in_cpp < matrix == Matrix::c ? code::cpp::partition_of_shape : code::cpp::partition > },
                    .search_words = "register accumulator",
                    .example = example},
                   letter_of(matrix));
}
template <Matrix matrix>
Function make_fragment(const Example& example) {
  return member_of({.name = "make_fragment_{0}",
                    .signature = "make_fragment_{0}(tiled_mma, T)",
                    .group = Group::partition,
                    .meaning = matrix == Matrix::c ? "the registers for what partition_{0} gives"
                                                   : "the registers for what partition_{0} gives, or its descriptors",
                    .parameters = "tiled tensor",
                    .arguments = {2, 2},
                    .tiled_of_part = true,
                    .run = run_make_fragment<matrix>,
                    .contract = check_fragment,
                    .condition = "descriptor",
                    .blamed = 1,
                    .makes_layout = true,
                    .links = links::fragment_of_part,
                    .code = {.cpp = fragment_in_cpp<code::cpp::partition>, .dsl = code::dsl::partition},
                    .search_words = "register accumulator",
                    .example = example},
                   letter_of(matrix));
}
template <Matrix matrix>
Function shape_of_partition(const Example& example) {
  return member_of({.name = "partition_shape_{0}",
                    .signature = "partition_shape_{0}(tiled_mma, shape)",
                    .group = Group::partition,
                    .meaning = "the shape of a thread's part of {0}",
                    .parameters = "tiled shape",
                    .arguments = {2, 2},
                    .run = run_partition_shape<matrix>,
                    .blamed = 1,
                    .code = {.cpp = code::cpp::shape_second, .dsl = code::dsl::method_of_shape},
                    .example = example},
                   letter_of(matrix));
}
Function retiled(Side side, const Example& example) {
  return member_of({.name = "retile_{0}",
                    .signature = "retile_{0}(tiled_copy, thread, T)",
                    .group = Group::partition,
                    .meaning = "a thread's registers, as a copy {1} them",
                    .parameters = "tiled thread tensor",
                    .arguments = {2, 3},
                    .run = run_retile,
                    .blamed = 2,
                    .makes_layout = true,
                    .links = links::retiled,
                    .threads = 0,
                    .part = 1,
                    .code = {.cpp = code::cpp::partition, .dsl = code::dsl::retile},
                    .search_words = "register",
                    .example = example},
                   letter_of(side), side == Side::source ? "reads" : "writes");
}

}  // namespace

std::vector<Function> register_functions() {
  return {
      partition_fragment<Matrix::a>({"partition_fragment_A(mma, 5, (32,32):(32,1))", "ptr+0 o ((2,2,2),1,2):((1,2,4),0,8)", mma_entry}),
      make_fragment<Matrix::a>({"make_fragment_A(mma, ((2,2,2),1,2):((1,256,8),0,16))", "ptr+0 o ((2,2,2),1,2):((1,2,4),0,8)", mma_entry}),
      shape_of_partition<Matrix::a>({"partition_shape_A(mma, (32,32))", "((2,2,2),1,2)", mma_entry}),
      partition_fragment<Matrix::b>({"partition_fragment_B(mma, 5, (16,32):(32,1))", "ptr+0 o ((2,2),1,2):((1,2),0,4)", mma_entry}),
      make_fragment<Matrix::b>({"make_fragment_B(mma, ((2,2),1,2):((1,8),0,16))", "ptr+0 o ((2,2),1,2):((1,2),0,4)", mma_entry}),
      shape_of_partition<Matrix::b>({"partition_shape_B(mma, (16,32))", "((2,2),1,2)", mma_entry}),
      partition_fragment<Matrix::c>({"partition_fragment_C(mma, 5, (32,16):(16,1))", "ptr+0 o ((2,2),1,1):((1,2),0,0)", mma_entry}),
      make_fragment<Matrix::c>({"make_fragment_C(mma, ((2,2),1,1):((1,128),0,0))", "ptr+0 o ((2,2),1,1):((1,2),0,0)", mma_entry}),
      shape_of_partition<Matrix::c>({"partition_shape_C(mma, (32,16))", "((2,2),1,1)", mma_entry}),
      retiled(Side::source, {"retile_S(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), 5, ((2,2,2),2,1))",
                             "ptr+0 o ((2,4),2,1):((1,2),8,0)", mma_entry}),
      retiled(Side::destination, {"retile_D(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), 5, ((2,2,2),2,1))",
                                  "ptr+0 o ((2,4),2,1):((1,2),8,0)", mma_entry}),
  };
}

}  // namespace algebra::expression
