"""How long the module cutescope takes beside pycute, through Python, over the golden rows that pycute answers.

    python_rows.py MODULE GOLDEN [PYCUTE]

MODULE is the folder with the package cutescope, GOLDEN that of the golden rows, PYCUTE the folder with the package pycute. Operands
are made before the clock starts, in both; processor time, the least of many batches, both in one process.
"""

import gc
import sys
import time

sys.path.insert(0, sys.argv[1])
import cutescope as cs  # noqa: E402

golden, pycute = sys.argv[2], None
if len(sys.argv) > 3:
    sys.path.insert(0, sys.argv[3])
    import pycute  # noqa: E402

operations = ["coalesce", "composition", "complement", "logical_divide", "zipped_divide", "tiled_divide", "logical_product",
              "zipped_product", "right_inverse", "left_inverse"]


def rows():
    for name in ("static.tsv", "more.tsv"):
        with open(f"{golden}/{name}", encoding="utf-8") as file:
            for line in file:
                operation, expression, answer = line.rstrip("\n").split("\t")
                if operation in operations and answer != "ERROR" and expression.startswith(operation + "("):
                    yield operation, expression[len(operation) + 1 : -1], answer.replace("_", "")


def pieces(text):
    depth, begin, found = 0, 0, []
    for at, c in enumerate(text):
        depth += (c in "(<") - (c in ")>")
        if c == "," and depth == 0:
            found.append(text[begin:at])
            begin = at + 1
    return found + [text[begin:]]


def for_pycute(value):
    if isinstance(value, cs.Layout):
        return pycute.Layout(value.shape, value.stride)
    if isinstance(value, cs.Tiler):
        return tuple(for_pycute(value[i]) for i in range(len(value)))
    return value


def text(t):
    return "(" + ",".join(text(mode) for mode in t) + ")" if isinstance(t, tuple) else str(t)


def seconds(function, calls, batches):
    begin = time.process_time()
    for _ in range(batches):
        for operands in calls:
            function(*operands)
    return time.process_time() - begin


def best(function, calls):
    """Nanoseconds of one call."""
    batches = 1
    while seconds(function, calls, batches) < 0.01:
        batches *= 2
    return 1e9 * min(seconds(function, calls, batches) for _ in range(21)) / batches / len(calls)


def report(name, count, ours, theirs):
    print(f"{name:<34} {count:>5} {ours:>10.0f} {theirs:>12.0f}")
    print(f"ratio: pycute's {name} / ours through Python = {theirs / ours:.3g}")


def main():
    if pycute is None:
        print("SKIPPED: the module beside pycute: give the folder of the Python package: scripts/bench --pycute CUTLASS/python")
        return
    gc.disable()  # as timeit does
    print(f"{'operation':<34} {'rows':>5} {'ns each':>10} {'pycute ns':>12}")
    by_operation = {operation: ([], [], []) for operation in operations}
    layouts = {}
    for operation, arguments, answer in rows():
        operands = [cs.eval(one, "math") for one in pieces(arguments)]
        # Both get a layout where pycute wants one.
        if operation not in ("coalesce", "complement"):
            operands = [operands[0]] + [cs.Layout(one, 1) if isinstance(one, int) else one for one in operands[1:]]
        if not isinstance(operands[0], cs.Layout):
            continue
        layouts[str(operands[0])] = operands[0]
        theirs = [for_pycute(one) for one in operands]
        try:
            getattr(cs, operation)(*operands)
        except cs.Error:
            continue
        try:
            found = getattr(pycute, operation)(*theirs)
            same = f"{text(found.shape)}:{text(found.stride)}" == answer
        except Exception:  # whatever pycute does not take: assertions, mismatched types
            continue
        ours = by_operation[operation]
        ours[0].append(operands)
        ours[1].append(theirs)
        ours[2].append(same)
    all_ours = all_theirs = 0.0
    for operation, (ours, theirs, same) in by_operation.items():
        if not ours:
            continue
        a, b = best(getattr(cs, operation), ours), best(getattr(pycute, operation), theirs)
        all_ours += a * len(ours)
        all_theirs += b * len(ours)
        report(f"{operation} ({sum(same)} same)", len(ours), a, b)
    report("all operations, by time", sum(len(o) for o, _, _ in by_operation.values()), all_ours, all_theirs)

    # The indices of all elements: one call an element, and all at once.
    pairs = [(one, for_pycute(one)) for one in list(layouts.values())[:40] if 16 <= cs.size(one) <= 4096]
    elements = sum(cs.size(one) for one, _ in pairs)

    def by_calls(which):
        for pair in pairs:
            layout = pair[which]
            for i in range(layout.size()):
                layout(i)

    def at_once():
        for layout, _ in pairs:
            layout.indices()

    ours, theirs, together = (best(f, [a]) / elements for f, a in ((by_calls, (0,)), (by_calls, (1,)), (at_once, ())))
    report("layout(i), one call an element", elements, ours, theirs)
    report("indices(), all elements", elements, together, theirs)
    natural = [(cs.Layout("(8,(2,4)):(8,(4,1))"), (i, (j, k))) for i in range(8) for j in range(2) for k in range(4)]
    report("layout((i,(j,k)))", 64, best(lambda l, c: l(c), natural), best(lambda l, c: l(c), [(for_pycute(l), c) for l, c in natural]))


main()
