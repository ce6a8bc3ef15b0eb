#include "algebra/reading/triton.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "algebra/layout/problem.hpp"
#include "algebra/reading/scanned_name.hpp"
#include "algebra/reading/triton_attribute.hpp"
#include "algebra/reading/triton_layouts.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra::dialects {
namespace {

using Sizes = std::vector<std::int64_t>;

/// The type of a tensor or of a buffer.
struct Type {
  Sizes shape;
  std::string_view encoding;
  std::size_t size = 0;  ///< bytes
};

/// Reads tensor<128x64xf16, #blocked> or !ttg.memdesc<2x128x64xf16, #shared, #smem, mutable>, from behind its `<`.
std::optional<Type> type_at(std::string_view text) {
  Type type;
  std::size_t at = 0;
  for (;;) {
    const auto begin = at;
    std::int64_t n = 0;
    while (at < text.size() && is_digit(text[at]) && at - begin < 12) n = n * 10 + (text[at++] - '0');
    if (at == begin || at >= text.size() || text[at] != 'x') {
      at = begin;
      break;
    }
    type.shape.push_back(n);
    ++at;
  }
  if (type.shape.empty() || type.shape.size() > 8) return std::nullopt;
  constexpr std::size_t longest = 8192;
  text = text.substr(0, longest);
  Cursor cursor(text.substr(0, text.find('\n')), at, brackets_and_angles);
  const auto parts = Cursor(cursor.until(brackets_and_angles.close), 0, brackets_and_angles).split(',');
  if (cursor.done() || parts.size() < 2) return std::nullopt;
  type.size = cursor.place() + 1;
  type.encoding = trimmed(parts[1]);
  // A memory descriptor has its encoding second, then the memory.
  if (!type.encoding.starts_with('#')) return std::nullopt;
  return type;
}

constexpr std::array<std::string_view, 5> dialects{"#ttg.", "#triton_gpu.", "#ttng.", "#triton_nvidia_gpu.", "#ttig."};
constexpr std::array<std::string_view, 2> containers{"tensor<", "memdesc<"};

/// Returns the place of the first of the words, from `at` on, and sets `which`.
template <std::size_t N>
std::size_t first_of(std::string_view text, std::size_t at, const std::array<std::string_view, N>& words, std::string_view& which) {
  auto first = std::string_view::npos;
  for (const auto word : words)
    if (const auto found = text.find(word, at); found < first) first = found, which = word;
  return first;
}

std::string name_of(std::string_view encoding, const Sizes& shape) {
  auto name = encoding.substr(0, encoding.find('<'));
  name.remove_prefix(std::min(name.size(), name.find_last_of("#.") + 1));
  auto text = std::string(name);
  for (std::size_t i = 0; i < shape.size(); ++i) text += fmt::format("{}{}", i == 0 ? "_" : "x", shape[i]);
  return name_from(text);
}

tl::expected<Printed, Message> in_language(std::string_view encoding, const Sizes& shape, const TritonAliases& aliases) {
  return read_triton(encoding, shape, aliases).and_then([](const LinearLayout& layout) -> tl::expected<Printed, Message> {
    try {
      return in_cute(layout);
    } catch (Problem& problem) {
      return tl::unexpected(std::move(problem.message));
    }
  });
}

}  // namespace

tl::expected<LinearLayout, Message> read_triton(std::string_view encoding, std::vector<std::int64_t> shape, const TritonAliases& aliases) {
  try {
    return triton_layout(resolved(parse_triton_attribute(encoding), aliases), std::move(shape), aliases);
  } catch (TritonProblem& problem) {
    return tl::unexpected(std::move(problem.message));
  }
}

bool mentions_triton(std::string_view text) {
  std::string_view which;
  for (auto at = first_of(text, 0, dialects, which); at != std::string_view::npos; at = first_of(text, at + 1, dialects, which)) {
    const auto open = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789", at + which.size());
    const auto rest = text.substr(std::min(open, text.size()));
    if (rest.starts_with("<{") || rest.starts_with("<[") || rest.starts_with("<blockM")) return true;
  }
  return false;
}

std::string_view triton_alias(std::string_view before) {
  before = trimmed(before);
  if (!before.starts_with('#') || !before.ends_with('=')) return {};
  const auto name = trimmed(before.substr(1, before.size() - 2));
  return std::ranges::all_of(name, is_word) ? name : std::string_view{};
}

std::optional<TritonType> triton_type(std::string_view text, const TritonAliases& aliases) {
  const auto open = text.find('<');
  const auto type = open == std::string_view::npos ? std::nullopt : type_at(text.substr(open + 1));
  if (!type) return std::nullopt;
  const auto alias = type->encoding.substr(1);
  if (std::ranges::all_of(alias, is_word) ? !aliases.contains(alias) : !mentions_triton(type->encoding)) return std::nullopt;
  return TritonType{.key = fmt::format("{} {}", type->encoding, fmt::join(type->shape, "x")),
                    .name = name_of(type->encoding, type->shape),
                    .value = in_language(type->encoding, type->shape, aliases),
                    .size = open + 1 + type->size};
}

std::vector<TritonFind> find_triton(std::string_view text) {
  TritonAliases aliases;
  std::string_view which;
  for (auto at = first_of(text, 0, dialects, which); at != std::string_view::npos; at = first_of(text, at + 1, dialects, which)) {
    const auto before = text.substr(0, at);
    const auto line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto name = triton_alias(before.substr(line_begin));
    if (!name.empty()) aliases.insert_or_assign(std::string(name), std::string(text.substr(at, text.substr(at).find('\n'))));
  }
  std::vector<TritonFind> found;
  std::set<std::string, std::less<>> seen;
  for (auto at = first_of(text, 0, containers, which); at != std::string_view::npos; at = first_of(text, at + 1, containers, which))
    if (auto type = triton_type(text.substr(at), aliases); type && seen.insert(type->key).second)
      found.push_back({.name = type->name, .type = std::string(text.substr(at, type->size)), .value = std::move(type->value)});
  if (!found.empty()) return found;
  if (const auto at = first_of(text, 0, dialects, which); at != std::string_view::npos) {
    const auto line = trimmed(text.substr(at, text.substr(at).find('\n')));
    found.push_back({.name = name_of(line, {}), .type = std::string(line), .value = in_language(line, {}, aliases)});
  }
  return found;
}

}  // namespace algebra::dialects
