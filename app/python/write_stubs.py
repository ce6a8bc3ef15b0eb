"""Writes the type hints of the package, cutescope/__init__.pyi and atoms.pyi, from the module itself.

    write_stubs.py FOLDER    FOLDER has the package cutescope

Functions come from the program's records, by way of cutescope.functions; classes, methods and their documentation from the
module. Nothing is listed here, so that nothing can be forgotten.
"""

import inspect
import keyword
import re
import sys

sys.path.insert(0, sys.argv[1])
import cutescope as cs  # noqa: E402
from cutescope import _cutescope, _signatures  # noqa: E402

Named = type(cs.eval)  # functions and methods of the module, which have signatures

head = '''"""CuTe's layout algebra. Written by write_stubs.py from the module; do not edit."""

import builtins
import typing

import numpy
import typing_extensions

from . import atoms as atoms

#: A value, or what stands for one: an int, a tuple, a list, a text of the language, an object with a shape and a stride.
Argument = typing.Any
#: An int, None for a whole mode, a tuple of these, a text, or an array of integers.
Coordinate = typing.Any

_P = typing_extensions.ParamSpec("_P")
_R = typing.TypeVar("_R", covariant=True)

class Function(typing.Generic[_P, _R]):
    """A function of the language: called, or with what C++ has in <>: get[0, 1](A)."""
    __name__: str
    __qualname__: str
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    def __getitem__(self, indices: typing.Any, /) -> Function[..., _R]: ...
    @property
    def check(self) -> typing.Callable[_P, Verdict]:
        """check(...) is the verdict of a call: whether its result keeps the contract."""
    @property
    def explain(self) -> typing.Callable[_P, Explanation]:
        """explain(...) has the steps of a call, with its numbers."""
FIELDS
class _Method(typing.Generic[_P, _R]):
    @typing.overload
    def __get__(self, value: None, owner: typing.Any = ...) -> Function[..., _R]: ...
    @typing.overload
    def __get__(self, value: object, owner: typing.Any = ...) -> Function[_P, _R]: ...

def _function(f: typing.Callable[_P, _R]) -> Function[_P, _R]: ...
def _method(f: typing.Callable[typing_extensions.Concatenate[typing.Any, _P], _R]) -> _Method[_P, _R]: ...

class _Indexed(type):
    """Of a class that C++ gives parameters in <>: Swizzle[3, 4, 3]."""
    def __getitem__(cls, indices: typing.Any, /) -> typing.Any: ...
'''


def quoted(words, indent):
    words = (words or "").strip()
    if not words:
        return " ..."
    words = words.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if words.endswith('"'):
        words += " "
    body = words.replace("\n", "\n" + " " * indent).replace("\n" + " " * indent + "\n", "\n\n")
    return f'\n{" " * indent}"""{body}"""'


def written(signature, other="Argument"):
    """A signature as the hints have it; what has no type is of the type `other`."""
    parts, marked = [], False
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    for parameter in signature.parameters.values():
        marked = marked or parameter.kind is inspect.Parameter.VAR_POSITIONAL
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not marked:
            parts.append("*")
            marked = True
        if parameter.name == "self":
            parts.append("self")
            continue
        types = other if parameter.annotation is inspect.Parameter.empty else parameter.annotation
        default = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
        if default == " = None" and not types.startswith("typing."):
            types = f"typing.Optional[{types}]" if types != other else types
        parts.append(f"{stars.get(parameter.kind, '')}{parameter.name}: {types}{default}")
    result = signature.return_annotation
    return f"({', '.join(parts)}) -> {'typing.Any' if result is inspect.Signature.empty else result}"


def lines_of(words, name):
    """The lines of pybind11's documentation that are signatures, and the others."""
    lines = (words or "").split("\n")
    overloads = [line.partition(". ")[2] for line in lines if re.match(rf"\d+\. {re.escape(name)}\(", line)]
    return (overloads, "") if overloads else (lines[:1], "\n".join(lines[2:]))


