#pragma once
// What a view may choose from tables of records: how cells are coloured, and what is written in them.

#include <string>

namespace render {

struct Colouring;  // render/colourings.hpp
struct Labelling;  // render/labellings.hpp

/// A record of a table, held by its address: two choices are equal if they are the same record.
template <class Record>
class Choice {
 public:
  constexpr explicit Choice(const Record& record) : record_(&record) {}
  constexpr const Record* operator->() const { return record_; }
  friend constexpr bool operator==(const Choice&, const Choice&) = default;

 private:
  const Record* record_;
};

/// What the colours of a diagram mean: a record of render/colourings.hpp. The names are those that the program chooses by itself.
class ColourBy : public Choice<Colouring> {
 public:
  static const ColourBy index, tile, thread, none;
  using Choice::Choice;
  ColourBy() : ColourBy(index) {}
};

/// What is written in the cells of a diagram: a record of render/labellings.hpp. The names as above.
class LabelBy : public Choice<Labelling> {
 public:
  static const LabelBy index, thread_value, none;
  using Choice::Choice;
  LabelBy() : LabelBy(index) {}
};

/// Why a choice that needs owners, or places in memory, says nothing where there are none.
inline constexpr const char* no_owners = "Nobody owns these elements: a partition, a tiled copy or an MMA has threads and values.";
inline constexpr const char* no_memory = "These are coordinates, not places in memory.";

/// The keys of choices in a sentence: "index, tile or none".
template <class Choices>
std::string listed_keys(const Choices& choices) {
  std::string text;
  std::size_t left = choices.size();
  for (const auto& c : choices) {
    text += c->key;
    --left;
    text += left > 1 ? ", " : left == 1 ? " or " : "";
  }
  return text;
}

}  // namespace render
