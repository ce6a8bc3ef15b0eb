#include "app/system/files.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/system/new_file.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct Descriptor {
  explicit Descriptor(int n) : number(n) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  const int number;
};

/// Maximal time that a named pipe may stay without a writer; the window waits meanwhile.
constexpr int patience_ms = 10'000;

/// Returns true if the pipe has a name in a file system. The pipes of a shell's <(...) have none, and their writer may have ended already.
bool has_name(int pipe) {
  constexpr auto pipes_of_the_kernel = 0x50495045;  // PIPEFS_MAGIC of linux/magic.h
  struct statfs system {};
  return ::fstatfs(pipe, &system) == 0 && system.f_type != pipes_of_the_kernel;
}

tl::unexpected<Message> cannot_read(const std::string& path, int error) {
  return tl::unexpected(message("cannot read {}: {}", path, std::generic_category().message(error)));
}

/// A web page has no files; system calls for them would abort the program there.
#ifdef __EMSCRIPTEN__
constexpr bool has_files = false;
#else
constexpr bool has_files = true;
#endif

/// Texts that replace files, by path.
std::map<std::string, std::string>& lent_files() {
  static std::map<std::string, std::string> files;
  return files;
}

struct Confinement {
  std::mutex mutex;
  std::atomic<bool> is_set{false};
  std::vector<std::string> folders, own;  ///< without links, each with a / at its end
};
Confinement& confinement() {
  static Confinement all;
  return all;
}

/// Returns a path without links, as far as it exists.
std::string real_path(const std::string& path) {
  std::error_code error;
  auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? std::string() : real.string();
}

}  // namespace

void lend_file(const std::string& path, std::string text) { lent_files()[path] = std::move(text); }
void take_back_files() { lent_files().clear(); }
const std::string* lent_file(const std::string& path) {
  const auto it = lent_files().find(path);
  return it == lent_files().end() ? nullptr : &it->second;
}

void confine_files(std::vector<std::string> folders) {
  auto& c = confinement();
  const std::lock_guard lock(c.mutex);
  c.folders.clear();
  for (const auto& f : folders)
    if (const auto real = real_path(f); !real.empty()) c.folders.push_back(real.ends_with('/') ? real : real + "/");
  c.is_set = true;
}
bool is_confined() { return confinement().is_set; }
std::shared_ptr<void> allow_own_folder(const std::string& folder) {
  auto& c = confinement();
  const auto real = real_path(folder) + "/";
  const std::lock_guard lock(c.mutex);
  c.own.push_back(real);
  return {static_cast<void*>(&c), [real](void*) {
            auto& all = confinement();
            const std::lock_guard released(all.mutex);
            std::erase(all.own, real);
          }};
}
Message why_out_of_bounds(const std::string& path, bool written) {
  auto& c = confinement();
  if (!c.is_set) return {};
  const auto real = real_path(path) + "/";
  const std::lock_guard lock(c.mutex);
  const auto below = [&](const std::vector<std::string>& folders) {
    return std::ranges::any_of(folders, [&](const std::string& f) { return real.starts_with(f); });
  };
  if (real.size() > 1 && (below(c.own) || (!written && below(c.folders)))) return {};
  if (written) return message("cannot write {}: nothing is written here", path);
  return message("cannot read {}: it is not below the folders that the client gives", path);
}

tl::expected<std::string, Message> read_file(const std::string& path, std::size_t limit) {
  if (const auto lent = lent_files().find(path); lent != lent_files().end()) return lent->second;
  if (!has_files) return cannot_read(path, ENOENT);
  if (auto why = why_out_of_bounds(path); !why.empty()) return tl::unexpected(std::move(why));
  // O_NONBLOCK: a pipe without a writer would block open(). Standard input is duplicated, since it may be a socket, which cannot be opened
  // again.
  const bool is_input = path == "/dev/stdin";
  const Descriptor file{is_input ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
  struct stat there {};
  if (file.number < 0 || ::fstat(file.number, &there) != 0) return cannot_read(path, errno);
  if (S_ISDIR(there.st_mode)) return cannot_read(path, EISDIR);
  bool may_begin = S_ISFIFO(there.st_mode) && has_name(file.number);
  std::string text;
  std::string block(1 << 16, '\0');
  for (;;) {
    const auto n = ::read(file.number, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno != EAGAIN) return cannot_read(path, errno);
    if (n == 0 && !may_begin) return text;
    if (n > 0) text.append(block, 0, static_cast<std::size_t>(n));
    if (text.size() > limit) return tl::unexpected(message("cannot read {}: larger than {} bytes", path, limit));
    pollfd more{file.number, POLLIN, 0};
    // A pipe with a writer may stay silent without limit.
    if (n <= 0 && ::poll(&more, 1, n == 0 ? patience_ms : -1) == 0)
      return tl::unexpected(
          message("cannot read {}: it is a named pipe, and for {} s nothing has written into it", path, patience_ms / 1000));
    may_begin = false;
  }
}

tl::expected<std::string, Message> read_regular_file(const std::string& path, std::size_t limit) {
  if (is_stream(path)) return tl::unexpected(message("cannot read {}: it is not a file", path));
  const auto stamp = stamp_of(path);
  if (stamp && static_cast<std::uint64_t>(stamp->bytes) > limit)
    return tl::unexpected(message("cannot read {}: larger than {} bytes", path, limit));
  return read_file(path, limit);
}

algebra::Message cannot_write(const std::string& path, int error) {
  return {unwritable_key, {algebra::operand(path), algebra::operand(std::generic_category().message(error))}};
}

tl::expected<void, Message> write_file(const std::string& path, std::string_view bytes) {
  NewFile file(path);
  file.write(bytes);
  if (const int error = file.keep(); error != 0) return tl::unexpected(cannot_write(path, error));
  return {};
}

bool is_stream(const std::string& path) {
  struct stat status {};
  return has_files && ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

std::optional<FileStamp> stamp_of(const std::string& path) {
  if (const auto lent = lent_files().find(path); lent != lent_files().end())
    return FileStamp{0, static_cast<std::int64_t>(lent->second.size()), static_cast<std::int64_t>(std::hash<std::string>()(lent->second))};
  struct stat status {};
  if (!has_files || !why_out_of_bounds(path).empty() || ::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec,
                   static_cast<std::int64_t>(status.st_size), static_cast<std::int64_t>(status.st_ino)};
}

bool is_file(const std::string& path) {
  if (!why_out_of_bounds(path).empty()) return false;
  std::error_code error;
  return has_files && std::filesystem::is_regular_file(path, error);
}

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

}  // namespace app
