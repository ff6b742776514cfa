/* SPDX-License-Identifier: MIT */
/*
 * The schemas of docs/schemas say what mcperr_validate accepts: every text in tests/vectors, every seed, and ten
 * thousand mutations get the same verdict from both. node differential.mjs FOLDER-OF-NODE_MODULES VERDICTS-PROGRAM
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { factsOf } from "./facts.mjs";
import { generator, mutate, mutationNames, systematic, treeOf } from "./mutations.mjs";
import { partsOf, withoutPart } from "./parts.mjs";

const [modules, verdictsProgram] = process.argv.slice(2);
const root = fileURLToPath(new URL("../..", import.meta.url));
const Ajv = createRequire(resolve(modules, "package.json"))("ajv/dist/2020.js").default;
const MUTATIONS = 10000;
const random = generator(20260119);

const forms = ["kaiza", "context", "codeintel", "problem", "toolerror", "owlclaw", "owlclaw-api"];
const tools = ["open_file", "list_paths", "blame_range", "file_history", "search_text", "semantic_search"];

/* As the contracts print them, byte for byte. */
const printed = {
  context: "69619013fef6575c79afdb1b91ee4fc72c3db58f89fce79226c94232c9d11112",
  toolerror: "32440cbc8e595a2a96dc7a53d22ee0e596a4fd980d603d4e924844c6c4c4ce13",
};

/* What a schema cannot say, or says otherwise. The library refuses a text of which one of these holds, whatever the
   schema says of it. docs/schemas/README.md lists them under the same names. */
const exclusions = [
  {
    name: "duplicate members",
    reason: "a parser keeps one of them before a schema looks",
    holds: ({ facts }) => facts.twice,
  },
  {
    name: "integers with a fraction or an exponent",
    reason: "to a schema 404.0 and 4.04e2 are the integer 404",
    holds: ({ form, facts }) =>
      facts.numbers.some(([path, text]) => integers[form]?.includes(path) && /[.eE]/.test(text)),
  },
  {
    name: "lone surrogates",
    reason: "half of a pair is no character, but JSON.parse lets it through",
    holds: ({ facts }) => facts.strings.some((string) => /\p{Surrogate}/u.test(string)),
  },
  { name: "deeper than 32", reason: "a limit of the library's default", holds: ({ facts }) => facts.depth > 32 },
  {
    name: "more tokens than given",
    reason: "the caller's array of 512 ends",
    holds: ({ facts }) => facts.tokens > 512,
  },
  {
    name: "days that are not in the calendar",
    reason: "a pattern does not know how long a month is",
    holds: ({ form, value }) => form === "kaiza" && schemas.kaiza(value) && !isDay(value.timestamp),
  },
];
const integers = {
  codeintel: ["/problem/status"],
  problem: ["/status"],
  owlclaw: ["/error/retry_after"],
  "owlclaw-api": ["/status", "/retry_after"],
};

function isDay(time) {
  const date = new Date(time);
  return !Number.isNaN(date.getTime()) && date.toISOString() === time;
}

let passed = 0,
  failed = 0;
function check(good, complaint) {
  if (good) passed++;
  else if (++failed <= 20) console.log(`FAILED ${complaint()}`);
}

/* ---- schemas ------------------------------------------------------------------------------------------------- */

const sources = Object.fromEntries(
  [...forms, ...tools].map((name) => [name, readFileSync(`${root}/docs/schemas/${name}.schema.json`)]),
);

/* A validator of each, all of them able to refer to each other by file name. */
function compile(texts, options) {
  const ajv = new Ajv({ strict: true, strictTypes: true, strictTuples: true, ...options });
  for (const [name, schema] of Object.entries(texts)) ajv.addSchema(schema, `${name}.schema.json`);
  return (name) => ajv.getSchema(`${name}.schema.json`);
}

const parsed = Object.fromEntries(Object.entries(sources).map(([name, bytes]) => [name, JSON.parse(bytes)]));
const complaints = [];
const logger = {
  log: (...args) => complaints.push(args),
  warn: (...args) => complaints.push(args),
  error: (...args) => complaints.push(args),
};
const strictly = compile(parsed, { logger });
const schemas = Object.fromEntries(Object.keys(sources).map((name) => [name, strictly(name)]));

