"""The package as others get it: its type hints, its words, its wheel."""

import ast
import copy
import inspect
import os
import pickle
import pydoc
import re
import subprocess
import sys
import tempfile
import unittest

import cutescope as cs

folder = os.path.dirname(cs.__file__)


# The pages whose blocks of Python are run.
pages = ["python.md", "python.zh.md"]


def blocks_of(page):
    """The blocks of Python of a page of docs."""
    with open(os.path.join(os.environ["CUTESCOPE_DOCS"], page), encoding="utf-8") as file:
        return re.findall(r"```python\n(.*?)```", file.read(), re.S)


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
            elif isinstance(node, ast.ImportFrom):
                found.update(name.asname for name in node.names)
            elif isinstance(node, ast.Assign):
                found.update(target.id for target in node.targets)
        return found

    def test_say_all_that_there_is(self):
        hinted = self.names_of(self.tree.body)
        there = {name for name in vars(cs._cutescope) if not name.startswith("_") and name.isidentifier()}
        there |= {word for word in cs.words() if word.isidentifier()}
        there |= set(cs._pycute.__all__) | {"__version__", "atoms", "show", "tools", "Report", "FlowReport", "KernelMap", *cs._of_tools}
        self.assertEqual(there - hinted, set())
        self.assertEqual({name for name in hinted - there if not name.startswith("_")} - {"Value", "Argument", "Coordinate"}, set())
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))

    def test_say_the_methods(self):
        classes = {node.name: self.names_of(node.body) for node in self.tree.body if isinstance(node, ast.ClassDef)}
        self.assertTrue({"size", "cosize", "coalesce", "composition"} <= classes["Value"])
        self.assertTrue({"shape", "stride", "indices", "__call__", "__getitem__"} <= classes["Layout"])
        self.assertTrue({"message", "place", "hint"} <= classes["Error"])

    def test_functions_are_documented_as_their_records(self):
        words = ast.unparse(self.tree)
        for function in (f for name, f in cs.functions.items() if name.isidentifier()):
            self.assertIn(function.meaning.replace("\\", "\\\\")[:40], words.replace("\\'", "'"))


class TypesTest(unittest.TestCase):
    """mypy --strict: of the hints themselves, of the documentation's examples, and of a program that uses most of the module."""

    def said(self, source):
        """What mypy says of a program, and of the hints that it imports."""
        try:
            import mypy  # noqa: F401
        except ImportError:
            print("SKIPPED: the type hints: no mypy")
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as work:
            path = os.path.join(work, "program.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.path.join(work, "cache"), path]
            # Where the package lies in a folder of its own its hints are checked, too, which mypy does not of what is installed.
            there = {**os.environ, "MYPYPATH": os.path.dirname(folder)}
            ran = subprocess.run(command, capture_output=True, text=True, env=there, cwd=work)
        return ran.stdout + ran.stderr

    def test_of_the_examples_of_the_page(self):
        for page in pages:
            program = "\n".join(blocks_of(page))
            self.assertIn("Success: no issues found", self.said(program))
            self.assertIn("error: ", self.said(program + "\ncs.composition(A)\n"))

    def test_of_a_program(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "typed_use.py"), encoding="utf-8") as file:
            self.assertIn("Success: no issues found", self.said(file.read()))


def one_of_each():
    """A value of each kind, and the other objects that a user holds."""
    sheet = cs.sheet("A = (8,8):(8,1)\nB = composition(A, 6:3)\n@launch tensor=A tile=(4,4) threads=(2,4)\n")
    texts = [
        "(8,8):(8,1)", "(_4,8):(_8,1)", "(4,4):(1@0,1@1)", "<4:1,_>", "make_tensor(ptr,(4,4):(4,1))", "Swizzle<3,4,3>",
        "Sw<3,4,3> o 0 o (8,64):(64,1)", "64:1 o -24 o Sw<2,2,3>", "f16", "bit_matrix((4,4):(4,1))",
        "SM80_16x8x16_F32F16F16F32_TN", "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
    ]  # fmt: skip
    layout = cs.Layout("(8,8):(8,1)")
    return [cs.eval(text) for text in texts] + [
        cs.X, cs.Dynamic(4), cs.ScaledBasis(1, (0, 1)), cs.Major.K, cs.Layout, cs.Error, cs.composition, cs.get[0, 1], layout.size,
        layout.get[0], sheet, sheet.entry("B"),
    ]  # fmt: skip


