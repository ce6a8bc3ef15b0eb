#include "algebra/reading/triton_layouts.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/reading/linear_making.hpp"
#include "algebra/reading/triton.hpp"
#include "algebra/reading/triton_makers.hpp"
#include "algebra/reading/triton_tiles.hpp"

namespace algebra::dialects {
namespace {

using Sizes = std::vector<std::int64_t>;
using Basis = LinearLayout::Basis;
using Aliases = std::map<std::string, std::string, std::less<>>;
using Making = LinearMaking;

[[noreturn]] void fail(Message message) { throw TritonProblem{std::move(message)}; }

[[noreturn]] void not_read(const TritonAttribute& a) { fail(Message(unread_kind, {operand(a.kind)})); }

constexpr int most_rank = 5;
constexpr std::string_view sliced = "slice";
bool is(const TritonAttribute& a, std::string_view kind) { return a.kind == kind; }

/// Enlarges the shape to contain a coordinate.
void cover(Sizes& shape, const Basis& at) {
  shape.resize(std::max(shape.size(), at.size()), 1);
  for (std::size_t m = 0; m < at.size(); ++m)
    shape[m] = std::max(shape[m], static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(at[m]) + 1)));
}

class Conversion {
 public:
  explicit Conversion(const Aliases& aliases) : aliases_(aliases) {}

