/* SPDX-License-Identifier: MIT */
/*
 * node record.mjs FOLDER COMMAND ARGUMENT...: run a server, and keep every line to it and from it in FOLDER/PID.lines,
 * as tests/mcp/lines.mjs reads them, and what it complains of in FOLDER/PID.errors. The last line of the first says how
 * the server ended.
 */
import { spawn } from "node:child_process";
import { appendFileSync, openSync } from "node:fs";

const [folder, command, ...args] = process.argv.slice(2);
const file = `${folder}/${process.pid}.lines`;
const server = spawn(command, args, { stdio: ["pipe", "pipe", openSync(`${folder}/${process.pid}.errors`, "w")] });

/* Lines are kept as they become whole, and what is left at the end. */
function keeper(prefix) {
  let rest = Buffer.alloc(0);
  const keep = (line) => appendFileSync(file, Buffer.concat([Buffer.from(`${prefix} `), line, Buffer.from("\n")]));
  return {
    take(bytes) {
      rest = Buffer.concat([rest, bytes]);
      for (let feed; (feed = rest.indexOf(10)) >= 0; rest = rest.subarray(feed + 1)) keep(rest.subarray(0, feed));
    },
    end: () => rest.length > 0 && keep(rest),
  };
}
const asked = keeper(">"),
  answered = keeper("<");

process.stdin.on("data", (bytes) => {
  asked.take(bytes);
  server.stdin.write(bytes);
});
process.stdin.on("end", () => {
  asked.end();
  server.stdin.end();
});
server.stdin.on("error", () => {}); /* it has ended; that is told below */
server.stdout.on("data", (bytes) => {
  answered.take(bytes);
  process.stdout.write(bytes);
});
process.on("SIGTERM", () => server.kill("SIGTERM"));
server.on("error", (error) => {
  appendFileSync(file, `# ${error.message}\n`);
  process.exit(127);
});
server.on("close", (code, signal) => {
  answered.end();
  appendFileSync(file, `# ended: ${signal ?? code}\n`);
  process.exit(code ?? 1);
});
