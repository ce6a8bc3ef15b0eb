#pragma once
// The languages of programs that are read.

#include <cstdint>

namespace app {

enum class ProgramLanguage : std::uint8_t { cpp, python };

}  // namespace app
