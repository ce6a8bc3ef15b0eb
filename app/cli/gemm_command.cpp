#include "app/cli/gemm_command.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/cli/answers.hpp"
#include "app/cli/exit_status.hpp"
#include "app/cli/output.hpp"
#include "app/gemm/new_gemm.hpp"
#include "app/import/open.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;
using Bad = tl::unexpected<algebra::Message>;

/// The numbers of "256x256x64".
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

/// The choice of a request. Error: an option that says nothing that the kind knows.
tl::expected<GemmChoice, Message> choice_of(const GemmRequest& r) {
  auto c = GemmChoice{};
  if (!r.kind.empty()) c = std::ranges::find(gemm_kinds(), r.kind, &GemmKindRecord::key)->start;
  struct Extents {
    std::string_view option, text, example;
    std::vector<std::int64_t*> into;
  };
  const Extents all[] = {{"--problem", r.problem, "256x256x64", {&c.m, &c.n, &c.k}},
                         {"--tile", r.tile, "128x128x64", {&c.tile_m, &c.tile_n, &c.tile_k}},
                         {"--threads", r.threads, "2x2", {&c.along_m, &c.along_n}}};
  for (const auto& e : all) {
    if (e.text.empty()) continue;
    const auto extents = extents_in(e.text, e.into.size());
    if (!extents) return Bad(message("{} is {} numbers, such as {}, and not {}.", e.option, e.into.size(), e.example, e.text));
    for (std::size_t i = 0; i < e.into.size(); ++i) *e.into[i] = (*extents)[i];
  }
  if (r.stages) c.stages = *r.stages;
  const auto types = record_of(c.kind).types;
  if (!r.type.empty()) {
    const auto it = std::ranges::find(types, r.type, &GemmTypes::type);
    if (it == types.end()) {
      std::vector<std::string_view> names;
      for (const auto& t : types)
        if (std::ranges::find(names, t.type) == names.end()) names.push_back(t.type);
      return Bad(message("A and B of this kind of kernel are of {}, and not of {}.", algebra::alternatives(names), r.type));
    }
    c.type = it->type, c.type_c = it->type_c;
  }
  if (!r.type_c.empty()) {
    std::vector<std::string_view> names;
    for (const auto& t : types)
      if (t.type == c.type) names.push_back(t.type_c);
    const auto it = std::ranges::find(names, r.type_c);
    if (it == names.end())
      return Bad(message("C of {} is of {} in this kind of kernel, and not of {}.", c.type, algebra::alternatives(names), r.type_c));
    c.type_c = *it;
  }
  if (!r.rows_a.empty()) c.major_a = r.rows_a == key_of(GemmMajor::k) ? GemmMajor::k : GemmMajor::mn;
  if (!r.rows_b.empty()) c.major_b = r.rows_b == key_of(GemmMajor::k) ? GemmMajor::k : GemmMajor::mn;
  if (!r.rows_c.empty()) c.major_c = r.rows_c == key_of(GemmMajorC::n) ? GemmMajorC::n : GemmMajorC::m;
  if (!r.swizzle.empty()) {
    const auto keys = gemm_swizzle_keys();
    c.swizzle = static_cast<GemmSwizzle>(std::ranges::find(keys, r.swizzle) - keys.begin());
  }
  return c;
}

}  // namespace

int write_gemm(const GemmRequest& request) {
  const auto choice = choice_of(request);
  if (!choice) return complain(wrong_usage, choice.error());
  const auto sheet = new_gemm(*choice, spoken_texts());
  if (!sheet) return complain(bad_input, sheet.error().why);
  if (request.out.empty() || request.out == "-") {
    print_out_document(serialise(*sheet));
    return done;
  }
  if (const auto written = save_sheet(*sheet, request.out); !written) return complain(bad_input, written.error());
  const auto cost = *cost_of(*choice);
  print_out("{}: {}\n", request.out, in_words(said_of(cost)));
  return done;
}

}  // namespace app
