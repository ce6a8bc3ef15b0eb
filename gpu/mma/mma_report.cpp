// What came of an MMA, as text and as JSON.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/mma/mma_run.hpp"

namespace gpu {
namespace {

std::string place_text(const MmaReport::Place& p) { return fmt::format("thread {}, value {}", p.thread, p.value); }

}  // namespace

std::string first_difference(const MmaReport& r) {
  if (const auto& p = r.first_wrong)
    return fmt::format("({},{}), {}, is {:g} and not {:g}", p->m, p->n, place_text(*p), p->found, p->wanted);
  const auto& p = r.first_misplaced;
  return p ? fmt::format("{}, has ({},{}) and not ({},{})", place_text(*p), p->found_m, p->found_n, p->m, p->n) : "";
}

std::string summary(const MmaReport& r) {
  if (r.elements == 0) return fmt::format("{} was not run. {}", r.instruction, r.why);
  auto text = fmt::format("{}: {} elements of C", r.instruction, r.elements);
  if (r.partial_sums > 1) text += fmt::format(" in {} parts of the sum", r.partial_sums);
  text += fmt::format(", {} differ from plain arithmetic", r.wrong);
  if (r.misplaced && *r.misplaced == 0) text += "; each at the thread and register that the atom's layout says";
  else if (r.misplaced) text += fmt::format("; {} not at the thread and register that the atom's layout says", *r.misplaced);
  const auto first = first_difference(r);
  return first.empty() ? text : fmt::format("{}. The first: {}", text, first);
}

std::vector<std::pair<std::string, std::string>> rows_of(const MmaReport& r) {
  std::vector<std::pair<std::string, std::string>> rows{{"MMA", summary(r)}};
  if (r.elements == 0) return rows;
  rows.emplace_back("MMA ran on", r.hardware ? r.device : fmt::format("the CPU, by descriptors and layouts. {}", r.why));
  rows.emplace_back("MMA tile", fmt::format("{} x {} x {}, {} threads", r.mnk[0], r.mnk[1], r.mnk[2], r.threads));
  if (r.described) rows.emplace_back("by descriptor", why_described);
  rows.emplace_back("A", r.a);
  rows.emplace_back("B", r.b);
  return rows;
}

std::string json_of(const MmaReport& r) {
  nlohmann::json j{{"instruction", r.instruction}, {"tile", r.mnk}, {"hardware", r.hardware}, {"summary", summary(r)}};
  if (!r.device.empty()) j["device"] = r.device;
  if (!r.why.empty()) j["why_not_hardware"] = r.why;
  if (r.elements == 0) return j.dump();
  j["traced_matrix_by_descriptor"] = r.described;
  j["threads"] = r.threads;
  j["a"] = r.a;
  j["b"] = r.b;
  j["elements"] = r.elements;
  j["wrong"] = r.wrong;
  j["partial_sums"] = r.partial_sums;
  if (r.misplaced) j["misplaced"] = *r.misplaced;
  const auto place = [](const MmaReport::Place& p) {
    return nlohmann::json{{"thread", p.thread}, {"value", p.value}, {"element", {p.m, p.n}}};
  };
  if (r.first_wrong) {
    j["first_wrong"] = place(*r.first_wrong);
    j["first_wrong"]["found"] = r.first_wrong->found;
    j["first_wrong"]["wanted"] = r.first_wrong->wanted;
  }
  if (r.first_misplaced) {
    j["first_misplaced"] = place(*r.first_misplaced);
    j["first_misplaced"]["found"] = {r.first_misplaced->found_m, r.first_misplaced->found_n};
  }
  return j.dump();
}

}  // namespace gpu
