// Predicts the effect of TMA instructions on memory, byte by byte, and compares it with a device's.

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/layout/sample.hpp"
#include "gpu/run/runner.hpp"
#include "gpu/run/summary.hpp"
#include "gpu/tma/tma_launch.hpp"

namespace gpu {
namespace {

using algebra::TmaByte;
using algebra::TraceRecord;
using Bytes = std::vector<std::uint8_t>;

/// Limits for the shared memory of all tiles that one kernel runs, and for the tensor that it copies from or to.
constexpr std::int64_t most_shared = std::int64_t{16} << 20, most_tensor = std::int64_t{256} << 20;

/// Calls f(tile, cta, index, bytes of the box) for each instruction of the k-th of `run` tiles.
template <class F>
void for_each_box(const TmaTiles& tiles, std::int64_t tile, F f) {
  for (std::int64_t c = 0; c < tiles.ctas(); ++c)
    for (std::int64_t i = 0; i < tiles.instructions(); ++i) {
      const auto instruction = tiles.at(tile, i, c);
      f(c, i, algebra::bytes_of_box(tiles.map(), instruction.coordinates, instruction.shared));
    }
}

TmaLanded described(const TmaTiles& tiles) {
  TmaLanded r;
  r.tiles = tiles.tiles();
  r.box_bytes = tiles.box_bytes();
  r.ctas = tiles.ctas();
  r.multicast = tiles.multicast();
  r.stores = tiles.stores();
  for (const auto& field : algebra::tma_fields(tiles.tma(), algebra::Marks::plain)) {
    if (field.key == "box_dim") r.box = field.text;
    if (field.key == "swizzle") r.swizzle = field.text;
    if (field.key == "data_type") r.data_type = field.text;
  }
  r.warnings = algebra::tma_warnings(tiles.tma());
  return r;
}

/// Counts the effect of one instruction, and the elements for which tile and layout of shared memory disagree.
void count_box(TmaLanded& r, const LaunchShape& w, const TmaTiles& tiles, const std::vector<std::int64_t>& by_layout, std::int64_t tile,
               std::int64_t cta, std::int64_t index, const std::vector<TmaByte>& bytes) {
  const std::int64_t reached = tiles.multicast() ? tiles.ctas() : 1, each = w.request_values;
  ++r.instructions;
  for (std::int64_t e = 0; e < each; ++e) {
    const auto& byte = bytes[static_cast<std::size_t>(e * w.element_bytes)];
    const auto element = w.element(static_cast<std::uint32_t>(cta + tiles.ctas() * tile), 0, static_cast<std::uint32_t>(index * each + e));
    const auto wanted = element < 0 ? TmaByte::outside : element * w.element_bytes;
    const bool inside = byte.global != TmaByte::outside;
    if (!tiles.stores() || inside) r.landed += reached * w.element_bytes;
    if (!tiles.stores() && !inside) r.filled += reached * w.element_bytes;
    if (tiles.stores() && inside && element < 0) r.padding += w.element_bytes;
    const auto shared = by_layout[static_cast<std::size_t>((index * tiles.ctas() + cta) * each + e)];
    const bool same_element = byte.global == wanted || (tiles.stores() && element < 0);
    if (same_element && byte.shared == shared) continue;
    if (r.misplaced++ > 0) continue;
    r.first_misplaced = TmaLanded::At{.tile = tile,
                                      .cta = cta,
                                      .instruction = index,
                                      .byte = shared,
                                      .expected = static_cast<int>(shared),
                                      .found = static_cast<int>(byte.shared)};
  }
}

/// Numbers of elements and values as byte patterns, in as many passes as are needed to tell all of them apart.
class Patterns {
 public:
  Patterns(const algebra::TensorMap& map, int element_bytes, std::int64_t numbers) : bytes_(element_bytes) {
    // A load rounds these to 19 bits: uses as many bits as are certainly kept, at an ordinary exponent.
    rounded_ = map.data_type == "TFLOAT32";
    bits_ = rounded_ ? 12 : std::min(32, 8 * element_bytes);
    while (numbers + 1 >= std::int64_t{1} << (bits_ * passes_)) ++passes_;
  }
  int passes() const { return passes_; }
  void write(std::int64_t number, int pass, std::uint8_t* to) const {
    auto word = static_cast<std::uint64_t>(number) >> (bits_ * pass) & ((std::uint64_t{1} << bits_) - 1);
    if (rounded_) word = 0x20000000 | word << 13;
    // All eight bytes of a wide element differ.
    if (bytes_ > 4) word |= (word * 2654435761u + 1) << 32;
    std::memcpy(to, &word, std::min<std::size_t>(sizeof word, static_cast<std::size_t>(bytes_)));
  }
  /// Adds a pass to the number; `filled` if all bytes are zeros, and nothing was copied.
  void read(const std::uint8_t* from, int pass, std::uint32_t& number) const {
    std::uint64_t word = 0;
    std::memcpy(&word, from, std::min<std::size_t>(sizeof word, static_cast<std::size_t>(bytes_)));
    if (rounded_) word = word >> 13 & 0xFFF;
    number |= static_cast<std::uint32_t>((word & ((std::uint64_t{1} << bits_) - 1)) << (bits_ * pass));
  }
  /// Returns the number read from memory in which nothing has landed.
  std::uint32_t untouched() const {
    std::uint32_t number = 0;
    const std::vector<std::uint8_t> ones(16, 0xFF);
    for (int p = 0; p < passes_; ++p) read(ones.data(), p, number);
    return number;
  }

