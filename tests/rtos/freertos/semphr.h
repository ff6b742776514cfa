/* SPDX-License-Identifier: MIT */
#include "../semphr.h"
