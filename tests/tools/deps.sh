#!/usr/bin/env bash
# Install what is missing for the named purposes: build, images (firmware, and emulators for it), test, bench. Knows
# Debian; elsewhere, or without root, it says what is needed. Packages of npm go into build/.
set -eu

# purpose  what must be there (a command, or a file if it begins with /)  Debian package
needs="
build  cc                                            gcc
build  ar                                            binutils
build  /usr/include/stdio.h                          libc6-dev
build  ${JSMN_DIR:-/usr/include}/jsmn.h              libjsmn-dev
test   gcc                                           gcc
test   g++                                           g++
test   clang                                         clang
test   clang++                                       clang
test   /usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.fuzzer-x86_64.a  libclang-rt-14-dev
test   clang-tidy                                    clang-tidy
test   clang-format                                  clang-format
test   cppcheck                                      cppcheck
test   gcovr                                         gcovr
test   python3                                       python3
test   node                                          nodejs
test   npm                                           npm
test   /usr/lib/gcc/x86_64-linux-gnu/12/32/libgcc.a  gcc-12-multilib
test   s390x-linux-gnu-gcc                           gcc-s390x-linux-gnu
test   /usr/s390x-linux-gnu/include/stdio.h          libc6-dev-s390x-cross
test   qemu-s390x                                    qemu-user
images arm-none-eabi-gcc                             gcc-arm-none-eabi
images /usr/lib/picolibc/arm-none-eabi/lib/libc.a    picolibc-arm-none-eabi
images qemu-system-arm                               qemu-system-arm
images riscv64-unknown-elf-gcc                       gcc-riscv64-unknown-elf
images /usr/lib/picolibc/riscv64-unknown-elf/lib/libc.a  picolibc-riscv64-unknown-elf
images qemu-system-riscv32                           qemu-system-misc
test   /usr/include/nlohmann/json.hpp                nlohmann-json3-dev
test   /usr/include/rapidjson/reader.h               rapidjson-dev
test   valgrind                                      valgrind
test   /usr/include/cjson/cJSON.h                    libcjson-dev
bench  /usr/include/json-c/json.h                    libjson-c-dev
bench  /usr/include/jansson.h                        libjansson-dev
bench  /usr/include/simdjson.h                       libsimdjson-dev
bench  dpkg-source                                   dpkg-dev
"

if [ -n "${JSMN_DIR:-}" ] && [ "$JSMN_DIR" != /usr/include ] && [ ! -e "$JSMN_DIR/jsmn.h" ]; then
    echo "JSMN_DIR is $JSMN_DIR, but there is no jsmn.h in it" >&2
    exit 1
fi
packages="" missing=""
while read -r purpose what package; do
    case " $* " in *" $purpose "*) ;; *) continue ;; esac
    case $what in
    /*) [ -e "$what" ] && continue ;;
    *) command -v "$what" >/dev/null 2>&1 && continue ;;
    esac
    missing="$missing $what"
    case " $packages " in *" $package "*) ;; *) packages="$packages $package" ;; esac
done <<<"$(sed '/^$/d' <<<"$needs")"

debian() {
    echo "missing:$missing"
    install="apt-get install -y --no-install-recommends$packages"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "This is not Debian: please install what these Debian packages hold:$packages" >&2
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        echo "Installing needs root. Please run:  sudo $install" >&2
        exit 1
    fi
    echo "installing:$packages"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if ! { apt-get update -q && $install; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        echo "The installation failed. The command was:  $install" >&2
        exit 1
    fi
    echo "installed."
}
[ -z "$packages" ] || debian

case " $* " in
*" test "*) cd "$(dirname "$0")/../.." && tests/tools/npm.sh tests/mcp build/mcp ;;
esac
