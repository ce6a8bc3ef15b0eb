"""Writes cutescope/__init__.pyi, what type checkers know of the package, from the module itself.

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
from cutescope import _cutescope  # noqa: E402

# What pybind11 writes in signatures, as Python's own types.
types = [
    (r"_cutescope\.|cutescope\.(?=[A-Z])", ""),
    (r"numpy\.ndarray(\[[^\]]*\])?", "numpy.ndarray"),
    (r"\bobject\b", "typing.Any"),
    (r"(?<!typing\.)\b(Optional|List|Dict|Tuple|Iterator)\b", r"typing.\1"),
    (r"\*args\b", "*args: typing.Any"),
    (r"\*\*kwargs\b", "**kwargs: typing.Any"),
]


def quoted(words, indent):
    words = (words or "").strip()
    if not words:
        return " ..."
    words = words.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if words.endswith('"'):
        words += " "
    body = words.replace("\n", "\n" + " " * indent).replace("\n" + " " * indent + "\n", "\n\n")
    return f'\n{" " * indent}"""{body}"""'


def typed(signature):
    for pattern, by in types:
        signature = re.sub(pattern, by, signature)
    return re.sub(r"<[^<>]*>", "...", signature)


def documented(function, name, indent, method):
    """The lines of a function that pybind11 has written the signature of."""
    lines = (function.__doc__ or "").split("\n")
    overloads = re.findall(r"^\d+\. (\w+\(.*\) -> .*)$", function.__doc__ or "", re.M)
    signatures = overloads or [lines[0]]
    words = "\n".join(lines[2:] if not overloads else [])
    out = []
    for signature in signatures:
        match = re.match(r"\w+\((.*)\) -> (.*)$", typed(signature))
        arguments, result = match.groups() if match else ("*args: typing.Any, **kwargs: typing.Any", "typing.Any")
        if method:
            if arguments.startswith("self"):
                arguments = re.sub(r"^self(: [\w\.\[\], ]+?)?(?=,|$)", "self", arguments)
            else:
                arguments = "self" + (", " if arguments else "") + arguments
        if name in ("__eq__", "__ne__"):
            arguments, result = "self, other: object, /", "bool"
        prefix = " " * indent + ("@typing.overload\n" + " " * indent if len(signatures) > 1 else "")
        out.append(f"{prefix}def {name}({arguments}) -> {result}:{quoted(words, indent + 4)}")
    return out


def slot(name):
    """Methods of the classes that are no function of pybind11's."""
    return {
        "__call__": "def __call__(self, *coordinate: Coordinate) -> typing.Any: ...",
        "__getitem__": "def __getitem__(self, mode: int, /) -> Layout: ...",
        "__len__": "def __len__(self) -> int: ...",
        "__eq__": "def __eq__(self, other: object, /) -> bool: ...",
        "__hash__": "def __hash__(self) -> int: ...",
        "__matmul__": "def __matmul__(self, other: Argument, /) -> typing.Any: ...",
        "__rmatmul__": "def __rmatmul__(self, other: Argument, /) -> typing.Any: ...",
    }.get(name)


