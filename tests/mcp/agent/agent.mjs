/* SPDX-License-Identifier: MIT */
/*
 * node agent.mjs MCPERR: what `MCPERR reply --json` makes of the answers of live servers, made with the official SDKs, in
 * both eras: does it know what each is, where the envelope stands, and what to do?
 */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const META = "io.modelcontextprotocol/";
const me = { name: "agent", version: "1" };
const modern = {
  [`${META}protocolVersion`]: "2026-07-28",
  [`${META}clientInfo`]: me,
  [`${META}clientCapabilities`]: {},
};
const handshake = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: me };

const peers = [
  { name: "v1", program: "server_v1.mjs", opening: ["initialize", handshake] },
  { name: "v2, legacy", program: "server_v2.mjs", opening: ["initialize", handshake] },
  { name: "v2, modern", program: "server_v2.mjs", opening: ["server/discover", {}], meta: modern },
];

/* ---- what must be made of each answer -------------------------------------------------------------------------- */

const result = { kind: "result", error: null, odd: [] };
const words = { dialect: null, kind: "internal", action: "give_up" };
const busy = { dialect: "toolerror", code: "TRANSIENT", kind: "unavailable", action: "retry", delay_ms: 7000 };
const limited = {
  dialect: "owlclaw",
  code: "governance.rate_limited",
  kind: "rate_limited",
  incident: "inc_7",
  action: "retry",
  delay_ms: 30000,
};
const toolError = (place, error, odd = []) => ({ kind: "tool_error", place, odd, error });
const protocolError = (rpc_code, kind, action) => ({
  kind: "protocol_error",
  rpc_code,
  place: null,
  odd: [],
  error: { dialect: null, kind, action },
});
const invalid = { dialect: null, kind: "invalid", action: "fix_input" };
const missing = { dialect: null, kind: "not_found", action: "work_around" };

/* `is` for all, or what a peer by its name says instead; null: it cannot say such a thing. */
const calls = [
  { tool: "ok", is: result },
  { tool: "ok_structured", is: result },
  { tool: "empty", is: result },
  { tool: "failure_in_words", is: toolError(null, { ...words, message: "the sensor is on fire" }) },
  {
    tool: "failure_in_known_words",
    is: toolError(null, { dialect: null, kind: "rate_limited", action: "retry", delay_ms: 90000 }),
  },
  { tool: "failure_as_envelope", is: toolError("text", busy) },
  { tool: "failure_in_fence", is: toolError("text", busy) },
  { tool: "failure_in_second_block", is: toolError("text", busy) },
  { tool: "failure_structured", is: toolError("structured", busy) },
  { tool: "failure_in_meta", is: toolError("meta", limited) },
  { tool: "failure_not_marked", is: toolError("text", limited, ["not_marked"]) },
  {
    tool: "failure_legacy",
    is: toolError(null, { reading: "legacy", dialect: "kaiza", code: "FILE_NOT_FOUND", action: "work_around" }),
  },
  { tool: "throws", is: toolError(null, { ...words, message: "connection to 10.0.0.7 refused" }) },
  { tool: "wants_number", is: toolError(null, invalid), v1: { ...toolError(null, invalid), rpc_code: -32602 } },
  { tool: "breaks_its_schema", is: toolError(null, words), v1: { ...toolError(null, words), rpc_code: -32602 } },
  {
    tool: "no_such_tool",
    is: protocolError(-32602, "not_found", "work_around"),
    v1: { ...toolError(null, missing), rpc_code: -32602 },
  },
  { tool: "sheds_load", is: { kind: "input_required", state: "later" }, v1: null, "v2, legacy": null },
  { tool: "changes_the_list", is: result },
];
const others = [
  { method: "tools/list", params: {}, is: result },
  { method: "no/such/method", params: {}, is: protocolError(-32601, "not_found", "work_around") },
  {
    method: "tools/call",
    params: { arguments: {} },
    is: protocolError(-32602, "invalid", "fix_input"),
    v1: protocolError(-32603, "internal", "give_up"),
  },
];
const notification = { kind: "other", method: "notifications/tools/list_changed", id: null };

/* ---- asking ---------------------------------------------------------------------------------------------------- */

const [mcperr] = process.argv.slice(2);
let passed = 0,
  failed = 0;
function check(good, complaint) {
  if (good) passed++;
  else if (++failed <= 20) console.log(`FAILED ${complaint()}`);
}

/* Every request in its turn. The lines of the server, each with what it must be taken for. */
async function converse({ name, program, opening, meta }) {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const server = spawn(process.execPath, [path], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = [];
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const input = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params, is) => {
    send({ id, method, params: meta ? { ...params, _meta: meta } : params });
    for (;;) {
      const { value: line, done } = await input.next();
      if (done) throw new Error(`${name} ended without an answer to ${id}`);
      const mine = JSON.parse(line).id === id;
      lines.push({ line, is: mine ? { ...is, id } : notification });
      if (mine) return;
    }
  };
  await ask("opening", ...opening, result);
  if (!meta) send({ method: "notifications/initialized" });
  for (const { tool, ...said } of calls) {
    const is = name in said ? said[name] : said.is;
    if (is) await ask(tool, "tools/call", { name: tool, arguments: {} }, is);
  }
  for (const [i, { method, params, ...said }] of others.entries()) await ask(i, method, params, said[name] ?? said.is);
  server.stdin.end();
  await new Promise((resolve) => server.once("close", resolve));
  return lines;
}

/* Is every member of what was expected in what is there? */
const holds = (is, there) =>
  is !== null && typeof is === "object" && !Array.isArray(is)
    ? there !== null && Object.keys(is).every((key) => holds(is[key], there[key]))
    : JSON.stringify(is) === JSON.stringify(there);

for (const peer of peers) {
  const lines = await converse(peer);
  const input = lines.map(({ line }) => `${line}\n`).join("");
  const { stdout, stderr, status } = spawnSync(mcperr, ["reply", "--json", "-"], { input, encoding: "utf8" });
  const verdicts = stdout.trimEnd().split("\n");
  check(status === 0 && stderr === "", () => `${peer.name}: exit status ${status}: ${stderr}`);
  check(verdicts.length === lines.length, () => `${peer.name}: ${verdicts.length} verdicts on ${lines.length} lines`);
  lines.forEach(({ line, is }, i) =>
    check(holds(is, JSON.parse(verdicts[i] ?? "null")), () => `${peer.name}: ${line}\n  is said to be ${verdicts[i]}`),
  );
  const noticed = lines.filter(({ is }) => is === notification).length;
  check(noticed === (peer.meta ? 0 : 1), () => `${peer.name}: ${noticed} notifications`);
  console.log(`${peer.name}: ${lines.length} lines`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