def special(name, words):
    """A method with underscores, which pybind11 has written the signature of."""
    lines, words = lines_of(words, name)
    out = []
    for line in lines:
        signature = _signatures.of_line(line)
        if name in ("__eq__", "__ne__"):
            out.append(f"    def {name}(self, other: object, /) -> bool: ...")
            break
        if len(lines) > 1:
            out.append("    @typing.overload")
        parameters = list(signature.parameters.values())
        parameters[0] = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        out.append(f"    def {name}{written(signature.replace(parameters=parameters))}:{quoted(words, 8)}")
    return out


def slot(name):
    """Methods of the classes that are no function of pybind11's."""
    return {
        "__call__": "def __call__(self, *coordinate: Coordinate) -> typing.Any: ...",
        "__getitem__": "@typing.overload\n    def __getitem__(self, mode: int, /) -> Layout: ...\n"
        "    @typing.overload\n    def __getitem__(self, modes: builtins.slice, /) -> Layout: ...\n"
        "    def __iter__(self) -> typing.Iterator[Layout]: ...",
        "__len__": "def __len__(self) -> int: ...",
        "__eq__": "def __eq__(self, other: object, /) -> bool: ...",
        "__hash__": "def __hash__(self) -> int: ...",
        "__matmul__": "def __matmul__(self, other: Argument, /) -> typing.Any: ...",
        "__rmatmul__": "def __rmatmul__(self, other: Argument, /) -> typing.Any: ...",
    }.get(name)


def property_lines(name, thing):
    result, words = "typing.Any", thing.__doc__ or ""
    if isinstance(thing, property):
        line = (thing.fget.__doc__ or "").split("\n")[0]
        if line.startswith("("):
            result = _signatures.of_line(line).return_annotation
    yield "    @property"
    yield f"    def {name}(self) -> {result}:{quoted(words, 8)}"


def method_line(name, thing, kind):
    """A function of the language as a method: its first argument is the object."""
    signature = inspect.signature(thing)
    first = next(iter(signature.parameters.values()))
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    rest = list(signature.parameters.values())[first.kind is not inspect.Parameter.VAR_POSITIONAL :]
    rest = [one.replace(name="self_") if one.name == "self" else one for one in rest]
    return f"    @_method\n    def {name}{written(signature.replace(parameters=[self, *rest]))}:{quoted(thing.meaning, 8)}"


def class_lines(name, kind, is_value, common):
    if name == "Function":
        return
    bases = [base.__name__ for base in kind.__bases__ if base is not object and not base.__name__.startswith("pybind11")]
    bases += ["Value"] if is_value else []
    if "__class_getitem__" in vars(kind):
        bases.append("metaclass=_Indexed")
    yield f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"
    yield f"    {quoted(kind.__doc__, 4).strip()}" if kind.__doc__ and isinstance(kind.__doc__, str) else "    ..."
    if kind is cs.Error:
        yield "    message: str"
        yield "    condition: str"
        yield "    expression: typing.Optional[str]"
        yield "    place: typing.Optional[typing.Tuple[int, int]]"
        yield "    suggestions: typing.Tuple[str, ...]"
        yield "    hint: typing.Optional[str]"
    if issubclass(kind, BaseException):
        return
    if kind is cs.Layout:
        yield "    def __new__(cls, shape: Argument, stride: typing.Optional[Argument] = None) -> Layout: ..."
    of_python = ("__doc__", "__module__", "__new__", "__slots__", "__dict__", "__members__", "__weakref__", "__class_getitem__")
    for attribute, thing in sorted(vars(kind).items()):
        if attribute in of_python or attribute in common and is_value or not attribute.isidentifier():
            continue
        if isinstance(thing, cs.Function):
            yield method_line(attribute, thing, kind)
        elif isinstance(thing, property) or inspect.isgetsetdescriptor(thing):
            if not attribute.startswith("__"):
                yield from property_lines(attribute, thing)
        elif isinstance(thing, Named):
            yield f"    def {attribute}{written(inspect.signature(thing))}:{quoted(thing.__doc__, 8)}"
        elif type(thing).__name__ in ("instancemethod", "builtin_function_or_method"):
            yield from special(attribute, thing.__doc__)
        elif slot(attribute):
            yield f"    {slot(attribute)}"
        elif isinstance(thing, kind):  # a constant of an enumeration
            yield f"    {attribute}: typing.ClassVar[{name}]"


