#!/usr/bin/env python3
"""Compares the numbers that `check` finds in random C++ host programs with those that the programs print, compiled by g++.

    cpp_values_test.py PROGRAM COMPILER [--programs N] [--first N] [--seed SEED] [--keep FOLDER] [--sanitize]

A value that differs fails, and so does one that is missing from the list; refused ones are counted, and may be so many at most."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import random_cpp

MOST_REFUSED = 0.10
PROGRAMS_A_FILE, PROGRAMS_A_UNIT = 5, 500
PRELUDE = '''#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
template <class... T> void show(const char* name, T... n) { std::printf("%s (", name); ((std::printf("%d,", int(n))), ...); std::puts(")"); }
'''


# Programs that are easily misread: {text: {entry: its value, or a part of the reason why it has none}}.
SAID = {
    """int f(int n) { int big = 2147483600; return big + n; }
int g(int n) { long long big = 2147483600; return int(big + n - 100); }
int main() { auto a = make_layout(f(40)); auto b = make_layout(f(100)); auto c = make_layout(g(100));
  int m = -2147483647 - 1; auto d = make_layout(m / -1); auto e = make_layout(std::abs(m)); unsigned u = 7; auto h = make_layout(int(u << 33)); }
""": {'a': '2147483640:_1', 'b': 'does not fit into int', 'c': '2147483600:_1', 'd': 'does not fit into int', 'e': 'does not fit into int',
      'h': 'is not defined'},
    "\ufeff#define T 4\nint main() {\n  auto a = make_layout(T);\n}\n": {'a': '4:_1'},
    "template <class... T> auto f(T... t) { return f(t..., t...); }\nint main() { auto a = make_layout(f(1, 2)); }\n":
        {'a': 'is not followed'},
    """template <class T> T eighth(T a) { return a / 8; }
namespace one { int g = 1; int f(int n) { g += n; return n; } }
namespace two { int f(int n) { return n + 1; } }
namespace one {
int main() {
  unsigned long u = 3; short s = -11; int r = f(0); g += 2;
  if (long(u) % 5 == 3) { r = 7; }
  switch (long(u) + 0) { case 3: r += 10; break; default: r += 20; }
  auto a = make_layout(r);
  int v(unsigned(f(4)) % 3);
  auto b = make_layout(g + v);
  auto c = make_layout(int(eighth<std::size_t>(s) % 9973));
  if (r == 5) { r = f(9); }
  auto d = make_layout(g);
} }
""": {'a': '17:_1', 'b': '8:_1', 'c': '9726:_1', 'd': '7:_1'},
    """template <class T> struct Wide { using type = Layout<Shape<Int<sizeof(T)>, _2>>; };
