#pragma once
// A sheet as a link: an address, #, and the text of its .cutes file, packed: raw deflate in base64 for addresses. What is behind the
// # never leaves the reader's machine. The page makes and reads the same links.

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/document/sheet.hpp"

namespace app {

/// Before the # of links that no address was given for: nobody's web server, but the scheme that desktops open with this program.
inline constexpr std::string_view link_address = "cutescope:";
/// What precedes a problem of the sheet in a link.
/// The key of what a link's sheet is refused for.
inline constexpr std::string_view in_link_key = "the link's sheet: {}";
/// Longer links are not read: one that this program makes of a sheet is much shorter.
inline constexpr std::size_t max_link_bytes = 2 * max_sheet_bytes;

/// Whether a text, but for blanks around it, has the form of a link: `cutescope:#...`, or another address with a scheme that pages
/// have (http, https, file) and a #. Says nothing about what is behind the #.
bool is_sheet_link(std::string_view text);
/// The sheet's link at that address, whose own fragment, if any, is replaced.
std::string sheet_link(const Sheet&, std::string_view address = link_address);
/// The .cutes text in a link. Error: one sentence: it is cut, was changed on its way, has no sheet, or one that is too large.
tl::expected<std::string, algebra::Message> text_of_link(std::string_view link);
/// The sheet in a link. Error: as above, or what is wrong with the sheet.
tl::expected<Sheet, algebra::Message> sheet_of_link(std::string_view link);

}  // namespace app
