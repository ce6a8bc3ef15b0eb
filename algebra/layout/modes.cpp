// Picks, groups and adds modes.

#include "algebra/layout/operations.hpp"

#include <fmt/format.h>

namespace algebra {
namespace {

void require_mode(const IntTuple& t, std::int64_t i) {
  if (i < 0 || i >= t.rank())
    throw Problem{
        "mode out of range", message("There is no mode {} in {}, which has rank {}.", i, to_string(t, Marks::plain), t.rank()), {}};
}

void require_range(const IntTuple& t, std::int64_t begin, std::int64_t end) {
  if (begin < 0 || end > t.rank() || begin > end)
    throw Problem{"mode out of range",
                  message("Modes {} to {} are not within {}, which has rank {}.", begin, end, to_string(t, Marks::plain), t.rank()),
                  {}};
}

std::int64_t require_rank(std::int64_t n) {
  if (n > max_leaves) throw Problem{"limit", message("A layout has at most {} modes.", max_leaves), {}};
  return n;
}

/// Applies the same function to shape and stride.
template <class F>
Layout both(const Layout& l, F&& f) {
  return {f(l.shape()), f(l.stride())};
}
template <class F>
Layout both(const Layout& a, const Layout& b, F&& f) {
  return {f(a.shape(), b.shape()), f(a.stride(), b.stride())};
}

IntTuple take_leaves(const IntTuple& flat, const IntTuple& profile, int& at) {
  if (!profile.is_tuple()) {
    require_mode(flat, at);
    return flat.mode(at++);
  }
  IntTuple result;
  for (int i = 0; i < profile.rank(); ++i) result.append(take_leaves(flat, profile.mode(i), at));
  return result;
}

}  // namespace

IntTuple get(const IntTuple& t, std::span<const std::int64_t> path) {
  IntTuple result = t;
  for (const auto i : path) {
    require_mode(result, i);
    result = result.mode(static_cast<int>(i));
  }
  return result;
}
Layout get(const Layout& l, std::span<const std::int64_t> path) {
  return both(l, [&](const IntTuple& t) { return get(t, path); });
}

IntTuple select(const IntTuple& t, std::span<const std::int64_t> modes) {
  if (modes.empty()) throw Problem{"template argument", "select needs the modes in <>: select<0,2>(A).", {}};
  IntTuple result;
  for (const auto i : modes) {
    require_mode(t, i);
    result.append(t.mode(static_cast<int>(i)));
  }
  return result;
}
Layout select(const Layout& l, std::span<const std::int64_t> modes) {
  return both(l, [&](const IntTuple& t) { return select(t, modes); });
}

IntTuple take(const IntTuple& t, std::int64_t begin, std::int64_t end) {
  if (end == -1) end = t.rank();
  if (begin == end) return {};
  require_range(t, begin, end);
  IntTuple result;
  for (auto i = begin; i < end; ++i) result.append(t.mode(static_cast<int>(i)));
  return result;
}
Layout take(const Layout& l, std::int64_t begin, std::int64_t end) {
  require_range(l.shape(), begin, end);
  if (begin == end)
    throw Problem{"mode out of range", message("take needs at least one mode, but {} to {} is an empty range.", begin, end), {}};
  return both(l, [&](const IntTuple& t) { return take(t, begin, end); });
}

IntTuple group(const IntTuple& t, std::int64_t begin, std::int64_t end) {
  require_range(t, begin, end);
  IntTuple result, inner;
  for (int i = 0; i < t.rank(); ++i) {
    if (i >= begin && i < end) {
      inner.append(t.mode(i));
      if (i + 1 == end) result.append(inner);
    } else {
      result.append(t.mode(i));
    }
  }
  return result;
}
Layout group(const Layout& l, std::int64_t begin, std::int64_t end) {
  return both(l, [&](const IntTuple& t) { return group(t, begin, end); });
}

Layout flatten(const Layout& l) {
  return both(l, [](const IntTuple& t) { return flatten(t); });
}

IntTuple unflatten(const IntTuple& flat, const IntTuple& profile) {
  int at = 0;
  auto result = take_leaves(flat, profile, at);
  if (at != flat.rank())
    throw Problem{"mismatched ranks",
                  message("The profile {} has {} leaves, {} has {} modes.", to_string(profile, Marks::plain), profile.leaves(),
                          to_string(flat, Marks::plain), flat.rank()),
                  {}};
  return result;
}
Layout unflatten(const Layout& flat, const IntTuple& profile) {
  return both(flat, [&](const IntTuple& t) { return unflatten(t, profile); });
}

IntTuple append(const IntTuple& t, const IntTuple& x, std::int64_t n) {
  IntTuple result = t;
  if (n == 0) {
    result.append(x);
    return result;
  }
  if (n < t.rank())
    throw Problem{"mode out of range", message("{} has rank {} already, more than {}.", to_string(t, Marks::plain), t.rank(), n), {}};
  while (result.rank() < require_rank(n)) result.append(x);
  return result;
}
Layout append(const Layout& l, const Layout& x, std::int64_t n) {
  return both(l, x, [n](const IntTuple& a, const IntTuple& b) { return append(a, b, n); });
}

IntTuple prepend(const IntTuple& t, const IntTuple& x, std::int64_t n) {
  const auto rank = n == 0 ? t.rank() + 1 : require_rank(n);
  if (rank < t.rank())
    throw Problem{"mode out of range", message("{} has rank {} already, more than {}.", to_string(t, Marks::plain), t.rank(), n), {}};
  if (rank == t.rank()) return t;
  IntTuple result;
  for (auto i = t.rank(); i < rank; ++i) result.append(x);
  for (int i = 0; i < t.rank(); ++i) result.append(t.mode(i));
  return result;
}
Layout prepend(const Layout& l, const Layout& x, std::int64_t n) {
  return both(l, x, [n](const IntTuple& a, const IntTuple& b) { return prepend(a, b, n); });
}

IntTuple replace(const IntTuple& t, std::int64_t mode, const IntTuple& x) {
  const bool behind = t.is_tuple() && mode == t.rank();  // CuTe adds x there
  if (!behind) require_mode(t, mode);
  if (!t.is_tuple()) return x;
  IntTuple result = t;
  if (behind) {
    result.append(x);
    return result;
  }
  result = IntTuple();
  for (int i = 0; i < t.rank(); ++i) result.append(i == mode ? x : t.mode(i));
  return result;
}
Layout replace(const Layout& l, std::int64_t mode, const Layout& x) {
  return both(l, x, [mode](const IntTuple& a, const IntTuple& b) { return replace(a, mode, b); });
}

Layout zip(const Layout& a, const Layout& b) {
  return both(a, b, [](const IntTuple& x, const IntTuple& y) { return zip(x, y); });
}
Layout zip(const Layout& l) {
  return both(l, [](const IntTuple& t) { return zip(t); });
}

}  // namespace algebra
