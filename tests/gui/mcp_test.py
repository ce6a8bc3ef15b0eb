#!/usr/bin/env python3
"""cutescope mcp: what a language model's program asks, what it may not have, and hostile messages.
mcp_test.py PROGRAM"""

import json
import os
import random
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
        print(f"FAILED: {name}: {str(shown)[:600]}")


class Server:
    """A running `cutescope mcp`, as a client's program starts it."""

    def __init__(self, *options, cwd=None):
        self.process = subprocess.Popen([program, "mcp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=cwd)
        self.number = 0

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def ask(self, method, params=None):
        self.number += 1
        m = {"jsonrpc": "2.0", "id": self.number, "method": method}
        if params is not None:
            m["params"] = params
        self.send(json.dumps(m))
        answer = self.read()
        assert answer["id"] == self.number, answer
        return answer

    def call(self, name, **arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def text(self, name, **arguments):
        return self.call(name, **arguments)["result"]["content"][0].get("text", "")

    def children(self):
        pid = self.process.pid
        return "".join(open(f"/proc/{pid}/task/{t}/children").read() for t in os.listdir(f"/proc/{pid}/task"))

    def end(self):
        self.process.stdin.close()
        self.process.wait(60)
        return self.process.returncode, self.process.stderr.read().decode(errors="replace")


race = """#include <cute/tensor.hpp>
using namespace cute;
__global__ void k(float* p, float* q) {
  __shared__ float m[64];
  auto g = make_tensor(make_gmem_ptr(p), make_shape(Int<64>{}));
  auto h = make_tensor(make_gmem_ptr(q), make_shape(Int<64>{}));
  auto s = make_tensor(make_smem_ptr(m), make_shape(Int<64>{}));
  s(threadIdx.x) = g(threadIdx.x);
  %s
  h(threadIdx.x) = s(63 - threadIdx.x);
}
int main() { float *p, *q; k<<<1, 64>>>(p, q); }
"""

folder = tempfile.TemporaryDirectory()
inside, outside = os.path.join(folder.name, "in side"), os.path.join(folder.name, "outside")
for f in (inside, outside):
    os.mkdir(f)
with open(os.path.join(inside, "k.cu"), "w") as f:
    f.write(race % "")
secret = os.path.join(outside, "secret.cu")
with open(secret, "w") as f:
    f.write("#include <cute/tensor.hpp>\nauto secret = cute::make_layout(cute::Int<1234>{});\nint main() {}\n")
os.symlink(secret, os.path.join(inside, "link.cu"))
with open(os.path.join(inside, "includes.cu"), "w") as f:
    f.write('#include <cute/tensor.hpp>\n#include "../outside/secret.cu"\nint other() { auto l = cute::make_layout(cute::Int<7>{}); }\n')


def files():
    return sorted((root, name, os.path.getmtime(os.path.join(root, name))) for root, _, names in os.walk(folder.name) for name in names)


before = files()
s = Server(cwd=inside)

# --- The protocol
answer = s.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}})
check("the client's version of the protocol is spoken", answer["result"]["protocolVersion"] == "2025-03-26", answer)
check("the server says its name", answer["result"]["serverInfo"]["name"] == "cutescope", answer)
answer = s.ask("initialize", {"protocolVersion": "1999-01-01", "capabilities": {}, "clientInfo": {}})
check("an unknown version is answered with a known one", answer["result"]["protocolVersion"] == "2025-06-18", answer)
s.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
check("ping", s.ask("ping")["result"] == {})
tools = {t["name"]: t for t in s.ask("tools/list")["result"]["tools"]}
for name in ("eval", "explain", "check", "flow", "suggest", "read", "gemm", "why", "run", "export", "diff", "always"):
    check(f"{name} is a tool", name in tools, list(tools))
for name, tool in tools.items():
    schema = tool["inputSchema"]
    check(f"{name} has a schema", schema["type"] == "object" and schema["properties"] and tool["description"], tool)
    for local in ("output", "front-end", "write-baseline", "into", "device", "json", "language"):
        check(f"{name} has no option {local}", local not in schema["properties"])
