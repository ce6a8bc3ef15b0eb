"""mma.sync, ldmatrix and stmatrix."""

from ..atom import CopyOp, MmaOp, operation
from .kinds import ACCUMULATOR, EIGHT_BITS, HALVES, NARROW, ONE_FLOAT, SCALE, one_of, types

MmaF16BF16Op = operation("MmaF16BF16Op", MmaOp, ab_dtype=HALVES, acc_dtype=ACCUMULATOR, shape_mnk=one_of((16, 8, 8), (16, 8, 16)))
MmaTF32Op = operation("MmaTF32Op", MmaOp, shape_mnk=one_of((16, 8, 4), (16, 8, 8)))
MmaFP8Op = operation("MmaFP8Op", MmaOp, ab_dtype=EIGHT_BITS, acc_dtype=ACCUMULATOR, shape_mnk=one_of((16, 8, 16), (16, 8, 32)))
MmaMXF4Op = operation("MmaMXF4Op", MmaOp, ab_dtype=types("Float4E2M1FN"), acc_dtype=ONE_FLOAT, sf_type=SCALE)
MmaMXF4NVF4Op = operation(
    "MmaMXF4NVF4Op", MmaOp, ab_dtype=types("Float4E2M1FN"), acc_dtype=ONE_FLOAT, sf_type=types("Float8E4M3FN"))
MmaMXF8Op = operation("MmaMXF8Op", MmaOp, ab_dtype=EIGHT_BITS, acc_dtype=ONE_FLOAT, sf_type=SCALE)
MmaMXF8F6F4Op = operation("MmaMXF8F6F4Op", MmaOp, a_dtype=NARROW, b_dtype=NARROW, acc_dtype=ONE_FLOAT, sf_type=SCALE)

MATRICES = {"transpose": (one_of(False, True), False), "num_matrices": (one_of(1, 2, 4), 1), "unpack_bits": (one_of(None), None)}
LdMatrix8x8x16bOp = operation("LdMatrix8x8x16bOp", CopyOp, **MATRICES)
StMatrix8x8x16bOp = operation("StMatrix8x8x16bOp", CopyOp, **MATRICES)
