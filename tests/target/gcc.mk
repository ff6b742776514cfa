# The host's gcc.
TARGET_CC = gcc
TARGET_FLAGS = -O2
