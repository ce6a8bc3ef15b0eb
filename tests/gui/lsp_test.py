#!/usr/bin/env python3
"""cutescope lsp: recorded exchanges with an editor, and hostile ones.
lsp_test.py PROGRAM"""

import json
import os
import random
import select
import subprocess
import sys
import tempfile
import time

program = os.path.abspath(sys.argv[1])
passed, failed = 0, []


def check(name, is_right, shown=""):
    global passed
    if is_right:
        passed += 1
    else:
        failed.append(name)
        print(f"FAILED: {name}: {str(shown)[:800]}")


class Editor:
    """A client: it keeps the last diagnostics of each document."""

    def __init__(self):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        self.number, self.published, self.answers, self.buffer = 0, {}, {}, b""

    def send_bytes(self, data):
        self.process.stdin.write(data)

    def send(self, message):
        text = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def take(self, seconds=120):
        """Reads one message; False at the end of the output or of the time."""
        end = time.time() + seconds
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    m, self.buffer = json.loads(rest[:length]), rest[length:]
                    break
            if not select.select([self.process.stdout], [], [], max(0, end - time.time()))[0]:
                return False
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return False
            self.buffer += more
        if m.get("method") == "textDocument/publishDiagnostics":
            self.published.setdefault(m["params"]["uri"], []).append(m["params"])
        elif "id" in m:
            self.answers[m["id"]] = m
        return True

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while self.number not in self.answers:
            if not self.take():
                return None
        return self.answers.pop(self.number)

    def result(self, method, params):
        return self.ask(method, params)["result"]

    def diagnostics(self, uri, version, holds):
        """Waits for diagnostics of a version of which `holds` is true."""
        while True:
            for p in self.published.get(uri, []):
                if p.get("version") == version and holds(p["diagnostics"]):
                    return p["diagnostics"]
            if not self.take():
                return None

    def open(self, uri, text, version=1):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cuda-cpp", "version": version, "text": text}})

    def change(self, uri, text, version):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]})

    def end(self):
        self.process.stdin.close()
        while self.take():
            pass
        self.process.wait(60)
        return self.process.returncode, self.process.stderr.read().decode(errors="replace")


source = """#include <cute/tensor.hpp>
using namespace cute;
__global__ void k(float* p, float* q) {
  __shared__ float m[64];
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  auto s = make_tensor(make_smem_ptr(m), make_layout(make_shape(Int<8>{}, Int<8>{}), LayoutRight{}));
  /* 😀 */ auto bad = composition(Layout<Shape<_6, _4>, Stride<_1, _7>>{}, Layout<_4, _4>{});
  s(threadIdx.x) = g(threadIdx.x);
  q[threadIdx.x] = s(63 - threadIdx.x);
}
int main() { float *p, *q; k<<<1, 64>>>(p, q); }
"""
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "a kernel.cu")
uri = "file://" + path.replace(" ", "%20")
with open(path, "w") as f:
    f.write("// what the editor has is newer\n")

