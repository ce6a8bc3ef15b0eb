"""CuTe's layout algebra: layouts, operations, sheets and launches, with the answers of CuTe C++.

    >>> import cutescope as cs
    >>> A = cs.Layout("(8,8):(8,1)")
    >>> print(cs.zipped_divide(A, (4, 4)))
    ((4,4),(2,2)):((8,1),(32,4))
    >>> A(2, 3), A(2, None)
    (19, Layout("(8):(1)"))

Functions have CuTe's names; help(cs.composition) says what one does. Words of the language, element types and atoms, are attributes:
cs.f16, cs.SM80_16x8x16_F32F16F16F32_TN; dir(cs.atoms) lists the atoms. What cannot be written in Python is a text:
cs.eval("Sw<3,3,3> o 0 o (8,64):(64,1)").
"""

import builtins as _builtins
import sys as _sys

from . import _cutescope, _pycute, atoms
from ._show import show
from ._tools import FlowReport, KernelMap, Report, tools

__version__ = _cutescope._version


def _unpickled(text, integers):
    return _cutescope.eval(text, integers)


_asked = set()


def _word(name, module):
    """The word of the language; what there is not is an AttributeError by which Python says what may be meant."""
    try:
        return _cutescope.word(name, module.__name__)
    except AttributeError as error:
        error.name, error.obj = name, module
        raise


def __getattr__(name):
    value = _word(name, _sys.modules[__name__])
    globals()[name] = value
    _asked.add(name)
    return value


def _function(name, indices, owner, role=""):
    function = _cutescope.functions[name]
    if role:
        function = getattr(function, role)
    if indices is not None:
        function = function[indices]
    return function if owner is None else function.__get__(owner)


# Pickle needs functions of Python; it cannot name the module's own.
def _sheet(text):
    return _cutescope.sheet(text)


def _bit_matrix(*parts):
    return _cutescope._bit_matrix(*parts)


def _entry(sheet, number):
    return sheet.entries[number]


def __dir__():
    """What one calls, with the element types; atoms are listed by dir(cutescope.atoms)."""
    return sorted({name for name in globals() if not name.startswith("_")} - _asked | set(_cutescope.words(atoms=False)) | {"__version__"})


# Members of CUTLASS's structures, such as Sm1xxBlockScaledConfig::SfAtom, can only be called through eval.
for _name, _thing in vars(_cutescope).items():
    if not _name.startswith("_") and _name.isidentifier():
        globals()[_name] = _thing
        if isinstance(_thing, type):
            _thing.__module__ = __name__

for _name in _pycute.__all__:
    globals()[_name] = getattr(_pycute, _name)

# The tools whose names are free here: flow, scales, gemm, always, ... `tools` has all of them.
_of_tools = [name for name in vars(tools) if name not in globals() and not hasattr(_builtins, name)]
for _name in _of_tools:
    globals()[_name] = getattr(tools, _name)

# Names of Python's own functions, such as abs and slice, are not imported with *, except those that pycute has too.
__all__ = [
    name
    for name in [*vars(_cutescope), *_pycute.__all__, *_of_tools, "atoms", "show", "tools", "Report", "FlowReport", "KernelMap"]
    if name == "filter" or (name.isidentifier() and not (name.startswith("_") or hasattr(_builtins, name)))
]
