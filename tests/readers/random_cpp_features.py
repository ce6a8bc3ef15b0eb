"""What random_cpp.py's programs use beside variables, operators and branches: each feature says what stands outside of the run, adds the
functions that expressions may call, and returns what says its own statements in the run."""

from random_cpp_types import TERNARY, TYPES, Function, range_of

INTS = ['int', 'long', 'short', 'unsigned', 'unsigned char', 'long long', 'unsigned long', 'char', 'signed char']


def small(p, most=12):
    """An int of the run from 0 to `most`."""
    p.begin()
    e = p.expression_without_effects()
    e = p.cast(e, 'unsigned') if e.low < 0 else e
    p.begin()
    return f'int({e.at(13)} % {most + 1})'


def result(p, text, low=-99999, high=99999, kind='int'):
    """A variable of the run that begins with `text`."""
    name = p.name('r')
    p.say(f'{p.pick(["auto", p.spelled(kind)])} {name} = {text};')
    p.declared(kind, low, high, name=name, constant=True)
    return name


def recursion(p):
    f, g, m = p.name('f'), p.name('f'), p.pick([97, 1009, 65521])
    a, b = p.r.randint(2, 9), p.r.randint(1, 50)
    p.outside += [p.pick([
        f'int {f}(int n) {{ if (n <= 0) return {b}; return ({f}(n - 1) * {a} + n) % {m}; }}',
        f'constexpr int {f}(int n) {{ return n < 2 ? {b % m} : ({f}(n - 1) + {f}(n - 2)) % {m}; }}',
        f'int {g}(int n); int {f}(int n) {{ return n <= 0 ? {b} : ({g}(n - 1) + {a}) % {m}; }} '
        f'int {g}(int n) {{ return n <= 0 ? {a} : {f}(n - 1) * {a} % {m}; }}',
        f'int {f}(int n, int so_far = {b}) {{ return n == 0 ? so_far : {f}(n - 1, (so_far * {a} + n) % {m}); }}'])]
    p.functions.append(Function(f, [('int', 0, 7)], 'int', 0, max(m, 50)))


def overloads(p):
    f = p.name('over')
    kinds = list(TYPES) + ['float', 'double']
    for n, kind in enumerate(kinds):
        p.outside.append(f'int {f}({p.spelled(kind)}) {{ return {n * 3 + 1}; }}')
    if p.chance(60):
        p.outside.append(f'template <class T> int {f}(T*) {{ return 77; }}')

    def use():
        texts = []
        for _ in range(3):
            p.begin()
            texts.append(f'{f}({p.expression(2).at(TERNARY)})')
        texts += p.r.sample([f"{f}('a')", f'{f}(1.5)', f'{f}(2.f)', f'{f}(true)', f'{f}(sizeof(int))', f"{f}('a' + 1)", f'{f}(1u + 1L)',
                             f'{f}(short(3))', f'{f}(3 > 2)', f'{f}(!5)', f'{f}(1 ? 2 : 3L)', f'{f}(0x80000000)', f'{f}(2147483648)',
                             f'{f}(1.f + 1)', f'{f}(1.f * 2.0)', f'{f}(-short(1))', f'{f}(~char(1))', f'{f}(1LL << 2)', f'{f}(char(1) << 2)',
                             f'{f}(true + true)', f'{f}((1, 2u))', f'{f}(uint8_t(1) | uint16_t(2))', f'{f}(int64_t(1) % 2ull)'], 3)
        p.observe(*texts)
    return use


def templates(p):
    f, n = p.name('t'), p.r.randint(1, 9)
    body = p.pick([f'return a < b ? b : a;', f'return T((a & 31) + (b & 15) * {n});', 'return T(a ^ b);', f'T c = a; c = c / {n}; return c;',
                   f'int s = 0; for (T i = 0; i < T({n}); ++i) s += int(i) * 2; return T(T(s) + (a & 7) - (b & 7));',
                   'if constexpr (sizeof(T) == 4) return a; else return b;',
                   f'if constexpr (std::is_same_v<T, int>) {{ return {n}; }} else if constexpr (std::is_signed_v<T>) return T(-{n}); return T({n});'])
    p.outside.append(f'template <class T> {p.pick(["", "constexpr "])}T {f}(T a, T b) {{ {body} }}')
    for kind in p.r.sample(INTS, 3):
        p.functions.append(Function(f'{f}<{p.spelled(kind)}>', [(kind, *range_of(kind))] * 2, kind, *range_of(kind)))


def template_numbers(p):
    f, n, m = p.name('t'), p.r.randint(1, 9), p.r.randint(1, 6)
    p.outside.append(p.pick([
        f'template <int N, int M = N + {m}> int {f}(int x) {{ int s = x; for (int i = 0; i < N; ++i) s = (s * M + i) % 1009; return s; }}',
        f'template <int N, int M = {m}> int {f}(int x) {{ if constexpr (N > 0) return ({f}<N - 1, M>(x) * M + N) % 1009; else return x % 1009; }}',
        f'template <int N, bool B = (N > 4)> int {f}(int x) {{ constexpr int k = B ? N * 2 : N - 1; return (x + k) % 1009; }}',
        f'template <int N> int {f}(int x) {{ return (x ^ N) % 1009; }} template <> int {f}<{n}>(int x) {{ return (x + 500) % 1009; }}',
        f'template <unsigned N, class T = short> int {f}(int x) {{ return (x + int(sizeof(T)) * int(N)) % 1009; }}']))
    p.functions.append(Function(f'{f}<{n}>', [('int', 0, 1000)], 'int', -1008, 2000))


