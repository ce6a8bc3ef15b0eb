"""C++'s arithmetic types, and expressions of which the type and an interval are known: for random_cpp.py."""

# bits, sign, rank; int and wider take part in arithmetic as they are.
TYPES = {
    'bool': (1, False, 0), 'char': (8, True, 1), 'signed char': (8, True, 1), 'unsigned char': (8, False, 1),
    'short': (16, True, 2), 'unsigned short': (16, False, 2), 'int': (32, True, 3), 'unsigned': (32, False, 3),
    'long': (64, True, 4), 'unsigned long': (64, False, 4), 'long long': (64, True, 5), 'unsigned long long': (64, False, 5)}
NAMES = {'unsigned': ['unsigned', 'unsigned int', 'uint32_t', 'std::uint32_t'], 'long': ['long', 'int64_t', 'std::ptrdiff_t', 'long int'],
         'unsigned long': ['size_t', 'std::size_t', 'uint64_t', 'unsigned long'], 'unsigned char': ['uint8_t', 'unsigned char'],
         'short': ['short', 'int16_t', 'std::int16_t'], 'int': ['int', 'int', 'int', 'int32_t', 'signed'],
         'unsigned short': ['uint16_t', 'unsigned short'], 'signed char': ['int8_t', 'signed char']}
COMMON = ['int'] * 8 + ['unsigned', 'long long', 'long', 'unsigned long', 'short', 'unsigned char', 'char', 'bool', 'signed char',
                        'unsigned short', 'unsigned long long']
COMMA, ASSIGN, TERNARY, OR, AND, BITOR, XOR, BITAND, EQUAL, LESS, SHIFT, SUM, PRODUCT, UNARY, POSTFIX = range(15)


def range_of(kind):
    bits, sign, _ = TYPES[kind]
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if sign else (0, (1 << bits) - 1)


def promoted(kind):
    return 'int' if TYPES[kind][2] < 3 else kind


def common(a, b):
    a, b = promoted(a), promoted(b)
    if TYPES[a][1] == TYPES[b][1]:
        return a if TYPES[a][2] >= TYPES[b][2] else b
    signed, unsigned = (a, b) if TYPES[a][1] else (b, a)
    if TYPES[unsigned][2] >= TYPES[signed][2]:
        return unsigned
    return signed if TYPES[signed][0] > TYPES[unsigned][0] else 'unsigned ' + signed


class Value:
    """An expression: its text, how strongly its outermost operator binds, its type, and the interval that it is in."""

    def __init__(self, text, strength, kind, low, high):
        self.text, self.strength, self.kind, self.low, self.high = text, strength, kind, low, high

    def at(self, strength):
        return self.text if self.strength >= strength else f'({self.text})'

    def bounds_as(self, kind):
        """Where the value is after a conversion, which wraps."""
        low, high = range_of(kind)
        if kind == 'bool':
            return (0, 1) if self.low <= 0 <= self.high else (1, 1)
        return (self.low, self.high) if low <= self.low and self.high <= high else (low, high)


class Variable:
    def __init__(self, name, kind, low, high, constant=False, text=None):
        self.name, self.kind, self.low, self.high, self.constant = name, kind, low, high, constant
        self.text = text or name


class Function:
    def __init__(self, name, parameters, result, low, high, effects=False, of=''):
        self.name, self.parameters, self.result, self.low, self.high = name, parameters, result, low, high
        self.effects, self.of = effects, of
