#pragma once
// Layouts as matrices over F2. A layout whose sizes are powers of two and whose strides never carry takes the bits of a coordinate to
// those of an index by XOR alone, and so does a swizzle: both are matrices, their composition is a product, and ranks say which
// elements meet. Triton calls these linear layouts.
//
// Bits are numbered from the lowest. At most 62 are columns and 62 are rows.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algebra/bits/bit_basis.hpp"
#include "algebra/layout/indexing.hpp"
#include "algebra/layout/problem.hpp"

namespace algebra {

/// Neighbouring bits of a coordinate or of an index that have a name in common: m0, m1, ...
struct BitGroup {
  std::string name;
  int count = 0;
  int first = 0;  ///< the number of the lowest of them, 0 but where others of the name are left out
  int mode = 0;   ///< of the layout; groups of one mode stand beside each other, as lane and warp of the threads
  friend bool operator==(const BitGroup&, const BitGroup&) = default;
};

/// A layout as a function of bits, linear over F2 but for an offset: coordinate bit c alone changes the index by XOR with
/// images[c], and those of several bits are XORed.
struct BitMatrix {
  std::vector<BitGroup> columns, rows;  ///< bits of the 1-D coordinate and of the index, lowest first
  std::vector<std::uint64_t> images;    ///< the columns: bit r is the entry of row r
  std::uint64_t offset = 0;             ///< the index at coordinate 0
  int element_bits = 0;                 ///< the width of what is in memory or moved; 0: nobody said
  friend bool operator==(const BitMatrix&, const BitMatrix&) = default;
};

/// A function of coordinates, as its matrix is made, and how a problem with it names it.
struct BitFunction {
  Indexing index;
  std::function<std::string()> name;
  std::optional<Layout> layout{};  ///< where it is one: of sizes that are no powers of two a layout near it is suggested
};
/// Of a layout or a composed layout. Throw a Problem: "layout" for what is no function of coordinates. Refer to their argument.
BitFunction bit_function(const Layout&);
BitFunction bit_function(const ComposedLayout&);
/// The problem of what is none.
Problem no_function(const std::string& name);

/// The matrix of a function, with all offsets in the matrix's.
/// Columns are named by mode: m0, m1, ..., n0, ...; rows are i0, i1, ..., or for indices that are coordinates M0, ..., N0, ...
/// Exact: apply(matrix, c) == layout(c) for every coordinate, by the strides or, up to 2^20 elements, by enumeration.
/// Throws a Problem: "power of two" for a size that is none; "negative" for
/// an index below 0; "carry" with the first coordinate whose index is not the XOR of those of its bits; "limit" for too many bits, or
/// for more elements than can be enumerated.
BitMatrix bit_matrix(const BitFunction&);
inline BitMatrix bit_matrix(const Layout& layout) { return bit_matrix(bit_function(layout)); }
inline BitMatrix bit_matrix(const ComposedLayout& layout) { return bit_matrix(bit_function(layout)); }
/// That of a swizzle, on `bits` bits of an index.
BitMatrix bit_matrix(const Swizzle&, int bits);
/// The same of (thread, value) -> index: columns lane0 to lane4, warp0, ..., reg0, ... Throws also "rank".
BitMatrix thread_value_bits(const BitFunction&);
/// A matrix of the columns given by mode, as in make_bit_matrix((1,2),(4,9)).
BitMatrix make_bit_matrix(std::vector<std::vector<std::uint64_t>> images_by_mode, std::uint64_t offset = 0);
/// The same matrix with rows named by where in shared memory an element of `element_bits` is: the bytes within a bank's word, the
/// 32 banks, and lines of 128 bytes. Throws "power of two" for other widths.
BitMatrix by_banks(BitMatrix, int element_bits);

/// "BitMatrix m(1,2) n(5,10) at 3": the images by group.
std::string to_string(const BitMatrix&, Marks);
int bits_in(const std::vector<BitGroup>&);
/// "m0", "lane4": the name of a bit.
std::string bit_name(const std::vector<BitGroup>&, int bit);
/// The mask of all bits whose group has this name; 0 where none has.
std::uint64_t mask_of(const std::vector<BitGroup>&, std::string_view name);
/// The index at a coordinate.
std::uint64_t apply(const BitMatrix&, std::uint64_t coordinate);
bool entry(const BitMatrix&, int row, int column);

/// The rank of the part that has these rows and columns.
int rank(const BitMatrix&, std::uint64_t rows = ~std::uint64_t{0}, std::uint64_t columns = ~std::uint64_t{0});
/// A basis of the coordinates whose XOR with any other does not change the index; empty for an injective matrix.
std::vector<std::uint64_t> kernel(const BitMatrix&);
inline bool injective(const BitMatrix& m) { return rank(m) == bits_in(m.columns); }
/// Whether every index below the power of two above the greatest is reached.
bool surjective(const BitMatrix&);
/// Coordinates with this index: the one whose free bits are 0; nullopt if the index is reached by none.
std::optional<std::uint64_t> solve(const BitMatrix&, std::uint64_t index);

/// The columns as functions of a basis of what they span, for many questions about one matrix.
BitBasis basis_of(const BitMatrix&, std::uint64_t rows = ~std::uint64_t{0}, std::uint64_t columns = ~std::uint64_t{0});

/// f o g: the columns of g, the rows of f. Throws "bits" if g has more rows than f has columns.
BitMatrix product(const BitMatrix& f, const BitMatrix& g);
/// G with M o G o M = M. Rows that the columns do not reach have the coordinate 0.
BitMatrix generalised_inverse(const BitMatrix&);
/// M(R(i)) = i for i up to the greatest index, and R(M(c)) = c. Throw "bijective" with the bit, or the two coordinates, for which there
/// is none.
BitMatrix right_inverse(const BitMatrix&);
BitMatrix left_inverse(const BitMatrix&);

/// What a warp's access does in shared memory, of a thread-value matrix whose rows are banks: registers that lie beside each other
/// are accessed at once, up to 16 bytes. A phase is a warp for 4 bytes, half of one for 8 and a quarter for 16.
struct BankAccess {
  int bytes = 0, word_rank = 0, bank_rank = 0;
  int ways = 1;  ///< words that meet in a bank of a phase, 2^(word_rank - bank_rank); 1: free of conflicts
};
std::optional<BankAccess> bank_access(const BitMatrix&);

/// Rows of 0 and 1 beneath the names of the columns.
std::string table_of(const BitMatrix&);
/// "rank 5 of 5 · injective", "rank 4 of 5 · not injective: coordinates 0 and 6 have one index".
Message rank_words(const BitMatrix&);

}  // namespace algebra
