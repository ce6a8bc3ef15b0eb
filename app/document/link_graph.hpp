#pragma once
// The linked pointer: from one element to its counterparts in every entry, through the operations that made them.

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

/// How an entry came to be marked.
enum class Role : std::uint8_t {
  pointed,  ///< the element itself
  operand,  ///< it came from there
  result,   ///< it went there
  same,     ///< the same element elsewhere: a result of the same operand, say
  place,    ///< its place in a tile, a block or a function's domain
  owner,    ///< the thread that has it
};

struct Marked {
  int entry = -1;
  Role role = Role::same;
  std::vector<std::int64_t> coordinates;  ///< 1-D, ascending; at most most_marks
  bool all = true;                        ///< false: there are more
};

struct LinkedElements {
  static constexpr std::size_t most_marks = 4096;  ///< of an entry

  Element of;
  std::vector<Marked> entries;                  ///< the element's own first, then as they were found: the nearest first
  bool all = true;                              ///< false: some were not looked for, there would be too many
  std::unordered_map<int, std::size_t> places;  ///< entry -> its place in `entries`

  /// Null where the entry has none.
  const Marked* in(int entry) const;
};

/// The links of a sheet, made as they are needed and kept while the entries that they come from stay as they are.
class LinkGraph {
 public:
  /// Steps of a search at most: some hundred microseconds.
  static constexpr std::int64_t most_steps = 40'000;

  /// The results have changed, or moved in memory: `update` before the next question.
  void expire() { stale_ = true; }
  /// Does nothing unless expired. The results must stay where they are until the next `expire`.
  void update(const std::vector<EntryResult>&);

  /// From an element to its operands and theirs, to its results and theirs, and from an operand to its other results as
  /// long as the element stays the same: from a place in a tile the way does not lead back to the other tiles. The answer
  /// is kept until the next one.
  const LinkedElements& of(const Element&);

  /// Which elements of operand `operand` of the entry's own operation the element came from or belongs to, ascending.
  std::vector<std::int64_t> in_operand(const Element&, int operand);

  std::int64_t steps_taken() const { return most_steps - left_; }  ///< by the last search

 private:
  /// An entry's value, or the value of an operation or a literal within its text.
  struct Node {
    int entry = -1;                     ///< -1: within a text
    std::pair<std::uint64_t, int> key;  ///< in kept_
    const algebra::Value* value = nullptr;
    const algebra::Provenance* made = nullptr;
    std::vector<int> operands;                                       ///< nodes; -1: a literal without a layout
    std::vector<int> results;                                        ///< nodes that this one is an operand of
    std::shared_ptr<const std::vector<algebra::links::Link>> links;  ///< null: not yet made
  };
  class Search;

  void add_operands(int node, std::uint64_t version, int& count);
  const std::vector<algebra::links::Link>& links(int node);

  const algebra::Provenance literal_{};  ///< nothing made it
  std::vector<Node> nodes_;
  std::vector<int> of_entry_;  ///< entry -> node, or -1
  std::map<std::string, int, std::less<>> defined_;
  /// By the entry's version, and which of the operations in its text.
  std::map<std::pair<std::uint64_t, int>, std::shared_ptr<const std::vector<algebra::links::Link>>> kept_;
  LinkedElements answer_;
  bool stale_ = true, answered_ = false;
  std::int64_t left_ = most_steps;
};

}  // namespace app
