# gcc with coverage counters.
TARGET_CC = gcc
TARGET_FLAGS = -O0 -g --coverage
