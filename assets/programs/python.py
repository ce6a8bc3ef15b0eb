# Python's own exceptions, and functions of its library that are made of others. app/import/dsl reads it before a program: `builtins` has
# what needs no import, each other class what the module of its name has.


class builtins:
    class BaseException:
        __cause__ = None
        __context__ = None

        def __init__(self, *args):
            self.args = args

        def __str__(self):
            return str(self.args[0] if len(self.args) == 1 else self.args) if self.args else ""

        def __repr__(self):
            return type(self).__name__ + "(" + ", ".join([repr(a) for a in self.args]) + ")"

        def with_traceback(self, traceback):
            return self

    class Exception(BaseException):
        pass

    class ArithmeticError(Exception):
        pass

    class AssertionError(Exception):
        pass

    class AttributeError(Exception):
        pass

    class BufferError(Exception):
        pass

    class EOFError(Exception):
        pass

    class FloatingPointError(ArithmeticError):
        pass

    class GeneratorExit(BaseException):
        pass

    class ImportError(Exception):
        pass

    class LookupError(Exception):
        pass

    class IndexError(LookupError):
        pass

    class KeyError(LookupError):
        def __str__(self):
            return repr(self.args[0]) if len(self.args) == 1 else str(self.args) if self.args else ""

    class KeyboardInterrupt(BaseException):
        pass

    class MemoryError(Exception):
        pass

    class ModuleNotFoundError(ImportError):
        pass

    class NameError(Exception):
        pass

    class RuntimeError(Exception):
        pass

    class NotImplementedError(RuntimeError):
        pass

    class OSError(Exception):
        def __str__(self):
            return f"[Errno {self.args[0]}] {self.args[1]}" if len(self.args) == 2 else str(self.args[0]) if self.args else ""

    class FileExistsError(OSError):
        pass

    class FileNotFoundError(OSError):
        pass

    class PermissionError(OSError):
        pass

    class TimeoutError(OSError):
        pass

    IOError = OSError
    EnvironmentError = OSError

    class OverflowError(ArithmeticError):
        pass

    class RecursionError(RuntimeError):
        pass

    class ReferenceError(Exception):
        pass

    class StopIteration(Exception):
        @property
        def value(self):
            return self.args[0] if self.args else None

    class StopAsyncIteration(Exception):
        pass

    class SyntaxError(Exception):
        pass

    class SystemError(Exception):
        pass

    class SystemExit(BaseException):
        @property
        def code(self):
            return self.args[0] if self.args else None

    class TypeError(Exception):
        pass

    class UnboundLocalError(NameError):
        pass

    class ValueError(Exception):
        pass

    class UnicodeError(ValueError):
        pass

    class Warning(Exception):
        pass

    class DeprecationWarning(Warning):
        pass

    class FutureWarning(Warning):
        pass

    class RuntimeWarning(Warning):
        pass

    class UserWarning(Warning):
        pass

    class ZeroDivisionError(ArithmeticError):
        pass


class dataclasses:
    class FrozenInstanceError(builtins.AttributeError):
        pass


class functools:
    def reduce(function, iterable, *initial):
        value = list(initial)
        for v in iterable:
            if value:
                value[0] = function(value[0], v)
            else:
                value.append(v)
        if not value:
            raise TypeError("reduce() of empty iterable with no initial value")
        return value[0]


class operator:
    def countOf(a, b):
        return len([v for v in a if v == b])

    def indexOf(a, b):
        return list(a).index(b)

    def itemgetter(*items):
        return (lambda of: of[items[0]]) if len(items) == 1 else (lambda of: tuple([of[i] for i in items]))

    def attrgetter(*names):
        def get(of, name):
            for n in name.split("."):
                of = getattr(of, n)
            return of

        return (lambda of: get(of, names[0])) if len(names) == 1 else (lambda of: tuple([get(of, n) for n in names]))

    def methodcaller(name, *given, **named):
        return lambda of: getattr(of, name)(*given, **named)


