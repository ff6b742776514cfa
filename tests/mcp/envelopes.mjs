/* SPDX-License-Identifier: MIT */
/* The schemas of docs/schemas: is this an envelope, and in which dialect? */
import { readFileSync } from "node:fs";
import { load, root } from "./packages.mjs";

const Ajv = load("ajv/dist/2020.js").default;
const forms = ["kaiza", "context", "codeintel", "problem", "toolerror", "owlclaw", "owlclaw-api"];

const ajv = new Ajv({ strict: true });
for (const form of forms)
  ajv.addSchema(JSON.parse(readFileSync(`${root}/docs/schemas/${form}.schema.json`)), `${form}.schema.json`);

/* What is wrong with it, or "" if nothing is. */
export function complaintOf(dialect, envelope) {
  const valid = ajv.getSchema(`${dialect}.schema.json`);
  return valid(envelope) ? "" : ajv.errorsText(valid.errors, { dataVar: dialect });
}

/* Every dialect in which it is a valid envelope. */
export function dialectsOf(envelope) {
  return forms.filter((form) => complaintOf(form, envelope) === "");
}
