#!/usr/bin/env bash
# Inputs that would take for ever, or all memory, or end the program: whatever it is given, a run takes at most 10 seconds of processor
# time and 1 GiB of memory, and ends with an exit status of its own. The inputs are in tests/gui/bounds.tsv and tests/fixtures/hostile.
#
#   bounds_test.sh PROGRAM ROOT [NAME]     with NAME only those with that in their arguments
set -uo pipefail
program=$(realpath "$1") root=$(realpath "$2") only=${3:-}
export LC_ALL=C.UTF-8 LANGUAGE=en
if ! command -v python3 >/dev/null; then
  echo 'SKIPPED: python3, which measures the runs, is not installed.'
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 - "$program" "$root" "$only" <<'PY'
import itertools, os, resource, shlex, signal, sys, threading

program, root, only = sys.argv[1:4]
most_seconds, most_kib = 10, 1 << 20
folder = os.path.join(root, "tests/fixtures/hostile")


def runs():
    with open(os.path.join(root, "tests/gui/bounds.tsv"), encoding="utf-8") as table:
        for line in table:
            if line.strip() and not line.startswith("#"):
                statuses, text = line.rstrip("\n").split("\t")
                text, _, given = text.partition(" <<<")
                yield statuses, shlex.split(text.replace("@/", folder + "/")), given
    for name in sorted(os.listdir(folder)):
        path, kind = os.path.join(folder, name), name.rsplit(".", 1)[-1]
        yield "any", ["check", path], ""
        yield "any", ["check", "--json", path], ""
        yield "any", ["flow", path], ""
        yield "any", ["export", path, "-o", "out.svg"], ""
        yield "any", ["export", path, "-o", "out.html"], ""
        yield "any", ["export", path, "-o", "out.cu"], ""
        yield "any", ["find", path], ""
        if kind == "cutes":
            yield "any", ["run", path], ""
            yield "any", ["inspect", path], ""
            yield "any", ["link", path], ""
        elif kind != "py":
            yield "any", ["instrument", path, "-o", "copies"], ""


def databases():
    # Beside a program a compilation database of 62 MB, one that is a pipe nobody writes into, and one that is a device.
    kernel = os.path.join(folder, "turn.cu")
    for name in ("large", "pipe", "device"):
        os.mkdir(name)
        with open(kernel, encoding="utf-8") as of, open(f"{name}/a.cu", "w", encoding="utf-8") as to:
            to.write(of.read())
    with open("large/compile_commands.json", "w", encoding="utf-8") as large:
        entry = '{"directory": "/d", "file": "%d.cu", "command": "nvcc -DN=%d -I/d/include -c %d.cu"}'
        large.write("[" + ",\n".join(entry % (i, i, i) for i in range(760000)) + "]")
    os.mkfifo("pipe/compile_commands.json")
    os.symlink("/dev/zero", "device/compile_commands.json")
    for name in ("large", "pipe", "device"):
        yield "0", ["check", f"{name}/a.cu"], ""
        yield "0,1,4", ["flow", f"{name}/a.cu"], ""
        yield "0", ["instrument", f"{name}/a.cu", "-o", "copies"], ""
        yield "2", ["check", f"{name}/compile_commands.json"], ""


