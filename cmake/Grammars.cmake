# Grammars of tree-sitter, which come as npm packages: C sources that their authors generated.

pkg_check_modules(TREE_SITTER REQUIRED IMPORTED_TARGET tree-sitter)

# tree_sitter_grammar(NAME VERSION SHA256): a library target NAME with the parser of that package. It is downloaded once for all
# build folders; the hash is that of the package, so that what is built is what was reviewed.
function(tree_sitter_grammar name version hash)
  set(folder ${PROJECT_SOURCE_DIR}/build/npm)
  set(package ${folder}/${name}-${version}.tgz)
  if(NOT EXISTS ${package})
    find_program(NPM npm)
    if(NOT NPM)
      message(FATAL_ERROR "npm, which brings ${name} ${version}, is not installed. scripts/run installs it, or: apt-get install npm")
    endif()
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND ${NPM} pack --silent ${name}@${version} --pack-destination ${folder}
      WORKING_DIRECTORY ${folder} OUTPUT_QUIET ERROR_VARIABLE why RESULT_VARIABLE failed)
    if(failed OR NOT EXISTS ${package})
      message(FATAL_ERROR "npm could not bring ${name} ${version}: ${why}")
    endif()
  endif()
  file(SHA256 ${package} found)
  if(NOT found STREQUAL hash)
    message(FATAL_ERROR "${package} is not the ${name} ${version} that this project was built with: its SHA-256 is ${found}")
  endif()
  set(source ${PROJECT_BINARY_DIR}/${name}/package/src)
  if(NOT EXISTS ${source}/parser.c)
    file(ARCHIVE_EXTRACT INPUT ${package} DESTINATION ${PROJECT_BINARY_DIR}/${name} PATTERNS package/src/*.c package/src/*.h package/LICENSE)
  endif()
  file(GLOB sources ${source}/*.c)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PRIVATE ${source})
  target_compile_options(${name} PRIVATE -w)
  # The tables are data: optimising takes time and makes nothing faster.
  set_source_files_properties(${source}/parser.c PROPERTIES COMPILE_OPTIONS -O1)
  target_link_libraries(${name} PUBLIC PkgConfig::TREE_SITTER)
endfunction()
