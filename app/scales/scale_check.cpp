#include "app/scales/scale_check.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/hardware/scale_places.hpp"
#include "algebra/layout/operations.hpp"

namespace app {
namespace {

using algebra::Int;
using algebra::IntTuple;
using algebra::Layout;
using algebra::Marks;

/// Returns the offsets that one mode adds at each multiple of `step`.
std::vector<std::int64_t> addends(const Layout& l, int i, std::int64_t count, std::int64_t step) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(count), 0);
  if (i >= algebra::rank(l)) return all;
  const auto part = algebra::mode(l, i);
  for (std::int64_t c = 0; c < count; ++c) all[static_cast<std::size_t>(c)] = part(c * step);
  return all;
}
std::vector<std::int64_t> differences(const Layout& a, const Layout& b, int i, std::int64_t count, std::int64_t step) {
  auto all = addends(a, i, count, step);
  const auto other = addends(b, i, count, step);
  for (std::size_t c = 0; c < all.size(); ++c) all[c] -= other[c];
  return all;
}

}  // namespace

algebra::Result<Layout> by_rows(const Layout& l) {
  return algebra::attempt([&] { return algebra::scales::by_rows(l); });
}

ScaleDifference compare_scales(const Layout& reader, const Layout& producer, const ScaleShape& shape) {
  const auto rows = differences(reader, producer, 0, shape.rows, 1);
  const auto groups = differences(reader, producer, 1, shape.groups(), shape.vector);
  const auto batches = differences(reader, producer, 2, shape.batches, 1);
  ScaleDifference d{.first = {}, .differing = 0, .total = shape.count()};
  if (rows.empty() || groups.empty()) return d;

  std::unordered_map<std::int64_t, std::int64_t> rows_with;  // number of rows by the difference that they add
  for (const auto n : rows) ++rows_with[n];
  std::unordered_map<std::int64_t, std::int64_t> differing_with;  // number of differing scales in a batch by the difference that it adds
  for (std::size_t l = 0; l < batches.size(); ++l) {
    const auto batch = batches[l];
    auto known = differing_with.find(batch);
    if (known == differing_with.end()) {
      std::int64_t same = 0;
      for (const auto n : groups)
        if (const auto it = rows_with.find(-(n + batch)); it != rows_with.end()) same += it->second;
      known = differing_with.emplace(batch, shape.rows * shape.groups() - same).first;
    }
    d.differing += known->second;
    if (d.first || known->second == 0) continue;
    // If the groups' differences vary, row 0 has a scale that differs. Otherwise it is in the first row whose difference the others do not
    // cancel.
    const bool one_group = std::all_of(groups.begin(), groups.end(), [&](auto n) { return n == groups[0]; });
    std::size_t row = 0, group = 0;
    if (one_group)
      while (rows[row] + groups[0] + batch == 0) ++row;
    else
      while (rows[0] + groups[group] + batch == 0) ++group;
    ScalePlace at{.batch = static_cast<std::int64_t>(l), .row = static_cast<std::int64_t>(row), .group = static_cast<std::int64_t>(group)};
    const auto place = [&](const Layout& of) {
      std::int64_t sum = algebra::mode(of, 0)(at.row) + algebra::mode(of, 1)(at.group * shape.vector);
      if (algebra::rank(of) > 2) sum += algebra::mode(of, 2)(at.batch);
      return sum;
    };
    at.read_at = place(reader), at.written_at = place(producer);
    d.first = at;
  }
  return d;
}

