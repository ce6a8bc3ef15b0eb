#include "app/report/answers.hpp"

#include <algorithm>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/language/value_bits.hpp"
#include "app/document/decide.hpp"
#include "gpu/launch/message_json.hpp"

#include <fmt/format.h>

namespace app {

using algebra::Diagnostic;
using algebra::IntegerRule;
using algebra::Marks;

Marks marks_of(IntegerRule rule) { return rule == IntegerRule::cute ? Marks::underscores : Marks::plain; }

std::string with_suggestions(const algebra::Message& m, const std::vector<std::string>& suggestions) {
  auto text = suggestions.empty() ? in_words(m) : in_words(algebra::message("{} {}", m, algebra::Message("Nearest that work:")));
  // A full-width colon has its blank in it.
  if (!suggestions.empty() && text.ends_with(':')) text += ' ';
  for (std::size_t i = 0; i < suggestions.size(); ++i) text.append(i == 0 ? "" : ", ").append(suggestions[i]);
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string problem_line(const Diagnostic& d) { return with_suggestions(d.problem.message, d.problem.suggestions); }

nlohmann::json json_of(const std::vector<algebra::Message>& messages) {
  auto all = nlohmann::json::array();
  for (const auto& m : messages) all.push_back(json_of(m));
  return all;
}

nlohmann::json json_of(const std::vector<Fact>& facts) {
  auto all = nlohmann::json::array();
  for (const auto& f : facts) all.push_back({{"label", f.label.text()}, {"value", json_of(f.value)}});
  return all;
}

nlohmann::json json_of(const Diagnostic& d) { return json_of(error_of({}, d)); }

nlohmann::json json_of(const algebra::Verdict& v) {
  return {{"kind", name_of(v.kind)},       {"contract", v.contract.text()},
          {"checked", v.checked},          {"total", v.total},
          {"sampled", is_sampled(v)},      {"counterexample", v.counterexample.text()},
          {"key", v.counterexample.key()}, {"operands", gpu::operands_of(v.counterexample)}};
}

nlohmann::json json_of(const algebra::MatrixDescriptor& d) {
  const auto f = fields(d);
  const bool umma = d.of == algebra::MatrixDescriptor::Of::umma;
  nlohmann::json j{{"of", umma ? "umma" : "gmma"},
                   {"bits", fmt::format("{:#018x}", d.bits)},
                   {"major", d.major == algebra::Major::k ? "K" : "MN"},
                   {"layout_type", f.layout.name},
                   {"layout_type_code", f.layout.code},
                   {"start_address", f.start},
                   {"leading_byte_offset", f.lbo},
                   {"stride_byte_offset", f.sbo},
                   {"base_offset", f.base_offset}};
  if (umma) j["version"] = f.version, j["lbo_mode"] = f.lbo_mode;
  return j;
}

nlohmann::json json_of(const algebra::TmemChoices& choices) {
  auto all = nlohmann::json::array();
  for (const auto& fit : choices.fits) {
    nlohmann::json j{{"shape", fit.shape}, {"store", fit.store}, {"packs", fit.packs}, {"repeats", fit.repeats}};
    if (fit.repeats.empty()) {
      j["why_not"] = fit.why_not.text();
    } else {
      j["copy"] = algebra::call_of(fit, choices.accumulator);
      j["registers"] = fit.registers;
      j["instructions"] = fit.instructions;
    }
    all.push_back(std::move(j));
  }
  return all;
}

nlohmann::json json_of(const algebra::BitMatrix& m, Marks marks) {
  nlohmann::json columns = nlohmann::json::array(), rows = nlohmann::json::array();
  for (int c = 0; c < algebra::bits_in(m.columns); ++c)
    columns.push_back({{"bit", algebra::bit_name(m.columns, c)}, {"changes", m.images[static_cast<std::size_t>(c)]}});
  for (int r = 0; r < algebra::bits_in(m.rows); ++r) rows.push_back(algebra::bit_name(m.rows, r));
  nlohmann::json j{{"columns", columns}, {"rows", rows}, {"offset", m.offset}, {"rank", algebra::rank(m)}, {"kernel", algebra::kernel(m)}};
  if (algebra::is_conversion(m)) {
    const auto cost = algebra::conversion_cost(m);
    j["cost"] = {{"same_register", cost.same_register},   {"same_thread", cost.same_thread},  {"other_lane", cost.other_lane},
                 {"other_warp", cost.other_warp},         {"selects", cost.selects},          {"shuffles", cost.shuffles},
                 {"crossing_bytes", cost.crossing_bytes}, {"shared_bytes", cost.shared_bytes}};
    return j;
  }
  const auto near = algebra::nearest_layout(m);
  j[near.changed == 0 ? "layout" : "nearest_layout"] = algebra::to_string(near.value, marks);
  if (const auto access = algebra::bank_access(m)) j["banks"] = {{"access_bytes", access->bytes}, {"ways", access->ways}};
  return j;
}

nlohmann::json tma_json(const algebra::Value& value, Marks marks) {
  const auto* tma = algebra::tma_of(value);
  if (tma == nullptr) return nullptr;
  nlohmann::json j{{"instruction", tma->traits.name}};
  // Numbers and lists of numbers are such; layouts and words are text.
  for (const auto& field : algebra::tma_fields(*tma, marks)) {
    auto list = field.text;
    if (list.starts_with("(") && list.find_first_not_of("0123456789,") == 0 && list.find_first_not_of("0123456789,", 1) == list.size() - 1)
      list = fmt::format("[{}]", list.substr(1, list.size() - 2));
    auto number = nlohmann::json::parse(list, nullptr, false);
    j[std::string(field.key)] = number.is_discarded() ? nlohmann::json(field.text) : std::move(number);
  }
  if (const auto* tiled = std::get_if<algebra::TiledCopy>(&value)) {
    j["Tiler_MN"] = algebra::to_string(algebra::tile_shape(*tiled), marks);
    j["TiledLayout_TV"] = algebra::to_string(tiled->layout_tv, marks);
  }
  j["warnings"] = json_of(algebra::tma_warnings(*tma));
  return j;
}

std::string_view name_of(algebra::Verdict::Kind kind) {
  switch (kind) {
    case algebra::Verdict::Kind::kept: return "kept";
    case algebra::Verdict::Kind::broken: return "broken";
    case algebra::Verdict::Kind::pending: return "pending";
    case algebra::Verdict::Kind::none: break;
  }
  return "none";
}

std::string dumped(const nlohmann::json& j) { return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

}  // namespace app
