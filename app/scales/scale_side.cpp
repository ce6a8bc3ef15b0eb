#include "app/scales/scale_side.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"
#include "app/scales/scale_words.hpp"

namespace app {
namespace {

using algebra::Layout;
using algebra::message;
using algebra::Problem;

tl::unexpected<Problem> scales_refused(algebra::Message why, std::vector<std::string> nearest = {}) {
  return tl::unexpected(Problem{"scales", std::move(why), std::move(nearest)});
}

/// Refuses a description with unused words. `beside`: the word that names the described thing.
std::optional<Problem> unread(const ScaleWords& words, std::string_view beside, std::vector<std::string> nearest,
                              const ScaleProblem& problem) {
  const auto word = words.unused();
  if (word.empty()) return std::nullopt;
  if (auto respelled = words.respelled(); respelled && read_scale_side(*respelled, problem)) nearest.insert(nearest.begin(), *respelled);
  return Problem{"scales", message("\"{}\" is not understood in a description of scales with \"{}\".", word, std::string(beside)),
                 std::move(nearest)};
}

algebra::Result<ScaleSide> evaluated(const std::string& expression) {
  const auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::cute, {.verdicts = false});
  if (!e) return tl::unexpected(e.error().problem);
  Layout l;
  if (const auto* layout = std::get_if<Layout>(&e->value)) l = *layout;
  else if (const auto* tensor = std::get_if<algebra::Tensor>(&e->value); tensor != nullptr && tensor->has_plain_layout())
    l = tensor->layout;
  else return scales_refused(message("{} is not a layout of scales.", expression));
  auto rows = by_rows(l);
  if (!rows) return tl::unexpected(rows.error());
  ScaleSide side{.expression = expression, .layout = std::move(*rows)};
  const auto names = [&](std::string_view part) { return expression.find(part) != std::string::npos; };
  side.unit_said = names("BlockScaled") || names("Blockwise");
  if (names("Blockwise")) side.unit = {"float", 4, 1, ScaleUnit::Kind::number};
  if (names("GemmSparseConfig") && names("fill_layoutE"))
    side.unit = {"logical element", 1, names("tfloat32_t") || names("<2,float>") ? 4 : 8, ScaleUnit::Kind::logical_element};
  if (names("GemmSparseConfig") && names("sparse_elem<16,")) side.unit.offsets_a_byte = 16;
  if (names("compute_memory_reordering_atom")) side.unit = {"int4 element", 1, 2, ScaleUnit::Kind::int4_element};
  const auto k = algebra::mode(side.layout, 1);
  const auto first = algebra::flatten(k);
  const auto extent = first.shape().is_tuple() ? first.shape().mode(0) : first.shape();
  const auto stride = first.stride().is_tuple() ? first.stride().mode(0) : first.stride();
  if (stride.is_integer() && stride.integer().value == 0 && extent.is_integer()) side.vector = extent.integer().value;
  return side;
}

struct TorchTensor {
  std::vector<std::int64_t> sizes, strides;
};
struct TorchWord {
  std::array<std::string_view, 2> names;
  std::vector<std::int64_t> TorchTensor::*says;
};
constexpr std::array<TorchWord, 2> torch_words{{{{"size", "sizes"}, &TorchTensor::sizes}, {{"stride", "strides"}, &TorchTensor::strides}}};

/// Reads size=(256,4) stride=(4,1), as torch prints them.
algebra::Result<ScaleSide> of_torch(ScaleWords& words, const ScaleProblem& problem) {
  TorchTensor tensor;
  auto& [sizes, strides] = tensor;
  std::vector<std::int64_t>* into = nullptr;
  for (std::size_t i = 0; i < words.count(); ++i) {
    const auto word = words.at(i);
    const bool mark = word.size() == 1 && std::string_view("=()[]").find(word[0]) != std::string_view::npos;
    if (const auto* row = algebra::row_named(torch_words, word)) into = &(tensor.*row->says);
    else if (const auto n = whole_number(word); n && *n >= 0 && into != nullptr) into->push_back(*n);
    else if (!mark) break;
    words.use(i);
  }
  if (auto problem_of = unread(words, "size=", {"size=(256,16) stride=(16,1)"}, problem)) return tl::unexpected(std::move(*problem_of));
  if (sizes.size() < 2 || sizes.size() > 3)
    return scales_refused(
        message("A tensor of scales has 2 sizes, rows and groups, or 3 with the batches first; here are {}.", sizes.size()),
        {"size=(256,16) stride=(16,1)"});
  if (strides.empty())
    for (std::size_t i = sizes.size(); i-- > 0;)
      strides.insert(strides.begin(), i + 1 == sizes.size() ? 1 : strides.front() * sizes[i + 1]);
  if (strides.size() != sizes.size())
    return scales_refused(message("A tensor has as many strides as sizes; here are {} and {}.", strides.size(), sizes.size()));
  if (problem.vector == 0) return scales_refused("A torch tensor is ordered by groups: give the elements of a group, such as --vector 16.");
  const auto first = sizes.size() - 2;
  auto text = fmt::format("({},({},{})", sizes[first], problem.vector, sizes[first + 1]);
  auto by = fmt::format("({},(0,{})", strides[first], strides[first + 1]);
  if (first == 1) text += fmt::format(",{}", sizes[0]), by += fmt::format(",{}", strides[0]);
  auto side = evaluated(text + "):" + by + ")");
  if (side) side->vector = problem.vector;
  return side;
}

/// Return rows and K of the operand that the scales belong to.
std::int64_t rows_of(const ScaleProblem& p) { return p.operand == 'B' ? p.n : p.m; }
std::int64_t k_of(const ScaleProblem& p) { return p.operand == 'D' ? p.n : p.k; }
const char* row_name(const ScaleProblem& p) { return p.operand == 'B' ? "N" : "M"; }
const char* k_name(const ScaleProblem& p) { return p.operand == 'D' ? "N" : "K"; }

/// Returns the problem with the operand that the words name, if any.
ScaleProblem of_operand(ScaleProblem p, ScaleWords& words) {
  if (const auto word = words.take({"sfa", "sfb", "sfd"}); !word.empty()) p.operand = static_cast<char>(word[2] - 'a' + 'A');
  return p;
}
algebra::Result<ScaleProblem> complete(ScaleProblem p) {
  if (p.m == 0) p.m = p.operand == 'B' ? p.n : 0;
  if (p.n == 0) p.n = p.m;
  if (p.m == 0 || k_of(p) == 0) return scales_refused("These words need the problem: its sizes M, N and K, such as --problem 256,128,64.");
  return p;
}

/// A type of elements with block scales: names of the MMA and the types, elements per group, and K of the instruction.
struct ScaledElement {
  std::string_view name, mma, type, factor, pair;
  std::int64_t vector, instruction_k;
};
constexpr std::array<ScaledElement, 4> scaled_elements{
    {{"nvfp4", "SM100_MMA_MXF4_SS", "float_e2m1_t", "float_ue4m3_t", "nv_float4_t", 16, 64},
     {"mxfp4", "SM100_MMA_MXF4_SS", "float_e2m1_t", "float_ue8m0_t", "mx_float4_t", 32, 64},
     {"mxfp6", "SM100_MMA_MXF8F6F4_SS", "float_e3m2_t", "float_ue8m0_t", "mx_float6_t", 32, 32},
     {"mxfp8", "SM100_MMA_MXF8F6F4_SS", "float_e4m3_t", "float_ue8m0_t", "mx_float8_t", 32, 32}}};

/// The groups of a description: rows and elements of K that share one scale.
struct ScaleGroups {
  std::int64_t rows = 1, vector = 0;  ///< vector 0: not given
  bool reversed = false;              ///< K is written first: K/16 x M
  std::string clash{};                ///< words that contradict the group
  void agree(std::int64_t r, std::int64_t v, std::string_view said) {
    if (vector != 0 && (vector != v || rows != r) && clash.empty()) clash = said;
    rows = r, vector = v;
  }
};
/// Returns the number after a "/" at `i`; 0 without one.
std::int64_t divisor_at(const ScaleWords& words, std::size_t i) {
  const auto n = words.at(i) == "/" ? whole_number(words.at(i + 1)) : std::nullopt;
  return n && *n > 0 && *n <= 65536 ? *n : 0;
}
/// Uses "M x K/16", "N/128 x K/128", "K/16 x M", "K/16", "1x128", and an element's name.
ScaleGroups take_groups(ScaleWords& words, const ScaleProblem& p) {
  ScaleGroups groups;
  const auto row = p.operand == 'B' ? "n" : "m", k = p.operand == 'D' ? "n" : "k";
  for (std::size_t i = 0; i < words.count(); ++i) {
    // A side is "m" or "m/128".
    const auto length = [&](std::size_t at) { return divisor_at(words, at + 1) > 0 ? std::size_t{3} : std::size_t{1}; };
    const auto use = [&](std::size_t from, std::size_t to) {
      for (auto at = from; at < to; ++at) words.use(at);
    };
    const auto first = words.at(i);
    if (first == row || first == k) {
      const auto x = i + length(i), second = x + 1, end = second + length(second);
      const auto by_rows = first == row;
      if (words.at(x) == "x" && words.at(second) == (by_rows ? k : row)) {
        const auto of_rows = divisor_at(words, (by_rows ? i : second) + 1), of_k = divisor_at(words, (by_rows ? second : i) + 1);
        groups.agree(std::max<std::int64_t>(of_rows, 1), std::max<std::int64_t>(of_k, 1), by_rows ? "M x K" : "K x M");
        groups.reversed = !by_rows;
        use(i, end);
        continue;
      }
      if (const auto of_k = divisor_at(words, i + 1); first == k && of_k > 0) {
        groups.agree(groups.rows, of_k, fmt::format("{}/{}", k_name(p), of_k));
        use(i, i + 3);
        continue;
      }
    }
    // Sizes such as 128x4 name a block, not a group: a block has 4 groups along K, a group at least 16 elements.
    const bool padded = i > 0 && words.at(i - 1) == "to";
    if (const auto sizes = sizes_in(first); sizes.size() == 2 && sizes[1] >= 16 && !padded) {
      groups.agree(sizes[0], sizes[1], first);
      use(i, i + 1);
    }
  }
  if (const auto* element = words.take_row(scaled_elements); element != nullptr) groups.agree(groups.rows, element->vector, element->name);
  return groups;
}

/// Uses the three sizes (M,N,K) after "tile"; empty if the word is missing or other sizes follow.
std::vector<std::int64_t> take_tile(ScaleWords& words) {
  for (std::size_t i = 0; i + 1 < words.count(); ++i) {
    if (words.at(i) != "tile") continue;
    words.use(i);
    auto sizes = sizes_in(words.at(i + 1));
    if (sizes.size() != 3) return {};
    words.use(i + 1);
    return sizes;
  }
  return {};
}
/// The mode along which the scales of an operand are contiguous, with CUTLASS's name.
struct ScaleMajor {
  std::array<std::string_view, 3> names;
  std::string_view cpp;
};
constexpr std::array<ScaleMajor, 2> scale_majors{
    {{{"k-major"}, "UMMA::Major::K"}, {{"mn-major", "m-major", "n-major"}, "UMMA::Major::MN"}}};
std::string_view take_major(ScaleWords& words, std::string_view otherwise) {
  const auto* row = words.take_row(scale_majors);
  return row != nullptr ? row->cpp : otherwise;
}

/// 2:4 metadata of A, by the name of its type. Source: CUTLASS sm90_sparse_config.inl and sm1xx_sparse_config.inl.
struct SparseElement {
  std::string_view name, type;
  int bits, a_byte;  ///< logical elements per byte of metadata
};
constexpr std::array<SparseElement, 7> sparse_elements{{{"f16", "half_t", 16, 8},
                                                        {"fp16", "half_t", 16, 8},
                                                        {"bf16", "bfloat16_t", 16, 8},
                                                        {"tf32", "tfloat32_t", 32, 4},
                                                        {"e4m3", "float_e4m3_t", 8, 8},
                                                        {"e5m2", "float_e5m2_t", 8, 8},
                                                        {"fp8", "float_e4m3_t", 8, 8}}};

/// A known architecture, with the prefixes of CUTLASS's configurations for it.
struct ScaleArch {
  std::string_view name, blockwise, block_scaled;
  bool is_hopper = false;       ///< no block-scaled instruction, and metadata in an order of its own
  bool has_collective = false;  ///< its tiles of block scales are those of a collective
  bool has_tiles = true;        ///< a stage has a whole tile of block scales
};
constexpr std::array<ScaleArch, 4> scale_archs{{{"sm90", "Sm90", "", true},
                                                {"sm100", "Sm100", "Sm1xx"},
                                                {"sm103", "Sm100", "Sm103", false, false, false},
                                                {"sm120", "Sm120", "Sm1xx", false, true}}};

/// Returns the architecture that the words name, without the letter of its features; "" without one.
std::string take_arch(ScaleWords& words) {
  if (!words.take({"hopper"}).empty()) return "sm90";
  if (!words.take({"blackwell"}).empty()) return "sm100";
  for (std::size_t i = 0; i < words.count(); ++i) {
    const auto word = words.at(i);
    if (!word.starts_with("sm") || word.size() < 4) continue;
    auto digits = word.substr(2);
    if (digits.ends_with('a') || digits.ends_with('f')) digits.remove_suffix(1);
    if (!whole_number(digits)) continue;
    words.use(i);
    return "sm" + std::string(digits);
  }
  return {};
}

algebra::Result<std::string> sparse_expression(ScaleWords& words, const ScaleArch& arch, const std::string& problem, std::int64_t& vector) {
  const auto* element = words.take_row(sparse_elements);
  if (element == nullptr) {
    const std::string name(arch.name);
    return scales_refused("The metadata depends on A's type.", {name + " sparse f16", name + " sparse e4m3", name + " sparse tf32"});
  }
  vector = element->a_byte;
  const auto config = arch.is_hopper
                          ? fmt::format("Sm90GemmSparseConfig<sparse_elem<2,{}>,GMMA::Major::K,sparse_elem<{},uint8_t>,{}>", element->type,
                                        element->a_byte, 2 * 512 / element->bits)
                          : fmt::format("Sm1xxGemmSparseConfig<sparse_elem<2,{}>,cutlass::layout::RowMajor,sparse_elem<{},uint8_t>>",
                                        element->type, element->a_byte);
  return fmt::format("{}::fill_layoutE({})", config, problem);
}

algebra::Result<std::string> blockwise_expression(ScaleWords& words, const ScaleArch& arch, const std::vector<std::int64_t>& tile,
                                                  const std::string& problem, char operand) {
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < words.count() && sizes.empty(); ++i)
    if (auto found = sizes_in(words.at(i)); found.size() == 3) sizes = std::move(found), words.use(i);
  if (sizes.empty())
    return scales_refused("Blockwise scales need a block of three sizes along M, N and K.",
                          {fmt::format("{} blockwise 1x128x128", arch.name)});
  words.take({"fp8"});
  const auto major = take_major(words, "UMMA::Major::MN");
  const auto config = fmt::format("{}BlockwiseScaleConfig<{},{},{},{},{}>", arch.blockwise, sizes[0], sizes[1], sizes[2], major, major);
  if (tile.empty()) return fmt::format("{}::tile_atom_to_shape_SF{}({})", config, operand, problem);
  return fmt::format("{}::smem_atom_layoutSF{}((_{},_{},_{}))", config, operand, tile[0], tile[1], tile[2]);
}

