#pragma once
// Read-only index over a gpu::Flow: where each element is, which step writes or reads it, and which thread. It needs no window.
//
// A moment is a position in the order of the steps. Nothing is simulated: the writer of an element is searched backwards and its readers
// forwards, on demand, so a map costs as much as its steps, however large the matrices are. Indices are built on first use, so a map must
// not be used by two threads at once.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/map/part_places.hpp"
#include "gpu/flow/flow.hpp"
#include "gpu/flow/order.hpp"

namespace app {

/// The place of an element in a memory.
struct MapPlace {
  int tensor = -1;
  std::int64_t index = 0;                   ///< in shared memory or a thread's registers
  std::size_t thread = 0;                   ///< the owner of the registers
  std::vector<std::int64_t> coordinates{};  ///< in global memory
  friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

/// The move of one element.
struct MapMove {
  std::size_t moment = 0;
  MapPlace from{};  ///< tensor -1: the element is a number or a sum of products
  MapPlace to{};
  std::size_t giver = 0, taker = 0;  ///< the thread that provides the address, and the one that receives the element
};

/// The columns of the map, from left to right.
enum class MapColumn : std::uint8_t { global, shared, registers, product, result };

/// A tensor in the map.
struct MapNode {
  int tensor = -1;
  std::string name{};  ///< its name in the program
  char operand = 0;    ///< 'A', 'B' or 'C' of the product; 'a', 'b': scale factors of A, B; 0: none
  MapColumn column = MapColumn::global;
  int bits = 32;
  std::int64_t rows = 1, columns = 1, stages = 1;  ///< for registers: those of one thread
  std::vector<ModeRange> used{};                   ///< in global memory: the range that this block uses, by mode
  std::int64_t depth = 0;                          ///< in global memory: the number of columns of a k tile; 0: no k tiles
};

/// The cell of an element in its node's picture.
struct MapCell {
  std::int64_t row = 0, column = 0, stage = 0;
  friend bool operator==(const MapCell&, const MapCell&) = default;
};

/// The steps that move from one tensor to another with one instruction. A product has an arrow from each of its operands.
struct MapArrow {
  int from = -1, to = -1;
  gpu::FlowStep::Kind kind = gpu::FlowStep::Kind::copy;
  std::vector<std::size_t> moments{};
  std::vector<std::size_t> lines{};  ///< ascending
  std::string instruction{};         ///< "SM75_U32x4_LDSM_N"; "": element by element
  algebra::CopyInstruction copies_by{};
  bool by_wgmma = false, by_tcgen05 = false;  ///< of a product
  std::size_t threads = 0;                    ///< the number that take part in a step
  std::int64_t elements = 0;                  ///< of one thread in a step
  int bits = 32;                              ///< of an element
  std::int64_t together = 1;                  ///< the number of elements that a thread moves at once
  bool asynchronous = false;
};

class KernelMap {
 public:
  /// `stop` is polled: once it returns true, the remaining k tiles stay unknown. `order`: the order of the steps; empty: one that the
  /// barriers allow.
  explicit KernelMap(gpu::Flow, const std::function<bool()>& stop = {}, std::vector<gpu::OrderedStep> order = {});

  const gpu::Flow& flow() const { return flow_; }
  const std::vector<gpu::OrderedStep>& order() const { return order_; }
  std::size_t moments() const { return order_.size(); }
  const gpu::FlowStep& step(std::size_t moment) const { return flow_.roles[order_[moment].role].steps[order_[moment].step]; }
  const std::vector<std::size_t>& threads(std::size_t moment) const { return flow_.roles[order_[moment].role].threads; }
  /// Returns the indices of the parts that a step reads: A, B and any scale factors of a product, the first part of any other step.
  static std::vector<std::size_t> operands_of(const gpu::FlowStep&);
  bool takes_part(std::size_t moment, std::size_t thread) const;

  const std::vector<MapNode>& nodes() const { return nodes_; }
  const MapNode* node(int tensor) const;
  /// Returns the node in global memory of operand 'A', 'B' or 'C', or null.
  const MapNode* global_node(char operand) const;
  const std::vector<MapArrow>& arrows() const { return arrows_; }
  /// Returns the first arrow of a moment, or -1 if it moves nothing.
  int arrow_of(std::size_t moment) const { return arrow_of_[moment]; }