check("instrument, which writes, is no tool", "instrument" not in tools)
check("an unknown method", s.ask("tools/guess")["error"]["code"] == -32601)
check("an unknown tool, and the nearest one", "Did you mean eval?" in s.call("evil")["error"]["message"])
check("an unknown option, and the nearest one", "Did you mean kernel?" in s.call("flow", kernal="k")["error"]["message"])
check("parameters of a wrong type", s.ask("tools/call", {"name": 3})["error"]["code"] == -32602)
s.send("{not json")
check("no JSON", s.read()["error"]["code"] == -32700)
s.send('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')
check("a list of messages", s.read()["error"]["code"] == -32600)

# --- Answers
check("a layout is evaluated", s.text("eval", expressions=["composition((6,4):(1,8), 12:1)"]).strip() == "(6,2):(1,8)")
answer = s.call("eval", expressions=["(4,8):(8,1)"])["result"]
check("the data are beside the text", "(4,8):(8,1)" in json.dumps(answer["structuredContent"]["answers"]), answer)
answer = s.call("eval", expressions=["composition((6,4):(1,8), 9:1)"])["result"]
check("a refusal is an error with what works", answer["isError"] and "9:2" in answer["content"][0]["text"], answer)
text = s.text("flow", files=["k.cu"], texts={"k.cu": race % ""})
check("a missing barrier is found in a text", "race" in text and "1 finding" in text, text)
text = s.text("flow", files=["k.cu"], texts={"k.cu": race % "__syncthreads();"})
check("with the barrier nothing is found", "0 findings" in text, text)
check("a text is passed once", s.call("flow", files=["k.cu"])["result"]["isError"])
text = s.text("check", files=["p.cu"], texts={"p.cu": "#include <cute/tensor.hpp>\nusing namespace cute;\n"
                                                      "auto c = composition(Layout<Shape<_6, _4>, Stride<_1, _7>>{}, Layout<_4, _4>{});\n"})
check("a layout that CuTe compiles and that is wrong", "1 problem" in text and "does not divide" in text, text)
error = 'include/cute/swizzle.hpp(63): error: static assertion failed with "abs(SShift) must be more than BBits."\n'
text = s.text("why", file="e.txt", texts={"e.txt": error})
check("an error's rule", "abs(S) >= B" in text, text)
svg = s.call("export", source="(4,8):(8,1)")["result"]
check("a figure in SVG", "<svg" in svg["content"][0]["text"], svg)
png = s.call("export", source="(4,8):(8,1)", format="png")["result"]
check("a figure as a picture", png["content"][0]["type"] == "image" and png["content"][0]["data"].startswith("iVBOR"), png)
text = s.text("run", sources=["(64,64):(64,1)", "(16,16)", "(8,16):(16,1)"])
check("a launch is run on the CPU", "sectors" in text or "wavefronts" in text, text)

# --- Files
for path in ("k.cu", "./k.cu", secret, "/etc/passwd", "../outside/secret.cu", "-", "/dev/stdin", "/proc/self/environ"):
    answer = s.call("flow", files=[path])["result"]
    check(f"without folders {path} is not read", answer["isError"] and "1234" not in answer["content"][0]["text"], answer)
    answer = s.call("read", source=path)["result"]
    check(f"read does not read {path}", "root:" not in answer["content"][0]["text"], answer)
check("the protocol goes on", s.ask("ping")["result"] == {})
code, words = s.end()
check("the end of the input ends it", code == 0 and not words, (code, words))

s = Server("--root", inside, cwd=outside)
s.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {}})
text = s.text("flow", files=[os.path.join(inside, "k.cu")])
check("below a folder of --root files are read", "race" in text, text)
for path in (secret, os.path.join(inside, "link.cu"), os.path.join(inside, "../outside/secret.cu"), "secret.cu"):
    answer = s.call("flow", files=[path])["result"]
    check(f"{path} is outside", answer["isError"] and "1234" not in json.dumps(answer), answer)
