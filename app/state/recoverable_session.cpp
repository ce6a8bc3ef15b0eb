#include "app/state/recoverable_session.hpp"

#include <unistd.h>

namespace app {

std::string lock_path(const std::string& path) { return path + ".lock"; }

void RecoverableSession::remove() {
  ::unlink(path.c_str());
  ::unlink(lock_path(path).c_str());
  lock = {};
}

}  // namespace app