namespace {

/// Returns true if every scale has the same place in both layouts.
bool same_places(const Layout& a, const Layout& b, const ScaleShape& shape) {
  const auto one = [](const std::vector<std::int64_t>& all, std::int64_t n) {
    return std::all_of(all.begin(), all.end(), [n](auto m) { return m == n; });
  };
  const auto batches = differences(a, b, 2, shape.batches, 1);
  if (!one(batches, batches[0])) return false;
  const auto groups = differences(a, b, 1, shape.groups(), shape.vector);
  if (!one(groups, groups[0])) return false;
  return one(differences(a, b, 0, shape.rows, 1), -groups[0] - batches[0]);
}

/// A dimension along which both layouts have one stride each.
struct Dimension {
  std::int64_t extent = 1, read = 0, written = 0;
  int of = 0;  ///< 0: batches, 1: rows, 2: groups
};

Layout one_mode(std::int64_t extent, std::int64_t stride) { return {IntTuple(Int{extent, true}), IntTuple(Int{stride, true})}; }
IntTuple fixed(const IntTuple& t) {
  return t.transformed([](Int n) { return Int{n.value, true}; });
}
/// Returns a mode of a layout with static integers, which compositions require to divide it.
Layout mode_of(const Layout& l, int i) {
  if (i >= algebra::rank(l)) return one_mode(1, 0);
  const auto m = algebra::mode(l, i);
  return {fixed(m.shape()), fixed(m.stride())};
}
/// Divides a mode of `reader` and `producer` until each piece has one stride in both. Returns false if CuTe's algebra cannot.
bool cut(const Layout& reader, const Layout& producer, int of, std::vector<Dimension>& all) {
  const auto cuts = algebra::attempt([&] {
    auto shape = algebra::flatten(algebra::coalesce(reader)).shape();
    const auto written = algebra::flatten(algebra::composition(producer, algebra::make_layout(shape)));
    const auto read = algebra::flatten(algebra::composition(reader, algebra::make_layout(written.shape())));
    return std::pair(read, written);
  });
  if (!cuts) return false;
  const auto& [read, written] = *cuts;
  if (!(algebra::product(read.shape()) == algebra::product(written.shape())) || read.shape().rank() != written.shape().rank()) return false;
  for (int i = 0; i < written.shape().rank(); ++i) {
    const auto extent = written.shape().mode(i).integer().value;
    if (read.shape().mode(i).integer().value != extent) return false;
    if (extent > 1) all.push_back({extent, read.stride().mode(i).integer().value, written.stride().mode(i).integer().value, of});
  }
  return true;
}

/// Returns the compact layout (rows, K, batches) with K fastest, as torch has after contiguous().
Layout row_major(std::int64_t rows, std::int64_t groups, std::int64_t vector, std::int64_t batches) {
  const auto n = [](std::int64_t v) { return IntTuple(Int{v, true}); };
  return {IntTuple::tuple({n(rows), IntTuple::tuple({n(vector), n(groups)}), n(batches)}),
          IntTuple::tuple({n(groups), IntTuple::tuple({n(0), n(1)}), n(rows * groups)})};
}

/// Returns batches, rows and groups in descending order of `stride`.
template <class Stride>
std::vector<std::size_t> from_slowest(const std::vector<Dimension>& all, Stride stride) {
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return stride(all[a]) > stride(all[b]); });
  return order;
}
/// Returns true if the dimensions in that order are contiguous without gaps.
template <class Stride>
bool compact(const std::vector<Dimension>& all, const std::vector<std::size_t>& order, Stride stride) {
  std::int64_t next = 1;
  for (auto i = order.size(); i-- > 0;) {
    if (stride(all[order[i]]) != next) return false;
    next *= all[order[i]].extent;
  }
  return true;
}

Layout laid_out(const std::vector<Dimension>& all, const std::vector<std::size_t>& slowest_first, bool written) {
  IntTuple shape, stride;
  for (auto i = slowest_first.size(); i-- > 0;) {
    const auto& d = all[slowest_first[i]];
    shape.append(Int{d.extent, true});
    stride.append(Int{written ? d.written : d.read, true});
  }
  if (slowest_first.empty()) return one_mode(1, 0);
  return {std::move(shape), std::move(stride)};
}

/// Returns the dimensions of the scales of these extents, or nullopt if the modes do not divide one another.
std::optional<std::vector<Dimension>> dimensions(const Layout& reader, const Layout& producer, std::int64_t rows, std::int64_t groups,
                                                 const ScaleShape& shape) {
  std::vector<Dimension> all;
  const auto part = [&](const Layout& l, int i, std::int64_t extent, std::int64_t step) {
    return algebra::composition(mode_of(l, i), one_mode(extent, step));
  };
  const auto fits = algebra::attempt([&] {
    return cut(part(reader, 2, shape.batches, 1), part(producer, 2, shape.batches, 1), 0, all) &&
           cut(part(reader, 0, rows, 1), part(producer, 0, rows, 1), 1, all) &&
           cut(part(reader, 1, groups, shape.vector), part(producer, 1, groups, shape.vector), 2, all);
  });
  if (!fits || !*fits) return std::nullopt;
  return all;
}

constexpr auto read_stride = [](const Dimension& d) { return d.read; };
constexpr auto written_stride = [](const Dimension& d) { return d.written; };

template <class Stride>
std::int64_t reach(const std::vector<Dimension>& all, Stride stride) {
  std::int64_t last = 0;
  for (const auto& d : all) last += (d.extent - 1) * stride(d);
  return last + 1;
}
/// Returns the number of places up to a layout's last scale.
std::int64_t reach(const Layout& l, const ScaleShape& shape) {
  std::int64_t last = 0;
  const auto add = [&](int i, std::int64_t count, std::int64_t step) {
    const auto all = addends(l, i, count, step);
    if (!all.empty()) last += *std::max_element(all.begin(), all.end());
  };
  add(0, shape.rows, 1), add(1, shape.groups(), shape.vector), add(2, shape.batches, 1);
  return last + 1;
}

std::string strided(const std::string& of, const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& strides) {
  return fmt::format("torch.as_strided({}, ({},), ({},))", of, fmt::join(sizes, ", "), fmt::join(strides, ", "));
}

