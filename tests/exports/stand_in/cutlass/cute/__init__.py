"""cutlass.cute as names, arities and kinds of arguments: layouts, tensors, tuples of integers, tilers, coordinates."""


class Value:
    """An integer or a tuple of which no more is known."""

    def __mul__(self, other):
        return self

    __rmul__ = __add__ = __radd__ = __mul__

    def __getitem__(self, i):
        return self


class Basis(Value):
    pass


class Layout:
    def __init__(self):
        self.shape = self.stride = Value()


class ComposedLayout:
    def __init__(self, inner=None, offset=None, outer=None):
        self.inner, self.offset, self.outer = inner or Swizzle(), Value() if offset is None else offset, outer or Layout()
        self.shape = Value()


class Swizzle:
    pass


class Pointer:
    def __add__(self, offset):
        assert is_shape(offset), "a pointer moves by an integer"
        return Pointer()


class Tensor:
    def __init__(self, layout):
        self.iterator, self.layout, self.shape = Pointer(), layout, Value()


class AddressSpace:
    gmem, smem, rmem, tmem = 1, 3, 5, 6


def is_leaf(x):
    return isinstance(x, (int, Value)) and not isinstance(x, bool)


def is_shape(x):
    return all(map(is_shape, x)) and x != () if isinstance(x, tuple) else is_leaf(x)


def is_coordinate(x):
    return all(map(is_coordinate, x)) if isinstance(x, tuple) else x is None or is_leaf(x)


def is_tiler(x):
    return all(map(is_tiler, x)) if isinstance(x, tuple) else x is None or is_leaf(x) or isinstance(x, Layout)


def is_layout(x):
    return isinstance(x, (Layout, ComposedLayout))


def is_plain_layout(x):
    return isinstance(x, Layout)


def is_swizzle(x):
    return isinstance(x, Swizzle)


def is_tensor(x):
    return isinstance(x, Tensor)


def has_layout(x):
    return is_layout(x) or is_tensor(x)


def is_tiled(x):
    return isinstance(x, (TiledMma, TiledCopy))


def is_any(x):
    return has_layout(x) or is_shape(x) or is_tiler(x)


def is_modes(x):
    return isinstance(x, list) and x != [] and all(type(i) is int and i >= 0 for i in x)


def is_order(x):
    return is_shape(x)


def is_integer(x):
    return isinstance(x, (int, Value))


def same_kind(args):
    """What an operation gives: of a tensor a tensor, of a layout a layout, of a tuple a tuple."""
    first = args[0]
    return Tensor(Layout()) if is_tensor(first) else type(first)() if is_layout(first) else Value()


def layout_made(args):
    return Layout()


def value_made(args):
    return Value()


def number_made(args):
    return 1


def truth_made(args):
    return True


def tuple_made(args):
    return (same_kind(args[1:]), Value())


def function(name, kinds, result, least=None, **keywords):
    """cute.name(kinds..., keyword=kind): the last kinds may be left out down to `least`."""
    least = len(kinds) if least is None else least

    def called(*args, **given):
        assert least <= len(args) <= len(kinds), f"{name} takes {least} to {len(kinds)} arguments, not {len(args)}"
        for i, (kind, arg) in enumerate(zip(kinds, args)):
            assert kind(arg), f"{name}: argument {i + 1} is {arg!r}, not {kind.__name__}"
        for keyword, arg in given.items():
            assert keyword in keywords, f"{name} has no parameter {keyword}"
            assert keywords[keyword](arg), f"{name}: {keyword} is {arg!r}"
        return result(args)

    globals()[name] = called


def jit(f):
    return f


function("make_layout", [is_shape], layout_made, stride=is_shape)
function("make_ordered_layout", [is_shape], layout_made, order=is_order)
function("make_layout_like", [is_layout], layout_made)
function("make_identity_layout", [is_shape], layout_made)
function("make_identity_tensor", [is_shape], lambda args: Tensor(Layout()))
function("make_composed_layout", [lambda x: is_swizzle(x) or is_layout(x), is_shape, is_plain_layout], lambda args: ComposedLayout(*args))
function("make_swizzle", [is_integer] * 3, lambda args: Swizzle())

