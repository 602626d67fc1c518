# `cmake --install`: headers, library, command, find_package(scree) and pkg-config.
# Everything installed finds itself by relative paths, so the prefix may be moved.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(
  TARGETS scree
  EXPORT scree_targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/scree ${PROJECT_BINARY_DIR}/include/scree
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
file(RELATIVE_PATH lib_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(scree_command PROPERTIES INSTALL_RPATH "$ORIGIN/${lib_from_bin}")
install(TARGETS scree_command DESTINATION ${CMAKE_INSTALL_BINDIR})
# What `scree gallery` points at.
install(DIRECTORY docs/pictures/gallery DESTINATION ${CMAKE_INSTALL_DATADIR}/scree)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/scree)
install(
  EXPORT scree_targets
  NAMESPACE scree::
  FILE scree-targets.cmake
  DESTINATION ${package_dir})
configure_package_config_file(cmake/scree-config.cmake.in cmake/scree-config.cmake
                              INSTALL_DESTINATION ${package_dir})
# Below 1.0 a minor version may change the API.
write_basic_package_version_file(cmake/scree-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scree-config.cmake
              ${PROJECT_BINARY_DIR}/cmake/scree-config-version.cmake DESTINATION ${package_dir})

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE prefix_from_pc)
configure_file(cmake/scree.pc.in cmake/scree.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