std::string block_scaled_expression(const ScaledElement& element, const ScaleArch& arch, const std::vector<std::int64_t>& tile,
                                    const std::string& problem, char operand) {
  const auto vector = element.vector;
  if (tile.empty()) return fmt::format("{}BlockScaledConfig<{}>::tile_atom_to_shape_SF{}({})", arch.block_scaled, vector, operand, problem);
  if (arch.has_collective)
    return fmt::format("Collective<{0}<{1}>,{0}<{1}>,(_{2},_{3},_{4}),KernelTmaWarpSpecializedCooperative>::SmemLayoutSF{5}{{}}",
                       element.pair, element.type, tile[0], tile[1], tile[2], operand);
  const auto extra = element.instruction_k == 64 ? fmt::format(",{}", vector) : std::string();
  return fmt::format(
      "Sm1xxBlockScaledConfig<{}>::deduce_smem_layoutSF{}(make_tiled_mma({}<{},{},float,{},{},{}{},UMMA::Major::K,UMMA::Major::K>{{}}),"
      "(_{},_{},_{}))",
      vector, operand, element.mma, element.type, element.type, element.factor, tile[0], tile[1], extra, tile[0], tile[1], tile[2]);
}

/// Reads the side of a kernel. Returns nullopt if the words name neither an architecture nor an element.
std::optional<algebra::Result<ScaleSide>> of_kernel(ScaleWords& words, const ScaleProblem& given) {
  auto arch = take_arch(words);
  const auto* element = words.take_row(scaled_elements);
  if (arch.empty() && element == nullptr) return std::nullopt;
  const bool in_tile = words.has("tile");
  // In global memory the layout is the same for all Blackwell kernels.
  if (arch.empty() && in_tile)
    return scales_refused(
        "The scales of a tile in shared memory depend on the architecture.",
        {fmt::format("sm100 {} tile 128x128x256", element->name), fmt::format("sm120 {} tile 128x128x256", element->name)});
  const auto beside = arch.empty() ? element->name : std::string_view(arch);
  const std::string described(beside);
  if (arch.empty()) arch = "sm100";
  const auto* known = algebra::row_named(scale_archs, arch);
  if (known == nullptr)
    return scales_refused(message("The scales that {} reads are not known here; those of sm90, sm100, sm103 and sm120 are.", arch),
                          {"sm90 blockwise 1x128x128", "sm100 nvfp4", "sm103 nvfp4", "sm120 nvfp4"});
  const bool hopper = known->is_hopper, sparse = !words.take({"sparse"}).empty();
  const std::vector<std::string> forms =
      hopper ? std::vector<std::string>{"sm90 blockwise 1x128x128", "sm90 sparse f16"}
             : std::vector<std::string>{arch + " nvfp4", arch + " mxfp8", arch + " blockwise 1x128x128", arch + " sparse f16"};
  if (element != nullptr && hopper)
    return scales_refused(message("Hopper (sm90) has no block-scaled instruction, and so no scales of {}.", std::string(element->name)),
                          {fmt::format("sm100 {}", element->name), "sm90 blockwise 1x128x128"});
  const bool blockwise = !sparse && !words.take({"blockwise"}).empty();
  if (element != nullptr && (sparse || blockwise))
    return scales_refused(
        message("\"{}\" and \"{}\" name two kinds of scales.", std::string(element->name), sparse ? "sparse" : "blockwise"), forms);
  if (element == nullptr && !sparse && !blockwise) {
    if (auto problem = unread(words, described, forms, given)) return tl::unexpected(std::move(*problem));
    return scales_refused(message("{} reads scales of several kinds: add the word for one.", described), forms);
  }
  const auto completed = complete(of_operand(given, words));
  if (!completed) return tl::unexpected(completed.error());
  const auto& p = *completed;
  const auto problem = fmt::format("({},{},{},{})", p.m, p.n, p.k, p.l);
  if (sparse && p.operand != 'A')
    return scales_refused(message("A has 2:4 metadata, but not {}.", std::string(1, p.operand)), {arch + " sparse f16"});
  if (blockwise && p.operand == 'D')
    return scales_refused("A and B have blockwise scales, but not D.", {arch + " blockwise 1x128x128 SFB"});
  // A stage of SM103 has only part of a tile, and there are no words for a tile of metadata.
  const bool tiled = in_tile && !sparse && p.operand != 'D' && (known->has_tiles || blockwise);
  const auto tile = tiled ? take_tile(words) : std::vector<std::int64_t>{};
  if (tiled && tile.empty())
    return scales_refused("A tile is three sizes, such as tile 128x128x256.",
                          {arch + (blockwise ? " blockwise 1x128x128" : " mxfp8") + " tile 128x128x128"});

  std::int64_t vector = element != nullptr ? element->vector : 0;
  const auto expression = [&]() -> algebra::Result<std::string> {
    if (sparse) return sparse_expression(words, *known, problem, vector);
    if (blockwise) return blockwise_expression(words, *known, tile, problem, p.operand);
    const auto groups = take_groups(words, p);
    if (groups.vector != 0 && (groups.vector != vector || groups.rows != 1 || groups.reversed))
      return scales_refused(message("{} has one scale for {} elements of K.", std::string(element->name), vector),
                            {fmt::format("{} {}", arch, element->name)});
    if (p.operand != 'D') return block_scaled_expression(*element, *known, tile, problem, p.operand);
    return fmt::format("Sm1xxBlockScaledOutputConfig<{},{}>::tile_atom_to_shape_SFD({})", vector, take_major(words, "UMMA::Major::K"),
                       problem);
  }();
  if (!expression) return tl::unexpected(expression.error());
  if (auto left = unread(words, described, forms, given)) return tl::unexpected(std::move(*left));
  auto side = evaluated(*expression);
  if (!side) return side;
  if (vector != 0) side->vector = vector;
  side->operand = p.operand;
  if (!tile.empty()) side->rows = tile[p.operand == 'B' ? 1 : 0], side->k = tile[2];
  return side;
}

