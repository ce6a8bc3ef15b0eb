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

/// Neighbouring bits of a coordinate or an index with a common name: m0, m1, ...
struct BitGroup {
  std::string name;
  int count = 0;
  int first = 0;  ///< number of the lowest bit; not 0 if others of that name are left out
  int mode = 0;   ///< the layout's mode; groups of one mode are adjacent, as lane and warp of the threads
  friend bool operator==(const BitGroup&, const BitGroup&) = default;
};

/// A layout as a function of bits, linear over F2 but for an offset: coordinate bit c alone changes the index by XOR with
/// images[c], and those of several bits are XORed.
struct BitMatrix {
  std::vector<BitGroup> columns, rows;  ///< bits of the 1-D coordinate and of the index, lowest first
  std::vector<std::uint64_t> images;    ///< bit r of images[c] is the entry in row r, column c
  std::uint64_t offset = 0;             ///< the index at coordinate 0
  int element_bits = 0;                 ///< width of an element in memory, in bits; 0: unknown
  friend bool operator==(const BitMatrix&, const BitMatrix&) = default;
};

/// A function of coordinates to be converted to a matrix, and its name in problems.
struct BitFunction {
  Indexing index;
  std::function<std::string()> name;
  std::optional<Layout> layout{};  ///< set for a layout: if its sizes are not powers of two, a nearby layout is suggested
};
/// Make the function of a layout or a composed layout. Throw a Problem: "layout" for a value that is not a function of coordinates. Refer
/// to their argument.
BitFunction bit_function(const Layout&);
BitFunction bit_function(const ComposedLayout&);
/// Returns the problem of a value that is not a function of coordinates.
Problem no_function(const std::string& name);

/// Returns the matrix of a function; its offset includes all offsets. Columns are named by mode: m0, m1, ..., n0, ...; rows are i0, i1,
/// ..., or for index coordinates M0, ..., N0, ... Exact: apply(matrix, c) == layout(c) for every coordinate, proved by the strides or, up
/// to 2^20 elements, by enumeration. Throws a Problem: "power of two" for a size that is not one; "negative" for an index below 0; "carry"
/// with the first coordinate whose index is not the XOR of those of its bits; "limit" for too many bits, or for more elements than can be
/// enumerated.
BitMatrix bit_matrix(const BitFunction&);
inline BitMatrix bit_matrix(const Layout& layout) { return bit_matrix(bit_function(layout)); }
inline BitMatrix bit_matrix(const ComposedLayout& layout) { return bit_matrix(bit_function(layout)); }
/// Returns the matrix of a swizzle on `bits` bits of an index.
BitMatrix bit_matrix(const Swizzle&, int bits);
/// Returns the matrix of (thread, value) -> index, with columns lane0 to lane4, warp0, ..., reg0, ... Throws also "rank".
BitMatrix thread_value_bits(const BitFunction&);
/// Makes a matrix from its columns by mode, as in make_bit_matrix((1,2),(4,9)).
BitMatrix make_bit_matrix(std::vector<std::vector<std::uint64_t>> images_by_mode, std::uint64_t offset = 0);
/// Returns the matrix with its rows named by an element's place in shared memory: the bytes within a bank's word, the 32 banks, and lines
/// of 128 bytes. Throws "power of two" if `element_bits` is not one.
BitMatrix by_banks(BitMatrix, int element_bits);

/// Returns "BitMatrix m(1,2) n(5,10) at 3": the images by group.
std::string to_string(const BitMatrix&, Marks);
int bits_in(const std::vector<BitGroup>&);
/// Returns the name of a bit, "m0" or "lane4".
std::string bit_name(const std::vector<BitGroup>&, int bit);
/// Returns the mask of all bits whose group has this name; 0 if there is none.
std::uint64_t mask_of(const std::vector<BitGroup>&, std::string_view name);
/// Returns the index at a coordinate.
std::uint64_t apply(const BitMatrix&, std::uint64_t coordinate);
bool entry(const BitMatrix&, int row, int column);

/// Returns the rank of the submatrix of these rows and columns.
int rank(const BitMatrix&, std::uint64_t rows = ~std::uint64_t{0}, std::uint64_t columns = ~std::uint64_t{0});
/// Returns a basis of the coordinates whose XOR with any other leaves the index unchanged; empty for an injective matrix.
std::vector<std::uint64_t> kernel(const BitMatrix&);
inline bool injective(const BitMatrix& m) { return rank(m) == bits_in(m.columns); }
/// Returns whether every index below the power of two above the greatest one is reached.
bool surjective(const BitMatrix&);
/// Returns the coordinate with this index whose free bits are 0; nullopt if no coordinate has it.
std::optional<std::uint64_t> solve(const BitMatrix&, std::uint64_t index);

/// Returns a basis of the columns' span, for many queries about one matrix.
BitBasis basis_of(const BitMatrix&, std::uint64_t rows = ~std::uint64_t{0}, std::uint64_t columns = ~std::uint64_t{0});

/// Returns f o g, which has the columns of g and the rows of f. Throws "bits" if g has more rows than f has columns.
BitMatrix product(const BitMatrix& f, const BitMatrix& g);
/// Returns G with M o G o M = M. Rows that the columns do not reach get the coordinate 0.
BitMatrix generalised_inverse(const BitMatrix&);
/// Return R with M(R(i)) = i for i up to the greatest index, and R with R(M(c)) = c. Throw "bijective" with the bit, or the two
/// coordinates, that prevent it.
BitMatrix right_inverse(const BitMatrix&);
BitMatrix left_inverse(const BitMatrix&);

/// Cost of a warp's access to shared memory by a thread-value matrix whose rows are banks. Adjacent registers are accessed at once, up to
/// 16 bytes. A phase is a warp for 4 bytes, half of one for 8 and a quarter for 16.
struct BankAccess {
  int bytes = 0, word_rank = 0, bank_rank = 0;
  int ways = 1;  ///< number of words of one phase that share a bank, 2^(word_rank - bank_rank); 1: no conflicts
};
std::optional<BankAccess> bank_access(const BitMatrix&);

/// Formats the matrix as rows of 0 and 1 below the names of the columns.
std::string table_of(const BitMatrix&);
/// Returns "rank 5 of 5 · injective", "rank 4 of 5 · not injective: coordinates 0 and 6 have one index".
Message rank_words(const BitMatrix&);

}  // namespace algebra
