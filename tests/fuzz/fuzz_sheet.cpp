// Fuzzes the reader of .cutes files: input that it accepts is written so that it reads the same again.

#include <cstddef>
#include <cstdint>

#include "app/document/sheet.hpp"
#include "tests/fuzz/check.hpp"

using fuzz::check;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto sheet = app::parse_sheet(text);
  if (!sheet) {
    check(!sheet.error().empty(), "a refusal without a reason", text);
    return 0;
  }
  const auto written = app::serialise(*sheet);
  const auto again = app::parse_sheet(written);
  check(again.has_value(), "its own file is refused (" + (again ? std::string() : again.error()) + ")", written);
  check(app::serialise(*again) == written, "writing twice gives two files", written);
  check(*again == *sheet, "something is lost on the way through a file", text);
  return 0;
}
