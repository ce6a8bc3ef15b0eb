#pragma once
// A file that takes the place of another once it is whole.

#include <string>
#include <string_view>

namespace app {

/// Until `keep` there is nothing at its path, or what was there before, however the program ends. What is written has no name in the
/// folder; where the file system has no such files it has a random one, which follows no link and goes with this object, or with SIGTERM,
/// SIGINT, SIGHUP or SIGQUIT if nobody else waits for them. What is not a file, such as a pipe or a device, is written into as it is.
class NewFile {
 public:
  /// Through a link the file that it leads to is replaced, not the link. Whoever may read the old file may read the new one, and nobody
  /// else; without an old one the umask says who.
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// False after an error.
  bool write(std::string_view bytes);
  /// 0, or the system's error.
  int error() const { return error_; }
  /// What is written becomes the file, and is on the disk; 0 or the system's error.
  int keep();

 private:
  void give_name();

  std::string path_;       ///< of the file that is replaced; "" while it is written into as it is
  std::string temporary_;  ///< a name beside it that must go; "" without one
  int file_ = -1, error_ = 0;
};

}  // namespace app