/// The multiples of rows, or of rows and groups, to which a producer pads.
struct ScalePadding {
  std::int64_t rows = 1, groups = 1;
  bool said = false;
  std::string without{};  ///< word of a size that is no number, or could mean rows as well as groups
};
/// The words that may precede "padded", beside the names of the modes.
struct PaddedWord {
  std::string_view name;
  bool of_k;
};
constexpr std::array<PaddedWord, 3> padded_words{{{"groups", true}, {"columns", true}, {"rows", false}}};
/// Uses "padded to 128", "padded to 128x4", "K padded to 4".
ScalePadding take_padding(ScaleWords& words, const ScaleProblem& p, bool reversed) {
  ScalePadding padding;
  const auto row = p.operand == 'B' ? "n" : "m", k = p.operand == 'D' ? "n" : "k";
  for (std::size_t i = 0; i + 2 < words.count(); ++i) {
    if (words.at(i) != "padded" || words.at(i + 1) != "to") continue;
    const auto sizes = sizes_in(words.at(i + 2));
    const auto before = i > 0 ? words.at(i - 1) : std::string_view();
    const auto* padded = algebra::row_named(padded_words, before);
    const bool of_k = before == k || (padded != nullptr && padded->of_k), of_rows = before == row || (padded != nullptr && !padded->of_k);
    if (sizes.empty() || sizes.size() > 2 || (sizes.size() == 2 && (of_k || of_rows)) || (reversed && !of_k && !of_rows)) {
      padding.without = words.at(i + 2);
      return padding;
    }
    if (of_k || of_rows) words.use(i - 1);
    for (std::size_t n = 0; n < 3; ++n) words.use(i + n);
    (of_k ? padding.groups : padding.rows) = sizes[0];
    if (sizes.size() > 1) padding.groups = sizes[1];
    padding.said = true;
  }
  return padding;
}