def packs(p):
    f, n = p.name('pack'), p.r.randint(2, 9)
    p.outside.append(p.pick([
        f'template <class... T> int {f}(T... xs) {{ return (0 + ... + int(xs & 63)); }}',
        f'template <class... T> int {f}(T... xs) {{ int s = {n}; ((s = (s * 3 + int(xs & 15)) % 1009), ...); return s; }}',
        f'template <class... T> int {f}(T... xs) {{ int a[] = {{int(xs & 31)...}}; int s = int(sizeof...(xs)); for (int x : a) s = s * 2 % 1009 + x; return s; }}',
        f'inline int {f}() {{ return {n}; }} template <class H, class... T> int {f}(H h, T... t) {{ return (int(h & 31) + {f}(t...) * 2) % 1009; }}',
        f'template <class... T> int {f}(T... xs) {{ return (int(sizeof(T)) + ... + {n}) + (... + int(xs & 3)); }}',
        f'template <class... T> int {f}(T... xs) {{ return ((int(xs & 7) - 3) * ... * 1) + ((xs == {n}) || ...); }}']))

    def use():
        for _ in range(2):
            p.begin()
            given = [p.expression(1) for _ in range(p.r.randint(1, 4))]
            given = [e if e.kind != 'bool' else p.cast(e, 'int') for e in given]
            result(p, f'{f}({", ".join(e.at(TERNARY) for e in given)})', -3000, 9999)
    return use


def sequences(p):
    f = p.name('seq')
    m = p.r.randint(2, 7)
    p.outside += [f'template <int... I> int {f}(std::integer_sequence<int, I...>) {{ return (0 + ... + (I * {m})); }}',
                  f'template <int... N> constexpr int {f}_of = (1 * ... * (N + {m}));',
                  f'template <int H, int... T> struct {f}_s {{ static constexpr int v = H + {m} * {f}_s<T...>::v; }};',
                  f'template <int H> struct {f}_s<H> {{ static constexpr int v = H; }};']

    def use():
        n = p.r.randint(1, 6)
        p.observe(f'{f}(std::make_integer_sequence<int, {n}>{{}})', f'{f}_of<{n}, 2, 3>', f'{f}_s<{n}, 4, 5>::v')
    return use


def structure(p):
    s, a, b = p.name('S'), p.r.randint(1, 9), p.r.randint(1, 9)
    p.outside += [f'struct {s} {{',
                  f'  int a = {a}; {p.pick(["short", "unsigned char", "long", "int"])} b = {b};',
                  f'  int get(int k) const {{ return (a * k + int(b)) % 1009; }}',
                  f'  {s}& add(int k) {{ a = (a + k) % 1009; b = (b + 1) % 100; return *this; }}',
                  f'  {s} scaled(int k) const {{ {s} c = *this; c.a = c.a * k % 1009; return c; }}',
                  f'  int operator()(int i) const {{ return i * 2 + a; }}',
                  f'  int operator[](int i) const {{ return i == 0 ? a : int(b); }}',
                  f'  bool operator<(const {s}& o) const {{ return a < o.a; }}',
                  f'  {s} operator+(const {s}& o) const {{ return {{(a + o.a) % 1009, {p.pick(["b", "o.b"])}}}; }}',
                  f'  {s}& operator+=(int k) {{ a = (a + k) % 1009; return *this; }}',
                  f'  {s}& operator++() {{ a = (a + 1) % 1009; return *this; }}',
                  f'  static int twice(int x) {{ return x * 2; }}',
                  f'  static constexpr int k = {a * b};',
                  f'}};', f'int by_ref_{s}({s}& s, int k) {{ s.a = (s.a + k) % 1009; return s.a; }}',
                  f'int by_copy_{s}({s} s, int k) {{ s.a = (s.a + k) % 1009; return s.a; }}']

    def use():
        x, y = p.name('x'), p.name('y')
        p.say(p.pick([f'{s} {x};', f'{s} {x}{{}};', f'{s} {x}{{{small(p)}, 3}};', f'{s} {x}{{.a = {small(p)}}};', f'auto {x} = {s}{{7}};',
                      f'{s} {x} = {{5, 6}};']))
        p.say(p.pick([f'{s} {y} = {x};', f'auto {y} = {x}.scaled({small(p)});', f'{s} {y} = {x} + {x};', f'{s}& {y} = {x};']))
        for _ in range(p.r.randint(1, 4)):
            p.say(p.pick([f'{x}.add({small(p)});', f'{x}.add({small(p)}).add(2);', f'{x} += {small(p)};', f'++{x};', f'{x}.a = {small(p)};',
                          f'{x}.b++;', f'{y} = {x};', f'by_ref_{s}({x}, {small(p)});', f'by_copy_{s}({x}, {small(p)});',
                          f'{s}* q{x} = &{x}; q{x}->a = {small(p)}; (*q{x}).b = 4;', f'for (int i = 0; i < 3; ++i) {x}.add(i);',
                          f'if ({x} < {y}) {x}.a += 3; else {y}.a = 1;', f'std::swap({x}.a, {y}.a);', f'{x} = {s}{{{small(p)}, 1}};',
                          f'{{ {s} {y}; {y}.add(3); {x} = {y}; }}', f'{y} = {y}.scaled(2) + {x};']).replace(f'q{x}', p.name('q')))
        p.observe(f'{x}.a', f'int({x}.b)', f'{y}.a', f'int({y}.b)')
        p.observe(f'{x}.get({small(p)})', f'{x}({small(p)})', f'{y}[{p.r.randint(0, 1)}]', f'{s}::twice(4) + {s}::k', f'int({x} < {y})')
    return use


