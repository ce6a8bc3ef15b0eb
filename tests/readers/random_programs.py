#!/usr/bin/env python3
"""Random host programs in Python: what the reader says of them is what python3 computes.

    random_programs.py PROGRAM [--programs N] [--seed N] [--keep FOLDER]

A program sets r0, r1, ... to integers. Some of what it asks is not in it (P, Q: conditions; N: a number): python3 runs it with several of
each, and a value that the reader prints has to be the one of all of them. A value that it refuses is counted: so many are allowed.
"""
import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

LEAST_KNOWN = 0.80  # of the values that are the same in all runs
STEPS = 20_000


class Refused(Exception):
    pass


class Writer:
    """Writes one program. Names of a kind of value: i integers, l lists of integers, s strings, d dicts of strings to integers, ..."""

    def __init__(self, seed, unknown):
        self.r = random.Random(seed)
        self.unknown = unknown
        self.lines = []
        self.depth = 0
        self.names = {k: [] for k in "ilsdtef"}
        self.functions = []
        self.count = 0
        self.loops = 0
        self.in_function = False

    def put(self, line):
        self.lines.append("    " * self.depth + line)

    def fresh(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def pick(self, *options):
        return self.r.choice(options)

    def chance(self, p):
        return self.r.random() < p

    # ---- Expressions, by kind ----

    def name(self, kind):
        return self.r.choice(self.names[kind]) if self.names[kind] else None

    def i(self, depth=2):
        r = self.r
        if depth <= 0 or self.chance(0.25):
            known = self.name("i")
            return known if known and self.chance(0.7) else str(r.randint(-9, 20))
        lists, strings, dicts, tuples, sets = (self.name(k) for k in "lsdte")
        options = [
            lambda: f"({self.i(depth - 1)} {self.pick('+', '-', '*')} {self.i(depth - 1)})",
            lambda: f"({self.i(depth - 1)} {self.pick('//', '%')} {self.pick(3, 5, -4, 7, -2)})",
            lambda: f"({self.i(depth - 1)} {self.pick('&', '|', '^')} {self.i(depth - 1)})",
            lambda: f"({self.i(depth - 1)} {self.pick('<<', '>>')} {r.randint(0, 3)})",
            lambda: f"({self.b(depth - 1)} {self.pick('and', 'or')} {self.i(depth - 1)})",
            lambda: f"({self.i(depth - 1)} if {self.b(depth - 1)} else {self.i(depth - 1)})",
            lambda: f"{self.pick('abs', 'int', '-', '~', '+')}({self.i(depth - 1)})",
            lambda: f"{self.pick('min', 'max')}({self.i(depth - 1)}, {self.i(depth - 1)}, {self.i(depth - 1)})",
            lambda: f"divmod({self.i(depth - 1)}, {self.pick(3, -4, 7)})[{r.randint(0, 1)}]",
            lambda: f"({r.randint(0, 4)} ** {r.randint(0, 4)})",
            lambda: f"int({self.f(depth - 1)})",
            lambda: f"round({self.f(depth - 1)})",
            lambda: f"(lambda a, b={self.i(0)}: a * 2 - b)({self.i(depth - 1)})",
            lambda: f"({self.b(depth - 1)} + {self.b(depth - 1)})",
            lambda: f"({self.i(depth - 1)}).bit_length()",
        ]
        if lists:
            options += [
                lambda: f"len({self.l(depth - 1)})",
                lambda: f"sum({self.l(depth - 1)}{self.pick('', ', 5', ', start=3')})",
                lambda: f"{self.pick('min', 'max')}({lists}, default=3{self.pick('', ', key=lambda q: -q', ', key=lambda q: q % 3')})",
                lambda: f"({lists}[{r.randint(-2, 2)}] if len({lists}) > 2 else {r.randint(0, 5)})",
                lambda: f"{lists}.count({self.i(0)})",
                lambda: f"next((q for q in {lists} if q > {r.randint(0, 6)}), {r.randint(0, 9)})",
                lambda: f"sum(q * q for q in {lists} if q % 2 == {r.randint(0, 1)})",
                lambda: f"sum(p * q for p, q in zip({lists}, {self.l(0)}))",
                lambda: f"sum(p * q for p, q in enumerate({lists}{self.pick('', ', 1', ', start=2')}))",
                lambda: f"reduce(lambda p, q: (p * 3 + q) % 1000, {lists}, 1)",
                lambda: f"sum(accumulate({lists}{self.pick('', ', max', ', initial=2', ', operator.add')}))",
                lambda: f"len(list({self.pick('combinations', 'permutations')}({lists}[:4], 2)))",
                lambda: f"sum(p * q for p, q in {self.pick('product', 'zip_longest')}({lists}[:3], [1, 2]{self.pick('', '')}) if q and p)",
                lambda: f"sum(islice({self.pick('cycle', 'chain')}({lists} or [1]), {r.randint(0, 4)}))",
                lambda: f"sum(takewhile(lambda q: q < {r.randint(0, 9)}, {lists}))",
                lambda: f"operator.{self.pick('add', 'sub', 'mul', 'xor')}({self.i(0)}, len({lists}))",
                lambda: f"sum({lists}[slice({r.randint(-3, 3)}, None, {self.pick(1, 2, -1)})])",
                lambda: f"math.{self.pick('gcd', 'lcm')}({self.i(0)}, {self.i(0)}, 6) % 1000",
                lambda: f"len(set({lists}) & frozenset({self.l(0)}))",
            ]
        if strings:
            options += [
                lambda: f"len({self.s(depth - 1)})",
                lambda: f"{self.s(0)}.find({self.pick('a', 'b', 'xy')!r})",
                lambda: f"{self.s(0)}.count({self.pick('a', 'b')!r})",
                lambda: f"sum(ord(c) * (k + 1) for k, c in enumerate({self.s(depth - 1)}))",
                lambda: f"{strings}.{self.pick('find', 'rfind', 'count')}({self.pick('a', 'b', ',')!r}, {r.randint(-3, 2)}{self.pick('', f', {r.randint(0, 4)}')})",
                lambda: f"int({strings}.{self.pick('isalpha', 'isalnum', 'isupper', 'istitle', 'isidentifier', 'isprintable')}())",
            ]
        if dicts:
            options += [
                lambda: f"len({dicts})",
                lambda: f"{dicts}.get({self.pick('a', 'b', 'z')!r}, {self.i(0)})",
                lambda: f"sum({dicts}.values())",
                lambda: f"len({dicts}.keys() {self.pick('|', '&', '-')} {{'a', 'q'}})",
                lambda: f"sum(dict.fromkeys({dicts}, {r.randint(1, 4)}).values())",
                lambda: f"sum(v for k, v in {dicts}.items() if k {self.pick('<', '>=', '!=')} 'b')",
            ]
        if tuples:
            options += [lambda: f"{tuples}[{r.randint(-2, 1)}]", lambda: f"len({tuples} + ({self.i(0)},))", lambda: f"sum({tuples}[::-1])"]
        if sets:
            options += [lambda: f"len({sets})", lambda: f"sum({sets})", lambda: f"len({sets} {self.pick('|', '&', '-', '^')} {{1, 2, 3}})"]
        if self.functions:
            options += [lambda: self.call(depth - 1)] * 4
        return r.choice(options)()

    def call(self, depth):
        name, least, more = self.r.choice(self.functions)
        given = [self.i(depth) for _ in range(least + (self.r.randint(0, 2) if more else 0))]
        return f"{name}({', '.join(given)})"

    def f(self, depth=1):
        if depth <= 0 or self.chance(0.4):
            return self.pick("0.5", "2.0", "-1.5", "7.25", "3.0")
        return self.pick(f"({self.i(depth - 1)} / {self.pick(2, 4, 8)})", f"({self.f(depth - 1)} {self.pick('+', '-', '*')} {self.f(depth - 1)})")

    def b(self, depth=1):
        if self.unknown and self.chance(0.15):
            return self.pick("P", "Q", "(P and Q)", "(not P)", "(N > 1)")
        if depth <= 0:
            return self.pick("True", "False", f"{self.i(0)} > {self.r.randint(0, 5)}")
        lists, strings, dicts = self.name("l"), self.name("s"), self.name("d")
        options = [
            lambda: f"({self.i(depth - 1)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.i(depth - 1)})",
            lambda: f"({self.i(0)} < {self.i(depth - 1)} <= {self.i(0)})",
            lambda: f"(not {self.b(depth - 1)})",
            lambda: f"({self.b(depth - 1)} {self.pick('and', 'or')} {self.b(depth - 1)})",
            lambda: f"bool({self.i(depth - 1)})",
            lambda: f"isinstance({self.i(0)}, {self.pick('int', 'str', '(int, str)', 'list')})",
        ]
        if lists:
            options += [
                lambda: f"({self.i(0)} {self.pick('in', 'not in')} {lists})",
                lambda: f"{self.pick('any', 'all')}(q > {self.r.randint(0, 5)} for q in {lists})",
                lambda: f"({lists} {self.pick('==', '<', '>=', '!=')} {self.l(0)})",
                lambda: f"({lists} is {self.pick('not ', '')}{self.name('l')})",
                lambda: f"bool({lists})",
            ]
        if strings:
            options += [lambda: f"{strings}.{self.pick('startswith', 'endswith')}('a')", lambda: f"({strings} < {self.s(0)})", lambda: f"('b' in {strings})"]
        if dicts:
            options += [lambda: f"({self.pick('a', 'c')!r} in {dicts})"]
        return self.r.choice(options)()

    def l(self, depth=1):
        known = self.name("l")
        if depth <= 0:
            return known if known and self.chance(0.8) else f"[{', '.join(self.i(0) for _ in range(self.r.randint(0, 4)))}]"
        r = self.r
        options = [
            lambda: f"[{', '.join(self.i(depth - 1) for _ in range(r.randint(0, 4)))}]",
            lambda: f"[q {self.pick('*', '+', '-')} {self.i(0)} for q in range({r.randint(0, 6)})]",
            lambda: f"list(range({r.randint(-3, 3)}, {r.randint(0, 9)}, {self.pick(1, 2, 3, -1)}))",
            lambda: f"[{self.i(0)}] * {r.randint(0, 4)}",
        ]
        if known:
            slice_ = f"[{self.pick('', r.randint(-4, 4))}:{self.pick('', r.randint(-4, 4))}{self.pick('', ':', ':2', ':-1', ':-2')}]"
            options += [
                lambda: known + slice_,
                lambda: f"({known} + {self.l(depth - 1)})",
                lambda: f"sorted({known}{self.pick('', ', reverse=True', ', key=lambda q: (q % 4, q)', ', key=lambda q: -q, reverse=True')})",
                lambda: f"list({self.pick('reversed', 'list', 'tuple')}({known}))",
                lambda: f"[q for q in {known} if {self.pick('q > 2', 'q % 2', 'not q % 3')}]",
                lambda: f"list(map(lambda q: q + {r.randint(1, 4)}, {known}))",
                lambda: f"list(filter(lambda q: q % {r.randint(2, 4)}, {known}))",
                lambda: f"[*{known}, {self.i(0)}]",
                lambda: f"[x for q in ({known}, {self.l(0)}) for x in q]",
                lambda: f"{known}.copy()",
            ]
            if self.name("d"):
                options += [lambda: f"list({self.name('d')}.values())"]
            if self.name("e"):
                options += [lambda: f"sorted({self.name('e')})"]
        return r.choice(options)()

    def s(self, depth=1):
        known = self.name("s")
        if depth <= 0:
            return known if known and self.chance(0.7) else repr(self.pick("a", "ab", "b,a", "Cab d", ""))
        r = self.r
        options = [
            lambda: f"({self.s(0)} + {self.s(0)})",
            lambda: f"str({self.i(depth - 1)})",
            lambda: "f\"{%s}\"" % self.i(0),
            lambda: "f\"{%s:%s}x\"" % (self.i(0), self.pick(">5", "05d", "<4", "^7", "x", "+d", "b", ",", "#x", "08b")),
            lambda: "f\"{%s:%s}\"" % (self.f(0), self.pick(".2f", "8.3f", "e", ".1f", "g", "")),
            lambda: "f\"{%s:%s}{{}}\"" % (self.s(0), self.pick(">6", "<5", "^8", "")),
            lambda: "f\"{%s!r}\"" % self.s(0),
            lambda: f"{self.s(0)} * {r.randint(0, 3)}",
            lambda: f"'{{}}-{{}}'.format({self.i(0)}, {self.s(0)})",
            lambda: f"','.join(str(q) for q in {self.l(0)})",
        ]
        if known:
            options += [
                lambda: f"{known}[{self.pick('', r.randint(-3, 3))}:{self.pick('', r.randint(-3, 3))}{self.pick('', ':-1', ':2')}]",
                lambda: f"{known}.{self.pick('upper', 'lower', 'strip', 'title', 'capitalize', 'swapcase')}()",
                lambda: f"{known}.replace('a', {self.pick('', 'xy')!r})",
                lambda: f"'+'.join({known}.split({self.pick('', repr(','))}))",
                lambda: f"{known}.{self.pick('zfill', 'ljust', 'rjust', 'center')}({r.randint(0, 8)})",
                lambda: f"str(sorted({known}))",
                lambda: f"{known}.{self.pick('partition', 'rpartition')}('b')[{r.randint(0, 2)}]",
                lambda: f"'+'.join({known}.rsplit({self.pick('None', repr(','))}, {r.randint(-1, 2)}))",
                lambda: f"'%{self.pick('5d', '-4d', '03d', 'x', '+d', 's')}|%s' % ({self.i(0)}, {known})",
                lambda: f"'{{0!r:>6}}{{1:{{w}}}}'.format({known}, {self.i(0)}, w={r.randint(1, 5)})",
                lambda: f"repr([{known}, {self.i(0)}, ({known},), None])",
                lambda: "f\"{%s!r:>8}{%s = }\"" % (known, self.i(0)),
                lambda: f"str({known}.splitlines())",
            ]
        return r.choice(options)()

    # ---- Statements ----

    def define(self, kind, expression):
        name = self.fresh(kind)
        self.put(f"{name} = {expression}")
        self.names[kind].append(name)
        return name

    def block(self, size, setup=None):
        self.depth += 1
        before = {k: list(v) for k, v in self.names.items()}
        if setup:
            setup()
        lines = len(self.lines)
        for _ in range(self.r.randint(1, size)):
            self.statement()
        if len(self.lines) == lines:
            self.put("pass")
        # Names defined in a block may not exist after it.
        self.names = before
        self.depth -= 1

    def statement(self):
        r = self.r
        deep = self.depth - (1 if self.in_function else 0)
        lists, strings, dicts, sets, integers = (self.name(k) for k in "lsdei")
        options = [
            lambda: self.define("i", self.i()),
            lambda: self.define("l", self.l()),
            lambda: self.define("s", self.s()),
            lambda: self.define("t", f"({self.i()}, {self.i()})"),
            lambda: self.define("d", f"{{'a': {self.i(0)}, {self.pick('b', 'a')!r}: {self.i(0)}}}"),
            lambda: self.define("d", f"{{k: v for v, k in enumerate({self.pick('abc', 'aab', 'zb')!r})}}"),
            lambda: self.define("e", f"{{{self.i(0)}, {self.i(0)}, {self.i(0)}}}"),
            lambda: self.walrus(),
            lambda: self.unpack(),
        ]
        if integers:
            options += [
                lambda: self.put(f"{integers} {self.pick('+=', '-=', '*=')} {self.i(1)}") if integers[0] == "i" else None,
                lambda: self.put(f"{integers} {self.pick('//=', '%=')} {self.pick(3, 5, -4)}"),
                lambda: self.put(f"{integers} = {self.i()}"),
            ] * 2
        if lists:
            options += [
                lambda: self.put(f"{lists}.append({self.i(1)})"),
                lambda: self.put(f"{lists}.extend({self.l(0)}[:4])"),
                lambda: self.put(f"{lists}.insert({r.randint(-2, 3)}, {self.i(0)})"),
                lambda: self.put(f"{lists}.{self.pick('reverse()', 'sort()', 'sort(reverse=True)', 'sort(key=lambda q: q % 5)', 'clear()')}"),
                lambda: self.guard(f"{lists}.pop({self.pick('', r.randint(-1, 1))})", f"len({lists}) > 1"),
                lambda: self.guard(f"{lists}[{r.randint(-1, 0)}] = {self.i(1)}", lists),
                lambda: self.guard(f"{lists}[{r.randint(-1, 0)}] {self.pick('+=', '-=')} {self.i(0)}", lists),
                lambda: self.put(f"{lists}[{r.randint(-3, 2)}:{r.randint(-2, 3)}] = {self.l(0)}[:3]"),
                lambda: self.put(f"{lists}[::2] = [q + 1 for q in {lists}[::2]]"),
                lambda: self.guard(f"del {lists}[{r.randint(-1, 0)}]", lists),
                lambda: self.put(f"del {lists}[{r.randint(0, 2)}:{self.pick('', r.randint(0, 4))}{self.pick('', ':2')}]"),
                lambda: self.guard(f"{lists}.remove({lists}[0])", lists),
                lambda: self.put(f"{lists} += {self.l(0)}[:3]") if not self.in_function else self.put(f"{lists}.extend([1])"),
                lambda: self.define("l", lists),
                lambda: self.define("i", f"{lists}.index({lists}[-1]) if {lists} else -1"),
            ]
        if dicts:
            options += [
                lambda: self.put(f"{dicts}[{self.pick('a', 'c', 'zz')!r}] = {self.i(1)}"),
                lambda: self.put(f"{dicts}.update({self.pick('c', 'a')}={self.i(0)})"),
                lambda: self.put(f"{dicts}.setdefault({self.pick('a', 'q')!r}, {self.i(0)})"),
                lambda: self.define("i", f"{dicts}.pop({self.pick('a', 'q')!r}, {self.i(0)})"),
                lambda: self.guard(f"del {dicts}['a']", f"'a' in {dicts}"),
                lambda: self.define("d", f"{{**{dicts}, 'm': {self.i(0)}}}"),
                lambda: self.define("d", f"dict({dicts}, n={self.i(0)})"),
                lambda: self.put(f"{dicts} |= {{'w': {self.i(0)}}}"),
            ]
        if sets:
            options += [
                lambda: self.put(f"{sets}.{self.pick('add', 'discard')}({self.i(0)})"),
                lambda: self.put(f"{sets}.update({self.l(0)}[:3])"),
                lambda: self.define("e", f"set({self.l(0)})"),
                lambda: self.put(f"{sets} {self.pick('|=', '&=', '-=')} {{1, 2, 5}}"),
            ]
        if deep < 3:
            options += [self.branch] * 4 + [self.loop] * 3 + [self.attempt] * 2 + [self.match, self.loop_while, self.loop_while]
        if self.depth == 0:
            options += [self.function] * 5 + [self.klass] * 4 + [self.data_class, self.enumeration, self.decorated, self.generator, self.closure, self.lazy, self.carried, self.context, self.remembered]
        if self.in_function and self.chance(0.06):
            return self.guard(f"return {self.i(1)}", self.b())
        if self.loops and self.chance(0.12):
            return self.guard(self.pick("break", "continue"), self.b())
        return r.choice(options)()

    def guard(self, statement, condition):
        self.put(f"if {condition}:")
        self.depth += 1
        self.put(statement)
        self.depth -= 1

    def walrus(self):
        name = self.fresh("i")
        self.put(f"if ({name} := {self.i()}) > {self.r.randint(0, 5)}:")
        self.names["i"].append(name)
        self.block(2)

    def unpack(self):
        a, b, c = self.fresh("i"), self.fresh("l"), self.fresh("i")
        self.put(f"{a}, *{b}, {c} = {self.i(0)}, *{self.l(0)}, {self.i(0)}")
        self.names["i"] += [a, c]
        self.names["l"].append(b)
        if self.chance(0.3):
            self.put(f"{a}, {c} = {c}, {a} + 1")

    def branch(self):
        self.put(f"if {self.b(2)}:")
        self.block(3)
        if self.chance(0.3):
            self.put(f"elif {self.b()}:")
            self.block(2)
        if self.chance(0.5):
            self.put("else:")
            self.block(3)

    def loop(self):
        i, j = self.fresh("i"), self.fresh("i")
        lists, dicts, strings = self.l(0), self.name("d"), self.name("s")
        ways = [
            (f"for {i} in range({self.r.randint(0, 5)}):", [i], []),
            (f"for {i} in {lists}[:6]:", [i], []),
            (f"for {i}, {j} in enumerate({lists}[:5], {self.r.randint(0, 2)}):", [i, j], []),
            (f"for {i}, {j} in zip({lists}[:5], range(9)):", [i, j], []),
            (f"for {i} in reversed(range({self.r.randint(0, 4)})):", [i], []),
            (f"for {i} in sorted({{3, 1, {self.i(0)}}}):", [i], []),
        ]
        if dicts:
            ways.append((f"for s{self.count}, {i} in list({dicts}.items())[:5]:", [i], [f"s{self.count}"]))
        if strings:
            ways.append((f"for s{self.count} in {strings}[:5]:", [], [f"s{self.count}"]))
        if self.unknown and self.chance(0.4):
            ways = [(f"for {i} in range(N):", [i], [])]
        head, integers, texts = self.r.choice(ways)
        self.put(head)
        self.loops += 1

        def setup():
            self.names["i"] += integers
            self.names["s"] += texts

        self.block(3, setup)
        self.loops -= 1
        if self.chance(0.25):
            self.put("else:")
            self.block(2)

    def loop_while(self):
        n = self.fresh("n")
        self.put(f"{n} = {self.r.randint(0, 5)}")
        self.put(f"while {n} > 0{self.pick('', f' and {self.b()}')}:")
        self.loops += 1
        self.block(3, lambda: self.put(f"{n} -= {self.r.randint(1, 2)}"))
        self.loops -= 1
        if self.chance(0.3):
            self.put("else:")
            self.block(2)
        self.names["i"].append(n)

    def attempt(self):
        loops, self.loops = self.loops, 0
        self.put("try:")
        failing = self.pick(
            f"[1, 2][{self.r.randint(0, 4)}]",
            f"{{'a': 1}}[{self.pick('a', 'b')!r}]",
            f"int({self.pick('7', 'x', ' 12 ')!r})",
            f"7 // ({self.i(0)} % 2)",
            "(1, 2).index(5)",
        )
        self.block(2, lambda: self.define("i", failing) if self.chance(0.6) else self.guard(f"raise {self.pick('ValueError', 'KeyError')}('x')", self.b()))
        self.put(f"except {self.pick('Exception', '(ValueError, IndexError, KeyError, ZeroDivisionError)', 'LookupError', 'ValueError')}:")
        self.block(2)
        if self.chance(0.3):
            self.put("else:")
            self.block(2)
        if self.chance(0.3):
            self.put("finally:")
            self.block(1)
        self.loops = loops

    def match(self):
        self.put(f"match {self.i(1)} % 4:")
        self.depth += 1
        for case in self.r.sample(["0", "1 | 2", "3", "q if q > 2"], self.r.randint(1, 3)):
            self.put(f"case {case}:")
            self.block(2)
        if self.chance(0.6):
            self.put("case _:")
            self.block(2)
        self.depth -= 1

    def function(self):
        name = self.fresh("g")
        least, more = self.r.randint(0, 2), self.chance(0.3)
        parameters = [f"a{k}" for k in range(least)]
        head = list(parameters)
        mutable = self.chance(0.2)
        if self.chance(0.5):
            head.append(f"b={self.i(0)}")
        if mutable:
            head.append("c=[]")
        star = more and not mutable and self.chance(0.6)
        if star:
            head.append("*rest")
        if self.chance(0.3):
            head.append(f"*, k={self.i(0)}" if not star else f"k={self.i(0)}")
        outer = {k: list(v) for k, v in self.names.items()}
        self.put(f"def {name}({', '.join(head)}):")
        self.in_function, loops, self.loops = True, self.loops, 0
        changed = self.name("i") if self.chance(0.3) else None
        known = self.functions
        # It may be called when names that come later are there, but not before these.
        self.functions = []

        def setup():
            self.names["i"] = parameters + (["b"] if any(h.startswith("b=") for h in head) else [])
            if changed:
                self.put(f"global {changed}")
                self.names["i"].append(changed)
            self.names["l"] = list(outer["l"])
            for k in "sdte":
                self.names[k] = []
            if mutable:
                self.put("c.append(1)")
                self.names["l"].append("c")
            if star:
                self.put("rest = list(rest)")
                self.names["l"].append("rest")

        self.block(4, setup)
        self.depth += 1
        self.names["i"] = parameters
        self.put(f"return {self.i(1)}{' + len(c)' if mutable else ''}")
        self.depth -= 1
        self.names = outer
        self.functions = known + [(name, least, star)]
        self.in_function, self.loops = False, loops

    def closure(self):
        n, f = self.fresh("i"), self.fresh("g")
        self.put(f"def {f}make({n}):")
        self.put("    def step(k=1):")
        self.put(f"        nonlocal {n}")
        self.put(f"        {n} += k")
        self.put(f"        return {n}")
        self.put("    return step")
        self.put(f"{f} = {f}make({self.i(0)})")
        self.put(f"{f}list = [lambda: q * 2 for q in range(3)]")
        self.functions = self.functions + [(f, 0, False), (f, 1, False), (f"{f}list[{self.r.randint(0, 2)}]", 0, False)]

    def decorated(self):
        f = self.fresh("g")
        self.put(f"def {f}twice(of):")
        self.put("    def inner(*given, **named):")
        self.put(f"        return of(*given, **named) {self.pick('+', '*')} {self.r.randint(1, 3)}")
        self.put("    return inner")
        self.put(f"@{f}twice")
        self.put(f"def {f}(a, b={self.i(0)}):")
        self.put(f"    return a - b")
        self.functions = self.functions + [(f, 1, False), (f, 2, False)]

    def generator(self):
        f = self.fresh("g")
        self.put(f"def {f}(n):")
        self.put(f"    for q in range({self.pick('n', '4')}):")
        self.put(f"        if q % {self.r.randint(2, 3)}:")
        self.put(f"            yield q {self.pick('*', '+')} {self.r.randint(1, 4)}")
        self.define("i", f"{self.pick('sum', 'max', 'len')}([0, *{f}({self.r.randint(0, 5)})])")
        self.define("l", f"{self.pick('list', 'sorted')}({f}({self.r.randint(0, 5)}))")

    def lazy(self):
        """A generator whose values are taken one by one, which changes a list as it goes."""
        f, log, it = self.fresh("g"), self.fresh("l"), self.fresh("it")
        self.put(f"{log} = []")
        self.put(f"def {f}(n):")
        self.put(f"    {self.pick('for q in range(n):', 'q = 0')}")
        if self.lines[-1].endswith("q = 0"):
            self.put("    while q < n:")
            self.put("        q += 1")
        self.put(f"        {log}.append(q * 2)")
        if self.chance(0.4):
            self.put("        try:")
            self.put(f"            back = yield 12 // (q - {self.r.randint(1, 3)})")
            self.put("        except ZeroDivisionError:")
            self.put("            back = yield 99")
        else:
            self.put(f"        back = yield q {self.pick('+', '*')} {self.r.randint(1, 4)}")
        self.put("        if back:")
        self.put(f"            {log}.append(back)")
        if self.chance(0.5):
            self.put(f"    yield from {self.pick('range(2)', '(7, 8)', f'{log}[:2]', 'map(abs, [-3, 4])')}")
        self.put(f"{it} = {self.pick(f'{f}({self.r.randint(0, 4)})', f'iter({self.l(0)})', f'enumerate({f}(3))', f'(q for q in {f}(3) if q != 3)', f'zip({f}(2), {f}(4))')}")
        take = self.pick(f"next({it}, 0)", f"list(islice({it}, 2))", f"[q for q in {it}]", f"any(q == 3 for q in {it})", f"3 in {it}", f"list({it})")
        a = self.fresh("s")
        self.put(f"{a} = repr({take})")
        self.put(f"{log}.append(100)")
        self.put(f"{a} += repr({self.pick(f'next({it}, -1)', f'list({it})', f'sum(1 for q in {it})')})")
        self.names["s"].append(a)
        self.names["l"].append(log)

    def carried(self):
        """An exception with values, through functions, `finally` and `raise` alone."""
        k, f, out = self.fresh("K"), self.fresh("g"), self.fresh("l")
        self.put(f"class {k}({self.pick('Exception', 'ValueError', 'KeyError')}):")
        self.put("    def __init__(self, n, *more):")
        self.put("        super().__init__(n, *more)")
        self.put("        self.n = n")
        self.put(f"{out} = []")
        self.put(f"def {f}(n):")
        self.put("    try:")
        self.put("        if n > 1:")
        self.put(f"            raise {self.pick(f'{k}(n)', f'{k}(n, 7)', f'ValueError(n)', 'KeyError(n, 2)')}")
        self.put(f"        return n // {self.pick('n', '2')}")
        if self.chance(0.4):
            self.put(f"    except {self.pick('ZeroDivisionError', 'LookupError')} as e:")
            self.put(f"        {out}.append(len(str(e)))")
            self.put(f"        {self.pick('raise', 'return -1', f'raise {k}(4) from e')}")
        self.put("    finally:")
        self.put(f"        {out}.append(n)")
        self.put(f"for n{k} in range(4):")
        self.put("    try:")
        self.put(f"        {out}.append({f}(n{k}) or 0)")
        self.put(f"    except {k} as e:")
        self.put(f"        {out}.append(e.n * 10 + len(e.args))")
        self.put("    except Exception as e:")
        self.put(f"        {out}.append(len(e.args) + len(type(e).__name__) + isinstance(e, LookupError))")
        self.names["l"].append(out)

    def context(self):
        k, out = self.fresh("K"), self.fresh("l")
        self.put(f"{out} = []")
        self.put(f"class {k}:")
        self.put("    def __enter__(self):")
        self.put(f"        {out}.append(1)")
        self.put("        return self")
        self.put("    def __exit__(self, kind, value, trace):")
        self.put(f"        {out}.append(2 if kind is None else 3)")
        self.put(f"        return {self.pick('True', 'False', 'None', 'kind is ValueError')}")
        self.put("try:")
        self.put(f"    with {k}(), {k}() as c:")
        self.put(f"        {self.pick('raise ValueError(5)', f'{out}.append(7)', 'int([])', f'{out}.append(8 // {self.r.randint(0, 1)})')}")
        self.put(f"    {out}.append(4)")
        self.put("except Exception as e:")
        self.put(f"    {out}.append(len(type(e).__name__))")
        self.names["l"].append(out)

    def remembered(self):
        f, out = self.fresh("g"), self.fresh("l")
        self.put(f"{out} = []")
        self.put(f"@{self.pick('lru_cache', 'lru_cache(maxsize=None)', 'lru_cache(maxsize=2)', 'cache')}")
        self.put(f"def {f}(n, k=1):")
        self.put(f"    {out}.append(n)")
        self.put(f"    return n if n < 2 else {f}(n - 1) + {f}(n - 2) * k")
        self.define("i", f"{f}({self.r.randint(0, 6)}) + {f}({self.r.randint(0, 4)}, k=2)")
        self.names["l"].append(out)

    def klass(self):
        k, o = self.fresh("K"), self.fresh("o")
        base = self.fresh("B")
        self.put(f"class {base}:")
        self.put(f"    width = {self.i(0)}")
        self.put("    made = []")
        self.put("    def __init__(self, n=2):")
        self.put("        self.n = n")
        self.put("        self.made.append(n)")
        self.put("    def size(self):")
        self.put("        return self.n * self.width")
        self.put("    @property")
        self.put("    def twice(self):")
        self.put("        return self.n * 2")
        self.put("    @twice.setter")
        self.put("    def twice(self, v):")
        self.put("        self.n = v // 2")
        self.put("    @classmethod")
        self.put("    def of(cls, n):")
        self.put("        return cls(n + 1)")
        self.put("    @staticmethod")
        self.put("    def five():")
        self.put("        return 5")
        self.put(f"class {k}({base}):")
        self.put(f"    width = {self.i(0)}")
        self.put("    def size(self):")
        self.put("        return super().size() + 1")
        self.put("    def __add__(self, other):")
        self.put(f"        return {k}(self.n + (other.n if isinstance(other, {k}) else other))")
        self.put("    def __eq__(self, other):")
        self.put("        return self.n == other.n")
        self.put("    def __len__(self):")
        self.put("        return abs(self.n) % 7")
        self.put("    def __getitem__(self, i):")
        self.put("        return self.n + i")
        self.put("    def __call__(self, x):")
        self.put("        self.n += 1")
        self.put("        return x * self.n")
        self.put(f"{o} = {self.pick(k, base, f'{k}.of', f'{base}.of')}({self.i(0)})")
        self.put(f"{o}b = {k}({self.i(0)})")
        for _ in range(self.r.randint(0, 4)):
            self.put(self.pick(f"{o}.n += {self.i(0)}", f"{o}.width = {self.i(0)}", f"{k}.width = {self.i(0)}", f"{o}.twice = {self.i(0)}", f"{base}.width += 1"))
            if self.chance(0.4):
                self.guard(self.pick(f"{o}.n = {self.i(0)}", f"{o}b.n -= 1", f"{base}.made.append(3)", f"{o}.twice = 6"), self.b())
        for e in (f"{o}.size()", f"{o}.twice + {o}.width", f"len({base}.made) * 100 + {k}.width", f"({o}b + {self.r.randint(0, 3)}).n", f"len({o}b)",
                  f"{o}b[3]", f"{o}b({self.i(0)})", f"{o}b == {k}(3)", f"{o}.five()"):
            if self.chance(0.5):
                self.define("i", f"int({e})")

    def data_class(self):
        k, o = self.fresh("K"), self.fresh("o")
        self.put("@dataclass")
        self.put(f"class {k}:")
        self.put("    m: int = 8")
        self.put(f"    n: int = {self.i(0)}")
        self.put("    all: list = field(default_factory=list)")
        self.put("    @property")
        self.put("    def area(self):")
        self.put("        return self.m * self.n")
        self.put(f"{o} = {k}({self.pick('', '3', 'n=4', '2, n=5')})")
        self.put(f"{o}.all.append({self.i(0)})")
        self.define("i", f"{o}.area + len({k}().all)")
        self.define("i", f"int({o} == {k}())")
        self.define("i", f"replace({o}, m={self.i(0)}).area")

    def enumeration(self):
        k = self.fresh("K")
        self.put(f"class {k}({self.pick('Enum', 'IntEnum')}):")
        self.put(f"    A = {self.r.randint(1, 4)}")
        self.put("    B = 7")
        self.put("    C = auto()")
        self.define("i", f"{k}.B.value + {k}(7).value + len({k}.A.name)")
        self.define("i", f"sum(c.value for c in {k}) + {k}.C.value")
        self.define("i", f"int({k}.A is {k}['A']) + ({k}.A == {k}.B) + int({k}(7) is not {k}.C)")

    def program(self):
        for _ in range(3):
            self.define("i", self.i(0))
        self.define("l", self.l())
        for _ in range(self.r.randint(6, 14)):
            self.statement()
        shown = []
        for kind, value in (("i", "{}"), ("l", "sum(q * (k + 1) for k, q in enumerate({})) + 1000 * len({})"), ("t", "{}[0] * 3 + {}[1]"),
                            ("s", "sum(ord(c) * (k + 1) for k, c in enumerate({})) + 7 * len({})"),
                            ("d", "sum(len(k) * 31 + v for k, v in {}.items()) + 1000 * len({})"), ("e", "sum({}) + 1000 * len({})")):
            shown += [value.format(n, n) for n in self.names[kind]]
        for k, value in enumerate(shown):
            self.put(f"r{k} = {value}")
        return "\n".join(HEAD + self.lines) + "\n"


HEAD = [
    "import cutlass.cute as cute",
    "import math",
    "import operator",
    "from dataclasses import dataclass, field, replace",
    "from enum import Enum, IntEnum, auto",
    "from functools import cache, lru_cache, reduce",
    "from itertools import accumulate, chain, combinations, cycle, islice, permutations, product, takewhile, zip_longest",
]


def run(code, given):
    """The integers r0, r1, ... that python3 computes; None where it raises an exception, or takes too long."""
    steps = 0

    def count(frame, event, argument):
        nonlocal steps
        steps += 1
        if steps > STEPS:
            raise Refused()
        return count

    names = dict(given, __name__="program")
    sys.settrace(count)
    try:
        exec(code, names)
    except (Exception, Refused):
        return None
    finally:
        sys.settrace(None)
    return {k: int(v) for k, v in names.items() if re.fullmatch(r"r\d+", k)}


def wrong_in_golden(path):
    """What tests/golden/python_kinds.txt has otherwise than this python3."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^#### (.*)\n", file.read(), flags=re.M)[1:]
    wrong = []
    for kinds, code in zip(parts[::2], parts[1::2]):
        wanted = dict(re.findall(r"^#> (\w+) = (.*)$", code, flags=re.M))
        least = re.search(r"\b3\.(\d+)", kinds)
        if sys.version_info < (3, int(least[1]) if least else 11):
            continue
        names = {"__name__": "__main__"}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(code, kinds, "exec"), names)
        except SyntaxError:
            names = dict.fromkeys(wanted, "?")
        except Exception as error:
            wrong.append(f"{kinds}: {error!r}")
        wrong += [f"{kinds}: {k} is {names.get(k)}, not {v}" for k, v in wanted.items() if str(names.get(k)) != v]
    return wrong


def wrong_answers(path):
    """The rows of tests/golden/python_answers.txt whose answer is not this python3's."""
    with open(path, encoding="utf-8") as file:
        rows = re.split(r"^#> (.*)\n", file.read(), flags=re.M)
    head, wrong = rows[0].split("####\n")[0], []
    for program, answer in zip(rows[::2], rows[1::2]):
        names = {"__name__": "__main__"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(head + program.split("####\n")[-1], path, "exec"), names)
        if repr(names["r"]) != answer:
            wrong.append(f"{program}is {names['r']!r}, not {answer}")
    return wrong


def stand_in():
    """A module of the name that makes a file one of the DSL."""
    import types

    package = types.ModuleType("cutlass")
    package.cute = types.ModuleType("cutlass.cute")
    sys.modules["cutlass"], sys.modules["cutlass.cute"] = package, package.cute


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--programs", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", default="")
    options = options.parse_args()
    options.programs = int(os.environ.get("CUTESCOPE_CASES", options.programs))
    stand_in()
    wanted, texts = {}, {}
    seed = options.seed * 1_000_000
    while len(wanted) < options.programs:
        seed += 1
        unknown = seed % 3 == 0
        text = Writer(seed, unknown).program()
        try:
            code = compile(text, "program", "exec")
        except SyntaxError as error:
            sys.exit(f"seed {seed}: {error}\n{text}")
        given = [dict(P=p, Q=q, N=n) for p, q, n in itertools.product((True, False), (True, False), (0, 1, 3))] if unknown else [{}]
        results = [r for r in (run(code, g) for g in given) if r]
        if not results:
            continue
        name = f"p{seed}.py"
        texts[name] = text
        wanted[name] = {k: {r[k] for r in results if k in r} for k in set().union(*results)}
    right = wrong = refused = undecided = vanished = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        said = subprocess.run([options.program, "check", folder, "--json"], capture_output=True, text=True)
        files = {os.path.basename(f["file"]): f for f in json.loads(said.stdout)["files"]}
    failures = wrong_in_golden(os.path.join(os.path.dirname(__file__), "../golden/python_kinds.txt"))
    failures += wrong_answers(os.path.join(os.path.dirname(__file__), "../golden/python_answers.txt"))
    wrong += len(failures)
    for name, values in wanted.items():
        entries = {}
        for e in files.get(name, {"entries": []})["entries"]:
            if re.fullmatch(r"r\d+", e.get("source") or e["name"]):
                entries[e.get("source") or e["name"]] = e
        for k, expected in values.items():
            e = entries.get(k)
            value = e.get("value") if e else None
            if value is None or e.get("problem"):
                if len(expected) == 1:
                    refused += 1
                    vanished += e is None
                else:
                    undecided += 1
                continue
            number = int(re.sub(r"^_|^Int<|>\{\}$", "", value))
            if expected == {number}:
                right += 1
            else:
                wrong += 1
                failures.append(f"{name}: {k} is {' or '.join(map(str, sorted(expected)))}, read as {number}")
    for f in failures[:20]:
        print(f)
    known = right / max(right + refused, 1)
    print(f"{options.programs} programs: {right} values right, {wrong} wrong, {refused} refused ({vanished} not listed), {undecided} that depend on what is not known; "
          f"{100 * known:.1f} % known")
    if options.keep:
        print(f"seed {options.seed}, programs in {options.keep}")
    print(f"script: {right + refused + undecided} passed, {wrong + (known < LEAST_KNOWN)} failed")
    if wrong or known < LEAST_KNOWN:
        sys.exit(1)


main()
