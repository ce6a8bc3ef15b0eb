#pragma once
// SHA-256, by which a page says which of its scripts and styles are its own.
//
// It is ours because no library serves every build: libmd, Nettle and libcrypto are Debian's for its own machines, and the program in a
// page, which writes pages, too, would need a second one. A browser's crypto.subtle answers only later, and not to a page of a plain
// http server. The sums cannot be made when the program is built: a page's style has the colours of its sheet.

#include <array>
#include <cstdint>
#include <string_view>

namespace app {

/// FIPS 180-4.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace app
