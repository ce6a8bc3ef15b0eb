"""The functions of the language as functions of the module, and the golden rows through them."""

import inspect
import os
import pickle
import re
import subprocess
import sys
import threading
import time
import unittest
import warnings

import cutescope as cs

golden = os.path.join(os.environ["CUTESCOPE_TEST_DATA"], "golden")


def rows(name):
    """(operation, expression, answer) of a file of golden rows."""
    with open(os.path.join(golden, name), encoding="utf-8") as file:
        for line in file:
            parts = line.rstrip("\n").split("\t")
            if len(parts) == 3 and not line.startswith("#"):
                yield parts


def pieces(text, brackets="()"):
    """What stands between the commas of a text, outside of brackets."""
    depth, begin, found = 0, 0, []
    for at, c in enumerate(text):
        if c in "(<[{":
            depth += 1
        elif c in ")>]}":
            depth -= 1
        elif c == "," and depth == 0:
            found.append(text[begin:at])
            begin = at + 1
    last = text[begin:]
    return found + [last] if last.strip() or found else []


def closing(text, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "(<["
        depth -= text[i] in ")>]"
        if depth == 0:
            return i
    return -1


def call_of(expression):
    """(function, texts in <>, texts in ()) where the expression is one call of a function of the module; else None."""
    match = re.match(r"(\w+)([<(])", expression)
    function = cs.functions.get(match[1]) if match else None
    if function is None:
        return None
    at, indices = match.end() - 1, []
    if match[2] == "<":
        end = closing(expression, at)
        indices, at = pieces(expression[at + 1 : end]), end + 1
    if at >= len(expression) or expression[at] != "(" or closing(expression, at) != len(expression) - 1:
        return None
    return function, indices, pieces(expression[at + 1 : -1])


def printed(value):
    """As CuTe prints it. A tuple of other things than integers is Python's own."""
    if isinstance(value, tuple) and not all(isinstance(one, (int, tuple, cs.ScaledBasis)) for one in value):
        return "(" + ",".join(printed(one) for one in value) + ")"
    return cs.to_string(value, marks=True)


def setUpModule():
    warnings.simplefilter("ignore", cs.ContractWarning)  # of rows whose contracts CuTe breaks; ContractTest looks for it


class GoldenTest(unittest.TestCase):
    def replay(self, name, least):
        """Calls the function of each row with objects, and compares what it returns with what CuTe C++ prints."""
        called = evaluated = beyond = mended = 0
        for _, expression, answer in rows(name):
            call = call_of(expression)
            arguments = None
            if call is not None:
                try:
                    values = [[cs.eval(text.strip(), "cute") for text in texts] for texts in call[1:]]
                    arguments = values
                except cs.Error:
                    pass  # a pointer, or a function's name, which is no value by itself
            try:
                if arguments is None:
                    value = cs.eval(expression, "cute")
                    evaluated += 1
                else:
                    function, (indices, given) = call[0], arguments
                    value = (function[tuple(indices)] if indices else function)(*given)
                    called += 1
                found = printed(value)
            except cs.Error:
                found = "ERROR"
            # Python's integers are static as mathematical ones are: the algebra goes on where CuTe C++ has no answer.
            if answer == "ERROR" and arguments is not None and found != "ERROR":
                if "@" not in expression:
                    self.assertRaises(cs.Error, cs.eval, expression, "cute")
                beyond += 1
                continue
            # Where CuTe C++ wraps an int, mathematical integers go on; where it breaks the contract of the operation, they give the nearest
            # value that keeps it.
            if arguments is not None and found not in (answer, "ERROR"):
                self.assertEqual(printed(cs.eval(expression, "cute")), answer, expression)
                if all(int(n) < 1 << 31 for n in re.findall(r"\d+", found)):
                    verdict = cs.check(expression, "cute")
                    self.assertEqual(verdict.kind, "broken", f"{expression}: {found} != {answer}")
                    self.assertIn(f"Nearest that work: {found}", verdict.warning)
                mended += 1
                continue
            self.assertEqual(found, answer, expression)
        self.assertLess(beyond, called // 20, f"{name}: {beyond} answered beyond CuTe C++")
        self.assertLess(mended, called // 200 + 1, f"{name}: {mended} where CuTe C++ breaks the contract")
        self.assertGreater(called, least, f"{name}: {called} called, {evaluated} evaluated")

    def test_static(self):
        self.replay("static.tsv", 1000)

    def test_dynamic(self):
        self.replay("dynamic.tsv", 600)

    def test_kinds(self):
        self.replay("kinds.tsv", 1300)

    def test_more(self):
        self.replay("more.tsv", 2500)

    def test_random(self):
        self.replay("random.tsv", 1000)

    def test_parts(self):
        self.replay("parts.tsv", 200)

    def test_zip(self):
        self.replay("zip.tsv", 300)


class RecordsTest(unittest.TestCase):
    def test_the_module_has_the_functions_of_the_records(self):
        self.assertGreater(len(cs.functions), 190)
        for name, function in cs.functions.items():
            self.assertEqual(function.__name__, name)
            for words in (function.signature, function.meaning):
                self.assertIn(words, function.__doc__)
            if not name.isidentifier():
                continue  # a member of a structure, such as Sm1xxBlockScaledConfig::SfAtom: eval has it
            self.assertTrue(getattr(cs, name) is function or isinstance(getattr(cs, name), type), name)
            for alias in filter(str.isidentifier, function.aliases):
                self.assertTrue(hasattr(cs, alias), alias)

    def test_documentation(self):
        words = cs.composition.__doc__
        for part in ("composition(A, B)", "R(c) = A(B(c))", "Errors: cutescope.Error"):
            self.assertIn(part, words)
        self.assertIn("composition", repr(cs.composition))

    def test_indices_and_methods(self):
        a = cs.Layout("((2,4),8):((1,2),8)")
        self.assertEqual(cs.get[0, 1](a), a.get[0, 1]())
        self.assertEqual(str(cs.get[0, 1](a)), "4:2")
        self.assertEqual(str(cs.select(a, [1, 0])), str(cs.select[1, 0](a)))
        self.assertEqual(str(cs.group_modes(a, 0, 2)), "(((2,4),8)):(((1,2),8))")
        self.assertEqual(a.with_shape((4, 16)), cs.with_shape(a, (4, 16)))
        self.assertEqual(cs.transform_layout(a, cs.coalesce), cs.eval("transform_layout(A, coalesce)", A=a))

    def test_keywords(self):
        a = cs.Layout("(8,8):(8,1)")
        names = cs.zipped_divide.parameters.split()
        self.assertEqual(cs.zipped_divide(**dict(zip(names, (a, (4, 4))))), cs.zipped_divide(a, (4, 4)))
        with self.assertRaises(cs.Error):
            cs.zipped_divide(a, nonsense=3)

    def test_verdicts(self):
        a = cs.Layout("(8,8):(8,1)")
        kept, broken = cs.composition.check(a, "8:2"), cs.check("composition(A, 6:3)", A=a)
        self.assertTrue(kept)
        self.assertEqual((kept.kind, kept.checked, kept.total), ("kept", 8, 8))
        self.assertFalse(broken)
        self.assertEqual((broken.kind, broken.contract), ("broken", "R(c) = A(B(c))"))
        self.assertIn("R(3)", broken.counterexample)
        self.assertIn("6:4", broken.warning)

    def test_steps(self):
        steps = cs.composition.explain(cs.Layout("(8,8):(8,1)"), cs.Layout("8:2"))
        self.assertGreater(len(steps.steps), 2)
        self.assertEqual(steps.value, cs.composition("(8,8):(8,1)", "8:2"))


class ErrorsTest(unittest.TestCase):
    def test_say_what_the_language_says(self):
        with self.assertRaises(cs.Error) as caught:
            cs.complement(cs.Layout("(2,8):(3,4)"), 102)
        e = caught.exception
        self.assertIsInstance(e, ValueError)
        self.assertTrue(e.message)
        self.assertTrue(e.condition)
        begin, end = e.place
        self.assertLess(begin, end)
        self.assertLessEqual(end, len(e.expression))
        self.assertIn(e.message, str(e))
        if e.suggestions:
            self.assertIn(e.suggestions[0], e.hint)

    def test_of_texts(self):
        with self.assertRaises(cs.Error) as caught:
            cs.eval("compositon(A, 3)", A=cs.Layout(4))
        self.assertEqual(caught.exception.place, (0, 10))
        self.assertEqual(caught.exception.suggestions, ("composition",))
        with self.assertRaises(cs.Error):
            cs.Layout("(8,8):(8")
        with self.assertRaises(cs.Error):
            cs.Layout((8, 8), 1)
        with self.assertRaises(cs.Error):
            cs.eval("4", integers="other")


    def test_of_arguments_are_type_errors_too(self):
        a = cs.Layout("(8,8):(8,1)")
        for call in (
            lambda: cs.composition(),
            lambda: cs.composition(a),
            lambda: cs.composition(a, a, a, a),
            lambda: cs.composition(a, other=3),
            lambda: cs.composition(a, rhs=3, lhs=a),
            lambda: cs.composition(a, cs.f16),
            lambda: cs.Swizzle(1),
            lambda: cs.Layout(cs.f16),
            lambda: cs.Layout(8, cs.f16),
            lambda: a(),
            lambda: a(cs.f16),
            lambda: cs.infer(3),
            lambda: cs.infer([[0, 1.5]]),
        ):
            with self.assertRaises(TypeError) as caught:
                call()
            self.assertIsInstance(caught.exception, (cs.ArgumentError))
            self.assertIsInstance(caught.exception, cs.Error)
            self.assertTrue(caught.exception.message)
        # An argument of the right type with a wrong value is no TypeError.
        for call in (lambda: cs.Layout((8, 8), 1), lambda: cs.eval("4", integers="other"), lambda: cs.set_memory_budget(0)):
            with self.assertRaises(cs.Error) as caught:
                call()
            self.assertNotIsInstance(caught.exception, TypeError)

    def test_of_names_have_the_name_and_its_owner(self):
        a = cs.Layout("(8,8):(8,1)")
        for call, name, thing in (
            (lambda: cs.compositon, "compositon", cs),
            (lambda: a.compositon, "compositon", a),
            (lambda: cs.SM80_16x8x16_F32F16F16F32_TM, "SM80_16x8x16_F32F16F16F32_TM", cs),
            (lambda: cs.atoms.SM80_16x8x16_F32F16F16F32_TM, "SM80_16x8x16_F32F16F16F32_TM", cs.atoms),
        ):
            with self.assertRaises(AttributeError) as caught:
                call()
            e = caught.exception
            if sys.version_info >= (3, 10):
                self.assertEqual(e.name, name)
                self.assertIs(e.obj, thing)

    def test_of_names_are_shown_with_what_is_meant(self):
        if sys.version_info < (3, 10):
            return  # this Python does not say it
        atom = "SM80_16x8x16_F32F16F16F32_T"
        for wrong, meant in (
            ("cs.compositon", "composition"),
            ("cs.Layout(4).compositon", "composition"),
            (f"cs.{atom}M", f"{atom}N"),
            (f"cs.atoms.{atom}M", f"{atom}N"),
        ):
            ran = subprocess.run([sys.executable, "-c", f"import cutescope as cs; {wrong}"], capture_output=True, text=True)
            self.assertEqual(ran.stderr.count("Did you mean"), 1, ran.stderr)
            self.assertIn(f"Did you mean: '{meant}'?", ran.stderr)

    def test_of_names_name_their_module(self):
        with self.assertRaisesRegex(AttributeError, "module 'cutescope.atoms' has no attribute 'SM80_"):
            cs.atoms.SM80_nothing


class ContractTest(unittest.TestCase):
    def warned(self, call):
        with warnings.catch_warnings(record=True) as all:
            warnings.simplefilter("always")
            value = call()
        for one in all:
            self.assertIs(one.category, cs.ContractWarning)
            self.assertEqual(one.filename, __file__)
        return value, [str(one.message) for one in all]

    def test_a_result_that_breaks_it_is_warned_of(self):
        a = cs.Layout("(8,8):(8,1)")
        self.assertTrue(issubclass(cs.ContractWarning, UserWarning))
        for call in (
            lambda: cs.composition(a, "6:3"),
            lambda: cs.composition(a, "6:3"),
            lambda: a.composition(cs.Layout("6:3")),
            lambda: a @ cs.Layout(6, 3),
            lambda: cs.eval("composition(A, 6:3)", A=a),
            lambda: cs.Layout("composition((8,8):(8,1), 6:3)"),
            lambda: cs.coalesce("composition((8,8):(8,1), 6:3)"),
        ):
            value, said = self.warned(call)
            self.assertEqual(str(value), "(3,2):(24,1)")
            self.assertEqual(len(said), 1)
            self.assertIn("R(3) = 1 where A(B(3)) = 9", said[0])
            self.assertIn("Nearest that work: 6:4", said[0])
        for call in (
            lambda: cs.logical_divide(cs.Layout(9), 2),
            lambda: cs.local_tile(cs.Layout(3), (3,), (2,)),
            lambda: cs.slice((None, 6), cs.eval("composition(Swizzle<1,3,2>,0,(6,8):(1,6))")),
        ):
            self.assertEqual(len(self.warned(call)[1]), 1)

    def test_what_keeps_it_and_what_asks_are_silent(self):
        a = cs.Layout("(8,8):(8,1)")
        for call in (
            lambda: cs.composition(a, "6:4") and cs.composition(a, "8:2"),
            lambda: cs.zipped_divide(a, (4, 4)),
            lambda: cs.composition.check(a, "6:3"),
            lambda: cs.composition.explain(a, "6:3"),
            lambda: cs.check("composition(A, 6:3)", A=a),
            lambda: cs.sheet("E = composition((8,8):(8,1), 6:3)").problems,
        ):
            self.assertEqual(self.warned(call)[1], [])

    def test_golden_rows_are_warned_of_where_their_verdicts_are_broken(self):
        broken = 0
        for name in ("static.tsv", "more.tsv"):
            for _, expression, answer in list(rows(name))[::3]:
                call = call_of(expression)
                if call is None or answer == "ERROR" or "_" in "".join(call[2]):
                    continue
                try:
                    values = [[cs.eval(text.strip()) for text in texts] for texts in call[1:]]
                    function = call[0][tuple(values[0])] if values[0] else call[0]
                    verdict = function.check(*values[1])
                    said = self.warned(lambda: function(*values[1]))[1]
                except cs.Error:
                    continue
                if verdict.kind in ("kept", "broken") and verdict.total <= 4096:
                    self.assertEqual(bool(said), verdict.kind == "broken", f"{expression}: {verdict}, {said}")
                    broken += verdict.kind == "broken"
        self.assertGreater(broken, 5)

    def test_warnings_can_be_errors_and_turned_off(self):
        a = cs.Layout("(8,8):(8,1)")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaisesRegex(cs.ContractWarning, "Nearest that work: 6:4"):
                cs.composition(a, "6:3")
            with self.assertRaises(cs.ContractWarning):
                cs.eval("composition((8,8):(8,1), 6:3)")
            cs.set_contract_limit(0)
            try:
                cs.composition(a, "6:3")
                cs.eval("composition((8,8):(8,1), 6:3)")
            finally:
                cs.set_contract_limit(4096)
            with self.assertRaises(cs.ContractWarning):
                cs.composition(a, "6:3")
        self.assertRaises(cs.Error, cs.set_contract_limit, -1)


class SignaturesTest(unittest.TestCase):
    def test_functions_of_the_language(self):
        a = cs.Layout("(8,8):(8,1)")
        for function, told in (
            (cs.zipped_divide, "(target, tiler)"),
            (cs.complement, "(input, cotarget=...)"),
            (cs.composition, "(lhs, rhs, *more)"),
            (cs.composition.check, "(lhs, rhs, *more)"),
            (a.composition, "(rhs, *more)"),
            (cs.get, "(input, mode=...)"),
            (cs.get[0, 1], "(input)"),
            (a.get[0], "()"),
            (cs.max, "(*arguments)"),
            (cs.make_layout, "(shape=..., stride=..., *more)"),
            (cs.check, "(text: 'str', integers: 'str' = 'auto', **settings) -> 'Verdict'"),
            (cs.sheet, "(text: 'str', seconds: 'float' = 5.0) -> 'Sheet'"),
            (cs.Layout, "(shape, stride=None)"),
            (a.indices, "() -> 'numpy.ndarray[typing.Any, typing.Any]'"),
        ):
            self.assertEqual(str(inspect.signature(function)), told)
        for name, function in cs.functions.items():
            signature = inspect.signature(function)
            least, most, _ = function.counts
            needed = [p for p in signature.parameters.values() if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
            if function.parameters:
                self.assertEqual(len(needed), min(least, len(function.parameters.split())), name)
        for name in cs.__all__:
            thing = getattr(cs, name)
            if callable(thing) and not isinstance(thing, type):
                inspect.signature(thing)
        figure = inspect.signature(cs.Sheet.figure).parameters
        self.assertTrue({"self", "kind", "entry", "theme", "natural"} <= set(figure))

    def test_what_is_called_says_its_name(self):
        a = cs.Layout("(8,8):(8,1)")
        for thing, name, shown in (
            (cs.composition, "composition", "<cutescope function composition(A, B) · A o B>"),
            (cs.composition.check, "composition.check", "<cutescope function composition.check>"),
            (a.composition.explain, "composition.explain", '<cutescope function composition.explain of Layout("(8,8):(8,1)")>'),
            (cs.get[0, 1], "get", "<cutescope function get[0, 1]>"),
            (a.size, "size", '<cutescope function size<i>(A) of Layout("(8,8):(8,1)")>'),
            (cs.check, "check", "<cutescope function check>"),
            (cs.Sheet.figure, "Sheet.figure", "<cutescope function Sheet.figure>"),
            (a.indices, "Layout.indices", '<bound method Layout.indices of Layout("(8,8):(8,1)")>'),
        ):
            self.assertEqual((thing.__qualname__, thing.__name__), (name, name.rpartition(".")[2]))
            self.assertEqual((repr(thing), thing.__module__), (shown, "cutescope"))
            self.assertEqual(repr(pickle.loads(pickle.dumps(thing))), shown)
        for name in cs.__all__:
            self.assertNotIn("PyCapsule", repr(getattr(cs, name)))


class HostileTest(unittest.TestCase):
    def test_anything_is_refused_without_a_crash(self):
        deep = ()
        for _ in range(100_000):
            deep = (deep,)
        cycle = []
        cycle.append(cycle)
        huge, wide = 10**30, tuple(range(100_000))

        class Raises:
            @property
            def shape(self):
                raise RuntimeError("no")

        class Lies:
            shape, stride = (4, 4), "no"

            def __index__(self):
                return "x"

            def __str__(self):
                return 3

        class Calls:
            """Calls the module while its own arguments are read."""

            @property
            def shape(self):
                return cs.composition("(4,4):(4,1)", "(4,4):(1,4)").shape

            stride = (4, 1)

        hostile = [deep, cycle, huge, -huge, wide, [wide] * 3, Raises(), Lies(), b"(4,4):(1,4)", 1.5, {}, set(), object]
        hostile += ["\0", "\ud800", "(" * 5000, "9" * 100, None, cs.X, True, cs.composition, cs.Layout, float("nan"), -1, 0, ()]
        hostile += [(None,), (cs.X, None), "ptr", (1 << 62, 1 << 62)]
        a = cs.Layout("(8,8):(8,1)")
        expected = (cs.Error, TypeError, RuntimeError, OverflowError, UnicodeError, ValueError)
        for function in list(cs.functions.values()):
            for one in hostile:
                for arguments in ((one,), (a, one), (one, a), (a, one, one)):
                    try:
                        function(*arguments)
                    except expected:
                        pass
                try:
                    function[one](a)
                except expected:
                    pass
        for one in hostile:
            uses = [cs.Layout, cs.Swizzle, cs.Tensor, cs.Tiler, a, lambda x: cs.Layout(x, x), lambda x: a(x, x), lambda x: a @ x]
            uses += [lambda x: x == a, lambda x: cs.eval("A", A=x), cs.to_string, lambda x: cs.trace(x, x, x), cs.sheet]
            for use in uses:
                try:
                    use(one)
                except expected:
                    pass
        self.assertEqual(cs.coalesce(Calls()), cs.coalesce("(4,4):(4,1)"))
        with self.assertRaises(RuntimeError):
            cs.coalesce(Raises())


class ThreadsTest(unittest.TestCase):
    def test_long_calls_leave_python_to_others(self):
        a = cs.Layout((1 << 13, 1 << 13))
        ticks, done = [], threading.Event()

        def tick():
            while not done.is_set():
                ticks.append(time.monotonic())
                time.sleep(0.001)

        thread = threading.Thread(target=tick)
        cs.set_memory_budget(1024)
        thread.start()
        begin = time.monotonic()
        table = a.indices()
        end = time.monotonic()
        done.set()
        thread.join()
        cs.set_memory_budget(512)
        self.assertEqual(int(table[-1, -1]), (1 << 26) - 1)
        during = [t for t in ticks if begin < t < end]
        # With the GIL held, the other thread would have run only when the call was over.
        self.assertGreater(len(during), (end - begin) / 0.05, f"{len(during)} ticks in {end - begin:.3f} s")

    def test_many_threads_at_once(self):
        a, wrong = cs.Layout("(8,(2,4)):(8,(4,1))"), []
        large = cs.Layout((256, 256))

        def work():
            for _ in range(300):
                if str(cs.zipped_divide(a, (4, 2))) != expected or cs.size(cs.left_inverse(large)) != 65536:
                    wrong.append(1)

        expected = str(cs.zipped_divide(a, (4, 2)))
        threads = [threading.Thread(target=work) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(wrong, [])


if __name__ == "__main__":
    unittest.main()
