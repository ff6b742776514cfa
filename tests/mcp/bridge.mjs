/* SPDX-License-Identifier: MIT */
/*
 * HTTP to a server on a line, for suites that know HTTP only. A POST becomes one line, the answer becomes the response.
 * What HTTP has and a line has not is done here and not by the server: headers that must agree with the request (-32020),
 * statuses, and no streams.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const LAST_LEGACY = "2025-11-25"; /* dates compare as texts; anything that is no date is newer */
const statuses = { [-32601]: 404, [-32700]: 400, [-32600]: 400, [-32602]: 400, [-32020]: 400, [-32021]: 400, [-32022]: 400 };
const PATIENCE = 10000;

/* Does a header contradict the request? "" if none does. */
function contradiction(headers, { method, params }) {
  const said = {
    "mcp-protocol-version": params?._meta?.[VERSION],
    "mcp-method": method,
    "mcp-name": method === "tools/call" ? params?.name : undefined,
  };
  const wrong = Object.keys(said).find((name) => said[name] !== undefined && headers[name] !== said[name]);
  return wrong ? `Header mismatch: ${wrong}` : "";
}

/* One line in, one line out, and nobody in between. */
function lineTo(server) {
  const waiting = [];
  createInterface({ input: server.stdout }).on("line", (line) => waiting.shift()?.(line));
  let turn = Promise.resolve();
  const exchange = (line, hasAnswer) =>
    new Promise((resolve, reject) => {
      server.stdin.write(`${line}\n`);
      if (!hasAnswer) return resolve(undefined);
      const timer = setTimeout(() => reject(new Error(`no answer to ${line}`)), PATIENCE);
      waiting.push((answer) => resolve((clearTimeout(timer), answer)));
    });
  return (line, hasAnswer) => (turn = turn.catch(() => {}).then(() => exchange(line, hasAnswer)));
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/* Run a server and listen for it; `aliases`: names of tools, and what the server calls them. */
export async function bridge(command, aliases = {}) {
  const server = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
  const send = lineTo(server);

  async function answer(headers, message) {
    const modern = (headers["mcp-protocol-version"] ?? "") > LAST_LEGACY;
    const mismatch = modern ? contradiction(headers, message) : "";
    if (mismatch)
      return [400, JSON.stringify({ jsonrpc: "2.0", id: message.id, error: { code: -32020, message: mismatch } })];
    if (message.method === "tools/call" && message.params?.name in aliases)
      message.params.name = aliases[message.params.name];
    const line = await send(JSON.stringify(message), message.id !== undefined);
    if (line === undefined) return [202, ""];
    const code = JSON.parse(line).error?.code;
    return [(modern && statuses[code]) || 200, line];
  }

  const http = createServer(async (request, response) => {
    const reply = (status, body = "") => response.writeHead(status, { "Content-Type": "application/json" }).end(body);
    if (request.method !== "POST") return reply(405);
    try {
      reply(...(await answer(request.headers, JSON.parse(await bodyOf(request)))));
    } catch (error) {
      reply(502, JSON.stringify({ error: error.message }));
    }
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${http.address().port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        http.close();
        http.closeAllConnections();
        server.once("close", resolve);
        server.stdin.end();
      }),
  };
}
