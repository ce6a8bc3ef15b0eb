"""What parameters of operations may be, and the enumerations that several modules share."""

import enum

import cutlass
from cutlass.cute import ComposedLayout
from cutlass.cute.atom import check, is_element_type


class OperandMajorMode(enum.Enum):
    MN, K = range(2)


def types(*names):
    allowed = [getattr(cutlass, name) for name in names]
    return lambda x: x in allowed


HALVES = types("Float16", "BFloat16")
EIGHT_BITS = types("Float8E4M3FN", "Float8E5M2")
BYTES = types("Int8", "Uint8")
NARROW = types("Float8E4M3FN", "Float8E5M2", "Float6E3M2FN", "Float6E2M3FN", "Float4E2M1FN")
ACCUMULATOR = types("Float16", "Float32")
ONE_FLOAT = types("Float32")
SCALE = types("Float8E8M0FNU")


def one_of(*values):
    return lambda x: any(type(x) is type(value) and x == value for value in values)


def member_of(enumeration):
    return lambda x: isinstance(x, enumeration)


MAJOR = member_of(OperandMajorMode)


def instruction_shape(rows, least_columns, most_columns, depth):
    """(M, N, K) or (M, N), with N a multiple of 8."""

    def is_one(x):
        if not isinstance(x, tuple) or len(x) not in (2, 3) or any(type(extent) is not int for extent in x):
            return False
        return x[0] in rows and least_columns <= x[1] <= most_columns and x[1] % 8 == 0 and x[2:] in ((), (depth,))

    return is_one


def smem_layout_atoms(kinds):
    """make_smem_layout_atom of a module's kinds."""

    def make_smem_layout_atom(kind, element_type):
        check(isinstance(kind, kinds), "make_smem_layout_atom: kind", kind)
        check(is_element_type(element_type), "make_smem_layout_atom: element_type", element_type)
        return ComposedLayout()

    return make_smem_layout_atom
