#pragma once
// Facts on what one thread does in a k tile, and on the path of one element, from the map.

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

/// The most elements of a thread that a step lists and highlights. An instruction that reads more from shared memory reads its operand as a
/// whole, for all threads.
inline constexpr std::int64_t most_own = 512;

struct MapFact {
  algebra::Message label{};
  std::string value{};
};
/// The facts of one step under a heading. A click selects its moment.
struct MapFacts {
  algebra::Message title{};
  std::size_t line = 0;  ///< 0: none
  std::size_t moment = 0;
  std::vector<MapFact> rows{};
};

/// Returns names in which elements adjacent in one coordinate are joined, and equally spaced ranges of them too: "A(133…181:16,192…199)" is
/// every 16th row. The order is that of `places`.
std::vector<std::string> range_names(const KernelMap&, const std::vector<MapPlace>&);

/// Returns the thread's steps in a k tile, one per arrow: the last one up to the moment, else the first. Without k tiles (-1) those nearest
/// to the moment.
std::vector<std::size_t> steps_of_thread(const KernelMap&, std::size_t thread, std::int64_t k_tile, std::size_t moment);
/// The facts of threads' copies and products, by moment and thread.
using KnownFacts = std::map<std::pair<std::size_t, std::size_t>, MapFacts>;
/// Returns the facts of the thread's loads, reads, products and stores in these steps. `known`: a cache for the same map, which is
/// extended.
std::vector<MapFacts> thread_facts(const KernelMap&, std::size_t thread, std::int64_t k_tile, std::size_t moment, KnownFacts& known);

/// The path of an element from global memory to a place, and on from there. For an element of C: the place of its sum, and its store.
struct MapTrail {
  MapPlace place{};                   ///< the place in question
  std::optional<MapPlace> element{};  ///< in global memory; nullopt: it comes from none
  std::vector<MapMove> moves{};       ///< in order, from the element's load on
};
MapTrail trail_of(const KernelMap&, const MapPlace&, std::size_t moment);
std::vector<MapFacts> trail_facts(const KernelMap&, const MapTrail&);

/// Returns the moves by which a thread stores elements of C, in the order of its registers.
std::vector<MapMove> stored_by(const KernelMap&, std::size_t thread);
/// Returns how many of its K products an element of C has accumulated before the moment, if each step takes the next ones.
std::int64_t products_before(const KernelMap&, std::size_t thread, std::size_t moment);

}  // namespace app
