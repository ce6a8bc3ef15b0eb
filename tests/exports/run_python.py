"""Reads what write_exports wrote: runs Python programs, compares what programs print, parses pictures.

  run_python.py pycute OUT MODULES   every program answers what the sheet shows, or what its note says that pycute answers
  run_python.py dsl OUT MODULES      every program runs against the stand-in of the CuTe DSL, which knows names and arguments
  run_python.py cpp OUT PRINTED      what the C++ programs printed is CuTe's answer in the golden files, and what the sheet shows
  run_python.py pictures OUT         every picture is a file of its kind

Each prints what is wrong, one line an entry, and how many entries it looked at; the status is 1 if anything is."""

import ast
import contextlib
import io
import os
import re
import struct
import sys
import xml.etree.ElementTree
import zlib

FORMS = ["cpp", "pycute", "dsl", "svg", "pdf", "png", "tex", "txt"]
# The least number of entries that each form writes: fewer would mean that a form refuses entries that it used to accept.
LEAST = {"pycute": 300, "dsl": 300, "cpp": 300, "svg": 300, "pdf": 300, "png": 300, "tex": 300, "txt": 300}


class Entry:
    def __init__(self, line):
        fields = line.rstrip("\n").split("\t")
        self.number, self.origin, self.sheet, self.answer, self.shown = fields[:5]
        self.written = {form: said == "written" for form, said in zip(FORMS, fields[5:])}
        self.said = dict(zip(FORMS, fields[5:]))


def entries(folder):
    with open(os.path.join(folder, "entries.tsv"), encoding="utf-8") as lines:
        return [Entry(line) for line in lines]


def plain(text):
    """Ours, without the marks of static integers, as Python would write it."""
    return re.sub(r"_(-?\d)", r"\1", text).replace(" ", "").replace("true", "True").replace("false", "False")


def as_ours(text):
    """What pycute prints, as we write it: Layout's repr within tuples, None, swizzles, tuples of one."""
    if "Layout(" in text:
        parts = eval(text, {"Layout": lambda shape, stride: f"{shape}:{stride}"})  # the repr of a tuple of layouts
        text = "(" + ",".join(str(part) for part in parts) + ")"
    text = re.sub(r"SW_(\d+)_(\d+)_(-?\d+)", r"Sw<\1,\2,\3>", text)
    return text.replace(" ", "").replace(",)", ")").replace("None", "_")


def run(path):
    """What a program prints, or the error that it raises; each in names of its own."""
    with open(path, encoding="utf-8") as file:
        return run_text(file.read(), path)


def run_text(program, path):
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(program, path, "exec"), {"__name__": "__main__"})
    except Exception as error:  # pylint: disable=broad-except
        return program, "", f"{type(error).__name__}: {error}"
    return program, printed.getvalue().rstrip("\n"), ""


def pycute_wrong(entry, folder):
    program, printed, error = run(os.path.join(folder, "pycute", entry.number + ".py"))
    lines = program.rstrip("\n").split("\n")
    # Above the line that prints, or above the statement that makes what it prints.
    above = lines[-6] if len(lines) >= 6 and lines[-5] == "try:" and lines[-1] == f"print({lines[-4].split(' = ')[0].strip()})" else lines[-2]
    note = above if above.startswith("# pycute ") and "CuTe C++ answers" in above else ""
    ours = plain(entry.shown)
    # A tiler is a tuple in Python.
    ours = "(" + ours[1:-1] + ")" if ours.startswith("<") else ours
    if not note:
        return "" if not error and as_ours(printed) == ours else f"{error or printed} in place of {entry.shown}"
    answers = re.fullmatch(r"# pycute answers (.*); CuTe C\+\+ answers (.*)\.", note)
    if answers is not None:
        theirs, cute = map(plain, answers.groups())
        return "" if not error and as_ours(printed) == theirs and cute == ours else f"{error or printed}: {note}"
    refuses = re.fullmatch(r"# pycute refuses this: .*\. CuTe C\+\+ answers (.*)\.", note)
    # The program goes on with CuTe's answer, where pycute has a name for it; without that pycute's own refusal ends it.
    answers_none = re.search(r"\n    \w+ = None\n", program) is not None
    if refuses is None or error or plain(refuses.group(1)) != ours or not (answers_none or as_ours(printed) == ours):
        return f"{error or printed}: {note}"
    _, _, refusal = run_text(program.replace("except Exception:", "except KeyboardInterrupt:"), entry.number)
    return "" if refusal else f"pycute does not refuse it: {note}"


def dsl_wrong(entry, folder):
    path = os.path.join(folder, "dsl", entry.number + ".py")
    with open(path, encoding="utf-8") as file:
        ast.parse(file.read(), path)
    return run(path)[2]


