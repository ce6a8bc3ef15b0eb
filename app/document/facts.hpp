#pragma once
// Facts about a document's entries and elements: the window, the page, Python and the command line show the same rows. A new fact is added
// here, with its translation in assets/translations and its help for F1 in assets/help.tsv.

#include <optional>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/document/element.hpp"
#include "app/document/evaluation.hpp"
#include "app/document/link_graph.hpp"
#include "gpu/run/launch_plan.hpp"

namespace app {

/// A row: label and value. The label's key is its term in the help; its English text is its name in JSON and Python.
struct Fact {
  algebra::Message label;
  algebra::Message value;
};
/// Returns the value of the row with this label, in English; "" if there is none.
std::string said(const std::vector<Fact>&, std::string_view label);

/// Returns the lines beneath an entry: the facts of its value, its assumptions, and whether it is of a loop's first round.
std::vector<algebra::Message> facts_of(const EntryResult&);
/// Returns a tensor's memory and facts_of_program, for places that display size and offset themselves.
std::vector<algebra::Message> facts_beneath_tensor(const EntryResult&);
/// Returns the words beside the value of a program's entry: "assumed: M", "of the loop's first round"; none for other entries.
std::vector<algebra::Message> facts_of_program(const EntryResult&);

/// Returns size, cosize, rank, depth, injective, ... of a layout, for elements of `element_bits` bits, or the fields of a TMA copy's tensor
/// map. Enumerates for some, in up to milliseconds. Empty for a value without a layout.
std::vector<Fact> properties_of(const algebra::Value&, int element_bits);

/// The texts of a verdict.
struct VerdictWords {
  algebra::Message contract;  ///< "R(c) = A(B(c))"
  algebra::Message found;     ///< "64 of 64 elements", "65536 of 1000000 elements (a sample)", the counterexample, "looking at 1000000…"
  algebra::Message sentence;  ///< both: "R(c) = A(B(c)): 64 of 64 elements", "R(c) = A(B(c)) is broken: R(3) = 1 where A(B(3)) = 9"
};
/// Returns the texts of a verdict; nullopt if the operation has no contract. `decided`: no computation is pending.
std::optional<VerdictWords> words_of(const algebra::Verdict&, bool decided);

/// The inputs for the facts of an element.
struct DocumentView {
  const Sheet& sheet;
  const SheetEvaluator& evaluator;
  LinkGraph& links;
  const gpu::LaunchPlan* launch;  ///< null if no launch can run
};
/// Returns the facts of an element. For arrows: place, size and arrow of the entry, and its origin. Otherwise its place in the value and in
/// memory, its origin, and the thread that accesses it first in the launch: "1-D", "R-D", "natural", "index", "in A", "thread", "address",
/// "sector · bank". Empty if the entry has no layout or the coordinate is out of its range.
std::vector<Fact> element_facts(const DocumentView&, const Element&);

}  // namespace app