check(complaints.length === 0, () => `a schema has warnings: ${complaints.join("; ")}`);
for (const [name, schema] of Object.entries(parsed))
  check(schema.$schema === "https://json-schema.org/draft/2020-12/schema", () => `${name} is not of draft 2020-12`);
for (const [name, hash] of Object.entries(printed))
  check(
    createHash("sha256").update(sources[name]).digest("hex") === hash,
    () => `${name} is not as its contract prints it`,
  );
const strangers = readdirSync(`${root}/docs/schemas`).filter(
  (file) => file.endsWith(".json") && !sources[file.replace(".schema.json", "")],
);
check(strangers.length === 0, () => `not tested: ${strangers}`);

/* ---- texts ----------------------------------------------------------------------------------------------------- */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse(bytes) {
  try {
    const text = decoder.decode(bytes);
    return { value: JSON.parse(text), text };
  } catch {
    return undefined;
  }
}

/* ---- cases ----------------------------------------------------------------------------------------------------- */

const cases = new Map();
function add(form, bytes, origin, valid) {
  const key = form + "\t" + bytes.toString("latin1");
  if (bytes.includes("\n")) throw new Error(`a line feed in ${origin}`);
  if (cases.has(key)) return false;
  cases.set(key, { form, bytes, origin, valid });
  return true;
}

const seeds = readFileSync(`${root}/tests/schemas/seeds.jsonl`, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => {
    const { schema, valid, name } = JSON.parse(line);
    const mark = '"envelope":'; /* its bytes count: they are the rest of the line */
    return { form: schema, valid, name, bytes: Buffer.from(line.slice(line.indexOf(mark) + mark.length, -1)) };
  });
for (const { form, valid, name, bytes } of seeds) {
  check(add(form, bytes, `seed "${name}"`, valid), () => `${form}: seed "${name}" stands twice`);
  if (tools.includes(form))
    add("codeintel", bytes, `seed "${name}" of ${form}`, valid ? "error" in JSON.parse(bytes) : undefined);
}

/* Every object in a vector and every text of one. */
function* envelopesIn(value) {
  if (typeof value === "string" && value.trim().startsWith("{")) {
    yield value.trimEnd();
    const inner = parse(Buffer.from(value));
    if (inner) yield* envelopesIn(inner.value);
  } else if (value !== null && typeof value === "object") {
    if (!Array.isArray(value)) yield JSON.stringify(value);
    for (const inner of Object.values(value)) yield* envelopesIn(inner);
  }
}
const folder = `${root}/tests/vectors`;
const vectors = (existsSync(folder) ? readdirSync(folder) : []).filter((file) => file.endsWith(".json"));
let envelopes = 0;
for (const file of vectors)
  for (const text of envelopesIn(JSON.parse(readFileSync(`${folder}/${file}`))))
    for (const form of forms) envelopes += add(form, Buffer.from(text.replaceAll("\n", " ")), file) ? 1 : 0;
check(envelopes > 0, () => "there are no vectors in tests/vectors");

/* Every code, category and role that any schema names. */
function* wordsIn(schema) {
  for (const [key, value] of Object.entries(schema)) {
    if (key === "enum" || key === "const") yield* [value].flat().filter((word) => typeof word === "string");
    else if (value !== null && typeof value === "object") yield* wordsIn(value);
  }
}
const words = [...new Set(Object.values(parsed).flatMap((schema) => [...wordsIn(schema)]))].map((word) =>
  JSON.stringify(word),
);

const bases = Object.fromEntries(
  forms.map((form) => [
    form,
    seeds.filter((seed) => seed.form === form && seed.valid).map(({ bytes }) => treeOf(JSON.parse(bytes))),
  ]),
);
const categories = parsed.owlclaw.$defs.canonical.properties.category.enum.map((word) => JSON.stringify(word));
for (const form of forms)
  bases[form].forEach((base, i) =>
    systematic(base, i === 0 ? words : categories).forEach((bytes) => add(form, bytes, "a single change")),
  );

const uses = Object.fromEntries(mutationNames.map((name) => [name, 0]));
for (let made = 0; made < MUTATIONS;) {
  const form = forms[made % forms.length];
  const { bytes, used } = mutate(random.pick(bases[form]), words, random);
  if (bytes.includes("\n") || !add(form, bytes, `mutation (${used})`)) continue;
  for (const name of used) uses[name]++;
  made++;
}
for (const [name, count] of Object.entries(uses))
  check(count >= 50, () => `mutation ${name} was made ${count} times only`);

