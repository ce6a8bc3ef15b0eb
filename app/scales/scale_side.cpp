#include "app/scales/scale_side.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <vector>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"
#include "algebra/text/characters.hpp"

namespace app {
namespace {

using algebra::Layout;
using algebra::message;
using algebra::Problem;

tl::unexpected<Problem> refused(algebra::Message why, std::vector<std::string> nearest = {}) {
  return tl::unexpected(Problem{"scales", std::move(why), std::move(nearest)});
}

/// Words in lower case; a number, a word with its dashes, or one other character each.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < text.size();) {
    const auto letter = [&](std::size_t at) { return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0; };
    if (!letter(i)) {
      if (text[i] != ' ' && text[i] != ',' && text[i] != '\t') all.emplace_back(1, text[i]);
      ++i;
      continue;
    }
    std::string word;
    while (letter(i) || (i < text.size() && (text[i] == '-' || text[i] == '_') && letter(i + 1))) word += algebra::lower(text[i++]);
    all.push_back(std::move(word));
  }
  return all;
}
bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}
/// 1x128x128: the numbers of a word between x.
std::vector<std::int64_t> sizes_in(std::string_view word) {
  std::vector<std::int64_t> all;
  while (!word.empty()) {
    const auto x = std::min(word.find('x'), word.size());
    const auto n = number(word.substr(0, x));
    if (!n || *n < 1 || *n > 65536) return {};
    all.push_back(*n);
    word.remove_prefix(std::min(x + 1, word.size()));
  }
  return all;
}

algebra::Result<ScaleSide> evaluated(const std::string& expression) {
  const auto e = algebra::evaluate(expression, {}, algebra::IntegerRule::cute, {.verdicts = false});
  if (!e) return tl::unexpected(e.error().problem);
  Layout l;
  if (const auto* layout = std::get_if<Layout>(&e->value)) l = *layout;
  else if (const auto* tensor = std::get_if<algebra::Tensor>(&e->value); tensor != nullptr && tensor->has_plain_layout())
    l = tensor->layout;
  else return refused(message("{} is no layout of scales.", expression));
  auto rows = by_rows(l);
  if (!rows) return tl::unexpected(rows.error());
  ScaleSide side{.expression = expression, .layout = std::move(*rows)};
  const auto names = [&](std::string_view part) { return expression.find(part) != std::string::npos; };
  if (names("Blockwise")) side.unit = {"float", 4, 1};
  if (names("GemmSparseConfig") && names("fill_layoutE"))
    side.unit = {"logical element", 1, names("tfloat32_t") || names("<2,float>") ? 4 : 8};
  if (names("GemmSparseConfig") && names("sparse_elem<16,")) side.unit.offsets_a_byte = 16;
  if (names("compute_memory_reordering_atom")) side.unit = {"int4 element", 1, 2};
  const auto k = algebra::mode(side.layout, 1);
  const auto first = algebra::flatten(k);
  const auto extent = first.shape().is_tuple() ? first.shape().mode(0) : first.shape();
  const auto stride = first.stride().is_tuple() ? first.stride().mode(0) : first.stride();
  if (stride.is_integer() && stride.integer().value == 0 && extent.is_integer()) side.vector = extent.integer().value;
  return side;
}

/// size=(256,4) stride=(4,1), as torch prints them, also without the words.
algebra::Result<ScaleSide> of_torch(const std::vector<std::string>& words, const ScaleProblem& problem) {
  std::vector<std::int64_t> sizes, strides;
  std::vector<std::int64_t>* into = nullptr;
  for (const auto& word : words) {
    // "size" or "sizes", "stride" or "strides".
    if (word.starts_with("siz")) into = &sizes;
    else if (word.starts_with("strid")) into = &strides;
    else if (const auto n = number(word); n && into != nullptr) into->push_back(*n);
  }
  if (sizes.size() < 2 || sizes.size() > 3)
    return refused(message("A tensor of scales has 2 sizes, rows and groups, or 3 with the batches first; here are {}.", sizes.size()),
                   {"size=(256,16) stride=(16,1)"});
  if (strides.empty())
    for (std::size_t i = sizes.size(); i-- > 0;)
      strides.insert(strides.begin(), i + 1 == sizes.size() ? 1 : strides.front() * sizes[i + 1]);
  if (strides.size() != sizes.size())
    return refused(message("A tensor has as many strides as sizes; here are {} and {}.", strides.size(), sizes.size()));
  if (problem.vector == 0) return refused("A tensor of torch is by groups: say of how many elements a group is, such as --vector 16.");
  const auto first = sizes.size() - 2;
  auto text = fmt::format("({},({},{})", sizes[first], problem.vector, sizes[first + 1]);
  auto by = fmt::format("({},(0,{})", strides[first], strides[first + 1]);
  if (first == 1) text += fmt::format(",{}", sizes[0]), by += fmt::format(",{}", strides[0]);
  auto side = evaluated(text + "):" + by + ")");
  if (side) side->vector = problem.vector;
  return side;
}

