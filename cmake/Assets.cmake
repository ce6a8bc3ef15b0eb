# Embeds every file under assets/ in a library: assets::get("shaders/grid.frag"); and the pages that the window shows:
# assets::get("docs/guide.md"). app/commands/guide.cpp lists the same.
file(GLOB_RECURSE CUTESCOPE_ASSETS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/assets ${PROJECT_SOURCE_DIR}/assets/*)
list(FILTER CUTESCOPE_ASSETS EXCLUDE REGEX "^assets\\.hpp$")
list(FILTER CUTESCOPE_ASSETS EXCLUDE REGEX "^(atoms|element_types)\\.tsv$")   # the algebra's
list(FILTER CUTESCOPE_ASSETS EXCLUDE REGEX "^page/(app|core|editor|linked|panels|tools)\\.")   # of the page with the program in it: scripts/web
if(EMSCRIPTEN)
  # Only the window and the command line show these assets.
  list(FILTER CUTESCOPE_ASSETS EXCLUDE REGEX "^(shaders/|manual\\.|help\\.tsv)")
endif()
list(TRANSFORM CUTESCOPE_ASSETS PREPEND assets/)
set(shown_pages
    guide guide.zh hopper scales scales.zh window window-reference language functions algebra mathematics memory-model command-line
    sheet-format files tour.zh hopper.zh language.zh functions.zh mathematics.zh requests.zh command-line.zh glossary.zh)
if(EMSCRIPTEN)
  set(shown_pages)
endif()
foreach(page IN LISTS shown_pages)
  list(APPEND CUTESCOPE_ASSETS docs/${page}.md)
endforeach()
list(TRANSFORM CUTESCOPE_ASSETS PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE asset_paths)
set(assets_cpp ${PROJECT_BINARY_DIR}/assets/assets.cpp)
add_custom_command(
  OUTPUT ${assets_cpp}
  COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} "-DFILES=${CUTESCOPE_ASSETS}" -DOUT=${assets_cpp}
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedAssets.cmake
  DEPENDS ${asset_paths} ${PROJECT_SOURCE_DIR}/cmake/EmbedAssets.cmake
  COMMENT "Embedding assets" VERBATIM)
add_library(cutescope_assets STATIC ${assets_cpp} ${PROJECT_SOURCE_DIR}/assets/assets.hpp)
target_link_libraries(cutescope_assets PUBLIC cutescope_flags)
