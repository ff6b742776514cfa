/* SPDX-License-Identifier: MIT */
/*
 * node conformance.mjs NAME COMMAND ARGUMENT...: the official conformance suite against the sensor node that COMMAND runs,
 * over tests/mcp/bridge.mjs. The suite calls two tools by names of its own; the node has tools that do the same. What it
 * wants and the node has not is in conformance.yml, with reasons.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bridge } from "./bridge.mjs";
import { Judge } from "./judge.mjs";
import { judgeLines } from "./lines.mjs";
import { root } from "./packages.mjs";

const aliases = { test_simple_text: "node_status", test_error_handling: "self_test" };
const runs = {
  "2025-11-25": ["server-initialize", "ping", "tools-list", "tools-call-simple-text", "tools-call-error"],
  "2026-07-28": ["tools-list", "tools-call-simple-text", "tools-call-error", "server-stateless"],
};

const [target, ...command] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = `${root}/build/mcp/conformance/${target}`;
let passed = 0,
  failed = 0;

/* One scenario: how the suite ended, what it said, and its checks. */
function scenario(url, revision, name) {
  const results = `${folder}/${revision}/${name}`;
  const args = [
    `${root}/build/mcp/node_modules/@modelcontextprotocol/conformance/dist/index.js`,
    ...["server", "--url", url, "--scenario", name, "--spec-version", revision],
    ...["--expected-failures", here("conformance.yml"), "--output-dir", results],
  ];
  return new Promise((resolve) =>
    execFile(process.execPath, args, (error, stdout, stderr) => {
      const [run] = readdirSync(results, { recursive: true }).filter((file) => file.endsWith("checks.json"));
      const checks = run ? JSON.parse(readFileSync(`${results}/${run}`)) : [];
      resolve({ good: !error, said: stdout + stderr, checks });
    }),
  );
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(`${folder}/lines`, { recursive: true });
const { url, close } = await bridge([process.execPath, here("record.mjs"), `${folder}/lines`, ...command], aliases);
for (const [revision, names] of Object.entries(runs))
  for (const name of names) {
    const { good, said, checks } = await scenario(url, revision, name);
    const count = (status) => checks.filter((each) => each.status === status).length;
    passed += count("SUCCESS");
    const expected = `${count("SKIPPED")} do not apply, ${count("FAILURE")} fail as expected`;
    if (good && count("SUCCESS") > 0 && count("WARNING") === 0)
      console.log(`${target}, ${revision}, ${name}: ${count("SUCCESS")} pass, ${expected}`);
    else {
      failed++;
      console.log(`FAILED ${target}, ${revision}, ${name}:\n${said.slice(said.indexOf("Expected failures"))}`);
    }
  }
await close();

for (const file of readdirSync(`${folder}/lines`).filter((name) => name.endsWith(".lines"))) {
  const { passed: lines, failures } = judgeLines(readFileSync(`${folder}/lines/${file}`), new Judge());
  passed += lines;
  failed += failures.length;
  for (const failure of failures) console.log(`FAILED ${failure}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
