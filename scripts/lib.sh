# Shared by the scripts beside it. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 3; }

# missing_packages KIND...: prints the packages of scripts/packages.txt that are not installed.
missing_packages() {
  local kind package command
  while read -r kind package command; do
    [[ " $* " == *" $kind "* ]] || continue
    [[ -z $command ]] || ! command -v "$command" >/dev/null || continue
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
  done < <(grep -v '^#' "$root/scripts/packages.txt")
}

# install_packages YES KIND...: lists missing packages, asks at a terminal unless YES is yes, and installs.
install_packages() {
  local yes=$1; shift
  command -v dpkg-query >/dev/null || fail "this system has no dpkg: install what scripts/packages.txt names by hand, then build with cmake --preset release"
  local -a packages
  mapfile -t packages < <(missing_packages "$@")
  ((${#packages[@]})) || return 0
  say "Missing Debian packages: ${packages[*]}"
  local -a as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "neither root nor sudo here; as root run: apt-get install ${packages[*]}"
    as_root=(sudo)
  fi
  if [[ $yes != yes && -t 0 ]]; then
    local answer
    read -r -p "Install them now? [Y/n] " answer
    [[ -z $answer || $answer == [Yy]* ]] || fail "nothing was installed; by hand: apt-get install ${packages[*]}"
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq update || fail "apt-get update failed (its own message is above)"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "${packages[@]}" >/dev/null ||
    fail "apt-get could not install: ${packages[*]}"
}

# A toolkit that is installed but not on PATH counts.
find_cuda() {
  if ! command -v nvcc >/dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then export PATH=/usr/local/cuda/bin:$PATH; fi
  command -v nvcc >/dev/null || say "No CUDA toolkit found: launches run on the CPU."
}

# jobs PRESET: prints the number of compilers to run at once. They take up to about 1.5 GB each, and 2.5 GB where groups are larger
# (CMakePresets.json).
jobs() {
  local cores memory each=2621440
  cores=$(nproc)
  [[ $1 != release ]] || each=1572864
  memory=$(awk -v each="$each" '/MemAvailable/ {print int($2 / each)}' /proc/meminfo)
  ((memory < 1)) && memory=1
  say $((cores < memory ? cores : memory))
}

# show_progress: prints ninja's steps from standard input, at a terminal as one line that changes, elsewhere as a line for each tenth,
# with an estimate of the minutes left. Other lines are printed as they are.
show_progress() {
  local line n all last=-1 left begin=$SECONDS clear=
  [[ ! -t 1 ]] || clear=$'\r\e[K'
  while IFS= read -r line; do
    if [[ ! $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then printf '%s%s\n' "$clear" "$line"; continue; fi
    n=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} left=
    ((n > 0)) || continue
    if ((n < all && SECONDS - begin > 20)); then
      left=$(((SECONDS - begin) * (all - n) / n))
      if ((left > 90)); then left=", about $(((left + 30) / 60)) minutes left"; else left=", about $left seconds left"; fi
    fi
    if [[ -n $clear ]]; then printf '%sBuilding: %d of %d steps%s' "$clear" "$n" "$all" "$left"
    elif ((10 * n / all != last)); then printf 'Building: %d of %d steps%s\n' "$n" "$all" "$left"; fi
    last=$((10 * n / all))
  done
  printf '%s' "$clear"
}

# configure_and_build PRESET TARGET...: configures with ${definitions[@]}, a list of -DNAME=VALUE, if it is set, and builds.
definitions=()
configure_and_build() {
  local preset=$1 log; shift
  log=$(mktemp)
  (
    cd "$root" || exit 3
    if [[ ! -e build/$preset/build.ninja ]] || ((${#definitions[@]} > 0)); then
      say "Configuring build/$preset"
      cmake --preset "$preset" "${definitions[@]}" >"$log" 2>&1 || { cat "$log"; exit 3; }
    fi
    cmake --build --preset "$preset" -j "$(jobs "$preset")" ${1:+--target "$@"} 2>&1 | show_progress
  ) || { rm -f "$log"; fail "the build failed (messages above)"; }
  rm -f "$log"
}
