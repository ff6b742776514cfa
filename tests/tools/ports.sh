#!/usr/bin/env bash
# Each port compiles without a warning for what it is made for; those for an RTOS against the signatures in tests/rtos.
# The RTOS ports run over stand-ins for their kernels, the POSIX port on this host; tests/test_port.c runs the others.
set -u
out=build/ports
strict="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -Iinclude"
arm="arm-none-eabi-gcc -mthumb -Os -specs=picolibc.specs"
riscv="riscv64-unknown-elf-gcc -misa-spec=2.2 -mcmodel=medany -Os -specs=picolibc.specs"
passed=0 failed=0
rm -rf $out
mkdir -p $out

verdict() { # verdict STATUS WORDS
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: $2"; fi
}
compile() { # compile COMPILER-AND-FLAGS SOURCE
    # shellcheck disable=SC2086 # lists of flags
    $1 $strict -c "$2" -o $out/port.o
    verdict $? "$1 $2"
}
run() { # run SOURCE COMPILER-AND-FLAGS [LIBRARIES]: build a test, run it in a folder of its own, add its counts
    local here=$PWD log status well badly
    rm -rf $out/here
    mkdir $out/here
    # shellcheck disable=SC2086
    if ! $2 $strict -Itests "$1" ${3-} -o $out/program; then
        verdict 1 "$2 $1"
        return
    fi
    log=$(cd $out/here && timeout 120 "$here/$out/program" 2>&1)
    status=$?
    read -r well _ badly _ < <(grep -E '^[0-9]+ passed, [0-9]+ failed$' <<<"$log" || echo "0 passed, 1 failed")
    [ $status -eq 0 ] || [ "$badly" -gt 0 ] || badly=1
    passed=$((passed + well)) failed=$((failed + badly))
    if [ "$badly" -gt 0 ]; then
        echo "failed: $2 $1:"
        grep -v -E '^[0-9]+ passed, ' <<<"$log"
    fi
}

# ---- what compiles

for compiler in gcc clang; do
    compile "$compiler" port/none/port.c
    compile "$compiler" port/posix/port.c
    compile "$compiler" port/posix/audit_file.c
done
for cpu in cortex-m0 cortex-m3 cortex-m4 cortex-m33; do
    compile "$arm -mcpu=$cpu" port/none/port.c
    compile "$arm -mcpu=$cpu" port/cortex-m/port.c
done
compile "$riscv -march=rv32imac -mabi=ilp32 -DMCPERR_MTIME_HZ=10000000" port/riscv/port.c
compile "$riscv -march=rv64imac -mabi=lp64 -DMCPERR_MTIME_HZ=1000000" port/riscv/port.c
for hz in "" -DMCPERR_MTIME_HZ=32768 -DMCPERR_MTIME_HZ=100000000; do # would tell a wrong time
    # shellcheck disable=SC2086
    $riscv -march=rv32imac -mabi=ilp32 $strict $hz -c port/riscv/port.c -o $out/port.o 2>&1 | grep -q 'must be defined'
    verdict $? "a wrong rate of mtime is refused: $hz"
done

rtos="-Itests/rtos -D_DEFAULT_SOURCE"
variants="
freertos     test_freertos
freertos     test_freertos     -DconfigTICK_RATE_HZ=((TickType_t)1024)
freertos     test_freertos     -DESP_PLATFORM
zephyr       test_zephyr
zephyr       test_zephyr       -DZEPHYR_VERSION_CODE=0x30700
threadx      test_threadx
threadx      test_threadx      -DTX_TIMER_TICKS_PER_SECOND=((ULONG)1000)
cmsis-rtos2  test_cmsis_rtos2
cmsis-rtos2  test_cmsis_rtos2  -DMCPERR_MUTEX_SIZE=28
"
while read -r port test define; do
    compile "$arm -mcpu=cortex-m3 $rtos $define" "port/$port/port.c"
    run "tests/rtos/$test.c" "gcc $rtos $define"
    run "tests/rtos/$test.c" "clang -fsanitize=address,undefined -fno-sanitize-recover=all $rtos $define"
done <<<"$(sed '/^$/d' <<<"$variants")"

for header in port/*/port.h port/posix/audit_file.h; do
    g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -xc++ "$header"
    verdict $? "$header in C++"
done

# The port in the document is one.
# shellcheck disable=SC2016 # backticks of the document
sed -n '/^```c$/,/^```$/p' docs/porting.md | sed '/^```/d' >$out/document.c
compile gcc $out/document.c
compile "$arm -mcpu=cortex-m0" $out/document.c

# ---- what runs here

for compiler in "gcc -O2" "clang -g -fsanitize=thread"; do
    run tests/posix/test_port.c "$compiler -pthread"
done
for compiler in "gcc -O2" "clang -g -fsanitize=address,undefined -fno-sanitize-recover=all"; do
    run tests/posix/test_audit_file.c "$compiler" build/libmcperr.a
done

# ---- a port for an RTOS is short: lines of code, without comments and blank lines

for port in freertos zephyr threadx cmsis-rtos2; do
    lines=$(gcc -fpreprocessed -dD -E -P port/$port/port.c 2>/dev/null | grep -c .)
    echo "port/$port/port.c: $lines lines of code"
    [ "$lines" -le 60 ]
    verdict $? "port/$port/port.c is longer than 60 lines"
    grep -q 'Checked: ' port/$port/port.c
    verdict $? "port/$port/port.c says what it was checked against"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
