#pragma once
// Reading and writing whole files. Errors name the path and the system's reason.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace app {

/// Error: one sentence; also for a directory, and for a file of more than `limit` bytes.
tl::expected<std::string, std::string> read_file(const std::string& path, std::size_t limit);

/// Writes a temporary file beside `path` and renames it, so that a failure leaves the old file intact.
tl::expected<void, std::string> write_file(const std::string& path, std::string_view bytes);

/// Time of the last write and size of a file, to detect changes by other programs.
struct FileStamp {
  std::int64_t nanoseconds = 0, bytes = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Nothing if there is no such file.
std::optional<FileStamp> stamp_of(const std::string& path);
/// Whether both paths refer to the same file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace app
