#pragma once
// SHA-256, by which a page's policy allows exactly its own scripts and styles.
//
// It is implemented here because no library serves every build: libmd, Nettle and libcrypto of Debian exist only natively, and the program
// in a page, which writes pages too, would need a second one. A browser's crypto.subtle is asynchronous, and missing on pages of a plain
// http server. The sums cannot be computed at build time: a page's style has the colours of its sheet.

#include <array>
#include <cstdint>
#include <string_view>

namespace app {

/// Returns the hash according to FIPS 180-4.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace app