/// Rows and K of the operand whose scales these are.
std::int64_t rows_of(const ScaleProblem& p) { return p.operand == 'B' ? p.n : p.m; }
std::int64_t k_of(const ScaleProblem& p) { return p.operand == 'D' ? p.n : p.k; }

algebra::Result<ScaleProblem> complete(ScaleProblem p, const std::vector<std::string>& words) {
  for (const char letter : {'a', 'b', 'd'})
    if (has(words, std::string("sf") + letter)) p.operand = static_cast<char>(letter - 'a' + 'A');
  if (p.m == 0) p.m = p.operand == 'B' ? p.n : 0;
  if (p.n == 0) p.n = p.m;
  if (p.m == 0 || k_of(p) == 0) return refused("These words need the problem: its sizes M, N and K, such as --problem 256,128,64.");
  return p;
}

/// What multiplies in a group, by the name of the type.
struct ScaledElement {
  std::string_view name, mma, type, factor;
  std::int64_t vector, instruction_k;
};
constexpr std::array<ScaledElement, 4> scaled_elements{{{"nvfp4", "SM100_MMA_MXF4_SS", "float_e2m1_t", "float_ue4m3_t", 16, 64},
                                                        {"mxfp4", "SM100_MMA_MXF4_SS", "float_e2m1_t", "float_ue8m0_t", 32, 64},
                                                        {"mxfp6", "SM100_MMA_MXF8F6F4_SS", "float_e3m2_t", "float_ue8m0_t", 32, 32},
                                                        {"mxfp8", "SM100_MMA_MXF8F6F4_SS", "float_e4m3_t", "float_ue8m0_t", 32, 32}}};

/// What follows "tile": (M,N,K); empty without one.
std::vector<std::int64_t> tile_in(const std::vector<std::string>& words) {
  const auto at = std::find(words.begin(), words.end(), "tile");
  return at == words.end() || at + 1 == words.end() ? std::vector<std::int64_t>{} : sizes_in(*(at + 1));
}
std::string major_in(const std::vector<std::string>& words, std::string_view otherwise) {
  if (has(words, "k-major")) return "UMMA::Major::K";
  if (has(words, "mn-major") || has(words, "m-major") || has(words, "n-major")) return "UMMA::Major::MN";
  return std::string(otherwise);
}

/// The shared memory of a tile: its rows and K are compared, not the problem's.
algebra::Result<ScaleSide> of_tile(const std::string& expression, const std::vector<std::int64_t>& tile, char operand) {
  auto side = evaluated(expression);
  if (side) side->rows = tile[operand == 'B' ? 1 : 0], side->k = tile[2];
  return side;
}

