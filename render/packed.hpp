#pragma once
// Packs bytes as text: raw deflate, which browsers unpack with DecompressionStream("deflate-raw"), and base64.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace render {

/// Returns the bytes as a raw deflate stream (RFC 1951, without a header or a checksum). Built for a browser, where there is no zlib, the
/// stream is not compressed.
std::string deflated(std::string_view bytes);

enum class InflateProblem : std::uint8_t {
  damaged,  ///< not a deflate stream, or bytes follow it
  cut,      ///< the stream's end is missing
  too_long  ///< more than `most` bytes
};
/// Unpacks a deflate stream. Takes no more memory than for `most` bytes, whatever the stream claims. Not available in a browser, which has
/// DecompressionStream: returns `damaged` there.
tl::expected<std::string, InflateProblem> inflated(std::string_view stream, std::size_t most);

enum class Base64 : std::uint8_t {
  plain,  ///< with + and /, padded with =
  url     ///< with - and _, unpadded (RFC 4648, 5): needs no escapes in an address
};
std::string to_base64(std::string_view bytes, Base64 = Base64::plain);
/// Decodes base64 of either kind, padded or not; of truncated text, the whole bytes. nullopt if a character is not base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace render