def constructors(p):
    s, n = p.name('C'), p.r.randint(2, 9)
    p.outside += [f'struct {s} {{', f'  int a, b; long c = {n};',
                  f'  {s}(int x, int y = {n}) : a(y), b(x % 50) {{ c += a; }}',
                  f'  explicit {s}(bool q) : {s}(q ? 1 : 2, 3) {{}}',
                  f'  int sum() const {{ return int((a * 3 + b * 5 + c) % 10007); }}',
                  f'  operator int() const {{ return (a + b) % 500; }}',
                  f'  friend int outer_{s}(const {s}& q) {{ return q.a - q.b; }}', f'}};']

    def use():
        x = p.name('c')
        p.say(p.pick([f'{s} {x}({small(p)});', f'{s} {x}({small(p)}, {small(p)});', f'{s} {x}{{4, {small(p)}}};', f'{s} {x}(true);',
                      f'auto {x} = {s}({small(p)}, 2);', f'{s} {x} = {small(p)};']))
        p.observe(f'{x}.sum()', f'{x}.a', f'{x}.b', f'int({x})', f'outer_{s}({x})', f'{x} + 1')
    return use


def inheritance(p):
    b, d, n = p.name('B'), p.name('D'), p.r.randint(2, 9)
    virtual = p.pick(['virtual ', 'virtual ', ''])
    p.outside += [f'struct {b} {{ int m = {n}; static constexpr int k = {n * 2}; {virtual}int f(int x) const {{ return x + m; }} '
                  f'int g(int x) const {{ return f(x) * 2; }} void set(int x) {{ m = x; }} }};',
                  f'struct {d} : {b} {{ int w = {n + 1}; static constexpr int k = {n * 3}; int f(int x) const {{ return x * 2 + m + w; }} '
                  f'int base() const {{ return {b}::f(1) + {b}::k + k; }} }};',
                  f'int take_{b}(const {b}& q, int x) {{ return q.f(x); }}', f'int copy_{b}({b} q) {{ q.m += 1; return q.f(3); }}']

    def use():
        x = p.name('d')
        p.say(f'{d} {x};')
        p.say(p.pick([f'{x}.set({small(p)});', f'{x}.m = {small(p)}; {x}.w = 2;', f'{b}& r{x} = {x}; r{x}.m = {small(p)};',
                      f'{b}* r{x} = &{x}; r{x}->set(r{x}->f(2));', f'{b} r{x} = {x}; r{x}.m = 1;']))
        p.observe(f'{x}.f(2)', f'{x}.g(3)', f'{x}.base()', f'take_{b}({x}, 4)', f'copy_{b}({x})', f'{x}.{b}::f(5)', f'{d}::k + {b}::k')
    return use


def destructors(p):
    s = p.name('G')
    p.outside += [f'static int count_{s} = {p.r.randint(0, 5)};',
                  f'struct {s} {{ int& n; int k; {s}(int& x, int y) : n(x), k(y) {{ n += k; }} ~{s}() {{ n -= 2 * k; count_{s} += k; }} }};']

    def use():
        x = p.name('g')
        p.say(f'int n{x} = {small(p)};')
        p.say(p.pick([f'{{ {s} {x}(n{x}, 3); n{x} *= 2; }}', f'for (int i = 0; i < 3; ++i) {{ {s} {x}(n{x}, i); if (i == 1) continue; n{x} += 10; }}',
                      f'{{ {s} {x}(n{x}, 1); {s} y{x}(n{x}, 5); }}', f'if ({s} {x}(n{x}, 4); n{x} > 5) n{x} += 100;']))
        p.observe(f'n{x}', f'count_{s}')
    return use


def enumerations(p):
    e, n = p.name('E'), p.r.randint(2, 20)
    scoped = p.chance(50)
    at = f'{e}::' if scoped else ''
    p.outside += [f'enum {"class " if scoped else ""}{e}{p.pick(["", " : int", " : unsigned char"])} {{ a{e} = {n}, b{e}, c{e} = {n * 2}, d{e} }};',
                  f'int of_{e}({e} x) {{ switch (x) {{ case {at}a{e}: return 1; case {at}b{e}: {{ int q = 2; return q + 5; }} case {at}c{e}: '
                  f'{p.pick(["", "return 4;"])} default: return 9; }} }}']

    def use():
        x = p.name('e')
        p.say(f'{e} {x} = {at}{p.pick("abcd")}{e};')
        if p.chance(50):
            p.say(f'if ({small(p)} > 5) {x} = {at}c{e};')
        p.observe(f'int({x})', f'of_{e}({x})', f'of_{e}({at}c{e})', f'int({at}d{e})', f'int({x} == {at}b{e})', f'int(static_cast<{e}>({n + 1}) == {at}b{e})')
    return use


