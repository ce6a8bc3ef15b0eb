#include "app/system/start_program.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/system/files.hpp"

extern char** environ;

namespace app {
using algebra::Message;

std::string installed_path(std::string_view program) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!folders.empty()) {
    const auto folder = algebra::take_until(folders, ':');
    auto file = fmt::format("{}/{}", folder, program);
    if (folder.starts_with('/') && ::access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

bool is_installed(std::string_view program) { return !installed_path(program).empty(); }

tl::expected<pid_t, Message> start_program(const std::vector<std::string>& arguments, int stream, int file) {
  if (is_confined()) return tl::unexpected(algebra::message("no program is started here"));
  std::vector<char*> argv;
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (standard == stream) posix_spawn_file_actions_adddup2(&actions, file, standard);
    else posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0);
  }
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return tl::unexpected(Message("{!}", {algebra::operand(std::generic_category().message(error))}));
  return process;
}

}  // namespace app