def save(name, lines):
    path = f"{sys.argv[1]}/cutescope/{name}"
    text = "\n".join(lines) + "\n"
    compile(text, path, "exec")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def words_of(atoms):
    names = [word for word in cs.words(atoms) if word.isidentifier() and not keyword.iskeyword(word)]
    return [f"{name}: {type(getattr(cs, name)).__name__}" for name in names]


def main():
    fields = []
    for name, thing in sorted(vars(cs.Function).items()):
        if inspect.isgetsetdescriptor(thing) and not name.startswith("__") and name not in ("check", "explain"):
            types = {tuple: "typing.Tuple[typing.Any, ...]", str: "str"}[type(getattr(cs.composition, name))]
            fields += ["    @property", f"    def {name}(self) -> {types}:{quoted(thing.__doc__, 8)}"]
    out = head.replace("FIELDS", "\n".join(fields)).split("\n")
    # Members of CUTLASS's structures, such as T::member, can only be called through eval.
    names = [name for name in vars(_cutescope) if not name.startswith("_") and name.isidentifier()]
    kinds = {name: getattr(cs, name) for name in names if isinstance(getattr(cs, name), type)}
    functions = {name: getattr(cs, name) for name in names if isinstance(getattr(cs, name), cs.Function)}
    values = {name for name, kind in kinds.items() if any(isinstance(thing, cs.Function) for thing in vars(kind).values())}
    common = set.intersection(*({a for a, thing in vars(kinds[name]).items() if isinstance(thing, cs.Function)} for name in values))
    common = {name for name in common if name.isidentifier()}
    out += ["class Value:", '    """What the kinds of values have in common: each function of the module is a method."""']
    out += [method_line(name, getattr(cs.Layout, name), None) for name in sorted(common)]
    out.append("")
    for name, kind in kinds.items():
        out += [*class_lines(name, kind, name in values, common), ""]
    for name in names:
        thing = getattr(cs, name)
        if name in kinds:
            continue
        if name in functions:
            out.append(f"@_function\ndef {name}{written(inspect.signature(thing))}:{quoted(thing.__doc__, 4)}")
        elif isinstance(thing, Named):
            out.append(f"def {name}{written(inspect.signature(thing))}:{quoted(thing.__doc__, 4)}")
        elif isinstance(thing, dict):
            out.append(f"{name}: typing.Dict[str, Function[..., typing.Any]]")
        else:
            out.append(f"{name}: {type(thing).__name__}")
    for name in [*cs._pycute.__all__, "show"]:
        thing = getattr(cs, name)
        if not inspect.isfunction(thing):
            out.append(f"{name}: typing.Any")
            continue
        out.append(f"def {name}{written(inspect.signature(thing), 'typing.Any')}:{quoted(thing.__doc__, 4)}")
    out += ["from ._tools import FlowReport as FlowReport, KernelMap as KernelMap, Report as Report", "import os", "class _Tools:"]
    for name, thing in vars(cs.tools).items():
        signature = inspect.signature(thing)
        self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
        out.append(f"    def {name}{written(signature.replace(parameters=[self, *signature.parameters.values()]))}:{quoted(thing.__doc__, 8)}")
    out.append("tools: _Tools")
    out += [f"def {name}{written(inspect.signature(getattr(cs, name)))}:{quoted(getattr(cs, name).__doc__, 4)}" for name in cs._of_tools]
    out.append("__version__: str")
    save("__init__.pyi", out + words_of(False) + words_of(True))
    kinds_of_atoms = sorted({line.partition(": ")[2] for line in words_of(True)})
    save("atoms.pyi", ['"""All atoms by their names. Written by write_stubs.py from the module; do not edit."""', ""] +
         [f"from . import {kind} as {kind}" for kind in kinds_of_atoms] + [""] + words_of(True))
    open(f"{sys.argv[1]}/cutescope/py.typed", "w").close()


main()