def programs():
    # Programs of the DSL that Python itself would run for ever, or without end of memory.
    values = """[0] * 10**18; 'x' * 2147483647; 10 ** 10**8; 2 ** 2147483647; 1 << 2147483647; list(range(10**18)); sum(range(10**12));
        (1,) * 999999999; [x for x in range(10**15)]; {x for x in range(10**15)}; '%1000000000d' % 3; f'{3:1000000000}'; bytes(10**12);
        'x'.ljust(10**12); sorted(range(10**12)); 10**8 in range(10**12); pow(7, 10**17, 13); pow(7, 10**8)"""
    deep = ["(" * 100000 + "1" + ")" * 100000, "[" * 20000 + "]" * 20000, "-" * 50000 + "1", "not " * 50000 + "1", "lambda: " * 20000 + "1",
            "f(" * 20000 + ")" * 20000, "a" + ".b" * 50000, "a" + "[0]" * 50000, "1+" * 100000 + "1", "f'{" * 5000 + "1" + "}'" * 5000]
    each = {
        "sum of strings": "s = 'a'\nfor i in range(100):\n  s = s + s\n",
        "formats": "s = 'a'\nfor i in range(100):\n  s = f\"{s}{f'{s}{s}'}\"\n",
        "lists": "l = [1]\nfor i in range(100):\n  l.extend(l)\n",
        "list in itself": "l = [0]\nfor i in range(60):\n  l = [l, l]\nn = str(l)\nb = l == [l]\n",
        "names": "g = globals()\nfor i in range(10**9):\n  g['n' + str(i)] = g\n",
        "arguments": "def f(*t):\n  return f(*t, *t)\nx = f(1, 2)\n",
        "tuples": "def f(t):\n  return f((t, t))\nx = f(1)\n",
        "calls": "def f(n):\n  return f(n - 1) + f(n - 2)\nx = f(10**6)\n",
        "lambdas": "f = lambda n: f(n)\nx = f(1)\n",
        "members": "class C:\n  def __getattr__(self, n): return getattr(self, n + n)\nx = C().a\n",
        "loops": "n = 0\nfor a in range(2000000000):\n  for b in range(2000000000):\n    n += 1\nwhile True:\n  n += 1\n",
        "blocks": "".join(" " * i + "if x:\n" for i in range(3000)) + " " * 3000 + "y = 1\n",
        "patterns": "match x:\n  case " + "|".join(["[[[a, b], c], d]"] * 5000) + ": y = 1\n",
        "shapes": "a = cute.make_layout((2147483647, 2147483647, 2147483647))\n"
                  "b = cute.make_layout((2147483647, 2), stride=(2147483647, 1))\nc = cute.zipped_divide(a, (2147483647, 1, 3))\n"
                  "d = cute.make_identity_tensor((2147483647, 2147483647))\n",
        "arrays": "import torch\nt = torch.empty(2147483647, 2147483647, 4)\nu = t[:, ::2147483647]\n",
        "values": "".join(f"v{i} = {v.strip()}\n" for i, v in enumerate(values.split(";"))),
        **{f"depth {i}": f"x = {text}\n" for i, text in enumerate(deep)},
    }
    for name, text in each.items():
        with open(f"{name}.py", "w", encoding="utf-8") as program:
            program.write("import cutlass.cute as cute\n" + text)
        yield "0,1,2,4", ["check", f"{name}.py"], ""
        yield "2", ["flow", f"{name}.py"], ""


def limited():
    # These limits stop a program whose own limits fail. The memory is more than may be used, because it includes reserved memory.
    resource.setrlimit(resource.RLIMIT_CPU, (most_seconds + 5, most_seconds + 10))
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def measured(arguments, given):
    reading, writing = os.pipe()
    os.write(writing, given.encode())
    os.close(writing)
    child = os.fork()
    if child == 0:
        os.dup2(reading, 0)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(os.open("err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        limited()
        os.execv(program, [program] + arguments)
    os.close(reading)
    # A process that sleeps takes no processor time, so a timer stops it.
    asleep = threading.Timer(600, os.kill, (child, signal.SIGKILL))
    asleep.start()
    _, status, used = os.wait4(child, 0)
    asleep.cancel()
    return status, used.ru_utime + used.ru_stime, used.ru_maxrss


passed = failed = 0
slowest = largest = (0, "")
for statuses, arguments, given in itertools.chain(runs(), programs(), databases()):
    shown = " ".join(arguments)
    if only not in shown:
        continue
    status, seconds, kib = measured(arguments, given)
    slowest, largest = max(slowest, (seconds, shown)), max(largest, (kib, shown))
    wrong = []
    if os.WIFSIGNALED(status):
        wrong.append(f"ended by signal {os.WTERMSIG(status)}")
    elif statuses != "any" and str(os.WEXITSTATUS(status)) not in statuses.split(","):
        wrong.append(f"exit status {os.WEXITSTATUS(status)}, wanted {statuses}")
    elif os.WEXITSTATUS(status) >= 128:
        wrong.append(f"exit status {os.WEXITSTATUS(status)}")
    if seconds > most_seconds:
        wrong.append(f"{seconds:.1f} s of processor time")
    if kib > most_kib:
        wrong.append(f"{kib >> 10} MiB")
    if wrong:
        failed += 1
        print(f"FAILED: {shown}: {', '.join(wrong)}", flush=True)
        with open("err", encoding="utf-8", errors="replace") as err:
            print(err.read()[:300], end="")
    else:
        passed += 1
print(f"the slowest took {slowest[0]:.1f} s: {slowest[1]}")
print(f"the largest took {largest[0] >> 10} MiB: {largest[1]}")
print(f"script: {passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
PY
