/* SPDX-License-Identifier: MIT */
/*
 * Envelopes made wrong, or right in an unusual way. A tree keeps what JSON.parse drops: the spelling of scalars and
 * names, and members that stand twice. It is { members: [[name, tree], ...] }, { items: [tree, ...] }, or the text of
 * a scalar.
 */

/* The same numbers on every machine: mulberry32. */
export function generator(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (n) => next() % n;
  return { below, pick: (list) => list[below(list.length)] };
}

export function treeOf(value) {
  if (Array.isArray(value)) return { items: value.map(treeOf) };
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return { members: Object.entries(value).map(([name, inner]) => [JSON.stringify(name), treeOf(inner)]) };
}

function textOf(tree) {
  if (tree.items) return `[${tree.items.map(textOf).join()}]`;
  if (tree.members) return `{${tree.members.map(([name, inner]) => `${name}:${textOf(inner)}`).join()}}`;
  return tree;
}

const copyOf = (tree) => JSON.parse(JSON.stringify(tree));

/* Every object in a tree, the outermost first. */
function objectsIn(tree) {
  const inner = (tree.members ?? []).map(([, value]) => value).concat(tree.items ?? []);
  return (tree.members ? [tree] : []).concat(inner.flatMap(objectsIn));
}

const numbers = (
  "0 -0 -1 1 1.5 30 99 100 404 404.0 4.04e2 1e2 1E+2 599 600 599.5 2147483647 2147483648 2147483647.0 " +
  "9007199254740993 99999999999999999999 1e999 1e-999 -1e2"
).split(" ");
const scalars = ["null", "true", "false", "0", "404", '""', '"x"', '"404"', "[]", "{}", "[null]", '{"x":1}'];
const strings = [
  "",
  " ",
  "x",
  "x\n",
  "é",
  "😀",
  "\u0000",
  "\u2028",
  "null",
  "a-b",
  "a--b",
  "-a",
  "a.b",
  "a._b",
  "a.b.c",
  "A.B",
  "x".repeat(5000),
  "urn:codeintel:",
  "urn:codeintel:x",
  "https://kgfoundry.dev/problems/a-b",
  "https://owlclaw.dev/problems/a-b",
]
  .map((text) => JSON.stringify(text))
  .concat('"\\ud83d"', '"\\udc00x"', '"\\ud83d\\ude00"', '"\\/"', '"\\u0000"', '"\\x"');
const dates = "1969-12-31 2000-02-29 2023-02-29 2026-02-30 2026-04-31 2026-13-01 2026-00-10 2026-01-00".split(" ");
const isTimed = /^"\d{4}-\d\d-\d\d/;
const names = "code error message data details extensions retry_after stack_trace __proto__ toString x"
  .split(" ")
  .map((name) => JSON.stringify(name));

/* A string as one may also spell it: one of its characters as an escape. */
function respelled(string, random) {
  const characters = [...JSON.parse(string)];
  if (characters.length === 0) return string;
  const at = random.below(characters.length);
  return `"${characters
    .map((c, i) =>
      i === at
        ? [...Array(c.length).keys()].map((k) => "\\u" + c.charCodeAt(k).toString(16).padStart(4, "0")).join("")
        : JSON.stringify(c).slice(1, -1),
    )
    .join("")}"`;
}

/* One character of a string dropped, doubled, in the other case, or another. */
function misspelled(string, random) {
  const characters = [...JSON.parse(string)];
  const at = random.below(characters.length + 1);
  const c = characters[at] ?? "x";
  characters.splice(at, 1, random.pick(["", c + c, c.toUpperCase(), c.toLowerCase(), "-", "_", ".", "1", "\n"]));
  return JSON.stringify(characters.join(""));
}

const isString = (tree) => typeof tree === "string" && tree[0] === '"';
const wellFormed = (text) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const onStrings =
  (change) =>
  (member, { random, ...rest }) => {
    if (isString(member[1]) && wellFormed(member[1])) member[1] = change(member[1], random, rest);
  };
const nested = (depth) => (depth === 0 ? "1" : { members: [['"x"', { items: [nested(depth - 1)] }]] });

