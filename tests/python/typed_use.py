"""What mypy --strict is to accept and to refuse of a program: each `type: ignore` here is an error that it has to find."""

from typing import Any, Dict, List, Optional, Tuple

import numpy

import cutescope as cs


def layouts() -> cs.Layout:
    a = cs.Layout((8, 8), (8, 1))
    first: cs.Layout = a[0]
    some: cs.Layout = a[0:1]
    modes: List[cs.Layout] = [mode for mode in a]
    made: cs.Layout = cs.composition(a, "6:4")
    again: cs.Layout = a.composition(rhs=some)
    tiled = cs.zipped_divide(target=a, tiler=(4, 4))
    cs.zipped_divide(a)  # type: ignore[call-arg]
    cs.zipped_divide(a, first, modes)  # type: ignore[call-arg]
    cs.zipped_divide(a, tile=(4, 4))  # type: ignore[call-arg]
    a.zipped_divide()  # type: ignore[call-arg]
    a.compositon(a)  # type: ignore[attr-defined]
    cs.compositon(a, a)  # type: ignore[attr-defined]
    cs.Layout()  # type: ignore[call-arg]
    index: int = a(3)
    table: "numpy.ndarray[Any, Any]" = a.indices()
    rank: int = len(a) + a.depth() + cs.size[0](tiled) + a.size[0]() + cs.get[0, 1](made) + index
    result: cs.Layout = cs.Layout(rank + int(table[0, 0])) @ again
    return result


def verdicts(a: cs.Layout) -> Optional[str]:
    verdict: cs.Verdict = cs.composition.check(a, "6:3")
    steps: List[str] = cs.composition.explain(a, "8:2").steps
    cs.composition.check(a)  # type: ignore[call-arg]
    wrong: int = cs.check("composition(A, 6:3)", A=a)  # type: ignore[assignment]
    cs.check(3)  # type: ignore[arg-type]
    print(verdict.kind.upper(), verdict.checked + 1, steps, wrong)
    return verdict.warning


def sheets(path: str) -> Tuple[List[str], Dict[str, str]]:
    sheet: cs.Sheet = cs.load(path, {"m": 512}, macros={"TILE": 32})
    entry: cs.Entry = sheet.entries[0]
    names: List[str] = sheet.keys()
    lines: List[int] = [problem.line for problem in sheet.problems]
    picture: cs.Figure = sheet.figure(entry="D", kind="operands")
    sheet.figure(colour="x")  # type: ignore[call-arg]
    sheet.entry(3)  # type: ignore[arg-type]
    picture.save("d.svg", scale=2.0)
    print(lines, sheet == sheet, hash(entry))
    return names, entry.properties


def others() -> None:
    found: List[cs.Found] = cs.find("sA: (4,8):(8,1)")
    threads: int = cs.trace("(64,64):(64,1)", (16, 16), "(8,16):(16,1)", element=cs.f16).threads
    swizzle: cs.Swizzle = cs.Swizzle(3, 4, 3)
    same: cs.Swizzle = cs.Swizzle[3, 4, 3]
    atom: cs.MMA_Atom = cs.SM80_16x8x16_F32F16F16F32_TN
    other: cs.MMA_Atom = cs.atoms.SM80_16x8x16_F32F16F16F32_TN
    kind: cs.ElementType = cs.f16
    cs.set_memory_budget("64")  # type: ignore[arg-type]
    print(found[0].line + threads, swizzle.bits + same.base, atom == other, kind.bits, cs.max(3, 4), cs.gcd(4, 6, 8))


def errors() -> None:
    try:
        cs.load("none.cutes")
    except cs.MissingFileError as e:
        print(e.filename, e.message)
    except cs.ArgumentError as e:
        print(e.suggestions, e.place)
