# 32-bit x86, also at -O0 and with char unsigned. The cross compilers exclude the gcc-multilib package, whose only
# other content is the link that -isystem stands for.
TARGET_CC = gcc
TARGET_FLAGS = -m32 -O0 -funsigned-char -isystem /usr/include/x86_64-linux-gnu
