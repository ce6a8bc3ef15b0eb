#pragma once
// `cutescope export` of figures: pictures and interactive pages. Programs are written by code_command.hpp.

#include <string>
#include <vector>

#include "app/figures/export_settings.hpp"
#include "app/import/cpp_program.hpp"
#include "app/report/report.hpp"

namespace app {

/// In place of a template's name.
inline constexpr const char* natural_size = "natural";

/// Options that are names are kept as typed; the others are in the settings.
struct ExportRequest {
  std::string source, out, colour, label, palette, theme, tmem, figure, page;  ///< page: a template's name
  std::vector<std::string> entries;                                            ///< of a page any, of a comparison two, else at most one
  std::vector<std::string> hidden;                                             ///< of a page: those whose values are to be guessed
  bool slides = false;                                                         ///< a presentation's pages
  ExportSettings settings;
  ProgramSettings set;  ///< of the source
  MacroSettings macros;
  std::vector<std::string> folders;  ///< -I
};

/// Writes a picture or, if the path ends in .html, a page. Returns the exit status.
int export_figure(const ExportRequest&, Report&);

}  // namespace app
