"""Operations, their atoms, and what is tiled of atoms: the attributes and methods of each, with the names of their parameters."""

import inspect

from cutlass import Numeric
from cutlass.cute import Layout, Tensor, Value, is_leaf, is_plain_layout, is_shape, is_tensor, is_tiler

REQUIRED = inspect.Parameter.empty


def check(is_right, parameter, given):
    assert is_right, f"{parameter} is {given!r}"


def is_element_type(x):
    return isinstance(x, type) and issubclass(x, Numeric)


def is_static_tiler(x):
    """One known when the program is compiled, by mode."""
    return isinstance(x, tuple) and is_tiler(x) and all(m is None or type(m) in (int, tuple, Value, Layout) for m in x)


class Operation:
    """Takes its parameters in their order or by name; each is (what it may be, what it is where left out)."""

    parameters = {}

    def __init__(self, *args, **given):
        takes = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
                 for name, (_, default) in self.parameters.items()]
        for name, value in inspect.Signature(takes).bind(*args, **given).arguments.items():
            check(self.parameters[name][0](value), f"{type(self).__name__}: {name}", value)


class MmaOp(Operation):
    pass


class CopyOp(Operation):
    @staticmethod
    def takes_bits(bits):
        """Whether an atom of it is made with num_bits_per_copy=bits: None is without."""
        return bits is None


def operation(name, base, **parameters):
    """A class of operations. A parameter is what it may be, or that and what it is where left out."""
    return type(name, (base,), {"parameters": {p: of if isinstance(of, tuple) else (of, REQUIRED) for p, of in parameters.items()}})


class Atom:
    def __init__(self, op):
        self.op, self.thr_id = op, Layout()


class MmaAtom(Atom):
    def __init__(self, op):
        super().__init__(op)
        self.shape_mnk = Value()
        self.tv_layout_A, self.tv_layout_B, self.tv_layout_C = Layout(), Layout(), Layout()

    # The input is a tensor; for an operand in tensor memory also a shape or a layout.
    def make_fragment_A(self, input):
        check(is_tensor(input) or is_plain_layout(input) or is_shape(input), "make_fragment: input", input)
        return Tensor(Layout())

    make_fragment_B = make_fragment_C = make_fragment_A


class TiledMma(MmaAtom):
    def __init__(self, op):
        super().__init__(op)
        self.size, self.permutation_mnk, self.thr_layout_vmnk = 1, Value(), Layout()
        self.tv_layout_A_tiled, self.tv_layout_B_tiled, self.tv_layout_C_tiled = Layout(), Layout(), Layout()

    def get_tile_size(self, mode_idx):
        check(mode_idx in (0, 1, 2), "get_tile_size: mode_idx", mode_idx)
        return 1

    def get_slice(self, thr_idx):
        return ThrMma(self.op, thr_idx)

    def partition_shape_A(self, shape_mk):
        return partitioned_shape(shape_mk)

    def partition_shape_B(self, shape_nk):
        return partitioned_shape(shape_nk)

    def partition_shape_C(self, shape_mn):
        return partitioned_shape(shape_mn)


class ThrMma(TiledMma):
    def __init__(self, op, thr_idx):
        check(is_leaf(thr_idx), "get_slice: thr_idx", thr_idx)
        super().__init__(op)
        self.thr_idx = thr_idx

    def partition_A(self, input_mk):
        return partitioned(input_mk)

    def partition_B(self, input_nk):
        return partitioned(input_nk)

    def partition_C(self, input_mn):
        return partitioned(input_mn)


class CopyAtom(Atom):
    def __init__(self, op, value_type):
        super().__init__(op)
        self.value_type, self.layout_src_tv, self.layout_dst_tv = value_type, Layout(), Layout()


class TiledCopy(CopyAtom):
    def __init__(self, op, value_type):
        super().__init__(op, value_type)
        self.size, self.tiler_mn, self.layout_tv_tiled = 1, Value(), Layout()
        self.layout_src_tv_tiled, self.layout_dst_tv_tiled = Layout(), Layout()

    def get_slice(self, thr_idx):
        return ThrCopy(self.op, self.value_type, thr_idx)

    def retile(self, src):
        return partitioned(src)


