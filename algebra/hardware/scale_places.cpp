#include "algebra/hardware/scale_places.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "algebra/layout/operations.hpp"
#include "algebra/layout/properties.hpp"

namespace algebra::scales {
namespace {

struct Leaf {
  std::int64_t extent = 1, stride = 0;
};
std::vector<Leaf> leaves_of(const Layout& l) {
  std::vector<Leaf> all;
  IntTuple::for_each_pair(l.shape(), l.stride(), [&](Int extent, Int stride) { all.push_back({extent.value, stride.value}); });
  return all;
}

[[noreturn]] void no_order(const Layout& l) {
  throw Problem{"layout",
                message("The places of {} are not a sequence of rows and groups, or several scales share one.", to_string(l, Marks::plain)),
                {}};
}

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Returns the sizes of a matrix that has one stride per mode.
std::vector<std::int64_t> sizes_of(const Layout& matrix) {
  std::vector<std::int64_t> all;
  for (int i = 0; i < rank(matrix); ++i) {
    const auto extent = matrix.shape().is_tuple() ? matrix.shape().mode(i) : matrix.shape();
    if (rank(matrix) < 2 || !extent.is_integer() || extent.integer().value < 1)
      throw Problem{"argument",
                    message("The matrix is (rows,K) with one stride a mode, not {}.", to_string(matrix, Marks::plain)),
                    {"(128,64):(64,1)"}};
    all.push_back(extent.integer().value);
  }
  return all;
}

/// Numbers each (row, group, batch) that exists, rows fastest. `extents`: of each mode, in groups.
std::vector<std::int64_t> counted(const std::vector<std::int64_t>& extents) {
  std::vector<std::int64_t> strides;
  std::int64_t next = 1;
  for (const auto n : extents) {
    strides.push_back(next);
    if (__builtin_mul_overflow(next, std::max<std::int64_t>(n, 1), &next))
      throw Problem{"overflow", message("That is too many scales."), {}};
  }
  return strides;
}

/// Returns the elements' side: the 1-D coordinate of an element -> the number of its group.
Layout by_group(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& group, const std::vector<std::int64_t>& strides) {
  IntTuple shape, stride;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto within = i < group.size() ? group[i] : sizes[i];
    const auto step = i < strides.size() ? strides[i] : 0;
    // A group cut by the matrix's end would take elements of the next column, so rows that share one scale must all be one mode.
    if (sizes[i] % within != 0 && i + 1 < sizes.size() && within < sizes[i])
      throw Problem{"argument", message("{} rows are not a multiple of {}, the rows of one scale.", sizes[i], within), {}};
    const auto inside = std::min(within, sizes[i]);
    shape.append(IntTuple::tuple({IntTuple(inside), IntTuple(ceil_div(sizes[i], inside))}));
    stride.append(IntTuple::tuple({IntTuple(0), IntTuple(step)}));
  }
  return {std::move(shape), std::move(stride)};
}

}  // namespace

Layout by_rows(const Layout& l) {
  if (has_basis(l) || has_negative_size(l) || rank(l) < 2 || !l.shape().is_tuple())
    throw Problem{"layout",
                  message("A layout of scales has the modes rows, K and optionally batches, and strides that are integers; {} does not.",
                          to_string(l, Marks::plain)),
                  {"(256,(16,4),1):(4,(0,1),1024)"}};
  const auto first = mode(l, 0);
  const bool partitioned = rank(l) >= 3 && first.shape().is_tuple() && rank(first) == 2 && first.shape().mode(1).is_tuple() &&
                           first.stride().mode(1).mode(0).is_integer() && first.stride().mode(1).mode(0).integer().value == 0 &&
                           first.shape().mode(0).is_tuple();
  if (!partitioned) return l;
  std::vector<Layout> modes{make_layout(mode(first, 0), mode(l, 1)), make_layout(mode(first, 1), mode(l, 2))};
  for (int i = 3; i < rank(l); ++i) modes.push_back(mode(l, i));
  return make_layout(modes);
}

Places places_of(const Layout& scales, std::int64_t elements) {
  const auto rows = by_rows(scales);
  if (elements < 1) throw Problem{"argument", message("A place has at least one offset, not {}.", elements), {"1", "4"}};
  struct At {
    Places::Mode mode;
    std::int64_t stride = 0;
  };
  std::vector<At> all;
  Places p;
  for (int i = 0; i < rank(rows); ++i) {
    std::int64_t step = 1, group = 1;
    bool inside = true;  // whether the elements seen so far share one place
    for (auto leaf : leaves_of(mode(rows, i))) {
      if (leaf.extent < 1) throw Problem{"layout", message("{} has no scale.", to_string(scales, Marks::plain)), {}};
      if (leaf.stride > 0 && leaf.stride < elements && leaf.extent > 1) {
        // The first of these elements share one place.
        const auto within = std::min(leaf.extent, elements / leaf.stride);
        if (!inside || elements % leaf.stride != 0 || leaf.extent % within != 0) no_order(scales);
        step *= within, group *= within;
        leaf = {leaf.extent / within, elements};
      }
      if (leaf.extent > 1 && leaf.stride == 0) {
        if (!inside) no_order(scales);
        group *= leaf.extent;
      } else if (leaf.extent > 1) {
        inside = false;
        if (leaf.stride % elements != 0) no_order(scales);
        all.push_back({{leaf.extent, i, step}, leaf.stride / elements});
      }
      step *= leaf.extent;
    }
    p.group.push_back(group);
    p.extent.push_back(step);
  }
  std::sort(all.begin(), all.end(), [](const At& a, const At& b) { return a.stride < b.stride; });
  std::int64_t next = 1, last_stride = 1;
  const auto multiplied = [](std::int64_t x, std::int64_t y) {
    if (__builtin_mul_overflow(x, y, &x)) throw Problem{"overflow", message("That is too many scales."), {}};
    return x;
  };
  const auto add = [&](const Places::Mode& m) {
    last_stride = next;
    next = multiplied(next, m.extent);
    p.modes.push_back(m);
  };
  for (const auto& at : all) {
    // The places in between, such as the rest of a longer row, belong to elements beyond the end of the matrix.
    if (at.stride > next) {
      const auto of = !p.modes.empty() ? p.modes.back().of : at.mode.of == 0 ? 1 : 0;
      auto& extent = p.extent[static_cast<std::size_t>(of)];
      if (!p.modes.empty() && p.modes.back().step * p.modes.back().extent == extent && at.stride % last_stride == 0) {
        p.modes.back().extent = at.stride / last_stride;
        extent = multiplied(p.modes.back().step, p.modes.back().extent);
        next = at.stride;
      } else if (at.stride % next == 0) {
        const auto gap = at.stride / next;
        add({gap, of, extent});
        extent = multiplied(extent, gap);
      }
    }
    if (at.stride != next) no_order(scales);
    add(at.mode);
  }
  return p;
}

