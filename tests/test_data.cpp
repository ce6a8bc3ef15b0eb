#include "tests/test_data.hpp"

// In a file of its own because a file that is compiled with the path of a folder is compiled anew in each clone.
std::string test_data() { return CUTESCOPE_TEST_DATA; }
