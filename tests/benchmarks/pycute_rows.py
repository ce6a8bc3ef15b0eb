"""How long pycute takes for the rows of one operation.

    pycute_rows.py FOLDER OPERATION    FOLDER has the package pycute; one row of Python operands a line from standard input

Prints a line for each row, the layout that pycute answers or - where it has no answer, and then the seconds of one row with an
answer: processor time, the least of many batches. Operands are made before the clock starts.
"""

import gc
import sys
import time

folder, operation = sys.argv[1:]
sys.path.insert(0, folder)
import pycute  # noqa: E402

function = getattr(pycute, operation)


def text(t):
    return "(" + ",".join(text(mode) for mode in t) + ")" if isinstance(t, tuple) else str(t)


calls = []
for line in sys.stdin:
    operands = eval(line, {"Layout": pycute.Layout})
    try:
        answer = function(*operands)
        print(f"{text(answer.shape)}:{text(answer.stride)}")
        calls.append(operands)
    except Exception:  # whatever pycute does not take: assertions, mismatched types
        print("-")


def seconds(batches):
    begin = time.process_time()
    for _ in range(batches):
        for operands in calls:
            function(*operands)
    return time.process_time() - begin


gc.disable()  # as timeit does
batches = 1
while seconds(batches) < 0.01:
    batches *= 2
print(min(seconds(batches) for _ in range(31)) / batches / max(1, len(calls)))