Layout in_order(const Layout& matrix, const Places& p) {
  const auto sizes = sizes_of(matrix);
  for (std::size_t i = 0; i < std::max(sizes.size(), p.extent.size()); ++i) {
    const auto has = i < sizes.size() ? sizes[i] : 1, scaled = i < p.extent.size() ? p.extent[i] : 1;
    const bool missing = i >= sizes.size() && scaled > 1;
    if (missing || has > scaled)
      throw Problem{"argument", message("Mode {} of the matrix has {} elements, but its scales cover {}.", i, has, scaled), {}};
  }
  constexpr std::int64_t line = 16;
  std::int64_t places = 1;
  IntTuple shape[2], stride[2];
  for (const auto& m : p.modes) {
    const auto of = matrix.stride().mode(m.of).integer();
    const bool fits = places == 1 || places * m.extent <= line;
    const auto where = shape[1].rank() > 0 || !fits ? 1 : 0;
    places *= m.extent;
    shape[where].append(Int{m.extent, true});
    stride[where].append(Int{m.step, true} * of);
  }
  for (int i = 0; i < 2; ++i) {
    if (shape[i].rank() == 0) shape[i] = IntTuple(1), stride[i] = IntTuple(0);
    else if (shape[i].rank() == 1) shape[i] = shape[i].mode(0), stride[i] = stride[i].mode(0);
  }
  return {IntTuple::tuple({shape[0], shape[1]}), IntTuple::tuple({stride[0], stride[1]})};
}

Matching matching(const Layout& matrix, const Places& p) {
  const auto sizes = sizes_of(matrix);
  std::vector<std::int64_t> groups;
  for (std::size_t i = 0; i < p.extent.size(); ++i) groups.push_back(ceil_div(p.extent[i], p.group[i]));
  const auto strides = counted(groups);
  IntTuple shape, stride;
  for (const auto& m : p.modes) {
    const auto i = static_cast<std::size_t>(m.of);
    shape.append(Int{m.extent, true});
    stride.append(Int{m.step / p.group[i] * strides[i], true});
  }
  if (p.modes.empty()) shape = IntTuple(1), stride = IntTuple(0);
  return {by_group(sizes, p.group, strides), Layout(shape, stride)};
}

Matching matching(const Layout& matrix, const Layout& scales, std::int64_t copies) {
  const auto sizes = sizes_of(matrix);
  // For ((rows,(vector,groups)),M,K): keeps the profile, so that 1-D coordinates are the layout's own.
  const auto first = mode(scales, 0);
  if (rank(scales) < 3 || rank(first) != 2)
    throw Problem{"layout", message("{} is not a fragment of scales: ((rows,(vector,groups)),M,K).", to_string(scales, Marks::plain)), {}};
  std::vector<std::int64_t> steps(2, 1), group(2, 1);
  std::vector<bool> inside(2, true);
  struct Step {
    int of = 0;
    std::int64_t step = 0;
    bool copy = false;
  };
  std::vector<Step> found;
  const auto take = [&](const Layout& part, int of) {
    const auto i = static_cast<std::size_t>(of);
    for (const auto& leaf : leaves_of(part)) {
      const bool copy = leaf.stride >= copies && leaf.extent > 1;
      found.push_back({of, steps[i], copy});
      if (copy) continue;
      if (leaf.extent > 1 && leaf.stride != 0) inside[i] = false;
      if (inside[i]) group[i] *= leaf.extent;
      steps[i] *= leaf.extent;
    }
  };
  take(mode(first, 0), 0);
  take(mode(first, 1), 1);
  take(mode(scales, 1), 0);
  for (int i = 2; i < rank(scales); ++i) take(mode(scales, i), 1);
  const auto strides = counted({ceil_div(steps[0], group[0]), ceil_div(steps[1], group[1])});
  std::size_t at = 0;
  auto stride = scales.stride().transformed([&](Int) {
    const auto& f = found[at++];
    const auto i = static_cast<std::size_t>(f.of);
    return Int{f.copy || f.step < group[i] ? 0 : f.step / group[i] * strides[i], true};
  });
  return {by_group(sizes, group, strides), Layout(scales.shape(), std::move(stride))};
}

}  // namespace algebra::scales
