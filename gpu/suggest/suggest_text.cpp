#include "gpu/suggest/suggest_text.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "algebra/layout/layout.hpp"
#include "algebra/text/columns.hpp"
#include "gpu/launch/message_json.hpp"

namespace gpu {

using algebra::Message;
using algebra::message;

namespace {

/// Returns "16,989".
std::string with_commas(std::int64_t n) {
  auto text = fmt::format("{}", n);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

nlohmann::json ranked_json(const TileQuestion& q, const RankedLayout& r) {
  nlohmann::json costs = nlohmann::json::array();
  for (std::size_t a = 0; a < r.costs.size(); ++a) {
    const auto& c = r.costs[a];
    nlohmann::json j{{"wavefronts", c.wavefronts}};
    if (c.bytes > 0) j["bytes_a_lane"] = c.bytes;
    if (c.instructions > 0) j["instructions"] = c.instructions;
    if (const auto clash = worst_clash(q, r.is, a))
      j["worst"] = {{"warp", clash->warp},
                    {"request", clash->request},
                    {"bank", clash->bank},
                    {"lanes", clash->lanes},
                    {"turns", clash->turns},
                    {"ideal", clash->ideal},
                    {"why", json_of(clash_text(*clash))}};
    costs.push_back(std::move(j));
  }
  return {
      {"rank", r.rank}, {"expression", r.is.expression}, {"wavefronts", r.wavefronts}, {"bytes", r.bytes}, {"accesses", std::move(costs)}};
}

std::string row(const TileQuestion& q, const RankedLayout& r, const std::string& head, const algebra::Say& say) {
  auto line = fmt::format("{} {:>10} {:>8}", algebra::padded_left(head, 6), r.wavefronts, r.bytes);
  for (const auto& c : r.costs) line += fmt::format(" {:>8}", c.wavefronts);
  line += "  " + r.is.expression + "\n";
  for (std::size_t a = 0; a < r.costs.size(); ++a)
    if (const auto clash = worst_clash(q, r.is, a))
      line += fmt::format("{:>8}{}\n", "", say(message("{}: {}", short_name(q, a), clash_text(*clash))));
  return line;
}

}  // namespace

Message short_name(const TileQuestion& q, std::size_t access) {
  const bool write = q.accesses[access].write;
  const auto alike = std::ranges::count(q.accesses, write, &TileAccess::write);
  const auto before = std::count_if(q.accesses.begin(), q.accesses.begin() + static_cast<std::ptrdiff_t>(access),
                                    [&](const auto& a) { return a.write == write; });
  if (alike == 1) return write ? Message("write") : Message("read");
  return write ? message("write {}", before + 1) : message("read {}", before + 1);
}

Message cost_text(const RankedLayout& r) { return message("{} wavefronts, {} B", r.wavefronts, r.bytes); }

Message clash_text(const Clash& c) {
  auto text = message("Lanes {} of warp {} want {} different words of bank {} in request {}: {} wavefronts, where {} would do.",
                      fmt::format("{}", fmt::join(c.lanes, ", ")), c.warp, c.lanes.size(), c.bank, c.request, c.turns, c.ideal);
  if (c.lane_rank == 0) return text;
  return Message::sequence(std::move(text), message("Over F2 their words have rank {}, and their banks rank {}: 2^({}-{}) wavefronts.",
                                                    c.lane_rank, c.bank_rank, c.lane_rank, c.bank_rank));
}

Message proof_text(const Answer& a) {
  if (a.cancelled) return message("Cancelled: not all of {} layouts were checked.", with_commas(a.covered));
  if (a.possible == 0) return message("None of {} layouts allows every access. {}", with_commas(a.covered), a.none);
  return message("The best of {}, proved by enumeration: {} of them allow every access, {} of these differ in the banks.",
                 with_commas(a.covered), with_commas(a.possible), with_commas(a.scored));
}

namespace {

/// Describes lanes that each need one word of pieces that another access keeps together.
Message pieces_text(const TileQuestion& q, const PieceBound& p) {
  const int places = 128 / p.piece_bytes;
  auto text = message(
      "in request {} of warp {}, {} takes one word of each of {} pieces of {} bytes that {} keeps together, and a piece begins at one of "
      "{} places of the banks: at least {} wavefronts",
      p.request, p.warp, short_name(q, p.access), p.pieces, p.piece_bytes, short_name(q, p.keeper), places, p.turns);
  const auto power = [](int n) { return n > 0 && (n & (n - 1)) == 0; };
  const auto log = [](int n) {
    int k = 0;
    while (n > 1 << k) ++k;
    return k;
  };
  if (!power(p.pieces) || p.pieces <= places) return text;
  return Message::sequence(std::move(text), message("(rank {} of the lanes' pieces, rank {} of the places: 2^({}-{}))", log(p.pieces),
                                                    log(places), log(p.pieces), log(places)));
}

}  // namespace

Message bound_text(const TileQuestion& q, const Answer& a) {
  if (a.best.empty()) return {};
  const auto& b = a.bound;
  Message why;
  if (b.across)
    why = message("{} and {} need different elements side by side, so one of them moves fewer bytes at once",
                  short_name(q, b.across->first), short_name(q, b.across->second));
  if (b.pieces) why = why.empty() ? pieces_text(q, *b.pieces) : message("{}; {}", why, pieces_text(q, *b.pieces));
  const auto best = with_commas(a.best.front().wavefronts), least = with_commas(b.wavefronts);
  if (a.best.front().wavefronts == b.wavefronts)
    return why.empty() ? message("No layout at all takes fewer than its {} wavefronts.", best)
                       : message("No layout at all takes fewer than its {} wavefronts: {}.", best, why);
  return why.empty()
             ? message("No layout at all takes fewer than {} wavefronts; in this family none takes fewer than {}.", least, best)
             : message("No layout at all takes fewer than {} wavefronts; in this family none takes fewer than {}: {}.", least, best, why);
}

std::string answer_text(const TileQuestion& q, const Answer& a, const algebra::Say& say) {
  using algebra::padded_left;
  auto text = say(message("tile {} of {}-bit elements", algebra::to_string(q.tile.shape(), q.marks), q.element.bits)) + "\n";
  for (std::size_t i = 0; i < q.accesses.size(); ++i) text += say(message("{}: {}", short_name(q, i), q.accesses[i].name)) + "\n";
  text += fmt::format("\n{}\n", say(proof_text(a)));
  if (const auto bound = bound_text(q, a); !bound.empty()) text += say(bound) + "\n";
  if (a.best.empty()) return text;
  // A key of its own, as the translation differs from that of a layout's rank.
  text += fmt::format("\n{} {} {}", padded_left(say(message("rank{}", "")), 6), padded_left(say("wavefronts"), 10),
                      padded_left(say("bytes"), 8));
  for (std::size_t i = 0; i < q.accesses.size(); ++i) text += " " + padded_left(say(short_name(q, i)), 8);
  text += fmt::format("\n{} {:>10} {:>8}", padded_left(say("least"), 6), a.bound.wavefronts, algebra::size(q.tile) * (q.element.bits / 8));
  for (const auto least : a.bound.least) text += fmt::format(" {:>8}", least);
  text += "\n";
  if (a.now) text += row(q, *a.now, say("now"), say);
  else if (!a.why_not_now.empty()) text += fmt::format("{} {}\n", padded_left(say("now"), 6), say(a.why_not_now));
  for (const auto& r : a.best) text += row(q, r, fmt::format("{}", r.rank), say);
  return text;
}

std::string answer_json(const TileQuestion& q, const Answer& a) {
  nlohmann::json accesses = nlohmann::json::array(), best = nlohmann::json::array();
  for (std::size_t i = 0; i < q.accesses.size(); ++i)
    accesses.push_back({{"name", q.accesses[i].name.text()},
                        {"write", q.accesses[i].write},
                        {"weight", q.accesses[i].weight},
                        {"least", i < a.bound.least.size() ? a.bound.least[i] : 0}});
  for (const auto& r : a.best) best.push_back(ranked_json(q, r));
  nlohmann::json j{{"tile", algebra::to_string(q.tile.shape(), q.marks)},
                   {"element_bits", q.element.bits},
                   {"accesses", std::move(accesses)},
                   {"covered", a.covered},
                   {"possible", a.possible},
                   {"scored", a.scored},
                   {"proof", json_of(proof_text(a))},
                   {"bound", {{"wavefronts", a.bound.wavefronts}, {"why", json_of(bound_text(q, a))}}},
                   {"best", std::move(best)}};
  if (a.now) j["now"] = ranked_json(q, *a.now);
  else if (!a.why_not_now.empty()) j["why_not_now"] = json_of(a.why_not_now);
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gpu
