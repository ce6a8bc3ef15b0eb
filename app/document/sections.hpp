#pragma once
// Divides a program's sheet by the functions from which its entries come.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// Consecutive entries of one function. An entry that is not from the program belongs to the section around it.
struct Section {
  std::string name;         ///< see EntrySource::section; "" outside of functions
  bool parameters = false;  ///< the program's parameters, of any function
  int first = 0, end = 0;   ///< entries [first, end)
  int entries = 0;          ///< without notes
  int problems = 0;         ///< number of entries with a problem

  /// Returns true if it has a heading, and folds.
  bool headed() const { return parameters || !name.empty(); }
  /// Returns the key of its heading, which sections of one function share; "" for the parameters.
  const std::string& key() const { return name; }
};

/// Returns the sections in the order of the entries, covering all of them; empty for a sheet without entries of a program. `results`: those
/// of the sheet.
std::vector<Section> sections_of(const Sheet&, const std::vector<EntryResult>&);

/// Returns the section that holds the entry; null if there is none.
const Section* section_with(const std::vector<Section>&, int entry);

/// A statement of a program that defines something, in one of its functions.
struct DefinedStatement {
  std::size_t line = 0;
  std::string_view name;
  bool understood = false;
};
/// The number of a program's definitions, without parameters, and of those that are understood: they have a value in some function.
struct DefinitionCount {
  int definitions = 0, understood = 0;
  int first_problem = -1;  ///< the first entry with a problem; -1: none, or there is no sheet
  /// Returns "x.cu: 45 of 45 definitions understood".
  algebra::Message summary(std::string_view file) const;
};
/// Counts each statement once, in however many functions it occurs.
DefinitionCount count_definitions(std::vector<DefinedStatement>);
DefinitionCount definitions_in(const Sheet&, const std::vector<EntryResult>&);

/// Returns true for a layout, a tensor, a tiled copy or an MMA; numbers, types and bare shapes are more readable in the sheet than on a
/// card.
bool is_worth_a_card(const algebra::Value&);
/// Gives cards to the layouts, tensors, tiled copies and MMAs among those entries, and to no others.
void show_cards_of(Sheet&, const std::vector<EntryResult>&, int first, int end);

}  // namespace app
