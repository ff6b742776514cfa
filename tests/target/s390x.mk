# 64-bit big-endian, char unsigned.
TARGET_CC = s390x-linux-gnu-gcc
TARGET_FLAGS = -O2 -static
TARGET_RUN = qemu-s390x
