"""Random C++ host programs without undefined behaviour, for cpp_values_test.py.

A program is a namespace with functions, structures and templates, and a function without arguments that uses them. Each expression is
made with its C++ type and an interval that holds its value, so that no sum of ints leaves its range, nothing is divided by 0, and no
shift is too far; a variable has an interval of its own that whatever is assigned to it is brought into. A value that is compared stands
in a line of its own: the reader finds a layout there, of which the numbers are the strides, g++ a call that prints them."""

import random

from random_cpp_types import (AND, ASSIGN, BITAND, BITOR, COMMA, COMMON, EQUAL, LESS, NAMES, OR, POSTFIX, PRODUCT, SHIFT, SUM, TERNARY, TYPES,
                              UNARY, XOR, Function, Value, Variable, common, promoted, range_of)


class Program:
    def __init__(self, number, seed):
        self.r = random.Random(f'{seed}/{number}')
        self.number, self.names, self.observed = number, 0, 0
        self.outside, self.lines, self.functions, self.overloaded = [], [], [], None
        self.scopes, self.depth, self.loops = [[]], 0, 0
        self.begin()
        self.features = []

    # -- parts -----------------------------------------------------------------------------------------------------------------------
    def chance(self, percent):
        return self.r.random() * 100 < percent

    def pick(self, items):
        return self.r.choice(list(items))

    def name(self, letter):
        self.names += 1
        return f'{letter}{self.names}'

    def spelled(self, kind):
        return self.pick(NAMES.get(kind, [kind]))

    def say(self, line):
        self.lines.append('  ' * (len(self.scopes)) + line)

    def begin(self, changed=()):
        """A full expression begins: `changed` is what it must not name."""
        self.used, self.read, self.pure = set(changed), set(), False

    def variables(self, changeable=False):
        found = {}
        for scope in self.scopes:
            for v in scope:
                found[v.name] = v
        return [v for v in found.values() if v.text not in self.used and not (changeable and v.constant)]

    def declared(self, kind, low, high, constant=False, name=None, text=None):
        v = Variable(name or self.name('v'), kind, low, high, constant, text)
        self.scopes[-1].append(v)
        return v

    def limits(self, kind):
        """An interval that a variable of this type keeps to."""
        low, high = range_of(kind)
        if not TYPES[kind][1] or TYPES[kind][2] < 3:
            return low, high
        bound = self.pick([9, 99, 99, 999, 9999, 32767, 999999] + ([10 ** 9, 10 ** 12] if TYPES[kind][0] == 64 else []))
        return (0, bound) if self.chance(25) else (-bound, bound)

    def fitted(self, value, kind, low, high):
        """The value, or a part of it, within the interval after its conversion to the type."""
        a, b = value.bounds_as(kind)
        if low <= a and b <= high:
            return value
        if low == 0 and value.low < 0:
            value = self.cast(value, 'unsigned')
        if high < 1:
            return self.literal(low, high)
        modulus = min(high, -low if low < 0 else high) + 1 if low <= 0 else 1
        if low > 0:
            return self.literal(low, high)
        if value.kind == 'bool':
            value = self.cast(value, 'int')
        result = common(value.kind, 'int')
        text = f'{value.at(PRODUCT)} % {modulus}'
        bound = modulus - 1
        return Value(text, PRODUCT, result, 0 if value.low >= 0 else -bound, bound)

    def cast(self, value, kind):
        low, high = value.bounds_as(kind)
        if self.chance(40):
            return Value(f'({self.spelled(kind)}){value.at(UNARY)}', UNARY, kind, low, high)
        simple = [n for n in NAMES.get(kind, [kind]) if ' ' not in n]
        if simple and self.chance(50):
            return Value(f'{self.pick(simple)}({value.text if value.strength > COMMA else "(" + value.text + ")"})', POSTFIX, kind, low, high)
        return Value(f'static_cast<{self.spelled(kind)}>({value.text})', POSTFIX, kind, low, high)

    # -- expressions -----------------------------------------------------------------------------------------------------------------
    def literal(self, low=-20, high=300):
        n = self.r.randint(max(low, -70000), min(high, 70000)) if low <= 70000 and high >= -70000 else low
        if n < 0:
            return Value(f'{n}', UNARY, 'int', n, n)
        how = self.r.random()
        if how < 0.1:
            return Value(hex(n), POSTFIX, 'int', n, n)
        if how < 0.13:
            return Value(bin(n), POSTFIX, 'int', n, n)
        if how < 0.16:
            return Value('0' + oct(n)[2:], POSTFIX, 'int', n, n)
        if how < 0.2:
            suffix, kind = self.pick([('u', 'unsigned'), ('L', 'long'), ('ull', 'unsigned long long'), ('LL', 'long long')])
            return Value(f'{n}{suffix}', POSTFIX, kind, n, n)
        if how < 0.24 and n > 999:
            return Value(f'{n // 1000}\'{n % 1000:03}', POSTFIX, 'int', n, n)
        if how < 0.28 and 48 <= n < 123 and chr(n).isalnum():
            return Value(f"'{chr(n)}'", POSTFIX, 'char', n, n)
        return Value(str(n), POSTFIX, 'int', n, n)

    def leaf(self):
        all_of = self.variables()
        if all_of and self.chance(80):
            v = self.pick(all_of)
            self.read.add(v.text)
            return Value(v.text, POSTFIX, v.kind, v.low, v.high)
        return self.literal()

    def condition(self, depth=1):
        how = self.r.random()
        if depth > 0 and how < 0.2:
            sign, strength = self.pick([('&&', AND), ('||', OR)])
            a, b = self.condition(depth - 1), self.condition(depth - 1)
            return Value(f'{a.at(strength)} {sign} {b.at(strength + 1)}', strength, 'bool', 0, 1)
        if how < 0.3:
            a = self.expression(1)
            return Value(f'!{a.at(UNARY)}', UNARY, 'bool', 0, 1)
        a, b = self.expression(depth), self.expression(0)
        sign, strength = self.pick([('<', LESS), ('>', LESS), ('<=', LESS), ('>=', LESS), ('==', EQUAL), ('!=', EQUAL)])
        return Value(f'{a.at(strength + 1)} {sign} {b.at(strength + 1)}', strength, 'bool', 0, 1)

    def expression(self, depth):
        if depth <= 0:
            return self.leaf()
        how = self.r.random()
        if how < 0.50:
            return self.binary(depth)
        if how < 0.58:
            return self.cast(self.expression(depth - 1), self.pick(COMMON))
        if how < 0.64:
            c, a, b = self.condition(depth - 1), self.expression(depth - 1), self.expression(depth - 1)
            kind = a.kind if a.kind == b.kind else common(a.kind, b.kind)
            bounds = a.bounds_as(kind) + b.bounds_as(kind)
            text = f'{c.at(OR)} ? {a.at(TERNARY)} : {b.at(TERNARY)}'
            return Value(text, TERNARY, kind, min(bounds), max(bounds))
        if how < 0.68:
            c = self.condition(depth - 1)
            return c
        if how < 0.73:
            return self.unary(depth)
        if how < 0.77 and not self.pure:
            return self.with_effect()
        if how < 0.93 and self.functions:
            return self.call(depth)
        if how < 0.97:
            return self.standard(depth)
        return self.leaf()

    def unary(self, depth):
        a = self.expression(depth - 1)
        kind = promoted(a.kind)
        low, high = a.bounds_as(kind)
        sign = self.pick('-~+')
        if sign == '+':
            return Value(f'+{a.at(POSTFIX)}', UNARY, kind, low, high)
        if sign == '~':
            bounds = (~high, ~low) if TYPES[kind][1] else range_of(kind)
            return Value(f'~{a.at(UNARY)}', UNARY, kind, *bounds)
        if not TYPES[kind][1]:
            return Value(f'-{a.at(POSTFIX)}', UNARY, kind, *range_of(kind))
        if -low > range_of(kind)[1]:
            return a
        return Value(f'-{a.at(POSTFIX)}', UNARY, kind, -high, -low)

    def binary(self, depth):
        sign = self.pick(['+', '-', '*', '+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'])
        a, b = self.expression(depth - 1), self.expression(self.r.randint(0, depth - 1))
        if sign in ('<<', '>>'):
            return self.shifted(sign, a)
        kind = common(a.kind, b.kind)
        (al, ah), (bl, bh) = a.bounds_as(kind), b.bounds_as(kind)
        low, high = range_of(kind)
        wraps = not TYPES[kind][1]
        if sign in '/%':
            if bl <= 0 <= bh:
                b = self.literal(1, 40) if self.chance(60) else Value(f'{b.at(BITOR)} | 1', BITOR, promoted(b.kind), *self.odd(b))
                kind = common(a.kind, b.kind)
                (al, ah), (bl, bh) = a.bounds_as(kind), b.bounds_as(kind)
                low, high = range_of(kind)
            if al == low and bl <= -1 <= bh and TYPES[kind][1]:
                return a
            if sign == '/':
                corners = [int(abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1)
                           for x in (al, ah) for y in (bl, bh, -1 if bl < 0 < bh else bl, 1 if bl < 0 < bh else bh) if y]
                bounds = min(corners + ([0] if al <= 0 <= ah else [])), max(corners + ([0] if al <= 0 <= ah else []))
                bounds = (min(bounds[0], 0), max(bounds[1], 0))
            else:
                most = max(abs(bl), abs(bh)) - 1
                bounds = (max(-most, al) if al < 0 else 0, min(most, max(ah, 0)))
            return Value(f'{a.at(PRODUCT)} {sign} {b.at(UNARY)}', PRODUCT, kind, *bounds)
        if sign in '&|^':
            strength = {'&': BITAND, '|': BITOR, '^': XOR}[sign]
            if al >= 0 and bl >= 0:
                bounds = (0, min(ah, bh)) if sign == '&' else (0, (1 << max(ah, bh).bit_length()) - 1)
            elif sign == '&' and (al >= 0 or bl >= 0):
                bounds = (0, ah if al >= 0 else bh)
            else:
                power = 1 << max(abs(x).bit_length() for x in (al, ah, bl, bh))
                bounds = (max(low, -power), min(high, power - 1))
            return Value(f'{a.at(strength)} {sign} {b.at(strength + 1)}', strength, kind, *bounds)
        corners = {'+': [al + bl, ah + bh], '-': [al - bh, ah - bl], '*': [x * y for x in (al, ah) for y in (bl, bh)]}[sign]
        bounds = (min(corners), max(corners))
        if bounds[0] < low or bounds[1] > high:
            if not wraps:
                return self.binary_of_parts(sign, a, b)
            bounds = low, high
        strength = PRODUCT if sign == '*' else SUM
        return Value(f'{a.at(strength)} {sign} {b.at(strength + 1)}', strength, kind, *bounds)

    @staticmethod
    def odd(b):
        low, high = b.bounds_as(promoted(b.kind))
        return (low, high | 1) if low < 0 else (1, high | 1)

    def binary_of_parts(self, sign, a, b):
        """The operands modulo something, so that the result is within an int."""
        a, b = (Value(f'{x.at(PRODUCT)} % 1009', PRODUCT, common(x.kind, 'int'), -1008 if x.low < 0 else 0, 1008) for x in (a, b))
        kind = common(a.kind, b.kind)
        if not TYPES[kind][1]:
            return a
        corners = {'+': [-2016, 2016], '-': [-2016, 2016], '*': [-1008 * 1008, 1008 * 1008]}[sign]
        strength = PRODUCT if sign == '*' else SUM
        return Value(f'{a.at(strength)} {sign} {b.at(strength + 1)}', strength, kind, *corners)

    def shifted(self, sign, a):
        kind = promoted(a.kind)
        low, high = a.bounds_as(kind)
        count = self.leaf()
        if not (0 <= count.low and count.high < TYPES[kind][0]) or self.chance(30):
            count = Value(f'{count.at(BITAND)} & 7', BITAND, common(count.kind, 'int'), 0, 7) if self.chance(50) else self.literal(0, 12)
        if sign == '>>':
            bounds = (min(low, low >> count.low, low >> count.high), max(high, high >> count.low, high >> count.high))
            return Value(f'{a.at(SHIFT)} >> {count.at(SUM)}', SHIFT, kind, *bounds)
        if TYPES[kind][1] and (low < 0 or high << count.high > range_of(kind)[1]):
            a = Value(f'{a.at(BITAND)} & 63', BITAND, common(a.kind, 'int'), 0, 63)
            kind, count = promoted(a.kind), self.literal(0, 12)
            low, high = 0, 63
        bounds = (low << count.low, high << count.high)
        if bounds[1] > range_of(kind)[1]:
            bounds = range_of(kind)
        return Value(f'{a.at(SHIFT)} << {count.at(SUM)}', SHIFT, kind, *bounds)

    def with_effect(self):
        """x++, --x or (x = e) of a variable that the expression names nowhere else; brought back into its interval by wrapping alone."""
        fit = [v for v in self.variables(True)
               if v.text not in self.read and v.kind != 'bool' and (not TYPES[v.kind][1] or TYPES[v.kind][2] < 3)]
        if not fit:
            return self.leaf()
        v = self.pick(fit)
        low, high = range_of(v.kind)
        if (v.low, v.high) != (low, high):
            return self.leaf()
        how = self.pick(['++{}', '--{}', '{}++', '{}--', '{} =', '{} +='])
        if '=' not in how:
            self.used.add(v.text)
            return Value(how.format(v.text), UNARY if how[0] in '+-' else POSTFIX, v.kind, low, high)
        self.used.add(v.text)
        e = self.expression(1)
        return Value(f'({how.format(v.text)} {e.text if e.strength > COMMA else "(" + e.text + ")"})', POSTFIX, v.kind, low, high)

    def standard(self, depth):
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        how = self.pick(['min', 'max', 'abs', 'sizeof', 'extreme', 'sizeof of a type'])
        if how in ('min', 'max'):
            kind = self.pick(['int', 'int', 'long', 'unsigned'])
            (al, ah), (bl, bh) = a.bounds_as(kind), b.bounds_as(kind)
            chosen = min if how == 'min' else max
            return Value(f'std::{how}<{self.spelled(kind)}>({a.at(TERNARY)}, {b.at(TERNARY)})', POSTFIX, kind, chosen(al, bl), chosen(ah, bh))
        if how == 'abs':
            a = self.fitted(a, 'int', -9999, 9999)
            a = a if a.kind == 'int' else self.cast(a, 'int')
            low, high = a.bounds_as('int')
            return Value(f'std::abs({a.at(TERNARY)})', POSTFIX, 'int', 0, max(abs(low), abs(high))) if low > -(1 << 31) else a
        if how == 'sizeof':
            before = set(self.used)
            text = f'sizeof({self.expression_without_effects().text})'
            self.used = before
            return Value(text, POSTFIX, 'unsigned long', 1, 8)
        if how == 'extreme':
            kind = self.pick(['int', 'short', 'unsigned char', 'unsigned', 'long'])
            which = self.pick([0, 1])
            n = range_of(kind)[which]
            return Value(f'std::numeric_limits<{kind}>::{("min", "max")[which]}()', POSTFIX, kind, n, n)
        return Value(f'sizeof({self.spelled(self.pick(COMMON))})', POSTFIX, 'unsigned long', 1, 8)

    def expression_without_effects(self):
        before, self.pure = self.pure, True
        e = self.expression(1)
        self.pure = before
        return e

    def argument(self, depth, kind, low, high):
        e = self.fitted(self.expression(depth), kind, low, high)
        return e.at(TERNARY)

    def call(self, depth):
        usable = [f for f in self.functions if not (self.pure and f.effects)]
        if not usable:
            return self.leaf()
        f = self.pick(usable)
        given = ', '.join(self.argument(depth - 1, *p) for p in f.parameters)
        if f.effects:
            self.pure = True  # only one call with effects in an expression: their order would not be known
        return Value(f'{f.name}({given})', POSTFIX, f.result, f.low, f.high)

    def full(self, depth=2):
        """An expression of a statement of its own."""
        self.begin()
        e = self.expression(depth)
        self.begin()
        return e

    # -- statements ------------------------------------------------------------------------------------------------------------------
    def assignment(self):
        changeable = self.variables(True)
        if not changeable:
            return self.declaration()
        v = self.pick(changeable)
        self.begin([v.text])
        wraps = (v.low, v.high) == range_of(v.kind)
        how = self.r.random()
        if how < 0.3 and wraps and v.kind != 'bool':
            sign = self.pick(['+', '-', '*', '^', '|', '&'])
            kind = common(v.kind, 'int')
            if TYPES[kind][1]:  # the operation is one of ints
                e = self.fitted(self.expression(1), 'int', -999, 999)
                e = e if TYPES[common(e.kind, 'int')][0] == 32 and TYPES[common(e.kind, 'int')][1] else self.cast(e, 'short')
                if sign == '*' and v.high > 40000:
                    sign = '+'
            else:
                e = self.expression(1)
            self.say(f'{v.text} {sign}= {e.at(TERNARY)};')
        elif how < 0.4 and wraps and v.kind != 'bool':
            self.say(self.pick(['++{};', '{}++;', '--{};', '{}--;']).format(v.text))
        elif how < 0.5 and not wraps and v.low < 0:
            e = self.fitted(self.expression(1), 'int', -99, 99)
            e = self.cast(e, 'int') if promoted(e.kind) != 'int' else e
            if v.high + 99 <= range_of(promoted(v.kind))[1]:
                self.say(f'{v.text} {self.pick("+-")}= {e.at(TERNARY)};')
                self.say(f'{v.text} %= {v.high + 1};')
        else:
            e = self.fitted(self.expression(2), v.kind, v.low, v.high)
            self.say(f'{v.text} = {e.text if e.strength > COMMA else "(" + e.text + ")"};')
        self.begin()

    def declaration(self):
        kind = self.pick(COMMON)
        low, high = self.limits(kind)
        e = self.fitted(self.full(), kind, low, high)
        name = self.name('v')
        how = self.r.random()
        if how < 0.12 and e.kind in TYPES:
            a, b = e.low, e.high
            self.say(f'auto {name} = {e.text};')
            self.declared(e.kind, a, b, constant=(a, b) != range_of(e.kind), name=name)
        elif how < 0.24:
            self.say(f'const {self.spelled(kind)} {name} = {e.text};')
            self.declared(kind, low, high, constant=True, name=name)
        elif how < 0.32:
            self.say(f'{self.spelled(kind)} {name}({e.at(TERNARY)});')
            self.declared(kind, low, high, name=name)
        else:
            self.say(f'{self.spelled(kind)} {name} = {e.at(ASSIGN)};')
            self.declared(kind, low, high, name=name)

    def block(self, count, more=()):
        self.scopes.append(list(more))
        for _ in range(count):
            self.statement()
        self.scopes.pop()

    def branch(self):
        self.say(f'if ({self.full_condition()}) {{')
        self.block(self.r.randint(1, 2))
        while self.chance(25):
            self.say(f'}} else if ({self.full_condition()}) {{')
            self.block(1)
        if self.chance(60):
            self.say('} else {')
            self.block(self.r.randint(1, 2))
        self.say('}')

    def full_condition(self):
        self.begin()
        c = self.condition(1)
        self.begin()
        return c.text

    def leave_loop(self):
        if self.chance(35):
            self.scopes.append([])
            self.say(f'if ({self.full_condition()}) {self.pick(["break", "continue", "continue"])};')
            self.scopes.pop()

    def loop(self):
        if self.loops > 1:
            return self.assignment()
        self.loops += 1
        rounds, i = self.r.randint(1, 9 if self.loops == 1 else 4), self.name('i')
        how = self.pick(['for', 'for', 'for', 'down', 'two', 'while', 'do', 'forever', 'unsigned'])
        counter = Variable(i, 'int', 0, rounds, True)
        if how == 'for':
            self.say(f'for (int {i} = 0; {i} {self.pick(["<", "!="])} {rounds}; {self.pick(["++{}", "{}++", "{} += 1"]).format(i)}) {{')
            self.block(self.r.randint(1, 2), [counter])
        elif how == 'down':
            step = self.r.randint(1, 3)
            self.say(f'for (int {i} = {rounds}; {i} > 0; {i} -= {step}) {{')
            self.block(self.r.randint(1, 2), [counter])
        elif how == 'unsigned':
            self.say(f'for (unsigned {i} = {rounds}; {i}-- > 0;) {{')
            self.block(1, [Variable(i, 'unsigned', 0, rounds, True)])
        elif how == 'two':
            j = self.name('j')
            self.say(f'for (int {i} = 0, {j} = {rounds}; {i} < {j}; ++{i}, --{j}) {{')
            self.block(self.r.randint(1, 2), [counter, Variable(j, 'int', 0, rounds, True)])
        elif how == 'while':
            self.say(f'int {i} = {rounds};')
            self.say(f'while ({self.pick([f"{i}-- > 0", f"--{i} >= 0", f"{i}--"])}) {{')
            self.block(self.r.randint(1, 2), [Variable(i, 'int', -1, rounds, True)])
        elif how == 'do':
            self.say(f'int {i} = 0;')
            self.say('do {')
            self.block(self.r.randint(1, 2), [counter])
            self.say(f'}} while (++{i} < {rounds});')
            self.loops -= 1
            return
        else:
            self.say(f'for (int {i} = 0;; ++{i}) {{')
            self.scopes.append([counter])
            self.say(f'if ({i} >= {rounds}) break;')
            self.statement()
            self.scopes.pop()
        self.scopes.append([])
        self.leave_loop()
        self.scopes.pop()
        self.say('}')
        self.loops -= 1

    def choice(self):
        self.begin()
        e = self.expression_without_effects()
        e = Value(f'{e.at(PRODUCT)} % 5', PRODUCT, common(e.kind, 'int'), -4, 4)
        self.say(f'switch ({e.text}) {{')
        self.scopes.append([])
        cases = self.r.sample(range(-1, 5), self.r.randint(2, 4))
        standard = self.r.randint(0, len(cases)) if self.chance(70) else -1
        for at, n in enumerate(cases):
            if at == standard:
                self.say('default: {')
                self.block(1)
                self.say('}' + self.pick([' break;', '']))
            self.say(f'case {n}:' + (f' case {n + 20}:' if self.chance(20) else '') + ' {')
            self.block(1)
            self.say('}' + self.pick([' break;', ' break;', '']))
        if standard == len(cases):
            self.say('default:')
            self.assignment()
        self.scopes.pop()
        self.say('}')

    def statement(self):
        self.depth += 1
        how = self.r.random()
        if self.depth > 3 or how < 0.40:
            self.assignment()
        elif how < 0.60:
            self.declaration()
        elif how < 0.74:
            self.branch()
        elif how < 0.88:
            self.loop()
        elif how < 0.94 and self.loops == 0:
            self.choice()
        else:
            self.say('{')
            self.block(2)
            self.say('}')
        self.depth -= 1

    def observe(self, *texts):
        """Numbers to compare: each an int."""
        self.observed += 1
        self.lines.append(f'@o{self.number}_{self.observed}@{"@".join(texts)}')

    def observed_text(self, v):
        """An int that says what a variable is."""
        if v.kind == 'int':
            return v.text
        if TYPES[v.kind][2] < 3:
            return self.pick([f'int({v.text})', f'+{v.text}', f'static_cast<int>({v.text})'])
        return f'int({v.text} % {self.pick([9973, 65536, 1000003])})'

    # -- functions -------------------------------------------------------------------------------------------------------------------
    def function_body(self, result, low, high, count):
        """Statements and a return, within the function's own scope; with early returns."""
        for _ in range(count):
            self.statement()
            if self.chance(12):
                e = self.fitted(self.full(1), result, low, high)
                self.say(f'if ({self.full_condition()}) return {e.text};')
        e = self.fitted(self.full(), result, low, high)
        self.say(f'return {e.text};')

    def define(self, make):
        """Makes what stands outside of the run; its lines are those that `make` says."""
        kept = self.lines, self.scopes, self.loops, self.depth
        self.lines, self.scopes, self.loops, self.depth = [], [[]], 0, 1
        made = make()
        self.outside += self.lines
        self.lines, self.scopes, self.loops, self.depth = kept
        return made

    def own_function(self):
        def make():
            name, result = self.name('f'), self.pick(COMMON)
            low, high = self.limits(result)
            parameters = []
            for _ in range(self.r.randint(0, 3)):
                kind = self.pick(COMMON)
                parameters.append((kind, *self.limits(kind)))
            self.scopes = [[]]
            written = []
            for kind, a, b in parameters:
                v = self.declared(kind, a, b, name=self.name('p'))
                how = self.pick(['{0} {1}', '{0} {1}', 'const {0} {1}', 'const {0}& {1}'])
                v.constant = 'const' in how
                written.append(how.format(self.spelled(kind), v.name))
            self.function_body(result, low, high, self.r.randint(1, 2))
            # A function that calls others may not be constant.
            constant = not any(f'{f.name}(' in line for f in self.functions for line in self.lines)
            head = self.pick(['', '', 'static ', 'inline ', 'constexpr ' if constant else ''])
            self.lines.insert(0, f'{head}{self.spelled(result)} {name}({", ".join(written)}) {{')
            self.lines.append('}')
            return Function(name, parameters, result, low, high)
        self.functions.append(self.define(make))

    def run(self, count):
        from random_cpp_features import FEATURES
        for _ in range(self.r.randint(0, 1)):
            self.own_function()
        chosen = self.r.sample(FEATURES, self.r.randint(1, 2))
        uses = [feature(self) for feature in chosen]
        self.features = [f.__name__ for f in chosen]
        self.scopes = [[]]
        for _ in range(self.r.randint(1, 2)):
            self.declaration()
        steps = [self.statement] * count + [u for u in uses if u]
        self.r.shuffle(steps)
        for step in steps:
            step()
            if self.chance(15):
                self.look()
        self.look()
        self.look()
        return self

    def look(self):
        seen = self.variables()
        if not seen:
            return
        chosen = self.r.sample(seen, min(len(seen), 3))
        texts = [self.observed_text(v) for v in chosen]
        while len(texts) < 2:
            texts.append(self.fitted(self.cast(self.expression_without_effects(), 'int'), 'int', -99999, 99999).at(TERNARY))
        self.begin()
        self.observe(*texts)

    def text(self, for_reader):
        """The program for the reader, or for g++."""
        lines = [f'namespace p{self.number} {{'] + self.outside + [f'void run{self.number}() {{']
        for line in self.lines:
            if line.startswith('@'):
                _, name, *numbers = line.split('@')
                listed = ', '.join(numbers)
                ones = ', '.join(['_1{}'] * len(numbers))
                line = f'  auto {name} = make_layout(make_shape({ones}), make_stride({listed}));' if for_reader else f'  show("{name}", {listed});'
            lines.append(line)
        return '\n'.join(lines + ['}', '}', ''])


def program(number, seed):
    return Program(number, seed).run(random.Random(f'{seed}/{number}/size').randint(1, 4))
