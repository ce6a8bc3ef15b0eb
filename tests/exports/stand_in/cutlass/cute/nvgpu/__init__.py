"""cutlass.cute.nvgpu: operations of GPUs by the unit that does them, those of any here."""

import enum

from ..atom import CopyOp, MmaOp, operation
from .kinds import OperandMajorMode, types


class LoadCacheMode(enum.Enum):
    ALWAYS, GLOBAL, STREAMING, LAST_USE, NONE = range(5)


class CopyOfAnyBits(CopyOp):
    @staticmethod
    def takes_bits(bits):
        return bits is None or type(bits) is int and bits >= 0


MmaUniversalOp = operation("MmaUniversalOp", MmaOp, abacc_dtype=types("Float16", "Float32", "Float64"))
CopyUniversalOp = operation("CopyUniversalOp", CopyOfAnyBits)

from . import cpasync, tcgen05, warp, warpgroup  # noqa: E402
