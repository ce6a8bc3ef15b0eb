#include "app/window/lost_display.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <utility>

namespace app {
namespace {

constexpr int status = 3;  // equals environment_failed, which is not visible here

std::mutex last_words_mutex;
std::function<void()> said_last;

/// Called by Xlib on the thread that found the connection broken; it must not return.
int on_broken_connection(void*) {
  ::alarm(10);  // nothing may delay the end of a process without a window
  {
    const std::lock_guard lock(last_words_mutex);
    if (const auto say = std::exchange(said_last, {})) say();
  }
  std::fputs("cutescope: the connection to the display was lost\n", stderr);
  ::_exit(status);
}

using Handler = int (*)(void*);
using SetHandler = Handler (*)(Handler);

/// GLFW loads Xlib itself, and only if there is an X server.
SetHandler set_handler() {
  void* xlib = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return xlib != nullptr ? reinterpret_cast<SetHandler>(::dlsym(xlib, "XSetIOErrorHandler")) : nullptr;
}

}  // namespace

LostDisplay::LostDisplay(std::function<void()> last_words) {
  const auto set = set_handler();
  if (set == nullptr) return;
  const std::lock_guard lock(last_words_mutex);
  said_last = std::move(last_words);
  set(on_broken_connection);
}

LostDisplay::~LostDisplay() {
  if (const auto set = set_handler()) set(nullptr);
  const std::lock_guard lock(last_words_mutex);
  said_last = {};
}

}  // namespace app
