// What a thread of a tiled MMA has in registers, and the same registers as a tiled copy sees them.

#include <fmt/format.h>

#include "algebra/code/cpp_calls.hpp"
#include "algebra/expression/atoms.hpp"
#include "algebra/expression/functions.hpp"
#include "algebra/expression/tiled_arguments.hpp"
#include "algebra/links/link_rules.hpp"
#include "algebra/links/link_tiled.hpp"
#include "algebra/matrix_descriptor.hpp"
#include "algebra/tiled.hpp"

namespace algebra::expression {
namespace {

template <Matrix matrix>
Value run_partition_shape(const Call& c) {
  return partition_shape(tiled_mma(c), matrix, c.profile(1));
}
/// The registers for a thread's part; of a matrix that the instruction takes from shared memory the descriptors.
template <Matrix matrix>
Value fragment(const TiledMma& t, Tensor of_thread) {
  const auto& part = of_thread.layout;
  if (const auto operand = described_operand(t.atom, matrix)) {
    if (!of_thread.type) of_thread.type = operand_type(t.atom, matrix);
    return make_descriptors(operand->of, operand->major, of_thread);
  }
  // Accumulators are in no order that memory has.
  return owning_tensor(matrix == Matrix::c ? make_layout(part.shape()) : make_fragment_like(part), operand_type(t.atom, matrix));
}
template <Matrix matrix>
Value run_make_fragment(const Call& c) {
  const auto& values = mode(tiled_mma(c).atom.traits->operands[static_cast<std::size_t>(matrix)].tv, 1);
  auto part = c.tensor(1).layout;
  if (rank(part) < 3 || size(mode(part, 0)) != size(values))
    throw Problem{"argument",
                  fmt::format("{} takes what a thread has of a tensor, with the {} values of the atom in mode 0; {} is no such part.",
                              c.name, size(values), plain(part)),
                  {}};
  return fragment<matrix>(tiled_mma(c), c.tensor(1));
}
template <Matrix matrix>
Value run_partition_fragment(const Call& c) {
  const auto& t = tiled_mma(c);
  // Of C the shape is enough, without a thread.
  if (matrix == Matrix::c && c.count() == 2 && !t.thread)
    return owning_tensor(make_layout(partition_shape(t, matrix, c.profile(1))), operand_type(t.atom, matrix));
  return fragment<matrix>(t, partition(t, matrix, thread_of(c, t), c.tensor(c.count() - 1), c.steps));
}
Value run_retile(const Call& c) {
  const auto& t = tiled_copy(c);
  if (c.count() == 2 && !t.thread) thread_of(c, t);
  auto tensor = c.tensor(c.count() - 1);
  tensor.layout = retile(t, tensor.layout);
  return tensor;
}

}  // namespace

std::vector<Function> register_functions() {
  return {
      {.name = "partition_fragment_A",
       .signature = "partition_fragment_A(tiled_mma, thread, T)",
       .group = Group::partition,
       .meaning = "the registers for a thread's part of A",
       .parameters = "tiled thread tensor",
       .arguments = {2, 3},
       .run = run_partition_fragment<Matrix::a>,
       .blamed = 2,
       .makes_layout = true,
       .links = links::registers<Matrix::a>,
       .threads = 0,
       .part = 1,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register accumulator",
       .example = {"partition_fragment_A(mma, 5, (32,32):(32,1))", "ptr+0 o ((2,2,2),1,2):((1,2,4),0,8)", mma_entry}},
      {.name = "make_fragment_A",
       .signature = "make_fragment_A(tiled_mma, T)",
       .group = Group::partition,
       .meaning = "the registers for what partition_A gives, or its descriptors",
       .parameters = "tiled tensor",
       .arguments = {2, 2},
       .run = run_make_fragment<Matrix::a>,
       .blamed = 1,
       .makes_layout = true,
       .links = links::fragment_of_part,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register accumulator",
       .example = {"make_fragment_A(mma, ((2,2,2),1,2):((1,256,8),0,16))", "ptr+0 o ((2,2,2),1,2):((1,2,4),0,8)", mma_entry}},
      {.name = "partition_shape_A",
       .signature = "partition_shape_A(tiled_mma, shape)",
       .group = Group::partition,
       .meaning = "the shape of a thread's part of A",
       .parameters = "tiled shape",
       .arguments = {2, 2},
       .run = run_partition_shape<Matrix::a>,
       .blamed = 1,
       .code = {.cpp = code::cpp::shape_second},
       .example = {"partition_shape_A(mma, (32,32))", "((2,2,2),1,2)", mma_entry}},
      {.name = "partition_fragment_B",
       .signature = "partition_fragment_B(tiled_mma, thread, T)",
       .group = Group::partition,
       .meaning = "the registers for a thread's part of B",
       .parameters = "tiled thread tensor",
       .arguments = {2, 3},
       .run = run_partition_fragment<Matrix::b>,
       .blamed = 2,
       .makes_layout = true,
       .links = links::registers<Matrix::b>,
       .threads = 0,
       .part = 1,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register accumulator",
       .example = {"partition_fragment_B(mma, 5, (16,32):(32,1))", "ptr+0 o ((2,2),1,2):((1,2),0,4)", mma_entry}},
      {.name = "make_fragment_B",
       .signature = "make_fragment_B(tiled_mma, T)",
       .group = Group::partition,
       .meaning = "the registers for what partition_B gives, or its descriptors",
       .parameters = "tiled tensor",
       .arguments = {2, 2},
       .run = run_make_fragment<Matrix::b>,
       .blamed = 1,
       .makes_layout = true,
       .links = links::fragment_of_part,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register accumulator",
       .example = {"make_fragment_B(mma, ((2,2),1,2):((1,8),0,16))", "ptr+0 o ((2,2),1,2):((1,2),0,4)", mma_entry}},
      {.name = "partition_shape_B",
       .signature = "partition_shape_B(tiled_mma, shape)",
       .group = Group::partition,
       .meaning = "the shape of a thread's part of B",
       .parameters = "tiled shape",
       .arguments = {2, 2},
       .run = run_partition_shape<Matrix::b>,
       .blamed = 1,
       .code = {.cpp = code::cpp::shape_second},
       .example = {"partition_shape_B(mma, (16,32))", "((2,2),1,2)", mma_entry}},
      {.name = "partition_fragment_C",
       .signature = "partition_fragment_C(tiled_mma, thread, T)",
       .group = Group::partition,
       .meaning = "the registers for a thread's part of C",
       .parameters = "tiled thread tensor",
       .arguments = {2, 3},
       .run = run_partition_fragment<Matrix::c>,
       .blamed = 2,
       .makes_layout = true,
       .links = links::registers<Matrix::c>,
       .threads = 0,
       .part = 1,
       .code = {.cpp = code::cpp::partition_of_shape},
       .search_words = "register accumulator",
       .example = {"partition_fragment_C(mma, 5, (32,16):(16,1))", "ptr+0 o ((2,2),1,1):((1,2),0,0)", mma_entry}},
      {.name = "make_fragment_C",
       .signature = "make_fragment_C(tiled_mma, T)",
       .group = Group::partition,
       .meaning = "the registers for what partition_C gives",
       .parameters = "tiled tensor",
       .arguments = {2, 2},
       .run = run_make_fragment<Matrix::c>,
       .blamed = 1,
       .makes_layout = true,
       .links = links::fragment_of_part,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register accumulator",
       .example = {"make_fragment_C(mma, ((2,2),1,1):((1,128),0,0))", "ptr+0 o ((2,2),1,1):((1,2),0,0)", mma_entry}},
      {.name = "partition_shape_C",
       .signature = "partition_shape_C(tiled_mma, shape)",
       .group = Group::partition,
       .meaning = "the shape of a thread's part of C",
       .parameters = "tiled shape",
       .arguments = {2, 2},
       .run = run_partition_shape<Matrix::c>,
       .blamed = 1,
       .code = {.cpp = code::cpp::shape_second},
       .example = {"partition_shape_C(mma, (32,16))", "((2,2),1,1)", mma_entry}},
      {.name = "retile_S",
       .signature = "retile_S(tiled_copy, thread, T)",
       .group = Group::partition,
       .meaning = "a thread's registers, as a copy reads them",
       .parameters = "tiled thread tensor",
       .arguments = {2, 3},
       .run = run_retile,
       .blamed = 2,
       .makes_layout = true,
       .links = links::retiled,
       .threads = 0,
       .part = 1,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register",
       .example = {"retile_S(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), 5, ((2,2,2),2,1))",
                   "ptr+0 o ((2,4),2,1):((1,2),8,0)", mma_entry}},
      {.name = "retile_D",
       .signature = "retile_D(tiled_copy, thread, T)",
       .group = Group::partition,
       .meaning = "a thread's registers, as a copy writes them",
       .parameters = "tiled thread tensor",
       .arguments = {2, 3},
       .run = run_retile,
       .blamed = 2,
       .makes_layout = true,
       .links = links::retiled,
       .threads = 0,
       .part = 1,
       .code = {.cpp = code::cpp::partition},
       .search_words = "register",
       .example = {"retile_D(make_tiled_copy_A(Copy_Atom<UniversalCopy<uint32_t>,half_t>, mma), 5, ((2,2,2),2,1))",
                   "ptr+0 o ((2,4),2,1):((1,2),8,0)", mma_entry}},
  };
}

}  // namespace algebra::expression
