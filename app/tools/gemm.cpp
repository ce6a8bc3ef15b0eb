// `cutescope gemm`: the sheet of a kernel that multiplies matrices, as it is chosen.

#include "app/tools/tools.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "app/gemm/new_gemm.hpp"
#include "app/import/open.hpp"
#include "app/report/answers.hpp"
#include "app/system/files.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;
using Bad = tl::unexpected<algebra::Message>;

void add_once(std::vector<std::string>& all, std::string_view name) {
  if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
}

/// Returns the names of one member of all pairs of types, over all kinds.
std::vector<std::string> gemm_type_names(std::string_view GemmTypes::*member) {
  std::vector<std::string> names;
  for (const auto& kind : gemm_kinds())
    for (const auto& t : kind.types) add_once(names, t.*member);
  return names;
}

std::vector<std::string> gemm_majors() { return {std::string(key_of(GemmMajor::k)), std::string(key_of(GemmMajor::mn))}; }

std::vector<Option> gemm_options() {
  return {choice(
              "--kind",
              [] {
                std::vector<std::string> kinds;
                for (const auto& kind : gemm_kinds()) kinds.emplace_back(kind.key);
                return kinds;
              },
              "Choose the kind of kernel")
              .usually(std::string(record_of(GemmChoice{}.kind).key)),
          text_option("--problem", "MxNxK", "Set M, N and K of the matrices, such as 256x256x64"),
          text_option("--tile", "MxNxK", "Set the tile of a block, such as 128x128x64"),
          text_option("--threads", "MxN", "Set the number of threads, warps or warpgroups, by kind, that share a tile of C along M and N"),
          integer("--stages", "N", 1, 1024, "Set the number of stages of the tiles in shared memory"),
          choice(
              "--element", [] { return gemm_type_names(&GemmTypes::type); }, "Set the element type of A and B")
              .formerly("--type"),
          choice(
              "--element-c", [] { return gemm_type_names(&GemmTypes::type_c); }, "Set the element type of C and of the sums")
              .formerly("--type-c"),
          choice("--rows-a", gemm_majors, "Lay the rows of A in memory along K or along M"),
          choice("--rows-b", gemm_majors, "Lay the rows of B in memory along K or along N"),
          choice(
              "--rows-c",
              [] {
                return std::vector{std::string(key_of(GemmMajorC::n)), std::string(key_of(GemmMajorC::m))};
              },
              "Lay the rows of C in memory along N or along M"),
          choice(
              "--swizzle",
              [] {
                const auto keys = gemm_swizzle_keys();
                return std::vector<std::string>(keys.begin(), keys.end());
              },
              "Permute the pieces of 16 bytes in rows of shared memory of this many bytes"),
          output_option("Write the sheet (.cutes) to a file; - is standard output"),
          json_option(),
          language_option()};
}

/// Reads numbers such as those of "256x256x64".
std::optional<std::vector<std::int64_t>> extents_in(std::string_view text, std::size_t count) {
  std::vector<std::int64_t> extents;
  for (;;) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    extents.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.empty()) break;
    if (text.front() != 'x' && text.front() != ',') return std::nullopt;
    text.remove_prefix(1);
  }
  return extents.size() == count ? std::optional(extents) : std::nullopt;
}

