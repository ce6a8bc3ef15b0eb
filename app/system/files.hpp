#pragma once
// Reading and writing whole files. Errors name the path and the system's reason.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// The file, pipe or device is opened once, and read to its end. Error: one sentence; also for a directory, for what has more than
/// `limit` bytes, and for a named pipe that nobody writes into.
tl::expected<std::string, algebra::Message> read_file(const std::string& path, std::size_t limit);

/// The same of files alone: nothing is waited for. Error: as above; also for a pipe or a device.
tl::expected<std::string, algebra::Message> read_regular_file(const std::string& path, std::size_t limit);

/// Puts a text in the place of the file of that path, for this process: a host without files, as a page is, has read it itself.
void lend_file(const std::string& path, std::string text);

/// Writes a file that replaces what is there once it is whole (see NewFile), so that a failure leaves the old file intact.
tl::expected<void, algebra::Message> write_file(const std::string& path, std::string_view bytes);
/// The key of an error of what could not be written, by which it is told from others.
inline constexpr std::string_view unwritable_key = "cannot write {}: {}";
/// "cannot write a.svg: No space left on device"
algebra::Message cannot_write(const std::string& path, int error);

/// Whether there is a file at the path, and no folder, pipe or device.
bool is_file(const std::string& path);
/// Whether there is a pipe, a device or a folder at the path: what was read from it cannot be saved there.
bool is_stream(const std::string& path);

/// Time of the last write, size and number of a file, to detect changes by other programs. Whoever writes a new file in the place of the
/// old one, as this program does, changes the number also where the clock has not moved on.
struct FileStamp {
  std::int64_t nanoseconds = 0, bytes = 0, number = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Nothing if there is no such file.
std::optional<FileStamp> stamp_of(const std::string& path);
/// Whether both paths refer to the same file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace app
