"""tcgen05.mma, what moves tensor memory, and the layouts of shared memory that it reads, by kind and type of the elements."""

import enum

from cutlass.cute import is_layout, is_order, is_shape

from ..atom import CopyOp, MmaOp, check, operation
from .kinds import ACCUMULATOR, BYTES, EIGHT_BITS, HALVES, MAJOR, NARROW, instruction_shape, member_of, smem_layout_atoms, types


class OperandSource(enum.Enum):
    TMEM, SMEM = range(2)


class CtaGroup(enum.Enum):
    ONE, TWO = 1, 2


class SmemLayoutAtomKind(enum.Enum):
    MN_INTER, MN_SW32, MN_SW64, MN_SW128, MN_SW128_32B, K_INTER, K_SW32, K_SW64, K_SW128 = range(9)


class Pack(enum.Enum):
    NONE, PACK_16b_IN_32b = range(2)


class Unpack(enum.Enum):
    NONE, UNPACK_32b_IN_16b = range(2)


Repetition = enum.Enum("Repetition", {f"x{times}": times for times in (1, 2, 4, 8, 16, 32, 64, 128)})


def shape(depth):
    return instruction_shape((64, 128, 256), 8, 256, depth)


GROUP = {"cta_group": member_of(CtaGroup)}
SOURCE = {"a_src": member_of(OperandSource)}
OPERANDS = {**SOURCE, "a_major_mode": MAJOR, "b_major_mode": MAJOR}

MmaTF32Op = operation("MmaTF32Op", MmaOp, instruction_shape=shape(8), **GROUP, **OPERANDS)
MmaF16BF16Op = operation(
    "MmaF16BF16Op", MmaOp, ab_dtype=HALVES, acc_dtype=ACCUMULATOR, instruction_shape=shape(16), **GROUP, **OPERANDS)
MmaF8F6F4Op = operation(
    "MmaF8F6F4Op", MmaOp, a_dtype=NARROW, b_dtype=NARROW, acc_dtype=ACCUMULATOR, instruction_shape=shape(32), **GROUP, **OPERANDS)
MmaI8Op = operation("MmaI8Op", MmaOp, ab_dtype=BYTES, instruction_shape=shape(32), **GROUP, **OPERANDS)
MmaFP8Op = operation(
    "MmaFP8Op", MmaOp, ab_dtype=EIGHT_BITS, acc_dtype=ACCUMULATOR, instruction_shape=shape(32), **GROUP, **OPERANDS)
MmaMXF8Op = operation("MmaMXF8Op", MmaOp, ab_dtype=EIGHT_BITS, instruction_shape=shape(32), **GROUP, **OPERANDS)
MmaMXF8F6F4Op = operation("MmaMXF8F6F4Op", MmaOp, a_dtype=NARROW, b_dtype=NARROW, instruction_shape=shape(32), **GROUP, **OPERANDS)
MmaMXF4Op = operation("MmaMXF4Op", MmaOp, instruction_shape=shape(64), **GROUP, **SOURCE)
MmaMXF4NVF4Op = operation(
    "MmaMXF4NVF4Op", MmaOp, sf_dtype=types("Float8E8M0FNU", "Float8E4M3FN"), instruction_shape=shape(64), **GROUP, **SOURCE)
SM103MmaMXF4Op = operation("SM103MmaMXF4Op", MmaOp, instruction_shape=shape(96), **GROUP, **SOURCE)
SM103MmaMXF4NVF4Op = operation(
    "SM103MmaMXF4NVF4Op", MmaOp, sf_dtype=types("Float8E8M0FNU", "Float8E4M3FN"), instruction_shape=shape(96), **GROUP, **SOURCE)

for lanes in ("16x64b", "16x128b", "16x256b", "16x32bx2", "32x32b"):
    for name, parameters in {
        "Ld": {"repeat": (member_of(Repetition), Repetition.x1), "pack": (member_of(Pack), Pack.NONE)},
        "St": {"repeat": member_of(Repetition), "unpack": (member_of(Unpack), Unpack.NONE)},
    }.items():
        globals()[f"{name}{lanes}Op"] = operation(f"{name}{lanes}Op", CopyOp, **parameters)
for lanes in ("128x256b", "128x128b", "4x256b", "4x32x128b", "2x64x128b0213", "2x64x128b0123"):
    globals()[f"Cp{lanes}Op"] = operation(f"Cp{lanes}Op", CopyOp, **GROUP)
del lanes, name, parameters

make_smem_layout_atom = smem_layout_atoms(SmemLayoutAtomKind)


def tile_to_mma_shape(atom, mma_tile_shape, order=None):
    check(is_layout(atom), "tile_to_mma_shape: atom", atom)
    check(is_shape(mma_tile_shape), "tile_to_mma_shape: mma_tile_shape", mma_tile_shape)
    check(order is None or is_order(order) and len(order) == len(mma_tile_shape) - 1, "tile_to_mma_shape: order", order)
    return type(atom)()
