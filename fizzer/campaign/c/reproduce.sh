#!/usr/bin/env bash
# Reproduces a bad end of a program: builds the original program with the recorded input values and runs it.
#
#   reproduce.sh [asan|gdb|plain]     asan is the default: the sanitizer that shows the fault, AddressSanitizer for crashes
#
# The exit status is the program's; that of timeout (124) when it does not end. CC names another compiler.
set -euo pipefail
here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=/dev/null
source "$here/program.sh" # programs, languages, options of each, libraries, width, compiler, seconds, sanitizer
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

flags=("-m$width" -g -O0 -std=gnu11 -w '-D__alias__(x)=' -Wno-error=implicit-function-declaration -Wno-error=implicit-int)
# Each file is compiled by itself: a compiler that makes names for files in between of theirs may find them too long.
build() {
  local objects=() i
  for i in "${!programs[@]}"; do
    local -n own="options$i"
    "${CC:-$compiler}" "${flags[@]}" "${own[@]}" "$@" -x "${languages[i]}" -c "${programs[i]}" -o "$scratch/$i.o" || return
    objects+=("$scratch/$i.o")
  done
  "${CC:-$compiler}" "${flags[@]}" "$@" "${objects[@]}" "$here/inputs.c" "$here/values.c" "${libraries[@]}" -lm -o "$scratch/program"
}

# Scripts for gdb may be in the program itself, and its line directives may name any file as its source.
debugger=(gdb -q -iex 'set auto-load no' -iex 'set source open off' -ex run -ex backtrace)

case ${1:-asan} in
  asan)
    if ! build "-fsanitize=${sanitizer:-address}" -fno-omit-frame-pointer 2>"$scratch/message"; then
      [ -z "${CC:-}" ] || { cat "$scratch/message" >&2; exit 1; }
      CC=gcc build "-fsanitize=${sanitizer:-address}" -fno-omit-frame-pointer # clang without its runtime library
    fi
    UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-} ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} timeout "$seconds" "$scratch/program"
    ;;
  gdb)
    build
    if [ -t 0 ]; then
      "${debugger[@]}" "$scratch/program"
    else
      # gdb's own start counts, too
      timeout -s INT $((3 * seconds)) "${debugger[@]}" -batch "$scratch/program" </dev/null
    fi
    ;;
  plain)
    build
    timeout "$seconds" "$scratch/program"
    ;;
  *)
    echo "reproduce.sh: give asan, gdb or plain, not $1" >&2
    exit 2
    ;;
esac
