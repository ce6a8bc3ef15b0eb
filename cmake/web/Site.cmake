# The module of WebAssembly, and the page around it in one file: any web server can serve it.
add_executable(cutescope_module ${PROJECT_SOURCE_DIR}/app/web/module.cpp)
target_link_libraries(cutescope_module PRIVATE cutescope_web)
target_link_options(cutescope_module PRIVATE -sMODULARIZE=1 -sEXPORT_NAME=cutescope_module -sENVIRONMENT=web,node -sFILESYSTEM=0
  -sEXPORTED_FUNCTIONS=_cutescope_answer,_malloc,_free)
set(site ${PROJECT_BINARY_DIR}/site)
file(GLOB page_assets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/page/*)
add_custom_command(OUTPUT ${site}/index.html
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/cmake/web/site.mjs ${PROJECT_SOURCE_DIR}/assets/page
          $<TARGET_FILE:cutescope_module> $<TARGET_FILE_DIR:cutescope_module>/cutescope_module.wasm ${site}
  DEPENDS cutescope_module ${page_assets} ${PROJECT_SOURCE_DIR}/cmake/web/site.mjs VERBATIM)
add_custom_target(cutescope_site ALL DEPENDS ${site}/index.html)
