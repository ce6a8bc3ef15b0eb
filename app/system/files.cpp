#include "app/system/files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>

namespace app {
namespace {

struct Close {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using File = std::unique_ptr<std::FILE, Close>;

tl::unexpected<std::string> failed(std::string_view verb, const std::string& path, int error) {
  return tl::unexpected(fmt::format("cannot {} {}: {}", verb, path, std::generic_category().message(error)));
}

}  // namespace

tl::expected<std::string, std::string> read_file(const std::string& path, std::size_t limit) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return failed("read", path, EISDIR);
  // A named pipe may never have a writer; those of a shell's <(...) are in /dev and have one.
  if (std::filesystem::is_fifo(path, ignored) && !path.starts_with("/dev/") && !path.starts_with("/proc/"))
    return tl::unexpected(fmt::format("cannot read {}: it is a named pipe; write its text to a file, or give it as <(cat {})", path, path));
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return failed("read", path, errno);
  std::string text;
  char block[1 << 16];
  while (const auto n = std::fread(block, 1, sizeof block, file.get())) {
    text.append(block, n);
    if (text.size() > limit) return tl::unexpected(fmt::format("cannot read {}: larger than {} bytes", path, limit));
  }
  if (std::ferror(file.get()) != 0) return failed("read", path, errno);
  return text;
}

tl::expected<void, std::string> write_file(const std::string& wanted, std::string_view bytes) {
  // The file that a link leads to is replaced, not the link, and whoever may read it still may.
  std::error_code error;
  const auto path = std::filesystem::is_symlink(wanted, error) ? std::filesystem::weakly_canonical(wanted, error).string() : wanted;
  struct stat before {};
  const bool there = ::stat(path.c_str(), &before) == 0;
  const auto temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  File file(std::fopen(temporary.c_str(), "wb"));
  if (!file) return failed("write", path, errno);
  if (there) static_cast<void>(::fchmod(::fileno(file.get()), before.st_mode & 07777));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() && std::fflush(file.get()) == 0 &&
                       ::fsync(::fileno(file.get())) == 0;
  const int write_error = errno;
  file.reset();
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
    const int why = written ? errno : write_error;
    std::remove(temporary.c_str());
    return failed("write", path, why);
  }
  return {};
}

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec,
                   static_cast<std::int64_t>(status.st_size)};
}

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

}  // namespace app
