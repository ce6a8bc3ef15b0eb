#include "app/launch/suggest_options.hpp"

#include <charconv>

namespace app {
namespace {

/// Reads a padding in bytes. "32B" or "32 bytes" are bytes, "16" are elements.
tl::expected<std::int64_t, algebra::Message> padding_bytes(const std::string& text, int element_bits) {
  std::int64_t n = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), n);
  auto unit = std::string(end, text.data() + text.size());
  std::erase(unit, ' ');
  constexpr std::int64_t most = 4096;
  if (failed != std::errc() || n < 0 || n > most || (!unit.empty() && unit != "B" && unit != "bytes"))
    return tl::unexpected(algebra::Message(padding_key, {algebra::operand(most), algebra::operand(text)}));
  return unit.empty() ? n * element_bits / 8 : n;
}

}  // namespace

tl::expected<gpu::TileQuestion, algebra::Message> tile_question(SuggestForm form, const SuggestOptions& options,
                                                                const SheetEvaluator& evaluator) {
  auto& vary = form.vary;
  if (options.swizzles || options.order || options.canonical || options.padding) {
    vary.swizzles = options.swizzles;
    vary.order = options.order;
    vary.canonical = options.canonical || options.order;
    vary.nothing_else = options.canonical && !options.swizzles && !options.order && !options.padding;
  }
  auto q = tile_question(form, evaluator);
  if (!q) return tl::unexpected(q.error().message);
  if (!options.padding) return q.map_error([](const FormProblem& p) { return p.message; });
  const auto bytes = padding_bytes(*options.padding, q->element.bits);
  if (!bytes) return tl::unexpected(bytes.error());
  q->vary.padding_bytes = *bytes;
  return std::move(*q);
}

}  // namespace app
