#pragma once
// Runs the instruction of a tiled MMA: random A and B, and a comparison of the result and its owners with the layouts.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/language/value.hpp"
#include "algebra/text/message.hpp"
#include "gpu/launch/report_row.hpp"

namespace gpu {

/// A CTA tile of a tiled MMA.
struct MmaLaunch {
  algebra::TiledMma mma;
  std::array<std::int64_t, 3> mnk{};  ///< the tile's M, N and K
  char matrix = 'C';                  ///< the matrix whose partition the launch traces
  /// A's (M,K) and B's (N,K) in shared memory, from its beginning. nullopt: as CUTLASS would lay them out for a WGMMA.
  std::optional<algebra::Tensor> a{}, b{};
  std::int64_t first_byte = 0;  ///< least bytes of shared memory before A and B
  std::uint32_t seed = 1;       ///< seed of the random values
  friend bool operator==(const MmaLaunch&, const MmaLaunch&) = default;
};

/// Returns the tile in which a launch provides one matrix: `rows` by `columns` of A's (M,K), B's (N,K) or C's (M,N), perhaps with its
/// tensor in shared memory. The other sizes are those that a kernel would choose.
MmaLaunch mma_launch(const algebra::TiledMma&, char matrix, std::int64_t rows, std::int64_t columns, std::optional<algebra::Tensor> shared);

/// The outcome.
struct MmaReport {
  std::string instruction;            ///< "wgmma.m64n128k16.f32.f16.f16"; CuTe's name if there is no such instruction
  std::array<std::int64_t, 3> mnk{};  ///< of the tile
  std::int64_t threads = 0;
  algebra::Message a{}, b{};  ///< their places: "registers", "shared memory from byte 1024, K-major, B128, ..."
  /// The instruction reads A or B, whose partition the launch traces, by a descriptor: no thread makes the traced accesses.
  bool described = false;
  bool hardware = false;
  std::string device{};
  algebra::Message why{};     ///< why the hardware did not run it
  std::int64_t elements = 0;  ///< elements of C compared; 0: not even the CPU computed it
  std::int64_t wrong = 0;     ///< of them, those that differ from plain arithmetic
  /// Elements that are not at the thread and register of C's layout. nullopt: the types cannot number that many rows and columns.
  std::optional<std::int64_t> misplaced{};
  std::int64_t partial_sums = 1;  ///< threads that share each element's sum: atoms along K
  struct Place {
    std::int64_t thread = 0, value = 0;  ///< thread and index in its fragment, (V,M,N)
    std::int64_t m = 0, n = 0;           ///< the element of C that the layout has there
    double wanted = 0, found = 0;        ///< values
    std::int64_t found_m = 0, found_n = 0;
  };
  std::optional<Place> first_wrong{}, first_misplaced{};
};

/// Returns "wgmma.m64n128k16.f32.f16.f16: 8192 elements of C, 0 differ from plain arithmetic; each at the thread and register that the
/// atom's layout says", or the first difference.
algebra::Message summary(const MmaReport&);
/// The meaning of `described`, in sentences.
inline constexpr char why_described[] =
    "The instruction reads this matrix by descriptors: all threads of a warpgroup have the same partition, and no kernel makes the traced "
    "accesses.";
/// Returns "(0,2), thread 0, value 1, is 14 and not -25"; empty if nothing differs.
algebra::Message first_difference(const MmaReport&);
/// Returns the lines of a report.
std::vector<ReportRow> rows_of(const MmaReport&);
/// Returns the report as a JSON object.
std::string json_of(const MmaReport&);

/// A GPU that runs MMAs of the tensor cores.
class MmaDevice {
 public:
  /// Returns null if there is none; `why` then has the reason.
  static std::unique_ptr<MmaDevice> create(algebra::Message& why);
  virtual ~MmaDevice() = default;
  virtual std::string name() const = 0;
  /// Returns why the device lacks this instruction; "" if it has it.
  virtual algebra::Message why_not(bool warpgroup) const = 0;
  /// Runs the kernel in `blocks` blocks; `shared_bytes` of dynamic shared memory. Error: the refusal, in one sentence.
  virtual tl::expected<std::vector<std::uint32_t>, algebra::Message> run(const std::string& source, const char* kernel, int blocks,
                                                                         int threads, std::int64_t shared_bytes,
                                                                         std::span<const std::uint32_t> request,
                                                                         std::size_t result_words) = 0;
};

/// Runs the tile on the device, or computes it on the CPU if there is none (null, because of `why`): the bytes that descriptors name and
/// the atom's layouts then give C, which the report states. Never fails: the report tells why nothing was run.
MmaReport run_mma(const MmaLaunch&, MmaDevice*, const algebra::Message& why);

}  // namespace gpu