 private:
  int bytes_, bits_ = 8, passes_ = 1;
  bool rounded_ = false;
};

void touch(TraceRecord& record, const algebra::Touch& t) {
  const auto key = algebra::touch_key(t);
  if (key < ((std::uint64_t{record.first_high} << 32) | record.first_low)) {
    record.first_low = static_cast<std::uint32_t>(key);
    record.first_high = static_cast<std::uint32_t>(key >> 32);
  }
  ++record.count;
}

algebra::Touch touch_of(std::int64_t block, std::int64_t value) {
  return {.block = static_cast<std::uint32_t>(block), .thread = 0, .access = static_cast<std::uint32_t>(value)};
}

/// A launch on a device: some of its tiles, or all.
class Landing {
 public:
  Landing(const Launch& launch, const LaunchShape& w) : launch_(launch), w_(w), tiles_(*launch.tma), result_(described(tiles_)) {
    const auto cluster = tiles_.ctas() * tiles_.cta_bytes();
    result_.tiles_run = std::clamp<std::int64_t>(most_shared / cluster, 1, tiles_.tiles());
    numbers_ = tiles_.stores() ? result_.tiles_run * tiles_.ctas() * w.values : launch.elements;
  }

  /// Returns why no device runs this, "" if one does; takes the memory.
  algebra::Message prepare() {
    if (tiles_.stores() && !w_.once) return "Several instructions store to the same elements, in an undefined order.";
    tensor_bytes_ = std::max(tiles_.tensor_bytes(), launch_.elements * w_.element_bytes);
    if (tensor_bytes_ > most_tensor)
      return algebra::message("The tensor has {} MiB, and a launch by TMA holds one of {} MiB at most.", tensor_bytes_ >> 20,
                              most_tensor >> 20);
    const auto shared = result_.tiles_run * tiles_.ctas() * tiles_.cta_bytes();
    // Twice the shared memory and the tensor, expected and found, and the numbers read.
    auto taken = algebra::memory_budget().take(2 * tensor_bytes_ + 3 * shared + 4 * std::max(shared, tensor_bytes_) / w_.element_bytes);
    if (!taken) return "The memory budget has no room for the bytes that TMA would write.";
    share_ = std::move(*taken);
    shared_bytes_ = shared;
    return {};
  }

  tl::expected<TmaLanded, Failure> on(TmaDevice& device, std::span<TraceRecord> trace, Touches& touches, Progress& progress) {
    TmaWork work{.map = tiles_.tma().map,
                 .stores = tiles_.stores(),
                 .multicast = tiles_.multicast(),
                 .ctas = tiles_.ctas(),
                 .cta_bytes = tiles_.cta_bytes(),
                 .boxes_each = tiles_.instructions(),
                 .boxes = {}};
    std::vector<bool> written(static_cast<std::size_t>(tiles_.stores() ? tensor_bytes_ : shared_bytes_)), contested(written.size());
    const auto by_layout = tiles_.by_layout();
    for (std::int64_t k = 0; k < result_.tiles_run; ++k)
      for_each_box(tiles_, tile(k), [&](std::int64_t c, std::int64_t i, const std::vector<TmaByte>& bytes) {
        const auto instruction = tiles_.at(tile(k), i, c);
        work.boxes.push_back({instruction.coordinates, instruction.shared});
        count_box(result_, w_, tiles_, by_layout, tile(k), c, i, bytes);
        for_each_target(k, c, bytes, [&](std::size_t to, const TmaByte&) {
          if (written[to]) contested[to] = true;
          written[to] = true;
        });
      });
    result_.contested = std::count(contested.begin(), contested.end(), true);

    const Patterns patterns(tiles_.map(), w_.element_bytes, numbers_);
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>((tiles_.stores() ? tensor_bytes_ : shared_bytes_) / w_.element_bytes));
    std::vector<bool> wrong(written.size());
    progress.total = patterns.passes();
    for (int pass = 0; pass < patterns.passes(); ++pass) {
      if (progress.cancelled) return tl::unexpected(Failure{});
      progress.done = pass;
      Bytes tensor = tensor_before(patterns, pass), shared = shared_before(patterns, pass);
      Bytes expected = tiles_.stores() ? tensor : shared;
      for (std::int64_t k = 0; k < result_.tiles_run; ++k)
        for_each_box(tiles_, tile(k), [&](std::int64_t c, std::int64_t, const std::vector<TmaByte>& bytes) {
          for_each_target(k, c, bytes, [&](std::size_t to, const TmaByte& byte) {
            if (tiles_.stores()) expected[to] = shared[image(k, c) + static_cast<std::size_t>(byte.shared)];
            else expected[to] = byte.global == TmaByte::outside ? std::uint8_t{0} : tensor[static_cast<std::size_t>(byte.global)];
          });
        });
      if (auto done = device.copy(work, tensor, shared); !done) return tl::unexpected(done.error());
      const auto& found = tiles_.stores() ? tensor : shared;
      for (std::size_t b = 0; b < found.size(); ++b) {
        if (found[b] == expected[b] || contested[b]) continue;
        if (!result_.first_difference) result_.first_difference = place_of_byte(b, expected[b], found[b]);
        wrong[b] = true;
      }
      for (std::size_t e = 0; e < numbers.size(); ++e)
        patterns.read(found.data() + e * static_cast<std::size_t>(w_.element_bytes), pass, numbers[e]);
    }
    result_.differ = std::count(wrong.begin(), wrong.end(), true);
    result_.on_device = true;
    std::fill(trace.begin(), trace.end(), TraceRecord{});
    trace_tiles(patterns, numbers, trace, touches);
    progress.done = progress.total.load();
    return result_;
  }