def class_lines(name, kind, methods):
    base = "int" if issubclass(kind, int) else "ValueError" if issubclass(kind, ValueError) else "Value" if methods else ""
    yield f"class {name}({base}):" if base else f"class {name}:"
    yield f"    {quoted(kind.__doc__, 4).strip()}" if kind.__doc__ and isinstance(kind.__doc__, str) else "    ..."
    if issubclass(kind, ValueError):
        yield "    message: str"
        yield "    condition: str"
        yield "    expression: typing.Optional[str]"
        yield "    place: typing.Optional[typing.Tuple[int, int]]"
        yield "    suggestions: typing.Tuple[str, ...]"
        yield "    hint: typing.Optional[str]"
        return
    if kind is cs.Layout:
        yield "    def __new__(cls, shape: Argument, stride: typing.Optional[Argument] = None) -> Layout: ..."
    of_python = ("__doc__", "__module__", "__new__", "__slots__", "__dict__", "__members__", "__weakref__")
    texts = ("text", "name", "svg", "counterexample", "kind", "contract", "message")
    for attribute, thing in sorted(vars(kind).items()):
        if isinstance(thing, cs.Function) or attribute in of_python:
            continue
        if isinstance(thing, property) or inspect.isgetsetdescriptor(thing):
            words = thing.__doc__ or ""
            result = "str" if isinstance(thing, property) and attribute in texts else "typing.Any"
            if attribute.startswith("__"):
                continue
            yield "    @property"
            yield f"    def {attribute}(self) -> {result}:{quoted(words, 8)}"
        elif type(thing).__name__ in ("instancemethod", "builtin_function_or_method", "method_descriptor"):
            doc = thing.__doc__ or ""
            if type(thing).__name__ == "method_descriptor":
                yield f"    def {attribute}(self, *args: typing.Any, **kwargs: typing.Any) -> typing.Any:{quoted(doc, 8)}"
            else:
                yield from documented(thing, attribute, 4, True)
        elif isinstance(thing, staticmethod):
            yield "    @staticmethod"
            yield from documented(thing.__func__, attribute, 4, False)
        elif slot(attribute):
            yield f"    {slot(attribute)}"
        elif isinstance(thing, kind):  # of an enumeration
            yield f"    {attribute}: typing.ClassVar[{name}]"


def main():
    out = [
        '"""CuTe\'s layout algebra. Written by write_stubs.py from the module; do not edit."""',
        "",
        "import typing",
        "",
        "import numpy",
        "",
        "#: A value, or what stands for one: an int, a tuple, a list, a text of the language, an object with a shape and a stride.",
        "Argument = typing.Any",
        "Coordinate = typing.Union[int, None, str, typing.Tuple[typing.Any, ...]]",
        "",
    ]
    # Members of CUTLASS's structures, as T::member, are called by eval alone.
    names = [name for name in vars(_cutescope) if not name.startswith("_") and name.isidentifier()]
    kinds = {name: getattr(cs, name) for name in names if isinstance(getattr(cs, name), type)}
    functions = {name: getattr(cs, name) for name in names if isinstance(getattr(cs, name), cs.Function)}
    out += ["class Value:", '    """What the kinds of values have in common: each function of the module is a method."""']
    out += [f"    {name}: Function" for name in sorted(functions) if functions[name].counts[1] > 0 and hasattr(cs.Tensor, name)]
    out.append("")
    for name, kind in kinds.items():
        is_value = any(isinstance(thing, cs.Function) for thing in vars(kind).values())
        lines = list(class_lines(name, kind, is_value))
        out += lines + [""]
    for name in names:
        thing = getattr(cs, name)
        if name in kinds:
            continue
        if name in functions:
            out += [f"{name}: Function", quoted(thing.__doc__, 0).strip()]
        elif callable(thing):
            out += documented(thing, name, 0, False)
        elif isinstance(thing, dict):
            out.append(f"{name}: typing.Dict[str, Function]")
        else:
            out.append(f"{name}: {type(thing).__name__}")
    for name in [*cs._pycute.__all__, "show"]:
        if not inspect.isfunction(getattr(cs, name)):
            out.append(f"{name}: typing.Any")
            continue
        signature = str(inspect.signature(getattr(cs, name)))
        out.append(f"def {name}{signature} -> typing.Any:{quoted(getattr(cs, name).__doc__, 4)}")
    out += ["__version__: str", "atoms: typing.Any"]
    out += [f"{word}: typing.Any" for word in cs.words() if word.isidentifier() and not keyword.iskeyword(word)]
    path = f"{sys.argv[1]}/cutescope/__init__.pyi"
    text = "\n".join(out) + "\n"
    compile(text, path, "exec")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    open(f"{sys.argv[1]}/cutescope/py.typed", "w").close()


main()
