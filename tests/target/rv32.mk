# 32-bit RISC-V on the virt board.
TARGET_CC = riscv64-unknown-elf-gcc
TARGET_FLAGS = -march=rv32imac -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany -Os -ffunction-sections -fdata-sections -specs=picolibc.specs
TARGET_LINK = --oslib=semihost --crt0=hosted -Wl,--gc-sections -Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=0x200000 \
	-Wl,--defsym=__ram=0x80200000,--defsym=__ram_size=0x8000,--defsym=__stack_size=0x1000
TARGET_RUN = qemu-system-riscv32 -M virt -bios none $(SEMIHOST)
