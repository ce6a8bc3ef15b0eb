// Writes the outcome of an MMA as text and as JSON.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/launch/message_json.hpp"
#include "gpu/mma/mma_run.hpp"

namespace gpu {

using algebra::Message;
using algebra::message;

Message first_difference(const MmaReport& r) {
  const auto number = [](double v) { return fmt::format("{:g}", v); };
  if (const auto& p = r.first_wrong)
    return message("({},{}), thread {}, value {}, is {} instead of {}", p->m, p->n, p->thread, p->value, number(p->found),
                   number(p->wanted));
  const auto& p = r.first_misplaced;
  return p ? message("thread {}, value {}, has ({},{}) instead of ({},{})", p->thread, p->value, p->found_m, p->found_n, p->m, p->n)
           : Message();
}

Message summary(const MmaReport& r) {
  if (r.elements == 0) return message("{} was not run. {}", r.instruction, r.why);
  auto text = r.partial_sums > 1 ? message("{}: {} elements of C in {} parts of the sum, {} differ from plain arithmetic", r.instruction,
                                           r.elements, r.partial_sums, r.wrong)
                                 : message("{}: {} elements of C, {} differ from plain arithmetic", r.instruction, r.elements, r.wrong);
  if (r.misplaced && *r.misplaced == 0) text = message("{}; each in the thread and register of the atom's layout", text);
  else if (r.misplaced) text = message("{}; {} not in the thread and register of the atom's layout", text, *r.misplaced);
  const auto first = first_difference(r);
  return first.empty() ? text : message("{}. The first: {}", text, first);
}

std::vector<ReportRow> rows_of(const MmaReport& r) {
  std::vector<ReportRow> rows{{"MMA", summary(r)}};
  if (r.elements == 0) return rows;
  rows.push_back({"MMA ran on", r.hardware ? Message::verbatim(r.device) : message("the CPU, by descriptors and layouts. {}", r.why)});
  rows.push_back({"MMA tile", message("{} x {} x {}, {} threads", r.mnk[0], r.mnk[1], r.mnk[2], r.threads)});
  if (r.described) rows.push_back({"by descriptor", why_described});
  rows.push_back({"A", r.a});
  rows.push_back({"B", r.b});
  return rows;
}

std::string json_of(const MmaReport& r) {
  nlohmann::json j{{"instruction", r.instruction}, {"tile", r.mnk}, {"hardware", r.hardware}, {"summary", json_of(summary(r))}};
  if (!r.device.empty()) j["device"] = r.device;
  if (!r.why.empty()) j["why_not_hardware"] = json_of(r.why);
  if (r.elements == 0) return j.dump();
  j["traced_matrix_by_descriptor"] = r.described;
  j["threads"] = r.threads;
  j["a"] = json_of(r.a);
  j["b"] = json_of(r.b);
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