class ThrCopy(TiledCopy):
    def __init__(self, op, value_type, thr_idx):
        check(is_leaf(thr_idx), "get_slice: thr_idx", thr_idx)
        super().__init__(op, value_type)
        self.thr_idx = thr_idx

    def partition_S(self, src):
        return partitioned(src)

    def partition_D(self, dst):
        return partitioned(dst)


def partitioned(tensor):
    check(is_tensor(tensor), "what is partitioned", tensor)
    return Tensor(Layout())


def partitioned_shape(shape):
    check(isinstance(shape, (tuple, Value)) and is_shape(shape), "the shape that is partitioned", shape)
    return Value()


def make_mma_atom(op):
    check(isinstance(op, MmaOp), "make_mma_atom: op", op)
    return MmaAtom(op)


def make_tiled_mma(op_or_atom, atom_layout_mnk=(1, 1, 1), permutation_mnk=None):
    check(isinstance(op_or_atom, (MmaOp, MmaAtom)), "make_tiled_mma: op_or_atom", op_or_atom)
    of_three = isinstance(atom_layout_mnk, tuple) and len(atom_layout_mnk) == 3 and is_shape(atom_layout_mnk)
    check(is_plain_layout(atom_layout_mnk) or of_three, "make_tiled_mma: atom_layout_mnk", atom_layout_mnk)
    permuted = permutation_mnk is None or is_static_tiler(permutation_mnk) and len(permutation_mnk) == 3
    check(permuted, "make_tiled_mma: permutation_mnk", permutation_mnk)
    return TiledMma(op_or_atom if isinstance(op_or_atom, MmaOp) else op_or_atom.op)


def make_copy_atom(op, copy_internal_type, *, num_bits_per_copy=None):
    """The DSL ignores keywords that the operation does not know; here they are refused."""
    check(isinstance(op, CopyOp), "make_copy_atom: op", op)
    check(is_element_type(copy_internal_type), "make_copy_atom: copy_internal_type", copy_internal_type)
    check(op.takes_bits(num_bits_per_copy), f"make_copy_atom of {type(op).__name__}: num_bits_per_copy", num_bits_per_copy)
    return CopyAtom(op, copy_internal_type)


def tiled(atom):
    check(isinstance(atom, CopyAtom), "what is tiled", atom)
    return TiledCopy(atom.op, atom.value_type)


def make_tiled_copy(atom, layout_tv, tiler_mn):
    check(is_plain_layout(layout_tv), "make_tiled_copy: layout_tv", layout_tv)
    check(is_static_tiler(tiler_mn), "make_tiled_copy: tiler_mn", tiler_mn)
    return tiled(atom)


def make_tiled_copy_tv(atom, thr_layout, val_layout):
    check(is_plain_layout(thr_layout), "make_tiled_copy_tv: thr_layout", thr_layout)
    check(is_plain_layout(val_layout), "make_tiled_copy_tv: val_layout", val_layout)
    return tiled(atom)


def make_cotiled_copy(atom, atom_layout_tv, data_layout):
    check(is_plain_layout(atom_layout_tv), "make_cotiled_copy: atom_layout_tv", atom_layout_tv)
    check(is_plain_layout(data_layout), "make_cotiled_copy: data_layout", data_layout)
    return tiled(atom)


def make_tiled_copy_A(atom, tiled_mma):
    check(isinstance(tiled_mma, TiledMma), "the tiled MMA of a copy", tiled_mma)
    return tiled(atom)


make_tiled_copy_B = make_tiled_copy_C = make_tiled_copy_A


def make_tiled_copy_C_atom(atom, mma):
    return make_tiled_copy_A(atom, mma)


def make_tiled_copy_S(atom, tiled_copy):
    check(isinstance(tiled_copy, TiledCopy), "the tiled copy of a copy", tiled_copy)
    return tiled(atom)


make_tiled_copy_D = make_tiled_copy_S
