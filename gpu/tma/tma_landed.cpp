#include "gpu/tma/tma_landed.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/launch/message_json.hpp"

namespace gpu {

using algebra::Message;
using algebra::message;

namespace {

/// Returns "131,072".
std::string grouped(std::int64_t n) {
  auto digits = fmt::format("{}", n);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

Message bytes(std::int64_t n) { return n == 1 ? Message("1 byte") : message("{} bytes", grouped(n)); }

Message landed_text(const TmaLanded& r) {
  auto text = r.instructions == 1 ? message("1 instruction of {}", bytes(r.box_bytes))
                                  : message("{} instructions of {}", grouped(r.instructions), bytes(r.box_bytes));
  if (r.multicast) text = message("{} to {} CTAs each", text, r.ctas);
  if (!r.on_device) return message("{}, {} predicted to land", text, bytes(r.landed));
  return message("{}, {} landed, {} differ from the prediction", text, bytes(r.landed), grouped(r.differ));
}

Message place(const TmaLanded::At& at, bool stores) {
  const auto where = stores ? message("byte {} of the tensor", grouped(at.byte)) : message("byte {} of shared memory", grouped(at.byte));
  return at.instruction < 0 ? message("tile {}, CTA {}, no instruction, {}", at.tile, at.cta, where)
                            : message("tile {}, CTA {}, instruction {}, {}", at.tile, at.cta, at.instruction, where);
}

nlohmann::json place_json(const TmaLanded::At& at) {
  return {{"tile", at.tile}, {"cta", at.cta},           {"instruction", at.instruction},
          {"byte", at.byte}, {"expected", at.expected}, {"found", at.found}};
}

}  // namespace

std::vector<ReportRow> landed_rows(const TmaLanded& r) {
  std::vector<ReportRow> rows{{"TMA", landed_text(r), r.differ > 0}};
  if (!r.on_device) rows.push_back({"TMA hardware", message("not used: {}", r.why_not)});
  if (r.first_difference) {
    const auto& d = *r.first_difference;
    rows.push_back(
        {"first difference",
         message("{}: {} expected, {} found", place(d, r.stores), fmt::format("0x{:02X}", d.expected), fmt::format("0x{:02X}", d.found)),
         true});
  }
  auto box = message("{} {}, swizzle {}", r.box, r.data_type, r.swizzle);
  rows.push_back({"box", r.ctas == 1 ? std::move(box) : message("{}, {} CTAs of a cluster", box, r.ctas)});
  if (r.tiles_run < r.tiles)
    rows.push_back({"TMA tiles", message("sampled: {} of {} (memory budget); the others are traced as planned", grouped(r.tiles_run),
                                         grouped(r.tiles))});
  if (r.filled > 0) rows.push_back({"filled with zeros", message("{} beyond the end", bytes(r.filled))});
  if (r.padding > 0)
    rows.push_back({"padding written", message("{} behind the ends of rows: a store writes whole 16 bytes", bytes(r.padding))});
  if (r.contested > 0)
    rows.push_back({"written twice", message("{} by several instructions in no fixed order, so not compared", bytes(r.contested)), true});
  if (r.misplaced > 0) {
    const auto& m = *r.first_misplaced;
    rows.push_back({"not as the layout says",
                    message("{} elements, the first: {}, where TMA has byte {}", grouped(r.misplaced), place(m, false), grouped(m.found)),
                    true});
  }
  return rows;
}

std::string landed_json(const TmaLanded& r) {
  auto warnings = nlohmann::json::array();
  for (const auto& w : r.warnings) warnings.push_back(json_of(w));
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
                   {"warnings", std::move(warnings)}};
  if (r.on_device) j["differ"] = r.differ;
  else j["why_not"] = json_of(r.why_not);
  if (r.first_difference) j["first_difference"] = place_json(*r.first_difference);
  if (r.first_misplaced) j["first_misplaced"] = place_json(*r.first_misplaced);
  return j.dump();
}

}  // namespace gpu
