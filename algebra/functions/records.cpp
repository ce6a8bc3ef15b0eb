#include "algebra/functions/records.hpp"

#include <deque>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace algebra::expression {

Function member_of(Function f, std::string_view first, std::string_view second) {
  static std::deque<std::string> kept;  // records live for ever
  const auto fill = [&](std::string_view& text) {
    if (text.find("{0}") != text.npos || text.find("{1}") != text.npos)
      text = kept.emplace_back(fmt::format(fmt::runtime(text), first, second));
  };
  for (auto* text : {&f.name, &f.signature, &f.meaning, &f.example.expression}) fill(*text);
  for (auto& alias : f.aliases) fill(alias.name);
  return f;
}

std::vector<Function> records() {
  std::vector<Function> all;
  for (auto part :
       {algebra_functions(),       divide_functions(),     partition_functions(),    tiled_functions(),       tma_functions(),
        tmem_functions(),          tmem_copy_functions(),  fragment_functions(),     register_functions(),    fit_functions(),
        making_functions(),        layout_functions(),     tuple_functions(),        coordinate_functions(),  compare_functions(),
        arithmetic_functions(),    member_functions(),     swizzle_functions(),      zip_functions(),         descriptor_functions(),
        smem_atom_functions(),     bit_functions(),        scale_factor_functions(), scale_place_functions(), scale_register_functions(),
        sparse_config_functions(), mathematics_functions()})
    all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  return all;
}

}  // namespace algebra::expression
