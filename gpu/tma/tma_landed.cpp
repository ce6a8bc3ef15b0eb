#include "gpu/tma/tma_landed.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gpu {
namespace {

/// "131,072"
std::string grouped(std::int64_t n) {
  auto digits = fmt::format("{}", n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

std::string bytes(std::int64_t n) { return fmt::format("{} byte{}", grouped(n), n == 1 ? "" : "s"); }

std::string landed_text(const TmaLanded& r) {
  auto text = fmt::format("{} instruction{} of {}", grouped(r.instructions), r.instructions == 1 ? "" : "s", bytes(r.box_bytes));
  if (r.multicast) text += fmt::format(" to {} CTAs each", r.ctas);
  if (!r.on_device) return text + fmt::format(", {} predicted to land", bytes(r.landed));
  text += fmt::format(", {} landed, {} differ from the prediction", bytes(r.landed), grouped(r.differ));
  return text;
}

std::string place(const TmaLanded::At& at, bool stores) {
  auto text = fmt::format("tile {}, CTA {}, ", at.tile, at.cta);
  text += at.instruction < 0 ? "no instruction" : fmt::format("instruction {}", at.instruction);
  return text + fmt::format(", byte {} of {}", grouped(at.byte), stores ? "the tensor" : "shared memory");
}

nlohmann::json json_of(const TmaLanded::At& at) {
  return {{"tile", at.tile}, {"cta", at.cta},           {"instruction", at.instruction},
          {"byte", at.byte}, {"expected", at.expected}, {"found", at.found}};
}

}  // namespace

std::vector<TmaRow> landed_rows(const TmaLanded& r) {
  std::vector<TmaRow> rows{{"TMA", landed_text(r), r.differ > 0}};
  if (!r.on_device) rows.push_back({"TMA hardware", fmt::format("none was used: {}", r.why_not)});
  if (r.first_difference) {
    const auto& d = *r.first_difference;
    rows.push_back(
        {"first difference", fmt::format("{}: 0x{:02X} expected, 0x{:02X} found", place(d, r.stores), d.expected, d.found), true});
  }
  rows.push_back({"box", fmt::format("{} {}, swizzle {}{}", r.box, r.data_type, r.swizzle,
                                     r.ctas == 1 ? "" : fmt::format(", {} CTAs of a cluster", r.ctas))});
  if (r.tiles_run < r.tiles)
    rows.push_back({"TMA tiles", fmt::format("sampled: {} of {} (memory budget); the others are traced as planned", grouped(r.tiles_run),
                                             grouped(r.tiles))});
  if (r.filled > 0) rows.push_back({"filled with zeros", fmt::format("{} beyond the end", bytes(r.filled))});
  if (r.padding > 0)
    rows.push_back({"padding written", fmt::format("{} behind the ends of rows: a store writes whole 16 bytes", bytes(r.padding))});
  if (r.contested > 0) rows.push_back({"written twice", fmt::format("{} by several instructions: not compared", bytes(r.contested)), true});
  if (r.misplaced > 0) {
    const auto& m = *r.first_misplaced;
    rows.push_back(
        {"not as the layout says",
         fmt::format("{} elements, the first: {}, where TMA has byte {}", grouped(r.misplaced), place(m, false), grouped(m.found)), true});
  }
  return rows;
}

std::string landed_json(const TmaLanded& r) {
  nlohmann::json j{{"stores", r.stores},
                   {"on_device", r.on_device},
                   {"tiles", r.tiles},
                   {"tiles_run", r.tiles_run},
                   {"sampled", r.tiles_run < r.tiles},
                   {"instructions", r.instructions},
                   {"bytes_an_instruction", r.box_bytes},
                   {"box", r.box},
                   {"swizzle", r.swizzle},
                   {"data_type", r.data_type},
                   {"ctas", r.ctas},
                   {"multicast", r.multicast},
                   {r.on_device ? "landed" : "predicted", r.landed},
                   {"filled_with_zeros", r.filled},
                   {"padding_written", r.padding},
                   {"written_twice", r.contested},
                   {"misplaced_elements", r.misplaced},
                   {"warnings", r.warnings}};
  if (r.on_device) j["differ"] = r.differ;
  else j["why_not"] = r.why_not.text();
  if (r.first_difference) j["first_difference"] = json_of(*r.first_difference);
  if (r.first_misplaced) j["first_misplaced"] = json_of(*r.first_misplaced);
  return j.dump();
}

}  // namespace gpu
