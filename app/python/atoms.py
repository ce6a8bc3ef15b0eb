"""All MMA, copy and shared-memory atoms by their names: cutescope.atoms.SM80_16x8x16_F32F16F16F32_TN.

dir(cutescope.atoms) lists them. An atom that takes arguments in <> is made by cutescope.eval.
"""

import sys as _sys

import cutescope as _package

from . import _cutescope


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = _package._word(name, _sys.modules[__name__])
    globals()[name] = value
    return value


def __dir__():
    return _cutescope.words(atoms=True)