/// Uses the type of a scale, "float" or "in float"; "" without one.
std::string take_type(ScaleWords& words) {
  constexpr auto types =
      std::to_array<std::string_view>({"float", "floats", "fp32", "f32", "float32", "byte", "bytes", "uint8", "ue4m3", "ue8m0", "e8m0"});
  for (std::size_t i = 0; i < words.count(); ++i) {
    const auto type = std::find(types.begin(), types.end(), words.at(i));
    if (type == types.end()) continue;
    words.use(i);
    if (i > 0 && words.at(i - 1) == "in") words.use(i - 1);
    return std::string(*type);
  }
  return {};
}

/// Words for an order of scales; for blocks with their number of rows, 0 if the words leave it open.
struct ScaleOrder {
  enum class Kind : std::uint8_t { rows, columns, blocks };
  std::array<std::string_view, 6> names;
  Kind kind;
  std::int64_t block_rows = 0;
};
constexpr std::array<ScaleOrder, 2> linear_orders{
    {{{"row-major", "linear", "layout_linear"}, ScaleOrder::Kind::rows}, {{"column-major", "col-major"}, ScaleOrder::Kind::columns}}};
constexpr std::array<ScaleOrder, 2> block_orders{
    {{{"128x4", "layout_128x4", "swizzled_128x4", "r128c4", "32_4_4", "swizzle_32_4_4"}, ScaleOrder::Kind::blocks, 128},
     {{"8x4", "layout_8x4", "swizzled_8x4", "r8c4"}, ScaleOrder::Kind::blocks, 8}}};
