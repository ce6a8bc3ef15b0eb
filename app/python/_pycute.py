"""What pycute has and CuTe's algebra has not: questions about Python's objects, and arithmetic of tuples."""

from . import _cutescope
from ._cutescope import ComposedLayout, Layout, make_layout, max as _max


#: The classes of layouts and of integers, for isinstance, with pycute's names.
LayoutBase = (Layout, ComposedLayout)
Integer = int


def is_int(x):
    """Whether it is an integer, static or dynamic."""
    return isinstance(x, int) and not isinstance(x, bool)


def is_tuple(x):
    """Whether it is a tuple."""
    return isinstance(x, tuple)


def is_layout(x):
    """Whether it is a layout or a composed layout."""
    return isinstance(x, LayoutBase)


def has_none(a):
    """Whether there is a None at any depth of a tuple, as in the coordinate of a slice."""
    return any(has_none(part) for part in a) if is_tuple(a) else a is None


def signum(a):
    """The sign of an integer: -1, 0 or 1."""
    return (a > 0) - (a < 0)


def tuple_max(a):
    """The largest integer at any depth of a tuple."""
    return _max(a)


def suffix_product(a, init=1):
    """The exclusive products of a shape from the right: the strides of its compact row-major layout.

    suffix_product((2, 3, 4)) -> (12, 4, 1)
    """
    if not is_tuple(a):
        return init
    strides = []
    for part in reversed(a):
        strides.insert(0, suffix_product(part, init))
        init = init * _cutescope.product(part)
    return tuple(strides)


def shiftl(a, s):
    """a * 2^s; for a negative s a / 2^-s, rounded down."""
    return a << s if s >= 0 else shiftr(a, -s)


def shiftr(a, s):
    """a / 2^s, rounded down; for a negative s a * 2^-s."""
    return a >> s if s >= 0 else shiftl(a, -s)


def hier_unzip(splitter, layout, tiler):
    """Splits a layout by a tiler with a function such as logical_divide, mode by mode where the tiler is a tuple.

    The result has two modes: what the tiler covers, and all that is left.
    """
    if tiler is None:
        return make_layout(Layout(1, 0), layout)
    if not isinstance(tiler, (tuple, list)):
        return splitter(layout, tiler)
    if len(layout) < len(tiler):
        raise ValueError(f"hier_unzip: the tiler has {len(tiler)} modes, {layout} has {len(layout)}.")
    split = [hier_unzip(splitter, layout[i], part) for i, part in enumerate(tiler)]
    rest = [layout[i] for i in range(len(tiler), len(layout))]
    return make_layout(make_layout(*(s[0] for s in split)), make_layout(*(s[1] for s in split), *rest))


__all__ = [name for name in list(globals()) if not name.startswith("_") and name not in ("ComposedLayout", "Layout", "make_layout")]
