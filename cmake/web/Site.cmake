# The module of WebAssembly, and the page around it in one file: any web server can serve it.
add_executable(cutescope_module ${PROJECT_SOURCE_DIR}/app/web/module.cpp)
target_link_libraries(cutescope_module PRIVATE cutescope_web)
target_link_options(cutescope_module PRIVATE -sMODULARIZE=1 -sEXPORT_NAME=cutescope_module -sENVIRONMENT=web,node -sFILESYSTEM=0
  -sEXPORTED_FUNCTIONS=_cutescope_answer,_malloc,_free)
# The objects are compiled for size; wasm-opt then inlines across the linked module, which answers a key nearly twice as fast. Emscripten
# itself does not: a -O3 after -Os still keeps the module small. Functions of up to 7 instructions are inlined, not of up to 20 as usual:
# the page is 110 kB smaller, and a map takes a fifth longer.
find_program(WASM_OPT wasm-opt REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(module_wasm $<TARGET_FILE_DIR:cutescope_module>/cutescope_module.wasm)
add_custom_command(TARGET cutescope_module POST_BUILD
  COMMAND ${WASM_OPT} -O3 --flexible-inline-max-function-size 7 --enable-exception-handling --enable-bulk-memory --enable-sign-ext
          --enable-mutable-globals --enable-nontrapping-float-to-int ${module_wasm} -o ${module_wasm} VERBATIM)
set(site ${PROJECT_BINARY_DIR}/site)
file(GLOB page_assets CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/page/*)
add_custom_command(OUTPUT ${site}/index.html
  COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${PROJECT_SOURCE_DIR}/cmake/web/site.mjs ${PROJECT_SOURCE_DIR}/assets/page
          $<TARGET_FILE:cutescope_module> ${module_wasm} ${site}
  DEPENDS cutescope_module ${page_assets} ${PROJECT_SOURCE_DIR}/cmake/web/site.mjs VERBATIM)
add_custom_target(cutescope_site ALL DEPENDS ${site}/index.html)
