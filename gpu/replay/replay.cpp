#include "gpu/replay/replay.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "gpu/launch/message_json.hpp"

namespace gpu {

using algebra::Message;
using algebra::message;

namespace {

/// Returns the number in an element of C; NaN for an exponent of all ones, as in memory that was not written.
double number_of(const MmaType& type, std::uint64_t bits) {
  const auto highest = (std::uint64_t{1} << type.exponent) - 1;
  const bool none = type.is_float() && type.bits() >= 16 && (bits >> type.mantissa & highest) == highest;
  return none ? std::numeric_limits<double>::quiet_NaN() : type.decode(bits);
}

}  // namespace

tl::expected<ReplayReport, Message> replay(const ReplayPlan& plan, ReplayDevice* device, const Message& why,
                                           const std::function<bool()>& stop) {
  auto played = play(plan, stop);
  if (!played) return tl::unexpected(Message("It was stopped."));
  auto& planned = *played;
  ReplayReport r{.hardware = device != nullptr, .device = device != nullptr ? device->name() : "CPU"};
  ReplayDevice::Ran ran;
  if (device != nullptr) {
    auto done = device->run(plan);
    if (!done) return tl::unexpected(done.error());
    ran = std::move(*done);
    r.stuck = ran.stuck;
    for (std::size_t role = 0; role < plan.roles.size(); ++role)
      for (std::size_t step = 0; step < plan.roles[role].size(); ++step)
        for (const auto t : plan.flow->roles[role].threads) {
          const auto at = plan.trace_of(role, step) * plan.threads + t;
          if (planned.trace[at].had == 0) continue;
          ++r.taken;
          if (ran.trace[at].done != 0 && ran.trace[at].had == planned.trace[at].had) continue;
          ++r.different;
          const ReplayReport::Place place{plan.flow->roles[role].steps[step].line, t, role, step};
          if (!r.first_different) r.first_different = place;
        }
  } else {
    r.why = why;
    ran = std::move(planned);
  }
  r.elements = static_cast<std::int64_t>(plan.results.size());
  for (const auto& element : plan.results) {
    std::uint64_t bits = 0;
    const auto bytes = plan.c.bits() / 8;
    std::memcpy(&bits, &ran.global[static_cast<std::size_t>(plan.c_begin + element.index * bytes)], static_cast<std::size_t>(bytes));
    const auto found = number_of(plan.c, bits);
    if (found == element.value) continue;
    ++r.wrong;
    if (!r.first_wrong) r.first_wrong = {element.m, element.n, element.value, found};
  }
  for (const auto& t : ran.trace)
    if (t.done != 0) r.cycles = std::max(r.cycles, t.end);
  r.trace = std::move(ran.trace);
  return r;
}

namespace {

Message of_result(const ReplayReport& r) {
  if (r.elements == 0) return message("{}: no product of two matrices, so its stores are not compared", r.device);
  if (r.wrong == 0) return message("{}: {} elements of C match plain arithmetic", r.device, r.elements);
  const auto& w = *r.first_wrong;
  return message("{}: {} elements of C, {} differ from plain arithmetic: C({},{}) is {} and not {}", r.device, r.elements, r.wrong, w.m,
                 w.n, fmt::format("{}", w.found), fmt::format("{}", w.wanted));
}

}  // namespace

Message summary(const ReplayReport& r) {
  auto all = of_result(r);
  if (r.stuck) all = message("{}; {}", all, Message("a phase of an mbarrier does not end"));
  if (!r.hardware) return all;
  if (r.different == 0) return message("{}; {}", all, message("{} times a thread had the elements of its layouts", r.taken));
  const auto& d = *r.first_different;
  return message("{}; {}", all,
                 message("{} of {} times a thread had other elements than its layouts say: first thread {} in line {}", r.different,
                         r.taken, d.thread, d.line));
}

std::string json_of(const ReplayReport& r) {
  nlohmann::ordered_json j{{"device", r.device},  {"hardware", r.hardware},   {"elements", r.elements}, {"wrong", r.wrong},
                           {"compared", r.taken}, {"different", r.different}, {"cycles", r.cycles},     {"stuck", r.stuck}};
  if (r.first_wrong)
    j["first_wrong"] = {{"m", r.first_wrong->m},
                        {"n", r.first_wrong->n},
                        {"wanted", r.first_wrong->wanted},
                        {"found", fmt::format("{}", r.first_wrong->found)}};
  if (r.first_different) j["first_different"] = {{"line", r.first_different->line}, {"thread", r.first_different->thread}};
  return j.dump();
}

}  // namespace gpu
