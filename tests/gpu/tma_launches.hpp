#pragma once
// Random launches by TMA, and TMA in plain loops.

#include <random>
#include <string>

#include <fmt/format.h>

#include "gpu/tma/tma.hpp"
#include "tests/gpu/launch_forms.hpp"

namespace gpu_test {

struct TmaForm {
  gpu::LaunchForm form;
  std::string lines;
};

/// Tensors of one to three modes, whole or cut by their end, into tiles of every swizzle; loads, stores and multicasts. Some are refused.
inline TmaForm random_tma_form(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1)); };
  struct Type {
    const char* name;
    int bits;
  };
  constexpr Type types[] = {{"half_t", 16}, {"bfloat16_t", 16}, {"float", 32},     {"uint8_t", 8},
                            {"int8_t", 8},  {"double", 64},     {"tfloat32_t", 32}};
  constexpr const char* swizzles[] = {"INTER", "SW32", "SW64", "SW128"};
  const auto& type = types[pick(0, 6)];
  const int swizzle = pick(0, 3), row = (swizzle == 0 ? 128 : 128 << swizzle) / type.bits;  // elements that a row of the atom has
  const bool k_major = type.bits != 16 || random() % 2 == 0;
  const int along = row * pick(1, 2), across = 8 * pick(1, random() % 4 == 0 ? 6 : 3);
  const int multiple = std::max(1, 128 / type.bits);
  const auto whole = random() % 3 != 0;
  const int length = whole ? along * pick(1, 3) : std::max(2, along * pick(1, 3) - pick(0, along - 1)),
            count = whole ? across * pick(1, 3) : std::max(2, across * pick(1, 3) - pick(0, across - 1));
  const int pitch = (length + multiple - 1) / multiple * multiple + multiple * pick(whole ? 0 : 1, 2);
  const auto planes = random() % 4 == 0 ? pick(2, 3) : 1;
  TmaForm f;
  const auto in_order = [&](int a, int b) { return k_major ? fmt::format("{},{}", b, a) : fmt::format("{},{}", a, b); };
  const auto shape = in_order(length, count), stride = in_order(1, pitch);
  f.lines = planes == 1 ? fmt::format("G = make_tensor(make_gmem_ptr<{}>(ptr), ({}):({}))\n", type.name, shape, stride)
                        : fmt::format("G = make_tensor(make_gmem_ptr<{}>(ptr), ({},{}):({},{}))\n", type.name, shape, planes, stride,
                                      pitch * count);
  const auto tile = in_order(along, across);
  const int way = pick(0, 3), ctas = way == 3 ? 1 << pick(1, 2) : 1;
  f.lines +=
      fmt::format("S = tile_to_shape(GMMA::Layout_{}_{}_Atom<{}>, ({}))\n", k_major ? "K" : "MN", swizzles[swizzle], type.name, tile);
  f.lines += fmt::format("tma = make_tma_copy(SM90_TMA_{}, G, S, ({}), {})",
                         way == 3   ? "LOAD_MULTICAST"
                         : way == 2 ? "STORE"
                                    : "LOAD",
                         tile, ctas);
  f.form = {.tensor = "G", .tile = fmt::format("({})", tile), .threads = "tma", .kernel = gpu::Kernel::tiled_copy};
  return f;
}

/// A device in plain loops, written from the PTX ISA's description. It keeps its inputs and its results.
class PlainTma final : public gpu::TmaDevice {
 public:
  using Bytes = std::vector<std::uint8_t>;
  std::string name() const override { return "plain loops"; }
  tl::expected<void, gpu::Failure> copy(const gpu::TmaWork& work, std::span<std::uint8_t> tensor, std::span<std::uint8_t> shared) override {
    tensor_before = Bytes(tensor.begin(), tensor.end());
    shared_before = Bytes(shared.begin(), shared.end());
    for (std::size_t b = 0; b < work.boxes.size(); ++b) {
      const auto cta = b / static_cast<std::size_t>(work.boxes_each), ctas = static_cast<std::size_t>(work.ctas);
      for (std::size_t to = 0; to < (work.multicast ? ctas : 1); ++to)
        box(work, work.boxes[b], tensor.data(),
            shared.data() + (work.multicast ? cta / ctas * ctas + to : cta) * static_cast<std::size_t>(work.cta_bytes));
    }
    if (spoiled && !work.stores) shared[*spoiled] ^= 1;
    if (spoiled && work.stores) tensor[*spoiled] ^= 1;
    tensor_after = Bytes(tensor.begin(), tensor.end());
    shared_after = Bytes(shared.begin(), shared.end());
    return {};
  }
  Bytes tensor_before, shared_before, tensor_after, shared_after;
  std::optional<std::size_t> spoiled;  ///< a byte that goes wrong

 private:
  static void box(const gpu::TmaWork& work, const gpu::TmaBox& at, std::uint8_t* tensor, std::uint8_t* shared) {
    const auto& m = work.map;
    const auto bytes = m.element_bits / 8;
    const auto inner = m.box_dim[0] * bytes;
    const std::int64_t span = m.swizzle == algebra::TensorMap::Swizzle::b32    ? 32
                              : m.swizzle == algebra::TensorMap::Swizzle::b64  ? 64
                              : m.swizzle == algebra::TensorMap::Swizzle::b128 ? 128
                                                                               : 0;
    std::int64_t line = 0;
    for (std::int64_t e = 0; e < m.box_dim[4]; ++e)
      for (std::int64_t d = 0; d < m.box_dim[3]; ++d)
        for (std::int64_t c = 0; c < m.box_dim[2]; ++c)
          for (std::int64_t b = 0; b < m.box_dim[1]; ++b, ++line)
            for (std::int64_t x = 0; x < inner; ++x) {
              const std::int64_t index[] = {0, b, c, d, e};
              const auto first = at.coordinates[0] * bytes + x;
              // A store writes the last 16 bytes of a row whole.
              const auto end = work.stores ? (m.global_dim[0] * bytes + 15) / 16 * 16 : m.global_dim[0] * bytes;
              bool inside = first >= 0 && first < end;
              auto global = first;
              for (std::size_t k = 1; k < static_cast<std::size_t>(m.rank); ++k) {
                const auto i = at.coordinates[k] + index[k];
                inside = inside && i >= 0 && i < m.global_dim[k];
                global += i * m.global_stride[k];
              }
              auto place = at.begin + line * std::max(inner, span) + x;
              // 16-byte chunks of 128-byte lines change places, as many of the line's three bits as the span has chunks for.
              if (span != 0) place ^= (place >> 7 & (span / 16 - 1)) << 4;
              if (work.stores && inside) tensor[global] = shared[place];
              if (!work.stores) shared[place] = inside ? tensor[global] : std::uint8_t{0};
            }
  }
};

}  // namespace gpu_test
