"""The tools of the command line as functions: their reports say what the program says, and a kernel's map is drawn."""

import inspect
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import cutescope as cs

root = pathlib.Path(__file__).resolve().parent.parent.parent
kernels = root / "tests" / "fixtures" / "kernels"


def program(*words):
    """What the program answers in JSON, and its exit status."""
    done = subprocess.run([os.environ["CUTESCOPE"], *words, "--json"], capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return rows[0] if len(rows) == 1 else rows, done.returncode


class ToolsTest(unittest.TestCase):
    def test_each_record_is_a_function(self):
        files = (root / "app" / "tools").glob("*.cpp")
        records = [name for file in files for name in re.findall(r'const Tool \w+\{\s*\.name = "(\w+)"', file.read_text(encoding="utf-8"))]
        self.assertEqual(sorted(vars(cs.tools)), sorted(records))

    def test_each_tool_has_a_signature_and_help(self):
        for name, tool in vars(cs.tools).items():
            signature = inspect.signature(tool)
            self.assertNotIn("json", signature.parameters, name)
            self.assertTrue(tool.__doc__.splitlines()[0].endswith("."), name)
            self.assertEqual(tool.__name__, name)

    def test_flow_says_what_the_program_says(self):
        path = kernels / "shared.cu"
        report = cs.flow(path)
        self.assertTrue(report)
        self.assertEqual((report.data, report.status), program("flow", str(path)))
        wrong = cs.flow(path, set_={"m": 120})
        self.assertFalse(wrong)
        self.assertIn("out_of_range", {f["kind"] for f in wrong.findings})
        self.assertIn("out_of_range", wrong.text)

    def test_a_map_is_a_figure_and_a_page(self):
        drawn = cs.flow(kernels / "shared.cu").map(thread=37, step=3)
        self.assertIn("<svg", drawn._repr_svg_())
        self.assertIn("<html", drawn.html())
        with tempfile.TemporaryDirectory() as folder:
            drawn.save(f"{folder}/map.html")
            drawn.save(f"{folder}/map.svg")
            with self.assertRaisesRegex(ValueError, "svg or .html"):
                drawn.save(f"{folder}/map.png")
            self.assertIn("<svg", pathlib.Path(folder, "map.svg").read_text(encoding="utf-8"))
        with self.assertRaisesRegex(cs.Error, "no thread 128"):
            cs.flow(kernels / "shared.cu").map(thread=128)
        with self.assertRaisesRegex(cs.Error, '"nope"'):
            cs.flow(kernels / "shared.cu").map("nope")

        with self.assertRaisesRegex(cs.Error, "there is no block 99"):
            cs._tools.KernelMap(str(kernels / "shared.cu"), "", 0, None, "", [("set", "blockIdx.x=99")])

    def test_ctrl_c_ends_a_map(self):
        # Where the suite runs in the background, Python starts with SIGINT ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        started = time.process_time()
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            cs._tools.KernelMap(str(kernels.parent / "hostile" / "many_parts.cu"), "", 0, None, "", [])
        self.assertLess(time.process_time() - started, 4)

    def test_check_is_of_an_expression_or_of_files(self):
        self.assertEqual(cs.check("composition((8,8):(8,1), 6:4)").kind, "kept")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "wrong.cutes")
            path.write_text("@cutescope 1\nA = (8,8):(8,1) o 6:3\n", encoding="utf-8")
            report = cs.tools.check(path)
            self.assertEqual((report.status, report["problems"]), (1, 1))
            self.assertEqual(cs.check(str(path)).data["problems"], 1)
        self.assertEqual(cs.tools.check("missing.cutes").status, 2)

    def test_scales_gemm_and_always(self):
        self.assertEqual(cs.gemm(kind="tensor_cores").data, program("gemm", "--kind", "tensor_cores")[0])
        same = cs.tools.scales(reads="sm100 nvfp4", writes="row-major M x K/16, padded to 128", problem="256,128,64")
        self.assertEqual((same.data, same.status), program("scales", "--reads", "sm100 nvfp4", "--writes", "row-major M x K/16, padded to 128", "--problem", "256,128,64"))
        self.assertFalse(cs.always("A o B == B o A", no_random=True, size=6))
        self.assertTrue(cs.always("size(coalesce(A)) == size(A)", no_random=True, size=6))

    def test_wrong_arguments(self):
        with self.assertRaisesRegex(TypeError, "gemm"):
            cs.gemm(nonsense=1)
        with self.assertRaisesRegex(TypeError, "takes .*, not fast"):
            cs.gemm(kind="fast")
        with self.assertRaisesRegex(TypeError, "whole number"):
            cs.tools.suggest(tile="(8,8)", reads="(8,8)", count="many")
        with self.assertRaisesRegex(cs.Error, "There is no Q"):
            cs.tools.diff("Q", "8:1")


if __name__ == "__main__":
    unittest.main()