template <class T> using Row = Layout<Shape<_1, Int<sizeof(T)>>>;
template <template <class> class F, class T> struct Apply { using type = typename F<T>::type; };
template <template <class> class F, class T> struct Of { using type = F<T>; };
template <template <class> class F> struct Unknown { using type = typename F<int>::other; };
int main() {
  auto a = Apply<Wide, double>::type{};
  auto b = typename Of<Row, float>::type{};
  auto c = Unknown<Wide>::type{};
  auto d = make_shape(nobody_knows(3), 2);
}
""": {'a': '(_8,_2):(_1,_8)', 'b': '(_1,_4):(_0,_1)', 'c': 'no value', 'd': 'nobody_knows'},
    """int main() {
  float4* p; unsigned char* u; short* s; haft_t* h;
  auto a = recast<half_t>(make_tensor(make_gmem_ptr(p), make_layout(_2{})));
  auto b = recast<half_t>(make_tensor(make_gmem_ptr<float4>(p), make_layout(_2{})));
  auto c = recast<half_t>(make_tensor(make_gmem_ptr(u), make_layout(_8{})));
  auto d = recast<float>(make_tensor(make_gmem_ptr(s), make_layout(_8{})));
  auto e = make_tensor(make_gmem_ptr<haft_t>(h), make_layout(_8{}));
  auto f = recast<half_t>(make_tensor(make_gmem_ptr(other(h)), make_layout(_8{})));
  auto g = recast<half2>(make_tensor(make_gmem_ptr<half_t>(nullptr), make_layout(_8{})));
}
""": {'a': 'ptr+0 o _16:_1', 'b': 'ptr+0 o _16:_1', 'c': 'ptr+0 o _4:_1', 'd': 'ptr+0 o _4:_1', 'e': 'half_t', 'f': 'not known',
      'g': 'ptr+0 o _4:_1'},
}


def said(program, folder):
    """How many of SAID hold, and how many do not."""
    good = bad = 0
    for number, (text, wanted) in enumerate(SAID.items()):
        file = folder / f'said{number}.cu'
        file.write_text(text)
        out = subprocess.run([program, 'check', '--json', file], capture_output=True, text=True, timeout=10)
        entries = {e.get('name'): e for e in json.loads(out.stdout)['files'][0]['entries']}
        for name, answer in wanted.items():
            entry = entries.get(name, {})
            if entry.get('value') == answer or answer in str(entry.get('problem', '')):
                good += 1
            else:
                bad += 1
                print(f'FAILED: {name} of\n{text}is {entry.get("value")} {entry.get("problem")}, not {answer}')
    return good, bad


def compiled(compiler, folder, unit, programs, more):
    """The numbers that the programs print: {name: [text, ...]}."""
    source, binary = folder / f'unit{unit}.cpp', folder / f'unit{unit}'
    source.write_text(PRELUDE + ''.join(p.text(False) for p in programs) +
                      'int main() {' + ''.join(f'p{p.number}::run{p.number}();\n' for p in programs) + '}\n')
    subprocess.run([compiler, '-std=c++20', '-w', '-O0', *more, source, '-o', binary], check=True)
    printed = subprocess.run([binary], check=True, capture_output=True, text=True, timeout=100)
    if printed.stderr:
        sys.exit(f'{source}: {printed.stderr}')
    values = collections.defaultdict(list)
    for line in printed.stdout.splitlines():
        name, value = line.split(' ', 1)
        values[name].append(value.replace(',)', ')'))
    return values


def read(program, folder, programs):
    """The entries of the programs that `check` lists: {name: [entry, ...]}."""
    files = []
    for begin in range(0, len(programs), PROGRAMS_A_FILE):
        files.append(folder / f'read{begin}.cu')
        some = programs[begin:begin + PROGRAMS_A_FILE]
        files[-1].write_text(''.join(p.text(True) for p in some))
    entries = collections.defaultdict(list)
    for begin in range(0, len(files), 50):
        out = subprocess.run([program, 'check', '--json', *files[begin:begin + 50]], capture_output=True, text=True, timeout=300)
        for file in json.loads(out.stdout)['files']:
            rest = next((e for e in file['entries'] if e.get('name') == 'rest'), None)
            for entry in file['entries']:
                entries[entry.get('name', '')].append(entry)
            # The entry that says where reading ended says so of what would follow.
            begin = int(pathlib.Path(file['file']).stem.removeprefix('read'))
            for p in programs[begin:begin + PROGRAMS_A_FILE] if rest else []:
                for i in range(1, p.observed + 1):
                    entries[f'o{p.number}_{i}'] = entries.get(f'o{p.number}_{i}') or [rest]
    return entries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('compiler')
    parser.add_argument('--programs', type=int, default=2000)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--seed', default=os.environ.get('CUTESCOPE_SEED', '1'))
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('--sanitize', action='store_true', help='that the programs have no undefined behaviour')
    parser.add_argument('--reasons', action='store_true', help='of what is refused')
    given = parser.parse_args()
    given.programs = int(os.environ.get('CUTESCOPE_CASES', given.programs))
    scratch = None if given.keep else tempfile.TemporaryDirectory()
    folder = given.keep or pathlib.Path(scratch.name)
    folder.mkdir(parents=True, exist_ok=True)
    programs = [random_cpp.program(n, given.seed) for n in range(given.first, given.first + given.programs)]
    units = [programs[i:i + PROGRAMS_A_UNIT] for i in range(0, len(programs), PROGRAMS_A_UNIT)]
    values, more = {}, ['-fsanitize=undefined,address'] if given.sanitize else []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for some in pool.map(lambda u: compiled(given.compiler, folder, u[0], u[1], more), enumerate(units)):
            values.update(some)
    entries = read(given.program, folder, programs)
    features = {p.number: p.features for p in programs}
    right, refused, bad, reasons = 0, 0, 0, collections.Counter()
    good, not_said = said(given.program, folder)
    wrong = set()
    for name, printed in values.items():
        found = entries.get(name, [])
        number = int(name[1:].split('_')[0])
        if any('value' in e and not e.get('problem') and e['value'].split(':')[-1] not in printed for e in found):
            bad += 1
            wrong.add(number)
            print(f'FAILED: {name} is {printed[0]}, not {found[0]["value"]} (line {found[0]["line"]}; {features[number]})')
        elif not found:
            bad += 1
            print(f'FAILED: {name} is {printed[0]}, and not listed ({features[number]})')
        elif any(e.get('problem') for e in found):
            refused += 1
            reasons[str(found[0]['problem'])] += 1
        else:
            right += 1
    for why, count in reasons.most_common(60 if given.reasons else 0):
        print(f'{count:6} {why}')
    share = refused / max(1, len(values))
    print(f'{len(programs)} programs: {right} values right, {refused} refused ({share:.1%}), {bad} wrong or missing; '
          f'{len(wrong)} programs with a wrong value')
    if share > MOST_REFUSED:
        print(f'FAILED: at most {MOST_REFUSED:.0%} may be refused')
    failed = bad + not_said + (share > MOST_REFUSED)
    print(f'script: {right + refused + good} passed, {failed} failed')
    return 1 if failed else 0


sys.exit(main())
