/* SPDX-License-Identifier: MIT */
/*
 * node lines.mjs [REVISION|auto] <LINES: is every answer valid in its revision of the protocol?
 *
 *   > {"jsonrpc":...}   a line to the endpoint: whatever it got, JSON or not
 *   < {"jsonrpc":...}   a line of the endpoint's
 *   # anything          one session ends, and another begins
 *   {"jsonrpc":...}     an answer whose request is not known: valid if it would be for any request
 *
 * Ends with `N passed, M failed`: each answer counts, and each request that must have one and has none.
 */
import { readFileSync } from "node:fs";
import { Judge, schemaNames } from "./judge.mjs";

/* Judge the lines of a file: how many are good, and what is wrong with the others. */
export function judgeLines(bytes, judge) {
  const failures = [];
  let passed = 0;
  const count = (complaints, line, number) => {
    if (complaints.length === 0) passed++;
    else failures.push(`line ${number}: ${complaints.join("; ")}\n  ${line.toString().slice(0, 400)}`);
  };
  let number = 0;
  const end = () => judge.end().forEach((complaint) => failures.push(`line ${number}: ${complaint}`));
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(10, from);
    const line = bytes.subarray(from, feed < 0 ? bytes.length : feed);
    from += line.length + 1;
    number++;
    const prefix = line.subarray(0, 2).toString("latin1");
    if (prefix === "> ") judge.request(line.subarray(2));
    else if (prefix === "< ") count(judge.answer(line.subarray(2)), line, number);
    else if (prefix[0] === "#") end();
    else if (line.length > 0) count(judge.answer(line, true), line, number);
  }
  end();
  return { passed, failures };
}

if (import.meta.filename === process.argv[1]) {
  const revision = process.argv[2] ?? "auto";
  if (revision !== "auto" && !schemaNames.slice(1).includes(revision)) {
    console.error(`unknown revision ${revision}: auto, ${schemaNames.slice(1).join(", ")}`);
    process.exit(2);
  }
  const { passed, failures } = judgeLines(readFileSync(0), new Judge(revision));
  for (const failure of failures.slice(0, 20)) console.log(`FAILED ${failure}`);
  if (passed + failures.length === 0) failures.push("there are no lines");
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
