#include "algebra/language/vocabulary.hpp"

#include "algebra/hardware/atoms.hpp"
#include "algebra/hardware/smem_atoms.hpp"

namespace algebra {

const std::vector<Word>& words() {
  static const auto all = [] {
    std::vector<Word> list;
    for (const std::string_view major : {"LayoutLeft", "LayoutRight"}) list.push_back({major, Word::Kind::order});
    for (const auto type : element_type_names()) list.push_back({type, Word::Kind::element_type});
    for (const std::string_view mark : {"ptr", "X"}) list.push_back({mark, Word::Kind::mark});
    for (const auto& name : atom_names(true)) list.push_back({name, Word::Kind::mma_atom});
    for (const auto& name : atom_names(false)) list.push_back({name, Word::Kind::copy_atom});
    for (const auto& name : smem_atom_names()) list.push_back({name, Word::Kind::smem_atom});
    return list;
  }();
  return all;
}

bool names_pointer(std::string_view name) { return name.ends_with("ptr"); }

}  // namespace algebra
