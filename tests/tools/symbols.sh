#!/usr/bin/env bash
# symbols.sh TARGET FOLDER: what the library's objects for a target want from outside, export, and keep in RAM.
set -u
case $1 in
cortex-*) prefix=arm-none-eabi- ;;
rv32) prefix=riscv64-unknown-elf- ;;
*) prefix= ;;
esac
mapfile -t objects < <(find "$2/src" -name '*.o' | sort)

# The whole outside world: memory functions, and compiler helpers for 64-bit shifts, products and switches.
# There is no division helper, no heap, no stdio.
allowed=' memcpy memmove memset memcmp strlen '
[ "$prefix" = arm-none-eabi- ] && allowed+='__aeabi_llsl __aeabi_llsr __aeabi_lmul '
[ "$1" = cortex-m0 ] && allowed+='__gnu_thumb1_case_uqi __gnu_thumb1_case_sqi __gnu_thumb1_case_uhi __gnu_thumb1_case_shi '
[ "$prefix" = riscv64-unknown-elf- ] && allowed+='__muldi3 __ashldi3 __lshrdi3 '
[ -z "$prefix" ] && allowed+='_GLOBAL_OFFSET_TABLE_ ' # how a host reaches its constants

passed=0 failed=0
verdict() { # verdict NAME WORDS-THAT-SHOULD-NOT-BE
    if [ -z "$2" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$1: $2"; fi
}
[ ${#objects[@]} -gt 0 ] || { echo "no objects in $2"; exit 1; }

defined=$(${prefix}nm -g --defined-only "${objects[@]}" | awk 'NF == 3 {print $3}')
wanted=$(${prefix}nm -u "${objects[@]}" | awk '$1 == "U" {print $2}' | sort -u)
foreign=""
for name in $wanted; do
    grep -qx "$name" <<<"$defined" && continue
    case $allowed in *" $name "*) ;; *) foreign+="$name " ;; esac
done
verdict "wants from outside" "$foreign"
verdict "exports without its prefix" "$(grep -v '^mcperr_' <<<"$defined" | tr '\n' ' ')"
# Constants that hold addresses are relocated by a host's loader and then read-only: .data.rel.ro is not data.
verdict "keeps in .data or .bss" "$(${prefix}size -A "${objects[@]}" |
    awk '$1 ~ /^\.s?(data|bss)(\.|$)/ && $1 !~ /^\.data\.rel\.ro/ && $2 > 0 {print $1}' | tr '\n' ' ')"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
