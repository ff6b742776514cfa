# The host's clang with the address and undefined-behaviour sanitizers.
TARGET_CC = clang
TARGET_FLAGS = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
