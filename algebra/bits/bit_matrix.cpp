#include "algebra/bits/bit_matrix.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "algebra/bits/bit_layout.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/indexing.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

constexpr int most_bits = 62;
constexpr std::int64_t most_enumerated = std::int64_t{1} << 20;
int log2_of(std::int64_t n) { return std::countr_zero(static_cast<std::uint64_t>(n)); }
bool is_power(std::int64_t n) { return n > 0 && std::has_single_bit(static_cast<std::uint64_t>(n)); }

/// Returns m, n, k, l, and then names by number.
std::string mode_name(int mode, bool upper) {
  constexpr std::string_view lower = "mnkl", capital = "MNKL";
  if (mode < 4) return std::string(1, (upper ? capital : lower)[static_cast<std::size_t>(mode)]);
  return fmt::format("{}{}_", upper ? "X" : "x", mode);
}

std::vector<BitGroup> groups_of(const IntTuple& shape, bool upper) {
  std::vector<BitGroup> groups;
  for (int i = 0; i < shape.rank(); ++i) groups.push_back({mode_name(i, upper), log2_of(product(shape.mode(i)).value), 0, i});
  return groups;
}

void require_powers(const BitFunction& f) {
  const auto& shape = f.index.layout.shape();
  std::int64_t before = 1;
  std::optional<Problem> problem;
  shape.for_each_integer([&](Int n) {
    if (!problem && !is_power(n.value)) {
      const auto last = before * static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::max<std::int64_t>(1, n.value))));
      problem = Problem{
          "power of two",
          message("{} has a mode of size {}, not a power of two: from coordinate {} on, not every combination of bits is a coordinate.",
                  f.name(), n.value, last),
          {}};
    }
    before *= n.value;
  });
  if (!problem) return;
  if (const auto& l = f.layout) {
    const auto up = [](Int n) {
      return Int{static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(1, n.value)))), n.is_static};
    };
    const auto rounded = l->shape().transformed(up);
    for (const auto& near : {Layout(rounded, l->stride()), make_layout(rounded)})
      if (problem->suggestions.empty() && attempt([&] { return bit_matrix(near); })) problem->suggestions.push_back(plain(near));
  }
  throw *problem;
}

/// Tests that adding numbers one by one never carries.
struct Disjoint {
  std::uint64_t used = 0;
  bool take(std::int64_t x) {
    const auto bits = static_cast<std::uint64_t>(x);
    if (x < 0 || (used & bits) != 0) return false;
    used |= bits;
    return true;
  }
};

bool clear_of_carries(const OuterFunction& f, Disjoint& reached) {
  if (!f.inside.empty() && !clear_of_carries(f.inside[0], reached)) return false;
  const auto* swizzle = std::get_if<Swizzle>(&f.function);
  if (swizzle == nullptr || !reached.take(f.offset.value.value)) return false;
  // Each reached bit may also set the bit that the swizzle changes by it.
  for (int bit = 0; bit < most_bits; ++bit)
    if ((reached.used >> bit & 1) != 0)
      reached.used |= static_cast<std::uint64_t>(apply(*swizzle, static_cast<std::int64_t>(one_bit << bit)));
  return true;
}

/// Returns whether no sum on the way to the index carries, so that it is a XOR.
bool clear_of_carries(const Indexing& f) {
  Disjoint reached;
  for (const auto& m : flat_modes(f.layout))
    for (auto step = std::int64_t{1}; step < m.shape.value; step *= 2) {
      std::int64_t part = 0;
      if (__builtin_mul_overflow(step, m.stride.value, &part) || !reached.take(part)) return false;
    }
  if (!reached.take(f.offset)) return false;
  if (f.outer.function && !clear_of_carries(*f.outer.function, reached)) return false;
  return reached.take(f.outer.start);
}

/// Throws the Problem that describes a carry: "m0 adds 3 and n0 adds 6".
[[noreturn]] void throw_carry(const BitFunction& f, const BitMatrix& m, std::int64_t at) {
  auto parts = m.offset == 0 ? std::string() : fmt::format("the offset ({})", m.offset);
  for (int c = 0; c < bits_in(m.columns); ++c)
    if ((static_cast<std::uint64_t>(at) >> c & 1) != 0)
      parts += fmt::format("{}{} ({})", parts.empty() ? "" : ", ", bit_name(m.columns, c), m.images[static_cast<std::size_t>(c)]);
  Problem problem{
      "carry",
      message("{} is not linear over bits: at coordinate {} the index is {}, where XOR of its bits {} makes {}: the sum carries.", f.name(),
              at, f.index(at), parts, apply(m, static_cast<std::uint64_t>(at))),
      {}};
  if (const auto near = nearest_layout(m); near.changed == 0) problem.suggestions.push_back(plain(near.value));
  throw problem;
}

