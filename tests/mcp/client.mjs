/* SPDX-License-Identifier: MIT */
/*
 * node client.mjs NAME COMMAND ARGUMENT...: the official MCP clients against the sensor node that COMMAND runs, one
 * connection for each way to connect. What they say to each other is kept in build/mcp/lines/NAME, and judged.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { clients } from "./clients.mjs";
import { codeOf, dialects, tells } from "./contracts.mjs";
import { complaintOf } from "./envelopes.mjs";
import { Judge } from "./judge.mjs";
import { judgeLines } from "./lines.mjs";
import { root } from "./packages.mjs";
import { calls, chooser, first, misuses, server, status } from "./sensor_node.mjs";

const [target, ...command] = process.argv.slice(2);
const recorder = fileURLToPath(new URL("record.mjs", import.meta.url));
const IN_A_ROW = 200,
  AT_ONCE = 8;

let passed = 0,
  failed = 0,
  where = "";
function check(good, complaint) {
  if (good) passed++;
  else if (++failed <= 20) console.log(`FAILED ${target}, ${where}: ${complaint()}`);
}
const told = (value) => JSON.stringify(value) ?? String(value);

/* ---- one call -------------------------------------------------------------------------------------------------- */

/* What becomes of a call: { result }, { envelope } of a failed tool, or { error, envelope } of a refused request. A server
   that does not answer ends the connection. */
async function outcome(session, { tool, arguments: given }) {
  try {
    const answer = await session.call({ name: tool, arguments: given });
    const value = JSON.parse(answer.content[0].text);
    return answer.isError ? { envelope: value } : { result: value };
  } catch (error) {
    if (/timed out|closed/i.test(error.message)) throw error;
    return { error: error.code ?? error.message, message: error.message, envelope: error.data };
  }
}

/* A valid envelope of the dialect, with the code of the kind: what it tells, or undefined. */
function understood(envelope, dialect, kind, call) {
  const complaint = envelope === undefined ? "no envelope" : complaintOf(dialect, envelope);
  check(complaint === "", () => `${told(call)}: ${complaint}: ${told(envelope)}`);
  if (complaint !== "") return undefined;
  const said = tells[dialect](envelope);
  check(said.code === codeOf(dialect, kind), () => `${told(call)}: ${kind} is ${said.code} in ${dialect}`);
  return said;
}

async function expect(session, dialect, call) {
  const { result, envelope, error, message } = await outcome(session, call);
  if (call.gives) {
    for (const [name, value] of Object.entries(call.gives))
      check(told(result?.[name]) === told(value), () => `${told(call)}: ${told(result ?? message ?? envelope)}`);
    return;
  }
  check(error === call.refused, () => `${told(call)} in ${dialect}: ${message ?? told(result)}`);
  const said = understood(envelope, dialect, call.fails, call);
  if (call.retry && said && said.retry !== null)
    check(said.retry > 0 && said.retry <= call.retry, () => `${told(call)}: retry in ${said.retry} s`);
}

/* ---- one connection -------------------------------------------------------------------------------------------- */

async function everyTool(session) {
  const names = (await session.list()).map(({ name }) => name);
  const known = new Set([...first, ...calls].map(({ tool }) => tool).concat(status, chooser));
  check(told(names.toSorted()) === told([...known].sort()), () => `the tools are ${names}`);
  for (const call of first) await expect(session, dialects[0], call);
  for (const dialect of dialects) {
    await expect(session, dialect, { tool: chooser, arguments: { dialect }, gives: { dialect } });
    for (const call of calls) await expect(session, dialect, call);
    for (const misuse of misuses) {
      const { envelope, error } = await outcome(session, misuse);
      check(error === undefined, () => `${told(misuse)}: not a failure of the tool: ${error}`);
      const said = understood(envelope, dialect, "invalid", misuse);
      check(said?.message.includes(misuse.names), () => `${told(misuse)}: not named in "${said?.message}"`);
    }
    await expect(session, dialect, { tool: status, arguments: {}, gives: { dialect } });
  }
}

