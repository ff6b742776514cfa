/* SPDX-License-Identifier: MIT */
/* Does the judge of lines know right from wrong? lines.txt says what of each exchange; and every part of every schema
   decides about some change of a valid line. */
import { readFileSync } from "node:fs";
import { systematic, treeOf } from "../schemas/mutations.mjs";
import { partsOf, withoutPart } from "../schemas/parts.mjs";
import { Judge, compileSchemas, readSchemas } from "./judge.mjs";
import { judgeLines } from "./lines.mjs";

let passed = 0,
  failed = 0;
function check(good, complaint) {
  if (good) passed++;
  else if (++failed <= 20) console.log(`FAILED ${complaint()}`);
}

/* ---- exchanges ------------------------------------------------------------------------------------------------- */

const schemas = readSchemas();
const compiled = compileSchemas(schemas);
const seen = new Map(); /* the texts of all that was asked of a definition */
function against(revision, definition, value) {
  seen.set(definition, (seen.get(definition) ?? new Set()).add(JSON.stringify(value)));
  return compiled(revision, definition, value);
}

const cases = readFileSync(new URL("lines.txt", import.meta.url), "utf8")
  .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt() - 0x2400))
  .split(/^= /m)
  .slice(1)
  .map((text) => {
    const [head, ...lines] = text.split("\n");
    const { verdict, revision, name, says } = head.match(
      /^(?<verdict>valid|invalid) (\[(?<revision>[0-9-]+)\] )?(?<name>[^:]+)(: (?<says>.*))?$/,
    ).groups;
    return { verdict, revision, name, says, lines: lines.filter(Boolean) };
  });
for (const { verdict, revision, name, says, lines } of cases) {
  const bytes = Buffer.from(lines.join("\n") + "\n");
  const { passed: good, failures } = judgeLines(bytes, new Judge(revision, against));
  if (verdict === "valid") check(good > 0 && failures.length === 0, () => `valid: ${name}: ${failures.join("; ")}`);
  else
    check(
      failures[0]?.includes(says),
      () => `invalid: ${name}: ${failures.join("; ") || "nothing is wrong"}`,
    );
}
const doubles = cases.filter(({ name }, i) => cases.findIndex((each) => each.name === name) !== i);
check(doubles.length === 0, () => `names stand twice: ${doubles.map(({ name }) => name)}`);

/* ---- schemas --------------------------------------------------------------------------------------------------- */

/* Strings and numbers that mean something somewhere. */
const words = ["-32000", "-32022", "-32769", "-31999", '"2024-10-07"', '"text"', '"a/b"', '"a b"', '"x\\ny"', '""'];

/* Of each definition all that was asked of it in any revision, and every single change of what is right. */
const values = [];
for (const [definition, texts] of seen) {
  const revisions = Object.keys(schemas).filter((name) => definition in schemas[name].$defs);
  const changes = [...texts]
    .filter((text) => revisions.some((revision) => compiled(revision, definition, JSON.parse(text)) === ""))
    .flatMap((text) => systematic(treeOf(JSON.parse(text)), words));
  for (const text of new Set([...texts, ...changes.map(String)]))
    for (const revision of revisions) {
      const value = JSON.parse(text);
      values.push([revision, definition, value, compiled(revision, definition, value) === ""]);
    }
}

/* Does any verdict change without this part? If it is no schema then, it is needed as well. */
function decides(name, path, values) {
  const options = { strict: false, strictNumbers: true, logger: false };
  try {
    const weaker = compileSchemas({ ...schemas, [name]: withoutPart(schemas[name], path) }, options);
    return values.some(([revision, definition, value, valid]) => (weaker(revision, definition, value) === "") !== valid);
  } catch {
    return true;
  }
}
let parts = 0;
for (const name of Object.keys(schemas)) {
  const nearest = values.toSorted((a, b) => (b[0] === name) - (a[0] === name));
  for (const path of partsOf(schemas[name])) {
    parts++;
    check(decides(name, path, nearest), () => `nothing depends on ${[name, ...path].join("/")}`);
  }
}

console.log(`${cases.length} exchanges, ${parts} parts of schemas taken out`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