def lambdas(p):
    def use():
        v, f, n = p.name('v'), p.name('f'), p.r.randint(2, 9)
        p.say(f'int {v} = {small(p)};')
        how = p.pick(['value', 'reference', 'all by value', 'all by reference', 'init', 'mutable', 'generic', 'recursive', 'passed', 'returned', 'array',
                      'two', 'template', 'given'])
        w = p.name('w')
        if how == 'value':
            p.say(f'auto {f} = [{v}](int x) {{ return x * {n} + {v}; }}; {v} = 50;')
        elif how == 'reference':
            p.say(f'auto {f} = [&{v}](int x) {{ {v} += x; return {v} * {n}; }}; {v} += 1;')
        elif how == 'all by value':
            p.say(f'int {w} = 3; auto {f} = [=](int x) {{ return x + {v} * {w}; }}; {w} = 9; {v} = 1;')
        elif how == 'all by reference':
            p.say(f'int {w} = 3; auto {f} = [&](int x) {{ {w} += x; if (x > 3) {v}++; return {v} + {w}; }}; {v} = 1;')
        elif how == 'init':
            p.say(f'auto {f} = [n = {v} * 2, &m = {v}](int x) {{ m += 1; return x + n + m; }}; {v} = 7;')
        elif how == 'mutable':
            p.say(f'auto {f} = [{v}](int x) mutable {{ {v} += x; return {v}; }}; {f}(2); {f}(3);')
        elif how == 'generic':
            p.say(f'auto {f} = [&](auto x) {{ return int(sizeof(x)) + int(x) + {v}; }}; {v} = {f}((short)3) + {f}(4LL);')
        elif how == 'recursive':
            p.say(f'auto g{f} = [](auto self, int k) -> int {{ return k < 2 ? 1 : k * self(self, k - 1) % 1009; }}; auto {f} = [&](int k) {{ return g{f}(g{f}, k); }};')
        elif how == 'passed':
            p.say(f'auto h{f} = [](auto g, int k) {{ int s = 0; for (int i = 0; i < k; ++i) s += g(i); return s; }};'
                  f' auto {f} = [&](int k) {{ return h{f}([&](int i) {{ {v} += 1; return i * {n}; }}, k % 5); }};')
        elif how == 'returned':
            p.say(f'auto m{f} = [](int a) {{ return [a](int b) {{ return a * {n} + b; }}; }}; auto {f} = m{f}({v});')
        elif how == 'array':
            p.say(f'int a{f}[3] = {{1, {v}, 3}}; auto {f} = [&](int i) {{ a{f}[i % 3] += 2; return a{f}[0] + a{f}[1] * 10 + a{f}[2] * 100; }};')
        elif how == 'two':
            p.say(f'auto g{f} = [&] {{ {v} = {v} * 2 + 1; }}; g{f}(); auto {f} = [&](int x) {{ g{f}(); return {v} + x; }};')
        elif how == 'template':
            p.say(f'auto {f} = []<class T>(T x) {{ return int(sizeof(T)) * {n} + int(x); }};')
        else:
            p.say(f'auto {f} = [](int x, int y = {n}) {{ if (x > y) return x - y; return y; }};')
        p.say(f'int r{f} = {f}({small(p)});')
        p.say(f'int s{f} = {f}({small(p)});')
        p.observe(f'r{f}', f's{f}', v)
    return use


def arrays(p):
    def use():
        a, n = p.name('a'), p.r.randint(3, 7)
        kind = p.pick(['int', 'int', 'unsigned char', 'short', 'long'])
        fills = ', '.join(str(p.r.randint(0, 99)) for _ in range(p.r.randint(1, n)))
        p.say(p.pick([f'{p.spelled(kind)} {a}[{n}] = {{{fills}}};', f'{p.spelled(kind)} {a}[{n}]{{}};', f'std::array<{p.spelled(kind)}, {n}> {a}{{{fills}}};',
                      f'std::array<{p.spelled(kind)}, {n}> {a} = {{{fills}}};',
                      f'{p.spelled(kind)} {a}[{n}]; for (int i = 0; i < {n}; ++i) {a}[i] = i * {p.r.randint(1, 9)};']))
        for _ in range(p.r.randint(1, 4)):
            j = p.name('j')
            p.say(p.pick([f'for (int {j} = 0; {j} < {n}; ++{j}) {a}[{j}] = {a}[{j}] + {j};',
                          f'for (int {j} = 1; {j} < {n}; ++{j}) {a}[{j}] = ({a}[{j}] + {a}[{j} - 1]) % 100;',
                          f'for (auto& {j} : {a}) {j} = {j} * 2 % 100;', f'for (auto {j} : {a}) {j} = 7;', f'{a}[{small(p, n - 1)}] = {small(p)};',
                          f'{a}[{small(p, n - 1)}]++;', f'std::swap({a}[0], {a}[{small(p, n - 1)}]);', f'{a}[{small(p, n - 1)}] += {small(p)};',
                          f'for (int {j} = 0; {j} + 1 < {n}; ++{j}) for (int k = 0; k + 1 < {n} - {j}; ++k) if ({a}[k] > {a}[k + 1]) '
                          f'{{ auto t = {a}[k]; {a}[k] = {a}[k + 1]; {a}[k + 1] = t; }}',
                          f'auto* {j} = &{a}[1]; *{j} = 5; {j}[1] = 6; ++{j}; *{j} += 1;', f'auto& {j} = {a}[{small(p, n - 1)}]; {j} = 9;',
                          f'int {j} = 0; while ({j} < {n} && {a}[{j}] < 50) ++{j}; {a}[0] = {j};']))
        h = p.name('h')
        p.say(f'int {h} = 0; for (int i = 0; i < {n}; ++i) {h} = ({h} * 31 + int({a}[i])) % 100003;')
        p.observe(h, f'int({a}[0])', f'int({a}[{n - 1}])', f'int(sizeof({a}) / sizeof({a}[0]))')
    return use


