#include "app/import/front_end.hpp"

// Replaces front_end.cpp on platforms without processes: a web page has no compiler.
#ifdef __EMSCRIPTEN__

namespace app {

std::string installed_clang() { return {}; }

bool is_source_of(const std::string& path, const std::string& file) { return path == file; }

algebra::Message why_no_front_end(const std::string&, const ProgramFolders&) { return "a page has no compiler"; }

tl::expected<FrontEndAnswer, algebra::Message> ask_front_end(const ProgramFiles&, const CompiledAs&, const ProgramFolders&,
                                                             const MacroSettings&, const FrontEndWaiting&) {
  return tl::unexpected(algebra::Message("a page has no compiler"));
}

}  // namespace app

#endif