void require_linear(const BitFunction& f, const BitMatrix& m) {
  if (clear_of_carries(f.index)) return;
  const auto n = size(f.index.layout);
  const auto differs = [&](std::int64_t c) { return static_cast<std::uint64_t>(f.index(c)) != apply(m, static_cast<std::uint64_t>(c)); };
  if (n <= most_enumerated) {
    for (std::int64_t c = 0; c < n; ++c)
      if (differs(c)) throw_carry(f, m, c);
    return;
  }
  const int bits = bits_in(m.columns);
  std::int64_t first = n;
  for (int a = 0; a < bits; ++a)
    for (int b = a + 1; b < bits; ++b)
      if (const auto c = static_cast<std::int64_t>(one_bit << a | one_bit << b); c < first && differs(c)) first = c;
  if (first < n) throw_carry(f, m, first);
  throw Problem{"limit", message("{} has {} elements, too many to decide whether it is linear over bits.", f.name(), n), {}};
}

/// Returns the rows for an index below 2^bits: at least as many as there are columns, so that a bijection can exist.
std::vector<BitGroup> rows_of(const IntTuple& codomain, int bits, int columns) {
  bool powers = codomain.rank() > 0;
  codomain.for_each_integer([&](Int n) { powers = powers && is_power(n.value); });
  if (powers)
    if (auto groups = groups_of(codomain, true); bits_in(groups) >= bits) return groups;
  return {{"i", std::max(bits, columns)}};
}

int width_of(const BitMatrix& m) {
  auto all = m.offset;
  for (const auto image : m.images) all |= image;
  return static_cast<int>(std::bit_width(all));
}

BitMatrix matrix_of(const BitFunction& f, std::vector<BitGroup> columns) {
  BitMatrix m{.columns = std::move(columns), .rows = {}, .images = {}};
  const int bits = bits_in(m.columns);
  const auto index_at = [&](std::int64_t c) {
    const auto index = f.index(c);
    if (index < 0)
      throw Problem{"negative",
                    message("{} has the index {} at coordinate {}: a matrix of bits needs indices of at least 0.", f.name(), index, c),
                    {}};
    return static_cast<std::uint64_t>(index);
  };
  m.offset = index_at(0);
  for (int c = 0; c < bits; ++c) m.images.push_back(index_at(static_cast<std::int64_t>(one_bit << c)) ^ m.offset);
  m.rows = rows_of(f.index.codomain, width_of(m), bits);
  if (bits_in(m.rows) > most_bits) throw Problem{"limit", message("{} has indices of more than {} bits.", f.name(), most_bits), {}};
  require_linear(f, m);
  return m;
}

std::uint64_t coordinate_mask(const BitMatrix& m) { return (one_bit << bits_in(m.columns)) - 1; }

}  // namespace