  LinearLayout run(const TritonAttribute& a, Sizes shape) {
    if (is_shared(a)) return shared(a, std::move(shape));
    if (shape.empty()) shape = own_shape(a);
    // A size that is no power of two is read as the next one, of which the tensor has the first elements.
    auto whole = shape;
    for (auto& n : whole) n = n < 1 ? n : static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n)));
    check(whole);
    auto layout = is_tensor_memory(a) ? tensor_memory(a, shape) : distributed(a, whole, 0).layout;
    layout.shape = std::move(shape);
    return layout;
  }

 private:
  static bool is_shared(const TritonAttribute& a) { return a.kind.find("shared") != std::string::npos; }

  static bool is_tensor_memory(const TritonAttribute& a) { return a.kind.starts_with("tensor_memory"); }

  static void check(const Sizes& shape) {
    if (shape.empty() || shape.size() > most_rank)
      fail(message("A tensor of {} modes is not supported; 1 to {} are.", shape.size(), most_rank));
    for (const auto n : shape)
      if (!is_power_of_two(n)) fail(message("Triton's tensors have sizes that are powers of two, not {}.", n));
    if (std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>()) > static_cast<double>(most_tensor_size))
      fail(message("A tensor of more than 2^30 elements is not read: ({}).", fmt::format("{}", fmt::join(shape, ","))));
  }

  TritonAttribute parent_of(const TritonAttribute& a) const {
    const auto* parent = a.find("parent");
    if (parent == nullptr) fail(message("The encoding #ttg.{} needs a parent.", a.kind));
    return resolved(*parent, aliases_);
  }

  /// Returns the shape that an encoding covers without repeating.
  Sizes own_shape(const TritonAttribute& a, int depth = 0) const {
    if (depth > 8) fail("An encoding has at most 8 parents.");
    if (is(a, sliced)) {
      auto shape = own_shape(parent_of(a), depth + 1);
      const auto dim = a.number("dim");
      if (dim < 0 || dim >= static_cast<std::int64_t>(shape.size()))
        fail(message("dim of #ttg.slice is below {}, not {}.", shape.size(), dim));
      shape.erase(shape.begin() + dim);
      return shape;
    }
    if (a.kind == "linear") {
      Sizes shape;
      for (const auto name : {"register", "lane", "warp", "block"})
        for (const auto& basis : a.bases(name)) {
          cover(shape, basis);
        }
      return shape;
    }
    if (a.kind == "blocked") {
      const auto rank = static_cast<int>(a.numbers("sizePerThread").size());
      auto shape = powers(a, "sizePerThread", rank);
      const auto threads = powers(a, "threadsPerWarp", rank), warps = powers(a, "warpsPerCTA", rank);
      const auto blocks = blocks_of(a, rank).layout.shape;
      for (std::size_t m = 0; m < shape.size(); ++m) shape[m] *= threads[m] * warps[m] * blocks[m];
      return shape;
    }
    if (a.kind == "nvidia_mma") {
      const auto rank = static_cast<int>(a.numbers("warpsPerCTA").size());
      auto shape = tile_of(a, rank);
      const auto warps = powers(a, "warpsPerCTA", rank);
      const auto blocks = blocks_of(a, rank).layout.shape;
      for (std::size_t m = 0; m < shape.size(); ++m) shape[m] *= warps[m] * blocks[m];
      return shape;
    }
    constexpr std::array<std::string_view, 8> of_shapes{"slice",        "dot_op",        "swizzled_shared", "shared",
                                                        "nvmma_shared", "shared_linear", "padded_shared",   "amd_rotating_shared"};
    if (std::ranges::find(of_shapes, a.kind) == of_shapes.end() && !is_makers_kind(a) && !is_tensor_memory(a)) not_read(a);
    fail(message("The encoding #ttg.{} needs the shape of its tensor: copy its type too, such as tensor<128x64xf16, #shared>.", a.kind));
  }

  Making distributed(const TritonAttribute& a, const Sizes& shape, int depth) const {
    if (depth > 8) fail("An encoding has at most 8 parents.");
    if (a.kind == "blocked") return blocked(a, shape);
    if (is(a, sliced)) return slice(a, shape, depth);
    if (a.kind == "linear") return linear(a, shape);
    if (is(a, "nvidia_mma") || is(a, "mma")) return mma(a, shape);
    if (a.kind == "dot_op") return dot_operand(a, shape);
    if (is_makers_kind(a)) return makers_layout(a, shape);
    not_read(a);
  }

  static Making blocked(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    const auto order = order_of(a, "order", rank);
    auto making = distributed_making(order);
    making.identities(0, powers(a, "sizePerThread", rank), order);
    making.identities(1, powers(a, "threadsPerWarp", rank), order);
    making.identities(2, powers(a, "warpsPerCTA", rank), order);
    return in_shape(std::move(making), blocks_of(a, rank), shape);
  }

  static std::int64_t version(const TritonAttribute& a) {
    const auto v = a.number("versionMajor");
    if (v != 2 && v != 3) fail(message("versionMajor of #ttg.nvidia_mma is 2 or 3, not {}.", v));
    return v;
  }
  static Sizes tile_of(const TritonAttribute& a, int rank) {
    if (version(a) == 2) return powers(a, "instrShape", rank);
    auto tile = a.numbers("instrShape");
    if (tile.size() < 2 || rank != 2) fail("instrShape of #ttg.nvidia_mma of version 3 is M, N and K, of a tensor of 2 modes.");
    tile.resize(2);
    for (const auto n : tile)
      if (!is_power_of_two(n)) fail(message("{} of #ttg.{} takes powers of two, not {}.", "instrShape", a.kind, n));
    return tile;
  }
  static std::vector<int> warp_order(const TritonAttribute& a, int rank) {
    auto order = reversed_modes(rank);
    if (version(a) == 3) std::swap(order[0], order[1]);
    return order;
  }
  /// Adds the part of one warp, whose threads have `width` values side by side along the inner mode.
  static void mma_tile(Making& making, const Sizes& tile, std::int64_t width, int inner, int outer) {
    const auto m = tile[static_cast<std::size_t>(outer)], n = tile[static_cast<std::size_t>(inner)];
    if (m % 8 != 0 || n % (4 * width) != 0) fail(message("No MMA has a tile of {} x {} with {} values of a thread in a row.", m, n, width));
    making.identity(0, width, inner);
    making.identity(1, 4, inner);
    making.identity(1, 8, outer);
    making.identity(0, m / 8, outer);
    making.identity(0, n / (4 * width), inner);
  }
  static Making mma(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    require_matrix(rank, a);
    auto making = distributed_making(reversed_modes(rank));
    mma_tile(making, tile_of(a, rank), 2, rank - 1, rank - 2);
    making.identities(2, powers(a, "warpsPerCTA", rank), warp_order(a, rank));
    return in_shape(std::move(making), blocks_of(a, rank), shape);
  }

  Making dot_operand(const TritonAttribute& a, const Sizes& shape) const {
    const auto rank = static_cast<int>(shape.size());
    require_matrix(rank, a);
    const auto operand = a.number("opIdx");
    const auto parent = parent_of(a);
    const bool scales = parent.kind == "dpas" && (operand == 3 || operand == 4);
    if (operand != 0 && operand != 1 && !scales) fail(message("opIdx of #ttg.dot_op is 0 or 1, not {}.", operand));
    if (is_makers_kind(parent) && parent.kind != "subgroup_2d_block") return makers_operand(a, parent, shape);
    const int k = operand == 0 ? rank - 1 : rank - 2;
    if (parent.kind == "blocked") {
      const auto order = order_of(parent, "order", rank);
      auto making = distributed_making(order);
      auto sizes = powers(parent, "sizePerThread", rank);
      sizes[static_cast<std::size_t>(k)] = shape[static_cast<std::size_t>(k)];
      making.identities(0, sizes, order);
      making.identities(1, powers(parent, "threadsPerWarp", rank), order, k);
      making.identities(2, powers(parent, "warpsPerCTA", rank), order, k);
      return in_shape(std::move(making), operand_blocks(parent, rank, k), shape);
    }
    if (parent.kind != "nvidia_mma" && parent.kind != "mma")
      fail(message("The parent of #ttg.dot_op is blocked, nvidia_mma, amd_mfma, amd_wmma or dpas, not {}.", parent.kind));
    if (version(parent) == 3 && operand == 1) fail("An MMA of version 3 takes operand B from shared memory: opIdx is 0.");
    const auto width = a.number("kWidth");
    if (!is_power_of_two(width) || width > 64) fail(message("kWidth of #ttg.dot_op is a power of two up to 64, not {}.", width));
    auto order = reversed_modes(rank);
    if (operand == 1) std::swap(order[0], order[1]);
    auto making = distributed_making(order);
    // The instruction of 64-bit floats has M = 8 and half of the others' K.
    const auto rows = tile_of(parent, rank)[static_cast<std::size_t>(rank - 2)], depth = width * (rows == 8 ? 4 : 8);
    Sizes tile(shape.size(), 1);
    tile[static_cast<std::size_t>(rank - 2)] = operand == 0 ? rows : depth;
    tile[static_cast<std::size_t>(rank - 1)] = operand == 0 ? depth : 8;
    mma_tile(making, tile, width, order[0], order[1]);
    making.identities(2, powers(parent, "warpsPerCTA", rank), warp_order(parent, rank), k);
    return in_shape(std::move(making), operand_blocks(parent, rank, k), shape);
  }
  Making slice(const TritonAttribute& a, const Sizes& shape, int depth) const {
    const auto dim = a.number("dim");
    if (dim < 0 || dim > static_cast<std::int64_t>(shape.size()))
      fail(message("dim of #ttg.slice is at most {}, not {}.", shape.size(), dim));
    auto larger = shape;
    larger.insert(larger.begin() + dim, 1);
    auto making = distributed(parent_of(a), larger, depth + 1);
    for (auto& input : making.layout.inputs)
      for (auto& basis : input.bases) basis.erase(basis.begin() + dim);
    // Drops registers that repeat an element.
    std::erase_if(making.layout.inputs[0].bases,
                  [](const Basis& basis) { return std::ranges::all_of(basis, [](auto n) { return n == 0; }); });
    making.layout.shape = shape;
    return making;
  }

  static Making linear(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    std::vector<int> order;
    const auto all = a.bases("register", rank);
    const auto found = [&](int m) { return std::ranges::find(order, m) != order.end(); };
    for (const auto& basis : all)
      for (int m = 0; m < rank; ++m)
        if (basis[static_cast<std::size_t>(m)] != 0 && !found(m)) order.push_back(m);
    for (const int m : reversed_modes(rank))
      if (!found(m)) order.push_back(m);
    auto making = distributed_making(order);
    std::size_t input = 0;
    for (const auto name : {"register", "lane", "warp", "block"}) {
      for (auto& basis : a.bases(name, rank)) {
        cover(making.layout.shape, basis);
        making.add(input, std::move(basis));
      }
      ++input;
    }
    making.not_smaller(shape);
    making.not_larger(shape, true);
    making.layout.shape = shape;
    return making;
  }

  /// Returns the layout of a buffer in shared memory. If the shape has more modes than the encoding, the first ones are buffers, one behind
  /// the other.
  LinearLayout shared(const TritonAttribute& a, Sizes shape) const {
    if (shape.empty()) {
      if (a.kind != "shared_linear") own_shape(a);
      for (const auto& basis : a.bases("offset")) {
        cover(shape, basis);
      }
    }
    if (shape.size() > 2 * most_rank) check(shape);
    const auto rank = rank_of(a, shape);
    const auto buffers = shape.end() - rank;
    Sizes one(buffers, shape.end());
    check(one);
    const auto blocks = blocks_of(a, rank);
    for (std::size_t m = 0; m < one.size(); ++m) one[m] = std::max<std::int64_t>(1, one[m] / blocks.layout.shape[m]);
    auto layout = one_buffer(a, one);
    layout.buffers.assign(shape.begin(), buffers);
    auto all = std::accumulate(one.begin(), one.end(), std::int64_t{1}, std::multiplies<>());
    for (const auto n : layout.buffers) {
      if (n < 1 || n > most_tensor_size / all)
        fail(message("A tensor of more than 2^30 elements is not read: ({}).", fmt::format("{}", fmt::join(shape, ","))));
      all *= n;
    }
    return layout;
  }

  static int rank_of(const TritonAttribute& a, const Sizes& shape) {
    std::size_t rank = 2;
    if (a.find("order") != nullptr) rank = a.numbers("order").size();
    else if (a.kind == "shared_linear" && !a.bases("offset").empty()) rank = a.bases("offset")[0].size();
    else if (a.find("rank") != nullptr) rank = static_cast<std::size_t>(std::clamp<std::int64_t>(a.number("rank"), 1, most_rank));
    else rank = std::min<std::size_t>(rank, shape.size());
    if (rank == 0 || rank > shape.size())
      fail(message("The encoding #ttg.{} needs a tensor of {} modes, and ({}) has {}.", a.kind, rank,
                   fmt::format("{}", fmt::join(shape, ",")), shape.size()));
    return static_cast<int>(rank);
  }

  static LinearLayout one_buffer(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    if (a.kind == "shared_linear") {
      for (const auto& basis : a.bases("block", rank))
        if (std::ranges::any_of(basis, [](auto n) { return n != 0; })) fail("A layout of shared memory is supported for one block only.");
      LinearLayout layout{{{"offset", a.bases("offset", rank)}, {"block"}}, shape};
      for (const auto& basis : layout.inputs[0].bases)
        for (std::size_t m = 0; m < basis.size(); ++m)
          if (basis[m] >= shape[m])
            fail(message("A tensor of ({}) has no element ({}).", fmt::format("{}", fmt::join(shape, ",")),
                         fmt::format("{}", fmt::join(basis, ","))));
      return layout;
    }
    const bool leading = a.kind == "nvmma_shared" || (a.find("hasLeadingOffset") != nullptr && a.flag("hasLeadingOffset"));
    if (a.kind == "padded_shared") return padded(a, shape);
    if (a.kind != "swizzled_shared" && a.kind != "shared" && a.kind != "amd_rotating_shared" && !leading) not_read(a);
    if (rank == 1) {
      Making making({"offset", "block"}, {0});
      making.identity(0, shape[0], 0);
      return making.layout;
    }
    return leading ? tiles(a, shape) : rows(a, shape);
  }

  /// Makes rows along the fastest mode, whose vectors are moved by phases.
  static LinearLayout rows(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    const auto order = order_of(a, "order", rank);
    const auto vec = a.number("vec"), per_phase = a.number("perPhase"), phases = a.number("maxPhase");
    for (const auto n : {vec, per_phase, phases})
      if (!is_power_of_two(n) || n > most_tensor_size)
        fail(message("vec, perPhase and maxPhase of #ttg.{} take powers of two, not {}.", a.kind, n));
    const auto column = static_cast<std::size_t>(order[0]), row = static_cast<std::size_t>(order[1]);
    Making making({"offset", "block"}, order);
    making.identity(0, shape[column], order[0]);
    for (std::int64_t r = 1; r < shape[row]; r *= 2) {
      Basis basis(shape.size());
      basis[row] = r;
      auto phase = (r / per_phase) % phases;
      if (a.kind == "amd_rotating_shared") phase ^= r / phases / per_phase % phases;
      basis[column] = vec * phase % shape[column];
      making.add(0, std::move(basis));
    }
    for (std::size_t i = 2; i < order.size(); ++i) making.identity(0, shape[static_cast<std::size_t>(order[i])], order[i]);
    making.layout.shape = shape;
    return making.layout;
  }

  /// Returns the box of one TMA copy, whose tiles of 8 rows lie one behind the other, in the order of the tensor's modes.
  static Sizes tma_box(const TritonAttribute& a, const Sizes& shape, bool transposed, bool packed) {
    constexpr std::int64_t most = 256;
    auto box = shape;
    auto& contiguous = transposed ? box.front() : box.back();
    if (packed) contiguous *= 2;
    for (auto& n : box) n = std::min(n, most);
    const auto width = a.number("swizzlingByteWidth"), bits = a.number("elementBitWidth");
    if (width != 0) {
      if (contiguous < 8 * width / bits)
        fail(message("A row of {} bytes of #ttg.nvmma_shared does not fit into ({}).", width, fmt::format("{}", fmt::join(shape, ","))));
      contiguous = 8 * width / bits;
    }
    if (packed) contiguous /= 2;
    return box;
  }

  /// Makes tiles of 8 rows, swizzled as WGMMA and TMA do.
  static LinearLayout tiles(const TritonAttribute& a, const Sizes& shape) {
    if (a.kind != "nvmma_shared")
      fail("The encoding #triton_gpu.shared with hasLeadingOffset = true has no element width; #ttg.nvmma_shared has one.");
    const auto rank = static_cast<int>(shape.size());
    const auto width = a.number("swizzlingByteWidth"), bits = a.number("elementBitWidth");
    if (width != 0 && width != 32 && width != 64 && width != 128) fail(message("swizzlingByteWidth is 0, 32, 64 or 128, not {}.", width));
    if (!is_power_of_two(bits) || bits < 8 || bits > 64) fail(message("elementBitWidth is 8, 16, 32 or 64, not {}.", bits));
    const bool transposed = a.find("transposed") != nullptr && a.flag("transposed");
    const bool packed = a.find("fp4Padded") != nullptr && a.flag("fp4Padded");
    if (rank < 2) fail(message("The encoding #ttg.{} needs a tensor of 2 modes.", a.kind));
    // As Triton does, the box is a matrix of rows and columns whose places, row by row, are the box's modes, the contiguous one last.
    const auto box = tma_box(a, shape, transposed, packed);
    const auto all = std::accumulate(box.begin(), box.end(), std::int64_t{1}, std::multiplies<>());
    const auto across = transposed ? all / box.back() : box.back(), down = all / across;
    std::vector<int> standard(shape.size());
    std::iota(standard.begin(), standard.end(), 0);
    Making making({"offset", "block"}, standard);
    const auto add = [&](std::int64_t row, std::int64_t column) {
      Basis basis(shape.size());
      auto rest = row * across + column;
      for (std::size_t m = box.size(); m-- > 0;) {
        const auto mode = (m + (transposed ? 1 : 0)) % box.size();
        basis[mode] = rest % box[mode];
        rest /= box[mode];
      }
      making.add(0, std::move(basis));
    };
    // Padded 4-bit elements have 8 more places in 16, which stand for the same elements.
    const auto without_padding = [&](std::int64_t column) { return packed ? column / 16 * 8 + column % 8 : column; };
    const auto columns = width == 0 ? across : 8 * width / bits, tile = packed ? columns / 2 : columns;
    if (width != 0 && (tile > across || down < 8))
      fail(message("A tile of {} x {} elements does not fit into ({}).", 8, tile, fmt::format("{}", fmt::join(shape, ","))));
    const std::int64_t per_phase = width == 0 ? 1 : 128 / width, phases = width / 16, vec = 128 / bits;
    for (std::int64_t c = 1; c < columns; c *= 2) add(0, without_padding(c));
    for (std::int64_t r = 1; r < down; r *= 2) add(r, width != 0 && r < 8 ? without_padding(vec * ((r / per_phase) % phases)) : 0);
    for (auto c = tile; c < across; c *= 2) add(0, c);
    making.layout.shape = box;
    making.not_smaller(shape);
    return making.layout;
  }

  /// Makes a layout with gaps: after each interval of offsets, padding.
  static LinearLayout padded(const TritonAttribute& a, const Sizes& shape) {
    const auto rank = static_cast<int>(shape.size());
    LinearLayout layout;
    if (a.find("offset") != nullptr) layout = {{{"offset", a.bases("offset", rank)}, {"block"}}, shape};
    else {
      const auto order = order_of(a, "order", rank);
      Making making({"offset", "block"}, order);
      for (const int m : order) making.identity(0, shape[static_cast<std::size_t>(m)], m);
      layout = std::move(making.layout);
    }
    layout.paddings = a.paddings;
    return layout;
  }

  /// Returns the layout of tensor memory, (row, column) -> element. A basis of 0 in rows 32 and 64 holds an element twice; elsewhere the
  /// place has none.
  static LinearLayout tensor_memory(const TritonAttribute& a, const Sizes& shape) {
    if (shape.size() != 2) fail(message("The encoding #ttg.{} needs a tensor of 2 modes.", a.kind));
    const auto cga = blocks_of(a, 2);
    auto part = shape;
    for (std::size_t m = 0; m < 2; ++m) part[m] = std::max<std::int64_t>(1, shape[m] / cga.layout.shape[m]);
    Making making({"row", "col", "block"}, {0, 1});
    enum : std::size_t { row, column };
    if (a.kind.find("scales") != std::string::npos) {
      making.identity(row, 32, 0);
      making.zeros(row, 4);
      making.identity(column, 4, 1);
      making.identity(column, 2, 0);
      if (part[0] > 64) making.identity(column, 2, 0);
      const bool k_first = a.find("blockRepOrder") != nullptr && a.word("blockRepOrder") == "kThenMn";
      for (const int m : k_first ? std::array{1, 0} : std::array{0, 1})
        making.identity(column, part[static_cast<std::size_t>(m)] / making.layout.shape[static_cast<std::size_t>(m)], m);
      making.not_larger(part);
    } else {
      const auto block_m = a.number("blockM"), block_n = std::min(a.number("blockN"), part[1]);
      if (block_m != 64 && block_m != 128) fail(message("blockM of #ttg.{} is 64 or 128, not {}.", a.kind, block_m));
      const bool two = a.find("twoCTAs") != nullptr && a.flag("twoCTAs");
      making.zeros(column, a.find("colStride") != nullptr ? a.number("colStride") : 1);
      if (a.find("fp4Padded") != nullptr && a.flag("fp4Padded")) making.zeros(column, 2);
      making.identity(row, block_m == 64 && !two ? 16 : block_m, 0);
      making.identity(column, block_n, 1);
      if (block_m == 64 && !two) {
        // Rows 16 to 31 are the second half of the tensor, if there is one.
        making.add(row, part[0] > 64 ? Basis{64, 0} : part[1] > block_n ? Basis{0, block_n} : Basis{0, 0});
        making.add(row, {16, 0});
        making.add(row, {32, 0});
        making.layout.shape = {part[0] > 64 ? 128 : 64, part[0] <= 64 && part[1] > block_n ? 2 * block_n : block_n};
      } else if (block_m == 64) {
        auto& columns = making.layout.inputs[column].bases;
        if (columns.empty()) fail(message("blockN of #ttg.{} is too small.", a.kind));
        making.add(row, columns.back());
        columns.pop_back();
      }
      for (const int m : {0, 1})
        making.identity(column, part[static_cast<std::size_t>(m)] / making.layout.shape[static_cast<std::size_t>(m)], m);
    }
    for (auto basis : cga.layout.inputs[0].bases) {
      for (std::size_t m = 0; m < 2; ++m) basis[m] *= part[m];
      making.add(2, std::move(basis));
    }
    return making.layout;
  }

  const Aliases& aliases_;
};

}  // namespace

LinearLayout triton_layout(const TritonAttribute& a, std::vector<std::int64_t> shape, const Aliases& aliases) {
  return Conversion(aliases).run(a, std::move(shape));
}

}  // namespace algebra::dialects