constexpr std::array<ScaleOrder, 2> block_words{
    {{{"blocks", "block"}, ScaleOrder::Kind::blocks}, {{"swizzled"}, ScaleOrder::Kind::blocks, 128}}};

/// Reads the side of a producer. Returns nullopt if the words name no order.
std::optional<algebra::Result<ScaleSide>> of_producer(ScaleWords& words, const ScaleProblem& given) {
  std::string order;
  const auto* said = words.take_row(linear_orders, &order);
  if (said == nullptr) {
    said = words.take_row(block_orders, &order);
    const auto* beside = words.take_row(block_words, said == nullptr ? &order : nullptr);
    if (said == nullptr) said = beside;
    if (said == nullptr) return std::nullopt;
  }
  const bool column = said->kind == ScaleOrder::Kind::columns;
  const auto block_rows = said->block_rows;
  const auto p = of_operand(given, words);
  const auto groups = take_groups(words, p);
  const auto vector = groups.vector != 0 ? groups.vector : p.vector;
  const auto matrix = fmt::format("{} x {}/{}", row_name(p), k_name(p), vector != 0 ? vector : 16);
  const std::vector<std::string> blocks{"128x4 blocks " + matrix, "8x4 blocks " + matrix};
  const std::vector<std::string> forms{(column ? "column-major " : "row-major ") + matrix,
                                       (column ? "row-major " : "column-major ") + matrix, blocks[0], blocks[1]};
  if (said->kind == ScaleOrder::Kind::blocks && block_rows == 0) {
    if (auto left = unread(words, order, blocks, given)) return tl::unexpected(std::move(*left));
    return scales_refused("Blocks have 128x4 or 8x4 scales: add the one that is meant.", blocks);
  }
  if (!groups.clash.empty())
    return scales_refused(message("\"{}\" contradicts the group in the words before it.", groups.clash), {forms[0], blocks[0]});
  const bool is_blocks = block_rows != 0;
  // The bytes of a 32-bit word lie along K, whereas a float is one scale.
  const bool packed = !is_blocks && !words.take({"int32"}).empty();
  const auto type = packed ? std::string() : take_type(words);
  const auto padding = take_padding(words, p, groups.reversed);
  if (!padding.without.empty() && groups.reversed)
    return scales_refused(message("\"padded to {}\" does not say whether rows or groups are padded.", padding.without),
                          {forms[0] + ", padded to 128", fmt::format("{}, {} padded to 4", forms[0], k_name(p))});
  if (auto left = unread(words, order, is_blocks ? blocks : forms, given)) return tl::unexpected(std::move(*left));
  if (vector == 0) return scales_refused("Give the elements of a group, as in row-major M x K/16.", {forms[0]});
  if (groups.vector == 1 && p.vector > 1)
    return scales_refused(message("{} x {} has a scale for each element; the kernel reads one for {}.", row_name(p), k_name(p), p.vector),
                          {fmt::format("{} {} x {}/{}", order, row_name(p), k_name(p), p.vector)});
  const auto completed = complete(p);
  if (!completed) return tl::unexpected(completed.error());
  const auto rows = (rows_of(*completed) + groups.rows - 1) / groups.rows, k = k_of(*completed), across = (k + vector - 1) / vector;
  const auto l = completed->l;
  const auto text = [&]() -> std::string {
    if (block_rows == 128)
      return fmt::format("Sm1xxBlockScaledConfig<{}>::tile_atom_to_shape_SF{}(({},{},{},{}))", vector, p.operand == 'B' ? 'B' : 'A',
                         completed->m, completed->n, k, l);
    if (block_rows == 8) return fmt::format("tile_to_shape((_8,(_{},_4)):(_4,(_0,_1)),({},{},{}),(_2,_1,_3))", vector, rows, k, l);
    const auto padded_rows = algebra::round_up(rows, padding.rows), padded_across = algebra::round_up(across, padding.groups);
    const bool rows_first = column != groups.reversed;
    // Each group of rows has one scale.
    const auto row_extent = groups.rows == 1 ? fmt::format("{}", padded_rows) : fmt::format("({},{})", groups.rows, padded_rows);
    const auto row_stride = [&](std::int64_t n) { return groups.rows == 1 ? fmt::format("{}", n) : fmt::format("(0,{})", n); };
    if (packed) {
      const auto along = (padded_across + 3) / 4;
      return fmt::format("({},(({},4),{}),{}):({},((0,1),{}),{})", row_extent, vector, along, l, row_stride(rows_first ? 4 : 4 * along),
                         rows_first ? 4 * padded_rows : 4, 4 * padded_rows * along);
    }
    return fmt::format("({},({},{}),{}):({},(0,{}),{})", row_extent, vector, padded_across, l, row_stride(rows_first ? 1 : padded_across),
                       rows_first ? padded_rows : 1, padded_rows * padded_across);
  }();
  if (is_blocks) {
    // Blocks are always padded, so words for the padding must agree with the block.
    const bool whole = (padding.rows == 1 || padding.rows == block_rows) && (padding.groups == 1 || padding.groups == 4);
    if (groups.rows != 1 || groups.reversed || !whole)
      return scales_refused(
          message("Blocks of {}x4 need one scale per row, in the order {}, and padding to {}x4.", block_rows, matrix, block_rows),
          {block_rows == 8 ? blocks[1] : blocks[0]});
  }
  auto side = evaluated(text);
  if (!side) return side;
  side->operand = p.operand;
  if (packed || (!type.empty() && !type.starts_with('f'))) side->unit_said = true, side->unit = {};
  else if (!type.empty()) side->unit_said = true, side->unit = {"float", 4, 1, ScaleUnit::Kind::number};
  else side->unit_said = false;
  return side;
}

