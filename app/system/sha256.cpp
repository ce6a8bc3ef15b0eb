#include "app/system/sha256.hpp"

#include <bit>
#include <cstddef>
#include <string>

namespace app {
namespace {

constexpr bool is_prime(std::uint32_t n) {
  for (std::uint32_t d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

/// Returns the first 32 fractional bits of the k-th root of n, k = 2 or 3: the largest x with x^k <= n * 2^(32k), modulo 2^32.
constexpr std::uint32_t root_bits(std::uint32_t n, int k) {
  __extension__ using Wide = unsigned __int128;
  Wide low = 0, high = Wide{1} << 37;
  while (high - low > 1) {
    const Wide middle = (low + high) / 2;
    // middle^k < 2^111, and n * 2^96 < 2^105.
    const Wide power = k == 2 ? middle * middle : middle * middle * middle;
    (power <= Wide{n} << (32 * k) ? low : high) = middle;
  }
  return static_cast<std::uint32_t>(low);
}

struct Constants {
  std::array<std::uint32_t, 8> start{};
  std::array<std::uint32_t, 64> round{};
};

/// Returns bits of the square roots of the first 8 primes and of the cube roots of the first 64.
constexpr Constants constants() {
  Constants c;
  std::size_t found = 0;
  for (std::uint32_t n = 2; found < 64; ++n) {
    if (!is_prime(n)) continue;
    if (found < 8) c.start[found] = root_bits(n, 2);
    c.round[found++] = root_bits(n, 3);
  }
  return c;
}

void take_block(const unsigned char* bytes, std::array<std::uint32_t, 8>& state) {
  static constexpr Constants c = constants();
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    w[i] =
        std::uint32_t{bytes[4 * i]} << 24 | std::uint32_t{bytes[4 * i + 1]} << 16 | std::uint32_t{bytes[4 * i + 2]} << 8 | bytes[4 * i + 3];
  for (std::size_t i = 16; i < 64; ++i) {
    const auto a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto s = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto one =
        s[7] + (std::rotr(s[4], 6) ^ std::rotr(s[4], 11) ^ std::rotr(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + c.round[i] + w[i];
    const auto two = (std::rotr(s[0], 2) ^ std::rotr(s[0], 13) ^ std::rotr(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    s = {one + two, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
}

}  // namespace

std::array<std::uint8_t, 32> sha256(std::string_view bytes) {
  auto state = constants().start;
  std::string filled(bytes);
  filled += '\x80';
  while (filled.size() % 64 != 56) filled += '\0';
  const auto bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) filled += static_cast<char>(bits >> shift & 0xFF);
  for (std::size_t at = 0; at < filled.size(); at += 64) take_block(reinterpret_cast<const unsigned char*>(filled.data()) + at, state);
  std::array<std::uint8_t, 32> sum{};
  for (std::size_t i = 0; i < 32; ++i) sum[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return sum;
}

}  // namespace app
