#pragma once
// The layouts of shared memory that WGMMA and tcgen05.mma read: CuTe's GMMA:: and UMMA::Layout_K_SW128_Atom<half_t> and their
// relatives. Source: CUTLASS include/cute/atom/mma_traits_sm90_gmma.hpp, mma_traits_sm90_gmma_sparse.hpp, mma_traits_sm100.hpp.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/layout/composed.hpp"

namespace algebra {

/// The span over which an atom's 16-byte chunks are swizzled: 16 (not at all), 32, 64 or 128 bytes. `sw128_32b` swizzles chunks of 32
/// bytes, for 4-byte elements on Blackwell.
enum class SmemSwizzle : std::uint8_t { inter, sw32, sw64, sw128, sw128_32b };

/// Returns "SW128", as in CuTe's names.
std::string_view name_of(SmemSwizzle);

/// The parts of an atom's name.
struct SmemAtomName {
  enum class Form : std::uint8_t {
    dense,   ///< Layout_K_SW128_Atom<T>
    bits,    ///< Layout_K_SW128_Atom_Bits
    sparse,  ///< Layout_K_SW128_SpAtom<T,S>
  };
  SmemSwizzle swizzle = SmemSwizzle::inter;
  std::optional<Major> major{};  ///< mn or k; nullopt if the major is a template argument: Layout_SW128_Atom<T,Major>
  Form form = Form::dense;
  friend bool operator==(const SmemAtomName&, const SmemAtomName&) = default;
};

/// Reads a name without its namespace; nullopt if CuTe has no such atom.
std::optional<SmemAtomName> find_smem_atom(std::string_view name);
/// Returns CuTe's name, with its namespace: UMMA::Layout_MN_SW128_32B_Atom, all others in GMMA.
std::string to_string(const SmemAtomName&);
/// Returns all names, without their namespace.
const std::vector<std::string>& smem_atom_names();

/// Returns the atom for elements of `bits` bits, whose swizzle on bytes waits for a pointer to shared memory. `sparsity`: logical elements
/// per stored element. Errors: "swizzle", or CuTe's of upcast, if the width does not fit.
ComposedLayout smem_atom(SmemSwizzle, Major, int bits, int sparsity = 1);

}  // namespace algebra
