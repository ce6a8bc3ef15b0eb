#pragma once
// The files of which a C++ program consists, as one text: what `#include "..."` names, what a person names beside it, and the files
// that use a header in which nothing says what its templates are for.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"

namespace app {

/// Where a program's other files may lie.
struct ProgramFolders {
  std::vector<std::string> include{};  ///< -I, in this order
  std::vector<std::string> beside{};   ///< files that are one program with it: `check a.h b.cu`
  std::vector<std::string> named{};    ///< headers of that program whose definitions are wanted as well
  bool users = true;                   ///< whether files of the same folder are looked at that include the header
};

/// Whether a file's name is that of a header, which is no program by itself.
bool is_cpp_header(const std::string& path);

class ProgramFiles {
 public:
  /// What a file is for the program.
  enum class Role : std::uint8_t {
    named,     ///< that was opened, the first of files(), or was named with it: its definitions are what is wanted
    included,  ///< by another
    user,      ///< that includes the named one, and says what its templates are for
  };
  struct File {
    std::string path;
    Role role = Role::included;
    std::size_t at = 1;  ///< the line of the named file by which it came in; 1 of a user
  };
  struct Place {
    std::size_t file = 0;  ///< an index of files()
    std::size_t line = 1;
  };

  /// The program of a file that has this text. Read are files beneath its folder and beneath those of `include` alone, each once, at the
  /// first place that includes it; CuTe's own headers are not: the language knows what they define. Of one text where there is no file at
  /// the path.
  static ProgramFiles gather(const std::string& path, std::string_view text, const ProgramFolders&);

  const std::string& text() const { return text_; }
  const std::vector<File>& files() const { return files_; }
  /// Where a line of the text stands. From 1.
  Place place_of(std::size_t line) const;
  Role role_of(std::size_t line) const { return files_[place_of(line).file].role; }
  /// Includes that lie beneath none of the folders or are not there, save for those of libraries: as they are written, each once.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  friend class ProgramGatherer;
  /// From this line of the text on, lines are those of a file.
  struct Piece {
    std::size_t line, file, first;
  };
  std::string text_;
  std::vector<File> files_;
  std::vector<Piece> pieces_;
  std::vector<std::string> missing_;
};

}  // namespace app
