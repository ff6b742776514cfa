# Cortex-M3 on the mps2-an385 board.
TARGET_CC = arm-none-eabi-gcc
TARGET_FLAGS = -mcpu=cortex-m3 -mthumb -Os -ffunction-sections -fdata-sections -specs=picolibc.specs
TARGET_LINK = --oslib=semihost --crt0=hosted -Wl,--gc-sections -Wl,--defsym=__flash=0x0,--defsym=__flash_size=0x80000 \
	-Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x8000,--defsym=__stack_size=0x1000 tests/target/hardfault.c
TARGET_RUN = qemu-system-arm -M mps2-an385 $(SEMIHOST)
