#!/usr/bin/env bash
# The Debian package: made, unpacked, and looked at. With CUTESCOPE_PACKAGE_TEST=full, also installed into a clean system
# that debootstrap makes (as root, with a network; CUTESCOPE_PACKAGE_MIRROR chooses another mirror), and used there.
#
#   package_test.sh BUILD_FOLDER
set -uo pipefail
build=$(realpath "$1")
passed=0 failed=0
work=$build/package_test
rm -rf "$work"; mkdir -p "$work"

check() { # NAME COMMAND...
  local name=$1 out
  shift
  if out=$("$@" 2>&1); then passed=$((passed + 1)); else failed=$((failed + 1)); printf 'FAILED: %s\n%s\n' "$name" "$out"; fi
}
skip() { printf 'SKIPPED: %s\n' "$*"; }
have() { command -v "$1" >/dev/null; }
finish() { printf 'script: %d passed, %d failed\n' "$passed" "$failed"; ((failed == 0)); exit; }

if ! have dpkg-deb || ! have dpkg-shlibdeps; then skip "package: no dpkg-dev"; finish; fi
cd "$build" || exit 3
check "cpack makes a package" cpack -G DEB -B "$work"
deb=$(ls "$work"/cutescope_*.deb 2>/dev/null | head -1)
[[ -n $deb ]] || finish
root=$work/unpacked
check "it unpacks" dpkg-deb -x "$deb" "$root"
control=$(dpkg-deb -f "$deb")
for field in 'Package: cutescope' 'Maintainer: .*<.*>' 'Section: science' 'Depends: .*libc6.*' 'Depends: .*fonts-inter' "Description: explorer for CuTe's layout algebra"; do
  check "control has $field" grep -qE "^$field" <<<"$control"
done
share=$root/usr/share
for file in applications/cutescope.desktop applications/cutescope-link.desktop \
  icons/hicolor/scalable/apps/cutescope.svg mime/packages/cutescope.xml man/man1/cutescope.1 \
  bash-completion/completions/cutescope zsh/vendor-completions/_cutescope fish/vendor_completions.d/cutescope.fish \
  doc/cutescope/copyright doc/cutescope/language.md doc/cutescope/examples/starter.cutes; do
  check "it has $file" test -s "$share/$file"
done
program=$root/usr/bin/cutescope
check "the program starts" "$program" --version
check "the program is stripped" bash -c '! grep -q debug_info <<<"$(readelf -S "$0")"' "$program"
check "no file belongs to the builder" bash -c '[[ $(dpkg-deb -c "$0" | awk "{print \$2}" | sort -u) == root/root ]]' "$deb"

if grep -q '^CUTESCOPE_PYTHON:BOOL=ON' "$build/CMakeCache.txt"; then
  module=$root/usr/lib/python3/dist-packages
  for file in __init__.py _pycute.py _show.py _signatures.py atoms.py __init__.pyi atoms.pyi py.typed; do check "the Python package has $file" test -e "$module/cutescope/$file"; done
  check "Python imports the package" env PYTHONPATH="$module" /usr/bin/python3 -c 'import cutescope; assert str(cutescope.coalesce("(2,(1,6)):(1,(6,2))")) == "12:1"'
fi

if have desktop-file-validate; then check "the menu entry and the opener of links are valid" desktop-file-validate "$share"/applications/cutescope{,-link}.desktop; else skip "package: no desktop-file-validate"; fi
if have update-mime-database; then
  cp -r "$share/mime" "$work/mime"
  check "the MIME type is taken" update-mime-database "$work/mime"
  check "*.cutes is a sheet" grep -q 'application/x-cutescope-sheet:\*.cutes' "$work/mime/globs"
else skip "package: no update-mime-database"; fi
if have groff; then
  page=$(groff -man -Tutf8 -ww "$share/man/man1/cutescope.1" 2>"$work/man.warnings")
  check "the manual page has no warnings" test ! -s "$work/man.warnings"
  check "the manual page has the commands" grep -q 'local_partition' <<<"$page"
else skip "package: no groff"; fi
if have rsvg-convert; then check "the icon can be drawn" rsvg-convert "$share/icons/hicolor/scalable/apps/cutescope.svg" -o "$work/icon.png"; else skip "package: no rsvg-convert"; fi

# completed WORD...: prints the completions that bash offers for the last word.
completed() {
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cutescope; echo " ${COMPREPLY[*]} "' - "$share/bash-completion/completions/cutescope" "$@"
}
check "bash completes commands" grep -q ' export ' <<<"$(completed cutescope ex)"
check "bash completes options" grep -q ' --partition ' <<<"$(completed cutescope run x --p)"
check "bash completes values" grep -q ' tiled_copy ' <<<"$(completed cutescope run --partition tiled_)"
check "bash completes values behind =" grep -q ' tiled_copy ' <<<"$(completed cutescope run --partition = tiled_c)"
if have zsh; then check "zsh reads its completion" zsh -n "$share/zsh/vendor-completions/_cutescope"; else skip "package: no zsh"; fi
if have fish; then check "fish reads its completion" fish -n "$share/fish/vendor_completions.d/cutescope.fish"; else skip "package: no fish"; fi

[[ ${CUTESCOPE_PACKAGE_TEST:-} == full ]] || finish
if ((EUID != 0)) || ! have debootstrap; then skip "package: no clean system without root and debootstrap"; finish; fi
clean=$work/clean
mirror=${CUTESCOPE_PACKAGE_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | head -1)}
suite=$(. /etc/os-release; printf '%s' "$VERSION_CODENAME")
check "a clean system" debootstrap --variant=minbase "$suite" "$clean" "$mirror"
cp "$deb" "$clean/tmp/cutescope.deb"
cp -r /etc/apt/apt.conf.d/. "$clean/etc/apt/apt.conf.d/"
inside() { chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy=$http_proxy} "$@"; }
mount -t proc proc "$clean/proc" 2>/dev/null && trap 'umount "$clean/proc"' EXIT
check "apt-get update there" inside apt-get update
# Without what it only recommends, and without documentation, as slim systems are: the program must work.
check "apt-get installs it" inside apt-get install -y --no-install-recommends /tmp/cutescope.deb
check "a menu entry there" test -s "$clean/usr/share/applications/cutescope.desktop"
check "--version there" inside cutescope --version
check "eval there" bash -c '[[ $("$@") == 12:1 ]]' - chroot "$clean" cutescope eval 'coalesce((2,(1,6)):(1,(6,2)))'
check "check there" inside cutescope check /usr/share/doc/cutescope/examples/strided.cutes
for ending in svg png pdf; do check "export .$ending there" inside cutescope export '(8,8):(8,1)' -o "/tmp/layout.$ending"; done
check "run there" inside cutescope run /usr/share/doc/cutescope/examples/starter.cutes --device cpu
# OpenGL's drivers are recommended: with them the window can be drawn, also without a display.
check "apt-get installs OpenGL's drivers" inside apt-get install -y --no-install-recommends libgl1-mesa-dri
check "screenshot there" inside cutescope screenshot /usr/share/doc/cutescope/examples/starter.cutes -o /tmp/window.png --device cpu
check "the screenshot is a picture" bash -c '(($(stat -c %s "$0") > 20000))' "$clean/tmp/window.png"
check "apt-get removes it" inside apt-get remove -y cutescope
check "nothing is left" test ! -e "$clean/usr/share/applications/cutescope.desktop"
cp "$clean/tmp/window.png" "$work/window.png" 2>/dev/null
finish