/// Returns a line of torch that permutes the scales. `start`: torch expression of the tensor; `elements`: its size; `room`: number of
/// places in the reader's layout.
std::string torch_line(const std::vector<Dimension>& all, std::string start, std::int64_t elements, std::int64_t room) {
  const auto order = from_slowest(all, read_stride), by_written = from_slowest(all, written_stride);
  std::vector<std::int64_t> sizes, read, written;
  for (const auto i : order) sizes.push_back(all[i].extent), read.push_back(all[i].read), written.push_back(all[i].written);
  const bool gaps = !compact(all, order, read_stride);
  if (!gaps && compact(all, by_written, written_stride) && reach(all, written_stride) == elements) {
    std::vector<std::size_t> axes;
    std::vector<std::int64_t> stored;
    for (const auto i : by_written) stored.push_back(all[i].extent);
    for (const auto i : order)
      axes.push_back(static_cast<std::size_t>(std::find(by_written.begin(), by_written.end(), i) - by_written.begin()));
    if (std::is_sorted(axes.begin(), axes.end())) return fmt::format("{}.contiguous()", start);
    return fmt::format("{}.view({}).permute({}).contiguous()", start, fmt::join(stored, ", "), fmt::join(axes, ", "));
  }
  if (const auto missing = reach(all, written_stride) - elements; missing > 0)
    start = fmt::format("F.pad({}.flatten(), (0, {}))", start, missing);
  const auto source = strided(start, sizes, written);
  if (!gaps) return source + ".contiguous()";
  return fmt::format("out = s.new_zeros({}); {}.copy_({})", std::max(room, reach(all, read_stride)), strided("out", sizes, read), source);
}

}  // namespace

ScaleRepair repair_scales(const Layout& reader, const Layout& producer, const ScaleShape& shape, std::int64_t unit) {
  ScaleRepair r;
  const auto groups = shape.groups();
  const auto in_order = row_major(shape.rows, groups, shape.vector, shape.batches);
  if (same_places(reader, producer, shape)) r.reshape = ScaleRepair::Reshape::nothing;
  else if (unit == 1 && same_places(reader, in_order, shape)) r.reshape = ScaleRepair::Reshape::would;

  std::string start = "s";
  auto elements = reach(producer, shape);
  auto all = dimensions(reader, producer, shape.rows, groups, shape);
  if (!all) {
    // The kernel reads whole blocks: after padding rows and groups to these, the modes divide one another.
    const auto read_rows = std::max(shape.rows, algebra::size(mode_of(reader, 0)));
    const auto read_groups = std::max(groups, (algebra::size(mode_of(reader, 1)) + shape.vector - 1) / shape.vector);
    all = dimensions(reader, producer, read_rows, read_groups, shape);
    const auto stride = [&](int i, std::int64_t step) { return i < algebra::rank(producer) ? algebra::mode(producer, i)(step) : 0; };
    const bool beyond = algebra::size(mode_of(producer, 0)) < read_rows || algebra::size(mode_of(producer, 1)) < read_groups * shape.vector;
    if (!all || beyond) {
      const Layout by_strides(in_order.shape(),
                              IntTuple::tuple({IntTuple(Int{stride(0, 1), true}),
                                               IntTuple::tuple({IntTuple(Int{0, true}), IntTuple(Int{stride(1, shape.vector), true})}),
                                               IntTuple(Int{stride(2, 1), true})}));
      if (!same_places(by_strides, producer, shape)) return r;
      r.pad_rows = read_rows - shape.rows, r.pad_groups = read_groups - groups;
      all = dimensions(reader, row_major(read_rows, read_groups, shape.vector, shape.batches), read_rows, read_groups, shape);
      if (!all) return r;
      const auto rows_and_groups =
          same_places(in_order, producer, shape)
              ? fmt::format("s.view({}, {}, {})", shape.batches, shape.rows, groups)
              : strided(start, {shape.batches, shape.rows, groups}, {stride(2, 1), stride(0, 1), stride(1, shape.vector)});
      start = fmt::format("F.pad({}, (0, {}, 0, {}))", rows_and_groups, r.pad_groups, r.pad_rows);
      elements = read_rows * read_groups * shape.batches;
    }
  }
  std::erase_if(*all, [](const Dimension& d) { return d.read == 0 && d.written == 0; });
  r.merges = std::any_of(all->begin(), all->end(), [](const Dimension& d) { return d.read == 0; });
  if (r.merges) return r;
  if (std::all_of(all->begin(), all->end(), [&](const Dimension& d) { return d.read % unit == 0 && d.written % unit == 0; })) {
    r.unit = unit;
    for (auto& d : *all) d.read /= unit, d.written /= unit;
    elements = (elements - 1) / unit + 1;
  }
  const auto order = from_slowest(*all, read_stride);
  r.permutation = laid_out(*all, order, true);
  r.destination = laid_out(*all, order, false);
  r.cute = fmt::format("copy(make_tensor(written, {}), make_tensor(read, {}));", to_string(*r.permutation, Marks::underscores),
                       to_string(r.destination, Marks::underscores));
  r.torch = torch_line(*all, start, elements, (algebra::cosize(reader) - 1) / r.unit + 1);
  return r;
}

}  // namespace app
