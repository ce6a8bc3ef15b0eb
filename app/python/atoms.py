"""All MMA, copy and shared-memory atoms by their names: cutescope.atoms.SM80_16x8x16_F32F16F16F32_TN.

dir(cutescope.atoms) lists them. An atom that takes arguments in <> is made by cutescope.eval.
"""

from . import _cutescope


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = _cutescope.word(name)
    globals()[name] = value
    return value


def __dir__():
    return _cutescope.words(atoms=True)
