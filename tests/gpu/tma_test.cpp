// Real TMA instructions: each byte lands where the prediction says, for random tensor maps, boxes and coordinates.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>

#include "algebra/hardware/tma_bytes.hpp"
#include "gpu/tma/tma.hpp"
#include "tests/gpu/cuda_launches.hpp"

using algebra::TensorMap;
using algebra::TmaByte;
using namespace gpu_test;

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Request {
  TensorMap map;
  std::vector<std::int64_t> coordinates;
  std::int64_t begin = 0;
  std::size_t tensor_bytes = 0, shared_bytes = 0;
};

/// Returns a request within the driver's documented limits. Coordinates are also negative, and beyond the end.
Request any_request(std::mt19937& random) {
  const auto any = [&](std::int64_t least, std::int64_t most) { return std::uniform_int_distribution(least, most)(random); };
  const auto round_up = [](std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; };
  static constexpr std::array<std::pair<std::string_view, int>, 9> types{{{"UINT8", 8},
                                                                          {"UINT16", 16},
                                                                          {"UINT32", 32},
                                                                          {"INT32", 32},
                                                                          {"UINT64", 64},
                                                                          {"INT64", 64},
                                                                          {"FLOAT16", 16},
                                                                          {"BFLOAT16", 16},
                                                                          {"FLOAT64", 64}}};
  constexpr std::array swizzles{TensorMap::Swizzle::none, TensorMap::Swizzle::b32, TensorMap::Swizzle::b64, TensorMap::Swizzle::b128};
  Request r;
  auto& map = r.map;
  const auto& type = types[static_cast<std::size_t>(any(0, types.size() - 1))];
  map.data_type = type.first;
  map.element_bits = type.second;
  map.rank = static_cast<int>(any(1, TensorMap::max_rank));
  const auto swizzle = static_cast<std::size_t>(any(0, swizzles.size() - 1));
  map.swizzle = swizzles[swizzle];
  const std::int64_t bytes = map.element_bits / 8, span = swizzle == 0 ? 256 * bytes : 16 << swizzle;
  // With a swizzle rows may be narrower than its span, and stand a span apart all the same.
  map.box_dim[0] = any(1, std::min<std::int64_t>(16, span / 16)) * 16 / bytes;
  std::int64_t elements = map.box_dim[0];
  for (std::size_t d = 1; d < static_cast<std::size_t>(map.rank); ++d) {
    map.box_dim[d] = any(1, std::clamp<std::int64_t>(16384 / (elements * bytes + (swizzle == 0 ? 0 : span)), 1, d == 1 ? 64 : 5));
    elements *= map.box_dim[d];
  }
  std::int64_t step = bytes;
  for (std::size_t d = 0; d < static_cast<std::size_t>(map.rank); ++d) {
    map.global_dim[d] = d == 0 ? any(1, 2 * map.box_dim[0]) : any(1, d == 1 ? 48 : 6);
    map.global_stride[d] = step;
    step = round_up(step * map.global_dim[d], 16) + 16 * any(0, 2);
    // The hardware takes no others in dimension 0.
    const auto multiple = d == 0 ? algebra::tma_coordinate_bytes / bytes : 1;
    r.coordinates.push_back(any(-map.box_dim[d], map.global_dim[d]) / multiple * multiple * (any(0, 2) == 0 ? 0 : 1));
  }
  r.tensor_bytes = static_cast<std::size_t>(step);
  r.begin = 1024 * any(0, 2);
  r.shared_bytes = static_cast<std::size_t>(round_up(r.begin + algebra::rows_of(map) * algebra::pitch_of(map), 1024));
  return r;
}

Bytes noise(std::size_t bytes, std::mt19937& random) {
  Bytes all(bytes);
  for (auto& b : all) b = static_cast<std::uint8_t>(random());
  return all;
}

std::string words(const Request& r) {
  std::string text{r.map.data_type};
  for (std::size_t d = 0; d < static_cast<std::size_t>(r.map.rank); ++d)
    text += " dim " + std::to_string(r.map.global_dim[d]) + " stride " + std::to_string(r.map.global_stride[d]) + " box " +
            std::to_string(r.map.box_dim[d]) + " at " + std::to_string(r.coordinates[d]) + ";";
  return text + " swizzle " + std::string(to_string(r.map.swizzle));
}

}  // namespace

TEST_CASE("TMA loads and stores each byte where it is predicted") {
  if (!has_device()) return;
  algebra::Message why;
  const auto device = gpu::TmaDevice::create(why);
  if (device == nullptr) return skipped("no TMA: " + why.text());
  std::mt19937 random(90);
  const int count = std::max(200, rounds());
  int differ = 0, cut = 0;
  std::int64_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    const auto r = any_request(random);
    CAPTURE(words(r));
    const auto tensor = noise(r.tensor_bytes, random), shared = noise(r.shared_bytes, random);
    // Stores do not begin before the tensor.
    auto stored_at = r.coordinates;
    for (auto& c : stored_at) c = std::max<std::int64_t>(0, c);
    auto loaded = shared, stored = tensor;
    bool outside = false;
    for (const auto& byte : algebra::bytes_of_box(r.map, r.coordinates, r.begin)) {
      const auto to = static_cast<std::size_t>(byte.shared);
      outside = outside || byte.global == TmaByte::outside;
      loaded[to] = byte.global == TmaByte::outside ? std::uint8_t{0} : tensor[static_cast<std::size_t>(byte.global)];
      ++bytes;
    }
    for (const auto& byte : algebra::bytes_of_box(algebra::as_stored(r.map), stored_at, r.begin))
      if (byte.global != TmaByte::outside) stored[static_cast<std::size_t>(byte.global)] = shared[static_cast<std::size_t>(byte.shared)];
    auto really_loaded = shared, really_stored = tensor, unchanged_tensor = tensor, unchanged_shared = shared;
    const auto one = [&](bool stores, const std::vector<std::int64_t>& at) {
      return gpu::TmaWork{.map = r.map, .stores = stores, .cta_bytes = static_cast<std::int64_t>(shared.size()), .boxes = {{at, r.begin}}};
    };
    const auto was_loaded = device->copy(one(false, r.coordinates), unchanged_tensor, really_loaded);
    REQUIRE_MESSAGE(was_loaded, was_loaded.error().message);
    const auto was_stored = device->copy(one(true, stored_at), really_stored, unchanged_shared);
    REQUIRE_MESSAGE(was_stored, was_stored.error().message);
    const bool same = really_loaded == loaded && really_stored == stored;
    CHECK(really_loaded == loaded);
    CHECK(really_stored == stored);
    differ += same ? 0 : 1;
    cut += outside ? 1 : 0;
  }
  CHECK(cut > count / 10);
  // TmaDevice refuses copies that the hardware would treat as an illegal instruction.
  const TensorMap map{.data_type = "FLOAT16", .element_bits = 16, .rank = 1, .global_dim = {64}, .box_dim = {24}, .element_stride = {1}};
  Bytes none(1024);
  const auto refused = [&](bool stores, std::int64_t at) {
    return device->copy({.map = map, .stores = stores, .cta_bytes = 1024, .boxes = {{{at}, 0}}}, none, none).error().message;
  };
  CHECK(refused(false, 4).text().find("multiples of 16 bytes") != std::string::npos);
  CHECK(refused(true, -8).text().find("negative") != std::string::npos);
  std::printf("TMA on %s: %d tensor maps, %d of them cut by the tensor's end, %lld bytes loaded and stored: %d differ\n",
              device->name().c_str(), count, cut, static_cast<long long>(bytes), differ);
}
