/* SPDX-License-Identifier: MIT */
/* The contracts, in all their forms, as the tests need them: the word for each kind, from the table in docs/contracts.md, and where an
   envelope tells what. */
import { readFileSync } from "node:fs";
import { root } from "./packages.mjs";

export const dialects = ["kaiza", "context", "codeintel", "problem", "toolerror", "owlclaw", "owlclaw-api"];

const columns = {
  kaiza: "KAIZA",
  context: "context",
  codeintel: "codeintel",
  problem: "codeintel",
  toolerror: "ToolError",
  owlclaw: "OwlClaw",
  "owlclaw-api": "OwlClaw",
};
const instead = { kaiza: "UNKNOWN_TOOL_FAILURE", codeintel: "internal-error", problem: "internal-error" }; /* for "–", as it says above the table */

const [head, , ...rows] = readFileSync(`${root}/docs/contracts.md`, "utf8")
  .match(/^\| kind \|.*\n(\|.*\n)+/m)[0]
  .trimEnd()
  .split("\n")
  .map((row) => row.split("|").map((cell) => cell.trim()));
const table = new Map(rows.map((row) => [row[head.indexOf("kind")], row]));

/* The code of a kind in a dialect. */
export function codeOf(dialect, kind) {
  const word = table.get(kind)[head.indexOf(columns[dialect])];
  return word === "–" ? instead[dialect] : word;
}

/* What an envelope tells; undefined if it does not, null if its contract has no place for it. */
export const tells = {
  kaiza: (e) => ({ code: e.error_code, message: e.human_message, retry: null }),
  context: (e) => ({ code: e.error.code, message: e.error.message, retry: null }),
  codeintel: (e) => ({ code: e.problem.code, message: e.problem.detail, retry: e.problem.extensions?.retry_after }),
  problem: (e) => ({ code: e.code, message: e.detail, retry: e.extensions?.retry_after }),
  toolerror: (e) => ({ code: e.type, message: e.message, retry: e.data?.retry_after }),
  owlclaw: (e) => ({ code: e.error.code, message: e.error.message, retry: e.error.retry_after }),
  "owlclaw-api": (e) => ({ code: e.code, message: e.detail, retry: e.retry_after }),
};