/// Returns the choice of the options, the rest with the defaults of the kind. Error: an option with a value that the kind does not have.
tl::expected<GemmChoice, Message> gemm_choice(const Arguments& asked) {
  auto c = GemmChoice{};
  if (asked.has("kind")) c = std::ranges::find(gemm_kinds(), asked.text("kind"), &GemmKindRecord::key)->start;
  struct Extents {
    std::string_view key, example;
    std::vector<std::int64_t*> into;
  };
  const Extents all[] = {{"problem", "256x256x64", {&c.m, &c.n, &c.k}},
                         {"tile", "128x128x64", {&c.tile_m, &c.tile_n, &c.tile_k}},
                         {"threads", "2x2", {&c.along_m, &c.along_n}}};
  for (const auto& e : all) {
    const auto& text = asked.text(e.key);
    if (text.empty()) continue;
    const auto extents = extents_in(text, e.into.size());
    if (!extents) return Bad(message("{} is {} numbers, such as {}, not {}.", fmt::format("--{}", e.key), e.into.size(), e.example, text));
    for (std::size_t i = 0; i < e.into.size(); ++i) *e.into[i] = (*extents)[i];
  }
  c.stages = asked.integer("stages").value_or(c.stages);
  const auto types = record_of(c.kind).types;
  if (const auto& type = asked.text("element"); !type.empty()) {
    const auto it = std::ranges::find(types, type, &GemmTypes::type);
    if (it == types.end()) {
      std::vector<std::string> names;
      for (const auto& t : types) add_once(names, t.type);
      return Bad(message("A and B of this kind of kernel are of {}, and not of {}.", algebra::alternatives(names), type));
    }
    c.type = it->type, c.type_c = it->type_c;
  }
  if (const auto& type_c = asked.text("element-c"); !type_c.empty()) {
    std::vector<std::string_view> names;
    for (const auto& t : types)
      if (t.type == c.type) names.push_back(t.type_c);
    const auto it = std::ranges::find(names, type_c);
    if (it == names.end())
      return Bad(message("C of {} is of {} in this kind of kernel, and not of {}.", c.type, algebra::alternatives(names), type_c));
    c.type_c = *it;
  }
  if (asked.has("rows-a")) c.major_a = asked.text("rows-a") == key_of(GemmMajor::k) ? GemmMajor::k : GemmMajor::mn;
  if (asked.has("rows-b")) c.major_b = asked.text("rows-b") == key_of(GemmMajor::k) ? GemmMajor::k : GemmMajor::mn;
  if (asked.has("rows-c")) c.major_c = asked.text("rows-c") == key_of(GemmMajorC::n) ? GemmMajorC::n : GemmMajorC::m;
  if (asked.has("swizzle")) {
    const auto keys = gemm_swizzle_keys();
    c.swizzle = static_cast<GemmSwizzle>(std::ranges::find(keys, asked.text("swizzle")) - keys.begin());
  }
  return c;
}

nlohmann::json gemm_json(const GemmChoice& c, const GemmCost& cost) {
  return {{"kind", record_of(c.kind).key},
          {"problem", {c.m, c.n, c.k}},
          {"tile", {c.tile_m, c.tile_n, c.tile_k}},
          {"threads", {c.along_m, c.along_n}},
          {"stages", c.stages},
          {"element", c.type},
          {"element_c", c.type_c},
          {"rows_a", key_of(c.major_a)},
          {"rows_b", key_of(c.major_b)},
          {"rows_c", key_of(c.major_c)},
          {"swizzle", key_of(c.swizzle)},
          {"cost",
           {{"threads", cost.threads},
            {"blocks", cost.blocks},
            {"k_tiles", cost.k_tiles},
            {"shared_bytes", cost.shared_bytes},
            {"accumulators", cost.accumulators},
            {"operands", cost.operands},
            {"intensity", cost.intensity}}},
          {"message", json_of(said_of(cost))}};
}

int gemm(const Arguments& asked, Report& report, ToolHost&) {
  const auto chosen = gemm_choice(asked);
  if (!chosen) return report.refuse(wrong_input, chosen.error());
  const auto sheet = new_gemm(*chosen, spoken_texts());
  if (!sheet) return report.refuse(wrong_input, sheet.error().why);
  const auto cost = *cost_of(*chosen);
  const auto text = serialise(*sheet);
  auto& data = report.data();
  data = gemm_json(*chosen, cost);
  data["sheet"] = text;
  const auto& out = asked.text("output");
  if (out.empty() || out == "-") {
    if (report.is_text()) report.document(text);
    return done;
  }
  data["output"] = out;
  if (const auto written = save_sheet(*sheet, out); !written)
    return report.refuse(written.error().key() == unwritable_key ? environment_failed : wrong_input, written.error());
  report.print("{}: {}\n", out, in_words(said_of(cost)));
  return done;
}

}  // namespace

const Tool gemm_tool{.name = "gemm",
                     .group = ToolGroup::kernels,
                     .help = "Generate a GEMM kernel as a sheet",
                     .example = "gemm --kind=wgmma -o gemm.cutes",
                     .options = gemm_options,
                     .run = gemm,
                     .answer =
                         "kind:str,sheet:str,problem:[int],tile:[int],threads:[int],stages:int,element:str,element_c:str,"
                         "rows_a:str,rows_b:str,rows_c:str,swizzle:str,cost:obj,message:msg,output?:str"};

}  // namespace app
