#include "algebra/layout/layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/index_walk.hpp"
#include "algebra/layout/int_width.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {

namespace {

// Unsigned, so that an index that does not fit wraps around instead of being undefined.
std::int64_t advanced(std::int64_t index, std::int64_t steps, std::int64_t stride) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(index) +
                                   static_cast<std::uint64_t>(steps) * static_cast<std::uint64_t>(stride));
}

}  // namespace

std::int64_t Layout::operator()(std::int64_t coordinate) const {
  std::int64_t index = 0, last_stride = 0;
  // A coordinate beyond the size continues in the last mode.
  IntTuple::for_each_pair(shape_, stride_, [&](Int extent, Int stride) {
    const auto size = std::max<std::int64_t>(1, extent.value);
    const auto rest = coordinate / size;
    index = advanced(index, coordinate - rest * size, stride.value);
    last_stride = advanced(0, size, stride.value);
    coordinate = rest;
  });
  return advanced(index, coordinate, last_stride);
}

int rank(const Layout& layout) { return layout.shape().rank(); }
int depth(const Layout& layout) { return layout.shape().depth(); }
std::int64_t size(const Layout& layout) {
  const CppWidths none(false);  // the number only decides about work; CuTe does not compute it
  return product(layout.shape()).value;
}
std::int64_t cosize(const Layout& layout) {
  const CppWidths none(false);
  return cosize_of(layout).value;
}
Layout mode(const Layout& layout, int i) {
  if (i < 0 || i >= rank(layout)) layout.shape().mode(i);  // throws: there is no such mode
  return Layout(LayoutView(layout).mode(i));
}

Layout make_layout(std::span<const Layout> modes) {
  return built_layout([&](LayoutBuilder& out) {
    const auto opened = out.open();
    for (const auto& m : modes) out.add(m);
    out.close(opened);
  });
}

Layout make_layout(const Layout& a, const Layout& b) {
  return built_layout([&](LayoutBuilder& out) {
    const auto opened = out.open();
    out.add(a);
    out.add(b);
    out.close(opened);
  });
}

bool has_basis(const Layout& layout) {
  std::uint32_t any = 0;
  layout.stride().for_each_integer([&](Int d) { any |= d.basis; });
  return any != 0;
}

bool has_negative_size(const Layout& layout) {
  bool negative = false;
  layout.shape().for_each_integer([&](Int s) { negative = negative || s.value < 0; });
  return negative;
}

ModeList flat_modes(LayoutView layout) {
  ModeList modes;
  auto* const first = modes.extend(layout.shape.most_integers());
  auto* next = first;
  IntTuple::View::for_each_pair(layout.shape, layout.stride, [&](Int s, Int d) { *next++ = {s, d}; });
  modes.shrink(static_cast<std::uint32_t>(next - first));
  return modes;
}

Layout layout_of_modes(const ModeList& modes) {
  return built_layout([&](LayoutBuilder& out) { out.add(modes); });
}

void indices(const Layout& layout, std::int64_t first, std::span<std::int64_t> out) {
  if (out.empty()) return;
  const auto modes = flat_modes(layout);
  // The last mode is unbounded, so coordinates beyond the size need no special case.
  std::vector<std::int64_t> at(modes.size(), 0);
  std::int64_t index = 0, rest = first;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto extent = std::max<std::int64_t>(1, modes[i].shape.value);
    at[i] = i + 1 == modes.size() ? rest : rest % extent;
    rest /= extent;
    index = advanced(index, at[i], modes[i].stride.value);
  }
  if (modes.empty()) return std::fill(out.begin(), out.end(), index);
  for (auto value = out.begin(); value != out.end();) {
    // Writes a run along the first mode, then steps once in the modes behind it.
    const auto left = out.end() - value;
    const auto run = modes.size() == 1 ? left : std::clamp<std::int64_t>(modes[0].shape.value - at[0], 1, left);
    for (std::int64_t k = 0; k < run; ++k) value[k] = advanced(index, k, modes[0].stride.value);
    value += run;
    index = advanced(index, run, modes[0].stride.value);
    at[0] += run;
    for (std::size_t i = 0; i + 1 < modes.size() && at[i] >= modes[i].shape.value; ++i) {
      index = advanced(advanced(index, -at[i], modes[i].stride.value), 1, modes[i + 1].stride.value);
      at[i] = 0;
      ++at[i + 1];
    }
  }
}

IndexRange index_range(const Layout& layout) {
  if (has_negative_size(layout))
    throw Problem{"negative size", message("{} has a negative size: it holds no elements.", to_string(layout, Marks::plain)), {}};
  IndexRange range;
  IntTuple::for_each_pair(layout.shape(), layout.stride(), [&](Int s, Int d) {
    const auto last = (s - Int{1, true}) * Int{d.value, true};
    auto& end = last.value < 0 ? range.least : range.greatest;
    end = (Int{end, true} + last).value;
  });
  return range;
}

namespace {

void print_coordinate(const IntTuple& shape, std::int64_t& rest, bool last, std::string& out) {
  if (!shape.is_tuple()) {
    const auto extent = std::max<std::int64_t>(1, shape.integer().value);
    fmt::format_to(std::back_inserter(out), "{}", last ? rest : rest % extent);
    rest /= extent;
    return;
  }
  out += '(';
  for (int i = 0; i < shape.rank(); ++i) {
    if (i > 0) out += ',';
    print_coordinate(shape.mode(i), rest, last && i + 1 == shape.rank(), out);
  }
  out += ')';
}

}  // namespace

std::string natural_coordinate(const IntTuple& shape, std::int64_t coordinate) {
  std::string out;
  print_coordinate(shape, coordinate, true, out);
  return out;
}

std::string to_string(Major m, Marks) {
  switch (m) {
    case Major::left: return "LayoutLeft";
    case Major::right: return "LayoutRight";
    case Major::mn: return "GMMA::Major::MN";
    case Major::k: break;
  }
  return "GMMA::Major::K";
}

std::string to_string(const Layout& layout, Marks marks) {
  return to_string(layout.shape(), marks) + ":" + to_string(layout.stride(), marks);
}

}  // namespace algebra
