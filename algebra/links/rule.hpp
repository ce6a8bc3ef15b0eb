#pragma once
// How an operation links its operands and its result, as a value that its record holds.

namespace algebra::links {

class LinkBuilder;
/// Writes down an operation's links. A rule that cannot be kept, because sizes do not agree, links nothing.
using Rule = void (*)(LinkBuilder&);

}  // namespace algebra::links
