#pragma once
// Bytes as text that travels: raw deflate, as browsers unpack with DecompressionStream("deflate-raw"), and base64.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace render {

/// The bytes as a raw deflate stream (RFC 1951, without a header or a checksum). Built for a browser, where there is no zlib, the
/// stream is not compressed.
std::string deflated(std::string_view bytes);

enum class InflateProblem : std::uint8_t {
  damaged,  ///< not a deflate stream, or bytes follow it
  cut,      ///< the stream's end is missing
  too_long  ///< more than `most` bytes
};
/// What was deflated. No more memory than for `most` bytes is taken, whatever the stream claims. Not there in a browser: it has
/// DecompressionStream, and this says `damaged`.
tl::expected<std::string, InflateProblem> inflated(std::string_view stream, std::size_t most);

enum class Base64 : std::uint8_t {
  plain,  ///< with + and /, filled up with =
  url     ///< with - and _, not filled up (RFC 4648, 5): needs no escapes in an address
};
std::string to_base64(std::string_view bytes, Base64 = Base64::plain);
/// The bytes behind base64 of either kind, filled up or not; of text that was cut, those that are whole. Nothing if a character is none
/// of its own.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace render