def grids(p):
    def use():
        a, n, m = p.name('m'), p.r.randint(2, 4), p.r.randint(2, 4)
        p.say(p.pick([f'int {a}[{n}][{m}] = {{}};', f'int {a}[{n}][{m}] = {{{{1, 2}}, {{3}}}};', f'std::array<std::array<int, {m}>, {n}> {a}{{}};',
                      f'int {a}[{n}][{m}] = {{1, 2, 3}};']))
        p.say(f'for (int i = 0; i < {n}; ++i) for (int j = 0; j < {m}; ++j) {{ {p.pick(["if (i == j) continue; ", "", "if (i + j > 3) break; "])}'
              f'{a}[i][j] {p.pick(["=", "+="])} i * {m} + j + {small(p)}; }}')
        if p.chance(50):
            p.say(f'{a}[{small(p, n - 1)}][{small(p, m - 1)}] = 77;')
        if p.chance(30):
            p.say(f'for (auto& row : {a}) for (auto& x : row) x += 1;')
        h = p.name('h')
        p.say(f'int {h} = 0; for (int i = 0; i < {n}; ++i) for (int j = 0; j < {m}; ++j) {h} = ({h} * 7 + {a}[i][j]) % 100003;')
        p.observe(h, f'{a}[{n - 1}][0]')
    return use


def pointers(p):
    f = p.name('f')
    p.outside += [f'void set_{f}(int* q, int v) {{ *q = v; }}', f'int add_{f}(int& q, int v) {{ q = (q + v) % 1009; return q * 2; }}',
                  f'int& pick_{f}(int& a, int& b, bool first) {{ return first ? a : b; }}',
                  f'void both_{f}(int& a, int* b) {{ int t = a; a = *b; *b = t; }}',
                  f'int sum_{f}(const int* q, int n) {{ int s = 0; for (int i = 0; i < n; ++i) s += q[i]; return s; }}',
                  f'int walk_{f}(const int* q, const int* end) {{ int s = 0; for (; q != end; ++q) s = s * 3 % 1009 + *q; return s; }}',
                  f'void fill_{f}(int (&q)[4], int v) {{ for (int& x : q) x = v++; }}',
                  f'void clear_{f}(int q[], int n) {{ for (int i = 0; i < n; ++i) q[i] = 0; }}']

    def use():
        x, y, a = p.name('x'), p.name('y'), p.name('a')
        p.say(f'int {x} = {small(p)}, {y} = {small(p)}; int {a}[4] = {{3, {small(p)}, 4, 1}};')
        for _ in range(p.r.randint(2, 5)):
            q = p.name('q')
            p.say(p.pick([f'set_{f}(&{x}, {small(p)});', f'{y} = add_{f}({x}, {small(p)});', f'add_{f}({x}, {y});', f'pick_{f}({x}, {y}, {x} > {y}) = 3;',
                          f'int& {q} = {x}; {q} += 2; {y} = {q};', f'int* {q} = &{x}; *{q} = 5; {q} = &{y}; *{q} += 1;', f'both_{f}({x}, &{y});',
                          f'fill_{f}({a}, {small(p)});', f'{x} = sum_{f}({a}, 4) % 1009;', f'{x} = walk_{f}({a} + 1, {a} + 4);', f'both_{f}({a}[0], {a} + 2);',
                          f'clear_{f}({a} + 1, 2);', f'int* {q} = {x} > 5 ? &{x} : &{y}; *{q} = 8;', f'auto& {q} = pick_{f}({x}, {y}, false); {q} = {q} + 1;',
                          f'int* {q} = {a}; *{q}++ = 6; *{q} = int({q} - {a}) + 20;', f'{y} = pick_{f}({x}, {y}, true) + 1;',
                          f'int** {q} = nullptr; int* p{q} = &{x}; {q} = &p{q}; **{q} = 4;', f'if (int* {q} = &{y}) *{q} = 2;',
                          f'add_{f}({a}[{small(p, 3)}], {x});', f'const int& {q} = {x}; {x} = 11; {y} = {q};']))
        p.observe(x, y, *(f'{a}[{i}]' for i in range(4)))
    return use


