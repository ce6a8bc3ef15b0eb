#pragma once
// What is remembered from one run to the next.

namespace app {

struct Session {};

}  // namespace app
