#include "app/scales/scale_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/edit_distance.hpp"

namespace app {
namespace {

using algebra::message;
using algebra::Problem;

/// All words of descriptions, to correct misspelt ones.
constexpr auto known_words = std::to_array<std::string_view>(
    {"row-major", "column-major", "linear",   "blocks", "swizzled", "padded", "int32",     "float",  "bytes",    "hopper",
     "blackwell", "nvfp4",        "mxfp4",    "mxfp6",  "mxfp8",    "tile",   "k-major",   "sparse", "mn-major", "blockwise",
     "128x4",     "8x4",          "deepgemm", "vllm",   "torch",    "te",     "groups",    "rows",   "columns",  "flashinfer",
     "sm90",      "sm100",        "sm103",    "sm120",  "sfa",      "sfb",    "sfd",       "cublas", "trtllm",   "transformerengine",
     "1x128",     "1x128x128",    "128x128",  "bf16",   "f16",      "tf32",   "_scaled_mm"});

struct Library {
  std::string_view name;                               ///< as its users write it
  std::vector<std::vector<std::string_view>> written;  ///< its names, each a sequence of words
};
/// The longest sequence of a library comes first.
const std::vector<Library>& libraries() {
  static const std::vector<Library> all{
      {"FlashInfer", {{"flashinfer"}, {"flash-infer"}}},
      {"TensorRT-LLM", {{"tensorrt-llm"}, {"tensorrt_llm"}, {"tensorrt", "llm"}, {"trt-llm"}, {"trt_llm"}, {"trtllm"}}},
      {"DeepGEMM", {{"deepgemm"}, {"deep-gemm"}, {"deep_gemm"}}},
      {"vLLM", {{"vllm"}}},
      {"torch", {{"torch", ".", "_scaled_mm"}, {"torch", "_scaled_mm"}, {"pytorch", "_scaled_mm"}, {"torch"}, {"pytorch"}, {"_scaled_mm"}}},
      {"TransformerEngine", {{"transformer", "engine"}, {"transformerengine"}, {"transformer-engine"}, {"transformer_engine"}, {"te"}}},
      {"cuBLAS", {{"cublas"}, {"cublaslt"}}}};
  return all;
}

/// A library's order and the words that choose it; in `means`, `rows` is replaced by M or N. Sources: FlashInfer's SfLayout and
/// TensorRT-LLM's QuantizationSFLayout (get_sf_out_offset_128x4, get_sf_out_offset_8x4); DeepGEMM's get_mn_major_tma_aligned_tensor,
/// get_mn_major_tma_aligned_packed_ue8m0_tensor and per_block_cast_to_fp8; vLLM's scaled_fp4_quant and per_token_group_quant_fp8; torch's
/// is_blockwise_1x128_scaling; get_scale_shape of TransformerEngine's quantizers; cuBLAS's layouts of scaling factors.
struct LibraryOrder {
  std::string_view library;
  std::vector<std::string_view> words;
  char operand;  ///< 0: any
  std::string_view means;
};
const std::vector<LibraryOrder>& library_orders() {
  static const std::vector<LibraryOrder> all = [] {
    std::vector<LibraryOrder> made;
    for (const char* const library : {"FlashInfer", "TensorRT-LLM"}) {
      for (const char* const word : {"128x4", "layout_128x4", "swizzled_128x4", "r128c4"})
        made.push_back({library, {word}, 0, "128x4 blocks"});
      for (const char* const word : {"8x4", "layout_8x4", "swizzled_8x4", "r8c4"}) made.push_back({library, {word}, 0, "8x4 blocks"});
      for (const char* const word : {"linear", "layout_linear"}) made.push_back({library, {word}, 0, "row-major"});
    }
    for (const char* const word : {"sm90", "hopper", "float", "fp32"}) {
      made.push_back({"DeepGEMM", {word}, 'A', "column-major rows x K/128 padded to 4 in float"});
      made.push_back({"DeepGEMM", {word}, 'B', "row-major rows/128 x K/128 in float"});
    }
    for (const char* const word : {"sm100", "blackwell", "ue8m0"})
      made.push_back({"DeepGEMM", {word}, 0, "int32 column-major rows x K/128 padded to 4"});
    made.push_back({"vLLM", {"nvfp4"}, 0, "128x4 blocks K/16"});
    made.push_back({"vLLM", {"fp8", "row-major"}, 0, "row-major rows x K/128 in float"});
    made.push_back({"vLLM", {"fp8", "column-major"}, 0, "column-major rows x K/128 in float"});
    for (const char* const library : {"torch", "cuBLAS"}) {
      made.push_back({library, {"nvfp4"}, 0, "128x4 blocks K/16"});
      made.push_back({library, {"mxfp8"}, 0, "128x4 blocks K/32"});
    }
    for (const char* const word : {"1x16", "blockwise1x16"}) made.push_back({"torch", {word}, 0, "128x4 blocks K/16"});
    for (const char* const word : {"1x32", "blockwise1x32"}) made.push_back({"torch", {word}, 0, "128x4 blocks K/32"});
    for (const char* const word : {"1x128", "blockwise1x128"}) made.push_back({"torch", {word}, 0, "column-major rows x K/128 in float"});
    for (const char* const word : {"swizzle_32_4_4", "32_4_4"}) made.push_back({"torch", {word}, 0, "128x4 blocks"});
    made.push_back({"TransformerEngine", {"mxfp8"}, 0, "row-major rows x K/32 padded to 128x4"});
    made.push_back({"TransformerEngine", {"mxfp8", "swizzled"}, 0, "128x4 blocks K/32"});
    made.push_back({"TransformerEngine", {"nvfp4"}, 0, "row-major rows x K/16 padded to 128x4"});
    made.push_back({"TransformerEngine", {"nvfp4", "swizzled"}, 0, "128x4 blocks K/16"});
    made.push_back({"TransformerEngine", {"1x128"}, 0, "column-major rows x K/128 padded to 4 in float"});
    made.push_back({"TransformerEngine", {"128x128"}, 0, "row-major rows/128 x K/128, K padded to 4 in float"});
    return made;
  }();
  return all;
}

/// Uses the words that name a library, and returns it; null without such words.
const Library* take_library(ScaleWords& words) {
  for (const auto& library : libraries())
    for (const auto& sequence : library.written)
      for (std::size_t i = 0; i + sequence.size() <= words.count(); ++i) {
        std::size_t same = 0;
        while (same < sequence.size() && words.at(i + same) == sequence[same]) ++same;
        if (same < sequence.size()) continue;
        for (std::size_t n = 0; n < same; ++n) words.use(i + n);
        return &library;
      }
  return nullptr;
}

}  // namespace

ScaleWords::ScaleWords(std::string_view text) : text_(text) {
  const auto letter = [&](std::size_t at) { return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0; };
  for (std::size_t i = 0; i < text.size();) {
    const auto begin = i;
    Word w{.begin = begin};
    if (letter(i) || (text[i] == '_' && letter(i + 1))) {
      do w.word += algebra::lower(text[i++]);
      while (letter(i) || (i < text.size() && (text[i] == '-' || text[i] == '_') && letter(i + 1)));
    } else {
      w.word = text[i++];
      if (std::string_view(" ,\t").find(w.word) != std::string_view::npos) continue;
      // A UTF-8 character is one word.
      while (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U) w.word += text[i++];
    }
    w.end = i;
    words_.push_back(std::move(w));
  }
}

std::string_view ScaleWords::at(std::size_t i) const {
  return i < words_.size() && !words_[i].used ? std::string_view(words_[i].word) : std::string_view();
}

std::string_view ScaleWords::take(std::initializer_list<std::string_view> any) {
  for (auto& w : words_) {
    if (w.used || std::find(any.begin(), any.end(), w.word) == any.end()) continue;
    w.used = true;
    return w.word;
  }
  return {};
}

bool ScaleWords::has(std::string_view word) const {
  return std::any_of(words_.begin(), words_.end(), [&](const Word& w) { return !w.used && w.word == word; });
}

std::string ScaleWords::unused() const {
  auto first = std::find_if(words_.begin(), words_.end(), [](const Word& w) { return !w.used; });
  if (first == words_.end()) return {};
  auto end = first->end;
  for (auto next = first + 1; next != words_.end() && !next->used && next->begin == end; ++next) end = next->end;
  return text_.substr(first->begin, end - first->begin);
}

std::string ScaleWords::rest() const {
  std::string all;
  for (const auto& w : words_)
    if (!w.used) all += (all.empty() || text_[w.begin - 1] != ' ' ? "" : " ") + text_.substr(w.begin, w.end - w.begin);
  return all;
}

std::optional<std::string> ScaleWords::respelled() const {
  const auto first = std::find_if(words_.begin(), words_.end(), [](const Word& w) { return !w.used; });
  if (first == words_.end() || first->word.size() < 3) return std::nullopt;
  const std::size_t most = first->word.size() > 5 ? 2 : 1;
  std::string_view nearest;
  std::size_t least = most + 1;
  for (const auto word : known_words)
    if (const auto distance = algebra::edit_distance(first->word, word, least); distance < least) nearest = word, least = distance;
  if (nearest.empty() || least == 0) return std::nullopt;
  return text_.substr(0, first->begin) + std::string(nearest) + text_.substr(first->end);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

std::vector<std::int64_t> sizes_in(std::string_view word) {
  std::vector<std::int64_t> all;
  if (word.ends_with('x')) return {};
  while (!word.empty()) {
    const auto x = std::min(word.find('x'), word.size());
    const auto n = whole_number(word.substr(0, x));
    if (!n || *n < 1 || *n > 65536) return {};
    all.push_back(*n);
    word.remove_prefix(std::min(x + 1, word.size()));
  }
  return all;
}

std::optional<algebra::Result<std::string>> described_by_library(std::string_view text, char operand) {
  ScaleWords words(text);
  const auto* library = take_library(words);
  if (library == nullptr) return std::nullopt;
  const LibraryOrder* order = nullptr;
  for (const auto& candidate : library_orders()) {
    const bool fits = candidate.library == library->name && (candidate.operand == 0 || candidate.operand == operand) &&
                      std::all_of(candidate.words.begin(), candidate.words.end(), [&](auto word) { return words.has(word); });
    if (fits && (order == nullptr || candidate.words.size() > order->words.size())) order = &candidate;
  }
  if (order == nullptr) {
    std::vector<std::string> nearest;
    for (const auto& candidate : library_orders()) {
      if (candidate.library != library->name || (candidate.operand != 0 && candidate.operand != operand)) continue;
      // Proposes one name of each order.
      const bool other_name = std::any_of(library_orders().begin(), library_orders().end(), [&](const LibraryOrder& before) {
        return &before < &candidate && before.library == candidate.library && before.means == candidate.means &&
               before.operand == candidate.operand;
      });
      if (!other_name) nearest.push_back(fmt::format("{} {}", library->name, fmt::join(candidate.words, " ")));
    }
    const auto rest = words.rest();
    return tl::unexpected(Problem{
        "scales",
        rest.empty() ? message("{} has several orders of scales: add the word for one.", std::string(library->name))
                     : message("{} has several orders of scales: add the word for one; \"{}\" is not.", std::string(library->name), rest),
        std::move(nearest)});
  }
  for (const auto word : order->words) words.take({word});
  std::string described(order->means);
  const std::string_view rows = operand == 'B' ? "N" : "M";
  if (const auto at = described.find("rows"); at != std::string::npos) described.replace(at, 4, rows);
  if (const auto rest = words.rest(); !rest.empty()) described += " " + rest;
  return described;
}

}  // namespace app