  /// Returns the k tile that a moment moves or multiplies, or -1.
  std::int64_t k_tile(std::size_t moment) const { return k_tiles_[moment]; }
  std::int64_t k_tile_count() const { return k_tile_count_; }
  /// Returns the first moment that loads this k tile, or nullopt.
  std::optional<std::size_t> load_of(std::int64_t k_tile) const;

  const PartPlaces& places(const gpu::FlowPart&) const;
  MapPlace place(const gpu::FlowPart&, std::size_t thread, std::int64_t value) const;
  std::optional<MapCell> cell(const MapPlace&) const;
  /// Returns the element of shared memory in a cell, or nullopt if the cell is empty.
  std::optional<MapPlace> at(const MapNode&, const MapCell&) const;
  /// Returns the bank of an element of shared memory, assuming that its tensor begins at bank 0.
  int bank(const MapPlace&) const;
  /// Returns "A(133,195)", "sA(5,3,1)" for stage 1, "tCrA[12]".
  std::string name(const MapPlace&) const;
  /// Returns a name in global memory by tiles: "A(128+5, 8·24+3)".
  std::string tile_name(const MapPlace&) const;

  /// Returns the last move before the moment that writes the place.
  std::optional<MapMove> written_by(const MapPlace&, std::size_t before) const;
  /// Returns the first later moment that writes the place, or moments() if there is none.
  std::size_t written_again(const MapPlace&, std::size_t after) const;
  /// Returns the moves that read the place, from the moment until it is overwritten. Products have no moves.
  std::vector<MapMove> read_by(const MapPlace&, std::size_t from) const;
  /// Returns the element of global memory whose value the place holds before the moment, or nullopt if it holds none.
  std::optional<MapPlace> origin(const MapPlace&, std::size_t before) const;
  /// Returns the moves that the thread takes part in as giver or taker, element by element, in the order of what it receives; at most
  /// `most`.
  std::vector<MapMove> moves_of(std::size_t moment, std::size_t thread, std::size_t most = std::numeric_limits<std::size_t>::max()) const;

 private:
  struct Lanes {
    std::size_t lanes = 1;
    std::int64_t has = 1, gets = 1;
    std::vector<std::pair<std::size_t, std::int64_t>> from{};
  };
  struct Cells {
    std::vector<std::int32_t> of{};  ///< the 1-D coordinate of each index; -1: none
  };
  void make_nodes();
  std::vector<ModeRange> box_of(const gpu::FlowPart&, std::size_t moment) const;
  void make_arrows();
  void make_k_tiles(const std::function<bool()>& stop);
  void name_operands(std::vector<char>& operands) const;
  const Lanes& lanes_of(const gpu::FlowStep&) const;
  /// Returns the thread and value of the source that a thread's value of the destination comes from.
  std::pair<std::size_t, std::int64_t> source(const gpu::FlowStep&, std::size_t thread, std::int64_t value) const;
  /// Returns the first thread taking part that has the place in a part.
  std::optional<Holder> holder(const PartPlaces&, const MapPlace&, std::size_t moment) const;
  static const gpu::FlowPart* written(const gpu::FlowStep&);

  gpu::Flow flow_;
  std::vector<gpu::OrderedStep> order_;
  std::vector<MapNode> nodes_;
  std::vector<int> node_of_;  ///< by tensor
  std::vector<Cells> cells_;  ///< by tensor
  std::vector<MapArrow> arrows_;
  std::vector<int> arrow_of_;
  std::vector<std::int64_t> k_tiles_;
  std::int64_t k_tile_count_ = 0;
  std::vector<std::vector<std::size_t>> writing_, reading_;  ///< by tensor: moments, ascending
  mutable std::map<const gpu::FlowPart*, PartPlaces> places_;
  mutable std::map<std::string, Lanes> lanes_;
};

/// Returns a short name of an arrow's instruction: "copy", "cp.async 16 B", "ldmatrix x4".
std::string instruction_words(const MapArrow&);

}  // namespace app
