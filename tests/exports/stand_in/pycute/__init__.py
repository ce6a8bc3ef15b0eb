"""The rules of pycute, CUTLASS's reference of the layout algebra in Python, restated for programs that are exported as pycute.

exports_test.sh compares it with pycute itself where that is at hand. Where pycute asserts, this asserts."""


def is_int(x):
    return isinstance(x, int) and not isinstance(x, bool)


def is_tuple(x):
    return isinstance(x, tuple)


def leaves(t):
    return [leaf for mode in t for leaf in leaves(mode)] if is_tuple(t) else [t]


def flatten(t):
    return tuple(leaves(t))


def product(t):
    result = 1
    for leaf in leaves(t):
        result *= leaf
    return result


def inner_product(a, b):
    assert is_tuple(a) == is_tuple(b)
    if not is_tuple(a):
        return a * b
    assert len(a) == len(b)
    return sum(map(inner_product, a, b))


def elem_scale(a, b):
    if not is_tuple(a):
        return a * product(b)
    assert is_tuple(b) and len(a) == len(b)
    return tuple(map(elem_scale, a, b))


def tuple_max(t):
    return max(leaves(t))


def shape_div(a, b):
    if is_tuple(a) and is_tuple(b):
        assert len(a) == len(b)
        return tuple(map(shape_div, a, b))
    if is_tuple(a):
        result = []
        for mode in a:
            result.append(shape_div(mode, b))
            b = shape_div(b, product(mode))
        return tuple(result)
    b = product(b)
    assert a % b == 0 or b % a == 0
    return -(-a // b)


def prefix_product(t, first=1):
    if is_tuple(t) and is_tuple(first):
        assert len(t) == len(first)
        return tuple(map(prefix_product, t, first))
    assert not is_tuple(first)
    if not is_tuple(t):
        return first
    result = []
    for mode in t:
        result.append(prefix_product(mode, first))
        first *= product(mode)
    return tuple(result)


def idx2crd(index, shape, stride=None):
    stride = prefix_product(shape) if stride is None else stride
    if not is_tuple(shape):
        assert not is_tuple(index)
        return index // stride % shape
    indices = index if is_tuple(index) else (index,) * len(shape)
    assert len(indices) == len(shape) == len(stride)
    return tuple(map(idx2crd, indices, shape, stride))


def crd2idx(coordinate, shape, stride=None):
    stride = prefix_product(shape) if stride is None else stride
    if is_tuple(coordinate):
        assert is_tuple(shape) and len(coordinate) == len(shape) == len(stride)
        return sum(map(crd2idx, coordinate, shape, stride))
    coordinate = 0 if coordinate is None else coordinate
    if not is_tuple(shape):
        return coordinate * stride
    assert len(shape) == len(stride)
    index = 0
    for mode, step in list(zip(shape, stride))[:-1]:
        index += crd2idx(coordinate % product(mode), mode, step)
        coordinate //= product(mode)
    return index + crd2idx(coordinate, shape[-1], stride[-1])


def has_none(t):
    return any(leaf is None for leaf in leaves(t))


def slice_(coordinate, t):
    if not is_tuple(coordinate):
        return (t,) if coordinate is None else ()
    assert is_tuple(t) and len(coordinate) == len(t)
    return tuple(mode for c, m in zip(coordinate, t) for mode in slice_(c, m))


class LayoutBase:
    pass


def is_layout(x):
    return isinstance(x, LayoutBase)


class Layout(LayoutBase):
    def __init__(self, shape, stride=None):
        self.shape, self.stride = shape, prefix_product(shape) if stride is None else stride

    def __eq__(self, other):
        return (self.shape, self.stride) == (other.shape, other.stride)

    def __len__(self):
        return len(self.shape) if is_tuple(self.shape) else 1

    def __call__(self, *coordinate):
        at = coordinate[0] if len(coordinate) == 1 else coordinate
        if has_none(at):
            return Layout(slice_(at, self.shape), slice_(at, self.stride))
        return crd2idx(at, self.shape, self.stride)

    def __getitem__(self, i):
        if is_tuple(self.shape):
            return Layout(self.shape[i], self.stride[i])
        assert i == 0
        return Layout(self.shape, self.stride)

    def size(self):
        return product(self.shape)

    def cosize(self):
        return self(self.size() - 1) + 1

    def __str__(self):
        return f"{self.shape}:{self.stride}"

    def __repr__(self):
        return f"Layout({self.shape},{self.stride})"


def make_layout(*layouts):
    modes = list(layouts if len(layouts) != 1 or is_layout(layouts[0]) else layouts[0])
    if not modes:
        raise ValueError("no modes")
    return Layout(tuple(mode.shape for mode in modes), tuple(mode.stride for mode in modes))


def size(x):
    return x.size() if is_layout(x) else product(x)


def cosize(layout):
    return layout.cosize()


def _modes(layout):
    return list(zip(leaves(layout.shape), leaves(layout.stride)))


def _of(modes):
    return Layout(*modes[0]) if len(modes) == 1 else Layout(tuple(m[0] for m in modes), tuple(m[1] for m in modes))


def _by_mode(layout, parts, f):
    assert len(layout) >= len(parts)
    return make_layout([f(layout[i], part) for i, part in enumerate(parts)] + [layout[i] for i in range(len(parts), len(layout))])


def coalesce(layout, profile=None):
    if is_tuple(profile):
        return _by_mode(layout, profile, coalesce)
    result = [(1, 0)]
    for shape, stride in _modes(layout):
        last_shape, last_stride = result[-1]
        if shape == 1:
            continue
        if last_shape == 1:
            result[-1] = (shape, stride)
        elif last_shape * last_stride == stride:
            result[-1] = (last_shape * shape, last_stride)
        else:
            result.append((shape, stride))
    return _of(result)


def filter(layout, profile=None):
    if is_tuple(profile):
        return _by_mode(layout, profile, filter)
    kept = [mode for mode in _modes(layout) if mode[0] != 1 and mode[1] != 0]
    return coalesce(_of(kept)) if kept else Layout(1, 0)


def _by_tiler(f, of_integer):
    def result(layout, tiler):
        if tiler is None:
            return layout
        if is_int(tiler):
            return of_integer(layout, Layout(tiler))
        if is_tuple(tiler):
            return _by_mode(layout, tiler, result)
        return f(layout, tiler)

    return result


def _composed(a, b):
    if is_tuple(b.shape):
        return make_layout([_composed(a, b[i]) for i in range(len(b))])
    shape, stride = b.shape, b.stride
    if stride == 0:
        return Layout(shape, 0)
    modes = _modes(coalesce(a))
    result = []
    for size_here, step in modes[:-1]:
        assert size_here % stride == 0 or stride % size_here == 0
        taken = min(max(1, size_here // stride), shape)
        if taken != 1:
            result.append((taken, stride * step))
        shape, stride = shape // taken, -(-stride // size_here)
    if shape != 1 or not result:
        result.append((shape, stride * modes[-1][1]))
    return _of(result)


composition = _by_tiler(_composed, lambda a, b: composition(a, b))


def complement(layout, up_to=1):
    if is_int(layout):
        return complement(Layout(layout))
    result, covered = [], 1
    for stride, shape in sorted((stride, shape) for shape, stride in _modes(layout)):
        if stride == 0 or shape == 1:
            continue
        assert covered <= shape * stride
        result.append((stride // covered, covered))
        covered = shape * stride
    return coalesce(_of(result + [((up_to + covered - 1) // covered, covered)]))


def right_inverse(layout):
    if layout is None or is_int(layout):
        return layout if layout is None else Layout(layout)
    shapes = flatten(layout.shape)
    result, covered = [], 1
    for stride, shape, place in sorted(zip(flatten(layout.stride), shapes, prefix_product(shapes))):
        if shape == 1:
            continue
        if stride != covered:
            break
        result.append((shape, place))
        covered = shape * stride
    return coalesce(_of(result)) if result else Layout(1, 0)


def left_inverse(layout):
    if layout is None or is_int(layout):
        return layout if layout is None else Layout(layout)
    return right_inverse(make_layout(layout, complement(layout)))


logical_divide = _by_tiler(
    lambda a, b: composition(a, make_layout(b, complement(b, size(a)))), lambda a, b: logical_divide(a, b)
)
# By an integer pycute's product divides.
logical_product = _by_tiler(
    lambda a, b: make_layout(a, composition(complement(a, size(a) * cosize(b)), b)), lambda a, b: logical_divide(a, b)
)


def _unzipped(split, a, tiler):
    if tiler is None:
        return make_layout(Layout(1, 0), a)
    if not is_tuple(tiler):
        return split(a, tiler)
    assert len(a) >= len(tiler)
    parts = [_unzipped(split, a[i], t) for i, t in enumerate(tiler)]
    rest = [part[1] for part in parts] + [a[i] for i in range(len(tiler), len(a))]
    return make_layout(make_layout([part[0] for part in parts]), make_layout(rest))


def _tiled(layout):
    return make_layout([layout[0]] + [layout[1][i] for i in range(len(layout[1]))])


def zipped_divide(a, tiler):
    return _unzipped(logical_divide, a, tiler)


def tiled_divide(a, tiler):
    return _tiled(zipped_divide(a, tiler))


def zipped_product(a, tiler):
    return _unzipped(logical_product, a, tiler)


def tiled_product(a, tiler):
    return _tiled(zipped_product(a, tiler))


def slice_and_offset(coordinate, layout):
    return (
        Layout(slice_(coordinate, layout.shape), slice_(coordinate, layout.stride)),
        crd2idx(coordinate, layout.shape, layout.stride),
    )


class Swizzle:
    def __init__(self, bits, base, shift):
        assert bits >= 0 and base >= 0 and abs(shift) >= bits
        self.bits, self.base, self.shift = bits, base, shift

    def __call__(self, index):
        mask = (1 << self.bits) - 1 << self.base + max(0, self.shift)
        moved = index & mask
        return index ^ (moved >> self.shift if self.shift > 0 else moved << -self.shift)

    def size(self):
        return 1 << self.bits + self.base + abs(self.shift)

    cosize = size

    def __str__(self):
        return f"SW_{self.bits}_{self.base}_{self.shift}"


class ComposedLayout(LayoutBase):
    def __init__(self, layoutB, offset, layoutA):
        self.layoutB, self.offset, self.layoutA = layoutB, offset, layoutA

    def __len__(self):
        return len(self.layoutA)

    def __call__(self, *coordinate):
        return self.layoutB(self.offset + self.layoutA(*coordinate))

    def __getitem__(self, i):
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self):
        return size(self.layoutA)

    def cosize(self):
        return cosize(self.layoutB)

    def __str__(self):
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"
