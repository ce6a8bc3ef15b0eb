#!/usr/bin/env python3
"""Every command that answers programs: whatever it is asked, --json is JSON of its schema, errors have one form, and the exit status is one
that docs/command-line.md lists.

    answers_test.py PROGRAM ROOT
"""
import json
import os
import subprocess
import sys
import tempfile

program, root = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
STATUSES = {0, 1, 2, 3, 4}
fixtures = os.path.join(root, "tests", "fixtures")

# Answers that exist, by command; {} is a folder with the files below.
GOOD = {
    "eval": [["(4,8):(8,1)"], ["A = (8,8):(8,1)", "A o 6:3"], ["{}/sheet.cutes"], ["{}/copy.cu"], ["-"], ["make_identity_layout((4,4))"],
             ["make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN)"], ["Swizzle<3,3,3>"]],
    "explain": [["A = (8,8):(8,1)", "A o 6:4"], ["(4,2):(1,4)"]],
    "inspect": [["(4,6):(6,1)", "--at", "3"], ["{}/sheet.cutes"], ["{}/launch.cutes", "--launch"]],
    "always": [["size(coalesce(A)) == size(A)", "--size", "4", "--no-random"], ["A o B == B o A", "--size", "6", "--no-random"]],
    "diff": [["(4,6):(6,1)", "(4,6):(1,4)"], ["8:1", "(2,4):(1,2)"], ["8:1", "7:1"]],
    "check": [["{}/sheet.cutes"], ["{}/copy.cu"], ["{}"], ["{}/wrong.cutes"], ["{}/plain.cpp"]],
    "flow": [["{}/copy.cu"], ["{}"]],
    "scales": [["--reads", "sm100 nvfp4", "--writes", "row-major M x K/16, padded to 128", "--problem", "256,128,64"]],
    "suggest": [["--tile", "(32,32)", "--reads", "(32,8):(8,1)"], ["--global", "(128,64):(64,1)", "--threads", "128"]],
    "gemm": [["--kind", "tensor_cores"]],
    "read": [["{}/log.txt"], ["{}/table.txt"], ["(4,8):(8,1)"], ["-"]],
    "why": [["{}/error.txt"], ["{}/log.txt"], ["-"]],
    "lessons": [[], ["1"]],
    "functions": [[]],
    "link": [["(4,8):(8,1)"], ["{}/sheet.cutes"]],
    "instrument": [["{}/copy.cu", "-o", "{}/printing"]],
    "run": [["(8,8):(8,1)", "(4,4)", "(2,4):(4,1)", "--device", "cpu"], ["{}/launch.cutes", "--device", "cpu"]],
    "export": [["(4,8):(8,1)", "-o", "{}/a.svg"], ["(4,8):(8,1)", "-o", "{}/a.html"]],
}
# Arguments that commands refuse; an answer to them must still fit the command's schema.
BAD = [["{}/missing.cu"], ["{}/missing.cutes"], [""], ["--nonsense"], ["(4,2"], ["{}/empty.cutes"], ["{}/bytes.cu"], ["{}/folder"], []]

FILES = {
    "sheet.cutes": "@cutescope 1\nA = (4,8):(8,1)\nB = coalesce(A)\n",
    "launch.cutes": "@cutescope 1\nA = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n",
    "wrong.cutes": "@cutescope 1\nA = (8,8):(8,1) o 6:3\n",
    "empty.cutes": "",
    "plain.cpp": "#include <vector>\nint main() { std::vector<int> a; return static_cast<int>(a.size()); }\n",
    "log.txt": "tAgA: (_4,_8):(_8,_1)\n",
    "error.txt": "include/cute/swizzle.hpp: In instantiation of 'struct cute::Swizzle<3, 4, 2>':\nuser.cu:7:27:   required from here\n"
    "include/cute/swizzle.hpp:63:31: error: static assertion failed: abs(SShift) must be more than BBits.\n",
    "table.txt": "0 1 2 3\n4 5 6 7\n",
}


def fits(value, schema, defs, path=""):
    """What does not fit, or ""."""
    if "$ref" in schema:
        return fits(value, defs[schema["$ref"].rsplit("/", 1)[1]], defs, path)
    kinds = {"string": str, "array": list, "object": dict, "boolean": bool, "null": type(None)}
    kind = schema.get("type")
    if kind in kinds and not isinstance(value, kinds[kind]):
        return f"{path} is no {kind}: {value!r}"
    if kind in ("integer", "number") and (isinstance(value, bool) or not isinstance(value, (int,) if kind == "integer" else (int, float))):
        return f"{path} is no {kind}: {value!r}"
    for name in schema.get("required", []):
        if name not in value:
            return f"{path} has no {name}"
    if "anyOf" in schema:
        tries = [fits(value, s, defs, path) for s in schema["anyOf"]]
        if all(tries):
            return tries[0]
    if isinstance(value, dict) and "properties" in schema:
        for name, member in value.items():
            if name not in schema["properties"]:
                return f"{path}.{name} is not in the schema"
            if wrong := fits(member, schema["properties"][name], defs, f"{path}.{name}"):
                return wrong
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            if wrong := fits(item, schema["items"], defs, f"{path}[{i}]"):
                return wrong
    return ""


def refused(sample, schema):
    assert fits(sample, schema, {}), f"a bad sample passes: {sample}"


# The check itself first refuses bad samples.
refused({"a": 1}, {"type": "object", "properties": {"a": {"type": "string"}}})
refused({"b": 1}, {"type": "object", "properties": {"a": {}}})
refused({}, {"type": "object", "required": ["a"]})
refused(True, {"type": "integer"})

passed, failures = 0, []
with tempfile.TemporaryDirectory() as folder:
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(os.path.join(folder, "bytes.cu"), "wb") as file:
        file.write(bytes(range(256)))
    os.mkdir(os.path.join(folder, "folder"))
    with open(os.path.join(fixtures, "kernels", "shared.cu"), encoding="utf-8") as source, open(os.path.join(folder, "copy.cu"), "w", encoding="utf-8") as to:
        to.write(source.read())
    for command, good in GOOD.items():
        printed = subprocess.run([program, "schema", command], capture_output=True, text=True)
        if printed.returncode != 0:
            failures.append(f"schema {command}: {printed.stderr.strip()}")
            continue
        schema = json.loads(printed.stdout)
        for arguments in good + BAD:
            words = [w.replace("{}", folder) for w in arguments]
            done = subprocess.run([program, command, *words, "--json"], capture_output=True, text=True, input="", timeout=120, cwd=folder)
            called = f"{command} {' '.join(arguments)} --json"
            wrong = ""
            if done.returncode not in STATUSES:
                wrong = f"exit status {done.returncode}"
            lines = [line for line in done.stdout.splitlines() if line]
            if not lines and (arguments != ["-"] and done.returncode != 0):
                wrong = wrong or f"no JSON on standard output: {done.stderr.strip()[:200]}"
            for line in lines:
                try:
                    answer = json.loads(line)
                except ValueError:
                    wrong = wrong or f"no JSON: {line[:100]}"
                    continue
                wrong = wrong or fits(answer, schema, schema["$defs"])
            if arguments in good and lines and done.returncode in (2, 3):
                wrong = wrong or f"status {done.returncode}: {lines[0][:200]}"
            if wrong:
                failures.append(f"{called}: {wrong}")
            else:
                passed += 1

for failure in failures:
    print("FAILED:", failure)
print(f"{passed} passed, {len(failures)} failed")
sys.exit(1 if failures else 0)