/// Reads a description in words. Returns nullopt if they name nothing to describe.
std::optional<algebra::Result<ScaleSide>> described(std::string_view text, const ScaleProblem& problem) {
  ScaleWords words(text), of_library(text);
  if (const auto library = described_by_library(text, of_operand(problem, of_library).operand)) {
    if (!*library) return tl::unexpected(library->error());
    return described(**library, problem);
  }
  if (auto side = of_producer(words, problem)) return side;
  return of_kernel(words, problem);
}

}  // namespace

algebra::Result<ScaleSide> read_scale_side(std::string_view text, const ScaleProblem& problem) {
  ScaleWords words(text);
  if (words.count() == 0) return scales_refused("There is nothing here yet.");
  if (words.at(0).starts_with("siz") && text.find('=') != text.npos) return of_torch(words, problem);
  const bool expression = text.find(':') != text.npos || text.find("(") == 0;
  if (!expression)
    if (auto side = described(text, problem)) return std::move(*side);
  auto side = evaluated(std::string(text));
  const bool named = text.find_first_of("(<") == text.npos;
  if (!side && named && !expression) {
    std::vector<std::string> nearest{"sm100 nvfp4", "row-major M x K/16, padded to 128", "size=(256,16) stride=(16,1)"};
    if (auto respelled = words.respelled(); respelled && read_scale_side(*respelled, problem)) nearest.insert(nearest.begin(), *respelled);
    return scales_refused(message("\"{}\" is neither an expression nor a known description.", std::string(text)), std::move(nearest));
  }
  return side;
}

