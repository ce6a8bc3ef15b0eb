#pragma once
// A launch of a tiled MMA runs the instruction itself: random A and B, the result and who holds it compared with what the layouts say.

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
  char matrix = 'C';                  ///< the one whose partition the launch traces
  /// A's (M,K) and B's (N,K) in shared memory, from the beginning of it. None: as CUTLASS would lay them out for a WGMMA.
  std::optional<algebra::Tensor> a{}, b{};
  std::int64_t first_byte = 0;  ///< of shared memory that A and B leave free before them, at least
  std::uint32_t seed = 1;       ///< of the random values
  friend bool operator==(const MmaLaunch&, const MmaLaunch&) = default;
};

/// The tile of which a launch gives one matrix: `rows` by `columns` of A's (M,K), B's (N,K) or C's (M,N), perhaps with its tensor in
/// shared memory. The other sizes are as a kernel would choose them.
MmaLaunch mma_launch(const algebra::TiledMma&, char matrix, std::int64_t rows, std::int64_t columns, std::optional<algebra::Tensor> shared);

/// What came of it.
struct MmaReport {
  std::string instruction;            ///< "wgmma.m64n128k16.f32.f16.f16"; CuTe's name of one that has no such
  std::array<std::int64_t, 3> mnk{};  ///< of the tile
  std::int64_t threads = 0;
  algebra::Message a{}, b{};  ///< where they were: "registers", "shared memory from byte 1024, K-major, B128, ..."
  /// The instruction takes A or B, whose partition the launch traces, by a descriptor: what is traced no thread does.
  bool described = false;
  bool hardware = false;
  std::string device{};
  algebra::Message why{};     ///< the hardware did not run it
  std::int64_t elements = 0;  ///< of C, compared; 0: not even the CPU played it
  std::int64_t wrong = 0;     ///< of them differ from plain arithmetic
  /// Of them are not at the thread and register that the layout of C says. None: the types cannot number so many rows and columns.
  std::optional<std::int64_t> misplaced{};
  std::int64_t partial_sums = 1;  ///< threads that have a part of each element's sum: atoms along K
  struct Place {
    std::int64_t thread = 0, value = 0;  ///< of the thread's fragment, (V,M,N)
    std::int64_t m = 0, n = 0;           ///< element of C that the layout has there
    double wanted = 0, found = 0;        ///< values
    std::int64_t found_m = 0, found_n = 0;
  };
  std::optional<Place> first_wrong{}, first_misplaced{};
};

/// "wgmma.m64n128k16.f32.f16.f16: 8192 elements of C, 0 differ from plain arithmetic; each at the thread and register that the atom's
/// layout says", or the first difference.
algebra::Message summary(const MmaReport&);
/// What `described` means, in sentences.
inline constexpr char why_described[] =
    "The instruction reads this matrix by its descriptors: all threads of a warpgroup have the same partition, and the accesses traced are "
    "none that a kernel makes.";
/// "(0,2), thread 0, value 1, is 14 and not -25"; says nothing where nothing differs.
algebra::Message first_difference(const MmaReport&);
/// Lines of a report.
std::vector<ReportRow> rows_of(const MmaReport&);
/// As a JSON object.
std::string json_of(const MmaReport&);

/// A GPU that runs MMAs of the tensor cores.
class MmaDevice {
 public:
  /// null where there is none; `why` then says why.
  static std::unique_ptr<MmaDevice> create(algebra::Message& why);
  virtual ~MmaDevice() = default;
  virtual std::string name() const = 0;
  /// "" if the device has this instruction; else why not.
  virtual algebra::Message why_not(bool warpgroup) const = 0;
  /// Runs the kernel in `blocks` blocks; `shared_bytes` of dynamic shared memory. Error: what refused, in one sentence.
  virtual tl::expected<std::vector<std::uint32_t>, algebra::Message> run(const std::string& source, const char* kernel, int blocks,
                                                                         int threads, std::int64_t shared_bytes,
                                                                         std::span<const std::uint32_t> request,
                                                                         std::size_t result_words) = 0;
};

/// Runs the tile on the device, or plays it on the CPU where there is none (null, because of `why`): there the bytes that descriptors
/// name and the layouts of the atom give C, and the report says so. Never fails: the report says why nothing was run.
MmaReport run_mma(const MmaLaunch&, MmaDevice*, const algebra::Message& why);

}  // namespace gpu