 private:
  std::int64_t tile(std::int64_t k) const { return algebra::sample_at(k, result_.tiles_run, tiles_.tiles()); }
  /// Returns where the shared memory of a CTA begins among all that are run.
  std::size_t image(std::int64_t k, std::int64_t cta) const {
    return static_cast<std::size_t>((k * tiles_.ctas() + cta) * tiles_.cta_bytes());
  }

  /// Calls f(place, byte) for each byte of memory that a box writes.
  template <class F>
  void for_each_target(std::int64_t k, std::int64_t cta, const std::vector<TmaByte>& bytes, F f) const {
    for (const auto& byte : bytes) {
      if (tiles_.stores()) {
        if (byte.global != TmaByte::outside) f(static_cast<std::size_t>(byte.global), byte);
      } else if (tiles_.multicast()) {
        for (std::int64_t c = 0; c < tiles_.ctas(); ++c) f(image(k, c) + static_cast<std::size_t>(byte.shared), byte);
      } else {
        f(image(k, cta) + static_cast<std::size_t>(byte.shared), byte);
      }
    }
  }

  /// Returns the tensor before the launch: for a load each element has its number, from 1 on; the target of a store is ones.
  Bytes tensor_before(const Patterns& patterns, int pass) const {
    Bytes tensor(static_cast<std::size_t>(tensor_bytes_), tiles_.stores() ? 0xFF : 0xEE);
    if (!tiles_.stores())
      for (std::int64_t e = 0; e < launch_.elements; ++e) patterns.write(e + 1, pass, tensor.data() + e * w_.element_bytes);
    return tensor;
  }
  /// Returns shared memory before the launch: for a store each value of each CTA has its number, where TMA reads it.
  Bytes shared_before(const Patterns& patterns, int pass) const {
    Bytes shared(static_cast<std::size_t>(shared_bytes_), tiles_.stores() ? 0xEE : 0xFF);
    if (!tiles_.stores()) return shared;
    for (std::int64_t k = 0; k < result_.tiles_run; ++k)
      for_each_box(tiles_, tile(k), [&](std::int64_t c, std::int64_t i, const std::vector<TmaByte>& bytes) {
        for (std::int64_t e = 0; e < w_.request_values; ++e)
          patterns.write((k * tiles_.ctas() + c) * w_.values + i * w_.request_values + e + 1, pass,
                         shared.data() + image(k, c) + bytes[static_cast<std::size_t>(e * w_.element_bytes)].shared);
      });
    return shared;
  }

  /// Returns the instruction that writes there.
  TmaLanded::At place_of_byte(std::size_t at, int expected, int found) const {
    TmaLanded::At place{.byte = static_cast<std::int64_t>(at), .expected = expected, .found = found};
    if (!tiles_.stores()) {
      const auto cta = static_cast<std::int64_t>(at) / tiles_.cta_bytes();
      place.tile = tile(cta / tiles_.ctas());
      place.cta = cta % tiles_.ctas();
      place.byte = static_cast<std::int64_t>(at) % tiles_.cta_bytes();
    }
    for (std::int64_t k = 0; k < result_.tiles_run && place.instruction < 0; ++k)
      for_each_box(tiles_, tile(k), [&](std::int64_t c, std::int64_t i, const std::vector<TmaByte>& bytes) {
        for_each_target(k, c, bytes, [&](std::size_t to, const TmaByte&) {
          if (to != at || place.instruction >= 0) return;
          place.tile = tile(k);
          if (tiles_.stores()) place.cta = c;
          place.instruction = i;
        });
      });
    return place;
  }

