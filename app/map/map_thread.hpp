#pragma once
// What one thread does for a k tile, and where one element goes: the map's answers in words.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/map/kernel_map.hpp"

namespace app {

/// Elements of a thread in a step that are named and lit; what an instruction takes whole from shared memory is no thread's.
inline constexpr std::int64_t most_own = 512;

struct MapFact {
  algebra::Message label{};
  std::string value{};
};
/// What stands together under a heading, of one step; a click goes to its moment.
struct MapFacts {
  algebra::Message title{};
  std::size_t line = 0;  ///< 0: none
  std::size_t moment = 0;
  std::vector<MapFact> rows{};
};

/// Elements that follow each other in one coordinate, and such ranges that are equally far apart, together: "A(133…181:16,192…199)" is
/// of every 16th row. In the order in which they are given.
std::vector<std::string> range_names(const KernelMap&, const std::vector<MapPlace>&);

/// The steps of a k tile in which the thread takes part, one for each arrow: that of the moment, or the last before it, or the first.
/// Without k tiles (-1) those nearest to the moment.
std::vector<std::size_t> steps_of_thread(const KernelMap&, std::size_t thread, std::int64_t k_tile, std::size_t moment);
/// What threads copy, by moment and thread.
using KnownFacts = std::map<std::pair<std::size_t, std::size_t>, MapFacts>;
/// What it loads, reads, multiplies and stores by these. `known`: what was said of the same map's copies before; what is new is added.
std::vector<MapFacts> thread_facts(const KernelMap&, std::size_t thread, std::int64_t k_tile, std::size_t moment,
                                   KnownFacts* known = nullptr);

/// The way of an element from global memory to there, and from there on. Of an element of C: where it is added up, and its store.
struct MapTrail {
  MapPlace place{};                   ///< what was asked for
  std::optional<MapPlace> element{};  ///< of global memory; nothing: it is none
  std::vector<MapMove> moves{};       ///< in their order, the element's first
};
MapTrail trail_of(const KernelMap&, const MapPlace&, std::size_t moment);
std::vector<MapFacts> trail_facts(const KernelMap&, const MapTrail&);

/// The elements of C that a thread stores, in the order of its registers.
std::vector<MapMove> stored_by(const KernelMap&, std::size_t thread);
/// Of its K products an element of C has had so many before the moment, if each step of the product takes the next ones.
std::int64_t products_before(const KernelMap&, std::size_t thread, std::size_t moment);

}  // namespace app