def statics(p):
    f, g, n = p.name('f'), p.name('g'), p.r.randint(1, 9)
    p.outside += [f'static int {g} = {n};', f'int {f}(int x) {{ {g} = ({g} * 3 + x) % 1009; return {g}; }}',
                  f'int keep_{f}(int x) {{ static int n = {n}; n = (n + x) % 1009; return n; }}',
                  f'struct W{f} {{ static inline int total = 0; int add(int x) {{ total += x; return total; }} }};']
    p.functions.append(Function(f, [('int', 0, 100)], 'int', 0, 1009, effects=True))

    def use():
        p.say(f'{f}({small(p)});')
        p.say(f'int a{f} = {f}(2); {g} += 1;')
        p.say(f'W{f} w{f}; w{f}.add(3); int b{f} = w{f}.add(a{f});')
        p.say(f'int c{f} = keep_{f}(1); c{f} += keep_{f}(2);')
        p.observe(g, f'a{f}', f'b{f}')
        p.observe(f'c{f}', 'W%s::total' % f)
    return use


def jumps(p):
    f, n = p.name('f'), p.r.randint(2, 6)
    p.outside.append(p.pick([
        f'int {f}(int n) {{ int s = 0; again: s += n; if (--n > 0) goto again; return s; }}',
        f'int {f}(int n) {{ int s = 1; for (int i = 0; i < 5; ++i) for (int j = 0; j < 5; ++j) {{ s += j; if (i * j > n) goto out; }} s += 100; out: return s; }}',
        f'int {f}(int n) {{ if (n > {n}) goto big; n += 10; big: n += 3; return n; }}',
        f'int {f}(int n) {{ int s = 0; switch (n % 4) {{ case 0: s += 1; case 1: s += 2; break; case 2: s += 4; [[fallthrough]]; default: s += 8; }} return s; }}',
        f'int {f}(int n) {{ int s = 0; do {{ s += n; if (s > 40) break; if (s % 2) continue; s += 3; }} while (n-- > {-n}); return s; }}',
        f'int {f}(int n) {{ while (true) {{ if (n > 30) return n; n = n * 2 + 1; }} }}',
        f'int {f}(int n) {{ int s = 0; for (int i = n; ; i -= 2) {{ if (i < 0) break; switch (i % 3) {{ case 0: continue; case 1: s += i; break; default: s += 1; }} s += 2; }} return s; }}',
        f'int {f}(int n) {{ try {{ if (n > {n}) throw n; n += 5; }} catch (...) {{ n = 100; }} return n; }}']))
    p.functions.append(Function(f, [('int', 1, 9)], 'int', 0, 1009))


def bindings(p):
    s, f = p.name('T'), p.name('f')
    p.outside += [f'struct {s} {{ int a; short b; long c; }};', f'{s} make_{s}(int x) {{ return {{x, (short)(x + 1), x * 2L}}; }}',
                  f'std::pair<int, int> {f}(int x) {{ return {{x % 7, x / 7}}; }}', f'auto {f}_3(int x) {{ return std::make_tuple(x, x + 1, 3); }}']

    def use():
        a, b, c = p.name('a'), p.name('b'), p.name('c')
        p.say(p.pick([f'auto [{a}, {b}, {c}] = make_{s}({small(p)});', f'auto [{a}, {b}] = {f}({small(p)}); int {c} = {a};',
                      f'auto [{a}, {b}, {c}] = {f}_3({small(p)});', f'int z{a}[3] = {{4, {small(p)}, 6}}; auto& [{a}, {b}, {c}] = z{a}; {a} = 9;',
                      f'{s} z{a} = make_{s}(3); auto& [{a}, {b}, {c}] = z{a}; {b} = 4; z{a}.a = 8;',
                      f'int {a} = 1, {b} = 2, {c} = 3; std::tie({a}, {b}) = {f}({small(p)});',
                      f'std::pair<int, long> z{a}{{2, {small(p)}}}; int {a} = z{a}.first; long {b} = z{a}.second, {c} = std::get<0>(z{a}) + 1;',
                      f'const auto [{a}, {b}, {c}] = std::array<int, 3>{{1, {small(p)}, 2}};']))
        p.observe(f'int({a})', f'int({b})', f'int({c})')
    return use