/* ---- verdicts -------------------------------------------------------------------------------------------------- */

const all = [...cases.values()];
for (const each of all) {
  const read = parse(each.bytes);
  each.value = read?.value;
  each.facts = read && factsOf(read.text);
  each.schema = read !== undefined && schemas[each.form](read.value);
}

const judged = all.filter(({ form }) => forms.includes(form));
const { stdout, stderr, status } = spawnSync(verdictsProgram, {
  input: Buffer.concat(judged.flatMap(({ form, bytes }) => [Buffer.from(`${form}\t`), bytes, Buffer.from("\n")])),
  maxBuffer: 1 << 28,
});
const answers = stdout.toString().split("\n");
if (status !== 0 || answers.length !== judged.length + 1) throw new Error(`${verdictsProgram} failed: ${stderr}`);
judged.forEach((each, i) => {
  each.library = answers[i] === "1";
});

const word = (verdict) => (verdict ? "valid" : "invalid");
const shown = ({ form, origin, bytes }) =>
  `${form}, ${origin}: ${bytes.length > 400 ? `${bytes.toString().slice(0, 400)}…` : bytes}`;
const taken = new Map(exclusions.map(({ name }) => [name, 0]));
for (const each of judged) {
  const excluded = each.facts ? exclusions.filter(({ holds }) => holds(each)) : [];
  if (each.valid !== undefined)
    check(each.library === each.valid, () => `the library says ${word(each.library)} of ${shown(each)}`);
  if (excluded.length > 0) {
    check(!each.library, () => `${excluded[0].name}, yet the library says valid of ${shown(each)}`);
    if (each.schema) for (const { name } of excluded) taken.set(name, taken.get(name) + 1);
  } else {
    check(
      each.library === each.schema,
      () => `schema: ${word(each.schema)}, library: ${word(each.library)} of ${shown(each)}`,
    );
  }
}
for (const each of all.filter(({ form }) => tools.includes(form)))
  check(each.schema === each.valid, () => `the schema says ${word(each.schema)} of ${shown(each)}`);

for (const form of forms) {
  const ofForm = judged.filter((each) => each.form === form && each.origin.startsWith("mutation"));
  const good = ofForm.filter(({ library }) => library).length;
  console.log(`${form}: ${ofForm.length} mutations, ${good} of them valid`);
  check(
    good > ofForm.length / 10 && good < (ofForm.length * 9) / 10,
    () => `mutations of ${form} are too much alike`,
  );
}

const readme = readFileSync(`${root}/docs/schemas/README.md`, "utf8");
for (const { name, reason } of exclusions) {
  console.log(`excluded: ${name} (${reason}): ${taken.get(name)} cases`);
  check(taken.get(name) > 0, () => `no case needs the exclusion "${name}"`);
  check(readme.includes(`| ${name} |`), () => `docs/schemas/README.md does not list "${name}"`);
}

/* ---- every part of a schema decides some case ------------------------------------------------------------------ */

/* Parts that follow from others, and stand there for readers and for strict mode. */
const follows = [
  "owlclaw/$defs/canonical/type" /* both that refer to it say so */,
  "owlclaw/$defs/canonical/required/0" /* without a code every row of the table applies, and they contradict */,
];

let parts = 0;
for (const name of Object.keys(parsed)) {
  const own = all.filter(({ form, facts }) => form === name && facts);
  for (const path of partsOf(parsed[name])) {
    let weaker;
    try {
      weaker = compile(
        { ...parsed, [name]: withoutPart(parsed[name], path) },
        { strict: false, strictTypes: false, strictTuples: false, logger: false },
      )(name);
    } catch {
      weaker = null; /* without it, this is no schema */
    }
    parts++;
    const decides = !weaker || own.some(({ value, schema }) => weaker(value) !== schema);
    const part = [name, ...path].join("/");
    check(
      decides !== follows.includes(part),
      () => `${decides ? "listed as if it followed" : "nothing depends on"}: ${part}`,
    );
  }
}

console.log(`${seeds.length} seeds, ${envelopes} texts of vectors, ${MUTATIONS} mutations`);
console.log(`${judged.length} verdicts compared, ${parts} parts of schemas taken out`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
