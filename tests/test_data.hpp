#pragma once

#include <string>

/// Returns the folder tests/ of the sources, where golden rows and fixtures are: absolute, without a slash at its end.
std::string test_data();
/// Returns a program of tests/fixtures/programs.
inline std::string program_fixture(const std::string& name) { return test_data() + "/fixtures/programs/" + name; }
