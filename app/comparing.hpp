#pragma once
// An entry `A == B`, and how the cards of A and B show it.

#include <string>
#include <vector>

namespace app {

class App;

/// While an entry `A == B` is selected: for each element of entry `index`, where it is A or B, whether they differ
/// there. Empty for other entries, and where there are too many elements to mark.
std::vector<bool> compared_elements(const App&, int index);

/// The other entries that this one can be compared with: those with a name and a layout or a tensor.
std::vector<std::string> comparable_entries(const App&, int index);

/// Adds the entry `A == B` below, and selects it.
void compare_entries(App&, int index, const std::string& other);

}  // namespace app
