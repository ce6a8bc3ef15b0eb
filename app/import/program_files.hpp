#pragma once
// The files of a C++ program as one text: the main file, its `#include "..."`s, files named with it, and, for a header of templates, files
// that use it.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// The folders and files in which a program's other files are searched.
struct ProgramFolders {
  std::vector<std::string> include{};  ///< -I, in this order
  std::vector<std::string> beside{};   ///< files of the same program: `check a.h b.cu`
  std::vector<std::string> named{};    ///< headers of that program whose definitions are listed, too
  bool users = true;                   ///< whether files of the same folder that include the header are read
};

/// Returns whether a file's name is that of a header, which is not a program by itself.
bool is_cpp_header(const std::string& path);

class ProgramFiles {
 public:
  /// A file's role in the program.
  enum class Role : std::uint8_t {
    named,     ///< the main file, first of files(), or one named with it: its definitions are listed
    included,  ///< included by another file
    user,      ///< includes the main file and instantiates its templates
  };
  struct File {
    std::string path;
    Role role = Role::included;
    std::size_t at = 1;  ///< the line of the main file that includes it; 1 for a user
  };
  struct Place {
    std::size_t file = 0;  ///< an index of files()
    std::size_t line = 1;
  };

  /// Gathers the program of a file with this text. Only files below its folder and those of `include` are read, each once, at the first
  /// include; CuTe's own headers are not, as the language has their definitions. Without a file at the path, the text is the whole program.
  static ProgramFiles gather(const std::string& path, std::string_view text, const ProgramFolders&);

  const std::string& text() const { return text_; }
  const std::vector<File>& files() const { return files_; }
  /// Returns file and line for a line of the text, from 1.
  Place place_of(std::size_t line) const;
  Role role_of(std::size_t line) const { return files_[place_of(line).file].role; }
  /// Returns the includes that are missing or below none of the folders, except those of libraries, as written and each once.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  friend class ProgramGatherer;
  /// A run of lines of the text that come from one file.
  struct Piece {
    std::size_t line, file, first;
  };
  std::string text_;
  std::vector<File> files_;
  std::vector<Piece> pieces_;
  std::vector<std::string> missing_;
};

}  // namespace app
