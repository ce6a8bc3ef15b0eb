#pragma once
// SHA-256, by which a page says which of its scripts and styles are its own.

#include <array>
#include <cstdint>
#include <string_view>

namespace app {

/// FIPS 180-4.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

}  // namespace app