  void trace_tiles(const Patterns& patterns, const std::vector<std::uint32_t>& numbers, std::span<TraceRecord> trace, Touches& touches) {
    const auto ctas = tiles_.ctas();
    std::vector<bool> was_run(static_cast<std::size_t>(tiles_.tiles()));
    const auto untouched = patterns.untouched();
    for (std::int64_t k = 0; k < result_.tiles_run; ++k) {
      was_run[static_cast<std::size_t>(tile(k))] = true;
      if (tiles_.stores()) continue;
      for_each_box(tiles_, tile(k), [&](std::int64_t c, std::int64_t i, const std::vector<TmaByte>& bytes) {
        for (std::int64_t e = 0; e < w_.request_values; ++e) {
          const auto at = image(k, c) + static_cast<std::size_t>(bytes[static_cast<std::size_t>(e * w_.element_bytes)].shared);
          const auto number = numbers[at / static_cast<std::size_t>(w_.element_bytes)];
          if (number == 0) {
            ++touches.predicated;
          } else if (number == untouched) {
            continue;
          } else if (const auto element = std::int64_t{number} - 1; element >= launch_.elements) {
            ++touches.out_of_bounds;
          } else if (element < static_cast<std::int64_t>(trace.size())) {
            touch(trace[static_cast<std::size_t>(element)], touch_of(tile(k) * ctas + c, i * w_.request_values + e));
          }
        }
      });
    }
    if (tiles_.stores()) {
      for (std::size_t e = 0; e < trace.size() && e < numbers.size(); ++e) {
        if (numbers[e] == untouched || numbers[e] == 0 || std::int64_t{numbers[e]} > numbers_) continue;
        const auto number = std::int64_t{numbers[e]} - 1, cta = number / w_.values;
        const auto block = tile(cta / ctas) * ctas + cta % ctas, value = number % w_.values;
        // The 16 bytes that end a row are written whole; the padding behind the row belongs to no element.
        if (w_.element(static_cast<std::uint32_t>(block), 0, static_cast<std::uint32_t>(value)) < 0) continue;
        touch(trace[e], touch_of(block, value));
      }
    }
    // The remaining tiles are traced as planned.
    for (std::int64_t b = 0; b < w_.blocks; ++b) {
      const bool ran = was_run[static_cast<std::size_t>(b / ctas)];
      if (ran && !tiles_.stores()) continue;
      for (std::int64_t v = 0; v < w_.values; ++v) {
        const auto element = w_.element(static_cast<std::uint32_t>(b), 0, static_cast<std::uint32_t>(v));
        if (element == predicated_off) ++touches.predicated;
        else if (!ran && element >= 0 && element < static_cast<std::int64_t>(trace.size()))
          touch(trace[static_cast<std::size_t>(element)], touch_of(b, v));
      }
    }
    count_touches(trace, w_.shared_by, touches);
  }

  const Launch& launch_;
  const LaunchShape& w_;
  TmaTiles tiles_;
  TmaLanded result_;
  std::int64_t numbers_ = 0, tensor_bytes_ = 0, shared_bytes_ = 0;
  algebra::MemoryBudget::Share share_;
};

}  // namespace

TmaLanded predicted_landing(const Launch& launch, const LaunchShape& w, const Progress& progress) {
  const TmaTiles tiles(*launch.tma);
  const auto by_layout = tiles.by_layout();
  auto r = described(tiles);
  const auto most = std::clamp<std::int64_t>(most_shared / (tiles.ctas() * tiles.cta_bytes()), 1, tiles.tiles());
  for (std::int64_t k = 0; k < most && !progress.cancelled; ++k, ++r.tiles_run)
    for_each_box(tiles, algebra::sample_at(k, most, tiles.tiles()), [&](std::int64_t c, std::int64_t i, const std::vector<TmaByte>& bytes) {
      count_box(r, w, tiles, by_layout, algebra::sample_at(k, most, tiles.tiles()), c, i, bytes);
    });
  return r;
}

tl::expected<std::optional<TmaLanded>, Failure> land(TmaDevice& device, const Launch& launch, const LaunchShape& w,
                                                     std::span<TraceRecord> trace, Touches& touches, Progress& progress,
                                                     algebra::Message& why_not) {
  Landing landing(launch, w);
  if (why_not = landing.prepare(); !why_not.empty()) return std::nullopt;
  auto landed = landing.on(device, trace, touches, progress);
  if (!landed) return tl::unexpected(landed.error());
  return std::move(*landed);
}

}  // namespace gpu
