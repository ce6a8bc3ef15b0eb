#!/usr/bin/env bash
# Runs Neovim without a screen against `cutescope lsp`.
#
#   nvim_test.sh PROGRAM
set -uo pipefail
if ! command -v nvim > /dev/null; then
  echo "SKIPPED: Neovim is not installed"
  echo "script: 0 passed, 0 failed, 1 skipped"
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
HOME=$folder XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder PROGRAM=$(realpath "$1") FOLDER=$folder \
  timeout 300 nvim --clean --headless -n -S "$(dirname "$(realpath "$0")")/nvim_test.lua" 2>&1
