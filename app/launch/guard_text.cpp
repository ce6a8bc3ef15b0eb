#include "app/launch/guard_text.hpp"

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "gpu/launch/launch.hpp"

namespace app {

std::string guard_text(std::span<const algebra::Guard> guards, std::string_view indent, std::string_view value,
                       std::string_view statement) {
  std::string text;
  for (const auto& g : guards)
    text += fmt::format("{}if (int64_t({}(block, thread, {})) >= {}) {};  // beyond the end of {}\n", indent,
                        algebra::code::cpp_of(g.coordinate), value, g.limit, statement, gpu::place_of(g));
  return text;
}

}  // namespace app
