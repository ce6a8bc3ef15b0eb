#pragma once
// A kernel, told: where its elements are, which step moves them, and by whom. From a flow, without a window.
//
// A moment is a place in the order of the steps. Nothing is simulated: who wrote an element is looked for backwards, and who reads it
// forwards, when it is asked for, so that a map costs what its steps cost, however large the matrices are. What finds elements is made
// when it is first asked for: not for two threads at once.

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

/// An element in a memory.
struct MapPlace {
  int tensor = -1;
  std::int64_t index = 0;                   ///< in shared memory and registers
  std::size_t thread = 0;                   ///< of registers: whose
  std::vector<std::int64_t> coordinates{};  ///< in global memory
  friend bool operator==(const MapPlace&, const MapPlace&) = default;
};

/// One element on its way.
struct MapMove {
  std::size_t moment = 0;
  MapPlace from{};  ///< tensor -1: it is a number, or a sum of products
  MapPlace to{};
  std::size_t giver = 0, taker = 0;  ///< the threads that have its address, and that it comes to
};

/// From left to right.
enum class MapColumn : std::uint8_t { global, shared, registers, product, result };

/// A tensor of the map.
struct MapNode {
  int tensor = -1;
  std::string name{};  ///< as in the program
  char operand = 0;    ///< 'A', 'B' or 'C' of the product; 0: none of these
  MapColumn column = MapColumn::global;
  int bits = 32;
  std::int64_t rows = 1, columns = 1, stages = 1;  ///< of registers: of one thread
  std::vector<ModeRange> used{};                   ///< in global memory: what this block has of it, by mode
  std::int64_t depth = 0;                          ///< in global memory: columns of a k tile; 0: it has none
};

/// Where a node's picture has an element.
struct MapCell {
  std::int64_t row = 0, column = 0, stage = 0;
  friend bool operator==(const MapCell&, const MapCell&) = default;
};

/// The steps that move from one tensor to another by one instruction. A product has two, from A and from B.
struct MapArrow {
  int from = -1, to = -1;
  gpu::FlowStep::Kind kind = gpu::FlowStep::Kind::copy;
  std::vector<std::size_t> moments{};
  std::vector<std::size_t> lines{};  ///< ascending
  std::string instruction{};         ///< "SM75_U32x4_LDSM_N"; "": element by element
  algebra::CopyInstruction copies_by{};
  bool by_wgmma = false, by_tcgen05 = false;  ///< of a product
  std::size_t threads = 0;                    ///< that take part in a step
  std::int64_t elements = 0;                  ///< of one thread in a step
  int bits = 32;                              ///< of an element
  std::int64_t together = 1;                  ///< elements that a thread moves at once
  bool asynchronous = false;
};

class KernelMap {
 public:
  /// `stop` is asked now and then: then the map lacks k tiles.
  /// `order`: that of the steps; empty: one that the barriers allow.
  explicit KernelMap(gpu::Flow, const std::function<bool()>& stop = {}, std::vector<gpu::OrderedStep> order = {});

  const gpu::Flow& flow() const { return flow_; }
  const std::vector<gpu::OrderedStep>& order() const { return order_; }
  std::size_t moments() const { return order_.size(); }
  const gpu::FlowStep& step(std::size_t moment) const { return flow_.roles[order_[moment].role].steps[order_[moment].step]; }
  const std::vector<std::size_t>& threads(std::size_t moment) const { return flow_.roles[order_[moment].role].threads; }
  /// The parts of a step that it reads: of a product A, B and, where it has them, their scale factors; of any other step its first.
  static std::vector<std::size_t> operands_of(const gpu::FlowStep&);
  bool takes_part(std::size_t moment, std::size_t thread) const;

  const std::vector<MapNode>& nodes() const { return nodes_; }
  const MapNode* node(int tensor) const;
  /// The node in global memory of 'A', 'B' or 'C'; null: none.
  const MapNode* global_node(char operand) const;
  const std::vector<MapArrow>& arrows() const { return arrows_; }
  /// The first of a moment's arrows; -1: it moves nothing.
  int arrow_of(std::size_t moment) const { return arrow_of_[moment]; }

  /// The k tile of what a moment moves or multiplies; -1: none.
  std::int64_t k_tile(std::size_t moment) const { return k_tiles_[moment]; }
  std::int64_t k_tile_count() const { return k_tile_count_; }
  /// The first moment that loads this k tile; nothing: none does.
  std::optional<std::size_t> load_of(std::int64_t k_tile) const;

  const PartPlaces& places(const gpu::FlowPart&) const;
  MapPlace place(const gpu::FlowPart&, std::size_t thread, std::int64_t value) const;
  std::optional<MapCell> cell(const MapPlace&) const;
  /// The element of shared memory in that cell; nothing where it has none.
  std::optional<MapPlace> at(const MapNode&, const MapCell&) const;
  /// The bank of an element of shared memory whose tensor begins at the first.
  int bank(const MapPlace&) const;
  /// "A(133,195)", "sA(5,3,1)" of stage 1, "tCrA[12]".
  std::string name(const MapPlace&) const;
  /// Of global memory by tiles: "A(128+5, 8·24+3)".
  std::string tile_name(const MapPlace&) const;

  /// The last move before the moment that writes there.
  std::optional<MapMove> written_by(const MapPlace&, std::size_t before) const;
  /// The first moment after it that writes there; moments(): none.
  std::size_t written_again(const MapPlace&, std::size_t after) const;
  /// The moves from there, from the moment on until it is written again. Products have no moves.
  std::vector<MapMove> read_by(const MapPlace&, std::size_t from) const;
  /// The element of global memory that is there before the moment; nothing: it is none.
  std::optional<MapPlace> origin(const MapPlace&, std::size_t before) const;
  /// What the thread gives and gets by a move: element by element, in the order of what it gets.
  std::vector<MapMove> moves_of(std::size_t moment, std::size_t thread, std::size_t most = std::numeric_limits<std::size_t>::max()) const;

 private:
  struct Lanes {
    std::size_t lanes = 1;
    std::int64_t has = 1, gets = 1;
    std::vector<std::pair<std::size_t, std::int64_t>> from{};
  };
  struct Cells {
    std::vector<std::int32_t> of{};  ///< by index: 1-D coordinate; -1: none
  };
  void make_nodes();
  std::vector<ModeRange> box_of(const gpu::FlowPart&, std::size_t moment) const;
  void make_arrows();
  void make_k_tiles(const std::function<bool()>& stop);
  void name_operands(std::vector<char>& operands) const;
  const Lanes& lanes_of(const gpu::FlowStep&) const;
  /// Which thread and value of the source is what a thread gets as that value.
  std::pair<std::size_t, std::int64_t> source(const gpu::FlowStep&, std::size_t thread, std::int64_t value) const;
  /// Who has the place in that part, of the threads that take part: the first.
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

/// "copy", "cp.async 16 B", "ldmatrix x4": what an arrow does, in few letters.
std::string instruction_words(const MapArrow&);

}  // namespace app
