#pragma once
// A file that replaces another one once it is complete.

#include <string>
#include <string_view>

namespace app {

/// A new file. Until `keep` the path has no file, or the old one, however the program ends. The new file has no name in the folder; if the
/// file system cannot do that, it has a random one, which follows no link and is removed with this object, or on SIGTERM, SIGINT, SIGHUP or
/// SIGQUIT unless these have handlers. Pipes, devices and the like are written directly.
class NewFile {
 public:
  /// Opens a new file. A link's target is replaced, not the link. The new file gets the old one's permissions, or those of the umask
  /// without an old one.
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Returns false after an error.
  bool write(std::string_view bytes);
  /// Returns 0, or the system's error.
  int error() const { return error_; }
  /// Writes the file to the disk and puts it at the path. Returns 0, or the system's error.
  int keep();

 private:
  void give_name();

  std::string path_;       ///< of the file to replace; "" if written directly
  std::string temporary_;  ///< its name until then, to be removed on failure; "" without one
  int file_ = -1, error_ = 0;
};

}  // namespace app