/// What a kernel reads. nullopt where the words do not say an architecture or an element.
std::optional<algebra::Result<ScaleSide>> of_kernel(const std::vector<std::string>& words, const ScaleProblem& given) {
  std::string arch;
  for (const auto& word : words) {
    if (word == "hopper") arch = "sm90";
    if (word == "blackwell") arch = "sm100";
    if (word.starts_with("sm") && word.size() >= 4 && std::isdigit(static_cast<unsigned char>(word[2])) != 0)
      arch = word.substr(0, std::min(word.find_first_not_of("0123456789", 2), word.size()));
  }
  const ScaledElement* element = nullptr;
  for (const auto& e : scaled_elements)
    if (has(words, e.name)) element = &e;
  if (arch.empty() && element == nullptr) return std::nullopt;
  if (arch.empty()) arch = "sm100";
  constexpr std::array<std::string_view, 4> known{"sm90", "sm100", "sm103", "sm120"};
  if (std::find(known.begin(), known.end(), arch) == known.end())
    return refused(message("What {} reads is not known here: sm90, sm100, sm103 or sm120 is.", arch));
  const auto completed = complete(given, words);
  if (!completed) return tl::unexpected(completed.error());
  const auto& p = *completed;
  const auto problem = fmt::format("({},{},{},{})", p.m, p.n, p.k, p.l);
  const auto tile = tile_in(words);
  if (has(words, "tile") && tile.size() != 3) return refused("A tile is three sizes, such as tile 128x128x256.");

  if (has(words, "sparse")) {
    const auto type = has(words, "tf32")                        ? "tfloat32_t"
                      : has(words, "e4m3") || has(words, "fp8") ? "float_e4m3_t"
                      : has(words, "bf16")                      ? "bfloat16_t"
                                                                : "half_t";
    const int a_byte = has(words, "tf32") ? 4 : 8;
    const auto bits = has(words, "tf32") ? 32 : has(words, "e4m3") || has(words, "fp8") ? 8 : 16;
    const auto config =
        arch == "sm90"
            ? fmt::format("Sm90GemmSparseConfig<sparse_elem<2,{}>,{},sparse_elem<{},uint8_t>,{}>", type, "GMMA::Major::K", a_byte,
                          2 * 512 / bits)
            : fmt::format("Sm1xxGemmSparseConfig<sparse_elem<2,{}>,cutlass::layout::RowMajor,sparse_elem<{},uint8_t>>", type, a_byte);
    auto side = evaluated(fmt::format("{}::fill_layoutE({})", config, problem));
    if (side) side->vector = a_byte;
    return side;
  }
  if (element == nullptr || has(words, "blockwise") || arch == "sm90") {
    // Hopper's only scales are blockwise; elsewhere they are where no block-scaled type is named.
    std::vector<std::int64_t> sizes{1, 128, 128};
    for (const auto& word : words)
      if (auto found = sizes_in(word); found.size() == 3 && found != tile) sizes = std::move(found);
    const auto major = major_in(words, "UMMA::Major::MN");
    const auto config = fmt::format("S{}BlockwiseScaleConfig<{},{},{},{},{}>", arch == "sm103" ? "m100" : arch.substr(1), sizes[0],
                                    sizes[1], sizes[2], major, major);
    if (tile.empty()) return evaluated(fmt::format("{}::tile_atom_to_shape_SF{}({})", config, p.operand == 'B' ? 'B' : 'A', problem));
    return of_tile(fmt::format("{}::smem_atom_layoutSF{}((_{},_{},_{}))", config, p.operand == 'B' ? 'B' : 'A', tile[0], tile[1], tile[2]),
                   tile, p.operand);
  }
  const auto vector = given.vector != 0 ? given.vector : element->vector;
  if (p.operand == 'D')
    return evaluated(
        fmt::format("Sm1xxBlockScaledOutputConfig<{},{}>::tile_atom_to_shape_SFD({})", vector, major_in(words, "UMMA::Major::K"), problem));
  if (tile.empty())
    return evaluated(fmt::format("{}<{}>::tile_atom_to_shape_SF{}({})",
                                 arch == "sm103" ? "Sm103BlockScaledConfig" : "Sm1xxBlockScaledConfig", vector, p.operand, problem));
  if (arch == "sm120")
    return of_tile(fmt::format("Collective<{}<{}>,{}<{}>,(_{},_{},_{}),KernelTmaWarpSpecializedCooperative>::SmemLayoutSF{}{{}}",
                               element->vector == 16             ? "nv_float4_t"
                               : element->type == "float_e2m1_t" ? "mx_float4_t"
                                                                 : "mx_float8_t",
                               element->type,
                               element->vector == 16             ? "nv_float4_t"
                               : element->type == "float_e2m1_t" ? "mx_float4_t"
                                                                 : "mx_float8_t",
                               element->type, tile[0], tile[1], tile[2], p.operand),
                   tile, p.operand);
  const auto extra = element->instruction_k == 64 ? fmt::format(",{}", vector) : std::string();
  return of_tile(
      fmt::format(
          "Sm1xxBlockScaledConfig<{}>::deduce_smem_layoutSF{}(make_tiled_mma({}<{},{},float,{},{},{}{},UMMA::Major::K,UMMA::Major::K>{{}}),"
          "(_{},_{},_{}))",
          vector, p.operand, element->mma, element->type, element->type, element->factor, tile[0], tile[1], extra, tile[0], tile[1],
          tile[2]),
      tile, p.operand);
}