text = json.dumps(s.call("eval", expressions=[os.path.join(inside, "includes.cu")]))
check("an include outside is not read", "1234" not in text, text)
check("a folder outside is not searched", s.call("flow", files=[outside])["result"]["isError"])
s.end()

s = Server(cwd=outside)
s.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {"roots": {}}, "clientInfo": {}})
s.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')
request = s.read()
check("the client is asked for its folders", request["method"] == "roots/list", request)
roots = [{"uri": "file://" + inside.replace(" ", "%20")}, {"uri": "http://x/"}]
s.send(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {"roots": roots}}))
text = s.text("flow", files=[os.path.join(inside, "k.cu")])
check("the client's folders are read", "race" in text, text)
check("others are not", s.call("flow", files=[secret])["result"]["isError"])

# --- A request is cancelled
s.send(json.dumps({"jsonrpc": "2.0", "id": "long", "method": "tools/call",
                   "params": {"name": "always", "arguments": {"lines": ["A o (B o C) === (A o B) o C"], "time": 600, "size": 64}}}))
time.sleep(0.5)
s.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}}')
begun = time.time()
answer = s.read()
check("a cancelled request ends", answer["id"] == "long" and time.time() - begun < 60, answer)
check("and the next one is answered", s.ask("ping")["result"] == {})

# --- Hostile messages
chance = random.Random(20261130)
strings = ["", "eval", "../../etc/passwd", "/etc/shadow", "(4,8):(8,1)", "\u0000", "\ud83d\ude00", "A" * 5000, "file:///etc", "$(touch x)",
           "-o", "--output=/tmp/x", "`id`", "tools/call", "export", "composition(((", "9" * 400, "k.cu"]


def value(depth):
    kind = chance.randrange(8)
    if depth > 3 or kind < 4:
        return chance.choice([chance.choice(strings), chance.randrange(-2**63, 2**63), chance.random() * 1e300, None, True, False])
    if kind < 6:
        return [value(depth + 1) for _ in range(chance.randrange(4))]
    keys = strings + ["sources", "files", "texts", "name", "arguments", "expressions", "format", "uri", "roots"]
    return {chance.choice(keys): value(depth + 1) for _ in range(chance.randrange(5))}


sent = 0
names = list(tools)
for i in range(2000):
    kind = chance.randrange(6)
    if kind == 0:
        line = json.dumps(value(0))
    elif kind == 1:
        method = chance.choice(["initialize", "tools/list", "tools/call", "ping", "roots/list", "x"])
        line = json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": value(0)})
    elif kind == 2:
        tool = chance.choice(names)
        keys = list(tools[tool]["inputSchema"]["properties"])
        line = json.dumps({"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {
            "name": tool, "arguments": {chance.choice(keys + ["output"]): value(2) for _ in range(chance.randrange(4))}}})
    elif kind == 3:
        line = json.dumps({"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {
            "name": chance.choice(["eval", "read", "why", "functions"]), "arguments": {"expressions": [chance.choice(strings)],
                                                                                       "texts": value(2)}}})
    elif kind == 4:
        raw = bytearray(json.dumps({"jsonrpc": "2.0", "id": i, "method": "ping"}).encode())
        for _ in range(chance.randrange(1, 6)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        line = bytes(b for b in raw if b not in b"\n\r") + b"\n"
    else:
        line = "[" * chance.randrange(1, 20000)
    s.send(line)
    sent += 1
    s.send(json.dumps({"jsonrpc": "2.0", "id": f"after {i}", "method": "ping"}))
    while True:
        answer = s.read()
        if answer is None or answer.get("id") == f"after {i}":
            break
    if answer is None:
        break
check("hostile messages are answered, and the next one too", answer is not None and sent == 2000, sent)
check("no process was started", s.children() == "", s.children())
code, words = s.end()
check("the end", code == 0, (code, words))
check("no file was touched", files() == before, set(files()) ^ set(before))

print(f"script: {passed} passed, {len(failed)} failed")
sys.exit(1 if failed else 0)
