# One interface library carries the flags that all our targets share.
add_library(cutescope_flags INTERFACE)
target_include_directories(cutescope_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(cutescope_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wno-missing-field-initializers>)
# Where more files are compiled in groups, it warns of names that other files of a group have.
if(NOT EMSCRIPTEN AND NOT CUTESCOPE_SANITIZE)
  target_compile_options(cutescope_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>)
endif()
# GCC 12 and 13 warn of std::string's own code, where it is inlined (their bugs 105329 and 105651).
target_compile_options(cutescope_flags INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict -Wno-array-bounds -Wno-stringop-overread -Wno-stringop-overflow>)
if(CUTESCOPE_SANITIZE)
  target_compile_options(cutescope_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${CUTESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  # GCC checks every pointer for null and alignment before each use, which is half of the code that a sanitized file has. A use of a null
  # pointer ends the program with its stack anyway, and the fuzz targets, which clang builds, keep both checks.
  # In instrumented code of the standard library GCC warns of initialised variables as uninitialised.
  target_compile_options(cutescope_flags INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-sanitize=null,alignment -Wno-maybe-uninitialized>)
  target_link_options(cutescope_flags INTERFACE -fsanitize=${CUTESCOPE_SANITIZE})
endif()