def svg_wrong(data):
    root = xml.etree.ElementTree.fromstring(data)
    return "" if root.tag == "{http://www.w3.org/2000/svg}svg" else f"the root is {root.tag}"


def png_wrong(data):
    """The chunks with their checksums, and as many bytes of pixels as the header says."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "no PNG"
    at, chunks = 8, []
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] != zlib.crc32(kind + body):
            return f"the checksum of {kind}"
        chunks.append((kind, body))
        at += 12 + length
    if chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND":
        return "no header or no end"
    width, height, depth, colours = struct.unpack(">IIBB", chunks[0][1][:10])
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    pixels = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    rows = (width * channels * depth + 7) // 8 + 1
    return "" if len(pixels) == rows * height else f"{len(pixels)} bytes of pixels for {width}x{height}"


def pdf_wrong(data):
    """Every object is where the table of references says."""
    if not data.startswith(b"%PDF-") or not data.rstrip().endswith(b"%%EOF"):
        return "no PDF"
    start = int(re.search(rb"startxref\s+(\d+)", data).group(1))
    if not data[start:].startswith(b"xref"):
        return "" if re.match(rb"\d+ \d+ obj", data[start:]) else "nothing at startxref"
    used = re.findall(rb"(\d{10}) \d{5} n", data[start:])
    lost = [int(place) for place in used if re.match(rb"\s*\d+ 0 obj", data[int(place) :]) is None]
    return f"no object at {lost[:3]}" if lost else ""


def tex_wrong(data):
    text = data.decode("utf-8")
    begun = re.findall(r"\\(begin|end)\{(\w+)\}", text)
    open_ones = []
    for word, name in begun:
        if word == "begin":
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return f"\\end{{{name}}} ends nothing"
    braces = re.sub(r"\\[{}\\]", "", text)
    if open_ones or braces.count("{") != braces.count("}"):
        return "brackets that stay open"
    return "" if "tikzpicture" in text else "no picture"


def txt_wrong(data):
    return "" if data.decode("utf-8").strip() else "empty"


def picture_wrong(form, entry, folder):
    with open(os.path.join(folder, form, f"{entry.number}.{form}"), "rb") as file:
        data = file.read()
    try:
        return {"svg": svg_wrong, "png": png_wrong, "pdf": pdf_wrong, "tex": tex_wrong, "txt": txt_wrong}[form](data)
    except Exception as error:  # pylint: disable=broad-except
        return f"{type(error).__name__}: {error}"


def printed_by_cpp(path):
    printed = {}
    number = None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            begins = re.match(r"#(\d+)\t(.*)", line)
            if begins:
                number = begins.group(1)
                printed[number] = begins.group(2)
            elif number is not None:
                printed[number] += "\n" + line.rstrip("\n")
    return {number: said.rstrip("\n") for number, said in printed.items()}


def cpp_wrong(entry, printed):
    said = printed.get(entry.number)
    if said is None:
        return "it has not run"
    # A tiled copy prints what it is made of, a type nothing, a tiler as its tuple.
    if "\n" in said or said == "":
        return ""
    said = said.replace(" ", "")
    shown = entry.shown.replace(" ", "")
    if shown.startswith("<"):
        said = said.replace("(", "<", 1)[:-1] + ">"
    if "@integers cute" not in entry.sheet:
        said, shown = plain(said), plain(shown)
    answer = entry.answer.replace(" ", "")
    if "@integers math" in entry.sheet:
        answer = plain(answer)
    if said != shown:
        return f"{said} in place of {entry.shown}"
    return "" if not answer or plain(answer) == plain(said) else f"{said} in place of {entry.answer}"


def report(form, wrong, looked_at):
    for entry, why in wrong:
        print(f"{form} {entry.number}, {entry.origin}: {entry.sheet}: {why}")
    print(f"{form}: {looked_at} entries, {len(wrong)} wrong")
    return bool(wrong) or looked_at < LEAST[form]


def main():
    what, folder = sys.argv[1:3]
    all_entries = entries(folder)
    bad = False
    for form in FORMS[3:] if what == "pictures" else [what]:
        taken = [entry for entry in all_entries if entry.written[form]]
        if what == "pictures":
            found = [(entry, picture_wrong(form, entry, folder)) for entry in taken]
        elif what == "cpp":
            printed = printed_by_cpp(sys.argv[3])
            found = [(entry, cpp_wrong(entry, printed)) for entry in taken]
        else:
            sys.path[:0] = [sys.argv[3]]
            found = [(entry, (pycute_wrong if what == "pycute" else dsl_wrong)(entry, folder)) for entry in taken]
        bad = report(form, [(entry, why) for entry, why in found if why], len(taken)) or bad
    return 1 if bad else 0


sys.exit(main())
