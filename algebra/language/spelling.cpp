#include "algebra/language/spelling.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

std::string_view leading_word(std::string_view text) { return Cursor(text).word().value_or(""); }

/// Returns the bits of an element type in the CuTe DSL's spelling: 16b for f16 and bf16, 8b for f8E4M3FN.
std::string bits_of_type(std::string_view type) {
  const auto begin = type.find_first_of("0123456789");
  if (begin == std::string_view::npos) return "8b";
  auto end = begin;
  while (end < type.size() && is_digit(type[end])) ++end;
  return std::string(type.substr(begin, end - begin)) + "b";
}

/// Rewrites the CuTe DSL's ptr<f16, smem, align<1024>, S<3,4,3>> and raw_ptr(0x80: f16, smem, align<1024>) as CuTe C++ prints them.
std::string dsl_pointer(std::string_view factor) {
  const auto open = factor.find_first_of("<(");
  auto inner = factor.substr(open + 1, factor.size() - open - 2);
  std::string address = "unset";
  if (const auto colon = inner.find(':'); colon != std::string_view::npos) {
    address = inner.substr(0, colon);
    inner.remove_prefix(colon + 1);
  }
  const auto swizzle = inner.find("S<");
  const auto sw = swizzle == std::string_view::npos ? std::string{} : "Sw" + std::string(inner.substr(swizzle + 1)) + "_";
  std::string_view space = sw.empty() ? "" : "smem_";
  for (const std::string_view known : {"gmem_", "smem_", "rmem_", "tmem_"})
    if (inner.find(known.substr(0, 4)) != std::string_view::npos) space = known;
  return fmt::format("{}{}ptr[{}]({})", sw, space, bits_of_type(inner.substr(0, inner.find(','))), address);
}

/// Rewrites a factor of `a o b o layout` as newer versions of CuTe print it. An unknown iterator becomes a pointer: counting_iter(0),
/// subbyte_iter[4b](0x80).
std::string readable_factor(std::string_view factor) {
  const auto word = leading_word(factor);
  const auto rest = factor.substr(word.size());
  const auto address = [](std::string_view behind) { return behind.empty() ? std::string("(unset)") : std::string(behind); };
  if (word.empty() || is_digit(word[0]) || word == "_" || begins_coordinates(word)) return std::string(factor);
  if (word[0] == '_' && is_digit(word[1])) return std::string(factor);
  if (word.ends_with("ptr_S")) {  // smem_ptr_S<3,4,3>_16b(0x80)
    const auto close = rest.find('>');
    if (close == std::string_view::npos) return "ptr";
    const auto behind = rest.substr(std::min(rest.size(), close + 2));
    const auto bits = leading_word(behind);
    return fmt::format("Sw{}_smem_ptr[{}]{}", rest.substr(0, close + 1), bits, address(behind.substr(bits.size())));
  }
  if (names_swizzle(word)) {
    const auto close = rest.find('>');
    if (close == std::string_view::npos || close + 2 >= rest.size()) return fmt::format("Sw{}", rest);
    return fmt::format("Sw{}_{}", rest.substr(0, close + 1), readable_factor(rest.substr(close + 2)));
  }
  if (const auto bits = bits_of_old_pointer(word); !bits.empty())
    return fmt::format("{}[{}]{}", word.substr(0, word.size() - bits.size() - 1), bits, address(rest));
  if (word.ends_with("mem_") && rest.starts_with('[') && rest.ends_with(']'))
    return fmt::format("{}ptr{}(unset)", word, rest);  // a pointer as std::cout prints it
  if (word == "tmem_" && rest.starts_with('[')) return fmt::format("tmem_ptr{}(unset)", rest.substr(0, rest.find(']') + 1));
  if (word.ends_with("ptr") && (rest.starts_with('<') || rest.find(':') != std::string_view::npos)) return dsl_pointer(factor);
  return word.ends_with("ptr") ? std::string(factor) : "ptr";
}

}  // namespace

bool begins_coordinates(std::string_view word) { return word == "ArithTuple"; }

bool names_swizzle(std::string_view word) { return word == "Sw" || word == "Swizzle" || word == "S"; }

std::string_view bits_of_old_pointer(std::string_view word) {
  const auto bits = word.substr(std::min(word.size(), word.find_last_not_of("0123456789b") + 1));
  const bool old = word.size() > bits.size() && word.substr(0, word.size() - bits.size()).ends_with("ptr_") && bits.size() > 1 &&
                   bits.find('b') + 1 == bits.size();
  return old ? bits : std::string_view{};
}

std::string readable(std::string_view text) {
  constexpr std::string_view joint = " o ";
  std::string all;
  std::string_view left = text;
  for (auto end = left.find(joint); end != std::string_view::npos; end = left.find(joint)) {
    const auto factor = left.substr(0, end);
    left.remove_prefix(end + joint.size());
    // A layout; or in the CuTe DSL (0,0), the start of a coordinate tensor.
    if (factor.starts_with('(') && factor.find(':') == std::string_view::npos) {
      if (left.find('@') != std::string_view::npos) all += fmt::format("ArithTuple{}{}", factor, joint);
      continue;
    }
    all += (factor.starts_with('(') ? std::string(factor) : readable_factor(factor)) + std::string(joint);
  }
  return all + std::string(left);
}

}  // namespace algebra