/// The number behind "k/", of "M x K/16".
std::optional<std::int64_t> vector_in(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 2 < words.size(); ++i)
    if ((words[i] == "k" || words[i] == "n") && words[i + 1] == "/")
      if (const auto n = number(words[i + 2]); n && *n > 0 && *n <= 65536) return n;
  return std::nullopt;
}

/// How a producer writes. nullopt where the words do not say an order.
std::optional<algebra::Result<ScaleSide>> of_producer(const std::vector<std::string>& words, const ScaleProblem& given) {
  const bool row = has(words, "row-major") || has(words, "linear"), column = has(words, "column-major") || has(words, "col-major");
  const bool blocks = has(words, "blocks") || has(words, "swizzled");
  if (!row && !column && !blocks) return std::nullopt;
  const auto completed = complete(given, words);
  if (!completed) return tl::unexpected(completed.error());
  const auto& p = *completed;
  const auto vector = vector_in(words).value_or(p.vector);
  if (vector == 0) return refused("Say of how many elements a group is, as in row-major M x K/16.");
  const auto groups = (k_of(p) + vector - 1) / vector;
  if (blocks) {
    auto side = evaluated(fmt::format("Sm1xxBlockScaledConfig<{}>::tile_atom_to_shape_SF{}(({},{},{},{}))", vector,
                                      p.operand == 'B' ? 'B' : 'A', p.m, p.n, k_of(p), p.l));
    return side;
  }
  // "padded to 128" pads rows; "K padded to 4" groups.
  std::int64_t pad_rows = 1, pad_groups = 1;
  for (std::size_t i = 0; i + 2 < words.size(); ++i)
    if (words[i] == "padded" && words[i + 1] == "to") {
      const auto sizes = sizes_in(words[i + 2]);
      const bool of_k = i > 0 && (words[i - 1] == "k" || words[i - 1] == "groups" || words[i - 1] == "columns");
      if (sizes.empty()) return refused("What is padded to is a number, as in padded to 128.");
      if (of_k) pad_groups = sizes[0];
      else pad_rows = sizes[0];
      if (sizes.size() > 1) pad_groups = sizes[1];
    }
  const auto padded_rows = algebra::round_up(rows_of(p), pad_rows), padded_groups = algebra::round_up(groups, pad_groups);
  const auto text = [&]() -> std::string {
    if (has(words, "int32")) {
      const auto words_of_row = (padded_groups + 3) / 4;
      const auto row_stride = column ? 4 : 4 * words_of_row, word_stride = column ? 4 * padded_rows : 4;
      return fmt::format("({},(({},4),{}),{}):({},((0,1),{}),{})", padded_rows, vector, words_of_row, p.l, row_stride, word_stride,
                         4 * padded_rows * words_of_row);
    }
    return fmt::format("({},({},{}),{}):({},(0,{}),{})", padded_rows, vector, padded_groups, p.l, column ? 1 : padded_groups,
                       column ? padded_rows : 1, padded_rows * padded_groups);
  }();
  return evaluated(text);
}

}  // namespace

algebra::Result<ScaleSide> read_scale_side(std::string_view text, const ScaleProblem& problem) {
  const auto words = words_of(text);
  if (words.empty()) return refused("There is nothing here yet.");
  if (words[0].starts_with("siz") && text.find('=') != text.npos) return of_torch(words, problem);
  const bool expression = text.find("::") != text.npos || text.find(':') != text.npos || text.find("(") == 0;
  if (!expression) {
    if (auto side = of_producer(words, problem)) return std::move(*side);
    if (auto side = of_kernel(words, problem)) return std::move(*side);
  }
  auto side = evaluated(std::string(text));
  const bool named = text.find_first_of("(<") == text.npos;
  if (!side && named && !expression)
    return refused(message("\"{}\" is neither an expression nor a description that is known.", std::string(text)),
                   {"sm100 nvfp4", "row-major M x K/16, padded to 128", "size=(256,16) stride=(16,1)"});
  return side;
}

algebra::Result<ScaleShape> scale_shape(const ScaleProblem& p, const ScaleSide& side) {
  ScaleShape shape;
  shape.vector = p.vector != 0 ? p.vector : side.vector != 0 ? side.vector : 1;
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
    return refused("There is no scale to compare: a layout with an extent of 0 has none.");
  if (shape.rows > most || shape.k / shape.vector >= most || shape.batches > most / 1024)
    return refused(message("At most {} rows, groups and batches are compared.", most));
  return shape;
}

}  // namespace app
