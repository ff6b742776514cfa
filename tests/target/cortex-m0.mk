# Cortex-M0 on the microbit: 256 KB flash, 16 KB RAM, and a HardFault on every unaligned load.
TARGET_CC = arm-none-eabi-gcc
TARGET_FLAGS = -mcpu=cortex-m0 -mthumb -Os -ffunction-sections -fdata-sections -specs=picolibc.specs
TARGET_LINK = --oslib=semihost --crt0=hosted -Wl,--gc-sections -Wl,--defsym=__flash=0x0,--defsym=__flash_size=0x40000 \
	-Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x4000,--defsym=__stack_size=0x1000 tests/target/hardfault.c
TARGET_RUN = qemu-system-arm -M microbit $(SEMIHOST)
