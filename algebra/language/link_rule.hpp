#pragma once
// The rule by which an operation links its operands and its result, as stored in its record.

namespace algebra::links {

class LinkBuilder;
/// Adds an operation's links to the builder; none if sizes disagree.
using Rule = void (*)(LinkBuilder&);

}  // namespace algebra::links
