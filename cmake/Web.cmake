# The program in a page: compiled by emscripten to WebAssembly. It uses the header-only libraries and
# tree-sitter's sources; the browser replaces the others (app/web/module.hpp). scripts/web builds this preset.

# Any web server can serve the page, so it has no threads: those need special headers from the server.
set(CUTESCOPE_CUDA OFF)
set(CUTESCOPE_BENCHMARKS OFF)

# One folder with these headers alone: with all of /usr/include, emscripten would find the C library of this machine.
set(web_include ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${web_include})
foreach(header fmt tl nlohmann doctest utf8.h utf8)
  find_path(at_${header} ${header} PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${at_${header}}/${header} ${web_include}/${header} SYMBOLIC)
endforeach()
add_library(web_headers INTERFACE)
# The parts of C++20 that emscripten's library lacks; the folder comes before the library's own headers.
target_include_directories(web_headers INTERFACE ${PROJECT_SOURCE_DIR}/cmake/web/cxx20)
target_include_directories(web_headers SYSTEM INTERFACE ${web_include})
target_compile_definitions(web_headers INTERFACE FMT_HEADER_ONLY)
foreach(library fmt::fmt tl::expected utf8cpp nlohmann_json::nlohmann_json doctest::doctest)
  add_library(${library} INTERFACE IMPORTED GLOBAL)
  target_link_libraries(${library} INTERFACE web_headers)
endforeach()

# Errors in the program are C++ exceptions; browsers support those of WebAssembly since 2021.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fwasm-exceptions>)
add_link_options(-fwasm-exceptions -sALLOW_MEMORY_GROWTH=1)
# Emscripten's scripts use acorn. Debian installs it here, where only Debian's node looks.
set(CMAKE_CXX_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
