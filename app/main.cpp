#include "app/cli/command_line.hpp"

int main(int argc, char** argv) { return app::command_line(argc, argv); }
