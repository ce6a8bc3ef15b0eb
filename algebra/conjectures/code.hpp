#pragma once
// The compiled form of a statement: instructions whose operands are earlier instructions, and tables of their results.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "algebra/conjectures/values.hpp"
#include "algebra/language/functions.hpp"
#include "algebra/language/tree.hpp"

namespace algebra::conjectures {

/// The results of one operation, keyed by the numbers of its operands.
struct Memory {
  struct Numbers {
    std::size_t operator()(const std::vector<Id>& ids) const {
      std::uint64_t h = 0x9e3779b97f4a7c15;
      for (const auto id : ids) h = (h ^ id) * 0xff51afd7ed558ccd, h ^= h >> 32;
      return static_cast<std::size_t>(h);
    }
  };
  std::vector<Id> of_one;
  std::vector<std::vector<Id>> rows;  ///< for two operands: a row for each first operand
  std::unordered_map<std::uint64_t, Id> pairs;
  std::unordered_map<std::vector<Id>, Id, Numbers> more;

  std::size_t bytes = 0;

  void reach(std::vector<Id>& table, Id count) {
    if (table.size() >= count) return;
    bytes -= table.capacity() * sizeof(Id);
    table.reserve(std::max<std::size_t>(count, table.size() * 3 / 2));
    bytes += table.capacity() * sizeof(Id);
    if (table.empty()) table.push_back(Values::refused);  // entry 0: the result for a refused operand
    table.resize(table.capacity(), Values::unknown);
  }
  std::vector<Id>& row(Id first, Id count) {
    if (rows.size() <= first) rows.resize(first + 1);
    reach(rows[first], count);
    return rows[first];
  }
  std::size_t in_maps() const { return pairs.size() + more.size(); }
};

/// An operation on the results of earlier instructions, a constant, or a free name.
struct Instruction {
  enum class Do : std::uint8_t {
    input,
    constant,
    run,
    apply,
    tree,
    same,
    equal,
    less,
    less_equal,
    negation,
    both,
    either,
    defined,
    holds,
    kept
  };
  Do what = Do::constant;
  std::vector<int> in{};
  int level = -1;              ///< the last free name on which it depends; -1: none
  bool of_last_alone = false;  ///< it depends on no other name than the last
  bool of_first = false;       ///< it depends on the first name
  bool used_later = false;     ///< in a shared part of the condition: later instructions read its result
  bool of_function = false;    ///< its first operand is composed with a layout, so only its function matters, not its form
  int made_by = -1;            ///< for kept: the operation's instruction
  const expression::Function* function = nullptr;  ///< for run, equal and kept
  expression::Call call{};
  expression::Node tree{};           ///< with names for the parts that have free names
  std::vector<std::string> parts{};  ///< those names
  Memory* memory = nullptr;
  Id scalar = Values::refused;
  std::vector<Id> list{};
  std::vector<Id> held{};  ///< the current numbers of the call's operands
};

/// The instructions of a statement. They point to the memories and texts, which therefore must not move.
struct Code {
  std::vector<Instruction> instructions;
  std::vector<std::unique_ptr<Memory>> memories;
  std::vector<std::unique_ptr<const std::string>> texts;  ///< the names that stand for parts of a tree
  /// A conjunct of the condition.
  struct Part {
    int instruction = 0;
    int end = 0;  ///< end of the instructions that it needs
  };
  std::vector<Part> condition;  ///< the conjuncts; those of earlier names first
  /// For three names: number of leading conjuncts that depend on the first two names only, or not on the first. The choices of the last
  /// name that meet the latter are the same for each choice of the first, so they are remembered.
  std::size_t shared_parts = 0;
  int claim = -1;
  std::vector<int> claim_sides;
};

}  // namespace algebra::conjectures
