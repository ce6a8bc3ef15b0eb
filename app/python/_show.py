"""Shows values of other libraries beside each other: cutescope.show."""

import inspect
import re

from . import _cutescope

_pointer = re.compile(r"ptr<\s*(\w+)\s*,\s*(gmem|smem|rmem|tmem)([^o]*)>$")
_swizzle = re.compile(r"S[w]?<(\d+),\s*(\d+),\s*(\d+)>")


def _of_dsl(printed):
    """tensor<ptr<f16, gmem, align<16>> o (8,4):(4,1)>, as the CuTe DSL prints a tensor, in the language."""
    if not (printed.startswith("tensor<") and printed.endswith(">")):
        return printed
    iterator, apart, layout = printed[len("tensor<"):-1].partition(" o ")
    if not apart:
        return printed
    if iterator.startswith("("):
        return f"ArithTuple{iterator} o {layout}"
    pointer = _pointer.match(iterator.strip())
    if pointer is None:
        return f"ptr o {layout}"
    kind, memory, rest = pointer.groups()
    bits = int(re.search(r"\d+", kind)[0]) if re.search(r"\d", kind) else 8
    # The language has e4m3 for MLIR's f8E4M3FN, and int32_t for i32.
    if match := re.match(r"f\d+(E\d+M\d+)", kind):
        kind = match[1].lower()
    elif re.fullmatch(r"[us]?i\d+", kind):
        kind = f"{'u' if kind[0] == 'u' else ''}int{bits}_t"
    made = f"make_{memory}_ptr<{kind}>(p)"
    swizzle = _swizzle.search(rest)
    if swizzle and memory == "smem":
        layout = f"Sw<{','.join(swizzle.groups())}> o smem_ptr[{bits}b](unset) o {layout}"
    return f"make_tensor({made}, {layout})"


def _tuple(numbers):
    return "(" + ",".join(str(int(n)) for n in numbers) + ")"


def _text(value, dynamic):
    if isinstance(value, str):
        text = value
    elif type(value).__module__.split(".")[0] == "cutescope" or isinstance(value, (int, tuple, list)):
        return _cutescope.to_string(value)
    elif callable(getattr(value, "stride", None)) and hasattr(value, "shape"):
        # torch counts elements.
        return f"{_tuple(value.shape)}:{_tuple(value.stride())}" if len(value.shape) else "1:0"
    elif hasattr(value, "strides") and hasattr(value, "itemsize"):
        # numpy counts bytes.
        if any(s % value.itemsize for s in value.strides):
            raise _cutescope.Error(f"the strides {tuple(value.strides)} in bytes are no whole elements of {value.itemsize} bytes")
        return f"{_tuple(value.shape)}:{_tuple(s // value.itemsize for s in value.strides)}" if value.shape else "1:0"
    else:
        text = str(value)
    # Numbers known only at run time: ?, ?{div=8}, ?{i64 div=8}.
    def given(match):
        number = next(dynamic, None)
        if number is None:
            raise _cutescope.Error(f"{text}: only the kernel knows what a ? is; show(..., dynamic=[4096, 128]) has a number for each")
        return str(int(number))

    return _of_dsl(re.sub(r"\?(\{[^}]*\})?", given, text))


def show(*values, dynamic=(), **named):
    """Shows layouts and tensors as one figure: in a notebook the interactive one, elsewhere as text.

    Values are those of cutescope, texts, tensors of torch (by shape and stride), arrays of numpy (by strides in bytes), and what the CuTe
    DSL has in a @cute.jit function, by its printed form. Each is called as the variable that holds it, or as its keyword says. `dynamic`
    has a number for each ? of the DSL, in order. Raises cutescope.Error where a value cannot be read.
    """
    numbers = iter(dynamic)
    frame = inspect.currentframe().f_back
    called = {} if frame is None else {id(v): k for k, v in reversed(list(frame.f_locals.items())) if not k.startswith("_")}
    entries = []
    for value in values:
        name = called.get(id(value), "")
        entries.append((name if name not in (n for n, _ in entries) else "", _text(value, numbers)))
    entries += [(name, _text(value, numbers)) for name, value in named.items()]
    for plain in (False, True):
        # A variable may have the name of a function, or a word of the language.
        lines = [f"{name if name and not plain else f'L{n}'} = {text}" for n, (name, text) in enumerate(entries, 1)]
        sheet = _cutescope.sheet("\n".join(lines))
        try:
            shown = [f"{line.partition(' = ')[0]} = {_cutescope.to_string(e.value)}" for line, e in zip(lines, sheet.entries)]
            break
        except _cutescope.Error:
            if plain:
                raise
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        shell = None
    else:
        shell = get_ipython()
    if shell is not None:
        display(sheet)
        return
    print("\n".join(shown))