class itertools:
    def count(start=0, step=1):
        while True:
            yield start
            start = start + step

    def cycle(iterable):
        kept = []
        for v in iterable:
            yield v
            kept.append(v)
        while kept:
            for v in kept:
                yield v

    def repeat(object, times=None):
        if times is None:
            while True:
                yield object
        else:
            for i in range(times):
                yield object

    def chain(*iterables):
        for iterable in iterables:
            for v in iterable:
                yield v

    def chain_from_iterable(iterables):
        for iterable in iterables:
            for v in iterable:
                yield v

    def islice(iterable, *bounds):
        start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
        start = 0 if start is None else start
        step = 1 if step is None else step
        i = 0
        it = iter(iterable)
        while stop is None or i < stop:
            try:
                v = it.send(None)
            except StopIteration:
                return
            if i >= start and (i - start) % step == 0:
                yield v
            i = i + 1

    def accumulate(iterable, func=None, *, initial=None):
        total = [] if initial is None else [initial]
        if initial is not None:
            yield initial
        for v in iterable:
            if not total:
                total.append(v)
            else:
                total[0] = total[0] + v if func is None else func(total[0], v)
            yield total[0]

    def takewhile(predicate, iterable):
        for v in iterable:
            if not predicate(v):
                return
            yield v

    def dropwhile(predicate, iterable):
        drops = True
        for v in iterable:
            drops = drops and predicate(v)
            if not drops:
                yield v

    def filterfalse(predicate, iterable):
        for v in iterable:
            if not (v if predicate is None else predicate(v)):
                yield v

    def starmap(function, iterable):
        for v in iterable:
            yield function(*v)

    def compress(data, selectors):
        for v, wanted in zip(data, selectors):
            if wanted:
                yield v

    def pairwise(iterable):
        before = []
        for v in iterable:
            if before:
                yield before[0], v
            before = [v]

    def zip_longest(*iterables, fillvalue=None):
        columns = [list(i) for i in iterables]
        for i in range(max([len(c) for c in columns], default=0)):
            yield tuple([c[i] if i < len(c) else fillvalue for c in columns])

    def product(*iterables, repeat=1):
        rows = [()]
        for column in [tuple(i) for i in iterables] * repeat:
            rows = [(*row, v) for row in rows for v in column]
        for row in rows:
            yield row

    def chosen(rows, least, size, most):
        for i in range(size):
            rows = [(*row, k) for row in rows for k in range(row[-1] + least if row else 0, most)]
        return rows

    def combinations(iterable, r):
        pool = tuple(iterable)
        for row in itertools.chosen([()], 1, r, len(pool)):
            yield tuple([pool[k] for k in row])

    def combinations_with_replacement(iterable, r):
        pool = tuple(iterable)
        for row in itertools.chosen([()], 0, r, len(pool)):
            yield tuple([pool[k] for k in row])

    def permutations(iterable, r=None):
        pool = tuple(iterable)
        rows = [()]
        for i in range(len(pool) if r is None else r):
            rows = [(*row, k) for row in rows for k in range(len(pool)) if k not in row]
        for row in rows:
            yield tuple([pool[k] for k in row])

    def groupby(iterable, key=None):
        groups = []
        for v in iterable:
            k = v if key is None else key(v)
            if groups and groups[-1][0] == k:
                groups[-1][1].append(v)
            else:
                groups.append((k, [v]))
        for k, group in groups:
            yield k, iter(group)


class contextlib:
    class suppress:
        def __init__(self, *types):
            self.types = types

        def __enter__(self):
            return None

        def __exit__(self, type, value, traceback):
            return type is not None and issubclass(type, self.types)

    class nullcontext:
        def __init__(self, enter_result=None):
            self.enter_result = enter_result

        def __enter__(self):
            return self.enter_result

        def __exit__(self, *given):
            return None

    class managed:
        def __init__(self, generator):
            self.generator = generator

        def __enter__(self):
            return self.generator.send(None)

        def __exit__(self, type, value, traceback):
            if type is None:
                next(self.generator, None)
                return False
            return self.generator.throw(value)

    def contextmanager(function):
        def manager(*given, **named):
            return contextlib.managed(function(*given, **named))

        return manager
