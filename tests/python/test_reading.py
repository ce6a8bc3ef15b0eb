"""What other programs print, and tables: found, read, inferred; and layouts that are looked for."""

import contextlib
import io
import json
import os
import subprocess
import unittest
import warnings

import cutescope as cs

try:
    import numpy
except ImportError:
    numpy = None

blocked = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"


class TypesTest(unittest.TestCase):
    def test_a_type_that_a_compiler_prints_is_a_value(self):
        self.assertEqual(cs.Layout('!cute.layout<"(4,8):(1,4)">'), cs.Layout((4, 8)))
        self.assertEqual(str(cs.eval(blocked)), "((8,16),4):((64,1),16)")
        self.assertEqual(cs.Layout("memref<2x3xf32, strided<[3, 1]>>"), cs.Layout((2, 3), (3, 1)))
        self.assertEqual(cs.Layout("memref<2x3x4xf16>"), cs.Layout((2, 3, 4), (12, 4, 1)))
        self.assertEqual(str(cs.eval("memref<2x3xf32, strided<[3, 1], offset: 4>, 3>")), "ptr+4 o (2,3):(3,1)")
        self.assertEqual(cs.Layout("cute::Layout<cute::tuple<cute::C<4>>,cute::tuple<cute::C<2>>>"), cs.Layout((4,), (2,)))

    def test_what_only_the_running_program_knows_is_not_guessed(self):
        for text, unknown in (
            ("memref<?x3xf32>", "shape 0"),
            ("memref<4x4xf32, strided<[?, 1]>>", "stride 0"),
            ("memref<4x4xf32, strided<[4, 1], offset: ?>>", "an offset"),
            ('!cute.layout<"(?,3):(3,1)">', "shape 0"),
        ):
            with self.assertRaisesRegex(cs.Error, f"only the running program knows.*{unknown}"):
                cs.eval(text)

    def test_what_is_not_read_says_why(self):
        for text, why in (
            ("memref<*xf32>", "no rank"),
            ("memref<f32>", "no modes"),
            ("memref<2x3xf32, affine_map<(i,j)->(j,i)>>", "affine map"),
            ("memref<2x3xvector<4xf32>>", "element type"),
            ("memref<2x3xf32, strided<[3]>>", "2 modes, and strides for 1"),
            ("memref<2x3xf32, strided<[3, 1]", "expected"),
            ("memref<99999999999999999999x2xf32>", "63 bits"),
            ("#ttg.foo<{version = 3}>", "not read"),
            ('!cute.tiled_copy<!x, layout_copy_tv = <"4:1">, tiler_mn = <"[4:1]">>', "holds 2 values"),
        ):
            with self.assertRaisesRegex(cs.Error, why, msg=text):
                cs.eval(text)


class FindTest(unittest.TestCase):
    def test_finds_what_the_command_line_finds(self):
        text = "step 1\nsA: (4,8):(8,1)\n%m : memref<4x4xf32, strided<[?,1]>>\n" + f"%t : tensor<16x32xf16, {blocked}>\n"
        found = cs.find(text)
        lines = subprocess.run([os.environ["CUTESCOPE"], "find", "--json", "-"], input=text, capture_output=True, text=True, check=True)
        told = [json.loads(line) for line in lines.stdout.splitlines()]
        self.assertEqual([(f.line, f.column, f.name, f.words, f.text) for f in found],
                         [(j["line"], j["column"], j["name"], j["words"], j["text"]) for j in told])
        self.assertEqual(found[0].value, cs.Layout((4, 8), (8, 1)))
        self.assertEqual([f.name for f in found[:2]], ["sA", "m"])
        self.assertIn("stride 0", found[1].unknown)
        self.assertEqual(repr(found[0]), "<2:5 sA = (4,8):(8,1)>")
        self.assertEqual(cs.find("nothing: 12:30"), [])

    def test_what_is_not_read_is_a_warning(self):
        with self.assertWarnsRegex(UserWarning, "foo at line 1: not read"):
            cs.find("#mma = #ttg.foo<{version = 3}>\n%t : tensor<16x32xf16, #mma>\n")