def specialisations(p):
    s, n, m = p.name('X'), p.r.randint(1, 9), p.r.randint(2, 9)
    p.outside += [f'template <class T, int N = {n}> struct {s} {{ static constexpr int v = N; using type = T; template <class U> using with = {s}<U, N + 1>; '
                  f'static int f(int x) {{ return x + N * int(sizeof(T)); }} }};',
                  f'template <int N> struct {s}<double, N> {{ static constexpr int v = N * {m}; using type = float; template <class U> using with = {s}<U, N>; '
                  f'static int f(int x) {{ return x - N; }} }};',
                  f'template <class T, int N> struct {s}<T*, N> {{ static constexpr int v = 100 + {s}<T, N>::v; using type = T; '
                  f'static int f(int x) {{ return {s}<T, N>::f(x) * 2; }} }};',
                  f'template <int N> struct {s}_f {{ static constexpr int v = N * {s}_f<N - 1>::v % 1009; }}; template <> struct {s}_f<0> {{ static constexpr int v = 1; }};',
                  f'template <template <class> class F, class T> struct {s}_a {{ using type = typename F<T>::type; static constexpr int v = int(sizeof(F<T>)); }};',
                  f'template <class T> struct {s}_w {{ using type = T; T a[{m}]; }};',
                  f'template <class T> using {s}_o = std::conditional_t<(sizeof(T) > 2), long, short>;',
                  f'template <class T> constexpr int {s}_v = int(sizeof(T)) + {n};', f'template <> constexpr int {s}_v<char> = {m + 40};']

    def use():
        kinds = p.r.sample(['int', 'char', 'double', 'short', 'int*', 'float', 'unsigned char', 'double*'], 3)
        p.observe(*(f'{s}<{k}>::v' for k in kinds), *(f'{s}<{k}, {m}>::f({small(p)})' for k in kinds))
        k = p.pick(['int', 'char', 'short', 'long long'])
        p.observe(f'{s}_f<{p.r.randint(1, 8)}>::v', f'int(sizeof(typename {s}_a<{s}_w, {k}>::type))', f'{s}_a<{s}_w, {k}>::v', f'int(sizeof({s}_o<{k}>))',
                  f'{s}_v<{k}>', f'{s}<int>::with<double>::v', f'int(sizeof({s}<{k}*>::type))')
    return use


def constants(p):
    c, n = p.name('k'), p.r.randint(2, 9)
    p.outside += [f'namespace n{c} {{ constexpr int w = {n}; namespace inner {{ constexpr int w = {n + 2}; inline int both() {{ return w + n{c}::w; }} }} }}',
                  f'namespace a{c} = n{c}::inner;', f'constexpr int {c}[] = {{{n}, {n + 3}, 7, 1}};', f'constexpr unsigned m{c} = ~0u >> {n};',
                  f'constexpr int l{c}(int x) {{ int r = 0; while ((1 << r) < x) ++r; return r; }}',
                  f'template <int N> struct I{c} {{ static constexpr int value = N; }};', f'using u{c} = unsigned short; typedef signed char t{c};',
                  f'constexpr auto g{c} = [](int a, int b) {{ while (b) {{ int t = a % b; a = b; b = t; }} return a; }};']

    def use():
        p.observe(f'n{c}::w', f'a{c}::w', f'n{c}::inner::both()', f'{c}[{p.r.randint(0, 3)}]', f'int(m{c} % 1009)', f'I{c}<l{c}({p.r.randint(2, 500)})>::value')
        p.observe(f'int(u{c}(70000 + {small(p)}))', f'int(t{c}(200 + {small(p)}))', f'g{c}(84, {p.r.randint(2, 90)})', f'int(sizeof({c}))', f'I{c}<{c}[1]>::value')
    return use


def reals(p):
    def use():
        d, f = p.name('d'), p.name('f')
        p.say(f'double {d} = {small(p)} * 0.25 + {p.r.randint(0, 9)}.5;')
        p.say(f'float {f} = {small(p)} * 0.5f;')
        for _ in range(p.r.randint(1, 3)):
            p.say(p.pick([f'{d} = {d} * 2 - {f};', f'{f} += {small(p)};', f'{f} = {f} / 4;', f'if ({d} > {f}) {d} -= 1.5; else {f} = 3;', f'{d} = -{d};',
                          f'{d} += {small(p)} / 2;', f'{d} = {f} > 2 ? {d} : 0.75;', f'{f} = float({d}) + 1;', f'{d} = std::max({d}, 3.0);', f'{f} *= -0.5f;',
                          f'{d} = (int){d} + 0.25;', f'{d} = 7 / 2 + 7 / 2.0;', f'for (int i = 0; i < 3; ++i) {d} += 0.125;', f'{f} = 1e1f + .5f;']))
        p.observe(f'int({d} * 8)', f'int({f} * 8)', f'int({d} < {f})', f'int({d})', f'static_cast<int>({f})', f'int(sizeof({f} * {d}))')
    return use


def functions_as_values(p):
    f, n = p.name('f'), p.r.randint(2, 9)
    p.outside += [f'int {f}_a(int x) {{ return x * {n} + 1; }}', f'int {f}_b(int x) {{ return x - {n}; }}',
                  f'int {f}_c(int (*g)(int), int x) {{ return g(g(x)); }}', f'template <class G> int {f}_d(G g, int x) {{ return g(x) + g(x + 1); }}',
                  f'template <class G> int {f}_e(G&& g, int n) {{ int s = 0; for (int i = 0; i < n; ++i) s += g(i); return s; }}',
                  f'struct {f}_s {{ int k; int operator()(int x) const {{ return x * k; }} }};']

    def use():
        g, c = p.name('g'), p.name('c')
        p.say(f'int (*{g})(int) = {p.pick(["", "&"])}{f}_a;')
        if p.chance(50):
            p.say(f'if ({small(p)} > 6) {g} = {f}_b;')
        p.say(f'int {c} = {small(p)};')
        p.observe(f'{g}(3)', f'{f}_c({f}_b, {small(p)})', f'{f}_d({f}_s{{{n}}}, 4)', f'{f}_d([](int x) {{ return x + 1; }}, 2)', f'{f}_d({f}_a, 1)')
        p.say(f'int r{c} = {f}_e([&](int i) {{ {c} += i; return i * {n}; }}, 4);')
        p.observe(c, f'r{c}')
    return use


