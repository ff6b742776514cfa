/* SPDX-License-Identifier: MIT */
/* The tools of port/demo/node.c: what each call gives, or how it fails. */

export const server = { name: "sensor-node" };

/* Before all: three calibrations are free, and no more for a minute. */
export const first = [
  { tool: "calibrate", arguments: { offset: 0.25 }, gives: { offset_milli_celsius: 250, left: 2 } },
  { tool: "calibrate", arguments: { offset: -5 }, gives: { offset_milli_celsius: -5000, left: 1 } },
  { tool: "calibrate", arguments: { offset: 0 }, gives: { offset_milli_celsius: 0, left: 0 } },
];

/* In each dialect. `gives`: members of the result. `fails`: the kind of the failure, and `retry`: in so many seconds at
   most. `refused`: the same in a JSON-RPC error with that code. */
export const calls = [
  { tool: "read_temperature", arguments: { sensor: 1 }, gives: { milli_celsius: 21500 } },
  { tool: "read_temperature", arguments: { sensor: 2 }, fails: "timeout", retry: 5 },
  { tool: "read_temperature", arguments: { sensor: 3 }, fails: "io" },
  { tool: "read_temperature", arguments: { sensor: 4 }, fails: "not_found" },
  { tool: "calibrate", arguments: { offset: 1 }, fails: "rate_limited", retry: 60 },
  { tool: "set_valve", arguments: { valve: "outlet", open: false }, gives: { valve: "outlet", open: false } },
  { tool: "set_valve", arguments: { valve: "bypass", open: true }, fails: "conflict" },
  { tool: "set_valve", arguments: { valve: "drain", open: true }, fails: "forbidden" },
  { tool: "read_log", arguments: { lines: 1 }, gives: { events: [{ minute: 0, event: "valve outlet opened" }] } },
  { tool: "read_log", arguments: { lines: 200 }, fails: "internal" },
  { tool: "self_test", arguments: {}, fails: "internal" },
  { tool: "factory_reset", arguments: {}, fails: "forbidden", refused: 403 },
];

/* Arguments that are not what a parameter says: the envelope names the member. */
export const misuses = [
  { tool: "read_temperature", arguments: {}, names: "sensor" },
  { tool: "read_temperature", arguments: { sensor: "1" }, names: "sensor" },
  { tool: "read_temperature", arguments: { sensor: 5 }, names: "sensor" },
  { tool: "read_temperature", arguments: { sensor: 1.5 }, names: "sensor" },
  { tool: "read_temperature", arguments: { sensor: null }, names: "sensor" },
  { tool: "calibrate", arguments: { offset: 5.001 }, names: "offset" },
  { tool: "calibrate", arguments: { offset: 0.0001 }, names: "offset" },
  { tool: "set_valve", arguments: { valve: "outlet" }, names: "open" },
  { tool: "set_valve", arguments: { valve: "outlet", open: "yes" }, names: "open" },
  { tool: "set_valve", arguments: { valve: "roof", open: true }, names: "valve" },
  { tool: "read_log", arguments: { lines: 0 }, names: "lines" },
  { tool: "use_dialect", arguments: { dialect: "latin" }, names: "dialect" },
];

/* What the node counts, and the tool that chooses the dialect. */
export const status = "node_status";
export const chooser = "use_dialect";
