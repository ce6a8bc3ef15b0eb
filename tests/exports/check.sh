# For scripts that count what passed and what failed: sourced.
passed=0 failed=0

# check NAME COMMAND...: it succeeds; else the lines of its output that say why, or the last ones.
check() {
  local name=$1 out
  shift
  if out=$("$@" 2>&1 </dev/null); then passed=$((passed + 1)); else
    failed=$((failed + 1)); printf 'FAILED: %s:\n%s\n' "$name" "$(grep -m5 -E 'error|MISMATCH|^[<>]' <<<"$out" || tail -30 <<<"$out")"
  fi
}
