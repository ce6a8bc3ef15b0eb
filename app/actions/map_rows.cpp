#include "app/actions/map_rows.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/flow/file_lines.hpp"
#include "app/system/words.hpp"

namespace app {
namespace {

using algebra::message;

/// The rows of one map, and the requests of their links.
struct MapTold : Told {
  const Workspace& workspace;
  const KernelMap& map;
  const MapView& look;

  Request to(const MapChoice& choice) const { return request<look_at>(choice); }
  Request to(std::size_t moment) const { return to(at_moment(map, look.choice, moment)); }

  void findings(const std::vector<MapCall>& calls) {
    const auto* answer = workspace.map();
    const bool checking = workspace.mapping() == MapReader::Doing::checking;
    section("Checked");
    if (!answer->report) {
      words(tr(checking ? "Checking each product and each read after its write…" : "not checked"), Tone::faint);
      if (!checking) return;
      words(texts(message("{} % of the steps are checked", workspace.mapping_percent())), Tone::faint);
      return link(tr("Stop the check"), request<stop_map_check>());
    }
    const auto& r = *answer->report;
    if (r.stopped) words(tr("The check was stopped: its findings are incomplete."), Tone::hint);
    if (r.products > 0) row("products", grouped(r.products));
    if (r.results > 0) row("elements of C", grouped(r.results));
    row("accesses to shared memory", grouped(r.accesses));
    if (r.findings.empty() && !r.stopped) {
      if (r.undecided.empty()) words(tr("Nothing was found."), Tone::good);
      else words(tr("No finding in the steps that are supported; the map lacks the others."), Tone::hint);
    }
    for (const auto& f : r.findings) {
      gap(4);
      const auto call = std::ranges::find(calls, f.line, &MapCall::line);
      link(texts(message("line {}: {}", line_text(map.flow(), f.line), gpu::name_of(f.kind))),
           to(call == calls.end() ? look.choice.moment : next_moment(*call, look.choice.moment)), 0);
      words(texts(with_files(map.flow(), f.text)), Tone::error);
      std::string others;
      for (const auto line : f.lines)
        if (line != f.line) others += fmt::format("{}{}", others.empty() ? "" : ", ", line_text(map.flow(), line));
      if (!others.empty()) words(texts(message("{} times; lines that take part: {}", f.count, others)), Tone::faint);
    }
    for (const auto& u : r.undecided) words(texts(message("not decided: {}", with_files(map.flow(), u))), Tone::hint);
  }

  /// Adds the result of running the block, or a link to run it.
  void run() {
    section("Run");
    const auto& ran = workspace.map()->run;
    if (workspace.mapping() == MapReader::Doing::running) {
      words(tr("Running the block…"), Tone::faint);
      return link(tr("Stop the run"), request<stop_map_check>());
    }
    if (!ran) {
      words(tr("On small integers: C against plain arithmetic, and what each thread has in each step."), Tone::faint);
      return link(tr("Run this block"), request<run_map>());
    }
    if (!ran->report) return words(texts(message("not run: {}", ran->problem)), Tone::hint);
    const auto& r = *ran->report;
    const bool right = r.wrong == 0 && r.different == 0 && !r.stuck;
    words(texts(gpu::summary(r)), right ? Tone::good : Tone::error);
    if (!r.hardware) {
      if (!r.why.empty()) words(texts(r.why), Tone::faint);
      return;
    }
    const auto& at = map.order()[look.choice.moment];
    const auto& own = r.trace[(ran->first_trace[at.role] + at.step) * map.flow().threads + look.choice.thread];
    row("cycles", grouped(r.cycles));
    if (own.done != 0)
      labelled(texts(message("this step, thread {}", look.choice.thread)), fmt::format("{} – {}", grouped(own.begin), grouped(own.end)),
               Tone::text);
    link(tr(look.as_run ? "Play it as planned" : "Play it as it ran"), request<show_run>(!look.as_run));
    if (!r.first_different) return;
    const auto& first = *r.first_different;
    auto choice = look.choice;
    choice.thread = first.thread;
    const auto& order = map.order();
    const auto it = std::ranges::find_if(order, [&](const gpu::OrderedStep& o) { return o.role == first.role && o.step == first.step; });
    if (it != order.end()) choice = at_moment(map, choice, static_cast<std::size_t>(it - order.begin()));
    link(texts(message("Go to thread {} in line {}", first.thread, first.line)), to(choice));
  }

  void steps(const std::vector<MapFacts>& all) {
    for (const auto& f : all) {
      gap(5);
      link((f.moment == look.choice.moment ? "▸ " : "") + texts(message("{} · line {}", f.title, f.line)), to(f.moment), 2);
      for (const auto& fact : f.rows) {
        std::string_view rest = fact.value;
        for (bool first = true; first || !rest.empty(); first = false) {
          const auto end = rest.find('\n');
          labelled(first ? texts(fact.label) : std::string(), std::string(rest.substr(0, end)), Tone::text);
          rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
        }
      }
    }
  }

  void pointed(const std::vector<MapFacts>& trail) {
    if (!look.choice.pointed) return;
    const auto name = map.name(*look.choice.pointed), tile = map.tile_name(*look.choice.pointed);
    section("Points at");
    labelled(name, tile == name ? std::string() : tile, Tone::accent);
    if (const auto* n = map.node(look.choice.pointed->tensor); n != nullptr && n->operand == 'C')
      words(tr("Its row of A and column of B are highlighted."), Tone::faint);
    else if (trail.empty()) words(tr("Nothing moves it in this block."), Tone::faint);
    steps(trail);
    gap(8);
  }
};

}  // namespace

std::size_t next_moment(const MapCall& call, std::size_t moment) {
  const auto next = std::ranges::upper_bound(call.moments, moment);
  return next == call.moments.end() ? call.moments.front() : *next;
}

std::vector<ToldRow> finding_rows(const Workspace& workspace, const KernelMap& map, const MapView& look, const std::vector<MapCall>& calls,
                                  const Texts& texts) {
  MapTold told{Told(texts), workspace, map, look};
  told.findings(calls);
  told.run();
  return told.rows;
}

std::vector<ToldRow> thread_rows(const Workspace& workspace, const KernelMap& map, const MapView& look, const std::vector<MapFacts>& facts,
                                 const std::vector<MapFacts>& trail, const Texts& texts) {
  MapTold told{Told(texts), workspace, map, look};
  if (workspace.mapping() == MapReader::Doing::reading) told.words(told.tr("Reading this block…"), Tone::hint);
  told.pointed(trail);
  told.section(look.choice.k_tile >= 0 ? "The thread, in this k tile" : "The thread");
  told.steps(facts);
  if (facts.empty()) told.words(told.tr("It moves nothing here."), Tone::faint);
  return told.rows;
}

}  // namespace app
