#pragma once
// Reading and writing whole files. Errors name the path and the system's reason.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"

namespace app {

/// Reads a file, pipe or device, opened once, to its end. Error: one sentence; also for a directory, for more than `limit` bytes, and for a
/// named pipe without a writer.
tl::expected<std::string, algebra::Message> read_file(const std::string& path, std::size_t limit);

/// Reads a file without waiting. Error: as above; also for a pipe or a device.
tl::expected<std::string, algebra::Message> read_regular_file(const std::string& path, std::size_t limit);

/// Replaces the file of that path by a text within this process, for hosts without files, such as a page, which read them in another way.
void lend_file(const std::string& path, std::string text);
/// Returns the text lent in place of a file; null if there is none.
const std::string* lent_file(const std::string& path);
/// Ends what lend_file() does.
void take_back_files();

/// Confines this process for good, for questions from those who are not trusted: it reads files only below these folders, writes none but
/// in folders of its own, and starts no program. A further call replaces the folders.
void confine_files(std::vector<std::string> folders);
bool is_confined();
/// Lets a confined process write and read below a folder of its own until the result is destroyed.
std::shared_ptr<void> allow_own_folder(const std::string& folder);
/// Returns why a path may not be read, or, with `written`, not be written; "" if it may.
algebra::Message why_out_of_bounds(const std::string& path, bool written = false);

/// Writes a file. It replaces the old one once it is complete (see NewFile), so that a failure leaves the old file intact.
tl::expected<void, algebra::Message> write_file(const std::string& path, std::string_view bytes);
/// The key of the error of a failed write, by which callers recognise it.
inline constexpr std::string_view unwritable_key = "cannot write {}: {}";
/// Returns "cannot write a.svg: No space left on device".
algebra::Message cannot_write(const std::string& path, int error);

/// Returns true for a file; false for a folder, pipe or device.
bool is_file(const std::string& path);
/// Returns true for a pipe, a device or a folder. Text that was read from one cannot be saved there.
bool is_stream(const std::string& path);

/// Time of the last write, size and inode number of a file, to detect changes by other programs. Replacing a file, as this program does,
/// changes the number even within one tick of the clock.
struct FileStamp {
  std::int64_t nanoseconds = 0, bytes = 0, number = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Returns nullopt if the file does not exist.
std::optional<FileStamp> stamp_of(const std::string& path);
/// Returns true if both paths refer to the same file.
bool same_file(const std::string& a, const std::string& b);

}  // namespace app
