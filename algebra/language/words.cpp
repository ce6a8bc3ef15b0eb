#include "algebra/language/words.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "algebra/hardware/atoms.hpp"
#include "algebra/layout/element_type.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::expression {
namespace {

constexpr std::array<std::pair<std::string_view, Major>, 6> majors{{{"LayoutLeft", Major::left},
                                                                    {"GenColMajor", Major::left},
                                                                    {"LayoutRight", Major::right},
                                                                    {"GenRowMajor", Major::right},
                                                                    {"Major::MN", Major::mn},
                                                                    {"Major::K", Major::k}}};

constexpr std::array<std::string_view, 4> marks{"o", "X", "None", "ptr"};

}  // namespace

const Major* find_major(std::string_view name) {
  const auto it = std::find_if(majors.begin(), majors.end(), [&](const auto& m) { return m.first == name; });
  return it == majors.end() ? nullptr : &it->second;
}

std::optional<std::int64_t> find_alloc_mode(std::string_view name) {
  constexpr std::array<std::string_view, 5> modes{"Interleaved", "NonInterleaved", "Duplicated", "ScaleFactorDuplicated4by1",
                                                  "ScaleFactorDuplicated2by2"};
  const auto* it = std::find(modes.begin(), modes.end(), name);
  return it == modes.end() ? std::nullopt : std::optional<std::int64_t>(it - modes.begin());
}

std::optional<Int> bits_named(std::string_view name) {
  if (!name.starts_with('F') || name.size() < 2 || !std::all_of(name.begin() + 1, name.end(), is_digit)) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value == 0 ? Int{0, true} : Int{value, true, Int::bits_mark};
}

MemorySpace memory_of_pointer(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, MemorySpace>, 4> spaces{
      {{"gmem", MemorySpace::global}, {"smem", MemorySpace::shared}, {"rmem", MemorySpace::registers}, {"tmem", MemorySpace::tensor}}};
  if (name.ends_with("_ptr")) name.remove_suffix(4);
  if (const auto sparse = name.find("_sparse<"); sparse != name.npos) name = name.substr(0, sparse);
  if (name.starts_with("make_")) name.remove_prefix(5);
  if (name.starts_with("_")) name.remove_prefix(1);  // Sw<3,4,3>_smem_ptr[16b](0x80)
  const auto it = std::find_if(spaces.begin(), spaces.end(), [&](const auto& s) { return name == s.first; });
  return it == spaces.end() ? MemorySpace::unknown : it->second;
}

int sparsity_of_pointer(std::string_view name) {
  const auto at = name.find("_sparse<");
  int sparsity = 1;
  if (at != name.npos) std::from_chars(name.data() + at + 8, name.data() + name.size(), sparsity);
  return sparsity;
}

bool is_word(std::string_view name) {
  const bool mark = std::find(marks.begin(), marks.end(), name) != marks.end();
  return mark || find_major(name) != nullptr || find_element_type(name) != nullptr || is_atom_name(name);
}

}  // namespace algebra::expression