class InferTest(unittest.TestCase):
    def test_of_lists_arrays_and_texts(self):
        self.assertEqual(cs.infer([[0, 1], [2, 3]]), cs.Layout((2, 2), (2, 1)))
        self.assertEqual(cs.infer("0 2\n1 3\n"), cs.Layout((2, 2)))
        self.assertEqual(cs.infer("(0,0) -> 0\n(1,0) -> 3\n(0,1) -> 1\n(1,1) -> 4\n"), cs.Layout((2, 2), (3, 1)))
        swizzled = cs.eval("Sw<2,0,2> o 0 o (4,4):(4,1)")
        with self.assertWarnsRegex(UserWarning, "No layout alone makes this table: Sw<2,0,2> o 0 o .* does, behind a swizzle"):
            self.assertEqual(str(cs.infer([[swizzled(i, j) for j in range(4)] for i in range(4)])), str(swizzled))

    @unittest.skipIf(numpy is None, "no numpy")
    def test_of_arrays(self):
        for layout in (cs.Layout((4, 8), (8, 1)), cs.Layout((2, 3, 4)), cs.Layout(((2, 2), 4), ((1, 8), 2))):
            self.assertTrue(cs.equal(cs.infer(layout.indices()), layout))

    def test_cells_that_are_not_known(self):
        with self.assertWarnsRegex(UserWarning, "make the cells that are known, too"):
            cs.infer([[0, None], [None, None]])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(cs.infer([[0, 1], [2, 3]]), cs.Layout((2, 2), (2, 1)))

    def test_refuses_with_the_cell(self):
        for table, why in (
            ([[0, 1, 2], [3, 4, 7], [6, 7, 8]], r"\(1,2\)"),
            ([[0, 1], [2]], "A row of 1 cells stands among rows of 2"),
            ([[0, 1.5]], "a cell is an integer".capitalize()),
            ([], "cells along each"),
            (7, "list of rows"),
            ("abc", "line 1"),
            ([[None]], "No cell"),
        ):
            with self.assertRaisesRegex(cs.Error, why, msg=str(table)):
                cs.infer(table)


class SuggestTest(unittest.TestCase):
    def test_says_what_the_command_line_says(self):
        mine = cs.suggest((32, 32), write="(32,32):(32,1) by 4 bytes", read=["(32,32):(1,32) by 4 bytes"], element="f32", padding=4,
                          swizzles=True, count=2)
        told = subprocess.run(
            [os.environ["CUTESCOPE"], "suggest", "--tile", "(32,32)", "--element", "f32", "--writes", "(32,32):(32,1) by 4 bytes", "--reads",
             "(32,32):(1,32) by 4 bytes", "--padding", "4", "--swizzles", "--count", "2", "--json"],
            capture_output=True, text=True, check=True)
        self.assertEqual(mine, json.loads(told.stdout))
        threads = cs.suggest_threads(cs.Layout((128, 64), (64, 1)), 128, element=cs.f16, count=1)
        self.assertEqual(threads["best"][0]["sectors"], threads["least"]["sectors"])

    def test_refuses_with_what_works(self):
        for call, why in (
            (lambda: cs.suggest((32, 32)), "read="),
            (lambda: cs.suggest((32, 32), read="(32,8):(1,32)", padding="3k"), "such as 16 or 32B"),
            (lambda: cs.suggest((32, 32), read="nonsense"), "nonsense"),
            (lambda: cs.suggest_threads("(128,64):(64,1)", element="f33"), "f33"),
        ):
            with self.assertRaisesRegex(cs.Error, why):
                call()


class PrintTest(unittest.TestCase):
    def printed(self, call, value):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            call(value)
        return out.getvalue()

    def test_tables_and_latex(self):
        told = subprocess.run([os.environ["CUTESCOPE"], "print", "(4,8):(8,1)"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.printed(cs.print_layout, cs.Layout((4, 8), (8, 1))), told)
        self.assertIn(r"\begin{tikzpicture}", self.printed(cs.print_latex, cs.Layout((4, 8))))
        with self.assertRaisesRegex(cs.Error, "rank 3"):
            cs.print_layout(cs.Layout((2, 3, 4)))


@unittest.skipIf(numpy is None, "no numpy")
class ArraysTest(unittest.TestCase):
    def test_of_coordinates(self):
        layout = cs.Layout(((2, 2), 8), ((1, 16), 2))
        self.assertEqual(layout(numpy.arange(32)).tolist(), [layout(i) for i in range(32)])
        self.assertTrue((layout(numpy.arange(4)[:, None], numpy.arange(8)) == layout.indices()).all())
        self.assertEqual(layout((numpy.array([1, 3]), 2)).tolist(), [layout(1, 2), layout(3, 2)])
        self.assertEqual(layout(numpy.array([40, 33])).tolist(), [layout(40), layout(33)])
        swizzled = cs.eval("Sw<1,0,2> o 0 o (4,4):(4,1)")
        self.assertEqual(swizzled(numpy.arange(16)).tolist(), [swizzled(i) for i in range(16)])
        self.assertEqual(layout(numpy.zeros((0,), dtype=int)).shape, (0,))

    def test_refuse_what_is_no_coordinate(self):
        layout = cs.Layout((4, 8))
        for call, why in (
            (lambda: layout(numpy.array([1.5])), "of integers"),
            (lambda: layout(numpy.arange(3), None), "for each mode"),
            (lambda: layout(numpy.arange(2), 1, 1), "does not fit the shape"),
            (lambda: cs.eval("make_tensor(ptr,(4,4))")(numpy.arange(2)), "holds indices"),
            (lambda: cs.eval("(4,4):(1@0,1@1)")(numpy.arange(2)), "holds indices"),
        ):
            with self.assertRaisesRegex(cs.Error, why):
                call()


if __name__ == "__main__":
    unittest.main()