/* Each changes one member [name, value] of `object`. */
const onMembers = {
  drop: (member, { object }) => object.members.splice(object.members.indexOf(member), 1),
  double: (member, { object, random }) =>
    object.members.splice(random.below(object.members.length + 1), 0, [
      random.pick([member[0], respelled(member[0], random)]),
      member[1],
    ]),
  rename: (member, { random }) => {
    member[0] = random.pick([...names, misspelled(member[0], random)]);
  },
  respellName: (member, { random }) => {
    member[0] = respelled(member[0], random);
  },
  move: (member, { object }) => object.members.push(...object.members.splice(object.members.indexOf(member), 1)),
  null: (member) => {
    member[1] = "null";
  },
  flip: (member) => {
    member[1] = { true: "false", false: "true" }[member[1]] ?? member[1];
  },
  retype: (member, { random }) => {
    member[1] = random.pick(scalars);
  },
  number: (member, { random }) => {
    if (!isString(member[1]) || random.below(4) === 0) member[1] = random.pick(numbers);
  },
  string: (member, { random }) => {
    member[1] = random.pick(strings);
  },
  word: onStrings((_, random, { words }) => random.pick(words)),
  misspell: onStrings(misspelled),
  respell: onStrings(respelled),
  date: (member, { object, random }) => {
    const timed = object.members.find(([, value]) => isString(value) && isTimed.test(value)) ?? member;
    if (isString(timed[1])) timed[1] = timed[1].replace(isTimed, `"${random.pick(dates)}`);
  },
  digit: onStrings((string, random) =>
    string.replace(/\d/g, (d) => (random.below(12) ? d : String(random.below(10)))),
  ),
  extra: (_, { object, random }) => object.members.push([random.pick(names), random.pick([...scalars, ...numbers])]),
  deep: (_, { object, random }) => object.members.push(['"deep"', nested(13 + random.below(6))]),
  wide: (_, { object, random }) =>
    object.members.push(['"wide"', { items: Array(450 + random.below(100)).fill("0") }]),
  wrap: (member) => {
    member[1] = { items: [member[1]] };
  },
};

/* Each changes the bytes of a text. A line feed would end the line that carries it. */
const onBytes = {
  truncate: (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  cut: (bytes, random) => without(bytes, random.below(bytes.length), ""),
  byte: (bytes, random) =>
    without(bytes, random.below(bytes.length), random.pick([...'{}[]:,"\\ \t\r0eE.-nt\0\x1f\xff\xc0'])),
  space: spaced,
  trailing: (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(random.pick([" ", "\r", ",", "{}", "null", "\0", "\f"]))]),
  leading: (bytes, random) => Buffer.concat([Buffer.from(random.pick([" ", "\ufeff", "[", "\v", "\t"])), bytes]),
};

function without(bytes, at, instead) {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(instead, "latin1"), bytes.subarray(at + 1)]);
}

/* White space around every colon and bracket, also inside of strings. */
function spaced(bytes, random) {
  return Buffer.from(bytes.toString().replace(/[{}[\]:]/g, (c) => random.pick([c, ` ${c}`, `${c}\t`, `\r${c} `])));
}

export const mutationNames = [...Object.keys(onMembers), ...Object.keys(onBytes)];

/* One to three changes of a tree, and sometimes one of its bytes. `words`: strings that mean something somewhere. */
export function mutate(base, words, random) {
  const tree = copyOf(base);
  const used = [];
  for (let changes = random.pick([1, 1, 1, 2, 3]); changes > 0; changes--) {
    const object = random.pick(objectsIn(tree).filter(({ members }) => members.length > 0));
    if (!object) break;
    const name = random.pick(Object.keys(onMembers));
    onMembers[name](random.pick(object.members), { object, random, words });
    used.push(name);
  }
  let bytes = Buffer.from(textOf(tree));
  if (random.below(6) === 0) {
    const name = random.pick(Object.keys(onBytes));
    bytes = onBytes[name](bytes, random);
    used.push(name);
  }
  return { bytes, used };
}

/* Changes that are not left to chance: each alone, at each member, and texts that are no object at all. */
export function systematic(base, words) {
  const made = scalars.map((text) => Buffer.from(text));
  const count = objectsIn(base).reduce((sum, { members }) => sum + members.length, 0);
  for (let at = 0; at < count; at++)
    for (const change of ["drop", "null", "flip", "wrap", ...words, ...numbers]) {
      const tree = copyOf(base);
      const places = objectsIn(tree).flatMap((object) => object.members.map((member) => ({ object, member })));
      const { object, member } = places[at];
      if (onMembers[change]) onMembers[change](member, { object });
      else if (typeof member[1] === "string" && isString(member[1]) === isString(change)) member[1] = change;
      else continue;
      made.push(Buffer.from(textOf(tree)));
    }
  return made;
}
