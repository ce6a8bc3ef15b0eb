#pragma once
// A user's folders for settings and recovery, in a folder of the test's.

#include "app/system/user_folders.hpp"
#include "tests/folder.hpp"

inline app::UserFolders folders_in(const Folder& f) { return {f.at("config"), f.at("state")}; }
