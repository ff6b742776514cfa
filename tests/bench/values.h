/* SPDX-License-Identifier: MIT */
#ifndef BENCH_VALUES_H
#define BENCH_VALUES_H
/* The longer values of the envelopes, which several contenders spell out. */

#define TOOLERROR_MESSAGE "the document was changed by someone else"
#define OWLCLAW_MESSAGE "sensor did not answer within 500 ms"
#define OWLCLAW_INCIDENT "inc_20260226_001"
#define CODEINTEL_MESSAGE "File not found: src/sensors/calibration.py"

#define KAIZA_MESSAGE "Failed to read the calibration table of sensor 7"
#define KAIZA_SESSION "550e8400-e29b-41d4-a716-446655440000"
#define KAIZA_WORKSPACE "/home/user/project"
#define KAIZA_PLAN "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
#define KAIZA_CAUSE "EIO: i/o error, read, offset 4096"
#define KAIZA_TIME "2026-01-19T15:32:10.123Z"
#define KAIZA_TIME_MS INT64_C(1768836730123)
#define KAIZA_STACK                                                                                          \
    "Error: EIO: i/o error, read, offset 4096\n"                                                             \
    "    at readCalibration (/home/user/project/src/calibration.js:42:17)\n"                                 \
    "    at readSensor (/home/user/project/src/sensor.js:118:9)\n"                                           \
    "    at runTool (/home/user/project/src/tools.js:77:22)\n"                                               \
    "    at handleCall (/home/user/project/src/server.js:231:14)"

#define ESCAPES_MESSAGE                                                                                      \
    "\"C:\\logs\\no\xC3\xABl\\\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\"\t\xE2\x82\xAC 5\n\xF0\x9F\x98\x80\\"    \
    "\xF0\x9F\x9A\x80\r\n\"\xC3\xA9\xC3\xA8\"\b\f\x01\x1F \xD0\x9F\xD1\x80\xD0\xB8"
#define ESCAPES_LINE "\"a\"\t\"\xC3\xBC\"\t\"\xE2\x9C\x93\"\n\"b\"\\\"\xF0\x9F\x94\xA5\"\n"

#endif
