"""CuTe's layout algebra: layouts, operations, sheets and launches, with the answers of CuTe C++.

    >>> import cutescope as cs
    >>> A = cs.Layout("(8,8):(8,1)")
    >>> print(cs.zipped_divide(A, (4, 4)))
    ((4,4),(2,2)):((8,1),(32,4))
    >>> A(2, 3), A(2, None)
    (19, Layout("(8):(1)"))

Functions have CuTe's names; help(cs.composition) says what one does. Words of the language, element types and atoms, are attributes:
cs.f16, cs.SM80_16x8x16_F32F16F16F32_TN. What cannot be written in Python is a text: cs.eval("Sw<3,3,3> o 0 o (8,64):(64,1)").
"""

import builtins as _builtins

from . import _cutescope


def _unpickled(text, integers):
    return _cutescope.eval(text, integers)


def __getattr__(name):
    value = _cutescope.word(name)
    globals()[name] = value
    return value


def _function(name, indices, owner):
    function = _cutescope.functions[name]
    if indices is not None:
        function = function[indices]
    return function if owner is None else function.__get__(owner)


# What pickle names has to be Python's: the module's own functions cannot be.
def _sheet(text):
    return _cutescope.sheet(text)


def _bit_matrix(*parts):
    return _cutescope._bit_matrix(*parts)


def _entry(sheet, number):
    return sheet.entries[number]


def __dir__():
    return sorted(set(globals()) | set(_cutescope.words()))


for _name, _thing in vars(_cutescope).items():
    if not _name.startswith("_"):
        globals()[_name] = _thing
        if isinstance(_thing, type):
            _thing.__module__ = __name__

# What Python has itself, as abs and slice, is not imported with *.
__all__ = [name for name in vars(_cutescope) if not name.startswith("_") and not hasattr(_builtins, name)]
