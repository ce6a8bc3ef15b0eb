#pragma once
// The hardware's copy and MMA instructions as CuTe's traits describe them: the elements that each thread holds.
//
// assets/atoms.tsv has them as families with parameters (algebra/hardware/atom_table.hpp). An atom is made when it is first requested.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/layout/layout.hpp"

namespace algebra {

/// The embedded assets/atoms.tsv: CuTe C++'s values for each atom.
extern const std::string_view atoms_table;

/// CuTe's MMA_Traits of one instruction (include/cute/atom/mma_traits_*.hpp).
struct MmaTraits {
  /// The memory of an operand.
  enum class Place : std::uint8_t { registers, shared, tensor };
  struct Operand {
    Layout tv;              ///< (thread, value) -> element of A's (M,K), B's (N,K) or C's (M,N), column-major
    int bits = 32;          ///< width of an element
    std::string type{};     ///< its type if the template arguments give it, as in C++; "" if the name does
    bool congruent = true;  ///< false: CuTe's own layout is malformed (stride not congruent to shape), so CuTe cannot use it
    Place place = Place::registers;
    std::int64_t group = 1;  ///< of a sparse A: how many elements along K a value stands for; the layout maps to (M,K/group)
  };
  std::string name;  ///< with namespaces, without template arguments
  /// The kind of its template arguments.
  enum class Arguments : std::uint8_t {
    none,
    majors,  ///< <GMMA::Major::K,GMMA::Major::MN>, of A and B; the layouts do not depend on them
    others,  ///< types and sizes, perhaps followed by majors
  };
  Arguments arguments = Arguments::none;
  bool empty_brackets = false;  ///< written with <>, because all of its template arguments have defaults
  IntTuple shape_mnk;
  Layout thr_id;                    ///< thread of the atom -> thread index
  std::array<Operand, 3> operands;  ///< A, B, C
  std::int64_t blocks = 1;          ///< products of this shape that one instruction makes; the layouts then map to (row,column,block)
  /// Further members of the traits, as CuTe prints them: E_TV of a sparse A's metadata, SFVecSize, SFA_TV and SFB_TV of block scales.
  std::vector<std::pair<std::string, std::string>> more{};
};

/// CuTe's Copy_Traits of one instruction (include/cute/atom/copy_traits_*.hpp). Its layouts count bits.
struct CopyTraits {
  std::string name;  ///< without template argument
  std::string type;  ///< the template argument, "" for none: uint128_t; Int<1024> for Copy_Traits<SM90_TMA_LOAD,Int<1024>>
  Layout thr_id;
  Layout src, dst, ref;                                     ///< (thread, bit) -> bit
  std::vector<std::pair<std::string, std::string>> more{};  ///< ValID, which maps bits to bits of tensor memory
  std::int64_t bits() const { return size(mode(ref, 1)); }  ///< bits that one thread moves
};

/// Returns whether the instruction is NVIDIA's; AMD's and Intel's are atoms as well.
bool is_nvidia(const MmaTraits&);
/// Returns whether C++ has MMA_Traits of the instruction: CuTe of NVIDIA's, sycl-tla of Xe's.
bool has_cpp_traits(const MmaTraits&);

/// Properties of a copy instruction that CuTe's traits give only by its name: SM80_CP_ASYNC_CACHEGLOBAL, SM90_TMA_LOAD_MULTICAST.
struct CopyInstruction {
  enum class Kind : std::uint8_t {
    access,    ///< loads and stores of the thread
    cp_async,  ///< cp.async
    ldmatrix,
    stmatrix,
    tma,       ///< cp.async.bulk
    tmem_ld,   ///< tcgen05.ld
    tmem_st,   ///< tcgen05.st
    tmem_cp,   ///< tcgen05.cp: from shared to tensor memory
    exchange,  ///< between the registers of a warp
  };
  Kind kind = Kind::access;
  int architecture = 0;        ///< 90 for SM90_TMA_LOAD; 0 for UniversalCopy
  int matrices = 0;            ///< for ldmatrix and stmatrix: 1, 2 or 4
  int matrix_bits = 0;         ///< width of their elements: 8 or 16
  bool transposed = false;     ///< transposes each matrix between memory and registers
  bool vectorizes = false;     ///< as wide as the contiguous elements allow
  bool past_l1 = false;        ///< cp.async.cg
  bool zero_filling = false;   ///< cp.async with a source size, which fills the rest with zeros
  bool stores = false;         ///< TMA: from shared memory
  bool adds = false;           ///< TMA: adds to global memory
  bool multicast = false;      ///< TMA: to each CTA of the cluster
  int datapaths = 0;           ///< datapaths of tensor memory that tcgen05.ld and st reach at once: 16 or 32
  bool packs_16_bits = false;  ///< tcgen05.ld and st that pack two columns into a register
  bool to_quarters = false;    ///< tcgen05.cp of 32 rows of 128 bits to each quarter of the datapaths
  bool by_matrix() const { return kind == Kind::ldmatrix || kind == Kind::stmatrix; }
  friend bool operator==(const CopyInstruction&, const CopyInstruction&) = default;
};
CopyInstruction copy_instruction(const CopyTraits&);

/// Returns UniversalCopy<uint128_t>, SM75_U32x4_LDSM_N, Copy_Traits<SM90_TMA_LOAD,Int<1024>>; for a TMA instruction alone its name.
std::string name_of(const CopyTraits&);

/// Template arguments of an atom as C++ writes them without namespaces: "half_t", "128", "K" or "MN" for a major; "" for one without
/// effect, such as UMMA::ScaleIn::One.
using AtomArguments = std::span<const std::string>;

/// An MMA atom and the text of its template arguments, with omitted defaults still omitted. `instead`: the nearest atom, if CuTe has the
/// instruction but no traits for it; `wanted`: the form of the template arguments, if they do not fit.
struct FoundMma {
  const MmaTraits* traits = nullptr;
  std::string arguments{};
  std::string instead{}, wanted{};
};
/// Finds an MMA atom by its name, with or without namespaces, and its template arguments; a GMMA's majors may be omitted.
FoundMma find_mma(std::string_view name, AtomArguments);
/// Finds an MMA atom by its name alone; null if there is none.
const MmaTraits* find_mma(std::string_view name);
/// Finds a copy instruction. `bits`: width of the template argument, such as uint128_t; nullopt for an instruction without one.
const CopyTraits* find_copy(std::string_view name, std::optional<std::int64_t> bits);
/// Returns whether an instruction or a layout of shared memory of this name exists, with or without template arguments.
bool is_atom_name(std::string_view name);
/// Returns whether it is the name of an MMA instruction.
bool is_mma_name(std::string_view name);
/// Returns whether the instruction takes template arguments.
bool is_templated_atom(std::string_view name);
/// Returns the atom names with the smallest edit distance, nearest first.
std::vector<std::string> nearest_atoms(std::string_view name);

/// An atom in a list.
struct ListedAtom {
  enum class Kind : std::uint8_t { mma, copy, smem };
  Kind kind = Kind::mma;
  std::string expression;          ///< as written in a sheet
  std::string name;                ///< without template arguments and namespaces
  int architecture = 0;            ///< 90 for SM90; 0 if the name has none
  std::string target{};            ///< the architecture as text: SM90, gfx942, Xe, AMX; "" for any
  std::string types{};             ///< of an MMA's operands: "F32F16F16F32", "half_t,half_t,float"; of a smem atom, that of its elements
  std::array<int, 3> shape_mnk{};  ///< for an MMA
};
/// Returns every atom of the table, in its order, then the layouts of shared memory for everyday types. Computed once.
const std::vector<ListedAtom>& listed_atoms();
/// Returns the names of all instructions, each once, without namespaces; `mma`: of MMAs, otherwise of copies.
const std::vector<std::string>& atom_names(bool mma);

}  // namespace algebra
