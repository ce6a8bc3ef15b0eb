#pragma once
// What a statement is compiled to: instructions whose operands are earlier instructions, and what is remembered of their results.

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

/// The results of one operation, by the numbers of its operands.
struct Memory {
  struct Numbers {
    std::size_t operator()(const std::vector<Id>& ids) const {
      std::uint64_t h = 0x9e3779b97f4a7c15;
      for (const auto id : ids) h = (h ^ id) * 0xff51afd7ed558ccd, h ^= h >> 32;
      return static_cast<std::size_t>(h);
    }
  };
  std::vector<Id> of_one;
  std::vector<std::vector<Id>> rows;  ///< of two operands, by the first
  std::unordered_map<std::uint64_t, Id> pairs;
  std::unordered_map<std::vector<Id>, Id, Numbers> more;

  std::size_t bytes = 0;

  void reach(std::vector<Id>& table, Id count) {
    if (table.size() >= count) return;
    bytes -= table.capacity() * sizeof(Id);
    table.reserve(std::max<std::size_t>(count, table.size() * 3 / 2));
    bytes += table.capacity() * sizeof(Id);
    if (table.empty()) table.push_back(Values::refused);  // of a refused operand
    table.resize(table.capacity(), Values::unknown);
  }
  std::vector<Id>& row(Id first, Id count) {
    if (rows.size() <= first) rows.resize(first + 1);
    reach(rows[first], count);
    return rows[first];
  }
  std::size_t in_maps() const { return pairs.size() + more.size(); }
};

/// What is computed of the results of earlier instructions, or of a free name.
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
  bool used_later = false;     ///< of the shared parts of the condition: what follows them reads its results
  bool of_function = false;    ///< its first operand is composed with a layout: only as what function it is does it matter
  int made_by = -1;            ///< of kept: the operation's instruction
  const expression::Function* function = nullptr;  ///< of run, equal and kept
  expression::Call call{};
  expression::Node tree{};           ///< with names for its parts
  std::vector<std::string> parts{};  ///< these names
  Memory* memory = nullptr;
  Id scalar = Values::refused;
  std::vector<Id> list{};
  std::vector<Id> held{};  ///< the numbers of the call's operands as they are now
};

/// The instructions of a statement. Neither the memories nor the texts move, to which the instructions refer.
struct Code {
  std::vector<Instruction> instructions;
  std::vector<std::unique_ptr<Memory>> memories;
  std::vector<std::unique_ptr<const std::string>> texts;  ///< of names that stand for parts of a tree
  /// A part of the condition, all of which must hold.
  struct Part {
    int instruction = 0;
    int end = 0;  ///< of the instructions that it needs
  };
  std::vector<Part> condition;  ///< those of the earlier names first
  /// Of three names: so many parts at the beginning are decided by the first two, or do not depend on the first. Which choices of the last
  /// name meet the latter is the same for each choice of the first.
  std::size_t shared_parts = 0;
  int claim = -1;
  std::vector<int> claim_sides;
};

}  // namespace algebra::conjectures