std::optional<Problem> too_few_scales(const ScaleSide& side, const ScaleShape& shape) {
  const auto rows = algebra::size(algebra::mode(side.layout, 0)), k = algebra::size(algebra::mode(side.layout, 1));
  if (rows >= shape.rows && k >= shape.k) return std::nullopt;
  return Problem{"scales",
                 message("{} has {} rows and {} elements of K, but {} and {} are compared.", side.expression, rows, k, shape.rows, shape.k),
                 {}};
}

algebra::Result<ScaleShape> scale_shape(const ScaleProblem& given, const ScaleSide& side) {
  auto p = given;
  if (side.operand != 0) p.operand = side.operand;
  ScaleShape shape;
  shape.vector = p.vector != 0 ? p.vector : side.vector != 0 ? side.vector : 1;
  if (side.vector != 0 && side.vector % shape.vector != 0)
    return scales_refused(message("There is one scale for {} elements of K, not for {}.", side.vector, shape.vector));
  if (side.rows != 0) {
    shape.rows = side.rows, shape.k = side.k;
    shape.batches = algebra::rank(side.layout) < 3 ? 1 : algebra::size(algebra::mode(side.layout, 2));
    return shape;
  }
  shape.rows = rows_of(p) != 0 ? rows_of(p) : algebra::size(algebra::mode(side.layout, 0));
  shape.k = k_of(p) != 0 ? k_of(p) : algebra::size(algebra::mode(side.layout, 1));
  shape.batches = p.l > 1 || algebra::rank(side.layout) < 3 ? p.l : algebra::size(algebra::mode(side.layout, 2));
  constexpr std::int64_t most = std::int64_t{1} << 24;
  if (shape.rows < 1 || shape.k < 1 || shape.batches < 1)
    return scales_refused("There is no scale to compare: a layout with an extent of 0 has none.");
  if (shape.rows > most || shape.k / shape.vector >= most || shape.batches > most / 1024)
    return scales_refused(message("At most {} rows, groups and batches are compared.", most));
  return shape;
}

}  // namespace app
