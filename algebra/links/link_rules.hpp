#pragma once
// Rules for the links of an operation, by what it does with its operands' elements: the vocabulary of the records' `links`.
//
// Where a result has its operand's elements in another order (divides, slices, partitions, regrouping), R(c) = A(T(c)),
// T is what the same operation makes of a layout that counts A's elements. docs/window.md has the rules in a table.

#include "algebra/links/rule.hpp"

namespace algebra::links {

// Element c of the result is element c ...
void same_as_first(LinkBuilder&);  ///< ... of the first operand
void same_as_last(LinkBuilder&);   ///< ... of the last one
void same_place(LinkBuilder&);     ///< ... or rather place c of the first operand, a shape

/// The first operand's elements in another order.
void reordered(LinkBuilder&);
/// slice(c, A), slice(A, c) and A(2,_): the same, whichever operand is the coordinate.
void reordered_by_coordinate(LinkBuilder&);
/// The same, begun at a coordinate: what then lies beyond A has no counterpart.
void begun_at(LinkBuilder&);
/// The first operand's elements in another order, and places in the second, a shape.
void reshaped(LinkBuilder&);

/// Each operand's modes stand somewhere among the result's.
void modes(LinkBuilder&);
/// make_layout: the modes of layouts, or the places of a shape.
void made_layout(LinkBuilder&);
/// zip(A) reorders, zip(A, B) has the modes of both.
void zipped(LinkBuilder&);

/// Each integer of the shape is a multiple of its counterpart: so many neighbours become one element, or one becomes so many.
/// The layout is the last operand, as in recast_layout(32, 16, A).
void recast(LinkBuilder&);
/// Elements at strides of 0 become one.
void filtered(LinkBuilder&);
/// B's elements stand in A's domain: element c of A o B is element c of B, and B(c) of A.
void composed(LinkBuilder&);
/// L(c) = i: index and coordinate change places.
void inverse(LinkBuilder&);
/// Each element of the complement is where a copy of A's element 0 stands.
void complement(LinkBuilder&);

// The result's elements are coordinates ...
void coordinates_of_first(LinkBuilder&);  ///< ... of the first operand
void coordinates_of_all(LinkBuilder&);    ///< ... of each operand

}  // namespace algebra::links
