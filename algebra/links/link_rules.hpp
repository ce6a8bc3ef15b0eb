#pragma once
// Rules for the links of an operation, by what it does with its operands' elements. Used for the records' `links`.
//
// If a result has its operand's elements in another order (divides, slices, partitions, regrouping), R(c) = A(T(c)), where
// T is the result of the same operation on a layout that counts A's elements. docs/window-reference.md has a table of the rules.

#include "algebra/language/link_rule.hpp"

namespace algebra::links {

// Element c of the result is element c ...
void same_as_first(LinkBuilder&);  ///< ... of the first operand
void same_as_each(LinkBuilder&);   ///< ... of every operand
void same_as_last(LinkBuilder&);   ///< ... of the last operand
void same_place(LinkBuilder&);     ///< ... place c of the first operand, a shape

/// Reorders the first operand's elements.
void reordered(LinkBuilder&);
/// Reorders; for a tuple of tensors, get<i> picks one of them.
void mode_or_part(LinkBuilder&);
/// Reorders slice(c, A), slice(A, c) and A(2,_), for either position of the coordinate.
void reordered_by_coordinate(LinkBuilder&);
/// Reorders an operand offset to begin at a coordinate; elements beyond A have no counterpart.
void begun_at(LinkBuilder&);
/// Reorders the first operand's elements; also links places in the second operand, a shape.
void reshaped(LinkBuilder&);

/// Each operand's modes are among the result's.
void modes(LinkBuilder&);
/// make_layout of layouts links their modes; of a shape, its places.
void made_layout(LinkBuilder&);
/// zip(A) reorders A; zip(A, B) has the modes of both.
void zipped(LinkBuilder&);

/// Links each integer of the shape with its counterpart, of which it is a multiple or a divisor: several neighbours become one element, or
/// one becomes several. The layout is the last operand, as in recast_layout(32, 16, A).
void recast(LinkBuilder&);
/// Elements that differ only in modes of stride 0 become one.
void filtered(LinkBuilder&);
/// B maps into A's domain: element c of A o B is element c of B and element B(c) of A.
void composed(LinkBuilder&);
/// Exchanges index and coordinate: L(c) = i.
void inverse(LinkBuilder&);
/// Each element of the complement is the position of a copy of A's element 0.
void complement(LinkBuilder&);

// The result's elements are coordinates ...
void coordinates_of_first(LinkBuilder&);  ///< ... of the first operand
void coordinates_of_all(LinkBuilder&);    ///< ... of each operand

}  // namespace algebra::links
