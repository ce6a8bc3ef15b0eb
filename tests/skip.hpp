#pragma once
// Reports a test that cannot run here on a line of its own, which scripts/test counts and shows.

#include <cstdio>
#include <string>

inline void skipped(const std::string& why) {
  std::printf("SKIPPED: %s\n", why.c_str());
  std::fflush(stdout);
}
