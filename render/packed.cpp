#include "render/packed.hpp"

#include <algorithm>
#include <array>
#include <new>

#ifndef __EMSCRIPTEN__
#include <zlib.h>
#endif

namespace render {
namespace {

constexpr std::string_view digits_of_base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns 0 .. 63; -1 if it is not a digit of base64.
int base64_digit(char c) {
  if (c == '-') c = '+';
  if (c == '_') c = '/';
  const auto at = digits_of_base64.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

}  // namespace

#ifdef __EMSCRIPTEN__

std::string deflated(std::string_view bytes) {
  constexpr std::size_t most_in_block = 0xFFFF;
  std::string stream;
  do {
    const auto block = bytes.substr(0, most_in_block);
    bytes.remove_prefix(block.size());
    const auto n = static_cast<unsigned>(block.size());
    stream += static_cast<char>(bytes.empty() ? 1 : 0);
    for (const unsigned field : {n, ~n}) stream += {static_cast<char>(field & 0xFF), static_cast<char>(field >> 8 & 0xFF)};
    stream += block;
  } while (!bytes.empty());
  return stream;
}

tl::expected<std::string, InflateProblem> inflated(std::string_view, std::size_t) { return tl::unexpected(InflateProblem::damaged); }

#else

namespace {

/// Without the header and the checksum of zlib's own format.
constexpr int raw_stream = -MAX_WBITS;

/// zlib's input is not const, though it only reads it.
Bytef* input(std::string_view bytes) { return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data())); }

}  // namespace

std::string deflated(std::string_view bytes) {
  z_stream z{};
  constexpr int memory_level = 9;
  if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, raw_stream, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string stream(deflateBound(&z, static_cast<uLong>(bytes.size())), '\0');
  z.next_in = input(bytes);
  z.avail_in = static_cast<uInt>(bytes.size());
  z.next_out = reinterpret_cast<Bytef*>(stream.data());
  z.avail_out = static_cast<uInt>(stream.size());
  // The bound is enough for one call.
  deflate(&z, Z_FINISH);
  stream.resize(z.total_out);
  deflateEnd(&z);
  return stream;
}

tl::expected<std::string, InflateProblem> inflated(std::string_view stream, std::size_t most) {
  z_stream z{};
  if (inflateInit2(&z, raw_stream) != Z_OK) throw std::bad_alloc();
  z.next_in = input(stream);
  z.avail_in = static_cast<uInt>(stream.size());
  std::string bytes;
  std::array<char, std::size_t{1} << 15> part;
  int status = Z_OK;
  while (status == Z_OK && bytes.size() <= most) {
    z.next_out = reinterpret_cast<Bytef*>(part.data());
    z.avail_out = static_cast<uInt>(part.size());
    status = inflate(&z, Z_NO_FLUSH);
    bytes.append(part.data(), part.size() - z.avail_out);
  }
  const bool all = z.avail_in == 0;
  inflateEnd(&z);
  if (bytes.size() > most) return tl::unexpected(InflateProblem::too_long);
  if (status == Z_STREAM_END && all) return bytes;
  return tl::unexpected(status == Z_BUF_ERROR ? InflateProblem::cut : InflateProblem::damaged);
}

#endif

std::string to_base64(std::string_view bytes, Base64 kind) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto part = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < part.size() ? static_cast<unsigned char>(part[k]) : 0U);
    for (std::size_t k = 0; k <= part.size(); ++k) text += digits_of_base64[bits >> (18 - 6 * k) & 63];
    if (kind == Base64::plain) text.append(3 - part.size(), '=');
  }
  if (kind == Base64::url) {
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  for (int filled = 0; filled < 2 && text.ends_with('='); ++filled) text.remove_suffix(1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xFFFF;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held & 0xFF);
  }
  return bytes;
}

}  // namespace render