std::string to_string(const BitMatrix& m, Marks) {
  std::string text = "BitMatrix";
  std::size_t column = 0;
  for (const auto& group : m.columns) {
    text += fmt::format(" {}(", group.name);
    for (int i = 0; i < group.count; ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", m.images[column++]);
    text += ')';
  }
  return m.offset == 0 ? text : text + fmt::format(" at {}", m.offset);
}

int bits_in(const std::vector<BitGroup>& groups) {
  int bits = 0;
  for (const auto& g : groups) bits += g.count;
  return bits;
}

std::string bit_name(const std::vector<BitGroup>& groups, int bit) {
  for (const auto& g : groups) {
    if (bit < g.count) return fmt::format("{}{}", g.name, g.first + bit);
    bit -= g.count;
  }
  return fmt::format("{}", bit);
}

std::uint64_t mask_of(const std::vector<BitGroup>& groups, std::string_view name) {
  std::uint64_t mask = 0;
  int first = 0;
  for (const auto& g : groups) {
    if (g.name == name) mask |= ((one_bit << g.count) - 1) << first;
    first += g.count;
  }
  return mask;
}

std::uint64_t apply(const BitMatrix& m, std::uint64_t coordinate) {
  auto index = m.offset;
  for (coordinate &= coordinate_mask(m); coordinate != 0; coordinate &= coordinate - 1)
    index ^= m.images[static_cast<std::size_t>(std::countr_zero(coordinate))];
  return index;
}

bool entry(const BitMatrix& m, int row, int column) { return (m.images[static_cast<std::size_t>(column)] >> row & 1) != 0; }

Problem no_function(const std::string& name) {
  return {"layout", message("{} is not a function of coordinates, as a layout or a tensor is.", name), {}};
}

BitFunction bit_function(const Layout& layout) {
  auto f = indexing(layout);
  if (!f) throw no_function(plain(layout));
  return {*std::move(f), [&layout] { return plain(layout); }, layout};
}

BitFunction bit_function(const ComposedLayout& layout) {
  auto f = indexing(layout);
  if (!f) throw no_function(plain(layout));
  return {*std::move(f), [&layout] { return plain(layout); }};
}

BitMatrix bit_matrix(const BitFunction& f) {
  require_powers(f);
  return matrix_of(f, groups_of(f.index.layout.shape(), false));
}

BitMatrix bit_matrix(const Swizzle& s, int bits) {
  if (bits < 0 || bits > most_bits) throw Problem{"limit", message("{} bits are more than {}.", bits, most_bits), {}};
  BitMatrix m{.columns = {{"i", bits}}, .rows = {}, .images = {}};
  for (int c = 0; c < bits; ++c) m.images.push_back(static_cast<std::uint64_t>(apply(s, static_cast<std::int64_t>(one_bit << c))));
  m.rows = {{"i", std::max(bits, width_of(m))}};
  return m;
}

BitMatrix thread_value_bits(const BitFunction& f) {
  require_powers(f);
  const auto& layout = f.index.layout;
  if (const int r = rank(layout); r != 2)
    throw Problem{"rank", message("{} has rank {}, but a thread-value layout has rank 2: threads and values.", f.name(), r), {}};
  const int threads = log2_of(size(mode(layout, 0))), lanes = std::min(threads, 5);
  return matrix_of(f, {{"lane", lanes, 0, 0}, {"warp", threads - lanes, 0, 0}, {"reg", log2_of(size(mode(layout, 1))), 0, 1}});
}

BitMatrix make_bit_matrix(std::vector<std::vector<std::uint64_t>> images_by_mode, std::uint64_t offset) {
  BitMatrix m{.columns = {}, .rows = {}, .images = {}, .offset = offset};
  for (std::size_t i = 0; i < images_by_mode.size(); ++i) {
    m.columns.push_back({mode_name(static_cast<int>(i), false), static_cast<int>(images_by_mode[i].size()), 0, static_cast<int>(i)});
    m.images.insert(m.images.end(), images_by_mode[i].begin(), images_by_mode[i].end());
  }
  m.rows = rows_of({}, width_of(m), bits_in(m.columns));
  if (bits_in(m.columns) > most_bits || width_of(m) > most_bits)
    throw Problem{"limit", message("A matrix has at most {} columns and {} rows.", most_bits, most_bits), {}};
  return m;
}

BitMatrix by_banks(BitMatrix m, int element_bits) {
  if (!is_power(element_bits))
    throw Problem{"power of two", message("Elements of {} bits do not begin at powers of two.", element_bits), {}};
  const int rows = std::max(1, bits_in(m.rows));
  // Index bit r is address bit r + first: 5 bits within a bank's word (counted in bits), 5 bits of the bank, then the line.
  const int first = log2_of(element_bits);
  m.rows.clear();
  m.element_bits = element_bits;
  const auto add = [&](const char* name, int from, int to) {
    const int begin = std::max(from, first), end = std::min(to, first + rows);
    if (begin < end) m.rows.push_back({name, end - begin, begin - from, static_cast<int>(m.rows.size())});
  };
  add("bit", 0, 3);
  add("byte", 3, 5);
  add("bank", 5, 10);
  add("line", 10, 10 + most_bits);
  return m;
}

BitBasis basis_of(const BitMatrix& m, std::uint64_t rows, std::uint64_t columns) {
  BitBasis basis;
  for (std::size_t c = 0; c < m.images.size(); ++c) {
    auto from = one_bit << c;
    if ((columns & from) != 0) basis.add(m.images[c] & rows, from);
  }
  return basis;
}

int rank(const BitMatrix& m, std::uint64_t rows, std::uint64_t columns) { return basis_of(m, rows, columns).size(); }

std::vector<std::uint64_t> kernel(const BitMatrix& m) {
  BitBasis basis;
  std::vector<std::uint64_t> all;
  for (std::size_t c = 0; c < m.images.size(); ++c)
    if (auto from = one_bit << c; !basis.add(m.images[c], from)) all.push_back(from);
  return all;
}

std::optional<std::uint64_t> solve(const BitMatrix& m, std::uint64_t index) {
  std::uint64_t from = 0;
  return basis_of(m).reduce(index ^ m.offset, from) == 0 ? std::optional(from) : std::nullopt;
}

BitMatrix product(const BitMatrix& f, const BitMatrix& g) {
  if (const int needed = width_of(g), has = bits_in(f.columns); needed > has)
    throw Problem{"bits", message("The second matrix has indices of {} bits, of which the first takes {}.", needed, has), {}};
  BitMatrix result{.columns = g.columns, .rows = f.rows, .images = {}, .offset = apply(f, g.offset)};
  for (const auto image : g.images) result.images.push_back(apply(f, image) ^ f.offset);
  return result;
}

BitMatrix generalised_inverse(const BitMatrix& m) {
  const auto basis = basis_of(m);
  BitMatrix result{.columns = m.rows, .rows = m.columns, .images = std::vector<std::uint64_t>(static_cast<std::size_t>(bits_in(m.rows)))};
  for (const auto& member : basis.members()) result.images[static_cast<std::size_t>(std::countr_zero(member.vector))] = member.from;
  result.offset = apply(result, m.offset);
  return result;
}

bool surjective(const BitMatrix& m) { return rank(m) == width_of(m); }

BitMatrix right_inverse(const BitMatrix& m) {
  const auto basis = basis_of(m);
  auto reached = m;
  int width = width_of(m);
  for (int r = 0; r < width; ++r)
    if (!basis.spans(one_bit << r))
      throw Problem{
          "bijective", message("No coordinate changes {} alone: the rank is {} of {} rows.", bit_name(m.rows, r), basis.size(), width), {}};
  // Rows that no column reaches are dropped.
  for (auto& g : reached.rows) width -= g.count = std::min(g.count, width);
  return generalised_inverse(reached);
}

BitMatrix left_inverse(const BitMatrix& m) {
  if (const auto k = kernel(m); !k.empty())
    throw Problem{"bijective",
                  message("Coordinates 0 and {} have the same index: the rank is {} of {} columns.", k[0], rank(m), bits_in(m.columns)),
                  {}};
  return generalised_inverse(m);
}

std::optional<BankAccess> bank_access(const BitMatrix& m) {
  const auto lanes = mask_of(m.columns, "lane"), registers = mask_of(m.columns, "reg"), banks = mask_of(m.rows, "bank");
  if (lanes == 0 || m.element_bits == 0 || mask_of(m.rows, "lane") != 0) return std::nullopt;
  auto columns = lanes;
  int bits = m.element_bits;
  for (auto beside = one_bit, left = registers; bits < 128 && left != 0; beside <<= 1, left &= left - 1, bits *= 2) {
    if (m.images[static_cast<std::size_t>(std::countr_zero(left))] != beside) break;
    columns |= left & -left;
  }
  for (int served = bits; served > 32; served /= 2) columns &= ~std::bit_floor(columns & lanes);
  const auto words = banks | mask_of(m.rows, "line");
  BankAccess a{.bytes = std::max(1, bits / 8), .word_rank = rank(m, words, columns), .bank_rank = rank(m, banks, columns)};
  a.ways = 1 << (a.word_rank - a.bank_rank);
  return a;
}

std::string table_of(const BitMatrix& m) {
  const int columns = bits_in(m.columns), rows = bits_in(m.rows);
  std::size_t name = 0;
  for (int r = 0; r < rows; ++r) name = std::max(name, bit_name(m.rows, r).size());
  auto text = std::string(name, ' ');
  for (int c = 0; c < columns; ++c) text += " " + bit_name(m.columns, c);
  if (m.offset != 0) text += " offset";
  for (int r = 0; r < rows; ++r) {
    text += fmt::format("\n{:<{}}", bit_name(m.rows, r), name);
    for (int c = 0; c < columns; ++c) text += fmt::format(" {:>{}}", entry(m, r, c) ? 1 : 0, bit_name(m.columns, c).size());
    if (m.offset != 0) text += fmt::format(" {:>6}", m.offset >> r & 1);
  }
  return text;
}

Message rank_words(const BitMatrix& m) {
  const int r = rank(m), columns = bits_in(m.columns);
  const auto k = kernel(m);
  if (k.empty()) return Message::list({message("rank {} of {}", r, columns), "injective"});
  return Message::list({message("rank {} of {}", r, columns), message("not injective: coordinates 0 and {} have the same index", k[0])});
}

}  // namespace algebra
