#pragma once
// What is said of a document's entries and elements: the window, the page, Python and the command line show the same rows. A new fact
// is added here, with its translation in assets/translations and what F1 says of it in assets/help.tsv.

#include <optional>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/link_graph.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// A row: what it is about, and what is so. The label's key is its term in the help, its English text its name in JSON and Python.
struct Fact {
  algebra::Message label;
  algebra::Message value;
};
/// The value of the row with that label, in English; "" if there is none.
std::string said(const std::vector<Fact>&, std::string_view label);

/// What stands beneath an entry: its value's facts, what it assumes, and whether it is of a loop's first round.
std::vector<algebra::Message> facts_of(const EntryResult&);
/// The same where size and offset stand beside it: of a tensor its memory.
std::vector<algebra::Message> facts_beneath_tensor(const EntryResult&);
/// What is said beside the value of a program's entry: "assumed: M", "of the loop's first round"; nothing of any other.
std::vector<algebra::Message> facts_of_program(const EntryResult&);

/// Size, cosize, rank, depth, injective, ... of a layout, in elements of so many bits; the fields of a TMA copy's tensor map. Some are
/// found by enumeration, in up to milliseconds. None of a value without a layout.
std::vector<Fact> properties_of(const algebra::Value&, int element_bits);

/// A verdict in words.
struct VerdictWords {
  algebra::Message contract;  ///< "R(c) = A(B(c))"
  algebra::Message found;     ///< "64 of 64 elements", "65536 of 1000000 elements (a sample)", the counterexample, "looking at 1000000…"
  algebra::Message sentence;  ///< both: "R(c) = A(B(c)): 64 of 64 elements", "R(c) = A(B(c)) is broken: R(3) = 1 where A(B(3)) = 9"
};
/// Nothing of a value whose operation has no contract. `decided`: it is not looked for any more.
std::optional<VerdictWords> words_of(const algebra::Verdict&, bool decided);

/// What the facts of an element are taken from.
struct DocumentView {
  const Sheet& sheet;
  const SheetEvaluator& evaluator;
  LinkGraph& links;
  const gpu::LaunchPlan* launch;  ///< null without one that can run
};
/// Of an entry of arrows its place, size and arrow, and where it came from. Else where the element is in its value and in memory, where it
/// came from, and who touches it first in the launch: "1-D", "R-D",
/// "natural", "index", "in A", "thread", "address", "sector · bank". None if the entry has no layout or the coordinate is out of its range.
std::vector<Fact> element_facts(const DocumentView&, const Element&);

}  // namespace app
