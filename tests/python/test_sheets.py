"""Sheets, figures and traces as Python objects."""

import contextlib
import errno
import inspect
import io
import json
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import cutescope as cs

text = """# a note
A = (8,8):(8,1)
D = zipped_divide(A, <4:1, 4:1>)
E = composition(A, 6:3)
bad = compositon(A, 3)
cta = local_tile(A, (4,4), (0,1))
P = local_partition(cta, (2,4):(4,1), 3)
"""


class Printed:
    """An object of the CuTe DSL: all that is known of it is what it prints."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class ShowTest(unittest.TestCase):
    def shown(self, show):
        """What is printed; in a function of its own, for `show` asks its caller what its variables are called."""
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertIsNone(show())
        return out.getvalue().splitlines()

    def test_values_have_the_names_of_their_variables(self):
        A = cs.Layout("(8,8):(8,1)")
        self.assertEqual(self.shown(lambda: cs.show(A, "(4,2):(2,1)", D="zipped_divide((8,8):(8,1), (4,4))")),
                         ["A = (8,8):(8,1)", "L2 = (4,2):(2,1)", "D = ((4,4),(2,2)):((8,1),(32,4))"])
        o = A  # a word of the language
        self.assertEqual(self.shown(lambda: cs.show(o)), ["L1 = (8,8):(8,1)"])

    def test_tensors_of_other_libraries(self):
        import numpy

        x = numpy.zeros((4, 6), dtype=numpy.float32)[:, ::2]
        self.assertEqual(self.shown(lambda: cs.show(x)), ["x = (4,3):(6,2)"])
        torn = numpy.zeros(4, dtype=[("a", "i1"), ("b", "f4")])["b"]
        self.assertRaisesRegex(cs.Error, "no whole elements of 4 bytes", cs.show, torn)

        class Torch:
            shape = (2, 3)

            def stride(self):
                return (3, 1)

        t = Torch()
        self.assertEqual(self.shown(lambda: cs.show(t)), ["t = (2,3):(3,1)"])

    def test_what_the_dsl_prints(self):
        gA = Printed("tensor<ptr<f16, gmem, align<16>> o (128,8,?):(?{i64 div=8},1,8)>")
        self.assertEqual(self.shown(lambda: cs.show(gA, dynamic=[16, 4096])), ["gA = ptr+0 o (128,8,16):(4096,1,8)"])
        self.assertRaisesRegex(cs.Error, "only the kernel knows", cs.show, gA)
        cA = Printed("tensor<(0,32) o (4,8):(1@0,1@1)>")
        self.assertEqual(self.shown(lambda: cs.show(cA)), ["cA = ArithTuple(0,32) o (4,8):(1@0,1@1)"])
        sA = Printed("tensor<ptr<bf16, smem, align<1024>, S<3,4,3>> o ((8,16),(64,1)):((64,512),(1,0))>")
        self.assertEqual(self.shown(lambda: cs.show(sA))[0].partition("_ptr")[0], "sA = Sw<3,4,3>")
        s8 = Printed("tensor<ptr<f8E4M3FN, gmem> o (8,4):(4,1)>")
        self.assertEqual(self.shown(lambda: cs.show(s8)), ["s8 = ptr+0 o (8,4):(4,1)"])
        layout = Printed("S<3,4,3> o 0 o (8,64):(64,1)")
        self.assertEqual(self.shown(lambda: cs.show(layout)), ["layout = Sw<3,4,3> o 0 o (8,64):(64,1)"])


class FactsTest(unittest.TestCase):
    """An entry says what the command line says of it; both are the document's rows, as the window's and the page's are."""

    def test_entries_of_every_kind(self):
        with open(os.path.join(os.environ["CUTESCOPE_TEST_DATA"], "golden", "worked_examples.tsv"), encoding="utf-8") as file:
            rows = [line.split("\t") for line in file if line.strip() and not line.startswith("#")]
        lines = [row[1] for row in rows if len(row) > 2 and row[2] != "ERROR"][:110]
        sheet = cs.sheet("\n".join(f"e{i} = {line}" for i, line in enumerate(lines)))
        values = [e for e in sheet.entries if e.problem is None]
        self.assertGreaterEqual(len(values), 100)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "facts.cutes")
            sheet.save(path)
            for entry in values:
                try:
                    element = entry.element(1)
                except cs.Error:
                    element = None
                command = [os.environ["CUTESCOPE"], "inspect", path, "--entry", entry.name, "--json"]
                said = json.loads(subprocess.run(command + ([] if element is None else ["--at", "1"]), check=True, capture_output=True).stdout)
                with self.subTest(entry.text):
                    self.assertEqual([fact["text"] for fact in said["facts"]], entry.facts)
                    self.assertEqual({row["label"]: row["value"]["text"] for row in said["properties"]}, entry.properties)
                    self.assertEqual(said["verdict"]["counterexample"], entry.verdict.counterexample)
                    self.assertEqual(said["actions"], entry.actions)
                    if element is not None:
                        self.assertEqual({row["label"]: row["value"]["text"] for row in said["element"]["rows"]}, element)

    def test_what_can_be_done(self):
        entry = cs.sheet("A = (8,8):(8,1)\n@view colour=bank\nn = 3\n").entry("A")
        actions = {action["key"]: action for action in entry.actions}
        self.assertEqual([c["value"] for c in actions["colour"]["choices"] if c["chosen"]], ["bank"])
        self.assertIn("why_not", next(c for c in actions["colour"]["choices"] if c["value"] == "swizzle"))
        self.assertFalse(actions["transposed"]["on"])
        for kind in [c["value"] for c in actions["figure"]["choices"] if c["value"] in ("card", "slices")]:
            self.assertIn("<svg", cs.sheet("A = (8,8,2):(8,1,64)").figure(entry="A", kind=kind).svg)
        for choice in actions["palette"]["choices"]:
            self.assertIn("<svg", cs.sheet("A = (8,8):(8,1)").figure(entry="A", palette=choice["value"]).svg)
        self.assertEqual([action["key"] for action in cs.sheet("n = 3").entry("n").actions], ["code"])

    def test_what_an_element_is(self):
        entry = cs.sheet("A = (8,8):(8,1)\nD = zipped_divide(A, <4:1, 4:1>)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1)\n").entry("D")
        said = entry.element((9, 1))
        self.assertEqual(said["R-D"], "(9,1)")
        self.assertEqual(said["in A"], "A(5,2)")
        self.assertTrue(said["thread"].startswith("T"))
        self.assertEqual(entry.facts, ["tile 4×4", "4 tiles"])
        self.assertEqual(entry.properties["injective"], "yes")
        for wrong in (64, (1, 2, 3), -1):
            with self.assertRaises(cs.Error):
                entry.element(wrong)


