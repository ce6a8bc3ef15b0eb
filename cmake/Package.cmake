# Lists the installed files and builds the .deb: `cmake --install`, `cpack -G DEB`, or scripts/package.
include(GNUInstallDirs)

# The manual page and the completions come from the program's own table of options. A build with sanitizers is not shipped.
if(NOT CUTESCOPE_SANITIZE)
  set(reference_dir ${PROJECT_BINARY_DIR}/reference)
  set(reference_files cutescope.1 zh_CN/cutescope.1 cutescope.bash _cutescope cutescope.fish)
  list(TRANSFORM reference_files PREPEND ${reference_dir}/)
  add_custom_command(
    OUTPUT ${reference_files}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${reference_dir}/zh_CN
    COMMAND cutescope manual --language en > ${reference_dir}/cutescope.1
    COMMAND cutescope manual --language zh > ${reference_dir}/zh_CN/cutescope.1
    COMMAND cutescope completion --language en bash > ${reference_dir}/cutescope.bash
    COMMAND cutescope completion --language en zsh > ${reference_dir}/_cutescope
    COMMAND cutescope completion --language en fish > ${reference_dir}/cutescope.fish
    DEPENDS cutescope COMMENT "Writing the manual page and the completions" VERBATIM)
  list(APPEND package_files ${reference_files})
  install(FILES ${reference_dir}/cutescope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${reference_dir}/zh_CN/cutescope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/zh_CN/man1)
  install(FILES ${reference_dir}/cutescope.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cutescope)
  install(FILES ${reference_dir}/_cutescope DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${reference_dir}/cutescope.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(python_recommended)
if(CUTESCOPE_PYTHON)
  # Debian's Python finds it there; the module is of one version of Python, and the program does without.
  list(APPEND package_files ${PROJECT_BINARY_DIR}/python/cutescope/__init__.pyi)
  install(TARGETS cutescope_python LIBRARY DESTINATION lib/python3/dist-packages/cutescope)
  get_directory_property(python_modules DIRECTORY ${PROJECT_SOURCE_DIR}/app/python DEFINITION modules)
  install(FILES ${python_modules} ${PROJECT_BINARY_DIR}/python/cutescope/__init__.pyi
                ${PROJECT_BINARY_DIR}/python/cutescope/atoms.pyi ${PROJECT_BINARY_DIR}/python/cutescope/py.typed
          DESTINATION lib/python3/dist-packages/cutescope)
  set(python_recommended ", python3, python3-numpy")
endif()

set(icons_dir ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
install(FILES packaging/cutescope.svg DESTINATION ${icons_dir}/scalable/apps)
find_program(RSVG_CONVERT rsvg-convert)
if(RSVG_CONVERT)
  foreach(size 16 32 48 64 128 256)
    set(icon ${PROJECT_BINARY_DIR}/icons/${size}/cutescope.png)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/icons/${size})
    add_custom_command(OUTPUT ${icon} COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${icon} ${PROJECT_SOURCE_DIR}/packaging/cutescope.svg
      DEPENDS packaging/cutescope.svg VERBATIM)
    list(APPEND package_files ${icon})
    install(FILES ${icon} DESTINATION ${icons_dir}/${size}x${size}/apps)
  endforeach()
endif()
add_custom_target(package_files ALL DEPENDS ${package_files})
# Installing does not build: the installed targets are built already, and a package needs no tests or benchmarks.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

install(FILES assets/programs/cutescope.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES packaging/cutescope.desktop packaging/cutescope-link.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/cutescope-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME cutescope.xml)
# The grammars are parts of the program: their licences ask that their notices go with it.
file(READ LICENSE copyright)
foreach(grammar tree-sitter-cpp tree-sitter-python)
  file(READ ${PROJECT_BINARY_DIR}/${grammar}/package/LICENSE grammar_copyright)
  string(APPEND copyright "\nThe grammar ${grammar} that the program contains:\n\n${grammar_copyright}")
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/copyright @ONLY CONTENT "@copyright@")
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
file(GLOB documents CONFIGURE_DEPENDS docs/*.md)
install(FILES ${documents} DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/pictures DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.png" PATTERN "*.svg")
install(DIRECTORY assets/sheets/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples FILES_MATCHING PATTERN "*.cutes")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME cutescope)
set(CPACK_PACKAGE_VENDOR "The Cutescope developers")
set(CPACK_PACKAGE_CONTACT "The Cutescope developers <maintainers@cutescope.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer for CuTe's layout algebra")
set(CPACK_PACKAGE_DESCRIPTION "Cutescope shows what the layouts of CuTe, CUTLASS's layout algebra, do: write
layouts and operations line by line and see them as coloured grids, run a
partition as a CUDA kernel or on the CPU and see which thread touches which
element, and export pictures as SVG, PDF, PNG or TikZ.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Libraries as dpkg-shlibdeps finds them; libepoxy opens OpenGL and EGL itself, and fontconfig finds the fonts.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, libegl1, fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, fonts-noto-cjk${python_recommended}")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "zenity | kdialog")
include(CPack)
