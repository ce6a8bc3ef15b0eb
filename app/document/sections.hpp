#pragma once
// A program's sheet by the functions that its entries come from.

#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// Entries of one function in a row. An entry that is not from the program belongs to the section that it stands in.
struct Section {
  std::string name;         ///< as EntrySource::section; "" outside of functions
  bool parameters = false;  ///< those that the program is given, of whatever function
  int first = 0, end = 0;   ///< entries [first, end)
  int entries = 0;          ///< without notes
  int problems = 0;         ///< of those entries

  /// Whether it has a heading, and folds.
  bool headed() const { return parameters || !name.empty(); }
  /// Identifies its heading; sections of one function share it. "" for the parameters.
  const std::string& key() const { return name; }
};

/// In the order of the entries, all of them; empty for a sheet that no entry of a program is in. `results` as of the sheet.
std::vector<Section> sections_of(const Sheet&, const std::vector<EntryResult>&);

/// The section of the sheet that holds the entry; null if there is none.
const Section* section_with(const std::vector<Section>&, int entry);

/// A statement of a program that defines something, in one of the functions that it stands in.
struct DefinedStatement {
  std::size_t line = 0;
  std::string_view name;
  bool understood = false;
};
/// What has been understood of a program: its statements that define something, parameters aside, and those with a value wherever
/// they stand.
struct DefinitionCount {
  int definitions = 0, understood = 0;
  int first_problem = -1;  ///< entry; -1: none, or there is no sheet
  /// "x.cu: 45 of 45 definitions understood".
  algebra::Message summary(std::string_view file) const;
};
/// Each statement counts once, in however many functions it stands.
DefinitionCount count_definitions(std::vector<DefinedStatement>);
DefinitionCount definitions_in(const Sheet&, const std::vector<EntryResult>&);

/// A layout, a tensor, a tiled copy or an MMA: numbers, types and bare shapes say more in the sheet than on a card.
bool is_worth_a_card(const algebra::Value&);
/// Gives cards to the layouts, tensors, tiled copies and MMAs among those entries, and to no others.
void show_cards_of(Sheet&, const std::vector<EntryResult>&, int first, int end);

}  // namespace app
