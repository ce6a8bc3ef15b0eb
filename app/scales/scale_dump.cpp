#include "app/scales/scale_dump.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "algebra/text/row_named.hpp"

namespace app {
namespace {

using algebra::message;
using algebra::Problem;

tl::unexpected<Problem> unfit(algebra::Message why) { return tl::unexpected(Problem{"scales", std::move(why), {}}); }

std::uint64_t integer_at(const std::string& bytes, std::int64_t at, std::int64_t width) {
  std::uint64_t n = 0;
  for (std::int64_t i = width; i-- > 0;) n = n << 8U | static_cast<unsigned char>(bytes[static_cast<std::size_t>(at + i)]);
  return n;
}
float as_float(std::uint32_t bits) {
  float f = 0;
  std::memcpy(&f, &bits, sizeof f);
  return f;
}
double half(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 31U);
  const auto mantissa = static_cast<double>(bits & 1023U);
  if (exponent == 0) return std::ldexp(mantissa, -24);
  return exponent == 31 ? INFINITY : std::ldexp(1024 + mantissa, exponent - 25);
}

/// Returns the place of each scale, by (batch, row, group).
std::vector<std::int64_t> places(const algebra::Layout& l, const ScaleShape& shape) {
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(shape.count()));
  const bool batched = algebra::rank(l) > 2;
  const auto rows = algebra::mode(l, 0), k = algebra::mode(l, 1), batches = batched ? algebra::mode(l, 2) : algebra::Layout();
  for (std::int64_t b = 0; b < shape.batches; ++b) {
    const auto at_batch = batched ? batches(b) : 0;
    for (std::int64_t r = 0; r < shape.rows; ++r) {
      const auto at_row = at_batch + rows(r);
      for (std::int64_t g = 0; g < shape.groups(); ++g) all.push_back(at_row + k(g * shape.vector));
    }
  }
  return all;
}

/// Returns a number to compare a scale of the file by: its bits if `exact`, else a number that grows with the magnitude. The codes of UE4M3
/// and UE8M0 do that themselves.
double value_at(const std::string& bytes, std::int64_t place, std::int64_t width, bool exact) {
  const auto n = integer_at(bytes, place * width, width);
  if (exact || width != 4) return static_cast<double>(n);
  return static_cast<double>(as_float(static_cast<std::uint32_t>(n)));
}

/// Returns the scales that are wrong at these places, including those behind the file's end.
std::vector<bool> wrong_at(const std::string& bytes, std::int64_t width, const std::vector<std::int64_t>& at, const ScaleTruth& truth,
                           const std::vector<std::size_t>& by_magnitude) {
  const auto scales = static_cast<std::int64_t>(bytes.size()) / width;
  std::vector<bool> wrong(at.size(), false);
  const auto inside = [&](std::size_t i) { return at[i] >= 0 && at[i] < scales; };
  for (std::size_t i = 0; i < at.size(); ++i)
    wrong[i] = !inside(i) || (truth.exact && value_at(bytes, at[i], width, true) != truth.values[i]);
  if (truth.exact) return wrong;
  // In the order of magnitudes the scales must not fall: a scale below the largest of a smaller group is wrong.
  double largest = -INFINITY, group = -INFINITY, of_group = -INFINITY;
  for (const auto i : by_magnitude) {
    if (!inside(i)) continue;
    const auto scale = value_at(bytes, at[i], width, false);
    if (truth.values[i] > group) group = truth.values[i], largest = std::max(largest, of_group), of_group = -INFINITY;
    if (scale < largest) wrong[i] = true;
    else of_group = std::max(of_group, scale);
  }
  return wrong;
}

std::vector<std::string> known_orders(const ScaleShape& shape, char operand) {
  const auto vector = shape.vector;
  const auto* const matrix = operand == 'B' ? "N x K" : operand == 'D' ? "M x N" : "M x K";
  std::vector<std::string> all;
  for (const char* const order : {"row-major", "column-major"})
    for (const char* const padding : {"", ", padded to 128", ", padded to 4", ", padded to 128x4"})
      all.push_back(fmt::format("{} {}/{}{}", order, matrix, vector, padding));
  for (const char* const order : {"int32 column-major", "int32 row-major", "128x4 blocks", "8x4 blocks"})
    all.push_back(fmt::format("{} {}/{}", order, matrix, vector));
  // Adds orders of blocks, with the order of their rows or of the blocks themselves mistaken.
  const auto blocks = [&](const char* rows, const char* by, const char* order) {
    all.push_back(fmt::format("tile_to_shape(({},(_{},_4)):({},(_0,_1)),({},{},{}),{})", rows, vector, by, shape.rows, shape.k,
                              shape.batches, order));
  };
  blocks("(_32,_4)", "(_16,_4)", "(_1,_2,_3)");
  blocks("(_32,_4)", "(_4,_128)", "(_2,_1,_3)");
  blocks("(_4,_32)", "(_4,_16)", "(_2,_1,_3)");
  return all;
}

}  // namespace

