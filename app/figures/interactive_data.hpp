#pragma once
// The data of an interactive figure in compact form: places of its cells, its elements in words, and the links.

#include <string>
#include <vector>

#include "app/figures/interactive_cards.hpp"

namespace app {

/// Returns JSON that is safe inside a `<script>`; docs/pages.md describes it. `linked`: with the links, packed; else without them and
/// plain, for a host that looks up links itself.
std::string page_data(const std::vector<EntryResult>&, const std::vector<PageCard>&, bool linked);

/// Returns the words that assets/page/figure.js shows, which are translated with the page.
std::vector<const char*> page_words();

}  // namespace app
