#pragma once
// Linked elements: from one element to its counterparts in every entry, through the operations that produced them.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/links/links.hpp"
#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"

namespace app {

/// The relation of a marked element to the element under the pointer.
enum class Role : std::uint8_t {
  pointed,  ///< the element under the pointer itself
  operand,  ///< in an operand: the element came from it
  result,   ///< in a result: the element went there
  same,     ///< the same element by another path: in another result of the same operand
  place,    ///< its place in a tile, a block or a function's domain
  owner,    ///< the thread that owns it
};

struct Marked {
  int entry = -1;
  Role role = Role::same;
  std::vector<std::int64_t> coordinates;  ///< 1-D, ascending; at most most_marks
  bool all = true;                        ///< false: there are more than most_marks
};

struct LinkedElements {
  static constexpr std::size_t most_marks = 4096;  ///< per entry

  Element of;
  std::vector<Marked> entries;                  ///< the element's own entry first, then in the order of the search, nearest first
  bool all = true;                              ///< false: the search was cut short
  std::unordered_map<int, std::size_t> places;  ///< entry -> index in `entries`

  /// Returns the marked elements of an entry, or null.
  const Marked* in(int entry) const;
};

/// The links between the entries of a sheet, computed on demand and cached until the entries on which they depend change.
class LinkGraph {
 public:
  /// The limit of a search, which takes some hundred microseconds to reach.
  static constexpr std::int64_t most_steps = 40'000;

  /// Invalidates the graph after the results have changed or moved in memory; `update` is then required before the next query.
  void expire() { stale_ = true; }
  /// Rebuilds the graph if it is invalid; keeps pointers into the results, which must not move until the next `expire`.
  void update(const std::vector<EntryResult>&);

  /// Follows the element up to operands and down to results, transitively, and from an operand to its other results while it is still the
  /// same element: from a place in a tile, the search does not return to all tiles. From a bit of a matrix over F2, or an arrow, it
  /// continues with all elements that have it, but not to bits of other matrices or other arrows. The reference is valid until the next
  /// call of `of` or `update`.
  const LinkedElements& of(const Element&);

  /// Returns the elements of an operand of the entry's operation from which the element came or to which it belongs, ascending.
  std::vector<std::int64_t> in_operand(const Element&, int operand);

  std::int64_t steps_taken() const { return most_steps - left_; }  ///< of the last search

 private:
  /// An entry's value, or that of an operation or a literal nested in its text.
  struct Node {
    int entry = -1;                     ///< -1: nested in a text
    std::pair<std::uint64_t, int> key;  ///< key in kept_
    const algebra::Value* value = nullptr;
    const algebra::Provenance* made = nullptr;
    std::vector<int> operands;                                       ///< nodes; -1: neither an entry nor a layout
    std::vector<int> results;                                        ///< nodes that have this one as an operand
    std::shared_ptr<const std::vector<algebra::links::Link>> links;  ///< null: not computed yet
    bool entries = false;                                            ///< it is drawn as arrows, and its elements are the arrows' entries
  };
  class Search;

  void add_operands(int node, std::uint64_t version, int& count);
  const std::vector<algebra::links::Link>& links(int node);

  const algebra::Provenance literal_{};  ///< the provenance of a literal: no operation
  std::vector<Node> nodes_;
  std::vector<int> of_entry_;  ///< entry -> node, or -1
  std::map<std::string, int, std::less<>> defined_;
  /// Links of nodes, by the entry's version and the number of the operation within its text.
  std::map<std::pair<std::uint64_t, int>, std::shared_ptr<const std::vector<algebra::links::Link>>> kept_;
  LinkedElements answer_;
  bool stale_ = true, answered_ = false;
  std::int64_t left_ = most_steps;
};

}  // namespace app
