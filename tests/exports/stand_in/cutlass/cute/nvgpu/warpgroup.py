"""WGMMA, and the layouts of shared memory that it reads, by kind and type of the elements."""

import enum

from ..atom import MmaOp, operation
from .kinds import (
    ACCUMULATOR, BYTES, EIGHT_BITS, HALVES, MAJOR, OperandMajorMode, instruction_shape, member_of, one_of, smem_layout_atoms, types)


class OperandSource(enum.Enum):
    RMEM, SMEM = range(2)


class SmemLayoutAtomKind(enum.Enum):
    MN_INTER, MN_SW32, MN_SW64, MN_SW128, K_INTER, K_SW32, K_SW64, K_SW128 = range(8)


MmaF16BF16Op = operation(
    "MmaF16BF16Op", MmaOp, ab_dtype=HALVES, acc_dtype=ACCUMULATOR, instruction_shape=instruction_shape((64,), 8, 256, 16),
    a_src=member_of(OperandSource), a_major_mode=MAJOR, b_major_mode=MAJOR)
# Both operands have K first.
MmaF8Op = operation(
    "MmaF8Op", MmaOp, a_dtype=EIGHT_BITS, b_dtype=EIGHT_BITS, acc_dtype=ACCUMULATOR,
    instruction_shape=instruction_shape((64,), 8, 256, 32), a_src=member_of(OperandSource),
    a_major_mode=one_of(OperandMajorMode.K), b_major_mode=one_of(OperandMajorMode.K))
MmaI8Op = operation(
    "MmaI8Op", MmaOp, a_dtype=BYTES, b_dtype=BYTES, acc_dtype=types("Int32"),
    instruction_shape=instruction_shape((64,), 8, 256, 32), a_src=member_of(OperandSource),
    a_major_mode=one_of(OperandMajorMode.K), b_major_mode=one_of(OperandMajorMode.K))
make_smem_layout_atom = smem_layout_atoms(SmemLayoutAtomKind)