async function unknownTool(session) {
  const { error, message } = await outcome(session, { tool: "no_such_tool", arguments: {} });
  check(error === -32602, () => `an unknown tool: error ${error}`);
  check(/no_such_tool/.test(message), () => `an unknown tool is not named: ${message}`);
}

/* In the dialect that was chosen last. Rates are limited for a minute, which may end on the way. */
const steady = calls.filter(({ fails }) => fails !== "rate_limited");
const again = (session, i) => expect(session, dialects.at(-1), steady[i % steady.length]);

async function inARow(session) {
  for (let i = 0; i < IN_A_ROW; i++) await again(session, i);
}

async function atOnce(session) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => again(session, i)));
}

const noises = {
  "boot text": "sensor node 1.0.0, 3 sensors\r\nready\r\n",
  "NULs before a request": "\0\0\0",
  "a line of NULs": "\0\0\0\0\n",
  "half a request": '{"jsonrpc":"2.0","id":"half","method":"tools/ca\n',
  "bytes that are not UTF-8": Buffer.from([0xff, 0xfe, 0x80, 0xc0, 10]),
  "blank lines": "\n\r\n  \n",
  "a line too long": `${"x".repeat(9000)}\n`,
  "a request too long": `{"jsonrpc":"2.0","id":"long","method":"ping","params":{"x":"${"y".repeat(9000)}"}}\n`,
  "brackets without end": `${"[".repeat(500)}\n`,
  "an answer to nobody": '{"jsonrpc":"2.0","id":"mine","result":{}}\n',
};

async function noise(session) {
  const counts = async () => (await outcome(session, { tool: status, arguments: {} })).result ?? {};
  const before = await counts();
  for (const [name, bytes] of Object.entries(noises)) {
    session.noise(bytes);
    const { result, message } = await outcome(session, calls[0]);
    check(told(result) === told(calls[0].gives), () => `after ${name}: ${message ?? told(result)}`);
  }
  const after = await counts();
  const more = (name) => after[name] - before[name];
  check(more("nul_bytes") === 7, () => `${more("nul_bytes")} NULs were counted`);
  check(more("lines_too_long") === 2, () => `${more("lines_too_long")} lines too long were counted`);
  check(more("overruns") === 0, () => `${more("overruns")} bytes were lost`);
}

async function connection(flavour, folder) {
  const begin = Date.now();
  const session = await flavour.connect(process.execPath, recorder, folder, ...command);
  try {
    check(session.server?.name === server.name, () => `the server is ${told(session.server)}`);
    const { negotiated = flavour.revision } = session;
    check(negotiated === flavour.revision, () => `revision ${negotiated} instead of ${flavour.revision}`);
    for (const part of [everyTool, unknownTool, inARow, atOnce, noise]) await part(session);
  } finally {
    await session.close();
  }
  return Date.now() - begin;
}

/* What went over the line is valid, and the server ended when its client hung up. */
function judge(flavour, folder) {
  const records = readdirSync(folder)
    .filter((name) => name.endsWith(".lines"))
    .map((name) => readFileSync(`${folder}/${name}`));
  check(records.length === 1 + flavour.probes, () => `${records.length} servers were started`);
  const session = records.find((record) => record.includes("tools/call"));
  check(session?.toString("latin1").endsWith("\n# ended: 0\n"), () => "the server did not end by itself");
  let lines = 0;
  for (const record of records) {
    const { passed: good, failures } = judgeLines(record, new Judge());
    lines += good;
    passed += good;
    for (const failure of failures) check(false, () => failure);
  }
  check(lines > IN_A_ROW, () => `only ${lines} lines were judged`);
  return lines;
}

for (const flavour of clients) {
  where = flavour.name;
  const folder = `${root}/build/mcp/lines/${target}/${flavour.name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const time = await connection(flavour, folder);
    console.log(`${target}, ${where}: ${judge(flavour, folder)} lines in ${(time / 1000).toFixed(1)} s`);
  } catch (error) {
    check(false, () => error.stack);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
