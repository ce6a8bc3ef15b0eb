#pragma once
// Per-user folders within a test's folder.

#include "app/system/user_folders.hpp"
#include "tests/folder.hpp"

inline app::UserFolders folders_in(const Folder& f) { return {f.at("config"), f.at("state")}; }
