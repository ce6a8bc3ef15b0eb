#include "algebra/language.hpp"

#include <set>

#include "algebra/atoms.hpp"

namespace algebra {

const std::vector<Word>& words() {
  static const auto all = [] {
    std::vector<Word> list;
    for (const std::string_view major : {"LayoutLeft", "LayoutRight"}) list.push_back({major, Word::Kind::order});
    for (const auto type : expression::element_type_names()) list.push_back({type, Word::Kind::element_type});
    for (const std::string_view mark : {"ptr", "X"}) list.push_back({mark, Word::Kind::mark});
    for (const auto& atom : mma_atoms()) list.push_back({atom.name, Word::Kind::mma_atom});
    std::set<std::string_view> seen;  // an instruction for several types is one word
    for (const auto& atom : copy_atoms())
      if (seen.insert(atom.name).second) list.push_back({atom.name, Word::Kind::copy_atom});
    return list;
  }();
  return all;
}

bool names_pointer(std::string_view name) { return name.ends_with("ptr"); }

}  // namespace algebra
