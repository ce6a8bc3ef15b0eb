#pragma once
// The data of an interactive figure: where its cells are, its elements in words, and what is linked, written out compactly.

#include <string>
#include <vector>

#include "app/figures/interactive_cards.hpp"

namespace app {

/// JSON, which may stand in a `<script>`. docs/pages.md says what is in it.
/// `linked`: with what is linked, and packed; otherwise for a host that answers this itself, and as it is.
std::string page_data(const std::vector<EntryResult>&, const std::vector<PageCard>&, bool linked);

/// The words that assets/page/figure.js says, which are translated with the page.
std::vector<const char*> page_words();

}  // namespace app