e = Editor()
capabilities = e.result("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
for wanted in ("hoverProvider", "completionProvider", "signatureHelpProvider", "documentSymbolProvider", "inlayHintProvider",
               "codeActionProvider", "codeLensProvider", "definitionProvider"):
    check(f"the server has a {wanted}", capabilities.get(wanted))
e.notify("initialized", {})

# --- Diagnostics: those of check, then those of flow
e.open(uri, source)
found = e.diagnostics(uri, 1, lambda all: any(d["code"] == "race" for d in all))
check("a broken layout and a race are told", found is not None and {d["code"] for d in found} >= {"contract", "race"}, found)
contract = next(d for d in found if d["code"] == "contract")
column = source.splitlines()[6].encode("utf-16-le").find("bad".encode("utf-16-le")) // 2
check("a layout's place is counted in UTF-16", contract["range"]["start"] == {"line": 6, "character": column}, contract)
check("what works is told", "Nearest that work" in contract["message"] and "_4:_3" in contract["message"], contract)
race = next(d for d in found if d["code"] == "race")
check("a race has its line, and the other one beside it",
      race["range"]["start"]["line"] == 8 and [r["location"]["range"]["start"]["line"] for r in race["relatedInformation"]] == [7], race)
with open(path, "w") as f:
    f.write(source)
told = json.loads(subprocess.run([program, "check", path, "--format", "json"], capture_output=True, text=True).stdout)
problems = [x for x in told["files"][0]["entries"] if x.get("level") == "error"]
lines = [d["range"]["start"]["line"] for d in found if d["code"] == "contract"]
check("the errors are those of check", [p["line"] - 1 for p in problems] == lines, problems)

# --- What is asked of a place
shown = source


def at(line, word, shift=0):
    """The parameters of a request at a word of the text that is shown."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": shown.splitlines()[line].index(word) + shift}}


hover = e.result("textDocument/hover", at(8, "s(63"))["contents"]["value"]
check("a name's value, and its elements as a table", "s = ptr+0 o (_8,_8):(_8,_1)" in hover and "| 63 |" in hover, hover)
hover = e.result("textDocument/hover", at(5, "make_layout"))["contents"]["value"]
check("a function's meaning", "make_layout(" in hover, hover)
beyond = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 10**6}}
check("nothing is known of a blank", e.result("textDocument/hover", beyond) is None)
place = e.result("textDocument/definition", at(8, "s(63"))
check("a name's definition", place["range"]["start"]["line"] == 5, place)
symbols = e.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
names = {x["name"] for x in symbols}
check("kernels and layouts are symbols", {"g", "s", "bad"} <= names and any(x["detail"] == "kernel" for x in symbols), symbols)
lines = {"start": {"line": 4, "character": 0}, "end": {"line": 5, "character": 0}}
hints = e.result("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": lines})
check("values stand behind their lines", [h["position"]["line"] for h in hints] == [4, 5], hints)
check("a value", "(_8,_8):(_8,_1)" in hints[1]["label"], hints)
items = e.result("textDocument/completion", at(6, "composition", 4))["items"]
check("functions complete a word", any(i["label"] == "composition" for i in items), [i["label"] for i in items])
help_ = e.result("textDocument/signatureHelp", at(6, "Layout<_4", 0))
label = help_["signatures"][0]["label"]
check("a call's signature and argument", label.startswith("composition(") and help_["activeParameter"] == 1, help_)
lenses = e.result("textDocument/codeLens", {"textDocument": {"uri": uri}})
check("a kernel's line says what flow found", "flow: 1 finding" in lenses[0]["command"]["title"], lenses)
check("at the kernel", lenses[0]["range"]["start"]["line"] == 2, lenses)

# --- The text changes under the hand
fixed = source.replace("  q[threadIdx", "  __syncthreads();\n  q[threadIdx").replace("Layout<_4, _4>", "Layout<_4, _3>")
for version in range(2, 12):
    e.change(uri, fixed[:-version * 3], version)
e.change(uri, fixed, 12)
shown = fixed
e.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
check("a mended text has no diagnostics", e.diagnostics(uri, 12, lambda all: all == []) == [], e.published.get(uri))
this = {"textDocument": {"uri": uri}}
while not any("flow: 0 findings" in x["command"]["title"] for x in e.result("textDocument/codeLens", this)):
    time.sleep(0.05)
ignored = e.notify("$/cancelRequest", {"id": 10**6})
check("a cancellation of nothing is passed over", e.result("textDocument/hover", at(9, "s(63")) is not None, ignored)

# --- A sheet
sheet = "file://" + os.path.join(folder.name, "new.cutes")
e.open(sheet, "@cutescope 1\nA = (8,8):(8,1)\nB = A o 9:1\n")
found = e.diagnostics(sheet, 1, lambda all: len(all) > 0)
operand = {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 11}}
check("a sheet's place ends where the operand ends", found[0]["range"] == operand, found)
actions = e.result("textDocument/codeAction", {"textDocument": {"uri": sheet}, "range": operand, "context": {"diagnostics": found}})
edits = [a["edit"]["changes"][sheet][0]["newText"] for a in actions]
check("what works is an edit", "8:1" in edits, actions)
e.change(sheet, "@cutescope 1\nA = (8,8):(8,1)\nB = A o 8:1\n", 2)
check("and mends it", e.diagnostics(sheet, 2, lambda all: True) == [])
e.notify("textDocument/didClose", {"textDocument": {"uri": sheet}})
check("a closed document has none", e.diagnostics(sheet, None, lambda all: all == []) == [])

# --- The output of a compiler
log = "file://" + os.path.join(folder.name, "build.log")
words = 'include/cute/swizzle.hpp(63): error: static assertion failed with "abs(SShift) must be more than BBits."'
e.open(log, f"building\n{words}\n")
found = e.diagnostics(log, 1, lambda all: len(all) > 0)
check("an error in a log has its rule", "abs(S) >= B" in found[0]["message"], found)
check("at its line", found[0]["range"]["start"]["line"] == 1, found)

# --- Python, and a document without a file
python = "untitled:k.py"
e.open(python, "import cutlass.cute as cute\nl = cute.make_layout((4, 8), stride=(8, 1))\n"
               "bad = cute.composition(cute.make_layout((6, 4)), cute.make_layout(9))\n")
found = e.diagnostics(python, 1, lambda all: True)
check("a program in Python that is in no file", found is not None, found)

# --- What no editor sends
check("an unknown method", e.ask("textDocument/guess", {})["error"]["code"] == -32601)
check("parameters that are missing", e.ask("textDocument/hover", {})["error"]["code"] == -32602)
other = {"textDocument": {"uri": "file:///x"}, "position": {"line": 5, "character": 5}}
check("a document that is not open", e.result("textDocument/hover", other) is None)
e.send_bytes(b"Content-Length: 9\r\n\r\n{not json")
chance = random.Random(7)
methods = ["textDocument/" + m for m in ("hover", "didOpen", "didChange", "didClose", "completion", "codeAction", "inlayHint",
                                         "signatureHelp", "codeLens", "definition", "documentSymbol")]
methods += ["$/cancelRequest", "workspace/x", "initialize"]
values = [None, True, -1, 10**18, 0.5, "", "x" * 3000, "file:///%zz", uri, sheet, [], {}, {"uri": uri}, {"uri": 3},
          {"line": -1, "character": 2}, {"line": 10**9, "character": 10**9}, [{"text": "auto l = make_layout("}],
          [{"text": 5}], {"start": {"line": 0, "character": 0}}]
keys = ["textDocument", "position", "range", "contentChanges", "context", "id", "text"]
for i in range(1500):
    m = {"jsonrpc": "2.0", "method": chance.choice(methods), "params": {chance.choice(keys): chance.choice(values) for _ in range(3)}}
    if chance.randrange(2):
        m["id"] = f"r{i}"
    if m["method"] == "textDocument/didOpen":
        name, text = chance.choice(["a", "file:///b.cu", "file:///c.cutes"]), chance.choice(["", "(((", "A = A", "\0"])
        m["params"] = {"textDocument": {"uri": name, "text": text, "version": i}}
    e.send(m)
answer = e.ask("textDocument/hover", at(9, "s(63"))
check("after hostile messages the next one is answered", answer is not None and "result" in answer, answer)
e.open("file:///big.cu", "auto l = cute::make_layout(4);\n" * 200000)
check("a document of 6 MB is not read, and does not stop the others", e.ask("textDocument/hover", at(9, "s(63")) is not None)
check("shutdown", e.result("shutdown", {}) is None)
e.notify("exit", {})
check("it ends while its input is still open", e.process.wait(60) == 0)
code, words = e.end()
check("it ends with 0 after shutdown", code == 0 and not words, (code, words))

e = Editor()
e.result("initialize", {"capabilities": {}})
e.notify("exit", {})
check("without shutdown it ends with 1", e.end()[0] == 1)
e = Editor()
e.result("initialize", {"capabilities": {}})
e.open(uri, source)
check("the end of the input ends it at once", e.end()[0] == 0)
check("no file was written", sorted(os.listdir(folder.name)) == ["a kernel.cu"], os.listdir(folder.name))

print(f"script: {passed} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)