def bits(p):
    f, n = p.name('f'), p.r.randint(1, 31)
    p.outside.append(p.pick([
        f'int {f}(unsigned x) {{ int c = 0; while (x) {{ x &= x - 1; ++c; }} return c; }}',
        f'unsigned {f}(unsigned x) {{ return (x << {n}) | (x >> {32 - n}); }}',
        f'unsigned {f}(unsigned x) {{ for (int i = 0; i < 5; ++i) {{ x ^= x << 13; x ^= x >> 17; x ^= x << 5; }} return x; }}',
        f'unsigned {f}(unsigned x) {{ x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u); return x * 2654435761u; }}',
        f'unsigned {f}(unsigned x) {{ unsigned h = 2166136261u; for (int i = 0; i < 4; ++i) {{ h ^= (x >> (8 * i)) & 0xff; h *= 16777619u; }} return h; }}',
        f'unsigned {f}(unsigned x) {{ unsigned r = 0; for (int i = 0; i < 32; ++i) {{ r = r << 1 | (x & 1u); x >>= 1; }} return r; }}',
        f'unsigned long {f}(unsigned x) {{ uint64_t s = x + {n}u; s *= 6364136223846793005ULL; s ^= s >> 33; return s; }}']))
    kind = p.outside[-1].split(f' {f}(')[0]
    p.functions.append(Function(f, [('unsigned', *range_of('unsigned'))], kind, *range_of(kind)))


def scopes(p):
    def use():
        x, y = p.name('x'), p.name('y')
        p.say(f'int {x} = {small(p)}, {y} = 1;')
        p.say(p.pick([f'{{ int {x} = 50; {y} += {x}; {x} = 2; }}', f'for (int {x} = 0; {x} < 4; ++{x}) {y} += {x};',
                      f'if (int {x} = {small(p)}; {x} > 4) {y} = {x}; else {y} = -{x};', f'{{ auto {x} = {y} + 7L; {{ char {x} = 3; {y} += {x}; }} {y} += int({x}); }}',
                      f'for (int i = 0; i < 3; ++i) {{ int {x} = i * 2; static_assert(true); {y} += {x}; }}', f'while (int {x} = 5 - {y}) {{ {y}++; (void){x}; }}',
                      f'{y} = ({x} += 2, {x} * 3);', f'if (({y} = {x}) > 3) {x}--;', f'{y} = {x} > 3 ? {x} < 7 ? 77 : 88 : 99;',
                      f'switch (int {x} = {small(p, 3)}) {{ case 1: {y} = 4; break; case 2: {{ {y} = {x}; }} default: {y} += {x}; }}']))
        p.observe(x, y)
    return use


def library(p):
    def use():
        a, r = p.name('a'), p.name('r')
        p.say(f'std::array<int, 5> {a}{{{", ".join(str(p.r.randint(0, 60)) for _ in range(5))}}}; int {r} = {small(p)};')
        for _ in range(2):
            p.say(p.pick([f'{r} = std::max({{{r}, 4, {a}[1]}});', f'{r} = std::clamp({r}, 3, 9);', f'std::sort({a}.begin(), {a}.end());', f'{a}.fill({small(p)});',
                          f'{r} = std::accumulate({a}.begin(), {a}.end(), {r});', f'std::reverse({a}.begin(), {a}.end());', f'{r} = std::exchange({a}[2], {r});',
                          f'{a}.back() = 3; {a}.front() = {a}.back();', f'{r} = int({a}.size()) + {a}.at(2);', f'{r} = *std::max_element({a}.begin(), {a}.end());',
                          f'for (auto it = {a}.begin(); it != {a}.end(); ++it) *it += 1;', f'std::fill({a}.begin(), {a}.begin() + 2, 9);',
                          f'{r} = std::gcd({r} + 1, 12);', f'{r} = std::min({r}, {a}[0]);', f'auto c = {a}; c[0] = 99; {r} += c[1];', f'std::iota({a}.begin(), {a}.end(), 2);',
                          f'{r} = int(std::count({a}.begin(), {a}.end(), 9));', f'{r} = std::abs({r} - 30);']).replace('auto c =', f'auto c{a} =').replace('c[', f'c{a}[')
                  if p.chance(80) else f'{a}[0] = {a}[1] + {r};')
        p.observe(r, *(f'{a}[{i}]' for i in range(5)))
    return use


FEATURES = [recursion, overloads, templates, template_numbers, packs, sequences, structure, structure, constructors, inheritance, destructors, enumerations,
            lambdas, lambdas, arrays, arrays, grids, pointers, pointers, statics, jumps, jumps, bindings, specialisations, constants, reals,
            functions_as_values, bits, scopes, library]
