"""Lines that a user of pycute writes first, unchanged but for the import: golden/pycute_lines.tsv has what pycute of CUTLASS 4.7 answers."""

import os
import unittest

golden = os.path.join(os.environ["CUTESCOPE_TEST_DATA"], "golden", "pycute_lines.tsv")


def text(value, layout):
    """As the golden file has it: a layout as shape:stride without blanks."""
    if isinstance(value, layout):
        return str(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(text(one, layout) for one in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(text(one, layout) for one in value) + "]"
    return repr(value)


class LinesTest(unittest.TestCase):
    def test_answer_as_pycute(self):
        names = {}
        exec("from cutescope import *", names)
        with open(golden, encoding="utf-8") as file:
            rows = [row.rstrip("\n").split("\t") for row in file if not row.startswith("#")]
        self.assertGreaterEqual(len(rows), 40)
        for line, answer in rows:
            with self.subTest(line):
                first, _, last = line.rpartition("; ")
                if first:
                    exec(first, names)
                self.assertEqual(text(eval(last, names), names["Layout"]), answer)

    def test_keywords_of_others_are_refused_with_the_names_that_there_are(self):
        import cutescope as cs

        with self.assertRaisesRegex(cs.Error, "it takes"):
            cs.composition(cs.Layout(8), other=cs.Layout(2))


if __name__ == "__main__":
    unittest.main()
