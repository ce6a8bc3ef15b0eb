// Literals of numbers and characters.

#include "app/import/cpp_interpreter.hpp"

#include <charconv>
#include <cstdlib>

namespace app {

using algebra::message;

CppValue CppInterpreter::literal_number(std::string_view written) {
  if (written.starts_with('-')) return cpp_operation(Operator::subtract, CppValue::integer(0), literal_number(written.substr(1)));
  if (written.starts_with('+')) written.remove_prefix(1);
  std::string text;
  for (const char c : written)
    if (c != '\'') text += c;
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X"), bits = text.starts_with("0b") || text.starts_with("0B");
  if (!bits && text.find_first_of(hexadecimal ? ".pP" : ".eEpP") != std::string::npos) {
    const bool is_float = !hexadecimal && (text.back() == 'f' || text.back() == 'F');
    return CppValue::real_number(std::strtod(text.c_str(), nullptr), is_float ? "float" : "double");
  }
  if (!hexadecimal && !bits && (text.back() == 'f' || text.back() == 'F'))
    return CppValue::real_number(std::strtod(text.c_str(), nullptr), "float");
  bool is_unsigned = false;
  int longs = 0;
  while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) {
    if (text.back() == 'u' || text.back() == 'U') is_unsigned = true;
    else ++longs;
    text.pop_back();
  }
  const int base = hexadecimal ? 16 : bits ? 2 : text.size() > 1 && text[0] == '0' ? 8 : 10;
  const auto digits = std::string_view(text).substr(hexadecimal || bits ? 2 : 0);
  std::uint64_t n = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
  if (read.ec != std::errc{} || read.ptr != digits.data() + digits.size()) unknown(message("{} is not a number", written));
  const bool any_sign = is_unsigned || base != 10;
  if (longs == 0 && !is_unsigned && n <= 0x7fffffff) return CppValue::integer(static_cast<std::int64_t>(n), "int");
  if (longs == 0 && any_sign && n <= 0xffffffff) return CppValue::integer(static_cast<std::int64_t>(n), "unsigned int");
  const std::string wide = longs > 1 ? "long long" : "long";
  if (!is_unsigned && n <= 0x7fffffffffffffff) return CppValue::integer(static_cast<std::int64_t>(n), wide);
  return CppValue::integer(static_cast<std::int64_t>(n), "unsigned " + wide);
}

/// 'A', '\n', '\x41', '\0'
CppValue CppInterpreter::character(std::string_view written) {
  const auto whole = written;
  if (!written.starts_with('\'') || !written.ends_with('\'') || written.size() < 3) unknown(message("{} is not understood", whole));
  written = written.substr(1, written.size() - 2);
  if (written.size() == 1) return CppValue::integer(written[0], "char");
  if (written.size() == 2 && written[0] == '\\') {
    constexpr std::string_view letters = "ntrabfv\\'\"?", values = "\n\t\r\a\b\f\v\\'\"?";
    if (const auto at = letters.find(written[1]); at != std::string_view::npos) return CppValue::integer(values[at], "char");
  }
  if (written.starts_with('\\')) {
    const bool hexadecimal = written.starts_with("\\x");
    const auto digits = written.substr(hexadecimal ? 2 : 1);
    unsigned n = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), n, hexadecimal ? 16 : 8);
    if (read.ec == std::errc{} && read.ptr == digits.data() + digits.size() && n < 256) return CppValue::integer(n, "char");
  }
  unknown(message("{} is not understood", whole));
}

}  // namespace app
