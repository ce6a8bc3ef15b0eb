#include "algebra/functions/records.hpp"

#include <iterator>
#include <utility>

namespace algebra::expression {

std::vector<Function> records() {
  std::vector<Function> all;
  for (auto part : {algebra_functions(),    divide_functions(),    partition_functions(), tiled_functions(),      tma_functions(),
                    tmem_functions(),       tmem_copy_functions(), fragment_functions(),  register_functions(),   fit_functions(),
                    making_functions(),     layout_functions(),    tuple_functions(),     coordinate_functions(), compare_functions(),
                    arithmetic_functions(), member_functions(),    swizzle_functions(),   zip_functions(),        descriptor_functions(),
                    smem_atom_functions(),  bit_functions()})
    all.insert(all.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  return all;
}

}  // namespace algebra::expression
