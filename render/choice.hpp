#pragma once
// The colouring and labelling of cells: choices of a view that refer to records of a table.

#include <string>

namespace render {

struct Colouring;  // render/colourings.hpp
struct Labelling;  // render/labellings.hpp

/// A reference to a record of a table, which must outlive it. Two choices are equal if they refer to the same record.
template <class Record>
class Choice {
 public:
  constexpr explicit Choice(const Record& record) : record_(&record) {}
  constexpr const Record* operator->() const { return record_; }
  friend constexpr bool operator==(const Choice&, const Choice&) = default;

 private:
  const Record* record_;
};

/// The colouring of a diagram: a record of render/colourings.hpp. The constants are the records that the program itself uses.
class ColourBy : public Choice<Colouring> {
 public:
  static const ColourBy index, tile, thread, none;
  using Choice::Choice;
  ColourBy() : ColourBy(index) {}
};

/// The labelling of cells: a record of render/labellings.hpp. The constants as in ColourBy.
class LabelBy : public Choice<Labelling> {
 public:
  static const LabelBy index, coordinates, thread_value, none;
  using Choice::Choice;
  LabelBy() : LabelBy(index) {}
};

/// The reasons why a choice that needs owners, or places in memory, does not apply to a diagram without them.
inline constexpr const char* no_owners = "These elements have no owner: only a partition, a tiled copy or an MMA has threads and values.";
inline constexpr const char* no_memory = "These are coordinates, not places in memory.";

/// Lists the keys for a sentence: "index, tile or none".
template <class Choices>
algebra::Message listed_keys(const Choices& choices) {
  std::vector<std::string_view> keys;
  for (const auto& c : choices) keys.push_back(c->key);
  return algebra::alternatives(keys);
}

}  // namespace render
