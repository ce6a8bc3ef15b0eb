#include "algebra/hardware/sparse_config.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "algebra/hardware/literals.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"

namespace algebra::sparse {
namespace {

using namespace literals;

[[noreturn]] void refuse(Message why) { throw Problem{"static_assert", std::move(why), {}}; }

/// The class of an instruction's types, which decides the layout of E.
enum class Kind : std::uint8_t { f8, i8, f16, tf32, f4 };

std::string_view short_name(const ElementType& type, std::string& kept) {
  kept = cpp_type(type);
  const auto scope = kept.rfind("::");
  return scope == kept.npos ? std::string_view(kept) : std::string_view(kept).substr(scope + 2);
}

Kind kind_of(bool hopper, const Element& a, const Element& e) {
  std::string kept;
  const auto name = short_name(a.type, kept);
  const auto one_of = [&](auto... names) { return ((name == names) || ...); };
  std::string kept_e;
  const auto bytes = short_name(e.type, kept_e) == "uint8_t";
  const auto unknown = [&]() -> Kind {
    refuse(
        message("Ambiguous Input Type Config (failed to choose MMA type): {} has no configuration for sparse_elem<{},{}> with metadata "
                "sparse_elem<{},{}>.",
                hopper ? "Sm90GemmSparseConfig" : "Sm1xxGemmSparseConfig", a.elements, std::string(name), e.elements, kept_e));
  };
  const auto metadata = [&](std::int64_t elements) { return hopper || (bytes && e.elements == elements); };
  if (!hopper && name == "uint8_t" && a.elements == 4) return metadata(16) ? Kind::f4 : unknown();
  if (a.elements != 2) return unknown();
  if (one_of("float_e4m3_t", "float_e5m2_t")) return metadata(8) ? Kind::f8 : unknown();
  if (name == "int8_t" || (hopper && name == "uint8_t")) return metadata(8) ? Kind::i8 : unknown();
  if (one_of("half_t", "bfloat16_t")) return metadata(8) ? Kind::f16 : unknown();
  if (one_of("tfloat32_t", "float")) return metadata(4) ? Kind::tf32 : unknown();
  if (!hopper && one_of("float_e2m1_t", "float_e3m2_t", "float_e2m3_t", "type_erased_dynamic_float4_t", "type_erased_dynamic_float6_t",
                        "type_erased_dynamic_float8_t", "float_e2m1_unpacksmem_t", "float_e3m2_unpacksmem_t", "float_e2m3_unpacksmem_t"))
    return metadata(8) ? Kind::f8 : unknown();
  return unknown();
}

/// Returns whether A has a type of 4 or 6 bits in Blackwell's F8F6F4 instructions, which is stored in bytes.
bool below_8_bits(const Element& a) { return a.elements == 2 && a.type.bits < 8; }

/// Makes blocks of 64 rows: make_ordered_layout(((8,2,4),(chunk,2,n)), ((3,1,5),(0,4,2))).
Layout hopper_atom(std::int64_t chunk, std::int64_t blocks) {
  return make_ordered_layout(tuple({tuple({fixed(8), fixed(2), fixed(4)}), tuple({fixed(chunk), fixed(2), fixed(blocks)})}),
                             tuple({tuple({fixed(3), fixed(1), fixed(5)}), tuple({fixed(0), fixed(4), fixed(2)})}));
}
/// Makes blocks of 128 rows, with explicit strides.
Layout blackwell_atom(std::int64_t chunk) {
  return {tuple({tuple({fixed(8), fixed(2), fixed(8)}), tuple({fixed(chunk), fixed(2), fixed(4)})}),
          tuple({tuple({fixed(8 * chunk), fixed(chunk), fixed(128 * chunk)}), tuple({fixed(1), fixed(64 * chunk), fixed(2 * chunk)})})};
}
Layout plain_atom(std::int64_t rows, std::int64_t k) { return {tuple({fixed(rows), fixed(k)}), tuple({fixed(k), fixed(1)})}; }

std::int32_t wrapped(std::int64_t a, std::int64_t b) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

struct Extents {
  std::int64_t m, k, l;
};
Extents extents(const IntTuple& problem) {
  const bool fits = problem.is_tuple() && problem.rank() == 4;
  for (int i = 0; fits && i < 4; ++i)
    if (!problem.mode(i).is_integer() || problem.mode(i).integer().value < 0)
      throw Problem{"argument", message("The problem is four sizes (M,N,K,L), not {}.", to_string(problem, Marks::plain)), {}};
  if (!fits) throw Problem{"argument", message("The problem is (M,N,K,L), not {}.", to_string(problem, Marks::plain)), {"(256,128,256,1)"}};
  for (int i = 0; i < 4; ++i)
    if (const auto n = problem.mode(i).integer().value; n > std::numeric_limits<std::int32_t>::max() / 2)
      throw Problem{"overflow", message("The sizes of a problem are integers of 32 bits: {} is too large.", n), {}};
  return {problem.mode(0).integer().value, problem.mode(2).integer().value, problem.mode(3).integer().value};
}
std::int64_t rows_of(const Layout& atom) { return size(mode(atom, 0)); }
std::int64_t k_of(const Layout& atom) { return size(mode(atom, 1)); }

Layout a_layout(bool k_major, Int m, Int half_k, Int l, Int along, Int batch) {
  const auto two = fixed(2), one = fixed(1);
  return {tuple({m, tuple({two, half_k}), l}),
          k_major ? tuple({along, tuple({one, two}), batch}) : tuple({two, tuple({one, along}), batch})};
}
Layout e_layout(const Layout& atom, Int m, Int k, Int l, Int along, Int batch) {
  return {tuple({tuple({atom.shape().mode(0), m}), tuple({atom.shape().mode(1), k}), l}),
          tuple({tuple({atom.stride().mode(0), cosize_of(atom)}), tuple({atom.stride().mode(1), along}), batch})};
}

/// Returns M and K padded as a layout pads them.
Extents padded(const Config& c, const Extents& e, bool metadata) {
  if (metadata) return {round_up(e.m, rows_of(c.atom)), round_up(e.k, k_of(c.atom)), e.l};
  return {round_up(e.m, c.align_m), round_up(e.k, c.align_k), e.l};
}
Int batch_stride(const Extents& p) { return running(p.l == 1 ? 0 : wrapped(p.m, p.k)); }

}  // namespace

Config config(bool hopper, const Element& a, bool k_major, const Element& e, std::int64_t least_k) {
  const auto kind = kind_of(hopper, a, e);
  Config c{.hopper = hopper, .k_major = k_major, .atom = {}};
  c.chunk = kind == Kind::tf32 ? 2 : kind == Kind::f4 ? 8 : 4;
  c.metadata_bits = kind == Kind::tf32 ? 4 : 2;
  const auto bits = a.type.bits;
  if (hopper) {
    const auto block = 512 / bits;
    if (least_k % block != 0 || least_k <= 0)
      refuse(message("MinTileShapeK must be a multiple of BlockK: {} is not a multiple of {}.", least_k, block));
    c.atom = kind == Kind::tf32  ? hopper_atom(8, least_k / block)
             : kind == Kind::f16 ? hopper_atom(16, least_k / block)
                                 : plain_atom(64, least_k);
  } else {
    c.atom = kind == Kind::tf32  ? blackwell_atom(8)
             : kind == Kind::f16 ? blackwell_atom(16)
             : kind == Kind::f4  ? plain_atom(128, 256)
                                 : plain_atom(128, 128);
  }
  // sizeof_bits of sparse_elem<2,type>, the stored width of one logical element.
  const bool unpacked = !hopper && below_8_bits(a);
  const auto elements_in_16_bytes = 128 * a.elements / bits;
  c.align_k = !k_major ? c.chunk : unpacked ? 256 : elements_in_16_bytes;
  c.align_m = k_major ? 1 : unpacked ? 128 : 128 / bits * (kind == Kind::f4 ? 2 : 1);
  return c;
}

Layout unset_a(const Config& c) {
  const auto none = running(0);
  return a_layout(c.k_major, none, none, none, none, none);
}
Layout unset_e(const Config& c) {
  const auto none = running(0);
  return e_layout(c.atom, none, none, none, none, none);
}

Layout fill_a(const Config& c, const IntTuple& problem) {
  const auto p = padded(c, extents(problem), false);
  return a_layout(c.k_major, running(p.m), running(p.k / 2), running(p.l), running(c.k_major ? p.k : 2 * p.m), batch_stride(p));
}
Layout fill_e(const Config& c, const IntTuple& problem) {
  const auto p = padded(c, extents(problem), true);
  return e_layout(c.atom, running(p.m / rows_of(c.atom)), running(p.k / k_of(c.atom)), running(p.l), running(wrapped(p.m, k_of(c.atom))),
                  batch_stride(p));
}

bool wraps(const Config& c, const IntTuple& problem, bool metadata, std::int64_t& exact) {
  const auto p = padded(c, extents(problem), metadata);
  exact = p.m * p.k;
  return p.l != 1 && exact > std::numeric_limits<std::int32_t>::max();
}

}  // namespace algebra::sparse