class AttributesTest(unittest.TestCase):
    def test_dir_lists_what_is_called_and_atoms_by_themselves(self):
        self.assertTrue({"composition", "f16", "Layout", "find", "atoms", "is_layout", "__version__"} <= set(dir(cs)))
        atom = "SM80_16x8x16_F32F16F16F32_TN"
        self.assertEqual(getattr(cs, atom), getattr(cs.atoms, atom))
        self.assertNotIn(atom, dir(cs))
        self.assertIn(atom, dir(cs.atoms))
        self.assertLess(len(dir(cs)), 420)
        self.assertFalse(hasattr(cs.atoms, "SM80_nothing"))
        self.assertRegex(cs.__version__, r"^\d+\.\d+\.\d+$")

    def test_a_contract_is_said_once(self):
        self.assertEqual(cs.composition.__doc__.count("R(c) = A(B(c))"), 1)

    def test_hasattr_is_true_or_false_of_every_name(self):
        asked = cs.words() + dir(cs) + dir(cs.atoms)
        self.assertTrue(all(hasattr(cs, name) for name in asked))
        # Atoms that take arguments in <>, other libraries' questions, and what is no text.
        without = [
            "GMMA_64x104x32_F16F16F16_RS", "AutoVectorizingCopyWithAssumedAlignment", "ptr", "o", "foo", "__wrapped__", "__path_hooks__",
            "", "a b", "1:1", "A\0B", "\ud800", "composition(", "__torch_function__",
        ]  # fmt: skip
        for name in without:
            self.assertFalse(hasattr(cs, name), name)
            self.assertEqual(getattr(cs, name, 7), 7)
        with self.assertRaisesRegex(AttributeError, "takes the majors of A and B: .*GMMA::Major::K"):
            cs.GMMA_64x104x32_F16F16F16_RS
        self.assertGreater(len(asked), 4000)

    def test_what_looks_at_the_module_can(self):
        members = dict(inspect.getmembers(cs))
        self.assertIs(members["composition"], cs.composition)
        self.assertIn("composition", pydoc.render_doc(cs))
        for name in list(members)[::29]:
            inspect.getdoc(members[name])
            inspect.unwrap(members[name]) if callable(members[name]) else None
        for thing in one_of_each():
            self.assertFalse(hasattr(thing, "no_such_attribute"))
            for name in dir(thing):
                getattr(thing, name, None)  # what is not of this value is an AttributeError
            inspect.getmembers(thing)

    def test_what_is_copied_and_pickled_stays_what_it_is(self):
        for thing in one_of_each():
            for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing)), *pickle.loads(pickle.dumps([thing]))):
                self.assertIs(type(again), type(thing))
                self.assertEqual(repr(again), repr(thing))
                if isinstance(thing, (int, cs.Layout, cs.BitMatrix)):
                    self.assertEqual(again, thing)
        self.assertIs(pickle.loads(pickle.dumps(cs.composition)), cs.composition)
        self.assertIs(copy.deepcopy({"f": [cs.X]})["f"][0], cs.X)
        self.assertEqual(pickle.loads(pickle.dumps(cs.Layout("(8,8):(8,1)").get[0]))(), cs.get[0](cs.Layout("(8,8):(8,1)")))
        with self.assertRaises(cs.Error):
            cs._cutescope._bit_matrix([("m", 3, 0, 0)], [], [1], 0, 0)


# Each in a process of its own: only what is called first can wait for what is being made.
first_calls = """
import sys, threading
import cutescope as cs
sys.setswitchinterval(1e-6)
calls = [
    lambda: cs.Layout("(8,8):(8,1)").indices(),
    lambda: cs.trace("(8,8):(8,1)", "(4,4)", "(2,4):(4,1)").element,
    lambda: cs.eval("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))"),
    lambda: cs.sheet("A = (8,8):(8,1)\\nB = composition(A, 6:3)").to_html(),
    lambda: cs.Layout("(8,8):(8,1)")._repr_svg_(),
    lambda: cs.words(),
    lambda: cs.SM80_16x8x16_F32F16F16F32_TN,
    lambda: cs.composition.check("(8,8):(8,1)", "6:3"),
]
which, count = CHOSEN
barrier, problems = threading.Barrier(count), []
def work(i):
    barrier.wait()
    try:
        calls[i % len(calls) if which < 0 else which]()
    except Exception as e:
        problems.append(repr(e))
threads = [threading.Thread(target=work, args=(i,)) for i in range(count)]
for t in threads: t.start()
for t in threads: t.join()
sys.exit("; ".join(problems) or 0)
"""


class FirstCallsTest(unittest.TestCase):
    def test_threads_that_call_first_do_not_wait_for_each_other(self):
        # The same call of all threads, each kind twice; then all kinds at once.
        for which, count in [(k, n) for k in range(8) for n in (2, 12)] + [(-1, 16)] * 8:
            program = first_calls.replace("CHOSEN", f"{which}, {count}")
            # Ended only where the threads wait for each other: none of this takes more than a second or two.
            ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=240)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), (which, count))


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
    def test_the_examples_of_the_pages_run(self):
        for page in pages:
            with self.subTest(page):
                self.run_page(page)

    def run_page(self, page):
        blocks = blocks_of(page)
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


class WithoutNumpyTest(unittest.TestCase):
    def test_what_needs_it_says_so(self):
        program = """
import sys
sys.modules["numpy"] = None
import cutescope as cs
assert cs.composition("(8,8):(8,1)", "8:2") == cs.Layout("(4,2):(16,1)")
class Array:
    ndim = 1
    __array__ = None
a = cs.Layout("(8,8):(8,1)")
trace = cs.trace("(8,8):(8,1)", "(4,4)", "(2,4):(4,1)")
for call in (lambda: a.indices(), lambda: trace.element, lambda: trace.count, lambda: a(Array())):
    try:
        call()
    except ImportError as e:
        assert e.name == "numpy" and "cutescope needs numpy for arrays" in str(e), e
    else:
        assert False
"""
        ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))


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