function("make_ptr", [lambda x: is_element_type(x), is_integer, is_integer], lambda args: Pointer(), least=2)
function("make_tensor", [lambda x: isinstance(x, Pointer), is_layout], lambda args: Tensor(args[1]))
function("E", [lambda x: type(x) is int or is_modes(x)], lambda args: Basis())

function("size", [lambda x: is_any(x) or is_tiled(x)], number_made, mode=is_modes)
function("cosize", [is_layout], value_made, mode=is_modes)
function("rank", [is_any], number_made, mode=is_modes)
function("depth", [is_any], value_made)
function("get", [is_any], same_kind, mode=is_modes)
function("select", [is_any], same_kind, mode=is_modes)
function("group_modes", [is_any, is_integer, is_integer], same_kind, least=2)
function("flatten", [is_any], same_kind)
function("unflatten", [is_shape, is_shape], value_made)
function("append", [is_any, is_any], same_kind, up_to_rank=is_integer)
function("prepend", [is_any, is_any], same_kind, up_to_rank=is_integer)
function("append_ones", [is_any], same_kind, up_to_rank=is_integer)
function("prepend_ones", [is_any], same_kind, up_to_rank=is_integer)
function("wrap", [is_shape], value_made)
function("unwrap", [is_shape], value_made)
function("repeat_like", [is_integer, is_shape], value_made)

for name in ("coalesce", "filter", "filter_zeros"):
    function(name, [has_layout], same_kind, **({} if name == "filter" else {"target_profile": is_shape}))
function("composition", [is_layout, is_tiler], same_kind)
function("complement", [is_plain_layout, lambda x: is_shape(x) or is_layout(x)], layout_made)
for name in ("right_inverse", "left_inverse", "nullspace"):
    function(name, [is_plain_layout], layout_made)
function("max_common_layout", [is_layout, is_layout], layout_made)
function("max_common_vector", [is_layout, is_layout], value_made)
for name in ("logical_divide", "zipped_divide", "tiled_divide", "flat_divide"):
    function(name, [has_layout, is_tiler], same_kind)
function("logical_product", [is_layout, is_tiler], same_kind)
for name in ("zipped_product", "tiled_product", "flat_product", "blocked_product", "raked_product"):
    function(name, [is_layout, is_plain_layout], same_kind)
function("tile_to_shape", [is_layout, is_shape, is_order], same_kind)
function("recast_layout", [is_integer, is_integer, is_layout], lambda args: same_kind(args[2:]))
function("get_swizzle_portion", [is_layout], lambda args: Swizzle())
function("get_nonswizzle_portion", [is_layout], layout_made)

function("crd2idx", [is_coordinate, lambda x: is_shape(x) or is_layout(x)], value_made)
function("idx2crd", [is_shape, is_shape], value_made)
function("slice_", [lambda x: has_layout(x) or is_shape(x), is_coordinate], same_kind)
function("dice", [lambda x: is_layout(x) or is_shape(x), is_coordinate], same_kind)
function("slice_and_offset", [is_coordinate, is_layout], tuple_made)
function("domain_offset", [is_coordinate, is_tensor], lambda args: Tensor(Layout()))
function("local_tile", [is_tensor, is_tiler, is_coordinate], lambda args: Tensor(Layout()), proj=is_coordinate)
function("local_partition", [is_tensor, is_layout, is_integer], lambda args: Tensor(Layout()), proj=is_coordinate)

for name in ("is_congruent", "is_weakly_congruent", "elem_less"):
    function(name, [is_any, is_any], truth_made)
for name in ("shape_div", "ceil_div", "round_up"):
    function(name, [is_shape, is_shape], value_made)
function("product_each", [is_shape], value_made)
function("product_like", [is_shape, is_shape], value_made)
del name

# These are written in terms of what is above.
from .atom import (  # noqa: E402
    Atom, CopyAtom, MmaAtom, ThrCopy, ThrMma, TiledCopy, TiledMma, is_element_type, make_copy_atom, make_cotiled_copy, make_mma_atom,
    make_tiled_copy, make_tiled_copy_A, make_tiled_copy_B, make_tiled_copy_C, make_tiled_copy_C_atom, make_tiled_copy_D, make_tiled_copy_S,
    make_tiled_copy_tv, make_tiled_mma,
)
from . import nvgpu  # noqa: E402
