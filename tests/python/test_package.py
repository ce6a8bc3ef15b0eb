"""The package as others get it: its type hints, its words, its wheel."""

import ast
import inspect
import os
import pydoc
import re
import subprocess
import sys
import tempfile
import unittest

import cutescope as cs

folder = os.path.dirname(cs.__file__)


class HintsTest(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(folder, "__init__.pyi"), encoding="utf-8") as file:
            self.tree = ast.parse(file.read())

    def names_of(self, body):
        found = set()
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found.add(node.name)
            elif isinstance(node, ast.AnnAssign):
                found.add(node.target.id)
            elif isinstance(node, ast.Assign):
                found.update(target.id for target in node.targets)
        return found

    def test_say_all_that_there_is(self):
        hinted = self.names_of(self.tree.body)
        there = {name for name in vars(cs._cutescope) if not name.startswith("_")} | {word for word in cs.words() if word.isidentifier()}
        self.assertEqual(there - hinted, set())
        self.assertEqual(hinted - there - {"Value", "Argument", "Coordinate"}, set())
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))

    def test_say_the_methods(self):
        classes = {node.name: self.names_of(node.body) for node in self.tree.body if isinstance(node, ast.ClassDef)}
        self.assertTrue({"size", "cosize", "coalesce", "composition"} <= classes["Value"])
        self.assertTrue({"shape", "stride", "indices", "__call__", "__getitem__"} <= classes["Layout"])
        self.assertTrue({"message", "place", "hint"} <= classes["Error"])

    def test_functions_are_documented_as_their_records(self):
        words = ast.unparse(self.tree)
        for function in cs.functions.values():
            self.assertIn(function.meaning.replace("\\", "\\\\")[:40], words.replace("\\'", "'"))


class WordsTest(unittest.TestCase):
    def test_everything_has_documentation(self):
        for name in cs.__all__:
            thing = getattr(cs, name)
            if callable(thing):
                self.assertTrue(thing is cs.Function or (thing.__doc__ or "").strip(), name)
        for kind in (cs.Layout, cs.Tensor, cs.Sheet, cs.Trace, cs.Error, cs.Verdict):
            for name, thing in vars(kind).items():
                if not name.startswith("_") and not isinstance(thing, cs.Function):
                    self.assertTrue((thing.__doc__ or "").strip(), f"{kind.__name__}.{name}")

    def test_help_shows_it(self):
        self.assertIn("R(c) = A(B(c))", pydoc.render_doc(cs.composition, renderer=pydoc.plaintext))
        self.assertIn("Layout(shape, stride=None)", pydoc.render_doc(cs.Layout, renderer=pydoc.plaintext))

    def test_star_leaves_pythons_own_names(self):
        names = {}
        exec("from cutescope import *", names)
        for name in ("abs", "slice", "zip", "max", "eval"):
            self.assertNotIn(name, names)
        self.assertIs(names["composition"], cs.composition)

    def test_examples_of_the_package(self):
        lines = re.findall(r">>> (.*)\n    ((?!>>>).*)", inspect.getdoc(cs).replace("\n", "\n    "))
        self.assertGreaterEqual(len(lines), 2)
        names = {"cs": cs, "A": cs.Layout("(8,8):(8,1)")}
        self.assertEqual(repr(eval("(A(2, 3), A(2, None))", names)), '(19, Layout("(8):(1)"))')
        for source, answer in lines:
            if source.startswith("print("):
                self.assertEqual(str(eval(source[6:-1], names)), answer.strip())


class PageTest(unittest.TestCase):
    def test_the_examples_of_the_page_run(self):
        with open(os.path.join(os.environ["CUTESCOPE_DOCS"], "python.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.assertGreaterEqual(len(blocks), 4)
        names, before = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as work:
            os.chdir(work)
            try:
                for block in blocks:
                    exec("\n".join(line for line in block.split("\n") if not line.startswith("cs.load(")), names)
            finally:
                os.chdir(before)
        cs, a = names["cs"], names["A"]
        self.assertEqual(repr((a(10), a(2, 1), a(2, None))), '(17, 17, Layout("(8):(1)"))')
        self.assertEqual(str(cs.make_tile(cs.Layout(4, 1), 2)), str(cs.eval("<4:1,2>")))


class WheelTest(unittest.TestCase):
    def test_the_wheel_has_the_package(self):
        try:
            import setuptools  # noqa: F401
            import wheel  # noqa: F401
        except ImportError:
            print("SKIPPED: the wheel: no setuptools and wheel")
            return
        with tempfile.TemporaryDirectory() as out:
            build = [sys.executable, "setup.py", "--quiet", "bdist_wheel", "--dist-dir", out, "--bdist-dir", os.path.join(out, "bdist")]
            subprocess.run(build, cwd=os.path.dirname(folder), check=True, capture_output=True)
            wheels = [name for name in os.listdir(out) if name.endswith(".whl")]
            self.assertEqual(len(wheels), 1)
            self.assertNotIn("none-any", wheels[0])
            site = os.path.join(out, "site")
            subprocess.run([sys.executable, "-m", "zipfile", "-e", os.path.join(out, wheels[0]), site], check=True)
            asked = [sys.executable, "-c", "import cutescope as c; print(c.__file__, c.coalesce('(2,(1,6)):(1,(6,2))'))"]
            there = {**os.environ, "PYTHONPATH": site}
            answer = subprocess.run(asked, check=True, env=there, capture_output=True, text=True, cwd=out).stdout
            self.assertIn(site, answer)
            self.assertTrue(answer.endswith("12:1\n"))


if __name__ == "__main__":
    unittest.main()
