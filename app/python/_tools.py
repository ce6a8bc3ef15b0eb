"""The tools of the command line as functions: cs.check("kernel.cu"), cs.flow("gemm.cu").map(), cs.scales(reads="sm100 nvfp4", ...)."""

import inspect as _inspect
import json as _json
import keyword as _keyword
import os as _os
import types as _types_module
import typing as _typing

from . import _cutescope


class Report:
    """What a tool answers. `data`: the JSON of `cutescope COMMAND --json`; of a tool that answers in rows a list of them.
    `text`: what the command line prints; `remarks`: its notes and warnings; `status`: its exit status. A report is true where
    all is well: `assert cs.check("kernel.cu")`."""

    def __init__(self, tool: str, status: int, text: str, remarks: str, data: _typing.Any) -> None:
        self.tool, self.status, self.text, self.remarks, self.data = tool, status, text, remarks, data

    @property
    def findings(self) -> _typing.List[_typing.Dict[str, _typing.Any]]:
        """The findings of a check or of a flow, a list of dicts; of another tool an empty list."""
        return self.data.get("findings", []) if isinstance(self.data, dict) else []

    def __bool__(self) -> bool:
        return self.status == 0

    def __getitem__(self, key: _typing.Any) -> _typing.Any:
        return self.data[key]

    def __repr__(self) -> str:
        return f"<cutescope.Report of {self.tool}: status {self.status}>"

    def __str__(self) -> str:
        return self.text + self.remarks

    def _repr_pretty_(self, printer: _typing.Any, cycle: bool) -> None:
        printer.text(str(self).rstrip("\n"))


class FlowReport(Report):
    """What `cutescope flow` finds in the kernels of a program. `map()` draws one."""

    _path: str = ""
    _given: _typing.List[_typing.Tuple[str, str]] = []

    def map(self, kernel: str = "", *, thread: int = 0, step: _typing.Optional[int] = None, theme: str = "") -> "KernelMap":
        """The map of a kernel, as a notebook shows it: where its elements are after a step, which thread has them. kernel: a part of its
        name; without it the first. step: from 1; without it the first load. theme: "light", "dark" or "" for the reader's."""
        return KernelMap(self._path, kernel, thread, step, theme, self._given)


class KernelMap:
    """The map of a kernel. A notebook shows it; `svg()` and `html()` are its picture and a page that plays it; `save()` writes either."""

    def __init__(
        self, path: str, kernel: str, thread: int, step: _typing.Optional[int], theme: str, given: _typing.List[_typing.Tuple[str, str]]
    ) -> None:
        self._asked = (path, kernel, thread, step), theme, given
        self._svg = self._drawn(False)

    def _drawn(self, page: bool) -> str:
        what, theme, given = self._asked
        return str(_cutescope._map(*what, page, theme, given))

    def svg(self) -> str:
        return self._svg

    def html(self) -> str:
        return self._drawn(True)

    def save(self, path: _typing.Union[str, "_os.PathLike[str]"]) -> None:
        path = _os.fspath(path)
        text = self.html() if path.lower().endswith((".html", ".htm")) else self._svg
        if not path.lower().endswith((".html", ".htm", ".svg")):
            raise ValueError("a map is saved as .svg or .html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def _repr_svg_(self) -> str:
        return self._svg

    def __repr__(self) -> str:
        (path, kernel, thread, step), _, _ = self._asked
        return f"<cutescope.KernelMap of {kernel or 'the first kernel'} in {path}>"


def _key(option):
    """An option as a Python name: "k-tile" is k_tile, "as" as_, "I" include."""
    names = {"I": "include", "D": "define", "U": "undefine", "set": "set_"}
    name = names.get(option["key"], option["key"].replace("-", "_"))
    return name + "_" if _keyword.iskeyword(name) else name


def _texts(value):
    """The texts of an argument: of a dict NAME=VALUE, of a list each."""
    if isinstance(value, dict):
        return [f"{name}={v}" for name, v in value.items()]
    if isinstance(value, (list, tuple)):
        return [text for one in value for text in _texts(one)]
    return [_os.fspath(value) if isinstance(value, _os.PathLike) else str(value)]


# The type hints of options, by kind.
_types = {"flag": "bool", "integer": "int", "number": "float", "text": "typing.Union[None, str, os.PathLike[str]]"}
_several = "typing.Union[None, str, os.PathLike[str], typing.Sequence[typing.Any], typing.Mapping[str, typing.Any]]"

_hidden = {"json", "format", "language", "output"}


def _given(record, bound):
    given = []
    for option in record["options"]:
        value = bound.get(_key(option))
        if value is None or value is False:
            continue
        if option["kind"] == "flag":
            given.append((option["key"], "true"))
            continue
        texts = _texts(value)
        if len(texts) > 1 and not option["repeated"]:
            raise TypeError(f"{_key(option)} takes one value")
        given.extend((option["key"], text) for text in texts)
    return given


def _signature(record):
    kinds, parameters = _inspect.Parameter, []
    options = [o for o in record["options"] if o["key"] not in _hidden]
    for o in sorted(options, key=lambda o: not o["argument"]):
        types = _types[o["kind"]] if not o["repeated"] else _several
        if o["argument"] and o["repeated"]:
            parameters.append(kinds(_key(o), kinds.VAR_POSITIONAL, annotation=_types["text"]))
        else:
            empty = o["argument"] and o["required"]
            default = kinds.empty if empty else False if o["kind"] == "flag" else None
            kind = kinds.POSITIONAL_OR_KEYWORD if o["argument"] else kinds.KEYWORD_ONLY
            parameters.append(kinds(_key(o), kind, default=default, annotation=types))
    return _inspect.Signature(parameters, return_annotation="FlowReport" if record["name"] == "flow" else "Report")


def _function(record):
    name, signature = record["name"], _signature(record)

    def tool(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{name}(): {error}") from None
        given = _given(record, bound)
        status, text, remarks, answer = _cutescope._run_tool(name, given)
        rows = _json.loads(answer)
        data = rows[0] if len(rows) == 1 and not record["rows"] else rows
        if isinstance(data, dict) and set(data) == {"error"}:
            raise _refused(data["error"])
        made = FlowReport if name == "flow" else Report
        report = made(name, status, text, remarks, data)
        if name == "flow":
            files = bound.get("files", ())
            report._path = str(_os.fspath(files[0])) if files else ""
            report._given = [g for g in given if g[0] in ("set", "D", "U", "I")]
        return report

    tool.__name__ = tool.__qualname__ = name
    tool.__module__ = "cutescope"
    tool.__signature__ = signature
    lines = [record["help"] + ".", ""]
    lines += [f"{_key(o)}: {o['help']}" for o in record["options"] if o["key"] not in _hidden]
    tool.__doc__ = "\n".join(lines)
    return tool


def _refused(error):
    kind = _cutescope.MissingFileError if error["key"].startswith("cannot read ") else _cutescope.Error
    return kind(error["text"])


tools = _types_module.SimpleNamespace(**{record["name"]: _function(record) for record in _cutescope._tools()})