DumpVerdict check_dump(const std::string& bytes, std::int64_t width, const ScaleSide& reader, const ScaleShape& shape,
                       const ScaleTruth& truth, const ScaleProblem& problem, const std::optional<ScaleSide>& guess) {
  const auto read = places(reader.layout, shape);
  std::vector<std::size_t> by_magnitude;
  if (!truth.exact) {
    by_magnitude.resize(read.size());
    std::iota(by_magnitude.begin(), by_magnitude.end(), std::size_t{0});
    std::sort(by_magnitude.begin(), by_magnitude.end(), [&](auto a, auto b) { return truth.values[a] < truth.values[b]; });
  }
  const auto wrong = wrong_at(bytes, width, read, truth, by_magnitude);
  DumpVerdict v{.read = static_cast<std::int64_t>(read.size())};
  v.wrong = std::count(wrong.begin(), wrong.end(), true);
  const auto scales = static_cast<std::int64_t>(bytes.size()) / width;
  v.beyond = std::count_if(read.begin(), read.end(), [&](auto at) { return at < 0 || at >= scales; });
  if (v.wrong == 0) return v;

  const auto explains = [&](const ScaleSide& side) {
    const auto at = places(side.layout, shape);
    const auto still = wrong_at(bytes, width, at, truth, by_magnitude);
    return std::find(still.begin(), still.end(), true) == still.end();
  };
  if (guess && explains(*guess)) {
    v.written = *guess, v.order = guess->expression;
  } else {
    auto sized = problem;
    sized.vector = shape.vector;
    if (reader.operand != 0) sized.operand = reader.operand;
    // The rows and groups compared, those of a tile if the reader reads one.
    sized.m = sized.n = shape.rows, sized.k = shape.k, sized.l = shape.batches;
    if (sized.operand == 'D') sized.n = shape.k;
    for (const auto& words : known_orders(shape, sized.operand)) {
      auto side = read_scale_side(words, sized);
      if (!side || !explains(*side)) continue;
      v.order = words, v.written = std::move(*side);
      break;
    }
  }
  // If the order is known, reports the first scale that was written elsewhere. Otherwise reports the first scale with a wrong value: that
  // of a group whose scale, in fact another group's, is too small.
  const auto written = v.written ? places(v.written->layout, shape) : read;
  std::size_t first = 0;
  while (first < read.size() && !(v.written ? read[first] != written[first] : wrong[first])) ++first;
  if (first == read.size()) first = static_cast<std::size_t>(std::find(wrong.begin(), wrong.end(), true) - wrong.begin());
  const auto at = static_cast<std::int64_t>(first), groups = shape.groups();
  v.first = ScalePlace{.batch = at / (shape.rows * groups),
                       .row = at / groups % shape.rows,
                       .group = at % groups,
                       .read_at = read[first],
                       .written_at = written[first]};
  return v;
}

/// A type of the file's elements: its name, bytes, and a function that returns a number's magnitude.
struct DumpedElement {
  std::string_view name;
  std::int64_t width;
  double (*magnitude)(std::uint64_t bits);
};
double magnitude_of_float(std::uint64_t bits) { return std::fabs(static_cast<double>(as_float(static_cast<std::uint32_t>(bits)))); }
constexpr std::array<DumpedElement, 3> dumped_elements{{{"f32", 4, &magnitude_of_float},
                                                        {"bf16", 2, [](std::uint64_t bits) { return magnitude_of_float(bits << 16U); }},
                                                        {"f16", 2, [](std::uint64_t bits) { return half(bits & 0x7fffU); }}}};

algebra::Result<ScaleTruth> magnitudes(const std::string& bytes, const std::string& type, const ScaleShape& shape) {
  const auto* element = algebra::row_named(dumped_elements, type);
  if (element == nullptr) element = &dumped_elements.back();
  const auto width = element->width;
  const auto elements = shape.batches * shape.rows * shape.k;
  if (static_cast<std::int64_t>(bytes.size()) != elements * width)
    return unfit(message("A of {} x {} x {} elements of {} has {} bytes; the file has {}.", shape.batches, shape.rows, shape.k, type,
                         elements * width, bytes.size()));
  ScaleTruth truth{.exact = false, .values = std::vector<double>(static_cast<std::size_t>(shape.count()), 0)};
  for (std::int64_t i = 0; i < elements; ++i) {
    const auto magnitude = element->magnitude(integer_at(bytes, i * width, width));
    auto& largest = truth.values[static_cast<std::size_t>(i / shape.k * shape.groups() + i % shape.k / shape.vector)];
    largest = std::max(largest, magnitude);
  }
  return truth;
}

algebra::Result<ScaleTruth> scales_in_order(const std::string& bytes, std::int64_t width, const ScaleShape& shape) {
  if (static_cast<std::int64_t>(bytes.size()) != shape.count() * width)
    return unfit(message("{} scales of {} bytes in order of batches, rows and groups have {} bytes; the file has {}.", shape.count(), width,
                         shape.count() * width, bytes.size()));
  ScaleTruth truth{.exact = true, .values = {}};
  truth.values.reserve(static_cast<std::size_t>(shape.count()));
  for (std::int64_t i = 0; i < shape.count(); ++i) truth.values.push_back(static_cast<double>(integer_at(bytes, i * width, width)));
  return truth;
}

}  // namespace app
