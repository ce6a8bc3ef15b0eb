#pragma once
// Converts a sheet to a link: an address, #, and the text of its .cutes file, packed: raw deflate in base64 for addresses. Browsers do not
// send the part after the # to a server. The page makes and reads the same links.

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// The address of links without a given one: the scheme that desktops open with this program.
inline constexpr std::string_view link_address = "cutescope:";
/// The key of the message for a link with a refused sheet.
inline constexpr std::string_view in_link_key = "the link's sheet: {}";
/// The longest link that is read; links of sheets are much shorter.
inline constexpr std::size_t max_link_bytes = 2 * max_sheet_bytes;

/// Returns true if a text, without blanks around it, has the form of a link: `cutescope:#...`, or another address with a scheme of pages
/// (http, https, file) and a #. Does not check the part after the #.
bool is_sheet_link(std::string_view text);
/// Returns the sheet's link at an address, whose own fragment, if any, is replaced.
std::string sheet_link(const Sheet&, std::string_view address = link_address);
/// Returns the .cutes text in a link. Error: one sentence: the link is incomplete or damaged, or has no sheet, or one that is too large.
tl::expected<std::string, algebra::Message> text_of_link(std::string_view link);
/// Returns the sheet in a link. Error: as for text_of_link, or the problem of the sheet.
tl::expected<Sheet, algebra::Message> sheet_of_link(std::string_view link);

}  // namespace app