class SheetTest(unittest.TestCase):
    def setUp(self):
        self.sheet = cs.sheet(text)

    def test_values_by_name_and_number(self):
        s = self.sheet
        self.assertEqual(len(s), 7)
        self.assertEqual(list(s), ["A", "D", "E", "bad", "cta", "P"])
        self.assertEqual(s["A"], cs.Layout("(8,8):(8,1)"))
        self.assertEqual(str(s["D"]), "((4,4),(2,2)):((8,1),(32,4))")
        self.assertEqual(str(s["P"]), "ptr+7 o (2,1):(16,0)")
        self.assertIsNone(s[0])
        self.assertEqual(s[1], s["A"])
        self.assertIn("A", s)
        self.assertNotIn("B", s)
        with self.assertRaises(KeyError):
            s["B"]
        with self.assertRaises(IndexError):
            s[7]
        with self.assertRaises(cs.Error) as caught:
            s["bad"]
        self.assertEqual(caught.exception.expression, "bad = compositon(A, 3)")
        self.assertEqual(caught.exception.expression[slice(*caught.exception.place)], "compositon")

    def test_verdicts_and_problems(self):
        s = self.sheet
        self.assertTrue(s.verdicts["D"])
        self.assertEqual(s.verdicts["D"].checked, 64)
        self.assertFalse(s.verdicts["E"])
        self.assertIn("R(3)", s.verdicts["E"].counterexample)
        lines = {p.line: p for p in s.problems}
        self.assertEqual(lines[5].suggestions, ["composition"])
        self.assertIn(4, lines)
        self.assertEqual(s.entry("bad").problem.line, 5)
        self.assertIsNone(s.entry("A").problem)
        self.assertTrue(s.entries[0].is_note)

    def test_a_malformed_line_is_refused(self):
        with self.assertRaises(cs.Error):
            cs.sheet("A = 4:1\n@view colour=\n@launch kernel=none")

    def test_is_saved_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.cutes")
            self.sheet.save(path)
            self.assertEqual(cs.load(path).text, self.sheet.text)
            with self.assertRaises(cs.Error):
                self.sheet.save(os.path.join(folder, "a.doc"))

    def test_files_that_cannot_be_read_or_written_are_errors_of_the_system(self):
        with tempfile.TemporaryDirectory() as folder:
            missing = os.path.join(folder, "none.cutes")
            nowhere = os.path.join(folder, "none", "a")
            for call, path in (
                (lambda: cs.load(missing), missing),
                (lambda: cs.load(os.path.join(folder, "none.cu")), os.path.join(folder, "none.cu")),
                (lambda: self.sheet.save(nowhere + ".cutes"), nowhere + ".cutes"),
                (lambda: self.sheet.save(nowhere + ".html"), nowhere + ".html"),
                (lambda: self.sheet.save(nowhere + ".svg"), nowhere + ".svg"),
                (lambda: self.sheet.figure(entry="A").save(nowhere + ".pdf"), nowhere + ".pdf"),
            ):
                with self.assertRaises(FileNotFoundError) as caught:
                    call()
                e = caught.exception
                self.assertIsInstance(e, cs.Error)
                self.assertIsInstance(e, cs.FileError)
                self.assertEqual((e.errno, e.filename), (errno.ENOENT, path))
                self.assertIn(path, e.message)
            with self.assertRaises(OSError) as caught:
                cs.load(folder)
            self.assertEqual(caught.exception.errno, errno.EISDIR)

    def test_sheets_are_equal_where_their_texts_are(self):
        again, other = cs.sheet(text), cs.sheet(text + "F = 4:1\n")
        self.assertEqual(self.sheet, again)
        self.assertEqual(hash(self.sheet), hash(again))
        self.assertNotEqual(self.sheet, other)
        self.assertNotEqual(self.sheet, text)
        self.assertEqual({self.sheet: 1}[again], 1)
        self.assertEqual(self.sheet.entry("A"), again.entry("A"))
        self.assertEqual(hash(self.sheet.entry("A")), hash(again.entry("A")))
        self.assertNotEqual(self.sheet.entry("A"), again.entry("D"))

    def test_macros_of_a_program_are_given(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tile.cu")
            with open(path, "w") as file:
                file.write("#ifdef WIDE\nauto a = Layout<_128>{};\n#else\nauto a = make_layout(Int<TILE>{});\n#endif\n")
            self.assertEqual(str(cs.load(path, macros={"TILE": 32})["a"]), "32:1")
            self.assertEqual(str(cs.load(path, macros={"WIDE": True})["a"]), "128:1")
            self.assertEqual(str(cs.load(path, macros={"WIDE": None, "TILE": 8})["a"]), "8:1")
            for macros in ({"WIDTH": 1}, {"3": 1}):
                with self.assertRaises(cs.Error):
                    cs.load(path, macros=macros)

    def test_large_verdicts_are_decided(self):
        s = cs.sheet("A = (1024,1024):(1024,1)\nD = zipped_divide(A, (32,32))")
        self.assertEqual((s.verdicts["D"].kind, s.verdicts["D"].checked), ("kept", 1 << 20))


class FiguresTest(unittest.TestCase):
    def test_values_have_pictures(self):
        for value in (cs.Layout("(8,8):(8,1)"), cs.eval("Sw<2,0,3> o 0 o (8,8):(8,1)"), cs.eval("ptr+4 o (4,4):(8,1)")):
            picture = xml.etree.ElementTree.fromstring(value._repr_svg_())
            self.assertTrue(picture.tag.endswith("svg"))
            self.assertIn("cutescope-figure", value._repr_html_())
        self.assertIsNone(cs.f16._repr_svg_())
        self.assertIsNone(cs.Layout((1 << 20, 1 << 20))._repr_svg_())
        self.assertIsNone(cs.Layout((1 << 20, 1 << 20))._repr_html_())
        # A value without a name has its text as heading, once.
        shown = cs.Layout("(4,8):(8,1)")._repr_html_()
        self.assertIn('<h3 class="name">(4,8):(8,1)</h3></header>', shown)
        self.assertNotIn('class="value"', shown)
        self.assertIn('<h3 class="name">A</h3><code class="value">(4,8):(8,1)</code></header>', cs.sheet("A = (4,8):(8,1)")._repr_html_())

    def test_figures_in_a_notebook_take_its_width_and_theme(self):
        shown = cs.Layout("(4,8):(8,1)")._repr_html_()
        for selector in ["[data-jp-theme-light=false]", ".vscode-dark", "html[theme=dark]", "prefers-color-scheme:dark"]:
            self.assertIn(selector, shown)
        s = cs.sheet("A = (4,8):(8,1)")
        figure = s.figure()._repr_html_()
        self.assertIn("max-width:100%", figure)
        self.assertIn("(prefers-color-scheme: dark)", figure)
        self.assertEqual(figure.count("base64,"), 2)
        themed = s.figure(theme="dark")._repr_html_()
        self.assertIn("max-width:100%", themed)
        self.assertNotIn("<picture>", themed)

    def test_sheets_have_figures(self):
        s = cs.sheet(text)
        self.assertIn("cutescope-figure", s._repr_html_())
        page = s.to_html(language="zh", theme="dark", title="<layouts> & \"more\"")
        self.assertTrue(page.lstrip().lower().startswith("<!doctype html"))
        self.assertIn("&lt;layouts&gt;", page)
        with tempfile.TemporaryDirectory() as folder:
            for name, begins in (("a.html", b"<!"), ("a.svg", b"<"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.tex", b"")):
                path = os.path.join(folder, name)
                s.save(path)
                with open(path, "rb") as file:
                    self.assertTrue(file.read().lstrip().startswith(begins), name)
            s.figure(entry="D", kind="operands", theme="dark").save(os.path.join(folder, "d.svg"))
        steps = s.figure(entry="D", kind="steps")
        self.assertIn("<svg", steps.svg)
        for wrong in ({"kind": "none"}, {"theme": "none"}, {"color_by": "nonsense"}, {"entry": "A", "kind": "steps"}):
            with self.assertRaises(cs.Error):
                s.figure(**wrong)
        with self.assertRaises(TypeError):
            s.figure(colour="x")
        with self.assertRaises(KeyError):
            s.figure(entry="none")

    def test_hostile_names_stay_text(self):
        s = cs.sheet("# </script><img src=x onerror=alert(1)> ]]> \u2028\nA = (4,4):(4,1)")
        page = s.to_html()
        self.assertNotIn("<img src=x", page)


class TraceTest(unittest.TestCase):
    def test_arrays(self):
        import numpy

        t = cs.trace("(64,64):(64,1)", "(16,16)", "(8,16):(16,1)")
        self.assertEqual((t.blocks, t.threads, t.values, t.elements), (16, 128, 2, 4096))
        element = t.element
        self.assertEqual((element.shape, element.dtype), ((16, 128, 2), numpy.int64))
        self.assertEqual(numpy.sort(element.ravel()).tolist(), list(range(4096)))
        self.assertTrue((t.count == 1).all())
        # The recorded thread of an element is the first that touches it.
        for e in (0, 1, 777, 4095):
            self.assertEqual(element[t.block[e], t.thread[e], t.value[e]], e)
        # The algebra says the same of a block's thread.
        tile = cs.local_tile("(64,64):(64,1)", (16, 16), (1, 2))
        mine = cs.local_partition(tile, "(8,16):(16,1)", 17)
        offsets = mine.indices().ravel(order="F")
        self.assertIn(sorted(offsets.tolist()), [sorted(element[b, 17].tolist()) for b in range(16)])
        self.assertEqual(t.order.shape, element.shape)
        self.assertEqual(t.order[0, 0, 0], 0)
        self.assertIn("4096", str(t))

    def test_takes_objects(self):
        a = cs.trace(cs.Layout((64, 64), (64, 1)), (16, 16), cs.Layout((8, 16), (16, 1)), element="f16")
        b = cs.trace("(64,64):(64,1)", "(16,16)", "(8,16):(16,1)", element="f16")
        self.assertTrue((a.element == b.element).all())
        of = [json.dumps({key: value for key, value in t.report.items() if "ms" not in key}, sort_keys=True) for t in (a, b)]
        self.assertEqual(len(of[0]) > 100, len(of[1]) > 100)

    def test_of_a_sheet(self):
        s = cs.sheet("A = (64,64):(64,1)\n@launch tensor=A tile=(16,16) threads=(8,16):(16,1)\n")
        self.assertEqual(s.trace().values, 2)
        with self.assertRaises(cs.Error):
            cs.sheet("A = 4:1").trace()

    def test_errors_name_the_field(self):
        for wrong in (("(64,64):(64,1)", "(16,16)", "nonsense"), ("(64,64):(64,1)", "(48,16,4)", "8:1"), ("f16", "4", "4:1"), ("4:1",)):
            with self.assertRaises(cs.Error) as caught:
                cs.trace(*wrong)
            self.assertTrue(caught.exception.message)
        with self.assertRaises(cs.Error):
            cs.trace("4:1", "4", "4:1", kernel="none")
        with self.assertRaises(cs.Error):
            cs.trace("4:1", "4", "4:1", element="none")

    def test_every_field_of_the_form_is_one_of_each_host(self):
        program = os.environ["CUTESCOPE"]
        options = subprocess.run([program, "run", "--help"], check=True, capture_output=True, text=True).stdout
        kernels = ("local_partition", "inner_partition", "outer_partition", "tiled_copy", "tiled_mma", "layout")
        with tempfile.TemporaryDirectory() as folder:
            for kernel in kernels:
                sheet = cs.sheet(f"A = (8,8):(8,1)\n@launch tensor=A tile=(4,4) threads=(2,4):(4,1) kernel={kernel}\n")
                path = os.path.join(folder, "launch.cutes")
                sheet.save(path)
                said = json.loads(subprocess.run([program, "inspect", path, "--entry", "A", "--json"], check=True, capture_output=True).stdout)
                shown = subprocess.run([program, "inspect", path, "--entry", "A", "--launch"], check=True, capture_output=True, text=True).stdout
                self.assertEqual({row["label"]: row["text"] for row in said["launch"]}, sheet.launch)
                self.assertEqual(sheet.launch["kernel"], kernel)
                for row in said["launch"]:
                    with self.subTest(kernel=kernel, key=row["key"]):
                        self.assertIn(row['argument'], inspect.signature(cs.trace).parameters)
                        self.assertEqual(bool(row["text"]), bool(re.search(rf"(?m)^  {row['label']} +{re.escape(row['text'])}$", shown)))
                        if "option" in row:
                            self.assertIn(row["option"], options)
        self.assertEqual(cs.sheet("A = 4:1").launch, {})

    def test_arguments_are_those_of_the_form(self):
        plain = cs.trace("(64,64):(64,1)", "(16,16)", "(8,16):(16,1)")
        same = cs.trace("(64,64):(64,1)", "(16,16)", threads="(8,16):(16,1)", kernel="", values=None, access_bytes=0, element="", shared=None)
        self.assertTrue((plain.order == same.order).all())
        self.assertEqual(cs.trace("64:1", "16", "4:1", access_bytes=4).width, 1)
        self.assertEqual(cs.trace("(8,8):(8,1)", partition="(1,8,8):(0,8,1)").threads, 8)
        self.assertIn("bank", str(cs.trace("(64,64):(64,1)", "(16,16)", "(8,16):(16,1)", shared=True)))
        self.assertEqual(cs.trace("(64,64):(64,1)", "(16,16)", "(8,16):(16,1)", grid=2, block=(64, 1)).report["grid"], [2, 1, 1])
        for wrong in ({"colour": 1}, {"shared": 1}, {"tile": "4"}):
            with self.assertRaises(TypeError):
                cs.trace("4:1", "4", "4:1", **wrong)
        with self.assertRaises(TypeError):
            cs.trace()
        with self.assertRaises(TypeError):
            cs.trace("4:1", "4", "4:1", "")
        with self.assertRaises(cs.Error):
            cs.trace("4:1", "4", "4:1", access_bytes=3)

    def test_predicated_and_out_of_bounds(self):
        t = cs.trace("(60,64):(64,1)", "(16,16)", "(8,16):(16,1)")
        self.assertEqual((t.element == -1).sum(), t.predicated + t.out_of_bounds)


if __name__ == "__main__":
    unittest.main()
