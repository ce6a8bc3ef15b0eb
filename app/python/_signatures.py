"""What inspect.signature and the type hints say of functions: those of the language by their records, the module's by pybind11's lines."""

import ast
import inspect
import re

# Replacements of the types that pybind11 writes in signatures by Python's own types.
_types = [
    (r"cutescope\._cutescope\.|_cutescope\.|cutescope\.(?=[A-Z])", ""),
    (r"(?<![\w.])Any\b", "typing.Any"),
    (r"\bobject\b", "typing.Any"),
    (r"(?<!typing\.)\b(Optional|List|Dict|Tuple|Iterator)\b", r"typing.\1"),
    (r"(?:\w+::)+(\w+)", r"\1"),
    (r"\bIterator\b(?!\[)", "Iterator[typing.Any]"),
    (r"\blist\b(?!\[)", "typing.List[typing.Any]"),
    (r"\bdict\b(?!\[)", "typing.Dict[str, typing.Any]"),
    (r"\btuple\b(?!\[)", "typing.Tuple[typing.Any, ...]"),
    (r"\bkwargs\b", "settings"),
    (r"<[^<>]*>", "..."),
]


class _Omitted:
    """What an argument is that is not given: None is `_` in the language."""

    def __repr__(self):
        return "..."


_omitted = _Omitted()
_kinds = inspect.Parameter


def of_function(function, has_indices, is_bound):
    """The signature of a function of the language. What stands in <> of C++ are its last arguments, where they have names."""
    least, most, indices = function.counts
    names = function.parameters.split()
    names = [name if name not in names[:i] else f"{name}_{i + 1}" for i, name in enumerate(names)]
    if has_indices and len(names) > most:
        names = names[:most]
    parameters = [
        _kinds(name, _kinds.POSITIONAL_OR_KEYWORD, default=_kinds.empty if i < least else _omitted) for i, name in enumerate(names)
    ]
    if most > len(names) or (indices and not names and not has_indices):
        parameters.append(_kinds("more" if names else "arguments", _kinds.VAR_POSITIONAL))
    return inspect.Signature(parameters[1:] if is_bound and names else parameters)


def of_line(line):
    """The signature that a line of pybind11 says, `name(text: str, count: int = 3) -> cutescope.Sheet`, with the types as texts.

    Some have no name.
    """
    for pattern, by in _types:
        line = re.sub(pattern, by, line)
    function = ast.parse(f"def {'f' if line[0] == '(' else ''}{line}: ...").body[0]
    given = function.args

    def made(argument, kind, default=None):
        value = _kinds.empty
        if default is not None:
            value = ast.literal_eval(default)
            value = _omitted if value is ... else value
        types = _kinds.empty if argument.annotation is None else ast.unparse(argument.annotation)
        return _kinds(argument.arg, kind, default=value, annotation=types)

    plain = given.posonlyargs + given.args
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    parameters = [made(argument, _kinds.POSITIONAL_OR_KEYWORD, default) for argument, default in zip(plain, defaults)]
    if given.vararg is not None:
        parameters.append(made(given.vararg, _kinds.VAR_POSITIONAL))
    parameters += [made(argument, _kinds.KEYWORD_ONLY, default) for argument, default in zip(given.kwonlyargs, given.kw_defaults)]
    if given.kwarg is not None:
        parameters.append(made(given.kwarg, _kinds.VAR_KEYWORD))
    result = inspect.Signature.empty if function.returns is None else ast.unparse(function.returns)
    return inspect.Signature(parameters, return_annotation=result)


def of_module_function(function):
    """The signature of a function of the module, or of a method. What takes any keywords says in its documentation which there are."""
    if len(function.signatures) != 1:
        return inspect.Signature([_kinds("arguments", _kinds.VAR_POSITIONAL), _kinds("settings", _kinds.VAR_KEYWORD)])
    signature = of_line(function.signatures[0])
    told = re.match(re.escape(function.__name__) + r"\([^()]*\)(?=\n)", function.__doc__ or "")
    if told is None:
        return signature
    first = list(signature.parameters.values())[:1] if "." in function.__qualname__ else []
    return signature.replace(parameters=first + list(of_line(" ".join(told[0].split())).parameters.values()))
